//! Reading git. This module is the only user of `gix`.
//!
//! Everything the rest of codesub sees is a [`Revision`] (a commit, the index or the worktree), the [`Change`]s between
//! two of them, and blobs by id. A revision is always a *tree*: the index and the worktree are turned into trees that
//! exist in memory only, so that every later step compares tree with tree and costs what changed.
//!
//! Three promises:
//! * What gix cannot read is an [`Error::Undecided`](crate::error::Error::Undecided) with the remedy, never an empty
//!   diff (SPEC 13.2): reftable, missing objects of shallow and partial clones, unknown repository extensions.
//! * Nothing is written to the repository but the refs of snapshots, which somebody asked for ([`pins`]), and no program
//!   is started on behalf of a file in it.
//! * Sizes are bounded before anything is loaded: objects by their header, lists of files and changes by a count. What a
//!   list lacks is said with it ([`Gaps`]).
//!
//! An object id always means the bytes that hash to it: replacement refs (`git replace`) are ignored, because locks
//! name blobs by id and must mean the same on every machine.
//!
//! Left out: other writing, fetching (a missing object is reported, not downloaded), and the contents of submodules.

mod changes;
mod compare;
mod edits;
mod folder;
mod gaps;
mod hooks;
mod hunks;
mod neighbours;
mod objects;
mod operation;
mod packing;
mod path;
mod pins;
mod reader;
mod remote;
mod renames;
mod repository;
mod revision;
mod settings;
mod status;
mod tree;
mod worktree;

#[cfg(test)]
mod tests;

pub use changes::{Change, ChangeKind, Changes, FileAt, MAX_CHANGES};
pub use gaps::{GapReason, Gaps};
pub use gix::ObjectId;
pub use hooks::{HooksDirectory, HooksDirectoryChoice};
pub use hunks::{Hunk, hunks};
pub use pins::Pin;
pub use reader::{Blob, Reader};
pub use repository::Repository;
pub use revision::{Revision, RevisionKind};
pub use tree::{FileId, FileMode, Files, MAX_FILES};

/// The largest file whose contents are looked at; larger ones have an id and a size only.
pub const MAX_BLOB: u64 = 8 * 1024 * 1024;
