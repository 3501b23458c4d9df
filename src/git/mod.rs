//! Reading git. This module is the only user of `gix`.
//!
//! Everything the rest of codesub sees is a [`Revision`] (a commit, the index or the worktree), the [`Change`]s between
//! two of them, and blobs by id. What gix cannot read is an [`Error::Undecided`](crate::error::Error::Undecided) with
//! the remedy, never an empty diff (SPEC 13.2).

mod hunks;

pub use hunks::Hunk;
