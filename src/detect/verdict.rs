//! The verdict: what became of one subscription, and how that was found out.

use crate::report::{Confidence, MemberChange, Origin, Reason, Tier};
use crate::syntax::Fingerprint;

use super::baseline::{Baseline, Source};
use super::evidence::Evidence;
use super::lines::LinesOutcome;
use super::view::Located;
use super::weak::has_weak_body;

/// What became of one subscription.
pub struct Verdict {
    /// The subscription's position in [`Input::watched`](super::Input::watched).
    pub number: usize,
    pub baseline: Option<Baseline>,
    /// The construct at the base revision, where it was looked at.
    pub base: Option<Located>,
    pub outcome: Outcome,
    /// Where the old body now stands, new, while the name stayed in place (SPEC 5.3).
    pub body_elsewhere: Vec<String>,
    /// Where the construct went, while another one has its name now: found in place all the same.
    pub displaced_to: Option<Box<Found>>,
    /// Where the name is defined again below, and was not before.
    pub shadowed_by: Vec<String>,
    pub inherited: Option<Box<InheritedChange>>,
    /// Only for [`Input::explain`](super::Input::explain).
    pub considered: Vec<Considered>,
}

/// Changes of what a class inherits (SPEC 5.17).
pub struct InheritedChange {
    /// The class at the target.
    pub at: Located,
    pub changes: Vec<MemberChange>,
    /// One hash over all that the class inherits at the target.
    pub hash: Option<Fingerprint>,
}

/// The ways in which a search for a construct can end.
pub enum Outcome {
    /// Not looked at: its file is the same (SPEC 5.2).
    Untouched,
    /// There is no baseline, and the construct exists: it starts from here.
    New(Located),
    Found(Found),
    /// Identical copies, none better than the others (SPEC 5.9).
    Several(Vec<Located>),
    Missing {
        reason: Reason,
        candidates: Vec<Resembling>,
        twins: Vec<String>,
    },
    /// The parser gave up where the construct may still be (SPEC 4.6).
    Broken(String),
    /// Its file is there but was not examined (SPEC 5.10).
    Skipped {
        path: String,
        reason: String,
    },
    /// SPEC 5.18
    Unsupported(String),
    Lines(LinesOutcome),
}

/// A construct that a lost one may have become; too little proves it.
pub struct Resembling {
    pub at: Located,
    pub tier: Tier,
    pub similarity: Option<u16>,
}

/// A construct that was found, and how.
pub struct Found {
    pub at: Located,
    pub stage: Stage,
    /// `None` for stage 1, where the name decides.
    pub tier: Option<Tier>,
    pub similarity: Option<u16>,
    pub confidence: Confidence,
    pub weak: bool,
    /// What speaks for it beside the tier; empty for stage 1.
    pub evidence: Vec<Evidence>,
}

/// The three ways of finding a construct.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    InPlace,
    SameFile,
    Elsewhere,
}

/// A candidate that was looked at, for `explain`.
pub struct Considered {
    pub at: Located,
    pub tier: Option<Tier>,
    pub similarity: Option<u16>,
    pub new: bool,
    pub same_name: bool,
    pub chosen: bool,
}

impl Verdict {
    pub(super) fn new(number: usize, outcome: Outcome) -> Self {
        Verdict {
            number,
            baseline: None,
            base: None,
            outcome,
            body_elsewhere: Vec::new(),
            displaced_to: None,
            shadowed_by: Vec::new(),
            inherited: None,
            considered: Vec::new(),
        }
    }

    /// Whether base → target made the change, or the base revision already differed from the lock (SPEC 5.12).
    pub fn origin(&self, found: Option<&Located>) -> Origin {
        let Some(baseline) = &self.baseline else { return Origin::Diff };
        if baseline.source == Source::Base {
            return Origin::Diff;
        }
        match (&self.base, found) {
            // Not at the base revision, but now: the diff put it there.
            (None, Some(_)) => Origin::Diff,
            (None, None) => Origin::Drift,
            (Some(base), _) if baseline.matches(base) => Origin::Diff,
            (Some(base), Some(found)) => {
                let (base, found) = (base.construct(), found.construct());
                let same = base.interface_hash == found.interface_hash && base.body_hash == found.body_hash;
                if same { Origin::Drift } else { Origin::Diff }
            }
            (Some(_), None) => Origin::Diff,
        }
    }

    /// Whether the name stayed, the body changed, and the old body says enough to be recognised elsewhere.
    pub(super) fn body_may_stand_elsewhere(&self) -> bool {
        match (&self.outcome, &self.baseline, &self.base) {
            (Outcome::Found(found), Some(baseline), Some(base)) => {
                found.stage == Stage::InPlace
                    && found.at.construct().body_hash != baseline.body_hash
                    && !has_weak_body(base.construct())
            }
            _ => false,
        }
    }
}
