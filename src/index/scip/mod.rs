//! The semantic layer: what SCIP indexers found out (SPEC 12.2). The only user of the crates `scip` and `protobuf`.
//!
//! An indexer resolved the code: it knows which definition a name means, across files. It says so in a SCIP file, which
//! is imported in two steps. [`prepare`](prepare()) reads it and holds it against the worktree, without touching the
//! index; [`Prepared::write`] writes what fits in one transaction. Nothing in the file is trusted: paths stay inside the
//! repository, positions inside the text, and what does not fit is counted and left out.
//!
//! The facts stand beside those of the syntactic layer and never replace them: rows of `symbols`, `occurrences` and
//! `edges` with `layer = 'semantic'` and a context, and a row of `file_semantic_facts` that says which contents they
//! were made from. A symbol's id is `scip:` and the whole SCIP symbol (SPEC §10).
//!
//! | module | its noun |
//! |---|---|
//! | [`read`] | the file: protobuf, part by part |
//! | [`message`] | a part, field by field, without unpacking it |
//! | [`symbol`] | a symbol's text and what its descriptors say |
//! | [`text`] | lines and columns in each encoding |
//! | [`fit`] | whether a document is about this text |
//! | [`document`] | a document that fits |
//! | [`context`] | which tool, how configured, says all this |
//! | [`prepare`](mod@prepare) | an index held against the worktree |
//! | [`write`] | the facts in the store |
//! | [`flags`] | what makes them uncertain |
//! | [`ask`] | questions to them |

mod ask;
mod context;
mod document;
mod fit;
mod flags;
mod message;
mod prepare;
mod read;
mod symbol;
mod text;
mod write;

use std::path::Path;
use std::time::Duration;

use super::Index;
use crate::atomic;
use crate::error::Result;
use crate::git::Repository;

pub use ask::{SemanticReference, definitions_by_scip_id, refs_by_scip_id};
pub use context::Context;
pub use prepare::{Prepared, Skipped, prepare};
pub use read::open;
pub use write::Imported;

/// How long an import waits for a build.
const PATIENCE: Duration = Duration::from_secs(600);

/// Imports a SCIP file: everything that fits, or nothing. `root` is the folder that the indexer was run in, below the
/// repository's root.
pub fn import(repository: &Repository, file: &Path, root: &str) -> Result<Imported> {
    let source = read::open(file)?;
    // Whoever has no index yet is told so, instead of being given an empty one.
    let prepared = prepare(repository, &Index::required(repository)?, source, root)?;
    let _lock = atomic::lock_index(&repository.state_directory(), PATIENCE)?;
    // Opened under the lock: a build from nothing, which we may have waited for, puts another file in place of this one,
    // and what is written to one that was opened before is lost.
    let mut index = Index::for_writing(repository)?;
    let transaction = index.store.transaction()?;
    let imported = prepared.write(&transaction)?;
    transaction.commit().map_err(super::Trouble::from)?;
    Ok(imported)
}
