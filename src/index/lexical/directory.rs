//! The files of the lexical index, as readers and writers see them.
//!
//! Tantivy's readers take a lock so that no writer removes what they are about to open; that needs the right to write,
//! and waits for a writer that does not go on. Ours lock nothing: files only ever appear and disappear whole, so a reader
//! that meets a gap starts again from the newer `meta.json`.
//!
//! Tantivy keeps a list of the files that it made, so that it can remove them, and writes it before each of them. That list
//! need not outlive a power failure, so it is not synced: that would be half the time of a small commit.
//!
//! What Tantivy maps it trusts. So each file is measured when it is opened, and [`verify`] checks the sums of all of them
//! before anything in them is used.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{DirectoryLock, FileHandle, Lock, MmapDirectory, WatchCallback, WatchHandle, WritePtr};
use tantivy::{Directory, Index, TantivyError};

use super::{FOLDER, Refusal};
use crate::atomic;
use crate::index::store::Trouble;
use crate::state;

/// The commit, and the list of all files.
const COMMIT: &str = "meta.json";
const LIST: &str = ".managed.json";

/// Shorter files have no room for the footer that Tantivy gives to each of them, and make it panic.
const SHORTEST: usize = 8;

/// The folder, for reading or for writing.
#[derive(Debug, Clone)]
pub struct Files {
    folder: MmapDirectory,
    path: PathBuf,
    may_write: bool,
}

impl Files {
    pub fn for_reading(folder: &Path) -> Result<Files, Refusal> {
        refuse_links(folder)?;
        Ok(Files {
            folder: MmapDirectory::open(folder).map_err(TantivyError::from)?,
            path: folder.to_owned(),
            may_write: false,
        })
    }

    pub fn for_writing(folder: &Path) -> Result<Files, Refusal> {
        refuse_links(folder)?;
        let files = Files {
            folder: MmapDirectory::open(folder).map_err(TantivyError::from)?,
            path: folder.to_owned(),
            may_write: true,
        };
        for name in [COMMIT, LIST] {
            atomic::remove_leftovers(&folder.join(name));
        }
        Ok(files)
    }

    fn check_may_write(&self) -> io::Result<()> {
        if self.may_write { Ok(()) } else { Err(io::Error::other("it is open for reading")) }
    }
}

impl Directory for Files {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        let handle = self.folder.get_file_handle(path)?;
        if handle.len() < SHORTEST {
            let why = io::Error::new(io::ErrorKind::UnexpectedEof, "the file is cut short");
            return Err(OpenReadError::wrap_io_error(why, path.to_owned()));
        }
        Ok(handle)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.folder.exists(path)
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.folder.atomic_read(path)
    }

    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        if self.may_write { self.folder.acquire_lock(lock) } else { Ok(DirectoryLock::from(Box::new(()))) }
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.check_may_write()
            .map_err(|error| DeleteError::IoError { io_error: Arc::new(error), filepath: path.to_owned() })?;
        self.folder.delete(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        self.check_may_write().map_err(|error| OpenWriteError::wrap_io_error(error, path.to_owned()))?;
        self.folder.open_write(path)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        self.check_may_write()?;
        let place = self.path.join(path);
        if path == Path::new(LIST) {
            let unfinished = atomic::temporary(&place);
            let done = replace_unsynced(&unfinished, &place, data);
            if done.is_err() {
                let _ = fs::remove_file(&unfinished);
            }
            return done;
        }
        atomic::write_state(&place, data).map_err(io::Error::other)
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.folder.sync_directory()
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.folder.watch(callback)
    }
}

fn replace_unsynced(unfinished: &Path, place: &Path, data: &[u8]) -> io::Result<()> {
    // It may be there and longer; a link is refused.
    let mut file = state::open(unfinished)?;
    file.set_len(0)?;
    file.write_all(data)?;
    fs::rename(unfinished, place)
}

/// Tantivy follows links; what we made has none (SPEC 13.1). A folder that is not there is its to miss.
fn refuse_links(folder: &Path) -> Result<(), Refusal> {
    let damaged = |what: &Path| Trouble::Damaged(format!("{} is not what codesub made", what.display()));
    match fs::symlink_metadata(folder) {
        Ok(metadata) if metadata.is_dir() => {}
        Ok(_) => return Err(damaged(folder).into()),
        Err(_) => return Ok(()),
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        // One that went away meanwhile is none.
        if entry.file_type().is_ok_and(|kind| !kind.is_file()) {
            return Err(damaged(&entry.path()).into());
        }
    }
    Ok(())
}

fn may_be_missing(ending: &std::ffi::OsStr) -> bool {
    ending == "del" || ending == "temp"
}

/// Checks the sums of all files that the last commit names.
pub fn verify(index: &Index) -> Result<(), Refusal> {
    let directory = index.directory();
    for path in index.load_metas()?.list_segment_files() {
        match directory.validate_checksum(&path) {
            Ok(true) => {}
            Ok(false) => {
                let why = format!("{FOLDER}: the checksum of {} is wrong", path.display());
                return Err(Trouble::Damaged(why).into());
            }
            // Names of files that a segment need not have; one with removed documents is missed when it is opened.
            Err(OpenReadError::FileDoesNotExist(path)) if path.extension().is_some_and(may_be_missing) => {}
            Err(error) => return Err(TantivyError::from(error).into()),
        }
    }
    Ok(())
}
