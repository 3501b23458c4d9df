//! From verdicts to triggers, proposals and notes.
//!
//! A verdict says what became of a construct; here it is decided what that means to the people who subscribed: which
//! change type it is, whether somebody already accepted it (SPEC 5.13), whether it blocks, and what edit would keep
//! the subscription pointing at its code.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::config::ChangeType;
use crate::report::{Details, Note, NoteKind, Origin, Place, Proposal, ProposalReason, Reason, Trigger};

use super::acknowledge::{Acknowledger, Own};
use super::baseline::Baseline;
use super::draft::Draft;
use super::lines::LinesOutcome;
use super::symbols::Symbols;
use super::view::{Located, View};
use super::{Found, InheritedChange, Outcome, Stage, Verdict, Watched, classify, members};

/// What findings depend on besides the verdicts.
pub struct Context<'a> {
    pub watched: &'a [Watched],
    pub before: &'a dyn View,
    pub after: &'a dyn View,
    /// The target's own list and lock, when the subscriptions come from the base revision (SPEC 5.13, 5.14).
    pub own: Option<Own<'a>>,
    /// Change types that block.
    pub policy: &'a BTreeSet<ChangeType>,
    pub include_drift: bool,
}

/// Everything found, not yet sorted.
#[derive(Default)]
pub struct Findings {
    pub triggers: Vec<Finding>,
    pub proposals: Vec<Proposal>,
    pub notes: Vec<Note>,
    pub unchanged: Vec<String>,
    pub complete: bool,
}

/// A trigger and where its source can be read.
pub struct Finding {
    pub trigger: Trigger,
    pub before: Option<Quote>,
    pub after: Option<Quote>,
}

/// Lines of a blob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    pub blob: String,
    pub place: Place,
}

/// Turns verdicts into findings.
pub fn findings(verdicts: &[Verdict], context: &Context<'_>) -> Findings {
    let mut scribe = Scribe {
        context,
        own: context.own.as_ref().map(|own| Acknowledger::new(own, context.after)),
        symbols: Symbols,
        named: 0,
        found: Findings { complete: true, ..Findings::default() },
    };
    // Proposals are large, and nearly everything that was looked at may get one.
    let is_open = |verdict: &&Verdict| !matches!(verdict.outcome, Outcome::Untouched);
    scribe.found.proposals.reserve_exact(verdicts.iter().filter(is_open).count());
    for verdict in verdicts {
        scribe.write(verdict);
    }
    scribe.found
}

pub(super) struct Scribe<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) own: Option<Acknowledger<'a>>,
    symbols: Symbols,
    /// How many places were named so far beside those that triggers and proposals have themselves.
    named: usize,
    pub(super) found: Findings,
}

/// The most places of that sort in a report: ten thousand subscriptions of copies of each other name each other
/// (SPEC 13.2). After that each finding names [`FEW`] of its places, and says so.
const MOST_NAMED: usize = 5_000;
const FEW: usize = 2;

