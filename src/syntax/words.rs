//! Words of a text, without parsing it: runs of letters, digits and underscores, comments and strings included.
//!
//! A word has the same number as the token that an identifier of that spelling becomes in a canonical stream, so that
//! texts can be asked for the tokens of a construct. Identifiers that a language writes with other signs (`@name`) are
//! no words here; whoever asks leaves those tokens out.

use xxhash_rust::xxh64::xxh64;

use super::stream::{Tag, encode};

/// The number of a word.
pub fn number_of(word: &[u8], buffer: &mut Vec<u8>) -> u32 {
    buffer.clear();
    encode(Tag::Word, word, buffer);
    xxh64(buffer, 0) as u32
}

/// A mark of a word, found in one pass over its bytes: nothing but a hint, as two words may have the same, and nothing
/// that is kept.
pub fn mark_of(word: &[u8]) -> u64 {
    finished(word.iter().fold(START, |mark, &byte| step(mark, byte)))
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

/// Tells the mark of every word of a text.
pub fn each_mark(text: &[u8], mut tell: impl FnMut(u64)) {
    let mut bytes = text.iter();
    while let Some(&first) = bytes.find(|&&byte| IS_PART[usize::from(byte)]) {
        let mut mark = step(START, first);
        // What ends a word is no part of the next.
        for &byte in bytes.by_ref() {
            if !IS_PART[usize::from(byte)] {
                break;
            }
            mark = step(mark, byte);
        }
        tell(finished(mark));
    }
}

/// Adds the numbers of all words of a text to `numbers`.
pub fn add_words(text: &[u8], numbers: &mut Vec<u32>) {
    let mut buffer = Vec::with_capacity(64);
    each_word(text, |word| numbers.push(number_of(word, &mut buffer)));
}

const START: u64 = 0xCBF2_9CE4_8422_2325;

fn step(mark: u64, byte: u8) -> u64 {
    (mark ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
}

/// Spreads over all bits what the last bytes did to some.
fn finished(mark: u64) -> u64 {
    let mark = (mark ^ (mark >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mark ^ (mark >> 29)
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
            let (mut marks, mut expected) = (Vec::new(), Vec::new());
            each_mark(text.as_bytes(), |mark| marks.push(mark));
            each_word(text.as_bytes(), |word| expected.push(mark_of(word)));
            assert_eq!(marks, expected, "{text:?}");
        }
    }
}
