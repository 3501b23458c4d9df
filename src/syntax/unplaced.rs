//! Nodes whose place means nothing: imports, which formatters sort.
//!
//! They are taken out of the stream together with the attributes before them, and written at the end of the node around
//! them, in an order of their own. So they must not hold definitions: a construct's pieces are places in the stream.

use tree_sitter::Node;

use super::canonical::Writer;
use super::definitions::compact;
use super::frames::Frame;
use super::stream::{Tag, Taken};

impl<'t> Writer<'t> {
    /// A node begins: with the attributes before it, or as one of them.
    pub(super) fn begin_unit(&mut self, node: Node<'t>, frame: &mut Frame) {
        if self.row.rules.unplaced.is_empty() || !node.is_named() || node.is_extra() {
            return;
        }
        let Some(parent) = self.frames.last_mut() else { return };
        if self.grammar.kind(node).is_leading && !node.has_error() {
            parent.rare().attributes.get_or_insert(frame.unit);
        } else if let Some(attributes) = parent.rare.as_mut().and_then(|rare| rare.attributes.take()) {
            frame.unit = attributes;
        }
    }

    /// A node ends: it may have to wait for the end of its parent.
    pub(super) fn end_unit(&mut self, node: Node<'t>, frame: &Frame) {
        let Some(unless) = self.grammar.kind(node).unplaced else { return };
        // Where there is an error, anything may be in it.
        if node.has_error() || unless.is_some_and(|field| node.child_by_field_id(field).is_some()) {
            return;
        }
        let Some(parent) = self.frames.last_mut() else { return };
        let taken = self.stream.take(frame.unit);
        parent.rare().unplaced.push(taken);
    }

    /// Writes each name that an import brings in, with who may see it.
    pub(super) fn write_imports(&mut self, node: Node<'t>) {
        let visibility = self.without_field(node).map(|node| compact(&self.source[node.byte_range()]));
        let visibility = visibility.unwrap_or_default();
        let imports = (self.row.rules.import_tree)(node, self.source);
        let mut paths: Vec<String> = imports
            .into_iter()
            .map(|import| {
                let name = import.name.map(|name| format!("::{name}")).unwrap_or_default();
                let alias = import.alias.map(|alias| format!(" as {alias}")).unwrap_or_default();
                format!("{visibility} {}{name}{alias}", import.module)
            })
            .collect();
        paths.sort();
        for path in paths {
            self.stream.push(Tag::Other, path.as_bytes(), true);
        }
    }

    /// The child that is no part of what is imported.
    fn without_field(&mut self, node: Node<'t>) -> Option<Node<'t>> {
        self.peek.reset(node);
        let mut more = self.peek.goto_first_child();
        while more {
            let child = self.peek.node();
            if child.is_named() && !child.is_extra() && self.peek.field_id().is_none() {
                return Some(child);
            }
            more = self.peek.goto_next_sibling();
        }
        None
    }
}

/// What waited for the end of a node, in the order in which it is written.
pub(super) fn sorted(unplaced: &mut Vec<Taken>) -> Vec<Taken> {
    unplaced.sort();
    std::mem::take(unplaced)
}
