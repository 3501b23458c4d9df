//! Postings: finds similar bags without comparing all pairs of bags.
//!
//! Pairs of tokens are ranked by how many bags have them, the rarest first. Two bags that share enough must share one of
//! the rarest few of each (a prefix filter), so only those stand in the lists; whoever is met late in both has too
//! little left to share (a positional filter); and what two bags share of their rarest pairs, with all that is left of one
//! of them, must be enough. What passes is compared in full. The work of a search grows with the bags that have something
//! rare in common with what is sought, hardly with all of them.
//!
//! A pair that a bag has twice counts as two: its first occurrence and its second.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::similarity::{Bag, score, shared, shared_if};

/// Bags that can be searched.
pub struct Postings {
    /// All pairs, bag by bag, as [`Bag`] has them. Bags stand in the order of their sizes.
    pairs: Vec<u32>,
    /// Where each bag starts in `pairs`; one more than there are bags.
    starts: Vec<u32>,
    /// By position: the last rank under which the bag is listed.
    last: Vec<u32>,
    /// The caller's numbers, by position; and the positions by number.
    numbers: Vec<usize>,
    positions: HashMap<usize, u32, BuildHasherDefault<Mixed>>,
    /// Occurrences of pairs by rank.
    ranks: HashMap<u64, u32, BuildHasherDefault<Mixed>>,
    /// The lists one after the other, by rank; each in the order of the positions.
    entries: Vec<Listed>,
    /// Where the list of each rank starts in `entries`.
    lists: Vec<u32>,
    /// No search asks for less similarity.
    lowest: u16,
    scratch: RefCell<Scratch>,
}

/// A bag in a list.
#[derive(Clone, Copy, Default)]
struct Listed {
    position: u32,
    /// Of the bag; no bag is larger than that.
    size: u16,
    /// The place of the pair within the bag, by rank.
    place: u16,
}

/// What a search needs room for.
#[derive(Default)]
struct Scratch {
    /// Shared pairs by position; all 0 between two searches.
    counts: Vec<u32>,
    /// The ranks of what is sought.
    ranked: Vec<u32>,
    /// Who shares some of them, by position.
    met: Vec<u32>,
}

/// In place of a count: that bag is out.
const OUT: u32 = u32::MAX;

impl Postings {
    /// Indexes bags under the caller's numbers, for searches of at least `lowest` similarity.
    pub fn new(bags: impl IntoIterator<Item = (usize, Bag)>, lowest: u16) -> Self {
        let mut bags: Vec<(usize, Bag)> = bags.into_iter().collect();
        bags.sort_by_key(|(number, bag)| (bag.len(), *number));
        // Occurrences are numbered as they come, so that each is looked up once.
        let total = bags.iter().map(|(_, bag)| bag.len()).sum();
        let mut ranks: HashMap<u64, u32, BuildHasherDefault<Mixed>> = HashMap::default();
        let mut frequencies: Vec<u32> = Vec::new();
        let mut pairs = Vec::with_capacity(total);
        let mut occurring: Vec<u32> = Vec::with_capacity(total);
        let mut starts = Vec::with_capacity(bags.len() + 1);
        let mut numbers = Vec::with_capacity(bags.len());
        for (number, bag) in bags {
            starts.push(pairs.len() as u32);
            numbers.push(number);
            pairs.extend_from_slice(bag.pairs());
            occurring.extend(occurrences(bag.pairs()).map(|occurrence| {
                let next = frequencies.len() as u32;
                let name = *ranks.entry(occurrence).or_insert(next);
                if name == next {
                    frequencies.push(0);
                }
                frequencies[name as usize] += 1;
                name
            }));
        }
        starts.push(pairs.len() as u32);
        let rank_of = by_frequency(&frequencies);
        ranks.values_mut().for_each(|name| *name = rank_of[*name as usize]);
        let mut lists = vec![0; frequencies.len() + 1];
        let mut last = Vec::with_capacity(numbers.len());
        for bag in starts.windows(2) {
            let bag = &mut occurring[bag[0] as usize..bag[1] as usize];
            bag.iter_mut().for_each(|name| *name = rank_of[*name as usize]);
            bag.sort_unstable();
            let prefix = &bag[..listed(bag.len(), lowest)];
            prefix.iter().for_each(|rank| lists[*rank as usize + 1] += 1);
            last.push(prefix.last().copied().unwrap_or(0));
        }
        for rank in 0..frequencies.len() {
            lists[rank + 1] += lists[rank];
        }
        let mut next = lists.clone();
        let mut entries = vec![Listed::default(); lists.last().map_or(0, |end| *end as usize)];
        for (position, bag) in starts.windows(2).enumerate() {
            let bag = &occurring[bag[0] as usize..bag[1] as usize];
            for (place, rank) in bag[..listed(bag.len(), lowest)].iter().enumerate() {
                let at = &mut next[*rank as usize];
                entries[*at as usize] =
                    Listed { position: position as u32, size: bag.len() as u16, place: place as u16 };
                *at += 1;
            }
        }
        let positions = numbers.iter().enumerate().map(|(position, number)| (*number, position as u32)).collect();
        let scratch = RefCell::new(Scratch { counts: vec![0; numbers.len()], ..Scratch::default() });
        Postings { pairs, starts, last, numbers, positions, ranks, entries, lists, lowest, scratch }
    }

