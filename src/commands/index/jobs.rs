//! `codesub index jobs`: list, queue and run the jobs of semantic indexers (SPEC 12.4).

use std::cell::RefCell;
use std::time::Duration;

use serde::Serialize;

use super::{Session, Streams, written};
use crate::atomic;
use crate::cli::{DataFormat, IndexJobs, IndexJobsCommand, IndexJobsEnqueue, IndexJobsRun, IndexJobsShow};
use crate::diff::time;
use crate::error::{Error, ExitStatus, Result};
use crate::git::Repository;
use crate::index::Index;
use crate::index::jobs::scope::checked;
use crate::index::jobs::worker::{Ended, PATIENCE, Work};
use crate::index::jobs::{Enqueued, Job, Ran, RefreshScope, Status, enqueue, queue, recovery, run_queued, settings};
use crate::output::escape::Untrusted;
use crate::output::json;
use crate::output::line::Line;
use crate::output::style::Palette;
use crate::output::table::Table;

pub fn run(args: &IndexJobs, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    match &args.command {
        None => list(args.format.get(), session, streams),
        Some(IndexJobsCommand::Show(args)) => show(args, session, streams),
        Some(IndexJobsCommand::Enqueue(args)) => add(args, session, streams),
        Some(IndexJobsCommand::Run(args)) => work(args, session, streams),
    }
}

/// One job; the keys are part of the format.
#[derive(Serialize)]
struct Shown<'a> {
    id: i64,
    status: &'a str,
    language: &'a str,
    root: &'a str,
    worktree: &'a str,
    /// As the store has it; null is everything.
    scope: serde_json::Value,
    reason: &'a str,
    head: &'a str,
    created_at: Option<String>,
    started_at: Option<String>,
    finished_at: Option<String>,
    superseded_reason: Option<&'a str>,
    error: Option<&'a str>,
}

#[derive(Serialize)]
struct List<'a> {
    schema: &'static str,
    jobs: Vec<Shown<'a>>,
}

#[derive(Serialize)]
struct One<'a> {
    schema: &'static str,
    #[serde(flatten)]
    job: Shown<'a>,
}

fn list(format: DataFormat, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let jobs = queue::all(look(&repository, session, streams)?.store.connection())?;
    if format == DataFormat::Json {
        let list = List { schema: "codesub.index-jobs/v1", jobs: jobs.iter().map(shown).collect() };
        written(json::write_value(&list, streams.out))?;
        return Ok(ExitStatus::Clean);
    }
    if jobs.is_empty() {
        let next = match settings::indexers(&repository)?.first() {
            Some(indexer) => format!("codesub index jobs enqueue --language {}", indexer.language.name()),
            None => "git config codesub.scip.python.command \"scip-python index . --output {output}\"".to_owned(),
        };
        session.tell(streams, format_args!("No jobs yet. Next: {}", Untrusted(&next).terminal()));
        return Ok(ExitStatus::Clean);
    }
    let palette = Palette::new(session.look.color);
    let mut table = Table::with_heading(["ID", "STATUS", "LANGUAGE", "SCOPE", "HEAD", "CREATED"], &palette);
    for job in &jobs {
        let words = job.scope.words();
        let created = at(Some(job.created_at)).unwrap_or_default();
        table.row([
            Line::new().show(palette.strong, Untrusted(&job.id.to_string())),
            Line::new().word(palette.plain, job.status.as_str()),
            Line::new().show(palette.plain, Untrusted(&job.language)),
            Line::new().show(palette.plain, Untrusted(&words)),
            Line::new().show(palette.place, Untrusted(short(&job.head))),
            Line::new().show(palette.dim, Untrusted(&created)),
        ]);
    }
    written(table.write(0, session.look.columns(), streams.out))?;
    Ok(ExitStatus::Clean)
}

fn show(args: &IndexJobsShow, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let index = look(&repository, session, streams)?;
    let job = queue::find(index.store.connection(), args.id)?.ok_or_else(|| unknown(args.id))?;
    let shown = shown(&job);
    if args.format.get() == DataFormat::Json {
        written(json::write_value(&One { schema: "codesub.index-jobs-show/v1", job: shown }, streams.out))?;
        return Ok(ExitStatus::Clean);
    }
    let palette = Palette::new(session.look.color);
    let mut table = Table::new();
    let mut row = |name: &'static str, value: &str| {
        if !value.is_empty() {
            table.fact(&palette, name, value);
        }
    };
    row("id", &job.id.to_string());
    row("status", shown.status);
    row("language", shown.language);
    row("root", shown.root);
    row("worktree", shown.worktree);
    row("scope", &job.scope.words());
    row("reason", shown.reason);
    row("head", shown.head);
    row("created", &shown.created_at.unwrap_or_default());
    row("started", &shown.started_at.unwrap_or_default());
    row("finished", &shown.finished_at.unwrap_or_default());
    row("superseded", shown.superseded_reason.unwrap_or_default());
    for line in shown.error.unwrap_or_default().lines() {
        row("error", line);
    }
    written(table.write(0, session.look.columns(), streams.out))?;
    Ok(ExitStatus::Clean)
}

