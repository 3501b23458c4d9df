//! Ambiguity flags: why the semantic facts of a file are not certain although they are fresh (SPEC 12.3).
//!
//! They are kept as a sorted JSON list in `file_semantic_facts.ambiguity_flags`; an empty list is certainty. They are few
//! on purpose: each one makes the gate ask somebody, so each one must be worth a question.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What makes the facts of a file uncertain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AmbiguityFlag {
    /// The indexer reported an error in the file: what it says of the rest may be a guess.
    IndexerError,
    /// A symbol that the file defines or uses is defined more than once in the repository; modules aside, which many
    /// files make up together.
    MultipleDefinitions,
    /// Some of what the indexer said of the file does not fit its text and was left out.
    UnfitOccurrences,
    /// The file uses a symbol of this project that nothing in the repository defines.
    UnresolvedReference,
}

impl AmbiguityFlag {
    pub const ALL: [AmbiguityFlag; 4] = [
        AmbiguityFlag::IndexerError,
        AmbiguityFlag::MultipleDefinitions,
        AmbiguityFlag::UnfitOccurrences,
        AmbiguityFlag::UnresolvedReference,
    ];

    /// The word used in the store and in every output.
    pub fn as_str(self) -> &'static str {
        match self {
            AmbiguityFlag::IndexerError => "indexer_error",
            AmbiguityFlag::MultipleDefinitions => "multiple_definitions",
            AmbiguityFlag::UnfitOccurrences => "unfit_occurrences",
            AmbiguityFlag::UnresolvedReference => "unresolved_reference",
        }
    }

    /// What it means, for people.
    pub fn words(self) -> &'static str {
        match self {
            AmbiguityFlag::IndexerError => "the indexer reported an error in it",
            AmbiguityFlag::MultipleDefinitions => "a symbol that it defines or uses has several definitions",
            AmbiguityFlag::UnfitOccurrences => "some of what the indexer said does not fit its text",
            AmbiguityFlag::UnresolvedReference => "it uses a symbol of this project that nothing defines",
        }
    }

    /// Whether it depends on what other files define.
    pub(crate) fn is_about_others(self) -> bool {
        matches!(self, AmbiguityFlag::MultipleDefinitions | AmbiguityFlag::UnresolvedReference)
    }
}

impl fmt::Display for AmbiguityFlag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sorted_and_the_same_everywhere() {
        assert!(AmbiguityFlag::ALL.is_sorted());
        assert!(AmbiguityFlag::ALL.map(AmbiguityFlag::as_str).is_sorted());
        for flag in AmbiguityFlag::ALL {
            assert_eq!(serde_json::to_value(flag).expect("JSON"), flag.as_str());
        }
    }
}
