//! Finding constructs by whatever somebody has of them: a name, a target, an id from some output.
//!
//! What may mean several is answered with all of them, never with a guess (SPEC §10).

use std::collections::BTreeSet;

use rusqlite::{Connection, Row, ToSql, params};

use super::semantic;
use super::stored::kind;
use crate::config::Target;
use crate::identity::SymbolId;
use crate::index::store::Asked;
use crate::syntax::{Kind, qualname};

/// A construct that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub path: String,
    pub language: String,
    pub qualname: String,
    pub name: String,
    pub kind: Kind,
    pub start_line: u32,
    pub end_line: u32,
    pub signature: Option<String>,
    /// What indexers call it, sorted.
    pub scip_ids: BTreeSet<String>,
    pub scoped_id: String,
    pub symbol_key: String,
    pub entity_key: String,
}

impl Found {
    pub fn target(&self) -> Target {
        Target::Construct { path: self.path.clone(), qualname: self.qualname.clone() }
    }

    /// The best id that is known: what an indexer said, or else our own.
    pub fn symbol_id(&self) -> String {
        let own = || SymbolId::Scoped(self.scoped_id.clone()).to_string();
        self.scip_ids.first().cloned().unwrap_or_else(own)
    }
}

/// The constructs of a tree that a text may mean, by path and line; `within` is a path that they must be in.
pub fn find(connection: &Connection, state: i64, text: &str, within: Option<&str>) -> Asked<Vec<Found>> {
    let scoped = text.strip_prefix("heur:").unwrap_or(text);
    let mut found = if text.starts_with("scip:") {
        by_scip_id(connection, state, text)?
    } else if scoped.starts_with("sid:v1:") {
        select(connection, state, "s.scoped_id = ?2", &scoped)?
    } else if text.starts_with("sk:v1:") {
        select(connection, state, "s.symbol_key = ?2", &text)?
    } else if let Ok(Target::Construct { path, qualname }) = text.parse::<Target>() {
        let mut found = select(connection, state, "f.path = ?2", &path)?;
        found.retain(|found| qualname::is_called(&found.qualname, &qualname));
        found
    } else {
        let mut found = select(connection, state, "s.name = ?2", &qualname::simple_name(text))?;
        found.retain(|found| qualname::is_called(&found.qualname, text));
        if found.is_empty() && text.contains(":T") {
            found = select(connection, state, "s.entity_key = ?2", &text)?;
        }
        found
    };
    // A whole qualname is meant rather than the end of another.
    let is_whole = |found: &Found| {
        found.qualname == text || text.strip_prefix(&found.path) == Some(&format!("::{}", found.qualname))
    };
    if text.contains('.') && found.iter().any(is_whole) {
        found.retain(is_whole);
    }
    found.retain(|found| within.is_none_or(|path| found.path == path));
    Ok(found)
}

fn select(connection: &Connection, state: i64, which: &str, value: &dyn ToSql) -> Asked<Vec<Found>> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT f.path, f.language, s.qualified_name, s.name, s.kind, s.line, s.end_line, s.signature, s.scoped_id, \
             s.symbol_key, s.entity_key, s.position \
         FROM symbols s JOIN files f ON f.id = s.file_id \
         WHERE f.repo_state_id = ?1 AND s.layer = 'syntactic' AND {which} ORDER BY f.path, s.position"
    ))?;
    let rows = statement.query_map(params![state, value], |row| Ok((read(row)?, row.get::<_, u32>(11)?)))?;
    let mut all = Vec::new();
    for row in rows {
        let (mut found, position) = row?;
        found.scip_ids = semantic::ids_of(connection, state, &found.path, position)?;
        all.push(found);
    }
    Ok(all)
}

fn read(row: &Row<'_>) -> rusqlite::Result<Found> {
    Ok(Found {
        path: row.get(0)?,
        language: row.get(1)?,
        qualname: row.get(2)?,
        name: row.get(3)?,
        kind: kind(row, 4)?,
        start_line: row.get(5)?,
        end_line: row.get(6)?,
        signature: row.get(7)?,
        scip_ids: BTreeSet::new(),
        scoped_id: row.get(8)?,
        symbol_key: row.get(9)?,
        entity_key: row.get(10)?,
    })
}

/// What is defined where an indexer says that this id is.
fn by_scip_id(connection: &Connection, state: i64, id: &str) -> Asked<Vec<Found>> {
    let mut statement = connection.prepare_cached(
        "SELECT DISTINCT s.id FROM occurrences o \
         JOIN occurrences d ON d.file_id = o.file_id AND d.layer = 'syntactic' AND d.role = 'definition' \
              AND d.start_line = o.start_line AND d.start_col = o.start_col \
         JOIN symbols s ON s.id = d.symbol_id \
         WHERE o.scip_id = ?1 AND o.layer = 'semantic' AND o.role = 'definition'",
    )?;
    let rows = statement.query_map([id], |row| row.get(0))?;
    let mut all = Vec::new();
    for symbol in rows.collect::<rusqlite::Result<Vec<i64>>>()? {
        all.extend(select(connection, state, "s.id = ?2", &symbol)?);
    }
    // Facts of a file that changed since lead to whatever stands there now.
    all.retain(|found| found.scip_ids.contains(id));
    all.sort_by(|a, b| (&a.path, a.start_line).cmp(&(&b.path, b.start_line)));
    Ok(all)
}
