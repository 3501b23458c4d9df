//! Carrying out proposals: the work behind `codesub apply` and behind following moves after a merge.
//!
//! A proposal re-points a subscription; it accepts nothing. Where the code also changed, the lock keeps the fingerprint
//! that was last accepted, so that the trigger stays until somebody accepts it.
//!
//! It takes two steps. [`plan`] looks at the worktree and says what each proposal would write; [`put`] writes that into
//! the two files, for whoever holds them in [`Files::update`](crate::config::files::Files::update). What lies between
//! the two, such as showing the plan or giving up, is the caller's.

use std::collections::HashMap;

use crate::Scan;
use crate::config::files::Pair;
use crate::config::lock::{Entry, Seen, SeenConstruct};
use crate::config::{Target, edit};
use crate::detect::{Baseline, LinesOutcome, Outcome, Verdict, View};
use crate::error::{Error, Result};
use crate::git::Repository;
use crate::relock;
use crate::report::Proposal;
use crate::snapshot::{Outlines, Snapshot};

/// What is written for one proposal.
#[derive(Debug, Clone)]
pub struct Edit {
    pub id: String,
    /// How the old and the new place are shown.
    pub old: String,
    pub new: String,
    /// The target that the list names now.
    pub was: Target,
    /// The target that it shall name.
    pub target: Target,
    /// The object id of the file on disk that the new target stands in.
    pub blob: Option<String>,
    entry: Entry,
}

impl Edit {
    /// Whether the written target changes, or only what the lock remembers.
    pub fn changes_the_list(&self) -> bool {
        self.target != self.was
    }
}

/// What the chosen proposals of a scan of the worktree come to. Nothing is written.
pub fn plan(repository: &Repository, scan: &Scan, chosen: &[&Proposal]) -> Result<Vec<Edit>> {
    let worktree = repository.worktree()?;
    let outlines = Outlines::new(&scan.workers).through(&scan.index);
    let view = Snapshot::new(repository, &worktree, &outlines);
    let verdicts: HashMap<&str, &Verdict> =
        scan.verdicts.iter().map(|verdict| (scan.watched[verdict.number].subscription.id.as_str(), verdict)).collect();
    let mut edits: Vec<Edit> = Vec::new();
    for proposal in chosen {
        let verdict = verdicts.get(proposal.subscription.id.as_str());
        let verdict = verdict.ok_or_else(|| Error::internal("a proposal without a verdict"))?;
        edits.push(edit_of(proposal, verdict, scan.watched[verdict.number].locked.as_deref(), &view)?);
    }
    view.check()?;
    Ok(edits)
}

/// Writes the edits into a list, which must be there, and its lock.
pub fn put(pair: &mut Pair, edits: &[&Edit], now: &str) -> Result<()> {
    let targets: Vec<(&str, Target)> = edits
        .iter()
        .filter(|edit| edit.changes_the_list())
        .map(|edit| (edit.id.as_str(), edit.target.clone()))
        .collect();
    if let Some(text) = pair.text.as_ref().filter(|_| !targets.is_empty()) {
        pair.text = Some(edit::set_targets(text, &targets)?);
    }
    for edit in edits {
        pair.lock.put(&edit.id, edit.entry.clone(), now);
    }
    Ok(())
}

fn edit_of(proposal: &Proposal, verdict: &Verdict, locked: Option<&Entry>, view: &dyn View) -> Result<Edit> {
    let subscription = &proposal.subscription;
    let new = &proposal.new;
    let (full, mut entry) = relock::entry(view, &proposal.new_target())?;
    let blob = entry.blob.clone();
    keep_accepted(&mut entry, verdict, locked);
    let place = |path: &str, start: u32, end: u32| format!("{path}:{start}-{end}");
    let (old, new) = if full != subscription.target {
        (subscription.target.to_string(), full.to_string())
    } else {
        (
            place(&proposal.old.path, proposal.old.start_line, proposal.old.end_line),
            place(&new.path, new.start_line, new.end_line),
        )
    };
    Ok(Edit { id: subscription.id.clone(), old, new, was: subscription.target.clone(), target: full, blob, entry })
}

/// Puts back what was last accepted, where the code at the new place differs from it.
fn keep_accepted(entry: &mut Entry, verdict: &Verdict, locked: Option<&Entry>) {
    if let (Seen::Construct(seen), Some(_)) = (&mut entry.seen, &verdict.inherited) {
        seen.inherited_hash = match locked.map(|entry| &entry.seen) {
            Some(Seen::Construct(accepted)) => accepted.inherited_hash,
            _ => None,
        };
    }
    match (&mut entry.seen, &verdict.outcome) {
        (Seen::Construct(seen), Outcome::Found(found)) => {
            let Some(baseline) = verdict.baseline.as_ref().filter(|baseline| !baseline.matches(&found.at)) else {
                return;
            };
            take_back(seen, baseline);
            entry.blob = None;
        }
        // The index found the same body (SPEC 12.5); whether the same interface stands around it is to be accepted.
        (Seen::Construct(seen), Outcome::Missing { .. }) => {
            let Some(baseline) = &verdict.baseline else { return };
            if (seen.interface_hash, seen.body_hash) != (baseline.interface_hash, baseline.body_hash) {
                take_back(seen, baseline);
                entry.blob = None;
            }
        }
        (Seen::Lines(anchors), Outcome::Lines(LinesOutcome::Changed { was, .. })) => {
            *anchors = was.anchors();
            entry.blob = None;
        }
        _ => {}
    }
}

/// What was accepted of a construct, at its new place.
fn take_back(seen: &mut SeenConstruct, baseline: &Baseline) {
    seen.kind = baseline.kind;
    seen.interface_hash = baseline.interface_hash;
    seen.bare_interface_hash = baseline.bare_interface_hash;
    seen.body_hash = baseline.body_hash;
    seen.members.clone_from(&baseline.members);
}
