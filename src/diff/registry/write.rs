//! Writing and removing diffs, each in one step that is seen or not.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use super::{Registry, UNFINISHED, is_id, manifest};
use crate::atomic;
use crate::diff::Diff;
use crate::error::{Error, Result};
use crate::output::diff::write_events;
use crate::output::json;
use crate::state;

/// Marks what is about to be removed.
const REMOVED: &str = ".removed";

impl Registry {
    /// Writes a diff under another name and gives it its own when it is whole. Callers hold the lock.
    pub(super) fn write(&self, diff: &Diff) -> Result<()> {
        let id = &diff.summary.diff_id;
        let failed = |error: io::Error| {
            Error::write(format!("the diff {id} cannot be kept: {error}"))
                .hint("nothing of it is left; `--persist false` computes it without keeping it")
        };
        self.remove_leftovers();
        let unfinished = self.unfinished(id);
        let done = self.write_into(&unfinished, diff).and_then(|()| {
            let folder = self.diffs.join(id);
            if fs::symlink_metadata(&folder).is_ok() {
                // Only a damaged one can be there.
                self.move_away(id)?;
            }
            fs::rename(&unfinished, &folder)?;
            // As for files: the rename reaches the disk as soon as the folder does, where it can be asked for that.
            let _ = sync(&self.diffs);
            Ok(())
        });
        if done.is_err() {
            let _ = fs::remove_dir_all(&unfinished);
        }
        done.map_err(failed)
    }

    fn write_into(&self, folder: &Path, diff: &Diff) -> io::Result<()> {
        state::make_folder(&self.diffs)?;
        state::make_folder(folder)?;
        write_file(&folder.join("inputs.json"), |out| out.write_all(diff.inputs.canonical().as_bytes()))?;
        write_file(&folder.join("events.jsonl"), |out| write_events(&diff.events, out))?;
        write_file(&folder.join("summary.json"), |out| json::write_value(&diff.summary, out))?;
        sync(folder)
    }

    /// Removes diffs: all of each is gone, or nothing. Callers hold the lock.
    pub(super) fn remove(&self, ids: &[String], now: &str) -> Result<()> {
        self.remove_leftovers();
        for id in ids {
            self.move_away(id).map_err(|error| {
                Error::write(format!("the diff {id} cannot be removed: {error}"))
                    .hint("it is as it was; check the permissions of the git directory")
            })?;
        }
        let _ = sync(&self.diffs);
        self.mend_manifest(now)?;
        self.remove_leftovers();
        Ok(())
    }

    fn move_away(&self, id: &str) -> io::Result<()> {
        let away = self.diffs.join(format!(".{id}{REMOVED}{UNFINISHED}"));
        let _ = fs::remove_dir_all(&away);
        fs::rename(self.diffs.join(id), away)
    }

    fn unfinished(&self, id: &str) -> PathBuf {
        self.diffs.join(format!(".{id}{UNFINISHED}"))
    }

    /// Removes what a kill left. It does no harm, so trouble with it is no reason to stop.
    pub(super) fn remove_leftovers(&self) {
        atomic::remove_leftovers(&manifest::path(&self.diffs));
        let Ok(entries) = self.entries() else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let id = name.strip_prefix('.').and_then(|name| name.strip_suffix(UNFINISHED));
            if id.is_some_and(|id| is_id(id.strip_suffix(REMOVED).unwrap_or(id))) {
                // Where somebody put a link, the link alone goes.
                let _ = fs::remove_dir_all(entry.path()).or_else(|_| fs::remove_file(entry.path()));
            }
        }
    }

    /// Brings the manifest in line with the folders.
    pub(super) fn mend_manifest(&self, now: &str) -> Result<()> {
        let entries = self.list()?;
        let known = manifest::read(&self.diffs);
        if known.len() == entries.len() && entries.iter().all(|entry| known.get(&entry.diff_id) == Some(entry)) {
            return Ok(());
        }
        atomic::write_state(&manifest::path(&self.diffs), &manifest::to_bytes(&entries, now)?)
    }
}

fn write_file(path: &Path, write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(state::create(path)?);
    write(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

/// Not every system and file system can sync a folder, and what is in it is there already.
fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}
