//! `codesub decide`: say where a subscription's code is (SPEC 5.9).

use crate::cli::Decide;
use crate::config::edit;
use crate::error::{Error, ExitStatus, Result};
use crate::index::Informant;
use crate::output::escape::Untrusted;
use crate::relock;
use crate::scan::no_list;
use crate::snapshot::{Outlines, Snapshot};

use super::add::{parse_target, with_near_files};
use super::{Session, Streams, now, read_list, unknown_id, written};

pub fn run(args: &Decide, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let files = session.files(&repository)?;
    let config = read_list(&files, &repository)?;
    let subscription = config.subscription(&args.id).ok_or_else(|| unknown_id(&config, &args.id))?;

    let worktree = repository.worktree()?;
    let index = Informant::of(&repository);
    let outlines = Outlines::new(&session.workers(&repository)?).through(&index);
    let view = Snapshot::new(&repository, &worktree, &outlines);
    let typed = parse_target(session, &repository, &args.pick)?;
    let (target, mut entry) =
        relock::entry(&view, &typed).map_err(|error| with_near_files(error, &typed, &repository, &worktree))?;
    view.check()?;
    session.tell_trouble(&index, streams);
    if subscription.members.is_some()
        && !matches!(&entry.seen, crate::config::lock::Seen::Construct(seen) if seen.kind.is_container())
    {
        return Err(Error::usage(format!("{target} has no members, and {} watches members", args.id))
            .hint(format!("run `codesub edit {} --no-members` first", args.id)));
    }
    entry.picked = Some(target.to_string());
    files.update(&repository.state_directory(), |pair| {
        let text = pair.text.as_ref().ok_or_else(|| no_list(&files, &repository))?;
        pair.text = Some(edit::set_target(text, &args.id, &target)?);
        pair.lock.put(&args.id, entry, &now());
        Ok(())
    })?;
    written(writeln!(streams.out, "{}  {}", args.id, Untrusted(&target.to_string()).terminal()))?;
    Ok(ExitStatus::Clean)
}
