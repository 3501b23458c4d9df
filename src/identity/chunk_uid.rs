//! `chunkUid`: the identity of a chunk that survives when the chunk only moves (seed 004 §3.3).
//!
//! `cu:v1:xxh64:<16 hex>`, from the path, the segment, the span's text and up to 64 bytes on each side of it; offsets are
//! no part of it. Of several chunks of a file that would have the same one, all but the first carry a number: `:c1`.
//!
//! The type cannot hold anything else: a record without a `chunkUid` is not read at all, which is how an index refuses
//! it (seed 004 §3.3.2, fail-closed).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh64::xxh64;

use super::hash::is_hex;

/// The version of how it is computed.
pub const ALGO_VERSION: &str = "v1";

const PREFIX: &str = "cu:v1:xxh64:";

/// `cu:v1:xxh64:<16 hex>`, or with `:cN` behind it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ChunkUid(String);

/// What a text that is no `chunkUid` is told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no chunkUid: expected `{PREFIX}` and 16 hex digits, and perhaps `:c` and a number")]
pub struct NoChunkUid(String);

impl ChunkUid {
    /// Of what stands there: the container's path, the segment or nothing, and the three hashes as 16 digits each.
    pub(super) fn of(file: &str, segment_id: &str, [span, pre, post]: [&str; 3]) -> Self {
        let raw = [file, segment_id, span, pre, post].join("\0");
        ChunkUid(format!("{PREFIX}{:016x}", xxh64(raw.as_bytes(), 0)))
    }

    /// The one for the `number`-th chunk after the first that would have this one.
    pub(super) fn numbered(&self, number: u32) -> Self {
        ChunkUid(format!("{}:c{number}", self.0))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ChunkUid {
    type Err = NoChunkUid;

    fn from_str(text: &str) -> Result<Self, NoChunkUid> {
        let is_number = |number: &str| {
            let number = number.strip_prefix('c').unwrap_or_default();
            !number.starts_with('0') && number.parse::<u32>().is_ok_and(|_| number.bytes().all(|b| b.is_ascii_digit()))
        };
        let is_one = text.strip_prefix(PREFIX).is_some_and(|rest| match rest.split_once(':') {
            None => is_hex(rest, 16),
            Some((hash, number)) => is_hex(hash, 16) && is_number(number),
        });
        if is_one { Ok(ChunkUid(text.to_owned())) } else { Err(NoChunkUid(text.to_owned())) }
    }
}

impl TryFrom<String> for ChunkUid {
    type Error = NoChunkUid;

    fn try_from(text: String) -> Result<Self, NoChunkUid> {
        text.parse()
    }
}

impl From<ChunkUid> for String {
    fn from(uid: ChunkUid) -> String {
        uid.0
    }
}

impl fmt::Display for ChunkUid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl schemars::JsonSchema for ChunkUid {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ChunkUid".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^cu:v1:xxh64:[0-9a-f]{16}(:c[1-9][0-9]*)?$" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_else_is_a_chunk_uid() {
        let uid = ChunkUid::of("a.py", "", ["1", "2", "3"]);
        assert_eq!(uid.as_str().parse::<ChunkUid>().as_ref(), Ok(&uid));
        assert_eq!(uid.numbered(2).as_str(), format!("{uid}:c2"));
        assert_eq!(uid.numbered(2).as_str().parse::<ChunkUid>(), Ok(uid.numbered(2)));
        for text in ["", "null", "cu:v1:xxh64:", "cu:v2:xxh64:0123456789abcdef", "cu:v1:xxh64:0123456789ABCDEF"] {
            assert!(text.parse::<ChunkUid>().is_err(), "{text}");
        }
        for number in [":", ":c", ":c0", ":c01", ":c+1", ":1", ":c1:c1", ":c1 "] {
            assert!(format!("{uid}{number}").parse::<ChunkUid>().is_err(), "{number}");
        }
        assert!(serde_json::from_str::<ChunkUid>("\"\"").is_err());
    }
}
