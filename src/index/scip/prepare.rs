//! Preparing an import: everything that can be done without touching the index.
//!
//! An indexer read the worktree, so its documents are held against the worktree's files: by path, inside the repository
//! and nowhere else, and by [`fit`](super::fit). What stands, stands in bytes afterwards; what does not is counted. The
//! result is written in one transaction by [`Prepared::write`], whoever's transaction that is.
//!
//! `local` symbols are left out: they mean something else in every document, nobody outside a function can mean them,
//! and they are two thirds of an index. The syntactic layer has the names of a function's inside as well.

use std::collections::{HashMap, HashSet};
use std::io::Read;

use ::scip::types::{Occurrence, Severity, SymbolRole};

use super::context::Context;
use super::document::{Described, Indexed, Known, Said, Stands};
use super::fit::{Range, Tally, declared};
use super::message::{Packed, information};
use super::read::{self, Part};
use super::symbol::{Symbol, is_local};
use super::text::{Encoding, Text};
use crate::error::{Error, Result};
use crate::git::{Blob, MAX_BLOB, Reader, Repository, Revision};
use crate::index::Index;
use crate::syntax::Language;

/// The longest path that is looked up.
const MAX_PATH: usize = 4096;

/// What may be kept from the file is as much as was read of it, and this many bytes. What an indexer writes takes less
/// memory than it has bytes; what somebody wrote to fill the memory takes more (SPEC 13.2).
const ALLOWANCE: u64 = 32 * 1024 * 1024;

/// An index that was read and held against the worktree, ready to be written.
pub struct Prepared {
    /// Who says all this.
    pub context: Context,
    pub(super) worktree: String,
    pub(super) symbols: Vec<Symbol>,
    /// Symbols that the indexer knows from elsewhere.
    pub(super) external: HashSet<u32>,
    /// Sorted by path.
    pub(super) documents: Vec<Indexed>,
    /// Documents of another version than the worktree has, sorted.
    pub(super) mismatched: Vec<String>,
    pub(super) skipped: Skipped,
    pub(super) left_out: usize,
    /// The folder that the indexer says it ran in, below the repository's root.
    pub(super) ran_in: Option<String>,
}

/// Documents that were passed over, by reason.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct Skipped {
    /// The path leads out of the repository, or is none.
    pub invalid_path: usize,
    /// The path came before.
    pub duplicate: usize,
    /// There is no such file in the worktree, or git ignores it.
    pub not_in_worktree: usize,
    /// It is a link, a submodule, or too large.
    pub not_readable: usize,
    /// The commit that was indexed does not have it.
    pub not_in_index: usize,
}

impl Skipped {
    pub fn total(&self) -> usize {
        self.invalid_path + self.duplicate + self.not_in_worktree + self.not_readable + self.not_in_index
    }
}

/// Reads a SCIP index and holds it against the worktree; writes nothing.
pub fn prepare(repository: &Repository, index: &Index, source: impl Read, root: &str) -> Result<Prepared> {
    let root = checked_root(root)?;
    index.required_tree()?;
    let mut preparation = Preparation {
        root: &root,
        repository,
        reader: repository.reader(),
        revision: repository.worktree()?,
        seen: HashSet::new(),
        ids: HashMap::new(),
        kept: 0,
        allowed: ALLOWANCE,
        votes: [0; 3],
        undecided: Vec::new(),
        prepared: Prepared {
            context: Context::new(&::scip::types::Metadata::new(), &root),
            worktree: index.worktree.clone(),
            symbols: Vec::new(),
            external: HashSet::new(),
            documents: Vec::new(),
            mismatched: Vec::new(),
            skipped: Skipped::default(),
            left_out: 0,
            ran_in: None,
        },
    };
    read::parts(source, |part, read| {
        preparation.allowed = ALLOWANCE + read;
        preparation.take(part)
    })?;
    Ok(preparation.finish())
}

/// The folder that an indexer was run in, relative to the repository's root and without `.` or a slash at its end.
fn checked_root(root: &str) -> Result<String> {
    let below = root.strip_prefix("./").unwrap_or(root).trim_end_matches('/');
    let below = if below == "." { "" } else { below };
    if !root.starts_with('/') && (below.is_empty() || is_path(below)) {
        return Ok(below.to_owned());
    }
    Err(Error::usage(format!("`{root}` is no folder below the repository's root"))
        .hint("write it with `/` and without `..`, as in `--root services/shop`"))
}

/// Whether a path stays below where it starts.
fn is_path(path: &str) -> bool {
    let is_name = |name: &str| !name.is_empty() && name != "." && name != "..";
    path.len() <= MAX_PATH && !path.contains(['\\', '\0']) && path.split('/').all(is_name)
}

