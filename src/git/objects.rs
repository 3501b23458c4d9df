//! The objects of a repository and those that exist in memory only, behind one lookup.
//!
//! The [`Overlay`] holds what the index and worktree revisions are made of: trees, and the files that git does not have
//! yet. It is shared by every reader of a repository. Its first [`IN_MEMORY`] bytes stay in memory, the rest goes to an
//! anonymous temporary file, so a worktree full of untracked files costs disk and not memory. Of a file over
//! [`MAX_BLOB`](super::MAX_BLOB) only the id and the size are kept.
//!
//! Before an object is read its header is, and what is larger than anything of its kind should be is not read at all
//! (SPEC 13.2): a tag of a gigabyte costs as little as any other.
//!
//! [`Objects`] remembers the id of the last object that was asked for and not found, since gix's own errors do not say
//! which one it was in a way that can be relied on.

use std::cell::Cell;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use gix::objs::{Data, Find, FindHeader, Header, Kind};
use gix::{ObjectId, hash::oid};

use super::MAX_BLOB;

/// What the overlay keeps in memory before it uses a temporary file.
const IN_MEMORY: u64 = 64 * 1024 * 1024;

/// The largest tree that is read: a folder of half a million files.
pub(super) const MAX_TREE: u64 = 32 * 1024 * 1024;

/// The largest commit or tag that is read.
const MAX_NOTE: u64 = 4 * 1024 * 1024;

pub(super) struct Objects {
    git: Rc<gix::Repository>,
    overlay: Arc<Overlay>,
    missing: Cell<Option<ObjectId>>,
}

impl Objects {
    pub(super) fn new(git: Rc<gix::Repository>, overlay: Arc<Overlay>) -> Self {
        Objects { git, overlay, missing: Cell::new(None) }
    }

    pub(super) fn overlay(&self) -> &Arc<Overlay> {
        &self.overlay
    }

    pub(super) fn odb(&self) -> &gix::OdbHandle {
        &self.git.objects
    }

    /// The object that could not be found since this was last asked.
    pub(super) fn take_missing(&self) -> Option<ObjectId> {
        self.missing.take()
    }

    /// The kind and bytes of an object; `None` when it is not there, an error when it is too large.
    pub(super) fn object(&self, id: ObjectId) -> gix::Result<Option<(Kind, Vec<u8>)>> {
        let mut buffer = Vec::new();
        Ok(self.try_find(&id, &mut buffer)?.map(|data| data.kind).map(|kind| (kind, buffer)))
    }
}

impl Find for Objects {
    fn try_find<'a>(&self, id: &oid, buffer: &'a mut Vec<u8>) -> gix::Result<Option<Data<'a>>> {
        let object_hash = id.kind();
        if *id == *ObjectId::empty_tree(object_hash) {
            buffer.clear();
            return Ok(Some(Data { kind: Kind::Tree, object_hash, data: buffer }));
        }
        if let Some(found) = self.overlay.get(id) {
            let kind = found.kind();
            return match found.into_bytes(&self.overlay).map_err(gix::Error::from_error)? {
                Some(bytes) => {
                    buffer.clear();
                    buffer.extend_from_slice(&bytes);
                    Ok(Some(Data { kind, object_hash, data: buffer }))
                }
                None => Ok(None),
            };
        }
        let Some(Header { kind, size }) = self.try_header(id)? else { return Ok(None) };
        let most = match kind {
            Kind::Blob => MAX_BLOB,
            Kind::Tree => MAX_TREE,
            Kind::Commit | Kind::Tag => MAX_NOTE,
        };
        if size > most {
            let message = format!("the {kind} {id} has {size} bytes, and at most {most} are read");
            return Err(gix::Error::from_error(io::Error::other(message)));
        }
        let found = self.odb().try_find(id, buffer)?;
        if found.is_none() {
            self.missing.set(Some(id.to_owned()));
        }
        Ok(found)
    }
}

impl FindHeader for Objects {
    fn try_header(&self, id: &oid) -> gix::Result<Option<Header>> {
        if let Some(found) = self.overlay.get(id) {
            return Ok(Some(Header { kind: found.kind(), size: found.size() }));
        }
        let header = FindHeader::try_header(self.odb(), id)?;
        if header.is_none() {
            self.missing.set(Some(id.to_owned()));
        }
        Ok(header)
    }
}

