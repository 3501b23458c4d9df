//! The local state of a repository on disk: the folder `codesub/` in its git directory (SPEC 3.5), and how files in it are
//! opened.
//!
//! **Whose it is.** The folder is made for its user alone (mode 0700), or for whom git's `core.sharedRepository` says, and
//! is looked at before each use: a folder that others may write to is closed to them, or refused where that cannot be done.
//! Folders and files below take over what the folder allows, so all of it is decided in one place.
//!
//! **No links.** The git directory may be reached through links and `gitdir:` files; that is git's business. Inside of our
//! folder nothing is a link: whoever put one there, perhaps in an archive with a whole repository, wants us to read or to
//! overwrite another file (SPEC 13.1). What is no regular file is not opened, for a pipe would wait for ever.

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// Where the local state of a repository is. It need not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateFolder {
    path: PathBuf,
    /// The permissions it has on Unix.
    mode: u32,
}

/// For the user alone.
const PRIVATE: u32 = 0o700;

impl StateFolder {
    /// A folder for its user alone.
    pub fn private(path: impl Into<PathBuf>) -> Self {
        StateFolder { path: path.into(), mode: PRIVATE }
    }

    /// A folder for whom `core.sharedRepository` says: `group`, `all` or the octal mode of files.
    pub fn shared(path: impl Into<PathBuf>, setting: &str) -> Self {
        let files = match setting.to_ascii_lowercase().as_str() {
            "group" | "true" | "yes" | "on" | "1" => 0o660,
            "all" | "world" | "everybody" | "2" => 0o664,
            octal if octal.starts_with('0') => u32::from_str_radix(octal, 8).unwrap_or(0) & 0o666,
            _ => 0,
        };
        // Who may read a folder may enter it. New files belong to the group of the folder, as in git's own folders.
        let group = if files & 0o060 != 0 { 0o2000 } else { 0 };
        StateFolder { path: path.into(), mode: PRIVATE | group | (files & 0o066) | ((files & 0o044) >> 2) }
    }

    /// Makes the folder, or looks at the one that is there.
    pub fn prepare(&self) -> Result<()> {
        let shown = self.path.display();
        match fs::symlink_metadata(&self.path) {
            Ok(metadata) if metadata.is_dir() => self.review(&metadata),
            Ok(_) => {
                let message = format!("{shown} is not a folder, so codesub keeps nothing there");
                Err(Error::write(message).hint("remove it: codesub makes a folder, and does not follow links there"))
            }
            Err(_) => {
                let made = make(&self.path, self.mode);
                made.map_err(|error| Error::write(format!("{shown} cannot be made: {error}")).hint(WRITABLE))
            }
        }
    }

    #[cfg(unix)]
    fn review(&self, metadata: &Metadata) -> Result<()> {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = metadata.permissions().mode() & 0o7777;
        if mode & 0o077 & !self.mode == 0 {
            return Ok(());
        }
        // Nothing else changes: that new files belong to the folder's group stays as it is.
        let closed = fs::Permissions::from_mode(mode & !(0o077 & !self.mode));
        match fs::set_permissions(&self.path, closed) {
            // Somebody else's folder: whoever can only read it does no harm.
            Err(error) if mode & 0o022 & !self.mode != 0 => {
                let message = format!("{} can be written to by others: {error}", self.path.display());
                Err(Error::write(message).hint("remove the folder, it is a cache, or take the permission away"))
            }
            _ => Ok(()),
        }
    }

    #[cfg(not(unix))]
    fn review(&self, _: &Metadata) -> Result<()> {
        Ok(())
    }
}

impl Deref for StateFolder {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.path
    }
}

impl AsRef<Path> for StateFolder {
    fn as_ref(&self) -> &Path {
        &self.path
    }
}

const WRITABLE: &str = "check that the git directory can be written to";

/// Makes a folder inside of the state, with what the one above it allows, unless it is there.
pub fn make_folder(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_dir() => Ok(()),
        Ok(_) => Err(not_a(path, "folder")),
        Err(_) => {
            let above = path.parent().unwrap_or(path);
            make(path, mode_of(above).unwrap_or(PRIVATE))
        }
    }
}

/// Whether a folder of the state is there, and is one.
pub fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir())
}

/// Whether something other than a regular file stands at this path.
pub fn is_in_the_way(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| !metadata.is_file())
}

/// Reads a file of the state, which has no more than so many bytes.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if !fs::symlink_metadata(path)?.is_file() {
        return Err(not_a(path, "regular file"));
    }
    let mut bytes = Vec::new();
    let read = File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if read as u64 > most {
        return Err(io::Error::other(format!("{} has more than {most} bytes", path.display())));
    }
    Ok(bytes)
}

