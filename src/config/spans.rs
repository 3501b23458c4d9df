//! Where everything stands in a YAML text: a tree of nodes with exact byte spans and lines.
//!
//! Reading needs the lines, for messages; editing needs the spans, so that it can leave all other bytes alone. The
//! tree is built from the events of `saphyr-parser`, whose own spans are counted in characters and are wider or
//! narrower than the node in a few cases (quoted scalars, block scalars, block lists); those are measured again here.
//!
//! What `codesub.yaml` may not contain is refused on the way (SPEC 13.2): anchors, aliases, tags, duplicate keys,
//! several documents, keys that are not plain words, nesting deeper than [`MAX_DEPTH`], more values than [`MAX_VALUES`]
//! and texts longer than [`MAX_TEXT`].

use std::borrow::Cow;
use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, StrInput};

use super::parse::shown;

/// Deeper nesting than this has no use in the file and is only good for exhausting a stack.
pub(super) const MAX_DEPTH: usize = 32;

/// A key or value costs hundreds of bytes in memory and as few as two in the file: 16 MiB of `a,` took 3 GB. 20,000
/// subscriptions with every setting have 620,000.
pub(super) const MAX_VALUES: usize = 640_000;

/// The longest text of one key or value, in bytes: it is repeated in messages and reports.
pub(super) const MAX_TEXT: usize = 64 * 1024;

/// A node of the text.
#[derive(Debug)]
pub(super) struct Node {
    /// Byte offsets: the first byte of the node and the one after its last.
    pub start: usize,
    pub end: usize,
    /// 1-based.
    pub line: usize,
    pub content: Content,
}

#[derive(Debug)]
pub(super) enum Content {
    Scalar { text: String, style: ScalarStyle },
    Sequence { flow: bool, items: Vec<Node> },
    Mapping { flow: bool, entries: Vec<Entry> },
}

/// A key and its value.
#[derive(Debug)]
pub(super) struct Entry {
    pub key: Node,
    pub name: String,
    /// An absent value is an empty plain scalar right after the colon.
    pub value: Node,
}

/// What is wrong with a text, and on which line.
#[derive(Debug)]
pub(super) struct Refusal {
    pub line: usize,
    pub message: String,
    pub hint: Option<&'static str>,
}

impl Node {
    pub fn entries(&self) -> &[Entry] {
        match &self.content {
            Content::Mapping { entries, .. } => entries,
            _ => &[],
        }
    }

    pub fn items(&self) -> &[Node] {
        match &self.content {
            Content::Sequence { items, .. } => items,
            _ => &[],
        }
    }

    pub fn get(&self, name: &str) -> Option<&Entry> {
        self.entries().iter().find(|entry| entry.name == name)
    }

    pub fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    pub fn is_flow(&self) -> bool {
        matches!(self.content, Content::Sequence { flow: true, .. } | Content::Mapping { flow: true, .. })
    }

    /// Nothing is written here.
    pub fn is_absent(&self) -> bool {
        self.start == self.end
    }
}

/// The root node of `text`, or `None` when it holds nothing but comments. A byte order mark must be gone already.
pub(super) fn tree(text: &str) -> Result<Option<Node>, Refusal> {
    let mut builder = Builder { text, parser: Parser::new_from_str(text), character: 0, byte: 0, values: 0 };
    let mut root = None;
    while let Some((event, span)) = builder.next()? {
        match event {
            Event::StreamStart | Event::DocumentEnd | Event::Nothing => {}
            Event::StreamEnd => break,
            Event::DocumentStart(_) if root.is_some() => {
                return refuse(&span, "a second document starts here", "keep one document: remove the `---` line");
            }
            Event::DocumentStart(explicit) => {
                let from = builder.byte_at(span.start.index()) + if explicit { 3 } else { 0 };
                let Some((event, span)) = builder.next()? else { break };
                root = Some(builder.node(event, span, from, 0)?);
            }
            _ => return refuse(&span, "unexpected text after the document", "remove it"),
        }
    }
    Ok(root)
}

/// The first position at or after `from` that is neither white space nor comment.
pub(super) fn skip_gap(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = from;
    while at < bytes.len() {
        match bytes[at] {
            b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            b'#' if at == 0 || matches!(bytes[at - 1], b' ' | b'\t' | b'\r' | b'\n') => at = line_end(text, at),
            _ => break,
        }
    }
    at
}

