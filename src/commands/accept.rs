//! `codesub accept`: accept the code as it is now.

use std::collections::BTreeSet;

use crate::cli::Accept;
use crate::config::lock::Lock;
use crate::config::{Config, Subscription, Target};
use crate::detect::{self, View};
use crate::error::{Error, ExitStatus, Result};
use crate::index::Informant;
use crate::relock;
use crate::scan::CONFIG_NAME;
use crate::snapshot::{Outlines, Snapshot};

use super::{Session, Streams, now, read_list, unknown_id, written};

pub fn run(args: &Accept, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let files = session.files(&repository)?;
    let config = read_list(&files, &repository)?;
    let chosen: Vec<&Subscription> = if args.all {
        config.subscriptions.iter().map(|subscription| &**subscription).collect()
    } else {
        let find = |id: &String| config.subscription(id).ok_or_else(|| unknown_id(&config, id));
        args.ids.iter().map(find).collect::<Result<_>>()?
    };

    let worktree = repository.worktree()?;
    let index = Informant::of(&repository);
    let outlines = Outlines::new(&session.workers(&repository)?).with_progress(&session.progress).through(&index);
    let view = Snapshot::new(&repository, &worktree, &outlines);
    let mut paths: Vec<&str> = chosen.iter().map(|subscription| subscription.target.path()).collect();
    paths.sort_unstable();
    paths.dedup();
    view.preload(&paths);
    let locked = files.read_lock()?;
    let mut entries = Vec::new();
    let mut refused: Vec<(&str, Error)> = Vec::new();
    for subscription in chosen {
        let there = still_there(subscription, &locked, &view);
        match there.and_then(|()| relock::entry(&view, &subscription.target)) {
            Ok((_, entry)) => entries.push((subscription.id.as_str(), entry)),
            Err(error) => refused.push((&subscription.id, error)),
        }
    }
    view.check()?;
    session.tell_trouble(&index, streams);
    // With ids it is all or nothing; `--all` accepts what can be accepted and tells the rest.
    if !args.all
        && let Some((id, error)) = refused.pop()
    {
        return Err(not_there(id, &error));
    }
    let changed = files.update(&repository.state_directory(), |pair| {
        let now = now();
        let mut changed = Vec::new();
        for (id, entry) in entries {
            let before = pair.lock.subscriptions.get(id);
            // New lines or another blob are only kept up to date: there is nothing in them to accept.
            if before.is_none_or(|before| before.seen != entry.seen) {
                changed.push(id);
            }
            pair.lock.put(id, entry, &now);
        }
        if args.all {
            // What the list no longer names is nobody's baseline. Somebody may have added to it in the meantime.
            let text = pair.text.as_deref().unwrap_or_default();
            let config = Config::parse(text.as_bytes(), CONFIG_NAME)?;
            let named: BTreeSet<&str> = config.subscriptions.iter().map(|it| it.id.as_str()).collect();
            pair.lock.subscriptions.retain(|id, _| named.contains(id.as_str()));
        }
        Ok(changed)
    })?;
    for id in &changed {
        written(writeln!(streams.out, "accepted {id}"))?;
    }
    if changed.is_empty() && refused.is_empty() {
        session.tell(streams, format_args!("Nothing to accept: the code is as it was accepted."));
    }
    let Some((last, error)) = refused.pop() else { return Ok(ExitStatus::Clean) };
    for (id, error) in refused {
        let error = not_there(id, &error);
        session.tell(streams, format_args!("error: {error}"));
    }
    Err(not_there(last, &error))
}

/// Lines have no name, and overloads share one: where they shifted or went, others stand in their place, and nobody
/// meant to accept those.
fn still_there(subscription: &Subscription, lock: &Lock, view: &dyn View) -> Result<()> {
    let Some(entry) = lock.entry_for(subscription) else { return Ok(()) };
    let Target::Lines { path, start, end } = &subscription.target else {
        return match detect::other_sibling(entry, view) {
            Some(now) => Err(Error::usage(format!("its code is now {}::{now}", entry.path))),
            None => Ok(()),
        };
    };
    match detect::follow_accepted(entry, view) {
        Some(None) => Err(Error::usage(format!("none of its lines is left in {path}"))),
        Some(Some(now)) if (now.start_line, now.end_line) != (*start, *end) => {
            Err(Error::usage(format!("its lines now stand at {path}:{}-{}", now.start_line, now.end_line)))
        }
        _ => Ok(()),
    }
}

fn not_there(id: &str, error: &Error) -> Error {
    let status = error.exit_status();
    let message = format!("{id} cannot be accepted: {error}");
    let outcome = if status == ExitStatus::Undecided { Error::undecided(message) } else { Error::usage(message) };
    outcome.hint(format!(
        "point it elsewhere with `codesub apply {id}` or `codesub decide {id} --pick TARGET`, or drop it with `codesub remove {id}`"
    ))
}
