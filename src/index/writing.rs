//! Writing: the facts of a tree are being replaced, file by file, within one transaction.

use std::collections::{HashMap, HashSet};

use rusqlite::{Connection, params};

use super::contents;
use super::examine::Examined;
use super::facts::{self, File, Names};
use super::refresh::Failure;
use super::store::{Asked, Trouble};
use crate::identity::entity::{OldEntity, slug};
use crate::syntax::Language;

/// What the store has of a path.
pub struct Known {
    pub id: i64,
    pub blob: String,
    /// `None` where it was not examined, or is in no known language.
    pub language: Option<String>,
}

/// What the store has of every path of a worktree.
pub fn known(connection: &Connection, state: i64) -> Asked<HashMap<String, Known>> {
    let mut statement =
        connection.prepare_cached("SELECT path, id, content_hash, language FROM files WHERE repo_state_id = ?1")?;
    let rows = statement.query_map([state], |row| {
        Ok((row.get(0)?, Known { id: row.get(1)?, blob: row.get(2)?, language: row.get(3)? }))
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Facts that are being written.
pub struct Writing<'a> {
    connection: &'a Connection,
    names: Names,
    slugs: Slugs,
    state: i64,
    at: f64,
    birth: i64,
}

impl<'a> Writing<'a> {
    /// Begins to write. `paths` are those that will be written, `at` is now, and what is new is born at `birth`.
    pub fn new<'p>(
        connection: &'a Connection,
        state: i64,
        paths: impl Iterator<Item = &'p str>,
        at: f64,
        birth: i64,
    ) -> Asked<Self> {
        let slugs = Slugs::load(connection, state, paths)?;
        Ok(Writing { connection, names: Names::default(), slugs, state, at, birth })
    }

    /// Replaces the facts of one file and gives its row.
    pub fn write(&mut self, file: &Examined, known: Option<&Known>) -> Result<i64, Failure> {
        let connection = self.connection;
        let content = match file.language {
            Some(language) => {
                let content = contents::content(connection, &file.blob, language.name())?;
                // It was kept a moment ago, under the lock that we hold.
                Some(content.ok_or_else(|| Trouble::Damaged(format!("the content of {} does not last", file.path)))?)
            }
            None => None,
        };
        let language = file.language.map(Language::name);
        let interface = content.as_ref().map(|content| facts::interface_hash(&content.outline).to_hex());
        let mut old = self.slugs.others(connection, &file.path)?;
        let id = match known {
            Some(known) => {
                old.extend(facts::entities(connection, known.id, &file.path)?);
                facts::forget(connection, known.id)?;
                let mut update = connection.prepare_cached(
                    "UPDATE files SET language = ?2, content_hash = ?3, syntactic_interface_hash = ?4, \
                     indexed_at = ?5, skipped = ?6 WHERE id = ?1",
                )?;
                update.execute(params![known.id, language, file.blob, interface, self.at, file.skipped])?;
                known.id
            }
            None => {
                let mut insert = connection.prepare_cached(
                    "INSERT INTO files (repo_state_id, path, language, content_hash, syntactic_interface_hash, \
                     indexed_at, skipped) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                )?;
                let id = insert.insert(params![
                    self.state,
                    file.path,
                    language,
                    file.blob,
                    interface,
                    self.at,
                    file.skipped
                ])?;
                self.slugs.add(&file.path, id);
                id
            }
        };
        if let (Some(language), Some(content)) = (file.language, &content) {
            let row = File { id, path: &file.path, language };
            facts::write(connection, &mut self.names, &row, content, &old, self.birth)?;
        }
        Ok(id)
    }
}

/// Paths that have the same slug, and so could have the same entity keys (SPEC §10).
struct Slugs(HashMap<String, Vec<(String, i64)>>);

impl Slugs {
    fn load<'p>(connection: &Connection, state: i64, changed: impl Iterator<Item = &'p str>) -> Asked<Slugs> {
        let wanted: HashSet<String> = changed.map(slug).collect();
        let mut by_slug: HashMap<String, Vec<(String, i64)>> = HashMap::new();
        let mut statement =
            connection.prepare_cached("SELECT path, id FROM files WHERE repo_state_id = ?1 ORDER BY path")?;
        let mut rows = statement.query([state])?;
        while let Some(row) = rows.next()? {
            let path: String = row.get(0)?;
            let slug = slug(&path);
            if wanted.contains(&slug) {
                by_slug.entry(slug).or_default().push((path, row.get(1)?));
            }
        }
        Ok(Slugs(by_slug))
    }

    fn add(&mut self, path: &str, id: i64) {
        self.0.entry(slug(path)).or_default().push((path.to_owned(), id));
    }

    /// The entities of all other paths that share the slug of this one.
    fn others(&self, connection: &Connection, path: &str) -> Asked<Vec<OldEntity>> {
        let mut all = Vec::new();
        for (other, id) in self.0.get(&slug(path)).into_iter().flatten().filter(|(other, _)| other != path) {
            all.extend(facts::entities(connection, *id, other)?);
        }
        Ok(all)
    }
}