/// Where the line of `at` starts.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// Where the line of `at` ends: its line break, or the end of the text.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
    if end > at && end < text.len() && text.as_bytes()[end - 1] == b'\r' { end - 1 } else { end }
}

/// Where the line after that of `at` starts, or the end of the text.
pub(super) fn next_line(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| at + newline + 1)
}

struct Builder<'t> {
    text: &'t str,
    parser: Parser<'t, StrInput<'t>>,
    /// A position as the parser counts and the same in bytes; events come almost in order, so it moves little.
    character: usize,
    byte: usize,
    /// How many there were so far.
    values: usize,
}

impl<'t> Builder<'t> {
    fn next(&mut self) -> Result<Option<(Event<'t>, Span)>, Refusal> {
        match self.parser.next_event() {
            None => Ok(None),
            Some(Ok(event)) => Ok(Some(event)),
            Some(Err(error)) => Err(not_yaml(&error)),
        }
    }

    fn expect(&mut self, line: usize) -> Result<(Event<'t>, Span), Refusal> {
        let end = || Refusal { line, message: "the file ends too early".into(), hint: None };
        self.next()?.ok_or_else(end)
    }

    fn byte_at(&mut self, character: usize) -> usize {
        while self.character < character {
            let Some(next) = self.text[self.byte..].chars().next() else { break };
            self.byte += next.len_utf8();
            self.character += 1;
        }
        while self.character > character {
            let Some(previous) = self.text[..self.byte].chars().next_back() else { break };
            self.byte -= previous.len_utf8();
            self.character -= 1;
        }
        self.byte
    }

    /// The node that `event` begins. Only white space and comments stand between `from` and it.
    fn node(&mut self, event: Event<'t>, span: Span, from: usize, depth: usize) -> Result<Node, Refusal> {
        if depth > MAX_DEPTH {
            return refuse(&span, format!("nested deeper than {MAX_DEPTH} levels"), "flatten it");
        }
        self.values += 1;
        if self.values > MAX_VALUES {
            return refuse(&span, format!("more than {MAX_VALUES} values"), "take subscriptions off that nobody needs");
        }
        let line = span.start.line();
        match event {
            Event::Scalar(text, ..) if text.len() > MAX_TEXT => {
                refuse(&span, format!("a text of more than {} KiB", MAX_TEXT / 1024), "write less here")
            }
            Event::Alias(_) => refuse(&span, "aliases (`*name`) are not allowed", "write the value out"),
            Event::Scalar(_, _, anchor, _) | Event::SequenceStart(anchor, _) | Event::MappingStart(anchor, _)
                if anchor > 0 =>
            {
                refuse(&span, "anchors (`&name`) are not allowed", "remove the anchor and write values out")
            }
            Event::Scalar(_, _, _, Some(_)) | Event::SequenceStart(_, Some(_)) | Event::MappingStart(_, Some(_)) => {
                refuse(&span, "tags (`!name`) are not allowed", "remove the tag")
            }
            Event::Scalar(text, style, ..) => Ok(self.scalar(text, style, span, from)),
            Event::SequenceStart(..) => self.sequence(line, from, depth),
            Event::MappingStart(..) => self.mapping(&span, from, depth),
            _ => refuse(&span, "expected a value", "see `codesub add --help`"),
        }
    }

    fn scalar(&mut self, value: Cow<'t, str>, style: ScalarStyle, span: Span, from: usize) -> Node {
        let start = self.byte_at(span.start.index());
        let (start, end) = match style {
            ScalarStyle::Plain if value.is_empty() => (from, from),
            ScalarStyle::Plain => (start, self.byte_at(span.end.index())),
            ScalarStyle::SingleQuoted => (start, quoted_end(self.text, start, b'\'')),
            ScalarStyle::DoubleQuoted => (start, quoted_end(self.text, start, b'"')),
            ScalarStyle::Literal | ScalarStyle::Folded => {
                let header = skip_gap(self.text, from);
                let content_end = self.byte_at(span.end.index()).max(header);
                (header, block_end(self.text, header, content_end))
            }
        };
        let content = Content::Scalar { text: value.into_owned(), style };
        Node { start, end, line: span.start.line(), content }
    }

