//! Line targets: plain line ranges, followed by hunks (SPEC 5.15).

use std::sync::Arc;

use crate::config::lock::{Anchors, Entry, Seen};
use crate::git::{Hunk, hunks};
use crate::report::{Origin, Place, Reason};

use super::view::{Bytes, Fate, FileChanges};
use super::{View, Watched};

/// How many lines around a range are remembered.
const ANCHOR_LINES: usize = 3;

/// What became of a line range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinesOutcome {
    /// Not looked at: its file is the same.
    Untouched,
    /// The text is the same; it may stand elsewhere.
    Kept {
        now: Place,
    },
    /// Hunks fall into the range; `accepted` is what stood there before. `now` is `None` where nothing is left of it.
    Changed {
        now: Option<Place>,
        reasons: Vec<Reason>,
        hunks: Vec<Hunk>,
        origin: Origin,
        accepted: Anchors,
    },
    Missing {
        reason: Reason,
        origin: Origin,
    },
    Skipped {
        path: String,
        reason: String,
    },
}

/// Follows the range of a line target.
pub fn check(
    watched: &Watched,
    range: &Place,
    changes: &FileChanges<'_>,
    before: &dyn View,
    after: &dyn View,
    include_drift: bool,
) -> LinesOutcome {
    let fate = changes.fate(&range.path);
    if fate == Fate::Untouched && !include_drift && !watched.added {
        return LinesOutcome::Untouched;
    }
    let now_path = match fate {
        Fate::Renamed(to) => to,
        _ => &range.path,
    };
    let was_at_base = before.blob(&range.path).is_some();
    let new = match after.bytes(now_path) {
        Bytes::Absent => {
            let reason = if fate == Fate::Deleted { Reason::FileDeleted } else { Reason::FileNotFound };
            let origin = if was_at_base || watched.added { Origin::Diff } else { Origin::Drift };
            return LinesOutcome::Missing { reason, origin };
        }
        Bytes::Skipped(reason) => return LinesOutcome::Skipped { path: now_path.to_owned(), reason },
        Bytes::Read(bytes) => bytes,
    };
    let Some((old, old_range)) = reference(watched, range, before) else {
        // Neither the base revision nor the lock knows the text: the range is new, and starts from here.
        return LinesOutcome::Kept { now: Place { path: now_path.to_owned(), ..range.clone() } };
    };
    let hunks = hunks(&old, &new);
    let touching: Vec<(Hunk, Reason)> =
        hunks.iter().filter_map(|hunk| touch(hunk, &old_range).map(|reason| (*hunk, reason))).collect();
    let now = follow(&old_range, &hunks, now_path);
    if let (true, Some(now)) = (touching.is_empty(), &now) {
        return LinesOutcome::Kept { now: now.clone() };
    }
    let mut reasons: Vec<Reason> = touching.iter().map(|(_, reason)| *reason).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let origin = origin(&old, &old_range, &range.path, before, &new);
    let accepted = anchors(&old, old_range.start_line, old_range.end_line);
    LinesOutcome::Changed {
        now,
        reasons,
        hunks: touching.into_iter().map(|(hunk, _)| hunk).collect(),
        origin,
        accepted,
    }
}

/// Where lines that were accepted stand now, as far as the accepted text is still known: `None` where it is not, and
/// `Some(None)` where nothing is left of them.
pub fn follow_accepted(entry: &Entry, view: &dyn View) -> Option<Option<Place>> {
    let Bytes::Read(new) = view.bytes(&entry.path) else { return None };
    let old = view.remembered_bytes(entry.blob.as_ref()?)?;
    let range = Place { path: entry.path.clone(), start_line: entry.start_line, end_line: entry.end_line };
    Some(follow(&range, &hunks(&old, &new), &entry.path))
}

/// What the lock remembers of a line range; lines past the end of the text are left out.
pub fn anchors(text: &[u8], start: u32, end: u32) -> Anchors {
    let text = String::from_utf8_lossy(text);
    let lines: Vec<&str> = text.lines().collect();
    let first = (start as usize - 1).min(lines.len());
    let last = (end as usize).clamp(first, lines.len());
    let own = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
    Anchors {
        before: own(&lines[first.saturating_sub(ANCHOR_LINES)..first]),
        lines: own(&lines[first..last]),
        after: own(&lines[last..(last + ANCHOR_LINES).min(lines.len())]),
    }
}

