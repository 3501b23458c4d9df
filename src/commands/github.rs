//! `codesub github`: check a pull request in a workflow, and tell what was found.
//!
//! The verdict is what the scan says. Everything that tells it to people comes after it and cannot change it: trouble
//! there is a warning, and an exit status of its own only where the workflow asks for that (SPEC 6.1).

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use crate::Scan;
use crate::atomic;
use crate::cli::{Github, GithubCommand, GithubPublish, Posting};
use crate::config::Config;
use crate::diff::{self, Means, Options};
use crate::error::{Error, ExitStatus, Result};
use crate::git::Repository;
use crate::github::api::{Client, Patience};
use crate::github::comment::{self, Outcome, Thread};
use crate::github::{Environment, Event, files, revisions, second_stage};
use crate::index::Informant;
use crate::output::comment::{Draft, Told};
use crate::output::diff::{self as rendering_of_diff, WhatElse};
use crate::output::escape::Untrusted;
use crate::output::json::{self, v1};
use crate::output::{Format, comment as rendering, write_report};
use crate::report::Report;
use crate::scan::{Gate, Request, TargetRevision, has_list};

use super::scan::status;
use super::{Session, Streams, written};

pub fn run(args: &Github, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let environment = Environment::read();
    let done = match &args.command {
        Some(GithubCommand::Publish(args)) => publish(args, &environment, session, streams),
        None => check(args, &environment, session, streams),
    };
    // In a job, whoever looks at the pull request sees annotations, and nobody reads the log before that.
    if let (Err(error), true) = (&done, environment.event_name.is_some()) {
        let hint = error.hint_text().map(|hint| format!("; {hint}")).unwrap_or_default();
        let said = format!("{}{hint}", error.story());
        let _ = writeln!(streams.out, "::error title=codesub::{}", Untrusted(&said).workflow_data());
    }
    done
}

fn check(args: &Github, environment: &Environment, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let event = Event::read(environment)?;
    let repository = session.repository()?;
    let sides = match &args.base {
        Some(base) => {
            let head = repository.head()?.ok_or_else(|| Error::undecided("HEAD has no commit to check"))?;
            Some(revisions::from_merge_base(&repository, &repository.resolve(base)?, head)?)
        }
        None => revisions::sides(&repository, environment, &event)?,
    };
    let Some(sides) = sides else {
        session.tell(streams, format_args!("This event changes no code, so there is nothing to check."));
        if let Some(output) = environment.output.as_ref().filter(|_| !args.posting.dry_run) {
            wrote(&files::append_outputs(output, &outputs(None, None)), streams);
        }
        return Ok(ExitStatus::Clean);
    };
    let request = Request {
        base: sides.base.commit(),
        target: sides.target.commit().map_or(TargetRevision::Worktree, TargetRevision::Named),
        direct: true,
        include_drift: args.include_drift,
        gate: args.fail_on.as_ref().map_or(Gate::Check, |types| Gate::Types(types.0.clone())),
        config: session.config_path(),
        progress: session.progress.clone(),
        index: Informant::of(&repository),
        workers: session.workers(&repository)?,
        ..Request::default()
    };
    // Where the base has no list, the one that holds is the pull request's own, and its author must not mention anybody.
    let is_trusted = request.config.is_some() || has_list(&repository, &sides.base)?;
    let Scan { mut report, config, .. } = crate::scan(&repository, &request)?;
    session.tell_trouble(&request.index, streams);
    if let Event::PullRequest(pull_request) = &event
        && report.target.commit == environment.sha
        && report.target.commit.as_ref() != Some(&pull_request.head)
    {
        // The trial merge, whose id tells nobody anything.
        report.target.name = format!("refs/pull/{}/merge", pull_request.number);
    }
    let verdict = status(&report, true);
    tell(&report, args, session, environment, streams).map_err(|error| error.after_verdict(verdict))?;
    if args.no_comment {
        return Ok(verdict);
    }
    let Some(pull_request) = event.pull_request() else { return Ok(verdict) };
    let place = Place { number: pull_request.number, head: pull_request.head.clone() };
    let trusted = if is_trusted { config } else { Arc::default() };
    let what_else = what_else(&repository, &sides, &request, session);
    let content = Content { report: &report, trusted: &trusted, what_else };
    let posted = post(&content, &place, environment, &args.posting, streams);
    let posted = posted.map_err(|error| error.after_verdict(verdict))?;
    Ok(verdict.worst(posted))
}

