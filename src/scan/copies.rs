//! What is missing from the diff, looked up in the index (SPEC 12.5).
//!
//! The index says where a body stood; that file must still be the same at the target, and is read from there. So an index
//! of another commit, or one that is wrong, finds less and never something that is not there.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::config::{ChangeType, Target};
use crate::detect::copies::{self, Copies};
use crate::detect::{File, Located, Own, Verdict, View, Watched};
use crate::index::{Informant, copies as indexed};
use crate::report::{Place, Proposal, Report};

/// What the look-up depends on.
pub struct Context<'a> {
    pub watched: &'a [Watched],
    pub verdicts: &'a [Verdict],
    pub after: &'a dyn View,
    /// The target's own list and lock, when the subscriptions come from the base revision (SPEC 5.13).
    pub own: Option<Own<'a>>,
    pub index: &'a Informant,
}

/// Adds proposals for what is missing and stands, unchanged, elsewhere; triggers stay as they are.
pub fn add(context: &Context<'_>, report: &mut Report) {
    let triggers = || report.triggers.iter();
    let triggered: HashSet<&str> =
        triggers().filter(|it| it.change_type == ChangeType::Missing).map(|it| it.subscription.id.as_str()).collect();
    let missing: Vec<&Verdict> = context
        .verdicts
        .iter()
        .filter(|verdict| copies::sought(verdict).is_some())
        .filter(|verdict| triggered.contains(context.watched[verdict.number].subscription.id.as_str()))
        .collect();
    if missing.is_empty() || !context.index.is_there() {
        return;
    }
    let open: BTreeSet<String> =
        triggers().filter(|it| !it.acknowledged).map(|it| it.subscription.id.clone()).collect();
    let is_open = |id: &str| open.contains(id);
    let taken: BTreeSet<Target> = context
        .watched
        .iter()
        .map(|it| it.subscription.target.clone())
        .chain(report.proposals.iter().map(Proposal::new_target))
        .collect();
    let mut found: Vec<Proposal> = Vec::new();
    for verdict in missing {
        let watched = &context.watched[verdict.number];
        let copies = places(context, verdict);
        match copies::pick(watched, verdict, copies, &taken, context.own.as_ref(), context.after) {
            Copies::None => {}
            // Whoever accepted that it is gone needs no other place for it, unless it is the one they chose.
            Copies::One(proposal) if is_open(&watched.subscription.id) || proposal.applied => found.push(*proposal),
            Copies::One(_) => {}
            Copies::Several(places) => tell(report, &watched.subscription.id, places),
        }
    }
    // A construct is the code of one subscription alone (SPEC 5.9).
    let mut claims: BTreeMap<&Place, usize> = BTreeMap::new();
    for proposal in &found {
        *claims.entry(&proposal.new).or_default() += 1;
    }
    for proposal in &found {
        if claims[&proposal.new] > 1 {
            let place = format!("{}:{}", proposal.new.path, proposal.new.start_line);
            tell(report, &proposal.subscription.id, vec![place]);
        } else {
            report.proposals.push(proposal.clone());
        }
    }
    report.sort();
}

/// The constructs of the target that have the body, as far as the index knows where to look.
fn places(context: &Context<'_>, verdict: &Verdict) -> Vec<Located> {
    let Some(baseline) = copies::sought(verdict) else { return Vec::new() };
    let known = context.index.ask(|index| indexed::with_body(index, baseline.body_hash)).unwrap_or_default();
    let located = |place: indexed::Indexed| {
        if context.after.blob(&place.path).as_ref() != Some(&place.blob) {
            return None;
        }
        let File::Parsed(file) = context.after.file(&place.path) else { return None };
        file.find(&place.qualname).map(|index| Located { file, index })
    };
    known.into_iter().filter_map(located).collect()
}

fn tell(report: &mut Report, id: &str, places: Vec<String>) {
    let missing = |it: &&mut crate::report::Trigger| it.change_type == ChangeType::Missing && it.subscription.id == id;
    if let Some(trigger) = report.triggers.iter_mut().find(missing) {
        trigger.details.in_index = places;
    }
}
