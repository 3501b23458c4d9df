//! Matching: which newly appeared construct a vanished one has become (SPEC 5.6 to 5.9).
//!
//! It serves stages 2 and 3 alike. Seekers are constructs that vanished from their place, subscribed or not: an
//! unsubscribed one is a rival that may be the true origin of a candidate. Candidates are constructs of the target
//! revision; only those that are new count. Constructs that stayed in place are rivals too: what resembles one of them
//! more than it resembles the seeker is a copy, or took over what stood under that name.
//!
//! Here are the look-ups that keep matching linear; [`ranks`](super::ranks) does the pairing.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use crate::report::{Confidence, Tier};
use crate::syntax::qualname::simple_name;
use crate::syntax::words::number_of;
use crate::syntax::{Construct, Family, Fingerprint, Kind, Language};

use super::bodies::{Bodies, Gathered};
use super::evidence::Evidence;
use super::names;
use super::parsed::ParsedFile;
use super::similarity::{Bag, FILE_WORTH, MIN_TOKENS, NAME_WORTH, SIMILAR_SAME_NAME};
use super::view::Located;

/// A body with fewer tokens proves little (SPEC 5.8). Counted in the changed files of 800 commits of two public Python
/// repositories: of functions with one or two tokens about half or more have a twin of another name, with three to
/// seven up to 4 %, from eight on at most 1.4 %.
const WEAK_BODY: u32 = 8;
/// Values repeat more: up to eight tokens as many as a third have such a twin, with nine to thirteen at most 2.5 %.
const WEAK_VALUE: u32 = 12;
/// An interface with fewer telling tokens proves little.
pub const WEAK_INTERFACE: u32 = 3;
/// More base classes than this are not followed.
const MAX_ANCESTORS: usize = 16;
/// More similar candidates than this are not weighed against each other: the most similar ones are.
const MOST_ALIKE: usize = 256;
/// A word that more new constructs of a container have in their names tells none of them apart.
const MOST_LIKE_NAMED: usize = 32;

/// A construct that vanished from its place.
pub struct Seeker {
    pub kind: Kind,
    /// The simple name.
    pub name: String,
    /// The qualname's last part with its suffix, e.g. `name@setter`.
    pub local_name: String,
    /// The qualname of the container at the old place; empty at the top of the file.
    pub container: String,
    /// Whether it stood outside of its container, as methods in Go do.
    pub outside: bool,
    /// Where the file stands now: the same path, or the one it was renamed to.
    pub path: String,
    pub language: Language,
    pub interface_hash: Fingerprint,
    pub body_hash: Fingerprint,
    /// The body's tokens; `None` when only the lock remembers the construct.
    pub bag: Option<Bag>,
    /// The seeker that is this one's container, if that vanished too; always earlier in the list.
    pub parent: Option<usize>,
    /// Candidates by number that count as new for this seeker alone: its baseline is older than the base revision.
    pub also_new: Arc<HashSet<usize>>,
    /// The construct at the base revision, if it is there.
    pub base: Option<Located>,
    /// For a construct whose name was taken over: the candidate that has it now, see
    /// [`displaced`](super::displaced).
    pub heir: Option<usize>,
}

impl Seeker {
    /// Whether it may stand in that file: one of the same language, or its own, which may have been renamed from one
    /// language of a family to another (SPEC 5.5).
    pub fn reads(&self, file: &ParsedFile) -> bool {
        self.language.title() == file.language.title()
            || (self.path == file.path && self.language.is_akin(file.language))
    }
}

/// A construct of the target revision that a seeker may have become.
pub struct Candidate {
    pub at: Located,
    /// It did not stand at this path and qualname in the base revision (SPEC 5.7).
    pub new: bool,
    /// Its body did not stand there: it is new, or it was rewritten.
    pub new_body: bool,
    /// What stood there under that name, where the body changed so much that it may be another's now; with the
    /// similarity of the two.
    pub rewritten: Option<(Located, u16)>,
}

