//! The files that differ between two revisions.
//!
//! A [`Change`] is one file that was added, deleted, modified or renamed; directories are not listed, submodules are,
//! with their mode. Renames are gix's at 50 % similarity: close to `git diff -M`, and a hint only, since the
//! fingerprints decide (SPEC 5.1). What it says depends on the two trees alone, not on anybody's configuration or
//! attributes. Copies are left out.
//!
//! Two passes: the first streams the difference and stops over a bound, for the tracker of the second one has to hold
//! all of it. The second runs only if files were both added and deleted.

use std::cell::Cell;
use std::ops::ControlFlow;

use gix::ObjectId;
use gix::bstr::BStr;
use gix::diff::blob::{Platform, pipeline, platform};
use gix::diff::tree_with_rewrites::{self, ChangeRef};
use gix::hash::oid;
use gix::objs::tree::EntryMode;
use gix::objs::{Data, Find, FindHeader, Header, Kind, TreeRefIter};
use gix::worktree::{Stack, stack};

use super::objects::Objects;
use super::tree::Budget;
use super::{FileId, FileMode, MAX_BLOB, Repository, Revision, path};
use crate::error::Result;

/// The most entries, directories included, that may differ between two revisions.
pub const MAX_CHANGES: usize = 200_000;

/// Similarity is looked for among at most the square of this many pairs.
const RENAME_LIMIT: usize = 1000;

/// The most bytes of blobs that are held to look for similar ones.
const RENAME_BYTES: u64 = 256 * 1024 * 1024;

/// The files that differ, sorted by their new path, or by the old one of a deleted file.
#[derive(Debug, Clone)]
pub struct Changes {
    pub list: Vec<Change>,
    /// There were too many added and deleted files to compare all of them: some renames may read as both.
    pub rename_limit_reached: bool,
}

/// A file that differs. A side is `None` where the file is not there.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    pub kind: ChangeKind,
    pub old: Option<FileAt>,
    pub new: Option<FileAt>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileAt {
    pub path: String,
    pub file: FileId,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ChangeKind {
    Added,
    Deleted,
    Modified,
    /// The similarity is 1 for the same contents; `None` when it is not known.
    Renamed {
        similarity: Option<f32>,
    },
}

impl Change {
    /// The path that the change is listed under.
    pub fn path(&self) -> &str {
        self.new.as_ref().or(self.old.as_ref()).map_or("", |at| at.path.as_str())
    }
}

impl Repository {
    /// The files that differ between `base` and `target`, taken literally: see [`merge_base`](Self::merge_base).
    pub fn changes(&self, base: &Revision, target: &Revision) -> Result<Changes> {
        if base.tree == target.tree {
            return Ok(Changes { list: Vec::new(), rename_limit_reached: false });
        }
        self.objects.take_missing();
        let (before, after) = (self.tree(base.tree)?, self.tree(target.tree)?);
        let between = format!("`{}` and `{}` cannot be compared", base.name, target.name);
        let sides = Sides { before: &before, after: &after, hash: base.tree.kind() };

        let mut list = Vec::new();
        let mut budget = Budget::new(MAX_CHANGES);
        let mut over = None;
        let plain = sides.compare(&self.objects, None, |change| {
            if let Err(error) = budget.spend(change.location()) {
                over = Some(error);
                return ControlFlow::Break(());
            }
            list.extend(Change::new(change));
            ControlFlow::Continue(())
        });
        match (over, plain) {
            (Some(error), _) => return Err(error),
            (None, Err(error)) => return Err(self.failure(between, error)),
            (None, Ok(_)) => {}
        }

        let mut rename_limit_reached = false;
        if [ChangeKind::Added, ChangeKind::Deleted].iter().all(|kind| list.iter().any(|change| change.kind == *kind)) {
            list.clear();
            let similar =
                Similar { objects: &self.objects, left: Cell::new(RENAME_BYTES), exhausted: Cell::new(false) };
            let rewrites =
                gix::diff::Rewrites { copies: None, percentage: Some(0.5), limit: RENAME_LIMIT, track_empty: true };
            let skipped = sides.compare(&similar, Some(rewrites), |change| {
                list.extend(Change::new(change));
                ControlFlow::Continue(())
            });
            let skipped = skipped.map_err(|error| self.failure(between, error))?;
            rename_limit_reached = skipped || similar.exhausted.get();
        }
        list.sort_by(|a, b| a.path().cmp(b.path()).then_with(|| a.old_path().cmp(&b.old_path())));
        Ok(Changes { list, rename_limit_reached })
    }
}

impl Change {
    fn old_path(&self) -> Option<&str> {
        self.old.as_ref().map(|at| at.path.as_str())
    }

    /// `None` for directories.
    fn new(change: ChangeRef<'_>) -> Option<Self> {
        let at = |location: &BStr, id: ObjectId, mode: EntryMode| {
            Some(FileAt { path: path::text(location), file: FileId { id, mode: FileMode::of(mode)? } })
        };
        let (kind, old, new) = match change {
            ChangeRef::Addition { location, entry_mode, id, .. } => {
                (ChangeKind::Added, None, Some(at(location, id, entry_mode)?))
            }
            ChangeRef::Deletion { location, entry_mode, id, .. } => {
                (ChangeKind::Deleted, Some(at(location, id, entry_mode)?), None)
            }
            ChangeRef::Modification { location, previous_entry_mode, previous_id, entry_mode, id } => {
                let old = at(location, previous_id, previous_entry_mode)?;
                (ChangeKind::Modified, Some(old), Some(at(location, id, entry_mode)?))
            }
            ChangeRef::Rewrite {
                source_location,
                source_entry_mode,
                source_id,
                diff,
                entry_mode,
                id,
                location,
                ..
            } => {
                let similarity = if source_id == id { Some(1.0) } else { diff.map(|diff| diff.similarity) };
                let old = at(source_location, source_id, source_entry_mode)?;
                (ChangeKind::Renamed { similarity }, Some(old), Some(at(location, id, entry_mode)?))
            }
        };
        Some(Change { kind, old, new })
    }
}

struct Sides<'a> {
    before: &'a [u8],
    after: &'a [u8],
    hash: gix::hash::Kind,
}

