//! Texts: string literals on their way to the token stream.
//!
//! A literal without code in it is one token. One with code is opened like a node, and its pieces of text and code
//! are written in turn; literals that are joined count as one.

use tree_sitter::{Node, TreeCursor};

use super::canonical::Writer;
use super::children::{elements, elements_and_symbols};
use super::frames::Frame;
use super::grammar::Grammar;
use super::kind_info::KindInfo;
use super::languages::{Row, Shape};
use super::stream::Tag;
use super::strings::Style;

/// Code longer than this is not quoted whole where `{x = }` quotes it: such interpolations nest, and each would quote
/// all that it holds. The code itself counts in any case.
const MAX_QUOTED: usize = 1024;

/// What a frame has to do with the text that is being written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TextFrame {
    None,
    /// Its children are the literals that are joined.
    Joins,
    /// Its children are pieces of text and code.
    Holds,
    /// The same, and the text is complete when it ends.
    Owns,
    /// A part of a literal, with pieces of its text and code.
    Part,
}

impl TextFrame {
    /// Whether its children are pieces of text and code.
    pub(super) fn holds(self) -> bool {
        matches!(self, TextFrame::Holds | TextFrame::Owns | TextFrame::Part)
    }
}

/// A text with code in it.
pub(super) struct Text {
    /// What has been read since the last code.
    pub(super) pending: Vec<u8>,
    /// Where the next piece of text starts, and where the literal's text ends.
    pub(super) from: usize,
    pub(super) end: usize,
    pub(super) style: Style,
    pub(super) has_code: bool,
}

impl<'t> Writer<'t> {
    /// A literal without code is one token; one with code is opened, and its text and code are written in turn.
    pub(super) fn write_string(&mut self, node: Node<'t>, frame: &mut Frame<'t>) -> bool {
        let start = if self.grammar.kind(node).is_trimmed { self.line_start(node) } else { node.start_byte() };
        let mut literal = (self.row.rules.string)(&self.source[start..node.end_byte()]);
        if self.frames.last().is_some_and(|parent| parent.dedents) {
            let text = &self.source[start + literal.start..start + literal.end];
            literal.start += text.iter().take_while(|byte| **byte == b'\t').count();
            literal.style.margin = usize::MAX;
        }
        let (from, end) = (start + literal.start, start + literal.end);
        let joins = self.frames.last().is_some_and(|parent| parent.text == TextFrame::Joins);
        let has_code = literal.style.has_code && self.has_code(node);
        if !joins {
            if literal.style.template {
                self.open("template", frame);
            }
            if !has_code {
                let mut value = Vec::new();
                (self.row.rules.decode)(&self.source[from..end], literal.style, &mut value);
                self.push_text(&value, literal.style);
                return false;
            }
            self.open("string", frame);
            self.texts.push(Text { pending: Vec::new(), from, end, style: literal.style, has_code });
            frame.text = TextFrame::Owns;
            return true;
        }
        if let Some(text) = self.texts.last_mut() {
            (text.from, text.end, text.style) = (from, end, literal.style);
            frame.text = TextFrame::Holds;
        }
        // The text of a literal without code is read on leaving it.
        has_code
    }

    /// Where the lines start with which a literal begins.
    fn line_start(&self, node: Node<'t>) -> usize {
        let before = &self.source[..node.start_byte()];
        let code = before.iter().rposition(|byte| !byte.is_ascii_whitespace()).map_or(0, |at| at + 1);
        let end_of_line = before[code..].iter().position(|byte| *byte == b'\n');
        end_of_line.map_or(node.start_byte(), |at| code + at + 1)
    }

    /// The text of a heredoc, as one token: code in it counts as it is written.
    pub(super) fn write_heredoc(&mut self, start: Node<'t>, text: Node<'t>) {
        let whole = [&self.source[start.byte_range()], &self.source[text.byte_range()]].concat();
        let literal = (self.row.rules.string)(&whole);
        let mut value = Vec::new();
        (self.row.rules.decode)(&whole[literal.start..literal.end], literal.style, &mut value);
        self.push_text(&value, literal.style);
    }

    pub(super) fn write_strings(&mut self, node: Node<'t>, frame: &mut Frame<'t>) -> bool {
        let grammar = self.grammar;
        let strings: Vec<Node> = elements(node, &mut self.peek).collect();
        // Names of macros may stand among the literals.
        let is_literal = |string: &Node| matches!(grammar.kind(*string).shape, Shape::String);
        let has_code = strings.iter().any(|string| !is_literal(string) || has_code(*string, grammar, &mut self.peek));
        if strings.first().is_some_and(|first| (self.row.rules.string)(&self.source[first.byte_range()]).style.template)
        {
            self.open("template", frame);
        }
        if has_code {
            self.open("string", frame);
        }
        self.texts.push(Text { pending: Vec::new(), from: 0, end: 0, style: Style::default(), has_code });
        frame.text = TextFrame::Joins;
        true
    }

    fn has_code(&mut self, string: Node<'t>) -> bool {
        if !self.row.rules.mere_names {
            return has_code(string, self.grammar, &mut self.peek);
        }
        let children: Vec<Node> = elements(string, &mut self.peek).collect();
        children.into_iter().any(|child| {
            self.grammar.is_code(self.grammar.kind(child))
                && !is_mere_name(child, self.source, self.row, &mut self.peek)
        })
    }

