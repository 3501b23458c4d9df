//! What detection sees of the two revisions: files already turned into constructs, and which of them differ.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;

use crate::config::Target;
use crate::git::{Change, ChangeKind, Changes, FileAt, ObjectId};
use crate::report::Place;
use crate::syntax::{Construct, qualname};

use super::parsed::ParsedFile;
use super::verbatim::Standing;

/// One revision, as detection sees it. The implementation reads and parses on demand, each file at most once.
pub trait View {
    /// The constructs of the file at `path`.
    fn file(&self, path: &str) -> File;

    /// Says that these files will be asked for, so that they can be parsed in parallel.
    fn preload(&self, paths: &[&str]);

    /// Says that both versions of these files will be asked for, by the path in the earlier revision and the one in this:
    /// together they are parsed in less time. What is not known afterwards is left to [`preload`](View::preload).
    fn preload_both(&self, pairs: &[[&str; 2]]);

    /// Says that these files will be asked for as [`standing`](View::standing).
    fn preload_standing(&self, files: Vec<Standing<'_>>);

    /// The constructs of the file at `path`, without what is in those that stand there verbatim, if it was parsed so and bore
    /// that out. What it has must not be compared with what other files have.
    fn standing(&self, path: &str) -> Option<Arc<ParsedFile>>;

    /// The git object id of the file at `path`, without reading it.
    fn blob(&self, path: &str) -> Option<String>;

    /// The bytes of the file at `path`, for line targets.
    fn bytes(&self, path: &str) -> Bytes;

    /// The texts of files, to be looked at from many threads; nothing of them is kept.
    fn texts<'v>(&'v self, paths: &[Option<&str>]) -> Box<dyn Texts + 'v>;

    /// The constructs of a blob that a lock entry remembers, as if it stood at `path`; `None` when it is not at hand.
    fn remembered(&self, blob: &str, path: &str) -> Option<Arc<ParsedFile>>;

    /// The bytes of a blob that a lock entry remembers; `None` when it is not at hand.
    fn remembered_bytes(&self, blob: &str) -> Option<Arc<[u8]>>;
}

/// Texts of one revision, by their position among the paths that were asked for.
pub trait Texts: Sync {
    /// The text; `None` where there is none to examine, as for a path that is absent, too large or binary.
    fn read(&self, position: usize) -> Option<Vec<u8>>;
}

/// What stands at a path.
#[derive(Clone)]
pub enum File {
    Absent,
    /// There, but not examined, with the reason (SPEC 5.10).
    Skipped(String),
    /// There, in a language codesub does not know (SPEC 5.18).
    Unsupported,
    Parsed(Arc<ParsedFile>),
}

/// The bytes at a path.
#[derive(Clone)]
pub enum Bytes {
    Absent,
    Skipped(String),
    Read(Arc<[u8]>),
}

/// A construct in a file of one revision.
#[derive(Clone)]
pub struct Located {
    pub file: Arc<ParsedFile>,
    pub index: usize,
}

impl Located {
    pub fn construct(&self) -> &Construct {
        &self.file.outline.constructs[self.index]
    }

    pub fn place(&self) -> Place {
        let construct = self.construct();
        Place { path: self.file.path.clone(), start_line: construct.start_line, end_line: construct.end_line }
    }

    pub fn target(&self) -> Target {
        Target::Construct { path: self.file.path.clone(), qualname: self.construct().qualname.clone() }
    }

    /// `path:line`, as locations are written in reports.
    pub fn location(&self) -> String {
        format!("{}:{}", self.file.path, self.construct().start_line)
    }

    /// The qualname of the container; empty at the top of the file.
    pub fn container(&self) -> &str {
        qualname::container(&self.construct().qualname)
    }

    /// Whether it is named as a part of a type that does not enclose it.
    pub fn is_outside(&self) -> bool {
        let construct = self.construct();
        let parent = construct.parent.map(|parent| &self.file.outline.constructs[parent as usize]);
        match parent {
            Some(parent) => construct.span.start < parent.span.start || parent.span.end < construct.span.end,
            None => !self.container().is_empty(),
        }
    }

    /// The hashed tokens of the body.
    pub fn body_tokens(&self) -> &[u32] {
        let body = self.construct().body;
        &self.file.outline.tokens[body.start as usize..body.end as usize]
    }

