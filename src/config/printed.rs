//! The lock in the form in which [`Lock::to_json`] prints it, which is how nearly every lock is found.
//!
//! It is checked here line by line, and nothing is made of it but an index: where each entry stands and what it is about
//! ([`Locked`]). What is taken here is a lock that the JSON reader ([`lock_format`](super::lock_format)) takes as well, with
//! the same entries. Everything else (other spaces, another order, an escape in a name, a value that cannot be) is left to
//! that reader, right or wrong.

use std::ops::Range;
use std::sync::Arc;

use memchr::memchr;
use serde::Deserialize as _;
use serde::de::value::{Error as ValueError, StrDeserializer};

use super::Lock;
use super::locked::{Locked, Printed};
use super::target::is_normal_path;
use crate::syntax::Kind;

/// The lock that `text` is; `None` when it is in another form.
pub(super) fn read(text: &Arc<String>) -> Option<Lock> {
    // Spans are kept in half the room.
    u32::try_from(text.len()).ok()?;
    let mut lines = Lines { text, at: 0 };
    lines.expect("{")?;
    let version = lines.next()?.strip_prefix("  \"fingerprint_version\": ")?;
    let fingerprint_version = number(version.strip_suffix(',')?)?;
    lines.expect("  \"subscriptions\": {")?;
    let mut found: Vec<(&str, Locked)> = Vec::new();
    loop {
        let id = name(lines.next()?.strip_prefix("    ")?.strip_suffix(": {")?)?;
        // In order: so none is there twice.
        if found.last().is_some_and(|(before, _)| *before >= id) {
            return None;
        }
        let start = lines.at - "{\n".len();
        let (fields, more) = Fields::read(&mut lines)?;
        let end = lines.at - if more { ",\n".len() } else { "\n".len() };
        found.push((id, Locked::printed(fields.printed(text, start..end)?)));
        if !more {
            break;
        }
    }
    lines.expect("  },")?;
    lines.expect("  \"version\": 1")?;
    lines.expect("}")?;
    let subscriptions = found.into_iter().map(|(id, locked)| (id.to_owned(), locked)).collect();
    (lines.at == text.len()).then_some(Lock { fingerprint_version, subscriptions })
}

/// The lines of a text, each with a line feed at its end.
struct Lines<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lines<'t> {
    fn next(&mut self) -> Option<&'t str> {
        let rest = &self.text[self.at..];
        let line = &rest[..memchr(b'\n', rest.as_bytes())?];
        self.at += line.len() + 1;
        Some(line)
    }

    fn expect(&mut self, line: &str) -> Option<()> {
        (self.next()? == line).then_some(())
    }

    /// The items of a list or map that was opened: `each` reads one, with its first line, and says whether a comma follows.
    fn items(&mut self, close: &str, mut each: impl FnMut(&mut Self, &'t str) -> Option<bool>) -> Option<bool> {
        let mut more = true;
        loop {
            let line = self.next()?;
            if let Some(comma) = line.strip_prefix(close).filter(|rest| matches!(*rest, "" | ",")) {
                return (!more).then_some(comma == ",");
            }
            if !more {
                return None;
            }
            more = each(self, line)?;
        }
    }

    /// A list of texts; the same.
    fn texts(&mut self, first: &str, close: &str, indent: &str) -> Option<bool> {
        match first {
            "[]" => return Some(false),
            "[]," => return Some(true),
            "[" => {}
            _ => return None,
        }
        self.items(close, |_, line| {
            let (text, more) = value(line.strip_prefix(indent)?);
            is_text(text).then_some(more)
        })
    }
}

/// What is known of an entry.
#[derive(Default)]
struct Fields<'t> {
    path: &'t str,
    qualname: Option<&'t str>,
    start: u32,
    end: u32,
    has_bases: bool,
    /// Which keys there were.
    keys: u32,
}

