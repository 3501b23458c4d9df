//! How alike two bodies are: the overlap of their pairs of neighbouring tokens, counted with multiplicity.
//!
//! A score of 1000 means the same pairs, 0 means none in common. Pairs tell unrelated code apart far better than single
//! tokens, of which all code shares many, and still let statements be moved about; equal bodies are found by hash before
//! anyone asks here.
//!
//! The thresholds were measured on the histories of two public Python repositories: how similar a function is to itself
//! after an edit, and how similar the most similar unrelated function is that was added in the same commit.
//!
//! | score | edited functions at or above | unrelated functions at or above |
//! |---|---|---|
//! | 350 | 97 to 98 % | 6 to 7 %; of the same name, 26 to 39 % |
//! | 550 | 94 to 95 % | 1 to 3 % |
//! | 800 | 77 to 81 % | 0.2 to 0.9 % |

use std::cell::RefCell;
use std::collections::HashMap;

/// At least this score makes a `similar` match when the simple name changed too (SPEC 5.6).
pub const SIMILAR: u16 = 550;
/// The same for bodies with fewer than [`SHORT`] tokens, unless the names are alike.
pub const SIMILAR_SHORT: u16 = 650;
/// Bodies with fewer tokens than this resemble each other more easily.
pub const SHORT: usize = 40;
/// At least this score makes a `similar` match when the simple name is the same or the container moved there.
pub const SIMILAR_SAME_NAME: u16 = 350;
/// At or above this score a `similar` match rises to medium confidence by itself.
pub const VERY_SIMILAR: u16 = 800;
/// A `similar` match must lead the runner-up by this much.
pub const LEAD: u16 = 50;
/// What the same simple name, or a container that moved there, is worth in points of similarity.
pub const NAME_WORTH: u16 = SIMILAR - SIMILAR_SAME_NAME;
/// What standing in the same file is worth.
pub const FILE_WORTH: u16 = 100;
/// Bodies shorter than this prove little by similarity.
pub const MIN_TOKENS: usize = 12;

/// Of longer bodies the start is compared: a hundred functions of 20,000 lines would take more memory than a run has
/// (SPEC 13.2).
const MOST_TOKENS: usize = 16_384;

/// A body's pairs of neighbouring tokens, sorted, ready to be compared; as many as it has tokens, if not very many.
#[derive(Clone, Debug, Default)]
pub struct Bag(Vec<u32>);

impl Bag {
    pub fn new(tokens: &[u32]) -> Self {
        let tokens = &tokens[..tokens.len().min(MOST_TOKENS)];
        // The first token is paired with nothing, so that a bag is as large as its body.
        let before = std::iter::once(0).chain(tokens.iter().copied());
        let mut pairs: Vec<u32> =
            before.zip(tokens).map(|(before, token)| before.wrapping_mul(0x9E37_79B1) ^ token).collect();
        pairs.sort_unstable();
        Bag(pairs)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// How alike two bodies are, from 0 to 1000.
    pub fn similarity(&self, other: &Bag) -> u16 {
        let total = self.0.len() + other.0.len();
        if total == 0 {
            return 1000;
        }
        let (mut left, mut right, mut shared) = (0, 0, 0usize);
        while left < self.0.len() && right < other.0.len() {
            match self.0[left].cmp(&other.0[right]) {
                std::cmp::Ordering::Less => left += 1,
                std::cmp::Ordering::Greater => right += 1,
                std::cmp::Ordering::Equal => {
                    shared += 1;
                    left += 1;
                    right += 1;
                }
            }
        }
        score(shared, total)
    }
}

/// Finds similar bags without comparing all pairs of bags.
///
/// Shared pairs are counted along posting lists, rarest pair first. Two bags that share enough pairs must share one of
/// the rarest few of the sought one (a prefix filter); whoever is not met by then is not counted any more.
pub struct Postings {
    bags: HashMap<usize, Bag>,
    /// The bags that hold a pair, by position in `numbers`, and how often each does.
    by_pair: HashMap<u32, Vec<(u32, u32)>>,
    /// The caller's numbers, sorted.
    numbers: Vec<usize>,
    /// Shared pairs by position; all 0 between two searches.
    shared: RefCell<Vec<u32>>,
}

impl Postings {
    /// Indexes bags under the caller's numbers.
    pub fn new(bags: impl IntoIterator<Item = (usize, Bag)>) -> Self {
        let bags: HashMap<usize, Bag> = bags.into_iter().collect();
        let mut numbers: Vec<usize> = bags.keys().copied().collect();
        numbers.sort_unstable();
        let mut by_pair: HashMap<u32, Vec<(u32, u32)>> = HashMap::new();
        for (position, number) in numbers.iter().enumerate() {
            for run in bags[number].0.chunk_by(|a, b| a == b) {
                by_pair.entry(run[0]).or_default().push((position as u32, run.len() as u32));
            }
        }
        let shared = RefCell::new(vec![0; numbers.len()]);
        Postings { bags, by_pair, numbers, shared }
    }

