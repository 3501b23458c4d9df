//! Trails: the shortest way from a file that is not clean to what keeps it from being so.
//!
//! One breadth-first walk from all culprits at once finds the trails of all files, so asking about many costs no more
//! than asking about one. Of ways of the same length the one through the first file in the graph's order is taken.

use super::graph::{Cause, Graph};
use super::{Freshness, States};

/// The trails of all files of a graph.
#[derive(Debug)]
pub struct Trails<'a> {
    graph: &'a Graph,
    states: &'a States,
    /// The next file on the way.
    next: Vec<u32>,
    /// How many steps it is to the culprit.
    far: Vec<u32>,
    culprits: Vec<Culprit>,
}

/// Where a trail ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Culprit {
    file: u32,
    cause: Option<Cause>,
}

/// What keeps a file from being clean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trail {
    /// From the file itself to the culprit, both included. Of a very long way, only its start and the culprit.
    pub hops: Vec<u32>,
    /// How many files are left out before the culprit.
    pub left_out: usize,
    /// What the last file has to do with the one before it; `None` where it is dirty.
    pub cause: Option<Cause>,
}

/// No trail that is shown is longer.
const LONGEST: usize = 32;

const UNREACHED: u32 = u32::MAX;

impl<'a> Trails<'a> {
    pub fn new(graph: &'a Graph, states: &'a States) -> Trails<'a> {
        let count = graph.nodes.len();
        let all = || (0u32..).take(count);
        let mut trails = Trails {
            graph,
            states,
            next: all().collect(),
            far: vec![UNREACHED; count],
            culprits: all().map(|file| Culprit { file, cause: None }).collect(),
        };
        let dependents = graph.links.reversed();
        let mut layer: Vec<u32> = all().filter(|&node| trails.freshness(node) == Freshness::Dirty).collect();
        for &node in &layer {
            trails.far[node as usize] = 0;
        }
        // What an edge by itself causes is one step away.
        let mut caused: Vec<u32> = all().filter(|&node| trails.own_cause(node).is_some()).collect();
        let mut steps = 0;
        while !layer.is_empty() || !caused.is_empty() {
            steps += 1;
            let mut further = std::mem::take(&mut caused);
            for &node in &further {
                trails.far[node as usize] = steps;
            }
            for &node in &layer {
                for &dependent in dependents.of(node) {
                    if trails.far[dependent as usize] == UNREACHED && trails.explains(node, dependent) {
                        trails.far[dependent as usize] = steps;
                        further.push(dependent);
                    }
                }
            }
            for &node in &further {
                trails.step(node);
            }
            layer = further;
        }
        trails
    }

    /// The trail of a file; `None` where it is clean or has no facts.
    pub fn of(&self, file: u32) -> Option<Trail> {
        let far = self.far[file as usize];
        if far == UNREACHED {
            return None;
        }
        let culprit = self.culprits[file as usize];
        let whole = far as usize + 1;
        let shown = whole.min(LONGEST);
        let mut hops = vec![file];
        while hops.len() + 1 < shown {
            hops.push(self.next[hops[hops.len() - 1] as usize]);
        }
        if whole > 1 {
            hops.push(culprit.file);
        }
        Some(Trail { hops, left_out: whole - shown, cause: culprit.cause })
    }

    /// Finds the next file on the way of one whose distance is known, as those of all nearer ones are.
    fn step(&mut self, node: u32) {
        if let Some(cause) = self.own_cause(node) {
            self.next[node as usize] = cause.dependency();
            self.culprits[node as usize] = Culprit { file: cause.dependency(), cause: Some(cause) };
            return;
        }
        let far = self.far[node as usize];
        let dependencies = self.graph.links.of(node).iter().copied();
        let nearer = dependencies.filter(|&it| self.far[it as usize] == far - 1 && self.explains(it, node)).min();
        let nearer = nearer.expect("because the walk came from there");
        self.next[node as usize] = nearer;
        self.culprits[node as usize] = self.culprits[nearer as usize];
    }

    /// What an edge of the file's own says, where that is why its state is what it is.
    fn own_cause(&self, node: u32) -> Option<Cause> {
        self.graph.causes[node as usize].filter(|_| self.graph.by_itself[node as usize] == self.freshness(node))
    }

    /// Whether the state of one file is why another that depends on it has its own.
    fn explains(&self, dependency: u32, dependent: u32) -> bool {
        self.freshness(dependency).handed_on() == self.freshness(dependent)
    }

    fn freshness(&self, node: u32) -> Freshness {
        self.states.of[node as usize].freshness
    }
}
