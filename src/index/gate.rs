//! The gate: whether files may be edited on the word of the semantic facts about them (SPEC 12.3, seed 002).
//!
//! | freshness | certainty | answer |
//! |---|---|---|
//! | `clean` | `certain` | automatic |
//! | `clean` | `ambiguous` | `needs_decision`, until somebody made it |
//! | anything else | any | blocked, with a witness: which file, why, and through which dependencies |
//!
//! The answer for several files is the worst one, over all contexts that know them. A file that no context knows is
//! blocked: a gate does not wave through what nobody looked at. Only who asks the gate is bound by it; re-pointing a
//! subscription rests on syntax, so `apply` gets a [remark](remarks) and no more.

mod remarks;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Serialize;

use super::decisions::{self, Ambiguity};
use super::state::{Cause, Certainty, Context, FileState, FileStateService, Freshness, Trails, states};
use super::store::Asked;

pub use remarks::remarks;

/// What the gate says (seed 002).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MutationGateResult {
    Automatic,
    /// What is open.
    NeedsDecision {
        ambiguities: Vec<Ambiguity>,
    },
    /// The files that are in the way, and why.
    Blocked {
        witness: Vec<Looked>,
    },
}

/// What the gate looked at to say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Every file in every context that knows it, by path and context.
    pub files: Vec<Looked>,
    /// Of clean files, open and settled, by path.
    pub ambiguities: Vec<Ambiguity>,
}

/// A file in a context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Looked {
    pub path: String,
    /// `None` where no context knows the file.
    pub context: Option<Context>,
    pub state: FileState,
    /// Why it is not clean.
    pub why: Option<Why>,
}

/// Why a file is not clean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    pub reason: Reason,
    /// From the file to the one that is to blame, each depending on the next; empty where that is itself.
    pub chain: Vec<String>,
    /// How many files of a very long chain are left out before the last one.
    pub left_out: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    NoFacts,
    ContentChanged,
    DependencyInterfaceChanged,
    DependencyGone,
    DependencyDirty,
    DependencyUnchecked,
}

impl Reason {
    /// What is said of the file that is to blame.
    pub fn words(self) -> &'static str {
        match self {
            Reason::NoFacts => "no semantic facts",
            Reason::ContentChanged => "changed since it was indexed",
            Reason::DependencyInterfaceChanged => "its interface changed",
            Reason::DependencyGone => "it is gone",
            Reason::DependencyDirty => "it changed, and was not indexed since",
            Reason::DependencyUnchecked => "it was never indexed",
        }
    }
}

impl Answer {
    pub fn result(&self) -> MutationGateResult {
        let is_clean = |file: &&Looked| file.state.freshness == Freshness::Clean;
        let witness: Vec<Looked> = self.files.iter().filter(|file| !is_clean(file)).cloned().collect();
        if !witness.is_empty() {
            return MutationGateResult::Blocked { witness };
        }
        let open = self.ambiguities.iter().filter(|ambiguity| ambiguity.decision.is_none());
        let ambiguities: Vec<Ambiguity> = open.cloned().collect();
        if ambiguities.is_empty() {
            MutationGateResult::Automatic
        } else {
            MutationGateResult::NeedsDecision { ambiguities }
        }
    }
}

/// Whether these files, given by their paths in the repository, may be edited; in one context, or in all that know them.
pub fn check_mutation_gate(
    service: &FileStateService<'_>,
    paths: &[&str],
    only: Option<i64>,
    head: &str,
) -> Asked<Answer> {
    let _snapshot = service.snapshot()?;
    let ids = service.files(paths.iter().copied())?;
    let mut files: Vec<i64> = ids.values().copied().collect();
    files.sort_unstable();
    let mut contexts = service.known_to(&files)?;
    contexts.retain(|(context, _)| only.is_none_or(|only| only == context.id));

    let mut found: BTreeMap<(String, Option<i64>), Looked> = BTreeMap::new();
    let mut ambiguities: BTreeMap<(String, String), Ambiguity> = BTreeMap::new();
    for (context, known) in contexts {
        let loaded = service.load(&known, context.id)?;
        let states = states(&loaded.graph);
        let trails = Trails::new(&loaded.graph, &states);
        for node in known.iter().filter_map(|&file| loaded.node(file)) {
            let (row, state) = (&loaded.rows[node as usize], states.of[node as usize]);
            let why = trails.of(node).map(|trail| Why {
                reason: match (trail.cause, state.freshness) {
                    (Some(Cause::Gone(_)), _) => Reason::DependencyGone,
                    (Some(Cause::InterfaceChanged(_)), _) => Reason::DependencyInterfaceChanged,
                    (Some(Cause::Unchecked(_)), _) => Reason::DependencyUnchecked,
                    (None, Freshness::Dirty) => Reason::ContentChanged,
                    (None, _) => Reason::DependencyDirty,
                },
                chain: match trail.hops.len() {
                    1 => Vec::new(),
                    _ => trail.hops.iter().map(|&hop| loaded.rows[hop as usize].path.clone()).collect(),
                },
                left_out: trail.left_out,
            });
            if state == (FileState { freshness: Freshness::Clean, certainty: Certainty::Ambiguous }) {
                for ambiguity in service.ambiguities(context.id, row)? {
                    let key = (ambiguity.path.clone(), ambiguity.signature.clone());
                    ambiguities.insert(key, ambiguity);
                }
            }
            let looked = Looked { path: row.path.clone(), context: Some(context.clone()), state, why };
            found.insert((row.path.clone(), Some(context.id)), looked);
        }
    }
    for path in paths {
        let start = ((*path).to_owned(), None);
        let is_known = found.range(start.clone()..).next().is_some_and(|((known, _), _)| known == path);
        if !is_known {
            let why = Why { reason: Reason::NoFacts, chain: Vec::new(), left_out: 0 };
            let looked = Looked { path: start.0.clone(), context: None, state: FileState::UNINDEXED, why: Some(why) };
            found.insert(start, looked);
        }
    }
    let mut ambiguities: Vec<Ambiguity> = ambiguities.into_values().collect();
    for ambiguity in &mut ambiguities {
        let decision = decisions::recall(service.connection(), &ambiguity.signature, head, &ambiguity.file_hashes)?;
        ambiguity.decision = decision.filter(|choice| ambiguity.choices.contains(choice));
    }
    Ok(Answer { files: found.into_values().collect(), ambiguities })
}
