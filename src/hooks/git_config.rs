//! Hooks by git's configuration: `hook.codesub-NAME.event` and `.command` (git 2.54 and newer).
//!
//! git runs them before the hook file, so nothing has to be chained. They are written by the `git` program itself, which
//! keeps the comments and the order of the file and locks it. The command is written before the event, and the event is
//! removed before the command: git refuses to run anything when it finds an event without a command.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::{Name, stub};
use crate::error::{Error, Result};

/// The first git that knows hooks in its configuration.
const NEEDED: (u32, u32) = (2, 54);

/// The configuration of one repository, which all of its worktrees share.
#[derive(Debug, Clone)]
pub struct GitConfig {
    directory: PathBuf,
}

/// What the configuration says about one hook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub name: Name,
    pub command: Option<Vec<u8>>,
    pub events: Vec<String>,
    /// Nobody switched it off with `hook.codesub-NAME.enabled`.
    pub is_enabled: bool,
}

impl Entry {
    /// Whether git runs the hook.
    pub fn is_complete(&self) -> bool {
        self.command.is_some() && self.events.iter().any(|event| event == self.name.as_str())
    }

    /// The binary that the command looks for first.
    pub fn binary(&self) -> Option<PathBuf> {
        self.command.as_deref().and_then(stub::binary_of_command)
    }

    /// Whether it is what this codesub would write with this binary.
    pub fn is(&self, binary: Option<&Path>) -> bool {
        self.is_complete()
            && self.events.len() == 1
            && self.command.as_deref() == Some(&stub::command(self.name, binary))
    }
}

impl GitConfig {
    /// Of the repository around a folder.
    pub fn of(directory: &Path) -> Self {
        GitConfig { directory: directory.to_owned() }
    }

    /// Refuses a git that would not run hooks by its configuration.
    pub fn require_support(&self) -> Result<()> {
        let output = self.git([OsStr::new("version")])?;
        let told = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        let found = told.strip_prefix("git version ").unwrap_or(&told);
        if version(found).is_some_and(|version| version >= NEEDED) {
            return Ok(());
        }
        let (major, minor) = NEEDED;
        Err(Error::usage(format!("hooks by configuration need git {major}.{minor}, and this is git {found}"))
            .hint("update git, or leave `--via config` out to install files"))
    }

    /// What is there for a hook; `None` when there is nothing, or no git to ask.
    pub fn read(&self, name: Name) -> Result<Option<Entry>> {
        let pattern = format!("^hook\\.{}\\.", section(name));
        let arguments = ["config", "--local", "-z", "--get-regexp", &pattern];
        // Without git there are no hooks either.
        let Ok(output) = self.git(arguments.map(OsStr::new)) else { return Ok(None) };
        let mut entry = Entry { name, command: None, events: Vec::new(), is_enabled: true };
        for item in output.stdout.split(|&byte| byte == 0).filter(|item| !item.is_empty()) {
            let end = item.iter().position(|&byte| byte == b'\n').unwrap_or(item.len());
            let (key, value) = (&item[..end], item.get(end + 1..).unwrap_or_default());
            match key.rsplit(|&byte| byte == b'.').next() {
                Some(b"command") => entry.command = Some(value.to_vec()),
                Some(b"event") => entry.events.push(String::from_utf8_lossy(value).into_owned()),
                Some(b"enabled") => {
                    entry.is_enabled =
                        !matches!(value.to_ascii_lowercase().as_slice(), b"false" | b"no" | b"off" | b"0");
                }
                _ => {}
            }
        }
        Ok((entry.command.is_some() || !entry.events.is_empty()).then_some(entry))
    }

    /// Writes the command and the event of a hook.
    pub fn write(&self, name: Name, binary: Option<&Path>) -> Result<()> {
        let section = section(name);
        let command = os_string(stub::command(name, binary));
        self.change(&["--replace-all", &format!("hook.{section}.command")], Some(&command))?;
        self.change(&["--replace-all", &format!("hook.{section}.event")], Some(OsStr::new(name.as_str())))
    }

    /// Removes the event and the command of a hook.
    pub fn remove(&self, entry: &Entry) -> Result<()> {
        let section = section(entry.name);
        if !entry.events.is_empty() {
            self.change(&["--unset-all", &format!("hook.{section}.event")], None)?;
        }
        if entry.command.is_some() {
            self.change(&["--unset-all", &format!("hook.{section}.command")], None)?;
        }
        Ok(())
    }

    fn change(&self, arguments: &[&str], value: Option<&OsStr>) -> Result<()> {
        let fixed = ["config", "--local"].into_iter().chain(arguments.iter().copied()).map(OsStr::new);
        let output = self.git(fixed.chain(value))?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.lines().next().unwrap_or_default().to_owned();
        Err(Error::write(format!("`git config` could not write the repository's configuration: {said}"))
            .hint("check that nothing else is writing to it, then run this again"))
    }

    fn git<'a>(&self, arguments: impl IntoIterator<Item = &'a OsStr>) -> Result<Output> {
        let mut command = Command::new("git");
        command.args(arguments).current_dir(&self.directory).stdin(Stdio::null()).env("LC_ALL", "C");
        command.output().map_err(|error| {
            Error::usage(format!("git cannot be started: {error}"))
                .hint("hooks by configuration are written by the `git` program: put it into PATH")
        })
    }
}

/// The name under which git knows the hook. It may not be the name of an event.
pub fn section(name: Name) -> String {
    format!("codesub-{}", name.as_str())
}

/// The first two numbers of what `git version` tells: `2.54.0.windows.1`, `2.55.GIT`, `2.39.5 (Apple Git-154)`.
fn version(told: &str) -> Option<(u32, u32)> {
    let mut numbers = told.split('.').map(|part| part.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

#[cfg(unix)]
fn os_string(bytes: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes)
}

#[cfg(not(unix))]
fn os_string(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_as_git_tells_them() {
        for (told, expected) in [
            ("2.47.3", Some((2, 47))),
            ("2.54.0.windows.1", Some((2, 54))),
            ("2.55.GIT", Some((2, 55))),
            ("2.39.5 (Apple Git-154)", Some((2, 39))),
            ("2.54.0-rc1", Some((2, 54))),
            ("3.0", Some((3, 0))),
            ("nonsense", None),
        ] {
            assert_eq!(version(told), expected, "{told}");
        }
        assert!(version("2.53.9") < Some(NEEDED) && version("10.1") > Some(NEEDED));
    }
}
