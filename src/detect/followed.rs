//! Containers that are known by their members: a class under another name, with another head, of which most members are
//! recognised in one new class.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use crate::report::Confidence;

use super::evidence::{Container, Evidence};
use super::matching::{Matched, Pairing};
use super::ranks::Run;

/// So many members are too few to speak for their container.
const FEW: usize = 2;
/// So many are enough for medium confidence, where they are most of what it had.
const MANY: usize = 3;

/// Where the members of a container went.
struct Followed {
    seeker: usize,
    candidate: usize,
    members: usize,
    is_sure: bool,
}

impl Run<'_> {
    /// Pairs containers that are still sought with what most of their members are in now; members that were not recognised
    /// by themselves go along.
    pub(super) fn follow_members(&mut self) {
        let mut found = self.by_members();
        found.sort_by_key(|it| (Reverse(it.members), it.seeker));
        let mut followed = HashSet::new();
        for Followed { seeker: number, candidate, is_sure, .. } in found {
            let seeker = &self.seekers[number];
            if !self.is_eligible(seeker, candidate) || !self.is_new(seeker, candidate) {
                continue;
            }
            let (tier, similarity) = self.compare(seeker, candidate);
            self.claim(number, candidate, tier, similarity, false, false);
            if let Some(Matched::One(Pairing { confidence, evidence, .. })) = &mut self.results[number] {
                evidence.push(Evidence::OwnMembersWent);
                if is_sure {
                    *confidence = (*confidence).max(Confidence::Medium);
                }
            }
            followed.insert(number);
        }
        let is_left = |number: &usize| {
            let follows = self.seekers[*number].parent.is_some_and(|parent| followed.contains(&parent));
            follows && !matches!(self.results[*number], Some(Matched::One(_)))
        };
        let left: Vec<usize> = (0..self.seekers.len()).filter(is_left).collect();
        self.follow_containers(&left);
    }

    fn by_members(&self) -> Vec<Followed> {
        let mut places: BTreeMap<usize, BTreeMap<Container, usize>> = BTreeMap::new();
        for (seeker, matched) in self.seekers.iter().zip(&self.results) {
            let (Some(parent), Some(Matched::One(pairing))) = (seeker.parent, matched) else { continue };
            let is_sought =
                !matches!(self.results[parent], Some(Matched::One(_))) && self.seekers[parent].heir.is_none();
            if is_sought && pairing.confidence != Confidence::Low {
                *places.entry(parent).or_default().entry(self.container_of(pairing.candidate)).or_default() += 1;
            }
        }
        places.into_iter().filter_map(|(number, places)| self.followed(number, &places)).collect()
    }

    /// More than half of what the new one has came from there: so nobody else can have sent more.
    fn followed(&self, number: usize, places: &BTreeMap<Container, usize>) -> Option<Followed> {
        let seeker = &self.seekers[number];
        let (&(file, index), &members) = places.iter().max_by_key(|&(place, members)| (*members, Reverse(*place)))?;
        let all: usize = places.values().sum();
        let candidate = self.matcher.at_index(file, index?)?;
        let at = &self.matcher.candidates[candidate].at;
        let had = seeker.base.as_ref().map_or(members, |base| base.file.members(base.index).count());
        let has = at.file.members(at.index).count();
        let is_most = members * 2 > all && members * 2 > has;
        (at.construct().kind.family() == seeker.kind.family() && members >= FEW && is_most).then_some(Followed {
            seeker: number,
            candidate,
            members,
            is_sure: members >= MANY && members * 2 >= had,
        })
    }
}
