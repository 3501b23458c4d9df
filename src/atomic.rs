//! Atomic writes: a reader sees the old or the new bytes of a file, whatever happens in between (SPEC 13.3).
//!
//! **Exclusion.** Whoever changes files of a repository holds an operating-system lock on `config.lock` in the
//! repository's local state (SPEC 3.5) from before it reads until after it wrote. The system releases it when the
//! process dies.
//!
//! A file is replaced by the rename of a finished, synced temporary file beside it. A kill can leave that temporary file
//! behind, `.NAME.abc123.codesub-tmp`: its name says whose it is, and nothing reads it.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::error::{Error, Result};

const TEMPORARY: &str = ".codesub-tmp";

/// How long one run waits for another.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// Replaces a file by a rename, so that every reader sees the old or the new bytes.
///
/// A file that is there keeps its permissions; a new one gets what the umask leaves.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    replace(path, bytes, Kind::Data)
}

/// As [`write()`], for a program: it can be executed, whatever stood there before. A link is replaced, not followed.
pub fn write_program(path: &Path, bytes: &[u8]) -> Result<()> {
    replace(path, bytes, Kind::Program)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Data,
    Program,
}

fn replace(path: &Path, bytes: &[u8], kind: Kind) -> Result<()> {
    let failed = |error: io::Error| {
        let hint = match error.kind() {
            io::ErrorKind::NotFound => "make its folder first",
            _ => "the file is as it was; check the permissions of its folder and the free space",
        };
        // Which temporary file it was is nobody's concern.
        let why = error.to_string();
        let why = why.split(" at path ").next().unwrap_or_default();
        let path = path.strip_prefix(".").unwrap_or(path).display();
        Error::write(format!("{path} cannot be written: {why}")).hint(hint)
    };
    let directory = directory(path);
    let prefix = temporary_prefix(path);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(TEMPORARY);
    // A new file gets what the umask leaves; temporary files are private otherwise.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(match kind {
        Kind::Data => 0o666,
        Kind::Program => 0o755,
    }));
    let mut temporary = builder.tempfile_in(directory).map_err(failed)?;
    temporary.write_all(bytes).map_err(failed)?;
    match fs::symlink_metadata(path) {
        Ok(_) if kind == Kind::Program => {}
        Ok(metadata) => temporary.as_file().set_permissions(metadata.permissions()).map_err(failed)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed(error)),
    }
    temporary.as_file().sync_all().map_err(failed)?;
    temporary.persist(path).map_err(|error| failed(error.error))?;
    // The rename itself has to reach the disk too. Not every system and file system can be asked for that, and the new
    // file is in its place already: trouble here is no failure of the write.
    let _ = File::open(directory).and_then(|directory| directory.sync_all());
    Ok(())
}

fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn temporary_prefix(path: &Path) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().unwrap_or(OsStr::new("codesub")));
    prefix.push(".");
    prefix
}

/// A name beside a file for something unfinished, which [`remove_leftovers`] removes. For use under the [`lock`].
pub fn temporary(path: &Path) -> PathBuf {
    let mut name = temporary_prefix(path);
    name.push("copy");
    name.push(TEMPORARY);
    path.with_file_name(name)
}

/// Removes what a kill left of an earlier write of this file.
///
/// Best effort: a leftover does no harm, so trouble with removing it is no reason to stop.
pub fn remove_leftovers(path: &Path) {
    let prefix = temporary_prefix(path);
    let Ok(entries) = fs::read_dir(directory(path)) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let bytes = name.as_encoded_bytes();
        if bytes.starts_with(prefix.as_encoded_bytes()) && bytes.ends_with(TEMPORARY.as_bytes()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Waits until no other run changes files of this repository; the lock ends when the file is dropped.
///
/// `directory` is the repository's local state.
pub fn lock(directory: &Path, patience: Duration) -> Result<File> {
    lock_as(directory, "config.lock", patience)
}

/// The same for the registry of diffs and snapshots, which has nothing to do with the list.
pub fn lock_registry(directory: &Path, patience: Duration) -> Result<File> {
    lock_as(directory, "registry.lock", patience)
}

/// The same for the facts of the index.
pub fn lock_index(directory: &Path, patience: Duration) -> Result<File> {
    lock_as(directory, "index.lock", patience)
}

fn lock_as(directory: &Path, name: &str, patience: Duration) -> Result<File> {
    let path = directory.join(name);
    let failed = |error: io::Error| {
        let hint = "check that the git directory can be written to";
        Error::write(format!("{} cannot be locked: {error}", path.display())).hint(hint).caused_by(error)
    };
    fs::create_dir_all(directory).map_err(failed)?;
    let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
    let deadline = Instant::now() + patience;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
            Err(TryLockError::WouldBlock) if Instant::now() >= deadline => {
                let message = format!("another codesub has been changing the files for {} seconds", patience.as_secs());
                return Err(Error::write(message).hint("wait until it has ended, then run this again"));
            }
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
        }
    }
}
