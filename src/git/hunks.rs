//! Line hunks between two versions of a text.
//!
//! A hunk says which lines were replaced by which, without context and without saying why. The numbers are those of
//! `git diff -U0 --no-indent-heuristic`. Lines are compared as bytes, ends included: `\r\n` against `\n` is a
//! difference, and so is a last line that lost its end. Left out: ignoring white space, words, moved blocks.

use gix::diff::blob::{Algorithm, Diff, InternedInput, NoSliderHeuristic, sources::byte_lines};
use serde::{Deserialize, Serialize};

/// A run of lines that differs; lines are 1-based. With a count of 0 the start is the line *before* the gap, as in
/// `git diff`: an insertion after line 5 has `old_start` 5 and `old_count` 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Hunk {
    pub old_start: u32,
    pub old_count: u32,
    pub new_start: u32,
    pub new_count: u32,
}

/// The hunks that turn `old` into `new`, in order.
pub fn hunks(old: &[u8], new: &[u8]) -> Vec<Hunk> {
    let input = InternedInput::new(byte_lines(old), byte_lines(new));
    let mut diff = Diff::compute(Algorithm::Myers, &input);
    diff.postprocess_with_heuristic(&input, NoSliderHeuristic);
    diff.hunks()
        .map(|hunk| {
            let (old_start, old_count) = numbers(&hunk.before);
            let (new_start, new_count) = numbers(&hunk.after);
            Hunk { old_start, old_count, new_start, new_count }
        })
        .collect()
}

/// Start and count as git prints them for a 0-based range.
fn numbers(range: &std::ops::Range<u32>) -> (u32, u32) {
    if range.is_empty() { (range.start, 0) } else { (range.start + 1, range.end - range.start) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hunk(old_start: u32, old_count: u32, new_start: u32, new_count: u32) -> Hunk {
        Hunk { old_start, old_count, new_start, new_count }
    }

    #[test]
    fn equal_texts_have_no_hunks() {
        assert_eq!(hunks(b"a\nb\n", b"a\nb\n"), []);
        assert_eq!(hunks(b"", b""), []);
    }

    #[test]
    fn insertions_and_deletions_name_the_line_before() {
        assert_eq!(hunks(b"a\nb\n", b"a\nx\nb\n"), [hunk(1, 0, 2, 1)]);
        assert_eq!(hunks(b"a\nx\nb\n", b"a\nb\n"), [hunk(2, 1, 1, 0)]);
        assert_eq!(hunks(b"", b"a\n"), [hunk(0, 0, 1, 1)]);
    }

    #[test]
    fn line_ends_are_part_of_the_line() {
        assert_eq!(hunks(b"a\r\nb\n", b"a\nb\n"), [hunk(1, 1, 1, 1)]);
        assert_eq!(hunks(b"a\nb", b"a\nb\n"), [hunk(2, 1, 2, 1)]);
        assert_eq!(hunks(b"a\r\n", b"a\r\n"), []);
    }
}
