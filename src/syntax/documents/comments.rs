//! Comments and docstrings of source files.
//!
//! Comments on neighbouring lines are one. A comment belongs to the construct right after it, else to the innermost one
//! around it, and is named after that: `Service.login.(comment)`. Its body is its words, without its marks.

use tree_sitter::{Node, Tree};

use super::pieces::{Piece, Pieces};
use crate::syntax::languages::Row;
use crate::syntax::model::{Construct, Kind, Outline};

/// A comment or a docstring.
struct Found {
    kind: Kind,
    bytes: std::ops::Range<usize>,
    rows: (usize, usize),
}

/// The comments of a source, given its constructs.
pub(in crate::syntax) fn outline(source: &[u8], tree: &Tree, row: &Row, code: &Outline) -> Outline {
    let mut pieces = Pieces::new(source);
    let scopes = Scopes::new(&code.constructs);
    for found in find(source, tree, row) {
        if pieces.is_full() {
            break;
        }
        let tokens = words(&source[found.bytes.clone()]);
        if tokens.is_empty() {
            continue;
        }
        let scope = scopes.of(source, &found).map_or("", |construct| construct.qualname.as_str());
        pieces.add(&Piece {
            kind: found.kind,
            scope,
            name: if found.kind == Kind::Field { "(docstring)" } else { "(comment)" },
            parent: None,
            bytes: found.bytes.clone(),
            rows: found.rows,
            interface: "",
            tokens: &tokens,
            has_error: false,
        });
    }
    pieces.finish()
}

/// Every comment and docstring, in order.
fn find(source: &[u8], tree: &Tree, row: &Row) -> Vec<Found> {
    let mut all: Vec<Found> = Vec::new();
    let mut cursor = tree.walk();
    let mut down = true;
    loop {
        let node = cursor.node();
        let kind = if down { sort(node, row) } else { None };
        if let Some(kind) = kind {
            let rows = (node.start_position().row, last_row(node));
            let found = Found { kind, bytes: node.byte_range(), rows };
            match all.last_mut() {
                Some(last) if last.kind == kind && kind == Kind::Variable && continues(source, last, &found) => {
                    last.bytes.end = found.bytes.end;
                    last.rows.1 = found.rows.1;
                }
                _ => all.push(found),
            }
        } else if down && cursor.goto_first_child() {
            continue;
        }
        down = cursor.goto_next_sibling();
        if !down && !cursor.goto_parent() {
            return all;
        }
    }
}

fn sort(node: Node<'_>, row: &Row) -> Option<Kind> {
    let kind = node.kind();
    if row.rules.comments.contains(&kind) {
        return Some(Kind::Variable);
    }
    let is_doc = row.rules.doc_statement == Some(kind)
        && node.named_child_count() == 1
        && node.named_child(0).is_some_and(|child| child.kind().contains("string"));
    is_doc.then_some(Kind::Field)
}

fn last_row(node: Node<'_>) -> usize {
    let end = node.end_position();
    if end.column == 0 && end.row > node.start_position().row { end.row - 1 } else { end.row }
}

/// Whether a comment stands on the line below another, with nothing else before it.
fn continues(source: &[u8], above: &Found, below: &Found) -> bool {
    let between = &source[above.bytes.end.min(below.bytes.start)..below.bytes.start];
    below.rows.0 == above.rows.1 + 1 && between.iter().all(u8::is_ascii_whitespace) && starts_line(source, above)
}

fn starts_line(source: &[u8], found: &Found) -> bool {
    let before = &source[..found.bytes.start];
    let line = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    before[line..].iter().all(u8::is_ascii_whitespace)
}

/// Looks up what a comment belongs to.
struct Scopes<'c> {
    /// By where they start, containers before what is in them.
    constructs: Vec<&'c Construct>,
}

impl<'c> Scopes<'c> {
    fn new(constructs: &'c [Construct]) -> Self {
        let mut constructs: Vec<&Construct> = constructs.iter().collect();
        constructs.sort_by_key(|construct| (construct.span.start, std::cmp::Reverse(construct.span.end)));
        Scopes { constructs }
    }

    fn of(&self, source: &[u8], found: &Found) -> Option<&'c Construct> {
        let next = self.constructs.partition_point(|construct| (construct.span.start as usize) < found.bytes.start);
        let before_next = self.constructs.get(next).filter(|construct| {
            let between = source.get(found.bytes.end..construct.span.start as usize).unwrap_or(b"x");
            found.kind == Kind::Variable
                && between.iter().all(u8::is_ascii_whitespace)
                && between.iter().filter(|byte| **byte == b'\n').count() <= 1
        });
        // The one that starts last among those around it is the innermost.
        let around = || {
            let candidates = self.constructs[..next].iter().rev().take(MOST_LOOKED_AT);
            candidates.into_iter().find(|construct| construct.span.end as usize >= found.bytes.end)
        };
        before_next.or_else(around).copied()
    }
}

/// Constructs before a comment that are looked at; whoever nests or lists more has its comments at the top.
const MOST_LOOKED_AT: usize = 2000;

/// The words of a comment without the marks that make it one.
fn words(text: &[u8]) -> Vec<&[u8]> {
    let is_mark = |byte: &u8| b"/*#!-;\"'".contains(byte);
    let words = text.split(u8::is_ascii_whitespace).map(move |word| {
        let start = word.iter().take_while(|byte| is_mark(byte)).count();
        let end = word.len() - word[start..].iter().rev().take_while(|byte| b"*/\"'".contains(byte)).count();
        &word[start..end.max(start)]
    });
    words.filter(|word| !word.is_empty()).collect()
}
