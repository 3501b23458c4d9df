//! Values that several names share.

use std::collections::{HashMap, HashSet};

use super::definitions::Part;
use super::fingerprint::{self, Piece};
use super::model::Fingerprint;
use super::own_name::OwnName;
use super::stream::{Mark, Stream};

/// Values that several names share, as in `a = b = []`. Such a value is hashed once, without a placeholder for any of
/// them: names and values both can be many.
pub(super) struct Values {
    /// The ranges that are the body of more than one construct.
    shared: HashSet<(Mark, Mark)>,
    hashes: HashMap<(Mark, Mark), Fingerprint>,
}

impl Values {
    pub fn new(pieces: &[Vec<Piece>]) -> Self {
        let bodies = pieces.iter().flatten().filter(|piece| piece.part == Part::Body);
        let mut bodies: Vec<(Mark, Mark)> = bodies.map(|body| (body.from, body.to)).collect();
        bodies.sort_unstable();
        let shared = bodies.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        Values { shared: shared.collect(), hashes: HashMap::new() }
    }

    /// The hash of the pieces that belong to the body.
    pub fn hash(&mut self, stream: &Stream, own: OwnName, pieces: &[Piece]) -> Fingerprint {
        let body = pieces.iter().filter(|piece| matches!(piece.part, Part::Body | Part::Argument));
        let whole = || fingerprint::body(stream, Some(own), body.clone());
        if self.shared.is_empty() {
            return whole();
        }
        let (Some(only), None) = (body.clone().next(), body.clone().nth(1)) else { return whole() };
        let range = (only.from, only.to);
        if !self.shared.contains(&range) {
            return whole();
        }
        *self.hashes.entry(range).or_insert_with(|| fingerprint::body(stream, None, [only]))
    }
}
