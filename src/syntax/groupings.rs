//! Groupings: what only seems to be, or seems not to be, a group: tuples, parentheses, blocks, chains.

use tree_sitter::Node;

use super::canonical::Writer;
use super::children::elements_and_symbols;
use super::frames::Frame;
use super::kind_info::{ElementTest, KindInfo};
use super::languages::Shape;

impl<'t> Writer<'t> {
    pub(super) fn implicit_tuple(
        &mut self,
        node: Node<'t>,
        kind: &KindInfo,
        parent: Option<u16>,
    ) -> Option<(u32, u32)> {
        let implicit =
            kind.implicit_tuple.filter(|implicit| implicit.parent.is_none_or(|kind| Some(kind) == parent))?;
        if node.child_count() == 1 {
            return None;
        }
        let mut found: Option<(u32, u32)> = None;
        let mut has_comma = false;
        self.peek.reset(node);
        let mut more = self.peek.goto_first_child();
        let mut index = 0;
        while more {
            let child = self.peek.node();
            let is_element = match implicit.elements {
                ElementTest::All => child.is_named() && !child.is_extra(),
                ElementTest::Field(field) => self.peek.field_id().is_some_and(|id| id.get() == field),
                ElementTest::Kind(kind) => child.kind_id() == kind,
            };
            // Some commas belong to the field they separate.
            if is_element && child.is_named() {
                found = Some((found.map_or(index, |(first, _)| first), index));
            } else if found.is_some() && child.kind() == "," {
                has_comma = true;
            }
            index += 1;
            more = self.peek.goto_next_sibling();
        }
        found.filter(|_| has_comma)
    }

    /// Whether a tuple only looks like one: `(x) = 1`, or `with (a as b, c as d):`.
    pub(super) fn is_mere_parentheses(&mut self, node: Node<'t>) -> bool {
        let is_only_item = match self.frames.as_slice() {
            [.., list, item] => item.is_item_list || (list.is_item_list && item.transparent),
            _ => false,
        };
        if is_only_item {
            return true;
        }
        let mut named = 0;
        for child in elements_and_symbols(node, &mut self.peek) {
            if child.kind() == "," {
                return false;
            }
            named += usize::from(child.is_named());
        }
        named == 1
    }

    /// Whether a group holds one thing, which may be a mere token: `| _` in Rust.
    pub(super) fn holds_one_item(&mut self, node: Node<'t>) -> bool {
        let group = node.kind_id();
        let is_item = |child: &Node<'t>| {
            let kind = self.grammar.kind(*child);
            child.is_named() || !(kind.silent || kind.silent_in.contains(&group))
        };
        elements_and_symbols(node, &mut self.peek).filter(is_item).count() == 1
    }

    /// Whether a block holds one value and nothing else, not even the end of a statement.
    pub(super) fn holds_one_element(&mut self, node: Node<'t>) -> bool {
        let mut named = 0;
        for child in elements_and_symbols(node, &mut self.peek) {
            if child.kind() == ";" {
                return false;
            }
            named += usize::from(child.is_named() && self.grammar.kind(child).shape != Shape::Nothing);
        }
        named == 1
    }

    /// Whether a statement means no more than what is in it: it lacks the token that would end it, or ends without.
    pub(super) fn ends_anyway(&mut self, node: Node<'t>, kind: &KindInfo, frame: &mut Frame) -> bool {
        let Some(end) = kind.transparent_without else { return false };
        let mut has_end = false;
        for child in elements_and_symbols(node, &mut self.peek) {
            if kind.transparent_around.contains(&child.kind_id()) {
                return true;
            }
            has_end |= child.kind() == end;
        }
        frame.is_unended = !has_end;
        !has_end
    }

    /// The symbol of the chain that a node is or joins.
    pub(super) fn chain(&mut self, node: Node<'t>, kind: &'static KindInfo) -> Option<&'static str> {
        if kind.flat.is_empty() {
            return None;
        }
        let mut symbols = elements_and_symbols(node, &mut self.peek).filter(|child| !child.is_named());
        symbols.find_map(|child| kind.flat.iter().find(|symbol| **symbol == child.kind())).copied()
    }
}
