//! Bodies and calls that are written with more than they need, for formatters turn one form into the other:
//! `fun f() { return x }` is `fun f() = x`, and `f() { … }` is `f { … }`.

use tree_sitter::Node;

use super::canonical::Writer;
use super::children::{elements, elements_and_symbols};
use super::joined::Joined;
use super::kind_info::KindInfo;
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

    /// Leaves out the call in `f() { … }` that has no arguments.
    pub(super) fn plan_trailing_lambda(&mut self, node: Node<'t>) {
        let Some((call, arguments, lambda)) = self.row.rules.trailing_lambda.filter(|(call, ..)| *call == node.kind())
        else {
            return;
        };
        let children: Vec<Node> = elements_and_symbols(node, &mut self.peek).collect();
        let [callee, last] = children[..] else { return };
        if callee.kind() != call || last.kind() != lambda {
            return;
        }
        let given = elements(callee, &mut self.peek).last().filter(|given| given.kind() == arguments);
        if let Some(given) = given.filter(|given| elements(*given, &mut self.peek).next().is_none()) {
            self.joined.insert(callee.id(), Joined::Merged);
            self.joined.insert(given.id(), Joined::Dropped);
        }
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