/// What else changed in the code, for the comment: worth a glance, and never worth a failure.
fn what_else(repository: &Repository, sides: &revisions::Sides, request: &Request, session: &Session) -> WhatElse {
    let options = Options { include_relations: false, ..Options::default() };
    let means = Means { repository, progress: &session.progress, index: &request.index, workers: &request.workers };
    let compared = diff::between(&means, [&sides.base, &sides.target], options);
    compared.map(|diff| rendering_of_diff::what_else(&diff)).unwrap_or_default()
}

/// Annotations, the log, the step summary, the report and the outputs: all that needs no permission.
fn tell(
    report: &Report,
    args: &Github,
    session: &Session,
    environment: &Environment,
    streams: &mut Streams<'_>,
) -> Result<()> {
    unheard(streams, |out| write_report(report, Format::Text, &session.look, out))?;
    written(write_report(report, Format::Github, &session.look, streams.out))?;

    let path = match (&args.report, &environment.temp) {
        // Later steps read the output in other folders.
        (Some(path), _) => Some(std::path::absolute(session.directory.join(path)).unwrap_or_else(|_| path.clone())),
        (None, Some(temp)) => Some(temp.join("codesub-report.json")),
        (None, None) => None,
    };
    if args.posting.dry_run {
        return Ok(());
    }
    let path = path.filter(|path| wrote(&write_json(report, path, session), streams));
    if let Some(summary) = &environment.summary {
        let markdown = rendering::summary(report, files::MAX_SUMMARY);
        wrote(&files::append_summary(summary, &markdown), streams);
    }
    if let Some(output) = &environment.output {
        wrote(&files::append_outputs(output, &outputs(Some(report), path.as_deref())), streams);
    }
    Ok(())
}

/// Prints what may hold code: a line of it that begins with `::` must not be a command, so nobody listens meanwhile.
fn unheard(streams: &mut Streams<'_>, print: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let word = files::random();
    written(writeln!(streams.out, "::stop-commands::{word}"))?;
    written(print(streams.out))?;
    written(writeln!(streams.out, "::{word}::"))
}

/// The outputs of the step; where there was nothing to check they say so.
fn outputs(report: Option<&Report>, path: Option<&Path>) -> Vec<(&'static str, String)> {
    let open = report.map_or(0, |report| report.triggers.iter().filter(|it| !it.acknowledged).count());
    let proposals = report.map_or(0, |report| report.proposals.iter().filter(|it| !it.applied).count());
    vec![
        ("triggers", open.to_string()),
        ("proposals", proposals.to_string()),
        ("blocking", report.is_some_and(Report::is_blocking).to_string()),
        ("report", path.map_or_else(String::new, |path| path.display().to_string())),
    ]
}

fn write_json(report: &Report, path: &Path, session: &Session) -> Result<()> {
    session.repository()?.refuse_way_out(path)?;
    let mut bytes = Vec::new();
    written(json::write_value(&v1::Report::with_source(report), &mut bytes))?;
    atomic::write(path, &bytes)
}

/// Whether something was written; trouble is a warning.
fn wrote(result: &Result<()>, streams: &mut Streams<'_>) -> bool {
    if let Err(error) = result {
        warn(streams, &error.to_string());
    }
    result.is_ok()
}

/// Where a comment goes.
struct Place {
    number: u64,
    /// The commit that was checked.
    head: String,
}

/// What a comment is about. Only subscriptions of the `trusted` list mention people.
struct Content<'a> {
    report: &'a Report,
    trusted: &'a Config,
    what_else: WhatElse,
}

