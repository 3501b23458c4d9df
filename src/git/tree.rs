//! Files in the tree of a revision.
//!
//! A tree comes from somebody else: its size, depth and names are not to be trusted (SPEC 13.1). A list of files has
//! [gaps](Gaps) where there is too much, as [`compare`](super::compare) decides. A single file is found through names
//! alone, however much stands beside it: a name that no file can have leads nowhere. One that its folder has twice is
//! an error, since nobody can say which of the two git would take; so is a name with a slash that reads like the way to
//! the file, for git checks it out as if it were one.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use gix::ObjectId;
use gix::bstr::{BString, ByteSlice};
use gix::objs::tree::{EntryKind, EntryMode};
use gix::objs::{FindHeader, TreeRefIter};

use super::compare::Entry;
use super::gaps::Gaps;
use super::objects::MAX_TREE;
use super::{Repository, Revision, path};
use crate::error::{Error, Result};

/// The most entries, directories included, that are listed of one revision.
pub const MAX_FILES: usize = 1_000_000;

/// Paths longer than this cannot be checked out on any common system.
pub(super) const MAX_PATH: usize = 4096;

/// The most bytes that the paths of one walk may have together.
const MAX_PATH_BYTES: usize = 256 * 1024 * 1024;

/// The most entries that are kept of directories looked into.
const MAX_LISTED: usize = 200_000;

/// A directory's entries.
#[derive(Default)]
pub(super) struct Listing {
    by_name: HashMap<BString, Listed>,
    /// Names with a slash, which read like files of other folders.
    ways: BTreeSet<BString>,
}

impl Listing {
    fn len(&self) -> usize {
        self.by_name.len() + self.ways.len()
    }

    /// The name with a slash that is this path, a folder above it, or something below it.
    fn way_to(&self, path: &[u8]) -> Option<&BString> {
        if self.ways.is_empty() {
            return None;
        }
        let ends = path.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(at, _)| at);
        let above = ends.chain([path.len()]).find_map(|end| self.ways.get(&BString::from(&path[..end])));
        let below = [path, b"/"].concat();
        let next = || self.ways.range(BString::from(below.as_slice())..).next();
        above.or_else(|| next().filter(|name| name.starts_with(&below)))
    }
}

/// What a directory has under a name.
#[derive(Clone, Copy)]
pub(super) enum Listed {
    Directory(ObjectId),
    File(FileId),
    /// More than one thing.
    Twice,
}

/// The files of a revision.
pub struct Files {
    /// By path.
    pub list: Vec<(String, FileId)>,
    /// What the list lacks.
    pub gaps: Gaps,
}

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
        let mut rest = path;
        while let Some(component) = components.next() {
            let listing = self.listing(tree)?;
            if let Some(name) = listing.way_to(rest) {
                return Err(ambiguous(tree, name, "beside what stands in its folders"));
            }
            rest = rest.get(component.len() + 1..).unwrap_or_default();
            let next = listing.by_name.get(component.as_bstr()).copied();
            match (next, components.peek()) {
                (Some(Listed::File(file)), None) => return Ok(Some(file)),
                (Some(Listed::Directory(id)), Some(_)) => tree = id,
                (Some(Listed::Twice), _) => return Err(ambiguous(tree, component, "twice")),
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
        let mut listing = Listing::default();
        for entry in TreeRefIter::from_bytes(&bytes, tree.kind()) {
            let entry = entry.map_err(|error| damaged(tree).caused_by(error))?;
            if !is_sound(entry.filename) {
                if entry.filename.contains(&b'/') {
                    listing.ways.insert(entry.filename.to_owned());
                }
                continue;
            }
            let id = entry.oid.to_owned();
            let mode = FileMode::of(entry.mode);
            let found = mode.map_or(Listed::Directory(id), |mode| Listed::File(FileId { id, mode }));
            listing.by_name.entry(entry.filename.to_owned()).and_modify(|kept| *kept = Listed::Twice).or_insert(found);
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
    pub fn files(&self, revision: &Revision) -> Result<Files> {
        let (files, gaps) = self.walk(revision.tree)?;
        let mut list: Vec<_> = files.into_iter().map(|(bytes, file)| (path::text(&bytes), file)).collect();
        list.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(Files { list, gaps })
    }

    /// Every file below `tree`, sorted by the bytes of its path, as the index is.
    pub(super) fn walk(&self, tree: ObjectId) -> Result<(Vec<(BString, FileId)>, Gaps)> {
        let found = self.compare(ObjectId::empty_tree(tree.kind()), tree, MAX_FILES)?;
        let file = |new: Entry| FileMode::of(new.mode).map(|mode| FileId { id: new.id, mode });
        let mut files: Vec<_> =
            found.list.into_iter().filter_map(|it| Some((it.path, it.new.and_then(file)?))).collect();
        files.sort_by(|a, b| a.0.cmp(&b.0));
        Ok((files, found.gaps))
    }

    /// The bytes of a tree object.
    pub(super) fn tree(&self, id: ObjectId) -> Result<Vec<u8>> {
        match self.objects.object(id) {
            Ok(Some((gix::objs::Kind::Tree, bytes))) => Ok(bytes),
            Ok(Some(_)) => Err(damaged(id)),
            Ok(None) => Err(self.missing(id)),
            Err(error) if self.is_large_tree(id) => Err(too_large(id).caused_by(error)),
            Err(error) => Err(damaged(id).caused_by(error)),
        }
    }

    /// The same; `None` when it is too large to be read.
    pub(super) fn tree_within_limit(&self, id: ObjectId) -> Result<Option<Vec<u8>>> {
        match self.tree(id) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(_) if self.is_large_tree(id) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn is_large_tree(&self, id: ObjectId) -> bool {
        let header = self.objects.try_header(&id);
        matches!(header, Ok(Some(header)) if header.kind == gix::objs::Kind::Tree && header.size > MAX_TREE)
    }
}

/// Nobody can say which of two things git would take for the file.
fn ambiguous(tree: ObjectId, name: &[u8], how: &str) -> Error {
    Error::undecided(format!("tree {tree} has the name `{}` {how}", path::text(name)))
        .hint("look at who made it; `git fsck` shows what else is wrong")
}

fn too_large(tree: ObjectId) -> Error {
    Error::undecided(format!("tree {tree} is too large to be read"))
        .hint("a folder of it has more files than any should have: spread them over several folders")
}

pub(super) fn damaged(tree: ObjectId) -> Error {
    Error::undecided(format!("tree {tree} cannot be read")).hint("run `git fsck` to see what is damaged")
}

/// Whether a file can have that name. One with a slash would read like a file of another folder.
pub(super) fn is_sound(name: &[u8]) -> bool {
    !matches!(name, b"" | b"." | b"..") && !name.contains(&b'/')
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
