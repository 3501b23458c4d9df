//! Fields: where it matters in which field of its parent a node stands.

use tree_sitter::Node;

use super::canonical::Writer;
use super::frames::Frame;
use super::kind_info::FieldRule;
use super::languages::Shape;
use super::stream::Tag;

impl<'t> Writer<'t> {
    /// Opens what counts of a field; says whether names stand in it.
    pub(super) fn enter_field(&mut self, field: &str, is_labelled: bool, frame: &mut Frame<'t>) -> bool {
        let Some(parent) = self.frames.last() else { return false };
        let parent = self.grammar.kind_of_id(parent.kind);
        if is_labelled {
            self.open(field, frame);
        }
        match parent.fields.iter().find(|(own, _)| *own == field) {
            Some((_, FieldRule::WrappedIn(names))) => {
                names.iter().for_each(|name| self.open(name, frame));
                false
            }
            Some((_, FieldRule::Key)) => true,
            None => false,
        }
    }

    /// Writes a literal as the name that it is.
    pub(super) fn write_key(&mut self, node: Node<'t>, kind: u16) -> bool {
        let text = &self.source[node.byte_range()];
        let name = match self.grammar.kind_of_id(kind).shape {
            Shape::Number => (self.row.rules.number)(text),
            Shape::String => {
                let literal = (self.row.rules.string)(text);
                let mut name = Vec::new();
                (self.row.rules.decode)(&text[literal.start..literal.end], literal.style, &mut name);
                name
            }
            _ => return false,
        };
        self.stream.push(Tag::Word, &name, true);
        true
    }

    /// Whether the field of the next node counts.
    pub fn needs_field(&self) -> bool {
        self.frames.last().is_some_and(|parent| parent.needs_field)
    }
}