impl<'t> Fields<'t> {
    /// Reads an entry behind its brace; says whether a comma follows.
    fn read(lines: &mut Lines<'t>) -> Option<(Self, bool)> {
        let mut fields = Fields::default();
        let mut next = 0;
        let more = lines.items("    }", |lines, line| {
            let line = line.strip_prefix("      \"")?;
            let (key, rest) = (next..KEYS.len()).find_map(|at| Some((at, line.strip_prefix(KEYS[at].0)?)))?;
            next = key + 1;
            fields.keys |= 1 << key;
            fields.field(KEYS[key].1, rest.strip_prefix("\": ")?, lines)
        })?;
        let needed = if fields.keys & ANCHORS == 0 { CONSTRUCT } else { LINES };
        let fits = fields.keys & needed.all == needed.all && fields.keys & !(needed.all | needed.some) == 0;
        (fits && fields.start > 0 && fields.start <= fields.end).then_some((fields, more))
    }

    fn field(&mut self, key: Key, rest: &'t str, lines: &mut Lines<'t>) -> Option<bool> {
        let (text, more) = value(rest);
        match key {
            Key::Anchors => return anchors(rest, lines),
            Key::Bases => {
                self.has_bases = true;
                return lines.texts(rest, "      ]", "        ").filter(|_| text == "[");
            }
            Key::Members => return members(rest, lines),
            Key::EndLine => self.end = number(text)?,
            Key::StartLine => self.start = number(text)?,
            Key::Path => self.path = name(text).filter(|path| is_normal_path(path))?,
            Key::Qualname => self.qualname = Some(name(text)?),
            Key::Kind => is_kind(text)?,
            Key::Flag => matches!(text, "true" | "false").then_some(())?,
            Key::Role => matches!(text, "null" | "\"const\"").then_some(())?,
            Key::Blob if text == "null" => {}
            Key::Blob | Key::Text => drop(name(text)?),
            Key::Hash => is_hash(text)?,
        }
        Some(more)
    }

    fn printed(&self, text: &Arc<String>, whole: Range<usize>) -> Option<Printed> {
        let span = |part: &str| {
            // A part of the text: so far behind its start.
            let start = part.as_ptr() as usize - text.as_ptr() as usize;
            narrow(start..start + part.len())
        };
        Some(Printed {
            whole: narrow(whole)?,
            path: span(self.path)?,
            qualname: match self.qualname {
                Some(qualname) => Some(span(qualname)?),
                None => None,
            },
            lines: [self.start, self.end],
            has_bases: self.has_bases,
            text: Arc::clone(text),
        })
    }
}

fn narrow(span: Range<usize>) -> Option<Range<u32>> {
    Some(u32::try_from(span.start).ok()?..u32::try_from(span.end).ok()?)
}

/// What the value of a key is.
#[derive(Clone, Copy)]
enum Key {
    Anchors,
    Bases,
    Blob,
    EndLine,
    Flag,
    Hash,
    Kind,
    Members,
    Path,
    Qualname,
    Role,
    StartLine,
    Text,
}

/// The keys of an entry in the order in which they are printed.
const KEYS: [(&str, Key); 19] = [
    ("anchors", Key::Anchors),
    ("bare_interface_hash", Key::Hash),
    ("bases", Key::Bases),
    ("blob", Key::Blob),
    ("body_hash", Key::Hash),
    ("created_at", Key::Text),
    ("end_line", Key::EndLine),
    ("has_parse_error", Key::Flag),
    ("inherited_hash", Key::Hash),
    ("interface_hash", Key::Hash),
    ("kind", Key::Kind),
    ("language", Key::Text),
    ("members", Key::Members),
    ("path", Key::Path),
    ("picked", Key::Text),
    ("qualname", Key::Qualname),
    ("role", Key::Role),
    ("start_line", Key::StartLine),
    ("updated_at", Key::Text),
];

/// Which keys an entry has, and may have, as bits by their place in [`KEYS`].
struct Needed {
    all: u32,
    some: u32,
}

