//! Proposals that cannot be carried out: the code went to a place that `codesub.yaml` has no way to write.
//!
//! A name with a control character is one, in languages that allow any character between quotes. An edit that nobody
//! can make is not offered: the report says in a note where the code is, and `codesub apply` names what it left out.

use super::patches::new_target;
use crate::report::{Note, NoteKind, Proposal, Report};

/// Takes them out of the report.
pub fn set_aside(report: &mut Report) -> Vec<Proposal> {
    let aside = report.proposals.extract_if(.., |proposal| !proposal.applied && why_not(proposal).is_some());
    let aside: Vec<Proposal> = aside.collect();
    if aside.is_empty() {
        return aside;
    }
    report.notes.extend(aside.iter().map(|proposal| Note {
        subscription_id: Some(proposal.subscription.id.clone()),
        kind: NoteKind::Limit,
        message: sentence(proposal),
        locations: vec![format!("{}:{}", proposal.new.path, proposal.new.start_line)],
    }));
    report.sort();
    aside
}

/// Where the code of such a proposal is, and why the list cannot say so.
pub fn sentence(proposal: &Proposal) -> String {
    let target = new_target(proposal);
    let why = why_not(proposal).unwrap_or_default();
    format!("now at {target}, which cannot be written into codesub.yaml: {why}")
}

fn why_not(proposal: &Proposal) -> Option<String> {
    let target = new_target(proposal);
    (target != proposal.subscription.target).then(|| target.unwritable()).flatten()
}
