//! `codesub index`: facts about the whole repository, found already (SPEC §12).

mod build;
mod gate;
mod import_scip;
mod jobs;
mod map;
mod refresh;
mod refs;
mod search;
mod status;
mod symbol;

use serde::Serialize;

use crate::cli::{Index, IndexCommand};
use crate::error::{ExitStatus, Result};
use crate::index::state::Context;
use crate::index::{self, IndexedTree};

use super::{Session, Streams, written};

pub fn run(args: &Index, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    match &args.command {
        IndexCommand::Build(args) => build::run(args, session, streams),
        IndexCommand::Refresh(args) => refresh::run(args, session, streams),
        IndexCommand::Status(args) => status::run(args, session, streams),
        IndexCommand::Search(args) => search::run(args, session, streams),
        IndexCommand::Symbol(args) => symbol::run(args, session, streams),
        IndexCommand::Refs(args) => refs::run(args, session, streams),
        IndexCommand::Map(args) => map::run(args, session, streams),
        IndexCommand::ImportScip(args) => import_scip::run(args, session, streams),
        IndexCommand::Jobs(args) => jobs::run(args, session, streams),
        IndexCommand::Gate(args) => gate::run(args, session, streams),
    }
}

/// A semantic context, as every answer names it.
#[derive(Serialize)]
struct ShownContext<'a> {
    id: i64,
    name: Option<&'a str>,
    language: Option<&'a str>,
    root: &'a str,
}

impl<'a> From<&'a Context> for ShownContext<'a> {
    fn from(context: &'a Context) -> Self {
        let Context { id, name, language, root } = context;
        ShownContext { id: *id, name: name.as_deref(), language: language.as_deref(), root }
    }
}

/// A file that was not examined.
#[derive(Serialize)]
struct Skipped<'a> {
    path: &'a str,
    reason: &'a str,
}

impl<'a> From<&'a (String, String)> for Skipped<'a> {
    fn from((path, reason): &'a (String, String)) -> Self {
        Skipped { path, reason }
    }
}

/// The index, as a command asks it.
struct Asked {
    index: index::Index,
    tree: IndexedTree,
    /// Whether it is of the commit that is checked out, read by this very codesub's rules.
    is_current: bool,
}

/// Opens the index of this worktree, and says so where it is not current.
fn ask(session: &Session, streams: &mut Streams<'_>) -> Result<Asked> {
    let repository = session.repository()?;
    let index = index::Index::required(&repository)?;
    let tree = index.required_tree()?;
    let outdated = outdated(&tree, repository.head()?.and_then(|head| head.commit()).as_deref());
    if let Some(why) = outdated {
        session.tell(streams, format_args!("{why} since the index was made. Next: codesub index refresh"));
    }
    Ok(Asked { index, tree, is_current: outdated.is_none() })
}

/// What happened since a tree was indexed, if anything did.
fn outdated(tree: &IndexedTree, head: Option<&str>) -> Option<&'static str> {
    match () {
        () if !tree.is_of_this_engine => Some("codesub was updated"),
        () if tree.commit.as_deref() != head => Some("HEAD has moved"),
        () => None,
    }
}
