//! Names: how alike two of them are, and which words one refactoring replaced throughout a file.
//!
//! A rename seldom invents a name from nothing: `is_numeric` becomes `is_numerical`, `has_event` becomes `has_outcome`
//! together with `validate_events`. So names are compared by their words, and a word that was replaced in one name whose
//! code proves the rename vouches for the same replacement in others of that file, whose code proves little.

use super::weak::is_common;
use std::collections::{HashMap, HashSet};

/// Names at least this alike have half of their words in common.
pub const LIKE: u16 = 500;
/// Enough to tell candidates apart between which nothing else decides.
pub const SOMEWHAT_LIKE: u16 = 330;

/// The words of a name in lower case: `HTTPServer_port2` is `http`, `server`, `port`, `2`.
pub fn words(name: &str) -> Vec<String> {
    if name.is_ascii() {
        return ascii_words(name);
    }
    let letters: Vec<char> = name.chars().collect();
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    for (at, &letter) in letters.iter().enumerate() {
        if !letter.is_alphanumeric() {
            open = false;
            continue;
        }
        let before = at.checked_sub(1).map(|before| letters[before]);
        let after = letters.get(at + 1);
        let starts = before.is_none_or(|before| {
            before.is_numeric() != letter.is_numeric()
                || (letter.is_uppercase() && before.is_lowercase())
                || (letter.is_uppercase() && before.is_uppercase() && after.is_some_and(|after| after.is_lowercase()))
        });
        if !open || starts {
            words.push(String::new());
            open = true;
        }
        words.last_mut().expect("because one was just pushed").extend(letter.to_lowercase());
    }
    words
}

/// The same, quicker, for the names that nearly all code has.
fn ascii_words(name: &str) -> Vec<String> {
    let bytes = name.as_bytes();
    let mut words: Vec<String> = Vec::new();
    let mut open: Option<usize> = None;
    for (at, &byte) in bytes.iter().enumerate() {
        if !byte.is_ascii_alphanumeric() {
            words.extend(open.take().map(|start| name[start..at].to_ascii_lowercase()));
            continue;
        }
        let starts = at.checked_sub(1).map(|before| bytes[before]).is_none_or(|before| {
            let after = bytes.get(at + 1);
            before.is_ascii_digit() != byte.is_ascii_digit()
                || (byte.is_ascii_uppercase() && before.is_ascii_lowercase())
                || (byte.is_ascii_uppercase()
                    && before.is_ascii_uppercase()
                    && after.is_some_and(u8::is_ascii_lowercase))
        });
        if open.is_none() || starts {
            words.extend(open.replace(at).map(|start| name[start..at].to_ascii_lowercase()));
        }
    }
    words.extend(open.map(|start| name[start..].to_ascii_lowercase()));
    words
}

/// Whether a name says so much that nobody else would choose it by chance: two words or more, of which those that a test
/// framework asks for are none.
pub fn is_telling(name: &str) -> bool {
    const ASKED_FOR: [&str; 6] = ["test", "tests", "set", "up", "tear", "down"];
    !is_common(name) && words(name).iter().filter(|word| !ASKED_FOR.contains(&word.as_str())).count() >= 2
}

/// Whether two names are one in different spellings: `state` and `_state`, `ioLoop` and `io_loop`, `Codeowners` and
/// `CodeOwners`.
pub fn is_respelled(one: &str, other: &str) -> bool {
    fn letters(name: &str) -> impl Iterator<Item = char> {
        name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase)
    }
    letters(one).next().is_some() && letters(one).eq(letters(other))
}

/// How alike two names are, in thousandths: the share of words that they have in common.
pub fn likeness(one: &str, other: &str) -> u16 {
    if one == other {
        return 1000;
    }
    let (one, other) = (words(one), words(other));
    let total = one.len() + other.len();
    if total == 0 {
        return 0;
    }
    let (left, _) = without_shared(&one, &other);
    u16::try_from(2000 * (one.len() - left.len()) / total).unwrap_or(1000)
}

/// What is left of two lists of words after those that they share.
fn without_shared<'w>(one: &'w [String], other: &'w [String]) -> (Vec<&'w str>, Vec<&'w str>) {
    let mut right: Vec<&str> = other.iter().map(String::as_str).collect();
    let mut left = Vec::new();
    for word in one {
        match right.iter().position(|other| is_akin(word, other)) {
            Some(at) => drop(right.remove(at)),
            None => left.push(word.as_str()),
        }
    }
    (left, right)
}

