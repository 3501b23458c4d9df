//! Events: why a workflow runs, and for which commits.
//!
//! Only what decides the comparison is read. Ids and names in an event are GitHub's own, but branch names are chosen by
//! whoever opened the pull request.

use std::fs::File;
use std::io::Read;

use serde::Deserialize;
use serde_json::Value;

use super::environment::{Environment, absent};
use crate::error::{Error, Result};

/// GitHub's own events have at most 25 MB.
const MAX_EVENT: u64 = 32 * 1024 * 1024;

/// Why a workflow runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// `pull_request`: the checkout is a trial merge, unless the workflow says otherwise.
    PullRequest(PullRequest),
    /// `pull_request_target`: the checkout is the base branch, and the token may write.
    PullRequestTarget(PullRequest),
    /// `merge_group`: a merge queue tries what it is about to merge.
    MergeGroup {
        base: String,
        head: String,
    },
    Push(Push),
    /// `workflow_dispatch` and `schedule`: somebody wants to know, about no change in particular.
    Asked {
        default_branch: Option<String>,
    },
    /// `workflow_run`: another workflow ended; the second stage for forks.
    WorkflowRun(WorkflowRun),
}

/// A pull request, as its event describes it. Its `base.sha` is left out on purpose: it is frozen when the pull request
/// was last pushed to (SPEC 9.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PullRequest {
    pub number: u64,
    /// The branch that it wants to be merged into.
    pub base_branch: String,
    /// Its newest commit.
    pub head: String,
}

/// Commits that arrived on a branch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Push {
    /// `refs/heads/…` or `refs/tags/…`.
    pub reference: String,
    /// `None` when the branch is new.
    pub before: Option<String>,
    /// `None` when it was deleted.
    pub after: Option<String>,
    pub default_branch: Option<String>,
}

/// A run of another workflow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkflowRun {
    /// The event of that run.
    pub event: String,
    /// The commit that it ran for: the head of the pull request.
    pub head: String,
    /// The repository of that commit, `owner/name`; `None` when it was deleted.
    pub head_repository: Option<String>,
    pub head_branch: Option<String>,
}

impl WorkflowRun {
    /// Whether it checked a pull request, and so whether its report is about one.
    pub fn is_of_pull_request(&self) -> bool {
        matches!(self.event.as_str(), "pull_request" | "pull_request_target")
    }
}

impl Event {
    /// Reads the event of a job.
    pub fn read(environment: &Environment) -> Result<Self> {
        let name = environment.event_name.as_deref().ok_or_else(|| absent("GITHUB_EVENT_NAME"))?;
        let path = environment.event_path.as_deref().ok_or_else(|| absent("GITHUB_EVENT_PATH"))?;
        let unreadable = |error: std::io::Error| {
            Error::usage(format!("the event at GITHUB_EVENT_PATH ({}) cannot be read: {error}", path.display()))
        };
        // A pipe would be waited for, a device never ends.
        if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
            return Err(Error::usage(format!(
                "the event at GITHUB_EVENT_PATH ({}) is not a regular file",
                path.display()
            ))
            .hint("GitHub writes the event to a file; name one that holds its JSON"));
        }
        let mut bytes = Vec::new();
        File::open(path).and_then(|file| file.take(MAX_EVENT + 1).read_to_end(&mut bytes)).map_err(unreadable)?;
        if bytes.len() as u64 > MAX_EVENT {
            return Err(Error::usage(format!("the event at GITHUB_EVENT_PATH has more than {MAX_EVENT} bytes")));
        }
        Self::parse(name, &bytes)
    }

    /// Reads an event from its JSON.
    pub fn parse(name: &str, json: &[u8]) -> Result<Self> {
        match name {
            "pull_request" => pull_request(name, json).map(Event::PullRequest),
            "pull_request_target" => pull_request(name, json).map(Event::PullRequestTarget),
            "merge_group" => {
                let group = shape::<MergeGroupShape>(name, json)?.merge_group;
                Ok(Event::MergeGroup { base: id(name, &group.base_sha)?, head: id(name, &group.head_sha)? })
            }
            "push" => {
                let push: PushShape = shape(name, json)?;
                let there = |id: String| (!id.bytes().all(|byte| byte == b'0')).then_some(id);
                Ok(Event::Push(Push {
                    reference: push.reference,
                    before: there(id(name, &push.before)?),
                    after: there(id(name, &push.after)?),
                    default_branch: push.repository.and_then(|repository| repository.default_branch),
                }))
            }
            "workflow_dispatch" | "schedule" => {
                let asked: AskedShape = shape(name, json)?;
                let default_branch = asked.repository.and_then(|repository| repository.default_branch);
                Ok(Event::Asked { default_branch })
            }
            "workflow_run" => {
                let run = shape::<WorkflowRunShape>(name, json)?.workflow_run;
                Ok(Event::WorkflowRun(WorkflowRun {
                    event: run.event,
                    head: id(name, &run.head_sha)?,
                    head_repository: run.head_repository.and_then(|repository| repository.full_name),
                    head_branch: run.head_branch,
                }))
            }
            other => Err(Error::usage(format!("codesub has nothing to compare on the event `{other}`")).hint(
                "run it on pull_request, pull_request_target, merge_group, push or workflow_dispatch, or use \
                 `codesub scan --check --base REVISION`",
            )),
        }
    }

    /// The pull request that a comment would go to.
    pub fn pull_request(&self) -> Option<&PullRequest> {
        match self {
            Event::PullRequest(pull_request) | Event::PullRequestTarget(pull_request) => Some(pull_request),
            _ => None,
        }
    }
}

