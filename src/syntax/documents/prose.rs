//! Markdown by heading: a section is a heading and the text up to the next one.
//!
//! Its name is the heading below those of the sections around it; its body is its own words, without those of the
//! sections in it, so that an edit shows where it was made. White space and line breaks are no change, except in code.

use tree_sitter::{Node, Tree};

use super::pieces::{Piece, Pieces, part};
use crate::syntax::children::elements;
use crate::syntax::model::{Kind, Outline};

/// What a Markdown file holds.
pub(in crate::syntax) fn outline(source: &[u8], tree: &Tree) -> Outline {
    let mut pieces = Pieces::new(source);
    let (matter, headings) = headings(tree);
    let all_rows = Rows::new(source);
    let add_top = |pieces: &mut Pieces<'_>, name: &str, bytes: std::ops::Range<usize>| {
        let tokens = words(&source[bytes.clone()]);
        if !tokens.is_empty() {
            let rows = all_rows.of(source, &bytes);
            let (kind, scope, parent, interface, has_error) = (Kind::Module, "", None, name, false);
            let tokens = &tokens;
            pieces.add(&Piece { kind, scope, name, parent, bytes, rows, interface, tokens, has_error });
        }
    };
    let start = matter.map_or(0, |matter| matter.end_byte());
    let first = headings.first().map_or(source.len(), Node::start_byte);
    if let Some(matter) = matter {
        add_top(&mut pieces, "(front matter)", matter.byte_range());
    }
    add_top(&mut pieces, "(top)", start.min(first)..first);

    // The sections around the present one, outermost first, each with its level.
    let mut around: Vec<(&str, u32)> = Vec::new();
    for (at, heading) in headings.iter().enumerate() {
        if pieces.is_full() {
            break;
        }
        let own = level(*heading);
        while around.pop_if(|(outer, _)| *outer >= own).is_some() {}
        let next = headings.get(at + 1).map_or(source.len(), Node::start_byte);
        let later = headings[at + 1..].iter().find(|later| level(**later) <= own);
        let parent = around.last().map(|(_, piece)| *piece);
        let scope = parent.map(|parent| pieces.qualname(parent).to_owned()).unwrap_or_default();
        let bytes = heading.start_byte()..later.map_or(source.len(), |later| later.start_byte());
        let piece = pieces.add(&Piece {
            kind: Kind::Module,
            scope: &scope,
            name: &part(&heading_text(*heading, source)),
            parent,
            rows: all_rows.of(source, &bytes),
            bytes,
            interface: own,
            tokens: &words(&source[heading.end_byte().min(next)..next]),
            has_error: heading.has_error(),
        });
        around.push((own, piece));
    }
    pieces.note_errors(tree.root_node());
    pieces.finish()
}

/// The front matter, and every heading that is not part of a list or a quotation, in order.
fn headings(tree: &Tree) -> (Option<Node<'_>>, Vec<Node<'_>>) {
    let mut found = Vec::new();
    let mut matter = None;
    let mut cursor = tree.walk();
    let mut waiting = vec![tree.root_node()];
    while let Some(node) = waiting.pop() {
        match node.kind() {
            "document" | "section" => {
                let children: Vec<Node<'_>> = elements(node, &mut cursor).collect();
                waiting.extend(children.into_iter().rev());
            }
            "atx_heading" | "setext_heading" => found.push(node),
            "minus_metadata" | "plus_metadata" => matter = Some(node),
            _ => {}
        }
    }
    (matter, found)
}

/// Rows of a text, by where its lines end.
struct Rows(Vec<usize>);

impl Rows {
    fn new(source: &[u8]) -> Self {
        Rows(source.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at).collect())
    }

    /// The first and the last row of a range, blank lines at its end left out.
    fn of(&self, source: &[u8], bytes: &std::ops::Range<usize>) -> (usize, usize) {
        let row = |at: usize| self.0.partition_point(|end| *end < at);
        (row(bytes.start), row(bytes.start + source[bytes.clone()].trim_ascii_end().len()))
    }
}

/// The text of a heading without its marks.
fn heading_text(heading: Node<'_>, source: &[u8]) -> String {
    let text = String::from_utf8_lossy(&source[heading.byte_range()]).into_owned();
    match heading.kind() {
        "setext_heading" => text.trim_end().rsplit_once('\n').map_or(text.clone(), |(text, _)| text.to_owned()),
        _ => {
            let text = text.trim().trim_start_matches('#').trim_end();
            let closed = text.trim_end_matches('#');
            // `# C#` is no closing sequence: that needs a space before it.
            if closed.len() < text.len() && closed.ends_with([' ', '\t']) { closed.to_owned() } else { text.to_owned() }
        }
    }
}

/// The level as an interface: a heading that becomes another level is another sort of section.
fn level(heading: Node<'_>) -> &'static str {
    let marker = heading.child(0).filter(|_| heading.kind() == "atx_heading");
    match marker.map(|marker| marker.end_byte() - marker.start_byte()) {
        None if heading.child(1).is_some_and(|mark| mark.kind() == "setext_h2_underline") => "2",
        None | Some(1) => "1",
        Some(2) => "2",
        Some(3) => "3",
        Some(4) => "4",
        Some(5) => "5",
        Some(_) => "6",
    }
}

/// The words of a text; within fences, whole lines with their indentation.
fn words(text: &[u8]) -> Vec<&[u8]> {
    let mut words = Vec::new();
    let mut fence: Option<u8> = None;
    for line in text.split(|byte| *byte == b'\n') {
        let line = line.trim_ascii_end();
        let trimmed = line.trim_ascii_start();
        let marks = trimmed.first().copied().filter(|mark| b"`~".contains(mark));
        let is_fence = marks.is_some_and(|mark| trimmed.iter().take_while(|byte| **byte == mark).count() >= 3);
        match fence {
            Some(mark) if is_fence && marks == Some(mark) => fence = None,
            Some(_) => {
                if !line.is_empty() {
                    words.push(line);
                }
                continue;
            }
            None if is_fence => fence = marks,
            None => {}
        }
        words.extend(trimmed.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()));
    }
    words
}
