//! Parsing: from bytes to a syntax tree.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::ops::{ControlFlow, RangeInclusive};

use tree_sitter::{ParseOptions, ParseState, Parser, Range, Tree};

use super::languages::Row;

/// How many steps of a hundred operations a parser may take, and how many bytes give it one more: the densest source
/// takes one for twenty bytes. There are errors from which a parser would try to recover forever.
const STEPS: usize = 500;
const BYTES_A_STEP: usize = 4;

/// How often a scanner may read the whole source, and how many bytes beyond. Some look for the end of something from
/// every place at which it could start. Of the sane sources that were measured those in most languages are read up to
/// six times, tests in Kotlin up to forty times.
const READINGS: usize = 256;
const BYTES_READ: usize = 4 << 20;

/// A scanner is given so many bytes at a time, so that it is noticed how much it reads: few where it jumps to, for it
/// may want no more of them, and twice as many with each piece that it reads on.
const CHUNKS: RangeInclusive<usize> = 256..=4 << 10;

/// One control character in so many bytes, and at least so many of them: this is no text in any encoding. A parser would
/// recover from an error at every other byte, at a cost that grows with each.
const BYTES_A_CONTROL: usize = 50;
const MIN_CONTROLS: usize = 200;

thread_local! {
    // A parser keeps its buffers: one for each thread serves every file.
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// The syntax tree of a source. The parser always delivers one but where it gets lost in errors; the other limits of
/// SPEC 13.2 are those of the process around it.
pub(super) fn parse(source: &[u8], row: &Row) -> Option<Tree> {
    parse_text(&text(source, row)?, &row.grammar.language, None)
}

/// The same with a grammar that needs no query.
pub(super) fn parse_as(source: &[u8], grammar: &tree_sitter::Language) -> Option<Tree> {
    is_text(source).then(|| readable(source)).and_then(|text| parse_text(&text, grammar, None))
}

/// What the parser is given for a source: a text of the same length. `None` where it is none.
pub(super) fn text<'s>(source: &'s [u8], row: &Row) -> Option<Cow<'s, [u8]>> {
    let text = match (row.rules.readable)(source) {
        Some(source) => Cow::Owned(source),
        None => Cow::Borrowed(source),
    };
    is_text(&text).then(|| match text {
        Cow::Borrowed(text) => readable(text),
        Cow::Owned(text) => Cow::Owned(readable(&text).into_owned()),
    })
}

/// Parses a text, with the help of another version's tree that was told how this one differs.
pub(super) fn parse_text(text: &[u8], grammar: &tree_sitter::Language, other: Option<&Tree>) -> Option<Tree> {
    PARSER.with_borrow_mut(|parser| parse_by(parser, text, grammar, other))
}

/// Parses these ranges of a text, as if the bytes between them were not there.
pub(super) fn parse_with_gaps(text: &[u8], grammar: &tree_sitter::Language, ranges: &[Range]) -> Option<Tree> {
    PARSER.with_borrow_mut(|parser| {
        parser.set_included_ranges(ranges).ok()?;
        let tree = parse_by(parser, text, grammar, None);
        parser.set_included_ranges(&[]).expect("because a whole text has no ranges that could be out of order");
        tree
    })
}

fn parse_by(parser: &mut Parser, text: &[u8], grammar: &tree_sitter::Language, other: Option<&Tree>) -> Option<Tree> {
    parser.set_language(grammar).ok()?;
    let mut steps_left = STEPS + text.len() / BYTES_A_STEP;
    let bytes_left = Cell::new(BYTES_READ + text.len() * READINGS);
    let mut count = |_: &ParseState| match steps_left.checked_sub(1) {
        Some(left) if bytes_left.get() > 0 => {
            steps_left = left;
            ControlFlow::Continue(())
        }
        _ => ControlFlow::Break(()),
    };
    let (mut end, mut size) = (0, *CHUNKS.start());
    // Nobody but the parser can stop a scanner: to one that reads too much the source ends.
    let mut read = |from: usize, _| {
        let rest = text.get(from..).filter(|_| bytes_left.get() > 0).unwrap_or_default();
        size = if from == end { (size * 2).min(*CHUNKS.end()) } else { *CHUNKS.start() };
        let chunk = &rest[..rest.len().min(size)];
        end = from + chunk.len();
        bytes_left.set(bytes_left.get().saturating_sub(chunk.len()));
        chunk
    };
    let options = ParseOptions::new().progress_callback(&mut count);
    let tree = parser.parse_with_options(&mut read, other, Some(options)).filter(|_| bytes_left.get() > 0);
    if tree.is_none() {
        parser.reset();
    }
    tree
}

fn is_text(source: &[u8]) -> bool {
    let is_control = |byte: &u8| matches!(byte, 0x01..=0x08 | 0x0e..=0x1a | 0x1c..=0x1f);
    // Pieces in which their number fits into a byte are counted many bytes at once.
    let counts = source.chunks(usize::from(u8::MAX)).map(|chunk| chunk.iter().map(|it| u8::from(is_control(it))).sum());
    let controls: usize = counts.map(|count: u8| usize::from(count)).sum();
    controls < MIN_CONTROLS || controls * BYTES_A_CONTROL < source.len()
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
