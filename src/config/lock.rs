//! `codesub.lock`: what each subscription looked like when somebody last accepted it (SPEC 3.3).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::syntax::{Fingerprint, Kind, Role};

/// The whole lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lock {
    /// The version of the fingerprints in it; entries of another version do not count (SPEC 3.4).
    pub fingerprint_version: u32,
    pub subscriptions: BTreeMap<String, Entry>,
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
    /// For containers: every member by its name relative to the container (SPEC 5.16).
    pub members: BTreeMap<String, SeenMember>,
    /// For classes: the resolved bases, nearest first, as `path::Qual.name` (SPEC 5.17). They let a scan see whether
    /// a base class changed without parsing the subscribed file.
    pub bases: Vec<String>,
}

/// A member as it was accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenMember {
    pub kind: Kind,
    pub interface_hash: Fingerprint,
    pub bare_interface_hash: Fingerprint,
    pub body_hash: Fingerprint,
}

/// The text of a line target and what stood around it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchors {
    pub before: Vec<String>,
    pub lines: Vec<String>,
    pub after: Vec<String>,
}
