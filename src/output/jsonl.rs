//! JSON lines: the report as a stream, one object a line, for pipes and log collectors.
//!
//! The first line names the scan, the last is the summary: a reader that saw no summary saw only part of the report.

use std::io::{self, Write};

use serde::Serialize;

use super::Look;
use super::json::{self, v1};
use crate::report::Report;

/// Writes the report, one object a line.
pub fn write(report: &Report, _look: &Look, out: &mut dyn Write) -> io::Result<()> {
    let report = v1::Report::from(report);
    write_record(&Record::Scan { schema: report.schema, base: report.base, target: report.target }, out)?;
    for trigger in report.triggers {
        write_record(&Record::Trigger(Box::new(trigger)), out)?;
    }
    for proposal in report.proposals {
        write_record(&Record::Proposal(Box::new(proposal)), out)?;
    }
    for note in report.notes {
        write_record(&Record::Note(note), out)?;
    }
    let summary = Record::Summary {
        complete: report.complete,
        unchanged: report.unchanged.len(),
        subscriptions_changed: report.subscriptions_changed,
        stats: report.stats,
    };
    write_record(&summary, out)
}

/// One line.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Record {
    Scan { schema: v1::Schema, base: v1::Revision, target: v1::Revision },
    Trigger(Box<v1::Trigger>),
    Proposal(Box<v1::Proposal>),
    Note(v1::Note),
    Summary { complete: bool, unchanged: usize, subscriptions_changed: v1::ListChanges, stats: v1::Stats },
}

fn write_record(record: &Record, out: &mut dyn Write) -> io::Result<()> {
    json::write_line(record, out)
}
