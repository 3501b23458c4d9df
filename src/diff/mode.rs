//! Modes: what two versions are compared by.

use serde::{Deserialize, Serialize};

use crate::syntax::{Kind, Reading};

/// What a diff looks at. The order is the one in which events stand.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    clap::ValueEnum,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Constructs of source files; every changed file is listed.
    Code,
    /// Sections of Markdown files, by heading.
    Prose,
    /// Comments and docstrings of source files.
    ExtractedProse,
    /// Entries of JSON, YAML and TOML files.
    Records,
}

impl Mode {
    pub const ALL: [Mode; 4] = [Mode::Code, Mode::Prose, Mode::ExtractedProse, Mode::Records];

    /// The word on the command line and in every output.
    pub fn as_str(self) -> &'static str {
        match self {
            Mode::Code => "code",
            Mode::Prose => "prose",
            Mode::ExtractedProse => "extracted-prose",
            Mode::Records => "records",
        }
    }

    pub fn reading(self) -> Reading {
        match self {
            Mode::Code => Reading::Code,
            Mode::Prose => Reading::Prose,
            Mode::ExtractedProse => Reading::Comments,
            Mode::Records => Reading::Records,
        }
    }

    /// Whether a changed file is listed at all. Code lists every file, so that no change is invisible by default; the
    /// other modes list what they read.
    pub fn lists(self, path: &str) -> bool {
        self == Mode::Code || self.reads(path)
    }

    /// Whether a file of that name may have chunks.
    pub fn reads(self, path: &str) -> bool {
        let reading = self.reading();
        reading.detect(path, None).is_some() || reading.needs_bytes(path)
    }

    /// Whether this build can read it.
    pub fn is_built_in(self) -> bool {
        matches!(self, Mode::Code | Mode::ExtractedProse) || cfg!(feature = "documents")
    }

    /// What a chunk is called. Sections and entries are told apart by the kinds of constructs that stand for them.
    pub fn word(self, kind: Kind) -> &'static str {
        match self {
            Mode::Code => kind.as_str(),
            Mode::Prose => "section",
            Mode::ExtractedProse if kind == Kind::Field => "docstring",
            Mode::ExtractedProse => "comment",
            Mode::Records => "entry",
        }
    }
}
