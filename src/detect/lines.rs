//! Line targets: plain line ranges, followed by hunks (SPEC 5.15).

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use crate::config::lock::{Anchors, Entry, Seen};
use crate::git::{Hunk, hunks};
use crate::report::{Origin, Place, Reason};

use super::in_place::now_path;
use super::view::{Bytes, Fate};
use super::{Input, View, Watched};

/// How many lines around a range are remembered.
const ANCHOR_LINES: usize = 3;

/// What became of a line range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinesOutcome {
    /// The text is the same; it may stand elsewhere.
    Kept {
        now: Place,
    },
    /// Hunks fall into the range.
    Changed {
        /// Where what is left of it stands; `None` where nothing is.
        now: Option<Place>,
        reasons: Vec<Reason>,
        hunks: Vec<Hunk>,
        origin: Origin,
        was: Text,
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

/// A range in a text that a revision or the lock remembers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    blob: String,
    bytes: Arc<[u8]>,
    range: Place,
}

impl Text {
    /// What the lock remembers of it.
    pub fn anchors(&self) -> Anchors {
        anchors(&self.bytes, self.range.start_line, self.range.end_line)
    }
}

/// The hunks between texts, found once for all line targets of a file.
#[derive(Default)]
pub struct Differences {
    by_blobs: RefCell<ByBlobs>,
}

type ByBlobs = HashMap<(String, String), Arc<[Hunk]>>;

impl Differences {
    /// Between two texts, each with its blob.
    fn between(&self, old: (&str, &[u8]), new: (&str, &[u8])) -> Arc<[Hunk]> {
        let key = (old.0.to_owned(), new.0.to_owned());
        Arc::clone(self.by_blobs.borrow_mut().entry(key).or_insert_with(|| hunks(old.1, new.1).into()))
    }
}

/// Follows the range of a line target.
pub fn check(input: &Input<'_>, watched: &Watched, range: &Place, differences: &Differences) -> LinesOutcome {
    let (before, after) = (input.before, input.after);
    let fate = input.changes.fate(&range.path);
    let now_path = now_path(watched, fate);
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
    let reference = if watched.added { Ok(None) } else { reference(watched, range, before) };
    let was = match reference {
        Ok(Some(was)) => was,
        // Neither the base revision nor the lock knows the text: the range is new, and starts from here.
        Ok(None) => return LinesOutcome::Kept { now: Place { path: now_path.to_owned(), ..range.clone() } },
        Err(reason) => {
            let reason = format!("{reason}, at the base revision");
            return LinesOutcome::Skipped { path: range.path.clone(), reason };
        }
    };
    let new_blob = blob_of(after, now_path);
    let new = (new_blob.as_str(), &*new);
    let hunks = differences.between((&was.blob, &was.bytes), new);
    let touching: Vec<(Hunk, Reason)> =
        hunks.iter().filter_map(|hunk| touch(hunk, &was.range).map(|reason| (*hunk, reason))).collect();
    let now = follow(&was.range, &hunks, now_path);
    if let (true, Some(now)) = (touching.is_empty(), &now) {
        return LinesOutcome::Kept { now: now.clone() };
    }
    let mut reasons: Vec<Reason> = touching.iter().map(|(_, reason)| *reason).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let origin = origin(&was, &range.path, before, new, differences);
    let hunks = touching.into_iter().map(|(hunk, _)| hunk).collect();
    LinesOutcome::Changed { now, reasons, hunks, origin, was }
}

/// The blob of a file; every file whose bytes can be read has one.
fn blob_of(view: &dyn View, path: &str) -> String {
    view.blob(path).unwrap_or_default()
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

/// What the range is compared with: the text the lock remembers, else the base revision. `None` when neither has it,
/// an error when the base revision has it and it was not examined.
fn reference(watched: &Watched, range: &Place, before: &dyn View) -> Result<Option<Text>, String> {
    let locked = watched.locked.as_ref();
    if let Some(blob) = locked.and_then(|entry| entry.blob.as_ref())
        && before.blob(&range.path).as_ref() != Some(blob)
        && let Some(bytes) = before.remembered_bytes(blob)
    {
        return Ok(Some(Text { blob: blob.clone(), bytes, range: range.clone() }));
    }
    let bytes = match before.bytes(&range.path) {
        Bytes::Read(bytes) => bytes,
        Bytes::Absent => return Ok(None),
        Bytes::Skipped(reason) => return Err(reason),
    };
    // The lock's own blob is the base revision's, or not at hand. In that case the base may have the lines elsewhere,
    // and what was accepted may have had another number of lines than the range that now stands for it.
    let blob = blob_of(before, &range.path);
    let same = locked.is_some_and(|entry| entry.blob.as_ref() == Some(&blob));
    let place = match locked.map(|entry| &entry.seen) {
        Some(Seen::Lines(anchors)) if !same => locate(anchors, range, &bytes),
        _ => None,
    };
    Ok(Some(Text { blob, bytes, range: place.unwrap_or_else(|| range.clone()) }))
}

/// Where the anchored lines stand in a text: the occurrence nearest to where they stood.
fn locate(anchors: &Anchors, near: &Place, text: &[u8]) -> Option<Place> {
    let text = String::from_utf8_lossy(text);
    let lines: Vec<&str> = text.lines().collect();
    if anchors.lines.is_empty() || lines.len() < anchors.lines.len() {
        return None;
    }
    let (at, _) = lines
        .windows(anchors.lines.len())
        .enumerate()
        .filter(|(_, window)| *window == anchors.lines)
        .min_by_key(|(at, _)| (*at as u32 + 1).abs_diff(near.start_line))?;
    let start_line = at as u32 + 1;
    Some(Place { path: near.path.clone(), start_line, end_line: start_line + anchors.lines.len() as u32 - 1 })
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
fn origin(was: &Text, path: &str, before: &dyn View, new: (&str, &[u8]), differences: &Differences) -> Origin {
    let blob = blob_of(before, path);
    if blob == was.blob {
        return Origin::Diff;
    }
    let Bytes::Read(base) = before.bytes(path) else { return Origin::Drift };
    let base = (blob.as_str(), &*base);
    // Lines that the base revision had lost already cannot be touched any more.
    let to_base = differences.between((&was.blob, &was.bytes), base);
    let Some(at_base) = follow(&was.range, &to_base, path) else { return Origin::Drift };
    let made_by_diff = differences.between(base, new).iter().any(|hunk| touch(hunk, &at_base).is_some());
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
