//! Markdown: the report for pull-request comments and CI summaries.
//!
//! A verdict, a table of the triggers, each with its code folded below, then what moved, notes, and what to do. It is
//! written for somebody who never heard of codesub and finds it under their pull request.
//!
//! As a format it shows everything. As a [comment](super::comment) it has to keep to a limit: rows of the table come
//! first, because they say the most in the fewest bytes, and the folded code gets what the rest leaves. Text from the
//! repository passes through the Markdown encoders only: see [`doc::Doc`], which takes nothing else.

mod closing;
mod details;
pub(super) mod doc;
mod patch;
mod proposals;
mod section;
mod table;

use std::io::{self, Write};

use self::closing::Left;
use self::doc::{Doc, Lengths};
use self::section::Section;
use super::comment::Mentions;
use super::escape::Untrusted;
use super::wording::{self, Counts};
use super::{Look, compare};
use crate::report::{Origin, Report, RevisionLabel};

pub use table::MOST_NAMES;

/// Writes the report for a pull request, all of it. Nobody is mentioned: whoever posts it decides whom to ping.
pub fn write(report: &Report, _look: &Look, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(render(report, &Limits::NONE, &mut Mentions::nobody()).as_bytes())
}

/// How much is shown.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes of the whole.
    pub bytes: usize,
    lengths: Lengths,
    /// Entries of a list inside of an entry.
    entries: usize,
    /// Rows of code of a trigger, and when these take too much room.
    code: compare::Limits,
    brief: compare::Limits,
}

impl Limits {
    const ROWS: compare::Limits = compare::Limits { context: 3, rows: 60, one_sided: 24 };
    const BRIEF: compare::Limits = compare::Limits { context: 1, rows: 12, one_sided: 6 };

    pub const NONE: Limits = Limits {
        // Far from overflow when shares of it are added up.
        bytes: usize::MAX / 4,
        lengths: Lengths { text: usize::MAX, line: usize::MAX },
        entries: usize::MAX,
        code: Self::ROWS,
        brief: Self::BRIEF,
    };

    /// For a comment of at most so many bytes.
    pub fn comment(bytes: usize) -> Self {
        Limits { bytes, lengths: Lengths { text: 300, line: 240 }, entries: 40, ..Self::NONE }
    }

    /// For a summary of at most so many bytes, which is a page of its own.
    pub fn summary(bytes: usize) -> Self {
        Limits { bytes, lengths: Lengths { text: 1000, line: 500 }, entries: 200, ..Self::NONE }
    }
}

/// Longer than what [`closing::left_out`] writes.
const NOTICE: usize = 600;

/// The report within limits. Whoever is mentioned in it is noted in `mentions`.
pub fn render(report: &Report, limits: &Limits, mentions: &mut Mentions) -> String {
    let blank = Doc::new(limits.lengths);
    let (mut head, mut foot) = (blank.fresh(), blank.fresh());
    verdict(report, &mut head);
    closing::what_to_do(report, &mut foot);
    let open = wording::open_triggers(report, Origin::Diff);
    let drifted = wording::open_triggers(report, Origin::Drift);

    // The shares are of what is left each time, so that together they stay within the limit.
    let mut room = limits.bytes.saturating_sub(head.len() + foot.len() + NOTICE);
    let mut take = |share: usize, write: &mut dyn FnMut(usize) -> Section| {
        let section = write(room / share);
        room = room.saturating_sub(section.len());
        section
    };
    let table = take(2, &mut |room| table::write(&open, mentions, room, &blank));
    let drift_table = take(4, &mut |room| table::write(&drifted, &mut Mentions::nobody(), room, &blank));
    let proposals = take(3, &mut |room| proposals::write(report, room, &blank));
    let settled = take(4, &mut |room| closing::settled(report, room, &blank));
    let notes = take(4, &mut |room| closing::notes(report, room, limits.entries, &blank));
    let (seen, seen_drift) = (&open[..table.shown], &drifted[..drift_table.shown]);
    let details = take(1, &mut |room| details::write(seen, room.saturating_sub(DRIFT.len()), limits, &blank));
    let drift_details =
        take(1, &mut |room| details::write(seen_drift, room.saturating_sub(DRIFT.len()), limits, &blank));

    let mut doc = head;
    table.write(&mut doc);
    details.write(&mut doc);
    proposals.write(&mut doc);
    if drift_table.shown > 0 {
        doc.markup(DRIFT);
        drift_table.write(&mut doc);
        drift_details.write(&mut doc);
    }
    notes.write(&mut doc);
    settled.write(&mut doc);
    let left = Left {
        triggers: table.left + drift_table.left,
        details: details.left + drift_details.left,
        proposals: proposals.left,
        settled: settled.left,
        notes: notes.left,
    };
    closing::left_out(report, &left, &mut doc);
    doc.append(&foot);
    doc.finish()
}

