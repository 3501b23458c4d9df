//! Formats: how a report is written.
//!
//! One file a format, all with the same signature, and one exhaustive match: a new format is a file, a variant of
//! [`Format`] and an arm in [`write_report`]. A format writes only to the writer it is given, reads no environment, and
//! gives the same bytes for the same report (SPEC §7). Text from the repository passes through [`escape`] on its way
//! (SPEC 9.4).

pub mod comment;
pub mod diff;
pub mod escape;
pub mod json;
pub mod line;
pub mod style;
pub mod table;

mod anchor;
mod compare;
mod github;
mod html;
mod jsonl;
mod markdown;
mod mention;
mod sarif;
mod text;
mod wording;

#[cfg(test)]
pub(crate) mod sample;
#[cfg(test)]
mod tests;

use std::io::{self, Write};

use crate::report::Report;

pub use text::brief::Brief;
pub use text::push::{Stop, write_stops};

/// The formats of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people, at a terminal.
    Text,
    /// One JSON object, see docs/schemas/report.schema.json.
    Json,
    /// One JSON object a line: the scan, each finding, the summary.
    Jsonl,
    /// For pull-request comments and CI summaries.
    Markdown,
    /// SARIF 2.1.0, for code scanning and editors.
    Sarif,
    /// Workflow commands: annotations of a GitHub workflow run.
    Github,
    /// One page that needs nothing else, with filters.
    Html,
}

/// How the text format may look. Machine formats take no notice of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    pub color: bool,
    /// Columns of the terminal; less than [`Look::MIN_WIDTH`] counts as that.
    pub width: usize,
    /// Shows what is otherwise folded: line shifts, long diffs.
    pub verbose: bool,
}

impl Look {
    /// Below this, wrapping hurts more than it helps.
    pub const MIN_WIDTH: usize = 60;
    /// Wider than anything: nothing is wrapped or cut.
    pub const UNBOUNDED: usize = 100_000;

    /// The columns to wrap at.
    pub fn columns(&self) -> usize {
        self.width.max(Self::MIN_WIDTH)
    }
}

impl Default for Look {
    fn default() -> Self {
        Look { color: false, width: 80, verbose: false }
    }
}

/// Writes a report.
pub fn write_report(report: &Report, format: Format, look: &Look, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Text => text::write(report, look, out),
        Format::Json => json::write(report, look, out),
        Format::Jsonl => jsonl::write(report, look, out),
        Format::Markdown => markdown::write(report, look, out),
        Format::Sarif => sarif::write(report, look, out),
        Format::Github => github::write(report, look, out),
        Format::Html => html::write(report, look, out),
    }
}
