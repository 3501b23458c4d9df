//! Values: names that stand for something which could have a name of its own.
//!
//! `const f = () => 1` defines a function, `exports.A = class {}` a class. Where a pattern captures such a `@value`,
//! the patterns of the value's own kind say what it is, and its parts are those of the name.

use std::collections::HashSet;

use tree_sitter::Node;

use super::captures::{Capture, Sort};
use super::children::elements;
use super::definitions::{Finder, Match};
use super::languages::Shape;

impl<'t> Finder<'t> {
    /// Reads the values that the matches have captured into them.
    pub(super) fn read_values(&mut self, matches: &mut Vec<Match<'t>>) {
        let mut read: HashSet<usize> = HashSet::new();
        for at in 0..matches.len() {
            let (Some(name), Some(value)) = (matches[at].first(Capture::Name), matches[at].first(Capture::Value))
            else {
                continue;
            };
            let value = self.within_parentheses(value);
            let inside = self.matches(value);
            let Some((sort, _)) = inside.iter().find_map(Match::defines) else { continue };
            matches[at].stand_for(sort, value);
            if !read.insert(value.id()) {
                continue;
            }
            matches.extend(inside.into_iter().map(|mut found| {
                found.captures.retain(|(capture, _)| !matches!(capture, Capture::Definition(_)));
                found.captures.push((Capture::Name, name));
                found
            }));
        }
    }

    fn within_parentheses(&mut self, mut node: Node<'t>) -> Node<'t> {
        while self.grammar.kind(node).shape == Shape::Transparent {
            let Some(inner) = elements(node, &mut self.peek).next() else { break };
            node = inner;
        }
        node
    }
}

impl<'t> Match<'t> {
    /// Makes a match that captured a value say what the value is.
    fn stand_for(&mut self, sort: Sort, value: Node<'t>) {
        let node = self.defines().map_or(value, |(_, node)| node);
        self.captures.retain(|(capture, _)| match capture {
            Capture::Definition(_) | Capture::Body => false,
            // A function is no constant, whatever it is bound to.
            Capture::Const => sort == Sort::Object,
            _ => true,
        });
        self.captures.push((Capture::Definition(sort), node));
    }
}
