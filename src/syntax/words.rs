//! Words of a text, without parsing it: runs of letters, digits and underscores, comments and strings included.
//!
//! A word has the same number as the token that an identifier of that spelling becomes in a canonical stream, so that
//! texts can be asked for the tokens of a construct. Identifiers that a language writes with other signs (`@name`) are
//! no words here; whoever asks leaves those tokens out.

use xxhash_rust::xxh3::xxh3_64;
use xxhash_rust::xxh64::xxh64;

use super::stream::{Tag, encode};

/// The number of a word.
pub fn number_of(word: &[u8], buffer: &mut Vec<u8>) -> u32 {
    buffer.clear();
    encode(Tag::Word, word, buffer);
    xxh64(buffer, 0) as u32
}

/// A mark of a word, found faster than its number: nothing but a hint, as two words may have the same, and nothing that is
/// kept.
pub fn mark_of(word: &[u8]) -> u64 {
    xxh3_64(word)
}

/// Tells every word of a text.
pub fn each_word<'t>(text: &'t [u8], mut tell: impl FnMut(&'t [u8])) {
    let mut rest = text;
    while let Some(start) = rest.iter().position(|&byte| IS_PART[usize::from(byte)]) {
        let word = &rest[start..];
        let end = word.iter().position(|&byte| !IS_PART[usize::from(byte)]).unwrap_or(word.len());
        tell(&word[..end]);
        rest = &word[end..];
    }
}

/// Tells the mark of every word of a text. Where words start and end is found for many bytes at once: whoever asks byte by
/// byte guesses wrong at every end.
pub fn each_mark(text: &[u8], mut tell: impl FnMut(u64)) {
    const BYTES: usize = u64::BITS as usize;
    let mut start = None;
    for (number, block) in text.chunks(BYTES).enumerate() {
        // A bit for each byte, the first one lowest.
        let parts = block.iter().rev().fold(0, |parts, &byte| parts << 1 | u64::from(IS_PART[usize::from(byte)]));
        let mut edges = parts ^ (parts << 1 | u64::from(start.is_some()));
        while edges != 0 {
            let at = number * BYTES + edges.trailing_zeros() as usize;
            edges &= edges - 1;
            match start.take() {
                None => start = Some(at),
                Some(start) => tell(mark_of(&text[start..at])),
            }
        }
    }
    if let Some(start) = start {
        tell(mark_of(&text[start..]));
    }
}

/// Adds the numbers of all words of a text to `numbers`.
pub fn add_words(text: &[u8], numbers: &mut Vec<u32>) {
    let mut buffer = Vec::with_capacity(64);
    each_word(text, |word| numbers.push(number_of(word, &mut buffer)));
}

/// Whether a byte is part of a word: every byte of every changed file is asked.
const IS_PART: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = byte >= 0x80 || byte == b'_' as usize || (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{Language, outline};

    #[test]
    fn have_the_numbers_of_the_tokens() {
        let source = b"def total(prices, rate):\n    return sum(prices) * (1 + rate)  # net\n";
        let outline = outline(source, Language::by_name("python").expect("a language"));
        let mut words = Vec::new();
        add_words(source, &mut words);
        let number = |word: &str| number_of(word.as_bytes(), &mut Vec::new());
        for word in ["prices", "rate", "sum"] {
            assert!(outline.tokens.contains(&number(word)) && words.contains(&number(word)), "{word}");
        }
        assert!(words.contains(&number("net")) && !outline.tokens.contains(&number("net")), "a comment has words");
        assert!(!outline.tokens.contains(&number("return")), "a keyword is another token");
    }

    #[test]
    fn have_the_marks_of_the_text() {
        for text in ["", " ", "a", "a ", " a", "one two_2\n\tthr\u{e9}e(x)x", "x\n"] {
            // Words end before, at and behind the ends of blocks, and go over several.
            for (word, space) in (0..70).map(|length| (length, 1)).chain([(63, 2), (64, 64), (200, 60)]) {
                let text = format!("{text}{}{}{text}", "w".repeat(word), " ".repeat(space));
                let (mut marks, mut expected) = (Vec::new(), Vec::new());
                each_mark(text.as_bytes(), |mark| marks.push(mark));
                each_word(text.as_bytes(), |word| expected.push(mark_of(word)));
                assert_eq!(marks, expected, "{text:?}");
            }
        }
    }
}
