//! The command line: types only. Their doc comments are the manual; `--help`, the man pages and the shell completions
//! are all made from them. What a command does is in `commands/`.

mod authoring;
mod brief;
mod checking;
mod diffing;
mod github;
mod hooks;
mod indexing;
mod jobs;
mod values;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

pub use authoring::{Add, Edit, Init, Languages, List, Remove, Settings, Show, Symbols};
pub use checking::{Accept, Apply, Decide, Explain, Scan, Side};
pub use diffing::{
    Age, Diff, DiffCommand, DiffCompute, DiffFormatArgs, DiffList, DiffPrune, DiffShow, Snapshot, SnapshotCommand,
    SnapshotCreate, SnapshotList, SnapshotRemove, SnapshotShow,
};
pub use github::{Github, GithubCommand, GithubPublish, Posting};
pub use hooks::{Hook, HookCommand, HookInstall, HookRun, HookStatus, HookUninstall, Via};
pub use indexing::{
    Index, IndexBuild, IndexCommand, IndexGate, IndexImportScip, IndexMap, IndexRefresh, IndexRefs, IndexSearch,
    IndexStatus, IndexSymbol, SearchIn,
};
pub use jobs::{IndexJobs, IndexJobsCommand, IndexJobsEnqueue, IndexJobsRun, IndexJobsShow};
pub use values::{ChangeTypes, Color, DataFormat, DataFormatArgs, ReportFormatArgs, SymbolsFormat, SymbolsFormatArgs};

/// Subscribe to the code you depend on
///
/// A team writes down which pieces of code it depends on: a function that a document explains, a constant that another
/// service mirrors, a class whose fields are a public contract. codesub tells them when a change touches, moves or
/// removes one of those pieces, and keeps the list right when code is only moved.
#[derive(Debug, Parser)]
#[command(
    name = "codesub",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  codesub init                                            start a list
  codesub add src/auth/service.py::AuthService.login      watch a method
  codesub scan                                            what changed since the baseline?
  codesub scan --check --base origin/main --target HEAD   in CI: exit 1 when something blocks
  codesub hook install                                    check every push from now on
  codesub demo                                            see every kind of finding in a minute

Exit status:
  0  everything in scope was examined and nothing blocks
  1  something blocks (scan --check, a push)
  2  bad usage or bad configuration
  3  could not decide: missing objects, no merge base, a file that could not be examined
  4  the verdict stands, but writing something failed
  70 a defect in codesub"
)]
pub struct Cli {
    #[command(flatten)]
    pub global: Global,

    #[command(subcommand)]
    pub command: Command,
}

/// Options of every command.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Global options")]
pub struct Global {
    /// Run as if started in DIR
    #[arg(short = 'C', value_name = "DIR", global = true)]
    pub directory: Option<PathBuf>,

    /// Use this file instead of codesub.yaml, and the lock beside it
    ///
    /// NAME.yaml goes with NAME.lock. Both are read from disk as they are, also when two commits are compared.
    #[arg(long, value_name = "FILE", global = true)]
    pub config: Option<PathBuf>,

    /// When to use colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, global = true)]
    pub color: Color,

    /// Print only results and errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Say more: unfold what is folded
    #[arg(short, long, global = true)]
    pub verbose: bool,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    Init(Init),
    Add(Add),
    Edit(Edit),
    List(List),
    Show(Show),
    Remove(Remove),
    Symbols(Symbols),
    Languages(Languages),
    Scan(Scan),
    Apply(Apply),
    Accept(Accept),
    Decide(Decide),
    Explain(Explain),
    Diff(Box<Diff>),
    Snapshot(Snapshot),
    Index(Index),
    Hook(Hook),
    Github(Github),
    Demo(Demo),
    Completions(Completions),
    Man(Man),
    #[command(hide = true)]
    ParseWorker(ParseWorker),
}

/// Parse for another codesub, which starts this by itself, within a limit of memory and time
#[derive(Debug, Args)]
pub struct ParseWorker {
    /// Look after the memory without the kernel's help, as on systems whose kernel cannot be told
    #[arg(long)]
    pub watch: bool,
}

/// See every kind of finding on a small example
///
/// Builds a small repository in a temporary folder, changes code in it, and runs the real commands, so that each kind
/// of trigger and proposal is seen once.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub demo
  codesub demo --keep /tmp/codesub-demo    leave the repository there to play with")]
pub struct Demo {
    /// Build the repository in DIR, which must not exist yet, and leave it there
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
}

/// Print completions for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub completions bash > ~/.local/share/bash-completion/completions/codesub
  codesub completions zsh > ~/.zfunc/_codesub
  codesub completions fish > ~/.config/fish/completions/codesub.fish")]
pub struct Completions {
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Print the manual page, or write the pages of all commands
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub man | man -l -
  codesub man --dir ~/.local/share/man/man1")]
pub struct Man {
    /// Write a page for every command into DIR instead of printing one
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

#[cfg(test)]
mod tests;
