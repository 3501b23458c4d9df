//! `codesub index`: facts about the whole repository, found already (SPEC §12).

mod build;
mod gate;
mod import_scip;
mod jobs;
mod map;
mod refresh;
mod refs;
mod search;
mod status;
mod symbol;

use crate::cli::{Index, IndexCommand};
use crate::error::{ExitStatus, Result};

use super::{Session, Streams, written};

pub fn run(args: &Index, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    match &args.command {
        IndexCommand::Build(args) => build::run(args, session, streams),
        IndexCommand::Refresh(args) => refresh::run(args, session, streams),
        IndexCommand::Status(args) => status::run(args, session, streams),
        IndexCommand::Search(args) => search::run(args, session, streams),
        IndexCommand::Symbol(args) => symbol::run(args, session, streams),
        IndexCommand::Refs(args) => refs::run(args, session, streams),
        IndexCommand::Map(args) => map::run(args, session, streams),
        IndexCommand::ImportScip(args) => import_scip::run(args, session, streams),
        IndexCommand::Jobs(args) => jobs::run(args, session, streams),
        IndexCommand::Gate(args) => gate::run(args, session, streams),
    }
}

/// The index of this worktree and the number of its tree; says so where HEAD has moved since.
fn current(session: &Session, streams: &mut Streams<'_>) -> Result<(crate::index::Index, i64)> {
    let repository = session.repository()?;
    let index = crate::index::Index::required(&repository)?;
    let nothing = || {
        crate::error::Error::usage("nothing was indexed in this worktree yet")
            .hint("make its index: `codesub index build`")
    };
    let state = index.state_id()?.ok_or_else(nothing)?;
    if index.commit(state)? != repository.head()?.and_then(|head| head.commit()) {
        session.tell(streams, format_args!("HEAD has moved since the index was made. Next: codesub index refresh"));
    }
    Ok((index, state))
}
