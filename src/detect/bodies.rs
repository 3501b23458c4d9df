//! Bodies: those of many constructs, to be searched for similar ones.
//!
//! Unrelated functions of the same make share a third of their pairs, so a search for everything from
//! [`SIMILAR_SAME_NAME`] on finds a good part of all code. Nobody needs that: so little counts only where something else
//! speaks for a pair, which is the name or the file. So everything is searched from [`SIMILAR`] on, and only bodies of one
//! name or of one file are from [`SIMILAR_SAME_NAME`] on.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use crate::syntax::Family;

use super::lookup::Lookup;
use super::postings::Postings;
use super::similarity::{Bag, SIMILAR, SIMILAR_SAME_NAME};
use super::traces::hash_of;

/// Of more bodies together not each one is compared.
const FEW: usize = 64;

/// Bodies by number, each of a construct with a name, in a file.
pub struct Bodies {
    all: BTreeMap<Family, Postings>,
    groups: Lookup<Group>,
    /// Of groups that are large, when first asked for.
    large: RefCell<HashMap<Group, Postings>>,
}

/// What bodies of a family may have in common: a name or a file, by its hash. If two have the same, their bodies are
/// compared for nothing.
type Group = (Family, bool, u64);

fn name_group(family: Family, name: &str) -> Group {
    (family, false, hash_of(name.as_bytes()))
}

fn file_group(family: Family, path: &str) -> Group {
    (family, true, hash_of(path.as_bytes()))
}

/// Gathers bodies.
#[derive(Default)]
pub struct Gathered {
    bags: BTreeMap<Family, Vec<(usize, Bag)>>,
    groups: Vec<(Group, usize)>,
}

impl Gathered {
    pub fn add(&mut self, number: usize, family: Family, name: &str, path: &str, bag: Bag) {
        self.bags.entry(family).or_default().push((number, bag));
        self.groups.push((name_group(family, name), number));
        self.groups.push((file_group(family, path), number));
    }

    pub fn index(self) -> Bodies {
        let all = self.bags.into_iter().map(|(family, bags)| (family, Postings::new(bags, SIMILAR))).collect();
        Bodies { all, groups: Lookup::new(self.groups), large: RefCell::default() }
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
        self.add_somewhat_similar(bag, name_group(family, name), &mut alike);
        self.add_somewhat_similar(bag, file_group(family, path), &mut alike);
        alike.sort_unstable();
        alike.dedup();
        alike
    }

    /// Those of a file that are somewhat similar.
    pub fn alike_in(&self, family: Family, bag: &Bag, path: &str) -> Vec<(usize, u16)> {
        let mut alike = Vec::new();
        self.add_somewhat_similar(bag, file_group(family, path), &mut alike);
        alike
    }

    /// The score of one body.
    pub fn score(&self, family: Family, bag: &Bag, number: usize) -> Option<u16> {
        self.all.get(&family)?.score(bag, number)
    }

    fn add_somewhat_similar(&self, bag: &Bag, group: Group, alike: &mut Vec<(usize, u16)>) {
        let (Some(all), numbers) = (self.all.get(&group.0), self.groups.get(group)) else { return };
        if numbers.len() > FEW {
            let mut large = self.large.borrow_mut();
            let bags = || numbers.iter().filter_map(|&number| Some((number, all.bag(number)?)));
            let postings = large.entry(group).or_insert_with(|| Postings::new(bags(), SIMILAR_SAME_NAME));
            alike.extend(postings.similar(bag, SIMILAR_SAME_NAME));
            return;
        }
        let score = |&number: &usize| Some((number, all.score_from(bag, number, SIMILAR_SAME_NAME)?));
        alike.extend(numbers.iter().filter_map(score));
    }
}
