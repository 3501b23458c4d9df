//! The files that differ between two revisions.
//!
//! A [`Change`] is one file that was added, deleted, modified or renamed; directories are not listed, submodules are,
//! with their mode. Renames are gix's at 50 % similarity: close to `git diff -M`, and a hint only, since the
//! fingerprints decide (SPEC 5.1). What it says depends on the two trees alone, not on anybody's configuration or
//! attributes. Copies are left out.
//!
//! Trees are compared by [`compare`](super::compare), which leaves [gaps](Gaps) where there is too much; gix pairs
//! what was added with what was deleted where both are equal, and [`renames`] where they are similar. A file that must not be overlooked is asked for by its path, and is in the list
//! if it differs, gap or not: see [`changes_with`](Repository::changes_with).

use std::collections::HashSet;
use std::convert::Infallible;
use std::ops::ControlFlow;

use gix::bstr::BStr;
use gix::diff::blob::{Platform, pipeline, platform};
use gix::diff::rewrites::Tracker;
use gix::diff::tree::visit::Change as Tracked;
use gix::worktree::{Stack, stack};

use super::compare::{Difference, Entry};
use super::gaps::Gaps;
use super::objects::Objects;
use super::renames::{self, OneSided};
use super::{FileId, FileMode, MAX_BLOB, Repository, Revision, path};
use crate::error::Result;

/// The most entries, directories included, that are listed of what differs between two revisions.
pub const MAX_CHANGES: usize = 200_000;

/// Similarity is looked for among at most the square of this many pairs.
const RENAME_LIMIT: usize = 1000;

/// The most bytes of blobs that are looked at for similar ones (SPEC 13.2).
const RENAME_BYTES: u64 = 48 * 1024 * 1024;

/// The files that differ, sorted by their new path, or by the old one of a deleted file.
#[derive(Debug, Clone, Default)]
pub struct Changes {
    pub list: Vec<Change>,
    /// There were too many added and deleted files to compare all of them: some renames may read as both.
    pub rename_limit_reached: bool,
    /// Where more may differ than what is listed.
    pub gaps: Gaps,
    /// Paths inside of gaps that were looked up.
    pub(crate) known: HashSet<String>,
}

impl Changes {
    /// What is known of the list, for another one.
    pub fn clone_without_list(&self) -> Self {
        let Changes { list: _, rename_limit_reached, gaps, known } = self;
        let (gaps, known) = (gaps.clone(), known.clone());
        Changes { list: Vec::new(), rename_limit_reached: *rename_limit_reached, gaps, known }
    }

    /// Whether a file may differ although the list does not name it.
    pub fn may_lack(&self, path: &str) -> bool {
        self.gaps.cover(path) && !self.known.contains(path)
    }
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
        self.changes_with(base, target, &[])
    }

    /// The same; what differs at the paths `always` is in the list even where it has gaps.
    pub fn changes_with(&self, base: &Revision, target: &Revision, always: &[&str]) -> Result<Changes> {
        if base.tree == target.tree {
            return Ok(Changes::default());
        }
        self.objects.take_missing();
        let found = self.compare(base.tree, target.tree, MAX_CHANGES)?;
        let mut changes = Changes { gaps: found.gaps, ..Changes::default() };
        let is_file = |entry: &Option<Entry>| entry.is_some_and(|entry| !entry.mode.is_tree());
        let is_one_sided = |this: fn(&Difference) -> &Option<Entry>, other: fn(&Difference) -> &Option<Entry>| {
            found.list.iter().any(|it| is_file(this(it)) && other(it).is_none())
        };
        if is_one_sided(|it| &it.old, |it| &it.new) && is_one_sided(|it| &it.new, |it| &it.old) {
            let paired = pair(&self.objects, base.tree.kind(), found.list, RENAME_BYTES, &mut changes.list);
            let between = || format!("`{}` and `{}` cannot be compared", base.name, target.name);
            changes.rename_limit_reached = paired.map_err(|error| self.failure(between(), error))?;
        } else {
            changes.list.extend(found.list.iter().filter_map(|it| Change::new(it.path.as_ref(), it.old, it.new)));
        }
        self.look_up(base, target, always, &mut changes)?;
        changes.list.sort_by(|a, b| a.path().cmp(b.path()).then_with(|| a.old_path().cmp(&b.old_path())));
        Ok(changes)
    }

    /// Closes the gaps at these paths. Where one cannot be looked up on either side, nobody can say what came of it.
    fn look_up(&self, base: &Revision, target: &Revision, paths: &[&str], changes: &mut Changes) -> Result<()> {
        if changes.gaps.is_empty() {
            return Ok(());
        }
        let named = changes.list.iter().flat_map(|change| [&change.old, &change.new]);
        changes.known = named.flatten().map(|at| at.path.clone()).collect();
        for path in paths {
            if !changes.gaps.cover(path) {
                continue;
            }
            // Before anything else: what the list says of a path is not true where a gap hides another file there.
            let (old, new) = (self.find(base, path)?, self.find(target, path)?);
            if !changes.known.insert((*path).to_owned()) {
                continue;
            }
            let kind = match (old, new) {
                (old, new) if old == new => continue,
                (None, _) => ChangeKind::Added,
                (_, None) => ChangeKind::Deleted,
                _ => ChangeKind::Modified,
            };
            let at = |file: Option<FileId>| file.map(|file| FileAt { path: (*path).to_owned(), file });
            changes.list.push(Change { kind, old: at(old), new: at(new) });
        }
        Ok(())
    }
}

