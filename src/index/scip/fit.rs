//! Whether what an indexer said of a file fits the file's text.
//!
//! Two questions have one answer. Which [`Encoding`] do columns count in, where the index does not say? And was this very
//! text indexed, or another version of it? Where a symbol is used by its own name, that name must stand there: the
//! encoding is the one in which it does most often, and a text in which it mostly does not is another version.
//!
//! Not everything can be compared: modules and constructors have names that nobody writes, and a symbol imported under
//! another name has that name. So a place counts three ways:
//!
//! | fit | the text there | |
//! |---|---|---|
//! | [`Fit::Name`] | is the symbol's name | proves it |
//! | [`Fit::Word`] | is whole words: an alias, `super`, an operator | proves nothing |
//! | [`Fit::Broken`] | cuts a word in two, or is not there at all | proves the contrary, and is left out |

use ::scip::types::occurrence::{Typed_enclosing_range, Typed_range};
use ::scip::types::{Occurrence, PositionEncoding};

use super::symbol::Symbol;
use super::text::{Encoding, Place, Text};

/// How the text at a place fits the symbol that is said to be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    Name,
    Word,
    Broken,
}

/// A range as an indexer gave it: lines from 0, columns in units of some encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    pub start: (u32, u32),
    pub end: (u32, u32),
}

impl Range {
    /// Where an occurrence is; `None` where its numbers are no range.
    pub fn of(occurrence: &Occurrence) -> Option<Range> {
        match &occurrence.typed_range {
            _ if !occurrence.range.is_empty() => Range::new(&occurrence.range),
            Some(Typed_range::SingleLineRange(range)) => {
                Range::new(&[range.line, range.start_character, range.end_character])
            }
            Some(Typed_range::MultiLineRange(range)) => {
                Range::new(&[range.start_line, range.start_character, range.end_line, range.end_character])
            }
            _ => None,
        }
    }

    /// Where all of what it defines is.
    pub fn around(occurrence: &Occurrence) -> Option<Range> {
        match &occurrence.typed_enclosing_range {
            _ if !occurrence.enclosing_range.is_empty() => Range::new(&occurrence.enclosing_range),
            Some(Typed_enclosing_range::SingleLineEnclosingRange(range)) => {
                Range::new(&[range.line, range.start_character, range.end_character])
            }
            Some(Typed_enclosing_range::MultiLineEnclosingRange(range)) => {
                Range::new(&[range.start_line, range.start_character, range.end_line, range.end_character])
            }
            _ => None,
        }
    }

    fn new(numbers: &[i32]) -> Option<Range> {
        let number = |index: usize| u32::try_from(numbers[index]).ok();
        let (start, end) = match numbers.len() {
            3 => ((number(0)?, number(1)?), (number(0)?, number(2)?)),
            4 => ((number(0)?, number(1)?), (number(2)?, number(3)?)),
            _ => return None,
        };
        (start <= end).then_some(Range { start, end })
    }

    /// The same in bytes; `None` where the text has no such place.
    pub fn places(&self, text: &Text, encoding: Encoding) -> Option<(Place, Place)> {
        let start = text.place(self.start.0, self.start.1, encoding)?;
        let end = text.place(self.end.0, self.end.1, encoding)?;
        (start <= end).then_some((start, end))
    }
}

/// How a range fits a text.
pub(super) fn fit(text: &Text, symbol: &Symbol, places: Option<(Place, Place)>) -> Fit {
    let Some((start, end)) = places else { return Fit::Broken };
    // Nothing is written there: a module at the start of its file, a constructor that nobody wrote.
    if start == end {
        return Fit::Word;
    }
    let (first, last) = (text.line(start.line), text.line(end.line));
    let (from, to) = (start.column as usize, end.column as usize);
    let written = if start.line == end.line { &first[from..to] } else { &first[from..] };
    if symbol.is_written() && is_name(written, symbol.name().as_bytes()) {
        return Fit::Name;
    }
    let cuts = |line: &[u8], at: usize| is_word(last_char(&line[..at])) && is_word(first_char(&line[at..]));
    if cuts(first, from) || cuts(last, to) { Fit::Broken } else { Fit::Word }
}

/// Whether a text is a name, in quotes perhaps, or starts with it as in `name as other`.
fn is_name(text: &[u8], name: &[u8]) -> bool {
    let unquoted = match text {
        [quote @ (b'"' | b'\'' | b'`'), inner @ .., last] if quote == last => inner,
        _ => text,
    };
    unquoted == name || text.strip_prefix(name).is_some_and(|rest| !is_word(first_char(rest)))
}

fn is_word(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_alphanumeric() || c == '_')
}

