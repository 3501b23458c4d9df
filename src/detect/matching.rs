//! Matching: which newly appeared construct a vanished one has become (SPEC 5.6 to 5.9).
//!
//! It serves stages 2 and 3 alike. Seekers are constructs that vanished from their place, subscribed or not: an
//! unsubscribed one is a rival that may be the true origin of a candidate. Candidates are constructs of the target
//! revision; only those that are new count. The result is one to one: no candidate has two origins.
//!
//! The ranks, best first. A match that proves little comes after everything that proves more, whatever its tier, so
//! that a deletion never hides behind a coincidence (SPEC 5.8).
//!
//! 1. the same name in the place the container moved to
//! 2. exact, 3. body: with enough evidence, or the same simple name
//! 4. interface with the same name or a similar body
//! 5. similar
//! 6. interface alone, where it says something
//! 7. exact or body with too little evidence and another name

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use crate::report::{Confidence, Tier};
use crate::syntax::{Family, Fingerprint, Kind};

use super::similarity::{Bag, LEAD, MIN_TOKENS, Postings, SIMILAR, SIMILAR_SAME_NAME, VERY_SIMILAR};
use super::view::Located;

/// A body with fewer tokens proves little (SPEC 5.8).
pub const WEAK_BODY: u32 = 8;
/// An interface with fewer telling tokens proves little.
pub const WEAK_INTERFACE: u32 = 3;
/// More equal candidates than this are not told apart one by one.
const MANY: usize = 64;

/// A construct that vanished from its place.
pub struct Seeker {
    pub kind: Kind,
    /// The simple name.
    pub name: String,
    /// The qualname's last part with its suffix, e.g. `name@setter`.
    pub local_name: String,
    /// The qualname of the container at the old place; empty at the top of the file.
    pub container: String,
    /// Where the file stands now: the same path, or the one it was renamed to.
    pub path: String,
    pub language: &'static str,
    pub interface_hash: Fingerprint,
    pub body_hash: Fingerprint,
    /// The body's tokens; `None` when only the lock remembers the construct.
    pub bag: Option<Bag>,
    /// The seeker that is this one's container, if that vanished too; always earlier in the list.
    pub parent: Option<usize>,
    /// Candidates by number that count as new for this seeker alone: its baseline is older than the base revision.
    pub also_new: HashSet<usize>,
}

/// A construct of the target revision that a seeker may have become.
pub struct Candidate {
    pub at: Located,
    /// It did not stand at this path and qualname in the base revision (SPEC 5.7).
    pub new: bool,
    /// Its body did not stand there: it is new, or it was rewritten.
    pub new_body: bool,
}

/// What a seeker has become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Matched {
    Nowhere,
    One(Pairing),
    /// Several equally good candidates are left, by number.
    Several {
        tier: Tier,
        weak: bool,
        candidates: Vec<usize>,
    },
}

/// A seeker's one match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    pub candidate: usize,
    pub tier: Tier,
    pub similarity: Option<u16>,
    pub confidence: Confidence,
    /// Too little evidence: the proposal comes with an AMBIGUOUS trigger (SPEC 5.8).
    pub weak: bool,
    /// It stands where its container moved to.
    pub followed: bool,
}

/// The candidates of one run with the look-ups that keep matching linear.
pub struct Matcher {
    pub candidates: Vec<Candidate>,
    by_body: HashMap<(Fingerprint, Family), Vec<usize>>,
    by_interface: HashMap<(Fingerprint, Family), Vec<usize>>,
    by_name: HashMap<(String, Family), Vec<usize>>,
    by_place: HashMap<(String, String), usize>,
    by_file: HashMap<String, Range<usize>>,
    postings: BTreeMap<Family, Postings>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rank {
    Exact,
    Body,
    InterfaceAndMore,
    Similar,
    Interface,
    Weak,
}

const RANKS: [Rank; 6] = [Rank::Exact, Rank::Body, Rank::InterfaceAndMore, Rank::Similar, Rank::Interface, Rank::Weak];

impl Matcher {
    /// Candidates of one file must stand together.
    pub fn new(candidates: Vec<Candidate>) -> Self {
        let mut by_body: HashMap<_, Vec<usize>> = HashMap::new();
        let mut by_interface: HashMap<_, Vec<usize>> = HashMap::new();
        let mut by_name: HashMap<_, Vec<usize>> = HashMap::new();
        let mut by_place = HashMap::new();
        let mut by_file: HashMap<String, Range<usize>> = HashMap::new();
        let mut bags: BTreeMap<Family, Vec<(usize, Bag)>> = BTreeMap::new();
        for (number, candidate) in candidates.iter().enumerate() {
            let construct = candidate.at.construct();
            let family = construct.kind.family();
            by_body.entry((construct.body_hash, family)).or_default().push(number);
            by_interface.entry((construct.interface_hash, family)).or_default().push(number);
            by_name.entry((construct.name.clone(), family)).or_default().push(number);
            by_file.entry(candidate.at.file.path.clone()).or_insert(number..number).end = number + 1;
            by_place.insert((candidate.at.file.path.clone(), construct.qualname.clone()), number);
            if candidate.new && construct.body_weight() as usize >= MIN_TOKENS {
                bags.entry(family).or_default().push((number, Bag::new(candidate.at.body_tokens())));
            }
        }
        let postings = bags.into_iter().map(|(family, bags)| (family, Postings::new(bags))).collect();
        Matcher { candidates, by_body, by_interface, by_name, by_place, by_file, postings }
    }

