//! Asking the semantic layer: what a place means, and where a symbol stands.
//!
//! Facts outlive the text that they were made from: a file that changed since keeps what was said of it until it is
//! indexed again. Such an answer is marked [`stale`](SemanticReference::stale), never passed off as the present.

use rusqlite::{Connection, OptionalExtension as _, params};
use serde::Serialize;

use crate::index::store::Asked;

/// Where a symbol stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
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

/// The symbol (`scip:…`) that stands at a place of a file, which has not changed since it was indexed: line from 1, byte
/// column from 0. A definition comes before everything else.
pub fn semantic_id_of(connection: &Connection, file_id: i64, line: u32, column: u32) -> Asked<Option<String>> {
    let mut statement = connection.prepare_cached(
        "SELECT scip_id FROM occurrences JOIN files ON files.id = occurrences.file_id \
         JOIN file_semantic_facts AS facts ON facts.file_id = files.id AND facts.context_id = occurrences.context_id \
         WHERE occurrences.file_id = ?1 AND layer = 'semantic' AND facts.content_hash_at_index = files.content_hash \
         AND start_line = ?2 AND start_col <= ?3 AND (end_line > ?2 OR end_col > ?3) \
         ORDER BY role <> 'definition', end_line, end_col - start_col, occurrences.context_id, scip_id LIMIT 1",
    )?;
    Ok(statement.query_row(params![file_id, line, column], |row| row.get(0)).optional()?)
}

/// The symbol (`scip:…`) that a construct defines: the definition of its name on the first of its lines that has one, in
/// a file that has not changed since it was indexed. The lines are those of the construct, decorators included.
pub fn semantic_id_of_construct(
    connection: &Connection,
    file_id: i64,
    name: &str,
    lines: std::ops::RangeInclusive<u32>,
) -> Asked<Option<String>> {
    let mut statement = connection.prepare_cached(
        "SELECT symbol_id FROM symbols JOIN files ON files.id = symbols.file_id \
         JOIN file_semantic_facts AS facts ON facts.file_id = files.id AND facts.context_id = symbols.context_id \
         WHERE symbols.file_id = ?1 AND layer = 'semantic' AND facts.content_hash_at_index = files.content_hash \
         AND name = ?2 AND line BETWEEN ?3 AND ?4 AND kind NOT IN ('parameter', 'type_parameter', 'module') \
         ORDER BY line, \"column\", symbols.context_id, symbol_id LIMIT 1",
    )?;
    let values = params![file_id, name, lines.start(), lines.end()];
    Ok(statement.query_row(values, |row| row.get(0)).optional()?)
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
