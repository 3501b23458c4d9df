//! Outlines: what was parsed in a run, each blob at most once, for both of its snapshots.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::git::ObjectId;
use crate::index::Informant;
use crate::progress::Progress;
use crate::syntax::{Language, Outline};
use crate::workers::Workers;

/// The outlines of every blob looked at in a run.
#[derive(Default)]
pub struct Outlines {
    pub(super) workers: Workers,
    /// Bytes, of what the workers' budget has room for.
    pub(super) kept: Cell<u64>,
    pub(super) progress: Progress,
    pub(super) index: Informant,
    pub(super) by_blob: RefCell<HashMap<(ObjectId, &'static str), Arc<Outline>>>,
    /// Blobs that were parsed around what stands in them verbatim.
    pub(super) around: RefCell<HashSet<(ObjectId, &'static str)>>,
    /// What the text of a blob said, where its name leaves the language open: by the language that the name suggests.
    pub(super) by_text: RefCell<HashMap<(ObjectId, &'static str), Language>>,
    /// Texts of line targets, of which one file may have thousands.
    pub(super) texts: RefCell<RecentTexts>,
}

/// Recently read texts; when they take more than [`MAX_TEXTS`] bytes, all are forgotten.
#[derive(Default)]
pub(super) struct RecentTexts {
    pub(super) by_blob: HashMap<ObjectId, Arc<[u8]>>,
    size: usize,
}

const MAX_TEXTS: usize = 64 * 1024 * 1024;

impl RecentTexts {
    pub(super) fn keep(&mut self, id: ObjectId, bytes: Vec<u8>) -> Arc<[u8]> {
        if self.size + bytes.len() > MAX_TEXTS {
            *self = RecentTexts::default();
        }
        self.size += bytes.len();
        let text: Arc<[u8]> = bytes.into();
        self.by_blob.insert(id, Arc::clone(&text));
        text
    }
}

impl Outlines {
    /// Parses what it needs with these.
    pub fn new(workers: &Workers) -> Self {
        let mut outlines = Outlines::default();
        outlines.workers = workers.clone();
        outlines
    }

    /// Shows how far the parsing of many files has come.
    #[must_use]
    pub fn with_progress(mut self, progress: &Progress) -> Self {
        self.progress = progress.clone();
        self
    }

    /// Asks that informant before it parses.
    #[must_use]
    pub fn through(mut self, index: &Informant) -> Self {
        self.index = index.clone();
        self
    }

    /// How many blobs were parsed, here or when they were indexed.
    pub fn parsed(&self) -> usize {
        let by_blob = self.by_blob.borrow();
        by_blob.len() + self.around.borrow().iter().filter(|blob| !by_blob.contains_key(*blob)).count()
    }
}

impl Drop for Outlines {
    fn drop(&mut self) {
        self.workers.give_back(self.kept.get());
    }
}
