//! Ranks: the order in which vanished constructs are paired with new ones, best evidence first.
//!
//! The result is one to one: no candidate has two origins. A match that proves little comes after everything that
//! proves more, whatever its tier, so that a deletion never hides behind a coincidence (SPEC 5.8).
//!
//! 1. the same name in the place the container moved to
//! 2. exact, 3. body: with enough evidence, or a name that vouches for it
//! 4. interface with a similar body, or one that says something with the same name
//! 5. similar
//! 6. again 2 and 3: by now it is known where a member's siblings went, so that more names can vouch
//! 7. interface alone, where it says something or a name vouches for it
//! 8. exact, 9. body with too little evidence

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use crate::report::{Confidence, Tier};
use crate::syntax::Family;
use crate::syntax::qualname::{self, simple_name};

use super::matching::{Matched, Matcher, Pairing, Seeker, WEAK_INTERFACE, has_weak_body, is_common};
use super::similarity::{FILE_WORTH, LEAD, NAME_WORTH, SIMILAR, SIMILAR_SAME_NAME, VERY_SIMILAR};
use super::view::Located;

/// More equal candidates than this are not told apart one by one.
const MANY: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rank {
    Exact,
    Body,
    InterfaceAndMore,
    Similar,
    Interface,
    WeakExact,
    WeakBody,
}

impl Rank {
    /// Whether the bodies differ, so that their scores decide.
    fn is_by_score(self) -> bool {
        matches!(self, Rank::InterfaceAndMore | Rank::Similar)
    }
}

const RANKS: [Rank; 9] = [
    Rank::Exact,
    Rank::Body,
    Rank::InterfaceAndMore,
    Rank::Similar,
    Rank::Exact,
    Rank::Body,
    Rank::Interface,
    Rank::WeakExact,
    Rank::WeakBody,
];

/// Matches all seekers at once; the results stand in their order.
pub fn pair(matcher: &Matcher, seekers: &[Seeker]) -> Vec<Matched> {
    let results = vec![None; seekers.len()];
    let alike = seekers.iter().map(|_| OnceCell::new()).collect();
    let mut run = Run { matcher, seekers, alike, claimed: HashSet::new(), went: HashSet::new(), results };
    // Containers first, outer ones before inner ones, so that members can follow them.
    let types = |seeker: &Seeker| matches!(seeker.kind.family(), Family::Type | Family::Module);
    let depth = |seeker: &Seeker| {
        if seeker.container.is_empty() { 0 } else { qualname::parts(&seeker.container).count() }
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
    run.results.into_iter().map(|result| result.unwrap_or(Matched::Nowhere)).collect()
}

/// A container at the target, by path and position.
type Container<'a> = (&'a str, Option<usize>);

struct Run<'a> {
    matcher: &'a Matcher,
    seekers: &'a [Seeker],
    /// [`Matcher::alike`] of each seeker, found when first asked for.
    alike: Vec<OnceCell<Vec<(usize, u16)>>>,
    claimed: HashSet<usize>,
    /// Where members went unchanged, on enough evidence: from path and container to container.
    went: HashSet<(&'a str, &'a str, Container<'a>)>,
    results: Vec<Option<Matched>>,
}

impl<'a> Run<'a> {
    /// Rank 1: members stand where their container moved to, under the same name.
    fn follow_containers(&mut self, group: &[usize]) {
        for &number in group {
            let seeker = &self.seekers[number];
            let Some(container) = self.container_now(seeker) else { continue };
            let qualname = format!("{}.{}", container.construct().qualname, seeker.local_name);
            let Some(candidate) = self.matcher.at(&container.file.path, &qualname) else { continue };
            let construct = self.matcher.candidates[candidate].at.construct();
            if construct.kind.family() != seeker.kind.family() || self.claimed.contains(&candidate) {
                continue;
            }
            let (tier, similarity) = self.matcher.compare(seeker, candidate);
            self.claim(number, candidate, tier.unwrap_or(Tier::Similar), similarity, false, false);
        }
    }

