//! Commands that compare versions: `diff` and `snapshot`.

use std::str::FromStr;

use clap::{Args, Subcommand};
use jiff::SignedDuration;

use super::values::DataFormatArgs;
use crate::diff::{Mode, Options};
use crate::output::diff::DiffFormat;

/// The most files whose chunks can be asked for, the most chunks of one file, the most events.
const MOST_FILES: u64 = 100_000;
const MOST_CHUNKS: u64 = 50_000;
const MOST_EVENTS: u64 = 1_000_000;

/// Compare two versions construct by construct
///
/// Says which constructs changed, moved, appeared and disappeared between two versions, and keeps the result under an id
/// that is the same for the same inputs on every machine. `codesub diff A B` is short for
/// `codesub diff compute --from A --to B`.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  codesub diff main HEAD                                what changed between two commits
  codesub diff compute --from HEAD --to worktree        what is not committed yet
  codesub diff compute --from tag:v1 --to HEAD --json   the counts since a snapshot or a tag
  codesub diff show diff_0123456789abcdef --compact     the events of a diff that is kept
  codesub diff list
  codesub diff prune --keep 20

A version is `worktree`, `snap:ID`, `tag:NAME` (a snapshot's name or a git tag), `latest` or `build:ID` (what the index
was built of), `path:DIR` or any git revision, with `git:` before it or without."
)]
pub struct Diff {
    #[command(subcommand)]
    pub command: Option<DiffCommand>,

    #[command(flatten)]
    pub compute: DiffCompute,
}

#[derive(Debug, Subcommand)]
pub enum DiffCommand {
    Compute(DiffCompute),
    Show(DiffShow),
    List(DiffList),
    Prune(DiffPrune),
}

/// Compute a diff, or take the one that is kept
///
/// Only files that differ are parsed, and equal trees are equal without a look. The diff is kept in the git directory
/// unless a side is `path:DIR`; what is kept names no folder of this machine.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub diff compute --from main --to HEAD
  codesub diff compute --from HEAD~5 --to worktree --modes code,prose --compact
  codesub diff compute --from path:../old --to worktree --persist-unsafe")]
pub struct DiffCompute {
    /// The two versions, instead of --from and --to
    #[arg(value_name = "VERSION", num_args = 0..=2, conflicts_with_all = ["from", "to"])]
    pub versions: Vec<String>,

    /// The version before
    #[arg(long, value_name = "VERSION", requires = "to")]
    pub from: Option<String>,

    /// The version after
    #[arg(long, value_name = "VERSION", requires = "from")]
    pub to: Option<String>,

    /// What to compare, with commas
    #[arg(long, value_enum, value_name = "MODE", value_delimiter = ',', default_value = "code")]
    pub modes: Vec<Mode>,

    /// With more changed files than this, chunks are not compared
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(0..=MOST_FILES))]
    pub max_changed_files: u64,

    /// The chunks of a file with more than this are not compared
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(0..=MOST_CHUNKS))]
    pub max_chunks_per_file: u64,

    /// More events than this are only counted
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(0..=MOST_EVENTS))]
    pub max_events: u64,

    /// Whether to compare imports, calls and base classes
    #[arg(long, value_name = "BOOL", default_value_t = true, num_args = 0..=1, require_equals = false, default_missing_value = "true", action = clap::ArgAction::Set)]
    pub include_relations: bool,

    /// Whether to look for renamed files
    #[arg(long, value_name = "BOOL", default_value_t = true, num_args = 0..=1, default_missing_value = "true", action = clap::ArgAction::Set)]
    pub detect_renames: bool,

    /// Whether to keep the diff (by default, unless a side is `path:DIR`)
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true", action = clap::ArgAction::Set)]
    pub persist: Option<bool>,

    /// Keep the diff also if a side is `path:DIR`; the path itself is not kept
    #[arg(long)]
    pub persist_unsafe: bool,

    #[command(flatten)]
    pub format: DiffFormatArgs,
}

impl DiffCompute {
    pub fn options(&self) -> Options {
        let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        Options {
            detect_renames: self.detect_renames,
            include_relations: self.include_relations,
            max_changed_files: number(self.max_changed_files),
            max_chunks_per_file: number(self.max_chunks_per_file),
            max_events: number(self.max_events),
        }
    }

    /// The two versions as written, if both are.
    pub fn sides(&self) -> Option<(&str, &str)> {
        match (self.versions.as_slice(), &self.from, &self.to) {
            ([from, to], _, _) => Some((from, to)),
            ([], Some(from), Some(to)) => Some((from, to)),
            _ => None,
        }
    }
}

/// `--format`, `--json` and `--compact` of what prints a diff.
#[derive(Debug, Clone, Args)]
pub struct DiffFormatArgs {
    /// The format of the result
    #[arg(long, value_enum, default_value_t)]
    format: DiffFormat,

    /// Short for --format json: the summary
    #[arg(long, conflicts_with_all = ["format", "compact"])]
    json: bool,

