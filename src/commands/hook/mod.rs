//! `codesub hook`: run from git's own hooks.

mod after;
mod install;
mod pre_push;
mod status;

use crate::cli::{Hook, HookCommand, HookRun};
use crate::error::{ExitStatus, Result};
use crate::hooks::{self, Name};

use super::{Session, Streams};

pub fn run(args: &Hook, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    match &args.command {
        HookCommand::Install(args) => install::install(args, session, streams),
        HookCommand::Uninstall(args) => install::uninstall(args, session, streams),
        HookCommand::Status(args) => status::status(args, session, streams),
        HookCommand::Run(args) => run_hook(args, session, streams),
    }
}

/// Does what a stub asks for.
fn run_hook(args: &HookRun, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    if hooks::is_skipped() {
        session.tell(streams, format_args!("codesub: {} skipped, as CODESUB_SKIP asks for", args.name.as_str()));
        return Ok(ExitStatus::Clean);
    }
    match args.name {
        Name::PrePush => pre_push::run(&args.arguments, session, streams),
        Name::PostMerge => after::merge(&args.arguments, session, streams),
        Name::PostRewrite => after::rewrite(&args.arguments, session, streams),
    }
}