struct Preparation<'a> {
    root: &'a str,
    repository: &'a Repository,
    reader: Reader,
    revision: Revision,
    seen: HashSet<String>,
    ids: HashMap<Box<str>, u32>,
    /// About how many bytes are kept, and how many may be.
    kept: u64,
    allowed: u64,
    /// How many documents could only be in each encoding.
    votes: [u32; 3],
    /// Documents that do not tell their encoding.
    undecided: Vec<Unfinished>,
    prepared: Prepared,
}

/// A document before its columns are understood.
struct Unfinished {
    path: String,
    blob: String,
    text: Text,
    said: Vec<Said>,
    symbols: Vec<(u32, Described)>,
    has_error: bool,
    left_out: usize,
}

impl Preparation<'_> {
    fn take(&mut self, part: Part<'_>) -> Result<()> {
        match part {
            Part::Metadata(metadata) => {
                let context = Context::new(&metadata, self.root);
                // It comes first, though nothing in protobuf says that it must.
                let before = std::mem::replace(&mut self.prepared.context, context);
                if self.prepared.context.language.is_empty() {
                    self.prepared.context.language = before.language;
                }
                self.prepared.ran_in = self.below_worktree(&metadata.project_root);
            }
            Part::Document(document) => self.document(&document)?,
            Part::External(symbol) => {
                if let Some(id) = self.symbol(information(symbol)?.0)? {
                    self.prepared.external.insert(id);
                }
            }
        }
        Ok(())
    }

    fn document(&mut self, document: &Packed<'_>) -> Result<()> {
        let skipped = &mut self.prepared.skipped;
        if !is_path(document.relative_path) {
            skipped.invalid_path += 1;
            return Ok(());
        }
        let path = match self.root {
            "" => document.relative_path.to_owned(),
            root => format!("{root}/{}", document.relative_path),
        };
        if !self.seen.insert(path.clone()) {
            skipped.duplicate += 1;
            return Ok(());
        }
        self.keep(64 + path.len())?;
        let skipped = &mut self.prepared.skipped;
        let Some(file) = self.repository.find(&self.revision, &path)? else {
            skipped.not_in_worktree += 1;
            return Ok(());
        };
        let blob = if file.mode.is_source() { self.reader.read(file.id, MAX_BLOB)? } else { Blob::Missing };
        let Blob::Bytes(bytes) = blob else {
            skipped.not_readable += 1;
            return Ok(());
        };
        if self.prepared.context.language.is_empty() {
            self.prepared.context.language = language(document, &path, &bytes);
        }
        let text = Text::new(bytes);
        if !document.text.is_empty() && !is_same(document.text, text.bytes()) {
            self.prepared.mismatched.push(path);
            return Ok(());
        }
        let encoding = document.position_encoding.and_then(declared);
        let unfinished = self.unfinished(document, path, file.id.to_string(), text)?;
        match encoding.or_else(|| self.encoding_of(&unfinished)) {
            Some(encoding) => self.decided(unfinished, encoding),
            None => self.undecided.push(unfinished),
        }
        Ok(())
    }

    fn unfinished(&mut self, document: &Packed<'_>, path: String, blob: String, text: Text) -> Result<Unfinished> {
        let mut left_out = 0;
        let mut said = Vec::new();
        let mut has_error = false;
        document.occurrences(|occurrence| {
            let Some(occurrence) = occurrence else {
                left_out += 1;
                return Ok(());
            };
            has_error |= occurrence.diagnostics.iter().any(|it| it.severity.enum_value() == Ok(Severity::Error));
            if is_local(&occurrence.symbol) || occurrence.symbol.is_empty() {
                return Ok(());
            }
            match self.symbol(&occurrence.symbol)? {
                Some(symbol) => {
                    self.keep(size_of::<Said>())?;
                    said.push(self::said(symbol, &occurrence));
                }
                None => left_out += 1,
            }
            Ok(())
        })?;
        let mut symbols = Vec::new();
        document.symbols(|symbol, described| {
            if let Some(symbol) = self.symbol(symbol)? {
                let signature = described.signature.as_ref().map_or(0, String::len);
                self.keep(size_of::<(u32, Known)>() + signature)?;
                symbols.push((symbol, described));
            }
            Ok(())
        })?;
        Ok(Unfinished { path, blob, text, said, symbols, has_error, left_out })
    }

    /// Says that so many bytes are kept.
    fn keep(&mut self, bytes: usize) -> Result<()> {
        self.kept += bytes as u64;
        if self.kept > self.allowed {
            return Err(read::too_much("what it says takes far more memory than the file itself"));
        }
        Ok(())
    }

    /// The number of a symbol in the table; `None` for locals and what cannot be read.
    fn symbol(&mut self, text: &str) -> Result<Option<u32>> {
        if let Some(&known) = self.ids.get(text) {
            return Ok(Some(known));
        }
        let Some(symbol) = Symbol::read(text) else { return Ok(None) };
        let Ok(id) = u32::try_from(self.prepared.symbols.len()) else { return Ok(None) };
        self.keep(symbol.size() + text.len() + size_of::<(Box<str>, u32)>())?;
        self.prepared.symbols.push(symbol);
        self.ids.insert(text.into(), id);
        Ok(Some(id))
    }

    /// The encoding that a document's names speak for; `None` where several do as well.
    fn encoding_of(&mut self, document: &Unfinished) -> Option<Encoding> {
        // Most files: nothing to tell.
        if document.text.is_ascii() {
            return Some(Encoding::ALL[0]);
        }
        let scores = Encoding::ALL.map(|encoding| self.tally(document, encoding).score());
        let best = *scores.iter().max()?;
        let mut winners = (0..scores.len()).filter(|&index| scores[index] == best);
        let (winner, others) = (winners.next()?, winners.next());
        if others.is_some() {
            return None;
        }
        self.votes[winner] += 1;
        Some(Encoding::ALL[winner])
    }

    fn tally(&self, document: &Unfinished, encoding: Encoding) -> Tally {
        let symbols = &self.prepared.symbols;
        let said = document.said.iter().map(|said| (&symbols[said.symbol as usize], said.range, said.is_definition()));
        Tally::of(&document.text, said, encoding)
    }

    fn decided(&mut self, document: Unfinished, encoding: Encoding) {
        if !self.tally(&document, encoding).fits() {
            self.prepared.mismatched.push(document.path);
            return;
        }
        let Unfinished { path, blob, text, said, symbols, has_error, left_out } = document;
        let mut indexed = Indexed::new(path, blob, text);
        indexed.fill(&said, symbols, &self.prepared.symbols, encoding);
        indexed.occurrences.shrink_to_fit();
        let said = said.len() * size_of::<Said>();
        self.kept = self.kept.saturating_sub(said as u64) + (indexed.occurrences.len() * size_of::<Stands>()) as u64;
        indexed.left_out += left_out;
        indexed.set_flags(has_error);
        self.prepared.left_out += indexed.left_out;
        self.prepared.documents.push(indexed);
    }

    fn finish(mut self) -> Prepared {
        // What the other documents of the index speak for; the first of equals.
        let winner = (0..self.votes.len()).rev().max_by_key(|&index| self.votes[index]).unwrap_or_default();
        for document in std::mem::take(&mut self.undecided) {
            self.decided(document, Encoding::ALL[winner]);
        }
        self.prepared.documents.sort_by(|a, b| a.path.cmp(&b.path));
        self.prepared.mismatched.sort();
        self.prepared
    }

    /// The folder that a `file://` URL names, if it is in the worktree. It is never looked into.
    fn below_worktree(&self, url: &str) -> Option<String> {
        let folder = url.strip_prefix("file://")?;
        let root = self.repository.worktree_root()?.to_str()?;
        let below = folder.strip_prefix(root)?.trim_matches('/');
        (below.is_empty() || is_path(below)).then(|| below.to_owned())
    }
}

fn said(symbol: u32, occurrence: &Occurrence) -> Said {
    let has = |role: SymbolRole| occurrence.symbol_roles & role as i32 != 0;
    let role = if has(SymbolRole::Definition) {
        "definition"
    } else if has(SymbolRole::Import) {
        "import"
    } else if has(SymbolRole::WriteAccess) {
        "write"
    } else {
        "reference"
    };
    Said { symbol, range: Range::of(occurrence), around: Range::around(occurrence), role }
}

/// For an indexer that is not known by its name: what the first of its documents is written in.
fn language(document: &Packed<'_>, path: &str, bytes: &[u8]) -> String {
    match Language::detect(path, Some(bytes)) {
        Some(language) => language.name().to_owned(),
        None => document.language.chars().take(40).collect::<String>().to_lowercase(),
    }
}

/// Whether two texts are the same but for line ends, which git may have normalized.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    let without = |bytes: &'_ [u8]| bytes.iter().copied().filter(|&byte| byte != b'\r').collect::<Vec<u8>>();
    a == b || without(a) == without(b)
}