    /// Short for --format jsonl: the events, one a line
    #[arg(long, conflicts_with = "format")]
    compact: bool,
}

impl DiffFormatArgs {
    /// The format that was asked for.
    pub fn get(&self) -> DiffFormat {
        match (self.json, self.compact) {
            (true, _) => DiffFormat::Json,
            (_, true) => DiffFormat::Jsonl,
            _ => self.format,
        }
    }
}

/// Show a diff that is kept
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub diff show diff_0123456789abcdef
  codesub diff show --diff 0123 --format markdown")]
pub struct DiffShow {
    /// Its id, or the start of it
    #[arg(value_name = "ID", required_unless_present = "diff")]
    pub id: Option<String>,

    /// The same as an option
    #[arg(long, value_name = "ID", conflicts_with = "id")]
    pub diff: Option<String>,

    #[command(flatten)]
    pub format: DiffFormatArgs,
}

/// List the diffs that are kept, newest first
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub diff list
  codesub diff list --modes prose,records --json")]
pub struct DiffList {
    /// Only those that have one of these modes, with commas
    #[arg(long, alias = "mode", value_enum, value_name = "MODE", value_delimiter = ',')]
    pub modes: Vec<Mode>,

    #[command(flatten)]
    pub format: DataFormatArgs,
}

/// Remove diffs that are kept
///
/// With both options, only what both let go is removed. A diff with a side that a snapshot pins stays.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub diff prune --keep 20
  codesub diff prune --older-than 30d --dry-run")]
pub struct DiffPrune {
    /// Keep the newest N
    #[arg(long, value_name = "N", required_unless_present = "older_than")]
    pub keep: Option<usize>,

    /// Keep what is younger: a number with s, m, h, d or w
    #[arg(long, value_name = "DURATION")]
    pub older_than: Option<Age>,

    /// Show what would be removed and remove nothing
    #[arg(short = 'n', long)]
    pub dry_run: bool,

    #[command(flatten)]
    pub format: DataFormatArgs,
}

/// An age such as `30d`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Age(pub SignedDuration);

impl FromStr for Age {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a duration; write a number with s, m, h, d or w, such as 30d");
        let unit = text.chars().next_back().ok_or_else(wrong)?;
        let seconds: i64 = match unit {
            's' => 1,
            'm' => 60,
            'h' => 60 * 60,
            'd' => 24 * 60 * 60,
            'w' => 7 * 24 * 60 * 60,
            _ => return Err(wrong()),
        };
        let number: u32 = text[..text.len() - unit.len_utf8()].parse().map_err(|_| wrong())?;
        Ok(Age(SignedDuration::from_secs(i64::from(number) * seconds)))
    }
}

/// Keep versions to compare with
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub snapshot create release-1               the files of HEAD, under a name
  codesub snapshot create --revision main~3
  codesub diff tag:release-1 HEAD                 what changed since
  codesub snapshot list
  codesub snapshot remove release-1")]
pub struct Snapshot {
    #[command(subcommand)]
    pub command: SnapshotCommand,
}

#[derive(Debug, Subcommand)]
pub enum SnapshotCommand {
    Create(SnapshotCreate),
    List(SnapshotList),
    Show(SnapshotShow),
    Remove(SnapshotRemove),
}

/// Make a snapshot: pin the files of a version
///
/// A ref below `refs/codesub/snapshots/` keeps git from collecting them. Making the same one again changes nothing.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub snapshot create
  codesub snapshot create before-rewrite --revision origin/main")]
pub struct SnapshotCreate {
    /// A name, which `tag:NAME` finds
    #[arg(value_name = "NAME")]
    pub name: Option<String>,

    /// The version to pin
    #[arg(long, value_name = "VERSION", default_value = "HEAD")]
    pub revision: String,

    #[command(flatten)]
    pub format: DataFormatArgs,
}

/// List the snapshots
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub snapshot list
  codesub snapshot list --json")]
pub struct SnapshotList {
    #[command(flatten)]
    pub format: DataFormatArgs,
}

/// Show a snapshot
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub snapshot show release-1")]
pub struct SnapshotShow {
    /// Its id or its name
    #[arg(value_name = "ID")]
    pub id: String,

    #[command(flatten)]
    pub format: DataFormatArgs,
}

/// Remove a snapshot
///
/// Its files stay as long as a branch or a tag has them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub snapshot remove release-1")]
pub struct SnapshotRemove {
    /// Its id or its name
    #[arg(value_name = "ID")]
    pub id: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages() {
        let days = |text: &str| text.parse::<Age>().map(|age| age.0.as_hours() / 24);
        assert_eq!(days("30d"), Ok(30));
        assert_eq!(days("2w"), Ok(14));
        assert_eq!(days("48h"), Ok(2));
        for wrong in ["", "d", "-1d", "3", "3 days", "1.5h", "9é"] {
            assert!(wrong.parse::<Age>().is_err(), "{wrong}");
        }
    }
}
