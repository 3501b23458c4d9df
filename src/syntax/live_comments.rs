//! Live comments: text that the grammar takes for a comment and a compiler for code.
//!
//! Some compilers end a line where the grammar does not, read escapes before anything else, or obey directives in
//! comments. Nobody can say from here what such a comment does, so its text counts as a part of the body of every
//! construct around it, right behind it, or right before it with less indentation. No formatter writes such text.
//! Where a whole source is written in an encoding that hides what it says, the bytes of every construct count.

use tree_sitter::Node;

use super::languages::Row;
use super::model::{Fingerprint, Span};

/// So many live comments in front of a construct count: many names of one definition may share them.
const MAX_LEADING: usize = 64;

/// The live comments of one file.
pub(super) struct LiveComments<'t> {
    source: &'t [u8],
    row: &'static Row,
    /// In the order of the source.
    list: Vec<Live>,
    /// Comments with nothing in between, by their bytes. Only the last one and those with live comments are kept.
    runs: Vec<(usize, usize)>,
    codec: Option<&'t [u8]>,
}

struct Live {
    start: usize,
    end: usize,
    /// The run of comments around it.
    run: usize,
}

impl<'t> LiveComments<'t> {
    pub fn new(source: &'t [u8], row: &'static Row) -> Self {
        let codec = (row.rules.unread)(source);
        LiveComments { source, row, list: Vec::new(), runs: Vec::new(), codec }
    }

    /// A comment of the file, in the order of the source.
    pub fn comment(&mut self, node: Node<'t>) {
        let (start, end) = (node.start_byte(), node.end_byte());
        match self.runs.last() {
            Some((_, last)) if self.is_blank(*last, start) => {}
            Some(_) if self.list.last().is_none_or(|live| live.run + 1 < self.runs.len()) => {
                self.runs.pop();
                self.runs.push((start, end));
            }
            _ => self.runs.push((start, end)),
        }
        let run = self.runs.len() - 1;
        self.runs[run].1 = end;
        let text = &self.source[start..end];
        if hides_lines(text) || (self.row.rules.live_comment)(text) {
            self.list.push(Live { start, end, run });
        }
    }

    /// A body with what the comments in and around its construct may do to it.
    pub fn body(&self, span: Span, body: Fingerprint) -> Fingerprint {
        let (start, end) = (span.start as usize, span.end as usize);
        if let Some(codec) = self.codec {
            return Fingerprint::of("codesub unread 1", [&body.0[..], codec, &self.source[start..end]]);
        }
        if self.list.is_empty() {
            return body;
        }
        let first = self.list.partition_point(|live| live.start < start);
        let after = self.list.partition_point(|live| live.start < end);
        let leads = |live: &&Live| self.is_blank(self.runs[live.run].1.min(start), start);
        let leading = self.list[..first].iter().rev().take(MAX_LEADING).take_while(leads).count();
        let trails = |live: &&Live| {
            self.is_blank(end, self.runs[live.run].0.max(end)) && self.column(live.start) > self.column(start)
        };
        let trailing = self.list[after..].iter().take(MAX_LEADING).take_while(trails).count();
        let live = &self.list[first - leading..after + trailing];
        if live.is_empty() {
            return body;
        }
        let texts: Vec<Vec<u8>> = live.iter().map(|live| plain(&self.source[live.start..live.end])).collect();
        let parts = [&body.0[..]].into_iter().chain(texts.iter().map(Vec::as_slice));
        Fingerprint::of("codesub live comments 1", parts)
    }

    fn column(&self, at: usize) -> usize {
        self.source[..at].iter().rev().take_while(|byte| **byte != b'\n').count()
    }

    fn is_blank(&self, from: usize, to: usize) -> bool {
        self.source.get(from..to).is_some_and(|between| between.iter().all(u8::is_ascii_whitespace))
    }
}

/// Whether there may be any in a text, or an encoding that hides what it says: a glance without parsing, right whenever it
/// says no.
pub(super) fn may_be_in(text: &[u8], row: &Row) -> bool {
    let marks = memchr::memchr3_iter(b'\r', 0xc2, 0xe2, text);
    (row.rules.unread)(text).is_some() || marks.map(|at| (at, &text[at])).any(|mark| ends_a_line(text, mark))
}

/// Whether a comment to the end of its line has more than one line for some compiler: a carriage return ends one, and so
/// do three characters beyond ASCII.
fn hides_lines(text: &[u8]) -> bool {
    !is_block(text) && text.trim_ascii_end().iter().enumerate().any(|byte| ends_a_line(text, byte))
}

fn ends_a_line(text: &[u8], (at, byte): (usize, &u8)) -> bool {
    match byte {
        b'\r' => text.get(at + 1) != Some(&b'\n'),
        0xc2 => text[at..].starts_with("\u{85}".as_bytes()),
        0xe2 => text[at..].starts_with("\u{2028}".as_bytes()) || text[at..].starts_with("\u{2029}".as_bytes()),
        _ => false,
    }
}

fn is_block(text: &[u8]) -> bool {
    text.starts_with(b"/*")
}

/// The text that counts. Formatters indent the lines of a block anew.
pub(super) fn plain(text: &[u8]) -> Vec<u8> {
    if !is_block(text) {
        return text.trim_ascii().to_vec();
    }
    let words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty() && *word != b"*");
    words.collect::<Vec<_>>().join(&b' ')
}
