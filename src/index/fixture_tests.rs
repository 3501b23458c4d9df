//! A store for tests, filled from sources as a refresh fills it.

use std::collections::BTreeMap;

use rusqlite::{OptionalExtension as _, params};
use tempfile::TempDir;

use super::contents::Content;
use super::facts::{self, File, Names};
use super::graph;
use super::store::Store;
use crate::syntax::{Language, outline_and_mentions};

/// A store with one tree in it.
pub struct Fixture {
    pub store: Store,
    pub state: i64,
    _folder: TempDir,
}

impl Fixture {
    pub fn empty() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open_for_writing(folder.path()).expect("a store");
        store.connection().execute("INSERT INTO repo_state (worktree, tree) VALUES ('', 't')", []).expect("a state");
        let state = store.connection().last_insert_rowid();
        Fixture { store, state, _folder: folder }
    }

    pub fn new(sources: &[(&str, &str)]) -> Self {
        let mut fixture = Fixture::empty();
        fixture.change(&sources.iter().map(|(path, source)| (*path, Some(*source))).collect());
        fixture
    }

    /// Puts files where there may be others, or removes them, in one step.
    pub fn change(&mut self, changes: &BTreeMap<&str, Option<&str>>) {
        let state = self.state;
        let transaction = self.store.transaction().expect("a transaction");
        let (mut changed, mut appeared, mut vanished) = (Vec::new(), Vec::new(), Vec::new());
        let mut names = Names::default();
        for (path, source) in changes {
            let known: Option<i64> = transaction
                .query_row("SELECT id FROM files WHERE repo_state_id = ?1 AND path = ?2", params![state, path], |row| {
                    row.get(0)
                })
                .optional()
                .expect("an answer");
            let Some(source) = source else {
                if let Some(id) = known {
                    transaction.execute("DELETE FROM files WHERE id = ?1", [id]).expect("removed");
                    vanished.push(*path);
                }
                continue;
            };
            let language = Language::detect(path, Some(source.as_bytes())).expect("a language");
            let id = match known {
                Some(id) => {
                    facts::forget(&transaction, id).expect("forgotten");
                    id
                }
                None => {
                    appeared.push(*path);
                    transaction
                        .prepare_cached(
                            "INSERT INTO files (repo_state_id, path, language, content_hash) VALUES (?1, ?2, ?3, ?4)",
                        )
                        .expect("a statement")
                        .insert(params![state, path, language.name(), source])
                        .expect("a file")
                }
            };
            let (outline, mentions) = outline_and_mentions(source.as_bytes(), language);
            let file = File { id, path, language };
            facts::write(&transaction, &mut names, &file, &Content { outline, mentions }, &[], 0).expect("written");
            changed.push(id);
        }
        graph::link(&transaction, state, &changed, &appeared, &vanished).expect("linked");
        transaction.commit().expect("committed");
    }

    /// All edges, as `a -> b how`, sorted, and the stems of all imports.
    pub fn edges(&self) -> Vec<String> {
        let mut all = self.rows(
            "SELECT s.path || ' -> ' || t.path || ' ' || e.dependency_type FROM edges e \
             JOIN files s ON s.id = e.source_file JOIN files t ON t.id = e.target_file",
        );
        all.sort();
        all
    }

    pub fn stems(&self) -> Vec<String> {
        let mut all = self.rows("SELECT f.path || ' ' || i.stem FROM import_stems i JOIN files f ON f.id = i.file_id");
        all.sort();
        all
    }

    fn rows(&self, query: &str) -> Vec<String> {
        let mut statement = self.store.connection().prepare(query).expect("a query");
        let rows = statement.query_map([], |row| row.get(0)).expect("rows");
        rows.collect::<rusqlite::Result<_>>().expect("texts")
    }
}
