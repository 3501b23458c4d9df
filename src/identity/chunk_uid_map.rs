//! `chunk_uid_map.jsonl`: what each `docId` of an output stands for (seed 004 §4.2).
//!
//! One line a chunk, by `docId`, for consumers that know a chunk by one of its names and need another. `codesub symbols
//! --format chunk-uid-map` writes it, and the index keeps one. Reading is strict: a line without a `chunkUid`, a `docId`
//! or a `chunkUid` that occurs twice, or lines out of order are refused, because every join through such a map would be a
//! wrong one.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::join::{self, ChunkName};
use super::{ChunkRef, ChunkUid, Range};

/// One line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    pub doc_id: u64,
    pub chunk_uid: ChunkUid,
    pub chunk_id: String,
    /// The container.
    pub file: String,
    /// Null where the file itself is the source.
    #[serde(default)]
    pub segment_id: Option<String>,
    /// Bytes of the container.
    pub start: u64,
    pub end: u64,
}

/// A whole map, with a look-up by each name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChunkUidMap {
    rows: BTreeMap<u64, Row>,
    by_uid: HashMap<ChunkUid, u64>,
    by_chunk_id: HashMap<String, u64>,
}

/// Why rows make no map.
#[derive(Debug, thiserror::Error)]
pub enum BadMap {
    #[error("line {line}: {source}")]
    Line { line: usize, source: serde_json::Error },
    #[error("docId {0} occurs twice, or after a greater one")]
    Order(u64),
    #[error("{0} occurs twice")]
    Uid(ChunkUid),
}

impl Row {
    /// The row of a chunk; `None` for one of which the range is not known.
    pub fn new(chunk: &ChunkRef) -> Option<Self> {
        let Range { start, end } = chunk.range?;
        Some(Row {
            doc_id: chunk.doc_id,
            chunk_uid: chunk.chunk_uid.clone(),
            chunk_id: chunk.chunk_id.clone(),
            file: chunk.file.clone(),
            segment_id: chunk.segment_id.clone(),
            start,
            end,
        })
    }
}

impl<'a> From<&'a Row> for ChunkName<'a> {
    fn from(row: &'a Row) -> Self {
        ChunkName {
            chunk_uid: Some(&row.chunk_uid),
            file: &row.file,
            segment_id: row.segment_id.as_deref(),
            chunk_id: &row.chunk_id,
        }
    }
}

impl ChunkUidMap {
    /// Rows by ascending `docId`.
    pub fn new(rows: impl IntoIterator<Item = Row>) -> Result<Self, BadMap> {
        let mut map = ChunkUidMap::default();
        for row in rows {
            if map.rows.last_key_value().is_some_and(|(last, _)| *last >= row.doc_id) {
                return Err(BadMap::Order(row.doc_id));
            }
            if map.by_uid.insert(row.chunk_uid.clone(), row.doc_id).is_some() {
                return Err(BadMap::Uid(row.chunk_uid));
            }
            map.by_chunk_id.insert(row.chunk_id.clone(), row.doc_id);
            map.rows.insert(row.doc_id, row);
        }
        Ok(map)
    }

    /// Reads the lines back.
    pub fn parse(text: &str) -> Result<Self, BadMap> {
        let mut rows = Vec::new();
        for (number, line) in text.lines().enumerate() {
            rows.push(serde_json::from_str(line).map_err(|source| BadMap::Line { line: number + 1, source })?);
        }
        ChunkUidMap::new(rows)
    }

    /// By `docId`; each is one line of the file.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.values()
    }

    pub fn by_doc_id(&self, doc_id: u64) -> Option<&Row> {
        self.rows.get(&doc_id)
    }

    /// The row of a chunk that somebody else names, by the precedence of [`join::chunks`].
    pub fn find(&self, name: ChunkName<'_>) -> Option<&Row> {
        let by_uid = name.chunk_uid.map(|uid| self.by_uid.get(uid));
        let doc_id = by_uid.unwrap_or_else(|| self.by_chunk_id.get(name.chunk_id))?;
        self.rows.get(doc_id).filter(|row| join::chunks(*row, name).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(doc_id: u64, uid: u64) -> Row {
        Row {
            doc_id,
            chunk_uid: format!("cu:v1:xxh64:{uid:016x}").parse().unwrap(),
            chunk_id: "chunk_0a12".into(),
            file: "docs/a.md".into(),
            segment_id: Some("md:fence:3".into()),
            start: 1200,
            end: 1520,
        }
    }

    fn written(map: &ChunkUidMap) -> String {
        map.rows().map(|row| serde_json::to_string(row).unwrap() + "\n").collect()
    }

    #[test]
    fn a_line_is_as_in_the_seed_and_comes_back() {
        let mut plain = row(4, 2);
        plain.segment_id = None;
        let map = ChunkUidMap::new([row(3, 1), plain]).unwrap();
        let text = written(&map);
        let first = "{\"docId\":3,\"chunkUid\":\"cu:v1:xxh64:0000000000000001\",\"chunkId\":\"chunk_0a12\",\
                     \"file\":\"docs/a.md\",\"segmentId\":\"md:fence:3\",\"start\":1200,\"end\":1520}";
        assert_eq!(text.lines().next(), Some(first));
        assert!(text.lines().nth(1).unwrap().contains("\"segmentId\":null"));
        assert_eq!(ChunkUidMap::parse(&text).unwrap(), map);
        assert_eq!(map.by_doc_id(5), None);
    }

    #[test]
    fn a_chunk_is_found_by_its_uid_else_by_its_range() {
        let map = ChunkUidMap::new([row(3, 1)]).unwrap();
        let known = row(3, 1);
        let name = ChunkName::from(&known);
        assert_eq!(map.find(name), map.by_doc_id(3));
        assert_eq!(map.find(ChunkName { chunk_id: "chunk_old", ..name }), map.by_doc_id(3));
        assert_eq!(map.find(ChunkName { chunk_uid: Some(&row(3, 2).chunk_uid), ..name }), None, "another uid");
        let old = ChunkName { chunk_uid: None, ..name };
        assert_eq!(map.find(old), map.by_doc_id(3));
        assert_eq!(map.find(ChunkName { segment_id: None, ..old }), None);
        assert_eq!(map.find(ChunkName { file: "docs/b.md", ..old }), None);
    }

    #[test]
    fn a_map_without_a_uid_or_with_one_twice_is_refused() {
        let good = written(&ChunkUidMap::new([row(0, 1), row(1, 2)]).unwrap());
        for (from, to) in [
            ("\"chunkUid\":\"cu:v1:xxh64:0000000000000002\",", ""),
            ("cu:v1:xxh64:0000000000000002", ""),
            ("\"cu:v1:xxh64:0000000000000002\"", "null"),
        ] {
            let error = ChunkUidMap::parse(&good.replace(from, to)).unwrap_err();
            assert!(error.to_string().starts_with("line 2: "), "{error}");
        }
        assert!(matches!(ChunkUidMap::new([row(0, 1), row(1, 1)]), Err(BadMap::Uid(_))));
        assert!(matches!(ChunkUidMap::new([row(1, 1), row(1, 2)]), Err(BadMap::Order(1))));
        assert!(matches!(ChunkUidMap::new([row(1, 1), row(0, 2)]), Err(BadMap::Order(0))));
    }
}
