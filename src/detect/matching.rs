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
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use crate::report::{Confidence, Tier};
use crate::syntax::qualname::simple_name;
use crate::syntax::{Construct, Family, Fingerprint};

use super::bodies::{Bodies, Gathered};
use super::candidate::{Candidate, Stayed};
use super::evidence::{Container, Evidence};
use super::lookup::Lookup;
use super::names;
use super::seeker::Seeker;
use super::similarity::{Bag, FILE_WORTH, MIN_TOKENS, NAME_WORTH, SIMILAR_SAME_NAME};
use super::traces::hash_of;
use super::view::Located;
use super::weak::{has_weak_body, is_common};

/// More base classes than this are not followed.
const MAX_ANCESTORS: usize = 16;
/// More similar candidates than this are not weighed against each other: the most similar ones are.
const MOST_ALIKE: usize = 256;
/// A word that more new constructs of a container have in their names tells none of them apart.
const MOST_LIKE_NAMED: usize = 32;

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
    by_body: Lookup<Key>,
    by_interface: Lookup<Key>,
    /// Names by their hashes: should two have the same, one more candidate is looked at for nothing.
    by_name: Lookup<(u64, Family)>,
    /// The candidates of each file, by its number.
    by_file: Vec<Range<usize>>,
    /// The numbers of all files that candidates stand in, or that seekers would stand in.
    files: HashMap<Arc<str>, usize>,
    /// New candidates of each file by container and by a word of their name; found when first asked for.
    by_word: Vec<OnceCell<Words>>,
    /// Families of which an open candidate has a body that is long enough.
    long: HashSet<Family>,
    /// Those bodies, and those of what stayed; made when first asked for, which is when hashes do not decide.
    bodies: OnceCell<Bodies>,
    pub stayed: Vec<Stayed>,
    stayed_bodies: OnceCell<Bodies>,
    /// The strongest claim of a construct that stayed in place, by candidate; found when first asked for.
    stayed_claims: Vec<OnceCell<u16>>,
}

/// A fingerprint, in two parts that are quick to compare, in a family.
type Key = (u64, u64, Family);

fn key(hash: Fingerprint, family: Family) -> Key {
    let half = |at: usize| hash.0[at..at + 8].iter().fold(0, |half, byte| half << 8 | u64::from(*byte));
    (half(0), half(8), family)
}

/// Candidates by the container and a word of their name.
type Words = HashMap<(Option<u32>, String), Vec<usize>>;

impl Matcher {
    /// The candidates of one file are all of its constructs, in order, and stand together.
    pub fn new(candidates: Vec<Candidate>, stayed: Vec<Stayed>) -> Self {
        let mut by_body = Vec::with_capacity(candidates.len());
        let mut by_interface = Vec::with_capacity(candidates.len());
        let mut by_name = Vec::with_capacity(candidates.len());
        let mut by_file: Vec<Range<usize>> = Vec::new();
        let mut files: HashMap<Arc<str>, usize> = HashMap::new();
        let mut long = HashSet::new();
        for (number, candidate) in candidates.iter().enumerate() {
            let construct = candidate.at.construct();
            let family = construct.kind.family();
            by_body.push((key(construct.body_hash, family), number));
            by_interface.push((key(construct.interface_hash, family), number));
            by_name.push(((candidate.name_hash, family), number));
            if candidate.file == by_file.len() {
                files.insert(candidate.at.file.path.as_str().into(), candidate.file);
                by_file.push(number..number);
            }
            by_file[candidate.file].end = number + 1;
            if candidate.has_open_body() {
                long.insert(family);
            }
        }
        let stayed_claims = candidates.iter().map(|_| OnceCell::new()).collect();
        let by_word = by_file.iter().map(|_| OnceCell::new()).collect();
        Matcher {
            candidates,
            by_body: Lookup::new(by_body),
            by_interface: Lookup::new(by_interface),
            by_name: Lookup::new(by_name),
            by_file,
            files,
            by_word,
            long,
            bodies: OnceCell::new(),
            stayed,
            stayed_bodies: OnceCell::new(),
            stayed_claims,
        }
    }

    /// The number of a file: candidates and seekers stand in the same one if it is the same.
    pub fn file(&mut self, path: &str) -> (Arc<str>, usize) {
        if let Some((path, &number)) = self.files.get_key_value(path) {
            return (Arc::clone(path), number);
        }
        let (path, number) = (Arc::from(path), self.files.len());
        self.files.insert(Arc::clone(&path), number);
        (path, number)
    }

    fn bodies(&self) -> &Bodies {
        self.bodies.get_or_init(|| {
            let mut bodies = Gathered::default();
            let open = self.candidates.iter().enumerate().filter(|(_, candidate)| candidate.has_open_body());
            for (number, Candidate { at, .. }) in open {
                let construct = at.construct();
                let bag = Bag::new(at.body_tokens());
                bodies.add(number, construct.kind.family(), construct.name(), &at.file.path, bag);
            }
            bodies.index()
        })
    }

    fn stayed_bodies(&self) -> &Bodies {
        self.stayed_bodies.get_or_init(|| {
            let mut bodies = Gathered::default();
            for (number, Stayed { at, path, .. }) in self.stayed.iter().enumerate() {
                let construct = at.construct();
                let family = construct.kind.family();
                if self.long.contains(&family) && construct.body_weight() as usize >= MIN_TOKENS {
                    bodies.add(number, family, construct.name(), path, Bag::new(at.body_tokens()));
                }
            }
            bodies.index()
        })
    }

