//! Copies: the code of a missing construct in files that nobody changed (SPEC 12.5).
//!
//! Nothing says that the code went there: it stood there before. But who removes one of two copies often means that the
//! other one serves from now on, so it is worth a proposal, and the trigger stays. What is compared here was found by the
//! index and read from the target; detection itself never looks at files outside of the diff.
//!
//! Evidence is stricter than for a move: a weak body proves nothing here (SPEC 5.8), whatever its name.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::config::Target;
use crate::report::{Confidence, Proposal, ProposalReason, Tier};

use super::Watched;
use super::acknowledge::{Acknowledger, Own};
use super::baseline::Baseline;
use super::search::language_of;
use super::symbols::Symbols;
use super::verdict::{Outcome, Verdict};
use super::view::{Located, View};
use super::weak::{has_weak_body, is_common};

/// What the copies of a missing construct come to.
#[derive(Debug)]
pub enum Copies {
    None,
    One(Box<Proposal>),
    /// None is better than the others, `path:line`, sorted.
    Several(Vec<String>),
}

/// What a verdict seeks outside of the diff: only what is missing, and nothing in the diff resembles it.
pub fn sought(verdict: &Verdict) -> Option<&Baseline> {
    match &verdict.outcome {
        Outcome::Missing { candidates, .. } if candidates.is_empty() => verdict.baseline.as_ref(),
        _ => None,
    }
}

/// Picks among constructs of the target that have the body of a missing one. Those that are `taken` are the code of other
/// subscriptions.
pub fn pick(
    watched: &Watched,
    verdict: &Verdict,
    copies: Vec<Located>,
    taken: &BTreeSet<Target>,
    own: Option<&Own<'_>>,
    after: &dyn View,
) -> Copies {
    let Some(baseline) = sought(verdict) else { return Copies::None };
    let Some(language) = language_of(watched, verdict) else { return Copies::None };
    let ranked = copies
        .into_iter()
        .filter(|at| at.file.language.title() == language.title() && !taken.contains(&at.target()))
        .filter_map(|at| Some((rank(baseline, &at)?, at)));
    let mut ranked: Vec<(Rank, Located)> = ranked.collect();
    let Some(best) = ranked.iter().map(|(rank, _)| *rank).min() else { return Copies::None };
    ranked.retain(|(rank, _)| *rank == best);
    match &ranked[..] {
        [(rank, at)] => Copies::One(Box::new(proposal(watched, baseline, *rank, at, own, after))),
        several => {
            let mut places: Vec<String> = several.iter().map(|(_, at)| at.location()).collect();
            places.sort_unstable();
            Copies::Several(places)
        }
    }
}

/// How good a copy is, best first (SPEC 5.6, 5.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    tier: Tier,
    other_name: bool,
    other_container: bool,
}

fn rank(baseline: &Baseline, at: &Located) -> Option<Rank> {
    let construct = at.construct();
    if construct.body_hash != baseline.body_hash
        || construct.kind.family() != baseline.kind.family()
        || construct.has_parse_error
        || has_weak_body(construct)
    {
        return None;
    }
    let exact = construct.interface_hash == baseline.interface_hash && construct.kind == baseline.kind;
    Some(Rank {
        tier: if exact { Tier::Exact } else { Tier::Body },
        other_name: construct.name() != baseline.simple_name() || is_common(construct.name()),
        other_container: at.container() != baseline.container(),
    })
}

fn proposal(
    watched: &Watched,
    baseline: &Baseline,
    rank: Rank,
    at: &Located,
    own: Option<&Own<'_>>,
    after: &dyn View,
) -> Proposal {
    let construct = at.construct();
    let (id, now) = (&watched.subscription.id, at.place());
    let sure = rank.tier == Tier::Exact && !rank.other_name;
    Proposal {
        subscription: Arc::clone(&watched.subscription),
        old: baseline.place.clone(),
        applied: own.is_some_and(|own| Acknowledger::new(own, after).follows(id, &at.target(), &now, false)),
        new: now,
        reasons: vec![ProposalReason::FoundInIndex],
        confidence: if sure { Confidence::Medium } else { Confidence::Low },
        tier: Some(rank.tier),
        similarity: Some(1000),
        shift: None,
        new_qualname: Some(construct.qualname.clone()).filter(|now| *now != baseline.qualname),
        new_kind: Some(construct.kind).filter(|now| *now != baseline.kind),
        symbol: Some(Symbols.of(at)),
        patch: None,
    }
}
