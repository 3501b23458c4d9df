//! Stubs in the hooks folder: putting them there and taking them away (SPEC 8.1).
//!
//! A hook that is already there is never lost. It first gets a second name, `NAME.before-codesub`, and only then the
//! stub takes its place by a rename; back, the kept file is renamed over the stub. So at every moment git finds either
//! the earlier hook or the stub that runs it, and a run that was cut short is completed by the next one (SPEC 13.3).
//! Links are renamed as links and never written through.
//!
//! The caller holds [`atomic::lock`].

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::place::{Foreign, Occupant, Place, look};
use super::{Name, stub};
use crate::atomic;
use crate::error::{Error, Result};
use crate::state::{self, StateFolder};

/// The hooks folder, and what is written there.
#[derive(Debug, Clone)]
pub struct Folder {
    pub directory: PathBuf,
    /// The binary that stubs look for first.
    pub binary: Option<PathBuf>,
    /// The repository's local state, for what has to be remembered.
    pub state: StateFolder,
}

/// What installing a stub came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Installed {
    New,
    /// An earlier hook is kept there.
    Chained(PathBuf),
    /// Another stub was there; a copy of it where it was not codesub's to the byte.
    Replaced(Option<PathBuf>),
    UpToDate,
    /// A link leads to a stub already.
    Linked,
}

/// What taking a stub away came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Uninstalled {
    /// There was none.
    Nothing,
    Removed {
        restored: bool,
        copy: Option<PathBuf>,
    },
    /// The hook there is somebody else's.
    Foreign {
        kept: Option<PathBuf>,
        moved: Option<PathBuf>,
    },
    /// A link leads to a stub: whoever made it takes it away.
    Linked,
}

impl Folder {
    pub fn place(&self, name: Name) -> Place {
        Place::new(&self.directory, name)
    }

    /// Refuses what could not be undone, before anything is changed.
    ///
    /// `force` also keeps a hook that asks for its own name, which it then gets wrong.
    pub fn check(&self, name: Name, force: bool) -> Result<()> {
        if self.directory.exists() && !self.directory.is_dir() {
            let message = format!("{} is not a folder, so git runs no hooks", self.directory.display());
            return Err(Error::usage(message).hint("`git config --show-origin core.hooksPath` shows where it is set"));
        }
        let place = self.place(name);
        let Occupant::Foreign(foreign) = place.occupant()? else { return Ok(()) };
        let shown = place.path.display();
        if look(&place.path)?.is_some_and(|metadata| metadata.is_dir()) {
            return Err(Error::usage(format!("{shown} is a folder")).hint("a hook is a file: move the folder away"));
        }
        if place.has_kept()? && !place.is_kept_twice()? {
            let message = format!("both {shown} and {} are hooks of somebody else", place.kept.display());
            let hint = "one of them was installed over codesub's; join the two in the first, remove the second, and \
                        run this again";
            return Err(Error::usage(message).hint(hint));
        }
        if !force && asks_for_its_name(&foreign) {
            let name = name.as_str();
            let message = format!("{shown} asks for its own name, so it cannot be kept under another one");
            return Err(Error::usage(message).hint(format!(
                "add the line `codesub hook run {name} \"$@\"` to it, use `--via config` (git 2.54), or `--force`"
            )));
        }
        Ok(())
    }

    /// Puts the stub of a hook into its place.
    pub fn install(&self, name: Name) -> Result<Installed> {
        self.check(name, true)?;
        self.create()?;
        let place = self.place(name);
        atomic::remove_leftovers(&place.path);
        let text = stub::text(name, self.binary.as_deref());
        let installed = match place.occupant()? {
            Occupant::LinkToStub => return Ok(Installed::Linked),
            Occupant::Stub { bytes, is_executable: true, .. } if bytes == text => return Ok(Installed::UpToDate),
            Occupant::Stub { stub, bytes, .. } => {
                Installed::Replaced(self.copy_unless(stub.is_ours_to_the_byte, &place, &bytes)?)
            }
            Occupant::Nothing if place.has_kept()? => Installed::Chained(place.kept.clone()),
            Occupant::Nothing => Installed::New,
            Occupant::Foreign(_) => {
                if !place.has_kept()? {
                    keep(&place).map_err(|error| cannot("be kept", &place.path, error))?;
                }
                Installed::Chained(place.kept.clone())
            }
        };
        atomic::write_program(&place.path, &text)?;
        Ok(installed)
    }

