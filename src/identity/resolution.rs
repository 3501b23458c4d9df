//! What a reference turned out to mean (seed 004 §6.3).
//!
//! One target, several or none. Several are all listed, and nobody picks one: a wrong join is worse than an open one.

use serde::{Deserialize, Serialize};

use super::SymbolRef;

/// The end of a search for what a reference means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Resolution {
    Resolved {
        target: Box<SymbolRef>,
    },
    Ambiguous {
        /// Every target that it may be, sorted.
        candidates: Vec<SymbolRef>,
        reason: Ambiguity,
    },
    Unresolved,
}

/// Why there is no telling the candidates apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(inline)]
pub enum Ambiguity {
    #[serde(rename = "multiple same-name candidates in file")]
    SameNameInFile,
    #[serde(rename = "multiple candidates of one overload set")]
    OverloadSet,
    #[serde(rename = "multiple definitions of one symbol")]
    SeveralDefinitions,
    #[serde(rename = "multiple identical copies")]
    IdenticalCopies,
}

impl Resolution {
    /// One candidate is the target; of several none is.
    pub fn of(mut candidates: Vec<SymbolRef>, reason: Ambiguity) -> Self {
        candidates.sort_by(|a, b| order(a).cmp(&order(b)));
        // The same place told twice is one place.
        candidates.dedup_by(|a, b| order(a) == order(b));
        match candidates.len() {
            0 => Resolution::Unresolved,
            1 => Resolution::Resolved { target: Box::new(candidates.swap_remove(0)) },
            _ => Resolution::Ambiguous { candidates, reason },
        }
    }
}

/// By place, then by name.
fn order(symbol: &SymbolRef) -> impl Ord + '_ {
    let chunk = symbol.defining_chunk.as_ref();
    let place = chunk.map(|chunk| (&chunk.file, chunk.range, &chunk.segment_id, &chunk.chunk_uid));
    (place, &symbol.symbol_key, &symbol.scoped_id, &symbol.symbol_id)
}
