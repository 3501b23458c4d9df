//! `codesub scan`: find out which subscribed code changed.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use crate::atomic;
use crate::cli::{Scan, Side};
use crate::error::{Error, ExitStatus, Result};
use crate::git::Repository;
use crate::index::Informant;
use crate::output::{Look, write_report};
use crate::report::{Report, Stats};
use crate::scan::{Gate, Request, TargetRevision};
use crate::workers;

use super::{Session, Streams, written};

pub fn run(args: &Scan, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let request = Request {
        direct: args.direct,
        include_drift: args.include_drift,
        gate: args.fail_on.as_ref().map_or(Gate::Check, |types| Gate::Types(types.0.clone())),
        ..request(&args.side, &repository, session)?
    };
    let scan = crate::scan(&repository, &request)?;
    let report = &scan.report;
    session.tell_trouble(&request.index, streams);
    let status = status(report, args.checks());
    let wrote = match &args.output {
        None => written(write_report(report, args.format.get(), &session.look, streams.out)),
        Some(path) => {
            let mut bytes = Vec::new();
            let look = Look { color: false, ..session.look };
            written(write_report(report, args.format.get(), &look, &mut bytes))
                .and_then(|()| repository.refuse_way_out(&session.directory.join(path)))
                .and_then(|()| write_output(&session.directory.join(path), &bytes))
        }
    };
    if args.stats {
        tell_stats(report.stats, streams);
    }
    // The process is about to end. To give back a hundred thousand pieces of memory one by one would serve nobody.
    let crate::Scan { report, config, verdicts, watched, .. } = scan;
    std::mem::forget((repository, report, config, verdicts, watched));
    wrote.map(|()| status).map_err(|error| error.after_verdict(status))
}

/// The size of the work in one line. The memory is that of this process, without its workers, where the system tells it.
fn tell_stats(stats: Stats, streams: &mut Streams<'_>) {
    let Stats { subscriptions, files_changed, files_parsed } = stats;
    let memory = workers::peak()
        .map_or_else(String::new, |bytes| format!(", peak memory {}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10));
    // Nobody reads it where standard error is closed, and that is no reason to fail.
    let _ = writeln!(
        streams.err,
        "{subscriptions} subscriptions, {files_changed} files changed, {files_parsed} parsed{memory}"
    );
}

/// Replaces a file, behind a link too. What is no regular file (`/dev/stdout`, a pipe) is written to: a rename would put
/// a file in its place.
fn write_output(path: &Path, bytes: &[u8]) -> Result<()> {
    let failed = |error: io::Error| {
        Error::write(format!("{} cannot be written: {error}", path.display()))
            .hint("check the permissions of its folder and the free space")
    };
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => atomic::write(&fs::canonicalize(path).map_err(failed)?, bytes),
        Ok(metadata) if !metadata.is_dir() => {
            let mut open = fs::OpenOptions::new().write(true).open(path).map_err(failed)?;
            open.write_all(bytes).map_err(failed)
        }
        _ => atomic::write(path, bytes),
    }
}

/// The exit status of a report (SPEC 6.1).
pub fn status(report: &Report, check: bool) -> ExitStatus {
    let findings = if check && report.is_blocking() { ExitStatus::Findings } else { ExitStatus::Clean };
    let undecided = if report.is_undecided() { ExitStatus::Undecided } else { ExitStatus::Clean };
    findings.worst(undecided)
}

/// What the revision options ask for.
pub fn request(side: &Side, repository: &Repository, session: &Session) -> Result<Request> {
    let target = match &side.target {
        Some(name) => TargetRevision::Named(name.clone()),
        None if side.staged => TargetRevision::Staged,
        None => TargetRevision::Worktree,
    };
    Ok(Request {
        base: side.base.clone(),
        target,
        config: session.config_path(),
        progress: session.progress.clone(),
        index: Informant::of(repository),
        workers: session.workers(repository)?,
        ..Request::default()
    })
}
