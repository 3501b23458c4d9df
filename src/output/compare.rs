//! Before and after, line by line: the rows of a small diff, shared by the formats that show code.
//!
//! Rows borrow the excerpts and know nothing of a sink. Long unchanged stretches are folded and the whole is capped:
//! a finding has to be understood at a glance, the rest is what `git diff` is for.

use crate::git::{Hunk, hunks};
use crate::report::{Excerpt, Trigger};

/// How much to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Unchanged lines around a difference.
    pub context: usize,
    /// Rows in all.
    pub rows: usize,
    /// Rows where there is nothing to compare with: code that is gone, or that only now is there.
    pub one_sided: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { context: 2, rows: 24, one_sided: 8 }
    }
}

/// One row of a diff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Row<'a> {
    Same {
        old: u32,
        new: u32,
        text: &'a str,
    },
    /// A removed line, and the added one that took its place.
    Old {
        line: u32,
        text: &'a str,
        partner: Option<&'a str>,
    },
    /// An added line, and the removed one whose place it took.
    New {
        line: u32,
        text: &'a str,
        partner: Option<&'a str>,
    },
    /// Unchanged lines that are not shown.
    Folded(usize),
    /// Lines beyond the limit.
    More(usize),
}

/// The rows for the code of a trigger; empty when there is nothing to show or nothing differs.
pub fn rows<'a>(trigger: &'a Trigger, limits: Limits) -> Vec<Row<'a>> {
    match (&trigger.before, &trigger.after) {
        (Some(before), Some(after)) => {
            let hunks = hunks(&text(before), &text(after));
            if hunks.is_empty() {
                return Vec::new();
            }
            cap(fold(&pair(before, after, &hunks), limits.context), limits.rows)
        }
        (Some(before), None) => {
            let old = |(line, text)| Row::Old { line, text, partner: None };
            cap(numbered(before).map(old).collect(), limits.one_sided)
        }
        (None, Some(after)) => {
            let new = |(line, text)| Row::New { line, text, partner: None };
            cap(numbered(after).map(new).collect(), limits.one_sided)
        }
        (None, None) => Vec::new(),
    }
}

/// Where a text differs from another, in whole words; `None` where too little is common for that to help.
pub fn differing(text: &str, other: &str) -> Option<(usize, usize)> {
    let head: usize = text.chars().zip(other.chars()).take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum();
    let tails = text[head..].chars().rev().zip(other[head..].chars().rev());
    let tail: usize = tails.take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum();
    let in_word = |c: &char| c.is_alphanumeric() || *c == '_';
    let length = |word: &mut dyn Iterator<Item = char>| word.take_while(in_word).map(char::len_utf8).sum::<usize>();
    let start = head - length(&mut text[..head].chars().rev());
    let end = text.len() - tail + length(&mut text[text.len() - tail..].chars());
    let common = text[..start].trim_start().len() + text.len() - end;
    // Measured at the shorter one, so that both lines of a pair decide alike.
    let length = text.trim_start().len().min(other.trim_start().len());
    (start < end && common * 4 > length).then_some((start, end))
}

/// A line each. In a forged report a line may have line ends inside: they must not make more lines of it.
fn text(excerpt: &Excerpt) -> Vec<u8> {
    let one = |byte| if byte == b'\n' { 0 } else { byte };
    excerpt.lines.iter().flat_map(|line| line.bytes().map(one).chain([b'\n'])).collect()
}

fn numbered(excerpt: &Excerpt) -> impl Iterator<Item = (u32, &str)> {
    excerpt.lines.iter().enumerate().map(|(at, text)| (number(excerpt, at), text.as_str()))
}

/// A forged report may begin anywhere, even at the last number.
fn number(side: &Excerpt, at: usize) -> u32 {
    side.start_line.saturating_add(u32::try_from(at).unwrap_or(u32::MAX))
}

/// All rows, hunk by hunk.
fn pair<'a>(before: &'a Excerpt, after: &'a Excerpt, hunks: &[Hunk]) -> Vec<Row<'a>> {
    let text = |side: &'a Excerpt, at: usize| side.lines[at].as_str();
    let line = number;
    let mut rows = Vec::with_capacity(before.lines.len() + after.lines.len());
    let (mut old, mut new) = (0, 0);
    let same = |old: &mut usize, new: &mut usize, until: usize, rows: &mut Vec<Row<'a>>| {
        while *old < until {
            rows.push(Row::Same { old: line(before, *old), new: line(after, *new), text: text(after, *new) });
            (*old, *new) = (*old + 1, *new + 1);
        }
    };
    for hunk in hunks {
        // With a count of 0 the start is the line before the hunk.
        same(&mut old, &mut new, hunk.old_start as usize - usize::from(hunk.old_count > 0), &mut rows);
        let (removed, added) = (hunk.old_count as usize, hunk.new_count as usize);
        // Only where the counts agree is it likely that the lines belong to each other.
        let paired = removed == added;
        rows.extend((0..removed).map(|at| Row::Old {
            line: line(before, old + at),
            text: text(before, old + at),
            partner: paired.then(|| text(after, new + at)),
        }));
        rows.extend((0..added).map(|at| Row::New {
            line: line(after, new + at),
            text: text(after, new + at),
            partner: paired.then(|| text(before, old + at)),
        }));
        (old, new) = (old + removed, new + added);
    }
    same(&mut old, &mut new, before.lines.len(), &mut rows);
    rows
}

