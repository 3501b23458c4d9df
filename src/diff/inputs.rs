//! The canonical inputs of a diff, and the id that follows from them (seed 001 §3).
//!
//! Two diffs of the same two trees with the same options have the same inputs, on every machine and in every folder: no
//! name of a branch and no path of a disk is part of them. Beyond the seed, the limit on events and the version of the
//! fingerprints are: both decide what the events say.

use serde::{Deserialize, Serialize};

use super::mode::Mode;
use super::stable;
use crate::identity::hash::sha1;
use crate::syntax::FINGERPRINT_VERSION;

/// What is compared, and how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Inputs {
    pub version: u32,
    pub kind: String,
    pub from: Side,
    pub to: Side,
    pub modes: Vec<Mode>,
    pub options: Options,
    pub fingerprint_version: u32,
}

/// One side of a diff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Side {
    /// `git:<tree id>`, `snap:<id>`, `worktree` or `path:<redacted>`.
    #[serde(rename = "ref")]
    pub reference: String,
    /// SHA-1 of what the side holds; equal for equal trees.
    pub identity_hash: String,
    #[serde(rename = "type")]
    pub sort: Sort,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot_id: Option<String>,
    /// SHA-1 of the folder's path, which is told to nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path_hash: Option<String>,
}

/// What sort of reference a side is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Sort {
    Git,
    Snapshot,
    Worktree,
    Path,
}

/// How two sides are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Options {
    pub detect_renames: bool,
    pub include_relations: bool,
    /// With more changed files than this no chunks are compared.
    pub max_changed_files: usize,
    /// The chunks of a file with more of them are not compared.
    pub max_chunks_per_file: usize,
    /// More events than this are only counted.
    pub max_events: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            detect_renames: true,
            include_relations: true,
            max_changed_files: 200,
            max_chunks_per_file: 500,
            max_events: 20_000,
        }
    }
}

impl Inputs {
    /// Modes are put in order, each once.
    pub fn new(from: Side, to: Side, modes: &[Mode], options: Options) -> Self {
        let mut modes = modes.to_vec();
        modes.sort_unstable();
        modes.dedup();
        let kind = "semantic-v1".to_owned();
        Inputs { version: 1, kind, from, to, modes, options, fingerprint_version: FINGERPRINT_VERSION }
    }

    /// The canonical text, from which the id is made.
    pub fn canonical(&self) -> String {
        let value = serde_json::to_value(self).expect("because inputs are plain data with text keys");
        stable::stringify(&value)
    }

    /// `diff_` and 16 hex digits.
    pub fn id(&self) -> String {
        format!("diff_{}", &sha1(&[&self.canonical()])[..16])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(tree: &str) -> Side {
        Side {
            reference: format!("git:{tree}"),
            identity_hash: sha1(&[tree]),
            sort: Sort::Git,
            snapshot_id: None,
            path_hash: None,
        }
    }

    /// Acceptance test 1 of the seed.
    #[test]
    fn diff_id_stability_for_identical_inputs() {
        let inputs = |modes: &[Mode], options| Inputs::new(side("a"), side("b"), modes, options);
        let one = inputs(&[Mode::Code], Options::default());
        assert_eq!(one.id(), inputs(&[Mode::Code, Mode::Code], Options::default()).id());
        assert!(one.id().starts_with("diff_") && one.id().len() == 21);
        let back: Inputs = serde_json::from_str(&one.canonical()).unwrap();
        assert_eq!((back.id(), back.canonical()), (one.id(), one.canonical()));
        let other = Options { max_events: 7, ..Options::default() };
        assert_ne!(one.id(), inputs(&[Mode::Code], other).id(), "the limit on events is part of the inputs");
        assert_ne!(one.id(), Inputs::new(side("b"), side("a"), &[Mode::Code], Options::default()).id());
    }
}
