//! The check of a push: what each pushed commit loses, against each of its bases (SPEC 8.2).
//!
//! A push has several refs, and a ref can have several bases. What is fine against one base is no news, so a
//! subscription stops the push only where all bases that list it agree that it is lost. The same loss in many refs is
//! told once.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use std::rc::Rc;

use super::pre_push::{self, Push, Update};
use crate::error::{Error, ExitStatus, Result};
use crate::git::{Repository, Revision};
use crate::index::Informant;
use crate::output::Stop;
use crate::progress::Progress;
use crate::report::{NoteKind, Proposal, Report, Trigger};
use crate::scan::{self, Gate, Request, TargetRevision};
use crate::workers::Workers;

/// Checks every update of a push. What is found in some is known also when others fail; the most serious trouble counts.
pub fn check(
    repository: &Repository,
    config: Option<PathBuf>,
    progress: &Progress,
    index: &Informant,
    workers: &Workers,
    push: &Push,
) -> (Findings, Option<Error>) {
    let mut check = Check { repository, config, progress, index, workers, looks: HashMap::new() };
    let mut findings = Findings::default();
    let mut failed: Option<Error> = None;
    for update in &push.updates {
        match check.update(&push.remote, update) {
            Ok(Checked::Against(looks)) => findings.add(update, &looks),
            Ok(Checked::Not) => findings.unchecked.push(update.remote_ref.clone()),
            Err(error) => {
                failed = Some(match failed {
                    Some(first) if first.exit_status().worst(error.exit_status()) == first.exit_status() => first,
                    _ => error,
                });
            }
        }
    }
    (findings, failed)
}

/// The scans of one push. Many refs often lead to few commits.
struct Check<'a> {
    repository: &'a Repository,
    /// Another list than the repository's own (SPEC 3.6).
    config: Option<PathBuf>,
    progress: &'a Progress,
    index: &'a Informant,
    workers: &'a Workers,
    /// By the ids of base and target.
    looks: HashMap<(String, String), Option<Rc<Look>>>,
}

impl Check<'_> {
    /// Compares an update with each of its bases.
    fn update(&mut self, remote: &str, update: &Update) -> Result<Checked> {
        let Some(target) = pre_push::target(self.repository, update)? else {
            return Ok(Checked::Against(Vec::new()));
        };
        let bases = pre_push::bases(self.repository, remote, update, &target)?;
        if bases.is_empty() && self.has_list(&target)? {
            return Ok(Checked::Not);
        }
        let mut looks = Vec::new();
        for base in &bases {
            looks.extend(self.look(base, &target)?);
        }
        Ok(Checked::Against(looks))
    }

    fn has_list(&self, revision: &Revision) -> Result<bool> {
        Ok(self.config.is_some() || scan::has_list(self.repository, revision)?)
    }

    /// `None` where nobody subscribed to anything.
    fn look(&mut self, base: &Revision, target: &Revision) -> Result<Option<Rc<Look>>> {
        let (Some(from), Some(to)) = (base.commit(), target.commit()) else {
            return Err(Error::internal("a push of no commit"));
        };
        let key = (from.clone(), to.clone());
        if let Some(known) = self.looks.get(&key) {
            return Ok(known.clone());
        }
        let has_list = self.has_list(base)?;
        let look = if has_list || self.has_list(target)? {
            let request = Request {
                base: Some(from),
                target: TargetRevision::Named(to),
                // The base is an ancestor already, or has none in common.
                direct: true,
                gate: Gate::PrePush,
                config: self.config.clone(),
                progress: self.progress.clone(),
                index: self.index.clone(),
                workers: self.workers.clone(),
                ..Request::default()
            };
            let report = crate::scan(self.repository, &request)?.report;
            Some(Rc::new(Look::new(self.repository.abbreviated(base), has_list, report)))
        } else {
            None
        };
        self.looks.insert(key, look.clone());
        Ok(look)
    }
}

/// How an update was checked.
enum Checked {
    /// One comparison for each base, as far as somebody subscribed to something.
    Against(Vec<Rc<Look>>),
    /// There is a list, and nothing to compare with.
    Not,
}

/// What one comparison came to.
struct Look {
    /// The base, as a command line takes it.
    base: String,
    report: Report,
    /// Ids that only the target lists; `None` when the base has no list at all.
    added: Option<HashSet<String>>,
    /// What is not fine, by id.
    open: HashMap<String, Verdict>,
}

/// What a comparison says of one subscription.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Fine,
    Unknown,
    Blocks,
}

