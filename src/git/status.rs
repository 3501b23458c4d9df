//! The index and the worktree as revisions.
//!
//! Both start from the tree of `HEAD` (an empty one on an unborn branch) and apply what is different: `HEAD` to index,
//! then index to worktree. What gix reports as modified is only a suspicion, since it may go by a file's size: the file
//! is read, and if its id is the old one nothing has changed.
//!
//! * Conflicts: the index has no answer (exit 3); the worktree has the file as it stands on disk.
//! * Files that are only *intended* to be added are not staged, but they are in the worktree.
//! * Skipped files of a sparse checkout count as unmodified, whole folders of a sparse index too.
//! * Untracked files are in the worktree, ignored ones are not, whatever `status.showUntrackedFiles` says.
//! * Submodules stay at the commit that the index names; whether they are checked out elsewhere is not looked at.

use std::sync::atomic::{AtomicBool, Ordering};

use gix::ObjectId;
use gix::bstr::{BStr, BString, ByteSlice};
use gix::index::entry::{Flags, Mode};
use gix::status::index_worktree::Options;
use gix::status::plumbing::index_as_worktree::traits::{FastEq, SubmoduleStatus};
use gix::status::plumbing::index_as_worktree::{Change, EntryStatus};
use gix::status::plumbing::index_as_worktree_with_renames::{Entry, VisitEntry};

use super::edits::Edits;
use super::worktree::Disk;
use super::{FileId, FileMode, GapReason, MAX_CHANGES, MAX_FILES, Repository, Revision, RevisionKind};
use crate::error::{Error, Result};

/// The largest index that is read: it would be of about two million files.
const MAX_INDEX: u64 = 192 * 1024 * 1024;

/// The largest `.gitignore` and `.gitattributes` that gix may read into memory.
const MAX_PATTERNS: u64 = 8 * 1024 * 1024;

impl Repository {
    /// The index as a revision.
    pub fn staged(&self) -> Result<Revision> {
        self.require_worktree("staged")?;
        let index = self.index()?;
        if let Some(conflict) = index.entries().iter().find(|entry| entry.stage_raw() != 0) {
            let path = conflict.path(&index);
            return Err(Error::undecided(format!("`{path}` has merge conflicts, so what is staged is not decided"))
                .hint("resolve them and `git add` the result, or look at the worktree instead"));
        }
        let (history, head) = self.head_tree()?;
        let tree = self.edited(head, self.staged_edits(&index, head)?)?;
        Ok(Revision { name: "staged".into(), kind: RevisionKind::Staged, tree, history })
    }

    /// The worktree as a revision, untracked files that are not ignored included.
    pub fn worktree(&self) -> Result<Revision> {
        let root = self.require_worktree("worktree")?;
        let index = self.index()?;
        let (history, head) = self.head_tree()?;
        let mut edits = self.staged_edits(&index, head)?;
        let mut disk = Disk::new(self, root, &index)?;
        for (path, suspicion) in self.suspicions(&index, 2 * MAX_CHANGES)? {
            let found = match suspicion {
                Suspicion::Gone => disk.in_place_of(path.as_bstr())?,
                Suspicion::Mode(file) => Some(file),
                Suspicion::Look(tracked) => disk.file(path.as_bstr(), tracked)?,
                Suspicion::Repository => Some(self.nested_repository()),
            };
            match found {
                Some(file) => edits.put(path, file)?,
                None => edits.remove(path)?,
            }
        }
        let tree = self.edited(head, edits)?;
        Ok(Revision { name: "worktree".into(), kind: RevisionKind::Worktree, tree, history })
    }

    fn require_worktree(&self, what: &str) -> Result<&std::path::Path> {
        self.worktree_root().ok_or_else(|| {
            Error::usage(format!("a bare repository has no {what} files"))
                .hint("compare two commits: `--base R --target R`")
        })
    }

    pub(super) fn index(&self) -> Result<gix::worktree::Index> {
        if let Ok(size) = std::fs::metadata(self.git.index_path()).map(|data| data.len())
            && size > MAX_INDEX
        {
            return Err(Error::undecided(format!("the index has {size} bytes, and at most {MAX_INDEX} are read"))
                .hint("compare two commits: `--base R --target R`"));
        }
        self.git.index_or_empty().map_err(|error| {
            Error::undecided("the index cannot be read")
                .hint("`git status` may say more; `git reset` writes a new one")
                .caused_by(error)
        })
    }

