//! Encoders: how text from the repository is written to each sink.
//!
//! Paths, names, labels and code are written by whoever opened the pull request (SPEC 9.4, 13.1). Printed as they are,
//! they could move the cursor, reverse the reading direction, ping a team, close a code fence or start a command. So
//! such text travels as [`Untrusted`], which has no `Display`: the only way out is one of the encoders below, one per
//! sink. Characters that steer instead of being seen are shown in the notation of Rust (`\u{202e}`) by all of them;
//! nothing is dropped, so two different names rarely look the same. JSON keeps every character, in its own notation.

use std::io;

use serde_json::ser::{Formatter, PrettyFormatter};

/// Text that came from the repository. Choose an encoder to print it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Untrusted<'a>(pub &'a str);

/// Columns between two tab stops in shown code.
const TAB_WIDTH: usize = 4;

impl Untrusted<'_> {
    /// For a terminal: one line in which nothing steers.
    pub fn terminal(self) -> String {
        visible(self.0)
    }

    /// For a line of code on a terminal: as [`terminal`](Self::terminal), with tabs as spaces.
    pub fn terminal_code(self) -> String {
        visible_code(self.0)
    }

    /// For a command line that a reader may paste into a POSIX shell: one argument.
    pub fn shell_argument(self) -> String {
        let shown = visible(self.0);
        let harmless = |c: char| c.is_ascii_alphanumeric() || "_-./:@%+=,".contains(c);
        if !shown.is_empty() && shown.chars().all(harmless) {
            return shown;
        }
        format!("'{}'", shown.replace('\'', r"'\''"))
    }

    /// For running text in Markdown: no emphasis, link, mention, issue reference, HTML or table cell comes of it.
    ///
    /// Mentions, references, ids of commits and bare addresses are recognised by GitHub after Markdown is, so a backslash does not
    /// stop them; an invisible space after the character that starts them does.
    pub fn markdown(self) -> String {
        // White space at the start could make a code block of it.
        let shown: Vec<char> = visible(self.0.trim()).chars().collect();
        let mut out = String::with_capacity(shown.len() + 8);
        let mut digits = 0;
        for (at, &c) in shown.iter().enumerate() {
            let next = shown.get(at + 1).copied();
            let previous = at.checked_sub(1).map(|before| shown[before]);
            match c {
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '&' => out.push_str("&amp;"),
                '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '$' => out.extend(['\\', c]),
                // Lists and rules.
                '-' | '+' | '=' if previous.is_none() => out.extend(['\\', c]),
                '.' | ')' if previous.is_some_and(|it| it.is_ascii_digit()) => out.extend(['\\', c]),
                c => out.push(c),
            }
            let starts_link = match c {
                '@' => next.is_some(),
                '#' | ':' => next.is_some_and(|next| !next.is_whitespace()),
                '-' => next.is_some_and(|next| next.is_ascii_digit()) && ends_with(&shown[..at], "gh"),
                'w' | 'W' => next == Some('.') && ends_with(&shown[..=at], "www"),
                _ => false,
            };
            let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_hexdigit());
            digits = if is_digit(Some(c)) { digits + 1 } else { 0 };
            // Seven digits could be a commit, also one of a fork.
            let is_commit = digits == 6 && is_digit(next);
            if is_commit {
                digits = 0;
            }
            if starts_link || is_commit {
                out.push_str(NO_LINK);
            }
        }
        out
    }

    /// For HTML inside of Markdown. Everything but letters and digits is a character reference, so that no Markdown is
    /// seen in it either.
    pub fn html_in_markdown(self) -> String {
        let mut out = String::with_capacity(self.0.len());
        for c in visible(self.0).chars() {
            if c.is_ascii_punctuation() && !"-_/.".contains(c) {
                out.push_str(&format!("&#{};", u32::from(c)));
            } else {
                out.push(c);
            }
        }
        out
    }

    /// For HTML: text inside of an element, or the value of an attribute in double quotes.
    pub fn html(self) -> String {
        let mut out = String::with_capacity(self.0.len() + 8);
        for c in visible(self.0).chars() {
            match c {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '"' => out.push_str("&quot;"),
                '\'' => out.push_str("&#39;"),
                c => out.push(c),
            }
        }
        out
    }

    /// For the message of a GitHub workflow command, after the last `::`.
    pub fn workflow_data(self) -> String {
        // Line ends are shown already, so the percent sign is all that is left to escape.
        visible(self.0).replace('%', "%25")
    }

    /// For a property of a GitHub workflow command, such as `title`.
    pub fn workflow_property(self) -> String {
        self.workflow_data().replace(':', "%3A").replace(',', "%2C")
    }

    /// Whether what is shown is the text itself: a path that is not plain is no path any more once it is shown.
    pub fn is_plain(self) -> bool {
        !self.0.chars().any(steers) && !self.0.contains(OLD_COMMAND)
    }

    /// For a path as a relative reference in a URI: all but the unreserved characters and `/` is percent-encoded, so
    /// that nothing in it is taken for a scheme, a query or a fragment, and every byte comes back.
    pub fn uri(self) -> String {
        let mut out = String::with_capacity(self.0.len());
        for byte in self.0.bytes() {
            if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
                out.push(char::from(byte));
            } else {
                out.push_str(&format!("%{byte:02X}"));
            }
        }
        out
    }

    /// For a message in a SARIF log. Its text may hold links, `[words](address)`, so brackets are escaped as the
    /// standard says; and GitHub repeats it in comments, so nobody is mentioned.
    pub fn sarif_message(self) -> String {
        let mut out = String::with_capacity(self.0.len());
        for c in visible(self.0).chars() {
            match c {
                '[' | ']' => out.extend(['\\', c]),
                '@' => out.extend(['@', '\u{200b}']),
                c => out.push(c),
            }
        }
        out
    }

    /// For a Markdown code span, outside of tables.
    pub fn code_span(self) -> String {
        span(&visible(self.0))
    }

    /// For a Markdown code span in a table cell. A bar ends a cell even inside a span, and behind a backslash it
    /// cannot be escaped there, so it stands between two spans.
    pub fn code_span_in_table(self) -> String {
        let shown = visible(self.0);
        let pieces: Vec<String> =
            shown.split('|').map(|piece| if piece.is_empty() { String::new() } else { span(piece) }).collect();
        if shown.is_empty() { span("") } else { pieces.join(r"\|") }
    }
}

