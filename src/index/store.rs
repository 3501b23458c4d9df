//! The facts store: one SQLite file for a repository and all of its worktrees.
//!
//! It is in WAL mode, so that asking never waits for a refresh, and changes in one transaction each. Its schema has a
//! number, `user_version`; an older one is brought up to date by whoever opens it for writing, and is a [`Trouble`] to
//! whoever only asks. A file that is damaged or is no database is made anew: nothing in it is anybody's work.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

use crate::error::{Error, Result};
use crate::state;

/// The schema's number.
pub const VERSION: i64 = MIGRATIONS.len() as i64;

/// What brings the schema from each number to the next.
const MIGRATIONS: &[&str] = &[include_str!("schema.sql")];

/// The name of the file.
const FILE: &str = "facts.sqlite";

/// How long a writer waits for another, and how long somebody who only asks waits for whoever locks readers out, which
/// no codesub does.
const WRITER_PATIENCE: Duration = Duration::from_secs(10);
const READER_PATIENCE: Duration = Duration::from_millis(500);

/// An open facts store.
pub struct Store {
    connection: Connection,
}

/// Why there is an index that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// Its bytes are not what they must be.
    Damaged(String),
    /// It was made by a codesub with an older schema.
    Older,
    /// It was made by a codesub with a newer schema.
    Newer,
    /// It cannot be opened or read right now: permissions, a lock that somebody holds, a full disk.
    Unreadable(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Damaged(why) => write!(f, "the index is damaged: {why}"),
            Trouble::Older => f.write_str("the index was made by an older codesub"),
            Trouble::Newer => f.write_str("the index was made by a newer codesub"),
            Trouble::Unreadable(why) => write!(f, "the index cannot be read: {why}"),
        }
    }
}

impl Trouble {
    /// What to do about it.
    pub fn remedy(&self) -> &'static str {
        match self {
            Trouble::Damaged(_) => "make it anew: `codesub index build`",
            Trouble::Older => "bring it up to date: `codesub index refresh`",
            Trouble::Newer => "update codesub, or make it anew: `codesub index build --from-nothing`",
            Trouble::Unreadable(_) => {
                "check the permissions of codesub/index in the git directory, the free space, and who else uses it"
            }
        }
    }
}

impl From<Trouble> for Error {
    fn from(trouble: Trouble) -> Error {
        Error::undecided(trouble.to_string()).hint(trouble.remedy())
    }
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Trouble {
        match error.sqlite_error_code() {
            // Garbage within intact pages shows as values and tables that cannot be, and as rows that do not go together:
            // what we write keeps all constraints.
            Some(
                ErrorCode::DatabaseCorrupt
                | ErrorCode::NotADatabase
                | ErrorCode::TypeMismatch
                | ErrorCode::ConstraintViolation
                | ErrorCode::Unknown,
            )
            | None => Trouble::Damaged(error.to_string()),
            Some(_) => Trouble::Unreadable(error.to_string()),
        }
    }
}

/// Shorthand for what asks the store.
pub type Asked<T> = std::result::Result<T, Trouble>;

