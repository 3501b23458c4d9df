//! Trying patterns on a node.

use tree_sitter::{Node, TreeCursor};

use super::{Condition, Pattern, Patterns, Predicate, Slot, Step, Test};
use crate::syntax::matched::Matched;

/// How many children may be looked at for one node, times the places in which patterns look for them. A sane statement
/// has some hundreds; where two captures multiply, thousands of names would take minutes.
const MAX_LOOKS: u32 = 1 << 20;

/// Tries patterns, one node after the other.
pub(in crate::syntax) struct Trier<'t> {
    source: &'t [u8],
    patterns: &'static Patterns,
    cursor: TreeCursor<'t>,
    /// The children of the nodes that were looked at, one node after the other.
    children: Vec<Child<'t>>,
    /// The nodes whose children are known, and where they are.
    known: Vec<(usize, (usize, usize))>,
    captured: Vec<(u16, Node<'t>)>,
    /// What was found at the node.
    found: Vec<Matched<'t>>,
    looks: u32,
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
        let (children, known, captured, found) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Trier { source, patterns, cursor, children, known, captured, found, looks: 0 }
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
        (std::mem::take(&mut self.found), self.looks > MAX_LOOKS)
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
                if self.looks > MAX_LOOKS {
                    return;
                }
                let Child { node, is_named, .. } = self.children[child];
                let matches = self.is_match(step, child, place.children.1);
                let is_whole = matches && (step.has_captures || self.holds(&step.children, node));
                if is_whole {
                    let rest = Place { slots: later, children: (child + 1, place.children.1), ..*place };
                    let known = self.captured.len();
                    self.captured.extend(step.captures.iter().map(|id| (*id, node)));
                    if step.has_captures && !step.children.is_empty() {
                        let children = self.children_of(node);
                        let inside =
                            Place { slots: &step.children, children, depth: place.depth + 1, around: Some(&rest) };
                        self.fill(at, pattern, &inside);
                    } else {
                        self.go_on(at, pattern, &rest, (node.start_byte(), place.depth));
                    }
                    self.captured.truncate(known);
                }
                // Where nothing of it is captured, one is as good as another; what must follow it at once decides
                // which, unless there is nothing in it that could be missing.
                let is_settled = is_whole && !step.has_captures;
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
        let found = Matched { pattern: usize::from(at), complete, captures: captured.collect() };
        if !(pattern.may_repeat && self.found.contains(&found)) {
            self.found.push(found);
        }
    }

    /// Whether the children of a node fill the slots in some way, captures aside.
    fn holds(&mut self, slots: &[Slot], node: Node<'t>) -> bool {
        if slots.is_empty() {
            return true;
        }
        let children = self.children_of(node);
        self.holds_from(slots, children)
    }

    fn holds_from(&mut self, slots: &[Slot], (from, end): (usize, usize)) -> bool {
        let Some((slot, later)) = slots.split_first() else { return true };
        slot.iter().any(|step| {
            for child in from..end {
                let Child { node, is_named, .. } = self.children[child];
                if self.is_match(step, child, end)
                    && self.holds(&step.children, node)
                    && self.holds_from(later, (child + 1, end))
                {
                    return true;
                }
                if step.is_immediate && is_named {
                    return false;
                }
            }
            false
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
        if let Some((_, range)) = self.known.iter().find(|(known, _)| *known == node.id()) {
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
        self.known.push((node.id(), range));
        range
    }
}

fn has_one(node: Node, fields: &[u16]) -> bool {
    fields.iter().any(|field| node.child_by_field_id(*field).is_some())
}
