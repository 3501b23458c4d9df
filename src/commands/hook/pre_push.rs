//! `codesub hook run pre-push`: check what is about to be pushed.
//!
//! Any exit status but 0 stops the whole push. What blocks is 1; what cannot be decided (3) or fails (2, 70) stops it
//! as well, because a check that lets pass what it cannot see is none (SPEC 6.1). Everything is said on standard error:
//! standard output belongs to `git push --porcelain`.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{self, IsTerminal};
use std::rc::Rc;

use crate::commands::{Session, Streams, written};
use crate::error::{Error, ExitStatus, Result};
use crate::git::{Repository, Revision};
use crate::hooks::pre_push::{self, Push, ToldBy, Update};
use crate::output::escape::Untrusted;
use crate::output::{Stop, write_stops};
use crate::report::Report;
use crate::scan::{self, Gate, Request, TargetRevision};

pub fn run(arguments: &[String], session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let input = io::stdin();
    if input.is_terminal() {
        return Err(Error::usage("a pre-push hook reads from standard input what is pushed, and this is a terminal")
            .hint("let git run it: `codesub hook install`; to see what changed: `codesub scan`"));
    }
    // Before anything can fail: git must find somebody who reads.
    let push = Push::read(arguments, input.lock());
    checked(push, session, streams).map_err(|error| {
        session.tell(streams, format_args!("codesub cannot check this push, and stops it:"));
        let past = "`git push --no-verify` pushes without the check";
        let hint = error.hint_text().map_or_else(|| past.to_owned(), |hint| format!("{hint}; {past}"));
        error.hint(hint)
    })
}

fn checked(push: Result<Push>, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let push = push?;
    let repository = session.repository()?;
    if session.look.verbose {
        say_what_is_checked(&push, session, streams);
    }
    let mut check = Check { repository: &repository, session, reports: HashMap::new() };
    let mut findings = Findings::default();
    let mut failed: Option<Error> = None;
    for update in &push.updates {
        match check.update(&push.remote, update) {
            Ok(reports) => findings.add(update, &reports),
            // What is found in the others is told all the same, and the most serious trouble decides.
            Err(error) => {
                failed = Some(match failed {
                    Some(first) if first.exit_status().worst(error.exit_status()) == first.exit_status() => first,
                    _ => error,
                });
            }
        }
    }
    findings.tell(&push, session, streams)?;
    match failed {
        Some(error) => Err(error.after_verdict(findings.status())),
        None => Ok(findings.status()),
    }
}

fn say_what_is_checked(push: &Push, session: &Session, streams: &mut Streams<'_>) {
    let by = match push.told_by {
        ToldBy::Git => "as git says",
        ToldBy::Environment => "as PRE_COMMIT_TO_REF says, which names one ref of a push",
    };
    for update in &push.updates {
        let (from, to) = (Untrusted(&update.local_ref).terminal(), Untrusted(&update.remote_ref).terminal());
        session.tell(streams, format_args!("codesub: checking {from} → {to}, {by}"));
    }
    if push.updates.is_empty() {
        session.tell(streams, format_args!("codesub: no branch is pushed, so there is nothing to check"));
    }
}

/// The scans of one push. Many refs often lead to few commits.
struct Check<'a> {
    repository: &'a Repository,
    session: &'a Session,
    reports: HashMap<(Option<String>, Option<String>), Option<Rc<Report>>>,
}

