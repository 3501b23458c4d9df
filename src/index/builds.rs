//! Builds: finished builds and refreshes of the index, which `latest` and `build:ID` name (SPEC 11.1).
//!
//! A build is of the tree of one commit, which git has as long as something refers to it; the build itself is a number
//! that means something in this repository alone.

use rusqlite::OptionalExtension as _;

use super::Index;
use super::contents::ENGINE;
use super::store::Asked;

/// A finished build or refresh.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Build {
    pub id: i64,
    /// The id of the tree that was indexed.
    pub tree: String,
}

/// What the facts of this worktree are of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Current {
    /// The number of its row in `repo_state`.
    pub state: i64,
    /// The id of the tree.
    pub tree: String,
}

/// What the facts of this worktree are of, if this very codesub's rules read the files.
pub fn current(index: &Index) -> Asked<Option<Current>> {
    let mut statement = index
        .store
        .connection()
        .prepare_cached("SELECT id, tree FROM repo_state WHERE worktree = ?1 AND tree IS NOT NULL AND engine = ?2")?;
    let current = |row: &rusqlite::Row<'_>| Ok(Current { state: row.get(0)?, tree: row.get(1)? });
    Ok(statement.query_row([index.worktree.as_str(), ENGINE], current).optional()?)
}

/// The newest build of this worktree.
pub fn latest(index: &Index) -> Asked<Option<Build>> {
    let mut statement = index.store.connection().prepare_cached(
        "SELECT builds.id, builds.tree FROM builds JOIN repo_state ON repo_state.id = builds.repo_state_id \
         WHERE repo_state.worktree = ?1 ORDER BY builds.id DESC LIMIT 1",
    )?;
    Ok(statement.query_row([&index.worktree], build).optional()?)
}

/// The build of that number, whichever worktree it was made in.
pub fn numbered(index: &Index, id: i64) -> Asked<Option<Build>> {
    let mut statement = index.store.connection().prepare_cached("SELECT id, tree FROM builds WHERE id = ?1")?;
    Ok(statement.query_row([id], build).optional()?)
}

fn build(row: &rusqlite::Row<'_>) -> rusqlite::Result<Build> {
    Ok(Build { id: row.get(0)?, tree: row.get(1)? })
}
