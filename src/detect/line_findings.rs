//! What the verdict about a line target means: a LINES trigger, a proposal, or nothing (SPEC 5.15).

use std::sync::Arc;

use crate::config::{ChangeType, Target};
use crate::report::{Confidence, Details, Place, Proposal, ProposalReason};

use super::Watched;
use super::draft::Draft;
use super::findings::{Quote, Scribe};
use super::lines::LinesOutcome;

impl Scribe<'_> {
    pub(super) fn write_lines(&mut self, watched: &Watched, outcome: &LinesOutcome) {
        let Target::Lines { path, start, end } = &watched.subscription.target else { return };
        let old = Place { path: path.clone(), start_line: *start, end_line: *end };
        match outcome {
            LinesOutcome::Skipped { .. } => {}
            LinesOutcome::Kept { now } => self.propose_lines(watched, &old, now, Confidence::High),
            LinesOutcome::Missing { reason, origin } => {
                let acknowledged = self.dropped_or_repointed(watched);
                let before = self.context.before.blob(path).map(|blob| Quote { blob, place: old.clone() });
                let draft = Draft::new(watched, old, ChangeType::Missing, vec![*reason], *origin);
                self.push(Draft { acknowledged, before, ..draft });
            }
            LinesOutcome::Changed { now, reasons, hunks, origin, .. } => {
                if let Some(now) = now {
                    self.propose_lines(watched, &old, now, Confidence::Medium);
                }
                let blob = now.as_ref().and_then(|now| self.context.after.blob(&now.path));
                let acknowledged = match now {
                    // What is gone cannot be accepted, only let go.
                    None => self.dropped_or_repointed(watched),
                    Some(_) => {
                        let id = &watched.subscription.id;
                        self.own.as_ref().is_some_and(|own| own.knows_blob(id, blob.as_ref()))
                    }
                };
                let draft = Draft::new(watched, old.clone(), ChangeType::Lines, reasons.clone(), *origin);
                self.push(Draft {
                    acknowledged,
                    hunks: hunks.clone(),
                    details: Details { now: now.clone(), ..Details::default() },
                    before: self.context.before.blob(&old.path).map(|blob| Quote { blob, place: old }),
                    after: blob.zip(now.clone()).map(|(blob, place)| Quote { blob, place }),
                    ..draft
                });
            }
        }
    }

    fn propose_lines(&mut self, watched: &Watched, old: &Place, now: &Place, confidence: Confidence) {
        if old == now {
            return;
        }
        let target = Target::Lines { path: now.path.clone(), start: now.start_line, end: now.end_line };
        let renamed = old.path != now.path;
        let shift = i64::from(now.start_line) - i64::from(old.start_line);
        self.found.proposals.push(Proposal {
            subscription: Arc::clone(&watched.subscription),
            old: old.clone(),
            new: now.clone(),
            reasons: vec![if renamed { ProposalReason::Rename } else { ProposalReason::LineShift }],
            confidence,
            tier: None,
            similarity: None,
            shift: Some(shift),
            new_qualname: None,
            new_kind: None,
            applied: self.own.as_ref().is_some_and(|own| own.follows(&watched.subscription.id, &target, now, false)),
            symbol: None,
            patch: None,
        });
    }
}
