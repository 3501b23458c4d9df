//! Joined literals: `"a" + "b"` is `"ab"`, for formatters cut long literals into parts and put short ones together.
//!
//! A chain `x + "a" + "b"` nests to the left. It is looked at once, from its topmost node, and each node of it is given
//! its place: the first literal of a run takes the text of all, the others and the nodes that join them are left out.
//! What stands before a run is text already where the run is joined, so this changes no meaning.

use tree_sitter::Node;

use super::canonical::Writer;
use super::children::elements_and_symbols;
use super::languages::Shape;
use super::texts::has_code;

/// The place of a node that was given it from above: in a chain that joins literals, or in a body that only gives a
/// value.
pub(super) enum Joined {
    /// A node of the chain as it is.
    Chain,
    /// A node whose symbols do not count, such as one that joins a literal to the one before it.
    Merged,
    /// The first literal of a run, with the text of all.
    Text(Vec<u8>),
    /// Another literal of a run.
    Dropped,
}

impl<'t> Writer<'t> {
    /// Gives every node of the chain that ends with `top` its place.
    pub(super) fn plan_joins(&mut self, top: Node<'t>, symbol: &str) {
        let mut chain: Vec<(Node, Node)> = Vec::new();
        let mut next = top;
        while let Some((left, right)) = self.operands(next, symbol).filter(|_| next.kind_id() == top.kind_id()) {
            chain.push((next, right));
            next = left;
        }
        let mut run = self.literal(next).map(|text| (next, text, 1));
        for (node, right) in chain.into_iter().rev() {
            let mut place = Joined::Chain;
            match (self.literal(right), &mut run) {
                (Some(text), Some((_, joined, count))) => {
                    joined.extend(text);
                    *count += 1;
                    place = Joined::Merged;
                    self.joined.insert(right.id(), Joined::Dropped);
                }
                (text, run) => {
                    let ended = std::mem::replace(run, text.map(|text| (right, text, 1)));
                    self.end_run(ended);
                }
            }
            self.joined.insert(node.id(), place);
        }
        self.end_run(run);
    }

    fn end_run(&mut self, run: Option<(Node<'t>, Vec<u8>, u32)>) {
        if let Some((first, text, _)) = run.filter(|(.., count)| *count > 1) {
            self.joined.insert(first.id(), Joined::Text(text));
        }
    }

    /// Both sides of a binary node with that symbol.
    fn operands(&mut self, node: Node<'t>, symbol: &str) -> Option<(Node<'t>, Node<'t>)> {
        let mut children = elements_and_symbols(node, &mut self.peek);
        let [left, operator, right] = [children.next()?, children.next()?, children.next()?];
        (children.next().is_none() && operator.kind() == symbol).then_some((left, right))
    }

    /// The text of a literal without code in it.
    fn literal(&mut self, node: Node<'t>) -> Option<Vec<u8>> {
        if self.grammar.kind(node).shape != Shape::String {
            return None;
        }
        let source = &self.source[node.byte_range()];
        let literal = (self.row.rules.string)(source);
        if literal.style.bytes || (literal.style.has_code && has_code(node, self.grammar, &mut self.peek)) {
            return None;
        }
        let mut text = Vec::new();
        (self.row.rules.decode)(&source[literal.start..literal.end], literal.style, &mut text);
        Some(text)
    }
}