fn pull_request(name: &str, json: &[u8]) -> Result<PullRequest> {
    let event: PullRequestShape = shape(name, json)?;
    let PullRequestBody { number, base, head } = event.pull_request;
    Ok(PullRequest { number, base_branch: base.reference, head: id(name, &head.sha)? })
}

fn shape<T: for<'a> Deserialize<'a>>(name: &str, json: &[u8]) -> Result<T> {
    // First as JSON at all: what is no JSON and what is another event are two mistakes.
    let value: Value = serde_json::from_slice(json)
        .map_err(|error| Error::usage(format!("the event at GITHUB_EVENT_PATH is not JSON: {error}")))?;
    serde_json::from_value(value)
        .map_err(|error| Error::usage(format!("the event at GITHUB_EVENT_PATH is no `{name}` event: {error}")))
}

fn id(name: &str, text: &str) -> Result<String> {
    if matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Ok(text.to_ascii_lowercase());
    }
    Err(Error::usage(format!("the `{name}` event names a commit `{text}`, which is no id")))
}

#[derive(Deserialize)]
struct PullRequestShape {
    pull_request: PullRequestBody,
}

#[derive(Deserialize)]
struct PullRequestBody {
    number: u64,
    base: SideShape,
    head: SideShape,
}

#[derive(Deserialize)]
struct SideShape {
    #[serde(rename = "ref")]
    reference: String,
    sha: String,
}

#[derive(Deserialize)]
struct RepositoryShape {
    full_name: Option<String>,
    default_branch: Option<String>,
}

#[derive(Deserialize)]
struct MergeGroupShape {
    merge_group: MergeGroupBody,
}

#[derive(Deserialize)]
struct MergeGroupBody {
    base_sha: String,
    head_sha: String,
}

#[derive(Deserialize)]
struct PushShape {
    #[serde(rename = "ref")]
    reference: String,
    before: String,
    after: String,
    repository: Option<RepositoryShape>,
}

#[derive(Deserialize)]
struct AskedShape {
    repository: Option<RepositoryShape>,
}

#[derive(Deserialize)]
struct WorkflowRunShape {
    workflow_run: WorkflowRunBody,
}

#[derive(Deserialize)]
struct WorkflowRunBody {
    event: String,
    head_sha: String,
    head_branch: Option<String>,
    head_repository: Option<RepositoryShape>,
}

#[cfg(test)]
#[path = "event_tests.rs"]
mod tests;
