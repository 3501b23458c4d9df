//! Atomic writes: a reader sees the old or the new bytes of a file, whatever happens in between (SPEC 13.3).
//!
//! **Exclusion.** Whoever changes files of a repository holds an operating-system lock on `config.lock` in the
//! repository's local state (SPEC 3.5) from before it reads until after it wrote. The system releases it when the
//! process dies.
//!
//! **Patience.** Many runs at once all get their turn: a run gives up when nobody has got the lock for as long as it is
//! patient, not when it has waited that long itself. Whoever gets it writes who it is into the lock file, which the others
//! see change. Where they cannot read it, as on Windows, patience counts from the start.
//!
//! A file is replaced by the rename of a finished, synced temporary file beside it. A kill can leave that temporary file
//! behind, `.NAME.abc123.codesub-tmp`: its name says whose it is, and nothing reads it. No link is ever written through.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::error::{Error, Result};
use crate::state::{self, StateFolder};

const TEMPORARY: &str = ".codesub-tmp";

/// What stands in the name of a temporary file where others have random letters.
const COPY: &str = "copy";

/// How many random letters.
const LETTERS: usize = 6;

/// How long a run waits while no other gets on.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// How long a run waits at most while others do get on.
const LONGEST: Duration = Duration::from_secs(600);

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