impl Look {
    fn new(base: String, has_list: bool, report: Report) -> Self {
        let added = has_list.then(|| report.subscriptions_changed.added.iter().cloned().collect());
        let mut look = Look { base, report, added, open: HashMap::new() };
        let unknown: Vec<_> = look.unexamined().map(|(id, _)| (id.to_owned(), Verdict::Unknown)).collect();
        let blocks: Vec<_> = look.blocking().map(|it| (it.subscription.id.clone(), Verdict::Blocks)).collect();
        look.open.extend(unknown.into_iter().chain(blocks));
        look
    }

    /// Whether the base knows a subscription. If not, it cannot tell what became of its code.
    fn lists(&self, id: &str) -> bool {
        self.added.as_ref().is_some_and(|added| !added.contains(id))
    }

    fn verdict(&self, id: &str) -> Verdict {
        self.open.get(id).copied().unwrap_or(Verdict::Fine)
    }

    fn blocking(&self) -> impl Iterator<Item = &Trigger> {
        self.report.triggers.iter().filter(|trigger| trigger.blocking)
    }

    /// Subscriptions whose code could not be examined, and why.
    fn unexamined(&self) -> impl Iterator<Item = (&str, &str)> {
        let notes = self.report.notes.iter().filter(|note| note.kind == NoteKind::Skipped);
        notes.filter_map(|note| Some((note.subscription_id.as_deref()?, note.message.as_str())))
    }
}

/// The comparisons that can tell about a subscription: those whose base lists it. One that is new has only the others.
fn witnesses<'a>(looks: &'a [Rc<Look>], id: &str) -> Vec<&'a Look> {
    let all = || looks.iter().map(Rc::as_ref);
    let listing: Vec<&Look> = all().filter(|look| look.lists(id)).collect();
    if listing.is_empty() { all().collect() } else { listing }
}

/// What they agree on: what is fine against one of them is no news, and what one cannot tell may be fine.
fn agreed(witnesses: &[&Look], id: &str) -> Verdict {
    witnesses.iter().map(|look| look.verdict(id)).min().unwrap_or(Verdict::Fine)
}

/// What all updates of a push come to.
#[derive(Default)]
pub struct Findings {
    /// What blocks, with the refs that it is in. The same loss in many refs is one.
    pub stops: Vec<Stop>,
    /// Places in `stops`, by subscription, new place and what happened.
    known: HashMap<String, usize>,
    /// Ids of subscriptions whose code only moved, by the base since which it did.
    pub moved: BTreeMap<String, BTreeSet<String>>,
    /// Where something could not be examined: the ref, and what the notes say.
    pub unexamined: BTreeMap<String, BTreeSet<String>>,
    /// Refs for which there was nothing to compare with.
    pub unchecked: Vec<String>,
}

impl Findings {
    fn add(&mut self, update: &Update, looks: &[Rc<Look>]) {
        for look in looks.iter().map(Rc::as_ref) {
            for trigger in look.blocking() {
                let witnesses = witnesses(looks, &trigger.subscription.id);
                // What they agree on is told once, by the first.
                let is_first = witnesses.first().is_some_and(|first| std::ptr::eq(*first, look));
                if is_first && agreed(&witnesses, &trigger.subscription.id) == Verdict::Blocks {
                    self.stop(update, look, trigger);
                }
            }
            for (id, message) in look.unexamined() {
                if agreed(&witnesses(looks, id), id) == Verdict::Unknown {
                    self.unexamined.entry(update.remote_ref.clone()).or_default().insert(message.to_owned());
                }
            }
            // What only the index found stood there before, and is not followed just like that.
            let is_move = |it: &&Proposal| !it.applied && !it.is_only_shift() && !it.is_from_index();
            let moves = look.report.proposals.iter().filter(is_move);
            for id in moves.map(|proposal| &proposal.subscription.id) {
                if !self.moved.values().any(|ids| ids.contains(id)) {
                    self.moved.entry(look.base.clone()).or_default().insert(id.clone());
                }
            }
        }
    }

    fn stop(&mut self, update: &Update, look: &Look, trigger: &Trigger) {
        let id = &trigger.subscription.id;
        let key = format!("{id} {:?} {:?} {:?}", trigger.place, trigger.reasons, trigger.details.now);
        let at = *self.known.entry(key).or_insert_with(|| {
            let proposal = look.report.proposals.iter().find(|proposal| proposal.subscription.id == *id);
            self.stops.push(Stop { trigger: trigger.clone(), proposal: proposal.cloned(), refs: Vec::new() });
            self.stops.len() - 1
        });
        self.stops[at].refs.push(update.remote_ref.clone());
    }

    /// What the push ends with.
    pub fn status(&self) -> ExitStatus {
        let blocks = if self.stops.is_empty() { ExitStatus::Clean } else { ExitStatus::Findings };
        blocks.worst(if self.unexamined.is_empty() { ExitStatus::Clean } else { ExitStatus::Undecided })
    }
}
