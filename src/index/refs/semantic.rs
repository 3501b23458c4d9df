//! The semantic layer of references: what an indexer said of a file as it is (SPEC 12.2).
//!
//! Where the facts of a file are current, they are the truth for it: what an indexer resolves is a reference if it
//! resolves to the construct, and none if it resolves elsewhere, whatever the name says. Facts of a file that changed
//! since say nothing.

use std::collections::{BTreeSet, HashMap};

use rusqlite::{Connection, params};

use super::Reference;
use super::certainty::{Certainty, Wanted};
use super::lookup::Lookup as _;
use super::stored::Stored;
use crate::index::facts::{purpose, role};
use crate::index::store::Asked;

/// Narrows occurrences `o` to those that still count: their context is enabled, and the content of their file `f` is the
/// one that they were found in.
pub const CURRENT: &str = "JOIN files f ON f.id = o.file_id \
     JOIN contexts c ON c.id = o.context_id AND c.enabled \
     JOIN file_semantic_facts s ON s.file_id = o.file_id AND s.context_id = o.context_id \
     AND s.content_hash_at_index = f.content_hash";

/// Puts what indexers said of a construct over what its name says.
pub(super) fn lay_over(
    stored: &Stored<'_>,
    wanted: &Wanted,
    skip: &dyn Fn(&str) -> bool,
    list: &mut Vec<Reference>,
) -> Asked<()> {
    if skip(&wanted.path) || !has_facts(stored.connection)? {
        return Ok(());
    }
    let ids = ids_of(stored.connection, stored.state, &wanted.path, wanted.position)?;
    let known: Vec<Reference> = if ids.is_empty() { Vec::new() } else { known_as(stored, &ids)? };
    let mut places: HashMap<String, HashMap<(u32, u32), bool>> = HashMap::new();
    for path in list.iter().map(|reference| &reference.path).collect::<BTreeSet<_>>() {
        places.insert(path.clone(), said(stored, path, &ids)?);
    }
    // Without an id of its own nothing can be said to be another's.
    if !ids.is_empty() {
        list.retain(|reference| {
            let said = places.get(&reference.path).and_then(|said| said.get(&(reference.line, reference.start_column)));
            said.is_none_or(|is_it| *is_it)
        });
    }
    list.extend(known.into_iter().filter(|reference| !skip(&reference.path)));
    Ok(())
}

/// The symbol ids that indexers gave to the construct at a position of a file.
pub fn ids_of(connection: &Connection, state: i64, path: &str, position: u32) -> Asked<BTreeSet<String>> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT DISTINCT o.scip_id FROM occurrences d \
         JOIN occurrences o ON o.file_id = d.file_id AND o.layer = 'semantic' AND o.role = 'definition' \
              AND o.start_line = d.start_line AND o.start_col = d.start_col AND o.scip_id IS NOT NULL {CURRENT} \
         WHERE d.file_id = (SELECT id FROM files WHERE repo_state_id = ?1 AND path = ?2) \
              AND d.layer = 'syntactic' AND d.role = 'definition' AND d.within = ?3"
    ))?;
    let rows = statement.query_map(params![state, path, position], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Every place that indexers resolved to one of these ids, definitions aside.
pub fn known_as(stored: &Stored<'_>, ids: &BTreeSet<String>) -> Asked<Vec<Reference>> {
    let mut statement = stored.connection.prepare_cached(&format!(
        "SELECT f.path, o.start_line, o.start_col, o.end_col, o.role FROM occurrences o {CURRENT} \
         WHERE o.scip_id = ?1 AND o.layer = 'semantic' AND o.role <> 'definition' AND f.repo_state_id = ?2"
    ))?;
    let mut list = Vec::new();
    for id in ids {
        let mut rows = statement.query(params![id, stored.state])?;
        while let Some(row) = rows.next()? {
            let (path, line): (String, u32) = (row.get(0)?, row.get(1)?);
            let word: String = row.get(4)?;
            let file = stored.file(&path);
            let around = file.as_ref().and_then(|file| file.at_line(line));
            list.push(Reference {
                certainty: Certainty::Semantic,
                line,
                start_column: row.get(2)?,
                end_column: row.get(3)?,
                role: role(purpose(&word)),
                within: around.map(|around| around.qualname.clone()),
                path,
            });
        }
    }
    Ok(list)
}

/// The places of a file that indexers resolved, and whether it was to one of these ids.
fn said(stored: &Stored<'_>, path: &str, ids: &BTreeSet<String>) -> Asked<HashMap<(u32, u32), bool>> {
    let mut statement = stored.connection.prepare_cached(&format!(
        "SELECT o.start_line, o.start_col, o.scip_id FROM occurrences o {CURRENT} \
         WHERE o.file_id = (SELECT id FROM files WHERE repo_state_id = ?1 AND path = ?2) \
              AND o.layer = 'semantic' AND o.scip_id IS NOT NULL"
    ))?;
    let mut said: HashMap<(u32, u32), bool> = HashMap::new();
    let mut rows = statement.query(params![stored.state, path])?;
    while let Some(row) = rows.next()? {
        let id: String = row.get(2)?;
        // Contexts may differ; one that says it is this is enough.
        *said.entry((row.get(0)?, row.get(1)?)).or_default() |= ids.contains(&id);
    }
    Ok(said)
}

/// Whether indexers ever said anything, which is cheap to know.
pub fn has_facts(connection: &Connection) -> Asked<bool> {
    Ok(connection.prepare_cached("SELECT 1 FROM file_semantic_facts LIMIT 1")?.exists([])?)
}
