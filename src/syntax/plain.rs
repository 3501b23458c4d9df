//! Plain nodes: those to which no rule applies, neither by their kind nor by their place. Most nodes are plain.
//!
//! What is written of them is what [`Writer::enter`] and [`Writer::leave`] would write, without looking for rules.

use tree_sitter::Node;

use super::canonical::Writer;
use super::frames::{Flat, Frame};
use super::kind_info::{KindInfo, Leaf};
use super::languages::Shape;
use super::stream::Tag;

impl<'t> Writer<'t> {
    /// Writes a leaf of which there is no more to say than its text, if it is one here; most nodes are such leaves. It is
    /// as if it had been entered and left.
    pub fn write_leaf(&mut self, node: Node<'t>, kind: &KindInfo, leaf: Leaf) -> bool {
        if !self.is_plain_place() || node.is_extra() {
            return false;
        }
        let Some(parent) = self.frames.last_mut() else { return false };
        match leaf {
            Leaf::Symbol => {
                if !kind.is_silent_in(parent.kind) {
                    self.stream.push_symbol(&kind.symbol);
                }
            }
            Leaf::Word => {
                let text = &self.source[node.byte_range()];
                let telling = !self.row.rules.receivers.iter().any(|receiver| receiver.as_bytes() == text);
                self.stream.push(Tag::Word, text, telling);
            }
            Leaf::Number => {
                let text = &self.source[node.byte_range()];
                self.stream.push(Tag::Number, &(self.row.rules.number)(text), true);
            }
        }
        if leaf != Leaf::Symbol {
            (parent.after_space, parent.has_element) = (false, true);
        }
        parent.children += 1;
        parent.is_child_unended = false;
        true
    }

    /// Whether nothing is to be known of the next node but its kind.
    fn is_plain_place(&self) -> bool {
        self.frames.last().is_some_and(|parent| parent.takes_leaves && !parent.has_sorted())
            && self.omitted.is_empty()
            && self.hidden.is_empty()
            && self.joined.is_empty()
            && self.heredocs.is_empty()
    }

    /// The same as [`enter`](Self::enter) for a node to which no rule applies; `None` for others.
    pub(super) fn enter_plain(&mut self, node: Node<'t>, kind: u16) -> Option<bool> {
        let info = self.grammar.kind_of_id(kind);
        if !(info.is_plain || info.is_plain_statement) || !self.is_plain_place() || node.is_extra() {
            return None;
        }
        let parent = self.frames.last()?;
        if info.places.iter().any(|(place, _)| *place == parent.kind || *place == parent.around)
            || (info.is_plain_statement && !self.holds_plain_node(node))
        {
            return None;
        }
        let mut frame = Frame::new(node, kind, self.stream.mark());
        frame.is_plain = true;
        let is_leaf = node.child_count() == 0;
        if is_leaf {
            self.stream.push(Tag::Other, &self.source[node.byte_range()], true);
        } else {
            self.open_kind(info, &mut frame);
        }
        let parent = self.frames.last_mut()?;
        (parent.after_space, parent.has_element) = (false, true);
        parent.children += 1;
        frame.flat = if matches!(parent.flat, Flat::Chain(_)) { Flat::Context } else { parent.flat };
        frame.is_labelled = info.is_labelled;
        frame.needs_field = info.is_labelled || info.has_field_rules();
        frame.takes_leaves = !(frame.needs_field || info.has_holes);
        self.frames.push(frame);
        Some(!is_leaf)
    }

    /// Whether a statement holds one node, neither text that documents something nor parentheses around any.
    fn holds_plain_node(&self, node: Node<'t>) -> bool {
        let may_document = |shape: Shape| matches!(shape, Shape::String | Shape::Strings | Shape::Transparent);
        node.child_count() == 1 && node.child(0).is_some_and(|child| !may_document(self.grammar.kind(child).shape))
    }

    /// The same as [`leave`](Self::leave) for such a node.
    pub(super) fn leave_plain(&mut self, frame: &Frame<'t>) {
        for _ in 0..frame.closes {
            self.stream.close();
        }
        if let Some(parent) = self.frames.last_mut() {
            parent.is_child_unended = false;
        }
    }
}
