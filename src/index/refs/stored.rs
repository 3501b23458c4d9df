//! The lookup of stored files: read from the facts store when they are asked for, once.
//!
//! Looking up cannot fail in the middle of resolving a name; what goes wrong is remembered, and [`Stored::check`] tells it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension as _, Row, params};
use serde::Deserialize as _;
use serde::de::value::{Error as ValueError, StrDeserializer};

use super::file::{Defined, FileNames, Written};
use super::lookup::{Lookup, Memory};
use crate::index::folders::folder;
use crate::index::store::{Asked, Trouble};
use crate::syntax::{Import, Kind, Language, qualname};

/// The files of one worktree's tree in the store.
pub struct Stored<'c> {
    pub connection: &'c Connection,
    /// The row of `repo_state`.
    pub state: i64,
    /// Whether what types inherit from is of interest.
    with_bases: bool,
    files: RefCell<HashMap<String, Option<Arc<FileNames>>>>,
    /// Paths of files with a construct of that name.
    named: RefCell<HashMap<String, Arc<[String]>>>,
    folders: RefCell<HashMap<String, bool>>,
    trouble: RefCell<Option<Trouble>>,
}

impl<'c> Stored<'c> {
    pub fn new(connection: &'c Connection, state: i64) -> Self {
        Stored {
            connection,
            state,
            with_bases: true,
            files: RefCell::default(),
            named: RefCell::default(),
            folders: RefCell::default(),
            trouble: RefCell::default(),
        }
    }

    /// The same without what types inherit from, which costs as much as all else.
    pub fn without_bases(connection: &'c Connection, state: i64) -> Self {
        Stored { with_bases: false, ..Stored::new(connection, state) }
    }

    /// What went wrong with a lookup so far.
    pub fn check(&self) -> Asked<()> {
        self.trouble.borrow_mut().take().map_or(Ok(()), Err)
    }

    fn told<T: Default>(&self, answer: Asked<T>) -> T {
        answer.unwrap_or_else(|trouble| {
            self.trouble.borrow_mut().get_or_insert(trouble);
            T::default()
        })
    }

    fn read(&self, path: &str) -> Asked<Option<Arc<FileNames>>> {
        let mut statement =
            self.connection.prepare_cached("SELECT id, language FROM files WHERE repo_state_id = ?1 AND path = ?2")?;
        let found: Option<(i64, Option<String>)> =
            statement.query_row(params![self.state, path], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        let Some((id, language)) = found else { return Ok(None) };
        let Some(language) = language.as_deref().and_then(Language::by_name) else { return Ok(None) };
        let bases = if self.with_bases { bases(self.connection, id)? } else { Vec::new() };
        let (constructs, imports) = (constructs(self.connection, id)?, imports(self.connection, id)?);
        Ok(Some(Arc::new(FileNames::new(path.to_owned(), language, constructs, imports, bases))))
    }

    fn with_name(&self, name: &str) -> Asked<Arc<[String]>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT DISTINCT f.path FROM symbols s JOIN files f ON f.id = s.file_id \
             WHERE s.name = ?1 AND s.layer = 'syntactic' AND f.repo_state_id = ?2 ORDER BY f.path",
        )?;
        let rows = statement.query_map(params![name, self.state], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<Vec<String>>>()?.into())
    }

    fn is_folder(&self, folder: &str) -> Asked<bool> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT 1 FROM files WHERE repo_state_id = ?1 AND path > ?2 AND path < ?3 LIMIT 1")?;
        // `0` follows `/`.
        let (from, to) = if folder.is_empty() {
            (String::new(), "\u{10ffff}".to_owned())
        } else {
            (format!("{folder}/"), format!("{folder}0"))
        };
        Ok(statement.exists(params![self.state, from, to])?)
    }
}

impl Lookup for Stored<'_> {
    fn file(&self, path: &str) -> Option<Arc<FileNames>> {
        if let Some(known) = self.files.borrow().get(path) {
            return known.clone();
        }
        let file = self.told(self.read(path));
        self.files.borrow_mut().insert(path.to_owned(), file.clone());
        file
    }

    fn has_folder(&self, folder: &str) -> bool {
        if let Some(known) = self.folders.borrow().get(folder) {
            return *known;
        }
        let is_there = self.told(self.is_folder(folder));
        self.folders.borrow_mut().insert(folder.to_owned(), is_there);
        is_there
    }

    fn in_folder(&self, wanted: &str, name: &str) -> Vec<String> {
        let known = self.named.borrow().get(name).cloned();
        let paths = known.unwrap_or_else(|| {
            let paths = self.with_name(name).unwrap_or_else(|trouble| {
                self.trouble.borrow_mut().get_or_insert(trouble);
                Arc::from([])
            });
            self.named.borrow_mut().insert(name.to_owned(), Arc::clone(&paths));
            paths
        });
        paths.iter().filter(|path| folder(path) == wanted).cloned().collect()
    }
}

