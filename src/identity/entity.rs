//! Entities: symbols that keep their key while they are edited (seed 003).
//!
//! When a file is indexed again, each construct of it is matched with what the index knew before, by the first that holds:
//!
//! 1. [`ContentMatch`](EntityMatch::ContentMatch): the same name, file and hash. It may have moved as far as it likes.
//! 2. [`PositionMatch`](EntityMatch::PositionMatch): the same name and file, another hash, at most [`TOLERANCE`] lines
//!    away. It was edited.
//! 3. [`NewEntity`](EntityMatch::NewEntity): it gets a key of its own, born now.
//!
//! A content match anywhere goes before every position match, an old entity is matched once, and where several could be,
//! they are paired in the order of their positions. A renamed construct, and one that moved to another file, is a new
//! entity: following those is what a scan does, with evidence that a key alone does not have.
//!
//! Entities are looked up by name and hash, never compared each with each: the work grows with their number, and what is
//! left is sorting those of one name in one file, which an outline already has in order.

mod key;

use std::cmp::Ordering;
use std::collections::HashMap;

pub use key::{EntityKey, NoEntityKey, slug};

use crate::syntax::{Construct, Kind};

/// How many lines an edited construct may have moved.
pub const TOLERANCE: u32 = 10;

/// A construct that was just parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntityCandidate {
    pub language: String,
    pub kind: Kind,
    /// The qualname.
    pub name: String,
    /// The path; the virtual one for a construct in a segment.
    pub file: String,
    /// Where it starts.
    pub line: u32,
    /// Equal for equal code.
    pub hash: String,
}

/// What the index knew of a construct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OldEntity {
    pub key: EntityKey,
    pub name: String,
    pub file: String,
    pub line: u32,
    pub hash: String,
}

/// What a construct is to the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntityMatch {
    ContentMatch { old_key: EntityKey },
    PositionMatch { old_key: EntityKey },
    NewEntity,
}

/// What became of all candidates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matches {
    /// In the order of the candidates.
    pub list: Vec<EntityMatch>,
    /// How often two positions were compared: what the work grows with, besides the look-ups.
    pub comparisons: usize,
}

impl EntityCandidate {
    /// A construct of a file or segment. Its content is its fingerprint, so formatting and comments leave it the same.
    pub fn new(path: &str, language: &str, construct: &Construct) -> Self {
        EntityCandidate {
            language: language.to_owned(),
            kind: construct.kind,
            name: construct.qualname.clone(),
            file: path.to_owned(),
            line: construct.start_line,
            hash: format!("{}{}", construct.interface_hash, construct.body_hash),
        }
    }
}

/// Matches what was parsed with what the index knew.
pub fn match_entities(new: &[EntityCandidate], old: &[OldEntity]) -> Matches {
    let mut matching = Matching {
        new,
        old,
        taken: vec![false; old.len()],
        found: vec![EntityMatch::NewEntity; new.len()],
        comparisons: 0,
    };
    matching.by_content();
    matching.by_position();
    Matches { list: matching.found, comparisons: matching.comparisons }
}

/// The key of each candidate: the old one where it matched, else one born at `birth`, the committer time of the commit
/// that is indexed. No two are equal, and none is that of an old entity which is gone.
pub fn rekey(new: &[EntityCandidate], old: &[OldEntity], birth: i64) -> Vec<EntityKey> {
    let mut register = key::Register::new(old.iter().map(|entity| &entity.key));
    let matches = match_entities(new, old).list;
    // Numbers are given out by position, however the candidates came in.
    let mut order: Vec<usize> = (0..new.len()).collect();
    order.sort_by_key(|&at| (&new[at].file, new[at].line, &new[at].name, at));
    let mut keys: Vec<Option<EntityKey>> = vec![None; new.len()];
    for at in order {
        keys[at] = Some(match &matches[at] {
            EntityMatch::ContentMatch { old_key } | EntityMatch::PositionMatch { old_key } => old_key.clone(),
            EntityMatch::NewEntity => {
                let EntityCandidate { language, kind, name, file, .. } = &new[at];
                register.add(EntityKey::new(language, *kind, name, file, birth))
            }
        });
    }
    keys.into_iter().flatten().collect()
}

struct Matching<'a> {
    new: &'a [EntityCandidate],
    old: &'a [OldEntity],
    taken: Vec<bool>,
    found: Vec<EntityMatch>,
    comparisons: usize,
}

/// Entities of both sides that have something in common, by number.
#[derive(Default)]
struct Group {
    new: Vec<usize>,
    old: Vec<usize>,
}

impl Matching<'_> {
    fn by_content(&mut self) {
        let mut groups: HashMap<(&str, &str, &str), Group> = HashMap::with_capacity(self.new.len());
        for (number, entity) in self.new.iter().enumerate() {
            groups.entry((&entity.file, &entity.name, &entity.hash)).or_default().new.push(number);
        }
        for (number, entity) in self.old.iter().enumerate() {
            // What nobody looks for needs no place.
            if let Some(group) = groups.get_mut(&(entity.file.as_str(), entity.name.as_str(), entity.hash.as_str())) {
                group.old.push(number);
            }
        }
        for mut group in groups.into_values() {
            self.sort(&mut group);
            for (&new, &old) in group.new.iter().zip(&group.old) {
                self.taken[old] = true;
                self.found[new] = EntityMatch::ContentMatch { old_key: self.old[old].key.clone() };
            }
        }
    }

    /// What is left: of two that share name and file, the hashes differ now, or they would have been paired above.
    fn by_position(&mut self) {
        let mut groups: HashMap<(&str, &str), Group> = HashMap::new();
        for (number, entity) in self.new.iter().enumerate() {
            if self.found[number] == EntityMatch::NewEntity {
                groups.entry((&entity.file, &entity.name)).or_default().new.push(number);
            }
        }
        for (number, entity) in self.old.iter().enumerate().filter(|(number, _)| !self.taken[*number]) {
            if let Some(group) = groups.get_mut(&(entity.file.as_str(), entity.name.as_str())) {
                group.old.push(number);
            }
        }
        for mut group in groups.into_values() {
            self.sort(&mut group);
            let mut old = group.old.iter().peekable();
            for &new in &group.new {
                let line = self.new[new].line;
                while let Some(&&number) = old.peek() {
                    self.comparisons += 1;
                    let old_line = self.old[number].line;
                    if old_line > line.saturating_add(TOLERANCE) {
                        break;
                    }
                    // Too far above this one, hence above all that follow.
                    old.next();
                    if old_line.abs_diff(line) <= TOLERANCE {
                        self.found[new] = EntityMatch::PositionMatch { old_key: self.old[number].key.clone() };
                        break;
                    }
                }
            }
        }
    }

    /// Into the order of positions; numbers, which are the order in which they came, settle the rest.
    fn sort(&mut self, group: &mut Group) {
        let Matching { new, old, comparisons, .. } = self;
        let mut by = |one: u32, other: u32| -> Ordering {
            *comparisons += 1;
            one.cmp(&other)
        };
        group.new.sort_by(|&one, &other| by(new[one].line, new[other].line));
        group.old.sort_by(|&one, &other| by(old[one].line, old[other].line));
    }
}

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
