//! Rough traces: which words a changed file may have, gained or lost, found in a fraction of the time that exact
//! [`Traces`](super::traces::Traces) take.
//!
//! A word leaves three bits in a table (a Bloom filter). A word that is there is always found; one that is not may seem to
//! be, so seldom that hardly a file is looked at more closely for that.

use crate::syntax::words::each_mark;

use super::traces::{Held, Word, differing_lines};

/// Bytes of text for a number of 64 bits: a few bits in a hundred are set by the words of code.
const BYTES: usize = 32;
/// The most numbers of a table.
const MOST: usize = 1 << 14;

/// The rough traces of one changed file.
pub struct Rough {
    now: Marks,
    gained: Marks,
    lost: Marks,
}

impl Rough {
    pub fn new(old: &[u8], new: &[u8]) -> Self {
        let (mut gained, mut lost) = (Vec::new(), Vec::new());
        differing_lines(old, new, |line| gained.push(line), |line| lost.push(line));
        Rough { now: Marks::of(&[new]), gained: Marks::of(&gained), lost: Marks::of(&lost) }
    }

    /// The bytes that are kept.
    pub fn size(&self) -> usize {
        [&self.now, &self.gained, &self.lost].iter().map(|marks| size_of_val::<[u64]>(&marks.0)).sum()
    }
}

impl Held for Rough {
    fn now(&self, word: Word) -> bool {
        self.now.may_have(word)
    }

    fn gained(&self, word: Word) -> bool {
        self.gained.may_have(word)
    }

    fn lost(&self, word: Word) -> bool {
        self.lost.may_have(word)
    }

    /// Only exact traces know.
    fn follow(&self, _: &[u32], _: usize) -> bool {
        true
    }
}

/// A table of as many numbers as a power of two.
struct Marks(Box<[u64]>);

impl Marks {
    fn of(parts: &[&[u8]]) -> Self {
        let bytes: usize = parts.iter().map(|part| part.len()).sum();
        let mut table = vec![0; (bytes / BYTES).next_power_of_two().min(MOST)].into_boxed_slice();
        let last = table.len() - 1;
        for part in parts {
            each_mark(part, |mark| {
                for (at, bit) in bits(mark) {
                    table[at & last] |= bit;
                }
            });
        }
        Marks(table)
    }

    fn may_have(&self, word: Word) -> bool {
        let last = self.0.len() - 1;
        word.mark.is_none_or(|mark| bits(mark).into_iter().all(|(at, bit)| self.0[at & last] & bit != 0))
    }
}

/// Where a mark leaves its bits, for tables of all sizes.
fn bits(mark: u64) -> [(usize, u64); 3] {
    [0, 21, 42].map(|shift| {
        let part = mark >> shift;
        ((part >> 6) as usize, 1 << (part & 63))
    })
}