    /// Pairs what this rank can pair, until nothing more gives.
    fn settle(&mut self, rank: Rank, group: &[usize]) {
        loop {
            let mut wanted: BTreeMap<usize, Vec<(u16, usize)>> = BTreeMap::new();
            let mut several = Vec::new();
            for &number in group {
                if self.results[number].is_some() {
                    continue;
                }
                let choice = self.choices(rank, number);
                match choice.as_slice() {
                    [] => {}
                    [(only, worth)] => wanted.entry(*only).or_default().push((*worth, number)),
                    _ => several.push((number, choice)),
                }
            }
            if wanted.is_empty() {
                for (number, choice) in several {
                    let seeker = &self.seekers[number];
                    let candidates: Vec<usize> = choice.into_iter().map(|(candidate, _)| candidate).collect();
                    let (tier, _) = self.matcher.compare(seeker, candidates[0]);
                    let tier = tier.unwrap_or(Tier::Similar);
                    let weak = candidates.iter().all(|&candidate| self.is_weak(seeker, candidate, tier));
                    self.results[number] = Some(Matched::Several { tier, weak, candidates });
                }
                return;
            }
            for (candidate, mut contenders) in wanted {
                contenders.sort_by_key(|&(worth, number)| {
                    (Reverse(worth), !self.same_container(&self.seekers[number], candidate), number)
                });
                let (worth, number) = contenders[0];
                // Two possible origins, and neither is clearly ahead.
                let rival = contenders.get(1).map_or(0, |&(other, _)| other).max(self.matcher.stayed_claim(candidate));
                let doubtful = rank.is_by_score() && rival >= SIMILAR && rival + LEAD > worth;
                let seeker = &self.seekers[number];
                let (tier, similarity) = self.matcher.compare(seeker, candidate);
                let tier = tier.unwrap_or(Tier::Similar);
                let weak = !self.is_vouched_for(seeker, candidate) && self.is_weak(seeker, candidate, tier);
                self.claim(number, candidate, tier, similarity, weak, doubtful);
            }
        }
    }

    /// The candidates of one rank that are equally good for a seeker, best preference applied (SPEC 5.9), each with
    /// what it is worth to the seeker.
    fn choices(&self, rank: Rank, number: usize) -> Vec<(usize, u16)> {
        let (matcher, seeker) = (self.matcher, &self.seekers[number]);
        let alike = || self.alike[number].get_or_init(|| matcher.alike(seeker));
        let scored = |numbers: Vec<usize>| -> Vec<(usize, u16)> {
            numbers.into_iter().map(|n| (n, matcher.similarity(seeker, n).unwrap_or(0))).collect()
        };
        let mut left: Vec<(usize, u16)> = match rank {
            Rank::Exact | Rank::Body | Rank::WeakExact | Rank::WeakBody => {
                self.few(matcher.with_body(seeker), seeker).into_iter().map(|n| (n, 1000)).collect()
            }
            Rank::InterfaceAndMore => {
                let mut all = scored(self.few(matcher.with_name(seeker), seeker));
                all.extend(alike().iter().filter(|(_, score)| *score >= SIMILAR));
                all.retain(|&(n, _)| matcher.candidates[n].at.construct().interface_hash == seeker.interface_hash);
                all.sort_unstable();
                all.dedup();
                all
            }
            Rank::Similar => alike().clone(),
            Rank::Interface => scored(self.few(matcher.with_interface(seeker), seeker)),
        };
        left.retain(|&(n, score)| self.is_eligible(seeker, n) && self.fits(rank, seeker, n, score));
        for (n, score) in &mut left {
            *score = self.worth(seeker, *n, *score);
        }
        if rank.is_by_score()
            && let Some(best) = left.iter().map(|&(_, worth)| worth).max()
        {
            left.retain(|&(_, worth)| worth + LEAD > best);
        }
        let prefer = |left: &mut Vec<(usize, u16)>, wish: &dyn Fn(usize) -> bool| {
            if left.iter().any(|&(n, _)| wish(n)) {
                left.retain(|&(n, _)| wish(n));
            }
        };
        // Stage 2 comes before stage 3: the same file first.
        prefer(&mut left, &|n| matcher.candidates[n].at.file.path == seeker.path);
        prefer(&mut left, &|n| self.same_name(seeker, n));
        prefer(&mut left, &|n| self.same_container(seeker, n));
        left.truncate(MANY);
        left
    }