/// Replaces unchanged rows away from every difference; a single one stays, for a fold takes a row as well.
fn fold<'a>(rows: &[Row<'a>], context: usize) -> Vec<Row<'a>> {
    let is_same = |row: &Row<'_>| matches!(row, Row::Same { .. });
    let last = rows.len();
    let mut out = Vec::with_capacity(rows.len());
    let mut at = 0;
    for stretch in rows.chunk_by(|a, b| is_same(a) == is_same(b)) {
        let (start, end) = (at, at + stretch.len());
        at = end;
        let head = if start == 0 { 0 } else { context };
        let tail = if end == last { 0 } else { context };
        if !is_same(&stretch[0]) || stretch.len() <= head + tail + 1 {
            out.extend_from_slice(stretch);
            continue;
        }
        out.extend_from_slice(&stretch[..head]);
        out.push(Row::Folded(stretch.len() - head - tail));
        out.extend_from_slice(&stretch[stretch.len() - tail..]);
    }
    out
}

fn cap(mut rows: Vec<Row<'_>>, limit: usize) -> Vec<Row<'_>> {
    if rows.len() <= limit + 1 {
        return rows;
    }
    let more =
        rows.drain(limit..).map(|row| if let Row::Folded(lines) | Row::More(lines) = row { lines } else { 1 }).sum();
    rows.push(Row::More(more));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(old: &str, new: &str, limits: Limits) -> String {
        let excerpt = |start_line, text: &str| Excerpt {
            path: "f".into(),
            start_line,
            lines: text.chars().map(String::from).collect(),
        };
        let (before, after) = (excerpt(10, old), excerpt(20, new));
        let hunks = hunks(&text(&before), &text(&after));
        let rows = cap(fold(&pair(&before, &after, &hunks), limits.context), limits.rows);
        let words = rows.into_iter().map(|row| match row {
            Row::Same { old, new, text } => format!("{old}/{new}{text}"),
            Row::Old { line, text, partner } => format!("-{line}{text}{}", partner.unwrap_or("")),
            Row::New { line, text, partner } => format!("+{line}{text}{}", partner.unwrap_or("")),
            Row::Folded(lines) => format!("~{lines}"),
            Row::More(lines) => format!(">{lines}"),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn pairs_and_numbers_lines() {
        let limits = Limits::default();
        assert_eq!(shown("abc", "axc", limits), "10/20a -11bx +21xb 12/22c");
        assert_eq!(shown("ac", "abc", limits), "10/20a +21b 11/22c");
        assert_eq!(shown("abc", "bc", limits), "-10a 11/20b 12/21c");
        assert_eq!(shown("ab", "abxy", limits), "10/20a 11/21b +22x +23y");
        assert_eq!(shown("abcd", "bxd", limits), "-10a 11/20b -12cx +21xc 13/22d");
    }

    #[test]
    fn a_forged_excerpt_is_compared_as_well() {
        let mut trigger = crate::output::sample::rich().triggers.remove(1);
        let excerpt = |lines: &[&str]| Excerpt {
            path: "f".into(),
            start_line: u32::MAX,
            lines: lines.iter().map(|&line| line.to_owned()).collect(),
        };
        (trigger.before, trigger.after) = (Some(excerpt(&["a\nb", "c"])), Some(excerpt(&["a", "\n\n", "c"])));
        assert_eq!(rows(&trigger, Limits::default()).len(), 4);
        trigger.after = None;
        assert_eq!(rows(&trigger, Limits::default()).len(), 2);
    }

    #[test]
    fn folds_what_is_far_from_a_difference() {
        let limits = Limits { context: 1, ..Limits::default() };
        assert_eq!(shown("abcdefg", "abcdefX", limits), "~5 15/25f -16gX +26Xg");
        assert_eq!(shown("Aabcdef", "Babcdef", limits), "-10AB +20BA 11/21a ~5");
        assert_eq!(shown("AabcB", "XabcY", limits), "-10AX +20XA 11/21a 12/22b 13/23c -14BY +24YB");
    }

    #[test]
    fn caps_and_counts_what_is_left() {
        let limits = Limits { context: 1, rows: 3, one_sided: 3 };
        assert_eq!(shown("abcdefghi", "Xbcdefghi", limits), "-10aX +20Xa 11/21b ~7");
        assert_eq!(shown("abcdefghi", "XbcdefghY", limits), "-10aX +20Xa 11/21b >8");
    }
}
