//! Acknowledgement: what the target revision's own files already say (SPEC 5.13).
//!
//! When the subscriptions come from the base revision, a pull request cannot silence them. It can say that it knows:
//! its lock holds the new fingerprint, its list dropped the subscription or follows the code. What it knows is still
//! reported and does not block.

use std::collections::HashMap;

use crate::config::lock::{Lock, Seen};
use crate::config::{Config, Subscription, Target};
use crate::report::Place;
use crate::syntax::qualname::simple_name;
use crate::syntax::{FINGERPRINT_VERSION, Fingerprint};

use super::baseline::members_of;
use super::view::{File, Located, View};

/// The list and the lock of the target revision.
#[derive(Clone, Copy)]
pub struct Own<'a> {
    pub config: Option<&'a Config>,
    pub lock: &'a Lock,
}

/// Answers what the target's own files say of a subscription.
pub struct Acknowledger<'a> {
    subscriptions: HashMap<&'a str, &'a Subscription>,
    lock: &'a Lock,
    after: &'a dyn View,
}

impl<'a> Acknowledger<'a> {
    pub fn new(own: &Own<'a>, after: &'a dyn View) -> Self {
        let all = own.config.into_iter().flat_map(|config| &config.subscriptions);
        Acknowledger { subscriptions: all.map(|it| (it.id.as_str(), &**it)).collect(), lock: own.lock, after }
    }

    /// The lock holds the fingerprint of what was found.
    pub fn knows(&self, id: &str, at: &Located) -> bool {
        let construct = at.construct();
        self.seen(id).is_some_and(|seen| {
            seen.interface_hash == construct.interface_hash && seen.body_hash == construct.body_hash
        })
    }

    /// The lock holds the container as it was found, member by member.
    pub fn knows_members(&self, id: &str, at: &Located) -> bool {
        self.seen(id).is_some_and(|seen| {
            seen.members == members_of(&at.file, at.index)
                && seen.interface_hash == at.construct().interface_hash
                && simple_name(&seen.qualname) == at.construct().name()
        })
    }

    /// The lock holds all that the class inherits as it is now.
    pub fn knows_inherited(&self, id: &str, hash: Option<Fingerprint>) -> bool {
        hash.is_some() && self.seen(id).is_some_and(|seen| seen.inherited_hash == hash)
    }

    /// The lock was written for this very file.
    pub fn knows_blob(&self, id: &str, blob: Option<&String>) -> bool {
        blob.is_some() && self.lock.subscriptions.get(id).is_some_and(|entry| entry.blob.as_ref() == blob)
    }

    /// The list no longer asks for this: it dropped the id, or points it at something that is there.
    pub fn dropped_or_repointed(&self, subscription: &Subscription) -> bool {
        let Some(own) = self.subscriptions.get(subscription.id.as_str()) else { return true };
        if own.target == subscription.target {
            return false;
        }
        match &own.target {
            Target::Lines { path, .. } => self.after.blob(path).is_some(),
            Target::Construct { path, qualname } => match self.after.file(path) {
                File::Parsed(file) => file.find(qualname).is_some(),
                _ => false,
            },
        }
    }

    /// The files hold a proposal's result: the list names the target, and the lock its lines.
    pub fn follows(&self, id: &str, target: &Target, lines: &Place, only_lines: bool) -> bool {
        let own = self.subscriptions.get(id).filter(|own| own.target == *target);
        own.is_some_and(|own| {
            // Only the lock knows lines; a target written by hand needs no lock entry to hold.
            let entry = self.lock.entry_for(own);
            let recorded = entry.map(|it| it.start_line == lines.start_line && it.end_line == lines.end_line);
            recorded.unwrap_or(!only_lines)
        })
    }

    fn seen(&self, id: &str) -> Option<&crate::config::lock::SeenConstruct> {
        let entry = self.lock.subscriptions.get(id);
        match &entry.filter(|_| self.lock.fingerprint_version == FINGERPRINT_VERSION)?.seen {
            Seen::Construct(seen) => Some(seen),
            Seen::Lines(_) => None,
        }
    }
}
