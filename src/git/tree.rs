//! Files in the tree of a revision.
//!
//! A tree comes from somebody else: its size, depth and names are not to be trusted (SPEC 13.1). A few kilobytes of
//! trees that name each other twice unfold into billions of paths, so every walk is iterative and draws on a
//! [`Budget`]; running out of it is an error, never a shorter list.

use std::collections::HashMap;
use std::rc::Rc;

use gix::ObjectId;
use gix::bstr::{BString, ByteSlice};
use gix::objs::TreeRefIter;
use gix::objs::tree::{EntryKind, EntryMode};

use super::{Repository, Revision, path};
use crate::error::{Error, Result};

/// The most entries, directories included, that a walk over one revision visits.
pub const MAX_FILES: usize = 1_000_000;

/// Paths longer than this cannot be checked out on any common system.
const MAX_PATH: usize = 4096;

/// The most bytes that the paths of one walk may have together.
const MAX_PATH_BYTES: usize = 256 * 1024 * 1024;

/// The most entries that are kept of directories looked into.
const MAX_LISTED: usize = 200_000;

/// A directory's entries by name; those without a mode are directories.
pub(super) type Listing = HashMap<BString, (ObjectId, Option<FileMode>)>;

/// A file's contents and mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileId {
    pub id: ObjectId,
    pub mode: FileMode,
}

/// What kind of file it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileMode {
    File,
    Executable,
    /// The blob is the link's target; links are never followed.
    Symlink,
    /// A commit of another repository, which is never entered. The id of a nested repository that is not tracked is
    /// the one of an empty blob, since its `HEAD` is not looked at.
    Submodule,
}

impl FileMode {
    /// Whether the blob is the text of a file.
    pub fn is_source(self) -> bool {
        matches!(self, FileMode::File | FileMode::Executable)
    }

    /// `None` for a directory.
    pub(super) fn of(mode: EntryMode) -> Option<Self> {
        match mode.kind() {
            EntryKind::Tree => None,
            EntryKind::Blob => Some(FileMode::File),
            EntryKind::BlobExecutable => Some(FileMode::Executable),
            EntryKind::Link => Some(FileMode::Symlink),
            EntryKind::Commit => Some(FileMode::Submodule),
        }
    }

    pub(super) fn entry_kind(self) -> EntryKind {
        match self {
            FileMode::File => EntryKind::Blob,
            FileMode::Executable => EntryKind::BlobExecutable,
            FileMode::Symlink => EntryKind::Link,
            FileMode::Submodule => EntryKind::Commit,
        }
    }
}

impl Repository {
    /// The file at `path`, or `None` when there is none or a directory stands there. A path in the escaped form of
    /// [`files`](Self::files) is understood when nothing has that literal name.
    pub fn find(&self, revision: &Revision, path: &str) -> Result<Option<FileId>> {
        if let Some(found) = self.find_bytes(revision.tree, path.as_bytes())? {
            return Ok(Some(found));
        }
        match path::unescaped(path) {
            Some(bytes) => self.find_bytes(revision.tree, &bytes),
            None => Ok(None),
        }
    }

    fn find_bytes(&self, mut tree: ObjectId, path: &[u8]) -> Result<Option<FileId>> {
        let mut components = path.split(|&byte| byte == b'/').peekable();
        while let Some(component) = components.next() {
            let next = self.listing(tree)?.get(component.as_bstr()).copied();
            match (next, components.peek()) {
                (Some((id, Some(mode))), None) => return Ok(Some(FileId { id, mode })),
                (Some((id, None)), Some(_)) => tree = id,
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    /// The entries of one directory, kept: a long list of subscriptions asks for the same few directories.
    fn listing(&self, tree: ObjectId) -> Result<Rc<Listing>> {
        if let Some(known) = self.listings.borrow().get(&tree) {
            return Ok(Rc::clone(known));
        }
        let bytes = self.tree(tree)?;
        let mut listing = Listing::new();
        for entry in TreeRefIter::from_bytes(&bytes, tree.kind()) {
            let entry = entry.map_err(|error| damaged(tree).caused_by(error))?;
            // Of a damaged directory that has a name twice, the first counts, as in a walk.
            listing.entry(entry.filename.to_owned()).or_insert((entry.oid.to_owned(), FileMode::of(entry.mode)));
        }
        let mut known = self.listings.borrow_mut();
        if known.values().map(|listing| listing.len()).sum::<usize>() + listing.len() > MAX_LISTED {
            known.clear();
        }
        let listing = Rc::new(listing);
        known.insert(tree, Rc::clone(&listing));
        Ok(listing)
    }

    /// Every file, sorted by path.
    pub fn files(&self, revision: &Revision) -> Result<Vec<(String, FileId)>> {
        let mut files: Vec<_> =
            self.walk(revision.tree)?.into_iter().map(|(bytes, file)| (path::text(&bytes), file)).collect();
        files.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(files)
    }

    /// Every file below `tree`, sorted by the bytes of its path, as the index is.
    pub(super) fn walk(&self, tree: ObjectId) -> Result<Vec<(BString, FileId)>> {
        let mut budget = Budget::new(MAX_FILES);
        let mut files = Vec::new();
        let mut directories = vec![(BString::default(), tree)];
        while let Some((prefix, tree)) = directories.pop() {
            let bytes = self.tree(tree)?;
            for entry in TreeRefIter::from_bytes(&bytes, tree.kind()) {
                let entry = entry.map_err(|error| damaged(tree).caused_by(error))?;
                let mut path = prefix.clone();
                path.extend_from_slice(entry.filename);
                budget.spend(&path)?;
                let id = entry.oid.to_owned();
                match FileMode::of(entry.mode) {
                    Some(mode) => files.push((path, FileId { id, mode })),
                    None => {
                        path.push(b'/');
                        directories.push((path, id));
                    }
                }
            }
        }
        files.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(files)
    }

    /// The bytes of a tree object.
    pub(super) fn tree(&self, id: ObjectId) -> Result<Vec<u8>> {
        match self.objects.object(id) {
            Ok(Some((gix::objs::Kind::Tree, bytes))) => Ok(bytes),
            Ok(Some(_)) => Err(damaged(id)),
            Ok(None) => Err(self.missing(id)),
            Err(error) => Err(damaged(id).caused_by(error)),
        }
    }
}

fn damaged(tree: ObjectId) -> Error {
    Error::undecided(format!("tree {tree} cannot be read")).hint("run `git fsck` to see what is damaged")
}

/// What a walk may still visit.
pub(super) struct Budget {
    limit: usize,
    entries: usize,
    path_bytes: usize,
}

impl Budget {
    pub(super) fn new(limit: usize) -> Self {
        Budget { limit, entries: limit, path_bytes: MAX_PATH_BYTES }
    }

    /// Pays for one more entry.
    pub(super) fn spend(&mut self, path: &[u8]) -> Result<()> {
        if path.len() > MAX_PATH {
            let start = path::text(&path[..64]);
            return Err(Error::undecided(format!("a path that starts with `{start}` is longer than {MAX_PATH} bytes"))
                .hint("such a tree cannot be checked out; look at who made it"));
        }
        match (self.entries.checked_sub(1), self.path_bytes.checked_sub(path.len())) {
            (Some(entries), Some(path_bytes)) => {
                (self.entries, self.path_bytes) = (entries, path_bytes);
                Ok(())
            }
            _ => Err(Error::undecided(format!("more than {} entries are involved", self.limit))
                .hint("compare revisions that are closer to each other, or leave generated files out of git")),
        }
    }
}
