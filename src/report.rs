//! The report: triggers, proposals and notes of one run.
//!
//! It knows no format. A scan sorts it once, so that the same input gives the same bytes in every
//! format (SPEC §7).

mod doc_ids;
mod excerpt;
mod references;
mod words;

use std::sync::Arc;

use crate::config::{ChangeType, Subscription, Target};
use crate::git::Hunk;
use crate::identity::{Resolution, SymbolRef};
use crate::syntax::Kind;

pub use excerpt::{Excerpt, MAX_LINE, MAX_QUOTED};
pub use references::{Certainty, MOST_PLACES, ReferencePlace, References};

/// All that one run has to say.
#[derive(Debug, Clone)]
pub struct Report {
    pub base: RevisionLabel,
    pub target: RevisionLabel,
    /// Most serious first, then by subscription id.
    pub triggers: Vec<Trigger>,
    pub proposals: Vec<Proposal>,
    pub notes: Vec<Note>,
    /// Ids of the subscriptions about which there is nothing to say, sorted.
    pub unchanged: Vec<String>,
    pub subscriptions_changed: ListChanges,
    /// False when something in scope could not be examined (SPEC 5.10).
    pub complete: bool,
    pub stats: Stats,
}

/// How a revision is named in the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevisionLabel {
    /// As asked for, or `worktree`, `staged`.
    pub name: String,
    pub commit: Option<String>,
}

/// Lines of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
}

/// Where the change was made (SPEC 5.12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    Diff,
    Drift,
}

/// A subscription whose code really changed.
#[derive(Debug, Clone)]
pub struct Trigger {
    pub subscription: Arc<Subscription>,
    /// The old place.
    pub place: Place,
    pub change_type: ChangeType,
    pub reasons: Vec<Reason>,
    pub origin: Origin,
    pub acknowledged: bool,
    pub blocking: bool,
    pub symbol: Option<SymbolRef>,
    pub hunks: Vec<Hunk>,
    pub details: Details,
    /// The source of before and after, where there is some; not part of the JSON report.
    pub before: Option<Excerpt>,
    pub after: Option<Excerpt>,
}

/// Why a trigger fired. The words are part of the report format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    InterfaceChanged,
    BodyChanged,
    KindChanged,
    FileDeleted,
    FileNotFound,
    SemanticTargetMissing,
    DuplicateFound,
    WeakMatch,
    UnsupportedLanguage,
    SyntaxError,
    OverlapHunk,
    InsertInsideRange,
    MemberAdded,
    MemberRemoved,
    MemberInterfaceChanged,
    MemberBodyChanged,
    ContainerRenamed,
    ContainerInterfaceChanged,
    InheritedMemberChanged,
}

/// What a trigger has to add, by reason.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Details {
    /// The new place, where annotations go.
    pub now: Option<Place>,
    /// The new qualname, where it differs from the old.
    pub now_qualname: Option<String>,
    /// `duplicate_found`: every place, `path:line`, sorted.
    pub locations: Vec<String>,
    /// `duplicate_found`: the constructs at these places, of which none is picked.
    pub resolution: Option<Resolution>,
    /// MISSING: places that look alike but prove too little.
    pub candidates: Vec<Candidate>,
    /// MISSING: identical constructs that already stood elsewhere before (SPEC 5.7), `path:line`.
    pub twins: Vec<String>,
    /// AGGREGATE: what happened to each member.
    pub members: Vec<MemberChange>,
    /// What went wrong, in words (unsupported language, syntax error).
    pub message: Option<String>,
    /// What refers to the construct at the target; `None` where there is no index to tell (SPEC 12.5).
    pub references: Option<References>,
    /// MISSING: identical constructs elsewhere in the tree, none better than the others, `path:line` (SPEC 12.5).
    pub in_index: Vec<String>,
}

/// A construct that a vanished one could have become.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    pub path: String,
    pub line: u32,
    pub qualname: String,
    pub kind: Kind,
    pub tier: Tier,
    /// Token similarity of the bodies in thousandths, where it was computed.
    pub similarity: Option<u16>,
    pub symbol: Option<SymbolRef>,
}

/// What happened to one member of a container (SPEC 5.16, 5.17).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberChange {
    /// Relative to the container.
    pub name: String,
    pub kind: Kind,
    pub change: MemberChangeType,
    pub reason: Reason,
    /// For inherited members: from the subscribed class to the base that defines the member, `path::Qual.name`.
    pub chain: Vec<String>,
    pub line: Option<u32>,
    /// The member where it stands now; where it stood, if it is gone.
    pub symbol: Option<SymbolRef>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MemberChangeType {
    Added,
    Missing,
    Structural,
    Content,
}

/// How a fingerprint matched (SPEC 5.6); best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    Exact,
    Body,
    Interface,
    Similar,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    Low,
    Medium,
    High,
}

/// Why a subscription should point elsewhere. The words are part of the report format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProposalReason {
    LineShift,
    Rename,
    SemanticLocation,
    MovedCrossFile,
    /// Found by fingerprint in a file that the diff leaves alone; the trigger stays (SPEC 12.5).
    FoundInIndex,
}