    fn sequence(&mut self, line: usize, from: usize, depth: usize) -> Result<Node, Refusal> {
        let start = skip_gap(self.text, from);
        let flow = self.text.as_bytes().get(start) == Some(&b'[');
        let mut items: Vec<Node> = Vec::new();
        let mut end = start + usize::from(flow);
        loop {
            let (event, span) = self.expect(line)?;
            if event == Event::SequenceEnd {
                if flow {
                    end = self.byte_at(span.start.index()) + 1;
                }
                return Ok(Node { start, end, line, content: Content::Sequence { flow, items } });
            }
            // From the end of the item before over `,` or to the `-`, and past it.
            let mut at = skip_gap(self.text, end);
            if matches!(self.text.as_bytes().get(at), Some(b'-' | b',')) && (!flow || !items.is_empty()) {
                at += 1;
            }
            let item = self.node(event, span, at, depth + 1)?;
            end = item.end.max(at);
            items.push(item);
        }
    }

    fn mapping(&mut self, span: &Span, from: usize, depth: usize) -> Result<Node, Refusal> {
        let line = span.start.line();
        let start = skip_gap(self.text, from);
        let flow = self.text.as_bytes().get(start) == Some(&b'{');
        let mut entries: Vec<Entry> = Vec::new();
        let mut seen: HashMap<String, usize> = HashMap::new();
        let mut end = start + usize::from(flow);
        loop {
            let (event, span) = self.expect(line)?;
            if event == Event::MappingEnd {
                if flow {
                    end = self.byte_at(span.start.index()) + 1;
                }
                return Ok(Node { start, end, line, content: Content::Mapping { flow, entries } });
            }
            let key_line = span.start.line();
            let mut at = skip_gap(self.text, end);
            if flow && !entries.is_empty() && self.text.as_bytes().get(at) == Some(&b',') {
                at += 1;
            }
            let key = self.node(event, span, at, depth + 1)?;
            let Some(name) = key.text().map(str::to_owned) else {
                return refuse(&span, "a key must be a word, not a list or a mapping", "write `key: value`");
            };
            if let Some(first) = seen.insert(name.clone(), key_line) {
                let message = format!("the key `{}` is written twice, first on line {first}", shown(&name));
                return refuse(&span, message, "keep one of the two");
            }
            let mut at = skip_gap(self.text, key.end);
            at = if self.text.as_bytes().get(at) == Some(&b':') { at + 1 } else { key.end };
            let (event, span) = self.expect(key_line)?;
            let value = self.node(event, span, at, depth + 1)?;
            end = value.end.max(at);
            entries.push(Entry { key, name, value });
        }
    }
}

fn refuse<T>(span: &Span, message: impl Into<String>, hint: &'static str) -> Result<T, Refusal> {
    Err(Refusal { line: span.start.line(), message: message.into(), hint: Some(hint) })
}

fn not_yaml(error: &ScanError) -> Refusal {
    Refusal {
        line: error.marker().line(),
        message: format!("not valid YAML: {}", error.info()),
        hint: Some("check the indentation, the quotes and the brackets around this line"),
    }
}

/// After the closing quote; the parser's span may run on over a comment.
fn quoted_end(text: &str, start: usize, quote: u8) -> usize {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    while at < bytes.len() {
        if bytes[at] == b'\\' && quote == b'"' {
            at += 1;
        } else if bytes[at] == quote {
            if quote == b'\'' && bytes.get(at + 1) == Some(&b'\'') {
                at += 1;
            } else {
                return at + 1;
            }
        }
        at += 1;
    }
    bytes.len()
}

/// The end of a block scalar: of its last line with text, or with `+` of its last blank line, which then is text too.
fn block_end(text: &str, header: usize, end: usize) -> usize {
    let keeps =
        text[header..line_end(text, header)].bytes().take_while(|byte| !b" #".contains(byte)).any(|b| b == b'+');
    let kept = text[header..end].trim_end_matches([' ', '\t']);
    let kept = if keeps { kept.strip_suffix('\n').unwrap_or(kept) } else { kept.trim_end() };
    header + kept.len()
}

#[cfg(test)]
#[path = "spans_tests.rs"]
mod tests;
