//! Prose: text between elements of markup, as in JSX.
//!
//! Formatters wrap it like any other text. A line break and the white space around it mean a space within the text and
//! nothing at its ends; other white space means a space, which may as well be written as code: `{" "}`.

use tree_sitter::Node;

use super::canonical::Writer;
use super::children::elements;
use super::languages::Shape;
use super::stream::Tag;

impl<'t> Writer<'t> {
    /// Writes words, and a space wherever there is one between them or beside them.
    pub(super) fn write_prose(&mut self, node: Node<'t>) {
        let text = &self.source[node.byte_range()];
        let mut words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).peekable();
        // What the grammar takes out of the text is still text: a line may break beside it.
        let [before, after] = [node.prev_sibling(), node.next_sibling()]
            .map(|sibling| sibling.is_some_and(|sibling| self.grammar.kind(sibling).shape == Shape::ProsePart));
        let blank = |text: &[u8], continues: bool| !text.is_empty() && (continues || !text.contains(&b'\n'));
        if words.peek().is_none() {
            if blank(text, before && after) {
                self.write_space();
            }
            return;
        }
        let start = text.len() - text.trim_ascii_start().len();
        if blank(&text[..start], before) {
            self.write_space();
        }
        while let Some(word) = words.next() {
            self.stream.push(Tag::Other, word, true);
            self.mark_space(false);
            if words.peek().is_some() {
                self.write_space();
            }
        }
        if blank(&text[text.trim_ascii_end().len()..], after) {
            self.write_space();
        }
    }

    /// Whether code in prose is nothing but white space of the prose.
    pub(super) fn is_space(&mut self, code: Node<'t>) -> bool {
        let mut inside = elements(code, &mut self.peek);
        let (Some(only), None) = (inside.next(), inside.next()) else { return false };
        drop(inside);
        if self.grammar.kind(only).shape != Shape::String {
            return false;
        }
        let text = &self.source[only.byte_range()];
        let literal = (self.row.rules.string)(text);
        let value = &text[literal.start..literal.end];
        !literal.style.template && value == b" "
    }

    /// Several spaces in a row are one.
    pub(super) fn write_space(&mut self) {
        if self.mark_space(true) {
            self.stream.push(Tag::Symbol, b" ", false);
        }
    }
}
