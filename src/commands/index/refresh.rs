//! `codesub index refresh`: bring the index to the commit that is checked out.

use super::{Session, Streams, build, jobs};
use crate::atomic;
use crate::cli::{DataFormat, IndexRefresh};
use crate::error::{ExitStatus, Result};
use crate::git::Repository;
use crate::index::Index;
use crate::index::jobs::background::{Mark, Turn};
use crate::index::jobs::{enqueue_for_changes, recovery, settings, worker};
use crate::index::refresh::{How, Refreshed, refresh};
use crate::output::escape::Untrusted;

pub fn run(args: &IndexRefresh, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let turn = if args.background { Turn::take(&repository) } else { None };
    if args.background && turn.is_none() {
        return Ok(ExitStatus::Clean);
    }
    let mark = Mark::read(&repository);
    let refreshed = refresh(&repository, How::Refresh, &session.progress, &session.workers(&repository)?)?;
    if let Some(mark) = mark {
        mark.remove_if_settled(&repository, Some(&refreshed.commit));
    }
    build::print(&refreshed, args.format.get(), session, streams)?;
    semantic(args, &repository, &refreshed, session, streams)
}

/// Queues what the indexers should look at, and runs it where that is wanted. The facts are refreshed whatever comes of it.
fn semantic(
    args: &IndexRefresh,
    repository: &Repository,
    refreshed: &Refreshed,
    session: &Session,
    streams: &mut Streams<'_>,
) -> Result<ExitStatus> {
    let queued = || {
        if settings::indexers(repository)?.is_empty() {
            return Ok(Vec::new());
        }
        let _guard = atomic::lock_index(&repository.state_directory(), worker::PATIENCE)?;
        let mut index = Index::for_writing(repository)?;
        recovery::recover(&mut index)?;
        enqueue_for_changes(repository, &mut index, &refreshed.changed, "the tree changed")
    };
    let queued = match queued() {
        Ok(queued) => queued,
        Err(error) if args.semantic => return Err(error),
        Err(error) => {
            let why = error.story();
            session.tell(streams, format_args!("warning: no job was queued: {}", Untrusted(&why).terminal()));
            return Ok(ExitStatus::Clean);
        }
    };
    if args.semantic || repository.config_flag("codesub.semanticRefresh")? == Some(true) {
        let ran = jobs::run_all(repository, None, session, streams)?;
        if args.format.get() == DataFormat::Json {
            jobs::tell_failures(&ran, session, streams);
        } else if !ran.is_empty() {
            jobs::print(&ran, session, streams)?;
        }
        return Ok(jobs::status(&ran));
    }
    if !queued.is_empty() {
        session.tell(streams, format_args!("Indexers have something to do. Next: codesub index jobs run"));
    }
    Ok(ExitStatus::Clean)
}
