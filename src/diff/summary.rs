//! The summary of a diff: its counts (seed 001 §4.1). They count everything, also events that a limit leaves out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::event::{Event, Happened};
use super::inputs::{Inputs, Side};
use super::mode::Mode;

/// `summary.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    pub version: u32,
    pub diff_id: String,
    /// When it was put into the registry; `null` for what is not kept.
    pub created_at: Option<String>,
    pub from: Side,
    pub to: Side,
    pub modes: Vec<Mode>,
    pub modes_summary: BTreeMap<Mode, ModeSummary>,
    /// No chunks were left out, neither by a limit nor because a file could not be read.
    pub complete: bool,
    pub stats: Stats,
}

/// The counts of one mode.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModeSummary {
    pub files: Files,
    pub chunks: Chunks,
    pub relations: Relations,
    pub limits: Limits,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Files {
    pub added: usize,
    pub removed: usize,
    pub modified: usize,
    pub renamed: usize,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Chunks {
    pub added: usize,
    pub removed: usize,
    pub modified: usize,
    pub moved: usize,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Relations {
    pub edges_added: usize,
    pub edges_removed: usize,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// No chunks of this mode were compared.
    pub chunk_diff_skipped: bool,
    /// Why: `maxChangedFiles`.
    pub reason: Option<String>,
    /// Files whose chunks were not compared.
    pub files_skipped: usize,
    /// Events of this mode that a limit leaves out.
    pub events_dropped: usize,
    /// There were too many added and removed files to look for all renames.
    pub rename_limit_reached: bool,
}

/// What the diff cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    pub files_changed: usize,
    /// Blobs that were parsed, in all modes together.
    pub files_parsed: usize,
    pub events: usize,
}

impl ModeSummary {
    /// Counts one event.
    pub fn count(&mut self, event: &Event) {
        let counter = match event {
            Event::FileAdded(_) => &mut self.files.added,
            Event::FileRemoved(_) => &mut self.files.removed,
            Event::FileModified(_) => &mut self.files.modified,
            Event::FileRenamed(_) => &mut self.files.renamed,
            Event::ChunkAdded(_) => return self.count_happened(Happened::ChunkAdded),
            Event::ChunkRemoved(_) => return self.count_happened(Happened::ChunkRemoved),
            Event::ChunkModified(_) => return self.count_happened(Happened::ChunkModified),
            Event::ChunkMoved(_) => return self.count_happened(Happened::ChunkMoved),
            Event::RelationAdded(_) => return self.count_happened(Happened::RelationAdded),
            Event::RelationRemoved(_) => return self.count_happened(Happened::RelationRemoved),
            Event::ChunkDiffSkipped(skipped) => {
                match &skipped.file {
                    Some(_) => self.limits.files_skipped += 1,
                    None => {
                        self.limits.chunk_diff_skipped = true;
                        self.limits.reason = Some(skipped.reason.clone());
                    }
                }
                return;
            }
            Event::EventsTruncated(_) => return,
        };
        *counter += 1;
    }

    /// Counts what happened, whether or not an event of it is written.
    pub fn count_happened(&mut self, happened: Happened) {
        let counter = match happened {
            Happened::ChunkAdded => &mut self.chunks.added,
            Happened::ChunkRemoved => &mut self.chunks.removed,
            Happened::ChunkModified => &mut self.chunks.modified,
            Happened::ChunkMoved => &mut self.chunks.moved,
            Happened::RelationAdded => &mut self.relations.edges_added,
            Happened::RelationRemoved => &mut self.relations.edges_removed,
        };
        *counter += 1;
    }

    fn is_complete(&self) -> bool {
        !self.limits.chunk_diff_skipped && self.limits.files_skipped == 0
    }
}

impl Files {
    pub fn changed(&self) -> usize {
        self.added + self.removed + self.modified + self.renamed
    }
}

impl Chunks {
    pub fn changed(&self) -> usize {
        self.added + self.removed + self.modified + self.moved
    }
}

impl Summary {
    /// Without a time: see [`Summary::created_at`].
    pub fn new(inputs: &Inputs, modes_summary: BTreeMap<Mode, ModeSummary>, stats: Stats) -> Self {
        Summary {
            version: 1,
            diff_id: inputs.id(),
            created_at: None,
            from: inputs.from.clone(),
            to: inputs.to.clone(),
            modes: inputs.modes.clone(),
            complete: modes_summary.values().all(ModeSummary::is_complete),
            modes_summary,
            stats,
        }
    }

    /// Files and chunks that differ, over all modes.
    pub fn changed(&self) -> (usize, usize) {
        let files = self.modes_summary.values().map(|mode| mode.files.changed()).sum();
        (files, self.modes_summary.values().map(|mode| mode.chunks.changed()).sum())
    }
}
