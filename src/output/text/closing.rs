//! The end of the report: what needs nobody, then the verdict.

use std::io;

use super::{Page, trigger};
use crate::output::escape::Untrusted;
use crate::output::line::Line;
use crate::output::wording::{self, Counts};
use crate::report::{NoteKind, Report, RevisionLabel};

/// Writes acknowledged triggers, applied proposals, notes, changes of the list, and the summary.
pub fn write(report: &Report, page: &mut Page<'_>) -> io::Result<()> {
    settled(report, page)?;
    notes(report, page)?;
    list_changes(report, page)?;
    incomplete(report, page)?;
    summary(report, page)
}

fn settled(report: &Report, page: &mut Page<'_>) -> io::Result<()> {
    let p = page.palette;
    let mut any = false;
    for acknowledged in report.triggers.iter().filter(|trigger| trigger.acknowledged) {
        any = true;
        let line = Line::new().word(p.good, "✓ ").then(trigger::title(acknowledged, page, p.plain));
        page.line(&line.word(p.dim, ", acknowledged  ").then(trigger::subtitle(acknowledged, page)), 4)?;
    }
    let applied: Vec<&str> =
        report.proposals.iter().filter(|it| it.applied).map(|it| it.subscription.id.as_str()).collect();
    if !applied.is_empty() {
        any = true;
        let words = if applied.len() == 1 { " proposal already applied: " } else { " proposals already applied: " };
        let line = Line::new().word(p.good, "✓ ").number(p.plain, applied.len() as i128).word(p.plain, words);
        page.line(&ids(line, &applied, page), 4)?;
    }
    if any { page.blank() } else { Ok(()) }
}

fn notes(report: &Report, page: &mut Page<'_>) -> io::Result<()> {
    if report.notes.is_empty() {
        return Ok(());
    }
    let p = page.palette;
    page.heading("Notes", "")?;
    let column = report.notes.iter().map(|note| wording::note_heading(note.kind).len()).max().unwrap_or(0);
    for note in &report.notes {
        // What was skipped makes the report incomplete; it must not look like a footnote.
        let style = if note.kind == NoteKind::Skipped { p.warning } else { p.dim };
        let heading = wording::note_heading(note.kind);
        let mut line = Line::new().space(2).word(style, heading).space(column - heading.len() + 2);
        if let Some(id) = &note.subscription_id {
            line = line.show(p.strong, Untrusted(id)).word(p.plain, ": ");
        }
        line = line.show(p.plain, Untrusted(&note.message));
        for (at, place) in note.locations.iter().enumerate() {
            line = line.word(p.dim, if at > 0 { ", " } else { "  " }).show(p.place, Untrusted(place));
        }
        page.line(&line, column + 4)?;
    }
    page.blank()
}

fn list_changes(report: &Report, page: &mut Page<'_>) -> io::Result<()> {
    let p = page.palette;
    let changes = &report.subscriptions_changed;
    let mut line = Line::new().word(p.dim, "The list itself changed: ");
    let mut any = false;
    for (words, list) in [("added ", &changes.added), ("removed ", &changes.removed), ("edited ", &changes.edited)] {
        if list.is_empty() {
            continue;
        }
        line = line.word(p.dim, if any { "; " } else { "" }).word(p.dim, words);
        line = ids(line, &list.iter().map(String::as_str).collect::<Vec<_>>(), page);
        any = true;
    }
    if !any {
        return Ok(());
    }
    page.line(&line, 2)?;
    page.blank()
}

fn incomplete(report: &Report, page: &mut Page<'_>) -> io::Result<()> {
    let Some(words) = wording::incomplete(report) else { return Ok(()) };
    let p = page.palette;
    let style = if report.is_undecided() { p.danger } else { p.warning };
    page.line(&Line::new().word(style, "INCOMPLETE: ").word(p.plain, words), 2)
}

/// `2 blocking, 1 other trigger, 96 unchanged  (base 1a2b3c4 main → worktree)`
fn summary(report: &Report, page: &mut Page<'_>) -> io::Result<()> {
    let p = page.palette;
    let counts = Counts::of(report);
    let quiet = report.triggers.is_empty() && counts.proposals == 0 && report.complete;
    let mut line = Line::new();
    if quiet && report.stats.subscriptions == 0 {
        line = line.word(p.plain, "No subscriptions yet; ").word(p.command, "codesub add TARGET");
        return page.line(&line.word(p.plain, " starts one"), 2);
    } else if quiet {
        line = line.word(p.good, "✓ ").number(p.strong, counts.unchanged as i128);
        line = line.word(
            p.plain,
            if counts.unchanged == 1 { " subscription, unchanged" } else { " subscriptions, all unchanged" },
        );
    } else {
        for (at, (count, words)) in counts.parts().into_iter().enumerate() {
            let style = if words == "blocking" { p.danger } else { p.strong };
            line = line.word(p.plain, if at > 0 { ", " } else { "" }).number(style, count as i128);
            line = line.space(1).word(if words == "blocking" { p.danger } else { p.plain }, words);
        }
    }
    let revisions = revision(Line::new().word(p.dim, "(base "), &report.base, page);
    let revisions = revision(revisions.word(p.dim, " → "), &report.target, page).word(p.dim, ")");
    if line.columns() + 2 + revisions.columns() <= page.width {
        return page.line(&line.space(2).then(revisions), 2);
    }
    page.line(&line, 2)?;
    page.line(&revisions, 2)
}

fn revision(line: Line, revision: &RevisionLabel, page: &Page<'_>) -> Line {
    let dim = page.palette.dim;
    match &revision.commit {
        Some(commit) if commit.starts_with(revision.name.as_str()) => {
            line.show(dim, Untrusted(wording::short_commit(commit)))
        }
        Some(commit) => {
            line.show(dim, Untrusted(wording::short_commit(commit))).space(1).show(dim, Untrusted(&revision.name))
        }
        None => line.show(dim, Untrusted(&revision.name)),
    }
}

/// Ids, with commas; many of them are cut short.
fn ids(mut line: Line, ids: &[&str], page: &Page<'_>) -> Line {
    const SHOWN: usize = 12;
    let p = page.palette;
    for (at, id) in ids.iter().take(SHOWN).enumerate() {
        line = line.word(p.dim, if at > 0 { ", " } else { "" }).show(p.plain, Untrusted(id));
    }
    if ids.len() > SHOWN {
        line = line.word(p.dim, " and ").number(p.dim, (ids.len() - SHOWN) as i128).word(p.dim, " more");
    }
    line
}
