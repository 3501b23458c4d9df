//! From the frozen form back to a report, for a report that came from somewhere else.
//!
//! Such a file may be forged (SPEC 9.5). What people wrote down is therefore not taken from it but from a list that the
//! caller trusts: who is notified, labels, descriptions. What it says of subscriptions that are not on that list is left
//! out, and what is no id is not shown as one. The rest is text that somebody claims, and goes through the encoders as all text does.

use std::collections::HashMap;
use std::sync::Arc;

use super::{
    Candidate, Details, Excerpt, ListPatch, MemberChange, Note, Place, Proposal, References, Report, Revision, Trigger,
};
use crate::{config, git, report};

/// Longer excerpts than any run of codesub writes are cut.
const MAX_EXCERPT_LINES: usize = 400;
/// No run of codesub writes more of these.
const MAX_PATCH_BYTES: usize = 4096;

type Subscriptions<'a> = HashMap<&'a str, Arc<config::Subscription>>;

impl Report {
    /// The report about the subscriptions of `list`, and how many findings are about others.
    pub fn into_report(self, list: &config::Config) -> (report::Report, usize) {
        let known: Subscriptions<'_> = list.subscriptions.iter().map(|it| (it.id.as_str(), Arc::clone(it))).collect();
        let claimed = self.triggers.len() + self.proposals.len() + self.notes.len();
        let triggers: Vec<_> = self.triggers.into_iter().filter_map(|it| trigger(it, &known)).collect();
        let proposals: Vec<_> = self.proposals.into_iter().filter_map(|it| proposal(it, &known)).collect();
        let is_known = |note: &Note| note.subscription_id.as_deref().is_none_or(|id| known.contains_key(id));
        let notes: Vec<_> = self.notes.into_iter().filter(is_known).map(note).collect();
        let left_out = claimed - triggers.len() - proposals.len() - notes.len();
        let mut report = report::Report {
            base: revision(self.base),
            target: revision(self.target),
            triggers,
            proposals,
            notes,
            unchanged: self.unchanged,
            subscriptions_changed: report::ListChanges {
                added: ids(self.subscriptions_changed.added),
                removed: ids(self.subscriptions_changed.removed),
                edited: ids(self.subscriptions_changed.edited),
            },
            complete: self.complete,
            stats: report::Stats {
                subscriptions: self.stats.subscriptions,
                files_changed: self.stats.files_changed,
                files_parsed: self.stats.files_parsed,
            },
        };
        report.sort();
        (report, left_out)
    }
}

/// Those that can be ids: who adds subscriptions chooses their ids, but does not get to write sentences.
fn ids(mut claimed: Vec<String>) -> Vec<String> {
    claimed.retain(|id| config::check_id(id).is_ok());
    claimed
}

fn trigger(trigger: Trigger, known: &Subscriptions<'_>) -> Option<report::Trigger> {
    let mut claimed = trigger.details;
    Some(report::Trigger {
        subscription: Arc::clone(known.get(trigger.subscription_id.as_str())?),
        place: report::Place { path: trigger.path, start_line: trigger.start_line, end_line: trigger.end_line },
        change_type: trigger.change_type.into(),
        reasons: trigger.reasons.into_iter().map(Into::into).collect(),
        origin: trigger.origin.into(),
        acknowledged: trigger.acknowledged,
        blocking: trigger.blocking,
        symbol: trigger.symbol_ref,
        hunks: trigger
            .matching_hunks
            .into_iter()
            .map(|hunk| git::Hunk {
                old_start: hunk.old_start,
                old_count: hunk.old_count,
                new_start: hunk.new_start,
                new_count: hunk.new_count,
            })
            .collect(),
        before: claimed.before.take().map(excerpt),
        after: claimed.after.take().map(excerpt),
        details: details(claimed),
    })
}

fn excerpt(excerpt: Excerpt) -> report::Excerpt {
    let mut shown = report::Excerpt { path: excerpt.path, start_line: excerpt.start_line, lines: Vec::new() };
    // The file itself is bounded, so each excerpt may have all of the budget.
    let mut budget = report::MAX_QUOTED;
    shown.quote(excerpt.lines.iter().map(String::as_str).take(MAX_EXCERPT_LINES), &mut budget);
    shown
}

fn details(details: Details) -> report::Details {
    report::Details {
        now: details.now.map(place),
        now_qualname: details.now_qualname,
        locations: details.locations,
        resolution: details.resolution,
        candidates: details.candidates.into_iter().map(candidate).collect(),
        twins: details.twins,
        members: details.members.into_iter().map(member).collect(),
        message: details.message,
        references: details.references.map(references),
        in_index: details.in_index,
    }
}

/// What is said of the total is not needed, and no run lists more places.
fn references(claimed: References) -> report::References {
    let places = claimed.places.into_iter().take(report::MOST_PLACES);
    report::References {
        files: claimed.files,
        // Forged numbers must not overflow where they are added.
        semantic: claimed.semantic.min(u32::MAX as usize),
        resolved: claimed.resolved.min(u32::MAX as usize),
        name_only: claimed.name_only.min(u32::MAX as usize),
        places: places
            .map(|it| report::ReferencePlace { path: it.path, line: it.line, certainty: it.certainty.into() })
            .collect(),
    }
}

fn place(place: Place) -> report::Place {
    report::Place { path: place.path, start_line: place.start_line, end_line: place.end_line }
}

