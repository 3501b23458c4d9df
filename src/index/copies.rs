//! Copies: constructs with a body that somebody looks for, in the whole tree that was indexed (SPEC 12.5).
//!
//! What is found is a hint where to look. Whoever acts on it reads the file: the tree may be another one by now.

use super::Index;
use super::store::Asked;
use crate::syntax::Fingerprint;

/// A body that stands in more places than this says nothing about any of them.
const MOST: usize = 200;

/// Where a construct stood when it was indexed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Indexed {
    pub path: String,
    /// The id of the file's blob.
    pub blob: String,
    pub qualname: String,
}

/// The constructs with that body, sorted; none where there are too many.
pub fn with_body(index: &Index, body: Fingerprint) -> Asked<Vec<Indexed>> {
    let mut statement = index.store.connection().prepare_cached(
        "SELECT files.path, files.content_hash, symbols.qualified_name FROM symbols \
         JOIN files ON files.id = symbols.file_id JOIN repo_state ON repo_state.id = files.repo_state_id \
         WHERE symbols.body_hash = ?1 AND symbols.layer = 'syntactic' AND repo_state.worktree = ?2 \
         ORDER BY files.path, symbols.position LIMIT ?3",
    )?;
    let rows = statement.query_map(rusqlite::params![body.to_hex(), index.worktree, MOST as i64 + 1], |row| {
        Ok(Indexed { path: row.get(0)?, blob: row.get(1)?, qualname: row.get(2)? })
    })?;
    let found = rows.collect::<rusqlite::Result<Vec<_>>>()?;
    Ok(if found.len() > MOST { Vec::new() } else { found })
}