    /// Every indexed bag with at least `floor` similarity, with its score, in the order of the numbers.
    pub fn similar(&self, bag: &Bag, floor: u16) -> Vec<(usize, u16)> {
        let floor = floor.max(self.lowest);
        let mut scratch = self.scratch.borrow_mut();
        let Scratch { counts, ranked, met } = &mut *scratch;
        ranked.clear();
        ranked.extend(occurrences(bag.pairs()).filter_map(|occurrence| self.ranks.get(&occurrence)));
        ranked.sort_unstable();
        let least = least_shared(bag.len(), floor).max(1);
        // Whoever is not met while so many are left shares too few.
        let searched = (ranked.len() + 1).saturating_sub(least);
        for (place, rank) in ranked[..searched].iter().enumerate() {
            let list = &self.entries[self.lists[*rank as usize] as usize..self.lists[*rank as usize + 1] as usize];
            let left = ranked.len() - place;
            // The lists go by size, and a much smaller or larger bag is not similar.
            let first = list.partition_point(|entry| usize::from(entry.size) < least);
            for entry in &list[first..] {
                let size = usize::from(entry.size);
                let needed = needed(bag.len() + size, floor);
                if needed > ranked.len() {
                    break;
                }
                let most = left.min(size - usize::from(entry.place));
                let count = &mut counts[entry.position as usize];
                match *count {
                    // Who has too little left here has less wherever it is met again.
                    0 if most < needed => {}
                    0 => {
                        met.push(entry.position);
                        *count = 1;
                    }
                    OUT => {}
                    shared if shared as usize + most < needed => *count = OUT,
                    _ => *count += 1,
                }
            }
        }
        let mut found = Vec::new();
        for position in met.drain(..) {
            let count = std::mem::take(&mut counts[position as usize]);
            if count == OUT {
                continue;
            }
            let its_pairs = self.pairs_at(position);
            let needed = needed(bag.len() + its_pairs.len(), floor);
            // Up to the rank at which one of the two ends, all that they share was counted.
            let uncounted = if ranked[searched - 1] < self.last[position as usize] {
                ranked.len() - searched
            } else {
                its_pairs.len() - listed(its_pairs.len(), self.lowest)
            };
            if count as usize + uncounted < needed {
                continue;
            }
            if let Some(shared) = shared_if(bag.pairs(), its_pairs, needed) {
                found.push((self.numbers[position as usize], score(shared, bag.len() + its_pairs.len())));
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

    /// The score of one indexed bag, if it is at least `floor`.
    pub fn score_from(&self, bag: &Bag, number: usize, floor: u16) -> Option<u16> {
        let its_pairs = self.pairs_at(*self.positions.get(&number)?);
        let total = bag.len() + its_pairs.len();
        let needed = needed(total, floor);
        if total == 0 || needed > bag.len().min(its_pairs.len()) {
            return (total == 0).then_some(1000);
        }
        Some(score(shared_if(bag.pairs(), its_pairs, needed)?, total))
    }

    /// One indexed bag.
    pub fn bag(&self, number: usize) -> Option<Bag> {
        Some(Bag::of_pairs(self.pairs_at(*self.positions.get(&number)?)))
    }

    fn pairs_at(&self, position: u32) -> &[u32] {
        let at = position as usize;
        &self.pairs[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// The rank of each by how often it occurs, the rarest first; of those that are as rare the first comes first.
fn by_frequency(frequencies: &[u32]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..frequencies.len() as u32).collect();
    order.sort_by_key(|&name| frequencies[name as usize]);
    let mut ranks = vec![0; order.len()];
    for (rank, name) in order.into_iter().enumerate() {
        ranks[name as usize] = rank as u32;
    }
    ranks
}

/// How many of its rarest pairs a bag is listed under.
fn listed(size: usize, lowest: u16) -> usize {
    (size + 1 - least_shared(size, lowest).max(1)).min(size)
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
                    let other = (place * 7) % 120;
                    let score = Some(bag.similarity(&bags[other])).filter(|score| *score >= floor);
                    assert_eq!(postings.score_from(bag, other, floor), score);
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
