//! Whether a worker is still there.
//!
//! Every worker holds an operating-system lock on a file of its own, `index/workers/NAME.lock`, for as long as it lives.
//! The system releases it however the process ends, so no process id is ever guessed at: who can take the lock knows that
//! the worker is gone. What a worker writes while it runs stands beside the lock, under the same name: `NAME.scip` the
//! output of the indexer, `NAME.log` what the indexer said, `NAME.files` the files it was asked to look at.
//!
//! Lock files are made and looked at under the [lock of the index](crate::atomic::lock_index), so that nobody takes a file
//! that is made but not locked yet for that of a worker that is gone.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::state;

/// This process, as a worker. Its files are removed when it is dropped.
#[derive(Debug)]
pub struct Presence {
    name: String,
    folder: PathBuf,
    /// Held open: the lock is on it.
    _lock: File,
}

impl Presence {
    /// Announces this process as a worker of the index in `directory`. For use under the lock of the index.
    pub fn announce(directory: &Path) -> Result<Presence> {
        let folder = folder(directory);
        let failed = |error: io::Error| {
            Error::write(format!("a worker cannot be announced in {}: {error}", folder.display()))
                .hint("check the permissions of that folder and the free space")
        };
        state::make_folder(&folder).map_err(failed)?;
        let (lock, path) = tempfile::Builder::new()
            .prefix("worker-")
            .suffix(".lock")
            .tempfile_in(&folder)
            .map_err(failed)?
            .keep()
            .map_err(|error| failed(error.error))?;
        lock.try_lock().map_err(|error| failed(error.into()))?;
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Presence { name, folder, _lock: lock })
    }

    /// What it is called in the store.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A file of this worker.
    pub fn file(&self, extension: &str) -> PathBuf {
        self.folder.join(format!("{}.{extension}", self.name))
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        // The lock last: until then the rest is its owner's.
        remove_files(&self.folder, &self.name);
    }
}

/// Whether a worker of that name lives.
pub fn is_there(directory: &Path, name: &str) -> Result<bool> {
    let path = folder(directory).join(format!("{name}.lock"));
    if state::is_in_the_way(&path) {
        // No worker of ours made that.
        return Ok(false);
    }
    match File::options().write(true).open(&path) {
        Ok(file) => match file.try_lock() {
            Ok(()) => Ok(false),
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(error)) => Err(not_known(&path, &error)),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(not_known(&path, &error)),
    }
}

fn not_known(path: &Path, error: &io::Error) -> Error {
    Error::undecided(format!("{} cannot be looked at, so whether its job runs is not known: {error}", path.display()))
        .hint("check its permissions")
}

/// Removes what workers left that are gone. For use under the lock of the index.
///
/// Best effort: a leftover does no harm, so trouble with removing it is no reason to stop.
pub fn remove_leftovers(directory: &Path) {
    let folder = folder(directory);
    let Some(entries) = state::is_folder(&folder).then(|| fs::read_dir(&folder).ok()).flatten() else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some((worker, _)) = name.split_once('.') else { continue };
        if matches!(is_there(directory, worker), Ok(false)) {
            remove_files(&folder, worker);
        }
    }
}

fn remove_files(folder: &Path, worker: &str) {
    for extension in ["scip", "log", "files", "lock"] {
        let _ = fs::remove_file(folder.join(format!("{worker}.{extension}")));
    }
}

fn folder(directory: &Path) -> PathBuf {
    directory.join("workers")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_there_until_it_is_dropped() {
        let folder = tempfile::tempdir().expect("a folder");
        let worker = Presence::announce(folder.path()).expect("announced");
        let other = Presence::announce(folder.path()).expect("announced");
        assert_ne!(worker.name(), other.name());
        let name = worker.name().to_owned();
        fs::write(worker.file("scip"), "half").expect("written");
        assert!(is_there(folder.path(), &name).expect("known"));
        remove_leftovers(folder.path());
        assert!(worker.file("scip").exists(), "it lives");
        drop(worker);
        assert!(!is_there(folder.path(), &name).expect("known"));
        assert!(is_there(folder.path(), other.name()).expect("known"));
    }

    #[test]
    fn what_a_worker_left_is_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let workers = folder.path().join("workers");
        fs::create_dir_all(&workers).expect("a folder");
        for file in ["worker-gone.lock", "worker-gone.scip", "worker-late.scip"] {
            fs::write(workers.join(file), "").expect("written");
        }
        remove_leftovers(folder.path());
        assert_eq!(fs::read_dir(&workers).expect("a folder").count(), 0);
    }
}
