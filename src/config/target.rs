//! Targets: what a subscription points at, in the form people write (SPEC §2).

use std::fmt;

/// The written form of what is watched.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// `path::Qual.name`
    Construct { path: String, qualname: String },
    /// `path:10-20`, 1-based and inclusive; `path:10` is one line.
    Lines { path: String, start: u32, end: u32 },
}

impl Target {
    /// The file, relative to the repository's root, with `/`.
    pub fn path(&self) -> &str {
        match self {
            Target::Construct { path, .. } | Target::Lines { path, .. } => path,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Construct { path, qualname } => write!(f, "{path}::{qualname}"),
            Target::Lines { path, start, end } => write!(f, "{path}:{start}-{end}"),
        }
    }
}
