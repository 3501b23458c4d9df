//! The service that answers for file states: for one file, for many, and counted for all of a worktree (seed 002).

use std::collections::{BTreeMap, HashMap};

use rusqlite::{Connection, Transaction};

use super::edits::Edits;
use super::loading::Loaded;
use super::{Certainty, FileState, Freshness, states};
use crate::index::store::Asked;

/// Answers from one store for one worktree.
pub struct FileStateService<'a> {
    connection: &'a Connection,
    /// The row of the worktree in `repo_state`.
    state: i64,
    edits: Edits,
}

/// A semantic context: what one indexer said, in one configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Context {
    pub id: i64,
    pub name: Option<String>,
    pub language: Option<String>,
    /// The folder that it covers; empty for the whole repository.
    pub root: String,
}

/// How many files of a context are in which state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// In the order of [`Freshness::ALL`]; files that the context says nothing about are not counted.
    pub freshness: Vec<(Freshness, u32)>,
    /// Those among them whose facts are of the present content, but not sure.
    pub ambiguous: u32,
}

impl<'a> FileStateService<'a> {
    pub fn new(connection: &'a Connection, state: i64, edits: Edits) -> Self {
        FileStateService { connection, state, edits }
    }

    /// The state of one file.
    pub fn get_file_state(&self, file: i64, context: i64) -> Asked<FileState> {
        let found = self.get_file_states_batch(&[file], context)?;
        Ok(found.get(&file).copied().unwrap_or(FileState::UNINDEXED))
    }

    /// The states of many files, each once, in one computation.
    pub fn get_file_states_batch(&self, files: &[i64], context: i64) -> Asked<BTreeMap<i64, FileState>> {
        let _snapshot = self.snapshot()?;
        let loaded = self.load(files, context)?;
        let found = states(&loaded.graph);
        let state = |file: i64| match loaded.node(file) {
            Some(node) => found.of[node as usize],
            None => FileState::UNINDEXED,
        };
        Ok(files.iter().map(|&file| (file, state(file))).collect())
    }

    /// The numbers of files by path; paths that were not indexed are left out.
    pub fn files<'p>(&self, paths: impl IntoIterator<Item = &'p str>) -> Asked<HashMap<&'p str, i64>> {
        let mut statement =
            self.connection.prepare_cached("SELECT id FROM files WHERE repo_state_id = ?1 AND path = ?2")?;
        let mut found = HashMap::new();
        for path in paths {
            let mut rows = statement.query(rusqlite::params![self.state, path])?;
            if let Some(row) = rows.next()? {
                found.insert(path, row.get(0)?);
            }
        }
        Ok(found)
    }

    /// The blob at a path now; `None` where nothing is or nothing was indexed.
    pub fn content(&self, path: &str) -> Asked<Option<String>> {
        let mut statement =
            self.connection.prepare_cached("SELECT content_hash FROM files WHERE repo_state_id = ?1 AND path = ?2")?;
        let mut rows = statement.query(rusqlite::params![self.state, path])?;
        let Some(row) = rows.next()? else { return Ok(None) };
        Ok(self.edits.content(path, &row.get::<_, String>(0)?))
    }

    /// How many files are in which state, for each context that is enabled.
    pub fn count(&self) -> Asked<Vec<(Context, Counts)>> {
        let _snapshot = self.snapshot()?;
        let mut all = Vec::new();
        for context in contexts(self.connection)? {
            let loaded = Loaded::all(self.connection, self.state, context.id, &self.edits)?;
            let found = states(&loaded.graph);
            let count = |wanted: &dyn Fn(&FileState) -> bool| {
                u32::try_from(found.of.iter().filter(|state| wanted(state)).count()).unwrap_or(u32::MAX)
            };
            let known = Freshness::ALL.into_iter().filter(|freshness| *freshness != Freshness::Unindexed);
            let freshness = known.map(|it| (it, count(&|state| state.freshness == it))).collect();
            let ambiguous = count(&|state| state.certainty == Certainty::Ambiguous);
            all.push((context, Counts { freshness, ambiguous }));
        }
        Ok(all)
    }

    /// Which enabled contexts have facts about which of these files.
    pub fn known_to(&self, files: &[i64]) -> Asked<Vec<(Context, Vec<i64>)>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT file_id FROM file_semantic_facts WHERE context_id = ?1 \
             AND file_id IN (SELECT value FROM json_each(?2)) ORDER BY file_id",
        )?;
        let list = serde_json::to_string(files).expect("because numbers can be written");
        let mut all = Vec::new();
        for context in contexts(self.connection)? {
            let rows = statement.query_map(rusqlite::params![context.id, list], |row| row.get(0))?;
            let known: Vec<i64> = rows.collect::<rusqlite::Result<_>>()?;
            if !known.is_empty() {
                all.push((context, known));
            }
        }
        Ok(all)
    }

    /// What the states of these files in a context need.
    pub(in crate::index) fn load(&self, files: &[i64], context: i64) -> Asked<Loaded> {
        Loaded::for_files(self.connection, self.state, context, &self.edits, files)
    }

    /// Keeps several questions on one version of the store, unless whoever asks does so already.
    pub(in crate::index) fn snapshot(&self) -> Asked<Option<Transaction<'a>>> {
        match self.connection.is_autocommit() {
            true => Ok(Some(self.connection.unchecked_transaction()?)),
            false => Ok(None),
        }
    }

    pub(in crate::index) fn connection(&self) -> &'a Connection {
        self.connection
    }
}

/// The contexts that are enabled, by number. What an older version of an indexer said of a file is gone already where a
/// newer one has spoken of it: see the import.
pub fn contexts(connection: &Connection) -> Asked<Vec<Context>> {
    let mut statement =
        connection.prepare_cached("SELECT id, name, language, root FROM contexts WHERE enabled ORDER BY id")?;
    let rows = statement.query_map([], |row| {
        Ok(Context { id: row.get(0)?, name: row.get(1)?, language: row.get(2)?, root: row.get(3)? })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
