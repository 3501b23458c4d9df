//! A draft: a trigger in the making, and what becomes of it. What its subscription does not listen to is a note (SPEC 3.1);
//! whether the rest blocks is said by the policy, by who made the change, and by whether somebody accepted it.

use std::sync::Arc;

use crate::config::ChangeType;
use crate::git::Hunk;
use crate::identity::SymbolRef;
use crate::report::{Details, Note, NoteKind, Origin, Place, Reason, Trigger};

use super::Watched;
use super::findings::{Finding, Quote, Scribe};

/// A trigger in the making.
pub(super) struct Draft<'a> {
    pub(super) watched: &'a Watched,
    pub(super) place: Place,
    pub(super) change_type: ChangeType,
    pub(super) reasons: Vec<Reason>,
    pub(super) origin: Origin,
    pub(super) acknowledged: bool,
    pub(super) hunks: Vec<Hunk>,
    pub(super) details: Details,
    pub(super) symbol: Option<SymbolRef>,
    pub(super) before: Option<Quote>,
    pub(super) after: Option<Quote>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(
        watched: &'a Watched,
        place: Place,
        change_type: ChangeType,
        reasons: Vec<Reason>,
        origin: Origin,
    ) -> Self {
        Draft {
            watched,
            place,
            change_type,
            reasons,
            origin,
            acknowledged: false,
            hunks: Vec::new(),
            details: Details::default(),
            symbol: None,
            before: None,
            after: None,
        }
    }
}

impl Scribe<'_> {
    pub(super) fn push(&mut self, draft: Draft<'_>) {
        let subscription = &draft.watched.subscription;
        if !subscription.on.contains(&draft.change_type) {
            let reasons: Vec<&str> = draft.reasons.iter().map(|reason| reason.as_str()).collect();
            let at = draft.details.now.as_ref().unwrap_or(&draft.place);
            self.found.notes.push(Note {
                subscription_id: Some(subscription.id.clone()),
                kind: NoteKind::Muted,
                message: format!(
                    "{} ({}), which this subscription does not listen to",
                    draft.change_type.as_str(),
                    reasons.join(", ")
                ),
                locations: vec![format!("{}:{}", at.path, at.start_line)],
            });
            return;
        }
        let trigger = Trigger {
            subscription: Arc::clone(subscription),
            place: draft.place,
            change_type: draft.change_type,
            reasons: draft.reasons,
            origin: draft.origin,
            acknowledged: draft.acknowledged,
            blocking: self.blocks(draft.change_type, draft.origin, draft.acknowledged),
            symbol: draft.symbol,
            hunks: draft.hunks,
            details: draft.details,
            before: None,
            after: None,
        };
        self.found.triggers.push(Finding { trigger, before: draft.before, after: draft.after });
    }

    pub(super) fn blocks(&self, change_type: ChangeType, origin: Origin, acknowledged: bool) -> bool {
        self.context.policy.contains(&change_type)
            && !acknowledged
            && (origin == Origin::Diff || self.context.include_drift)
    }
}
