//! Broken regions: what the parser could not make sense of.

use std::borrow::Cow;

use tree_sitter::Node;

use super::calls::Calls;
use super::model::{BrokenRegion, Outline};

/// More names than this in one region are not kept: such a file is hardly source.
const MAX_NAMES: usize = 20_000;

/// The region of an error node. Names are read from the bytes, because the parser skips what it cannot use.
pub(super) fn region(node: Node, source: &[u8]) -> BrokenRegion {
    BrokenRegion {
        start_line: node.start_position().row as u32 + 1,
        end_line: node.end_position().row as u32 + 1,
        names: names(&source[node.byte_range()]),
    }
}

fn names(text: &[u8]) -> Vec<String> {
    let words = text.split(|byte| !is_word(*byte));
    let words = words.filter(|word| word.first().is_some_and(|byte| !byte.is_ascii_digit()));
    // In the order of the names themselves: bytes that are no text become the same mark, and sort elsewhere.
    let mut names: Vec<Cow<'_, str>> = words.map(String::from_utf8_lossy).collect();
    names.sort_unstable();
    names.dedup();
    names.truncate(MAX_NAMES);
    names.into_iter().map(Cow::into_owned).collect()
}

fn is_word(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric() || !byte.is_ascii()
}

/// The outline of a source that could not be parsed at all.
pub(super) fn nothing_but_errors(source: &[u8]) -> Outline {
    let lines = source.iter().filter(|byte| **byte == b'\n').count() as u32 + 1;
    let region = BrokenRegion { start_line: 1, end_line: lines, names: names(source) };
    Outline {
        constructs: Vec::new(),
        imports: Vec::new(),
        calls: Calls::default(),
        tokens: Vec::new(),
        broken: vec![region],
    }
}
