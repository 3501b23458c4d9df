//! Ranks: the order in which vanished constructs are paired with new ones, best evidence first.
//!
//! The result is one to one: no candidate has two origins. A match that proves little comes after everything that
//! proves more, whatever its tier, so that a deletion never hides behind a coincidence (SPEC 5.8).
//!
//! 1. the same name in the place the container moved to ([`carried`](super::carried))
//! 2. exact, 3. body: with enough evidence, or a name that vouches for it
//! 4. interface with a similar body, or one that says something with the same name
//! 5. similar
//! 6. again 2 and 3: by now it is known where a member's siblings went, so that more names can vouch
//! 7. interface alone, where it says something or a name vouches for it
//! 8. exact, 9. body with too little evidence
//! 10. a short body that is similar, in the same container and under a like name
//! 11. a telling name that one vanished and one new construct have, and no other
//!
//! A container that none of this recognises is where most of its members went ([`followed`](super::followed)).
//!
//! What speaks for a pair beside its hashes and its score is [`evidence`](super::evidence)'s.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use crate::report::{Confidence, Tier};
use crate::syntax::Family;
use crate::syntax::qualname;

use super::displaced;
use super::evidence::Container;
use super::matching::{Matched, Matcher, Pairing};
use super::names::{self, LIKE, Replaced, SOMEWHAT_LIKE};
use super::rank::{RANKS, Rank};
use super::seeker::Seeker;
use super::similarity::{LEAD, MIN_TOKENS, SIMILAR, VERY_SIMILAR};
use super::uses::{Renamed, Uses};
use super::weak::is_common;

/// Two long bodies that share less have nothing to do with each other, whatever they are called.
const SOMEWHAT_SIMILAR: u16 = 200;
/// More equal candidates than this are not told apart one by one.
pub(super) const MANY: usize = 64;

/// Matches all seekers at once; the results stand in their order.
pub fn pair(matcher: &Matcher, seekers: &[Seeker]) -> Vec<Matched> {
    let results = vec![None; seekers.len()];
    let alike = seekers.iter().map(|_| OnceCell::new()).collect();
    let claimed = vec![false; matcher.candidates.len()];
    let (went, replaced, renamed) = (HashSet::new(), Replaced::default(), Renamed::default());
    let mut names: HashMap<(u64, Family), usize> = HashMap::new();
    for seeker in seekers.iter().filter(|seeker| seeker.heir.is_none()) {
        *names.entry((seeker.name_hash(), seeker.kind.family())).or_default() += 1;
    }
    let uses = matcher.candidates.iter().map(|_| OnceCell::new()).collect();
    let displaced = seekers.iter().filter_map(|seeker| seeker.heir).collect();
    let mut run = Run { matcher, seekers, names, alike, uses, displaced, claimed, went, replaced, renamed, results };
    // Containers first, outer ones before inner ones, so that members can follow them.
    let types = |seeker: &Seeker| matches!(seeker.kind.family(), Family::Type | Family::Module);
    let depth = |seeker: &Seeker| {
        if seeker.container().is_empty() { 0 } else { qualname::parts(seeker.container()).count() }
    };
    let mut by_depth: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut rest = Vec::new();
    for (number, seeker) in seekers.iter().enumerate() {
        if types(seeker) {
            by_depth.entry(depth(seeker)).or_default().push(number);
        } else {
            rest.push(number);
        }
    }
    for group in by_depth.into_values().chain([rest]) {
        run.follow_containers(&group);
        for rank in RANKS {
            run.settle(rank, &group);
        }
    }
    run.follow_members();
    run.results.into_iter().map(|result| result.unwrap_or(Matched::Nowhere)).collect()
}

/// The pairing so far.
pub(super) struct Run<'a> {
    pub(super) matcher: &'a Matcher,
    pub(super) seekers: &'a [Seeker],
    /// How many have a name.
    names: HashMap<(u64, Family), usize>,
    /// [`Matcher::alike`] of each seeker, found when first asked for.
    alike: Vec<OnceCell<Vec<(usize, u16)>>>,
    /// Where the name of each candidate is used in its file, found when first asked for.
    pub(super) uses: Vec<OnceCell<Uses>>,
    /// Candidates whose name another construct had, which seeks.
    pub(super) displaced: HashSet<usize>,
    /// By candidate.
    pub(super) claimed: Vec<bool>,
    /// Where members went unchanged, on enough evidence: from file and container to container.
    pub(super) went: HashSet<(usize, &'a str, Container)>,
    pub(super) replaced: Replaced<'a>,
    pub(super) renamed: Renamed<'a>,
    pub(super) results: Vec<Option<Matched>>,
}

