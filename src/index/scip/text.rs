//! The text of a file as an indexer counts it: lines, and columns in code units of one [`Encoding`].
//!
//! SCIP positions are a line from 0 and a column in bytes, in UTF-16 units or in characters. Here they become byte
//! columns, by a walk over the line that is bounded: a long line that is not ASCII has marks every few hundred bytes,
//! so that a million positions in one minified line cost a million short walks.
//!
//! Bytes that are no UTF-8 count as one replacement character for each broken sequence, as decoders have it. A byte
//! order mark is no column to any indexer, but it is bytes to us.

/// What a column counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Encoding {
    Utf8,
    Utf16,
    Utf32,
}

impl Encoding {
    /// In the order in which they win a draw: indexers that do not say run on JavaScript engines or the JVM.
    pub const ALL: [Encoding; 3] = [Encoding::Utf16, Encoding::Utf8, Encoding::Utf32];
}

/// How far apart marks are, in bytes.
const STRIDE: usize = 512;

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// A file's bytes with its lines.
pub(super) struct Text {
    bytes: Vec<u8>,
    lines: Vec<Line>,
}

struct Line {
    start: usize,
    /// Without the line end.
    end: usize,
    is_ascii: bool,
    /// Of a long line that is not ASCII.
    marks: Vec<Mark>,
}

/// How many units there are before a byte of a line.
#[derive(Clone, Copy, Default)]
struct Mark {
    byte: usize,
    utf16: usize,
    utf32: usize,
}

/// A place on a line in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Place {
    /// From 0.
    pub line: u32,
    pub column: u32,
}

impl Text {
    pub fn new(bytes: Vec<u8>) -> Text {
        let mut lines = Vec::new();
        let mut start = 0;
        for piece in bytes.split(|&byte| byte == b'\n') {
            let content = piece.strip_suffix(b"\r").unwrap_or(piece);
            let is_ascii = content.is_ascii();
            let marks = if is_ascii || content.len() <= STRIDE { Vec::new() } else { marks(content) };
            lines.push(Line { start, end: start + content.len(), is_ascii, marks });
            start += piece.len() + 1;
        }
        Text { bytes, lines }
    }

    /// Whether all encodings count alike.
    pub fn is_ascii(&self) -> bool {
        self.lines.iter().all(|line| line.is_ascii)
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// A line without its end; empty where there is none.
    pub fn line(&self, line: u32) -> &[u8] {
        self.lines.get(line as usize).map_or(&[], |line| &self.bytes[line.start..line.end])
    }

    /// Where a column is in bytes; `None` beyond the line or within a character.
    pub fn place(&self, line: u32, column: u32, encoding: Encoding) -> Option<Place> {
        let found = self.lines.get(line as usize)?;
        let column = column as usize;
        let content = &self.bytes[found.start..found.end];
        let lead = if line == 0 && content.starts_with(BOM) { BOM.len() } else { 0 };
        let column = if found.is_ascii || encoding == Encoding::Utf8 {
            let column = column.checked_add(lead).filter(|&column| column <= content.len())?;
            // Continuation bytes are within a character.
            content.get(column).is_none_or(|byte| byte & 0xC0 != 0x80).then_some(column)?
        } else {
            // The mark itself is one unit in both encodings.
            let wanted = if lead > 0 { column.checked_add(1)? } else { column };
            walk(content, &found.marks, wanted, encoding)?
        };
        Some(Place { line, column: u32::try_from(column).ok()? })
    }
}

impl Mark {
    fn units(&self, encoding: Encoding) -> usize {
        match encoding {
            Encoding::Utf8 => self.byte,
            Encoding::Utf16 => self.utf16,
            Encoding::Utf32 => self.utf32,
        }
    }

