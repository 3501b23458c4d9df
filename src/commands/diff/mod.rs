//! `codesub diff`: semantic diffs between two versions, and those that are kept (SPEC §11).

mod compute;
mod kept;

use crate::cli::{Diff, DiffCommand};
use crate::error::{ExitStatus, Result};

use super::{Session, Streams, written};

pub fn run(args: &Diff, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    match &args.command {
        None => compute::run(&args.compute, session, streams),
        Some(DiffCommand::Compute(args)) => compute::run(args, session, streams),
        Some(DiffCommand::Show(args)) => kept::show(args, session, streams),
        Some(DiffCommand::List(args)) => kept::list(args, session, streams),
        Some(DiffCommand::Prune(args)) => kept::prune(args, session, streams),
    }
}
