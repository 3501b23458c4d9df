//! What a refresh job looks at again (SPEC 12.4, seed 002 "Scoped Refresh").
//!
//! A scope is a *union* of its parts: files by name, packages (folders with everything below them), and whatever changed
//! since a time. Merging a scope of files with one of a time therefore covers both. Everything is the broadest.
//!
//! Scopes are a lattice, and [`RefreshScope::merge`] is its least upper bound: it only ever widens, and order and
//! repetition make no difference, so that any number of requests at once end in the same scope. For that a scope has one
//! form: a file below one of its packages, and a package below another, are left out, and the package of the root is
//! everything.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::index::folders::is_below;

/// What to look at again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefreshScope {
    /// All there is: the broadest scope.
    Everything,
    Parts(Parts),
}

/// The parts of a narrower scope; the scope is all of them together. Only made in the one form described above.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Parts {
    files: BTreeSet<String>,
    packages: BTreeSet<String>,
    /// In seconds since 1970. Earlier is wider.
    changed_since: Option<i64>,
}

/// A scope as the store keeps it; everything is no text at all. The keys are the seed's.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    files: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    packages: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    changed_since: Option<i64>,
}

impl RefreshScope {
    /// Files by their paths below the repository's root.
    pub fn files<T: AsRef<str>>(paths: impl IntoIterator<Item = T>) -> RefreshScope {
        let files = paths.into_iter().map(|path| tidy(path.as_ref())).collect();
        Parts { files, ..Parts::default() }.normal()
    }

    /// Folders below the repository's root, with everything in them.
    pub fn packages<T: AsRef<str>>(folders: impl IntoIterator<Item = T>) -> RefreshScope {
        let packages = folders.into_iter().map(|path| tidy(path.as_ref())).collect();
        Parts { packages, ..Parts::default() }.normal()
    }

    /// What changed since a time, in seconds since 1970.
    pub fn changed_since(seconds: i64) -> RefreshScope {
        Parts { changed_since: Some(seconds), ..Parts::default() }.normal()
    }

    /// The narrowest scope that covers both: the least upper bound.
    #[must_use]
    pub fn merge(&self, other: &RefreshScope) -> RefreshScope {
        let (RefreshScope::Parts(a), RefreshScope::Parts(b)) = (self, other) else { return RefreshScope::Everything };
        let both = |a: &BTreeSet<String>, b: &BTreeSet<String>| a.union(b).cloned().collect();
        Parts {
            files: both(&a.files, &b.files),
            packages: both(&a.packages, &b.packages),
            // `Option`'s own order would make no time the earliest.
            changed_since: a.changed_since.into_iter().chain(b.changed_since).min(),
        }
        .normal()
    }

    /// Whether everything of the other scope is in this one.
    pub fn covers(&self, other: &RefreshScope) -> bool {
        self.merge(other) == *self
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        matches!(self, RefreshScope::Parts(parts) if *parts == Parts::default())
    }

    /// Whether a file is in it, which was last changed at that time where that is known. What is not known counts as in.
    pub fn includes(&self, path: &str, changed_at: Option<i64>) -> bool {
        match self {
            RefreshScope::Everything => true,
            RefreshScope::Parts(parts) => {
                parts.files.contains(path)
                    || parts.packages.iter().any(|package| is_below(path, package))
                    || parts.changed_since.is_some_and(|since| changed_at.is_none_or(|at| at >= since))
            }
        }
    }

    /// Whether it takes the times of files to say what is in it.
    pub fn needs_times(&self) -> bool {
        matches!(self, RefreshScope::Parts(parts) if parts.changed_since.is_some())
    }

    /// As the store keeps it: `None` is everything.
    pub fn to_json(&self) -> Option<String> {
        let RefreshScope::Parts(parts) = self else { return None };
        let written = Written {
            files: parts.files.iter().cloned().collect(),
            packages: parts.packages.iter().cloned().collect(),
            changed_since: parts.changed_since,
        };
        Some(serde_json::to_string(&written).expect("because names and numbers can be written"))
    }