/// What the range is compared with: the text the lock remembers, else the base revision.
fn reference(watched: &Watched, range: &Place, before: &dyn View) -> Option<(Arc<[u8]>, Place)> {
    let base = match before.bytes(&range.path) {
        Bytes::Read(bytes) => Some(bytes),
        Bytes::Absent | Bytes::Skipped(_) => None,
    };
    let Some(entry) = &watched.locked else { return base.map(|bytes| (bytes, range.clone())) };
    if let Some(blob) = &entry.blob {
        if before.blob(&range.path).as_ref() == Some(blob) {
            return base.map(|bytes| (bytes, range.clone()));
        }
        if let Some(bytes) = before.remembered_bytes(blob) {
            return Some((bytes, range.clone()));
        }
    }
    let base = base?;
    let Seen::Lines(anchors) = &entry.seen else { return Some((base, range.clone())) };
    // What was accepted may have had another number of lines than the range that now stands for it.
    let Some(start_line) = locate(anchors, range.start_line, &base) else { return Some((base, range.clone())) };
    let end_line = start_line + anchors.lines.len() as u32 - 1;
    Some((base, Place { path: range.path.clone(), start_line, end_line }))
}

/// Where the anchored lines stand in a text: the occurrence nearest to where they stood.
fn locate(anchors: &Anchors, near: u32, text: &[u8]) -> Option<u32> {
    let text = String::from_utf8_lossy(text);
    let lines: Vec<&str> = text.lines().collect();
    if anchors.lines.is_empty() || lines.len() < anchors.lines.len() {
        return None;
    }
    (0..=lines.len() - anchors.lines.len())
        .filter(|&at| anchors.lines.iter().enumerate().all(|(offset, line)| lines[at + offset] == line))
        .map(|at| at as u32 + 1)
        .min_by_key(|line| line.abs_diff(near))
}

/// How a hunk touches a range: an insertion right before or right after it does not (SPEC 5.15).
fn touch(hunk: &Hunk, range: &Place) -> Option<Reason> {
    if hunk.old_count == 0 {
        let inside = range.start_line <= hunk.old_start && hunk.old_start < range.end_line;
        inside.then_some(Reason::InsertInsideRange)
    } else {
        let last = hunk.old_start + hunk.old_count - 1;
        (hunk.old_start <= range.end_line && last >= range.start_line).then_some(Reason::OverlapHunk)
    }
}

/// Where the range stands after the hunks; nowhere when they took all of its lines away.
fn follow(range: &Place, hunks: &[Hunk], path: &str) -> Option<Place> {
    let start_line = map_line(range.start_line, hunks, first_line);
    let end_line = map_line(range.end_line, hunks, last_line);
    (start_line <= end_line).then(|| Place { path: path.to_owned(), start_line, end_line })
}

/// The first line of what replaced a run; after a deletion, the line behind it.
fn first_line(hunk: &Hunk) -> u32 {
    if hunk.new_count == 0 { hunk.new_start + 1 } else { hunk.new_start }
}

/// The last line of what replaced a run; after a deletion, the line before it.
fn last_line(hunk: &Hunk) -> u32 {
    if hunk.new_count == 0 { hunk.new_start } else { hunk.new_start + hunk.new_count - 1 }
}

/// A line's new number; a line inside a replaced run goes where `inside` says, or to its like where the run kept its
/// length.
fn map_line(line: u32, hunks: &[Hunk], inside: impl Fn(&Hunk) -> u32) -> u32 {
    let mut shift = 0i64;
    for hunk in hunks {
        let is_before = if hunk.old_count == 0 {
            hunk.old_start < line
        } else if hunk.old_start + hunk.old_count <= line {
            true
        } else if hunk.old_start <= line {
            let same_length = hunk.old_count == hunk.new_count;
            return if same_length { hunk.new_start + (line - hunk.old_start) } else { inside(hunk) };
        } else {
            false
        };
        if !is_before {
            break;
        }
        shift += i64::from(hunk.new_count) - i64::from(hunk.old_count);
    }
    u32::try_from(i64::from(line) + shift).unwrap_or(1)
}

