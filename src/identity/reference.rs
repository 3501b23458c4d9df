//! The reference envelopes of seed 004 §6: whatever refers to a construct carries one of these, never a mere string.
//!
//! They are a machine format: keys are in camel case as in the seed, and only grow.

use serde::{Deserialize, Serialize};

use super::chunk_uid::ChunkUid;
use super::symbol_id::SymbolId;

/// Refers to a chunk: a span of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChunkRef {
    /// Counts the chunks of one output; means nothing outside of it.
    pub doc_id: u64,
    pub chunk_uid: ChunkUid,
    pub chunk_id: String,
    /// The container: the file itself, also where the chunk stands in a segment of it.
    pub file: String,
    /// `md:fence:N`; null where the file itself is the source.
    pub segment_id: Option<String>,
    pub range: Option<Range>,
}

/// Byte offsets within the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Range {
    pub start: u64,
    pub end: u64,
}

/// Refers to a symbol: what a chunk defines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SymbolRef {
    pub symbol_id: Option<SymbolId>,
    pub scoped_id: Option<String>,
    pub symbol_key: String,
    pub signature_key: Option<String>,
    pub kind: Option<String>,
    pub qualified_name: Option<String>,
    pub language_id: Option<String>,
    /// Null where the code itself is not at hand.
    pub defining_chunk: Option<ChunkRef>,
    pub evidence: Option<Evidence>,
}

/// How the identity was obtained.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Evidence {
    pub scheme: Scheme,
    pub confidence: Confidence,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}

/// Who knew the symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(inline)]
pub enum Scheme {
    #[serde(rename = "scip")]
    Scip,
    #[serde(rename = "lsif")]
    Lsif,
    #[serde(rename = "lsp")]
    Lsp,
    #[serde(rename = "heuristic-v1")]
    HeuristicV1,
    #[serde(rename = "chunkUid")]
    ChunkUid,
}

/// How sure that is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Confidence {
    High,
    Medium,
    Low,
}
