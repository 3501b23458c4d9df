//! Files on disk as git would store them.
//!
//! [`Disk`] reads a file of the worktree into the overlay, after the conversion that `git add` does: line ends,
//! encoding, `$Id$`. External filter programs are *not* run, so a file behind one (git-lfs) stands as it is on disk.
//! Links are never followed, neither as the file nor as a folder on the way to it. A folder in place of a file counts as
//! absent; what is neither (a pipe, a device) is never opened and stands as a link that leads nowhere, so that it is
//! told as something that cannot be examined and not as gone (SPEC 5.10). A file over [`MAX_BLOB`] is hashed as it is, in pieces, and only its size is kept.

use std::fs::{File, Metadata};
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::AtomicBool;

use gix::ObjectId;
use gix::bstr::{BStr, ByteSlice};
use gix::filter::plumbing::pipeline::{CrlfRoundTripCheck, convert::ToGitOutcome};
use gix::objs::{Find, Kind, compute_hash, compute_stream_hash};

use super::{FileId, FileMode, MAX_BLOB, Repository};
use crate::error::{Error, Result};

/// So often a file is looked at that somebody else replaces at the same time.
const LOOKS: usize = 20;
/// How [`open`] says that what it found is not what was looked at.
const REPLACED: io::ErrorKind = io::ErrorKind::StaleNetworkFileHandle;

pub(super) struct Disk<'a> {
    repository: &'a Repository,
    root: &'a Path,
    index: &'a gix::index::State,
    attributes: gix::worktree::Stack,
    conversion: gix::filter::plumbing::Pipeline,
    capabilities: gix::fs::Capabilities,
}

impl<'a> Disk<'a> {
    pub(super) fn new(repository: &'a Repository, root: &'a Path, index: &'a gix::index::State) -> Result<Self> {
        let git = &repository.git;
        let failed = |error: gix::Error| repository.failure("the settings for line ends cannot be read", error);
        let mut options = gix::filter::Pipeline::options(git).map_err(failed)?;
        options.drivers.clear();
        options.encodings_with_roundtrip_check.clear();
        options.crlf_roundtrip_check = CrlfRoundTripCheck::Skip;
        let source = gix::worktree::stack::state::attributes::Source::WorktreeThenIdMapping;
        Ok(Disk {
            repository,
            root,
            index,
            attributes: git.attributes_only(index, source).map_err(failed)?.detach(),
            conversion: gix::filter::plumbing::Pipeline::new(Default::default(), git.object_hash(), options),
            capabilities: git.filesystem_options().map_err(failed)?,
        })
    }

    /// The file at `path`, now in the overlay; `None` when there is none. `tracked` is its mode in the index, which
    /// counts where the file system cannot express modes.
    pub(super) fn file(&mut self, path: &BStr, tracked: Option<FileMode>) -> Result<Option<FileId>> {
        let mut looks = 1;
        loop {
            match self.look(path, tracked) {
                // Whoever replaces a file is done with it: the next look sees the new one.
                Err(error) if error.kind() == REPLACED && looks < LOOKS => looks += 1,
                found => return found.map_err(|error| unreadable(path, error)),
            }
        }
    }

    fn look(&mut self, path: &BStr, tracked: Option<FileMode>) -> io::Result<Option<FileId>> {
        let Some((full, metadata)) = self.locate(path)? else { return Ok(None) };
        if metadata.is_symlink() {
            return keep_link(self.repository, &full).map(Some);
        }
        if is_special(&metadata) {
            return keep_bytes(self.repository, b"", FileMode::Symlink).map(Some);
        }
        if !metadata.is_file() {
            return Ok(tracked
                .filter(|mode| *mode == FileMode::Submodule && metadata.is_dir())
                .and_then(|mode| self.index.entry_by_path(path).map(|entry| FileId { id: entry.id, mode })));
        }
        let mode = match tracked {
            Some(FileMode::Symlink) if !self.capabilities.symlink => FileMode::Symlink,
            Some(mode @ (FileMode::File | FileMode::Executable)) if !self.capabilities.executable_bit => mode,
            _ if self.capabilities.executable_bit && is_executable(&metadata) => FileMode::Executable,
            _ => FileMode::File,
        };
        let bytes = match read(self.repository, &full, &metadata, mode)? {
            Read::Bytes(bytes) => bytes,
            Read::TooLarge(file) => return Ok(Some(file)),
        };
        if mode == FileMode::Symlink {
            return keep_bytes(self.repository, &bytes, mode).map(Some);
        }
        let converted = self.convert(path, &bytes);
        keep_bytes(self.repository, converted.as_deref().unwrap_or(&bytes), mode).map(Some)
    }

    /// What stands in place of a file that git takes for deleted, where that is a pipe or the like.
    pub(super) fn in_place_of(&self, path: &BStr) -> Result<Option<FileId>> {
        let found = self.locate(path).and_then(|found| match found {
            Some((_, metadata)) if is_special(&metadata) => {
                keep_bytes(self.repository, b"", FileMode::Symlink).map(Some)
            }
            _ => Ok(None),
        });
        found.map_err(|error| unreadable(path, error))
    }

