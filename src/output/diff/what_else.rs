//! What else changed: a few lines for the comment on a pull request, folded, below what it says of subscriptions.

use super::digest::{FileDigest, Mark, files};
use crate::diff::Diff;
use crate::output::escape::Untrusted;
use crate::output::markdown::doc::{Doc, Lengths};

/// Files that are named; the others are counted.
const MOST_FILES: usize = 8;
/// Characters of a path.
const LONGEST: usize = 120;

/// The section, or nothing where no construct differs.
pub fn what_else(diff: &Diff) -> String {
    let mut files: Vec<(FileDigest<'_>, [usize; 4])> = files(diff)
        .into_iter()
        .map(|file| {
            let counts = [Mark::Changed, Mark::Added, Mark::Removed, Mark::Moved]
                .map(|mark| file.entries.iter().filter(|entry| entry.mark == mark).map(|it| 1 + it.members).sum());
            (file, counts)
        })
        .filter(|(_, counts)| counts.iter().sum::<usize>() > 0)
        .collect();
    if files.is_empty() {
        return String::new();
    }
    let total = files.iter().fold([0; 4], |sum, (_, counts)| [0, 1, 2, 3].map(|at| sum[at] + counts[at]));
    let count = files.len();
    // Where most happened first.
    files.sort_by(|(a, left), (b, right)| {
        let sum = |counts: &[usize; 4]| counts.iter().sum::<usize>();
        sum(right).cmp(&sum(left)).then_with(|| a.path.cmp(b.path))
    });
    let mut doc = Doc::new(Lengths { text: LONGEST, line: LONGEST });
    doc.markup("<details><summary>What else changed: ");
    write_counts(total, &mut doc);
    doc.markup(" in ").count(count, " file", " files").markup("</summary>\n\n");
    for (file, counts) in files.iter().take(MOST_FILES) {
        doc.markup("- ").code(Untrusted(file.path)).markup(": ");
        write_counts(*counts, &mut doc);
        doc.markup("\n");
    }
    if count > MOST_FILES {
        doc.markup("- and ").count(count - MOST_FILES, " more file", " more files").markup("\n");
    }
    doc.markup("\n</details>\n\n");
    doc.finish()
}

fn write_counts(counts: [usize; 4], doc: &mut Doc) {
    let words = [" changed", " added", " removed", " moved"];
    for (at, (count, word)) in counts.into_iter().zip(words).filter(|(count, _)| *count > 0).enumerate() {
        doc.markup(if at == 0 { "" } else { ", " }).number(count).markup(word);
    }
}
