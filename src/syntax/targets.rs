//! Targets: the names that an assignment sets, and what each is set to.

use tree_sitter::Node;

use super::children::elements;
use super::definitions::{Entry, Finder, Part, What};
use super::languages::Shape;

/// One name that an assignment sets.
pub(super) struct Target<'t> {
    /// An identifier or an attribute.
    pub node: Node<'t>,
    pub annotation: Option<Node<'t>>,
    pub value: Option<Node<'t>>,
}

impl<'t> Finder<'t> {
    /// Every name that an assignment sets, in the order of the source, with what it is set to. `a = b = 1` is a chain
    /// of nested assignments: the nodes after the first are added to `claimed`, for they are dealt with here.
    pub fn targets(&mut self, entry: &Entry<'t>, target: Node<'t>, claimed: &mut Vec<usize>) -> Vec<Target<'t>> {
        let mut sides = vec![(target, entry.part(Part::Interface("type")))];
        let mut value = entry.part(Part::Body);
        while let Some(next) = value.filter(|value| value.kind_id() == entry.node.kind_id()) {
            let Some(What::Assignment(inner, target)) = self.definition(next).map(|inner| inner.what) else { break };
            claimed.push(next.id());
            sides.push((target, inner.part(Part::Interface("type"))));
            value = inner.part(Part::Body);
        }
        let mut targets = Vec::new();
        for (target, annotation) in sides {
            self.unpack(target, annotation, value, &mut targets);
        }
        targets
    }

    /// `a, b = 1, 2` sets each to its own value; where the sides do not pair up, each is set to the whole.
    fn unpack(
        &mut self,
        target: Node<'t>,
        annotation: Option<Node<'t>>,
        value: Option<Node<'t>>,
        targets: &mut Vec<Target<'t>>,
    ) {
        let mut pending = vec![(target, value)];
        while let Some((node, value)) = pending.pop() {
            match self.grammar.kind(node).shape {
                Shape::Tuple | Shape::List => {
                    let names: Vec<Node> = elements(node, &mut self.peek).collect();
                    let values = value.and_then(|value| self.sequence(value)).filter(|values| {
                        values.len() == names.len() && !names.iter().chain(values).any(|node| self.is_splat(*node))
                    });
                    let pairs = names.iter().enumerate().map(|(position, name)| {
                        (*name, values.as_ref().map_or(value, |values| values.get(position).copied()))
                    });
                    pending.extend(pairs.rev());
                }
                Shape::Splat(_) | Shape::Transparent => {
                    pending.extend(elements(node, &mut self.peek).last().map(|inner| (inner, value)));
                }
                _ => targets.push(Target { node, annotation, value }),
            }
        }
    }

    fn sequence(&mut self, mut value: Node<'t>) -> Option<Vec<Node<'t>>> {
        while self.grammar.kind(value).shape == Shape::Transparent {
            value = elements(value, &mut self.peek).next()?;
        }
        matches!(self.grammar.kind(value).shape, Shape::Tuple | Shape::List)
            .then(|| elements(value, &mut self.peek).collect())
    }

    fn is_splat(&self, node: Node<'t>) -> bool {
        matches!(self.grammar.kind(node).shape, Shape::Splat(_))
    }
}