impl<'a> Run<'a> {
    /// Pairs what this rank can pair, until nothing more gives.
    fn settle(&mut self, rank: Rank, group: &[usize]) {
        let seeks = |run: &Self, number: usize| {
            // Too little evidence is none for what stage 1 found under its name.
            let stayed = run.seekers[number].heir.is_some() && (rank.is_weak() || rank == Rank::Interface);
            run.results[number].is_none() && !stayed
        };
        let mut open: Vec<usize> = group.iter().copied().filter(|&number| seeks(self, number)).collect();
        // Kept between rounds: a choice changes only when a candidate in it is claimed, or more is known of where the
        // neighbours went, which are those of its file. Where scores decide, it may also be held down by a candidate that
        // is not in it.
        let mut choices: Vec<Option<Vec<(usize, u16)>>> = vec![None; open.len()];
        loop {
            let mut wanted: BTreeMap<usize, Vec<(u16, usize)>> = BTreeMap::new();
            for (&number, choice) in open.iter().zip(&mut choices) {
                let choice = choice.get_or_insert_with(|| self.choices(rank, number));
                if let [(only, worth)] = choice.as_slice() {
                    wanted.entry(*only).or_default().push((*worth, number));
                }
            }
            if wanted.is_empty() {
                for (&number, choice) in open.iter().zip(choices) {
                    self.leave(number, choice.unwrap_or_default());
                }
                return;
            }
            let known = (self.went.len(), self.replaced.len());
            let mut concerned: HashSet<usize> = HashSet::new();
            for (candidate, mut contenders) in wanted {
                contenders.sort_by_key(|&(worth, number)| {
                    let seeker = &self.seekers[number];
                    let stayed = seeker.heir.is_some();
                    (Reverse(worth), stayed, !self.same_container(seeker, candidate), number)
                });
                let (worth, number) = contenders[0];
                concerned.insert(self.seekers[number].file);
                // Two possible origins, and neither is clearly ahead.
                let next = contenders.get(1).map_or(0, |&(other, _)| other);
                let rival = || next.max(self.matcher.stayed_claim(candidate));
                let doubtful = rank.is_by_score() && Some(rival()).is_some_and(|it| it >= SIMILAR && it + LEAD > worth);
                let seeker = &self.seekers[number];
                let (tier, similarity) = self.compare(seeker, candidate);
                // Uses say that a name was replaced; of two that were, they do not say which.
                let is_contested = contenders.len() > 1 && !self.is_named_alike(seeker, candidate);
                let weak = matches!(rank, Rank::WeakSimilar | Rank::Name)
                    || (is_contested && self.is_weak(seeker, candidate, tier))
                    || (!self.is_vouched_for(seeker, candidate) && self.is_weak(seeker, candidate, tier));
                self.claim(number, candidate, tier, similarity, weak, doubtful);
            }
            let more_known = known != (self.went.len(), self.replaced.len());
            let kept = open.into_iter().zip(choices).filter(|&(number, _)| self.results[number].is_none());
            (open, choices) = kept
                .map(|(number, choice)| {
                    let claimed = |&(candidate, _): &(usize, u16)| self.claimed[candidate];
                    let is_stale = more_known && (rank.is_by_score() || concerned.contains(&self.seekers[number].file));
                    (number, choice.filter(|choice| !is_stale && !choice.iter().any(claimed)))
                })
                .unzip();
        }
    }

    /// What a seeker gets that has several equally good candidates: none of them.
    fn leave(&mut self, number: usize, choice: Vec<(usize, u16)>) {
        if choice.is_empty() {
            return;
        }
        let seeker = &self.seekers[number];
        let candidates: Vec<usize> = choice.into_iter().map(|(candidate, _)| candidate).collect();
        let (tier, _) = self.compare(seeker, candidates[0]);
        let weak = candidates.iter().all(|&candidate| self.is_weak(seeker, candidate, tier));
        self.results[number] = Some(Matched::Several { tier, weak, candidates });
    }

