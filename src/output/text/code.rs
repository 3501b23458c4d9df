//! The small diff of before and after, with line numbers of both.

use std::io;

use super::Page;
use crate::output::compare::{self, Limits, Row};
use crate::output::escape::Untrusted;
use crate::output::line::Line;
use crate::report::Trigger;

/// A line of code is shown on at most this many rows: a minified file must not fill the screen.
const ROWS_A_LINE: usize = 3;

/// Writes the code of a trigger, or nothing where there is nothing to see.
pub fn write(trigger: &Trigger, page: &mut Page<'_>) -> io::Result<()> {
    let limits = if page.verbose { Limits { context: 3, rows: 400, one_sided: 400 } } else { Limits::default() };
    let rows = compare::rows(trigger, limits);
    if rows.is_empty() {
        return Ok(());
    }
    page.blank()?;
    let gutter = Gutter::of(&rows);
    for row in rows {
        let line = gutter.line(row, page);
        let hang = gutter.columns() + 2;
        let room = page.width.saturating_sub(hang).max(1);
        line.cut(hang + room * ROWS_A_LINE).write(page.width, hang, page.out)?;
    }
    Ok(())
}

/// The columns of line numbers: as wide as they need to be, and absent where a side is.
struct Gutter {
    old: usize,
    new: usize,
}

impl Gutter {
    fn of(rows: &[Row<'_>]) -> Self {
        let digits = |line: Option<u32>| line.map_or(0, |line| line.to_string().len());
        let old = rows.iter().filter_map(|row| match row {
            Row::Same { old, .. } => Some(*old),
            Row::Old { line, .. } => Some(*line),
            _ => None,
        });
        let new = rows.iter().filter_map(|row| match row {
            Row::Same { new, .. } => Some(*new),
            Row::New { line, .. } => Some(*line),
            _ => None,
        });
        Gutter { old: digits(old.max()), new: digits(new.max()) }
    }

    /// Columns up to and with the bar.
    fn columns(&self) -> usize {
        2 + self.old + self.new + 1 + usize::from(self.old > 0 && self.new > 0) + 1
    }

    fn line(&self, row: Row<'_>, page: &Page<'_>) -> Line {
        let p = page.palette;
        match row {
            Row::Same { old, new, text } => {
                self.numbers(Some(old), Some(new), page).space(3).code(p.plain, Untrusted(text))
            }
            Row::Old { line, text, partner } => {
                let line = self.numbers(Some(line), None, page).word(p.old, " - ");
                line.code_against(p.old, p.old_part, Untrusted(text), partner.map(Untrusted))
            }
            Row::New { line, text, partner } => {
                let line = self.numbers(None, Some(line), page).word(p.new, " + ");
                line.code_against(p.new, p.new_part, Untrusted(text), partner.map(Untrusted))
            }
            Row::Folded(lines) => self.gap(lines, if lines == 1 { " line" } else { " lines" }, page),
            Row::More(lines) => self.gap(lines, if lines == 1 { " more line" } else { " more lines" }, page),
        }
    }

    fn numbers(&self, old: Option<u32>, new: Option<u32>, page: &Page<'_>) -> Line {
        let dim = page.palette.dim;
        let column = |line: Line, number: Option<u32>, width: usize| match number {
            Some(number) => line.space(width - number.to_string().len()).number(dim, number),
            None => line.space(width),
        };
        let mut line = column(Line::new().space(2), old, self.old);
        if self.old > 0 && self.new > 0 {
            line = line.space(1);
        }
        column(line, new, self.new).word(dim, " │")
    }

    fn gap(&self, lines: usize, words: &'static str, page: &Page<'_>) -> Line {
        let dim = page.palette.dim;
        self.numbers(None, None, page).space(3).word(dim, "… ").number(dim, lines as i128).word(dim, words)
    }
}