    /// What [`to_json`](Self::to_json) wrote. What cannot be understood is everything: too much is no loss.
    pub fn from_json(text: Option<&str>) -> RefreshScope {
        // serde would take a list for an object.
        let object = text.filter(|text| text.starts_with('{'));
        let Some(written) = object.and_then(|text| serde_json::from_str::<Written>(text).ok()) else {
            return RefreshScope::Everything;
        };
        Parts {
            files: written.files.into_iter().collect(),
            packages: written.packages.into_iter().collect(),
            changed_since: written.changed_since,
        }
        .normal()
    }

    /// For people, in few words.
    pub fn words(&self) -> String {
        let RefreshScope::Parts(parts) = self else { return "everything".to_owned() };
        let named = |names: &BTreeSet<String>, kind: &str| match names.len() {
            0 => None,
            1..=3 => Some(names.iter().map(String::as_str).collect::<Vec<_>>().join(", ")),
            many => Some(format!("{many} {kind}")),
        };
        let folders: BTreeSet<String> = parts.packages.iter().map(|package| format!("{package}/")).collect();
        let since = parts.changed_since.and_then(|since| jiff::Timestamp::from_second(since).ok());
        let words = [
            named(&parts.files, "files"),
            named(&folders, "folders"),
            since.map(|since| format!("what changed since {since}")),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
    }
}

impl Parts {
    /// In the one form that equal scopes share.
    fn normal(mut self) -> RefreshScope {
        if self.packages.contains("") {
            return RefreshScope::Everything;
        }
        let all = self.packages.clone();
        let is_inside = |path: &str| all.iter().any(|package| package != path && is_below(path, package));
        self.packages.retain(|package| !is_inside(package));
        self.files.retain(|file| !is_inside(file) && !all.contains(file));
        RefreshScope::Parts(self)
    }
}

/// A path that a person typed, as the index writes it; an error where it cannot be below the repository's root.
pub fn checked(path: &str) -> Result<String> {
    let is_outside = path.starts_with('/') || path.split('/').any(|part| part == "..");
    if is_outside {
        return Err(Error::usage(format!("`{path}` is not below the repository's root"))
            .hint("name files and folders from the root, as `codesub index search --in path` prints them"));
    }
    Ok(tidy(path))
}

/// Without what makes no difference: `./a//b/` is `a/b`.
fn tidy(path: &str) -> String {
    path.split('/').filter(|part| !part.is_empty() && *part != ".").collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn scopes() -> impl Strategy<Value = RefreshScope> {
        // Few letters, so that files, packages and their prefixes meet.
        let path = || "[ab](/[ab]){0,2}";
        let parts = (
            prop::collection::btree_set(path(), 0..4),
            prop::collection::btree_set(path(), 0..3),
            prop::option::of(-1_i64..3),
        )
            .prop_map(|(files, packages, changed_since)| Parts { files, packages, changed_since }.normal());
        prop_oneof![9 => parts, 1 => Just(RefreshScope::Everything)]
    }

    /// Files and when they changed.
    fn universe() -> Vec<(String, i64)> {
        let mut all = Vec::new();
        for first in ["a", "b"] {
            for second in ["", "/a", "/b"] {
                for third in ["", "/a", "/b"].into_iter().filter(|third| third.is_empty() || !second.is_empty()) {
                    all.extend((-2..4).map(|time| (format!("{first}{second}{third}"), time)));
                }
            }
        }
        all
    }

    fn meaning(scope: &RefreshScope) -> Vec<bool> {
        universe().iter().map(|(path, time)| scope.includes(path, Some(*time))).collect()
    }

    proptest! {
        /// SPEC 12.4: whoever comes first, the scope is the same.
        #[test]
        fn merging_knows_no_order_and_no_repetition(a in scopes(), b in scopes(), c in scopes()) {
            prop_assert_eq!(a.merge(&b), b.merge(&a));
            prop_assert_eq!(a.merge(&b).merge(&c), a.merge(&b.merge(&c)));
            prop_assert_eq!(a.merge(&a), a);
        }

        /// SPEC 12.4: monotonic widening.
        #[test]
        fn merging_only_widens(a in scopes(), b in scopes(), c in scopes()) {
            let merged = a.merge(&b);
            prop_assert!(merged.covers(&a) && merged.covers(&b));
            // Least: whatever covers both covers the merged one.
            if c.covers(&a) && c.covers(&b) {
                prop_assert!(c.covers(&merged));
            }
            // Monotone.
            if b.covers(&a) {
                prop_assert!(b.merge(&c).covers(&a.merge(&c)));
            }
        }

        /// The laws above would hold for nonsense as well: a merged scope has the files of both, and no other.
        #[test]
        fn merging_is_the_union_of_files(a in scopes(), b in scopes()) {
            let union: Vec<bool> = meaning(&a).into_iter().zip(meaning(&b)).map(|(a, b)| a || b).collect();
            let merged = a.merge(&b);
            if merged == RefreshScope::Everything {
                prop_assert!(a == merged || b == merged);
            } else {
                prop_assert_eq!(meaning(&merged), union);
            }
        }

        #[test]
        fn covering_is_an_order_that_keeps_files(a in scopes(), b in scopes()) {
            if a.covers(&b) {
                let inside = meaning(&b).into_iter().zip(meaning(&a)).all(|(narrow, wide)| wide || !narrow);
                prop_assert!(inside);
                prop_assert!(!b.covers(&a) || a == b);
            }
        }

        #[test]
        fn is_written_and_read(a in scopes()) {
            let text = a.to_json();
            let read = RefreshScope::from_json(text.as_deref());
            prop_assert_eq!(&read, &a);
            prop_assert_eq!(read.to_json(), text);
        }
    }

    #[test]
    fn the_chain_of_the_seed() {
        let a = RefreshScope::files(["pkg/a.py"]);
        let ab = RefreshScope::files(["pkg/a.py", "pkg/b.py"]);
        let package = RefreshScope::packages(["pkg"]);
        for (narrow, wide) in [(&a, &ab), (&ab, &package), (&package, &RefreshScope::Everything)] {
            assert!(wide.covers(narrow) && !narrow.covers(wide), "{narrow:?} {wide:?}");
        }
        let (early, late) = (RefreshScope::changed_since(0), RefreshScope::changed_since(9));
        assert!(early.covers(&late) && !late.covers(&early));
    }

    /// The seed's own merge takes a time of 0 for none.
    #[test]
    fn files_and_a_time_cover_both() {
        let merged = RefreshScope::files(["a.py"]).merge(&RefreshScope::changed_since(0));
        assert!(merged.includes("a.py", Some(-5)) && merged.includes("b.py", Some(0)));
        assert!(!merged.includes("b.py", Some(-1)));
        assert_eq!(merged.to_json().as_deref(), Some(r#"{"files":["a.py"],"changed_since":0}"#));
    }

    #[test]
    fn has_one_form() {
        let scope = RefreshScope::files(["./pkg//a.py", "pkg", "package/x.py"])
            .merge(&RefreshScope::packages(["pkg/sub", "pkg/"]));
        assert_eq!(scope.to_json().as_deref(), Some(r#"{"files":["package/x.py"],"packages":["pkg"]}"#));
        assert_eq!(RefreshScope::packages(["."]), RefreshScope::Everything);
        assert!(RefreshScope::files([""; 0]).is_empty());
        for outside in ["../a.py", "/etc/passwd", "a/../../b"] {
            assert!(checked(outside).is_err(), "{outside}");
        }
        assert_eq!(checked("./a/b.py").ok().as_deref(), Some("a/b.py"));
    }

    #[test]
    fn what_is_not_understood_is_everything() {
        for text in [None, Some(""), Some("[]"), Some(r#"{"lines": [1]}"#)] {
            assert_eq!(RefreshScope::from_json(text), RefreshScope::Everything, "{text:?}");
        }
    }
}