    /// The candidates of one rank that are equally good for a seeker, best preference applied (SPEC 5.9), each with
    /// what it is worth to the seeker.
    fn choices(&self, rank: Rank, number: usize) -> Vec<(usize, u16)> {
        let (matcher, seeker) = (self.matcher, &self.seekers[number]);
        let alike = || self.alike[number].get_or_init(|| matcher.alike(seeker));
        let score = |n: usize| (n, matcher.similarity(seeker, n).unwrap_or(0));
        let fits = |&(n, score): &(usize, u16)| self.is_eligible(seeker, n) && self.fits(rank, seeker, n, score);
        let mut left: Vec<(usize, u16)> = match rank {
            Rank::Exact | Rank::Body | Rank::WeakExact | Rank::WeakBody => {
                // Of the hundreds that may be equal hardly any are kept.
                let equal = self.few(matcher.with_body(seeker), seeker);
                equal.iter().map(|&n| (n, 1000)).filter(fits).collect()
            }
            Rank::InterfaceAndMore => {
                let equal = |n: &usize| matcher.candidates[*n].at.construct().interface_hash == seeker.interface_hash;
                let named = self.few(matcher.with_name(seeker), seeker);
                let mut all: Vec<(usize, u16)> = named.iter().copied().filter(equal).map(score).collect();
                all.extend(self.called_instead(seeker).into_iter().map(score));
                all.extend(alike().iter().filter(|(n, score)| *score >= SIMILAR && equal(n)));
                all.sort_unstable();
                all.dedup();
                all
            }
            Rank::Similar => {
                let mut all = alike().clone();
                // Where the container went, less is enough.
                let container = self.container_now(seeker).filter(|now| now.file != seeker.file);
                all.extend(container.into_iter().flat_map(|now| matcher.alike_in(seeker, &now.at.file.path)));
                all.sort_unstable();
                all.dedup();
                all
            }
            Rank::Interface => {
                let equal = self.few(matcher.with_interface(seeker), seeker);
                // Scores are dear, and most that have an interface like `@dataclass` need none.
                equal.iter().copied().filter(|&n| self.tells_enough(seeker, n)).map(score).collect()
            }
            Rank::WeakSimilar => {
                let container = self.container_as_it_is(seeker);
                let mut named = matcher.like_named(container, seeker.name());
                named.extend(matcher.few_new(container));
                named.sort_unstable();
                named.dedup();
                // Longer ones were judged by their scores.
                let is_long = seeker.body_weight() >= Some(MIN_TOKENS);
                let is_open = |n: &usize| {
                    let candidate = &matcher.candidates[*n];
                    candidate.at.construct().kind == seeker.kind && !(is_long && candidate.has_open_body())
                };
                named.retain(|n| is_open(n) && self.is_eligible(seeker, *n));
                named.into_iter().map(|n| (n, self.short_similarity(seeker, n))).collect()
            }
            Rank::Name => self.only_namesake(seeker).map(score).into_iter().collect(),
        };
        if !rank.is_by_equal_body() {
            left.retain(fits);
        }
        for (n, score) in &mut left {
            *score = self.worth(seeker, *n, *score);
        }
        let is_member = !seeker.container().is_empty();
        if rank.is_by_score() && !is_member && left.iter().any(|&(n, _)| !seeker.has_name_of(&matcher.candidates[n])) {
            let heads = self.few(matcher.with_name(seeker), seeker);
            left.retain(|&(n, _)| !self.serves(seeker, n, &heads));
        }
        if rank.is_by_score()
            && let Some(best) = left.iter().map(|&(_, worth)| worth).max()
        {
            left.retain(|&(_, worth)| worth + LEAD > best);
        }
        let prefer = |left: &mut Vec<(usize, u16)>, wish: &dyn Fn(usize) -> bool| {
            if left.len() > 1 && left.iter().any(|&(n, _)| wish(n)) {
                left.retain(|&(n, _)| wish(n));
            }
        };
        // Stage 2 comes before stage 3: the same file first.
        prefer(&mut left, &|n| matcher.candidates[n].file == seeker.file);
        prefer(&mut left, &|n| self.same_name(seeker, n));
        prefer(&mut left, &|n| self.same_container(seeker, n));
        if left.len() > 1 {
            let taken: Vec<usize> = left.iter().map(|&(n, _)| self.uses_taken(seeker, n)).collect();
            let most = taken.iter().copied().max().unwrap_or(0);
            let mut taken = taken.into_iter();
            left.retain(|_| taken.next() == Some(most));
        }
        prefer(&mut left, &|n| self.is_explained(seeker, n));
        prefer(&mut left, &|n| names::is_respelled(seeker.name(), matcher.candidates[n].at.construct().name()));
        if (rank.is_by_score() || rank.is_weak()) && left.len() > 1 {
            let best = left.iter().map(|&(n, _)| self.likeness(seeker, n)).max().unwrap_or(0);
            if best >= SOMEWHAT_LIKE {
                left.retain(|&(n, _)| self.likeness(seeker, n) == best);
            }
        }
        left.truncate(MANY);
        left
    }