const ANCHORS: u32 = 1;
const EVERY: u32 = 1 << 3 | 1 << 5 | 1 << 6 | 1 << 13 | 1 << 17 | 1 << 18;
const PICKED: u32 = 1 << 14;
const CONSTRUCT: Needed = Needed {
    all: EVERY | 1 << 4 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 15 | 1 << 16,
    some: PICKED | 1 << 1 | 1 << 2 | 1 << 7 | 1 << 8 | 1 << 12,
};
const LINES: Needed = Needed { all: EVERY | ANCHORS, some: PICKED };

fn anchors<'t>(first: &str, lines: &mut Lines<'t>) -> Option<bool> {
    let mut keys = ["after", "before", "lines"].into_iter();
    let more = (first == "{").then(|| {
        lines.items("      }", |lines, line| {
            let line = line.strip_prefix("        \"")?.strip_prefix(keys.next()?)?;
            lines.texts(line.strip_prefix("\": ")?, "        ]", "          ")
        })
    })??;
    keys.next().is_none().then_some(more)
}

fn members<'t>(first: &str, lines: &mut Lines<'t>) -> Option<bool> {
    const KEYS: [&str; 5] = ["bare_interface_hash", "body_hash", "interface_hash", "kind", "private"];
    let mut before: Option<&str> = None;
    let mut member = |lines: &mut Lines<'t>, line: &'t str| {
        let member = name(line.strip_prefix("        ")?.strip_suffix(": {")?)?;
        if before.replace(member).is_some_and(|before| before >= member) {
            return None;
        }
        let (mut next, mut count) = (0, 0);
        let more = lines.items("        }", |_, line| {
            let line = line.strip_prefix("          \"")?;
            let (key, rest) = (next..KEYS.len()).find_map(|at| Some((at, line.strip_prefix(KEYS[at])?)))?;
            next = key + 1;
            count += usize::from((1..4).contains(&key));
            let (text, more) = value(rest.strip_prefix("\": ")?);
            match KEYS[key] {
                "kind" => is_kind(text)?,
                "private" => matches!(text, "true" | "false").then_some(())?,
                _ => is_hash(text)?,
            }
            Some(more)
        })?;
        (count == 3).then_some(more)
    };
    (first == "{").then(|| lines.items("      }", &mut member))?
}

/// A value, and whether a comma follows.
fn value(text: &str) -> (&str, bool) {
    text.strip_suffix(',').map_or((text, false), |text| (text, true))
}

/// A text without escapes.
fn name(text: &str) -> Option<&str> {
    let name = text.strip_prefix('"')?.strip_suffix('"')?;
    // Without a way out in between, many bytes are looked at in one step.
    let is_plain = |byte: u8| (byte >= b' ') & (byte != b'"') & (byte != b'\\');
    name.bytes().fold(true, |all, byte| all & is_plain(byte)).then_some(name)
}

/// Whether it is a text, perhaps with escapes of one letter.
fn is_text(text: &str) -> bool {
    if name(text).is_some() {
        return true;
    }
    let Some(text) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else { return false };
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' if bytes.next().is_some_and(|next| b"\"\\/bfnrt".contains(&next)) => {}
            b'\\' | b'"' | 0..=0x1f => return false,
            _ => {}
        }
    }
    true
}

/// A number as it is printed.
fn number(text: &str) -> Option<u32> {
    let is_printed = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| is_printed)
}

fn is_hash(text: &str) -> Option<()> {
    let hash = text.strip_prefix('"')?.strip_suffix('"')?;
    let is_digit = |byte: u8| byte.is_ascii_digit() | matches!(byte, b'a'..=b'f');
    (hash.len() == 32 && hash.bytes().fold(true, |all, byte| all & is_digit(byte))).then_some(())
}

fn is_kind(text: &str) -> Option<()> {
    Kind::deserialize(StrDeserializer::<ValueError>::new(name(text)?)).ok().map(drop)
}

#[cfg(test)]
#[path = "printed_tests.rs"]
mod tests;