/// All files of a tree, with their rows in `files`: for work that looks at all of them.
pub fn all(connection: &Connection, state: i64, with_bases: bool) -> Asked<(Memory, HashMap<String, i64>)> {
    let mut statement = connection
        .prepare_cached("SELECT id, path, language FROM files WHERE repo_state_id = ?1 AND language IS NOT NULL")?;
    let rows = statement.query_map([state], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let listed: Vec<(i64, String, String)> = rows.collect::<rusqlite::Result<_>>()?;
    let mut bases: HashMap<i64, Vec<(u32, Written)>> = HashMap::new();
    if with_bases {
        let mut statement = connection.prepare_cached(
            "SELECT o.file_id, o.within, o.qualifier, n.text FROM occurrences o JOIN names n ON n.id = o.name_id \
             WHERE o.layer = 'syntactic' AND o.role = 'base' AND o.within IS NOT NULL ORDER BY o.id",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let base = Written { qualifier: row.get(2)?, name: row.get(3)? };
            bases.entry(row.get(0)?).or_default().push((row.get(1)?, base));
        }
    }
    let mut files = Vec::with_capacity(listed.len());
    let mut ids = HashMap::with_capacity(listed.len());
    for (id, path, language) in listed {
        let Some(language) = Language::by_name(&language) else { continue };
        let bases = bases.remove(&id).unwrap_or_default();
        files.push(FileNames::new(
            path.clone(),
            language,
            constructs(connection, id)?,
            imports(connection, id)?,
            bases,
        ));
        ids.insert(path, id);
    }
    Ok((Memory::new(files), ids))
}

fn constructs(connection: &Connection, file: i64) -> Asked<Vec<Defined>> {
    let mut statement = connection.prepare_cached(
        "SELECT id, qualified_name, name, kind, parent, line, end_line FROM symbols \
         WHERE file_id = ?1 AND layer = 'syntactic' ORDER BY position",
    )?;
    let rows = statement.query_map([file], |row| {
        let qualname: String = row.get(1)?;
        let line: u32 = row.get(5)?;
        Ok(Defined {
            id: row.get(0)?,
            bare: qualname::bare(&qualname),
            qualname,
            name: row.get(2)?,
            kind: kind(row, 3)?,
            parent: row.get(4)?,
            start_line: line,
            end_line: row.get::<_, Option<u32>>(6)?.unwrap_or(line),
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn bases(connection: &Connection, file: i64) -> Asked<Vec<(u32, Written)>> {
    let mut statement = connection.prepare_cached(
        "SELECT o.within, o.qualifier, n.text FROM occurrences o JOIN names n ON n.id = o.name_id \
         WHERE o.file_id = ?1 AND o.layer = 'syntactic' AND o.role = 'base' AND o.within IS NOT NULL ORDER BY o.id",
    )?;
    let rows =
        statement.query_map([file], |row| Ok((row.get(0)?, Written { qualifier: row.get(1)?, name: row.get(2)? })))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The imports of a file, in order.
pub fn imports(connection: &Connection, file: i64) -> Asked<Vec<Import>> {
    let mut statement = connection
        .prepare_cached("SELECT module, level, name, alias, line FROM imports WHERE file_id = ?1 ORDER BY id")?;
    let rows = statement.query_map([file], |row| {
        Ok(Import { module: row.get(0)?, level: row.get(1)?, name: row.get(2)?, alias: row.get(3)?, line: row.get(4)? })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The kind that a column names.
pub fn kind(row: &Row<'_>, column: usize) -> rusqlite::Result<Kind> {
    let word: String = row.get(column)?;
    Kind::deserialize(StrDeserializer::<ValueError>::new(&word))
        .map_err(|_| rusqlite::Error::InvalidColumnType(column, word, rusqlite::types::Type::Text))
}