impl Candidate {
    /// Whether something may have become it that did not stand there.
    pub fn is_open(&self) -> bool {
        self.new || self.rewritten.is_some()
    }
}

/// A construct of a changed file that is still in its place.
pub struct Stayed {
    /// As it was in the base revision.
    pub at: Located,
    /// Where its file stands now.
    pub path: String,
    /// Another construct may have taken its name over, and it seeks, see [`displaced`](super::displaced).
    pub displaced: bool,
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
    /// What else speaks for it, for `explain`.
    pub evidence: Vec<Evidence>,
}

/// The candidates of one run with the look-ups that keep matching linear.
pub struct Matcher {
    pub candidates: Vec<Candidate>,
    by_body: HashMap<(Fingerprint, Family), Vec<usize>>,
    by_interface: HashMap<(Fingerprint, Family), Vec<usize>>,
    by_name: BTreeMap<Family, HashMap<String, Vec<usize>>>,
    by_file: HashMap<String, Range<usize>>,
    /// New candidates by container and by a word of their name; found when first asked for.
    by_word: OnceCell<HashMap<(usize, String), Vec<usize>>>,
    /// Those of open candidates that are long enough.
    bodies: Bodies,
    pub stayed: Vec<Stayed>,
    stayed_bodies: Bodies,
    /// The strongest claim of a construct that stayed in place, by candidate; found when first asked for.
    stayed_claims: Vec<OnceCell<u16>>,
}

impl Matcher {
    /// The candidates of one file are all of its constructs, in order, and stand together.
    pub fn new(candidates: Vec<Candidate>, stayed: Vec<Stayed>) -> Self {
        let mut by_body: HashMap<_, Vec<usize>> = HashMap::new();
        let mut by_interface: HashMap<_, Vec<usize>> = HashMap::new();
        let mut by_name: BTreeMap<Family, HashMap<String, Vec<usize>>> = BTreeMap::new();
        let mut by_file: HashMap<String, Range<usize>> = HashMap::new();
        let mut bodies = Gathered::default();
        for (number, candidate) in candidates.iter().enumerate() {
            let construct = candidate.at.construct();
            let family = construct.kind.family();
            by_body.entry((construct.body_hash, family)).or_default().push(number);
            by_interface.entry((construct.interface_hash, family)).or_default().push(number);
            by_name.entry(family).or_default().entry(construct.name.clone()).or_default().push(number);
            by_file.entry(candidate.at.file.path.clone()).or_insert(number..number).end = number + 1;
            if candidate.is_open() && construct.body_weight() as usize >= MIN_TOKENS {
                let bag = Bag::new(candidate.at.body_tokens());
                bodies.add(number, family, &construct.name, &candidate.at.file.path, bag);
            }
        }
        let mut stayed_bodies = Gathered::default();
        for (number, Stayed { at, path, .. }) in stayed.iter().enumerate() {
            let construct = at.construct();
            let family = construct.kind.family();
            if bodies.has(family) && construct.body_weight() as usize >= MIN_TOKENS {
                stayed_bodies.add(number, family, &construct.name, path, Bag::new(at.body_tokens()));
            }
        }
        let stayed_claims = candidates.iter().map(|_| OnceCell::new()).collect();
        let (bodies, stayed_bodies) = (bodies.index(), stayed_bodies.index());
        Matcher {
            candidates,
            by_body,
            by_interface,
            by_name,
            by_file,
            by_word: OnceCell::new(),
            bodies,
            stayed,
            stayed_bodies,
            stayed_claims,
        }
    }

