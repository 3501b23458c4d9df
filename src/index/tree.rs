//! The indexed tree: what the facts of a worktree are of.
//!
//! A worktree whose first build never ended has a row in the store and no tree: nothing was indexed in it.

use rusqlite::{Connection, OptionalExtension as _};

use super::Index;
use super::contents::ENGINE;
use super::store::Asked;
use crate::error::{Error, Result};

/// What the facts of a worktree are of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexedTree {
    /// The number of its row in `repo_state`.
    pub state: i64,
    pub commit: Option<String>,
    /// The id of the tree.
    pub id: String,
    /// Whether this very codesub's rules read the files.
    pub is_of_this_engine: bool,
}

impl IndexedTree {
    /// That of a worktree, by its name; `None` where nothing was indexed in it.
    pub fn of(connection: &Connection, worktree: &str) -> Asked<Option<IndexedTree>> {
        let mut statement = connection.prepare_cached(
            "SELECT id, last_seen_head, tree, engine IS ?2 FROM repo_state WHERE worktree = ?1 AND tree IS NOT NULL",
        )?;
        let read = |row: &rusqlite::Row<'_>| {
            Ok(IndexedTree { state: row.get(0)?, commit: row.get(1)?, id: row.get(2)?, is_of_this_engine: row.get(3)? })
        };
        Ok(statement.query_row([worktree, ENGINE], read).optional()?)
    }
}

impl Index {
    /// The tree of the worktree that asks; `None` where nothing was indexed in it.
    pub fn tree(&self) -> Asked<Option<IndexedTree>> {
        IndexedTree::of(self.store.connection(), &self.worktree)
    }

    /// The same for whoever cannot do without it.
    pub fn required_tree(&self) -> Result<IndexedTree> {
        self.tree()?.ok_or_else(nothing_indexed)
    }
}

/// Somebody asks in a worktree that has no index, though another one may have.
pub fn nothing_indexed() -> Error {
    Error::usage("nothing was indexed in this worktree yet").hint("make its index: `codesub index build`")
}
