//! What stands before a definition and belongs to it: attributes that are nodes of their own, and the comment that
//! documents it.

use tree_sitter::Node;

use super::languages::Row;
use super::stream::Mark;

/// Remembers what a walk came past since the last definition.
pub(super) struct Leading<'t> {
    source: &'t [u8],
    row: &'static Row,
    attributes: Vec<(Node<'t>, (Mark, Mark))>,
    /// The last comment that may document something, by its bytes.
    comment: Option<(usize, usize)>,
}

impl<'t> Leading<'t> {
    pub fn new(source: &'t [u8], row: &'static Row) -> Self {
        Leading { source, row, attributes: Vec::new(), comment: None }
    }

    /// A comment: it continues the one right above it. One behind code belongs to that.
    pub fn comment(&mut self, node: Node<'t>) {
        let (start, end) = (node.start_byte(), node.end_byte());
        let documents = |prefix: &&str| self.source[start..end].starts_with(prefix.as_bytes());
        if !self.row.rules.doc_comments.iter().any(documents) {
            return;
        }
        let before = self.source[..start].iter().rev().find(|byte| **byte == b'\n' || !byte.is_ascii_whitespace());
        if before.is_some_and(|byte| *byte != b'\n') {
            return;
        }
        let start = match self.comment {
            Some((first, last)) if self.is_blank(last, start, 1) => first,
            _ => start,
        };
        self.comment = Some((start, end));
    }

    /// An attribute begins.
    pub fn begin(&mut self, node: Node<'t>, mark: Mark) {
        if self.attributes.last().is_some_and(|(last, _)| !self.is_gap(last.end_byte(), node.start_byte())) {
            self.attributes.clear();
        }
        self.attributes.push((node, (mark, mark)));
    }

    /// A node ends, which may be the last attribute.
    pub fn end(&mut self, node: Node<'t>, mark: Mark) {
        if let Some((_, (_, to))) = self.attributes.last_mut().filter(|(last, _)| *last == node) {
            *to = mark;
        }
    }

    /// What belongs to the definition that starts with this node.
    pub fn of(&self, node: Node<'t>) -> (&[(Node<'t>, (Mark, Mark))], Option<&'t [u8]>) {
        let last = self.attributes.last().filter(|(last, _)| self.is_gap(last.end_byte(), node.start_byte()));
        let attributes = if last.is_some() { self.attributes.as_slice() } else { &[] };
        let start = attributes.first().map_or(node, |(first, _)| *first).start_byte();
        let comment = self.comment.filter(|(_, end)| self.is_blank(*end, start, 1));
        (attributes, comment.map(|(start, end)| &self.source[start..end]))
    }

    /// Whether nothing but white space is in between, with so many line breaks at most.
    fn is_blank(&self, from: usize, to: usize, breaks: usize) -> bool {
        // A comment to the end of its line may or may not have the line break in it.
        let Some(between) = self.source.get(from..to) else { return false };
        between.iter().all(u8::is_ascii_whitespace) && between.iter().filter(|byte| **byte == b'\n').count() <= breaks
    }

    /// Whether nothing but white space and comments is in between.
    fn is_gap(&self, from: usize, to: usize) -> bool {
        let Some(mut rest) = self.source.get(from..to).map(<[u8]>::trim_ascii) else { return false };
        while !rest.is_empty() {
            let end: &[u8] = if rest.starts_with(b"//") {
                b"\n"
            } else if rest.starts_with(b"/*") {
                b"*/"
            } else {
                return false;
            };
            let Some(at) = rest.windows(end.len()).position(|window| window == end) else { return end == b"\n" };
            rest = rest[at + end.len()..].trim_ascii();
        }
        true
    }
}
