//! Builds: finished builds and refreshes of the index, which `latest` and `build:ID` name (SPEC 11.1).
//!
//! A build is of the tree of one commit, which git has as long as something refers to it; the build itself is a number
//! that means something in this repository alone.

use rusqlite::OptionalExtension as _;

use super::Index;
use super::store::Asked;

/// A finished build or refresh.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Build {
    pub id: i64,
    /// The id of the tree that was indexed.
    pub tree: String,
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