/// Drift when the base revision already differed from what the lock remembers, and the diff left it so.
fn origin(reference: &[u8], range: &Place, path: &str, before: &dyn View, new: &[u8]) -> Origin {
    let Bytes::Read(base) = before.bytes(path) else { return Origin::Drift };
    if *base == *reference {
        return Origin::Diff;
    }
    let to_base = hunks(reference, &base);
    // Lines that the base revision had lost already cannot be touched any more.
    let Some(at_base) = follow(range, &to_base, path) else { return Origin::Drift };
    let made_by_diff = hunks(&base, new).iter().any(|hunk| touch(hunk, &at_base).is_some());
    if made_by_diff { Origin::Diff } else { Origin::Drift }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(start_line: u32, end_line: u32) -> Place {
        Place { path: "a.txt".into(), start_line, end_line }
    }

    fn hunk(old_start: u32, old_count: u32, new_start: u32, new_count: u32) -> Hunk {
        Hunk { old_start, old_count, new_start, new_count }
    }

    #[test]
    fn insertions_at_the_edges_do_not_touch() {
        let range = place(10, 20);
        assert_eq!(touch(&hunk(9, 0, 10, 3), &range), None);
        assert_eq!(touch(&hunk(20, 0, 21, 3), &range), None);
        assert_eq!(touch(&hunk(10, 0, 11, 3), &range), Some(Reason::InsertInsideRange));
        assert_eq!(touch(&hunk(19, 0, 20, 3), &range), Some(Reason::InsertInsideRange));
        assert_eq!(touch(&hunk(8, 2, 8, 0), &range), None);
        assert_eq!(touch(&hunk(8, 3, 8, 0), &range), Some(Reason::OverlapHunk));
        assert_eq!(touch(&hunk(20, 1, 20, 1), &range), Some(Reason::OverlapHunk));
        assert_eq!(touch(&hunk(21, 1, 21, 1), &range), None);
    }

    #[test]
    fn ranges_follow_the_lines_above_and_inside() {
        let range = place(10, 20);
        let follow = |hunks: &[Hunk]| follow(&range, hunks, "a.txt");
        assert_eq!(follow(&[hunk(3, 0, 4, 2)]), Some(place(12, 22)));
        assert_eq!(follow(&[hunk(9, 0, 10, 1)]), Some(place(11, 21)));
        assert_eq!(follow(&[hunk(15, 0, 16, 4)]), Some(place(10, 24)));
        assert_eq!(follow(&[hunk(20, 0, 21, 4)]), Some(place(10, 20)));
        assert_eq!(follow(&[hunk(1, 5, 1, 1), hunk(18, 4, 14, 1)]), Some(place(6, 14)));
    }

    #[test]
    fn deletions_take_no_neighbours_in() {
        let range = place(10, 20);
        let follow = |hunks: &[Hunk]| follow(&range, hunks, "a.txt");
        assert_eq!(follow(&[hunk(8, 4, 7, 0)]), Some(place(8, 16)), "10 and 11 are gone; 12 is 8 now");
        assert_eq!(follow(&[hunk(19, 4, 18, 0)]), Some(place(10, 18)), "19 and 20 are gone");
        assert_eq!(follow(&[hunk(10, 11, 9, 0)]), None, "all are gone");
        assert_eq!(follow(&[hunk(1, 30, 0, 0)]), None, "the file is empty");
    }

    #[test]
    fn lines_edited_in_place_take_no_neighbours_in() {
        let range = place(10, 20);
        assert_eq!(follow(&range, &[hunk(9, 2, 9, 2)], "a.txt"), Some(place(10, 20)));
        assert_eq!(follow(&range, &[hunk(1, 30, 1, 30)], "a.txt"), Some(place(10, 20)), "other line ends");
    }
}
