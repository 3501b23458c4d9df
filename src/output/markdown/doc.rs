//! Markdown in the making.
//!
//! A document takes only markup and words of codesub itself (`&'static str`), numbers, [`Untrusted`] text and checked
//! [`Mention`]s: there is no way to get repository text into it without an encoder. Text that is longer than anybody
//! reads is cut on its way in, where the sink has a limit at all.

use std::borrow::Cow;

use crate::output::escape::{Untrusted, fenced, fenced_verbatim};
use crate::output::mention::Mention;

/// How much of one text is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lengths {
    /// Characters of a name, a path, a label.
    pub text: usize,
    /// Characters of a line of code.
    pub line: usize,
}

/// Markdown, and how much of a text goes into it.
#[derive(Debug, Clone)]
pub struct Doc {
    text: String,
    lengths: Lengths,
}

impl Doc {
    pub fn new(lengths: Lengths) -> Self {
        Doc { text: String::new(), lengths }
    }

    /// Our own markup and words.
    pub fn markup(&mut self, markup: &'static str) -> &mut Self {
        self.text.push_str(markup);
        self
    }

    /// Our own words, as a list with commas.
    pub fn words(&mut self, words: &[&'static str]) -> &mut Self {
        self.text.push_str(&words.join(", "));
        self
    }

    pub fn number(&mut self, number: usize) -> &mut Self {
        self.text.push_str(&number.to_string());
        self
    }

    /// A number and what is counted.
    pub fn count(&mut self, count: usize, one: &'static str, many: &'static str) -> &mut Self {
        self.number(count).markup(if count == 1 { one } else { many })
    }

    /// Running text from the repository.
    pub fn text(&mut self, text: Untrusted<'_>) -> &mut Self {
        self.text.push_str(&Untrusted(&cut(text.0, self.lengths.text)).markdown());
        self
    }

    /// A name from the repository, in a code span.
    pub fn code(&mut self, text: Untrusted<'_>) -> &mut Self {
        self.text.push_str(&Untrusted(&cut(text.0, self.lengths.text)).code_span());
        self
    }

    /// Names from the repository in code spans, at most `limit` of them.
    pub fn codes(&mut self, entries: &[String], limit: usize) -> &mut Self {
        for (at, entry) in entries.iter().take(limit).enumerate() {
            self.markup(if at == 0 { "" } else { ", " }).code(Untrusted(entry));
        }
        if entries.len() > limit {
            self.markup(" and ").number(entries.len() - limit).markup(" more");
        }
        self
    }

    /// A name from the repository in a cell of a table.
    pub fn cell(&mut self, text: Untrusted<'_>) -> &mut Self {
        self.text.push_str(&Untrusted(&cut(text.0, self.lengths.text)).code_span_in_table());
        self
    }

    /// A name from the repository inside of `<summary>`. Markdown may or may not be read there: HTML's own escapes hold
    /// either way.
    pub fn html_code(&mut self, text: Untrusted<'_>) -> &mut Self {
        self.markup("<code>");
        self.text.push_str(&Untrusted(&cut(text.0, self.lengths.text)).html_in_markdown());
        self.markup("</code>")
    }

    /// Somebody whom GitHub will notify.
    pub fn mention(&mut self, mention: Mention<'_>) -> &mut Self {
        self.text.push('@');
        self.text.push_str(mention.name());
        self
    }

    /// Lines of code in a fence, each behind a prefix of ours.
    pub fn fence<'a>(
        &mut self,
        info: &'static str,
        lines: impl IntoIterator<Item = (&'static str, Cow<'a, str>)>,
    ) -> &mut Self {
        let limit = self.lengths.line;
        let lines: Vec<(&'static str, String)> =
            lines.into_iter().map(|(prefix, line)| (prefix, cut(&line, limit).into_owned())).collect();
        self.text.push_str(&fenced(info, lines.iter().map(|(prefix, line)| (*prefix, Untrusted(line)))));
        self
    }

    /// Lines to copy, in a fence: never cut, and as they are where they are [plain](Untrusted::is_plain).
    pub fn verbatim<'a>(
        &mut self,
        info: &'static str,
        lines: impl IntoIterator<Item = (&'static str, Untrusted<'a>)>,
    ) -> &mut Self {
        self.text.push_str(&fenced_verbatim(info, lines));
        self
    }

    /// All of another document.
    pub fn append(&mut self, other: &Doc) -> &mut Self {
        self.text.push_str(&other.text);
        self
    }

    /// An empty document with the same lengths.
    #[must_use]
    pub fn fresh(&self) -> Doc {
        Doc::new(self.lengths)
    }

    pub fn ends_with(&self, end: &str) -> bool {
        self.text.ends_with(end)
    }

    /// In bytes.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub fn finish(self) -> String {
        self.text
    }
}

/// At most so many characters; `…` tells that something is missing.
fn cut(text: &str, limit: usize) -> Cow<'_, str> {
    // Bytes are the upper bound of characters, and quick to compare.
    if text.len() <= limit {
        return Cow::Borrowed(text);
    }
    match text.char_indices().nth(limit) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_cut_at_a_character() {
        assert_eq!((cut("naïve", 5), cut("naïve", 3)), ("naïve".into(), "naï…".into()));
        let mut doc = Doc::new(Lengths { text: 4, line: 3 });
        doc.code(Untrusted("abcdef")).markup(" ").text(Untrusted("@abc@d")).markup("\n");
        doc.fence("diff", [("+", "abcdef".into())]);
        assert_eq!(doc.finish(), "`abcd…` @&#8203;abc…\n```diff\n+abc…\n```\n");
    }

    #[test]
    fn long_lists_say_how_many_more() {
        let mut doc = Doc::new(Lengths { text: 9, line: 9 });
        let names: Vec<String> = ["a", "b", "c"].map(str::to_owned).into();
        doc.codes(&names, 2).markup("; ").codes(&names, 3);
        assert_eq!(doc.finish(), "`a`, `b` and 1 more; `a`, `b`, `c`");
    }
}
