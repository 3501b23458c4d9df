//! Traces: the words that a change leaves in a file, those that it brought and those that it took away.
//!
//! Code that moves takes its words along, so the words of the lines that a file gained or lost say without parsing what
//! can have moved there or gone from there. A line counts as often as it occurs, without the white space around it.

use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hasher as _};

use crate::syntax::words::add_words;

/// Sorted numbers of words, each once.
pub type Words = Vec<u32>;

/// The words of one changed file.
pub struct Traces {
    /// Of the whole new text.
    pub now: Words,
    /// Of the lines that only the new text has, and of those that only the old one has.
    pub gained: Words,
    pub lost: Words,
}

impl Traces {
    pub fn new(old: &[u8], new: &[u8]) -> Self {
        let mut now = Words::new();
        add_words(new, &mut now);
        let (old, new) = differing(old, new);
        let (mut gained, mut lost) = (Words::new(), Words::new());
        let (old, new) = (sorted(old), sorted(new));
        let (mut left, mut right) = (old.iter().peekable(), new.iter().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(one), Some(other)) => one.cmp(other),
            };
            // A line that both have, as often, is neither gained nor lost.
            let (one, other) = (left.next_if(|_| order.is_le()), right.next_if(|_| order.is_ge()));
            match (one, other) {
                (Some((_, line)), None) => add_words(line, &mut lost),
                (None, Some((_, line))) => add_words(line, &mut gained),
                _ => {}
            }
        }
        let [now, gained, lost] = [now, gained, lost].map(|words| {
            let mut words = distinct(words);
            words.shrink_to_fit();
            words
        });
        Traces { now, gained, lost }
    }

    pub fn len(&self) -> usize {
        self.now.len() + self.gained.len() + self.lost.len()
    }
}

/// The words of a text.
pub fn words_of(text: &[u8]) -> Words {
    distinct(all_words(text))
}

/// The words of a text in their order, each as often as it occurs.
pub fn all_words(text: &[u8]) -> Vec<u32> {
    let mut words = Vec::new();
    add_words(text, &mut words);
    words
}

pub fn distinct(mut words: Words) -> Words {
    words.sort_unstable();
    words.dedup();
    words
}

pub fn has(words: &Words, word: u32) -> bool {
    words.binary_search(&word).is_ok()
}

/// The same in every run, and nothing that is kept.
pub fn hash_of(text: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(text);
    hasher.finish()
}

/// The lines of a text, by their hashes.
fn sorted(text: &[u8]) -> Vec<(u64, &[u8])> {
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let mut lines: Vec<(u64, &[u8])> = lines.map(|line| (hash_of(line), line)).collect();
    lines.sort_unstable();
    lines
}

/// What is between the lines that both texts start with and those that both end with.
fn differing<'a>(old: &'a [u8], new: &'a [u8]) -> (&'a [u8], &'a [u8]) {
    let same = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let start = old[..same].iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let (old, new) = (&old[start..], &new[start..]);
    let same = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let tail = &old[old.len() - same..];
    let end = tail.iter().position(|&byte| byte == b'\n').map_or(0, |newline| tail.len() - newline);
    (&old[..old.len() - end], &new[..new.len() - end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Words {
        words_of(text.as_bytes())
    }

    fn of(old: &str, new: &str) -> [Words; 3] {
        let Traces { now, gained, lost } = Traces::new(old.as_bytes(), new.as_bytes());
        [now, gained, lost]
    }

    #[test]
    fn are_the_words_of_lines_that_came_and_went() {
        let old = "a b\nc d\nsame\n    e f\nend\n";
        let new = "a b\nx y\nsame\ne f\nend\n";
        assert_eq!(of(old, new), [words(new), words("x y"), words("c d")]);
        assert_eq!(of("", new), [words(new), words(new), words("")]);
        assert_eq!(of(old, ""), [words(""), words(""), words(old)]);
        assert_eq!(of(old, old), [words(old), words(""), words("")]);
        assert_eq!(of("a", "a b"), [words("a b"), words("a b"), words("a")]);
        assert_eq!(of("x\na\nx\n", "x\na\na\nx\n"), [words("x a"), words("a"), words("")], "a line more");
        assert_eq!(of("b\na\n", "a\nb\n"), [words("a b"), words(""), words("")], "moved within the file");
    }
}
