//! A diff as Markdown: a table of the files, each with its chunks folded below.

use std::io::{self, Write};

use super::digest::{Entry, Fate, FileDigest, Mark, files};
use super::text::part_word;
use crate::diff::{Diff, Event};
use crate::output::escape::Untrusted;
use crate::output::markdown::doc::{Doc, Lengths};

pub fn write(diff: &Diff, out: &mut dyn Write) -> io::Result<()> {
    let mut doc = Doc::new(Lengths { text: usize::MAX, line: usize::MAX });
    let summary = &diff.summary;
    doc.markup("## ").code(Untrusted(&summary.diff_id)).markup("\n\nFrom ").code(Untrusted(&summary.from.reference));
    doc.markup(" to ").code(Untrusted(&summary.to.reference)).markup(".\n\n");
    doc.markup("| mode | files | added | removed | modified | moved |\n|---|---|---|---|---|---|\n");
    for (mode, counts) in &summary.modes_summary {
        doc.markup("| ").markup(mode.as_str()).markup(" | ").number(counts.files.changed());
        let chunks = counts.chunks;
        for count in [chunks.added, chunks.removed, chunks.modified, chunks.moved] {
            doc.markup(" | ").number(count);
        }
        doc.markup(" |\n");
    }
    doc.markup("\n");
    for event in &diff.events {
        match event {
            Event::ChunkDiffSkipped(skipped) if skipped.file.is_none() => {
                doc.markup("> [!WARNING]\n> ").number(skipped.actual.unwrap_or(0));
                doc.markup(" files changed, too many to compare their chunks.\n\n");
            }
            Event::EventsTruncated(truncated) => {
                doc.markup("> [!WARNING]\n> ").number(truncated.dropped).markup(" events are left out.\n\n");
            }
            _ => {}
        }
    }
    for file in files(diff) {
        write_file(&file, &mut doc);
    }
    out.write_all(doc.finish().as_bytes())
}

fn write_file(file: &FileDigest<'_>, doc: &mut Doc) {
    doc.markup("<details><summary>").html_code(Untrusted(file.path));
    match file.fate {
        Some((Fate::Added, _)) => drop(doc.markup(" added")),
        Some((Fate::Removed, _)) => drop(doc.markup(" removed")),
        Some((Fate::Renamed, event)) => {
            doc.markup(" renamed from ").html_code(Untrusted(event.from_file.as_deref().unwrap_or_default()));
        }
        Some((Fate::Modified, _)) | None => {}
    }
    if !file.entries.is_empty() {
        doc.markup(", ").count(file.entries.len(), " chunk", " chunks");
    }
    doc.markup("</summary>\n\n");
    for entry in &file.entries {
        write_entry(entry, doc);
    }
    for skipped in &file.skipped {
        doc.markup("- ⚠️ not compared: ")
            .text(Untrusted(skipped.message.as_deref().unwrap_or(&skipped.reason)))
            .markup("\n");
    }
    for (count, one, many) in [
        (file.shifted, " on other lines only\n", " on other lines only\n"),
        (file.edges_added, " relation added\n", " relations added\n"),
        (file.edges_removed, " relation removed\n", " relations removed\n"),
    ] {
        if count > 0 {
            doc.markup("- ").count(count, one, many);
        }
    }
    doc.markup("\n</details>\n\n");
}

fn write_entry(entry: &Entry<'_>, doc: &mut Doc) {
    doc.markup(match entry.mark {
        Mark::Added => "- added ",
        Mark::Removed => "- removed ",
        Mark::Changed => "- changed ",
        Mark::Moved if entry.from_file.is_none() => "- renamed ",
        Mark::Moved => "- moved ",
    });
    doc.text(Untrusted(entry.kind)).markup(" ").code(Untrusted(entry.name));
    if let Some(from) = entry.from_file {
        doc.markup(" from ").code(Untrusted(from));
    }
    if let Some(old) = entry.old_name {
        doc.markup(", was ").code(Untrusted(old));
    }
    for (at, part) in entry.changes.iter().enumerate() {
        doc.markup(if at == 0 { ": " } else { ", " }).markup(part_word(*part));
    }
    if entry.members > 0 {
        doc.markup(", with ").count(entry.members, " member", " members");
    }
    if entry.uncertain {
        doc.markup(", not certain: a syntax error may hide it");
    }
    doc.markup("\n");
}
