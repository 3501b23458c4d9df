//! The place of a hook: its file in the hooks folder, and the name under which an earlier hook is kept.

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::Name;
use super::stub::Stub;
use crate::error::{Error, Result};

/// Stubs and the marks of hook managers are near the top; hooks can be whole programs.
const READ: u64 = 64 * 1024;

/// What stands behind the name of a hook when codesub keeps it.
const KEPT: &str = ".before-codesub";

/// Where a hook goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub name: Name,
    /// The file that git runs.
    pub path: PathBuf,
    /// The hook that was there before, which the stub runs.
    pub kept: PathBuf,
}

/// What stands at the place of a hook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Occupant {
    Nothing,
    Stub {
        stub: Stub,
        bytes: Vec<u8>,
        is_executable: bool,
    },
    /// A link to a stub: codesub runs already, by somebody's own arrangement.
    LinkToStub,
    /// Somebody else's hook.
    Foreign(Foreign),
}

/// A hook that is not codesub's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foreign {
    /// Its beginning.
    pub head: Vec<u8>,
    /// Whether git would run it.
    pub is_executable: bool,
}

impl Place {
    pub fn new(directory: &Path, name: Name) -> Self {
        let kept = format!("{}{KEPT}", name.as_str());
        Place { name, path: directory.join(name.as_str()), kept: directory.join(kept) }
    }

    /// What stands at the place itself.
    pub fn occupant(&self) -> Result<Occupant> {
        let Some(metadata) = look(&self.path)? else { return Ok(Occupant::Nothing) };
        let followed = fs::metadata(&self.path).ok();
        let is_executable = followed.as_ref().is_some_and(is_executable);
        let head = match &followed {
            Some(followed) if followed.is_file() => read_head(&self.path)?,
            // A link that leads nowhere, for one. Opening a pipe would wait for ever.
            _ => Vec::new(),
        };
        Ok(match Stub::parse(self.name, &head) {
            Some(_) if metadata.is_symlink() => Occupant::LinkToStub,
            Some(stub) => Occupant::Stub { stub, bytes: head, is_executable },
            None => Occupant::Foreign(Foreign { head, is_executable }),
        })
    }

    /// Whether an earlier hook is kept here.
    pub fn has_kept(&self) -> Result<bool> {
        look(&self.kept).map(|found| found.is_some())
    }

    /// Whether the stub runs what is kept: the same question that git asks.
    pub fn runs_kept(&self) -> bool {
        fs::metadata(&self.kept).is_ok_and(|metadata| metadata.is_file() && is_executable(&metadata))
    }

    /// Whether the kept hook is the one at the place itself: a run was cut short after keeping it.
    pub fn is_kept_twice(&self) -> Result<bool> {
        let (Some(one), Some(other)) = (look(&self.path)?, look(&self.kept)?) else { return Ok(false) };
        if one.file_type() != other.file_type() || is_executable(&one) != is_executable(&other) {
            return Ok(false);
        }
        let failed = |error| not_read(&self.path, error);
        if one.is_symlink() {
            let targets = (fs::read_link(&self.path), fs::read_link(&self.kept));
            return Ok(targets.0.map_err(failed)? == targets.1.map_err(failed)?);
        }
        let same_size = one.is_file() && one.len() == other.len();
        Ok(same_size && fs::read(&self.path).map_err(failed)? == fs::read(&self.kept).map_err(failed)?)
    }

    /// A stub of codesub that a hook manager moved aside and runs from there.
    pub fn stub_moved_aside(&self) -> Option<PathBuf> {
        let moved = ["legacy", "old"].map(|suffix| self.path.with_extension(suffix));
        moved
            .into_iter()
            .find(|path| path.is_file() && read_head(path).is_ok_and(|head| Stub::parse(self.name, &head).is_some()))
    }
}

/// What is at a path, not following links.
pub fn look(path: &Path) -> Result<Option<Metadata>> {
    match fs::symlink_metadata(path) {
        Ok(metadata) => Ok(Some(metadata)),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(not_read(path, error)),
    }
}

fn read_head(path: &Path) -> Result<Vec<u8>> {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(READ).read_to_end(&mut head));
    read.map_err(|error| not_read(path, error))?;
    Ok(head)
}

fn not_read(path: &Path, error: io::Error) -> Error {
    Error::write(format!("{} cannot be read: {error}", path.display())).hint("check its permissions").caused_by(error)
}

#[cfg(unix)]
pub fn is_executable(metadata: &Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o111 != 0
}

/// Other systems have no such bit, and git for Windows runs every hook.
#[cfg(not(unix))]
pub fn is_executable(_: &Metadata) -> bool {
    true
}