    /// The place after one more character.
    fn after(&self, bytes: usize, utf16: usize) -> Mark {
        Mark { byte: self.byte + bytes, utf16: self.utf16 + utf16, utf32: self.utf32 + 1 }
    }
}

fn marks(line: &[u8]) -> Vec<Mark> {
    let mut marks = vec![Mark::default()];
    each_character(line, Mark::default(), |here| {
        if here.byte - marks[marks.len() - 1].byte >= STRIDE {
            marks.push(here);
        }
        true
    });
    marks
}

/// The byte at which so many units have passed.
fn walk(line: &[u8], marks: &[Mark], wanted: usize, encoding: Encoding) -> Option<usize> {
    let after = marks.partition_point(|mark| mark.units(encoding) <= wanted);
    let from = after.checked_sub(1).map_or(Mark::default(), |index| marks[index]);
    // Not further than to the next mark: nothing beyond is looked at.
    let end = marks.get(after).map_or(line.len(), |mark| mark.byte);
    let mut found = (from.units(encoding) == wanted).then_some(from.byte);
    each_character(&line[from.byte..end], from, |here| {
        if here.units(encoding) == wanted {
            found = Some(here.byte);
        }
        here.units(encoding) < wanted
    });
    found
}

/// Calls back with the place after each character, while it says so.
fn each_character(bytes: &[u8], mut here: Mark, mut go_on: impl FnMut(Mark) -> bool) {
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            here = here.after(c.len_utf8(), c.len_utf16());
            if !go_on(here) {
                return;
            }
        }
        if !chunk.invalid().is_empty() {
            here = here.after(chunk.invalid().len(), 1);
            if !go_on(here) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(text: &str, line: u32, column: u32, encoding: Encoding) -> Option<u32> {
        Text::new(text.as_bytes().to_vec()).place(line, column, encoding).map(|place| place.column)
    }

    #[test]
    fn columns_of_each_encoding() {
        // é is 2 bytes and 1 unit, 😀 4 bytes and 2 units.
        let text = "a\r\né😀x\n";
        for (encoding, columns) in [
            (Encoding::Utf8, &[Some(0), None, Some(2), None, None, None, Some(6), Some(7), None][..]),
            (Encoding::Utf16, &[Some(0), Some(2), None, Some(6), Some(7), None]),
            (Encoding::Utf32, &[Some(0), Some(2), Some(6), Some(7), None]),
        ] {
            let found: Vec<_> = (0..columns.len() as u32).map(|at| column(text, 1, at, encoding)).collect();
            assert_eq!(found, columns, "{encoding:?}");
            assert_eq!(column(text, 0, 1, encoding), Some(1));
            assert_eq!(column(text, 0, 2, encoding), None, "the line end is no column");
            assert_eq!((column(text, 2, 0, encoding), column(text, 3, 0, encoding)), (Some(0), None));
            assert_eq!(column(text, 1, u32::MAX, encoding), None);
            assert_eq!(column("\u{FEFF}ab", 0, 1, encoding), Some(4), "{encoding:?}");
            assert_eq!(column("\u{FEFF}ab", 0, u32::MAX, encoding), None);
        }
    }

    #[test]
    fn broken_bytes_count_as_one_character_each() {
        let text = Text::new(b"\xffa\xe2\x82b".to_vec());
        let place = |at| text.place(0, at, Encoding::Utf16).map(|place| place.column);
        assert_eq!([0, 1, 2, 3, 4].map(place), [0, 1, 2, 4, 5].map(Some));
    }

    #[test]
    fn long_lines_agree_with_a_plain_walk() {
        let line: String = "é😀x and y, ".repeat(400);
        let text = Text::new(line.clone().into_bytes());
        assert!(text.lines[0].marks.len() > 10);
        let (mut utf16, mut utf32) = (0, 0);
        for (byte, c) in line.char_indices() {
            let byte = byte as u32;
            assert_eq!(text.place(0, utf16, Encoding::Utf16), Some(Place { line: 0, column: byte }));
            assert_eq!(text.place(0, utf32, Encoding::Utf32), Some(Place { line: 0, column: byte }));
            if c.len_utf16() == 2 {
                assert_eq!(text.place(0, utf16 + 1, Encoding::Utf16), None);
            }
            utf16 += c.len_utf16() as u32;
            utf32 += 1;
        }
        assert_eq!(text.place(0, utf16, Encoding::Utf16).map(|place| place.column), Some(line.len() as u32));
        assert_eq!(text.place(0, utf16 + 1, Encoding::Utf16), None);
    }
}