    /// Matches all seekers at once; the results stand in their order.
    pub fn run(&self, seekers: &[Seeker]) -> Vec<Matched> {
        let mut run = Run { matcher: self, seekers, claimed: HashSet::new(), results: vec![None; seekers.len()] };
        // Containers first, outer ones before inner ones, so that members can follow them.
        let types = |seeker: &Seeker| matches!(seeker.kind.family(), Family::Type | Family::Module);
        let depth = |seeker: &Seeker| {
            if seeker.container.is_empty() { 0 } else { seeker.container.split('.').count() }
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

    /// The numbers of the candidates in one file.
    pub fn in_file(&self, path: &str) -> Range<usize> {
        self.by_file.get(path).cloned().unwrap_or(0..0)
    }

    /// Constructs with both hashes equal that are not new: they stood there before (SPEC 5.7).
    pub fn twins(&self, seeker: &Seeker) -> Vec<&Located> {
        let equal = self.by_body.get(&(seeker.body_hash, seeker.kind.family())).map_or(&[][..], Vec::as_slice);
        equal
            .iter()
            .map(|&number| &self.candidates[number])
            .filter(|candidate| !candidate.new && candidate.at.construct().interface_hash == seeker.interface_hash)
            .filter(|candidate| candidate.at.construct().body_weight() > 0)
            .map(|candidate| &candidate.at)
            .collect()
    }

    /// Constructs that got that body, where it proves something: for the `body_elsewhere` note (SPEC 5.3).
    pub fn new_with_body(&self, body: Fingerprint, family: Family) -> Vec<&Located> {
        self.by_body
            .get(&(body, family))
            .map_or(&[][..], Vec::as_slice)
            .iter()
            .map(|&number| &self.candidates[number])
            .filter(|candidate| candidate.new_body && candidate.at.construct().body_weight() >= WEAK_BODY)
            .map(|candidate| &candidate.at)
            .collect()
    }

    /// The tier at which a candidate compares with a seeker, and the similarity of the bodies where it is known.
    pub fn compare(&self, seeker: &Seeker, number: usize) -> (Option<Tier>, Option<u16>) {
        let construct = self.candidates[number].at.construct();
        let interface = construct.interface_hash == seeker.interface_hash;
        let body = construct.body_hash == seeker.body_hash;
        let similarity = if body { Some(1000) } else { self.similarity(seeker, number) };
        let tier = match (interface, body) {
            (true, true) if construct.kind == seeker.kind => Some(Tier::Exact),
            (_, true) if construct.body_weight() > 0 => Some(Tier::Body),
            (true, _) => Some(Tier::Interface),
            _ if similarity.is_some_and(|score| score >= SIMILAR_SAME_NAME) => Some(Tier::Similar),
            _ => None,
        };
        (tier, similarity)
    }

    fn similarity(&self, seeker: &Seeker, number: usize) -> Option<u16> {
        let candidate = &self.candidates[number];
        let bag = seeker.bag.as_ref().filter(|bag| bag.len() >= MIN_TOKENS)?;
        let family = candidate.at.construct().kind.family();
        match self.postings.get(&family).and_then(|postings| postings.score(bag, number)) {
            Some(score) => Some(score),
            // Not indexed: too short to prove anything, or old.
            None if candidate.new => None,
            None => Some(bag.similarity(&Bag::new(candidate.at.body_tokens()))),
        }
    }
}

struct Run<'a> {
    matcher: &'a Matcher,
    seekers: &'a [Seeker],
    claimed: HashSet<usize>,
    results: Vec<Option<Matched>>,
}

impl Run<'_> {
    /// Rank 1: members stand where their container moved to, under the same name.
    fn follow_containers(&mut self, group: &[usize]) {
        for &number in group {
            let seeker = &self.seekers[number];
            let Some(container) = self.container_now(seeker) else { continue };
            let qualname = format!("{}.{}", container.construct().qualname, seeker.local_name);
            let key = (container.file.path.clone(), qualname);
            let Some(&candidate) = self.matcher.by_place.get(&key) else { continue };
            let construct = self.matcher.candidates[candidate].at.construct();
            if construct.kind.family() != seeker.kind.family() || self.claimed.contains(&candidate) {
                continue;
            }
            let (tier, similarity) = self.matcher.compare(seeker, candidate);
            self.claim(number, candidate, tier.unwrap_or(Tier::Similar), similarity, false);
        }
    }

