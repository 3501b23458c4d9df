//! Sources: the bytes of a file, or why they are not examined.

use crate::detect::Texts;
use crate::error::Error;
use crate::git::{Blob, FileId, MAX_BLOB, Reader};

pub(crate) const BINARY: &str = "it is a binary file";

pub(crate) enum Read {
    Bytes(Vec<u8>),
    Skipped(String),
    Trouble(Error),
}

/// Texts of files, read when they are asked for.
pub(super) struct SourceTexts<'a> {
    pub reader: &'a Reader,
    pub ids: Vec<Option<FileId>>,
}

impl Texts for SourceTexts<'_> {
    fn read(&self, position: usize) -> Option<Vec<u8>> {
        match self.reader.read_neighbour(self.ids[position]?.id, MAX_BLOB) {
            Ok(Blob::Bytes(bytes)) if !is_lfs_pointer(&bytes) && !is_binary(&bytes) => Some(bytes),
            _ => None,
        }
    }
}

pub(crate) fn read(reader: &Reader, path: &str, id: FileId) -> Read {
    if !id.mode.is_source() {
        return Read::Skipped("it is not a regular file".to_owned());
    }
    match reader.read(id.id, MAX_BLOB) {
        Ok(Blob::Bytes(bytes)) if is_lfs_pointer(&bytes) => {
            Read::Skipped("it is a Git LFS pointer, its content is not in the repository".to_owned())
        }
        Ok(Blob::Bytes(bytes)) => Read::Bytes(bytes),
        Ok(Blob::TooLarge(size)) => {
            Read::Skipped(format!("it has {size} bytes, more than the {MAX_BLOB} that are examined"))
        }
        Ok(Blob::Missing) => {
            Read::Trouble(Error::undecided(format!("the object {} of {path} is not in this clone", id.id)).hint(
                "fetch it first: `git fetch --refetch --no-filter` in a partial clone, `git fetch --unshallow` in a shallow one",
            ))
        }
        Err(error) => Read::Trouble(error),
    }
}

pub(super) fn is_lfs_pointer(bytes: &[u8]) -> bool {
    bytes.starts_with(b"version https://git-lfs.github.com/spec/")
}

/// As git decides it: a NUL among the first bytes.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    bytes[..bytes.len().min(8000)].contains(&0)
}
