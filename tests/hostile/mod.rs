//! Hostile families: sources that grow with a number, each of a kind that has hurt some parser or could hurt ours.
//!
//! A family is a pattern: what comes before, a unit that is written n times, what stands in the middle, what closes each
//! unit, what comes after. `§` in a unit is its number. The tests of bombs, of growth and of fuzzing draw on them; a new
//! kind of trouble is a new line here.

mod code;
mod documents;
mod everywhere;

/// One way to make a source as large or as deep as one likes.
#[derive(Debug, Clone, Copy)]
pub struct Family {
    /// The language by its name; a document by its extension.
    pub language: &'static str,
    pub name: &'static str,
    pattern: Pattern,
}

/// Before, the unit, the middle, what closes a unit, after.
type Pattern = [&'static str; 5];

impl Family {
    /// The source of that many units.
    pub fn source(&self, units: usize) -> Vec<u8> {
        let [before, unit, middle, close, after] = self.pattern;
        let mut text = before.to_owned();
        let mut write = |pattern: &str, number: usize| match pattern.contains('§') {
            true => text.push_str(&pattern.replace('§', &number.to_string())),
            false => text.push_str(pattern),
        };
        (0..units).for_each(|number| write(unit, number));
        write(middle, units);
        (0..units).rev().for_each(|number| write(close, number));
        write(after, units);
        text.into_bytes()
    }

    /// How many units make a source of about so many bytes.
    pub fn units(&self, bytes: usize) -> usize {
        let [_, unit, _, close, _] = self.pattern;
        bytes / (unit.len() + close.len() + 2 * usize::from(unit.contains('§'))).max(1)
    }
}

/// All families of the languages given by name, those that every language has included.
pub fn families(languages: &[&'static str]) -> Vec<Family> {
    let mut all = Vec::new();
    for &language in languages {
        all.extend(everywhere::PATTERNS.iter().map(|(name, pattern)| Family { language, name, pattern: *pattern }));
        let own = code::PATTERNS.iter().filter(|(its, ..)| its.split(' ').any(|its| its == language));
        all.extend(own.map(|(_, name, pattern)| Family { language, name, pattern: *pattern }));
    }
    all
}

/// The families of documents: Markdown, JSON, YAML, TOML.
pub fn documents() -> Vec<Family> {
    let patterns = documents::PATTERNS.iter();
    patterns.map(|(language, name, pattern)| Family { language, name, pattern: *pattern }).collect()
}

/// Bytes without any meaning and without a NUL, always the same ones (xorshift).
pub fn noise(bytes: usize, mut seed: u64) -> Vec<u8> {
    let next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 24) as u8
    };
    std::iter::repeat_with(next).filter(|byte| *byte != 0).take(bytes).collect()
}