    /// Pairs what this rank can pair, until nothing more gives.
    fn settle(&mut self, rank: Rank, group: &[usize]) {
        loop {
            let mut wanted: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            let mut several = Vec::new();
            for &number in group {
                if self.results[number].is_some() {
                    continue;
                }
                let choice = self.choices(rank, &self.seekers[number]);
                match choice.as_slice() {
                    [] => {}
                    [only] => wanted.entry(*only).or_default().push(number),
                    _ => several.push((number, choice)),
                }
            }
            if wanted.is_empty() {
                for (number, candidates) in several {
                    let seeker = &self.seekers[number];
                    let (tier, _) = self.matcher.compare(seeker, candidates[0]);
                    let tier = tier.unwrap_or(Tier::Similar);
                    let weak = candidates.iter().all(|&candidate| self.is_weak(seeker, candidate, tier));
                    self.results[number] = Some(Matched::Several { tier, weak, candidates });
                }
                return;
            }
            for (candidate, mut contenders) in wanted {
                contenders.sort_by_key(|&number| {
                    let seeker = &self.seekers[number];
                    (!self.same_name(seeker, candidate), !self.same_container(seeker, candidate), number)
                });
                let number = contenders[0];
                let seeker = &self.seekers[number];
                let (tier, similarity) = self.matcher.compare(seeker, candidate);
                let tier = tier.unwrap_or(Tier::Similar);
                let weak = !self.same_name(seeker, candidate) && self.is_weak(seeker, candidate, tier);
                self.claim(number, candidate, tier, similarity, weak);
            }
        }
    }

    /// The candidates of one rank that are equally good for a seeker, best preference applied (SPEC 5.9).
    fn choices(&self, rank: Rank, seeker: &Seeker) -> Vec<usize> {
        let matcher = self.matcher;
        let family = seeker.kind.family();
        let scored: Vec<(usize, u16)> = match rank {
            Rank::Exact | Rank::Body | Rank::Weak => {
                let equal = self.few(matcher.by_body.get(&(seeker.body_hash, family)), seeker);
                equal.into_iter().map(|n| (n, 1000)).collect()
            }
            Rank::InterfaceAndMore => {
                let named = self.few(matcher.by_name.get(&(seeker.name.clone(), family)), seeker);
                let named = named.into_iter().map(|n| (n, matcher.similarity(seeker, n).unwrap_or(0)));
                let mut all: Vec<(usize, u16)> = named.chain(self.alike(seeker, SIMILAR)).collect();
                all.retain(|&(n, _)| matcher.candidates[n].at.construct().interface_hash == seeker.interface_hash);
                all.sort_unstable();
                all.dedup();
                all
            }
            Rank::Similar => self.alike(seeker, SIMILAR_SAME_NAME),
            Rank::Interface => {
                let equal = self.few(matcher.by_interface.get(&(seeker.interface_hash, family)), seeker);
                equal.into_iter().map(|n| (n, matcher.similarity(seeker, n).unwrap_or(0))).collect()
            }
        };
        let mut left: Vec<(usize, u16)> = scored
            .into_iter()
            .filter(|&(n, score)| self.is_eligible(seeker, n) && self.fits(rank, seeker, n, score))
            .collect();
        let prefer = |left: &mut Vec<(usize, u16)>, wish: &dyn Fn(usize) -> bool| {
            if left.iter().any(|&(n, _)| wish(n)) {
                left.retain(|&(n, _)| wish(n));
            }
        };
        // Stage 2 comes before stage 3: the same file first.
        prefer(&mut left, &|n| matcher.candidates[n].at.file.path == seeker.path);
        prefer(&mut left, &|n| self.same_name(seeker, n));
        prefer(&mut left, &|n| self.same_container(seeker, n));
        if matches!(rank, Rank::Similar | Rank::InterfaceAndMore)
            && let Some(best) = left.iter().map(|&(_, score)| score).max()
        {
            // Clearly ahead of the runner-up, or not at all.
            let close = left.iter().filter(|&&(_, score)| score + LEAD > best).count();
            if close == 1 {
                left.retain(|&(_, score)| score == best);
            }
        }
        left.truncate(MANY);
        left.into_iter().map(|(n, _)| n).collect()
    }

    fn alike(&self, seeker: &Seeker, floor: u16) -> Vec<(usize, u16)> {
        match (&seeker.bag, self.matcher.postings.get(&seeker.kind.family())) {
            (Some(bag), Some(postings)) if bag.len() >= MIN_TOKENS => postings.similar(bag, floor),
            _ => Vec::new(),
        }
    }

