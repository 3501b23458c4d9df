//! Events: what differs between two versions, one thing each (seed 001 §4.2).
//!
//! These are the lines of `events.jsonl`. They say nothing of the machine they were found on, and their order is fixed:
//! by mode, by file; of a file first the event of the file itself, then its chunks, then its relations.

use serde::{Deserialize, Serialize};

use super::mode::Mode;
use crate::identity::{ChunkRef, SymbolRef};

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "kind")]
pub enum Event {
    #[serde(rename = "file.added")]
    FileAdded(FileEvent),
    #[serde(rename = "file.removed")]
    FileRemoved(FileEvent),
    #[serde(rename = "file.modified")]
    FileModified(FileEvent),
    #[serde(rename = "file.renamed")]
    FileRenamed(FileEvent),
    #[serde(rename = "chunk.added")]
    ChunkAdded(Box<ChunkEvent>),
    #[serde(rename = "chunk.removed")]
    ChunkRemoved(Box<ChunkEvent>),
    #[serde(rename = "chunk.modified")]
    ChunkModified(Box<ChunkEvent>),
    #[serde(rename = "chunk.moved")]
    ChunkMoved(Box<ChunkEvent>),
    #[serde(rename = "relation.added")]
    RelationAdded(Box<RelationEvent>),
    #[serde(rename = "relation.removed")]
    RelationRemoved(Box<RelationEvent>),
    #[serde(rename = "limits.chunkDiffSkipped")]
    ChunkDiffSkipped(Skipped),
    #[serde(rename = "limits.eventsTruncated")]
    EventsTruncated(Truncated),
}

/// What happened, of that of which there may be very much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happened {
    ChunkAdded,
    ChunkRemoved,
    ChunkModified,
    ChunkMoved,
    RelationAdded,
    RelationRemoved,
}

/// A file that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileEvent {
    pub mode: Mode,
    pub file: String,
    /// Where it stood before, if elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_file: Option<String>,
    /// How much of it stayed, in percent, where that was looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub similarity: Option<u32>,
    pub before: Option<FileState>,
    pub after: Option<FileState>,
}

/// A file on one side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileState {
    /// git's id of its contents.
    pub hash: String,
    /// `file`, `executable`, `symlink` or `submodule`.
    #[serde(rename = "type")]
    pub sort: String,
}

/// A chunk that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChunkEvent {
    pub mode: Mode,
    pub file: String,
    /// Where it stood before, if in another file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_file: Option<String>,
    pub logical_key: String,
    /// Which parts of a modified chunk differ.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Part>,
    /// In what respect a moved chunk stands elsewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<Respect>,
    /// How a chunk was recognised that has another name or another file.
    #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
    pub recognised: Option<Recognised>,
    /// Where a removed chunk may have gone, when several places are equally good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolution: Option<Resolution>,
    /// A syntax error may hide it: its removal is not certain.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uncertain: bool,
    pub before: Option<ChunkState>,
    pub after: Option<ChunkState>,
}

/// A part of a chunk that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Part {
    Kind,
    Interface,
    Body,
    Doc,
}

/// What is different about the place of a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Respect {
    File,
    Name,
    Lines,
}

/// The evidence for a move (SPEC 5.6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Recognised {
    /// `exact`, `body`, `interface` or `similar`.
    pub tier: String,
    /// `high` or `medium`; what is weaker is no move.
    pub confidence: String,
    /// Of the bodies, in thousandths.
    pub similarity: Option<u16>,
}

/// A chunk on one side: its semantic signature, and by what it is referred to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChunkState {
    pub kind: String,
    pub name: String,
    pub signature: Option<String>,
    pub range: Range,
    pub interface_hash: String,
    pub body_hash: String,
    pub doc_hash: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relations_hash: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_parse_error: bool,
    /// Of a construct: the symbol, with the chunk that defines it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol_ref: Option<SymbolRef>,
    /// Of everything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chunk_ref: Option<ChunkRef>,
}

/// Bytes, and lines from 1 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Range {
    pub start: u32,
    pub end: u32,
    pub start_line: u32,
    pub end_line: u32,
}

/// An edge that appeared or is gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RelationEvent {
    pub mode: Mode,
    pub file: String,
    #[serde(rename = "type")]
    pub sort: Relation,
    pub edge_key: String,
    pub from: SymbolRef,
    pub to: To,
}

/// What sort of edge it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Relation {
    Base,
    Call,
    Import,
}

/// Where an edge leads, as far as that is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct To {
    /// As written in the source.
    pub name: String,
    /// What it means, where it is defined in the same file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol_ref: Option<SymbolRef>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolution: Option<Resolution>,
}

/// Why something has no single answer (seed 004 §6.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Resolution {
    /// `ambiguous` or `unresolved`.
    pub status: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<SymbolRef>,
    pub reason: String,
}

/// Chunks that were not compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Skipped {
    pub mode: Mode,
    /// Absent where it holds for all files of the mode.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// `maxChangedFiles`, `maxChunksPerFile` or `unreadable`.
    pub reason: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actual: Option<usize>,
    /// Why a file is unreadable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// The last event of a list that is not complete.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Truncated {
    pub max_events: usize,
    /// How many events are left out.
    pub dropped: usize,
}

impl Event {
    /// The word of `kind`.
    pub fn kind(&self) -> &'static str {
        match self {
            Event::FileAdded(_) => "file.added",
            Event::FileRemoved(_) => "file.removed",
            Event::FileModified(_) => "file.modified",
            Event::FileRenamed(_) => "file.renamed",
            Event::ChunkAdded(_) => "chunk.added",
            Event::ChunkRemoved(_) => "chunk.removed",
            Event::ChunkModified(_) => "chunk.modified",
            Event::ChunkMoved(_) => "chunk.moved",
            Event::RelationAdded(_) => "relation.added",
            Event::RelationRemoved(_) => "relation.removed",
            Event::ChunkDiffSkipped(_) => "limits.chunkDiffSkipped",
            Event::EventsTruncated(_) => "limits.eventsTruncated",
        }
    }

    /// The file it is listed under.
    pub fn file(&self) -> Option<&str> {
        match self {
            Event::FileAdded(event)
            | Event::FileRemoved(event)
            | Event::FileModified(event)
            | Event::FileRenamed(event) => Some(&event.file),
            Event::ChunkAdded(event)
            | Event::ChunkRemoved(event)
            | Event::ChunkModified(event)
            | Event::ChunkMoved(event) => Some(&event.file),
            Event::RelationAdded(event) | Event::RelationRemoved(event) => Some(&event.file),
            Event::ChunkDiffSkipped(skipped) => skipped.file.as_deref(),
            Event::EventsTruncated(_) => None,
        }
    }
}
