//! Around: what a file holds outside of passages whose text is known.
//!
//! A *passage* is a construct, whole lines of it, that stands in a file byte by byte as it stood in another version, in
//! which it had no error. What it looks like is known, so the bodies of its functions are passed over: the parser reads a
//! few bytes in their place. Everything around them is parsed, and so are the heads of the functions. So the outline has
//! every construct of the file at its very place, with its interface. The body of one that holds no part of a passage has its
//! hash; tokens, calls and imports are left out, for those of the passages would be missing.
//!
//! **Why it holds.** Where the text with its gaps has no error, take the first passage: up to its first gap the parser reads
//! what it would read without gaps. Whoever asks must look whether the outline has the construct there, from the first line
//! of the passage to the last; if so, the parser is where a statement may start, as it was in the other version, and from
//! there it would read the same bytes. It would leave the passage as it did there unless what follows belongs to it, and
//! then the construct ends on another line, or there is an error. So the text behind it is read as it would be, and the next
//! passage is the first. If a single passage is not where its construct is, nothing holds, and all of the text has to be
//! parsed; so it has where there is any error, for then what becomes of a construct depends on all that is around.
//!
//! What it leaves out are the limits of the parser: of a text that is too much for it as a whole, the rest around some
//! passages may not be.

use std::ops::Range;

use tree_sitter::Point;

use super::calls::Calls;
use super::language::Language;
use super::model::{Outline, Span};
use super::{outline, outline_of, parse};

/// More passages of a file are not looked at, the largest ones are.
pub const MOST_PASSAGES: usize = 256;

/// What a source holds.
pub enum Outlined {
    /// All of it.
    Whole(Outline),
    /// All but what its passages hold.
    Around(Outline),
}

/// What a source holds around passages, or all of it where that cannot be told.
pub fn outline_around(source: &[u8], language: Language, passages: &[Span]) -> Outlined {
    let bodies = bodies(source, language, passages);
    let around = (!bodies.is_empty()).then(|| around(source, language, &bodies)).flatten();
    around.map_or_else(|| Outlined::Whole(outline(source, language)), Outlined::Around)
}

fn around(source: &[u8], language: Language, bodies: &[Range<usize>]) -> Option<Outline> {
    let row = language.row();
    let stand_in = row.rules.passed_over?.stand_in;
    let mut text = parse::text(source, row)?.into_owned();
    let mut gaps = Vec::with_capacity(bodies.len());
    for body in bodies {
        let (before, after) = stand_in;
        let gap = body.start + before.len()..body.end - after.len();
        text[body.start..gap.start].copy_from_slice(before);
        text[gap.end..body.end].copy_from_slice(after);
        gaps.push(gap);
    }
    let tree = parse::parse_with_gaps(&text, &row.grammar.language, &ranges(&text, &gaps))?;
    (!tree.root_node().has_error()).then(|| places(outline_of(source, Some(&tree), language)))
}

/// An outline without what depends on bodies.
fn places(mut outline: Outline) -> Outline {
    for construct in &mut outline.constructs {
        construct.body = Span { start: 0, end: 0 };
    }
    Outline {
        constructs: outline.constructs,
        imports: Vec::new(),
        calls: Calls::default(),
        tokens: Vec::new(),
        broken: Vec::new(),
    }
}

/// The bodies in passages, in order and apart.
fn bodies(source: &[u8], language: Language, passages: &[Span]) -> Vec<Range<usize>> {
    let rules = &language.row().rules;
    let Some(passed_over) = rules.passed_over else { return Vec::new() };
    let mut passages = passages.to_vec();
    passages.sort_unstable_by_key(|passage| (passage.start, std::cmp::Reverse(passage.end)));
    let (mut bodies, mut end) = (Vec::new(), 0);
    for passage in passages {
        let range = passage.start as usize..passage.end as usize;
        // One within another is passed over with it.
        let Some(code) = source.get(range.clone()).filter(|_| range.start >= end) else { continue };
        let found = (passed_over.bodies)(code, rules.initializers);
        bodies.extend(found.into_iter().map(|body| body.start + range.start..body.end + range.start));
        end = range.end;
    }
    bodies
}

/// What is read: the text without the gaps.
fn ranges(text: &[u8], gaps: &[Range<usize>]) -> Vec<tree_sitter::Range> {
    let (mut row, mut line_start, mut seen) = (0, 0, 0);
    let mut point = |at: usize| {
        for line_break in memchr::memchr_iter(b'\n', &text[seen..at]) {
            row += 1;
            line_start = seen + line_break + 1;
        }
        seen = at;
        Point::new(row, at - line_start)
    };
    let starts = std::iter::once(0).chain(gaps.iter().map(|gap| gap.end));
    let ends = gaps.iter().map(|gap| gap.start).chain(std::iter::once(text.len()));
    let range = |(start_byte, end_byte): (usize, usize)| {
        let (start_point, end_point) = (point(start_byte), point(end_byte));
        tree_sitter::Range { start_byte, end_byte, start_point, end_point }
    };
    starts.zip(ends).map(range).collect()
}

#[cfg(test)]
mod tests;
