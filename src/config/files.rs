//! The two files on disk: reading them with limits, and changing them so that nobody ever sees half a change.
//!
//! **Exclusion.** [`Files::update`] holds the lock of the repository's local state ([`atomic::lock`]) from before it reads until
//! after it wrote.
//!
//! **Atomicity.** Each file is replaced by a rename of a finished, synced temporary file, so a kill leaves the old or
//! the new bytes. Two files cannot be replaced in one step; `codesub.lock` goes first. A kill between the two leaves
//! lock entries that are a step ahead of the list: without a subscription, or of another target than the list names.
//! [`Lock::entry_for`] ignores both, so the subscription has the baseline of the base revision, as one without an
//! entry has (SPEC 3.4), and running the command again completes the change. In the other order a subscription could
//! point at its new place while the only entry remembers the old one, and the base revision knows neither.
//!
//! **Leftovers.** A kill can leave a temporary file `.codesub.yaml.abc123.codesub-tmp` (or `.codesub.lock.…`) beside
//! the file. Its name says whose it is, nothing reads it, and the next update removes it.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::parse::{too_large, utf8};
use super::{Config, Lock, MAX_FILE_SIZE};
use crate::atomic;
use crate::error::{Error, Result};
use crate::state::StateFolder;

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
            Some(bytes) => Lock::read(bytes, &name(&self.lock)),
            None => Ok(Lock::new()),
        }
    }

    /// Runs `change` on both files, alone, and writes back what it changed.
    ///
    /// `lock_directory` is the repository's local state. Nothing is written when `change` fails.
    pub fn update<T>(&self, lock_directory: &StateFolder, change: impl FnOnce(&mut Pair) -> Result<T>) -> Result<T> {
        self.update_within(lock_directory, atomic::PATIENCE, change)
    }

    fn update_within<T>(
        &self,
        lock_directory: &StateFolder,
        patience: Duration,
        change: impl FnOnce(&mut Pair) -> Result<T>,
    ) -> Result<T> {
        // Dropped, and so released, when everything is written.
        let _guard = atomic::lock(lock_directory, patience)?;
        for file in [&self.lock, &self.config] {
            atomic::remove_leftovers(file);
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
            atomic::write(&self.lock, pair.lock.to_json().as_bytes())?;
        }
        if let Some(text) = &pair.text
            && pair.text != before.text
        {
            atomic::write(&self.config, text.as_bytes())?;
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

#[cfg(test)]
#[path = "files_tests.rs"]
mod tests;