/// What became of a request.
#[derive(Serialize)]
struct Added {
    schema: &'static str,
    id: i64,
    /// `created`, `widened`, `covered`, `follow_up`.
    result: &'static str,
    superseded: usize,
}

fn add(args: &IndexJobsEnqueue, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let indexer = settings::indexer(&repository, &args.language)?.ok_or_else(|| {
        let key = format!("codesub.scip.{}.command", args.language);
        Error::usage(format!("there is no indexer for {}: `{key}` is not set in git's configuration", args.language))
            .hint(format!("name one: `git config {key} \"PROGRAM --output {{output}}\"`"))
    })?;
    let scope = asked(args, session, &repository)?;
    Index::required(&repository)?;
    let _guard = atomic::lock_index(&repository.state_directory(), PATIENCE)?;
    let mut index = Index::for_writing(&repository)?;
    recovery::recover(&mut index)?;
    let enqueued = enqueue(&repository, &mut index, &indexer, &scope, &args.reason)?;
    let (result, superseded) = match enqueued {
        Enqueued::Created { superseded, .. } => ("created", superseded),
        Enqueued::Widened(_) => ("widened", 0),
        Enqueued::Covered(_) => ("covered", 0),
        Enqueued::FollowUp(_) => ("follow_up", 0),
    };
    let job = enqueued.job();
    if args.format.get() == DataFormat::Json {
        let added = Added { schema: "codesub.index-jobs-enqueue/v1", id: job, result, superseded };
        written(json::write_value(&added, streams.out))?;
        return Ok(ExitStatus::Clean);
    }
    let said = match enqueued {
        Enqueued::Created { superseded: 0, .. } => format!("Queued as job {job}."),
        Enqueued::Created { .. } => format!("Queued as job {job}, in the place of those for another commit."),
        Enqueued::Widened(_) => format!("Job {job} waits, and looks at this as well now."),
        Enqueued::Covered(_) => format!("Job {job} does this already."),
        Enqueued::FollowUp(_) => format!("Queued as job {job}, to follow the one that runs."),
    };
    written(writeln!(streams.out, "{said}"))?;
    Ok(ExitStatus::Clean)
}

fn asked(args: &IndexJobsEnqueue, session: &Session, repository: &Repository) -> Result<RefreshScope> {
    let paths = |typed: &[String]| {
        typed.iter().map(|path| checked(&session.repository_path(repository, path))).collect::<Result<Vec<_>>>()
    };
    if args.files.is_empty() && args.packages.is_empty() && args.changed_since.is_none() {
        return Ok(RefreshScope::Everything);
    }
    let scope = RefreshScope::files(paths(&args.files)?).merge(&RefreshScope::packages(paths(&args.packages)?));
    Ok(args.changed_since.map_or(scope.clone(), |since| scope.merge(&RefreshScope::changed_since(since))))
}

/// What became of jobs that were run.
#[derive(Serialize)]
struct Done<'a> {
    schema: &'static str,
    jobs: Vec<DoneJob<'a>>,
}

#[derive(Serialize)]
struct DoneJob<'a> {
    id: i64,
    language: &'a str,
    /// `completed`, `failed`, `superseded`, `queued`.
    status: &'static str,
    error: Option<&'a str>,
    /// The job that has its scope now.
    successor: Option<i64>,
}

fn work(args: &IndexJobsRun, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let index = look(&repository, session, streams)?;
    if let Some(id) = args.id {
        let job = queue::find(index.store.connection(), id)?.ok_or_else(|| unknown(id))?;
        if job.status != Status::Queued {
            return Err(Error::usage(format!("job {id} does not wait: it is {}", job.status))
                .hint("`codesub index jobs` shows which do; `codesub index jobs enqueue` queues another"));
        }
    }
    drop(index);
    let ran = run_all(&repository, args.id, session, streams)?;
    if args.format.get() == DataFormat::Json {
        let done = Done { schema: "codesub.index-jobs-run/v1", jobs: ran.iter().map(done).collect() };
        written(json::write_value(&done, streams.out))?;
    } else {
        print(&ran, session, streams)?;
    }
    tell_failures(&ran, session, streams);
    Ok(status(&ran))
}