fn first_char(bytes: &[u8]) -> Option<char> {
    bytes[..bytes.len().min(4)].utf8_chunks().next()?.valid().chars().next()
}

fn last_char(bytes: &[u8]) -> Option<char> {
    // A character has at most four bytes; whatever is cut before it is of no interest.
    let tail = &bytes[bytes.len().saturating_sub(4)..];
    tail.utf8_chunks().filter(|chunk| chunk.invalid().is_empty()).last()?.valid().chars().next_back()
}

/// The tally of a document in one encoding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tally {
    all: u32,
    broken: u32,
    /// Places where the name is to be expected, and those where it stands.
    written: u32,
    named: u32,
    /// The same for definitions alone.
    defined: u32,
    defined_named: u32,
}

impl Tally {
    /// Counts everything that a document says in one encoding.
    pub fn of<'a>(
        text: &Text,
        said: impl Iterator<Item = (&'a Symbol, Option<Range>, bool)>,
        encoding: Encoding,
    ) -> Tally {
        let mut tally = Tally::default();
        for (symbol, range, is_definition) in said {
            let places = range.and_then(|range| range.places(text, encoding));
            let fit = fit(text, symbol, places);
            tally.all += 1;
            tally.broken += u32::from(fit == Fit::Broken);
            let is_empty = places.is_some_and(|(start, end)| start == end);
            if symbol.is_written() && !is_empty {
                tally.written += 1;
                tally.named += u32::from(fit == Fit::Name);
                tally.defined += u32::from(is_definition);
                tally.defined_named += u32::from(is_definition && fit == Fit::Name);
            }
        }
        tally
    }

    /// Whether this text was indexed: hardly anything is broken, what it defines is there but for names that an
    /// indexer made up, and most of what it uses is there but for aliases.
    pub fn fits(&self) -> bool {
        self.broken * 20 <= self.all && self.defined_named * 4 >= self.defined * 3 && self.named * 2 >= self.written
    }

    /// More is better.
    pub fn score(&self) -> i64 {
        i64::from(self.named) - i64::from(self.broken)
    }
}

/// What an index says of its columns; `None` where it does not say.
pub(super) fn declared(encoding: PositionEncoding) -> Option<Encoding> {
    match encoding {
        PositionEncoding::UTF8CodeUnitOffsetFromLineStart => Some(Encoding::Utf8),
        PositionEncoding::UTF16CodeUnitOffsetFromLineStart => Some(Encoding::Utf16),
        PositionEncoding::UTF32CodeUnitOffsetFromLineStart => Some(Encoding::Utf32),
        PositionEncoding::UnspecifiedPositionEncoding => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(line: &str, start: u32, end: u32, name: &str) -> Fit {
        let text = Text::new(line.as_bytes().to_vec());
        let symbol = Symbol::read(&format!("s . . . `{name}`.")).expect("a symbol");
        let range = Range { start: (0, start), end: (0, end) };
        fit(&text, &symbol, range.places(&text, Encoding::Utf32))
    }

    #[test]
    fn names_words_and_broken_places() {
        assert_eq!(fits("x = net(1)", 4, 7, "net"), Fit::Name);
        assert_eq!(fits("import net as n", 7, 15, "net"), Fit::Name);
        assert_eq!(fits("{ \"net\": 1 }", 2, 7, "net"), Fit::Name);
        assert_eq!(fits("x = brutto(1)", 4, 10, "net"), Fit::Word);
        assert_eq!(fits("x = networth(1)", 4, 7, "other"), Fit::Broken);
        assert_eq!(fits("größe = 1", 2, 5, "net"), Fit::Broken);
        assert_eq!(fits("😀net", 1, 4, "x"), Fit::Word, "an emoji is no part of a word");
        assert_eq!(fits("x", 0, 2, "x"), Fit::Broken);
        assert_eq!(fits("x", 0, 0, "y"), Fit::Word);
        assert_eq!(fits("a + b", 2, 3, "operator+"), Fit::Word);
    }

    #[test]
    fn numbers_that_are_no_range() {
        for numbers in [&[][..], &[1], &[1, 2], &[1, 5, 4], &[-1, 0, 0], &[1, 0, 0, 9], &[0, 0, 0, 0, 0], &[1, -2, 3]] {
            assert_eq!(Range::new(numbers), None, "{numbers:?}");
        }
        assert_eq!(Range::new(&[1, 2, 3]), Some(Range { start: (1, 2), end: (1, 3) }));
        assert_eq!(Range::new(&[1, 2, 3, 0]), Some(Range { start: (1, 2), end: (3, 0) }));
        let far = Range::new(&[i32::MAX, i32::MAX, i32::MAX]).expect("a range");
        assert_eq!(far.places(&Text::new(b"a".to_vec()), Encoding::Utf16), None);
    }
}
