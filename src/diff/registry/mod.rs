//! The registry: diffs that are kept, in `codesub/diffs/` below the common git directory (SPEC 3.5, seed 001 §2).
//!
//! ```text
//! diffs/
//!   manifest.json            what `list` shows, for a quick look
//!   diff_0123456789abcdef/   one diff, whole
//!     inputs.json  summary.json  events.jsonl
//! ```
//!
//! **A diff is visible when its folder has its name.** It is written under another name, synced, and renamed as a whole;
//! it is removed by renaming it away first. So a kill at any moment leaves all of a diff or nothing of it, and at worst a
//! folder `.NAME.codesub-tmp`, which nobody reads and the next change removes. The manifest follows the folders: where
//! the two differ the folders are right, and the next change mends the manifest.
//!
//! Changes hold the lock of the registry; reading needs none. No path of this machine is written anywhere.

mod manifest;
mod prune;
mod write;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Diff, Event, Inputs, Summary};
use crate::atomic;
use crate::error::{Error, Result};
use crate::state::{self, StateFolder};

pub use manifest::{Entry, Manifest};
pub use prune::{Policy, Pruned};

/// The most bytes of one file of the registry; ours are far below.
const MAX_FILE: u64 = 1024 * 1024 * 1024;
/// Marks what is not finished, or about to be removed.
const UNFINISHED: &str = ".codesub-tmp";

/// The diffs that a repository keeps.
pub struct Registry {
    /// The local state of the repository.
    state: StateFolder,
    diffs: PathBuf,
}

impl Registry {
    /// `state` is the repository's local state; it need not exist.
    pub fn new(state: StateFolder) -> Self {
        Registry { diffs: state.join("diffs"), state }
    }

    /// The diff of these inputs, if it is kept. A folder that is damaged counts as none.
    pub fn find(&self, inputs: &Inputs) -> Result<Option<Diff>> {
        let id = inputs.id();
        let Ok(Some(kept)) = read_inputs(&self.diffs.join(&id)) else { return Ok(None) };
        if kept.canonical() != inputs.canonical() {
            return Err(Error::internal(format!("diffId collision: {id} is kept for other inputs"))
                .hint("delete the folder `codesub` in the git directory; it is a cache"));
        }
        Ok(self.read(&id).ok())
    }

    /// The diff of an id, or of the start of one.
    pub fn get(&self, id: &str) -> Result<Diff> {
        let ids = self.ids()?;
        let full = if id.starts_with("diff_") { id.to_owned() } else { format!("diff_{id}") };
        let mut found = ids.iter().filter(|known| **known == full || (full.len() > 5 && known.starts_with(&full)));
        match (found.next(), found.next()) {
            (Some(only), None) => self.read(only),
            (Some(_), Some(_)) => {
                Err(Error::usage(format!("several diffs start with `{id}`"))
                    .hint("`codesub diff list` shows them in full"))
            }
            (None, _) => Err(Error::usage(format!("there is no diff `{id}`"))
                .hint("`codesub diff list` shows what is kept; `codesub diff compute` makes one")),
        }
    }

    /// Every kept diff, newest first.
    pub fn list(&self) -> Result<Vec<Entry>> {
        let known = manifest::read(&self.diffs);
        let mut entries = Vec::new();
        for id in self.ids()? {
            // The manifest is for a quick look; what it does not have is read from the diff itself.
            let entry = match known.get(&id) {
                Some(entry) => Some(entry.clone()),
                None => self.read_summary(&id).ok().as_ref().map(Entry::of),
            };
            entries.extend(entry);
        }
        entries.sort_by(|a, b| b.created_at.cmp(&a.created_at).then_with(|| a.diff_id.cmp(&b.diff_id)));
        Ok(entries)
    }

    /// Keeps a diff. What is kept already for the same inputs stays as it is.
    pub fn keep(&self, mut diff: Diff, now: &str) -> Result<Diff> {
        let _guard = atomic::lock_registry(&self.state, atomic::PATIENCE)?;
        if let Some(kept) = self.find(&diff.inputs)? {
            self.remove_leftovers();
            self.mend_manifest(now)?;
            return Ok(kept);
        }
        diff.summary.created_at = Some(now.to_owned());
        self.write(&diff)?;
        self.mend_manifest(now)?;
        Ok(diff)
    }

    /// The folders that are diffs, sorted.
    fn ids(&self) -> Result<Vec<String>> {
        let entries = match self.entries() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            other => other.map_err(|error| unreadable("the registry of diffs", error))?,
        };
        let mut ids: Vec<String> = entries
            .flatten()
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| is_id(name))
            .collect();
        ids.sort_unstable();
        Ok(ids)
    }

    /// What is in the folder of the registry, which is no link.
    fn entries(&self) -> io::Result<fs::ReadDir> {
        for folder in [&*self.state, &self.diffs] {
            if !fs::symlink_metadata(folder)?.is_dir() {
                return Err(io::Error::other(format!("{} is not a folder", folder.display())));
            }
        }
        fs::read_dir(&self.diffs)
    }

    fn read(&self, id: &str) -> Result<Diff> {
        let folder = self.diffs.join(id);
        let damaged = || {
            Error::undecided(format!("the diff {id} cannot be read"))
                .hint("compute it again: a damaged diff is replaced")
        };
        let inputs = read_inputs(&folder).map_err(|error| damaged().caused_by(error))?.ok_or_else(damaged)?;
        let summary = self.read_summary(id)?;
        let lines = read(&folder.join("events.jsonl")).map_err(|error| damaged().caused_by(error))?;
        let lines = lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        let events: serde_json::Result<Vec<Event>> = lines.map(serde_json::from_slice).collect();
        Ok(Diff { inputs, summary, events: events.map_err(|error| damaged().caused_by(error))? })
    }

    fn read_summary(&self, id: &str) -> Result<Summary> {
        let damaged = || Error::undecided(format!("the summary of the diff {id} cannot be read"));
        let bytes = read(&self.diffs.join(id).join("summary.json")).map_err(|error| damaged().caused_by(error))?;
        serde_json::from_slice(&bytes).map_err(|error| damaged().caused_by(error))
    }
}

/// `None` where they are not there, or damaged.
fn read_inputs(folder: &Path) -> io::Result<Option<Inputs>> {
    match read(&folder.join("inputs.json")) {
        Ok(bytes) => Ok(serde_json::from_slice(&bytes).ok()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn is_id(name: &str) -> bool {
    let digits = name.strip_prefix("diff_").unwrap_or_default();
    digits.len() == 16 && digits.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    // The folder of a diff may be no link either.
    match path.parent() {
        Some(folder) if fs::symlink_metadata(folder)?.is_dir() => state::read(path, MAX_FILE),
        _ => Err(io::Error::new(io::ErrorKind::NotFound, "there is no such folder")),
    }
}

fn unreadable(what: &str, error: io::Error) -> Error {
    Error::undecided(format!("{what} cannot be read"))
        .hint("check the permissions of the git directory")
        .caused_by(error)
}
