//! Pieces of a document in the making: names, places and hashes, put together as an outline.

use std::collections::HashMap;

#[cfg(feature = "documents")]
use tree_sitter::Node;
use xxhash_rust::xxh64::xxh64;

use super::MAX_PIECES;
use crate::syntax::calls::Calls;
use crate::syntax::model::{Bare, Construct, Fingerprint, Kind, Outline, Span};

/// Characters of one part of a name.
#[cfg(feature = "documents")]
const LONGEST: usize = 120;
/// Bytes on each side of a span that go into the identity of a chunk, as for constructs.
const CONTEXT: usize = 64;

/// Collects pieces in the order of the document, a container before what is in it.
pub(super) struct Pieces<'s> {
    source: &'s [u8],
    outline: Outline,
    /// How often a name was given.
    names: HashMap<String, u32>,
}

/// What is known of a piece before it has its full name.
pub(super) struct Piece<'a> {
    pub kind: Kind,
    /// The scope, as a qualname; empty at the top.
    pub scope: &'a str,
    /// The parts of the name below the scope, made safe by [`part`].
    pub name: &'a str,
    pub parent: Option<u32>,
    pub bytes: std::ops::Range<usize>,
    /// From 0.
    pub rows: (usize, usize),
    /// What would make it another sort of thing: the type of a value, the level of a heading.
    pub interface: &'a str,
    pub tokens: &'a [&'a [u8]],
    pub has_error: bool,
}

impl<'s> Pieces<'s> {
    pub fn new(source: &'s [u8]) -> Self {
        let outline = Outline {
            constructs: Vec::new(),
            imports: Vec::new(),
            calls: Calls::default(),
            tokens: Vec::new(),
            broken: Vec::new(),
        };
        Pieces { source, outline, names: HashMap::new() }
    }

    pub fn is_full(&self) -> bool {
        self.outline.constructs.len() >= MAX_PIECES
    }

    #[cfg(feature = "documents")]
    pub fn qualname(&self, piece: u32) -> &str {
        &self.outline.constructs[piece as usize].qualname
    }

    pub fn add(&mut self, piece: &Piece<'_>) -> u32 {
        let bare =
            if piece.scope.is_empty() { piece.name.to_owned() } else { format!("{}.{}", piece.scope, piece.name) };
        let count = self.names.entry(bare.clone()).or_insert(0);
        *count += 1;
        let qualname = if *count == 1 { bare.clone() } else { format!("{bare}#{count}") };
        let first = self.outline.tokens.len() as u32;
        self.outline.tokens.extend(piece.tokens.iter().map(|token| xxh64(token, 0) as u32));
        let (start, end) = (piece.bytes.start, piece.bytes.end);
        let before = &self.source[start.saturating_sub(CONTEXT)..start];
        let after = &self.source[end..self.source.len().min(end + CONTEXT)];
        let interface = Fingerprint::of("codesub document interface 1", [piece.interface.as_bytes()]);
        let line = |row: usize| row as u32 + 1;
        self.outline.constructs.push(Construct {
            kind: piece.kind,
            role: None,
            bare: Bare::new(&qualname, &bare, crate::syntax::qualname::last_part(piece.name)),
            qualname,
            parent: piece.parent,
            span: Span { start: start as u32, end: end as u32 },
            start_line: line(piece.rows.0),
            end_line: line(piece.rows.1),
            definition_line: line(piece.rows.0),
            interface_hash: interface,
            bare_interface_hash: interface,
            body_hash: Fingerprint::of("codesub document body 1", piece.tokens.iter().copied()),
            doc_hash: None,
            interface_weight: 0,
            body: Span { start: first, end: self.outline.tokens.len() as u32 },
            is_private: false,
            has_parse_error: piece.has_error,
            base_classes: Vec::new(),
            signature: None,
            span_hash: xxh64(&self.source[start..end], 0),
            pre_hash: xxh64(before, 0),
            post_hash: xxh64(after, 0),
        });
        (self.outline.constructs.len() - 1) as u32
    }

    /// Notes what the parser could not make sense of: what is missing may be in there.
    #[cfg(feature = "documents")]
    pub fn note_errors(&mut self, root: Node<'_>) {
        if !root.has_error() {
            return;
        }
        let mut cursor = root.walk();
        let mut down = true;
        loop {
            let node = cursor.node();
            if down && (node.is_error() || node.is_missing()) {
                self.outline.broken.push(crate::syntax::broken::region(node, self.source));
            }
            // Only where there are errors, and not into one.
            if down && node.has_error() && !node.is_error() && cursor.goto_first_child() {
                continue;
            }
            down = cursor.goto_next_sibling();
            if !down && !cursor.goto_parent() {
                return;
            }
        }
    }

    pub fn finish(self) -> Outline {
        self.outline
    }
}

/// One part of a name: what would be taken for structure stands in parentheses.
#[cfg(feature = "documents")]
pub(super) fn part(text: &str) -> String {
    let mut words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = words.char_indices().nth(LONGEST) {
        // Long names that begin alike are still two.
        let rest = xxh64(words.as_bytes(), 0) as u32;
        words.truncate(end);
        words = format!("{words}…{rest:08x}");
    }
    if !words.is_empty() && !words.contains(['.', '(', ')', '@', '#']) {
        return words;
    }
    format!("({})", words.replace('(', "[").replace(')', "]"))
}
