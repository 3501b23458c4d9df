//! From the report to its frozen form.

use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use super::{
    Candidate, Details, Excerpt, Hunk, ListChanges, ListPatch, MemberChange, Note, Place, Proposal, ReferencePlace,
    References, Report, Revision, Schema, Stats, Subscription, Trigger,
};
use crate::{config, git, report};

impl From<&report::Report> for Report {
    fn from(report: &report::Report) -> Self {
        Report {
            schema: Schema::ScanV1,
            base: (&report.base).into(),
            target: (&report.target).into(),
            triggers: report.triggers.iter().map(Into::into).collect(),
            proposals: report.proposals.iter().map(Into::into).collect(),
            notes: report.notes.iter().map(Into::into).collect(),
            complete: report.complete,
            unchanged: report.unchanged.clone(),
            subscriptions_changed: (&report.subscriptions_changed).into(),
            stats: report.stats.into(),
        }
    }
}

/// A report as it is written: what [`Report`] would be, with each finding made when its turn comes. A report of thousands
/// of findings is not held twice.
pub struct Written<'a>(pub &'a report::Report);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let report = self.0;
        let mut fields = serializer.serialize_struct("Report", 10)?;
        fields.serialize_field("schema", &Schema::ScanV1)?;
        fields.serialize_field("base", &Revision::from(&report.base))?;
        fields.serialize_field("target", &Revision::from(&report.target))?;
        fields.serialize_field("triggers", &Each(&report.triggers, Trigger::from))?;
        fields.serialize_field("proposals", &Each(&report.proposals, Proposal::from))?;
        fields.serialize_field("notes", &Each(&report.notes, Note::from))?;
        fields.serialize_field("complete", &report.complete)?;
        fields.serialize_field("unchanged", &report.unchanged)?;
        fields.serialize_field("subscriptions_changed", &ListChanges::from(&report.subscriptions_changed))?;
        fields.serialize_field("stats", &Stats::from(report.stats))?;
        fields.end()
    }
}

/// A list, each of whose elements is written as something else.
struct Each<'a, T, F>(&'a [T], F);

impl<'a, T, W: Serialize, F: Fn(&'a T) -> W> Serialize for Each<'a, T, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(&self.1))
    }
}

impl From<&report::ListChanges> for ListChanges {
    fn from(changes: &report::ListChanges) -> Self {
        let report::ListChanges { added, removed, edited } = changes;
        ListChanges { added: added.clone(), removed: removed.clone(), edited: edited.clone() }
    }
}

impl From<report::Stats> for Stats {
    fn from(stats: report::Stats) -> Self {
        let report::Stats { subscriptions, files_changed, files_parsed } = stats;
        Stats { subscriptions, files_changed, files_parsed }
    }
}

impl Report {
    /// With the source of before and after, for whoever renders it without a clone.
    pub fn with_source(report: &report::Report) -> Self {
        let mut whole = Report::from(report);
        for (written, trigger) in whole.triggers.iter_mut().zip(&report.triggers) {
            written.details.before = trigger.before.as_ref().map(Into::into);
            written.details.after = trigger.after.as_ref().map(Into::into);
        }
        whole
    }
}

impl From<&report::Excerpt> for Excerpt {
    fn from(excerpt: &report::Excerpt) -> Self {
        Excerpt { path: excerpt.path.clone(), start_line: excerpt.start_line, lines: excerpt.lines.clone() }
    }
}

impl From<&report::RevisionLabel> for Revision {
    fn from(label: &report::RevisionLabel) -> Self {
        Revision { name: label.name.clone(), commit: label.commit.clone() }
    }
}

impl From<&report::Trigger> for Trigger {
    fn from(trigger: &report::Trigger) -> Self {
        Trigger {
            subscription_id: trigger.subscription.id.clone(),
            subscription: trigger.subscription.as_ref().into(),
            path: trigger.place.path.clone(),
            start_line: trigger.place.start_line,
            end_line: trigger.place.end_line,
            change_type: trigger.change_type.into(),
            reasons: trigger.reasons.iter().map(|&reason| reason.into()).collect(),
            origin: trigger.origin.into(),
            acknowledged: trigger.acknowledged,
            blocking: trigger.blocking,
            symbol_ref: trigger.symbol.clone(),
            matching_hunks: trigger.hunks.iter().map(|&hunk| hunk.into()).collect(),
            details: (&trigger.details).into(),
        }
    }
}

