//! A diff for people, at a terminal: the counts, then file by file what changed.

use std::io::{self, Write};

use anstyle::Style;

use super::Called;
use super::digest::{Entry, Fate, FileDigest, Mark, files};
use crate::diff::event::{Part, Skipped, Truncated};
use crate::diff::{Diff, Event, ModeSummary};
use crate::output::Look;
use crate::output::escape::Untrusted;
use crate::output::line::Line;
use crate::output::style::Palette;

/// Chunks of one file that are shown, unless more is asked for.
const MOST_ENTRIES: usize = 40;

pub fn write(diff: &Diff, called: &Called, look: &Look, out: &mut dyn Write) -> io::Result<()> {
    let palette = Palette::new(look.color);
    let width = look.columns();
    let summary = &diff.summary;
    let head = Line::new().show(palette.strong, Untrusted(&summary.diff_id)).word(palette.plain, "  ");
    let [from, to] = [(&called[0], &summary.from), (&called[1], &summary.to)]
        .map(|(called, side)| called.as_deref().unwrap_or_else(|| short(&side.reference)));
    let head = head.show(palette.plain, Untrusted(from)).word(palette.dim, " → ");
    head.show(palette.plain, Untrusted(to)).write(width, 2, out)?;
    for (mode, counts) in &summary.modes_summary {
        let line = Line::new().word(palette.dim, mode.as_str()).word(palette.plain, ": ");
        line.then(counts_line(counts, &palette)).write(width, 2, out)?;
    }
    for event in &diff.events {
        match event {
            Event::ChunkDiffSkipped(skipped) if skipped.file.is_none() => {
                Line::new().then(skipped_line(skipped, &palette)).write(width, 2, out)?;
            }
            Event::EventsTruncated(truncated) => truncated_line(truncated, &palette).write(width, 2, out)?,
            _ => {}
        }
    }
    for file in files(diff) {
        writeln!(out)?;
        write_file(&file, look, &palette, out)?;
    }
    Ok(())
}

/// Ids of trees are shown as git shows those of commits.
fn short(reference: &str) -> &str {
    match reference.strip_prefix("git:") {
        Some(id) if id.len() >= 40 => &reference[.."git:".len() + 12],
        _ => reference,
    }
}

