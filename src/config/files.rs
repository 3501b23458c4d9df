//! The two files on disk: reading them with limits, and changing them so that nobody ever sees half a change.
//!
//! **Exclusion.** [`Files::update`] holds an operating-system lock on `config.lock` in the repository's local state
//! (SPEC 3.5) from before it reads until after it wrote. The system releases it when the process dies.
//!
//! **Atomicity.** Each file is replaced by a rename of a finished, synced temporary file, so a kill leaves the old or
//! the new bytes. Two files cannot be replaced in one step; `codesub.lock` goes first. A kill between the two leaves
//! lock entries that are a step ahead of the list: without a subscription, or of another target than the list names.
//! [`Lock::entry_for`] ignores both, so the subscription has the baseline of the base revision, as one without an
//! entry has (SPEC 3.4), and running the command again completes the change. In the other order a subscription could
//! point at its new place while the only entry remembers the old one, and the base revision knows neither.
//!
//! **Leftovers.** A kill can leave a temporary file `.codesub.yaml.XXXXXX.codesub-tmp` (or `.codesub.lock.…`) beside
//! the file. Its name says whose it is, nothing reads it, and the next update removes it.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::parse::{too_large, utf8};
use super::{Config, Lock, MAX_FILE_SIZE};
use crate::error::{Error, Result};

/// How long an update waits for another one.
const PATIENCE: Duration = Duration::from_secs(10);

const TEMPORARY: &str = ".codesub-tmp";

/// Where the two files are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files {
    pub config: PathBuf,
    pub lock: PathBuf,
}

/// Both files, as an update sees and changes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The text of `codesub.yaml`; `None` when there is none, or when there shall be none yet.
    pub text: Option<String>,
    pub lock: Lock,
}

impl Files {
    /// `codesub.yaml` and `codesub.lock` at the root of a worktree.
    pub fn at_root(root: &Path) -> Self {
        Files { config: root.join("codesub.yaml"), lock: root.join("codesub.lock") }
    }

    /// The file named with `--config` and the lock beside it: `NAME.yaml` → `NAME.lock` (SPEC 3.6).
    pub fn for_config(path: &Path) -> Self {
        let mut lock = path.with_extension("lock");
        if lock == path {
            lock.as_mut_os_string().push(".lock");
        }
        Files { config: path.to_owned(), lock }
    }

    /// The list, or `None` when there is no file.
    pub fn read_config(&self) -> Result<Option<Config>> {
        let Some(bytes) = read(&self.config)? else { return Ok(None) };
        Config::parse(&bytes, &name(&self.config)).map(Some)
    }

    /// The list as text, for edits.
    pub fn read_config_text(&self) -> Result<Option<String>> {
        let Some(bytes) = read(&self.config)? else { return Ok(None) };
        utf8(&bytes, &name(&self.config))?;
        let text = String::from_utf8(bytes).expect("because it was checked a line above");
        Ok(Some(text))
    }

    /// The lock; an empty one when there is no file.
    pub fn read_lock(&self) -> Result<Lock> {
        match read(&self.lock)? {
            Some(bytes) => Lock::parse(&bytes, &name(&self.lock)),
            None => Ok(Lock::new()),
        }
    }

    /// Runs `change` on both files, alone, and writes back what it changed.
    ///
    /// `lock_directory` is the repository's local state. Nothing is written when `change` fails.
    pub fn update<T>(&self, lock_directory: &Path, change: impl FnOnce(&mut Pair) -> Result<T>) -> Result<T> {
        self.update_within(lock_directory, PATIENCE, change)
    }

    fn update_within<T>(
        &self,
        lock_directory: &Path,
        patience: Duration,
        change: impl FnOnce(&mut Pair) -> Result<T>,
    ) -> Result<T> {
        // Dropped, and so released, when everything is written.
        let _guard = lock_exclusively(lock_directory, patience)?;
        for file in [&self.lock, &self.config] {
            remove_leftovers(file);
        }
        let mut pair = Pair { text: self.read_config_text()?, lock: self.read_lock()? };
        let before = pair.clone();
        let result = change(&mut pair)?;
        if let Some(text) = &pair.text
            && text.len() as u64 > MAX_FILE_SIZE
        {
            return Err(too_large(&name(&self.config)));
        }
        if pair.lock != before.lock {
            write_atomically(&self.lock, pair.lock.to_json().as_bytes())?;
        }
        if let Some(text) = &pair.text
            && pair.text != before.text
        {
            write_atomically(&self.config, text.as_bytes())?;
        }
        Ok(result)
    }
}

/// The file name, as messages call it.
fn name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn read(path: &Path) -> Result<Option<Vec<u8>>> {
    let failed = |error: io::Error| {
        Error::config(format!("{} cannot be read: {error}", path.display()))
            .hint("check its permissions")
            .caused_by(error)
    };
    // Not following links: a file of the repository may not lead out of it (SPEC 13.1).
    let metadata = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other.map_err(failed)?,
    };
    if !metadata.is_file() {
        let error = Error::config(format!("{} is not a regular file", path.display()));
        return Err(error.hint("codesub does not follow links; put the file itself here"));
    }
    if metadata.len() > MAX_FILE_SIZE {
        return Err(too_large(&name(path)));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    // It may have grown since; one byte more than allowed is enough to know.
    file.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MAX_FILE_SIZE {
        return Err(too_large(&name(path)));
    }
    Ok(Some(bytes))
}

fn lock_exclusively(directory: &Path, patience: Duration) -> Result<File> {
    let path = directory.join("config.lock");
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

/// Replaces a file by a rename, so that every reader sees the old or the new bytes.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<()> {
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
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut temporary = builder.tempfile_in(directory).map_err(failed)?;
    temporary.write_all(bytes).map_err(failed)?;
    match fs::symlink_metadata(path) {
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

/// Best effort: a leftover does no harm, so trouble with removing it is no reason to stop.
fn remove_leftovers(path: &Path) {
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

#[cfg(test)]
#[path = "files_tests.rs"]
mod tests;
