//! The words that reports use for their terms. They are part of the formats: a word that was given stays.

use super::{Confidence, MemberChangeType, NoteKind, Origin, ProposalReason, Reason, Tier};

impl Reason {
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::InterfaceChanged => "interface_changed",
            Reason::BodyChanged => "body_changed",
            Reason::KindChanged => "kind_changed",
            Reason::FileDeleted => "file_deleted",
            Reason::FileNotFound => "file_not_found",
            Reason::SemanticTargetMissing => "semantic_target_missing",
            Reason::DuplicateFound => "duplicate_found",
            Reason::WeakMatch => "weak_match",
            Reason::UnsupportedLanguage => "unsupported_language",
            Reason::SyntaxError => "syntax_error",
            Reason::OverlapHunk => "overlap_hunk",
            Reason::InsertInsideRange => "insert_inside_range",
            Reason::MemberAdded => "member_added",
            Reason::MemberRemoved => "member_removed",
            Reason::MemberInterfaceChanged => "member_interface_changed",
            Reason::MemberBodyChanged => "member_body_changed",
            Reason::ContainerRenamed => "container_renamed",
            Reason::ContainerInterfaceChanged => "container_interface_changed",
            Reason::InheritedMemberChanged => "inherited_member_changed",
        }
    }
}

impl ProposalReason {
    pub fn as_str(self) -> &'static str {
        match self {
            ProposalReason::LineShift => "line_shift",
            ProposalReason::Rename => "rename",
            ProposalReason::SemanticLocation => "semantic_location",
            ProposalReason::MovedCrossFile => "moved_cross_file",
            ProposalReason::FoundInIndex => "found_in_index",
        }
    }
}

impl Tier {
    pub fn as_str(self) -> &'static str {
        match self {
            Tier::Exact => "exact",
            Tier::Body => "body",
            Tier::Interface => "interface",
            Tier::Similar => "similar",
        }
    }
}

impl Confidence {
    pub fn as_str(self) -> &'static str {
        match self {
            Confidence::High => "high",
            Confidence::Medium => "medium",
            Confidence::Low => "low",
        }
    }
}

impl NoteKind {
    pub fn as_str(self) -> &'static str {
        match self {
            NoteKind::Duplicate => "duplicate",
            NoteKind::Skipped => "skipped",
            NoteKind::BodyElsewhere => "body_elsewhere",
            NoteKind::Shadowed => "shadowed",
            NoteKind::Muted => "muted",
            NoteKind::Limit => "limit",
        }
    }
}

impl Origin {
    pub fn as_str(self) -> &'static str {
        match self {
            Origin::Diff => "diff",
            Origin::Drift => "drift",
        }
    }
}

impl MemberChangeType {
    pub fn as_str(self) -> &'static str {
        match self {
            MemberChangeType::Added => "ADDED",
            MemberChangeType::Missing => "MISSING",
            MemberChangeType::Structural => "STRUCTURAL",
            MemberChangeType::Content => "CONTENT",
        }
    }
}
