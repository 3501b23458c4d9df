//! `codesub.lock`: what each subscription looked like when somebody last accepted it (SPEC 3.3).
//!
//! The file is printed with one key a line and sorted keys, so that two branches that touch different subscriptions
//! merge without a conflict, and so that the same lock always gives the same bytes.
//!
//! An entry is a memory, not a list: one whose subscription is gone, or which remembers another target than the one
//! `codesub.yaml` names now, is simply not found by [`Lock::entry_for`]. That makes a lock that is a step ahead of or
//! behind the list harmless, which [`Files::update`](super::Files::update) relies on.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use super::locked::Locked;
use super::{Subscription, Target};
use crate::error::Result;
use crate::syntax::{FINGERPRINT_VERSION, Fingerprint, Kind, Role};

/// The whole lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lock {
    /// The version of the fingerprints in it; entries of another version do not count (SPEC 3.4).
    pub fingerprint_version: u32,
    pub subscriptions: BTreeMap<String, Locked>,
}

/// What one subscription looked like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
    /// The git object id of the file in which this was seen; `None` after a move was applied whose content change
    /// nobody has accepted yet.
    pub blob: Option<String>,
    pub seen: Seen,
    pub created_at: String,
    pub updated_at: String,
    /// The target picked by `codesub decide`.
    pub picked: Option<String>,
}

/// The two sorts of targets leave different traces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    Construct(Box<SeenConstruct>),
    Lines(Anchors),
}

/// A construct as it was accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenConstruct {
    pub language: String,
    pub kind: Kind,
    pub qualname: String,
    pub role: Option<Role>,
    pub interface_hash: Fingerprint,
    /// Left out of the file where it equals `interface_hash` (nothing is decorated).
    pub bare_interface_hash: Fingerprint,
    pub body_hash: Fingerprint,
    /// Whether the parser could not make sense of all of it: then its text alone does not say what it is. Left out of the
    /// file where it is not so.
    pub has_parse_error: bool,
    /// For containers: every member by its name relative to the container (SPEC 5.16).
    pub members: BTreeMap<String, SeenMember>,
    /// For classes: the resolved bases, nearest first, as `path::Qual.name` (SPEC 5.17). They let a scan see whether
    /// a base class changed without parsing the subscribed file.
    pub bases: Vec<String>,
    /// For classes with such bases: one hash over all that is inherited, so that a change of it can be accepted.
    pub inherited_hash: Option<Fingerprint>,
}

/// A member as it was accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenMember {
    pub kind: Kind,
    pub interface_hash: Fingerprint,
    pub bare_interface_hash: Fingerprint,
    pub body_hash: Fingerprint,
    /// Nobody else's business; left out of the file where it is not so.
    pub private: bool,
}

/// The text of a line target and what stood around it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchors {
    // In the order of the names, as they are printed.
    pub after: Vec<String>,
    pub before: Vec<String>,
    pub lines: Vec<String>,
}

impl Default for Lock {
    fn default() -> Self {
        Lock::new()
    }
}

impl Lock {
    /// An empty lock of this codesub's fingerprint version.
    pub fn new() -> Self {
        Lock { fingerprint_version: FINGERPRINT_VERSION, subscriptions: BTreeMap::new() }
    }

    /// Reads the bytes of `codesub.lock`; `name` is what messages call the file.
    pub fn parse(bytes: &[u8], name: &str) -> Result<Lock> {
        Lock::read(bytes.to_vec(), name)
    }

    /// The same, for whoever has the bytes for nothing else: they are kept until every entry was looked at.
    pub fn read(bytes: Vec<u8>, name: &str) -> Result<Lock> {
        super::lock_format::read(bytes, name)
    }

    /// The text of `codesub.lock`: pretty JSON, keys sorted, one key a line.
    pub fn to_json(&self) -> String {
        super::lock_format::print(self)
    }

    /// The entry that counts as the baseline of `subscription` (SPEC 3.4): of this fingerprint version where it holds
    /// fingerprints, and of the target that the subscription names now.
    pub fn entry_for(&self, subscription: &Subscription) -> Option<&Locked> {
        let entry = self.subscriptions.get(&subscription.id)?;
        let counts = entry.is_lines() || self.fingerprint_version == FINGERPRINT_VERSION;
        (counts && entry.is_of(&subscription.target)).then_some(entry)
    }

    /// Remembers `entry`, whose times are filled in here: `created_at` stays that of the entry before it, and
    /// `updated_at` becomes `now` (RFC 3339, UTC) only if anything else differs.
    ///
    /// All fingerprints of a lock are of one version. When the lock is of another one, its other fingerprints count
    /// for nothing any more and are dropped; entries of line targets stay.
    pub fn put(&mut self, id: &str, mut entry: Entry, now: &str) {
        let before = self.subscriptions.remove(id);
        let same_version = self.fingerprint_version == FINGERPRINT_VERSION;
        if !same_version {
            self.subscriptions.retain(|_, other| other.is_lines());
            self.fingerprint_version = FINGERPRINT_VERSION;
        }
        entry.created_at = before.as_ref().map_or(now, |before| &before.created_at).to_owned();
        entry.updated_at = before.as_ref().map_or(now, |before| &before.updated_at).to_owned();
        if before.is_some_and(|before| *before != entry) {
            entry.updated_at = now.to_owned();
        }
        self.subscriptions.insert(id.to_owned(), entry.into());
    }
}

impl Entry {
    /// The target this entry remembers.
    pub fn target(&self) -> Target {
        match &self.seen {
            Seen::Construct(construct) => {
                Target::Construct { path: self.path.clone(), qualname: construct.qualname.clone() }
            }
            Seen::Lines(_) => Target::Lines { path: self.path.clone(), start: self.start_line, end: self.end_line },
        }
    }

    /// Whether this entry remembers `target`, which may name a construct without its parameter types (SPEC 4.2).
    pub fn is_of(&self, target: &Target) -> bool {
        match (&self.seen, target) {
            (Seen::Construct(construct), Target::Construct { path, qualname }) => {
                self.path == *path && is_same_qualname(&construct.qualname, qualname)
            }
            (Seen::Lines(_), Target::Lines { path, start, end }) => {
                self.path == *path && self.start_line == *start && self.end_line == *end
            }
            _ => false,
        }
    }
}

/// Whether `seen` is the qualname of a target, with the parameter types where that has none.
pub(super) fn is_same_qualname(seen: &str, target: &str) -> bool {
    seen.strip_prefix(target).is_some_and(|rest| rest.is_empty() || is_parameter_list(rest))
}

/// `(int,int)`, and not `(int).Inner`.
fn is_parameter_list(text: &str) -> bool {
    text.starts_with('(') && text.ends_with(')') && !text.contains(").")
}

#[cfg(test)]
#[path = "lock_tests.rs"]
pub(super) mod tests;