impl Store {
    /// The store as it is at this moment, whatever others commit meanwhile; `None` where there is none.
    pub fn open_for_asking(directory: &Path) -> Asked<Option<Store>> {
        let path = directory.join(FILE);
        if fs::symlink_metadata(&path).is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound) {
            return Ok(None);
        }
        refuse_links(directory)?;
        let connection = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        connection.busy_timeout(READER_PATIENCE)?;
        // An answer takes many statements; a refresh that commits between two of them must not show half of itself.
        connection.execute_batch("BEGIN")?;
        let found = match version(&connection) {
            // Whoever made it was killed: once it is in WAL mode no transaction needs to be rolled back in the file itself,
            // so what is to be rolled back is the first one.
            Err(error) if is_half_made(&error) => return Ok(None),
            found => found?,
        };
        match found {
            VERSION => Ok(Some(Store { connection })),
            // Nothing was ever committed to it.
            0 => Ok(None),
            older if (1..VERSION).contains(&older) => Err(Trouble::Older),
            _ => Err(Trouble::Newer),
        }
    }

    /// The store, made or migrated where that is needed; a damaged one is made anew.
    pub fn open_for_writing(directory: &Path) -> Result<Store> {
        state::make_folder(directory).map_err(|error| not_written(directory, &error.to_string()))?;
        match Store::open_or_make(directory) {
            Err(Trouble::Damaged(_)) => {
                remove(directory)?;
                Store::open_or_make(directory).map_err(|trouble| not_written(directory, &trouble.to_string()))
            }
            Err(trouble @ Trouble::Newer) => Err(trouble.into()),
            Err(trouble) => Err(not_written(directory, &trouble.to_string())),
            Ok(store) => Ok(store),
        }
    }

    fn open_or_make(directory: &Path) -> Asked<Store> {
        refuse_links(directory)?;
        // Made here, because SQLite would let everybody read it; the files beside it get what this one has.
        state::open(&directory.join(FILE)).map_err(|error| Trouble::Unreadable(error.to_string()))?;
        let mut connection = Connection::open(directory.join(FILE))?;
        connection.busy_timeout(WRITER_PATIENCE)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        if version(&connection)? != VERSION {
            migrate(&mut connection)?;
        }
        Ok(Store { connection })
    }

    /// Goes through everything and finds damage that shows to nobody who asks for a part. Takes about as long as reading
    /// the file.
    pub fn verify(&self) -> Asked<()> {
        let found: String = self.connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        if found != "ok" {
            return Err(Trouble::Damaged(found));
        }
        let mut statement = self.connection.prepare("PRAGMA foreign_key_check")?;
        match statement.exists([])? {
            true => Err(Trouble::Damaged("rows belong to rows that are not there".to_owned())),
            false => Ok(()),
        }
    }

    /// For asking.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// For changing: everything or nothing of what is done in it will stand. Waits for other writers.
    pub fn transaction(&mut self) -> Asked<Transaction<'_>> {
        Ok(self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?)
    }
}

/// Removes all files of the store and what belongs to them.
pub fn remove(directory: &Path) -> Result<()> {
    names().iter().try_for_each(|name| remove_entry(directory, name))
}

pub(super) fn remove_entry(directory: &Path, name: &Path) -> Result<()> {
    let gone = |result: std::io::Result<()>| match result {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(not_written(directory, &error.to_string())),
        _ => Ok(()),
    };
    let path = directory.join(name);
    // Whatever somebody put in its place.
    let is_folder = path.symlink_metadata().is_ok_and(|metadata| metadata.is_dir());
    gone(if is_folder { fs::remove_dir_all(&path) } else { fs::remove_file(&path) })
}

/// Everything that belongs to a store. The log first: without it the file is older, not damaged.
pub(super) fn names() -> Vec<PathBuf> {
    files().into_iter().chain([PathBuf::from("lexical")]).collect()
}

pub(super) fn files() -> [PathBuf; 4] {
    [format!("{FILE}-wal"), format!("{FILE}-shm"), format!("{FILE}-journal"), FILE.to_owned()].map(PathBuf::from)
}

/// SQLite follows links; what we made has none (SPEC 13.1).
fn refuse_links(directory: &Path) -> Asked<()> {
    for folder in directory.parent().into_iter().chain([directory]) {
        if !state::is_folder(folder) {
            return Err(Trouble::Unreadable(format!("{} is not a folder", folder.display())));
        }
    }
    match files().into_iter().find(|name| state::is_in_the_way(&directory.join(name))) {
        Some(name) => Err(Trouble::Damaged(format!("{} is not a regular file", name.display()))),
        None => Ok(()),
    }
}

fn is_half_made(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|error| error.extended_code == rusqlite::ffi::SQLITE_READONLY_ROLLBACK)
}

fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Brings the schema up to date in one transaction. Two who try at once both find it done.
fn migrate(connection: &mut Connection) -> Asked<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let from = version(&transaction)?;
    let Some(missing) = usize::try_from(from).ok().and_then(|from| MIGRATIONS.get(from..)) else {
        return Err(Trouble::Newer);
    };
    for step in missing {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()?;
    Ok(())
}