    /// How strongly a construct that stayed in place claims to be the origin of a candidate: its similarity, and what
    /// the same name and the same file are worth. A claim below [`SIMILAR`](super::similarity::SIMILAR) is none.
    pub fn stayed_claim(&self, number: usize) -> u16 {
        *self.stayed_claims[number].get_or_init(|| {
            let at = &self.candidates[number].at;
            let (name, family) = (&at.construct().name, at.construct().kind.family());
            let claim = |(rival, score): (usize, u16)| {
                let rival = &self.stayed[rival];
                let same_name = rival.at.construct().name == *name && !is_common(name);
                let same_file = rival.path == at.file.path;
                // What was displaced seeks itself; only the heir of its name has it as a rival.
                let is_heir = same_file && rival.at.construct().qualname == at.construct().qualname;
                if rival.displaced {
                    return if is_heir { score } else { 0 };
                }
                score + if same_name { NAME_WORTH } else { 0 } + if same_file { FILE_WORTH } else { 0 }
            };
            let alike = self.stayed_bodies.alike(family, &Bag::new(at.body_tokens()), name, &at.file.path);
            alike.into_iter().map(claim).max().unwrap_or(0)
        })
    }

    /// Whether a class has a base of that simple name, directly or through classes of the changed files.
    pub fn descends(&self, class: &Construct, name: &str) -> bool {
        let mut seen: Vec<&str> = class.base_classes.iter().map(|base| simple_name(base)).collect();
        let mut next = 0;
        while next < seen.len().min(MAX_ANCESTORS) {
            if seen[next] == name {
                return true;
            }
            // Hundreds of classes may share the name of a base; the first few speak for it.
            let known = self.named(seen[next], Family::Type).iter().take(MAX_ANCESTORS);
            for base in known.flat_map(|&n| &self.candidates[n].at.construct().base_classes) {
                if seen.len() < MAX_ANCESTORS && !seen.contains(&simple_name(base)) {
                    seen.push(simple_name(base));
                }
            }
            next += 1;
        }
        false
    }

    /// New and rewritten candidates of a family that have at least `floor` similarity with a body.
    pub fn similar(&self, family: Family, bag: &Bag, floor: u16) -> Vec<(usize, u16)> {
        self.bodies.similar(family, bag, floor)
    }

    /// New and rewritten candidates of a family with that very body.
    pub fn open_with_body(&self, body: Fingerprint, family: Family) -> Vec<usize> {
        let found = self.by_body.get(&(body, family)).map_or(&[][..], Vec::as_slice).iter().copied();
        found.filter(|&number| self.candidates[number].is_open()).take(MOST_ALIKE).collect()
    }

