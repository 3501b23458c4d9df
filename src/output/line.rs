//! A line for a terminal: styled pieces, wrapped to the width that there is.
//!
//! A line takes only words of codesub itself (`&'static str`), numbers and [`Untrusted`] text: there is no way to get
//! repository text into it without the terminal encoder. Wrapping counts columns, not characters.

use std::io::{self, Write};

use anstyle::Style;
use unicode_width::UnicodeWidthChar;

use super::compare::differing;
use super::escape::Untrusted;

/// Styled text that has not been wrapped yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    pieces: Vec<(Style, String)>,
}

impl Line {
    pub fn new() -> Self {
        Line::default()
    }

    /// Our own words.
    #[must_use]
    pub fn word(self, style: Style, text: &'static str) -> Self {
        self.piece(style, text.to_owned())
    }

    /// A number.
    #[must_use]
    pub fn number(self, style: Style, number: impl Into<i128>) -> Self {
        self.piece(style, number.into().to_string())
    }

    /// Text from the repository.
    #[must_use]
    pub fn show(self, style: Style, text: Untrusted<'_>) -> Self {
        self.piece(style, text.terminal())
    }

    /// A line of code from the repository, as it stands.
    #[must_use]
    pub fn code(self, style: Style, text: Untrusted<'_>) -> Self {
        self.piece(style, text.terminal_code())
    }

    /// A line of code, with the part in which it differs from its partner in a style of its own.
    #[must_use]
    pub fn code_against(self, style: Style, part: Style, text: Untrusted<'_>, partner: Option<Untrusted<'_>>) -> Self {
        let text = text.terminal_code();
        let Some((start, end)) = partner.and_then(|partner| differing(&text, &partner.terminal_code())) else {
            return self.piece(style, text);
        };
        let (head, middle, tail) = (text[..start].to_owned(), text[start..end].to_owned(), text[end..].to_owned());
        self.piece(style, head).piece(part, middle).piece(style, tail)
    }

    /// Text from the repository as part of a command to type.
    #[must_use]
    pub fn argument(self, style: Style, text: Untrusted<'_>) -> Self {
        self.piece(style, text.shell_argument())
    }

    /// Spaces.
    #[must_use]
    pub fn space(self, columns: usize) -> Self {
        self.piece(Style::new(), " ".repeat(columns))
    }

    /// All of another line.
    #[must_use]
    pub fn then(mut self, other: Line) -> Self {
        self.pieces.extend(other.pieces);
        self
    }

