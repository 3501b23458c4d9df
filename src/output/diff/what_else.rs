//! What else changed: a few lines for the comment on a pull request, folded, below what it says of subscriptions.

use super::digest::{FileDigest, Mark, files};
use crate::diff::Diff;
use crate::output::escape::Untrusted;
use crate::output::markdown::doc::{Doc, Lengths};

/// Files that are named; the others are counted.
const MOST_FILES: usize = 5;
/// Characters of a path.
const LONGEST: usize = 120;

/// The section as Markdown; the default is none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WhatElse(String);

impl WhatElse {
    /// Bytes that it takes below something.
    pub fn len(&self) -> usize {
        self.0.len() + "\n\n".len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A text with the section below it.
    pub fn below(&self, mut text: String) -> String {
        if !self.is_empty() {
            while !text.ends_with("\n\n") {
                text.push('\n');
            }
            text.push_str(&self.0);
        }
        text
    }
}

/// What changed in constructs, by file; nothing where no construct differs.
pub fn what_else(diff: &Diff) -> WhatElse {
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
        return WhatElse::default();
    }
    let total = files.iter().fold([0; 4], |sum, (_, counts)| [0, 1, 2, 3].map(|at| sum[at] + counts[at]));
    let count = files.len();
    // Where most happened first.
    files.sort_by(|(a, left), (b, right)| {
        let sum = |counts: &[usize; 4]| counts.iter().sum::<usize>();
        sum(right).cmp(&sum(left)).then_with(|| a.path.cmp(b.path))
    });
    let mut doc = Doc::new(Lengths { text: LONGEST, line: LONGEST });
    doc.markup("<details><summary>What else changed in the code: ");
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
    doc.markup("\n</details>\n");
    WhatElse(doc.finish())
}

fn write_counts(counts: [usize; 4], doc: &mut Doc) {
    let words = [" changed", " added", " removed", " moved"];
    for (at, (count, word)) in counts.into_iter().zip(words).filter(|(count, _)| *count > 0).enumerate() {
        doc.markup(if at == 0 { "" } else { ", " }).number(count).markup(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::event::{ChunkEvent, ChunkState, Range};
    use crate::diff::{Event, Inputs, Mode, Options, Side, Sort, Stats, Summary};

    fn diff(paths: &[String]) -> Diff {
        let side = || Side {
            reference: String::new(),
            identity_hash: String::new(),
            sort: Sort::Git,
            snapshot_id: None,
            path_hash: None,
        };
        let state = || ChunkState {
            kind: "function".into(),
            name: "f".into(),
            signature: None,
            range: Range { start: 0, end: 1, start_line: 1, end_line: 1 },
            interface_hash: String::new(),
            body_hash: String::new(),
            doc_hash: None,
            relations_hash: None,
            has_parse_error: false,
            symbol_ref: None,
            chunk_ref: None,
        };
        let event = |path: &String| {
            Event::ChunkAdded(Box::new(ChunkEvent {
                mode: Mode::Code,
                file: path.clone(),
                from_file: None,
                logical_key: String::new(),
                changes: Vec::new(),
                moved: Vec::new(),
                recognised: None,
                resolution: None,
                uncertain: false,
                before: None,
                after: Some(state()),
            }))
        };
        let inputs = Inputs::new(side(), side(), &[Mode::Code], Options::default());
        let summary = Summary::new(&inputs, Default::default(), Stats::default());
        Diff { inputs, summary, events: paths.iter().map(event).collect() }
    }

    #[test]
    fn a_few_lines_whatever_the_diff_holds() {
        assert_eq!(what_else(&diff(&[])), WhatElse::default());
        assert_eq!(WhatElse::default().below("x".into()), "x");
        let few = what_else(&diff(&["a.py".into(), "@acme/`x`.py".into()])).below("Report\n".into());
        assert_eq!(
            few,
            "Report\n\n<details><summary>What else changed in the code: 2 added in 2 files</summary>\n\n\
             - ``@acme/`x`.py``: 1 added\n- `a.py`: 1 added\n\n</details>\n"
        );
        let many: Vec<String> = (0..5000).map(|n| format!("{}/{n}</details>.py", "x".repeat(3000))).collect();
        let section = what_else(&diff(&many)).below(String::new());
        assert!(section.len() < 1500 && section.lines().count() <= 12, "{section}");
        assert!(section.contains("- and 4995 more files"), "{section}");
    }
}
