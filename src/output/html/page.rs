//! A page: HTML that grows piece by piece.
//!
//! It takes only markup of codesub itself (`&'static str`), numbers and [`Untrusted`] text: there is no way to get
//! repository text into it without the HTML encoder. That encoder holds inside of elements and of attributes in double
//! quotes, and no other attributes are written.

use crate::output::compare::differing;
use crate::output::escape::Untrusted;

/// HTML in the making.
#[derive(Debug, Default)]
pub struct Page {
    html: String,
}

impl Page {
    /// Our own markup and words.
    pub fn markup(&mut self, markup: &'static str) -> &mut Self {
        self.html.push_str(markup);
        self
    }

    /// Text from the repository.
    pub fn text(&mut self, text: Untrusted<'_>) -> &mut Self {
        self.html.push_str(&text.html());
        self
    }

    /// Text from the repository that is code, or a name in code.
    pub fn code(&mut self, text: Untrusted<'_>) -> &mut Self {
        self.markup("<code>").text(text).markup("</code>")
    }

    /// A number.
    pub fn number(&mut self, number: impl Into<u64>) -> &mut Self {
        self.html.push_str(&number.into().to_string());
        self
    }

    /// Text from the repository as part of a command to type.
    pub fn argument(&mut self, text: Untrusted<'_>) -> &mut Self {
        self.text(Untrusted(&text.shell_argument()))
    }

    /// A line of code, with the part in which it differs from its partner in an element of its own.
    pub fn line(&mut self, line: Untrusted<'_>, partner: Option<Untrusted<'_>>, part: Part) -> &mut Self {
        // Tabs as spaces, and what steers in letters, as everywhere: what was made visible stays as it is when encoded.
        let shown = line.terminal_code();
        let Some((start, end)) = partner.and_then(|partner| differing(&shown, &partner.terminal_code())) else {
            return self.text(Untrusted(&shown));
        };
        let (open, close) = match part {
            Part::Removed => ("<del>", "</del>"),
            Part::Added => ("<ins>", "</ins>"),
        };
        self.text(Untrusted(&shown[..start])).markup(open).text(Untrusted(&shown[start..end]));
        self.markup(close).text(Untrusted(&shown[end..]))
    }

    /// All of it.
    pub fn finish(self) -> String {
        self.html
    }
}

/// On which side of a comparison a line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Removed,
    Added,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_that_differs_is_marked_after_encoding() {
        let mut page = Page::default();
        let (old, new) = ("if a < limit_<b>:", "if a < bound_<b>:");
        page.line(Untrusted(old), Some(Untrusted(new)), Part::Removed);
        assert_eq!(page.finish(), "if a &lt; <del>limit_</del>&lt;b&gt;:");
    }
}