/// As [`write()`], for a file of the local state: as private as the folder it is in.
pub fn write_state(path: &Path, bytes: &[u8]) -> Result<()> {
    replace(path, bytes, Kind::State)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Data,
    State,
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
    builder.prefix(&prefix).suffix(TEMPORARY).rand_bytes(LETTERS);
    // A new file gets what the umask leaves; temporary files are private otherwise.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(match kind {
        Kind::Data => 0o666,
        Kind::State => 0o600,
        Kind::Program => 0o755,
    }));
    let mut temporary = builder.tempfile_in(directory).map_err(failed)?;
    temporary.write_all(bytes).map_err(failed)?;
    if kind == Kind::State {
        state::open_up(temporary.as_file(), state::mode_of_files(directory));
    }
    match fs::symlink_metadata(path) {
        // A link says nothing about permissions; it is replaced.
        Ok(metadata) if kind == Kind::Data && metadata.is_file() => {
            temporary.as_file().set_permissions(metadata.permissions()).map_err(failed)?;
        }
        Ok(_) => {}
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

/// A name beside a file for something unfinished, which [`remove_leftovers`] removes. For use under the [`lock`], and with
/// a way of making it that does not follow a link that stands there.
pub fn temporary(path: &Path) -> PathBuf {
    let mut name = temporary_prefix(path);
    name.push(COPY);
    name.push(TEMPORARY);
    path.with_file_name(name)
}

/// Removes what a kill left of an earlier write of this file.
///
/// Only what has the shape of ours goes: a regular file with a name that we could have given it. Best effort: a leftover
/// does no harm, so trouble with removing it is no reason to stop.
pub fn remove_leftovers(path: &Path) {
    let prefix = temporary_prefix(path);
    let Ok(entries) = fs::read_dir(directory(path)) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let letters = name.as_encoded_bytes().strip_prefix(prefix.as_encoded_bytes());
        let is_ours = letters.and_then(|rest| rest.strip_suffix(TEMPORARY.as_bytes())).is_some_and(|letters| {
            letters == COPY.as_bytes() || letters.len() == LETTERS && letters.iter().all(u8::is_ascii_alphanumeric)
        });
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Waits until no other run changes files of this repository; the lock ends when the file is dropped.
///
/// `directory` is the repository's local state.
pub fn lock(directory: &StateFolder, patience: Duration) -> Result<File> {
    lock_as(directory, "config.lock", patience)
}

/// The same for the registry of diffs and snapshots, which has nothing to do with the list.
pub fn lock_registry(directory: &StateFolder, patience: Duration) -> Result<File> {
    lock_as(directory, "registry.lock", patience)
}

/// The same for the facts of the index.
pub fn lock_index(directory: &StateFolder, patience: Duration) -> Result<File> {
    lock_as(directory, "index.lock", patience)
}

fn lock_as(directory: &StateFolder, name: &str, patience: Duration) -> Result<File> {
    let path = directory.join(name);
    let failed = |error: io::Error| {
        let hint = "check that the git directory can be written to";
        Error::write(format!("{} cannot be locked: {error}", path.display())).hint(hint).caused_by(error)
    };
    directory.prepare()?;
    let mut file = state::open(&path).map_err(failed)?;
    let start = Instant::now();
    let (mut holder, mut since) = (String::new(), start);
    loop {
        match file.try_lock() {
            Ok(()) => break,
            Err(TryLockError::Error(error)) => return Err(failed(error)),
            Err(TryLockError::WouldBlock) => {}
        }
        let now = read_holder(&mut file);
        if now != holder {
            (holder, since) = (now, Instant::now());
        }
        if since.elapsed() >= patience || start.elapsed() >= LONGEST.max(patience) {
            let seconds = start.elapsed().as_secs().max(patience.as_secs());
            let who = holder.split(' ').next().filter(|id| !id.is_empty());
            let who = who.map(|id| format!(" (process {id})")).unwrap_or_default();
            let message = format!("another codesub{who} has been changing the files for {seconds} seconds");
            return Err(Error::write(message).hint("wait until it has ended, then run this again"));
        }
        // Whoever has waited for long looks less often: there may be hundreds, and somebody has to do the work.
        std::thread::sleep((start.elapsed() / 16).clamp(Duration::from_millis(2), Duration::from_millis(50)));
    }
    // For those who wait: without it they are less patient, and nothing else changes.
    let _ = write_holder(&mut file);
    Ok(file)
}

/// Who has the lock, and since when: nothing but a text that changes.
fn write_holder(file: &mut File) -> io::Result<()> {
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let text = format!("{:<10} {:<20}\n", std::process::id(), time.as_nanos());
    file.rewind()?;
    // In one write of always the same length.
    file.write_all(text.as_bytes())
}

fn read_holder(file: &mut File) -> String {
    let mut text = String::new();
    let read = file.rewind().and_then(|()| file.take(HOLDER).read_to_string(&mut text));
    // Half of it, or nothing, is as good as another text.
    if read.is_err() { String::new() } else { text }
}

/// More than it is long.
const HOLDER: u64 = 100;

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> (tempfile::TempDir, StateFolder) {
        let folder = tempfile::tempdir().expect("a folder");
        let state = StateFolder::private(folder.path().join("codesub"));
        (folder, state)
    }

    /// Two hundred runs wait longer than anyone of them is patient.
    #[test]
    fn a_run_waits_as_long_as_others_get_on() {
        let (_folder, state) = state();
        let patience = Duration::from_secs(2);
        let mut held = lock(&state, Duration::ZERO).expect("nobody has it");
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| lock(&state, patience).map(drop));
            for _ in 0..40 {
                std::thread::sleep(Duration::from_millis(100));
                // As if another run had got it.
                write_holder(&mut held).expect("written");
            }
            drop(held);
            waiting.join().expect("no panic").expect("it had its turn");
        });
    }

    #[test]
    fn a_run_that_hangs_is_named() {
        let (_folder, state) = state();
        let _held = lock(&state, Duration::ZERO).expect("nobody has it");
        let error = lock(&state, Duration::from_millis(50)).expect_err("somebody has it");
        let expected = format!("another codesub (process {}) has been changing the files", std::process::id());
        assert!(error.to_string().starts_with(&expected), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_replaced_by_a_file_with_permissions_of_its_own() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let (path, other) = (folder.path().join("link"), folder.path().join("other"));
        fs::write(&other, "other").expect("written");
        std::os::unix::fs::symlink(&other, &path).expect("a link");
        write(&path, b"new").expect("written");
        let metadata = fs::symlink_metadata(&path).expect("there");
        assert!(metadata.is_file());
        assert_eq!(metadata.permissions().mode() & 0o133, 0, "a link has all permissions");
        assert_eq!(fs::read_to_string(&other).expect("there"), "other");
    }
}
