//! The manifest: what is kept, for a quick look. The diffs themselves are the truth.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::diff::{Mode, Summary};
use crate::error::{Error, Result};
use crate::output::json;

/// `manifest.json`.
#[derive(Debug, Clone, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    version: u32,
    updated_at: String,
    diffs: BTreeMap<String, Entry>,
}

/// A kept diff in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    pub diff_id: String,
    pub created_at: String,
    pub modes: Vec<Mode>,
    pub from: String,
    pub to: String,
    pub summary: Counts,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    pub files_changed: usize,
    pub chunks_changed: usize,
}

impl Entry {
    pub fn of(summary: &Summary) -> Self {
        let (files_changed, chunks_changed) = summary.changed();
        Entry {
            diff_id: summary.diff_id.clone(),
            created_at: summary.created_at.clone().unwrap_or_default(),
            modes: summary.modes.clone(),
            from: summary.from.reference.clone(),
            to: summary.to.reference.clone(),
            summary: Counts { files_changed, chunks_changed },
        }
    }
}

pub(super) fn path(diffs: &Path) -> PathBuf {
    diffs.join("manifest.json")
}

/// What the manifest says; nothing where it is absent or damaged.
pub(super) fn read(diffs: &Path) -> BTreeMap<String, Entry> {
    let bytes = super::read(&path(diffs)).unwrap_or_default();
    let manifest: Option<Manifest> = serde_json::from_slice(&bytes).ok();
    let mut known = manifest.map(|manifest| manifest.diffs).unwrap_or_default();
    known.retain(|id, entry| *id == entry.diff_id);
    known
}

pub(super) fn to_bytes(entries: &[Entry], now: &str) -> Result<Vec<u8>> {
    let diffs = entries.iter().map(|entry| (entry.diff_id.clone(), entry.clone())).collect();
    let mut bytes = Vec::new();
    json::write_value(&Manifest { version: 1, updated_at: now.to_owned(), diffs }, &mut bytes)
        .map_err(|error| Error::internal("the manifest cannot be written as JSON").caused_by(error))?;
    Ok(bytes)
}
