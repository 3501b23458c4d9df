//! Values that several names share.

use std::collections::HashMap;

use super::definitions::Part;
use super::fingerprint::{self, Piece};
use super::model::Fingerprint;
use super::own_name::OwnName;
use super::stream::{Mark, Stream};

/// Values that several names share, as in `a = b = []`. Such a value is hashed once, without a placeholder for any of
/// them: names and values both can be many.
pub(super) struct Values {
    /// How many constructs have this range as their body.
    users: HashMap<(Mark, Mark), u32>,
    hashes: HashMap<(Mark, Mark), Fingerprint>,
}

impl Values {
    pub fn new(pieces: &[Vec<Piece>]) -> Self {
        let mut users = HashMap::new();
        for body in pieces.iter().flatten().filter(|piece| piece.part == Part::Body) {
            *users.entry((body.from, body.to)).or_insert(0) += 1;
        }
        users.retain(|_, users| *users > 1);
        Values { users, hashes: HashMap::new() }
    }

    pub fn hash(&mut self, stream: &Stream, own: OwnName, body: &[&Piece]) -> Fingerprint {
        let whole = || fingerprint::body(stream, Some(own), body.iter().copied());
        let [only] = body else { return whole() };
        let range = (only.from, only.to);
        if !self.users.contains_key(&range) {
            return whole();
        }
        *self.hashes.entry(range).or_insert_with(|| fingerprint::body(stream, None, [*only]))
    }
}