/// A fenced Markdown block of the given lines, each ended, that nothing inside can close.
pub fn fenced<'a>(info: &'static str, lines: impl IntoIterator<Item = (&'static str, Untrusted<'a>)>) -> String {
    // A code line of nothing but its prefix would leave white space at the end of a line.
    let shown = |(prefix, code): (&str, Untrusted<'_>)| {
        let mut line = format!("{prefix}{}", visible_code(code.0));
        line.truncate(line.trim_end().len());
        line
    };
    in_fence(info, &lines.into_iter().map(shown).collect::<Vec<_>>())
}

/// As [`fenced`], for lines that have to come out as they went in: white space at the end stays. What steers is shown
/// all the same, so lines that are not [plain](Untrusted::is_plain) do not come out as they went in.
pub fn fenced_verbatim<'a>(
    info: &'static str,
    lines: impl IntoIterator<Item = (&'static str, Untrusted<'a>)>,
) -> String {
    let shown = |(prefix, line): (&str, Untrusted<'_>)| format!("{prefix}{}", visible(line.0));
    in_fence(info, &lines.into_iter().map(shown).collect::<Vec<_>>())
}

fn in_fence(info: &'static str, lines: &[String]) -> String {
    let fence = "`".repeat(lines.iter().map(|line| longest_run(line)).max().unwrap_or(0).max(2) + 1);
    let mut out = format!("{fence}{info}\n");
    for line in lines {
        out.push_str(line);
        out.push('\n');
    }
    out + &fence + "\n"
}

/// Writes JSON that is also safe to look at: what steers a terminal is written as `\u….`, which reads back the same.
pub struct JsonFormatter<F>(F);

impl JsonFormatter<PrettyFormatter<'static>> {
    /// Indented by two spaces.
    pub fn pretty() -> Self {
        JsonFormatter(PrettyFormatter::new())
    }
}

impl JsonFormatter<serde_json::ser::CompactFormatter> {
    /// On one line.
    pub fn compact() -> Self {
        JsonFormatter(serde_json::ser::CompactFormatter)
    }
}

impl<F: Formatter> Formatter for JsonFormatter<F> {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        // Most of a report: nothing in it can steer.
        if fragment.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'[') {
            return writer.write_all(fragment.as_bytes());
        }
        let mut rest = fragment;
        let bracket = |at: usize, rest: &str| at >= 2 && rest[..=at].ends_with(OLD_COMMAND);
        while let Some((at, c)) = rest.char_indices().find(|&(at, c)| steers(c) || (c == '[' && bracket(at, rest))) {
            writer.write_all(&rest.as_bytes()[..at])?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }

    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_array(writer)
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(writer, first)
    }

    fn end_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array_value(writer)
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object(writer)
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object_value(writer)
    }
}

/// Stands between two characters that would otherwise become a link or a mention.
const NO_LINK: &str = "&#8203;";

/// Whether a character does something instead of showing something: controls, bidirectional marks, and what has no
/// width and so hides. Variation selectors of emoji stay; those of the supplementary plane only ever hide data.
fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// How a workflow command began in the past. GitHub's runner still obeys it, and unlike `::` anywhere in a line of the log:
/// behind a line number, in an error, on both streams.
const OLD_COMMAND: &str = "##[";

fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| push_visible(&mut out, c));
    out
}

fn visible_code(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut column = 0;
    // A carriage return before the line end is how some files end their lines, not something to point at.
    for c in line.strip_suffix('\r').unwrap_or(line).chars() {
        if c == '\t' {
            let spaces = TAB_WIDTH - column % TAB_WIDTH;
            out.extend(std::iter::repeat_n(' ', spaces));
            column += spaces;
        } else {
            push_visible(&mut out, c);
            column += 1;
        }
    }
    out
}

fn push_visible(out: &mut String, c: char) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '[' if out.ends_with("##") => out.push_str("\\x5b"),
        c if !steers(c) => out.push(c),
        c if u32::from(c) <= 0xff => out.push_str(&format!("\\x{:02x}", u32::from(c))),
        c => out.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
    }
}

fn span(shown: &str) -> String {
    if shown.is_empty() {
        return "` `".to_owned();
    }
    let fence = "`".repeat(longest_run(shown) + 1);
    // Markdown takes one space off both ends, and a backtick must not touch the fence.
    let touches = |c: Option<char>| c == Some('`') || c == Some(' ');
    let blank = shown.chars().all(|c| c == ' ');
    let pad = if !blank && (touches(shown.chars().next()) || touches(shown.chars().last())) { " " } else { "" };
    format!("{fence}{pad}{shown}{pad}{fence}")
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

fn ends_with(text: &[char], word: &str) -> bool {
    text.len() >= word.len()
        && text[text.len() - word.len()..].iter().zip(word.chars()).all(|(a, b)| a.eq_ignore_ascii_case(&b))
}

#[cfg(test)]
pub(super) mod laws;
#[cfg(test)]
mod tests;