pub(super) fn not_written(directory: &Path, why: &str) -> Error {
    Error::write(format!("the index in {} cannot be written: {why}", directory.display()))
        .hint("check the permissions of that folder and the free space")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder")
    }

    #[test]
    fn is_made_once_and_found_again() {
        let folder = folder();
        assert!(matches!(Store::open_for_asking(folder.path()), Ok(None)));
        drop(Store::open_for_writing(folder.path()).expect("a store"));
        let store = Store::open_for_asking(folder.path()).expect("readable").expect("there");
        assert_eq!(version(store.connection()).expect("a version"), VERSION);
    }

    /// Seed 002: all of its tables and columns.
    #[test]
    fn has_the_tables_of_the_seed() {
        let folder = folder();
        let store = Store::open_for_writing(folder.path()).expect("a store");
        for (table, columns) in [
            ("files", "id path language content_hash syntactic_interface_hash indexed_at"),
            (
                "file_semantic_facts",
                "file_id context_id semantic_interface_hash content_hash_at_index ambiguity_flags refreshed_at",
            ),
            ("contexts", "id name language config_hash tool_version enabled refreshed_at"),
            (
                "refresh_jobs",
                "id context_id status scope trigger_reason head_at_enqueue created_at started_at finished_at \
                 superseded_reason error",
            ),
            ("repo_state", "id last_seen_head last_seen_index_mtime checked_at"),
            ("symbols", "id file_id context_id name qualified_name kind line column signature layer"),
            (
                "occurrences",
                "id file_id symbol_id context_id start_line start_col end_line end_col role layer anchor_before \
                 anchor_after",
            ),
            ("edges", "id source_file target_file dependency_type context_id layer"),
            ("decision_cache", "id ambiguity_signature repo_head file_hashes decision proof_payload created_at"),
            ("exports", "file_id"),
            ("symbol_interface_hashes", "interface_hash"),
        ] {
            for column in columns.split_whitespace() {
                let found: i64 = store
                    .connection()
                    .query_row("SELECT count(*) FROM pragma_table_info(?1) WHERE name = ?2", [table, column], |row| {
                        row.get(0)
                    })
                    .expect("an answer");
                assert_eq!(found, 1, "{table}.{column}");
            }
        }
    }

    #[test]
    fn what_is_no_database_is_trouble_to_ask_and_made_anew_to_write() {
        let folder = folder();
        for garbage in [&b"garbage, and more of it than a header has: ".repeat(40)[..], b"short"] {
            fs::write(folder.path().join(FILE), garbage).expect("written");
            assert!(matches!(Store::open_for_asking(folder.path()), Err(Trouble::Damaged(_))), "{garbage:?}");
            drop(Store::open_for_writing(folder.path()).expect("made anew"));
            assert!(matches!(Store::open_for_asking(folder.path()), Ok(Some(_))));
        }
    }

    /// Found by tests/faults: a kill in the very first transaction.
    #[test]
    fn a_store_that_was_never_finished_is_none() {
        let (made, killed) = (folder(), folder());
        let connection = Connection::open(made.path().join(FILE)).expect("a file");
        connection.execute_batch("PRAGMA user_version = 0; BEGIN; CREATE TABLE t (c)").expect("begun");
        for name in [FILE.to_owned(), format!("{FILE}-journal")] {
            fs::copy(made.path().join(&name), killed.path().join(&name)).expect("a copy");
        }
        assert!(matches!(Store::open_for_asking(killed.path()), Ok(None)));
        drop(Store::open_for_writing(killed.path()).expect("made"));
        assert!(matches!(Store::open_for_asking(killed.path()), Ok(Some(_))));
    }

    #[test]
    fn whoever_asks_sees_one_moment() {
        let folder = folder();
        let mut writer = Store::open_for_writing(folder.path()).expect("a store");
        let asker = Store::open_for_asking(folder.path()).expect("readable").expect("there");
        let transaction = writer.transaction().expect("nobody who asks is in the way");
        transaction.execute("INSERT INTO repo_state (worktree) VALUES ('')", []).expect("written");
        transaction.commit().expect("committed");
        let count = |store: &Store| -> i64 {
            store.connection().query_row("SELECT count(*) FROM repo_state", [], |row| row.get(0)).expect("a count")
        };
        assert_eq!((count(&asker), count(&writer)), (0, 1));
        let later = Store::open_for_asking(folder.path()).expect("readable").expect("there");
        assert_eq!(count(&later), 1);
    }

    #[test]
    fn other_schemas_are_told_apart() {
        let folder = folder();
        let store = Store::open_for_writing(folder.path()).expect("a store");
        store.connection().pragma_update(None, "user_version", VERSION + 1).expect("set");
        drop(store);
        assert_eq!(Store::open_for_asking(folder.path()).err(), Some(Trouble::Newer));
        let error = Store::open_for_writing(folder.path()).err().expect("refused");
        assert!(error.to_string().contains("newer"), "{error}");
    }
}