    /// The candidates of one look-up. Where hundreds are alike (`pass`, `None`), only the same name can tell them apart.
    fn few(&self, found: Option<&Vec<usize>>, seeker: &Seeker) -> Vec<usize> {
        let found = found.map_or(&[][..], Vec::as_slice);
        if found.len() <= MANY * 4 {
            return found.to_vec();
        }
        let named = self.matcher.by_name.get(&(seeker.name.clone(), seeker.kind.family()));
        let named: Vec<usize> =
            named.into_iter().flatten().copied().filter(|number| found.binary_search(number).is_ok()).collect();
        if named.is_empty() { found[..MANY * 4].to_vec() } else { named }
    }

    fn fits(&self, rank: Rank, seeker: &Seeker, number: usize, score: u16) -> bool {
        let construct = self.matcher.candidates[number].at.construct();
        let same_name = self.same_name(seeker, number);
        let near = same_name || self.is_followed(seeker, number);
        let exact = construct.interface_hash == seeker.interface_hash && construct.kind == seeker.kind;
        match rank {
            Rank::Exact => exact && (same_name || !self.is_weak(seeker, number, Tier::Exact)),
            Rank::Body => construct.body_weight() > 0 && (same_name || !self.is_weak(seeker, number, Tier::Body)),
            Rank::InterfaceAndMore => near || score >= SIMILAR,
            Rank::Similar => score >= SIMILAR || (near && score >= SIMILAR_SAME_NAME),
            Rank::Interface => construct.interface_weight >= WEAK_INTERFACE,
            Rank::Weak => exact || construct.body_weight() > 0,
        }
    }

    fn claim(&mut self, number: usize, candidate: usize, tier: Tier, similarity: Option<u16>, weak: bool) {
        let seeker = &self.seekers[number];
        let followed = self.is_followed(seeker, candidate);
        let near = followed || self.same_name(seeker, candidate);
        let floor = if near { SIMILAR_SAME_NAME } else { SIMILAR };
        let alike = similarity.is_some_and(|score| score >= floor);
        let raised = alike && (near || similarity >= Some(VERY_SIMILAR));
        let confidence = match tier {
            _ if weak => Confidence::Low,
            Tier::Exact => Confidence::High,
            Tier::Body => Confidence::Medium,
            Tier::Interface | Tier::Similar if raised => Confidence::Medium,
            Tier::Interface | Tier::Similar => Confidence::Low,
        };
        self.claimed.insert(candidate);
        self.results[number] = Some(Matched::One(Pairing { candidate, tier, similarity, confidence, weak, followed }));
    }

    fn is_eligible(&self, seeker: &Seeker, number: usize) -> bool {
        let candidate = &self.matcher.candidates[number];
        (candidate.new || seeker.also_new.contains(&number))
            && candidate.at.file.language.name() == seeker.language
            && !self.claimed.contains(&number)
    }

    /// Names that every class has say nothing about where a member went, unless its container went there too.
    fn same_name(&self, seeker: &Seeker, number: usize) -> bool {
        let construct = self.matcher.candidates[number].at.construct();
        construct.name == seeker.name
            && (!(seeker.name.starts_with("__") && seeker.name.ends_with("__")) || self.is_followed(seeker, number))
    }

    fn same_container(&self, seeker: &Seeker, number: usize) -> bool {
        let at = &self.matcher.candidates[number].at;
        (at.file.path == seeker.path && at.container() == seeker.container) || self.is_followed(seeker, number)
    }

    fn is_followed(&self, seeker: &Seeker, number: usize) -> bool {
        let at = &self.matcher.candidates[number].at;
        let parent = at.construct().parent.map(|parent| parent as usize);
        self.container_now(seeker).is_some_and(|now| now.file.path == at.file.path && Some(now.index) == parent)
    }

    fn container_now(&self, seeker: &Seeker) -> Option<&Located> {
        match self.results[seeker.parent?].as_ref()? {
            Matched::One(pairing) => Some(&self.matcher.candidates[pairing.candidate].at),
            _ => None,
        }
    }

    /// Whether a match in this tier proves little (SPEC 5.8). Equal hashes mean equal weights, so the candidate's serve.
    fn is_weak(&self, seeker: &Seeker, number: usize, tier: Tier) -> bool {
        let construct = self.matcher.candidates[number].at.construct();
        let body = construct.body_weight() < WEAK_BODY;
        let interface = construct.interface_weight < WEAK_INTERFACE;
        match tier {
            Tier::Exact => body && interface,
            Tier::Body => body,
            Tier::Interface => interface && self.matcher.similarity(seeker, number).is_none_or(|score| score < SIMILAR),
            Tier::Similar => false,
        }
    }
}
