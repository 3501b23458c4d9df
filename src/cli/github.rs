//! Commands that run in a GitHub workflow.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::values::ChangeTypes;

/// Check a pull request in a GitHub workflow
///
/// Reads the event of the workflow job, compares what it brings with its base, and tells what it found: as annotations
/// on the changed lines, as a step summary, and in one comment on the pull request, which later runs update. Exits as
/// `codesub scan --check` does. The token comes from GITHUB_TOKEN; without one, or with one that cannot write, there is no
/// comment and everything else works.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  codesub github                               in a workflow on pull_request
  codesub github --report report.json          and leave the report for a second stage
  codesub github publish report.json           that second stage, on workflow_run
  codesub github --dry-run                     print what would be sent"
)]
pub struct Github {
    #[command(subcommand)]
    pub command: Option<GithubCommand>,

    /// The revision to compare with, instead of the event's
    #[arg(long, value_name = "REVISION")]
    pub base: Option<String>,

    /// Change types that block, with commas, `all` or `none`, instead of the policy's
    #[arg(long, value_name = "LIST")]
    pub fail_on: Option<ChangeTypes>,

    /// Also look for changes that were there before base, and let them block
    #[arg(long)]
    pub include_drift: bool,

    /// Write the report there, with source, for `codesub github publish`
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,

    /// Do not comment on the pull request
    #[arg(long)]
    pub no_comment: bool,

    #[command(flatten)]
    pub posting: Posting,
}

/// How a comment is posted.
#[derive(Debug, Clone, Args)]
pub struct Posting {
    /// Exit with status 4 when the comment cannot be posted
    #[arg(long)]
    pub require_comment: bool,

    /// The login under which the token writes (by default asked from GitHub, or `github-actions[bot]`)
    #[arg(long, value_name = "LOGIN")]
    pub comment_author: Option<String>,

    /// Print what would be sent to GitHub, and send nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Seconds to wait for one answer of GitHub
    #[arg(long, value_name = "SECONDS", default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..=300))]
    pub timeout: u64,
}

#[derive(Debug, Subcommand)]
pub enum GithubCommand {
    Publish(GithubPublish),
}

/// Post the report of a fork's pull request
///
/// The second stage for forks, in a workflow on `workflow_run` that checks nothing out. The report is not trusted: which
/// pull request it belongs to is asked from GitHub, and who is notified comes from the base branch's list.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub github publish report.json
  codesub github publish report.json --require-comment")]
pub struct GithubPublish {
    /// The report that the first stage wrote
    #[arg(value_name = "REPORT")]
    pub report: PathBuf,

    #[command(flatten)]
    pub posting: Posting,
}
