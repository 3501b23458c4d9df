//! Which commits an event asks to compare (SPEC 9.2).
//!
//! For a pull request GitHub checks out a trial merge of its head into the base branch. Where that is what is checked
//! out, its first parent is the base as it is now, and two commits are all that has to be fetched. Everywhere else it is
//! the merge base with the tip of the base branch. What the event calls `base.sha` is never used: it is as old as the
//! last push to the pull request.

use super::Environment;
use super::event::{Event, PullRequest, Push};
use crate::error::{Error, Result};
use crate::git::{Repository, Revision};

/// What to compare, already resolved: base is an ancestor of target.
#[derive(Debug, Clone)]
pub struct Sides {
    pub base: Revision,
    pub target: Revision,
}

/// The two sides of an event; `None` when it changes no code, as the deletion of a branch.
pub fn sides(repository: &Repository, environment: &Environment, event: &Event) -> Result<Option<Sides>> {
    match event {
        Event::PullRequest(pull_request) => {
            if let Some(sides) = trial_merge(repository, environment, pull_request)? {
                return Ok(Some(sides));
            }
            of_branches(repository, pull_request).map(Some)
        }
        Event::PullRequestTarget(pull_request) => of_branches(repository, pull_request).map(Some),
        Event::MergeGroup { base, head } => {
            let target = here(repository, head, || fetch(head))?;
            let base = here(repository, base, || fetch(base))?;
            from_merge_base(repository, &base, target).map(Some)
        }
        Event::Push(push) => of_push(repository, push),
        Event::Asked { default_branch } => {
            let head = repository.head()?;
            let target = head.ok_or_else(|| Error::undecided("there is no commit to check: HEAD has none"))?;
            of_default_branch(repository, default_branch.as_deref(), target).map(Some)
        }
        Event::WorkflowRun(_) => {
            Err(Error::usage("a `workflow_run` event is for the second stage: there is nothing of its own to scan")
                .hint("run `codesub github publish REPORT.json` with the report of the first stage"))
        }
    }
}

/// `HEAD` and its first parent, if `HEAD` is what GitHub made for this job out of the pull request's head.
fn trial_merge(
    repository: &Repository,
    environment: &Environment,
    pull_request: &PullRequest,
) -> Result<Option<Sides>> {
    let Some(head) = repository.head()? else { return Ok(None) };
    if environment.sha.is_none() || head.commit() != environment.sha {
        return Ok(None);
    }
    let parents = repository.parents(&head)?;
    let [first, second] = &parents[..] else { return Ok(None) };
    if *second != pull_request.head {
        return Ok(None);
    }
    let deepen = || "check out with `fetch-depth: 2`: the trial merge and its parents".to_owned();
    let base = here(repository, first, deepen)?;
    Ok(Some(Sides { base, target: head }))
}

/// The head of a pull request and the point at which it left the base branch.
fn of_branches(repository: &Repository, pull_request: &PullRequest) -> Result<Sides> {
    let number = pull_request.number;
    let target = here(repository, &pull_request.head, || {
        format!("fetch it first: `git fetch --no-tags origin refs/pull/{number}/head` (nothing has to be checked out)")
    })?;
    let base = tip(repository, &pull_request.base_branch)?;
    from_merge_base(repository, &base, target)
}

fn of_push(repository: &Repository, push: &Push) -> Result<Option<Sides>> {
    let Some(after) = &push.after else { return Ok(None) };
    let Some(branch) = push.reference.strip_prefix("refs/heads/") else { return Ok(None) };
    let target = here(repository, after, || fetch(after))?;
    if let Some(before) = &push.before {
        let before = here(repository, before, || {
            format!(
                "{}; after a forced push it may be gone from GitHub too: name a base then, `--base origin/main`",
                fetch(before)
            )
        })?;
        return from_merge_base(repository, &before, target).map(Some);
    }
    // A new branch; if it is the default one, there was nothing before.
    match push.default_branch.as_deref() {
        Some(default) if default == branch => Ok(None),
        default => of_default_branch(repository, default, target).map(Some),
    }
}

fn of_default_branch(repository: &Repository, default: Option<&str>, target: Revision) -> Result<Sides> {
    let base = match default {
        Some(branch) => tip(repository, branch)?,
        None => {
            let head = repository.remote_head()?.ok_or_else(|| {
                Error::undecided("the default branch is not known here")
                    .hint("name a base: `codesub github --base origin/main`")
            })?;
            repository.resolve(&head)?
        }
    };
    from_merge_base(repository, &base, target)
}

/// Any base that the caller names instead of the event.
pub fn from_merge_base(repository: &Repository, base: &Revision, target: Revision) -> Result<Sides> {
    Ok(Sides { base: repository.merge_base(base, &target)?, target })
}

/// Where a branch of this repository stands, as last fetched.
fn tip(repository: &Repository, branch: &str) -> Result<Revision> {
    let reference = format!("refs/heads/{branch}");
    repository.remote_branch("origin", &reference)?.ok_or_else(|| {
        Error::undecided(format!("the base branch `{branch}` is not in this clone"))
            .hint(format!("check out with `fetch-depth: 0`, or run `git fetch --no-tags --depth=1 origin +{reference}:refs/remotes/origin/{branch}`"))
    })
}

/// The commit with an id, which must be here.
fn here(repository: &Repository, id: &str, remedy: impl FnOnce() -> String) -> Result<Revision> {
    repository
        .commit_here(id)
        .ok_or_else(|| Error::undecided(format!("the commit {id} is not in this clone")).hint(remedy()))
}

fn fetch(id: &str) -> String {
    format!("check out with `fetch-depth: 0`, or fetch it first: `git fetch --no-tags origin {id}`")
}
