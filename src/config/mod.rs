//! `codesub.yaml`, the list that people write, and `codesub.lock`, what the tool remembers about it (SPEC §3).
//!
//! Reading gives a [`Config`] and a [`Lock`] or an error that names the file and the line. Writing goes two ways: the
//! list is edited as text ([`edit`]), so that people keep their comments and their order; the lock is printed anew.
//! [`Files`] is the only part that touches the disk; everything else works on text, because in a scan both files come
//! from a commit as often as from the worktree (SPEC 5.14).

pub mod edit;
pub mod files;
pub mod lock;
mod lock_format;
mod locked;
mod parse;
mod plain;
mod printed;
mod schema;
mod spans;
pub mod target;

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

pub use files::Files;
pub use lock::Lock;
pub use parse::check_id;
pub use schema::schema;
pub use target::{Target, TargetError};

/// Both files are refused above this size (SPEC 3.6).
pub const MAX_FILE_SIZE: u64 = 16 * 1024 * 1024;

/// The seven ways in which a subscription's code can change (SPEC §7).
///
/// Written in lower case in `codesub.yaml` and on the command line, in upper case in reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeType {
    // The order is that of severity: reports list the most serious first.
    Missing,
    Structural,
    Content,
    Aggregate,
    Lines,
    ParseError,
    Ambiguous,
}

/// What a team wrote down: the whole of `codesub.yaml`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Config {
    pub baseline: Option<String>,
    pub policy: Policy,
    /// In the order of the file; shared with all that is found out about them.
    pub subscriptions: Vec<Arc<Subscription>>,
}

/// Which change types block, and where (SPEC 3.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    pub check: BTreeSet<ChangeType>,
    pub pre_push: BTreeSet<ChangeType>,
}

/// One watched piece of code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    pub id: String,
    pub target: Target,
    pub label: Option<String>,
    pub description: Option<String>,
    pub notify: Vec<String>,
    /// Change types that trigger; what is left out becomes a note.
    pub on: Arc<BTreeSet<ChangeType>>,
    pub trigger_on_duplicate: bool,
    /// Present when members are watched one by one (SPEC 5.16).
    pub members: Option<Members>,
    pub active: bool,
}

/// How the members of a container are watched (SPEC 3.1, 5.16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(description = "How the members of a container are watched.")]
pub struct Members {
    /// Whether private members count.
    pub private: bool,
    /// Whether decorator changes count.
    pub decorators: bool,
}

impl Default for Members {
    fn default() -> Self {
        Members { private: false, decorators: true }
    }
}

impl Default for Policy {
    fn default() -> Self {
        Policy { check: ChangeType::ALL.into_iter().collect(), pre_push: [ChangeType::Missing].into() }
    }
}

impl ChangeType {
    pub const ALL: [ChangeType; 7] = [
        ChangeType::Missing,
        ChangeType::Structural,
        ChangeType::Content,
        ChangeType::Aggregate,
        ChangeType::Lines,
        ChangeType::ParseError,
        ChangeType::Ambiguous,
    ];

    /// As written in `codesub.yaml`.
    pub fn key(self) -> &'static str {
        match self {
            ChangeType::Missing => "missing",
            ChangeType::Structural => "structural",
            ChangeType::Content => "content",
            ChangeType::Aggregate => "aggregate",
            ChangeType::Lines => "lines",
            ChangeType::ParseError => "parse_error",
            ChangeType::Ambiguous => "ambiguous",
        }
    }

    /// The change type written as `key` in `codesub.yaml`.
    pub fn from_key(key: &str) -> Option<Self> {
        ChangeType::ALL.into_iter().find(|change_type| change_type.key() == key)
    }

    /// As written in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            ChangeType::Missing => "MISSING",
            ChangeType::Structural => "STRUCTURAL",
            ChangeType::Content => "CONTENT",
            ChangeType::Aggregate => "AGGREGATE",
            ChangeType::Lines => "LINES",
            ChangeType::ParseError => "PARSE_ERROR",
            ChangeType::Ambiguous => "AMBIGUOUS",
        }
    }
}

impl Config {
    /// The subscription with this id.
    pub fn subscription(&self, id: &str) -> Option<&Subscription> {
        self.subscriptions.iter().find(|subscription| subscription.id == id).map(|subscription| &**subscription)
    }
}

/// What nearly every subscription triggers on.
static EVERY_TYPE: LazyLock<Arc<BTreeSet<ChangeType>>> = LazyLock::new(|| Arc::new(ChangeType::ALL.into()));

impl Subscription {
    /// A subscription with every default.
    pub fn new(id: impl Into<String>, target: Target) -> Self {
        Subscription {
            id: id.into(),
            target,
            label: None,
            description: None,
            notify: Vec::new(),
            on: Arc::clone(&EVERY_TYPE),
            trigger_on_duplicate: false,
            members: None,
            active: true,
        }
    }
}
