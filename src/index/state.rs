//! File state: how far the semantic facts about a file can be relied on, on two axes (SPEC 12.3, seed 002).
//!
//! *Freshness* says whether the facts are those of the code as it is now, *certainty* whether the indexer was sure of
//! them. Both hold for a file in one context, since each indexer ran at its own time.
//!
//! | freshness | when |
//! |---|---|
//! | `unindexed` | the context has no facts about the file |
//! | `dirty` | the file's content is not the one that the facts are about |
//! | `stale` | the interface of a file that it depends on differs from the one recorded then, or that file is gone, or is itself stale |
//! | `pending_check` | a file that it depends on is dirty or pending, so that nobody knows whether its interface still is what it was |
//! | `clean` | none of these |
//!
//! Where the texts leave a choice:
//! - `stale` is handed on as in the seed. SPEC 12.3 says what makes a file stale and adds that `pending_check` passes on,
//!   which the seed forgot; it does not take the seed's inheritance back. A reader is served by it: the remedy for the
//!   whole chain is the same indexer run, whereas "wait" would never end.
//! - A dirty dependency leaves its dependents pending even if its syntactic interface is what it was: what is inferred
//!   from bodies, such as the type that a function returns, is not in the syntactic interface. If that differs, nothing
//!   is open: they are stale.
//! - Through a dirty or unindexed file nothing is handed on. What it depends on now nobody knows, and its dependents are
//!   pending on account of itself. An unindexed one counts as checked where its interface is known to be the recorded
//!   one.
//! - Nobody makes himself pending or stale: around a cycle only what comes from a member's content, from an interface or
//!   from outside of it counts.
//!
//! Certainty is `unknown` where the facts are about another content or where there are none, otherwise `ambiguous` where
//! the indexer raised a flag.
//!
//! All states of a graph take one walk. The members of a cycle of dependencies share what reaches any of them, so a file
//! is at least what its strongly connected component is, and components come with dependencies first: see [`states`].

mod ambiguous;
mod components;
mod edits;
mod graph;
#[cfg(test)]
mod laws;
mod loading;
mod service;
mod subject;
mod trail;

use serde::Serialize;

pub use edits::Edits;
pub use graph::{Cause, Edge, Graph, Indexed, Node, Now};
pub use loading::{Loaded, Row};
pub use service::{Context, Counts, FileStateService, contexts};
pub use subject::{Subject, count_states};
pub use trail::{Trail, Trails};

/// How far the facts about a file can be relied on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct FileState {
    pub freshness: Freshness,
    pub certainty: Certainty,
}

/// Whether the facts are those of the code as it is. The first three are in the order in which one outweighs another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Freshness {
    Clean,
    PendingCheck,
    Stale,
    Dirty,
    Unindexed,
}

/// Whether the indexer was sure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    Certain,
    Ambiguous,
    Unknown,
}

impl Freshness {
    pub const ALL: [Freshness; 5] =
        [Freshness::Clean, Freshness::Dirty, Freshness::Stale, Freshness::PendingCheck, Freshness::Unindexed];

    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Freshness::Clean => "clean",
            Freshness::Dirty => "dirty",
            Freshness::Stale => "stale",
            Freshness::PendingCheck => "pending_check",
            Freshness::Unindexed => "unindexed",
        }
    }

    /// What a file with current facts is at least, if it depends on one that is this.
    fn handed_on(self) -> Freshness {
        match self {
            Freshness::Stale => Freshness::Stale,
            Freshness::Dirty | Freshness::PendingCheck => Freshness::PendingCheck,
            // Whether it was checked is a matter of the edge: see `Graph`.
            Freshness::Clean | Freshness::Unindexed => Freshness::Clean,
        }
    }
}

impl Certainty {
    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Certainty::Certain => "certain",
            Certainty::Ambiguous => "ambiguous",
            Certainty::Unknown => "unknown",
        }
    }
}

impl FileState {
    /// Of a file that the context says nothing about.
    pub const UNINDEXED: FileState = FileState { freshness: Freshness::Unindexed, certainty: Certainty::Unknown };
}

/// The states of all files of a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct States {
    pub of: Vec<FileState>,
    /// How often an edge was looked at: the cost, which is linear.
    pub edge_visits: usize,
}

/// Computes the states of all files of a graph at once.
pub fn states(graph: &Graph) -> States {
    let mut freshness = graph.by_itself.clone();
    let mut edge_visits = 0;
    edge_visits += components::each(&graph.links, |members| {
        let mut level = Freshness::Clean;
        for &member in members {
            level = level.max(graph.by_itself[member as usize].handed_on());
            for &dependency in graph.links.of(member) {
                edge_visits += 1;
                level = level.max(freshness[dependency as usize].handed_on());
            }
        }
        for &member in members.iter().filter(|&&member| graph.is_current(member)) {
            freshness[member as usize] = level;
        }
    });
    let of = freshness.into_iter().zip(&graph.nodes).map(|(freshness, node)| FileState {
        freshness,
        certainty: match (&node.indexed, freshness) {
            (None, _) | (_, Freshness::Dirty | Freshness::Unindexed) => Certainty::Unknown,
            (Some(indexed), _) if indexed.is_ambiguous => Certainty::Ambiguous,
            (Some(_), _) => Certainty::Certain,
        },
    });
    States { of: of.collect(), edge_visits }
}
