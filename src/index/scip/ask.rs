//! Asking the semantic layer where a symbol stands, whatever became of the text since.
//!
//! Facts outlive the text that they were made from: a file that changed since keeps what was said of it until it is
//! indexed again. Such an answer is marked [`stale`](SemanticReference::stale), never passed off as the present.

use rusqlite::{Connection, params};

use crate::index::store::Asked;

/// Where a symbol stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SemanticReference {
    pub path: String,
    /// From 1; columns in bytes from 0, the end exclusive.
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
    /// The file has changed since: look before you trust the place.
    pub stale: bool,
    /// A word of `occurrences.role`.
    pub role: String,
    /// What stood before and after it on its lines.
    pub before: String,
    pub after: String,
    pub context_id: i64,
}

/// What refers to a symbol (`scip:…`) in a worktree, definitions left out, sorted by place.
///
/// What several contexts say of one place comes once.
pub fn refs_by_scip_id(connection: &Connection, repo_state_id: i64, id: &str) -> Asked<Vec<SemanticReference>> {
    occurrences(connection, repo_state_id, id, false)
}

/// Where a symbol (`scip:…`) is defined in a worktree, sorted by place.
pub fn definitions_by_scip_id(connection: &Connection, repo_state_id: i64, id: &str) -> Asked<Vec<SemanticReference>> {
    occurrences(connection, repo_state_id, id, true)
}

fn occurrences(
    connection: &Connection,
    repo_state_id: i64,
    id: &str,
    definitions: bool,
) -> Asked<Vec<SemanticReference>> {
    let mut statement = connection.prepare_cached(
        "SELECT path, start_line, start_col, end_line, end_col, content_hash_at_index <> content_hash, role, \
         anchor_before, anchor_after, occurrences.context_id \
         FROM occurrences JOIN files ON files.id = occurrences.file_id \
         JOIN file_semantic_facts AS facts ON facts.file_id = files.id AND facts.context_id = occurrences.context_id \
         WHERE scip_id = ?1 AND repo_state_id = ?2 AND layer = 'semantic' AND (role = 'definition') = ?3",
    )?;
    let rows = statement.query_map(params![id, repo_state_id, definitions], |row| {
        Ok(SemanticReference {
            path: row.get(0)?,
            line: row.get(1)?,
            column: row.get(2)?,
            end_line: row.get(3)?,
            end_column: row.get(4)?,
            stale: row.get(5)?,
            role: row.get(6)?,
            before: row.get(7)?,
            after: row.get(8)?,
            context_id: row.get(9)?,
        })
    })?;
    let mut found: Vec<SemanticReference> = rows.collect::<rusqlite::Result<_>>()?;
    found.sort();
    // Of two that say the same of one place, the one that is not stale comes first and stays.
    found.dedup_by(|a, b| {
        (&a.path, a.line, a.column) == (&b.path, b.line, b.column)
            && a.end_line == b.end_line
            && a.end_column == b.end_column
    });
    Ok(found)
}
