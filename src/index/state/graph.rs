//! The graph that file states are computed on: what is known of each file, and which depends on which.
//!
//! Everything that one file or one edge can tell by itself is settled when the graph is made; what is handed on along
//! edges is left to [`states`](super::states).

use super::Freshness;
use super::components::Links;

/// Files and their dependencies in one context.
#[derive(Debug, Clone)]
pub struct Graph {
    pub(super) nodes: Vec<Node>,
    /// Only from files whose facts are current: of the others nobody knows what they depend on now.
    pub(super) links: Links,
    /// What each file is without what others hand on to it.
    pub(super) by_itself: Vec<Freshness>,
    /// Which dependency made it that; of several, the first one.
    pub(super) causes: Vec<Option<Cause>>,
}

/// What is known of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Node {
    /// When the context was indexed; `None` where it has no facts about the file.
    pub indexed: Option<Indexed>,
    /// As it is now; `None` where it is gone.
    pub now: Option<Now>,
}

/// What facts were recorded from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Indexed {
    pub content: String,
    pub is_ambiguous: bool,
}

/// What a file is like at present.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Now {
    pub content: String,
    /// `None` where nobody has read the content that is there now.
    pub interface: Option<String>,
}

/// That `source` depends on `target`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    pub source: u32,
    pub target: u32,
    /// The interface of the target when the facts about the source were recorded.
    pub interface_then: Option<String>,
}

/// Why a dependency by itself keeps a file from being clean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    Gone(u32),
    InterfaceChanged(u32),
    /// There are no facts about it, and nothing to compare its interface with.
    Unchecked(u32),
}

impl Cause {
    pub fn dependency(self) -> u32 {
        match self {
            Cause::Gone(dependency) | Cause::InterfaceChanged(dependency) | Cause::Unchecked(dependency) => dependency,
        }
    }

    fn freshness(self) -> Freshness {
        match self {
            Cause::Gone(_) | Cause::InterfaceChanged(_) => Freshness::Stale,
            Cause::Unchecked(_) => Freshness::PendingCheck,
        }
    }
}

impl Graph {
    /// Edges name nodes by their place in the list.
    pub fn new(nodes: Vec<Node>, edges: &[Edge]) -> Graph {
        let mut by_itself: Vec<Freshness> = nodes.iter().map(Node::freshness).collect();
        let mut causes: Vec<Option<Cause>> = vec![None; nodes.len()];
        let mut pairs = Vec::with_capacity(edges.len());
        for edge in edges {
            let source = edge.source as usize;
            // A file does not depend on itself.
            if edge.source == edge.target || !nodes[source].is_current() {
                continue;
            }
            pairs.push((edge.source, edge.target));
            let Some(cause) = cause(edge, &nodes[edge.target as usize]) else { continue };
            let (known, new) = (by_itself[source], cause.freshness());
            if new > known || (new == known && causes[source].is_some_and(|it| cause.dependency() < it.dependency())) {
                by_itself[source] = new;
                causes[source] = Some(cause);
            }
        }
        let links = Links::new(nodes.len(), &pairs);
        Graph { nodes, links, by_itself, causes }
    }

    /// Whether the facts about a file are about its content.
    pub(super) fn is_current(&self, node: u32) -> bool {
        self.nodes[node as usize].is_current()
    }
}

impl Node {
    fn is_current(&self) -> bool {
        self.freshness() == Freshness::Clean
    }

    fn freshness(&self) -> Freshness {
        match (&self.indexed, &self.now) {
            (None, _) => Freshness::Unindexed,
            (Some(indexed), Some(now)) if indexed.content == now.content => Freshness::Clean,
            (Some(_), _) => Freshness::Dirty,
        }
    }
}

fn cause(edge: &Edge, target: &Node) -> Option<Cause> {
    let Some(now) = &target.now else { return Some(Cause::Gone(edge.target)) };
    match (&edge.interface_then, &now.interface) {
        (Some(then), Some(now)) if then != now => Some(Cause::InterfaceChanged(edge.target)),
        (Some(_), Some(_)) => None,
        // Facts about its present content confirm it; if they are about another one, it is dirty, which is handed on.
        _ if target.indexed.is_some() => None,
        _ => Some(Cause::Unchecked(edge.target)),
    }
}
