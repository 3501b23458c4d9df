//! Orders: what may be written in another order without meaning anything else.

use tree_sitter::Node;

use super::canonical::Writer;
use super::children::{elements, elements_and_symbols};
use super::languages::Shape;
use super::stream::Tag;

impl<'t> Writer<'t> {
    /// Writes the keywords of a node at once, in an order of their own.
    pub(super) fn write_keywords(&mut self, node: Node<'t>) {
        let (omitted, grammar, source) = (&self.omitted, self.grammar, self.source);
        let is_keyword = |child: &Node| !child.is_named() || grammar.kind(*child).is_unordered_sibling;
        let children = elements_and_symbols(node, &mut self.peek);
        let children = children.filter(|child| is_keyword(child) && !omitted.contains(&child.id()));
        let mut keywords: Vec<&[u8]> = children.map(|child| &source[child.byte_range()]).collect();
        keywords.sort_unstable();
        for keyword in keywords {
            self.stream.push(Tag::Symbol, keyword, false);
        }
    }

    /// Writes the next of the siblings that may stand in any order, in an order of their own.
    pub(super) fn write_next_sibling(&mut self) {
        let (grammar, source) = (self.grammar, self.source);
        let Some(parent) = self.frames.last_mut() else { return };
        let holder = parent.node;
        let siblings = parent.rare().siblings.get_or_insert_with(|| {
            let all = elements(holder, &mut self.peek).filter(|node| grammar.kind(*node).is_unordered_sibling);
            let texts = all.map(|node| source[node.byte_range()].iter().copied());
            let mut texts: Vec<Vec<u8>> = texts
                .map(|text| {
                    text.filter(|byte| !byte.is_ascii_whitespace()).map(|byte| byte.to_ascii_lowercase()).collect()
                })
                .collect();
            texts.sort_unstable_by(|a, b| b.cmp(a));
            texts
        });
        if let Some(text) = siblings.pop() {
            self.stream.push(Tag::Symbol, &text, false);
        }
    }

    pub(super) fn write_sorted(&mut self, mut row: Vec<String>) {
        row.sort_unstable();
        row.dedup();
        row.iter().for_each(|item| self.stream.push(Tag::Other, item.as_bytes(), true));
    }

    /// Writes what waits for a node like this one: a row of imports ends with the first other thing after it. To be
    /// called before anything is noted about the node's place in the stream.
    pub fn approach(&mut self, node: Node<'t>, kind: u16) {
        let Some(parent) = self.frames.last_mut().filter(|parent| parent.has_sorted()) else { return };
        let kind = self.grammar.kind_of_id(kind);
        if kind.shape != Shape::Sorted && !kind.silent && (!node.is_extra() || node.is_error()) {
            let row = std::mem::take(&mut parent.rare().sorted);
            self.write_sorted(row);
        }
    }
}