    /// Every indexed bag with at least `floor` similarity, with its score, in the order of the numbers.
    pub fn similar(&self, bag: &Bag, floor: u16) -> Vec<(usize, u16)> {
        let postings = |run: &[u32]| self.by_pair.get(&run[0]).map_or(&[][..], Vec::as_slice);
        let mut runs: Vec<&[u32]> = bag.0.chunk_by(|a, b| a == b).collect();
        runs.sort_by_key(|run| (postings(run).len(), run[0]));
        // With similarity s, at least s/(2-s) of this bag's pairs are shared; the multiplicity of a pair can hide at
        // most as many pairs as it has, so the prefix is measured in pairs, not in distinct ones.
        let needed = bag.len() * usize::from(floor) / (2000 - usize::from(floor));
        let mut skippable = bag.len().saturating_sub(needed);
        let mut in_prefix = true;
        let mut shared = self.shared.borrow_mut();
        let mut met: Vec<u32> = Vec::new();
        for run in runs {
            for &(position, count) in postings(run) {
                let so_far = &mut shared[position as usize];
                if *so_far == 0 {
                    if !in_prefix {
                        continue;
                    }
                    met.push(position);
                }
                *so_far += count.min(run.len() as u32);
            }
            in_prefix &= run.len() <= skippable;
            skippable = skippable.saturating_sub(run.len());
        }
        met.sort_unstable();
        let mut found = Vec::new();
        for position in met {
            let both = std::mem::take(&mut shared[position as usize]) as usize;
            let number = self.numbers[position as usize];
            let score = score(both, bag.len() + self.bags[&number].len());
            if score >= floor {
                found.push((number, score));
            }
        }
        found
    }

    /// The score of one indexed bag.
    pub fn score(&self, bag: &Bag, number: usize) -> Option<u16> {
        self.bags.get(&number).map(|other| bag.similarity(other))
    }
}

/// Twice the shared pairs over all pairs, in thousandths.
fn score(shared: usize, total: usize) -> u16 {
    u16::try_from(2000 * shared / total).expect("because the shared pairs are at most half of the total")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_bags_are_wholly_similar_and_disjoint_ones_not_at_all() {
        let bag = Bag::new(&[3, 1, 2, 2]);
        assert_eq!(bag.similarity(&Bag::new(&[3, 1, 2, 2])), 1000);
        assert_eq!(bag.similarity(&Bag::new(&[7, 8])), 0);
        assert_eq!(bag.similarity(&Bag::new(&[3, 1, 9, 9])), 500);
        assert_eq!(bag.similarity(&Bag::new(&[2, 2, 1, 3])), 250, "order counts");
    }

    #[test]
    fn the_prefix_filter_finds_what_comparing_all_pairs_finds() {
        // A small generator; few tokens, so that multiplicities matter.
        let mut state = 7u32;
        let mut draw = move |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        let bags: Vec<Bag> = (0..120)
            .map(|_| {
                let length = 12 + draw(30);
                Bag::new(&(0..length).map(|_| draw(4)).collect::<Vec<_>>())
            })
            .collect();
        let postings = Postings::new(bags.iter().cloned().enumerate());
        let mut hits = 0;
        for bag in &bags {
            for floor in [SIMILAR_SAME_NAME, SIMILAR, VERY_SIMILAR] {
                let expected: Vec<(usize, u16)> = bags
                    .iter()
                    .enumerate()
                    .map(|(number, other)| (number, bag.similarity(other)))
                    .filter(|&(_, score)| score >= floor)
                    .collect();
                assert_eq!(postings.similar(bag, floor), expected);
                hits += expected.len();
            }
        }
        assert!(hits > 1000, "the test compares something: {hits}");
    }
}
