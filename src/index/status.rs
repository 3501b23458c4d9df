//! Status: what the index holds, and how current it is.

use rusqlite::{Connection, OptionalExtension as _};

use super::Index;
use super::contents::ENGINE;
use super::store::Asked;

/// What the index holds of one worktree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// The commit and the tree that it is of.
    pub commit: Option<String>,
    pub tree: Option<String>,
    /// The last finished build.
    pub build: Option<i64>,
    /// Whether this very codesub's rules read the files.
    pub is_current_engine: bool,
    /// Files of each language, by its name; the empty name is that of files in no known language.
    pub files: Vec<(String, u32)>,
    pub symbols: u32,
    pub references: u32,
    pub dependencies: u32,
    /// Blobs whose contents are kept, of all branches and worktrees.
    pub contents: u32,
    /// Files that were not examined, with the reason, by path.
    pub skipped: Vec<(String, String)>,
}

/// The number of the worktree's row in `repo_state`; `None` where nothing was indexed in it.
pub fn state_id(connection: &Connection, worktree: &str) -> Asked<Option<i64>> {
    Ok(connection
        .prepare_cached("SELECT id FROM repo_state WHERE worktree = ?1 AND tree IS NOT NULL")?
        .query_row([worktree], |row| row.get(0))
        .optional()?)
}

impl Index {
    /// The commit that a tree's facts are of.
    pub fn commit(&self, state: i64) -> Asked<Option<String>> {
        let mut statement =
            self.store.connection().prepare_cached("SELECT last_seen_head FROM repo_state WHERE id = ?1")?;
        Ok(statement.query_row([state], |row| row.get(0))?)
    }

    /// The number of this worktree's row in `repo_state`; `None` where nothing was indexed in it.
    pub fn state_id(&self) -> Asked<Option<i64>> {
        state_id(self.store.connection(), &self.worktree)
    }

    /// What it holds of this worktree; `None` where nothing was indexed in it.
    pub fn status(&self) -> Asked<Option<Status>> {
        let connection = self.store.connection();
        let Some(state) = self.state_id()? else { return Ok(None) };
        let count =
            |sql: &str| -> Asked<u32> { Ok(connection.prepare_cached(sql)?.query_row([state], |row| row.get(0))?) };
        let pairs = |sql: &str| -> Asked<Vec<(String, String)>> {
            let mut statement = connection.prepare_cached(sql)?;
            let rows = statement.query_map([state], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        };
        let (commit, tree, engine): (Option<String>, Option<String>, Option<String>) = connection.query_row(
            "SELECT last_seen_head, tree, engine FROM repo_state WHERE id = ?1",
            [state],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )?;
        let mut statement = connection.prepare_cached(
            "SELECT coalesce(language, ''), count(*) FROM files WHERE repo_state_id = ?1 GROUP BY 1 ORDER BY 1",
        )?;
        let files = statement.query_map([state], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let files = files.collect::<rusqlite::Result<_>>()?;
        let of_files = "WHERE file_id IN (SELECT id FROM files WHERE repo_state_id = ?1)";
        Ok(Some(Status {
            commit,
            tree,
            build: connection
                .query_row("SELECT max(id) FROM builds WHERE repo_state_id = ?1", [state], |row| row.get(0))?,
            is_current_engine: engine.as_deref() == Some(ENGINE),
            files,
            symbols: count(&format!("SELECT count(*) FROM symbols {of_files} AND layer = 'syntactic'"))?,
            references: count(&format!(
                "SELECT count(*) FROM occurrences {of_files} AND layer = 'syntactic' AND role <> 'definition'"
            ))?,
            dependencies: count(
                "SELECT count(*) FROM edges WHERE source_file IN (SELECT id FROM files WHERE repo_state_id = ?1)",
            )?,
            contents: connection.query_row("SELECT count(*) FROM contents", [], |row| row.get(0))?,
            skipped: pairs(
                "SELECT path, skipped FROM files WHERE repo_state_id = ?1 AND skipped IS NOT NULL ORDER BY path",
            )?,
        }))
    }
}