    /// A candidate's score, and what the name and the file add to it.
    fn worth(&self, seeker: &Seeker, number: usize, score: u16) -> u16 {
        let name = if self.is_near(seeker, number) { NAME_WORTH } else { 0 };
        let file = if self.matcher.candidates[number].at.file.path == seeker.path { FILE_WORTH } else { 0 };
        score + name + file
    }

    /// The candidates of one look-up. Where hundreds are alike (`pass`, `None`), only the same name can tell them apart.
    fn few(&self, found: &[usize], seeker: &Seeker) -> Vec<usize> {
        if found.len() <= MANY * 4 {
            return found.to_vec();
        }
        let named = self.matcher.with_name(seeker).iter().copied();
        let named: Vec<usize> = named.filter(|number| found.binary_search(number).is_ok()).collect();
        if named.is_empty() { found[..MANY * 4].to_vec() } else { named }
    }

    fn fits(&self, rank: Rank, seeker: &Seeker, number: usize, score: u16) -> bool {
        let construct = self.matcher.candidates[number].at.construct();
        let near = self.is_near(seeker, number);
        let exact = construct.interface_hash == seeker.interface_hash && construct.kind == seeker.kind;
        let telling = construct.interface_weight >= WEAK_INTERFACE;
        let proves = |tier| self.is_vouched_for(seeker, number) || !self.is_weak(seeker, number, tier);
        let alike = score >= SIMILAR || (near && score >= SIMILAR_SAME_NAME);
        match rank {
            Rank::Exact => exact && proves(Tier::Exact),
            Rank::Body => construct.body_weight() > 0 && proves(Tier::Body),
            Rank::InterfaceAndMore => (alike || (near && telling)) && self.is_likely_origin(seeker, number, score),
            Rank::Similar => alike && self.is_likely_origin(seeker, number, score),
            Rank::Interface => {
                (telling || self.is_vouched_for(seeker, number)) && self.is_likely_origin(seeker, number, score)
            }
            Rank::WeakExact => exact,
            Rank::WeakBody => construct.body_weight() > 0,
        }
    }

    /// Whether no construct that stayed in place is clearly more likely to be the candidate's origin.
    fn is_likely_origin(&self, seeker: &Seeker, number: usize, score: u16) -> bool {
        let claim = self.matcher.stayed_claim(number);
        claim < SIMILAR || claim < self.worth(seeker, number, score) + LEAD
    }

    fn claim(
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
        let floor = if near { SIMILAR_SAME_NAME } else { SIMILAR };
        let alike = similarity.is_some_and(|score| score >= floor);
        let raised = alike && !doubtful && (near || similarity >= Some(VERY_SIMILAR));
        let confidence = match tier {
            _ if weak => Confidence::Low,
            Tier::Exact => Confidence::High,
            Tier::Body => Confidence::Medium,
            Tier::Interface | Tier::Similar if raised => Confidence::Medium,
            Tier::Interface | Tier::Similar => Confidence::Low,
        };
        if !weak && matches!(tier, Tier::Exact | Tier::Body) {
            self.went.insert((&seeker.path, &seeker.container, self.container_of(candidate)));
        }
        self.claimed.insert(candidate);
        self.results[number] = Some(Matched::One(Pairing { candidate, tier, similarity, confidence, weak }));
    }