    /// Takes the stub of a hook away and puts back what was there before.
    pub fn uninstall(&self, name: Name) -> Result<Uninstalled> {
        let place = self.place(name);
        atomic::remove_leftovers(&place.path);
        let has_kept = place.has_kept()?;
        let copy = match place.occupant()? {
            Occupant::LinkToStub => return Ok(Uninstalled::Linked),
            Occupant::Nothing if has_kept => None,
            Occupant::Nothing => return Ok(Uninstalled::Nothing),
            Occupant::Foreign(_) if place.is_kept_twice()? => {
                remove(&place.kept)?;
                return Ok(Uninstalled::Removed { restored: true, copy: None });
            }
            Occupant::Foreign(_) => {
                let kept = has_kept.then(|| place.kept.clone());
                return Ok(Uninstalled::Foreign { kept, moved: place.stub_moved_aside() });
            }
            Occupant::Stub { stub, bytes, .. } => self.copy_unless(stub.is_ours_to_the_byte, &place, &bytes)?,
        };
        if has_kept {
            fs::rename(&place.kept, &place.path).map_err(|error| cannot("be put back", &place.kept, error))?;
        } else {
            remove(&place.path)?;
        }
        Ok(Uninstalled::Removed { restored: has_kept, copy })
    }

    /// Makes the folder, and remembers which folders that made.
    fn create(&self) -> Result<()> {
        let missing = self.directory.ancestors().take_while(|path| !path.exists()).count();
        if missing == 0 {
            return Ok(());
        }
        // Before the folder is there: a kill in between leaves a note about nothing, not a folder without a note.
        atomic::write_state(&self.note(), self.note_text(missing).as_bytes())?;
        fs::create_dir_all(&self.directory).map_err(|error| cannot("be made", &self.directory, error))
    }

    /// Removes the folders that [`create`](Self::create) made, as far as they are empty.
    pub fn remove_if_made(&self) {
        let note = state::read(&self.note(), MAX_NOTE).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let Some(note) = note else { return };
        let levels = note.split_once(' ').and_then(|(levels, _)| levels.parse().ok()).unwrap_or(0);
        if note != self.note_text(levels) {
            return;
        }
        let made = self.directory.ancestors().take(levels);
        // A folder with something in it is not removed, and stays ours to remove. Trouble here harms nobody.
        let emptied = made.map(|folder| fs::remove_dir(folder).is_ok()).take_while(|&removed| removed).count();
        if emptied > 0 {
            let _ = fs::remove_file(self.note());
        }
    }

    fn note(&self) -> PathBuf {
        self.state.join("hooks-folder")
    }

    fn note_text(&self, levels: usize) -> String {
        format!("{levels} folders were made for hooks: {}\n", self.directory.display())
    }

    /// Keeps a stub that somebody changed, or that another version wrote, in the local state.
    fn copy_unless(&self, is_ours: bool, place: &Place, bytes: &[u8]) -> Result<Option<PathBuf>> {
        if is_ours {
            return Ok(None);
        }
        let copy = self.state.join(format!("{}.replaced", place.name.as_str()));
        atomic::write_state(&copy, bytes)?;
        Ok(Some(copy))
    }
}

/// A path and a few words.
const MAX_NOTE: u64 = 64 * 1024;

/// Gives a hook its second name.
fn keep(place: &Place) -> io::Result<()> {
    let metadata = fs::symlink_metadata(&place.path)?;
    // A second name for the same file keeps everything about it. Not every file system has that.
    if fs::hard_link(&place.path, &place.kept).is_ok() {
        return Ok(());
    }
    if metadata.is_symlink() {
        return symlink(&fs::read_link(&place.path)?, &place.kept);
    }
    // Finished under a name that the next run removes, should this one not get to the rename.
    let copy = atomic::temporary(&place.kept);
    if look_at(&copy)? {
        fs::remove_file(&copy)?;
    }
    // A link with that name, which a file of the repository may be, is not written through.
    let mut kept = File::create_new(&copy)?;
    io::copy(&mut File::open(&place.path)?, &mut kept)?;
    kept.set_permissions(metadata.permissions())?;
    kept.sync_all()?;
    fs::rename(&copy, &place.kept)
}

fn look_at(path: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        other => other.map(|_| true),
    }
}

#[cfg(unix)]
fn symlink(target: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(windows)]
fn symlink(target: &Path, link: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_file(target, link)
}

/// Whether a hook does different things under different names, as the dispatchers of husky and overcommit do.
fn asks_for_its_name(foreign: &Foreign) -> bool {
    let text = String::from_utf8_lossy(&foreign.head);
    let shell = text.lines().any(|line| line.contains("basename") && line.contains("$0"));
    foreign.is_executable && (shell || text.contains("${0##*/}") || text.contains("basename($PROGRAM_NAME)"))
}

fn remove(path: &Path) -> Result<()> {
    fs::remove_file(path).map_err(|error| cannot("be removed", path, error))
}

fn cannot(what: &str, path: &Path, error: io::Error) -> Error {
    Error::write(format!("{} cannot {what}: {error}", path.display()))
        .hint("nothing is lost; check the permissions of the folder and run this again")
        .caused_by(error)
}
