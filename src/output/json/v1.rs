//! `codesub.scan/v1`, the report as other programs see it (SPEC §7).
//!
//! Frozen: fields and words may be added, never renamed, removed or given another meaning; that would be `v2` in a file
//! beside this one. The doc comments are the descriptions in the JSON schema. Readers should pass over keys that they
//! do not know.

mod words;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use words::{
    Certainty, ChangeType, ChangeTypeKey, Confidence, MemberChangeType, NoteKind, Origin, ProposalReason, Reason, Tier,
};

pub use from_report::Written;

use crate::config::Members;
use crate::identity::{Resolution, SymbolRef};
use crate::syntax::Kind;

/// What a scan found out about the subscriptions of a repository.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The version of this format.
    pub schema: Schema,
    /// The revision that was compared with.
    pub base: Revision,
    /// The revision that was checked.
    pub target: Revision,
    /// Subscriptions whose code really changed, most serious first.
    pub triggers: Vec<Trigger>,
    /// Edits that keep subscriptions pointing at their code.
    pub proposals: Vec<Proposal>,
    /// What is worth saying without being a trigger or a proposal.
    pub notes: Vec<Note>,
    /// False when something in scope could not be examined.
    pub complete: bool,
    /// Ids of the subscriptions about which there is nothing to say, sorted.
    pub unchanged: Vec<String>,
    /// How the list of subscriptions itself changed between base and target.
    pub subscriptions_changed: ListChanges,
    /// The size of the work.
    pub stats: Stats,
}

/// The name of the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Schema {
    #[serde(rename = "codesub.scan/v1")]
    ScanV1,
}

/// A commit, the index or the worktree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Revision {
    /// As asked for, or `worktree`, `staged`.
    #[serde(rename = "ref")]
    pub name: String,
    /// The commit id; null for the worktree and the index.
    pub commit: Option<String>,
}

/// A subscription whose code really changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Trigger {
    pub subscription_id: String,
    /// The subscription as in codesub.yaml, with all defaults filled in.
    pub subscription: Subscription,
    /// The old place; the new one is in `details.now`.
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
    pub change_type: ChangeType,
    pub reasons: Vec<Reason>,
    pub origin: Origin,
    /// The target's own codesub.lock already accepts the change.
    pub acknowledged: bool,
    /// Whether the policy lets this stop a check.
    pub blocking: bool,
    pub symbol_ref: Option<SymbolRef>,
    /// The hunks that touch the lines.
    pub matching_hunks: Vec<Hunk>,
    pub details: Details,
}

/// What a person watches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Subscription {
    pub id: String,
    /// `path::Qual.name` or `path:10-20`.
    pub target: String,
    pub label: Option<String>,
    pub description: Option<String>,
    /// Who wants to know.
    pub notify: Vec<String>,
    /// Change types that trigger.
    pub on: Vec<ChangeTypeKey>,
    pub trigger_on_duplicate: bool,
    /// How members are watched one by one; null when they are not.
    pub members: Option<Members>,
    pub active: bool,
}

/// A run of lines that differs; lines are 1-based. With a count of 0 the start is the line before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hunk {
    pub old_start: u32,
    pub old_count: u32,
    pub new_start: u32,
    pub new_count: u32,
}

/// What a trigger has to add; keys are there only when they have something to say.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Details {
    /// The new place, where annotations go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<Place>,
    /// The new qualname, where it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now_qualname: Option<String>,
    /// Every place of a duplicate, `path:line`, sorted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<String>,
    /// The constructs at these places, of which none is picked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolution: Option<Resolution>,
    /// Places that look alike but prove too little.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<Candidate>,
    /// Identical code that already stood elsewhere before, `path:line`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub twins: Vec<String>,
    /// What happened to each member of a container.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<MemberChange>,
    /// What went wrong, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What refers to the construct at the target; only where an index can tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub references: Option<References>,
    /// The same code elsewhere in the tree, in files that did not change, none better than the others, `path:line`; only
    /// where an index can tell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub in_index: Vec<String>,
    /// The source before; only in reports that `codesub github` writes for its second stage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Excerpt>,
    /// The source after; as `before`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Excerpt>,
}

/// What refers to a construct, its own definition and what stands inside of it left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct References {
    /// How many places there are.
    pub total: usize,
    /// In how many files.
    pub files: usize,
    /// How many of them an indexer of the language is sure of.
    pub semantic: usize,
    /// How many of them lead there by scope or import.
    pub resolved: usize,
    /// How many of them have nothing but the name in common with it.
    pub name_only: usize,
    /// Some of them, at most ten, the surest first.
    pub places: Vec<ReferencePlace>,
}

/// A place that refers to a construct.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReferencePlace {
    pub path: String,
    pub line: u32,
    pub certainty: Certainty,
}

/// Lines of source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Excerpt {
    pub path: String,
    /// The number of the first of `lines`.
    pub start_line: u32,
    /// Without line ends.
    pub lines: Vec<String>,
}

/// Lines of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
}

/// A construct that a vanished one could have become.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Candidate {
    pub path: String,
    pub line: u32,
    pub qualname: String,
    pub kind: Kind,
    pub tier: Tier,
    /// How alike the bodies are, where that was computed.
    #[schemars(range(min = 0, max = 1))]
    pub similarity: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol_ref: Option<SymbolRef>,
}

/// What happened to one member of a container.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol_ref: Option<SymbolRef>,
}

/// An edit that keeps a subscription pointing at its code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Proposal {
    pub subscription_id: String,
    pub old_path: String,
    pub old_start: u32,
    pub old_end: u32,
    pub new_path: String,
    pub new_start: u32,
    pub new_end: u32,
    pub reasons: Vec<ProposalReason>,
    pub confidence: Confidence,
    /// How the fingerprint matched; null where none had to be compared.
    pub match_tier: Option<Tier>,
    /// How alike the bodies are.
    #[schemars(range(min = 0, max = 1))]
    pub similarity: Option<f64>,
    /// Lines by which a line target moved.
    pub shift: Option<i64>,
    /// Where it differs from the old.
    pub new_qualname: Option<String>,
    /// Where it differs from the old.
    pub new_kind: Option<Kind>,
    /// The target's own files already hold the result.
    pub applied: bool,
    pub symbol_ref: Option<SymbolRef>,
    /// The edit of codesub.yaml; only where one is open and can be told in whole lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patch: Option<ListPatch>,
}

/// An edit of codesub.yaml in whole lines, each without its line feed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ListPatch {
    /// The number of the first of `old`.
    pub line: u32,
    /// The lines directly above, three at most.
    pub before: Vec<String>,
    pub old: Vec<String>,
    pub new: Vec<String>,
    /// The lines directly below, three at most.
    pub after: Vec<String>,
    /// Whether the last of these lines is the last of the file and has no line feed.
    pub unterminated: bool,
}

/// What is worth saying without being a trigger or a proposal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Note {
    /// Null where the note is about the run as a whole.
    pub subscription_id: Option<String>,
    pub kind: NoteKind,
    pub message: String,
    /// `path:line`, sorted.
    pub locations: Vec<String>,
}

/// How the list of subscriptions changed; ids, sorted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ListChanges {
    pub added: Vec<String>,
    pub removed: Vec<String>,
    pub edited: Vec<String>,
}

/// The size of the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stats {
    pub subscriptions: usize,
    pub files_changed: usize,
    pub files_parsed: usize,
}

mod from_report;
mod to_report;
