//! Traces: the words that a change leaves in a file, those that it brought and those that it took away.
//!
//! Code that moves takes its words along, so the words of the lines that a file gained or lost say without parsing what
//! can have moved there or gone from there. A line counts as often as it occurs, without the white space around it.
//!
//! [`Traces`] are exact, and take as long as a tenth of parsing; [`Rough`](super::rough::Rough) ones are asked first.

use std::cmp::Ordering;

use memchr::memchr_iter;
use xxhash_rust::xxh3::xxh3_64;

use crate::syntax::words::{add_words, each_word, mark_of, number_of};

/// Sorted numbers of words, each once.
pub type Words = Vec<u32>;

/// A word, as exact and as rough traces know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Word {
    pub number: u32,
    /// `None` where two words have one number: it says nothing of which they are.
    pub mark: Option<u64>,
}

impl Word {
    pub fn new(word: &[u8]) -> Self {
        Word { number: number_of(word, &mut Vec::new()), mark: Some(mark_of(word)) }
    }
}

/// What is known of the words of one changed file.
pub trait Held {
    /// Whether the new text has that word.
    fn now(&self, word: Word) -> bool;
    /// Whether a line has it that only the new text has.
    fn gained(&self, word: Word) -> bool;
    /// Whether a line has it that only the old text has.
    fn lost(&self, word: Word) -> bool;
    /// Whether words stand in the new text one after the other, with at most `gap` others between two of them.
    fn follow(&self, words: &[u32], gap: usize) -> bool;
}

/// The words of one changed file.
pub struct Traces {
    /// All words of the new text, in their order.
    text: Vec<u32>,
    now: Words,
    gained: Words,
    lost: Words,
}

impl Traces {
    pub fn new(old: &[u8], new: &[u8]) -> Self {
        let mut text = Vec::new();
        add_words(new, &mut text);
        let (mut gained, mut lost) = (Words::new(), Words::new());
        differing_lines(old, new, |line| add_words(line, &mut gained), |line| add_words(line, &mut lost));
        Traces { now: distinct(text.clone()), text, gained: distinct(gained), lost: distinct(lost) }
    }
}

impl Held for Traces {
    fn now(&self, word: Word) -> bool {
        has(&self.now, word.number)
    }

    fn gained(&self, word: Word) -> bool {
        has(&self.gained, word.number)
    }

    fn lost(&self, word: Word) -> bool {
        has(&self.lost, word.number)
    }

    fn follow(&self, words: &[u32], gap: usize) -> bool {
        let Some((first, rest)) = words.split_first() else { return true };
        let starts = self.text.iter().enumerate().filter(|(_, word)| *word == first).map(|(at, _)| at + 1);
        starts.into_iter().any(|start| {
            let mut at = start;
            rest.iter().all(|word| {
                let next = self.text[at..].iter().take(gap + 1).position(|it| it == word);
                at += next.map_or(0, |skipped| skipped + 1);
                next.is_some()
            })
        })
    }
}

/// The words of a text, by their numbers, each once.
pub fn vocabulary(text: &[u8]) -> Vec<Word> {
    let mut words = Vec::new();
    let mut buffer = Vec::new();
    each_word(text, |word| {
        words.push(Word { number: number_of(word, &mut buffer), mark: Some(mark_of(word)) });
    });
    words.sort_unstable();
    words.dedup_by(|later, first| {
        let same = later.number == first.number;
        if same && later.mark != first.mark {
            first.mark = None;
        }
        same
    });
    words
}

/// The word of that number.
pub fn word_of(vocabulary: &[Word], number: u32) -> Option<Word> {
    vocabulary.binary_search_by_key(&number, |word| word.number).ok().map(|at| vocabulary[at])
}

pub fn distinct(mut words: Words) -> Words {
    words.sort_unstable();
    words.dedup();
    words
}

fn has(words: &Words, word: u32) -> bool {
    words.binary_search(&word).is_ok()
}

/// The same in every run, and nothing that is kept.
pub fn hash_of(text: &[u8]) -> u64 {
    xxh3_64(text)
}

/// Tells the lines that only the new text has, and those that only the old one has.
pub fn differing_lines<'t>(
    old: &'t [u8],
    new: &'t [u8],
    mut gained: impl FnMut(&'t [u8]),
    mut lost: impl FnMut(&'t [u8]),
) {
    let (old, new) = differing(old, new);
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
            (Some((_, line)), None) => lost(line),
            (None, Some((_, line))) => gained(line),
            _ => {}
        }
    }
}