impl Change {
    fn old_path(&self) -> Option<&str> {
        self.old.as_ref().map(|at| at.path.as_str())
    }

    /// `None` for directories.
    fn new(path: &BStr, old: Option<Entry>, new: Option<Entry>) -> Option<Self> {
        let kind = match (old, new) {
            (None, _) => ChangeKind::Added,
            (_, None) => ChangeKind::Deleted,
            _ => ChangeKind::Modified,
        };
        let [old, new] = [old, new].map(|entry| entry.and_then(|entry| FileAt::new(path, entry)));
        (old.is_some() || new.is_some()).then_some(Change { kind, old, new })
    }
}

impl Change {
    /// `None` for directories.
    fn renamed(old: &OneSided, new: &OneSided, similarity: f32) -> Option<Self> {
        let at = |it: &OneSided| FileAt::new(it.path.as_ref(), it.entry);
        let kind = ChangeKind::Renamed { similarity: Some(similarity) };
        Some(Change { kind, old: Some(at(old)?), new: Some(at(new)?) })
    }
}

impl FileAt {
    fn new(path: &BStr, entry: Entry) -> Option<Self> {
        let mode = FileMode::of(entry.mode)?;
        Some(FileAt { path: path::text(path), file: FileId { id: entry.id, mode } })
    }
}

/// Finds the renames among what differs; the answer says whether there were too many to look at all of them.
pub(super) fn pair(
    objects: &Objects,
    hash: gix::hash::Kind,
    differences: Vec<Difference>,
    bytes: u64,
    list: &mut Vec<Change>,
) -> gix::Result<bool> {
    // Equal files and folders are gix's, similar files are ours.
    let rewrites = gix::diff::Rewrites { copies: None, percentage: None, limit: RENAME_LIMIT, track_empty: true };
    let mut tracker = Tracker::new(rewrites);
    for Difference { path, old, new, relation } in differences {
        let tracked = match (old, new) {
            (None, Some(new)) => Tracked::Addition { entry_mode: new.mode, oid: new.id, relation },
            (Some(old), None) => Tracked::Deletion { entry_mode: old.mode, oid: old.id, relation },
            _ => {
                list.extend(Change::new(path.as_ref(), old, new));
                continue;
            }
        };
        // Refused are directories without a relation, which nobody lists.
        tracker.try_push_change(tracked, path.as_ref());
    }
    let (mut added, mut deleted) = (Vec::new(), Vec::new());
    tracker.emit(
        |to, from| {
            let (oid, mode) = to.change.oid_and_entry_mode();
            let to_path = to.location.to_owned();
            let to_entry = Entry { id: oid.to_owned(), mode };
            match (from, to.change) {
                (Some(from), _) => {
                    let from_entry = Entry { id: from.id, mode: from.entry_mode };
                    let from = OneSided { path: from.location.to_owned(), entry: from_entry };
                    list.extend(Change::renamed(&from, &OneSided { path: to_path, entry: to_entry }, 1.0));
                }
                (None, Tracked::Deletion { .. }) => deleted.push(OneSided { path: to_path, entry: to_entry }),
                (None, _) => added.push(OneSided { path: to_path, entry: to_entry }),
            }
            ControlFlow::Continue(())
        },
        &mut plain_blobs(hash),
        objects,
        |_| Ok::<(), Infallible>(()),
    )?;
    let is_limited = added.len().saturating_mul(deleted.len()) > RENAME_LIMIT * RENAME_LIMIT;
    let mut paired = renames::Paired::default();
    if !is_limited {
        paired = renames::pair_similar(objects, &added, &deleted, bytes)?;
    }
    let (mut is_new, mut is_gone) = (vec![true; added.len()], vec![true; deleted.len()]);
    for &(new, old, similarity) in &paired.pairs {
        list.extend(Change::renamed(&deleted[old], &added[new], similarity));
        (is_new[new], is_gone[old]) = (false, false);
    }
    let left = |files: Vec<OneSided>, is_left: Vec<bool>| {
        files.into_iter().zip(is_left).filter_map(|(file, is_left)| is_left.then_some(file))
    };
    list.extend(left(added, is_new).filter_map(|it| Change::new(it.path.as_ref(), None, Some(it.entry))));
    list.extend(left(deleted, is_gone).filter_map(|it| Change::new(it.path.as_ref(), Some(it.entry), None)));
    Ok(is_limited || paired.is_exhausted)
}

/// What the tracker would read blobs with: as they are, without attributes, drivers and filters, nothing over [`MAX_BLOB`].
pub(super) fn plain_blobs(hash: gix::hash::Kind) -> Platform {
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