    /// Columns it takes unwrapped.
    pub fn columns(&self) -> usize {
        self.pieces.iter().map(|(_, text)| text.chars().map(columns_of).sum::<usize>()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.pieces.iter().all(|(_, text)| text.is_empty())
    }

    /// The same line, cut to a number of columns; `…` tells that something is missing.
    #[must_use]
    pub fn cut(self, columns: usize) -> Self {
        if self.columns() <= columns {
            return self;
        }
        let mut room = columns.saturating_sub(1);
        let mut out = Line::new();
        for (style, text) in self.pieces {
            let fits: String = text
                .chars()
                .take_while(|&c| {
                    let fits = columns_of(c) <= room;
                    room = if fits { room - columns_of(c) } else { 0 };
                    fits
                })
                .collect();
            let whole = fits.len() == text.len();
            out = out.piece(style, fits);
            if !whole {
                return out.piece(style, "…".to_owned());
            }
        }
        out
    }

    /// Writes the line and its end, wrapped to `width`; what follows the first row is indented by `hang`.
    pub fn write(&self, width: usize, hang: usize, out: &mut dyn Write) -> io::Result<()> {
        let cells: Vec<Cell> = self.pieces.iter().flat_map(|(style, text)| text.chars().map(|c| (*style, c))).collect();
        let mut rest = &cells[..];
        let mut indent = 0;
        loop {
            let (row, after) = split(rest, width.saturating_sub(indent).max(1));
            write!(out, "{:indent$}", "")?;
            match commanding(row) {
                Some(at) => write_row(&[&row[..at], &escaped(row[at].0), &row[at + 1..]].concat(), out)?,
                None => write_row(row, out)?,
            }
            writeln!(out)?;
            if after.is_empty() {
                return Ok(());
            }
            (rest, indent) = (after, hang);
        }
    }

    fn piece(mut self, style: Style, text: String) -> Self {
        self.pieces.push((style, text));
        self
    }
}

/// A character and how it looks.
type Cell = (Style, char);

/// How many columns a character takes on a terminal.
fn columns_of(c: char) -> usize {
    c.width().unwrap_or(0)
}

/// Takes the cells of one row: up to the last space that fits, else the last mark of a path that fits, else what fits.
fn split(cells: &[Cell], room: usize) -> (&[Cell], &[Cell]) {
    let mut used = 0;
    let fit = cells
        .iter()
        .position(|&(_, c)| {
            used += columns_of(c);
            used > room
        })
        .unwrap_or(cells.len());
    if fit == cells.len() {
        return (trim_end(cells), &[]);
    }
    let at_space = (1..=fit).rev().find(|&at| cells[at].1 == ' ' && trim_end(&cells[..at]).len() * 3 > fit);
    let at_mark = || (1..fit).rev().find(|&at| "/,.:".contains(cells[at - 1].1) && at * 2 > fit);
    let at = at_space.or_else(at_mark).unwrap_or(fit.max(1));
    let after = cells[at..].iter().position(|&(_, c)| c != ' ').map_or(cells.len(), |spaces| at + spaces);
    (trim_end(&cells[..at]), &cells[after..])
}

fn trim_end(cells: &[Cell]) -> &[Cell] {
    let kept = cells.iter().rposition(|&(_, c)| c != ' ').map_or(0, |last| last + 1);
    &cells[..kept]
}

/// Where a row begins with what GitHub's runner would take for a workflow command: it passes over white space, so an
/// indented path is one as well, and a row begins wherever a line is wrapped.
fn commanding(row: &[Cell]) -> Option<usize> {
    let at = row.iter().position(|(_, c)| !c.is_whitespace())?;
    (row[at].1 == ':' && row.get(at + 1).is_some_and(|(_, c)| *c == ':')).then_some(at)
}

/// A colon as the encoders show what steers.
fn escaped(style: Style) -> Vec<Cell> {
    r"\x3a".chars().map(|c| (style, c)).collect()
}

fn write_row(row: &[Cell], out: &mut dyn Write) -> io::Result<()> {
    for run in row.chunk_by(|a, b| a.0 == b.0) {
        let style = run[0].0;
        let text: String = run.iter().map(|&(_, c)| c).collect();
        write!(out, "{style}{text}{style:#}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(line: &Line, width: usize, hang: usize) -> String {
        let mut out = Vec::new();
        line.write(width, hang, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn wraps_at_spaces_then_at_path_marks_then_anywhere() {
        let plain = Style::new();
        let words = Line::new().word(plain, "the quick brown fox jumps");
        assert_eq!(wrapped(&words, 12, 2), "the quick\n  brown fox\n  jumps\n");
        let path = Line::new().show(plain, Untrusted("src/payments/ledger.py"));
        assert_eq!(wrapped(&path, 15, 0), "src/payments/\nledger.py\n");
        let long = Line::new().word(plain, "abcdefgh");
        assert_eq!(wrapped(&long, 3, 1), "abc\n de\n fg\n h\n");
    }

    /// Whatever a name says, no row of a log is a workflow command (SPEC 9.4).
    #[test]
    fn no_row_is_a_command() {
        let path = Line::new().space(4).show(Style::new(), Untrusted("::error::x ::add-mask::y"));
        assert_eq!(wrapped(&path, 18, 2), "    \\x3a:error::x\n  \\x3a:add-mask::y\n");
        assert_eq!(wrapped(&path, 80, 2), "    \\x3a:error::x ::add-mask::y\n");
        let no_break_space = Line::new().show(Style::new(), Untrusted("\u{a0}::error::x"));
        assert_eq!(wrapped(&no_break_space, 80, 0), "\u{a0}\\x3a:error::x\n");
    }

    #[test]
    fn counts_columns_not_characters() {
        let wide = Line::new().show(Style::new(), Untrusted("日本語"));
        assert_eq!(wide.columns(), 6);
        assert_eq!(wrapped(&wide, 5, 0), "日本\n語\n");
        assert_eq!(wrapped(&wide.clone().cut(5), 80, 0), "日本…\n");
        assert_eq!(wide.clone().cut(6), wide);
    }

    #[test]
    fn styles_do_not_leak_over_row_ends() {
        let red = Style::new().fg_color(Some(anstyle::AnsiColor::Red.into()));
        let line = Line::new().word(red, "aa bb");
        assert_eq!(wrapped(&line, 2, 0), "\x1b[31maa\x1b[0m\n\x1b[31mbb\x1b[0m\n");
    }
}
