//! Postings: finds similar bags without comparing all pairs of bags.
//!
//! Pairs of tokens are ranked by how many bags have them, the rarest first. Two bags that share enough must share one of
//! the rarest few of each (a prefix filter), so only those stand in the lists; and whoever is met late in both has too
//! little left to share (a positional filter). What passes is compared in full. The work of a search grows with
//! the bags that have something rare in common with what is sought, hardly with all of them.
//!
//! A pair that a bag has twice counts as two: its first occurrence and its second.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::similarity::{Bag, score, shared};

/// Bags that can be searched.
pub struct Postings {
    /// All pairs, bag by bag, as [`Bag`] has them. Bags stand in the order of their sizes.
    pairs: Vec<u32>,
    /// Where each bag starts in `pairs`; one more than there are bags.
    starts: Vec<u32>,
    /// The caller's numbers, by position; and the positions by number.
    numbers: Vec<usize>,
    positions: HashMap<usize, u32, BuildHasherDefault<Mixed>>,
    /// Occurrences of pairs by rank.
    ranks: HashMap<u64, u32, BuildHasherDefault<Mixed>>,
    /// The lists one after the other, by rank: positions of bags, and the place of the pair within the bag by rank.
    entries: Vec<(u32, u32)>,
    /// Where the list of each rank starts in `entries`.
    lists: Vec<u32>,
    /// No search asks for less similarity.
    lowest: u16,
    /// Shared pairs by position; all 0 between two searches.
    counts: RefCell<Vec<u32>>,
}

/// In place of a count: that bag is out.
const OUT: u32 = u32::MAX;

impl Postings {
    /// Indexes bags under the caller's numbers, for searches of at least `lowest` similarity.
    pub fn new(bags: impl IntoIterator<Item = (usize, Bag)>, lowest: u16) -> Self {
        let mut bags: Vec<(usize, Bag)> = bags.into_iter().collect();
        bags.sort_by_key(|(number, bag)| (bag.len(), *number));
        let mut frequencies: HashMap<u64, u32, BuildHasherDefault<Mixed>> = HashMap::default();
        for occurrence in bags.iter().flat_map(|(_, bag)| occurrences(bag.pairs())) {
            *frequencies.entry(occurrence).or_default() += 1;
        }
        let mut by_rank: Vec<(u32, u64)> =
            frequencies.iter().map(|(occurrence, count)| (*count, *occurrence)).collect();
        by_rank.sort_unstable();
        let mut ranks = frequencies;
        for (rank, (_, occurrence)) in by_rank.iter().enumerate() {
            ranks.insert(*occurrence, rank as u32);
        }
        let mut pairs = Vec::with_capacity(bags.iter().map(|(_, bag)| bag.len()).sum());
        let mut starts = Vec::with_capacity(bags.len() + 1);
        // By rank: which bag, and where in it.
        let mut places: Vec<(u32, u32, u32)> = Vec::new();
        let mut ranked: Vec<u32> = Vec::new();
        for (position, (_, bag)) in bags.iter().enumerate() {
            starts.push(pairs.len() as u32);
            pairs.extend_from_slice(bag.pairs());
            ranked.clear();
            ranked.extend(occurrences(bag.pairs()).map(|occurrence| ranks[&occurrence]));
            ranked.sort_unstable();
            let prefix = bag.len() + 1 - least_shared(bag.len(), lowest).max(1);
            let prefix = ranked[..prefix.min(bag.len())].iter().enumerate();
            places.extend(prefix.map(|(place, rank)| (*rank, position as u32, place as u32)));
        }
        starts.push(pairs.len() as u32);
        let mut lists = vec![0; by_rank.len() + 1];
        for (rank, ..) in &places {
            lists[*rank as usize + 1] += 1;
        }
        for rank in 0..by_rank.len() {
            lists[rank + 1] += lists[rank];
        }
        let mut next = lists.clone();
        let mut entries = vec![(0, 0); places.len()];
        for (rank, position, place) in places {
            let at = &mut next[rank as usize];
            entries[*at as usize] = (position, place);
            *at += 1;
        }
        let numbers: Vec<usize> = bags.iter().map(|(number, _)| *number).collect();
        let positions = numbers.iter().enumerate().map(|(position, number)| (*number, position as u32)).collect();
        let counts = RefCell::new(vec![0; numbers.len()]);
        Postings { pairs, starts, numbers, positions, ranks, entries, lists, lowest, counts }
    }

