//! Commands that let codesub run by itself in git.

use clap::{Args, Subcommand, ValueEnum};

use super::values::DataFormatArgs;
use crate::hooks::Name;

/// Run codesub from git's own hooks
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub hook install             check every push, report every merge and rebase
  codesub hook status              what is installed, and where
  codesub hook uninstall           everything as it was before
  CODESUB_SKIP=1 git push          push without the check, once")]
pub struct Hook {
    #[command(subcommand)]
    pub command: HookCommand,
}

#[derive(Debug, Subcommand)]
pub enum HookCommand {
    Install(HookInstall),
    Uninstall(HookUninstall),
    Status(HookStatus),
    Run(HookRun),
}

/// Install the hooks in this repository
///
/// Writes a short script for each hook into the folder where git looks for them. A hook that is already there is kept
/// and runs first. Where a hook manager is in charge (husky, lefthook, pre-commit, prek), nothing is written; the lines
/// to paste into its configuration are printed instead.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub hook install                  all three hooks
  codesub hook install pre-push         only the check of a push
  codesub hook install --print          show what would be written
  codesub hook install --via config     by git's configuration instead of files (git 2.54 or newer)")]
pub struct HookInstall {
    /// The hooks to install (all of them by default)
    #[arg(value_name = "NAME", value_enum)]
    pub names: Vec<Name>,

    /// How git learns of the hooks
    #[arg(long, value_enum, default_value_t)]
    pub via: Via,

    /// Print what would be installed and change nothing
    #[arg(long)]
    pub print: bool,

    /// Install also where a hook manager is in charge, or where the present hook asks for its own name
    #[arg(long)]
    pub force: bool,
}

/// How git learns of a hook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Via {
    /// By a script in the hooks folder.
    #[default]
    File,
    /// By `hook.codesub-NAME.command` in the repository's configuration (git 2.54 or newer).
    Config,
}

/// Take the hooks away and put back what was there before
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub hook uninstall
  codesub hook uninstall post-merge post-rewrite")]
pub struct HookUninstall {
    /// The hooks to take away (all of them by default)
    #[arg(value_name = "NAME", value_enum)]
    pub names: Vec<Name>,
}

/// Show which hooks are installed, and where
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub hook status
  codesub hook status --json")]
pub struct HookStatus {
    #[command(flatten)]
    pub format: DataFormatArgs,
}

/// Do the work of a hook: what the installed scripts call
///
/// Takes the arguments and the standard input that git gives to the hook of that name. The check of a push exits with
/// 1 when something blocks and with 3 when it cannot tell; both stop the push. The other two always exit with 0.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub hook run pre-push origin git@example.com:acme/shop.git < refs.txt
  codesub hook run post-merge 0

With CODESUB_SKIP=1 in the environment it does nothing.")]
pub struct HookRun {
    /// The hook
    #[arg(value_name = "NAME", value_enum)]
    pub name: Name,

    /// The arguments that git gives to the hook
    #[arg(value_name = "ARGUMENT", trailing_var_arg = true, allow_hyphen_values = true)]
    pub arguments: Vec<String>,
}
