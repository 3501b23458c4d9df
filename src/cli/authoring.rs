//! Commands with which people write and look at their list.

use std::path::PathBuf;

use clap::Args;

use super::values::{ChangeTypes, DataFormatArgs, SymbolsFormatArgs};

/// Start a list: write an empty codesub.yaml
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub init
  codesub -C ../other-repository init")]
pub struct Init {}

/// Subscribe to code
///
/// A target is a construct, `path::Qual.name`, or lines, `path:10-20`. The construct is looked up in the worktree and
/// its fingerprint is written to codesub.lock, so that the next scan has something to compare with. Where there is an index
/// (`codesub index build`), the name of a construct is enough; several of that name are listed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub add src/auth/service.py::AuthService.validate_token --notify @acme/security
  codesub add src/api/limits.py::MAX_RATE --id rate --label 'Requests a minute' --on content,missing
  codesub add src/orders/models.py::Order --members       tell changes by member
  codesub add deploy/nginx.conf:12-14                     lines, where no construct fits
  codesub add validate_token                              by its name, with an index")]
pub struct Add {
    /// What to watch: `path::Qual.name` or `path:10-20`, or a name that the index knows
    #[arg(value_name = "TARGET", required = true)]
    pub targets: Vec<String>,

    /// The subscription's id, with a single target; derived from the target when left out
    #[arg(long, value_name = "ID")]
    pub id: Option<String>,

    #[command(flatten)]
    pub settings: Settings,

    /// Trigger when identical copies appear, instead of noting them
    #[arg(long)]
    pub trigger_on_duplicate: bool,
}

/// Change a subscription's settings
///
/// Only what is named changes; comments and order of codesub.yaml stay as they are. An empty string takes a setting
/// away: `--label ''`. --members, --private and --no-decorators together say how members are watched from now on. To point a subscription at other code, use `decide`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub edit token-check --label 'Token validation' --notify @acme/security --notify @acme/gateway
  codesub edit token-check --notify '' --on all      nobody in particular, every change type
  codesub edit token-check --active false            pause it")]
pub struct Edit {
    /// The subscription
    pub id: String,

    /// A new id
    #[arg(long = "id", value_name = "ID")]
    pub new_id: Option<String>,

    #[command(flatten)]
    pub settings: Settings,

    /// Watch the container as a whole again
    #[arg(long, conflicts_with_all = ["members", "private", "no_decorators"])]
    pub no_members: bool,

    /// Whether identical copies trigger
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub trigger_on_duplicate: Option<bool>,

    /// Whether the subscription is checked
    #[arg(long, value_name = "BOOL")]
    pub active: Option<bool>,
}

/// The settings that `add` and `edit` share.
#[derive(Debug, Clone, Args)]
pub struct Settings {
    /// A name for people
    #[arg(long, value_name = "TEXT")]
    pub label: Option<String>,

    /// Why this matters, for whoever changes the code
    #[arg(long, value_name = "TEXT")]
    pub description: Option<String>,

    /// Who wants to know; may be repeated
    #[arg(long, value_name = "NAME")]
    pub notify: Vec<String>,

    /// Change types that trigger, with commas, or `all`; others become notes
    ///
    /// The change types are missing, structural, content, aggregate, lines, parse_error and ambiguous.
    #[arg(long, value_name = "LIST")]
    pub on: Option<ChangeTypes>,

    /// Watch a container member by member
    #[arg(long)]
    pub members: bool,

    /// Count private members too (implies --members)
    #[arg(long)]
    pub private: bool,

    /// Leave decorator changes of members out (implies --members)
    #[arg(long)]
    pub no_decorators: bool,
}

/// List the subscriptions
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub list
  codesub list --json | jq -r '.[].target'")]
pub struct List {
    #[command(flatten)]
    pub format: DataFormatArgs,
}

/// Show a subscription, its lock entry and its code
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub show token-check")]
pub struct Show {
    /// The subscription
    pub id: String,

    #[command(flatten)]
    pub format: DataFormatArgs,
}

/// Take subscriptions off the list
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub remove token-check session-ttl")]
pub struct Remove {
    /// The subscriptions
    #[arg(value_name = "ID", required = true)]
    pub ids: Vec<String>,
}

/// List the constructs of files: what can be subscribed to
///
/// In Markdown files these are the constructs in fenced code, which cannot be subscribed to yet.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub symbols src/auth/service.py
  codesub symbols src/auth --revision origin/main --json
  codesub symbols docs/guide.md
  codesub symbols src --format chunk-uid-map > chunk_uid_map.jsonl")]
pub struct Symbols {
    /// Files or folders
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,

    /// Read them at a revision instead of in the worktree
    #[arg(long, value_name = "REVISION")]
    pub revision: Option<String>,

    #[command(flatten)]
    pub format: SymbolsFormatArgs,
}

/// List the languages that codesub reads
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub languages")]
pub struct Languages {
    #[command(flatten)]
    pub format: DataFormatArgs,
}
