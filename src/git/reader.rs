//! Blobs by id, from many threads.
//!
//! A [`Reader`] is a cheap, shareable handle: each read has a handle of the object database for itself. Sizes come from the
//! object's header, so a blob over the limit is never inflated. What is absent is a value, [`Blob::Missing`]: whether that
//! matters is for the caller to say.

use std::sync::{Arc, Mutex, OnceLock, PoisonError, TryLockError};

use gix::ObjectId;
use gix::objs::{Find, FindHeader, Kind};

use super::neighbours::Neighbours;
use super::objects::Overlay;
use crate::error::{Error, Result};

/// Reads blobs of a repository, those of its staged and worktree revisions included.
#[derive(Clone)]
pub struct Reader {
    shared: Arc<Shared>,
}

/// The contents of a file, or why there are none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Blob {
    Bytes(Vec<u8>),
    /// Over the limit; the size in bytes.
    TooLarge(u64),
    /// Not in the object database, as in a partial clone.
    Missing,
}

struct Shared {
    overlay: Arc<Overlay>,
    /// The first handle, which is all that a single thread needs.
    first: Mutex<gix::OdbHandle>,
    /// Clones of it for other threads, while nobody uses them.
    idle: Mutex<Vec<gix::OdbHandle>>,
    /// Opened when first asked for.
    neighbours: OnceLock<Neighbours>,
}

impl Reader {
    pub(super) fn new(mut odb: gix::OdbHandle, overlay: Arc<Overlay>) -> Self {
        // Every blob is read once: a cache would only hold memory, once per thread.
        odb.unset_object_cache();
        let (first, idle, neighbours) = (Mutex::new(odb), Mutex::default(), OnceLock::new());
        Reader { shared: Arc::new(Shared { overlay, first, idle, neighbours }) }
    }

    /// The blob `id`, if it has at most `limit` bytes.
    pub fn read(&self, id: ObjectId, limit: u64) -> Result<Blob> {
        if let Some(kept) = self.shared.overlay.get(&id) {
            let size = kept.size();
            if size > limit {
                return Ok(Blob::TooLarge(size));
            }
            let bytes = kept.into_bytes(&self.shared.overlay).map_err(|error| unreadable(id).caused_by(error))?;
            return Ok(bytes.map_or(Blob::TooLarge(size), Blob::Bytes));
        }
        self.shared.with(|odb| read(odb, id, limit))
    }

    /// The same, where both sides of many changes are read one after the other: mostly faster.
    pub fn read_neighbour(&self, id: ObjectId, limit: u64) -> Result<Blob> {
        if self.shared.overlay.get(&id).is_some() {
            return self.read(id, limit);
        }
        let neighbours = self.shared.neighbours.get_or_init(|| {
            self.shared.with(|odb| Neighbours::of(odb.store_ref().path(), odb.store_ref().object_hash()))
        });
        match neighbours.read(id) {
            Some(bytes) if bytes.len() as u64 <= limit => Ok(Blob::Bytes(bytes)),
            _ => self.read(id, limit),
        }
    }

    /// How many bytes an object has; `None` where that is not known.
    pub fn size(&self, id: ObjectId) -> Option<u64> {
        if let Some(kept) = self.shared.overlay.get(&id) {
            return Some(kept.size());
        }
        let header = self.shared.with(|odb| FindHeader::try_header(odb, &id));
        header.ok().flatten().map(|header| header.size)
    }

    /// Whether the blob `id` is there and would be read.
    pub fn has(&self, id: ObjectId, limit: u64) -> bool {
        if let Some(kept) = self.shared.overlay.get(&id) {
            return kept.size() <= limit;
        }
        let header = self.shared.with(|odb| FindHeader::try_header(odb, &id));
        matches!(header, Ok(Some(header)) if header.kind == Kind::Blob && header.size <= limit)
    }
}

fn read(odb: &gix::OdbHandle, id: ObjectId, limit: u64) -> Result<Blob> {
    let failed = |error: gix::Error| unreadable(id).caused_by(error);
    let Some(header) = FindHeader::try_header(odb, &id).map_err(failed)? else { return Ok(Blob::Missing) };
    if header.kind != Kind::Blob {
        return Err(Error::undecided(format!("object {id} is a {} where a file is expected", header.kind))
            .hint("run `git fsck`: a tree of this repository is damaged"));
    }
    if header.size > limit {
        return Ok(Blob::TooLarge(header.size));
    }
    let mut bytes = Vec::new();
    Ok(if odb.try_find(&id, &mut bytes).map_err(failed)?.is_some() { Blob::Bytes(bytes) } else { Blob::Missing })
}

fn unreadable(id: ObjectId) -> Error {
    Error::undecided(format!("object {id} cannot be read")).hint("run `git fsck` to see what is damaged")
}

impl Shared {
    /// Uses a handle that nobody else uses meanwhile.
    fn with<T>(&self, work: impl FnOnce(&gix::OdbHandle) -> T) -> T {
        match self.first.try_lock() {
            Ok(first) => return work(&first),
            Err(TryLockError::Poisoned(first)) => return work(&first.into_inner()),
            Err(TryLockError::WouldBlock) => {}
        }
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let own = idle.unwrap_or_else(|| self.first.lock().unwrap_or_else(PoisonError::into_inner).clone());
        let result = work(&own);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(own);
        result
    }
}
