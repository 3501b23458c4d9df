//! A folder on disk as a revision, whether it belongs to a repository or not.
//!
//! Its files are read as they are, without conversions, since no attributes speak for them; links are kept as links and
//! never followed; `.git` and what is no file are left out. The tree exists in memory only.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use gix::ObjectId;
use gix::bstr::BString;

use super::edits::Edits;
use super::tree::Budget;
use super::worktree::{is_executable, keep};
use super::{FileMode, MAX_FILES, Repository, Revision, RevisionKind};
use crate::error::{Error, Result};

impl Repository {
    /// The files below `folder` as a revision that is called `name`.
    pub fn folder(&self, folder: &Path, name: &str) -> Result<Revision> {
        if !folder.is_dir() {
            return Err(Error::usage(format!("there is no folder `{}`", folder.display()))
                .hint("`path:` takes a folder, relative to the current one"));
        }
        let failed = |path: &Path, error: io::Error| {
            Error::undecided(format!("`{}` cannot be read", path.display())).hint("make it readable").caused_by(error)
        };
        let mut budget = Budget::new(MAX_FILES);
        let mut edits = Edits::default();
        let mut folders: Vec<(PathBuf, BString)> = vec![(folder.to_owned(), BString::default())];
        while let Some((folder, prefix)) = folders.pop() {
            for entry in fs::read_dir(&folder).map_err(|error| failed(&folder, error))? {
                let entry = entry.map_err(|error| failed(&folder, error))?;
                if entry.file_name() == ".git" {
                    continue;
                }
                let full = entry.path();
                let mut path = prefix.clone();
                path.extend_from_slice(entry.file_name().as_encoded_bytes());
                budget.spend(&path)?;
                let metadata = fs::symlink_metadata(&full).map_err(|error| failed(&full, error))?;
                let mode = match () {
                    () if metadata.is_dir() => {
                        path.push(b'/');
                        folders.push((full, path));
                        continue;
                    }
                    () if metadata.is_symlink() => FileMode::Symlink,
                    () if !metadata.is_file() => continue,
                    () if is_executable(&metadata) => FileMode::Executable,
                    () => FileMode::File,
                };
                let file = keep(self, &full, &metadata, mode).map_err(|error| failed(&full, error))?;
                edits.put(path, file)?;
            }
        }
        let tree = self.edited(ObjectId::empty_tree(self.git.object_hash()), edits)?;
        Ok(Revision { name: name.to_owned(), kind: RevisionKind::Worktree, tree, history: None })
    }
}
