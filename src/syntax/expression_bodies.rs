//! Expression bodies: `fun f() { return x }` is `fun f() = x`, for formatters turn one into the other.

use tree_sitter::Node;

use super::canonical::Writer;
use super::children::elements_and_symbols;
use super::grammar::KindInfo;
use super::joined::Joined;
use super::stream::Tag;

impl<'t> Writer<'t> {
    /// Writes the start of a body that only gives a value as if it were an expression; the block and the statement
    /// around the value are left out when they come.
    pub(super) fn write_expression_body(&mut self, node: Node<'t>, kind: &KindInfo) {
        let Some(body) = kind.expression_body else { return };
        let Some(block) = self.only(node).filter(|block| block.kind() == body.block) else { return };
        let Some(statement) = self.only(block) else { return };
        if statement.kind() == body.throws {
            self.joined.insert(block.id(), Joined::Merged);
        } else if statement.kind() == body.returns && self.gives_a_value(statement, body.keyword) {
            self.joined.insert(block.id(), Joined::Merged);
            self.joined.insert(statement.id(), Joined::Merged);
        } else {
            return;
        }
        self.stream.push(Tag::Symbol, body.symbol.as_bytes(), false);
    }

    /// The only child that counts.
    fn only(&mut self, node: Node<'t>) -> Option<Node<'t>> {
        let grammar = self.grammar;
        let mut children = elements_and_symbols(node, &mut self.peek).filter(|child| !grammar.kind(*child).silent);
        let only = children.next()?;
        children.next().is_none().then_some(only)
    }

    fn gives_a_value(&mut self, statement: Node<'t>, keyword: &str) -> bool {
        let mut children = elements_and_symbols(statement, &mut self.peek);
        let is_return = children.next().is_some_and(|first| first.kind() == keyword);
        is_return && children.next().is_some_and(|value| value.is_named()) && children.next().is_none()
    }
}