    /// `HEAD`'s commit, if there is one, and its tree.
    fn head_tree(&self) -> Result<(Option<ObjectId>, ObjectId)> {
        Ok(match self.head()? {
            Some(head) => (head.history, head.tree),
            None => (None, ObjectId::empty_tree(self.git.object_hash())),
        })
    }

    fn nested_repository(&self) -> FileId {
        FileId { id: ObjectId::empty_blob(self.git.object_hash()), mode: FileMode::Submodule }
    }

    /// Every file of `HEAD`. What git itself could not have checked out is not in the index either; but where there is too
    /// much to be listed, nothing can be said.
    fn whole_walk(&self, head: ObjectId) -> Result<Vec<(BString, FileId)>> {
        let (files, gaps) = self.walk(head)?;
        match gaps.iter().find(|(_, reason)| !matches!(reason, GapReason::Malformed | GapReason::TooLong)) {
            None => Ok(files),
            Some(_) => Err(Error::undecided(format!("HEAD has more entries than can be listed: more than {MAX_FILES}, or the same folders in too many places"))
                .hint("compare two commits: `--base R --target R`")),
        }
    }

    /// What the index has different from `head`. Conflicted files are left as `head` has them.
    fn staged_edits(&self, index: &gix::index::State, head: ObjectId) -> Result<Edits> {
        let mut edits = Edits::default();
        // git notes in the index which tree it was read from or written as, until an entry changes.
        if index.tree().is_some_and(|tree| tree.num_entries.is_some() && tree.id == head) {
            return Ok(edits);
        }
        let mut head = self.whole_walk(head)?.into_iter().peekable();
        for entry in index.entries() {
            let path = entry.path(index);
            if entry.flags.contains(Flags::INTENT_TO_ADD) {
                continue;
            }
            while let Some((gone, _)) = head.next_if(|(file, _)| file.as_bstr() < path) {
                edits.remove(gone)?;
            }
            if entry.mode == Mode::DIR {
                while head.next_if(|(file, _)| file.starts_with(path)).is_some() {}
                edits.put_tree(path.trim_end_with(|c| c == '/').into(), entry.id)?;
                continue;
            }
            let before = head.next_if(|(file, _)| file == path).map(|(_, file)| file);
            if entry.stage_raw() != 0 {
                continue;
            }
            let mode = tracked_mode(entry.mode).ok_or_else(|| {
                Error::undecided(format!("`{path}` has a mode in the index that is not known"))
                    .hint("`git reset` writes a new index")
            })?;
            let after = FileId { id: entry.id, mode };
            if before != Some(after) {
                edits.put(path.to_owned(), after)?;
            }
        }
        for (gone, _) in head {
            edits.remove(gone)?;
        }
        Ok(edits)
    }

    /// gix reads the patterns of a folder whole, so those that came with the repository must not be huge.
    fn refuse_large_patterns(&self, index: &gix::index::State) -> Result<()> {
        let root = self.require_worktree("worktree")?;
        for entry in index.entries() {
            let path = entry.path(index);
            if !path.ends_with(b".gitignore") && !path.ends_with(b".gitattributes") {
                continue;
            }
            let Ok(relative) = gix::path::from_bstr(path) else { continue };
            if std::fs::symlink_metadata(root.join(relative)).is_ok_and(|data| data.len() > MAX_PATTERNS) {
                return Err(Error::undecided(format!("`{path}` has more than the {MAX_PATTERNS} bytes that are read"))
                    .hint("no such file needs as much; compare two commits instead: `--base R --target R`"));
            }
        }
        Ok(())
    }

    /// The paths where the worktree may differ from the index, sorted; an error where there are as many as `limit`.
    pub(super) fn suspicions(&self, index: &gix::index::State, limit: usize) -> Result<Vec<(BString, Suspicion)>> {
        let failed = |error: gix::Error| {
            Error::undecided("the worktree cannot be compared with the index")
                .hint("`git status` may say more")
                .caused_by(error)
        };
        let untracked = gix::dir::walk::EmissionMode::Matching;
        let walk = self.git.dirwalk_options().map_err(failed)?.emit_untracked(untracked);
        let stop = AtomicBool::new(false);
        let mut seen = Seen { list: Vec::new(), limit, stop: &stop };
        self.refuse_large_patterns(index)?;
        self.git
            .index_worktree_status(
                index,
                None::<&BStr>,
                &mut seen,
                FastEq,
                Unentered,
                &mut gix::progress::Discard,
                &stop,
                Options { dirwalk_options: Some(walk), ..Default::default() },
            )
            .map(drop)
            .map_err(|error| if seen.is_full() { too_many() } else { failed(error) })?;
        if seen.is_full() {
            return Err(too_many());
        }
        seen.list.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(seen.list)
    }
}