fn candidate(candidate: Candidate) -> report::Candidate {
    report::Candidate {
        path: candidate.path,
        line: candidate.line,
        qualname: candidate.qualname,
        kind: candidate.kind,
        tier: candidate.tier.into(),
        similarity: candidate.similarity.map(thousandths),
        symbol: candidate.symbol_ref,
    }
}

fn member(member: MemberChange) -> report::MemberChange {
    report::MemberChange {
        name: member.name,
        kind: member.kind,
        change: member.change.into(),
        reason: member.reason.into(),
        chain: member.chain,
        line: member.line,
        symbol: member.symbol_ref,
    }
}

fn proposal(proposal: Proposal, known: &Subscriptions<'_>) -> Option<report::Proposal> {
    let patch = proposal.patch;
    let mut read = report::Proposal {
        subscription: Arc::clone(known.get(proposal.subscription_id.as_str())?),
        old: report::Place { path: proposal.old_path, start_line: proposal.old_start, end_line: proposal.old_end },
        new: report::Place { path: proposal.new_path, start_line: proposal.new_start, end_line: proposal.new_end },
        reasons: proposal.reasons.into_iter().map(Into::into).collect(),
        confidence: proposal.confidence.into(),
        tier: proposal.match_tier.map(Into::into),
        similarity: proposal.similarity.map(thousandths),
        shift: proposal.shift,
        new_qualname: proposal.new_qualname,
        new_kind: proposal.new_kind,
        applied: proposal.applied,
        symbol: proposal.symbol_ref,
        patch: None,
    };
    read.patch = patch.filter(|patch| is_plausible(patch, &read)).map(list_patch);
    Some(read)
}

/// Whether a patch does what its proposal says and nothing else: somebody may carry it out.
fn is_plausible(patch: &ListPatch, proposal: &report::Proposal) -> bool {
    let (old, new) = (proposal.subscription.target.to_string(), proposal.new_target().to_string());
    let lines = [&patch.before, &patch.old, &patch.new, &patch.after];
    let bytes: usize = lines.iter().flat_map(|lines| lines.iter()).map(|line| line.len() + 1).sum();
    bytes <= MAX_PATCH_BYTES
        && patch.before.len().max(patch.after.len()) <= 3
        && patch.old.join("\n").matches(&old).count() == 1
        && patch.old.join("\n").replace(&old, &new) == patch.new.join("\n")
}

fn list_patch(patch: ListPatch) -> report::ListPatch {
    report::ListPatch {
        line: patch.line,
        before: patch.before,
        old: patch.old,
        new: patch.new,
        after: patch.after,
        unterminated: patch.unterminated,
    }
}

fn note(note: Note) -> report::Note {
    report::Note {
        subscription_id: note.subscription_id,
        kind: note.kind.into(),
        message: note.message,
        locations: note.locations,
    }
}

fn revision(revision: Revision) -> report::RevisionLabel {
    report::RevisionLabel { name: revision.name, commit: revision.commit }
}

fn thousandths(fraction: f64) -> u16 {
    // What is no number at all, or none of this range, becomes one that is: `as` stops at both ends.
    (fraction * 1000.0).round().clamp(0.0, 1000.0) as u16
}

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use crate::output::json::v1;
    use crate::output::sample;

    #[test]
    fn a_report_comes_back_as_it_was_written() {
        let mut report = sample::rich();
        report.sort();
        let list = sample::list_of(&report);
        let written = v1::Report::with_source(&report);
        let (read, left_out) = written.clone().into_report(&list);
        assert_eq!(left_out, 0);
        assert_eq!(v1::Report::with_source(&read), written);
        // About others nothing is believed.
        let of_the_run = report.notes.iter().filter(|note| note.subscription_id.is_none()).count();
        let findings = report.triggers.len() + report.proposals.len() + report.notes.len();
        let (none, left_out) = written.into_report(&Config::default());
        assert_eq!((none.triggers.len() + none.proposals.len(), none.notes.len()), (0, of_the_run));
        assert!(of_the_run < report.notes.len() && left_out == findings - of_the_run);
    }

    #[test]
    fn what_is_no_id_is_not_shown_as_one() {
        let mut forged = v1::Report::from(&sample::clean());
        forged.subscriptions_changed.added = vec!["new-one".into(), "reviewed and safe to merge".into()];
        let (read, _) = forged.into_report(&Config::default());
        assert_eq!(read.subscriptions_changed.added, ["new-one"]);
    }

    #[test]
    fn a_patch_that_does_more_than_it_says_is_not_believed() {
        let report = sample::rich();
        let at = report.proposals.iter().position(|proposal| proposal.subscription.id == "fee-table").unwrap();
        let proposal = &report.proposals[at];
        let mut list = Config::default();
        list.subscriptions.push(std::sync::Arc::clone(&proposal.subscription));
        let written = v1::Report::from(&report);
        let read = |change: fn(&mut v1::ListPatch)| {
            let mut forged = written.clone();
            change(forged.proposals[at].patch.as_mut().unwrap());
            forged.into_report(&list).0.proposals[0].patch.clone()
        };
        assert_eq!(read(|_| ()), proposal.patch);
        assert_eq!(read(|patch| patch.new.push("  active: false".into())), None);
        assert_eq!(read(|patch| patch.new[0] = patch.new[0].replace("billing", "evil")), None);
        assert_eq!(read(|patch| patch.old.clear()), None);
        assert_eq!(read(|patch| patch.after = vec![String::new(); 4]), None);
        assert_eq!(read(|patch| patch.before[0] = "x".repeat(5000)), None);
    }
}