    /// Text is read from the source; of a literal's children only code counts. Says whether this one is.
    pub(super) fn write_code(&mut self, node: Node<'t>, kind: &KindInfo, frame: &mut Frame<'t>) -> bool {
        if self.grammar.is_part(kind) {
            frame.text = TextFrame::Part;
            return false;
        }
        frame.is_code = self.grammar.is_code(kind) && !is_mere_name(node, self.source, self.row, &mut self.peek);
        if frame.is_code && kind.shape != Shape::Interpolation {
            self.read_text(Some(node));
            self.flush_text();
            self.open("interpolation", frame);
        }
        if !kind.is_named && kind.silent && self.grammar.has_bare_code {
            // A brace around the code: neither text nor code.
            self.read_text(Some(node));
            if let Some(text) = self.texts.last_mut() {
                text.from = text.from.max(node.end_byte());
            }
        }
        frame.is_code
    }

    /// Reads the text up to the next piece of code, or to the end.
    pub(super) fn read_text(&mut self, code: Option<Node<'t>>) {
        let Some(text) = self.texts.last_mut() else { return };
        // White space before code is text, although some grammars give it to the code.
        let blank = |node: Node| self.source[node.byte_range()].iter().take_while(|byte| byte.is_ascii_whitespace());
        let to = code.map_or(text.end, |node| node.start_byte() + blank(node).count());
        if let Some(piece) = self.source.get(text.from..to) {
            (self.row.rules.decode)(piece, text.style, &mut text.pending);
            text.from = to;
        }
        // `{x = }` puts its own source into the text.
        let quotes_itself = text.style.double_braces;
        let equals = code.filter(|_| quotes_itself).and_then(|code| {
            elements_and_symbols(code, &mut self.peek).find(|child| !child.is_named() && child.kind() == "=")
        });
        if let (Some(code), Some(equals)) = (code, equals) {
            let source = &self.source[code.start_byte() + 1..code.end_byte()];
            let written = equals.end_byte() - code.start_byte() - 1;
            let blank = source[written..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            text.pending.extend_from_slice(&source[..(written + blank).min(MAX_QUOTED)]);
        }
    }

    /// Writes the text so far before a name that stands among the literals which are joined.
    pub(super) fn interrupt_text(&mut self) {
        if self.frames.last().is_some_and(|parent| parent.text == TextFrame::Joins) {
            self.flush_text();
        }
    }

    pub(super) fn flush_text(&mut self) {
        if let Some(text) = self.texts.last_mut()
            && !(text.has_code && text.pending.is_empty())
        {
            let (pending, style) = (std::mem::take(&mut text.pending), text.style);
            self.push_text(&pending, style);
        }
    }

    fn push_text(&mut self, value: &[u8], style: Style) {
        self.stream.push(if style.bytes { Tag::Bytes } else { Tag::String }, value, true);
    }
}

/// The string that a statement consists of, if it documents.
pub(super) fn doc_string<'t>(
    statement: Node<'t>,
    source: &[u8],
    row: &Row,
    grammar: &Grammar,
    peek: &mut TreeCursor<'t>,
) -> Option<Node<'t>> {
    let mut node = statement;
    while node == statement || grammar.kind(node).shape == Shape::Transparent {
        let mut children = elements_and_symbols(node, peek).filter(|child| !grammar.kind(*child).silent);
        let only = children.next().filter(|child| child.is_named())?;
        if children.next().is_some() {
            return None;
        }
        drop(children);
        node = only;
    }
    let is_plain = |string: Node<'t>, peek: &mut TreeCursor<'t>| {
        let style = (row.rules.string)(&source[string.byte_range()]).style;
        let is_code = style.bytes || style.template || (style.has_code && has_code(string, grammar, peek));
        !is_code
    };
    let documents = match grammar.kind(node).shape {
        Shape::String => is_plain(node, peek),
        Shape::Strings => {
            let strings: Vec<Node> = elements(node, peek).collect();
            strings.into_iter().all(|string| is_plain(string, peek))
        }
        _ => false,
    };
    documents.then_some(node)
}

/// Whether code in a literal is a name and nothing else, in a language where such names belong to the text.
fn is_mere_name<'t>(code: Node<'t>, source: &[u8], row: &Row, peek: &mut TreeCursor<'t>) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
    let mut children = elements(code, peek);
    let (first, second) = (children.next().filter(|_| row.rules.mere_names), children.next());
    first.is_some_and(|name| second.is_none() && source[name.byte_range()].iter().all(is_word))
}

pub(super) fn has_code<'t>(string: Node<'t>, grammar: &Grammar, peek: &mut TreeCursor<'t>) -> bool {
    let mut parts = Vec::new();
    let is_code = |child: Node<'t>, parts: &mut Vec<Node<'t>>| {
        let kind = grammar.kind(child);
        if grammar.is_part(kind) {
            parts.push(child);
        }
        grammar.is_code(kind)
    };
    if elements(string, peek).any(|child| is_code(child, &mut parts)) {
        return true;
    }
    parts.into_iter().any(|part| elements(part, peek).any(|child| grammar.is_code(grammar.kind(child))))
}