impl Sides<'_> {
    /// Shows every difference to `each`; the answer says whether similarity checks were skipped.
    fn compare(
        &self,
        objects: &impl gix::objs::FindObjectOrHeader,
        rewrites: Option<gix::diff::Rewrites>,
        mut each: impl FnMut(ChangeRef<'_>) -> ControlFlow<()>,
    ) -> std::result::Result<bool, gix::diff::tree::Error> {
        let outcome = gix::diff::tree_with_rewrites(
            TreeRefIter::from_bytes(self.before, self.hash),
            TreeRefIter::from_bytes(self.after, self.hash),
            &mut plain_blobs(self.hash),
            &mut Default::default(),
            objects,
            |change| Ok(each(change)),
            tree_with_rewrites::Options { location: Some(gix::diff::tree::recorder::Location::Path), rewrites },
        )?;
        Ok(outcome.is_some_and(|it| it.num_similarity_checks_skipped_for_rename_tracking_due_to_limit > 0))
    }
}

/// Blobs as they are: no attributes, no drivers, no filters, nothing over [`MAX_BLOB`].
fn plain_blobs(hash: gix::hash::Kind) -> Platform {
    let filter = gix::filter::plumbing::Pipeline::new(Default::default(), hash, Default::default());
    let attributes = stack::state::Attributes::new(
        Default::default(),
        None,
        stack::state::attributes::Source::IdMapping,
        Default::default(),
    );
    Platform::new(
        platform::Options {
            algorithm: Some(gix::diff::blob::Algorithm::Myers),
            skip_internal_diff_if_external_is_configured: false,
        },
        gix::diff::blob::Pipeline::new(
            pipeline::WorktreeRoots::default(),
            filter,
            Vec::new(),
            pipeline::Options { large_file_threshold_bytes: MAX_BLOB, ..Default::default() },
        ),
        pipeline::Mode::ToGit,
        Stack::new(
            "",
            stack::State::AttributesStack(attributes),
            gix::glob::pattern::Case::Sensitive,
            Vec::new(),
            Vec::new(),
        ),
    )
}

/// Objects for the rename tracker, which holds every blob it was ever given: once [`RENAME_BYTES`] are out, further
/// blobs claim to be too large to be compared.
struct Similar<'a> {
    objects: &'a Objects,
    left: Cell<u64>,
    exhausted: Cell<bool>,
}

impl Find for Similar<'_> {
    fn try_find<'a>(&self, id: &oid, buffer: &'a mut Vec<u8>) -> gix::Result<Option<Data<'a>>> {
        let found = self.objects.try_find(id, buffer)?;
        if let Some(Data { kind: Kind::Blob, data, .. }) = &found {
            self.left.set(self.left.get().saturating_sub(data.len() as u64));
        }
        Ok(found)
    }
}

impl FindHeader for Similar<'_> {
    fn try_header(&self, id: &oid) -> gix::Result<Option<Header>> {
        let header = self.objects.try_header(id)?;
        Ok(header.map(|header| {
            if header.kind == Kind::Blob && header.size <= MAX_BLOB && header.size > self.left.get() {
                self.exhausted.set(true);
                return Header { size: u64::MAX, ..header };
            }
            header
        }))
    }
}
