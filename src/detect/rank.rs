//! A rank: by what evidence a pair of a vanished and a new construct is made, and what it asks of one.
//!
//! [`ranks`](super::ranks) explains their order and makes the pairs.

use crate::report::Tier;
use crate::syntax::Family;

use super::displaced;
use super::names::LIKE;
use super::ranks::Run;
use super::seeker::Seeker;
use super::similarity::{LEAD, SIMILAR, SIMILAR_SAME_NAME};
use super::weak::{has_telling_interface, says_only_its_name};

/// Where something of that name stood, what is there now came from under another name only if it is as similar as that: parts
/// of what was inlined are less.
const TAKEN_OVER: u16 = 700;

/// By what evidence a pair is made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rank {
    Exact,
    Body,
    InterfaceAndMore,
    Similar,
    Interface,
    WeakExact,
    WeakBody,
    WeakSimilar,
    Name,
}

impl Rank {
    /// Whether its matches prove little.
    pub(super) fn is_weak(self) -> bool {
        matches!(self, Rank::WeakExact | Rank::WeakBody | Rank::WeakSimilar | Rank::Name)
    }

    /// Whether the bodies are equal.
    pub(super) fn is_by_equal_body(self) -> bool {
        matches!(self, Rank::Exact | Rank::Body | Rank::WeakExact | Rank::WeakBody)
    }

    /// Whether the bodies differ, so that their scores decide.
    pub(super) fn is_by_score(self) -> bool {
        matches!(self, Rank::InterfaceAndMore | Rank::Similar)
    }
}

/// In the order in which they are tried.
pub(super) const RANKS: [Rank; 11] = [
    Rank::Exact,
    Rank::Body,
    Rank::InterfaceAndMore,
    Rank::Similar,
    Rank::Exact,
    Rank::Body,
    Rank::Interface,
    Rank::WeakExact,
    Rank::WeakBody,
    Rank::WeakSimilar,
    Rank::Name,
];

impl Run<'_> {
    pub(super) fn fits(&self, rank: Rank, seeker: &Seeker, number: usize, score: u16) -> bool {
        let construct = self.matcher.candidates[number].at.construct();
        let near = || self.is_near(seeker, number) || self.is_backed(seeker, number);
        let exact = construct.interface_hash == seeker.interface_hash && construct.kind == seeker.kind;
        let telling = has_telling_interface(construct);
        let proves = |tier| !self.is_weak(seeker, number, tier) || self.is_vouched_for(seeker, number);
        let alike = || score >= self.floor(seeker, number);
        // Where something of that name stood, what is there now must be the seeker's code rather than that, and not have
        // called the seeker before: then the seeker was only inlined.
        let called = || {
            let then = self.matcher.candidates[number].rewritten.as_ref();
            then.is_some_and(|(then, _)| displaced::calls(then, seeker.name()))
        };
        let least = || if self.is_near(seeker, number) { SIMILAR } else { TAKEN_OVER };
        let taken_over = || score >= least() && self.is_likely_origin(seeker, number, score) && !called();
        if !self.is_new(seeker, number) && !taken_over() {
            return false;
        }
        match rank {
            Rank::Exact => exact && proves(Tier::Exact),
            Rank::Body => construct.body_weight() > 0 && proves(Tier::Body),
            Rank::InterfaceAndMore => (alike() || (telling && near())) && self.is_likely_origin(seeker, number, score),
            Rank::Similar => alike() && self.is_likely_origin(seeker, number, score),
            Rank::Interface => self.tells_enough(seeker, number) && self.is_likely_origin(seeker, number, score),
            Rank::WeakExact => exact && !self.is_nobodys(seeker, number),
            Rank::WeakBody => construct.body_weight() > 0 && !self.is_nobodys(seeker, number),
            Rank::WeakSimilar => {
                let is_used_alike = || {
                    let is_like = || {
                        score >= SIMILAR_SAME_NAME
                            || construct.interface_hash == seeker.interface_hash
                            || construct.kind.family() == Family::Value
                            || self.likeness(seeker, number) > 0
                    };
                    self.is_used_instead(seeker, number) && is_like()
                };
                (score >= SIMILAR || self.is_respelled(seeker, number) || is_used_alike())
                    && construct.kind == seeker.kind
                    && (self.is_backed(seeker, number) || self.likeness(seeker, number) >= LIKE)
            }
            Rank::Name => construct.kind.family() != Family::Value && self.is_likely_origin(seeker, number, score),
        }
    }

    /// Whether an equal interface proves something, or a name vouches for it.
    pub(super) fn tells_enough(&self, seeker: &Seeker, number: usize) -> bool {
        let construct = self.matcher.candidates[number].at.construct();
        has_telling_interface(construct) || self.is_vouched_for(seeker, number)
    }

    /// Whether a body in another file says nothing at all.
    fn is_nobodys(&self, seeker: &Seeker, number: usize) -> bool {
        let at = &self.matcher.candidates[number].at;
        self.matcher.candidates[number].file != seeker.file && !self.same_name(seeker, number) && says_only_its_name(at)
    }

    /// Whether no construct that stayed in place is clearly more likely to be the candidate's origin.
    fn is_likely_origin(&self, seeker: &Seeker, number: usize, score: u16) -> bool {
        let claim = self.matcher.stayed_claim(number);
        claim < SIMILAR || claim < self.worth(seeker, number, score) + LEAD
    }
}
