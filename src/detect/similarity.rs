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

    /// Of what [`Bag::pairs`] gave.
    pub(super) fn of_pairs(pairs: &[u32]) -> Self {
        Bag(pairs.to_vec())
    }

    /// The pairs, sorted.
    pub(super) fn pairs(&self) -> &[u32] {
        &self.0
    }

    /// How alike two bodies are, from 0 to 1000.
    pub fn similarity(&self, other: &Bag) -> u16 {
        let total = self.0.len() + other.0.len();
        if total == 0 { 1000 } else { score(shared(&self.0, &other.0), total) }
    }
}

/// How many pairs two sorted lists have in common.
pub(super) fn shared(one: &[u32], other: &[u32]) -> usize {
    let (mut left, mut right, mut shared) = (0, 0, 0);
    while left < one.len() && right < other.len() {
        let (a, b) = (one[left], other[right]);
        // Without branches, which nobody could foretell.
        left += usize::from(a <= b);
        right += usize::from(b <= a);
        shared += usize::from(a == b);
    }
    shared
}

/// How many pairs two sorted lists have in common, if there are at least so many.
pub(super) fn shared_if(one: &[u32], other: &[u32], needed: usize) -> Option<usize> {
    let (mut left, mut right, mut shared) = (0, 0, 0);
    // As in [`shared`], with a look now and then at whether what is left can be enough.
    while left < one.len() && right < other.len() {
        let rest = (one.len() - left).min(other.len() - right);
        if shared + rest < needed {
            return None;
        }
        for _ in 0..rest.min(STRIDE) {
            let (a, b) = (one[left], other[right]);
            left += usize::from(a <= b);
            right += usize::from(b <= a);
            shared += usize::from(a == b);
        }
    }
    (shared >= needed).then_some(shared)
}

/// So many steps are taken between two looks.
const STRIDE: usize = 16;

/// Twice the shared pairs over all pairs, in thousandths.
pub(super) fn score(shared: usize, total: usize) -> u16 {
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
}
