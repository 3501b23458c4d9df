//! `codesub apply`: carry out proposals.
//!
//! A proposal re-points a subscription; it accepts nothing. Where the code also changed, the lock keeps the fingerprint
//! that was last accepted, so that the trigger stays until somebody accepts it.

use std::collections::{BTreeSet, HashMap};

use crate::cli::Apply;
use crate::config::lock::{Entry, Seen};
use crate::config::{Target, edit};
use crate::detect::{LinesOutcome, Outcome, Verdict, View};
use crate::error::{Error, ExitStatus, Result};
use crate::output::escape::Untrusted;
use crate::relock;
use crate::report::Proposal;
use crate::scan::{Request, no_list};
use crate::snapshot::{Outlines, Snapshot};

use super::{Session, Streams, now, read_list, unknown_id, written};

pub fn run(args: &Apply, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let files = session.files(&repository)?;
    let config = read_list(&files, &repository)?;
    for id in &args.ids {
        config.subscription(id).ok_or_else(|| unknown_id(&config, id))?;
    }
    let request = Request {
        base: args.base.clone(),
        config: session.config_path(),
        progress: session.progress.clone(),
        ..Request::default()
    };
    let scan = crate::scan(&repository, &request)?;
    let wanted: BTreeSet<&str> = args.ids.iter().map(String::as_str).collect();
    let (chosen, left): (Vec<&Proposal>, Vec<&Proposal>) = scan
        .report
        .proposals
        .iter()
        .filter(|proposal| wanted.is_empty() || wanted.contains(proposal.subscription.id.as_str()))
        .partition(|proposal| proposal.confidence >= args.min_confidence);

    let worktree = repository.worktree()?;
    let outlines = Outlines::default();
    let view = Snapshot::new(&repository, &worktree, &outlines);
    let verdicts: HashMap<&str, &Verdict> =
        scan.verdicts.iter().map(|verdict| (scan.watched[verdict.number].subscription.id.as_str(), verdict)).collect();
    let mut edits: Vec<Edit> = Vec::new();
    for proposal in &chosen {
        let verdict = verdicts.get(proposal.subscription.id.as_str());
        let verdict = verdict.ok_or_else(|| Error::internal("a proposal without a verdict"))?;
        edits.push(plan(proposal, verdict, scan.watched[verdict.number].locked.as_ref(), &view)?);
    }
    view.check()?;
    for edit in &edits {
        written(writeln!(
            streams.out,
            "{}  {} -> {}",
            edit.id,
            Untrusted(&edit.old).terminal(),
            Untrusted(&edit.new).terminal()
        ))?;
    }
    if !args.dry_run && !edits.is_empty() {
        files.update(&repository.state_directory(), |pair| {
            let text = pair.text.as_ref().ok_or_else(|| no_list(&files, &repository))?;
            let targets: Vec<(&str, Target)> =
                edits.iter().filter(|edit| edit.retarget).map(|edit| (edit.id.as_str(), edit.target.clone())).collect();
            if !targets.is_empty() {
                pair.text = Some(edit::set_targets(text, &targets)?);
            }
            let now = now();
            for edit in &edits {
                pair.lock.put(&edit.id, edit.entry.clone(), &now);
            }
            Ok(())
        })?;
    }
    let done = match (edits.len(), args.dry_run) {
        (0, _) => "Nothing to apply.".to_owned(),
        (1, false) => "Applied 1 proposal.".to_owned(),
        (count, false) => format!("Applied {count} proposals."),
        (1, true) => "Would apply 1 proposal.".to_owned(),
        (count, true) => format!("Would apply {count} proposals."),
    };
    session.tell(streams, format_args!("{done}"));
    if !left.is_empty() {
        let ids: Vec<&str> = left.iter().map(|proposal| proposal.subscription.id.as_str()).collect();
        session.tell(
            streams,
            format_args!("Left alone, below {} confidence: {}.", args.min_confidence.as_str(), ids.join(", ")),
        );
    }
    Ok(ExitStatus::Clean)
}

/// What is written for one proposal.
struct Edit {
    id: String,
    /// How the old and the new place are shown.
    old: String,
    new: String,
    target: Target,
    /// Whether the written target changes, or only what the lock remembers.
    retarget: bool,
    entry: Entry,
}

fn plan(proposal: &Proposal, verdict: &Verdict, locked: Option<&Entry>, view: &dyn View) -> Result<Edit> {
    let subscription = &proposal.subscription;
    let new = &proposal.new;
    let (full, mut entry) = relock::entry(view, &proposal.new_target())?;
    let retarget = full != subscription.target;
    keep_accepted(&mut entry, verdict, locked);
    let place = |path: &str, start: u32, end: u32| format!("{path}:{start}-{end}");
    let (old, new) = if retarget {
        (subscription.target.to_string(), full.to_string())
    } else {
        (
            place(&proposal.old.path, proposal.old.start_line, proposal.old.end_line),
            place(&new.path, new.start_line, new.end_line),
        )
    };
    Ok(Edit { id: subscription.id.clone(), old, new, target: full, retarget, entry })
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
            seen.kind = baseline.kind;
            seen.interface_hash = baseline.interface_hash;
            seen.bare_interface_hash = baseline.bare_interface_hash;
            seen.body_hash = baseline.body_hash;
            seen.members.clone_from(&baseline.members);
            entry.blob = None;
        }
        (Seen::Lines(anchors), Outcome::Lines(LinesOutcome::Changed { was, .. })) => {
            *anchors = was.anchors();
            entry.blob = None;
        }
        _ => {}
    }
}
