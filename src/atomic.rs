//! Atomic writes: a reader sees the old or the new bytes of a file, whatever happens in between (SPEC 13.3).
//!
//! A file is replaced by the rename of a finished, synced temporary file beside it. A kill can leave that temporary file
//! behind, `.NAME.abc123.codesub-tmp`: its name says whose it is, and nothing reads it.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use crate::error::{Error, Result};

const TEMPORARY: &str = ".codesub-tmp";

/// Replaces a file by a rename, so that every reader sees the old or the new bytes.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
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