/// The lines of a text, in an order of their own: equal ones stand together.
fn sorted(text: &[u8]) -> Vec<(u64, &[u8])> {
    let mut lines: Vec<(u64, &[u8])> = Vec::with_capacity(text.len() / 32);
    let mut start = 0;
    for end in memchr_iter(b'\n', text).chain([text.len()]) {
        let line = text[start..end].trim_ascii();
        start = end + 1;
        if !line.is_empty() {
            // It tells most lines apart at once; the lines themselves decide.
            lines.push((hash_of(line), line));
        }
    }
    lines.sort_unstable();
    lines
}

/// What is between the lines that both texts start with and those that both end with.
fn differing<'a>(old: &'a [u8], new: &'a [u8]) -> (&'a [u8], &'a [u8]) {
    let same = same_start(old, new);
    let start = old[..same].iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let (old, new) = (&old[start..], &new[start..]);
    let same = same_end(old, new);
    let tail = &old[old.len() - same..];
    let end = tail.iter().position(|&byte| byte == b'\n').map_or(0, |newline| tail.len() - newline);
    (&old[..old.len() - end], &new[..new.len() - end])
}

/// So many bytes are compared at once.
const STEP: usize = 64;

fn same_start(one: &[u8], other: &[u8]) -> usize {
    let steps = one.chunks_exact(STEP).zip(other.chunks_exact(STEP)).take_while(|(one, other)| one == other).count();
    let (one, other) = (&one[steps * STEP..], &other[steps * STEP..]);
    steps * STEP + one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

fn same_end(one: &[u8], other: &[u8]) -> usize {
    let steps = one.rchunks_exact(STEP).zip(other.rchunks_exact(STEP)).take_while(|(one, other)| one == other).count();
    let (one, other) = (&one[..one.len() - steps * STEP], &other[..other.len() - steps * STEP]);
    steps * STEP + one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::rough::Rough;

    fn words(text: &str) -> Words {
        vocabulary(text.as_bytes()).into_iter().map(|word| word.number).collect()
    }

    fn of(old: &str, new: &str) -> [Words; 3] {
        let (old, new) = (old.as_bytes(), new.as_bytes());
        let (traces, rough) = (Traces::new(old, new), Rough::new(old, new));
        for word in vocabulary(&[old, new].concat()) {
            assert!(!traces.now(word) || rough.now(word), "rough traces miss nothing");
            assert!(!traces.gained(word) || rough.gained(word), "rough traces miss nothing");
            assert!(!traces.lost(word) || rough.lost(word), "rough traces miss nothing");
        }
        let Traces { now, gained, lost, .. } = traces;
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

    #[test]
    fn are_those_of_long_texts_too() {
        let line = |number: usize| format!("    line_{number} = value_{number}(other, {number})\n");
        let text = |numbers: &mut dyn Iterator<Item = usize>| numbers.map(line).collect::<String>();
        for length in [3, 50, 400] {
            let old = text(&mut (0..length));
            for at in [0, 1, length / 2, length - 1] {
                let other = "    other_line = 1\n".to_owned();
                let new = format!("{}{other}{}", text(&mut (0..at)), text(&mut (at + 1..length)));
                assert_eq!(of(&old, &new), [words(&new), words(&other), words(&line(at))], "{at} of {length}");
            }
        }
    }

    #[test]
    fn words_follow_each_other() {
        let traces = Traces::new(b"", b"def f(a: int, b): # of c\n    return d");
        let follow = |text: &str, gap: usize| {
            let numbers = text.split(' ').map(|word| number_of(word.as_bytes(), &mut Vec::new()));
            traces.follow(&numbers.collect::<Vec<_>>(), gap)
        };
        assert!(follow("def f", 0) && !follow("def a", 0) && follow("def a", 1) && !follow("a f", 9));
        assert!(follow("f a b d", 3) && !follow("f a b d", 2));
    }

    #[test]
    fn two_words_of_one_number_may_be_anywhere() {
        let mut words = vocabulary(b"one two");
        assert!(words.iter().all(|word| word.mark.is_some()));
        words[0].mark = None;
        let rough = Rough::new(b"", b"three");
        assert!(rough.now(words[0]) && !rough.now(words[1]));
    }
}
