//! Builds: finished builds and refreshes of the index, which `latest` and `build:ID` name (SPEC 11.1).
//!
//! A build is of the tree of one commit, which git has as long as something refers to it; the build itself is a number
//! that means something in this repository alone.

use rusqlite::{Connection, OptionalExtension as _, params};

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

/// What a build or a refresh came to.
pub struct Finished<'a> {
    pub commit: &'a str,
    pub tree: &'a str,
    /// Files of the tree, and how many of them had to be parsed.
    pub files: usize,
    pub parsed: usize,
    pub at: f64,
}

/// Notes that the facts of a worktree are now those of another tree; gives the number of the build. `index_changed_at`
/// is when git's own index of the worktree was last written.
pub fn note(connection: &Connection, state: i64, finished: &Finished<'_>, index_changed_at: Option<f64>) -> Asked<i64> {
    let Finished { commit, tree, files, parsed, at } = finished;
    connection.execute(
        "UPDATE repo_state SET last_seen_head = ?2, tree = ?3, engine = ?4, checked_at = ?5, \
         last_seen_index_mtime = ?6 WHERE id = ?1",
        params![state, commit, tree, ENGINE, at, index_changed_at],
    )?;
    connection.execute(
        "INSERT INTO builds (repo_state_id, commit_id, tree, built_at, files, parsed) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![state, commit, tree, at, *files as i64, *parsed as i64],
    )?;
    Ok(connection.last_insert_rowid())
}

/// The number of the worktree's last build, if it was of the same commit and tree.
pub fn same_as_last(connection: &Connection, state: i64, finished: &Finished<'_>) -> Asked<Option<i64>> {
    let mut statement = connection
        .prepare_cached("SELECT id, commit_id, tree FROM builds WHERE repo_state_id = ?1 ORDER BY id DESC LIMIT 1")?;
    let last = statement.query_row([state], |row| {
        let (commit, tree): (Option<String>, String) = (row.get(1)?, row.get(2)?);
        Ok((row.get(0)?, commit.as_deref() == Some(finished.commit) && tree == finished.tree))
    });
    Ok(last.optional()?.and_then(|(id, is_same): (i64, bool)| is_same.then_some(id)))
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
