//! The words of the format. Each list repeats one of the report's enums, so that a variant added there does not
//! compile before it has a word here, and a word here cannot change by renaming something there.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{config, report};

macro_rules! words {
    ($(#[$doc:meta])* $name:ident from $source:ty { $($variant:ident = $word:tt,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        pub enum $name {
            $(#[serde(rename = $word)] $variant,)+
        }

        impl From<$source> for $name {
            fn from(source: $source) -> Self {
                match source {
                    $(<$source>::$variant => $name::$variant,)+
                }
            }
        }

        impl From<$name> for $source {
            fn from(word: $name) -> Self {
                match word {
                    $($name::$variant => <$source>::$variant,)+
                }
            }
        }
    };
}

words! {
    /// How a subscription's code changed.
    ChangeType from config::ChangeType {
        Missing = "MISSING",
        Structural = "STRUCTURAL",
        Content = "CONTENT",
        Aggregate = "AGGREGATE",
        Lines = "LINES",
        ParseError = "PARSE_ERROR",
        Ambiguous = "AMBIGUOUS",
    }
}

words! {
    /// A change type as written in codesub.yaml.
    ChangeTypeKey from config::ChangeType {
        Missing = "missing",
        Structural = "structural",
        Content = "content",
        Aggregate = "aggregate",
        Lines = "lines",
        ParseError = "parse_error",
        Ambiguous = "ambiguous",
    }
}

words! {
    /// Why a trigger fired.
    Reason from report::Reason {
        InterfaceChanged = "interface_changed",
        BodyChanged = "body_changed",
        KindChanged = "kind_changed",
        FileDeleted = "file_deleted",
        FileNotFound = "file_not_found",
        SemanticTargetMissing = "semantic_target_missing",
        DuplicateFound = "duplicate_found",
        WeakMatch = "weak_match",
        UnsupportedLanguage = "unsupported_language",
        SyntaxError = "syntax_error",
        OverlapHunk = "overlap_hunk",
        InsertInsideRange = "insert_inside_range",
        MemberAdded = "member_added",
        MemberRemoved = "member_removed",
        MemberInterfaceChanged = "member_interface_changed",
        MemberBodyChanged = "member_body_changed",
        ContainerRenamed = "container_renamed",
        ContainerInterfaceChanged = "container_interface_changed",
        InheritedMemberChanged = "inherited_member_changed",
    }
}

words! {
    /// Whether the change lies between base and target, or was there before.
    Origin from report::Origin {
        Diff = "diff",
        Drift = "drift",
    }
}

words! {
    /// What happened to a member.
    MemberChangeType from report::MemberChangeType {
        Added = "ADDED",
        Missing = "MISSING",
        Structural = "STRUCTURAL",
        Content = "CONTENT",
    }
}

words! {
    /// How a fingerprint matched, best first.
    Tier from report::Tier {
        Exact = "exact",
        Body = "body",
        Interface = "interface",
        Similar = "similar",
    }
}

words! {
    /// How sure it is that a place refers to a construct: an indexer of the language said so, the name leads there by
    /// scope or import, or the name is the same.
    Certainty from report::Certainty {
        Semantic = "semantic",
        Resolved = "resolved",
        NameOnly = "name-only",
    }
}

words! {
    /// How sure a proposal is.
    Confidence from report::Confidence {
        High = "high",
        Medium = "medium",
        Low = "low",
    }
}

words! {
    /// Why a subscription should point elsewhere.
    ProposalReason from report::ProposalReason {
        LineShift = "line_shift",
        Rename = "rename",
        SemanticLocation = "semantic_location",
        MovedCrossFile = "moved_cross_file",
        FoundInIndex = "found_in_index",
    }
}

words! {
    /// What a note is about.
    NoteKind from report::NoteKind {
        Duplicate = "duplicate",
        Skipped = "skipped",
        BodyElsewhere = "body_elsewhere",
        Shadowed = "shadowed",
        Muted = "muted",
        Limit = "limit",
    }
}
