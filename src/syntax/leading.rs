//! What stands before a definition and belongs to it: attributes that are nodes of their own, and the comment that
//! documents it.

use tree_sitter::Node;

use super::languages::Row;
use super::stream::Mark;
use super::types::tokens;

/// The items of an attribute that lists them, and with which of `Rules::leading_lists` it starts.
pub(super) fn list_items(node: Node, source: &[u8], row: &Row) -> Option<(usize, Vec<String>)> {
    let lists = row.rules.leading_lists;
    if lists.is_empty() {
        return None;
    }
    let text = tokens(node, source);
    lists.iter().enumerate().find_map(|(position, (start, end))| {
        let items = text.strip_prefix(start)?.strip_suffix(end)?.split(',').filter(|item| !item.is_empty());
        Some((position, items.map(str::to_owned).collect()))
    })
}

/// An attribute, and where it stands in the stream.
type Attribute<'t> = (Node<'t>, (Mark, Mark));

/// Remembers what a walk came past since the last definition.
pub(super) struct Leading<'t> {
    source: &'t [u8],
    row: &'static Row,
    attributes: Vec<Attribute<'t>>,
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
        let is_trailing = self.row.rules.trailing_comments && self.follows_code(start);
        if is_trailing || !self.row.rules.doc_comments.iter().any(documents) {
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
    pub fn of(&self, node: Node<'t>) -> (&[Attribute<'t>], Option<&'t [u8]>) {
        let last = self.attributes.last().filter(|(last, _)| self.is_gap(last.end_byte(), node.start_byte()));
        let attributes = if last.is_some() { self.attributes.as_slice() } else { &[] };
        let start = attributes.first().map_or(node, |(first, _)| *first).start_byte();
        // A formatter that breaks lines anew also takes out the blank ones below a comment.
        let breaks = if self.row.rules.reflowed_comments.is_some() { usize::MAX } else { 1 };
        let comment = self.comment.filter(|(_, end)| self.is_blank(*end, start, breaks));
        (attributes, comment.map(|(start, end)| &self.source[start..end]))
    }

    /// Where attributes stand in the stream; lists that may be split are one.
    pub fn pieces(&self, attributes: &[(Node<'t>, (Mark, Mark))]) -> Vec<(Mark, Mark)> {
        let mut pieces: Vec<(Mark, Mark)> = Vec::with_capacity(attributes.len());
        let mut last = None;
        for (node, (from, to)) in attributes {
            let list = list_items(*node, self.source, self.row).map(|(list, _)| list);
            match pieces.last_mut().filter(|_| list.is_some() && list == last) {
                Some(piece) => piece.1 = *to,
                None => pieces.push((*from, *to)),
            }
            last = list;
        }
        pieces
    }

    /// Whether there is something else on the line before this byte.
    fn follows_code(&self, start: usize) -> bool {
        let line = self.source[..start].iter().rev().take_while(|byte| **byte != b'\n');
        line.into_iter().any(|byte| !byte.is_ascii_whitespace())
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
