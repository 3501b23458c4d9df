//! Quotes: the source lines that a report shows of before and after.
//!
//! They are read from the object database once it is known what is worth quoting. A text that is quoted several times in a
//! row is read once; not all are held, and all excerpts together have a limit (SPEC 13.2).

use std::collections::HashMap;

use crate::detect::findings::Quote;
use crate::error::{Error, Result};
use crate::git::{Blob, Reader};
use crate::report::{Excerpt, MAX_QUOTED};

/// Longer excerpts are cut; no format shows more.
const MAX_EXCERPT_LINES: usize = 400;

/// Texts that are quoted from are held up to this many bytes, then read again: a pull request can touch a thousand files
/// of 8 MiB.
const MAX_HELD: usize = 32 * 1024 * 1024;

/// Source lines on demand.
pub(super) struct Quotes<'a> {
    reader: &'a Reader,
    texts: HashMap<String, Option<Text>>,
    /// About how many bytes `texts` has.
    held: usize,
    /// What the report may still quote.
    budget: usize,
}

/// A text and where its lines start, so that a quote costs its own lines and not all those above.
struct Text {
    text: String,
    starts: Vec<usize>,
}

impl Text {
    fn new(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Text { text, starts }
    }

    /// Lines from a 1-based number on.
    fn lines_from(&self, first: u32) -> std::str::Lines<'_> {
        let start = self.starts.get(first as usize - 1).copied().unwrap_or(self.text.len());
        self.text[start..].lines()
    }
}

impl<'a> Quotes<'a> {
    pub(super) fn new(reader: &'a Reader) -> Self {
        Quotes { reader, texts: HashMap::new(), held: 0, budget: MAX_QUOTED }
    }

    /// The lines of a quote; `None` where the file cannot be shown.
    pub(super) fn excerpt(&mut self, quote: &Quote) -> Result<Option<Excerpt>> {
        if !self.texts.contains_key(&quote.blob) {
            if self.held > MAX_HELD {
                self.texts.clear();
                self.held = 0;
            }
            let id = quote.blob.parse().map_err(|_| Error::internal(format!("bad object id {}", quote.blob)))?;
            let text = match self.reader.read(id, crate::git::MAX_BLOB)? {
                Blob::Bytes(bytes) => Some(Text::new(&bytes)),
                Blob::TooLarge(_) | Blob::Missing => None,
            };
            self.held += text.as_ref().map_or(0, |text| text.text.len() + text.starts.len() * size_of::<usize>());
            self.texts.insert(quote.blob.clone(), text);
        }
        let Some(Some(text)) = self.texts.get(&quote.blob) else { return Ok(None) };
        let first = quote.place.start_line.max(1);
        let count = (quote.place.end_line.saturating_sub(first) as usize + 1).min(MAX_EXCERPT_LINES);
        let mut excerpt = Excerpt { path: quote.place.path.clone(), start_line: first, lines: Vec::new() };
        excerpt.quote(text.lines_from(first).take(count), &mut self.budget);
        Ok(Some(excerpt))
    }
}