/// Whether two words are forms of one: `event` and `events`, `numeric` and `numerical`, `unkown` and `unknown`.
fn is_akin(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let shared = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let (one_length, other_length) = (one.chars().count(), other.chars().count());
    let longer = one_length.max(other_length);
    let is_typing_error =
        || longer >= MISTYPED && one_length.abs_diff(other_length) <= 1 && strsim::osa_distance(one, other) == 1;
    (shared >= 4 && shared * 3 >= longer * 2) || is_typing_error()
}

/// Shorter words that differ in a letter are different words.
const MISTYPED: usize = 5;

/// Words that were replaced by others, by file.
#[derive(Default)]
pub struct Replaced<'a>(HashMap<&'a str, HashSet<(String, String)>>);

impl<'a> Replaced<'a> {
    /// Learns from a rename in the file `path` that the code proves.
    pub fn learn(&mut self, path: &'a str, before: &str, after: &str) {
        if let Some(replacement) = replacement(before, after) {
            self.0.entry(path).or_default().insert(replacement);
        }
    }

    /// How many replacements are known.
    pub fn len(&self) -> usize {
        self.0.values().map(HashSet::len).sum()
    }

    /// Whether a name became the other by a replacement that was seen in that file.
    pub fn explains(&self, path: &str, before: &str, after: &str) -> bool {
        self.0.get(path).is_some_and(|seen| replacement(before, after).is_some_and(|it| seen.contains(&it)))
    }
}

/// The words of one name that the other replaces, in the singular; `None` where that is nothing, or everything of names
/// that have many words.
fn replacement(before: &str, after: &str) -> Option<(String, String)> {
    let (before, after) = (words(before), words(after));
    let (gone, new) = without_shared(&before, &after);
    let told = |words: &[&str]| {
        let singular = |word: &&str| word.strip_suffix('s').filter(|stem| stem.len() >= 3).unwrap_or(word).to_owned();
        words.iter().map(singular).collect::<Vec<String>>().join(" ")
    };
    (!gone.is_empty() && !new.is_empty() && gone.len() <= 2 && new.len() <= 2).then(|| (told(&gone), told(&new)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_words() {
        assert_eq!(words("HTTPServer_port2"), ["http", "server", "port", "2"]);
        assert_eq!(words("_alphabetSet"), ["alphabet", "set"]);
        assert_eq!(words("__"), [""; 0]);
        assert_eq!(words("a1B22c__D"), ["a", "1", "b", "22", "c", "d"]);
    }

    #[test]
    fn letters_of_other_alphabets_change_nothing_about_the_words_before_them() {
        for name in ["HTTPServer_port2", "_alphabetSet", "a1B22c__D", "XMLx", "x9", "9x", "__init__", "", "AB", "aBC1d"]
        {
            let mut other = words(&format!("{name}_é"));
            assert_eq!(other.pop().as_deref(), Some("é"));
            assert_eq!(words(name), other, "{name}");
        }
    }

    #[test]
    fn a_name_may_be_spelled_in_several_ways() {
        for (one, other) in [("state", "_state"), ("LOGGER", "logger"), ("ioLoop", "io_loop"), ("io_loop", "ioloop")] {
            assert!(is_respelled(one, other) && is_respelled(other, one), "{one} {other}");
        }
        for (one, other) in [("state", "states"), ("_", "__"), ("+", "-"), ("io_loop", "loop_io")] {
            assert!(!is_respelled(one, other), "{one} {other}");
        }
    }

    #[test]
    fn telling_names_have_two_words_of_their_own() {
        for name in ["search_distribution", "test_secure_origin", "addTrustedHost"] {
            assert!(is_telling(name), "{name}");
        }
        for name in ["run", "_cleanup", "test_basic", "setUp", "tear_down", "__get_item__", "+", ""] {
            assert!(!is_telling(name), "{name}");
        }
    }

    #[test]
    fn likeness_is_the_share_of_common_words() {
        assert_eq!(likeness("is_numeric", "is_numerical"), 1000);
        assert_eq!(likeness("has_event", "has_outcome"), 500);
        assert_eq!(likeness("bindcallargs_32", "bindcallargs_leq32"), 800);
        assert_eq!(likeness("load", "store"), 0);
        assert_eq!(likeness("UnkownDelimeter", "UnknownDelimiter"), 1000);
        assert_eq!(likeness("read", "lead"), 0);
        assert_eq!(likeness("_", "__"), 0);
    }

    #[test]
    fn a_replacement_explains_other_names_of_the_file() {
        let mut replaced = Replaced::default();
        replaced.learn("a.py", "validate_events", "validate_outcomes");
        assert!(replaced.explains("a.py", "events", "outcomes"));
        assert!(replaced.explains("a.py", "_event_class", "_outcome_class"));
        assert!(!replaced.explains("a.py", "events", "results"));
        assert!(!replaced.explains("b.py", "events", "outcomes"));
    }
}
