//! Remarks for `apply`: what the semantic facts about a file that a proposal leads to are worth right now.
//!
//! Re-pointing a subscription rests on syntax and never needs its file to be clean (SPEC 12.3), so this refuses nothing.
//! Files without semantic facts are not spoken of, and without an index there is nothing to say.

use std::collections::BTreeSet;

use super::check_mutation_gate;
use crate::error::Result;
use crate::git::Repository;
use crate::index::refs::semantic::has_facts;
use crate::index::state::{Certainty, Freshness, Subject};
use crate::index::{Availability, Index};

/// One sentence for each of these files whose semantic facts are not current or not sure, as (path, what they are).
pub fn remarks(repository: &Repository, paths: &BTreeSet<&str>) -> Result<Vec<(String, &'static str)>> {
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    // Whoever scanned has told already that an index cannot be used.
    let Availability::Ready(index) = Index::for_asking(repository) else { return Ok(Vec::new()) };
    if !has_facts(index.store.connection())? {
        return Ok(Vec::new());
    }
    let Some(subject) = Subject::new(repository, index)? else { return Ok(Vec::new()) };
    let paths: Vec<&str> = paths.iter().copied().collect();
    let answer = check_mutation_gate(&subject.service(), &paths, None, &subject.head)?;
    let mut found: Vec<(String, &'static str)> = Vec::new();
    for file in answer.files.into_iter().filter(|file| file.context.is_some()) {
        let what = match (file.state.freshness, file.state.certainty) {
            (Freshness::Clean, Certainty::Ambiguous) => "ambiguous",
            (Freshness::Clean, _) | (Freshness::Unindexed, _) => continue,
            (Freshness::Dirty, _) => "of another content",
            (Freshness::Stale, _) => "stale",
            (Freshness::PendingCheck, _) => "waiting for a check",
        };
        // One context speaks for the others.
        if found.last().is_none_or(|(path, _)| *path != file.path) {
            found.push((file.path, what));
        }
    }
    Ok(found)
}
