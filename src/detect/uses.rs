//! Uses: where a name stands in a file besides its definition.
//!
//! `self.accepted = None` and `self.started = None` are the same code, and prove nothing. That whatever read
//! `self.accepted` in the rest of the file reads `self.started` now does: a name was replaced. A use is known by the
//! tokens around it, so it counts only where the code around it stayed.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::syntax::words::number_of;

use super::view::Located;

/// So many tokens on each side of a use are compared: few, since what surrounds a name is often renamed with it. More of them
/// tell two names apart that are used alike.
const NEAR: usize = 2;
const FAR: usize = 4;
/// Fewer uses than this may be a coincidence.
const ENOUGH: usize = 2;

/// The uses of a construct's name in its file.
#[derive(Debug, Default)]
pub struct Uses {
    /// What stands around each of them, as a hash; sorted.
    near: Vec<u64>,
    far: Vec<u64>,
}

impl Uses {
    pub fn of(at: &Located) -> Self {
        let tokens = &at.file.outline.tokens[..];
        let name = number_of(at.construct().name().as_bytes(), &mut Vec::new());
        let body = at.construct().body;
        // The name that is defined is the last one before what it is defined as.
        let definition = tokens[..body.start as usize].iter().rposition(|token| *token == name);
        let own = definition.unwrap_or(body.start as usize)..body.end as usize;
        let is_use = |(place, token): &(usize, &u32)| **token == name && !own.contains(place);
        let places: Vec<usize> = tokens.iter().enumerate().filter(is_use).map(|(place, _)| place).collect();
        let all = |reach: usize| {
            let mut all: Vec<u64> = places.iter().map(|place| around(tokens, *place, reach)).collect();
            all.sort_unstable();
            all
        };
        Uses { near: all(NEAR), far: all(FAR) }
    }

    /// How strongly these uses speak for having become those of another name; 0 where they do not: most must have, and hardly
    /// any may be left.
    pub fn became(&self, other: &Uses, left: impl FnOnce() -> usize) -> usize {
        let near = shared(&self.near, &other.near);
        let is_enough = near >= ENOUGH && near * 2 >= self.near.len() && left() < near;
        if is_enough { near + shared(&self.far, &other.far) } else { 0 }
    }
}

/// Names that are others now, by file and by what they are in a body.
#[derive(Default)]
pub struct Renamed<'a>(HashMap<&'a str, HashMap<u32, Option<u32>>>);

impl<'a> Renamed<'a> {
    /// Learns from a rename in the file `path` that the code proves. What became two different names is not known to be
    /// either.
    pub fn learn(&mut self, path: &'a str, before: &str, after: &str) {
        let [before, after] = [before, after].map(|name| number_of(name.as_bytes(), &mut Vec::new()));
        let known = self.0.entry(path).or_default().entry(before).or_insert(Some(after));
        *known = known.filter(|known| *known == after);
    }

    /// A body of that file with the new names.
    pub fn applied<'t>(&self, path: &str, tokens: &'t [u32]) -> Cow<'t, [u32]> {
        let Some(known) = self.0.get(path) else { return Cow::Borrowed(tokens) };
        tokens.iter().map(|token| known.get(token).copied().flatten().unwrap_or(*token)).collect()
    }
}

/// How often a word stands in the file of a construct.
pub fn count(name: &str, at: &Located) -> usize {
    let name = number_of(name.as_bytes(), &mut Vec::new());
    at.file.outline.tokens.iter().filter(|token| **token == name).count()
}

/// What stands around a token. The name itself may be among it: it is the same wherever it was replaced.
fn around(tokens: &[u32], place: usize, reach: usize) -> u64 {
    let (name, first) = (tokens[place], place.saturating_sub(reach));
    let all = tokens[first..(place + reach + 1).min(tokens.len())].iter();
    all.fold((place - first) as u64, |hash, token| {
        let token = if *token == name { 0 } else { u64::from(*token) };
        (hash.rotate_left(5) ^ token).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    })
}

/// How many two sorted lists have in common, each as often as both have it.
fn shared(one: &[u64], other: &[u64]) -> usize {
    let (mut left, mut right, mut shared) = (0, 0, 0);
    while left < one.len() && right < other.len() {
        match one[left].cmp(&other[right]) {
            std::cmp::Ordering::Less => left += 1,
            std::cmp::Ordering::Greater => right += 1,
            std::cmp::Ordering::Equal => (left, right, shared) = (left + 1, right + 1, shared + 1),
        }
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::parsed::ParsedFile;
    use crate::syntax::{Language, outline};
    use std::sync::Arc;

    fn at(text: &str, qualname: &str) -> Located {
        let language = Language::by_name("python").expect("Python is in the table");
        let outline = Arc::new(outline(text.as_bytes(), language));
        let file = Arc::new(ParsedFile::new("a.py".to_owned(), String::new(), language, outline));
        let index = file.find(qualname).expect("it is defined");
        Located { file, index }
    }

    fn became(old: (&str, &str), new: (&str, &str)) -> usize {
        let (before, now) = (at(old.0, old.1), at(new.0, new.1));
        Uses::of(&before).became(&Uses::of(&now), || count(before.construct().name(), &now))
    }

    const OLD: &str = "old = None\n\ndef f(a):\n    if old is None:\n        return a + old.size\n    return old(a)\n";

    #[test]
    fn are_those_of_another_name_where_most_were_replaced() {
        assert!(became((OLD, "old"), (&OLD.replace("old", "new"), "new")) > 0);
        let edited = OLD.replace("old", "new").replace("new(a)", "g(new)");
        assert!(became((OLD, "old"), (&edited, "new")) > 0, "two of three");
        let rewritten = edited.replace("a + new.size", "new");
        assert_eq!(became((OLD, "old"), (&rewritten, "new")), 0, "one of three");
        let kept = format!("{}    print(old, old, old)\n", OLD.replace("old", "new"));
        assert_eq!(became((OLD, "old"), (&kept, "new")), 0, "the old name is still used");
    }

    #[test]
    fn a_definition_is_no_use() {
        assert_eq!(became(("old = None\n", "old"), ("new = None\n", "new")), 0);
        let own = "def old(a):\n    return old(a - 1) + old(a - 2)\n";
        assert_eq!(became((own, "old"), (&own.replace("old", "new"), "new")), 0, "what it does itself");
    }

    #[test]
    fn renamed_names_count_as_what_they_are_now() {
        let numbers = |names: &[&str]| -> Vec<u32> {
            names.iter().map(|name| number_of(name.as_bytes(), &mut Vec::new())).collect()
        };
        let mut renamed = Renamed::default();
        renamed.learn("a.py", "old", "new");
        assert_eq!(*renamed.applied("a.py", &numbers(&["x", "old"])), numbers(&["x", "new"]));
        assert_eq!(*renamed.applied("b.py", &numbers(&["x", "old"])), numbers(&["x", "old"]));
        renamed.learn("a.py", "old", "other");
        assert_eq!(*renamed.applied("a.py", &numbers(&["old"])), numbers(&["old"]), "split in two");
    }
}
