//! The report's findings in plain words, shared by the formats that people read.
//!
//! Only what codesub itself says; text from the repository is left to each format and its encoder.

use std::collections::BTreeSet;

use crate::config::ChangeType;
use crate::report::{
    Certainty, Confidence, MemberChange, MemberChangeType, NoteKind, Origin, Proposal, ProposalReason, Reason, Report,
    Scope, Tier, Trigger,
};
use crate::syntax::Family;

/// Bodies that are less alike than this, in thousandths, have in common what all code has.
const HARDLY_ALIKE: u16 = 100;

/// What happened to the code of a trigger, most telling first, without repeats.
pub fn happened(trigger: &Trigger) -> Vec<&'static str> {
    let sort = Sort::of(trigger);
    let of_members = trigger.reasons.iter().filter(|reason| is_of_members(**reason)).count();
    let mut words = Vec::new();
    for &reason in &trigger.reasons {
        // The members are listed one by one; several sorts of changes need not be told apart before that.
        let several = of_members > 1 && is_of_members(reason);
        let never_there = trigger.symbol.is_none() && reason == Reason::SemanticTargetMissing;
        let said = match () {
            () if several => "members changed",
            () if never_there => "is not there",
            () => reason_words(reason, sort),
        };
        if !words.contains(&said) {
            words.push(said);
        }
    }
    if words.is_empty() {
        words.push(change_words(trigger.change_type));
    }
    words
}

/// What happened to one member of a container.
pub fn member_happened(member: &MemberChange) -> &'static str {
    let value = member.kind.family() == Family::Value;
    match member.change {
        MemberChangeType::Added => "added",
        MemberChangeType::Missing => "removed",
        MemberChangeType::Structural if member.kind.family() == Family::Callable => "signature changed",
        MemberChangeType::Structural if value => "type changed",
        MemberChangeType::Structural => "declaration changed",
        MemberChangeType::Content if value => "value changed",
        MemberChangeType::Content => "body changed",
    }
}

/// The sign of a member's change in a list.
pub fn member_sign(change: MemberChangeType) -> &'static str {
    match change {
        MemberChangeType::Added => "+",
        MemberChangeType::Missing => "-",
        MemberChangeType::Structural | MemberChangeType::Content => "~",
    }
}

/// How a proposal's code came to its new place; the new target follows.
pub fn moved(proposal: &Proposal) -> &'static str {
    let because = |reason| proposal.reasons.contains(&reason);
    if because(ProposalReason::FoundInIndex) {
        "the same code stands at"
    } else if because(ProposalReason::MovedCrossFile) {
        "moved to"
    } else if because(ProposalReason::SemanticLocation) {
        "renamed to"
    } else if because(ProposalReason::Rename) {
        "file renamed, now"
    } else {
        "shifted to"
    }
}

/// What a match rests on, and how alike the bodies are where that says something. Code that was written anew under its old
/// name, or in its old place, is no similar code.
pub fn basis(tier: Tier, similarity: Option<u16>) -> (&'static str, Option<u16>) {
    match (tier, similarity) {
        (Tier::Similar, Some(thousandths)) if thousandths < HARDLY_ALIKE => ("by name and place", None),
        (tier, similarity) => (tier.as_str(), similarity),
    }
}

/// How much refers to the code of a trigger: `still used in 12 places in 7 files (9 resolved, 3 by name only)`.
pub fn used(trigger: &Trigger) -> Option<String> {
    let references = trigger.details.references.as_ref()?;
    let still = if trigger.change_type == ChangeType::Missing { "still " } else { "" };
    let number = |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    if references.total() == 0 {
        return Some(format!("not {still}used anywhere that is indexed"));
    }
    let sorts =
        [(references.semantic, "semantic"), (references.resolved, "resolved"), (references.name_only, "by name only")];
    let sorts: Vec<String> =
        sorts.iter().filter(|(count, _)| *count > 0).map(|(count, words)| format!("{count} {words}")).collect();
    let places = number(references.total(), "place", "places");
    let files = number(references.files, "file", "files");
    Some(format!("{still}used in {places} in {files} ({})", sorts.join(", ")))
}

/// Where that is, as far as it is listed: `src/login.py:12`, each line once, those of which only the name is the same
/// marked.
pub fn used_at(trigger: &Trigger) -> Vec<String> {
    let places = trigger.details.references.iter().flat_map(|references| &references.places);
    let mut places: Vec<String> = places
        .map(|place| match place.certainty {
            Certainty::NameOnly => format!("{}:{} (by name)", place.path, place.line),
            Certainty::Semantic | Certainty::Resolved => format!("{}:{}", place.path, place.line),
        })
        .collect();
    places.dedup();
    places
}

/// Whether `codesub apply` takes the proposal without being told to take low confidence.
pub fn applies_by_default(proposal: &Proposal) -> bool {
    proposal.confidence >= Confidence::Medium && !proposal.is_from_index()
}

