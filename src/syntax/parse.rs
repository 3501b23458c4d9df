//! Parsing: from bytes to a syntax tree.

use std::borrow::Cow;
use std::cell::RefCell;

use tree_sitter::{Parser, Tree};

use super::languages::Row;

thread_local! {
    // A parser keeps its buffers: one for each thread serves every file.
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// The syntax tree of a source. Without a time limit the parser always delivers one; the limits of SPEC 13.2 are those
/// of the process around it.
pub(super) fn parse(source: &[u8], row: &Row) -> Option<Tree> {
    match (row.rules.readable)(source) {
        Some(source) => parse_as(&source, &row.grammar.language),
        None => parse_as(source, &row.grammar.language),
    }
}

/// The same with a grammar that needs no query.
pub(super) fn parse_as(source: &[u8], grammar: &tree_sitter::Language) -> Option<Tree> {
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(grammar).ok()?;
        parser.parse(readable(source).as_ref(), None)
    })
}

/// Bytes that are no UTF-8 are errors to the parser even within comments and strings. A letter in their place keeps
/// every offset and parses wherever text can stand; what is hashed are the real bytes.
pub(super) fn readable(source: &[u8]) -> Cow<'_, [u8]> {
    if std::str::from_utf8(source).is_ok() {
        return Cow::Borrowed(source);
    }
    let mut readable = Vec::with_capacity(source.len());
    for chunk in source.utf8_chunks() {
        readable.extend_from_slice(chunk.valid().as_bytes());
        readable.resize(readable.len() + chunk.invalid().len(), b'_');
    }
    Cow::Owned(readable)
}
