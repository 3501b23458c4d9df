//! The index: what every answer needs, found already (SPEC §12, seed 002). The only user of SQLite and Tantivy.
//!
//! It holds facts about the tree that was last indexed in each worktree: which symbols there are, what refers to them,
//! which file depends on which. It makes answers faster and richer, never different: whoever asks can do without it, and
//! anything wrong with it is a [`Trouble`] that is told and worked around. Nothing in it is written by people; deleting it
//! loses nothing (SPEC 3.5).
//!
//! | module | its noun |
//! |---|---|
//! | [`store`] | the SQLite file: opening, migrating, what is wrong with it |
//! | `aside` | a store that waits while another one is made |
//! | [`contents`] | what parsing a blob yielded, by blob id, for all branches and worktrees |
//! | [`builds`] | finished builds, which `latest` and `build:ID` name |
//! | [`copies`] | constructs with a body that somebody looks for |
//! | [`differing`] | what a revision has otherwise than the tree that was indexed |
//! | `examine` | from the blobs of a tree to contents |
//! | `facts` | what the store holds of one file |
//! | [`informant`] | the index as whoever can do without it sees it |
//! | [`folders`] | where paths are |
//! | [`imports`] | where that may be which a file brings in |
//! | [`graph`] | which file depends on which |
//! | [`refs`] | what refers to a construct, and how sure that is |
//! | [`map`] | the constructs of a tree by how much they are used |
//! | `writing` | the facts of a tree, being replaced file by file |
//! | [`refresh`] | bringing all of it to the commit that is checked out |
//! | [`tree`] | what the facts of a worktree are of |
//! | [`status`] | what the index holds, and how current it is |
//! | [`state`] | how far the semantic facts about a file can be relied on |
//! | [`gate`] | whether files may be edited on the word of those facts |
//! | [`decisions`] | what people said where an indexer was not sure |
//! | [`scip`](mod@scip) | the semantic layer: what SCIP indexers found out |
//! | [`jobs`] | runs of semantic indexers: queued, claimed, imported |
//! | [`ambiguity`] | why facts are not certain |
//! | [`lexical`] | which files have which words: the Tantivy directory |
//! | `follow` | the lexical index follows the facts |
//! | [`search`] | what answers some words: names, lines and paths |
//! | [`find`] | constructs by a name that may be typed wrongly |

pub mod ambiguity;
mod aside;
pub mod builds;
pub mod contents;
pub mod copies;
pub mod decisions;
pub mod differing;
mod examine;
mod facts;
pub mod find;
#[cfg(test)]
mod fixture_tests;
pub mod folders;
mod follow;
pub mod gate;
pub mod graph;
pub mod imports;
pub mod informant;
pub mod jobs;
pub mod lexical;
pub mod map;
pub mod refresh;
pub mod refs;
pub mod scip;
pub mod search;
pub mod state;
pub mod status;
pub mod store;
pub mod tree;
mod writing;

use std::path::{Path, PathBuf};

use crate::error::Result;
use crate::git::Repository;

pub use contents::{Content, ENGINE};
pub use informant::Informant;
pub use store::{Store, Trouble};
pub use tree::IndexedTree;

/// The index of a repository, opened.
pub struct Index {
    pub store: Store,
    /// Which worktree asks; see [`Repository::worktree_name`].
    pub worktree: String,
    directory: PathBuf,
}

/// Whether there is an index to ask.
pub enum Availability {
    /// Nobody has built one, which is nothing to speak of.
    None,
    /// There is one, but it cannot be used: worth a warning, never a failure.
    Unusable(Trouble),
    Ready(Index),
}

impl Index {
    /// The index as it is, for asking. Never changes anything on disk.
    pub fn for_asking(repository: &Repository) -> Availability {
        Index::at(directory(repository), repository.worktree_name())
    }

    fn at(directory: PathBuf, worktree: String) -> Availability {
        match Store::open_for_asking(&directory) {
            Ok(None) => Availability::None,
            Ok(Some(store)) => Availability::Ready(Index { store, worktree, directory }),
            Err(trouble) => Availability::Unusable(trouble),
        }
    }

    /// The index for a command that cannot do without one.
    pub fn required(repository: &Repository) -> Result<Index> {
        match Index::for_asking(repository) {
            Availability::Ready(index) => Ok(index),
            Availability::None => {
                Err(crate::error::Error::usage("this repository has no index yet")
                    .hint("make one: `codesub index build`"))
            }
            Availability::Unusable(trouble) => Err(trouble.into()),
        }
    }

    /// The index for changing it: made or brought to the current schema where that is needed. Whoever changes facts holds
    /// [`lock`](crate::atomic::lock_index) as well.
    pub fn for_writing(repository: &Repository) -> Result<Index> {
        let directory = directory(repository);
        let store = Store::open_for_writing(&directory)?;
        Ok(Index { store, worktree: repository.worktree_name(), directory })
    }

    /// How many bytes its files have.
    pub fn size(&self) -> u64 {
        let mut folders = vec![self.directory.clone()];
        let mut size = 0;
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                match entry.metadata() {
                    Ok(data) if data.is_dir() => folders.push(entry.path()),
                    Ok(data) => size += data.len(),
                    // It went away while we looked.
                    Err(_) => {}
                }
            }
        }
        size
    }

    /// Where its files are.
    pub fn directory(&self) -> &Path {
        &self.directory
    }
}

/// Where the index of a repository is; it need not exist.
pub fn directory(repository: &Repository) -> PathBuf {
    repository.state_directory().join("index")
}

/// Seconds since 1970, as the store writes times.
pub fn now() -> f64 {
    jiff::Timestamp::now().as_millisecond() as f64 / 1000.0
}
