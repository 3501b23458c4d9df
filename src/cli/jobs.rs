//! Commands about the jobs of semantic indexers.

use clap::{Args, Subcommand};

use super::values::DataFormatArgs;

/// List, queue and run the jobs of semantic indexers
///
/// A job runs an indexer that writes a SCIP file, and imports what it found. Which one is for git's configuration to say,
/// and never for a file of the repository:
///
///   git config codesub.scip.python.command "scip-python index . --output {output}"
///
/// `codesub index refresh` queues what changed. Without a subcommand, jobs are listed, the newest first.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "\
Examples:
  codesub index jobs                                         what waits, what ran
  codesub index jobs run                                     run what waits
  codesub index jobs enqueue --language python               all of it, once more
  codesub index jobs enqueue --language go --package api     one folder
  codesub index jobs show 7                                  why did it fail?")]
pub struct IndexJobs {
    #[command(subcommand)]
    pub command: Option<IndexJobsCommand>,

    #[command(flatten)]
    pub format: DataFormatArgs,
}

#[derive(Debug, Subcommand)]
pub enum IndexJobsCommand {
    Run(IndexJobsRun),
    Enqueue(IndexJobsEnqueue),
    Show(IndexJobsShow),
}

/// Run the jobs that wait in this worktree
///
/// What an indexer found counts only if HEAD is still where it was when the job was queued. Any number of these may run at
/// once: each job is run by one of them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub index jobs run
  codesub index jobs run 7")]
pub struct IndexJobsRun {
    /// Only this one
    #[arg(value_name = "ID")]
    pub id: Option<i64>,

    #[command(flatten)]
    pub format: DataFormatArgs,
}

/// Queue a job for an indexer that git's configuration names
///
/// Where a job for the same commit waits, it is widened. Where one runs that does not do all of it, one more is queued to
/// follow it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub index jobs enqueue --language python
  codesub index jobs enqueue --language python --file src/auth.py --package src/shop
  codesub index jobs enqueue --language python --changed-since 2026-01-31T12:00:00Z")]
pub struct IndexJobsEnqueue {
    /// Whose indexer
    #[arg(long, value_name = "LANGUAGE")]
    pub language: String,

    /// Look at this file; may be repeated. Without any of these three: at everything
    #[arg(long = "file", value_name = "PATH")]
    pub files: Vec<String>,

    /// Look at everything in this folder; may be repeated
    #[arg(long = "package", value_name = "DIR")]
    pub packages: Vec<String>,

    /// Look at files that changed since this time, as 2026-01-31T12:00:00Z or in seconds since 1970
    #[arg(long, value_name = "TIME", value_parser = parse_seconds, allow_hyphen_values = true)]
    pub changed_since: Option<i64>,

    /// Why, for people
    #[arg(long, value_name = "TEXT", default_value = "asked for")]
    pub reason: String,

    #[command(flatten)]
    pub format: DataFormatArgs,
}

fn parse_seconds(text: &str) -> Result<i64, String> {
    let time = || text.parse::<jiff::Timestamp>().map(jiff::Timestamp::as_second);
    text.parse().or_else(|_| time()).map_err(|_| "neither a time as 2026-01-31T12:00:00Z nor a number".to_owned())
}

/// Show all of one job
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub index jobs show 7")]
pub struct IndexJobsShow {
    pub id: i64,

    #[command(flatten)]
    pub format: DataFormatArgs,
}
