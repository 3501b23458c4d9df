//! Pieces under way: parts of constructs between the definition, which says where they are, and the walk, which comes to
//! them.

use tree_sitter::Node;

use super::definitions::Part;
use super::fingerprint::{Piece, header_digest};
use super::scopes::Scope;
use super::stream::{Mark, Tag};
use super::walk::Walk;

pub(super) struct Awaited<'t> {
    pub(super) node: usize,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) owner: Owner,
    pub(super) part: Part,
    /// What surrounds the nodes in it.
    pub(super) scope: Option<Scope<'t>>,
}

pub(super) struct OpenPiece {
    pub(super) depth: u32,
    pub(super) owner: Owner,
    pub(super) part: Part,
    pub(super) from: Mark,
}

/// Whose part it is.
#[derive(Clone, Copy, Default)]
pub(super) struct Owner {
    pub(super) construct: Option<u32>,
    /// For parts of an extension: the container that it makes.
    pub(super) extension: Option<usize>,
    /// For counted constants, named or not: the position among the names of one definition.
    pub(super) counted: Option<u32>,
}

impl From<u32> for Owner {
    fn from(construct: u32) -> Self {
        Owner { construct: Some(construct), ..Owner::default() }
    }
}

impl<'t> Walk<'t> {
    pub(super) fn await_parts(&mut self, parts: impl Iterator<Item = (Owner, Part, Node<'t>, Option<Scope<'t>>)>) {
        self.awaited.extend(parts.map(|(owner, part, node, scope)| Awaited {
            node: node.id(),
            start: node.start_byte(),
            end: node.end_byte(),
            owner,
            part,
            scope,
        }));
    }

    /// Puts the parts of one definition in the order in which the walk comes to them, the next one last.
    pub(super) fn sort_awaited(&mut self, from: usize) {
        self.awaited[from..].sort_by(|a, b| b.start.cmp(&a.start).then(a.end.cmp(&b.end)));
    }

    /// Notes where parts begin; says whether the node is the body of something.
    pub(super) fn open_pieces(&mut self, node: Node<'t>) -> bool {
        let mut is_body = false;
        while let Some(next) = self.awaited.last() {
            if next.node == node.id() {
                is_body |= next.part == Part::Body;
                let (from, part) = (self.writer.stream.mark(), next.part);
                let Owner { construct, extension, counted } = next.owner;
                if construct.is_some() || extension.is_some() || counted.is_some() {
                    self.open.push(OpenPiece { depth: self.depth, owner: next.owner, part, from });
                }
                if let Some(scope) = next.scope {
                    self.scopes.push(Scope { depth: self.depth, ..scope });
                }
            } else if next.end > node.start_byte() {
                return is_body;
            }
            // What lies behind was left out of the walk.
            self.awaited.pop();
        }
        is_body
    }

    pub(super) fn close_piece(&mut self, at: usize, node: Node<'t>) {
        let OpenPiece { owner, part, mut from, .. } = self.open[at];
        let stream = &mut self.writer.stream;
        if let Some(position) = owner.counted
            && let Some(place) = self.counted.note(position, part, stream.bytes((from, stream.mark())))
        {
            stream.push(Tag::Other, place.as_bytes(), false);
        }
        // What an extension makes of a type is not what it adds to it.
        if let (Some(container), Part::Interface(part)) = (owner.extension, part)
            && part != "bases"
        {
            let header = &mut self.containers[container].header;
            let bytes = stream.bytes((from, stream.mark()));
            *header = (!bytes.is_empty()).then(|| header_digest(*header, part, bytes)).or(*header);
        }
        let mut to = stream.mark();
        let Some(construct) = owner.construct else { return };
        if part == Part::Body && node.child_count() == 0 && self.is_in_interface(construct) {
            // A name within the interface: what stands around it without being a node of its own stays there.
            let last = self.writer.stream.last_token();
            if last.0.token >= from.token {
                (from, to) = last;
            }
        }
        self.constructs.add_piece(construct, Piece { part, from, to });
    }

    /// Whether the next part of a construct lies within the node.
    pub(super) fn holds_awaited(&self, node: Node<'t>) -> bool {
        self.awaited.last().is_some_and(|next| node.start_byte() <= next.start && next.end <= node.end_byte())
    }

    /// Whether a part of the construct's interface is being walked.
    pub(super) fn is_in_interface(&self, construct: u32) -> bool {
        self.open.iter().any(|open| open.owner.construct == Some(construct) && matches!(open.part, Part::Interface(_)))
    }
}