    fn is_eligible(&self, seeker: &Seeker, number: usize) -> bool {
        let candidate = &self.matcher.candidates[number];
        (candidate.new || seeker.also_new.contains(&number))
            && seeker.reads(&candidate.at.file)
            && !self.claimed.contains(&number)
    }

    /// Whether the name is the same where names say something, or the container moved there.
    fn is_near(&self, seeker: &Seeker, number: usize) -> bool {
        self.same_name(seeker, number) || self.is_followed(seeker, number)
    }

    fn same_name(&self, seeker: &Seeker, number: usize) -> bool {
        let construct = self.matcher.candidates[number].at.construct();
        construct.name == seeker.name && (!is_common(&seeker.name) || self.is_followed(seeker, number))
    }

    /// Whether the name makes up for evidence that is weak by itself. Unrelated classes have members of the same name
    /// (`id`, `close`), so a member's name vouches only within its container, along the class hierarchy, or where the
    /// container or other members went.
    fn is_vouched_for(&self, seeker: &Seeker, number: usize) -> bool {
        let related = || {
            let (path, parent) = self.container_of(number);
            (seeker.container.is_empty() && parent.is_none())
                || self.same_container(seeker, number)
                || self.is_kin(seeker, number)
                || self.went.contains(&(&seeker.path, &seeker.container, (path, parent)))
        };
        self.same_name(seeker, number) && related()
    }

    fn same_container(&self, seeker: &Seeker, number: usize) -> bool {
        let at = &self.matcher.candidates[number].at;
        let same_name = at.container() == seeker.container;
        // The methods of one type may be spread over the files of a package.
        let same_type = || seeker.outside && at.is_outside() && folder(&at.file.path) == folder(&seeker.path);
        (same_name && (at.file.path == seeker.path || same_type())) || self.is_followed(seeker, number)
    }

    /// Whether the candidate's container is a base class of the seeker's container or derived from it: members are
    /// pulled up and pushed down.
    fn is_kin(&self, seeker: &Seeker, number: usize) -> bool {
        let at = &self.matcher.candidates[number].at;
        let Some(parent) = at.construct().parent else { return false };
        let container = &at.file.outline.constructs[parent as usize];
        let stayed = || self.matcher.at(&seeker.path, &seeker.container);
        self.matcher.descends(container, simple_name(&seeker.container))
            || stayed()
                .is_some_and(|n| self.matcher.descends(self.matcher.candidates[n].at.construct(), &container.name))
    }

    fn is_followed(&self, seeker: &Seeker, number: usize) -> bool {
        let at = &self.matcher.candidates[number].at;
        let parent = at.construct().parent.map(|parent| parent as usize);
        self.container_now(seeker).is_some_and(|now| now.file.path == at.file.path && Some(now.index) == parent)
    }

    fn container_of(&self, number: usize) -> Container<'a> {
        let at = &self.matcher.candidates[number].at;
        (&at.file.path, at.construct().parent.map(|parent| parent as usize))
    }

    fn container_now(&self, seeker: &Seeker) -> Option<&'a Located> {
        match self.results[seeker.parent?].as_ref()? {
            Matched::One(pairing) => Some(&self.matcher.candidates[pairing.candidate].at),
            _ => None,
        }
    }

    /// Whether a match in this tier proves little (SPEC 5.8). Equal hashes mean equal weights, so the candidate's serve.
    fn is_weak(&self, seeker: &Seeker, number: usize, tier: Tier) -> bool {
        let construct = self.matcher.candidates[number].at.construct();
        let body = has_weak_body(construct);
        let interface = construct.interface_weight < WEAK_INTERFACE;
        let floor = if self.is_near(seeker, number) { SIMILAR_SAME_NAME } else { SIMILAR };
        match tier {
            Tier::Exact => body && interface,
            Tier::Body => body,
            Tier::Interface => interface && self.matcher.similarity(seeker, number).is_none_or(|score| score < floor),
            Tier::Similar => false,
        }
    }
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}
