//! The baseline of a subscription: what it is compared with.
//!
//! It comes from the lock where that has an entry for the same target and fingerprint version, else from the base
//! revision (SPEC 3.4), so that hand-written YAML works at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::config::lock::{Entry, Seen, SeenConstruct, SeenMember};
use crate::report::Place;
use crate::syntax::{Fingerprint, Kind, qualname};

use super::inheritance;
use super::parsed::ParsedFile;
use super::view::{Located, View};

/// What a construct looked like when it was last accepted.
#[derive(Clone)]
pub struct Baseline {
    pub place: Place,
    pub kind: Kind,
    pub qualname: String,
    pub interface_hash: Fingerprint,
    pub bare_interface_hash: Fingerprint,
    pub body_hash: Fingerprint,
    pub members: BTreeMap<String, SeenMember>,
    pub source: Source,
}

/// Where a baseline comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    Lock { blob: Option<String> },
    Base,
}

impl Baseline {
    pub fn from_lock(entry: &Entry) -> Option<Self> {
        let Seen::Construct(seen) = &entry.seen else { return None };
        Some(Baseline {
            place: Place { path: entry.path.clone(), start_line: entry.start_line, end_line: entry.end_line },
            kind: seen.kind,
            qualname: seen.qualname.clone(),
            interface_hash: seen.interface_hash,
            bare_interface_hash: seen.bare_interface_hash,
            body_hash: seen.body_hash,
            members: seen.members.clone(),
            source: Source::Lock { blob: entry.blob.clone() },
        })
    }

    pub fn from_base(at: &Located) -> Self {
        let construct = at.construct();
        Baseline {
            place: at.place(),
            kind: construct.kind,
            qualname: construct.qualname.clone(),
            interface_hash: construct.interface_hash,
            bare_interface_hash: construct.bare_interface_hash,
            body_hash: construct.body_hash,
            members: members_of(&at.file, at.index),
            source: Source::Base,
        }
    }

    /// Whether both hashes are those of the construct.
    pub fn matches(&self, at: &Located) -> bool {
        let construct = at.construct();
        construct.interface_hash == self.interface_hash && construct.body_hash == self.body_hash
    }

    /// The qualname's last part, without sibling suffix or parameter types.
    pub fn simple_name(&self) -> &str {
        qualname::simple_name(&self.qualname)
    }

    /// The qualname of the container; empty at the top of the file.
    pub fn container(&self) -> &str {
        qualname::container(&self.qualname)
    }
}

/// What the lock records of a construct.
pub fn seen(at: &Located, view: &dyn View) -> SeenConstruct {
    let (bases, inherited_hash) = inheritance::summary(at, view);
    let construct = at.construct();
    SeenConstruct {
        language: at.file.language.name().to_owned(),
        kind: construct.kind,
        qualname: construct.qualname.clone(),
        role: construct.role,
        interface_hash: construct.interface_hash,
        bare_interface_hash: construct.bare_interface_hash,
        body_hash: construct.body_hash,
        has_parse_error: construct.has_parse_error,
        members: members_of(&at.file, at.index),
        bases,
        inherited_hash,
    }
}

/// The members of a container as the lock records them; empty for everything else.
pub fn members_of(file: &Arc<ParsedFile>, index: usize) -> BTreeMap<String, SeenMember> {
    if !file.outline.constructs[index].kind.is_container() {
        return BTreeMap::new();
    }
    file.members(index)
        .map(|(name, member)| {
            let seen = SeenMember {
                kind: member.kind,
                interface_hash: member.interface_hash,
                bare_interface_hash: member.bare_interface_hash,
                body_hash: member.body_hash,
                // What the name says need not be written down.
                private: member.is_private && !file.language.is_private(member.name()),
            };
            (name.to_owned(), seen)
        })
        .collect()
}
