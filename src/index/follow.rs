//! The lexical index follows the facts: it has a document for each path and blob that any worktree has.
//!
//! It commits first and the facts second, with the same name for what they committed (FACTS "Storage"): in the other order
//! a kill in between would lose documents for good. In this order the names differ, and whoever writes next brings the
//! documents in line with the facts that hold.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension as _, params};

use super::Index;
use super::examine::Examined;
use super::lexical::{Document, Entry, Key, Lexical, Merging, Writing};
use super::refresh::Failure;
use super::store::{Asked, Trouble};
use crate::git::{Blob, MAX_BLOB, ObjectId, Reader};

/// The name of the watermark.
const WATERMARK: &str = "lexical";

/// The lexical index, for changing it, in line with the facts that hold. Where everything is to be looked at anyway, its
/// documents are as well: those of worktrees that are gone go then.
pub fn caught_up(index: &Index, reader: &Reader, look_at_all: bool) -> Result<Lexical, Failure> {
    let connection = index.store.connection();
    let mut lexical = Lexical::open_for_writing(index.directory())?;
    let of_facts = watermark(connection)?;
    if !look_at_all && lexical.payload() == of_facts.as_deref() {
        return Ok(lexical);
    }
    let wanted = all_files(connection)?;
    if lexical.payload() == of_facts.as_deref() && lexical.keys()? == wanted {
        return Ok(lexical);
    }
    let merging = lexical.reconcile::<Failure>(
        &wanted,
        |key| entry_of_facts(connection, reader, key),
        of_facts.as_deref().unwrap_or_default(),
    )?;
    merging.wait();
    Ok(lexical)
}

/// What a document is known by.
pub fn key(path: &str, blob: &str) -> Key {
    Key { path: path.to_owned(), blob: blob.to_owned() }
}

/// Adds what was examined, in place of what may be there.
pub fn replace(writing: &mut Writing<'_>, file: &Examined) -> Asked<()> {
    let (mut defined, mut mentioned) = (Vec::new(), Vec::new());
    if let Some(content) = &file.content {
        defined.extend(content.outline.constructs.iter().map(|construct| construct.qualname.as_str()));
        mentioned.extend(content.mentions.iter().map(|mention| mention.name.as_str()));
    }
    let text = file.text.as_deref().unwrap_or_default();
    writing.remove(&key(&file.path, &file.blob));
    writing.add(Entry::new(&Document {
        path: &file.path,
        blob: &file.blob,
        defined: &defined,
        mentioned: &mentioned,
        text,
    }))
}

/// Removes what a worktree no longer has, unless another one does.
pub fn forget(writing: &mut Writing<'_>, connection: &Connection, state: i64, key: &Key) -> Asked<()> {
    let mut statement = connection
        .prepare_cached("SELECT 1 FROM files WHERE path = ?1 AND content_hash = ?2 AND repo_state_id <> ?3 LIMIT 1")?;
    if !statement.exists(params![key.path, key.blob, state])? {
        writing.remove(key);
    }
    Ok(())
}

/// Commits the documents, with a name that the facts' transaction records.
pub fn commit(writing: Writing<'_>, transaction: &Connection, tree: &str) -> Asked<Merging> {
    // The same tree can go with different documents, because of other worktrees; no two commits have the same time,
    // since one waits for the other.
    let payload = format!("{tree} {}", jiff::Timestamp::now().as_nanosecond());
    transaction.execute("INSERT OR REPLACE INTO watermarks (name, value) VALUES (?1, ?2)", [WATERMARK, &payload])?;
    writing.commit(&payload)
}

/// Whether the documents are those of the facts.
pub fn is_current(index: &Index, lexical: &Lexical) -> Asked<bool> {
    Ok(watermark(index.store.connection())?.as_deref() == lexical.payload())
}

fn watermark(connection: &Connection) -> Asked<Option<String>> {
    let mut statement = connection.prepare_cached("SELECT value FROM watermarks WHERE name = ?1")?;
    Ok(statement.query_row([WATERMARK], |row| row.get(0)).optional()?)
}

fn all_files(connection: &Connection) -> Asked<BTreeSet<Key>> {
    let mut statement = connection.prepare_cached("SELECT path, content_hash FROM files")?;
    let rows = statement.query_map([], |row| Ok(Key { path: row.get(0)?, blob: row.get(1)? }))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// What a file's rows and its blob say.
fn entry_of_facts(connection: &Connection, reader: &Reader, key: &Key) -> Result<Entry, Failure> {
    let names = |query: &str| -> rusqlite::Result<Vec<String>> {
        let mut statement = connection.prepare_cached(query)?;
        statement.query_map(params![key.path, key.blob], |row| row.get(0))?.collect()
    };
    let defined = names(
        "SELECT DISTINCT coalesce(s.qualified_name, s.name) FROM symbols s JOIN files f ON f.id = s.file_id \
         WHERE f.path = ?1 AND f.content_hash = ?2 AND s.layer = 'syntactic'",
    )?;
    let mentioned = names(
        "SELECT DISTINCT n.text FROM occurrences o JOIN files f ON f.id = o.file_id JOIN names n ON n.id = o.name_id \
         WHERE f.path = ?1 AND f.content_hash = ?2 AND o.layer = 'syntactic'",
    )?;
    let text = bytes(reader, key)?.unwrap_or_default();
    let [defined, mentioned] = [&defined, &mentioned].map(|names| names.iter().map(String::as_str).collect::<Vec<_>>());
    Ok(Entry::new(&Document {
        path: &key.path,
        blob: &key.blob,
        defined: &defined,
        mentioned: &mentioned,
        text: &text,
    }))
}

/// The bytes of a document's file; `None` where git has none to give, as in a partial clone.
pub fn bytes(reader: &Reader, key: &Key) -> Result<Option<Vec<u8>>, Failure> {
    let id = ObjectId::from_hex(key.blob.as_bytes());
    let id = id.map_err(|_| Trouble::Damaged(format!("{} has no blob", key.path)))?;
    Ok(match reader.read(id, MAX_BLOB)? {
        Blob::Bytes(bytes) => Some(bytes),
        Blob::TooLarge(_) | Blob::Missing => None,
    })
}