    pub fn is_same(&self, other: &Located) -> bool {
        self.index == other.index && self.file.path == other.file.path
    }
}

/// The changes between two revisions, by path.
pub struct FileChanges<'a> {
    changes: &'a Changes,
    by_old: HashMap<&'a str, &'a Change>,
    by_new: HashMap<&'a str, &'a Change>,
    unsearched: Cell<usize>,
}

/// What became of a file of the base revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate<'a> {
    Untouched,
    Modified,
    Renamed(&'a str),
    Deleted,
}

impl<'a> FileChanges<'a> {
    pub fn new(changes: &'a Changes) -> Self {
        let by_old = changes.list.iter().filter_map(|c| c.old.as_ref().map(|old| (old.path.as_str(), c))).collect();
        let by_new = changes.list.iter().filter_map(|c| c.new.as_ref().map(|new| (new.path.as_str(), c))).collect();
        FileChanges { changes, by_old, by_new, unsearched: Cell::new(0) }
    }

    pub fn fate(&self, path: &str) -> Fate<'a> {
        match self.by_old.get(path) {
            Some(change) => match (&change.kind, &change.new) {
                (ChangeKind::Renamed { .. }, Some(new)) => Fate::Renamed(&new.path),
                (_, Some(_)) => Fate::Modified,
                (_, None) => Fate::Deleted,
            },
            None if self.by_new.contains_key(path) => Fate::Modified,
            // It may have been; whoever looks at both sides will see.
            None if self.changes.may_lack(path) => Fate::Modified,
            None => Fate::Untouched,
        }
    }

    /// Where the file that now stands at `path` stood before; `None` for an added file.
    pub fn origin_of(&self, path: &str) -> Option<&'a str> {
        self.by_new.get(path).and_then(|change| change.old.as_ref()).map(|old| old.path.as_str())
    }

    /// Whether the diff touches that path on either side, or may.
    pub fn touches(&self, path: &str) -> bool {
        self.by_old.contains_key(path) || self.by_new.contains_key(path) || self.changes.may_lack(path)
    }

    /// Paths that exist in the target, changed; of very many copies the first.
    pub fn new_paths(&self) -> Vec<&'a str> {
        self.distinct(self.changes.list.iter().filter_map(|change| change.new.as_ref()))
    }

    /// Paths that existed in the base, changed; of very many copies the first.
    pub fn old_paths(&self) -> Vec<&'a str> {
        self.distinct(self.changes.list.iter().filter_map(|change| change.old.as_ref()))
    }

    /// The old and the new path of each change.
    pub fn paths(&self) -> impl Iterator<Item = (Option<&'a str>, Option<&'a str>)> {
        let path = |at: &'a Option<FileAt>| at.as_ref().map(|at| at.path.as_str());
        self.changes.list.iter().map(move |change| (path(&change.old), path(&change.new)))
    }

    /// How many files were left out when somebody asked for paths.
    pub fn unsearched(&self) -> usize {
        self.unsearched.get()
    }

    /// Files of the same contents are the same to a search if they are of the same language, which goes by the name.
    fn distinct(&self, files: impl Iterator<Item = &'a FileAt>) -> Vec<&'a str> {
        let mut copies: HashMap<(ObjectId, &str), usize> = HashMap::new();
        let mut left = 0;
        let paths = files.map(|at| (at, at.path.as_str())).filter(|(at, path)| {
            let name = path.rsplit('/').next().unwrap_or(path);
            let ending = name.rsplit_once('.').map_or(name, |(_, ending)| ending);
            let count = copies.entry((at.file.id, ending)).or_default();
            *count += 1;
            left += usize::from(*count > MOST_COPIES);
            *count <= MOST_COPIES
        });
        let paths = paths.map(|(_, path)| path).collect();
        self.unsearched.set(self.unsearched.get() + left);
        paths
    }

    pub fn is_empty(&self) -> bool {
        self.changes.list.is_empty() && self.changes.gaps.is_empty()
    }
}

/// Of files with the same contents so many are searched: a tree of a few kilobytes can hold one of them a hundred
/// thousand times (SPEC 13.2), and whoever has so many copies to choose from is not helped by more.
pub const MOST_COPIES: usize = 100;
