//! `codesub hook run pre-push`: check what is about to be pushed.
//!
//! Any exit status but 0 stops the whole push. What blocks is 1; what cannot be decided (3) or fails (2, 70) stops it
//! as well, because a check that lets pass what it cannot see is none (SPEC 6.1). Everything is said on standard error:
//! standard output belongs to `git push --porcelain`.

use std::io::{self, IsTerminal};

use crate::commands::{Session, Streams, written};
use crate::error::{Error, ExitStatus, Result};
use crate::hooks::pre_push::{Push, ToldBy};
use crate::hooks::push_check::{self, Findings};
use crate::index::Informant;
use crate::output::escape::Untrusted;
use crate::output::write_stops;

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
    let index = Informant::of(&repository);
    let workers = session.workers(&repository)?;
    let (findings, failed) =
        push_check::check(&repository, session.config_path(), &session.progress, &index, &workers, &push);
    session.tell_trouble(&index, streams);
    let status = findings.status();
    tell(&findings, &push, session, streams).map_err(|error| error.after_verdict(status))?;
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

fn tell(findings: &Findings, push: &Push, session: &Session, streams: &mut Streams<'_>) -> Result<()> {
    for (name, messages) in &findings.unexamined {
        let name = Untrusted(name).terminal();
        for message in messages {
            session.tell(streams, format_args!("codesub: {name}: {}", Untrusted(message).terminal()));
        }
    }
    if !findings.stops.is_empty() {
        let several = push.updates.len() > 1;
        written(write_stops(&findings.stops, several, &session.look_of_err, streams.err))?;
    } else if !findings.unexamined.is_empty() {
        session.tell(streams, format_args!(
            "codesub stopped this push: it could not examine all of it; `git push --no-verify` pushes without the check"
        ));
    }
    if let [first, others @ ..] = &findings.unchecked[..] {
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
    for (base, ids) in findings.moved.iter().filter(|_| findings.status() == ExitStatus::Clean) {
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
