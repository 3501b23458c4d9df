//! Heredocs: texts that stand below the line of code which they are a part of.
//!
//! In some grammars the node of such a text stands outside of the expression and even of the definition that it belongs
//! to. Here they are brought together.

use tree_sitter::{Node, Tree};

use super::grammar::Grammar;

/// The heredocs of a file in the order of the source: what stands for each text, and the text.
pub(super) struct Heredocs<'t> {
    pub all: Vec<(Node<'t>, Node<'t>)>,
}

impl<'t> Heredocs<'t> {
    pub fn find(tree: &'t Tree, source: &[u8], grammar: &Grammar) -> Self {
        let mut all = Vec::new();
        let Some((start, text)) = grammar.heredoc.filter(|_| source.windows(2).any(|two| two == b"<<")) else {
            return Heredocs { all };
        };
        // Texts come in the order of what stands for them.
        let mut waiting = std::collections::VecDeque::new();
        let mut cursor = tree.walk();
        'tree: loop {
            let node = cursor.node();
            if node.kind_id() == start {
                waiting.push_back(node);
            } else if node.kind_id() == text
                && let Some(start) = waiting.pop_front()
            {
                all.push((start, node));
            }
            if cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    break 'tree;
                }
            }
        }
        Heredocs { all }
    }

    /// The last text that belongs to a node and stands behind it.
    pub fn behind(&self, node: Node<'t>) -> Option<Node<'t>> {
        let first = self.all.partition_point(|(start, _)| start.start_byte() < node.start_byte());
        let inside = self.all[first..].iter().take_while(|(start, _)| start.start_byte() < node.end_byte());
        inside.map(|(_, text)| *text).filter(|text| text.end_byte() > node.end_byte()).last()
    }
}
