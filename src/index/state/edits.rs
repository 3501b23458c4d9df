//! Edits: where the files on disk differ from the tree that was indexed.
//!
//! The store knows the content of every file in the commit that was last indexed. What was committed or edited since is
//! found by comparing trees, so a state is about the code as it is now, and asking never waits for a refresh.

use std::collections::{BTreeMap, HashMap};

use crate::error::{Error, Result};
use crate::git::{Repository, Revision};

/// The files that are not as they were indexed: the blob that is there now, or `None` where there is nothing.
#[derive(Debug, Clone, Default)]
pub struct Edits {
    changed: HashMap<String, Option<String>>,
}

impl Edits {
    /// What differs between an indexed tree and a revision.
    pub fn between(repository: &Repository, indexed_tree: &str, present: &Revision) -> Result<Edits> {
        let indexed = repository.resolve_tree(indexed_tree).map_err(|error| {
            Error::undecided("the tree that was indexed is no longer there")
                .hint("bring the index up to date: `codesub index refresh`")
                .caused_by(error)
        })?;
        let mut changed = HashMap::new();
        let changes = repository.changes(&indexed, present)?;
        if let Some(gap) = changes.gaps.sentences().into_iter().next() {
            return Err(Error::undecided(format!(
                "the files that changed since they were indexed cannot be listed: {gap}"
            ))
            .hint("bring the index up to date: `codesub index refresh`"));
        }
        for change in changes.list {
            if let Some(old) = change.old {
                changed.entry(old.path).or_insert(None);
            }
            if let Some(new) = change.new {
                changed.insert(new.path, Some(new.file.id.to_string()));
            }
        }
        Ok(Edits { changed })
    }

    /// The content of a file now, given the one that was indexed.
    pub(super) fn content(&self, path: &str, indexed: &str) -> Option<String> {
        match self.changed.get(path) {
            Some(now) => now.clone(),
            None => Some(indexed.to_owned()),
        }
    }

    /// Whether this file was edited.
    pub(super) fn contains(&self, path: &str) -> bool {
        self.changed.contains_key(path)
    }
}

impl From<BTreeMap<String, Option<String>>> for Edits {
    fn from(changed: BTreeMap<String, Option<String>>) -> Edits {
        Edits { changed: changed.into_iter().collect() }
    }
}