impl Check<'_> {
    /// The reports of one update, one for each base.
    fn update(&mut self, remote: &str, update: &Update) -> Result<Vec<Rc<Report>>> {
        let Some(target) = pre_push::target(self.repository, update)? else { return Ok(Vec::new()) };
        let bases = pre_push::bases(self.repository, remote, update, &target)?;
        let mut reports = Vec::new();
        for base in &bases {
            reports.extend(self.scan(base, &target)?);
        }
        Ok(reports)
    }

    /// `None` where nobody subscribed to anything.
    fn scan(&mut self, base: &Revision, target: &Revision) -> Result<Option<Rc<Report>>> {
        let key = (base.commit(), target.commit());
        if let Some(known) = self.reports.get(&key) {
            return Ok(known.clone());
        }
        let (Some(from), Some(to)) = key.clone() else { return Err(Error::internal("a push of no commit")) };
        let config = self.session.config_path();
        let is_watched =
            config.is_some() || scan::has_list(self.repository, base)? || scan::has_list(self.repository, target)?;
        let request = Request {
            base: Some(from),
            target: TargetRevision::Named(to),
            // The base is an ancestor already, or has none in common.
            direct: true,
            gate: Gate::PrePush,
            config,
            progress: self.session.progress.clone(),
            ..Request::default()
        };
        let report = if is_watched { Some(Rc::new(crate::scan(self.repository, &request)?.report)) } else { None };
        self.reports.insert(key, report.clone());
        Ok(report)
    }
}

/// What all updates of a push come to.
#[derive(Default)]
struct Findings {
    /// What blocks, with the refs that it is in. The same loss in many refs is one.
    stops: Vec<Stop>,
    /// Places in `stops`, by subscription, new place and what happened.
    known: HashMap<String, usize>,
    /// Ids of subscriptions whose code only moved.
    moved: BTreeSet<String>,
    /// Where something could not be examined: the ref, and what the notes say.
    unexamined: BTreeMap<String, Vec<String>>,
}

impl Findings {
    fn add(&mut self, update: &Update, reports: &[Rc<Report>]) {
        let Some((first, others)) = reports.split_first() else { return };
        let blocks_in = |report: &Report, id: &str| {
            report.triggers.iter().any(|trigger| trigger.blocking && trigger.subscription.id == id)
        };
        for trigger in first.triggers.iter().filter(|trigger| trigger.blocking) {
            let id = &trigger.subscription.id;
            if !others.iter().all(|other| blocks_in(other, id)) {
                continue;
            }
            let key = format!("{id} {:?} {:?} {:?}", trigger.place, trigger.reasons, trigger.details.now);
            let at = *self.known.entry(key).or_insert_with(|| {
                let proposal = first.proposals.iter().find(|proposal| proposal.subscription.id == *id);
                self.stops.push(Stop { trigger: trigger.clone(), proposal: proposal.cloned(), refs: Vec::new() });
                self.stops.len() - 1
            });
            self.stops[at].refs.push(update.remote_ref.clone());
        }
        for report in reports {
            let moves = report.proposals.iter().filter(|proposal| !proposal.applied && !proposal.is_only_shift());
            self.moved.extend(moves.map(|proposal| proposal.subscription.id.clone()));
            if !report.complete {
                let notes = report.notes.iter().filter(|note| note.kind == crate::report::NoteKind::Skipped);
                let notes = notes.map(|note| note.message.clone());
                self.unexamined.entry(update.remote_ref.clone()).or_default().extend(notes);
            }
        }
    }

    fn status(&self) -> ExitStatus {
        let blocks = if self.stops.is_empty() { ExitStatus::Clean } else { ExitStatus::Findings };
        blocks.worst(if self.unexamined.is_empty() { ExitStatus::Clean } else { ExitStatus::Undecided })
    }

    fn tell(&self, push: &Push, session: &Session, streams: &mut Streams<'_>) -> Result<()> {
        for (name, messages) in &self.unexamined {
            let name = Untrusted(name).terminal();
            for message in messages {
                session.tell(streams, format_args!("codesub: {name}: {}", Untrusted(message).terminal()));
            }
        }
        if !self.stops.is_empty() {
            let several = push.updates.len() > 1;
            written(write_stops(&self.stops, several, &session.look_of_err, streams.err))?;
        } else if !self.unexamined.is_empty() {
            session.tell(streams, format_args!(
                "codesub stopped this push: it could not examine all of it; `git push --no-verify` pushes without the check"
            ));
        }
        if !self.moved.is_empty() && self.status() == ExitStatus::Clean {
            let (count, what) = match self.moved.len() {
                1 => (1, "subscription moved"),
                count => (count, "subscriptions moved"),
            };
            session.tell(streams, format_args!("codesub: the code of {count} {what}; `codesub apply` follows it"));
        }
        Ok(())
    }
}