/// Objects that git does not have.
#[derive(Default)]
pub(super) struct Overlay {
    objects: RwLock<HashMap<ObjectId, Kept>>,
    spill: Mutex<Spill>,
}

/// One object of the overlay.
#[derive(Clone)]
pub(super) enum Kept {
    Bytes(Kind, Arc<[u8]>),
    /// A blob in the temporary file.
    Spilled {
        offset: u64,
        size: u64,
    },
    /// A blob of which only the size is known.
    TooLarge(u64),
}

#[derive(Default)]
struct Spill {
    in_memory: u64,
    file: Option<File>,
    end: u64,
}

impl Overlay {
    pub(super) fn get(&self, id: &oid) -> Option<Kept> {
        self.objects.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    pub(super) fn insert_tree(&self, id: ObjectId, bytes: &[u8]) {
        self.insert(id, Kept::Bytes(Kind::Tree, bytes.into()));
    }

    pub(super) fn insert_too_large(&self, id: ObjectId, size: u64) {
        self.insert(id, Kept::TooLarge(size));
    }

    pub(super) fn insert_blob(&self, id: ObjectId, bytes: &[u8]) -> io::Result<()> {
        if self.get(&id).is_some() {
            return Ok(());
        }
        let size = bytes.len() as u64;
        let mut spill = self.spill();
        let kept = if spill.in_memory + size <= IN_MEMORY {
            spill.in_memory += size;
            Kept::Bytes(Kind::Blob, bytes.into())
        } else {
            spill.append(bytes)?
        };
        drop(spill);
        self.insert(id, kept);
        Ok(())
    }

    fn insert(&self, id: ObjectId, kept: Kept) {
        self.objects.write().unwrap_or_else(PoisonError::into_inner).insert(id, kept);
    }

    fn spill(&self) -> MutexGuard<'_, Spill> {
        self.spill.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Spill {
    fn append(&mut self, bytes: &[u8]) -> io::Result<Kept> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile()?),
        };
        let offset = self.end;
        file.seek(SeekFrom::Start(offset))?;
        file.write_all(bytes)?;
        self.end += bytes.len() as u64;
        Ok(Kept::Spilled { offset, size: bytes.len() as u64 })
    }

    fn read(&mut self, offset: u64, size: u64) -> io::Result<Vec<u8>> {
        let file = self.file.as_mut().ok_or(io::ErrorKind::NotFound)?;
        file.seek(SeekFrom::Start(offset))?;
        let mut bytes = Vec::new();
        file.take(size).read_to_end(&mut bytes)?;
        if bytes.len() as u64 == size { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }
}

impl Kept {
    pub(super) fn kind(&self) -> Kind {
        match self {
            Kept::Bytes(kind, _) => *kind,
            Kept::Spilled { .. } | Kept::TooLarge(_) => Kind::Blob,
        }
    }

    pub(super) fn size(&self) -> u64 {
        match self {
            Kept::Bytes(_, bytes) => bytes.len() as u64,
            Kept::Spilled { size, .. } | Kept::TooLarge(size) => *size,
        }
    }

    /// The contents; `None` when only the size is known.
    pub(super) fn into_bytes(self, overlay: &Overlay) -> io::Result<Option<Vec<u8>>> {
        match self {
            Kept::Bytes(_, bytes) => Ok(Some(bytes.to_vec())),
            Kept::Spilled { offset, size } => overlay.spill().read(offset, size).map(Some),
            Kept::TooLarge(_) => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u8) -> ObjectId {
        ObjectId::try_from([number; 20].as_slice()).expect("because 20 bytes are a SHA-1")
    }

    #[test]
    fn what_does_not_fit_into_memory_is_read_back_from_disk() {
        let overlay = Overlay::default();
        overlay.spill().in_memory = IN_MEMORY - 3;
        for (number, bytes) in [(1, &b"abc"[..]), (2, b"defg"), (3, b"hi")] {
            overlay.insert_blob(id(number), bytes).expect("because the temporary folder is writable");
        }
        let read = |number| {
            let kept = overlay.get(&id(number)).expect("because it was inserted");
            (matches!(kept, Kept::Spilled { .. }), kept.into_bytes(&overlay).expect("because it was written"))
        };
        assert_eq!(read(1), (false, Some(b"abc".to_vec())));
        assert_eq!(read(2), (true, Some(b"defg".to_vec())));
        assert_eq!(read(3), (true, Some(b"hi".to_vec())));
    }
}
