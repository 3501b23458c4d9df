//! Moves: stages 2 and 3 without subscriptions, for whoever wants to know where *everything* went (SPEC 11.4).
//!
//! The matcher is the one that a subscription is sought with: every construct that vanished from a changed file seeks,
//! every new one is a candidate, and the result is one to one. So a diff never says of a construct what a scan of the
//! same two revisions would not say of a subscription to it.

use crate::report::{Confidence, Tier};

use super::View;
use super::elsewhere::Search;
use super::matching::Matched;
use super::sieve::Scope;
use super::view::{FileChanges, Located};

/// Where the vanished constructs of a diff went.
pub struct Moves(Search);

/// What became of a vanished construct.
pub enum Went {
    To(Move),
    /// Several places are equally good, and nothing is guessed.
    OneOf(Vec<Located>),
}

/// The one place where a construct went.
pub struct Move {
    pub at: Located,
    pub tier: Tier,
    /// In thousandths, where bodies were compared.
    pub similarity: Option<u16>,
    pub confidence: Confidence,
    /// Too little evidence to believe it (SPEC 5.8).
    pub weak: bool,
}

impl Moves {
    pub fn new(changes: &FileChanges<'_>, before: &dyn View, after: &dyn View) -> Self {
        Moves(Search::new(&[], Scope::all(changes), changes, before, after))
    }

    /// Where the construct at that old place went; `None` where it was not missed, or is nowhere.
    pub fn of(&self, path: &str, qualname: &str) -> Option<Went> {
        let at = |number: usize| self.0.matcher.candidates[number].at.clone();
        match self.0.result(path, qualname)?.1 {
            Matched::Nowhere => None,
            Matched::One(pairing) => Some(Went::To(Move {
                at: at(pairing.candidate),
                tier: pairing.tier,
                similarity: pairing.similarity,
                confidence: pairing.confidence,
                weak: pairing.weak,
            })),
            Matched::Several { tier: Tier::Exact | Tier::Body, weak: false, candidates } => {
                let mut places: Vec<Located> = candidates.iter().map(|&number| at(number)).collect();
                places.sort_by(|a, b| (&a.file.path, a.index).cmp(&(&b.file.path, b.index)));
                Some(Went::OneOf(places))
            }
            Matched::Several { .. } => None,
        }
    }
}
