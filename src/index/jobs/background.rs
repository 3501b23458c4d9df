//! The refresh that starts by itself (SPEC 8.3).
//!
//! After a merge or a rebase the hook leaves `refresh-wanted` in the local state: refreshing there and then would delay
//! git. The next command does its work, and when it is over it starts `codesub index refresh` as a process of its own, which
//! nobody waits for. The mark goes when a refresh has succeeded that began after it was made.
//!
//! It starts nothing where there is no index, where the index is of the commit that is checked out already, where another
//! such refresh runs, and where `codesub.backgroundRefresh` in git's configuration is false.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::Result;
use crate::git::Repository;
use crate::index::{Availability, Index};
use crate::state::{self, StateFolder};

/// The name of the mark.
const MARK: &str = "refresh-wanted";

/// Whether a hook asked for a refresh, as far as a look tells.
pub fn is_wanted(state: &StateFolder) -> bool {
    fs::symlink_metadata(state.join(MARK)).is_ok()
}

/// Starts a refresh with this program if one is wanted, and says whether it did.
pub fn start_if_wanted(directory: &Path, program: impl FnOnce() -> Option<PathBuf>) -> Result<bool> {
    let repository = Repository::open(directory)?;
    let Some(mark) = Mark::read(&repository) else { return Ok(false) };
    if repository.config_flag("codesub.backgroundRefresh")? == Some(false) {
        return Ok(false);
    }
    let Availability::Ready(index) = Index::for_asking(&repository) else { return Ok(false) };
    let head = repository.head()?.and_then(|head| head.commit());
    if index.tree()?.and_then(|tree| tree.commit) == head {
        mark.remove_if_settled(&repository, head.as_deref());
        return Ok(false);
    }
    // A look, no claim: the one that is started takes the lock itself, and ends at once if it cannot.
    if Turn::take(&repository).is_none() {
        return Ok(false);
    }
    let (Some(program), Some(root)) = (program(), repository.worktree_root()) else { return Ok(false) };
    let mut command = Command::new(program);
    command.arg("-C").arg(root).args(["--quiet", "index", "refresh", "--background"]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    detach(&mut command);
    // Trouble is no concern of the command that has just ended; the mark stays, and the next one tries again.
    Ok(command.spawn().is_ok())
}

/// So that what ends this command does not end it as well.
#[cfg(unix)]
fn detach(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(windows)]
fn detach(command: &mut Command) {
    const DETACHED_PROCESS: u32 = 0x8;
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    std::os::windows::process::CommandExt::creation_flags(command, DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP);
}

#[cfg(not(any(unix, windows)))]
fn detach(_command: &mut Command) {}

/// The one refresh that runs in the background of a repository.
#[derive(Debug)]
pub struct Turn {
    /// Held open: the lock is on it.
    _lock: File,
}

impl Turn {
    /// `None` where another one runs, or where nothing can be written.
    pub fn take(repository: &Repository) -> Option<Turn> {
        let file = state::open(&repository.state_directory().join("background.lock")).ok()?;
        file.try_lock().ok()?;
        Some(Turn { _lock: file })
    }
}

/// That a hook asked for a refresh, as it was when a refresh began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    path: PathBuf,
    /// The commit that was checked out when it was made.
    content: String,
}

/// An object id and a line break; more is none of ours.
fn read(path: &Path) -> Option<String> {
    state::read(path, 200).ok().and_then(|bytes| String::from_utf8(bytes).ok())
}

impl Mark {
    /// `None` where there is none. To be read before HEAD is.
    pub fn read(repository: &Repository) -> Option<Mark> {
        let path = repository.state_directory().join(MARK);
        let content = read(&path)?;
        Some(Mark { path, content })
    }

    /// Removes it after a refresh to this commit, unless it was made anew meanwhile or another worktree may have made it.
    ///
    /// Best effort: it is a hint, and one too many costs a look.
    pub fn remove_if_settled(&self, repository: &Repository, head: Option<&str>) {
        let is_ours = Some(self.content.trim()) == head || !repository.has_linked_worktrees();
        if is_ours && read(&self.path).is_some_and(|now| now == self.content) {
            let _ = fs::remove_file(&self.path);
        }
    }
}
