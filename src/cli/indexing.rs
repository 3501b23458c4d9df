//! Commands that ask and fill the index.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::jobs::IndexJobs;
use super::values::DataFormatArgs;

/// Find, rank and follow code with a local index
///
/// The index holds facts about the commit that is checked out: what is defined where, what refers to it, which file
/// depends on which. It makes answers faster and richer and never different: everything works without it. It is kept in
/// the git directory, shared by all worktrees, and can be deleted at any time.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub index build                          make it
  codesub index refresh                        after a commit: costs what changed
  codesub index search validate_token          where is it?
  codesub index refs src/auth.py::login        who uses it, and how sure is that?
  codesub index map                            what is most used here?")]
pub struct Index {
    #[command(subcommand)]
    pub command: IndexCommand,
}

#[derive(Debug, Subcommand)]
pub enum IndexCommand {
    Build(IndexBuild),
    Refresh(IndexRefresh),
    Status(IndexStatus),
    Search(IndexSearch),
    Symbol(IndexSymbol),
    Refs(IndexRefs),
    Map(IndexMap),
    ImportScip(IndexImportScip),
    Jobs(IndexJobs),
    Gate(IndexGate),
}

/// Build the index of the commit that is checked out
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub index build
  codesub index build --from-nothing    remove what is there first")]
pub struct IndexBuild {
    /// Remove the index first, with everything that was ever parsed or imported
    #[arg(long)]
    pub from_nothing: bool,

    #[command(flatten)]
    pub format: DataFormatArgs,
}

/// Bring the index up to the commit that is checked out
///
/// Files are told apart by git's blob ids, so this costs what changed, on whatever branch it was seen before.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub index refresh
  codesub index refresh --semantic    and run the indexers that git's configuration names")]
pub struct IndexRefresh {
    /// Run the jobs of semantic indexers as well; `codesub.semanticRefresh` in git's configuration is the same
    #[arg(long)]
    pub semantic: bool,

    /// Started by another command: only one at a time, and not worth a word
    #[arg(long, hide = true)]
    pub background: bool,

    #[command(flatten)]
    pub format: DataFormatArgs,
}

/// Say what the index holds and how current it is
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub index status
  codesub index status --json")]
pub struct IndexStatus {
    #[command(flatten)]
    pub format: DataFormatArgs,
}

/// Search paths, identifiers and text
///
/// Words are looked for, not characters: `validate token`, `validateToken` and `validate_token` find each other, and
/// `valid` finds all of them. What has all the words comes first; where nothing has, what is spelt alike or has some of
/// them is shown, and that is said.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub index search validate token                  identifiers, words in any order
  codesub index search --in path auth service          files by their path
  codesub index search --in content \"retry after\"      text of files")]
pub struct IndexSearch {
    /// What to look for
    #[arg(required = true, value_name = "WORD")]
    pub query: Vec<String>,

    /// Where to look
    #[arg(long = "in", value_name = "WHERE", value_enum, default_value_t)]
    pub within: SearchIn,

    /// At most so many results
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = at_least_one)]
    pub limit: usize,

    #[command(flatten)]
    pub format: DataFormatArgs,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("nothing would be shown".to_owned()),
        Ok(count) => Ok(count),
        Err(error) => Err(error.to_string()),
    }
}

/// What a search looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum SearchIn {
    /// Paths of files
    Path,
    /// Names of constructs and what refers to them
    #[default]
    Identifier,
    /// The text of files
    Content,
}

/// Find constructs by name
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub index symbol validate_token
  codesub index symbol AuthService.login --path src/auth.py
  codesub index symbol sk:v1:1b5a6d3f0c…                      an id that another output gave")]
pub struct IndexSymbol {
    /// A name, a qualname, a target, or an id that another output gave
    pub name: String,

    /// Only in this file
    #[arg(long, value_name = "PATH")]
    pub path: Option<String>,

    /// At most so many of them
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = at_least_one)]
    pub limit: usize,

    #[command(flatten)]
    pub format: DataFormatArgs,
}

/// List what refers to a construct, with how sure that is
///
/// `semantic`: an indexer said so. `resolved`: the name leads there by scope or import. `name-only`: the name is the same.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub index refs src/auth.py::AuthService.login
  codesub index refs 'scip:scip-python python shop 0.1 `shop.auth`/login().'")]
pub struct IndexRefs {
    /// A target, a name that is unique, or a symbol id
    pub symbol: String,

    #[command(flatten)]
    pub format: DataFormatArgs,
}

/// Print the most referenced symbols of the repository
///
/// Ranked by PageRank over references: what is used by much-used code comes first.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub index map
  codesub index map --budget 2000 src/auth src/shop")]
pub struct IndexMap {
    /// Only what is below these paths
    #[arg(value_name = "PATH")]
    pub include: Vec<String>,

    /// Print at most so many bytes
    #[arg(long, value_name = "BYTES", default_value_t = 4000)]
    pub budget: usize,

    #[command(flatten)]
    pub format: DataFormatArgs,
}

/// Import what a SCIP indexer found out
///
/// An indexer resolved the code: it knows which definition a name means. Its file is held against the worktree, and what
/// was made from another version of a file is left out and named. What was imported before from the same tool is replaced
/// file by file; files that it does not speak of keep what they have. Run it after `codesub index build`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scip-python index . --project-name shop && codesub index import-scip index.scip
  scip-typescript index && codesub index import-scip index.scip
  codesub index import-scip web/index.scip --root web    it was run in web/")]
pub struct IndexImportScip {
    /// The file that the indexer wrote
    pub file: PathBuf,

    /// The folder it was run in, below the repository's root
    #[arg(long, value_name = "DIR", default_value = "")]
    pub root: String,

    #[command(flatten)]
    pub format: DataFormatArgs,
}

/// Say whether files may be edited on the word of the semantic facts
///
/// `automatic`: the facts are of the code as it is now, and sure. `needs_decision`: they are current, but an indexer was
/// not sure; each question has a signature and choices, and --decide answers it for as long as HEAD and the files stay
/// as they are. `blocked`: facts are missing or out of date; a list says of which files and why.
///
/// Exit status: 0, whatever the answer; with --check 1 unless it is `automatic`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codesub index gate src/auth.py src/shop.py
  codesub index gate src/auth.py --check                                fail unless it is automatic
  codesub index gate src/auth.py --decide 3f2a90c1=src/auth/new.py:12    settle a question")]
pub struct IndexGate {
    /// The files that an edit would touch
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<String>,

    /// Exit with 1 unless the answer is automatic
    #[arg(long)]
    pub check: bool,

    /// Only what this context says; the default is all that know a file
    #[arg(long, value_name = "ID")]
    pub context: Option<i64>,

    /// Settle a question: its signature, or the start of it, and one of its choices
    #[arg(long, value_name = "SIGNATURE=CHOICE", value_parser = decision)]
    pub decide: Vec<(String, String)>,

    #[command(flatten)]
    pub format: DataFormatArgs,
}

fn decision(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((signature, choice)) if signature.len() >= 4 && !choice.is_empty() => {
            Ok((signature.to_ascii_lowercase(), choice.to_owned()))
        }
        _ => Err("a decision is SIGNATURE=CHOICE, with at least 4 digits of the signature".to_owned()),
    }
}