    /// Whether a candidate is what a new construct of the seeker's name and interface calls: the name goes on with that, and
    /// the code that it was was extracted. Not so for members, whose base class may call them by a new name under the old one.
    fn serves(&self, seeker: &Seeker, number: usize, heads: &[usize]) -> bool {
        let candidate = &self.matcher.candidates[number];
        let is_head = |&head: &usize| {
            let at = &self.matcher.candidates[head].at;
            head != number
                && at.container().is_empty()
                && at.construct().interface_hash == seeker.interface_hash
                && self.is_eligible(seeker, head)
                && displaced::calls(at, candidate.at.construct().name())
        };
        !seeker.has_name_of(candidate) && heads.iter().any(is_head)
    }

    /// The one new construct of the seeker's name, if no other one that vanished had that name.
    fn only_namesake(&self, seeker: &Seeker) -> Option<usize> {
        let key = (seeker.name_hash(), seeker.kind.family());
        if self.names.get(&key) != Some(&1) || !names::is_telling(seeker.name()) {
            return None;
        }
        let mut new = self.matcher.with_name(seeker).iter().copied().filter(|&number| self.is_new(seeker, number));
        new.next().filter(|_| new.next().is_none())
    }

    /// The candidates of one look-up. Where hundreds are alike (`pass`, `None`), only the same name can tell them apart.
    fn few<'f>(&self, found: &'f [usize], seeker: &Seeker) -> Cow<'f, [usize]> {
        if found.len() <= MANY * 4 {
            return Cow::Borrowed(found);
        }
        let named = self.matcher.with_name(seeker).iter().copied();
        let named: Vec<usize> = named.filter(|number| found.binary_search(number).is_ok()).collect();
        if named.is_empty() { Cow::Borrowed(&found[..MANY * 4]) } else { Cow::Owned(named) }
    }

    pub(super) fn claim(
        &mut self,
        number: usize,
        candidate: usize,
        tier: Tier,
        similarity: Option<u16>,
        weak: bool,
        doubtful: bool,
    ) {
        let seeker = &self.seekers[number];
        let near = self.is_near(seeker, candidate);
        let alike = similarity.is_some_and(|score| score >= self.floor(seeker, candidate));
        // Nobody renames a method to one that the language calls.
        let renamed_to_common = {
            let name = self.matcher.candidates[candidate].at.construct().name();
            is_common(name) != is_common(seeker.name())
        };
        let enough = || similarity.is_some_and(|score| score + self.support(seeker, candidate) >= VERY_SIMILAR);
        // A class of the same name with the same members is the same, however much was edited.
        let members = || self.like_members(seeker, candidate).is_some_and(|share| share >= LIKE);
        // Nobody else has the name, which is none of a member that classes may have by chance.
        let namesake = || {
            seeker.kind.family() != Family::Value
                && seeker.container().is_empty()
                && self.container_of(candidate).1.is_none()
                && similarity.is_none_or(|score| score >= SOMEWHAT_SIMILAR)
                && self.only_namesake(seeker) == Some(candidate)
        };
        let raised =
            !doubtful && ((alike && (near || (enough() && !renamed_to_common))) || (near && members()) || namesake());
        let confidence = match tier {
            _ if weak => Confidence::Low,
            // What it is proves nothing, only how it is used.
            Tier::Exact if self.is_weak(seeker, candidate, tier) && !self.is_named_alike(seeker, candidate) => {
                Confidence::Medium
            }
            Tier::Exact => Confidence::High,
            Tier::Body => Confidence::Medium,
            Tier::Interface | Tier::Similar if raised => Confidence::Medium,
            Tier::Interface | Tier::Similar => Confidence::Low,
        };
        let evidence = self.evidence(seeker, candidate);
        if confidence != Confidence::Low && self.matcher.candidates[candidate].file == seeker.file {
            let after = self.matcher.candidates[candidate].at.construct().name();
            self.replaced.learn(&seeker.path, seeker.name(), after);
            if seeker.name() != after {
                self.renamed.learn(&seeker.path, seeker.name(), after);
            }
        }
        if !weak && matches!(tier, Tier::Exact | Tier::Body) {
            self.went.insert((seeker.file, seeker.container(), self.container_of(candidate)));
        }
        self.claimed[candidate] = true;
        self.results[number] = Some(Matched::One(Pairing { candidate, tier, similarity, confidence, weak, evidence }));
    }

    pub(super) fn is_eligible(&self, seeker: &Seeker, number: usize) -> bool {
        let candidate = &self.matcher.candidates[number];
        !self.claimed[number]
            && (candidate.is_open() || seeker.also_new.contains(&number))
            && seeker.heir != Some(number)
            && seeker.reads(&candidate.at.file)
    }
}
