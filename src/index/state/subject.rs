//! What states are asked of: the index of a worktree, and the code that is there now.
//!
//! All of it is of one moment: what was edited is found by comparing with the tree that was indexed, so facts that a
//! refresh commits afterwards must not be seen. Whoever asks a store sees one version of it.

use super::{Context, Counts, Edits, FileStateService, contexts};
use crate::error::{Error, Result};
use crate::git::{Repository, Revision};
use crate::index::{Index, IndexedTree};

/// An index together with what was edited since.
pub struct Subject {
    pub index: Index,
    /// The files as they are: the worktree, or what `HEAD` names in a bare repository.
    pub present: Revision,
    /// The commit that is checked out; empty on an unborn branch.
    pub head: String,
    state: i64,
    edits: Edits,
}

impl Subject {
    /// Looks at the worktree; `None` where nothing was indexed in it.
    pub fn new(repository: &Repository, index: Index) -> Result<Option<Subject>> {
        let Some(IndexedTree { state, id: tree, .. }) = index.tree()? else { return Ok(None) };
        let head = repository.head()?;
        let commit = head.as_ref().and_then(Revision::commit).unwrap_or_default();
        let present = match (repository.worktree_root(), head) {
            (Some(_), _) => repository.worktree()?,
            (None, Some(head)) => head,
            (None, None) => return Err(Error::undecided("this repository has no commits").hint("commit something")),
        };
        let edits = Edits::between(repository, &tree, &present)?;
        Ok(Some(Subject { index, present, head: commit, state, edits }))
    }

    /// For asking about files.
    pub fn service(&self) -> FileStateService<'_> {
        FileStateService::new(self.index.store.connection(), self.state, self.edits.clone())
    }
}

/// How many files are in which state, for each enabled context; the worktree is not looked at where there is none.
pub fn count_states(repository: &Repository, index: Index) -> Result<Vec<(Context, Counts)>> {
    if contexts(index.store.connection())?.is_empty() {
        return Ok(Vec::new());
    }
    match Subject::new(repository, index)? {
        Some(subject) => Ok(subject.service().count()?),
        None => Ok(Vec::new()),
    }
}
