//! Status: what the index holds, and how current it is.

use rusqlite::Connection;

use super::store::Asked;
use super::{Index, IndexedTree};

/// What the index holds of one tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// The last finished build.
    pub build: Option<i64>,
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

impl Index {
    /// What it holds of a tree.
    pub fn status(&self, tree: &IndexedTree) -> Asked<Status> {
        let (connection, state) = (self.store.connection(), tree.state);
        let count =
            |sql: &str| -> Asked<u32> { Ok(connection.prepare_cached(sql)?.query_row([state], |row| row.get(0))?) };
        let mut statement = connection.prepare_cached(
            "SELECT coalesce(language, ''), count(*) FROM files WHERE repo_state_id = ?1 GROUP BY 1 ORDER BY 1",
        )?;
        let files = statement.query_map([state], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let files = files.collect::<rusqlite::Result<_>>()?;
        let of_files = "WHERE file_id IN (SELECT id FROM files WHERE repo_state_id = ?1)";
        Ok(Status {
            build: connection
                .query_row("SELECT max(id) FROM builds WHERE repo_state_id = ?1", [state], |row| row.get(0))?,
            files,
            symbols: count(&format!("SELECT count(*) FROM symbols {of_files} AND layer = 'syntactic'"))?,
            references: count(&format!(
                "SELECT count(*) FROM occurrences {of_files} AND layer = 'syntactic' AND role <> 'definition'"
            ))?,
            dependencies: count(
                "SELECT count(*) FROM edges WHERE source_file IN (SELECT id FROM files WHERE repo_state_id = ?1)",
            )?,
            contents: connection.query_row("SELECT count(*) FROM contents", [], |row| row.get(0))?,
            skipped: skipped(connection, state)?,
        })
    }
}

/// The files of a tree that were not examined, with the reason, by path.
pub fn skipped(connection: &Connection, state: i64) -> Asked<Vec<(String, String)>> {
    let mut statement = connection.prepare_cached(
        "SELECT path, skipped FROM files WHERE repo_state_id = ?1 AND skipped IS NOT NULL ORDER BY path",
    )?;
    let rows = statement.query_map([state], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
