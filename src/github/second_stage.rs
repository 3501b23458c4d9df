//! The second stage, for forks (SPEC 9.5).
//!
//! The pull request of a fork runs with a token that can only read, so its own run cannot comment. It leaves its report
//! as an artifact, and a workflow on `workflow_run`, which has a token that can write and checks nothing out, posts it.
//! The report was written by a run that the fork controls: anything can stand in it. So it only says *what happened*.
//! Which pull request it belongs to is asked from GitHub, by the commit of the run; who is notified and what each
//! subscription is called comes from the list of the base branch.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::Deserialize;

use super::api::{Client, Trouble};
use super::event::WorkflowRun;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::output::json::v1;
use crate::report::Report;
use crate::scan::CONFIG_NAME;

/// Larger reports are not read.
pub const MAX_REPORT: u64 = 16 * 1024 * 1024;

/// The pull request that a run belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PullRequest {
    pub number: u64,
    pub base_branch: String,
}

/// Reads a report that nobody vouches for.
pub fn read_report(path: &Path) -> Result<v1::Report> {
    let shown = path.display();
    let unreadable = |error: std::io::Error| {
        Error::usage(format!("{shown} cannot be read: {error}")).hint("name the report of the first stage")
    };
    // Unpacked from what a stranger packed: a link would lead to a file of the runner, and the error could quote it.
    if !std::fs::symlink_metadata(path).map_err(unreadable)?.is_file() {
        return Err(Error::usage(format!("{shown} is not a regular file")).hint("name the report of the first stage"));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(MAX_REPORT + 1).read_to_end(&mut bytes)).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_REPORT {
        return Err(Error::usage(format!("{shown} has more than {MAX_REPORT} bytes, which no report has")));
    }
    serde_json::from_slice(&bytes).map_err(|error| {
        Error::usage(format!("{shown} is no report of codesub: {error}"))
            .hint("the first stage writes it: `codesub github --report FILE`")
    })
}

/// Asks GitHub which open pull request the commit of a run is the head of.
pub fn pull_request(client: &Client, repository: &str, run: &WorkflowRun) -> Result<Option<PullRequest>, Trouble> {
    let (Some(head), Some(branch)) = (&run.head_repository, &run.head_branch) else { return Ok(None) };
    let owner = head.split('/').next().unwrap_or_default();
    let route = format!("/repos/{repository}/pulls?state=open&head={}:{}", encode(owner), encode(branch));
    let pulls: Vec<Pull> = client.get_all(&route)?;
    let is_of_run = |pull: &Pull| {
        pull.head.sha.eq_ignore_ascii_case(&run.head) && pull.head.repo.as_ref().is_some_and(|it| it.full_name == *head)
    };
    Ok(pulls
        .into_iter()
        .find(is_of_run)
        .map(|pull| PullRequest { number: pull.number, base_branch: pull.base.reference }))
}

/// The list of the base branch.
pub fn list(client: &Client, repository: &str, branch: &str) -> Result<Config, Trouble> {
    let route = format!("/repos/{repository}/contents/{CONFIG_NAME}?ref={}", encode(branch));
    let Some(text) = client.get_raw(&route)? else { return Ok(Config::default()) };
    let shown = format!("{CONFIG_NAME} of {branch}");
    Config::parse(text.as_bytes(), &shown).map_err(|error| Trouble::BadList(error.to_string()))
}

/// What the report says of the subscriptions that the list has.
pub fn believed(report: v1::Report, list: &Config) -> (Report, usize) {
    report.into_report(list)
}

/// For a part of a query: everything that could end it is written as its bytes.
fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[derive(Deserialize)]
struct Pull {
    number: u64,
    head: Side,
    base: Side,
}

#[derive(Deserialize)]
struct Side {
    #[serde(rename = "ref")]
    reference: String,
    sha: String,
    repo: Option<Repo>,
}

#[derive(Deserialize)]
struct Repo {
    full_name: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branch_name_cannot_add_to_the_question() {
        assert_eq!(encode("topic/a-b_c.1"), "topic/a-b_c.1");
        assert_eq!(encode("a&state=all#x y%?ü"), "a%26state%3Dall%23x%20y%25%3F%C3%BC");
    }
}
