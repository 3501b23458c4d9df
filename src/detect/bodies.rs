//! Bodies: those of many constructs, to be searched for similar ones.
//!
//! Unrelated functions of the same make share a third of their pairs, so a search for everything from
//! [`SIMILAR_SAME_NAME`] on finds a good part of all code. Nobody needs that: so little counts only where something else
//! speaks for a pair, which is the name or the file. So everything is searched from [`SIMILAR`] on, and only bodies of one
//! name or of one file are from [`SIMILAR_SAME_NAME`] on.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use crate::syntax::Family;

use super::postings::Postings;
use super::similarity::{Bag, SIMILAR, SIMILAR_SAME_NAME};
use super::traces::hash_of;

/// Of more bodies together not each one is compared.
const FEW: usize = 64;

/// Bodies by number, each of a construct with a name, in a file.
#[derive(Default)]
pub struct Bodies {
    all: BTreeMap<Family, Postings>,
    /// Names and files by their hashes: if two have the same, their bodies are compared for nothing.
    groups: HashMap<(Family, Group), Vec<usize>>,
    /// Of groups that are large, when first asked for.
    large: RefCell<HashMap<(Family, Group), Postings>>,
}

/// What bodies may have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Group {
    Name(u64),
    File(u64),
}

impl Group {
    fn name(name: &str) -> Self {
        Group::Name(hash_of(name.as_bytes()))
    }

    fn file(path: &str) -> Self {
        Group::File(hash_of(path.as_bytes()))
    }
}

/// Gathers bodies.
#[derive(Default)]
pub struct Gathered {
    bags: BTreeMap<Family, Vec<(usize, Bag)>>,
    groups: HashMap<(Family, Group), Vec<usize>>,
}

impl Gathered {
    /// Numbers grow.
    pub fn add(&mut self, number: usize, family: Family, name: &str, path: &str, bag: Bag) {
        self.bags.entry(family).or_default().push((number, bag));
        for group in [Group::name(name), Group::file(path)] {
            self.groups.entry((family, group)).or_default().push(number);
        }
    }

    pub fn has(&self, family: Family) -> bool {
        self.bags.contains_key(&family)
    }

    pub fn index(self) -> Bodies {
        let all = self.bags.into_iter().map(|(family, bags)| (family, Postings::new(bags, SIMILAR))).collect();
        Bodies { all, groups: self.groups, large: RefCell::default() }
    }
}

impl Bodies {
    /// Those with at least `floor` similarity, and that is not below [`SIMILAR`]; in order, with their scores.
    pub fn similar(&self, family: Family, bag: &Bag, floor: u16) -> Vec<(usize, u16)> {
        self.all.get(&family).map_or_else(Vec::new, |postings| postings.similar(bag, floor))
    }

    /// Those that are somewhat similar and have that name or stand in that file, and all that are similar; in order, with
    /// their scores.
    pub fn alike(&self, family: Family, bag: &Bag, name: &str, path: &str) -> Vec<(usize, u16)> {
        let mut alike = self.similar(family, bag, SIMILAR);
        alike.extend(self.somewhat_similar(family, bag, Group::name(name)));
        alike.extend(self.somewhat_similar(family, bag, Group::file(path)));
        alike.sort_unstable();
        alike.dedup();
        alike
    }

    /// Those of a file that are somewhat similar.
    pub fn alike_in(&self, family: Family, bag: &Bag, path: &str) -> Vec<(usize, u16)> {
        self.somewhat_similar(family, bag, Group::file(path))
    }

    /// The score of one body.
    pub fn score(&self, family: Family, bag: &Bag, number: usize) -> Option<u16> {
        self.all.get(&family)?.score(bag, number)
    }

    fn somewhat_similar(&self, family: Family, bag: &Bag, group: Group) -> Vec<(usize, u16)> {
        let (Some(all), Some(numbers)) = (self.all.get(&family), self.groups.get(&(family, group))) else {
            return Vec::new();
        };
        if numbers.len() > FEW {
            let mut large = self.large.borrow_mut();
            let bags = || numbers.iter().filter_map(|&number| Some((number, all.bag(number)?)));
            let postings = large.entry((family, group)).or_insert_with(|| Postings::new(bags(), SIMILAR_SAME_NAME));
            return postings.similar(bag, SIMILAR_SAME_NAME);
        }
        let scored = numbers.iter().filter_map(|&number| Some((number, all.score(bag, number)?)));
        scored.filter(|(_, score)| *score >= SIMILAR_SAME_NAME).collect()
    }
}