/// What a note is about.
pub fn note_heading(kind: NoteKind) -> &'static str {
    match kind {
        NoteKind::Duplicate => "copies",
        NoteKind::Skipped => "skipped",
        NoteKind::BodyElsewhere => "body elsewhere",
        NoteKind::Shadowed => "shadowed",
        NoteKind::Muted => "muted",
        NoteKind::Limit => "limit",
    }
}

/// What a reader can do about a trigger: commands of codesub, with the reason as a comment.
pub fn ways_on(trigger: &Trigger, proposed: Option<&Proposal>) -> Vec<Way> {
    let mut ways = Vec::new();
    // A construct is found by its name wherever it stands; lines have to be followed before they can be accepted.
    let worth_following = |proposal: &&Proposal| !proposal.is_only_shift() || trigger.change_type == ChangeType::Lines;
    if let Some(proposal) = proposed.filter(worth_following).filter(|proposal| !proposal.applied) {
        ways.push(Way::Apply { low: !applies_by_default(proposal) });
    }
    let reason = |reason| trigger.reasons.contains(&reason);
    match trigger.change_type {
        ChangeType::Missing => {
            let pick = trigger.details.candidates.first().map(|best| format!("{}::{}", best.path, best.qualname));
            ways.push(Way::Decide { pick });
            ways.push(Way::Remove);
        }
        ChangeType::Ambiguous if reason(Reason::UnsupportedLanguage) => ways.push(Way::Languages),
        ChangeType::Ambiguous => ways.push(Way::Decide { pick: None }),
        ChangeType::ParseError => {}
        // None of the lines is left, so there is nothing to accept.
        ChangeType::Lines if trigger.details.now.is_none() => {
            ways.push(Way::Decide { pick: None });
            ways.push(Way::Remove);
        }
        ChangeType::Structural | ChangeType::Content | ChangeType::Aggregate | ChangeType::Lines => {
            ways.push(Way::Accept);
        }
    }
    ways
}

/// A command that leads on from a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Way {
    Accept,
    Apply {
        low: bool,
    },
    /// With the target to pick, where one is likely.
    Decide {
        pick: Option<String>,
    },
    Remove,
    Languages,
}

/// A part of a command to type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Word {
    Own(&'static str),
    /// From the repository: to be quoted as one argument.
    Argument(String),
}

impl Way {
    /// The command, after `codesub `, spaces included.
    pub fn command(&self, id: &str) -> Vec<Word> {
        let id = || Word::Argument(id.to_owned());
        match self {
            Way::Accept => vec![Word::Own("accept "), id()],
            Way::Remove => vec![Word::Own("remove "), id()],
            Way::Languages => vec![Word::Own("languages")],
            Way::Apply { low: false } => vec![Word::Own("apply "), id()],
            Way::Apply { low: true } => vec![Word::Own("apply "), id(), Word::Own(" --min-confidence low")],
            Way::Decide { pick } => {
                let pick = pick.as_ref().map_or(Word::Own("TARGET"), |target| Word::Argument(target.clone()));
                vec![Word::Own("decide "), id(), Word::Own(" --pick "), pick]
            }
        }
    }

    /// Why a reader would type it.
    pub fn because(&self) -> &'static str {
        match self {
            Way::Accept => "if the change is intended",
            Way::Apply { .. } => "to follow it to the new place",
            Way::Decide { pick: Some(_) } => "if it became this",
            Way::Decide { pick: None } => "to say where it is now",
            Way::Remove => "to stop watching it",
            Way::Languages => "to see what codesub can read",
        }
    }
}

/// The triggers that somebody still has to look at, blocking ones first, otherwise in the report's order.
pub fn open_triggers(report: &Report, origin: Origin) -> Vec<&Trigger> {
    let wanted = |trigger: &&Trigger| trigger.origin == origin && !trigger.acknowledged;
    let mut open: Vec<&Trigger> = report.triggers.iter().filter(wanted).collect();
    open.sort_by_key(|trigger| !trigger.blocking);
    open
}

/// The ids of subscriptions with a trigger that somebody still has to look at. What also moved is told with it.
pub fn triggered(report: &Report) -> BTreeSet<&str> {
    let open = report.triggers.iter().filter(|trigger| !trigger.acknowledged);
    open.map(|trigger| trigger.subscription.id.as_str()).collect()
}

/// What it means that not everything in scope was examined; `None` where everything was.
pub fn incomplete(report: &Report) -> Option<&'static str> {
    match report.scope() {
        Scope::Whole => None,
        Scope::Gaps => Some(
            "Every subscription was checked, but not everything in scope could be searched for code that moved, see the \
             skipped notes.",
        ),
        Scope::Undecided => Some(
            "Not everything in scope could be examined, see the skipped notes. Nothing can be said about those \
             subscriptions.",
        ),
    }
}

/// How many findings of each sort a report holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    pub blocking: usize,
    pub other: usize,
    pub acknowledged: usize,
    pub proposals: usize,
    pub applied: usize,
    pub unchanged: usize,
}

