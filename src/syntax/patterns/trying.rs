//! Trying patterns on a node.

use std::collections::HashMap;

use tree_sitter::{Node, TreeCursor};

use super::{Condition, Pattern, Patterns, Predicate, Slot, Step, Test};
use crate::syntax::matched::Matched;

/// How often patterns may look at children of one node and below it, and how much more often for each of the children. One
/// look a child and slot is what it takes; where two captures multiply, thousands of names would take minutes.
const MAX_LOOKS: usize = 1 << 20;
const LOOKS_A_CHILD: usize = 256;

/// Tries patterns, one node after the other.
pub(in crate::syntax) struct Trier<'t> {
    source: &'t [u8],
    patterns: &'static Patterns,
    cursor: TreeCursor<'t>,
    /// The children of the nodes that were looked at, one node after the other.
    children: Vec<Child<'t>>,
    /// The nodes whose children are known, and where they are.
    known: HashMap<usize, (usize, usize)>,
    captured: Vec<(u16, Node<'t>)>,
    /// What was found at the node.
    found: Vec<Matched<'t>>,
    looks: usize,
}

#[derive(Clone, Copy)]
struct Child<'t> {
    node: Node<'t>,
    kind: u16,
    field: Option<u16>,
    is_named: bool,
}

/// A place in a pattern: the slots that are still to be filled from a node's children.
struct Place<'p> {
    slots: &'p [Slot],
    /// The children that come next, and the end of all.
    children: (usize, usize),
    depth: u32,
    around: Option<&'p Place<'p>>,
}

impl<'t> Trier<'t> {
    pub fn new(source: &'t [u8], patterns: &'static Patterns, cursor: TreeCursor<'t>) -> Self {
        let (children, captured, found) = (Vec::new(), Vec::new(), Vec::new());
        Trier { source, patterns, cursor, children, known: HashMap::new(), captured, found, looks: 0 }
    }

    /// What the patterns match at this node, in the order in which a walk would complete the matches. Says whether there
    /// was more than may be looked at.
    pub fn run(&mut self, node: Node<'t>) -> (Vec<Matched<'t>>, bool) {
        let patterns = self.patterns;
        self.children.clear();
        self.known.clear();
        self.looks = 0;
        let own = patterns.by_kind.get(usize::from(node.kind_id())).map_or(&[][..], Vec::as_slice);
        for &at in own {
            self.try_pattern(at, node);
        }
        if !node.is_error() {
            for &at in &patterns.wild {
                self.try_pattern(at, node);
            }
        }
        self.found.sort_by_key(|found| (found.complete, found.pattern));
        self.drop_repeated();
        (std::mem::take(&mut self.found), self.is_lost())
    }

    /// Drops what was found twice, among what is complete at the same node.
    fn drop_repeated(&mut self) {
        let mut kept = 0;
        for at in 0..self.found.len() {
            let found = &self.found[at];
            let may_repeat = self.patterns.list[found.pattern].may_repeat;
            let is_beside = |other: &&Matched| (other.complete, other.pattern) == (found.complete, found.pattern);
            let mut before = self.found[..kept].iter().rev().take_while(is_beside);
            if !(may_repeat && before.any(|other| other == found)) {
                self.found.swap(kept, at);
                kept += 1;
            }
        }
        self.found.truncate(kept);
    }

    fn is_lost(&self) -> bool {
        self.looks > MAX_LOOKS + LOOKS_A_CHILD * self.children.len()
    }

    fn try_pattern(&mut self, at: u16, node: Node<'t>) {
        let pattern = &self.patterns.list[usize::from(at)];
        let root = &pattern.root;
        if has_one(node, &root.absent) {
            return;
        }
        self.captured.clear();
        self.captured.extend(root.captures.iter().map(|id| (*id, node)));
        if root.children.is_empty() {
            return self.complete(at, pattern, (node.start_byte(), 0));
        }
        let place = Place { slots: &root.children, children: self.children_of(node), depth: 1, around: None };
        self.fill(at, pattern, &place);
    }

    /// Fills the first slot of a place in every way, and all that follow.
    fn fill(&mut self, at: u16, pattern: &'static Pattern, place: &Place<'_>) {
        let Some((slot, later)) = place.slots.split_first() else { return };
        let next_is_immediate = later.first().is_some_and(|next| next.iter().any(|step| step.is_immediate));
        for step in slot {
            for child in place.children.0..place.children.1 {
                self.looks += 1;
                if self.is_lost() {
                    return;
                }
                let Child { node, is_named, .. } = self.children[child];
                let matches = self.is_match(step, child, place.children.1);
                let whole = match matches {
                    true if step.has_captures => Some((node.start_byte(), place.depth)),
                    true => self.holds(&step.children, node, place.depth),
                    false => None,
                };
                if let Some(last) = whole {
                    let rest = Place { slots: later, children: (child + 1, place.children.1), ..*place };
                    let known = self.captured.len();
                    self.captured.extend(step.captures.iter().map(|id| (*id, node)));
                    if step.has_captures && !step.children.is_empty() {
                        let children = self.children_of(node);
                        let inside =
                            Place { slots: &step.children, children, depth: place.depth + 1, around: Some(&rest) };
                        self.fill(at, pattern, &inside);
                    } else {
                        self.go_on(at, pattern, &rest, last);
                    }
                    self.captured.truncate(known);
                }
                // Where nothing of it is captured, one is as good as another; what must follow it at once decides
                // which, unless there is nothing in it that could be missing.
                let is_settled = whole.is_some() && !step.has_captures;
                if is_settled && (step.children.is_empty() || !next_is_immediate) {
                    break;
                }
                if step.is_immediate && is_named {
                    break;
                }
            }
        }
    }

