//! A document that fits: where symbols stand in a file, in bytes, and what it defines.

use std::collections::HashMap;

use ::scip::types::symbol_information::Kind;

use super::fit::{Fit, Range, fit};
use super::symbol::Symbol;
use super::text::{Encoding, Place, Text};
use crate::identity::hash::sha1;
use crate::index::ambiguity::AmbiguityFlag;

/// Longer signatures are cut.
const MAX_SIGNATURE: usize = 2000;

/// How much of the line is kept around an occurrence, in bytes.
const ANCHOR: usize = 40;

/// One occurrence as the indexer gave it.
pub(super) struct Said {
    pub symbol: u32,
    pub range: Option<Range>,
    pub around: Option<Range>,
    /// A word of `occurrences.role`.
    pub role: &'static str,
}

impl Said {
    pub fn is_definition(&self) -> bool {
        self.role == "definition"
    }
}

/// One occurrence in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Stands {
    pub start: Place,
    pub end: Place,
    pub symbol: u32,
    pub role: &'static str,
    /// The last line of all that it defines, from 0.
    pub last_line: Option<u32>,
}

/// What a document says of a symbol besides its name.
pub(super) struct Described {
    /// In codesub's words; `None` where the suffix of the symbol says as much.
    pub kind: Option<&'static str>,
    pub signature: Option<String>,
}

/// What an indexer knows about a symbol besides its name.
pub(super) struct Known {
    pub kind: &'static str,
    pub signature: Option<String>,
}

/// What will be written of one file.
pub(super) struct Indexed {
    pub path: String,
    /// The id of the contents that were indexed.
    pub blob: String,
    pub text: Text,
    /// Sorted by place.
    pub occurrences: Vec<Stands>,
    pub known: HashMap<u32, Known>,
    pub flags: Vec<AmbiguityFlag>,
    /// Occurrences that do not fit, or whose symbol cannot be read.
    pub left_out: usize,
}

impl Indexed {
    pub fn new(path: String, blob: String, text: Text) -> Indexed {
        let (occurrences, known, flags) = (Vec::new(), HashMap::new(), Vec::new());
        Indexed { path, blob, text, occurrences, known, flags, left_out: 0 }
    }

    /// Takes what fits the text.
    pub fn fill(&mut self, said: &[Said], described: Vec<(u32, Described)>, symbols: &[Symbol], encoding: Encoding) {
        for said in said {
            let places = said.range.and_then(|range| range.places(&self.text, encoding));
            match (places, fit(&self.text, &symbols[said.symbol as usize], places)) {
                (Some((start, end)), Fit::Name | Fit::Word) => {
                    let around = said.around.and_then(|range| range.places(&self.text, encoding));
                    let last_line = around.map(|(_, end)| end.line);
                    self.occurrences.push(Stands { start, end, symbol: said.symbol, role: said.role, last_line });
                }
                _ => self.left_out += 1,
            }
        }
        self.occurrences.sort_unstable();
        // Some indexers say things twice.
        self.occurrences.dedup_by_key(|it| (it.start, it.end, it.symbol, it.role));
        for (symbol, Described { kind, signature }) in described {
            let kind = kind.unwrap_or_else(|| symbols[symbol as usize].kind());
            // Of a symbol that is described twice the first counts.
            self.known.entry(symbol).or_insert(Known { kind, signature });
        }
    }

    /// The flags that the document itself gives rise to.
    pub fn set_flags(&mut self, has_error: bool) {
        self.flags.extend(has_error.then_some(AmbiguityFlag::IndexerError));
        self.flags.extend((self.left_out > 0).then_some(AmbiguityFlag::UnfitOccurrences));
    }

    /// What is written before and after an occurrence on its lines.
    pub fn anchors(&self, stands: &Stands) -> (String, String) {
        let before = &self.text.line(stands.start.line)[..stands.start.column as usize];
        let after = &self.text.line(stands.end.line)[stands.end.column as usize..];
        let is_boundary = |byte: u8| byte & 0xC0 != 0x80;
        let mut from = before.len().saturating_sub(ANCHOR);
        while from < before.len() && !is_boundary(before[from]) {
            from += 1;
        }
        let mut to = after.len().min(ANCHOR);
        while to > 0 && after.get(to).is_some_and(|&byte| !is_boundary(byte)) {
            to -= 1;
        }
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(&before[from..]), text(&after[..to]))
    }

    /// The hash of a symbol's interface: what is known of it that others may depend on.
    pub fn interface_hash(&self, symbol: u32, symbols: &[Symbol]) -> String {
        let known = self.known.get(&symbol);
        let kind = known.map_or_else(|| symbols[symbol as usize].kind(), |known| known.kind);
        sha1(&[kind, known.and_then(|known| known.signature.as_deref()).unwrap_or_default()])
    }

    /// The hash of all that others can use of this file; places do not matter.
    pub fn semantic_interface_hash(&self, symbols: &[Symbol]) -> String {
        let defined = self.occurrences.iter().filter(|it| it.role == "definition");
        let mut lines: Vec<String> = defined
            .filter(|it| symbols[it.symbol as usize].is_exported())
            .map(|it| format!("{}|{}", symbols[it.symbol as usize].text, self.interface_hash(it.symbol, symbols)))
            .collect();
        lines.sort_unstable();
        lines.dedup();
        sha1(&[&lines.join("\n")])
    }
}

/// The signature of a symbol; older indexers put it into the documentation, as a block of code that comes first.
pub(super) fn signature(text: &str, documentation: Option<&str>) -> Option<String> {
    let text = match text.trim() {
        "" => {
            let first = documentation?.trim();
            let (_, code) = first.strip_prefix("```")?.split_once('\n')?;
            code.strip_suffix("```").unwrap_or(code).trim()
        }
        text => text,
    };
    let end = (0..=text.len().min(MAX_SIGNATURE)).rev().find(|&end| text.is_char_boundary(end)).unwrap_or_default();
    (end > 0).then(|| text[..end].to_owned())
}

/// A kind in codesub's words; `None` where the suffix of the symbol says as much.
pub(super) fn kind(kind: Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::Class => "class",
        Kind::Constant | Kind::Variable | Kind::StaticVariable => "variable",
        Kind::Enum => "enum",
        Kind::EnumMember | Kind::Field | Kind::Property | Kind::StaticField | Kind::StaticProperty => "field",
        Kind::Function => "function",
        Kind::Interface | Kind::Protocol => "interface",
        Kind::Method | Kind::Constructor | Kind::AbstractMethod | Kind::StaticMethod | Kind::TraitMethod => "method",
        Kind::Module | Kind::Namespace | Kind::Package | Kind::File => "module",
        Kind::Parameter | Kind::SelfParameter | Kind::ThisParameter => "parameter",
        Kind::Struct => "struct",
        Kind::Trait => "trait",
        Kind::Type | Kind::TypeAlias => "type",
        Kind::TypeParameter => "type_parameter",
        Kind::Macro => "macro",
        _ => return None,
    })
}