impl Scribe<'_> {
    fn write(&mut self, verdict: &Verdict) {
        let watched = &self.context.watched[verdict.number];
        let said = self.found.triggers.len() + self.found.proposals.len();
        match &verdict.outcome {
            Outcome::Untouched | Outcome::New(_) => {}
            Outcome::Found(found) => self.write_found(watched, verdict, found),
            Outcome::Several(copies) => self.write_several(watched, verdict, copies),
            Outcome::Missing { reason, candidates, twins } => {
                let (candidates, cut) = self.named(candidates);
                let (twins, also_cut) = self.named(twins);
                let candidates = candidates.iter().map(|it| self.symbols.candidate(it)).collect();
                let details =
                    Details { candidates, twins: twins.to_vec(), message: cut.or(also_cut), ..Details::default() };
                let acknowledged = self.dropped_or_repointed(watched);
                self.write_lost(watched, verdict, ChangeType::Missing, *reason, acknowledged, details);
            }
            Outcome::Broken(message) => {
                let details = Details { message: Some(message.clone()), ..Details::default() };
                self.write_lost(watched, verdict, ChangeType::ParseError, Reason::SyntaxError, false, details);
            }
            Outcome::Unsupported(message) => {
                let details = Details { message: Some(message.clone()), ..Details::default() };
                self.write_lost(watched, verdict, ChangeType::Ambiguous, Reason::UnsupportedLanguage, false, details);
            }
            Outcome::Skipped { path, reason } => return self.write_skipped(watched, path, reason),
            Outcome::Lines(LinesOutcome::Skipped { path, reason }) => return self.write_skipped(watched, path, reason),
            Outcome::Lines(outcome) => self.write_lines(watched, outcome),
        }
        self.write_inherited(watched, verdict);
        if self.found.triggers.len() + self.found.proposals.len() == said {
            self.found.unchanged.push(watched.subscription.id.clone());
        }
    }

    fn write_found(&mut self, watched: &Watched, verdict: &Verdict, found: &Found) {
        let Some(baseline) = &verdict.baseline else { return };
        let at = &found.at;
        let classified = classify(baseline, verdict.base.as_ref(), at);
        let broken = matches!(classified, Some((ChangeType::ParseError, _)));
        // Where a broken construct ends is a guess of the parser; nobody should record it.
        if !broken || found.stage != Stage::InPlace || at.file.path != baseline.place.path {
            self.write_move(watched, baseline, verdict.displaced_to.as_deref().unwrap_or(found));
        }
        if !verdict.body_elsewhere.is_empty() {
            self.found.notes.push(Note {
                subscription_id: Some(watched.subscription.id.clone()),
                kind: NoteKind::BodyElsewhere,
                message: format!("{} kept its name, but its old body now stands elsewhere", baseline.qualname),
                locations: verdict.body_elsewhere.clone(),
            });
        }
        if !verdict.shadowed_by.is_empty() {
            self.found.notes.push(Note {
                subscription_id: Some(watched.subscription.id.clone()),
                kind: NoteKind::Shadowed,
                message: format!(
                    "{} is defined again below; where both are run, the later one holds",
                    baseline.qualname
                ),
                locations: verdict.shadowed_by.clone(),
            });
        }
        let mut details = Details {
            now: Some(at.place()),
            now_qualname: Some(at.construct().qualname.clone()).filter(|now| *now != baseline.qualname),
            ..Details::default()
        };
        let by_member = watched
            .subscription
            .members
            .filter(|_| !broken && baseline.kind.is_container() && at.construct().kind.is_container());
        let change = if found.weak {
            let rest = classified.map(|(_, reason)| reason);
            details.candidates = vec![self.symbols.weak_candidate(found)];
            Some((ChangeType::Ambiguous, [Reason::WeakMatch].into_iter().chain(rest).collect()))
        } else if let Some(options) = by_member {
            let (reasons, members) = members::compare(baseline, at, options);
            details.members = members;
            self.symbols.add_to_members(&mut details.members, at, verdict.base.as_ref(), baseline);
            (!reasons.is_empty()).then_some((ChangeType::Aggregate, reasons))
        } else {
            classified.map(|(change_type, reason)| (change_type, vec![reason]))
        };
        let Some((change_type, reasons)) = change else { return };
        if change_type == ChangeType::ParseError {
            let (path, qualname) = (&at.file.path, &at.construct().qualname);
            details.message = Some(if at.construct().has_parse_error {
                format!("{path} has a syntax error inside {qualname}")
            } else if at.file.outline.broken.is_empty() {
                format!("{} had a syntax error at the base revision", baseline.qualname)
            } else {
                format!("{path} has a syntax error that may have cut {qualname} short")
            });
        }
        let id = &watched.subscription.id;
        let acknowledged = match change_type {
            ChangeType::Ambiguous => self.dropped_or_repointed(watched),
            ChangeType::Aggregate => self.own.as_ref().is_some_and(|own| own.knows_members(id, at)),
            _ => self.own.as_ref().is_some_and(|own| own.knows(id, at)),
        };
        let symbol = Some(self.symbols.of(at));
        let (before, after) = (verdict.base.as_ref().map(quote), Some(quote(at)));
        let draft = Draft::new(watched, baseline.place.clone(), change_type, reasons, verdict.origin(Some(at)));
        self.push(Draft { acknowledged, details, symbol, before, after, ..draft });
    }

    /// The proposal that follows a construct to where it was found.
    fn write_move(&mut self, watched: &Watched, baseline: &Baseline, found: &Found) {
        let at = &found.at;
        let construct = at.construct();
        let now = at.place();
        let renamed = now.path != baseline.place.path;
        let reasons = match found.stage {
            Stage::InPlace if renamed => vec![ProposalReason::Rename],
            Stage::InPlace if construct.qualname != baseline.qualname => vec![ProposalReason::SemanticLocation],
            Stage::InPlace if now != baseline.place => vec![ProposalReason::LineShift],
            Stage::InPlace => return,
            Stage::SameFile if renamed => vec![ProposalReason::Rename, ProposalReason::SemanticLocation],
            Stage::SameFile => vec![ProposalReason::SemanticLocation],
            Stage::Elsewhere => vec![ProposalReason::MovedCrossFile],
        };
        let only_lines = reasons == [ProposalReason::LineShift];
        let applied =
            self.own.as_ref().is_some_and(|own| own.follows(&watched.subscription.id, &at.target(), &now, only_lines));
        let symbol = Some(self.symbols.of(at));
        self.found.proposals.push(Proposal {
            subscription: Arc::clone(&watched.subscription),
            old: baseline.place.clone(),
            new: now,
            reasons,
            confidence: found.confidence,
            tier: found.tier,
            similarity: found.similarity,
            shift: None,
            new_qualname: Some(construct.qualname.clone()).filter(|now| *now != baseline.qualname),
            new_kind: Some(construct.kind).filter(|now| *now != baseline.kind),
            applied,
            symbol,
            patch: None,
        });
    }

    /// Identical copies: quiet, never silent (SPEC 5.9).
    fn write_several(&mut self, watched: &Watched, verdict: &Verdict, copies: &[Located]) {
        let Some(baseline) = &verdict.baseline else { return };
        let (copies, cut) = self.named(copies);
        let mut locations: Vec<String> = copies.iter().map(Located::location).collect();
        locations.sort_unstable();
        if watched.subscription.trigger_on_duplicate {
            let resolution = Some(self.symbols.of_copies(copies));
            let details = Details { locations, resolution, message: cut, ..Details::default() };
            let acknowledged = self.dropped_or_repointed(watched);
            self.write_lost(watched, verdict, ChangeType::Ambiguous, Reason::DuplicateFound, acknowledged, details);
        } else {
            self.found.notes.push(Note {
                subscription_id: Some(watched.subscription.id.clone()),
                kind: NoteKind::Duplicate,
                message: format!(
                    "{} left its place and identical copies appeared; `codesub decide {} --pick TARGET` picks one{}{}",
                    baseline.qualname,
                    watched.subscription.id,
                    if cut.is_some() { "; " } else { "" },
                    cut.unwrap_or_default()
                ),
                locations,
            });
        }
    }

    /// Those of the places that the report has room for, and what to say where that is not all of them.
    fn named<'p, T>(&mut self, places: &'p [T]) -> (&'p [T], Option<String>) {
        let room = MOST_NAMED.saturating_sub(self.named).max(FEW).min(places.len());
        self.named += room;
        let more = places.len() - room;
        let cut = (more > 0).then(|| format!("{more} more places are not named: this report names too many already"));
        (&places[..room], cut)
    }

    /// A trigger for what has no one place any more.
    fn write_lost(
        &mut self,
        watched: &Watched,
        verdict: &Verdict,
        change_type: ChangeType,
        reason: Reason,
        acknowledged: bool,
        details: Details,
    ) {
        let place = match (&verdict.baseline, &verdict.base) {
            (Some(baseline), _) => baseline.place.clone(),
            (None, Some(base)) => base.place(),
            (None, None) => Place { path: watched.subscription.target.path().to_owned(), start_line: 1, end_line: 1 },
        };
        // A hand-written target that is in neither revision is not the diff's doing.
        let nowhere = verdict.baseline.is_none() && verdict.base.is_none() && !watched.added;
        let origin = if nowhere && change_type == ChangeType::Missing { Origin::Drift } else { verdict.origin(None) };
        let symbol = self.symbols.of_lost(watched, verdict);
        let before = verdict.base.as_ref().map(quote);
        let draft = Draft::new(watched, place, change_type, vec![reason], origin);
        self.push(Draft { acknowledged, details, symbol, before, ..draft });
    }

    fn write_skipped(&mut self, watched: &Watched, path: &str, reason: &str) {
        self.found.complete = false;
        self.found.notes.push(Note {
            subscription_id: Some(watched.subscription.id.clone()),
            kind: NoteKind::Skipped,
            message: format!("{path} was not examined: {reason}"),
            locations: vec![format!("{path}:1")],
        });
    }

    fn write_inherited(&mut self, watched: &Watched, verdict: &Verdict) {
        let Some(InheritedChange { at, changes, hash }) = verdict.inherited.as_deref() else { return };
        let id = &watched.subscription.id;
        let acknowledged = self.own.as_ref().is_some_and(|own| own.knows_inherited(id, *hash));
        let mut changes = changes.clone();
        self.symbols.add_to_inherited(&mut changes, self.context.before, self.context.after);
        // Members watched one by one: one trigger says it all.
        let last = self.found.triggers.last_mut().filter(|finding| {
            finding.trigger.subscription.id == watched.subscription.id
                && finding.trigger.change_type == ChangeType::Aggregate
        });
        if let Some(finding) = last {
            finding.trigger.reasons.push(Reason::InheritedMemberChanged);
            finding.trigger.details.members.extend(changes);
            finding.trigger.acknowledged &= acknowledged;
            // The diff made at least this part of the change (SPEC 5.12).
            finding.trigger.origin = Origin::Diff;
            let acknowledged = finding.trigger.acknowledged;
            let blocking = self.blocks(ChangeType::Aggregate, Origin::Diff, acknowledged);
            if let Some(finding) = self.found.triggers.last_mut() {
                finding.trigger.blocking = blocking;
            }
            return;
        }
        let place = verdict.baseline.as_ref().map_or_else(|| at.place(), |baseline| baseline.place.clone());
        let symbol = Some(self.symbols.of(at));
        let details = Details { now: Some(at.place()), members: changes, ..Details::default() };
        let reasons = vec![Reason::InheritedMemberChanged];
        let draft = Draft::new(watched, place, ChangeType::Aggregate, reasons, Origin::Diff);
        self.push(Draft { acknowledged, details, symbol, ..draft });
    }

    pub(super) fn dropped_or_repointed(&self, watched: &Watched) -> bool {
        !watched.added && self.own.as_ref().is_some_and(|own| own.dropped_or_repointed(&watched.subscription))
    }
}

fn quote(at: &Located) -> Quote {
    Quote { blob: at.file.blob.clone(), place: at.place() }
}