    /// Goes on behind a node that matched: with its siblings, with those of the node around it, or with the result.
    fn go_on(&mut self, at: u16, pattern: &'static Pattern, place: &Place<'_>, last: (usize, u32)) {
        let mut place = Some(place);
        while let Some(here) = place {
            if !here.slots.is_empty() {
                return self.fill(at, pattern, here);
            }
            place = here.around;
        }
        self.complete(at, pattern, last);
    }

    fn complete(&mut self, at: u16, pattern: &Pattern, complete: (usize, u32)) {
        if !pattern.predicates.iter().all(|predicate| self.is_met(predicate)) {
            return;
        }
        let captured = self.captured.iter().map(|(id, node)| (self.patterns.capture(*id), *node));
        self.found.push(Matched { pattern: usize::from(at), complete, captures: captured.collect() });
    }

    /// Where the children of a node have filled the slots, captures aside; `None` where they do not.
    fn holds(&mut self, slots: &[Slot], node: Node<'t>, depth: u32) -> Option<(usize, u32)> {
        let last = (node.start_byte(), depth);
        if slots.is_empty() {
            return Some(last);
        }
        let children = self.children_of(node);
        self.holds_from(slots, children, depth + 1, last)
    }

    fn holds_from(
        &mut self,
        slots: &[Slot],
        (from, end): (usize, usize),
        depth: u32,
        last: (usize, u32),
    ) -> Option<(usize, u32)> {
        let Some((slot, later)) = slots.split_first() else { return Some(last) };
        slot.iter().find_map(|step| {
            for child in from..end {
                self.looks += 1;
                if self.is_lost() {
                    return None;
                }
                let Child { node, is_named, .. } = self.children[child];
                if self.is_match(step, child, end)
                    && let Some(last) = self.holds(&step.children, node, depth)
                    && let Some(last) = self.holds_from(later, (child + 1, end), depth, last)
                {
                    return Some(last);
                }
                if step.is_immediate && is_named {
                    return None;
                }
            }
            None
        })
    }

    /// Whether a child is what a step asks for, apart from what must be in it.
    fn is_match(&self, step: &Step, child: usize, end: usize) -> bool {
        let Child { node, kind, field, is_named } = self.children[child];
        let is_kind = match step.test {
            Test::Kind(own) => own == kind,
            Test::Named => is_named && !node.is_error(),
            Test::Any => !node.is_error(),
        };
        is_kind
            && (step.field.is_none() || step.field == field)
            && !(step.is_last && self.children[child + 1..end].iter().any(|later| later.is_named))
            && !has_one(node, &step.absent)
    }

    fn is_met(&self, predicate: &Predicate) -> bool {
        let texts = |id: u16| {
            let nodes = self.captured.iter().filter(move |(own, _)| *own == id);
            nodes.map(|(_, node)| &self.source[node.byte_range()])
        };
        texts(predicate.capture).all(|text| {
            let is_so = match &predicate.condition {
                Condition::OneOf(list) => list.iter().any(|one| one.as_bytes() == text),
                Condition::Same(other) => texts(*other).all(|other| other == text),
                Condition::Matches(expression, compiled) => compiled
                    .get_or_init(|| {
                        regex::bytes::Regex::new(expression).unwrap_or_else(|error| panic!("{expression}: {error}"))
                    })
                    .is_match(text),
            };
            is_so != predicate.is_negated
        })
    }

    /// Where the children of a node are.
    fn children_of(&mut self, node: Node<'t>) -> (usize, usize) {
        if let Some(range) = self.known.get(&node.id()) {
            return *range;
        }
        let from = self.children.len();
        self.cursor.reset(node);
        let mut more = self.cursor.goto_first_child();
        while more {
            let node = self.cursor.node();
            let field = self.cursor.field_id().map(u16::from);
            self.children.push(Child { node, kind: node.kind_id(), field, is_named: node.is_named() });
            more = self.cursor.goto_next_sibling();
        }
        let range = (from, self.children.len());
        self.known.insert(node.id(), range);
        range
    }
}

fn has_one(node: Node, fields: &[u16]) -> bool {
    fields.iter().any(|field| node.child_by_field_id(*field).is_some())
}
