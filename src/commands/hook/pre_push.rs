//! `codesub hook run pre-push`: check what is about to be pushed.
//!
//! Any exit status but 0 stops the whole push. What blocks is 1; what cannot be decided (3) or fails (2, 70) stops it
//! as well, because a check that lets pass what it cannot see is none (SPEC 6.1). Everything is said on standard error:
//! standard output belongs to `git push --porcelain`.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io::{self, IsTerminal};
use std::rc::Rc;

use crate::commands::{Session, Streams, written};
use crate::error::{Error, ExitStatus, Result};
use crate::git::{Repository, Revision};
use crate::hooks::pre_push::{self, Push, ToldBy, Update};
use crate::output::escape::Untrusted;
use crate::output::{Stop, write_stops};
use crate::report::{NoteKind, Report, Trigger};
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
    let mut check = Check { repository: &repository, session, looks: HashMap::new() };
    let mut findings = Findings::default();
    let mut failed: Option<Error> = None;
    for update in &push.updates {
        match check.update(&push.remote, update) {
            Ok(Checked::Against(looks)) => findings.add(update, &looks),
            Ok(Checked::Not) => findings.unchecked.push(update.remote_ref.clone()),
            // What is found in the others is told all the same, and the most serious trouble decides.
            Err(error) => {
                failed = Some(match failed {
                    Some(first) if first.exit_status().worst(error.exit_status()) == first.exit_status() => first,
                    _ => error,
                });
            }
        }
    }
    let status = findings.status();
    findings.tell(&push, session, streams).map_err(|error| error.after_verdict(status))?;
    match failed {
        Some(error) => Err(error.after_verdict(status)),
        None => Ok(status),
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
        Ok(self.session.config_path().is_some() || scan::has_list(self.repository, revision)?)
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
                config: self.session.config_path(),
                progress: self.session.progress.clone(),
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
struct Findings {
    /// What blocks, with the refs that it is in. The same loss in many refs is one.
    stops: Vec<Stop>,
    /// Places in `stops`, by subscription, new place and what happened.
    known: HashMap<String, usize>,
    /// Ids of subscriptions whose code only moved, by the base since which it did.
    moved: BTreeMap<String, BTreeSet<String>>,
    /// Where something could not be examined: the ref, and what the notes say.
    unexamined: BTreeMap<String, BTreeSet<String>>,
    /// Refs for which there was nothing to compare with.
    unchecked: Vec<String>,
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
            let moves = look.report.proposals.iter().filter(|proposal| !proposal.applied && !proposal.is_only_shift());
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
        if let [first, others @ ..] = &self.unchecked[..] {
            let first = Untrusted(first.strip_prefix("refs/heads/").unwrap_or(first)).terminal();
            let (more, whose) = match others.len() {
                0 => (String::new(), "its"),
                count => (format!(" and {count} more"), "their"),
            };
            session.tell(streams, format_args!(
                "codesub: no check of {first}{more}: this clone knows of nothing in {whose} history that the remote has; \
                 `git fetch` may help"
            ));
        }
        for (base, ids) in self.moved.iter().filter(|_| self.status() == ExitStatus::Clean) {
            let (count, what) = match ids.len() {
                1 => (1, "subscription moved"),
                count => (count, "subscriptions moved"),
            };
            // Once it is pushed, the default base has the move already.
            let command = format_args!("`codesub apply --base {base}` follows it");
            session.tell(streams, format_args!("codesub: the code of {count} {what}; {command}"));
        }
        Ok(())
    }
}
