//! Lookups: the files of one tree, as far as their names go.
//!
//! Saying what a name means takes looks into other files. They may be in the store, all in memory, or laid over either:
//! the worktree with its edits, the other side of a scan. Whoever resolves names does not know which.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::file::FileNames;
use crate::index::folders::folder;

/// The files of one tree.
pub trait Lookup {
    /// The names of the file at a path; `None` where there is none that was examined.
    fn file(&self, path: &str) -> Option<Arc<FileNames>>;

    /// Whether anything is in a folder.
    fn has_folder(&self, folder: &str) -> bool;

    /// The files right in a folder that define something of that simple name, sorted.
    fn in_folder(&self, folder: &str, name: &str) -> Vec<String>;
}

/// Files in memory.
#[derive(Default)]
pub struct Memory {
    files: BTreeMap<String, Arc<FileNames>>,
    folders: BTreeSet<String>,
    /// By folder and name.
    named: HashMap<String, HashMap<String, Vec<String>>>,
}

impl Memory {
    pub fn new(files: impl IntoIterator<Item = FileNames>) -> Self {
        let files = files.into_iter().map(|file| (file.path.clone(), Arc::new(file))).collect();
        let mut memory = Memory { files, ..Memory::default() };
        for (path, file) in &memory.files {
            let mut above = folder(path);
            while memory.folders.insert(above.to_owned()) && !above.is_empty() {
                above = folder(above);
            }
            // Nobody asks for a folder of others.
            if !file.language.has_folder_packages() {
                continue;
            }
            let named = memory.named.entry(folder(path).to_owned()).or_default();
            let names: BTreeSet<&str> = file.constructs.iter().map(|construct| construct.name.as_str()).collect();
            for name in names {
                named.entry(name.to_owned()).or_default().push(path.clone());
            }
        }
        memory
    }

    /// All of them, by path.
    pub fn all(&self) -> impl Iterator<Item = &Arc<FileNames>> {
        self.files.values()
    }
}

impl Lookup for Memory {
    fn file(&self, path: &str) -> Option<Arc<FileNames>> {
        self.files.get(path).cloned()
    }

    fn has_folder(&self, folder: &str) -> bool {
        self.folders.contains(folder)
    }

    fn in_folder(&self, folder: &str, name: &str) -> Vec<String> {
        self.named.get(folder).and_then(|named| named.get(name)).cloned().unwrap_or_default()
    }
}

/// Files that stand where those of another lookup stood.
pub struct Overlay<'l> {
    below: &'l dyn Lookup,
    /// `None` where there is no file any more.
    changed: BTreeMap<String, Option<Arc<FileNames>>>,
}

impl<'l> Overlay<'l> {
    /// `changed` says for each path that differs what is there now.
    pub fn new(below: &'l dyn Lookup, changed: BTreeMap<String, Option<Arc<FileNames>>>) -> Self {
        Overlay { below, changed }
    }
}

impl Lookup for Overlay<'_> {
    fn file(&self, path: &str) -> Option<Arc<FileNames>> {
        self.changed.get(path).map_or_else(|| self.below.file(path), Clone::clone)
    }

    fn has_folder(&self, folder: &str) -> bool {
        let is_below =
            |path: &String| folder.is_empty() || path.strip_prefix(folder).is_some_and(|p| p.starts_with('/'));
        // A folder of which everything was removed counts as there: nothing is found in it anyway.
        self.below.has_folder(folder) || self.changed.iter().any(|(path, file)| file.is_some() && is_below(path))
    }

    fn in_folder(&self, wanted: &str, name: &str) -> Vec<String> {
        let mut paths = self.below.in_folder(wanted, name);
        paths.retain(|path| !self.changed.contains_key(path));
        let here = self.changed.iter().filter(|(path, _)| folder(path) == wanted);
        let defining = here.filter(|(_, file)| {
            file.as_ref().is_some_and(|file| file.constructs.iter().any(|construct| construct.name == name))
        });
        paths.extend(defining.map(|(path, _)| path.clone()));
        paths.sort();
        paths
    }
}
