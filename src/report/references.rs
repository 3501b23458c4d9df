//! What refers to the construct of a trigger, as far as the index knows (SPEC 12.5).
//!
//! The counts are of all places in the target revision; of the places themselves the surest are listed. A construct's own
//! definition and what stands inside of it do not count.

use std::collections::BTreeSet;

/// What refers to a construct.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct References {
    /// How many files have such places.
    pub files: usize,
    pub semantic: usize,
    pub resolved: usize,
    pub name_only: usize,
    /// At most [`MOST_PLACES`], the surest first.
    pub places: Vec<ReferencePlace>,
}

/// How many places are listed.
pub const MOST_PLACES: usize = 10;

/// A place that refers to something.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReferencePlace {
    pub certainty: Certainty,
    pub path: String,
    pub line: u32,
}

/// How sure it is that a place refers to a construct, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// An indexer of the language said so.
    Semantic,
    /// The name leads there by scope or import.
    Resolved,
    /// The name is the same.
    NameOnly,
}

impl References {
    /// Counts all of the places, and keeps some.
    pub fn of(mut places: Vec<ReferencePlace>) -> Self {
        places.sort_unstable();
        let count = |certainty| places.iter().filter(|place| place.certainty == certainty).count();
        let files: BTreeSet<&str> = places.iter().map(|place| place.path.as_str()).collect();
        let mut references = References {
            files: files.len(),
            semantic: count(Certainty::Semantic),
            resolved: count(Certainty::Resolved),
            name_only: count(Certainty::NameOnly),
            places: Vec::new(),
        };
        places.truncate(MOST_PLACES);
        references.places = places;
        references
    }

    /// How many places there are.
    pub fn total(&self) -> usize {
        self.semantic + self.resolved + self.name_only
    }
}

impl Certainty {
    pub fn as_str(self) -> &'static str {
        match self {
            Certainty::Semantic => "semantic",
            Certainty::Resolved => "resolved",
            Certainty::NameOnly => "name-only",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_counted_and_the_surest_are_kept() {
        let place = |certainty, path: &str, line| ReferencePlace { certainty, path: path.into(), line };
        let mut places: Vec<ReferencePlace> = (1..=12).map(|line| place(Certainty::NameOnly, "a.py", line)).collect();
        places.push(place(Certainty::Resolved, "b.py", 3));
        places.push(place(Certainty::Semantic, "c.py", 9));
        let references = References::of(places);
        assert_eq!((references.total(), references.files), (14, 3));
        assert_eq!((references.semantic, references.resolved, references.name_only), (1, 1, 12));
        let kept: Vec<(&str, u32)> = references.places.iter().map(|it| (it.path.as_str(), it.line)).collect();
        assert_eq!((kept.len(), kept[0], kept[1], kept[2]), (MOST_PLACES, ("c.py", 9), ("b.py", 3), ("a.py", 1)));
    }
}
