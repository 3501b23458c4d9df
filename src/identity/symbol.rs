//! The reference envelopes of seed 004 §6: any output that refers to a construct carries one of these.

use serde::{Deserialize, Serialize};

/// Refers to a chunk: a span of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChunkRef {
    /// Position in the run's sorted output.
    pub doc_id: u64,
    pub chunk_uid: String,
    pub chunk_id: String,
    pub file: String,
    pub segment_id: Option<String>,
    pub range: Option<Range>,
}

/// Byte offsets within the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Range {
    pub start: u64,
    pub end: u64,
}

/// Refers to a symbol: what a chunk defines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SymbolRef {
    pub symbol_id: Option<String>,
    pub scoped_id: Option<String>,
    pub symbol_key: String,
    pub signature_key: Option<String>,
    pub kind: Option<String>,
    pub qualified_name: Option<String>,
    pub language_id: Option<String>,
    pub defining_chunk: Option<ChunkRef>,
    pub evidence: Option<Evidence>,
}

/// How the identity was obtained.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Evidence {
    /// `scip`, `lsif`, `lsp`, `heuristic-v1` or `chunkUid`.
    pub scheme: String,
    /// `high`, `medium` or `low`.
    pub confidence: String,
}
