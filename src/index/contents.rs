//! Contents: what parsing a blob yielded, kept by blob id.
//!
//! The same bytes give the same outline whatever path, branch or worktree has them, as long as the same [`ENGINE`] reads
//! them. A row carries a checksum: what does not pass it counts as not there, and the blob is parsed again.

use rusqlite::{Connection, OptionalExtension as _, params};
use xxhash_rust::xxh64::xxh64;

use super::store::{Asked, Trouble};
use crate::syntax::{Mention, Outline};

/// The parser, its grammars and our rules for them: another engine may read the same bytes differently.
pub const ENGINE: &str = env!("CODESUB_ENGINE");

/// What a blob holds in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    pub outline: Outline,
    pub mentions: Vec<Mention>,
}

/// The outline of a blob; `None` where it is not kept.
pub fn outline(connection: &Connection, blob: &str, language: &str) -> Asked<Option<Outline>> {
    let mut statement =
        connection.prepare_cached("SELECT outline FROM contents WHERE blob = ?1 AND language = ?2 AND engine = ?3")?;
    let bytes: Option<Vec<u8>> = statement.query_row(params![blob, language, ENGINE], |row| row.get(0)).optional()?;
    Ok(bytes.and_then(|bytes| decode(&bytes, blob)))
}

/// All that is kept of a blob.
pub fn content(connection: &Connection, blob: &str, language: &str) -> Asked<Option<Content>> {
    let mut statement = connection
        .prepare_cached("SELECT outline, mentions FROM contents WHERE blob = ?1 AND language = ?2 AND engine = ?3")?;
    let bytes: Option<(Vec<u8>, Vec<u8>)> =
        statement.query_row(params![blob, language, ENGINE], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    Ok(bytes.and_then(|(outline, mentions)| {
        Some(Content { outline: decode(&outline, blob)?, mentions: decode(&mentions, blob)? })
    }))
}

/// Keeps what a blob holds; what was kept of it before is replaced.
pub fn keep(connection: &Connection, blob: &str, language: &str, content: &Content, now: f64) -> Asked<()> {
    let mut statement = connection.prepare_cached(
        "INSERT OR REPLACE INTO contents (blob, language, engine, outline, mentions, used_at) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    let (outline, mentions) = (encode(&content.outline, blob)?, encode(&content.mentions, blob)?);
    statement.execute(params![blob, language, ENGINE, outline, mentions, now])?;
    Ok(())
}

/// Says that a content is still in use.
pub fn touch(connection: &Connection, blob: &str, language: &str, now: f64) -> Asked<()> {
    let mut statement = connection
        .prepare_cached("UPDATE contents SET used_at = ?4 WHERE blob = ?1 AND language = ?2 AND engine = ?3")?;
    statement.execute(params![blob, language, ENGINE, now])?;
    Ok(())
}

/// Removes what no worktree has and nobody used since `before`, and what other engines left as long ago.
pub fn prune(connection: &Connection, before: f64) -> Asked<usize> {
    let removed = connection.execute(
        "DELETE FROM contents WHERE used_at < ?1 AND (engine <> ?2 OR blob NOT IN (SELECT content_hash FROM files))",
        params![before, ENGINE],
    )?;
    Ok(removed)
}

/// The checksum covers the blob's id too: a row that came under another id is no answer.
fn encode<T: serde::Serialize>(value: &T, blob: &str) -> Asked<Vec<u8>> {
    let bytes = postcard::to_extend(value, vec![0; 8]);
    let mut bytes = bytes.map_err(|error| Trouble::Unreadable(error.to_string()))?;
    let sum = checksum(&bytes[8..], blob);
    bytes[..8].copy_from_slice(&sum);
    Ok(bytes)
}

fn decode<T: serde::de::DeserializeOwned>(bytes: &[u8], blob: &str) -> Option<T> {
    let (sum, rest) = bytes.split_at_checked(8)?;
    if checksum(rest, blob) != sum {
        return None;
    }
    postcard::from_bytes(rest).ok()
}

fn checksum(bytes: &[u8], blob: &str) -> [u8; 8] {
    xxh64(bytes, xxh64(blob.as_bytes(), 0)).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Store;
    use crate::syntax::{Language, outline as read};

    #[test]
    fn come_back_as_they_were_unless_a_byte_changed() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open_for_writing(folder.path()).expect("a store");
        let python = Language::by_name("python").expect("python");
        let content = Content { outline: read(b"class A:\n    x = 1\n", python), mentions: Vec::new() };
        let there = |blob: &str, language: &str| super::content(store.connection(), blob, language).expect("asked");
        keep(store.connection(), "abc", "python", &content, 1.0).expect("kept");
        assert_eq!(there("abc", "python"), Some(content.clone()));
        assert_eq!(outline(store.connection(), "abc", "python").expect("asked"), Some(content.outline));
        assert_eq!((there("abc", "ruby"), there("abd", "python")), (None, None));

        for change in ["UPDATE contents SET blob = 'abd'", "UPDATE contents SET outline = x'00'"] {
            store.connection().execute(change, []).expect("changed");
            assert_eq!(there("abd", "python"), None, "{change}");
        }
    }
}
