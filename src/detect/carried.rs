//! Carried: members that stand where their container went, under their name (SPEC 5.9).
//!
//! They come before everything else: who knows where a class went need not search for what is in it.

use crate::report::{Confidence, Tier};
use crate::syntax::qualname;

use super::candidate::Candidate;
use super::matching::{Matched, Pairing};
use super::ranks::{MANY, Run};
use super::seeker::Seeker;
use super::similarity::VERY_SIMILAR;
use super::weak::has_weak_body;

impl Run<'_> {
    /// Rank 1: members stand where their container moved to, under the same name.
    pub(super) fn follow_containers(&mut self, group: &[usize]) {
        for &number in group {
            let seeker = &self.seekers[number];
            let Some(container) = self.container_now(seeker) else { continue };
            let Some(candidate) = self.in_container(seeker, container) else { continue };
            let construct = self.matcher.candidates[candidate].at.construct();
            if construct.kind.family() != seeker.kind.family() || self.claimed[candidate] {
                continue;
            }
            // What stood there before did not move there (SPEC 5.7), unless what it was a part of has gone itself, or was merged
            // with another of its name.
            let is_open = self.matcher.candidates[candidate].is_open() || seeker.also_new.contains(&candidate);
            let is_merged = qualname::simple_name(seeker.container()) == container.at.construct().name();
            if !is_open && !is_merged && !self.displaced.contains(&candidate) {
                continue;
            }
            if construct.body_hash != seeker.body_hash && self.stands_elsewhere(seeker) {
                continue;
            }
            let (tier, similarity) = self.compare(seeker, candidate);
            self.claim(number, candidate, tier, similarity, false, false);
            self.carry(number);
        }
    }

    /// What stands for a member in the place that its container went to: what has its name, or the only one that has it where
    /// names carry parameter types.
    fn in_container(&self, seeker: &Seeker, container: &Candidate) -> Option<usize> {
        let class = container.at.construct();
        let name = if seeker.is_constructor() { class.name() } else { seeker.name() };
        let suffix = seeker.local_name().strip_prefix(seeker.name()).unwrap_or_default();
        let same = self.matcher.at_in(container.file, &format!("{}.{name}{suffix}", class.qualname));
        same.or_else(|| {
            let base = seeker.base.as_ref().filter(|_| container.new)?;
            let then = base.file.siblings(base.construct().bare_qualname());
            match (then, container.at.file.siblings(&format!("{}.{name}", class.bare_qualname()))) {
                (&[_], &[only]) => self.matcher.at_index(container.file, only as u32),
                _ => None,
            }
        })
    }

    /// Whether it is under its name in another new place, unchanged and not to be mistaken.
    fn stands_elsewhere(&self, seeker: &Seeker) -> bool {
        self.matcher.with_body(seeker).iter().take(MANY).any(|&number| {
            let construct = self.matcher.candidates[number].at.construct();
            self.is_eligible(seeker, number)
                && seeker.has_name_of(&self.matcher.candidates[number])
                && construct.interface_hash == seeker.interface_hash
                && !has_weak_body(construct)
        })
    }

    /// A member that stands under its name where its container went is as sure as that, up to medium: as in stage 1, the
    /// name decides.
    fn carry(&mut self, number: usize) {
        let container = self.seekers[number].parent.and_then(|parent| self.results[parent].as_ref());
        let Some(Matched::One(Pairing { confidence: container, .. })) = container else { return };
        let most = (*container).min(Confidence::Medium);
        if let Some(Matched::One(pairing)) = &mut self.results[number] {
            let proved = matches!(pairing.tier, Tier::Exact | Tier::Body) || pairing.similarity >= Some(VERY_SIMILAR);
            pairing.confidence = if proved { pairing.confidence.max(most) } else { most };
        }
    }
}
