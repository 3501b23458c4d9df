//! The lists of revisions, each file read once: most commits change neither the list nor the lock.

use std::collections::HashMap;
use std::sync::Arc;

use super::{CONFIG_NAME, LOCK_NAME, Request};
use crate::config::files::Files;
use crate::config::lock::Lock;
use crate::config::{Config, MAX_FILE_SIZE};
use crate::error::{Error, Result};
use crate::git::{Blob, ObjectId, Repository, Revision, RevisionKind};

/// The list of a revision, if it has one, and its lock.
pub type List = (Option<Arc<Config>>, Arc<Lock>);

/// What was read so far, for one target.
pub struct Reading<'a> {
    repository: &'a Repository,
    configs: HashMap<ObjectId, Arc<Config>>,
    locks: HashMap<ObjectId, Arc<Lock>>,
    /// What the target offers, which may be asked for twice: it may name the base.
    offered: Option<List>,
}

impl<'a> Reading<'a> {
    pub fn new(repository: &'a Repository) -> Self {
        Reading { repository, configs: HashMap::new(), locks: HashMap::new(), offered: None }
    }

    /// The list and lock that the target side offers: from the caller's disk, the worktree, or the revision.
    pub fn of_target(&mut self, target: &Revision, request: &Request) -> Result<List> {
        if let Some(offered) = &self.offered {
            return Ok(offered.clone());
        }
        if let Some(path) = &request.config {
            self.repository.refuse_way_out(path)?;
        }
        let offered = match files_on_disk(self.repository, target, request) {
            Some(files) => (files.read_config()?.map(Arc::new), Arc::new(files.read_lock()?)),
            None => self.of(target)?,
        };
        Ok(self.offered.insert(offered).clone())
    }

    /// The list and the lock of a revision.
    pub fn of(&mut self, revision: &Revision) -> Result<List> {
        let repository = self.repository;
        let config = match find(repository, revision, CONFIG_NAME)? {
            Some(id) => Some(once(&mut self.configs, id, || {
                let bytes = read(repository, revision, CONFIG_NAME, id)?;
                Config::parse(&bytes, &format!("{CONFIG_NAME} of {}", revision.name))
            })?),
            None => None,
        };
        let lock = match find(repository, revision, LOCK_NAME)? {
            Some(id) => once(&mut self.locks, id, || {
                let bytes = read(repository, revision, LOCK_NAME, id)?;
                Lock::read(bytes, &format!("{LOCK_NAME} of {}", revision.name))
            })?,
            None => Arc::new(Lock::new()),
        };
        Ok((config, lock))
    }
}

fn once<T>(known: &mut HashMap<ObjectId, Arc<T>>, id: ObjectId, read: impl FnOnce() -> Result<T>) -> Result<Arc<T>> {
    if let Some(known) = known.get(&id) {
        return Ok(Arc::clone(known));
    }
    let read = Arc::new(read()?);
    known.insert(id, Arc::clone(&read));
    Ok(read)
}

/// Where the target's list and lock are, if on disk.
pub fn files_on_disk(repository: &Repository, target: &Revision, request: &Request) -> Option<Files> {
    match (&request.config, target.kind, repository.worktree_root()) {
        (Some(path), ..) => Some(Files::for_config(path)),
        (None, RevisionKind::Worktree, Some(root)) => Some(Files::at_root(root)),
        _ => None,
    }
}

/// The bytes of a file of a revision.
pub fn read_blob(repository: &Repository, revision: &Revision, path: &str) -> Result<Option<Vec<u8>>> {
    find(repository, revision, path)?.map(|id| read(repository, revision, path, id)).transpose()
}

/// Where a file is in a revision, if it is a file.
fn find(repository: &Repository, revision: &Revision, path: &str) -> Result<Option<ObjectId>> {
    let Some(file) = repository.find(revision, path)? else { return Ok(None) };
    if !file.mode.is_source() {
        return Err(Error::config(format!("{path} of {} is not a regular file", revision.name))
            .hint("codesub does not follow links; commit the file itself"));
    }
    Ok(Some(file.id))
}

fn read(repository: &Repository, revision: &Revision, path: &str, id: ObjectId) -> Result<Vec<u8>> {
    match repository.reader().read(id, MAX_FILE_SIZE)? {
        Blob::Bytes(bytes) => Ok(bytes),
        Blob::TooLarge(size) => Err(Error::config(format!(
            "{path} of {} has {size} bytes; at most {MAX_FILE_SIZE} are read",
            revision.name
        ))
        .hint(match path {
            LOCK_NAME => "`codesub accept --all` writes a new one after the old one is removed; commit that",
            _ => "codesub reads no more than that; take subscriptions off the list that nobody needs",
        })),
        Blob::Missing => Err(Error::undecided(format!("{path} of {} is not in this clone", revision.name)).hint(
            "fetch it first: `git fetch --refetch --no-filter` in a partial clone, `git fetch --unshallow` in a shallow one",
        )),
    }
}