    /// New candidates in one container that share a word with a name; words that very many have say nothing. The
    /// container is that of any candidate in it, or of none at the top of the file: then the file's first one stands for it.
    pub fn like_named(&self, path: &str, parent: Option<usize>, name: &str) -> Vec<usize> {
        let by_word = self.by_word.get_or_init(|| {
            let mut by_word: HashMap<(usize, String), Vec<usize>> = HashMap::new();
            for (number, candidate) in self.candidates.iter().enumerate().filter(|(_, candidate)| candidate.new) {
                let construct = candidate.at.construct();
                let Some(key) = self.container_key(&candidate.at.file.path, construct.parent.map(|at| at as usize))
                else {
                    continue;
                };
                for word in names::words(&construct.name) {
                    by_word.entry((key, word)).or_default().push(number);
                }
            }
            by_word
        });
        let Some(key) = self.container_key(path, parent) else { return Vec::new() };
        let words = names::words(name).into_iter();
        let lists = words.filter_map(|word| by_word.get(&(key, word))).filter(|list| list.len() <= MOST_LIKE_NAMED);
        let mut found: Vec<usize> = lists.flatten().copied().collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Numbers containers: even for the top of a file, odd for a construct.
    fn container_key(&self, path: &str, parent: Option<usize>) -> Option<usize> {
        let first = self.by_file.get(path)?.start;
        Some(parent.map_or(2 * first, |parent| 2 * (first + parent) + 1))
    }

    /// Candidates whose body is similar, or is similar enough for the same name and has it, or stands in the same file; with
    /// their scores, in order. Of very many the most similar ones.
    pub fn alike(&self, seeker: &Seeker) -> Vec<(usize, u16)> {
        let Some(bag) = seeker.bag.as_ref().filter(|bag| bag.len() >= MIN_TOKENS) else { return Vec::new() };
        let mut alike = self.bodies.alike(seeker.kind.family(), bag, &seeker.name, &seeker.path);
        if alike.len() > MOST_ALIKE {
            alike.sort_by_key(|&(number, score)| (Reverse(score), number));
            alike.truncate(MOST_ALIKE);
            alike.shrink_to_fit();
            alike.sort_unstable();
        }
        alike
    }

    /// Candidates of a file whose body is similar enough for the same name, with their scores, in order.
    pub fn alike_in(&self, seeker: &Seeker, path: &str) -> Vec<(usize, u16)> {
        let bag = seeker.bag.as_ref().filter(|bag| bag.len() >= MIN_TOKENS);
        bag.map_or_else(Vec::new, |bag| self.bodies.alike_in(seeker.kind.family(), bag, path))
    }

    pub fn with_body(&self, seeker: &Seeker) -> &[usize] {
        self.by_body.get(&(seeker.body_hash, seeker.kind.family())).map_or(&[], Vec::as_slice)
    }

    pub fn with_interface(&self, seeker: &Seeker) -> &[usize] {
        self.by_interface.get(&(seeker.interface_hash, seeker.kind.family())).map_or(&[], Vec::as_slice)
    }

    pub fn with_name(&self, seeker: &Seeker) -> &[usize] {
        self.named(&seeker.name, seeker.kind.family())
    }

    fn named(&self, name: &str, family: Family) -> &[usize] {
        self.by_name.get(&family).and_then(|names| names.get(name)).map_or(&[], Vec::as_slice)
    }

    /// The candidate of that path and qualname.
    pub fn at(&self, path: &str, qualname: &str) -> Option<usize> {
        let numbers = self.by_file.get(path)?;
        self.candidates[numbers.start].at.file.find(qualname).map(|index| numbers.start + index)
    }

    /// The numbers of the candidates in one file.
    pub fn in_file(&self, path: &str) -> Range<usize> {
        self.by_file.get(path).cloned().unwrap_or(0..0)
    }

    /// Constructs with both hashes equal that are not new: they stood there before (SPEC 5.7). Of short bodies every other
    /// file has some, and nobody is helped by a list of them.
    pub fn twins(&self, seeker: &Seeker) -> Vec<&Located> {
        self.with_body(seeker)
            .iter()
            .map(|&number| &self.candidates[number])
            .filter(|candidate| !candidate.new && candidate.at.construct().interface_hash == seeker.interface_hash)
            .filter(|candidate| !has_weak_body(candidate.at.construct()))
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
            .filter(|candidate| candidate.new_body && !has_weak_body(candidate.at.construct()))
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

    pub fn similarity(&self, seeker: &Seeker, number: usize) -> Option<u16> {
        let candidate = &self.candidates[number];
        let bag = seeker.bag.as_ref().filter(|bag| bag.len() >= MIN_TOKENS)?;
        let family = candidate.at.construct().kind.family();
        match self.bodies.score(family, bag, number) {
            Some(score) => Some(score),
            // Not indexed: too short to prove anything, or old.
            None if candidate.is_open() => None,
            None => Some(bag.similarity(&Bag::new(candidate.at.body_tokens()))),
        }
    }
}

/// Whether a body is so short that an equal one proves little (SPEC 5.8).
pub fn has_weak_body(construct: &Construct) -> bool {
    let enough = if construct.kind.family() == Family::Value { WEAK_VALUE } else { WEAK_BODY };
    construct.body_weight() < enough
}

/// Whether the body is the own name and nothing else, as in `self.x = x`: all such bodies are equal, so across files only
/// the name tells them apart.
pub fn says_only_its_name(at: &Located) -> bool {
    let construct = at.construct();
    let own = || number_of(construct.name.as_bytes(), &mut Vec::new());
    construct.body_weight() == 1 && at.body_tokens() == [own()]
}

/// Names that every class has say nothing about where a member went.
pub fn is_common(name: &str) -> bool {
    name.starts_with("__") && name.ends_with("__")
}
