//! Pruning: which diffs are kept no longer.
//!
//! A diff with a side that a snapshot pins is never removed: whoever made the snapshot wants to go on comparing with it.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};

use super::{Entry, Registry, read_inputs};
use crate::atomic;
use crate::error::Result;

/// What goes. Where both are given, only what both let go.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Policy {
    /// Of those that no snapshot pins, the newest so many stay.
    pub keep: Option<usize>,
    /// What is younger stays.
    pub older_than: Option<SignedDuration>,
}

/// What was removed, or would be; newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pruned {
    pub removed: Vec<Entry>,
    /// What would have gone, were it not for a snapshot.
    pub pinned: Vec<Entry>,
    pub kept: usize,
}

impl Registry {
    /// Removes diffs. `pinned` are the identity hashes of what snapshots pin.
    pub fn prune(
        &self,
        policy: Policy,
        pinned: impl FnOnce() -> Result<BTreeSet<String>>,
        is_dry: bool,
        now: Timestamp,
    ) -> Result<Pruned> {
        // Snapshots are made under the same lock: what is pinned stays pinned until this is done.
        let _guard = if is_dry { None } else { Some(atomic::lock_registry(&self.state, atomic::PATIENCE)?) };
        let pinned = pinned()?;
        let mut pruned = Pruned::default();
        let mut newest = 0;
        for entry in self.list()? {
            let is_pinned = match read_inputs(&self.diffs.join(&entry.diff_id)) {
                Ok(Some(inputs)) => [inputs.from, inputs.to].iter().any(|side| pinned.contains(&side.identity_hash)),
                // Damaged: nobody can compare with it.
                Ok(None) => false,
                // It cannot be told what it is about, so it stays.
                Err(_) => {
                    pruned.kept += 1;
                    continue;
                }
            };
            // What is pinned takes no one's place.
            let is_beyond = policy.keep.is_none_or(|keep| newest >= keep);
            newest += usize::from(!is_pinned);
            match (is_beyond && policy.is_old(&entry, now), is_pinned) {
                (false, _) => pruned.kept += 1,
                (true, true) => pruned.pinned.push(entry),
                (true, false) => pruned.removed.push(entry),
            }
        }
        // Also where nothing goes: what a prune that was killed left is cleared away, and the manifest mended.
        if !is_dry {
            let ids: Vec<String> = pruned.removed.iter().map(|entry| entry.diff_id.clone()).collect();
            self.remove(&ids, &super::super::time(now))?;
        }
        Ok(pruned)
    }
}

impl Policy {
    /// A time that cannot be read is as old as it gets.
    fn is_old(&self, entry: &Entry, now: Timestamp) -> bool {
        let Some(age) = self.older_than else { return true };
        let created: Option<Timestamp> = entry.created_at.parse().ok();
        created.is_none_or(|created| now.duration_since(created) > age)
    }
}