    /// The place of `path` on disk, if no link stands on the way to it.
    fn locate(&self, path: &BStr) -> io::Result<Option<(PathBuf, Metadata)>> {
        let relative = gix::path::from_bstr(path).map_err(io::Error::other)?;
        let mut full = self.root.to_owned();
        let mut found = None;
        for component in relative.components() {
            let Component::Normal(name) = component else { return Ok(None) };
            // Only an index that somebody made by hand names what is in the git directory.
            if name.eq_ignore_ascii_case(".git") {
                return Ok(None);
            }
            if found.as_ref().is_some_and(|metadata: &Metadata| !metadata.is_dir()) {
                return Ok(None);
            }
            full.push(component);
            found = match std::fs::symlink_metadata(&full) {
                Ok(metadata) => Some(metadata),
                Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                    return Ok(None);
                }
                Err(error) => return Err(error),
            };
        }
        Ok(found.map(|metadata| (full, metadata)))
    }

    /// The bytes as git would store them; `None` when they are stored as they are, or when they are not in the encoding
    /// that `.gitattributes` claims, where git would refuse to add the file.
    fn convert(&mut self, path: &BStr, bytes: &[u8]) -> Option<Vec<u8>> {
        let objects = &self.repository.objects;
        let index = self.index;
        let platform = self.attributes.at_entry(path, None, objects).ok()?;
        let relative = gix::path::from_bstr(path).ok()?;
        let outcome = self.conversion.convert_to_git(
            bytes,
            &relative,
            &mut |_, found| {
                platform.matching_attributes(found);
            },
            &mut |buffer| match index.entry_by_path(path) {
                Some(entry) => Ok(objects.try_find(&entry.id, buffer)?.filter(|it| it.kind == Kind::Blob).map(|_| ())),
                None => Ok(None),
            },
        );
        match outcome {
            Ok(ToGitOutcome::Buffer(converted)) => Some(converted.to_vec()),
            Ok(ToGitOutcome::Unchanged(_) | ToGitOutcome::Process(_)) | Err(_) => None,
        }
    }
}

fn unreadable(path: &BStr, error: io::Error) -> Error {
    Error::undecided(format!("`{}` cannot be read", super::path::text(path)))
        .hint("make it readable, or list it in `.gitignore` if it is not meant to be seen")
        .caused_by(error)
}

/// Whether it is a pipe, a socket or a device.
fn is_special(metadata: &Metadata) -> bool {
    !metadata.is_file() && !metadata.is_dir() && !metadata.is_symlink()
}

/// A file on disk as it is, now in the overlay.
pub(super) fn keep(repository: &Repository, full: &Path, metadata: &Metadata, mode: FileMode) -> io::Result<FileId> {
    if mode == FileMode::Symlink {
        return keep_link(repository, full);
    }
    match read(repository, full, metadata, mode)? {
        Read::Bytes(bytes) => keep_bytes(repository, &bytes, mode),
        Read::TooLarge(file) => Ok(file),
    }
}

enum Read {
    Bytes(Vec<u8>),
    /// Over [`MAX_BLOB`]: only its id and its size are kept.
    TooLarge(FileId),
}

fn read(repository: &Repository, full: &Path, metadata: &Metadata, mode: FileMode) -> io::Result<Read> {
    let mut file = open(full, metadata)?;
    if metadata.len() > MAX_BLOB {
        let (never, size) = (AtomicBool::new(false), metadata.len());
        let hash = repository.git.object_hash();
        let id: ObjectId = compute_stream_hash(hash, Kind::Blob, &mut file, size, &mut gix::progress::Discard, &never)
            .map_err(io::Error::other)?;
        repository.objects.overlay().insert_too_large(id, size);
        return Ok(Read::TooLarge(FileId { id, mode }));
    }
    let mut bytes = Vec::new();
    (&mut file).take(MAX_BLOB + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BLOB {
        return Err(io::Error::other("the file grew while it was read"));
    }
    Ok(Read::Bytes(bytes))
}

/// Opens the file that was looked at, and no other: a link that came into its place is not followed.
fn open(full: &Path, seen: &Metadata) -> io::Result<File> {
    let file = gix::fs::open_options_no_follow().read(true).open(full).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => io::Error::new(REPLACED, "it was taken away while it was read"),
        _ => error,
    })?;
    let is_seen = is_same(seen, &file.metadata()?);
    if is_seen { Ok(file) } else { Err(io::Error::new(REPLACED, "it was replaced while it was read")) }
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino()) && other.is_file()
}

#[cfg(not(unix))]
fn is_same(_one: &Metadata, other: &Metadata) -> bool {
    other.is_file()
}

fn keep_link(repository: &Repository, full: &Path) -> io::Result<FileId> {
    let target = gix::path::into_bstr(std::fs::read_link(full)?).map_err(io::Error::other)?.into_owned();
    let target = gix::path::to_unix_separators_on_windows(target.as_bstr());
    keep_bytes(repository, &target, FileMode::Symlink)
}

fn keep_bytes(repository: &Repository, bytes: &[u8], mode: FileMode) -> io::Result<FileId> {
    let id = compute_hash(repository.git.object_hash(), Kind::Blob, bytes).map_err(io::Error::other)?;
    repository.objects.overlay().insert_blob(id, bytes)?;
    Ok(FileId { id, mode })
}

#[cfg(unix)]
pub(super) fn is_executable(metadata: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o100 != 0
}

#[cfg(not(unix))]
pub(super) fn is_executable(_metadata: &Metadata) -> bool {
    false
}