/// Runs what waits, and tells what it is doing.
pub fn run_all(
    repository: &Repository,
    only: Option<i64>,
    session: &Session,
    streams: &mut Streams<'_>,
) -> Result<Vec<Ran>> {
    let streams = RefCell::new(streams);
    let tell = |text: &str| session.tell(*streams.borrow_mut(), format_args!("{}", Untrusted(text).terminal()));
    let workers = session.workers(repository)?;
    run_queued(repository, only, &Work { progress: &session.progress, workers: &workers, tell: &tell })
}

/// Says what became of them.
pub fn print(ran: &[Ran], session: &Session, streams: &mut Streams<'_>) -> Result<()> {
    if ran.is_empty() {
        session.tell(streams, format_args!("No job waits here."));
    }
    for Ran { job, language, result } in ran {
        let said = match result {
            Ended::Completed => "completed".to_owned(),
            Ended::Failed(why) => format!("failed: {}", why.lines().collect::<Vec<_>>().join(" | ")),
            Ended::Superseded { by: Some(by) } => format!("superseded: HEAD moved; job {by} is queued for it"),
            Ended::Superseded { by: None } => "superseded: HEAD moved".to_owned(),
            Ended::Again => "queued again: the index changed or could not be read meanwhile".to_owned(),
        };
        written(writeln!(streams.out, "Job {job} ({language}): {}", Untrusted(&said).terminal()))?;
    }
    Ok(())
}

/// Says of jobs that failed what to do next.
pub fn tell_failures(ran: &[Ran], session: &Session, streams: &mut Streams<'_>) {
    for ran in ran.iter().filter(|ran| matches!(ran.result, Ended::Failed(_))) {
        let id = ran.job;
        session.tell(streams, format_args!("warning: job {id} failed. Next: codesub index jobs show {id}"));
    }
}

/// A job that failed is a side effect that did not happen.
pub fn status(ran: &[Ran]) -> ExitStatus {
    let has_failed = ran.iter().any(|ran| matches!(ran.result, Ended::Failed(_)));
    if has_failed { ExitStatus::SideEffect } else { ExitStatus::Clean }
}

fn done(ran: &Ran) -> DoneJob<'_> {
    let (status, error, successor) = match &ran.result {
        Ended::Completed => (Status::Completed, None, None),
        Ended::Failed(why) => (Status::Failed, Some(why.as_str()), None),
        Ended::Superseded { by } => (Status::Superseded, None, *by),
        Ended::Again => (Status::Queued, None, None),
    };
    DoneJob { id: ran.job, language: &ran.language, status: status.as_str(), error, successor }
}

/// The index for looking at jobs, after those were taken back whose worker is gone. Where nobody can do that now, because
/// somebody else writes or nothing can be written, jobs are shown as they are.
fn look(repository: &Repository, session: &Session, streams: &mut Streams<'_>) -> Result<Index> {
    Index::required(repository)?;
    let recovered = atomic::lock_index(&repository.state_directory(), Duration::ZERO).and_then(|_guard| {
        let mut index = Index::for_writing(repository)?;
        recovery::recover(&mut index)
    });
    for job in recovered.iter().flatten() {
        session.tell(streams, format_args!("Job {} was left by a process that is gone; it is taken back.", job.id));
    }
    Index::required(repository)
}

fn shown(job: &Job) -> Shown<'_> {
    let scope = job.scope.to_json().and_then(|text| serde_json::from_str(&text).ok());
    Shown {
        id: job.id,
        status: job.status.as_str(),
        language: &job.language,
        root: &job.root,
        worktree: &job.worktree,
        scope: scope.unwrap_or_default(),
        reason: &job.reason,
        head: &job.head,
        created_at: at(Some(job.created_at)),
        started_at: at(job.started_at),
        finished_at: at(job.finished_at),
        superseded_reason: job.superseded_reason.as_deref(),
        error: job.error.as_deref(),
    }
}

fn at(seconds: Option<f64>) -> Option<String> {
    let time_of = |seconds: f64| jiff::Timestamp::from_millisecond((seconds * 1000.0).round() as i64).ok();
    seconds.and_then(time_of).map(time)
}

fn short(commit: &str) -> &str {
    commit.get(..10).unwrap_or(commit)
}

fn unknown(id: i64) -> Error {
    Error::usage(format!("there is no job {id}")).hint("`codesub index jobs` shows what there is")
}