impl Counts {
    pub fn of(report: &Report) -> Self {
        let triggers = |wanted: fn(&Trigger) -> bool| report.triggers.iter().filter(|trigger| wanted(trigger)).count();
        Counts {
            blocking: triggers(|trigger| trigger.blocking),
            other: triggers(|trigger| !trigger.blocking && !trigger.acknowledged),
            acknowledged: triggers(|trigger| trigger.acknowledged && !trigger.blocking),
            proposals: report.proposals.iter().filter(|proposal| !proposal.applied).count(),
            applied: report.proposals.iter().filter(|proposal| proposal.applied).count(),
            unchanged: report.unchanged.len(),
        }
    }

    /// The counts as a reader wants them: blocking ones first, zeros left out, the unchanged always last.
    pub fn parts(&self) -> Vec<(usize, &'static str)> {
        let of = |count, one, many| (count, if count == 1 { one } else { many });
        let other = if self.blocking > 0 { ("other trigger", "other triggers") } else { ("trigger", "triggers") };
        let mut parts = vec![
            of(self.blocking, "blocking", "blocking"),
            of(self.other, other.0, other.1),
            of(self.acknowledged, "acknowledged", "acknowledged"),
            of(self.proposals, "proposal", "proposals"),
        ];
        parts.retain(|&(count, _)| count > 0);
        parts.push((self.unchanged, "unchanged"));
        parts
    }
}

/// Commit ids are shown this short.
pub fn short_commit(commit: &str) -> &str {
    match commit.char_indices().nth(7) {
        Some((end, _)) => &commit[..end],
        None => commit,
    }
}

/// What sort of code a trigger is about, as far as words differ.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Callable,
    Value,
    Other,
}

impl Sort {
    fn of(trigger: &Trigger) -> Self {
        match trigger.symbol.as_ref().and_then(|symbol| symbol.kind.as_deref()) {
            Some("function" | "method") => Sort::Callable,
            Some("field" | "variable") => Sort::Value,
            _ => Sort::Other,
        }
    }
}

fn reason_words(reason: Reason, sort: Sort) -> &'static str {
    match (reason, sort) {
        (Reason::InterfaceChanged, Sort::Callable) => "signature changed",
        (Reason::InterfaceChanged, Sort::Value) => "type changed",
        (Reason::InterfaceChanged, Sort::Other) => "declaration changed",
        (Reason::BodyChanged, Sort::Callable) => "body changed",
        (Reason::BodyChanged, Sort::Value) => "value changed",
        (Reason::BodyChanged, Sort::Other) => "content changed",
        (Reason::KindChanged, _) => "became another kind",
        (Reason::FileDeleted, _) => "is gone: the file was deleted",
        (Reason::FileNotFound, _) => "is gone: the file is not there",
        (Reason::SemanticTargetMissing, _) => "is gone",
        (Reason::DuplicateFound, _) => "now stands in several places",
        (Reason::WeakMatch, _) => "may have moved, but little proves it",
        (Reason::UnsupportedLanguage, _) => "cannot be checked: unsupported language",
        (Reason::SyntaxError, _) => "cannot be compared: syntax error",
        (Reason::OverlapHunk, _) => "lines changed",
        (Reason::InsertInsideRange, _) => "lines inserted",
        (Reason::MemberAdded, _) => "member added",
        (Reason::MemberRemoved, _) => "member removed",
        (Reason::MemberInterfaceChanged | Reason::MemberBodyChanged, _) => "member changed",
        (Reason::ContainerRenamed, _) => "renamed",
        (Reason::ContainerInterfaceChanged, _) => "declaration changed",
        (Reason::InheritedMemberChanged, _) => "inherited member changed",
    }
}

fn is_of_members(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::MemberAdded
            | Reason::MemberRemoved
            | Reason::MemberInterfaceChanged
            | Reason::MemberBodyChanged
            | Reason::InheritedMemberChanged
    )
}

fn change_words(change: ChangeType) -> &'static str {
    match change {
        ChangeType::Missing => "is gone",
        ChangeType::Structural => "declaration changed",
        ChangeType::Content => "content changed",
        ChangeType::Aggregate => "members changed",
        ChangeType::Lines => "lines changed",
        ChangeType::ParseError => "cannot be compared",
        ChangeType::Ambiguous => "cannot be told for sure",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_that_has_nothing_in_common_is_not_called_similar() {
        assert_eq!(basis(Tier::Similar, Some(0)), ("by name and place", None));
        assert_eq!(basis(Tier::Similar, Some(99)), ("by name and place", None));
        assert_eq!(basis(Tier::Similar, Some(100)), ("similar", Some(100)));
        assert_eq!(basis(Tier::Similar, None), ("similar", None));
        assert_eq!(basis(Tier::Interface, Some(0)), ("interface", Some(0)));
        assert_eq!(basis(Tier::Exact, Some(1000)), ("exact", Some(1000)));
    }
}