    /// Every indexed bag with at least `floor` similarity, with its score, in the order of the numbers.
    pub fn similar(&self, bag: &Bag, floor: u16) -> Vec<(usize, u16)> {
        let floor = floor.max(self.lowest);
        let mut ranked: Vec<u32> =
            occurrences(bag.pairs()).filter_map(|occurrence| self.ranks.get(&occurrence).copied()).collect();
        ranked.sort_unstable();
        let least = least_shared(bag.len(), floor).max(1);
        let mut counts = self.counts.borrow_mut();
        let mut met: Vec<u32> = Vec::new();
        // Whoever is not met while so many are left shares too few.
        for (place, rank) in ranked.iter().enumerate().take((ranked.len() + 1).saturating_sub(least)) {
            let list = &self.entries[self.lists[*rank as usize] as usize..self.lists[*rank as usize + 1] as usize];
            let left = ranked.len() - place;
            // The lists go by size, and a much smaller or larger bag is not similar.
            let first = list.partition_point(|(position, _)| self.size(*position) < least);
            for &(position, its_place) in &list[first..] {
                let size = self.size(position);
                let needed = needed(bag.len() + size, floor);
                if needed > bag.len() {
                    break;
                }
                let count = &mut counts[position as usize];
                if *count == OUT {
                    continue;
                }
                if *count == 0 {
                    met.push(position);
                }
                if *count as usize + left.min(size - its_place as usize) < needed {
                    *count = OUT;
                } else {
                    *count += 1;
                }
            }
        }
        let mut found = Vec::new();
        for position in met {
            if std::mem::take(&mut counts[position as usize]) == OUT {
                continue;
            }
            let its_pairs = self.pairs_at(position);
            let score = score(shared(bag.pairs(), its_pairs), bag.len() + its_pairs.len());
            if score >= floor {
                found.push((self.numbers[position as usize], score));
            }
        }
        found.sort_unstable();
        found
    }

    /// The score of one indexed bag.
    pub fn score(&self, bag: &Bag, number: usize) -> Option<u16> {
        let its_pairs = self.pairs_at(*self.positions.get(&number)?);
        let total = bag.len() + its_pairs.len();
        Some(if total == 0 { 1000 } else { score(shared(bag.pairs(), its_pairs), total) })
    }

    /// One indexed bag.
    pub fn bag(&self, number: usize) -> Option<Bag> {
        Some(Bag::of_pairs(self.pairs_at(*self.positions.get(&number)?)))
    }

    fn pairs_at(&self, position: u32) -> &[u32] {
        let at = position as usize;
        &self.pairs[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    fn size(&self, position: u32) -> usize {
        let at = position as usize;
        (self.starts[at + 1] - self.starts[at]) as usize
    }
}

/// How many pairs two bags share that have so many together and at least that similarity.
fn needed(total: usize, floor: u16) -> usize {
    (usize::from(floor) * total).div_ceil(2000)
}

/// How many pairs of a bag another one shares at least, of whatever size it is.
fn least_shared(size: usize, floor: u16) -> usize {
    (usize::from(floor) * size).div_ceil(2000 - usize::from(floor))
}

/// The pairs of a bag, each with how often it came before.
fn occurrences(pairs: &[u32]) -> impl Iterator<Item = u64> {
    pairs
        .chunk_by(|a, b| a == b)
        .flat_map(|same| same.iter().enumerate().map(|(before, pair)| u64::from(*pair) | (before as u64) << 32))
}

/// Hashes of tokens and small numbers need little hashing.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::similarity::{SIMILAR, SIMILAR_SAME_NAME, VERY_SIMILAR};
    use super::*;

    #[test]
    fn the_filters_find_what_comparing_all_pairs_finds() {
        // A small generator; few tokens, so that multiplicities matter, or more of them, so that the filters do.
        let mut state = 7u32;
        let mut draw = move |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        let mut hits = 0;
        for (words, longest) in [(4, 30), (4, 200), (9, 60), (30, 400)] {
            let mut bodies: Vec<Vec<u32>> = Vec::new();
            for number in 0..120 {
                let length = 1 + draw(longest);
                // Every other one is an edited copy.
                let mut body: Vec<u32> = match bodies.last() {
                    Some(last) if number % 2 == 1 => last.iter().copied().filter(|_| draw(6) > 0).collect(),
                    _ => Vec::new(),
                };
                body.extend((0..if body.is_empty() { length } else { length / 4 }).map(|_| draw(words)));
                bodies.push(body);
            }
            let bags: Vec<Bag> = bodies.iter().map(|body| Bag::new(body)).collect();
            let postings = Postings::new(bags.iter().cloned().enumerate(), SIMILAR_SAME_NAME);
            for (place, bag) in bags.iter().enumerate() {
                assert_eq!(postings.score(bag, (place + 1) % 120), Some(bag.similarity(&bags[(place + 1) % 120])));
                for floor in [SIMILAR_SAME_NAME, SIMILAR, VERY_SIMILAR, 1000] {
                    let scored = bags.iter().enumerate().map(|(number, other)| (number, bag.similarity(other)));
                    let expected: Vec<(usize, u16)> = scored.filter(|&(_, score)| score >= floor).collect();
                    assert_eq!(postings.similar(bag, floor), expected);
                    hits += expected.len();
                }
            }
        }
        assert!(hits > 4000, "the test compares something: {hits}");
    }
}
