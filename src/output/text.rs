//! Text: the report for people at a terminal.
//!
//! What needs somebody's attention comes first and in full: triggers with the code of before and after and the commands
//! that lead on, then proposals. What needs none (acknowledged triggers, applied proposals, shifted lines) is one line
//! each or one line for all. The last line is the verdict, because that is where the eye is when a command has ended.

pub mod brief;
mod closing;
mod code;
mod proposal;
pub mod push;
mod trigger;

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::Look;
use super::line::Line;
use super::style::Palette;
use super::wording;
use crate::report::{Origin, Proposal, Report};

/// Writes the report for people.
pub fn write(report: &Report, look: &Look, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Page { palette: Palette::new(look.color), width: look.columns(), verbose: look.verbose, out };
    let proposed: BTreeMap<&str, &Proposal> = report
        .proposals
        .iter()
        .filter(|proposal| !proposal.applied)
        .map(|proposal| (proposal.subscription.id.as_str(), proposal))
        .collect();
    for trigger in wording::open_triggers(report, Origin::Diff) {
        trigger::write(trigger, proposed.get(trigger.subscription.id.as_str()).copied(), &mut page)?;
    }
    proposal::write_all(report, &mut page)?;
    let drifted = wording::open_triggers(report, Origin::Drift);
    if !drifted.is_empty() {
        page.heading("Drift", "already different at the base")?;
        page.blank()?;
    }
    for trigger in drifted {
        trigger::write(trigger, proposed.get(trigger.subscription.id.as_str()).copied(), &mut page)?;
    }
    closing::write(report, &mut page)
}

/// Where the report is written, and how.
struct Page<'a> {
    palette: Palette,
    width: usize,
    verbose: bool,
    out: &'a mut dyn Write,
}

impl Page<'_> {
    /// A line, wrapped; what follows its first row is indented by `hang`.
    fn line(&mut self, line: &Line, hang: usize) -> io::Result<()> {
        line.write(self.width, hang, self.out)
    }

    fn blank(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    /// A section's name and what it holds.
    fn heading(&mut self, name: &'static str, about: &'static str) -> io::Result<()> {
        let p = self.palette;
        let mut line = Line::new().word(p.strong, name);
        if !about.is_empty() {
            line = line.space(2).word(p.dim, about);
        }
        self.line(&line, 2)
    }
}