    /// How strongly a construct that stayed in place claims to be the origin of a candidate: its similarity, and what
    /// the same name and the same file are worth. A claim below [`SIMILAR`](super::similarity::SIMILAR) is none.
    pub fn stayed_claim(&self, number: usize) -> u16 {
        if self.stayed.is_empty() {
            return 0;
        }
        *self.stayed_claims[number].get_or_init(|| {
            let at = &self.candidates[number].at;
            let (name, family) = (at.construct().name(), at.construct().kind.family());
            let claim = |(rival, score): (usize, u16)| {
                let rival = &self.stayed[rival];
                let same_name = rival.at.construct().name() == name && !is_common(name);
                let same_file = rival.path == at.file.path;
                // What was displaced seeks itself; only the heir of its name has it as a rival.
                let is_heir = same_file && rival.at.construct().qualname == at.construct().qualname;
                if rival.displaced {
                    return if is_heir { score } else { 0 };
                }
                score + if same_name { NAME_WORTH } else { 0 } + if same_file { FILE_WORTH } else { 0 }
            };
            let alike = self.stayed_bodies().alike(family, &Bag::new(at.body_tokens()), name, &at.file.path);
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
        self.bodies().similar(family, bag, floor)
    }

    /// New and rewritten candidates of a family with that very body.
    pub fn open_with_body(&self, body: Fingerprint, family: Family) -> Vec<usize> {
        let found = self.by_body.get(key(body, family)).iter().copied();
        found.filter(|&number| self.candidates[number].is_open()).take(MOST_ALIKE).collect()
    }

    /// New candidates in one container of a file, unless they are very many.
    pub fn few_new(&self, (file, parent): Container) -> Vec<usize> {
        let Some(numbers) = self.by_file.get(file) else { return Vec::new() };
        let is_there = |number: &usize| {
            let candidate = &self.candidates[*number];
            candidate.new && candidate.at.construct().parent == parent
        };
        let found: Vec<usize> = numbers.clone().filter(is_there).take(MOST_LIKE_NAMED + 1).collect();
        if found.len() > MOST_LIKE_NAMED { Vec::new() } else { found }
    }

    /// New candidates in one container of a file that share a word with a name; words that very many have say nothing.
    pub fn like_named(&self, (file, parent): Container, name: &str) -> Vec<usize> {
        let Some(by_word) = self.by_word.get(file) else { return Vec::new() };
        let by_word = by_word.get_or_init(|| {
            let mut by_word = Words::new();
            for number in self.by_file[file].clone().filter(|&number| self.candidates[number].new) {
                let construct = self.candidates[number].at.construct();
                for word in names::words(construct.name()) {
                    by_word.entry((construct.parent, word)).or_default().push(number);
                }
            }
            by_word
        });
        let words = names::words(name).into_iter();
        let lists = words.filter_map(|word| by_word.get(&(parent, word))).filter(|list| list.len() <= MOST_LIKE_NAMED);
        let mut found: Vec<usize> = lists.flatten().copied().collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Candidates whose body is similar, or is similar enough for the same name and has it, or stands in the same file; with
    /// their scores, in order. Of very many the most similar ones.
    pub fn alike(&self, seeker: &Seeker) -> Vec<(usize, u16)> {
        let Some(bag) = seeker.long_bag() else { return Vec::new() };
        let mut alike = self.bodies().alike(seeker.kind.family(), bag, seeker.name(), &seeker.path);
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
        let bag = seeker.long_bag();
        bag.map_or_else(Vec::new, |bag| self.bodies().alike_in(seeker.kind.family(), bag, path))
    }

    pub fn with_body(&self, seeker: &Seeker) -> &[usize] {
        self.by_body.get(key(seeker.body_hash, seeker.kind.family()))
    }

    pub fn with_interface(&self, seeker: &Seeker) -> &[usize] {
        self.by_interface.get(key(seeker.interface_hash, seeker.kind.family()))
    }

    pub fn with_name(&self, seeker: &Seeker) -> &[usize] {
        self.by_name.get((seeker.name_hash(), seeker.kind.family()))
    }

    fn named(&self, name: &str, family: Family) -> &[usize] {
        self.by_name.get((hash_of(name.as_bytes()), family))
    }

    /// The candidate of that path and qualname.
    pub fn at(&self, path: &str, qualname: &str) -> Option<usize> {
        self.at_in(*self.files.get(path)?, qualname)
    }

    /// The same in a file by its number.
    pub fn at_in(&self, file: usize, qualname: &str) -> Option<usize> {
        let numbers = self.by_file.get(file)?;
        self.candidates[numbers.start].at.file.find(qualname).map(|index| numbers.start + index)
    }

    /// The candidate at that place in a file.
    pub fn at_index(&self, file: usize, index: u32) -> Option<usize> {
        let numbers = self.by_file.get(file)?;
        Some(numbers.start + index as usize).filter(|number| numbers.contains(number))
    }

    /// The numbers of the candidates in one file.
    pub fn in_file(&self, path: &str) -> Range<usize> {
        let file = self.files.get(path).and_then(|&file| self.by_file.get(file));
        file.cloned().unwrap_or(0..0)
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
            .get(key(body, family))
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
        let bag = seeker.long_bag()?;
        match candidate.is_open() {
            true if candidate.has_open_body() => {
                self.bodies().score(candidate.at.construct().kind.family(), bag, number)
            }
            // Too short to prove anything.
            true => None,
            false => Some(bag.similarity(&Bag::new(candidate.at.body_tokens()))),
        }
    }
}