/// Posts the comment; the status is that of the posting alone.
fn post(
    content: &Content<'_>,
    place: &Place,
    environment: &Environment,
    posting: &Posting,
    streams: &mut Streams<'_>,
) -> Result<ExitStatus> {
    let failed = if posting.require_comment { ExitStatus::SideEffect } else { ExitStatus::Clean };
    let mut thread = Thread {
        repository: environment.repository()?.to_owned(),
        number: place.number,
        head: place.head.clone(),
        author: posting.comment_author.clone().unwrap_or_default(),
    };
    let Content { report, trusted, what_else } = content;
    let draft = |told: &Told| -> Draft { rendering::comment(report, told, trusted, what_else) };
    let is_worth_a_comment = rendering::is_worth_a_comment(report);
    if posting.dry_run {
        if is_worth_a_comment {
            let body = comment::first_body(&thread, draft);
            let text = format!("POST {}\n\n{body}\n", thread.comments_route());
            unheard(streams, |out| out.write_all(text.as_bytes()))?;
        } else {
            written(writeln!(streams.out, "There is nothing to say, so no comment would be created."))?;
        }
        return Ok(ExitStatus::Clean);
    }
    let Some(token) = &environment.token else {
        notice(streams, "There is no GITHUB_TOKEN, so there is no comment on the pull request.");
        return Ok(failed);
    };
    let patience = Patience::seconds(posting.timeout);
    let mut assumed = thread.author.clone();
    let posted = Client::new(environment.api_url(), token, patience).and_then(|client| {
        if posting.comment_author.is_none() {
            thread.author = comment::author(&client, token.is_of_app())?;
            assumed.clone_from(&thread.author);
        }
        comment::publish(&client, &mut thread, is_worth_a_comment, draft)
    });
    if !thread.author.eq_ignore_ascii_case(&assumed) {
        let author = &thread.author;
        notice(
            streams,
            &format!(
                "The token writes as {author}; say so with `--comment-author {author}` to find the comment again at once."
            ),
        );
    }
    match posted {
        Ok(outcome) => {
            tell_outcome(&outcome, streams);
            Ok(ExitStatus::Clean)
        }
        Err(trouble) if trouble.is_missing_permission() => {
            notice(
                streams,
                &format!(
                    "The token may not comment on this pull request ({trouble}); a fork's never may. \
                     The job needs `pull-requests: write`, or the two-stage workflow for forks."
                ),
            );
            Ok(failed)
        }
        Err(trouble) => {
            warn(streams, &format!("The comment could not be posted: {trouble}."));
            Ok(failed)
        }
    }
}

fn tell_outcome(outcome: &Outcome, streams: &mut Streams<'_>) {
    let (words, url) = match outcome {
        Outcome::Created(url) => ("Commented: ", url.as_str()),
        Outcome::Updated(url) => ("Updated the comment: ", url.as_str()),
        Outcome::Unchanged(url) => ("The comment says so already: ", url.as_str()),
        Outcome::Silent => ("Nothing to comment on.", ""),
        Outcome::Outdated => ("Somebody pushed since; the comment is left to the run for that push.", ""),
    };
    // After the report, where both end in one log. What cannot be shown is no reason to fail.
    let _ = streams.out.flush();
    let _ = writeln!(streams.err, "{words}{}", Untrusted(url).terminal());
}

fn publish(
    args: &GithubPublish,
    environment: &Environment,
    session: &Session,
    streams: &mut Streams<'_>,
) -> Result<ExitStatus> {
    let Event::WorkflowRun(run) = Event::read(environment)? else {
        return Err(Error::usage("`codesub github publish` is for a workflow on `workflow_run`")
            .hint("on a pull request itself, `codesub github` does all of it"));
    };
    let claimed = second_stage::read_report(&session.directory.join(&args.report))?;
    let repository = environment.repository()?.to_owned();
    let failed = if args.posting.require_comment { ExitStatus::SideEffect } else { ExitStatus::Clean };
    let Some(token) = &environment.token else {
        warn(streams, "There is no GITHUB_TOKEN, so nothing can be posted.");
        return Ok(failed);
    };
    if !run.is_of_pull_request() {
        notice(streams, "The run was not for a pull request; nothing is posted.");
        return Ok(ExitStatus::Clean);
    }
    let patience = Patience::seconds(args.posting.timeout);
    let asked = Client::new(environment.api_url(), token, patience).and_then(|client| {
        let Some(pull_request) = second_stage::pull_request(&client, &repository, &run)? else { return Ok(None) };
        let list = second_stage::list(&client, &repository, &pull_request.base_branch)?;
        Ok(Some((pull_request, list)))
    });
    let (pull_request, list) = match asked {
        Ok(Some(found)) => found,
        Ok(None) => {
            notice(streams, "No open pull request has the commit of this run as its head; nothing is posted.");
            return Ok(ExitStatus::Clean);
        }
        Err(trouble) => {
            warn(streams, &format!("The report could not be posted: {trouble}."));
            return Ok(failed);
        }
    };
    let (report, left_out) = second_stage::believed(claimed, &list);
    if left_out > 0 {
        notice(streams, &format!("{left_out} findings are about subscriptions that the base does not have; left out."));
    }
    let place = Place { number: pull_request.number, head: run.head.clone() };
    // Without a checkout there is nothing to compare.
    let content = Content { report: &report, trusted: &list, what_else: WhatElse::default() };
    post(&content, &place, environment, &args.posting, streams)
}

fn notice(streams: &mut Streams<'_>, text: &str) {
    let _ = writeln!(streams.out, "::notice title=codesub::{}", Untrusted(text).workflow_data());
}

fn warn(streams: &mut Streams<'_>, text: &str) {
    let _ = writeln!(streams.out, "::warning title=codesub::{}", Untrusted(text).workflow_data());
}
