//! Affinity: whether a construct may be a match for any of some others, in any tier (SPEC 5.6).

use std::cell::OnceCell;
use std::collections::HashSet;

use crate::syntax::qualname::simple_name;
use crate::syntax::{Construct, Fingerprint};

use super::postings::Postings;
use super::similarity::{Bag, MIN_TOKENS, SIMILAR, SIMILAR_SAME_NAME};
use super::view::Located;
use super::weak::{has_telling_interface, is_common};

/// What may have become what: the same name, an equal body or interface, a similar body.
#[derive(Default)]
pub struct Affinity {
    names: HashSet<String>,
    bodies: HashSet<Fingerprint>,
    interfaces: HashSet<Fingerprint>,
    bags: Vec<Bag>,
    postings: OnceCell<Postings>,
}

impl Affinity {
    pub fn add(&mut self, at: &Located) {
        let construct = at.construct();
        self.names.extend((!is_common(construct.name())).then(|| simple_name(construct.name()).to_owned()));
        self.bodies.insert(construct.body_hash);
        self.interfaces.extend(has_telling_interface(construct).then_some(construct.interface_hash));
        let bag = Bag::new(at.body_tokens());
        if bag.len() >= MIN_TOKENS {
            self.bags.push(bag);
            self.postings = OnceCell::new();
        }
    }

    /// Whether any of these may be a match for a construct, and whether that is by an equal body.
    pub fn nearest(&self, at: &Located) -> Option<bool> {
        if self.bodies.contains(&at.construct().body_hash) {
            return Some(true);
        }
        (self.is_akin(at.construct()) || self.has_similar(at, SIMILAR_SAME_NAME)).then_some(false)
    }

    /// Whether any of these may be a match for a construct of another file, as far as that is known by itself: where its
    /// container may be one, less is enough.
    pub fn is_near(&self, at: &Located) -> bool {
        let construct = at.construct();
        self.bodies.contains(&construct.body_hash) || self.is_akin(construct) || self.has_similar(at, SIMILAR)
    }

    fn is_akin(&self, construct: &Construct) -> bool {
        self.names.contains(simple_name(construct.name())) || self.interfaces.contains(&construct.interface_hash)
    }

    fn has_similar(&self, at: &Located, floor: u16) -> bool {
        let index = || Postings::new(self.bags.iter().cloned().enumerate(), SIMILAR_SAME_NAME);
        let bag = Bag::new(at.body_tokens());
        bag.len() >= MIN_TOKENS && !self.postings.get_or_init(index).similar(&bag, floor).is_empty()
    }
}
