//! Patterns: what a query file says about nodes, and trying it on one.
//!
//! A query file is written in tree-sitter's query language, of which this reads what our files use: nodes, fields, fields
//! that must be absent, wildcards, alternations, anchors, captures and the predicates of [`Predicate`]; there are no
//! quantifiers. Patterns are tried on single nodes only. Tree-sitter's own engine has to be ready for a pattern to start
//! anywhere: it analyses a query against the whole grammar before the first use, a third of a second for TypeScript, and
//! walks with a set of states where looking at a few children is enough. What is found is the same, which a test checks
//! with that engine on every fixture.

mod reading;
#[cfg(test)]
mod tests;
mod trying;

use std::sync::OnceLock;

use tree_sitter::Language;

use super::captures::{Capture, Starts, capture};

pub(super) use trying::Trier;

/// The patterns of one language, ready to be tried.
pub(super) struct Patterns {
    list: Vec<Pattern>,
    /// What each capture means, and its name.
    captures: Vec<(Capture, String)>,
    /// The patterns whose root is of a kind, by its number, and those whose root can be any node; in their order.
    by_kind: Vec<Vec<u16>>,
    wild: Vec<u16>,
    has_halves: bool,
}

struct Pattern {
    root: Step,
    predicates: Vec<Predicate>,
    /// Whether the same captures may be found in several ways.
    may_repeat: bool,
}

/// One node of a pattern.
struct Step {
    test: Test,
    field: Option<u16>,
    /// Fields that the node must not have.
    absent: Vec<u16>,
    captures: Vec<u16>,
    /// No named node stands between it and the step before it, or the start.
    is_immediate: bool,
    /// No named sibling follows it.
    is_last: bool,
    /// Whether it or something in it is captured.
    has_captures: bool,
    children: Vec<Slot>,
}

/// The ways to match one child, of which any will do.
type Slot = Vec<Step>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Test {
    Kind(u16),
    Named,
    Any,
}

/// What must hold for the texts of captured nodes.
struct Predicate {
    capture: u16,
    is_negated: bool,
    condition: Condition,
}

enum Condition {
    /// It is one of these.
    OneOf(Vec<String>),
    /// It is that of another capture.
    Same(u16),
    /// The expression is found in it; compiled when it is first asked for.
    Matches(String, OnceLock<regex::bytes::Regex>),
}

impl Patterns {
    /// Reads a query file. One that does not fit its grammar is a defect that every test of the language shows, so this
    /// panics.
    pub fn read(text: &str, language: &Language) -> Patterns {
        let (list, names) = reading::read(text, language);
        let mut by_kind = vec![Vec::new(); language.node_kind_count()];
        let mut wild = Vec::new();
        for (at, pattern) in list.iter().enumerate() {
            let at = u16::try_from(at).expect("because nobody writes so many patterns");
            match pattern.root.test {
                Test::Kind(kind) => by_kind[usize::from(kind)].push(at),
                Test::Named | Test::Any => wild.push(at),
            }
        }
        let captures = names.into_iter().map(|name| (capture(&name), name));
        let captures: Vec<(Capture, String)> = captures.collect();
        let has_halves = captures.iter().any(|(capture, _)| matches!(capture, Capture::With(_)));
        Patterns { list, captures, by_kind, wild, has_halves }
    }

    /// Whether some patterns are cut in two, see [`super::matched`].
    pub fn has_halves(&self) -> bool {
        self.has_halves
    }

    /// What the patterns of that kind can find at a node.
    pub fn starts(&self, kind: u16) -> Starts {
        let own = self.by_kind.get(usize::from(kind)).into_iter().flatten().map(|at| &self.list[usize::from(*at)]);
        own.fold(Starts::default(), |all, pattern| {
            let (mut is_import, mut is_shared) = (false, false);
            pattern.root.each_capture(&mut |id| match self.captures[usize::from(id)].0 {
                Capture::Shared(_) => is_shared = true,
                capture => is_import |= capture.is_import(),
            });
            Starts {
                definition: all.definition | (!is_import && !is_shared),
                import: all.import | (is_import && !is_shared),
            }
        })
    }

    fn capture(&self, id: u16) -> Capture {
        self.captures[usize::from(id)].0
    }
}

impl Step {
    fn each_capture(&self, see: &mut impl FnMut(u16)) {
        self.captures.iter().for_each(|id| see(*id));
        self.children.iter().flatten().for_each(|child| child.each_capture(see));
    }
}