/// The error for a worktree with too many files that are not in `HEAD`, or otherwise there.
pub(super) fn too_many() -> Error {
    Error::undecided(format!("more than {MAX_CHANGES} files differ from HEAD"))
        .hint("commit them, or list generated files in `.gitignore`")
}

/// The mode of an index entry; `None` for the folders of a sparse index and for what is not known.
pub(super) fn tracked_mode(mode: Mode) -> Option<FileMode> {
    mode.to_tree_entry_mode().and_then(FileMode::of)
}

/// Why a path is worth a look.
pub(super) enum Suspicion {
    Gone,
    /// The contents are the index's, the mode is not.
    Mode(FileId),
    /// Its contents may differ; with its mode in the index, if it is tracked.
    Look(Option<FileMode>),
    /// A repository that nobody tracks.
    Repository,
}

struct Seen<'a> {
    list: Vec<(BString, Suspicion)>,
    limit: usize,
    /// Ends the walk.
    stop: &'a AtomicBool,
}

impl<'index> VisitEntry<'index> for Seen<'_> {
    type ContentChange = ();
    type SubmoduleStatus = ();

    fn visit_entry(&mut self, entry: Entry<'index, (), ()>) {
        if self.is_full() {
            return self.stop.store(true, Ordering::Relaxed);
        }
        match entry {
            Entry::Modification { entry, rela_path, status, .. } => {
                let mode = tracked_mode(entry.mode);
                let suspicion = match status {
                    EntryStatus::NeedsUpdate(_) | EntryStatus::Change(Change::SubmoduleModification(())) => return,
                    EntryStatus::Change(Change::Removed) => Suspicion::Gone,
                    EntryStatus::IntentToAdd | EntryStatus::Change(Change::Type { .. }) => Suspicion::Look(None),
                    EntryStatus::Conflict { .. } => Suspicion::Look(mode),
                    EntryStatus::Change(Change::Modification { executable_bit_changed, content_change, .. }) => {
                        let mode = if executable_bit_changed { mode.map(other_bit) } else { mode };
                        match (content_change, mode) {
                            (None, Some(mode)) => Suspicion::Mode(FileId { id: entry.id, mode }),
                            _ => Suspicion::Look(mode),
                        }
                    }
                };
                self.list.push((rela_path.to_owned(), suspicion));
            }
            Entry::DirectoryContents { entry, .. } => self.untracked(&entry),
            // Not asked for, but if it came it would be these two.
            Entry::Rewrite { source, dirwalk_entry, .. } => {
                self.list.push((source.rela_path().to_owned(), Suspicion::Gone));
                self.untracked(&dirwalk_entry);
            }
        }
    }
}

impl Seen<'_> {
    fn is_full(&self) -> bool {
        self.list.len() >= self.limit
    }

    fn untracked(&mut self, entry: &gix::dir::Entry) {
        use gix::dir::entry::{Kind, Status};
        if entry.status != Status::Untracked {
            return;
        }
        let suspicion = match entry.disk_kind {
            Some(Kind::File | Kind::Symlink) => Suspicion::Look(None),
            Some(Kind::Repository) => Suspicion::Repository,
            Some(Kind::Directory | Kind::Untrackable) | None => return,
        };
        self.list.push((entry.rela_path.clone(), suspicion));
    }
}

fn other_bit(mode: FileMode) -> FileMode {
    match mode {
        FileMode::File => FileMode::Executable,
        FileMode::Executable => FileMode::File,
        other => other,
    }
}

/// Submodules are never entered.
#[derive(Clone)]
struct Unentered;

impl SubmoduleStatus for Unentered {
    type Output = ();

    fn status(&mut self, _entry: &gix::index::Entry, _path: &BStr) -> gix::Result<Option<()>> {
        Ok(None)
    }
}