const DRIFT: &str =
    "### Drift\n\nAlready different at the base: somebody changed it before, and nobody accepted it.\n\n";

/// What is left of a comment when there is nothing to say any more.
pub fn all_clear(report: &Report) -> String {
    let mut doc = Doc::new(Limits::comment(0).lengths);
    doc.markup("## ✅ codesub: all clear\n\n").markup(ABOUT);
    doc.markup(" What was reported here before is settled: this change no longer touches any of it unasked.\n\n");
    figures(report, &mut doc);
    doc.finish()
}

/// For a reader who never heard of it.
const ABOUT: &str = "codesub watches the code that people listed in `codesub.yaml` because they depend on it.";

fn verdict(report: &Report, doc: &mut Doc) {
    let counts = Counts::of(report);
    let open = counts.blocking + counts.other > 0;
    let is_told = report.triggers.iter().any(|it| !it.acknowledged && !it.subscription.notify.is_empty());
    let accepted = report.triggers.iter().any(|trigger| trigger.acknowledged);
    doc.markup(match (!report.is_undecided(), counts) {
        (false, _) => "## ⚠️ codesub: the check is incomplete",
        (true, Counts { blocking: 1.., .. }) => "## ❌ codesub: subscribed code changed",
        (true, Counts { other: 1.., .. }) => "## 🔔 codesub: subscribed code changed",
        (true, Counts { proposals: 1.., .. }) => "## 🧭 codesub: subscribed code moved",
        (true, _) if accepted => "## ✅ codesub: subscribed code changed, and somebody accepted it",
        (true, _) => "## ✅ codesub: no subscribed code changed",
    });
    doc.markup("\n\n").markup(ABOUT).markup(match () {
        () if open && is_told => " This change touches some of it; those in the last column asked to be told.",
        () if open => " This change touches some of it.",
        () if counts.proposals > 0 => " This change moves some of it.",
        () if accepted => " This change touches some of it, and accepts that in `codesub.lock`.",
        () if report.is_undecided() => " Some of it could not be checked.",
        () => " This change touches none of it.",
    });
    doc.markup("\n\n");
    figures(report, doc);
    if counts.blocking > 0 && counts.other > 0 {
        doc.markup("❌ stops the check, 🔔 only tells.\n\n");
    }
    if let Some(words) = wording::incomplete(report) {
        doc.markup("> [!WARNING]\n> ").markup(words).markup("\n\n");
    }
}

/// Counts, and what was compared with what.
fn figures(report: &Report, doc: &mut Doc) {
    for (at, (count, words)) in Counts::of(report).parts().into_iter().enumerate() {
        doc.markup(if at == 0 { "" } else { ", " });
        match (at, words) {
            (0, "blocking") => doc.markup("**").number(count).markup(" blocking**"),
            _ => doc.number(count).markup(" ").markup(words),
        };
    }
    doc.markup(". Base ");
    revision(&report.base, doc);
    doc.markup(", head ");
    revision(&report.target, doc);
    doc.markup(".\n\n");
}

fn revision(label: &RevisionLabel, doc: &mut Doc) {
    let Some(commit) = &label.commit else {
        doc.code(Untrusted(&label.name));
        return;
    };
    doc.code(Untrusted(wording::short_commit(commit)));
    if !commit.starts_with(label.name.as_str()) {
        doc.markup(" (").code(Untrusted(&label.name)).markup(")");
    }
}