impl From<&config::Subscription> for Subscription {
    fn from(subscription: &config::Subscription) -> Self {
        Subscription {
            id: subscription.id.clone(),
            target: subscription.target.to_string(),
            label: subscription.label.clone(),
            description: subscription.description.clone(),
            notify: subscription.notify.clone(),
            on: subscription.on.iter().map(|&change| change.into()).collect(),
            trigger_on_duplicate: subscription.trigger_on_duplicate,
            members: subscription.members,
            active: subscription.active,
        }
    }
}

impl From<git::Hunk> for Hunk {
    fn from(hunk: git::Hunk) -> Self {
        let git::Hunk { old_start, old_count, new_start, new_count } = hunk;
        Hunk { old_start, old_count, new_start, new_count }
    }
}

impl From<&report::Details> for Details {
    fn from(details: &report::Details) -> Self {
        Details {
            now: details.now.as_ref().map(|place| Place {
                path: place.path.clone(),
                start_line: place.start_line,
                end_line: place.end_line,
            }),
            now_qualname: details.now_qualname.clone(),
            locations: details.locations.clone(),
            resolution: details.resolution.clone(),
            candidates: details.candidates.iter().map(Into::into).collect(),
            twins: details.twins.clone(),
            members: details.members.iter().map(Into::into).collect(),
            message: details.message.clone(),
            references: details.references.as_ref().map(Into::into),
            in_index: details.in_index.clone(),
            before: None,
            after: None,
        }
    }
}

impl From<&report::References> for References {
    fn from(references: &report::References) -> Self {
        let place = |place: &report::ReferencePlace| ReferencePlace {
            path: place.path.clone(),
            line: place.line,
            certainty: place.certainty.into(),
        };
        References {
            total: references.total(),
            files: references.files,
            semantic: references.semantic,
            resolved: references.resolved,
            name_only: references.name_only,
            places: references.places.iter().map(place).collect(),
        }
    }
}

impl From<&report::Candidate> for Candidate {
    fn from(candidate: &report::Candidate) -> Self {
        Candidate {
            path: candidate.path.clone(),
            line: candidate.line,
            qualname: candidate.qualname.clone(),
            kind: candidate.kind,
            tier: candidate.tier.into(),
            similarity: candidate.similarity.map(fraction),
            symbol_ref: candidate.symbol.clone(),
        }
    }
}

impl From<&report::MemberChange> for MemberChange {
    fn from(member: &report::MemberChange) -> Self {
        MemberChange {
            name: member.name.clone(),
            kind: member.kind,
            change: member.change.into(),
            reason: member.reason.into(),
            chain: member.chain.clone(),
            line: member.line,
            symbol_ref: member.symbol.clone(),
        }
    }
}

impl From<&report::Proposal> for Proposal {
    fn from(proposal: &report::Proposal) -> Self {
        Proposal {
            subscription_id: proposal.subscription.id.clone(),
            old_path: proposal.old.path.clone(),
            old_start: proposal.old.start_line,
            old_end: proposal.old.end_line,
            new_path: proposal.new.path.clone(),
            new_start: proposal.new.start_line,
            new_end: proposal.new.end_line,
            reasons: proposal.reasons.iter().map(|&reason| reason.into()).collect(),
            confidence: proposal.confidence.into(),
            match_tier: proposal.tier.map(Into::into),
            similarity: proposal.similarity.map(fraction),
            shift: proposal.shift,
            new_qualname: proposal.new_qualname.clone(),
            new_kind: proposal.new_kind,
            applied: proposal.applied,
            symbol_ref: proposal.symbol.clone(),
            patch: proposal.patch.as_ref().map(Into::into),
        }
    }
}

impl From<&report::ListPatch> for ListPatch {
    fn from(patch: &report::ListPatch) -> Self {
        ListPatch {
            line: patch.line,
            before: patch.before.clone(),
            old: patch.old.clone(),
            new: patch.new.clone(),
            after: patch.after.clone(),
            unterminated: patch.unterminated,
        }
    }
}

impl From<&report::Note> for Note {
    fn from(note: &report::Note) -> Self {
        Note {
            subscription_id: note.subscription_id.clone(),
            kind: note.kind.into(),
            message: note.message.clone(),
            locations: note.locations.clone(),
        }
    }
}

/// The report holds thousandths, so that it can be compared and sorted.
fn fraction(thousandths: u16) -> f64 {
    f64::from(thousandths.min(1000)) / 1000.0
}
