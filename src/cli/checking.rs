//! Commands that check the list against the code, and act on what was found.

use std::path::PathBuf;

use clap::Args;

use super::values::{ChangeTypes, DataFormatArgs, ReportFormatArgs, confidence};
use crate::report::Confidence;

/// Find out which subscribed code changed
///
/// Compares the merge base of base and target with the target. Without options the target is the worktree; the base is
/// `baseline` of codesub.yaml, else the upstream branch, else the remote's HEAD.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub scan                                      the worktree against the baseline
  codesub scan --staged --check                     what is about to be committed
  codesub scan --base v1.2.0 --target v1.3.0        two releases
  codesub scan --check --fail-on missing            only a lost target blocks
  codesub scan --format markdown --output pr.md     a report for a pull request
  codesub scan --format html --output report.html   a page with filters, to look at in a browser")]
pub struct Scan {
    #[command(flatten)]
    pub side: Side,

    /// Compare with the base itself, not with its merge base
    #[arg(long, help_heading = REVISIONS)]
    pub direct: bool,

    /// Exit with status 1 when something blocks
    #[arg(long)]
    pub check: bool,

    /// Change types that block, with commas, `all` or `none`, instead of the policy's (implies --check)
    #[arg(long, value_name = "LIST")]
    pub fail_on: Option<ChangeTypes>,

    /// Also look for changes that were there before base, and let them block
    #[arg(long)]
    pub include_drift: bool,

    #[command(flatten)]
    pub format: ReportFormatArgs,

    /// Write the report to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Say on standard error how much was looked at, and how much memory that took
    #[arg(long)]
    pub stats: bool,
}

impl Scan {
    /// Whether something that blocks decides the exit status.
    pub fn checks(&self) -> bool {
        self.check || self.fail_on.is_some()
    }
}

/// The heading of the options about revisions.
const REVISIONS: &str = "Revisions";

/// What is compared with what.
#[derive(Debug, Clone, Args)]
pub struct Side {
    /// The revision to compare with
    #[arg(long, help_heading = REVISIONS, value_name = "REVISION")]
    pub base: Option<String>,

    /// The revision to check
    #[arg(long, help_heading = REVISIONS, value_name = "REVISION", group = "checked")]
    pub target: Option<String>,

    /// Check what is staged
    #[arg(long, help_heading = REVISIONS, group = "checked")]
    pub staged: bool,

    /// Check the worktree (the default)
    #[arg(long, help_heading = REVISIONS, group = "checked")]
    pub worktree: bool,
}

/// Carry out proposals: point subscriptions at where their code is now
///
/// Edits codesub.yaml and codesub.lock in the worktree; nothing else is touched. Changes of the code itself stay to be
/// accepted.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub apply --dry-run                          show what would be written
  codesub apply                                    all proposals of medium confidence or better
  codesub apply token-check --min-confidence low   this one, although little proves it")]
pub struct Apply {
    /// Only these subscriptions
    #[arg(value_name = "ID")]
    pub ids: Vec<String>,

    /// Proposals below this confidence are left alone
    #[arg(long, value_name = "CONFIDENCE", value_parser = confidence(), default_value = "medium")]
    pub min_confidence: Confidence,

    /// Show the edits without making them
    #[arg(short = 'n', long)]
    pub dry_run: bool,

    /// The revision to compare with
    #[arg(long, value_name = "REVISION")]
    pub base: Option<String>,
}

/// Accept the code as it is now
///
/// Writes the fingerprints of the worktree to codesub.lock. Commit the lock with the change, and the check reports the
/// trigger as acknowledged.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub accept token-check
  codesub accept --all")]
pub struct Accept {
    /// The subscriptions
    #[arg(value_name = "ID", required_unless_present = "all", conflicts_with = "all")]
    pub ids: Vec<String>,

    /// All subscriptions
    #[arg(long)]
    pub all: bool,
}

/// Say where a subscription's code is
///
/// Settles an ambiguity or a loss: writes the picked target to codesub.yaml and its fingerprint to codesub.lock.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub decide token-check --pick src/auth/tokens.py::TokenService.validate
  codesub decide proxy-timeouts --pick deploy/nginx.conf:20-22")]
pub struct Decide {
    /// The subscription
    pub id: String,

    /// The target to watch from now on
    #[arg(long, value_name = "TARGET")]
    pub pick: String,
}

/// Explain the verdict about one subscription
///
/// Shows every stage, candidate, hash and reason that led to it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub explain token-check
  codesub explain token-check --base origin/main --target HEAD --json")]
pub struct Explain {
    /// The subscription
    pub id: String,

    #[command(flatten)]
    pub side: Side,

    /// Compare with the base itself, not with its merge base
    #[arg(long, help_heading = REVISIONS)]
    pub direct: bool,

    #[command(flatten)]
    pub format: DataFormatArgs,
}
