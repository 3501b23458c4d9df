//! The edits of `codesub.yaml` as one patch that `git apply` takes.
//!
//! Each proposal knows its own lines and some around them. Here they become the hunks of one unified diff, those that
//! touch merged. git finds the place by the lines around it; where none are below, it takes that for the end of the
//! file, and so it is.

use std::cmp::Ordering;

use super::doc::Doc;
use crate::output::escape::Untrusted;
use crate::report::ListPatch;

/// Lists are never longer, so numbers beyond are made up.
const MAX_LINE: u32 = 50_000_000;
/// A longer line would be too much to read.
const MAX_LINE_BYTES: usize = 1000;

/// Whether the patch comes out of a comment as it went in: no carriage returns, no tabs, nothing invisible.
pub fn is_exact(patch: &ListPatch) -> bool {
    let lines = [&patch.before, &patch.old, &patch.new, &patch.after];
    let is_plain = |line: &String| Untrusted(line).is_plain() && line.len() <= MAX_LINE_BYTES;
    lines.iter().all(|lines| lines.iter().all(is_plain))
        && patch.before.len() < patch.line as usize
        && patch.line < MAX_LINE
        && !patch.old.is_empty()
        && !patch.new.is_empty()
}

/// About how many bytes a patch adds.
pub fn size(patch: &ListPatch) -> usize {
    let lines = [&patch.before, &patch.old, &patch.new, &patch.after];
    50 + lines.iter().flat_map(|lines| lines.iter()).map(|line| line.len() + 2).sum::<usize>()
}

/// Writes the patches, which are all [exact](is_exact), as one.
pub fn write(patches: &[&ListPatch], doc: &mut Doc) {
    let mut sorted = patches.to_vec();
    sorted.sort_by_key(|patch| patch.line);
    let hunks = hunks(&sorted);
    let mut headers = Vec::with_capacity(hunks.len());
    let mut grown = 0;
    for hunk in &hunks {
        let count = |wanted: &str| hunk.rows.iter().filter(|(sign, _)| *sign == " " || *sign == wanted).count();
        let (old, new) = (count("-"), count("+"));
        let start = i64::from(hunk.start);
        headers.push(format!("-{start},{old} +{},{new} @@", start + grown));
        grown += new as i64 - old as i64;
    }
    let files = [("--- ", Untrusted("a/codesub.yaml")), ("+++ ", Untrusted("b/codesub.yaml"))];
    let rows = hunks.iter().zip(&headers).flat_map(|(hunk, header)| {
        let rows = hunk.rows.iter().map(|&(sign, line)| (sign, Untrusted(line)));
        std::iter::once(("@@ ", Untrusted(header))).chain(rows)
    });
    doc.verbatim("diff", files.into_iter().chain(rows));
}

/// Consecutive lines of the list, with their signs.
struct Hunk<'a> {
    /// The number of the first line.
    start: u32,
    rows: Vec<(&'static str, &'a str)>,
    /// The number of the line below.
    end: u32,
}

const UNTERMINATED: (&str, &str) = ("\\", " No newline at end of file");

fn hunks<'a>(sorted: &[&'a ListPatch]) -> Vec<Hunk<'a>> {
    let mut hunks: Vec<Hunk<'a>> = Vec::new();
    for patch in sorted {
        let first = patch.line - patch.before.len() as u32;
        let mut hunk = match hunks.pop() {
            // What was shown below the last edit is shown above this one.
            Some(last) if last.end >= first => last,
            other => {
                hunks.extend(other);
                Hunk { start: first, rows: Vec::new(), end: first }
            }
        };
        match hunk.end.cmp(&patch.line) {
            Ordering::Less => {
                let known = (hunk.end - first) as usize;
                hunk.rows.extend(patch.before[known..].iter().map(|line| (" ", line.as_str())));
            }
            Ordering::Equal => {}
            Ordering::Greater => {
                let shown = hunk.rows.iter().rev().take_while(|(sign, _)| *sign == " " || *sign == UNTERMINATED.0);
                let below = shown.filter(|(sign, _)| *sign == " ").count();
                let surplus = (hunk.end - patch.line) as usize;
                if surplus > below {
                    // Two edits of one line; the scan makes no such patches, but a forged report may.
                    hunks.push(hunk);
                    continue;
                }
                hunk.rows.retain(|row| *row != UNTERMINATED);
                hunk.rows.truncate(hunk.rows.len() - surplus);
            }
        }
        let mark = patch.unterminated.then_some(UNTERMINATED);
        let last_is_edited = patch.after.is_empty();
        hunk.rows.extend(patch.old.iter().map(|line| ("-", line.as_str())));
        hunk.rows.extend(mark.filter(|_| last_is_edited));
        hunk.rows.extend(patch.new.iter().map(|line| ("+", line.as_str())));
        hunk.rows.extend(patch.after.iter().map(|line| (" ", line.as_str())));
        hunk.rows.extend(mark);
        hunk.end = patch.line + (patch.old.len() + patch.after.len()) as u32;
        hunks.push(hunk);
    }
    hunks
}
