//! `codesub edit`: change a subscription's settings.

use crate::cli::Edit;
use crate::config::{Config, check_id, edit};
use crate::error::{Error, ExitStatus, Result};
use crate::index::Informant;
use crate::relock;
use crate::scan::no_list;
use crate::snapshot::{Outlines, Snapshot};

use super::add::{apply_settings, check_members};
use super::{Session, Streams, read_list, unknown_id};

pub fn run(args: &Edit, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let files = session.files(&repository)?;
    let config = read_list(&files, &repository)?;
    let before = config.subscription(&args.id).ok_or_else(|| unknown_id(&config, &args.id))?;

    if args.settings.members || args.settings.private || args.settings.no_decorators {
        // Only the code itself tells whether there are members.
        let worktree = repository.worktree()?;
        let index = Informant::of(&repository);
        let outlines = Outlines::new(&session.workers(&repository)?).through(&index);
        let view = Snapshot::new(&repository, &worktree, &outlines);
        let (target, entry) = relock::entry(&view, &before.target)?;
        view.check()?;
        session.tell_trouble(&index, streams);
        check_members(&args.settings, &target, &entry)?;
    }
    let changed = files.update(&repository.state_directory(), |pair| {
        let text = pair.text.as_ref().ok_or_else(|| no_list(&files, &repository))?;
        let config = Config::parse(text.as_bytes(), "codesub.yaml")?;
        let before = config.subscription(&args.id).ok_or_else(|| unknown_id(&config, &args.id))?;
        let mut after = before.clone();
        apply_settings(&mut after, &args.settings);
        if args.no_members {
            after.members = None;
        }
        if let Some(trigger) = args.trigger_on_duplicate {
            after.trigger_on_duplicate = trigger;
        }
        if let Some(active) = args.active {
            after.active = active;
        }
        if after.on.is_empty() {
            return Err(Error::usage("a subscription listens to at least one change type")
                .hint("pause it with `--active false`"));
        }
        if let Some(id) = &args.new_id {
            check_id(id).map_err(|why| Error::usage(format!("the id `{id}` will not do: {why}")))?;
            if *id != args.id && config.subscription(id).is_some() {
                return Err(Error::usage(format!("there is a subscription `{id}` already")).hint("choose another id"));
            }
            after.id.clone_from(id);
        }
        if after == *before {
            return Ok(false);
        }
        pair.text = Some(edit::update(text, &args.id, &after)?);
        if after.id != args.id
            && let Some(entry) = pair.lock.subscriptions.remove(&args.id)
        {
            pair.lock.subscriptions.insert(after.id, entry);
        }
        Ok(true)
    })?;
    let id = &args.id;
    if changed {
        session.tell(streams, format_args!("Edited {id}."));
    } else {
        session.tell(streams, format_args!("Nothing to change: {id} is as asked already."));
    }
    Ok(ExitStatus::Clean)
}