/// An edit that keeps a subscription pointing at its code.
#[derive(Debug, Clone)]
pub struct Proposal {
    pub subscription: Arc<Subscription>,
    pub old: Place,
    pub new: Place,
    pub reasons: Vec<ProposalReason>,
    pub confidence: Confidence,
    pub tier: Option<Tier>,
    /// Token similarity of the bodies in thousandths; 1000 where the bodies are equal.
    pub similarity: Option<u16>,
    /// Lines by which a line target moved.
    pub shift: Option<i64>,
    pub new_qualname: Option<String>,
    pub new_kind: Option<Kind>,
    /// The target's own files already hold the result (SPEC 5.13).
    pub applied: bool,
    pub symbol: Option<SymbolRef>,
    /// The edit of the target's own `codesub.yaml`, where there is one and it can be told in whole lines.
    pub patch: Option<ListPatch>,
}

/// An edit of `codesub.yaml` in whole lines, with lines around it by which it is found.
///
/// Lines are as they stand in the file, without the line feed: indentation, quotes, comments and a carriage return are
/// in them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListPatch {
    /// The number of the first of `old`.
    pub line: u32,
    /// The lines directly above.
    pub before: Vec<String>,
    pub old: Vec<String>,
    pub new: Vec<String>,
    /// The lines directly below.
    pub after: Vec<String>,
    /// Whether the last of these lines is the last of the file and has no line feed.
    pub unterminated: bool,
}

/// What is worth saying without being a trigger or a proposal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    pub subscription_id: Option<String>,
    pub kind: NoteKind,
    pub message: String,
    /// `path:line`, sorted.
    pub locations: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NoteKind {
    /// Identical copies appeared and nobody asked to hear about them (SPEC 5.9).
    Duplicate,
    /// A file in scope could not be examined (SPEC 5.10).
    Skipped,
    /// The old body now stands elsewhere (SPEC 5.3).
    BodyElsewhere,
    /// The name is defined again below, in a language where the later definition holds (SPEC 4.2).
    Shadowed,
    /// A change type the subscription does not listen to (SPEC 3.1 `on`).
    Muted,
    /// A limit was reached, so the answer may miss something (renames).
    Limit,
}

/// How much of what is in scope was examined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Whole,
    /// Every subscription is decided, but what was skipped was not searched for code that left its place.
    Gaps,
    /// Of some subscription nothing can be said, for its own file was skipped.
    Undecided,
}

/// How the list itself changed between base and target (SPEC 5.14); ids, sorted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListChanges {
    pub added: Vec<String>,
    pub removed: Vec<String>,
    pub edited: Vec<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    pub subscriptions: usize,
    pub files_changed: usize,
    pub files_parsed: usize,
}

impl Report {
    /// How much of what is in scope was examined (SPEC 5.10, 6.1).
    pub fn scope(&self) -> Scope {
        let skipped = |note: &&Note| note.kind == NoteKind::Skipped;
        let of_the_run = |note: &Note| note.subscription_id.is_none();
        let mut skipped = self.notes.iter().filter(skipped).peekable();
        match () {
            () if self.complete => Scope::Whole,
            // Nobody says what it was, so it may have been anything.
            () if skipped.peek().is_none() => Scope::Undecided,
            () if skipped.all(of_the_run) => Scope::Gaps,
            () => Scope::Undecided,
        }
    }

    /// Whether something could not be said of a subscription.
    pub fn is_undecided(&self) -> bool {
        self.scope() == Scope::Undecided
    }

    /// Brings everything into the order in which every format shows it, and numbers the chunks it refers to.
    pub(crate) fn sort(&mut self) {
        self.triggers.sort_by(|a, b| {
            (a.change_type, &a.subscription.id, a.origin).cmp(&(b.change_type, &b.subscription.id, b.origin))
        });
        // In place: there may be thousands, and they are large. None has both in common with another.
        self.proposals.sort_unstable_by(|a, b| (&a.subscription.id, &a.new).cmp(&(&b.subscription.id, &b.new)));
        self.notes.sort_by(|a, b| {
            (a.kind, &a.subscription_id, &a.message, &a.locations).cmp(&(
                b.kind,
                &b.subscription_id,
                &b.message,
                &b.locations,
            ))
        });
        self.unchanged.sort_unstable();
        doc_ids::number(self);
    }

    /// Whether anything blocks.
    pub fn is_blocking(&self) -> bool {
        self.triggers.iter().any(|trigger| trigger.blocking)
    }
}

impl Proposal {
    /// Whether nothing but line numbers differs: such a proposal is bookkeeping, not news.
    pub fn is_only_shift(&self) -> bool {
        self.reasons == [ProposalReason::LineShift]
    }

    /// Whether it stands on what the index found in files that did not change: nothing says that the code went there, so
    /// only who asks for it gets it.
    pub fn is_from_index(&self) -> bool {
        self.reasons.contains(&ProposalReason::FoundInIndex)
    }

    /// The target that it would write to `codesub.yaml`.
    pub fn new_target(&self) -> Target {
        let path = self.new.path.clone();
        match &self.subscription.target {
            Target::Construct { qualname, .. } => {
                Target::Construct { path, qualname: self.new_qualname.as_ref().unwrap_or(qualname).clone() }
            }
            Target::Lines { .. } => Target::Lines { path, start: self.new.start_line, end: self.new.end_line },
        }
    }
}
