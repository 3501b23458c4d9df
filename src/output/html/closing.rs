//! What stands below the findings: notes, changes of the list, what is unchanged, and the size of the work.

use super::list;
use super::page::Page;
use crate::output::escape::Untrusted;
use crate::output::wording;
use crate::report::{NoteKind, Report};

/// Writes the sections below the findings and the footer.
pub fn write(report: &Report, page: &mut Page) {
    notes(report, page);
    list_changes(report, page);
    unchanged(report, page);
    let stats = report.stats;
    page.markup("</main>\n<footer><p>codesub ").markup(env!("CARGO_PKG_VERSION")).markup(" · ");
    page.number(stats.subscriptions as u64).markup(" subscriptions, ").number(stats.files_changed as u64);
    page.markup(" files changed, ").number(stats.files_parsed as u64).markup(" read</p></footer>\n");
}

fn notes(report: &Report, page: &mut Page) {
    if report.notes.is_empty() {
        return;
    }
    page.markup("<section>\n<h2>Notes</h2>\n<ul class=\"notes\">\n");
    for note in &report.notes {
        // What was skipped makes the report incomplete; it must not look like a footnote.
        let skipped = note.kind == NoteKind::Skipped;
        page.markup(if skipped { "<li class=\"skipped\"><span class=\"kind\">" } else { "<li><span class=\"kind\">" });
        page.markup(wording::note_heading(note.kind)).markup("</span> <span>");
        if let Some(id) = &note.subscription_id {
            page.code(Untrusted(id)).markup(": ");
        }
        page.text(Untrusted(&note.message));
        if !note.locations.is_empty() {
            page.markup(" <span class=\"dim\">(");
            list(page, &note.locations, ", ");
            page.markup(")</span>");
        }
        page.markup("</span></li>\n");
    }
    page.markup("</ul>\n</section>\n");
}

fn list_changes(report: &Report, page: &mut Page) {
    let changes = &report.subscriptions_changed;
    let lists = [
        ("<dt>added</dt><dd>", &changes.added),
        ("<dt>removed</dt><dd>", &changes.removed),
        ("<dt>edited</dt><dd>", &changes.edited),
    ];
    if lists.iter().all(|(_, ids)| ids.is_empty()) {
        return;
    }
    page.markup("<section>\n<h2>The list itself changed</h2>\n<dl class=\"facts\">\n");
    for (words, ids) in lists.into_iter().filter(|(_, ids)| !ids.is_empty()) {
        page.markup(words);
        list(page, ids, ", ");
        page.markup("</dd>\n");
    }
    page.markup("</dl>\n</section>\n");
}

fn unchanged(report: &Report, page: &mut Page) {
    if report.unchanged.is_empty() {
        return;
    }
    page.markup("<section>\n<details>\n<summary><h2>Unchanged</h2> <span class=\"count\">");
    page.number(report.unchanged.len() as u64).markup("</span></summary>\n<ul class=\"ids\">\n");
    for id in &report.unchanged {
        page.markup("<li>").code(Untrusted(id)).markup("</li>\n");
    }
    page.markup("</ul>\n</details>\n</section>\n");
}