/// Opens a file of the state for writing and makes it where there is none, with what its folder allows. Never cut short.
pub fn open(path: &Path) -> io::Result<File> {
    loop {
        match fs::symlink_metadata(path) {
            Ok(metadata) if metadata.is_file() => return File::options().read(true).write(true).open(path),
            Ok(_) => return Err(not_a(path, "regular file")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => match create(path) {
                // Another run was faster.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                other => return other,
            },
            Err(error) => return Err(error),
        }
    }
}

/// The permissions of files in a folder of the state: what the folder allows.
pub fn mode_of_files(folder: &Path) -> u32 {
    0o600 | (mode_of(folder).unwrap_or(PRIVATE) & 0o066)
}

/// Makes a file of the state that is not there yet.
pub fn create(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    // Alone among the ways to make a file, this one does not follow a link that leads nowhere.
    options.read(true).write(true).create_new(true);
    let mode = mode_of_files(path.parent().unwrap_or(path));
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    open_up(&file, mode);
    Ok(file)
}

/// Lets those use a new file who may use its folder; whoever made it may do so without the umask's consent.
#[cfg(unix)]
pub fn open_up(file: &File, mode: u32) {
    if mode != 0o600 {
        // Best effort: the file serves its maker in any case.
        let _ = file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    }
}

#[cfg(not(unix))]
pub fn open_up(_: &File, _: u32) {}

#[cfg(unix)]
fn make(path: &Path, mode: u32) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, PRIVATE);
    match builder.create(path) {
        Ok(()) if mode != PRIVATE => fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && is_folder(path) => Ok(()),
        // Not the folder itself but one above is missing: the git directory of a test, or a worktree that was pruned.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let above = path.parent().ok_or(error)?;
            fs::create_dir_all(above)?;
            make(path, mode)
        }
        other => other,
    }
}

#[cfg(not(unix))]
fn make(path: &Path, _: u32) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Of a folder.
#[cfg(unix)]
fn mode_of(path: &Path) -> io::Result<u32> {
    fs::symlink_metadata(path).map(|metadata| std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o2777)
}

#[cfg(not(unix))]
fn mode_of(_: &Path) -> io::Result<u32> {
    Ok(PRIVATE)
}

fn not_a(path: &Path, what: &str) -> io::Error {
    io::Error::other(format!("{} is not a {what}, and codesub follows no links there", path.display()))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("there").permissions().mode() & 0o7777
    }

    #[test]
    fn belongs_to_its_user_alone_or_to_whom_git_says() {
        for (setting, folder, file) in [
            (None, 0o700, 0o600),
            (Some("umask"), 0o700, 0o600),
            (Some("group"), 0o2770, 0o660),
            (Some("all"), 0o2775, 0o664),
            (Some("0640"), 0o2750, 0o640),
        ] {
            let above = tempfile::tempdir().expect("a folder");
            let path = above.path().join("codesub");
            let state = setting.map_or(StateFolder::private(&path), |setting| StateFolder::shared(&path, setting));
            state.prepare().expect("made");
            make_folder(&path.join("index")).expect("made");
            open(&path.join("index/some.lock")).expect("made");
            let found = [mode(&path), mode(&path.join("index")), mode(&path.join("index/some.lock"))];
            assert_eq!(found, [folder, folder, file], "{setting:?}");
        }
    }

    #[test]
    fn a_folder_that_others_may_write_to_is_closed() {
        let above = tempfile::tempdir().expect("a folder");
        let path = above.path().join("codesub");
        fs::create_dir(&path).expect("a folder");
        for (before, after) in [(0o777, 0o700), (0o755, 0o700), (0o700, 0o700), (0o500, 0o500)] {
            fs::set_permissions(&path, fs::Permissions::from_mode(before)).expect("set");
            StateFolder::private(&path).prepare().expect("mended");
            assert_eq!(mode(&path), after);
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(0o2777)).expect("set");
        StateFolder::shared(&path, "group").prepare().expect("mended");
        assert_eq!(mode(&path), 0o2770);
    }

    #[test]
    fn a_file_that_is_too_long_is_not_read_in_part() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, "12345").expect("written");
        assert_eq!(read(&path, 5).expect("all of it"), b"12345");
        assert!(read(&path, 4).is_err());
    }

    #[test]
    fn nothing_in_it_is_a_link() {
        let above = tempfile::tempdir().expect("a folder");
        let other = above.path().join("other");
        fs::create_dir(&other).expect("a folder");
        fs::write(other.join("secret"), "secret").expect("written");
        let path = above.path().join("codesub");
        symlink(&other, &path).expect("a link");
        assert!(StateFolder::private(&path).prepare().is_err());
        fs::remove_file(&path).expect("removed");
        StateFolder::private(&path).prepare().expect("made");
        for (name, target) in [("link", other.join("secret")), ("nowhere", other.join("new")), ("loop", "loop".into())]
        {
            let link = path.join(name);
            symlink(target, &link).expect("a link");
            assert!(open(&link).is_err() && read(&link, 10).is_err() && make_folder(&link).is_err(), "{name}");
            assert!(is_in_the_way(&link) && !is_folder(&link), "{name}");
        }
        assert!(!other.join("new").exists());
    }
}
