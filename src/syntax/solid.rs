//! Solid formatting: parentheses and line breaks that mean something, and that the tree does not show.
//!
//! Which they are in a language is said by [`Solid`](super::languages::Solid).

use tree_sitter::Node;

use super::canonical::Writer;
use super::children::{elements, elements_and_symbols};
use super::frames::Frame;
use super::kind_info::KindInfo;
use super::languages::Shape;
use super::stream::Tag;

impl<'t> Writer<'t> {
    /// Whether parentheses mean something where they stand.
    pub(super) fn is_solid(&mut self, node: Node<'t>) -> bool {
        let Some(parent) = self.frames.last().map(|parent| parent.node) else { return false };
        let solid = &self.row.rules.solid;
        let parent_kind = parent.kind();
        if solid.chains.contains(&parent_kind) {
            return parent.start_byte() == node.start_byte() && self.holds_chain(node);
        }
        if solid.directive == Some(parent_kind) {
            let inner = self.within_parentheses(node);
            return self.grammar.kind(inner).shape == Shape::String;
        }
        solid.exact_type.is_some_and(|exact| exact.values.contains(&parent_kind)) && self.has_exact_type(parent)
    }

    /// The first node in parentheses, however many there are around it.
    fn within_parentheses(&mut self, node: Node<'t>) -> Node<'t> {
        let mut inner = node;
        while self.grammar.kind(inner).shape == Shape::Transparent {
            let Some(first) = elements(inner, &mut self.peek).next() else { break };
            inner = first;
        }
        inner
    }

    /// Whether a chain starts here that may end early. Parentheses in it are the end of another one.
    fn holds_chain(&mut self, node: Node<'t>) -> bool {
        let solid = &self.row.rules.solid;
        let mut link = self.within_parentheses(node);
        while solid.chains.contains(&link.kind()) {
            let is_mark = |node: Node| solid.chain_marks.contains(&node.kind());
            if is_mark(link) || elements_and_symbols(link, &mut self.peek).any(is_mark) {
                return true;
            }
            let Some(first) = elements(link, &mut self.peek).next() else { return false };
            link = first;
        }
        false
    }

    /// Whether what is given its value here has the very type of it.
    fn has_exact_type(&mut self, value: Node<'t>) -> bool {
        let Some(exact) = self.row.rules.solid.exact_type else { return false };
        let mut holders = self.frames.iter().rev().map(|frame| frame.node);
        let Some(holder) = holders.find(|node| exact.holders.contains(&node.kind())) else { return false };
        if let Some((_, known)) = self.exact.filter(|(known, _)| *known == holder.id()) {
            return known;
        }
        let head = holder.child_by_field_name("body").unwrap_or(value);
        let head = self.source.get(holder.start_byte()..head.start_byte()).unwrap_or_default();
        let head: Vec<u8> = head.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
        let found = head.windows(exact.name.len()).any(|text| text == exact.name.as_bytes());
        self.exact = Some((holder.id(), found));
        found
    }

    /// A string that is a statement, with escapes: they keep it from telling the compiler something.
    pub(super) fn write_directive(&mut self, text: &[u8]) -> bool {
        let directive = self.row.rules.solid.directive;
        let is_directive = directive.is_some()
            && text.contains(&b'\\')
            && self.frames.last().is_some_and(|parent| Some(parent.node.kind()) == directive);
        if is_directive {
            let literal = (self.row.rules.string)(text);
            self.stream.push(Tag::Other, &text[literal.start..literal.end], true);
        }
        is_directive
    }

    /// Notes a bracket in which line breaks do or do not end statements, and the end of one.
    pub(super) fn note_bracket(&mut self, symbol: &str) {
        let Some(parent) = self.frames.last_mut().filter(|_| !self.row.rules.solid.line_operators.is_empty()) else {
            return;
        };
        match symbol {
            "(" | "[" => parent.brackets = Some(true),
            "{" => parent.brackets = Some(false),
            ")" | "]" | "}" => parent.brackets = None,
            _ => {}
        }
    }

    /// Writes what line breaks before a node or in it mean.
    pub(super) fn write_line_breaks(&mut self, node: Node<'t>, kind: &KindInfo, frame: &Frame<'t>) {
        let solid = &self.row.rules.solid;
        if solid.joins_lines && self.is_joined(node) {
            self.stream.push(Tag::Symbol, b"\\", false);
        }
        if frame.in_brackets || !solid.line_operators.iter().any(|(node, _)| *node == kind.name) {
            return;
        }
        let mut left = None;
        let operator = elements_and_symbols(node, &mut self.peek).find(|child| {
            let is_operator = !child.is_named();
            if !is_operator {
                left = Some(*child);
            }
            is_operator
        });
        let (Some(left), Some(operator)) = (left, operator) else { return };
        let is_listed = |(node, symbol): &(&str, &str)| *node == kind.name && *symbol == operator.kind();
        let between = self.source.get(left.end_byte()..operator.start_byte()).unwrap_or_default();
        if solid.line_operators.iter().any(is_listed) && between.contains(&b'\n') {
            self.stream.push(Tag::Symbol, b"\n", false);
        }
    }

    /// Whether a backslash at the end of the line before makes one word of this node and the one before it.
    fn is_joined(&self, node: Node<'t>) -> bool {
        let start = node.start_byte();
        let is_apart = |byte: &u8| byte.is_ascii_whitespace() || b"|&;()<>".contains(byte);
        let mut before = &self.source[..start];
        while let Some(rest) = before.strip_suffix(b"\\\n").or_else(|| before.strip_suffix(b"\\\r\n")) {
            before = rest;
        }
        before.len() < start
            && !before.last().is_none_or(is_apart)
            && !self.source.get(start).is_none_or(is_apart)
            && self.frames.last().is_none_or(|parent| parent.node.start_byte() < start)
    }
}