fn counts_line(counts: &ModeSummary, palette: &Palette) -> Line {
    let groups: [&[(usize, &'static str)]; 3] = [
        &[
            (counts.files.added, "added"),
            (counts.files.removed, "removed"),
            (counts.files.modified, "modified"),
            (counts.files.renamed, "renamed"),
        ],
        &[
            (counts.chunks.added, "added"),
            (counts.chunks.removed, "removed"),
            (counts.chunks.modified, "modified"),
            (counts.chunks.moved, "moved"),
        ],
        &[(counts.relations.edges_added, "added"), (counts.relations.edges_removed, "removed")],
    ];
    let mut line = Line::new();
    for (group, name) in groups.into_iter().zip(["files ", "chunks ", "relations "]) {
        if group.iter().all(|(count, _)| *count == 0) {
            continue;
        }
        if !line.is_empty() {
            line = line.word(palette.dim, "; ");
        }
        line = line.word(palette.plain, name);
        for (at, (count, word)) in group.iter().filter(|(count, _)| *count > 0).enumerate() {
            line = line.word(palette.plain, if at == 0 { "" } else { ", " });
            line = line.number(palette.strong, *count as i128).word(palette.plain, " ").word(palette.plain, word);
        }
    }
    if line.is_empty() { line.word(palette.good, "nothing differs") } else { line }
}

fn write_file(file: &FileDigest<'_>, look: &Look, palette: &Palette, out: &mut dyn Write) -> io::Result<()> {
    let width = look.columns();
    let mut head = Line::new().show(palette.place, Untrusted(file.path));
    if let Some((fate, event)) = file.fate {
        head = match fate {
            Fate::Added => head.word(palette.good, "  added"),
            Fate::Removed => head.word(palette.danger, "  removed"),
            Fate::Modified => head,
            Fate::Renamed => head
                .word(palette.dim, "  renamed from ")
                .show(palette.place, Untrusted(event.from_file.as_deref().unwrap_or_default())),
        };
        head = match (&event.before, &event.after) {
            (Some(before), Some(after)) if before.sort != after.sort => head
                .word(palette.dim, "  ")
                .show(palette.dim, Untrusted(&before.sort))
                .word(palette.dim, " → ")
                .show(palette.dim, Untrusted(&after.sort)),
            _ => head,
        };
    }
    head.write(width, 4, out)?;
    let most = if look.verbose { usize::MAX } else { MOST_ENTRIES };
    for entry in file.entries.iter().take(most) {
        Line::new().space(2).then(entry_line(entry, palette)).write(width, 6, out)?;
    }
    if file.entries.len() > most {
        let more = Line::new().space(4).number(palette.dim, (file.entries.len() - most) as i128);
        more.word(palette.dim, " more; `--verbose` shows all").write(width, 6, out)?;
    }
    for skipped in &file.skipped {
        Line::new().space(2).then(skipped_line(skipped, palette)).write(width, 6, out)?;
    }
    let edges = |count, one, many| (count, if count == 1 { one } else { many });
    let counted = [
        (file.shifted, " on other lines only"),
        edges(file.edges_added, " relation added", " relations added"),
        edges(file.edges_removed, " relation removed", " relations removed"),
    ];
    let mut line = Line::new();
    for (count, words) in counted.into_iter().filter(|(count, _)| *count > 0) {
        line = if line.is_empty() { line.space(4) } else { line.word(palette.dim, ", ") };
        line = line.number(palette.dim, count as i128).word(palette.dim, words);
    }
    if line.is_empty() { Ok(()) } else { line.write(width, 6, out) }
}

fn entry_line(entry: &Entry<'_>, palette: &Palette) -> Line {
    let (mark, style): (&'static str, Style) = match entry.mark {
        Mark::Added => ("+ ", palette.new),
        Mark::Removed => ("- ", palette.old),
        Mark::Changed => ("~ ", palette.warning),
        Mark::Moved => ("→ ", palette.place),
    };
    let line = Line::new().word(style, mark).show(palette.strong, Untrusted(entry.name));
    let mut line = line.word(palette.plain, "  ").show(palette.dim, Untrusted(entry.kind));
    if let (Some(old), None) = (entry.old_name, entry.from_file) {
        line = line.word(palette.plain, "  was ").show(palette.strong, Untrusted(old));
    }
    if let Some(from) = entry.from_file {
        line = line.word(palette.plain, "  moved from ").show(palette.place, Untrusted(from));
        if let Some(old) = entry.old_name {
            line = line.word(palette.plain, " where it was ").show(palette.strong, Untrusted(old));
        }
    }
    for (at, part) in entry.changes.iter().enumerate() {
        line = line.word(palette.plain, if at == 0 { "  " } else { ", " }).word(palette.plain, part_word(*part));
    }
    if !entry.changes.is_empty() {
        line = line.word(palette.plain, " changed");
    }
    if entry.confidence == Some("medium") {
        line = line.word(palette.dim, "  (probably)");
    }
    if entry.members > 0 {
        line = line.word(palette.dim, "  with ").number(palette.dim, entry.members as i128);
        line = line.word(palette.dim, if entry.members == 1 { " member" } else { " members" });
    }
    if entry.uncertain {
        line = line.word(palette.danger, "  not certain: a syntax error may hide it");
    }
    line.word(palette.dim, "  line ").number(palette.dim, entry.line)
}

pub(super) fn part_word(part: Part) -> &'static str {
    match part {
        Part::Kind => "kind",
        Part::Interface => "interface",
        Part::Body => "body",
        Part::Doc => "documentation",
    }
}

fn skipped_line(skipped: &Skipped, palette: &Palette) -> Line {
    let line = Line::new().word(palette.warning, "! ");
    match (skipped.limit, skipped.actual) {
        (Some(limit), Some(actual)) => {
            let (what, option) = match &skipped.file {
                None => (" files changed: their chunks are not compared above ", "; --max-changed-files raises it"),
                Some(_) => (" chunks: they are not compared above ", "; --max-chunks-per-file raises it"),
            };
            let line = line.number(palette.plain, actual as i128).word(palette.plain, what);
            line.number(palette.plain, limit as i128).word(palette.dim, option)
        }
        _ => {
            let line = line.word(palette.plain, "not compared: ");
            line.show(palette.plain, Untrusted(skipped.message.as_deref().unwrap_or(&skipped.reason)))
        }
    }
}

fn truncated_line(truncated: &Truncated, palette: &Palette) -> Line {
    let line = Line::new().word(palette.warning, "! ").number(palette.plain, truncated.dropped as i128);
    let line = line.word(palette.plain, " events are left out, after ");
    line.number(palette.plain, truncated.max_events as i128).word(palette.dim, "; --max-events raises the limit")
}
