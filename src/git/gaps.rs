//! Gaps: parts of a tree that were not listed, and why.
//!
//! Trees come from strangers (SPEC 13.1). What in them is too much, too long, too large or not well formed is left out of
//! a list, and the list says so: a gap is a path, and nothing at or below it may be taken for unchanged, or for absent,
//! because the list does not name it. A single file can still be looked up by its path; see
//! [`find`](super::Repository::find).

use std::collections::{BTreeMap, HashSet};

/// So many gaps are told apart; where there are more, the folders above stand for them.
const MAX_GAPS: usize = 1000;
/// So many of one sort are named in a sentence.
const NAMED: usize = 3;

/// Why something was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GapReason {
    /// It holds more than what there is room for.
    TooMany,
    /// The very same folder stands elsewhere, and was listed there.
    Repeated,
    /// Its paths are longer than any system allows.
    TooLong,
    /// The object of a folder is larger than any that is read.
    TooLarge,
    /// A name that no file can have, or that stands twice in its folder.
    Malformed,
}

/// What was left out of a list; empty for nearly every tree there is.
#[derive(Debug, Clone, Default)]
pub struct Gaps {
    by_path: BTreeMap<String, GapReason>,
    /// Whether everything is below a gap.
    all: bool,
    paths: HashSet<String>,
}

impl Gaps {
    pub(super) fn new(found: Vec<(String, GapReason)>) -> Self {
        let mut by_path: BTreeMap<String, GapReason> = found.into_iter().collect();
        for depth in (0..16).rev() {
            if by_path.len() <= MAX_GAPS {
                break;
            }
            by_path = by_path.into_iter().map(|(path, reason)| above(path, depth, reason)).collect();
        }
        Gaps { all: by_path.contains_key(""), paths: by_path.keys().cloned().collect(), by_path }
    }

    pub fn is_empty(&self) -> bool {
        self.by_path.is_empty()
    }

    /// Every gap with its reason, by path; the root is an empty one.
    pub fn iter(&self) -> impl Iterator<Item = (&str, GapReason)> {
        self.by_path.iter().map(|(path, reason)| (path.as_str(), *reason))
    }

    /// Whether a list with these gaps may lack that path.
    pub fn cover(&self, path: &str) -> bool {
        if self.is_empty() {
            return false;
        }
        let folders = path.match_indices('/').map(|(at, _)| &path[..at]);
        self.all
            || self.paths.contains(path)
            || folders.into_iter().any(|folder| self.paths.contains(folder))
            || self.has_odd_name_below(path)
    }

    /// A name with a slash may make a folder of a file: `a/b.py/c` in the root, where the folder `a` has a `b.py`.
    fn has_odd_name_below(&self, path: &str) -> bool {
        let below = format!("{path}/");
        let found = self.by_path.range(below.clone()..).take_while(|(gap, _)| gap.starts_with(&below));
        found.into_iter().any(|(_, reason)| *reason == GapReason::Malformed)
    }

    /// Every gap with its reason in words, for lists of what was skipped.
    pub fn reasons(&self) -> impl Iterator<Item = (&str, &'static str)> {
        self.iter().map(|(path, reason)| (if path.is_empty() { "." } else { path }, reason.words()))
    }

    /// One sentence for each reason: which parts they were, and why.
    pub fn sentences(&self) -> Vec<String> {
        let mut by_reason: BTreeMap<GapReason, Vec<&str>> = BTreeMap::new();
        for (path, reason) in self.iter() {
            by_reason.entry(reason).or_default().push(path);
        }
        by_reason.into_iter().map(|(reason, paths)| sentence(reason, &paths)).collect()
    }
}

/// A path cut down to its first folders.
fn above(mut path: String, depth: usize, reason: GapReason) -> (String, GapReason) {
    let end = if depth == 0 { Some(0) } else { path.match_indices('/').nth(depth - 1).map(|(at, _)| at) };
    match end {
        Some(end) => {
            path.truncate(end);
            (path, GapReason::TooMany)
        }
        None => (path, reason),
    }
}

fn sentence(reason: GapReason, paths: &[&str]) -> String {
    let shown = |path: &&str| if path.is_empty() { "the root folder".to_owned() } else { brief(path) };
    let mut what: Vec<String> = paths.iter().take(NAMED).map(shown).collect();
    if paths.len() > NAMED {
        what.push(format!("{} more", paths.len() - NAMED));
    }
    let last = what.pop().unwrap_or_default();
    let what = if what.is_empty() { last } else { format!("{} and {last}", what.join(", ")) };
    let were = if paths.len() == 1 { "was" } else { "were" };
    format!("{what} {were} not compared: {}", reason.words())
}

/// Long paths are cut in the middle.
fn brief(path: &str) -> String {
    const MOST: usize = 120;
    if path.len() <= MOST {
        return path.to_owned();
    }
    let start: String = path.chars().take(MOST / 2).collect();
    let end: Vec<char> = path.chars().rev().take(MOST / 4).collect();
    format!("{start}…{}", end.into_iter().rev().collect::<String>())
}

impl GapReason {
    fn words(self) -> &'static str {
        match self {
            GapReason::TooMany => "there is more in it than what is listed of one revision",
            GapReason::Repeated => "the same folder stands elsewhere and was compared there",
            GapReason::TooLong => "the paths are too long for any system",
            GapReason::TooLarge => "the object of the folder is too large to be read",
            GapReason::Malformed => "no file can have such a name, or it stands twice in its folder; see `git fsck`",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_covers_itself_and_what_is_below() {
        let gaps = Gaps::new(vec![("a/b".to_owned(), GapReason::TooMany)]);
        assert!(gaps.cover("a/b") && gaps.cover("a/b/c/d.py"));
        assert!(!gaps.cover("a") && !gaps.cover("a/bc") && !gaps.cover("b"));
        assert!(!Gaps::default().cover("a"));
        assert!(Gaps::new(vec![(String::new(), GapReason::TooLarge)]).cover("anything"));
    }

    #[test]
    fn many_gaps_are_told_as_the_folders_above() {
        let many = |folders: usize| {
            let paths = (0..folders).flat_map(|a| (0..400).map(move |b| format!("top/{a}/{b}/x")));
            Gaps::new(paths.map(|path| (path, GapReason::Repeated)).collect())
        };
        assert_eq!(many(2).iter().count(), 800);
        let gaps = many(5);
        assert_eq!(
            gaps.iter().collect::<Vec<_>>()[..2],
            [("top/0", GapReason::TooMany), ("top/1", GapReason::TooMany)]
        );
        assert!(gaps.cover("top/3/17/x/y.py"));
        let said = gaps.sentences();
        assert_eq!(said.len(), 1);
        assert!(said[0].starts_with("top/0, top/1, top/2 and 2 more were not compared: "), "{said:?}");
    }
}
