//! Parsing: from bytes to a syntax tree.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::ControlFlow;

use tree_sitter::{ParseOptions, ParseState, Parser, Tree};

use super::languages::Row;

/// How many steps of a hundred operations a parser may take, and how many bytes give it one more: the densest source
/// takes one for twenty bytes. There are errors from which a parser would try to recover forever.
const STEPS: usize = 500;
const BYTES_A_STEP: usize = 4;

thread_local! {
    // A parser keeps its buffers: one for each thread serves every file.
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// The syntax tree of a source. The parser always delivers one but where it gets lost in errors; the other limits of
/// SPEC 13.2 are those of the process around it.
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
        let text = readable(source);
        let text: &[u8] = text.as_ref();
        let mut steps_left = STEPS + text.len() / BYTES_A_STEP;
        let mut count = |_: &ParseState| match steps_left.checked_sub(1) {
            Some(left) => {
                steps_left = left;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        };
        let options = ParseOptions::new().progress_callback(&mut count);
        let tree = parser.parse_with_options(&mut |from, _| text.get(from..).unwrap_or_default(), None, Some(options));
        if tree.is_none() {
            parser.reset();
        }
        tree
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
