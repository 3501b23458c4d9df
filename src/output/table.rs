//! Tables: aligned columns for the commands that list things.
//!
//! Columns are as wide as their longest cell. Where a terminal is too narrow for all of it, the widest columns give way
//! and their cells are cut with `…`; a row stays a row. The last column is not padded.

use std::io::{self, Write};

use super::escape::Untrusted;
use super::line::Line;
use super::style::Palette;

/// Spaces between columns.
const GAP: usize = 2;
/// No column is cut below this.
const MIN_COLUMN: usize = 8;

/// Rows of cells under an optional heading.
#[derive(Debug, Clone, Default)]
pub struct Table {
    heading: Option<Vec<Line>>,
    rows: Vec<Vec<Line>>,
}

impl Table {
    /// A table without a heading.
    pub fn new() -> Self {
        Table::default()
    }

    /// A table with the names of its columns in the first row.
    pub fn with_heading<const N: usize>(names: [&'static str; N], palette: &Palette) -> Self {
        let heading = names.into_iter().map(|name| Line::new().word(palette.dim, name)).collect();
        Table { heading: Some(heading), rows: Vec::new() }
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = Line>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// A row that names a fact and tells it.
    pub fn fact(&mut self, palette: &Palette, name: &'static str, value: &str) {
        self.row([Line::new().word(palette.dim, name), Line::new().show(palette.plain, Untrusted(value))]);
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Writes the rows, each on one line, indented by `indent` and no wider than `width`.
    pub fn write(&self, indent: usize, width: usize, out: &mut dyn Write) -> io::Result<()> {
        let widths = self.widths(width.saturating_sub(indent));
        for row in self.heading.iter().chain(&self.rows) {
            let mut line = Line::new().space(indent);
            let last = row.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
            for (cell, &columns) in row[..last].iter().zip(&widths) {
                let cell = cell.clone().cut(columns);
                let padding = columns - cell.columns() + GAP;
                line = line.then(cell).space(padding);
            }
            line.write(usize::MAX, 0, out)?;
        }
        Ok(())
    }

    fn widths(&self, room: usize) -> Vec<usize> {
        let mut widths: Vec<usize> = Vec::new();
        for row in self.heading.iter().chain(&self.rows) {
            widths.resize(widths.len().max(row.len()), 0);
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.columns());
            }
        }
        let room = room.saturating_sub(GAP * widths.len().saturating_sub(1));
        let mut excess = widths.iter().sum::<usize>().saturating_sub(room);
        while excess > 0 {
            let Some(widest) = widths.iter_mut().max().filter(|width| **width > MIN_COLUMN) else { break };
            *widest -= 1;
            excess -= 1;
        }
        widths
    }
}

#[cfg(test)]
mod tests {
    use anstyle::Style;

    use super::*;
    use crate::output::escape::Untrusted;

    fn shown(table: &Table, width: usize) -> String {
        let mut out = Vec::new();
        table.write(2, width, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn cell(text: &str) -> Line {
        Line::new().show(Style::new(), Untrusted(text))
    }

    #[test]
    fn aligns_by_columns_and_cuts_the_widest() {
        let mut table = Table::with_heading(["id", "target", ""], &Palette::new(false));
        table.row([cell("日本"), cell("src/a.py::f"), cell("x\x1b")]);
        table.row([cell("limits"), cell("src/payments/ledger.py::Ledger.post"), cell("")]);
        assert_eq!(
            shown(&table, 80),
            "  id      target\n  日本    src/a.py::f                          x\\x1b\n  limits  src/payments/ledger.py::Ledger.post\n"
        );
        assert_eq!(
            shown(&table, 34),
            "  id      target\n  日本    src/a.py::f        x\\x1b\n  limits  src/payments/led…\n"
        );
    }
}
