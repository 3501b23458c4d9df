//! Line hunks between two versions of a text.

use serde::{Deserialize, Serialize};

/// A run of lines that differs; lines are 1-based. With a count of 0 the start is the line *before* which nothing
/// stands on that side, as in `git diff`: an insertion after line 5 has `old_start` 5 and `old_count` 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Hunk {
    pub old_start: u32,
    pub old_count: u32,
    pub new_start: u32,
    pub new_count: u32,
}
