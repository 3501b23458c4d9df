//! A snapshot: the constructs of one revision, parsed on demand, each blob at most once.
//!
//! Two snapshots of one run share their [`Outlines`], so a file that is the same on both sides is parsed once. Sources
//! come from the object database by id, never from a path on disk (SPEC 13.2): what a worktree holds was read into
//! memory when its revision was made.
//!
//! What the index remembers of a blob is not parsed again (SPEC 12.1). It counts as parsed all the same: what is told
//! about a run does not depend on what was known before it.

mod both;
mod loading;
mod outlines;
mod sources;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use rayon::prelude::*;

use crate::detect::{Bytes, File, ParsedFile, Standing, Texts, View};
use crate::error::{Error, Result};
use crate::git::{Blob, FileId, MAX_BLOB, ObjectId, Reader, Repository, Revision};
use crate::index::{Index, contents};
use crate::syntax::{Language, Outline, Reading, Segment};
use crate::workers::{Refusal, batches};
use loading::{Loaded, LoadedAround, load, load_around};
use sources::{SourceTexts, is_lfs_pointer};

pub use both::preload_both;
pub use outlines::Outlines;
pub(crate) use sources::{BINARY, Read, is_binary, read};

/// One revision and what is known of its files.
pub struct Snapshot<'a> {
    repository: &'a Repository,
    revision: &'a Revision,
    /// The other revision of the run, where this is the later one of two.
    earlier: Option<&'a Snapshot<'a>>,
    reader: Reader,
    outlines: &'a Outlines,
    reading: Reading,
    ids: RefCell<HashMap<String, Option<FileId>>>,
    files: RefCell<HashMap<String, File>>,
    /// Files that were parsed around what stands in them verbatim.
    standing: RefCell<HashMap<String, Arc<ParsedFile>>>,
    /// Files that could not be examined, by path.
    skipped: RefCell<BTreeMap<String, String>>,
    /// The first thing that could not be read at all; it makes the whole answer undecided.
    trouble: RefCell<Option<Error>>,
}

/// What a file that is no source itself holds.
pub enum Segmented {
    Absent,
    /// There, but not examined, with the reason.
    Skipped(String),
    Read(Vec<Segment>),
}

impl<'a> Snapshot<'a> {
    pub fn new(repository: &'a Repository, revision: &'a Revision, outlines: &'a Outlines) -> Self {
        Snapshot::reading(repository, revision, outlines, Reading::Code)
    }

    /// The same, read for something else. Outlines are shared only by snapshots that are read for the same.
    pub fn reading(
        repository: &'a Repository,
        revision: &'a Revision,
        outlines: &'a Outlines,
        reading: Reading,
    ) -> Self {
        Snapshot {
            repository,
            revision,
            earlier: None,
            reader: repository.reader(),
            outlines,
            reading,
            ids: RefCell::default(),
            files: RefCell::default(),
            standing: RefCell::default(),
            skipped: RefCell::default(),
            trouble: RefCell::default(),
        }
    }

    /// Says which revision comes before this one in the run.
    #[must_use]
    pub fn after(self, earlier: &'a Snapshot<'a>) -> Self {
        Snapshot { earlier: Some(earlier), ..self }
    }

    /// Paths that are known to stand in this revision: spares a walk through the trees.
    pub fn know<'p>(&self, files: impl Iterator<Item = (&'p str, FileId)>) {
        self.ids.borrow_mut().extend(files.map(|(path, id)| (path.to_owned(), Some(id))));
    }

    /// What could not be read at all, if anything: the answer is then undecided (SPEC 6.1).
    pub fn check(&self) -> Result<()> {
        self.trouble.borrow_mut().take().map_or(Ok(()), Err)
    }

    /// Files of a known language that were asked for and not examined, with the reason.
    pub fn skipped(&self) -> BTreeMap<String, String> {
        self.skipped.borrow().clone()
    }

    /// The segments of files that are no source themselves, in the order of the paths. Nothing else asks for them, so
    /// they are not kept.
    pub fn segments(&self, paths: &[&str]) -> Vec<Segmented> {
        let ids: Vec<Option<FileId>> = paths.iter().map(|path| self.id(path)).collect();
        let (reader, workers) = (&self.reader, &self.outlines.workers);
        let loaded: Vec<Result<Segmented>> = self.outlines.progress.during("reading", paths.len(), |step| {
            let load = |(path, id): (&&str, &Option<FileId>)| {
                let read = id.map(|id| read(reader, path, id));
                step();
                Ok(match read {
                    None => Segmented::Absent,
                    Some(Read::Bytes(bytes)) if is_binary(&bytes) => Segmented::Skipped(BINARY.to_owned()),
                    Some(Read::Bytes(bytes)) => match workers.segments(&bytes) {
                        Ok(segments) => Segmented::Read(segments),
                        Err(Refusal::Skipped(reason)) => Segmented::Skipped(reason),
                        Err(Refusal::Trouble(error)) => return Err(error),
                    },
                    Some(Read::Skipped(reason)) => Segmented::Skipped(reason),
                    Some(Read::Trouble(error)) => return Err(error),
                })
            };
            workers.at_once(|| paths.par_iter().zip(&ids).map(load).collect())
        });
        let keep_trouble = |error: Error| {
            let reason = error.to_string();
            self.trouble.borrow_mut().get_or_insert(error);
            Segmented::Skipped(reason)
        };
        loaded.into_iter().map(|loaded| loaded.unwrap_or_else(keep_trouble)).collect()
    }

    fn id(&self, path: &str) -> Option<FileId> {
        if let Some(known) = self.ids.borrow().get(path) {
            return *known;
        }
        let found = match self.repository.find(self.revision, path) {
            Ok(found) => found,
            Err(error) => {
                self.trouble.borrow_mut().get_or_insert(error);
                None
            }
        };
        self.ids.borrow_mut().insert(path.to_owned(), found);
        found
    }

    fn keep(&self, path: &str, id: FileId, loaded: Loaded) -> File {
        let file = match loaded {
            Loaded::File(file) => file,
            Loaded::Outline(language, outline) => {
                if let Err(reason) = self.find_room(id.id, language, &outline) {
                    return self.keep(path, id, Loaded::File(File::Skipped(reason)));
                }
                if let Some(open) = Language::detect(path, None).filter(|named| named.is_shared(path)) {
                    self.outlines.by_text.borrow_mut().insert((id.id, open.name()), language);
                }
                self.outlines.by_blob.borrow_mut().insert((id.id, language.name()), Arc::clone(&outline));
                File::Parsed(Arc::new(ParsedFile::new(path.to_owned(), id.id.to_string(), language, outline)))
            }
            Loaded::Trouble(error) => {
                let file = File::Skipped(error.to_string());
                self.trouble.borrow_mut().get_or_insert(error);
                file
            }
        };
        if let File::Skipped(reason) = &file {
            self.skipped.borrow_mut().insert(path.to_owned(), reason.clone());
        }
        self.files.borrow_mut().insert(path.to_owned(), file.clone());
        file
    }

    /// Keeps an outline around what stands verbatim, if there is room for it.
    fn keep_standing(&self, path: &str, id: FileId, language: Language, outline: Outline) {
        let Ok(kept) = self.outlines.workers.keep(&outline, &[]) else { return };
        self.outlines.kept.set(self.outlines.kept.get() + kept);
        self.outlines.around.borrow_mut().insert((id.id, language.name()));
        let file = ParsedFile::new(path.to_owned(), id.id.to_string(), language, Arc::new(outline));
        self.standing.borrow_mut().insert(path.to_owned(), Arc::new(file));
    }

    /// Whether an outline can be kept, if it is not already.
    fn find_room(&self, id: ObjectId, language: Language, outline: &Outline) -> Result<(), String> {
        if self.outlines.by_blob.borrow().contains_key(&(id, language.name())) {
            return Ok(());
        }
        let kept = self.outlines.workers.keep(outline, &[]).map_err(|refusal| Error::from(refusal).to_string())?;
        self.outlines.kept.set(self.outlines.kept.get() + kept);
        Ok(())
    }

    /// The id of a file that has to be parsed, unless that is spared by what is at hand.
    fn unknown(&self, path: &str) -> Option<FileId> {
        if self.files.borrow().contains_key(path) {
            return None;
        }
        let id = self.id(path)?;
        match self.at_hand(path, id) {
            Some(loaded) => {
                self.keep(path, id, loaded);
                None
            }
            None => Some(id),
        }
    }

    /// The file if its outline is at hand already.
    fn at_hand(&self, path: &str, id: FileId) -> Option<Loaded> {
        // A link whose target reads like that file is still a link.
        let mut language = self.reading.detect(path, None).filter(|_| id.mode.is_source())?;
        if language.is_shared(path) {
            let known = self.outlines.by_text.borrow().get(&(id.id, language.name())).copied();
            language = known.or_else(|| self.language_by_text(path, id))?;
        }
        let known = self.outlines.by_blob.borrow().get(&(id.id, language.name())).cloned();
        let outline = known.or_else(|| self.indexed(id.id, language).map(Arc::new))?;
        Some(Loaded::Outline(language, outline))
    }

    /// What the text of a file says of its language, where that spares parsing it.
    fn language_by_text(&self, path: &str, id: FileId) -> Option<Language> {
        if !self.reads_through() || !self.outlines.index.is_there() {
            return None;
        }
        match read(&self.reader, path, id) {
            Read::Bytes(bytes) => self.reading.detect(path, Some(&bytes)),
            Read::Skipped(_) | Read::Trouble(_) => None,
        }
    }

    /// What the index remembers of a blob. One that is not in this clone is as unknown as it would be without the index.
    fn indexed(&self, id: ObjectId, language: Language) -> Option<Outline> {
        if !self.reads_through() {
            return None;
        }
        let ask = |index: &Index| contents::outline(index.store.connection(), &id.to_string(), language.name());
        self.outlines.index.ask(ask).flatten().filter(|_| self.reader.has(id, MAX_BLOB))
    }

    /// What cannot be parsed is as unknown as what is not there; without anybody to parse nothing is known at all.
    fn parse_remembered(&self, bytes: &[u8], language: Language) -> Option<Outline> {
        match self.outlines.workers.outline(self.reading, bytes, language) {
            Ok(outline) => Some(outline),
            Err(Refusal::Skipped(_)) => None,
            Err(Refusal::Trouble(error)) => {
                self.trouble.borrow_mut().get_or_insert(error);
                None
            }
        }
    }

    /// The index remembers code, and nothing of what else a file may be read for.
    fn reads_through(&self) -> bool {
        self.reading == Reading::Code
    }
}

impl View for Snapshot<'_> {
    fn file(&self, path: &str) -> File {
        if let Some(known) = self.files.borrow().get(path) {
            return known.clone();
        }
        let Some(id) = self.id(path) else { return File::Absent };
        let loaded = self
            .at_hand(path, id)
            .unwrap_or_else(|| load(&self.reader, self.reading, &self.outlines.workers, path, id));
        self.keep(path, id, loaded)
    }

    fn preload(&self, paths: &[&str]) {
        let wanted = paths.iter().filter_map(|&path| Some((path, self.unknown(path)?))).collect::<Vec<_>>();
        let (reader, reading, workers) = (&self.reader, self.reading, &self.outlines.workers);
        self.outlines.progress.during("parsing", wanted.len(), |step| {
            let load = |(path, id): &(&str, FileId)| {
                let loaded = load(reader, reading, workers, path, *id);
                step();
                loaded
            };
            // What is kept counts against the memory of the run, in the order of the paths.
            let size = |(_, file): &(&str, FileId)| reader.size(file.id).unwrap_or_default().min(MAX_BLOB);
            for batch in batches(wanted, size) {
                let loaded: Vec<Loaded> = workers.at_once(|| batch.par_iter().map(load).collect());
                for ((path, id), loaded) in batch.iter().zip(loaded) {
                    self.keep(path, *id, loaded);
                }
            }
        });
    }

    fn preload_both(&self, pairs: &[[&str; 2]]) {
        if let Some(earlier) = self.earlier {
            let differ = |[old, new]: &&[&str; 2]| earlier.id(old) != self.id(new);
            preload_both(earlier, self, &pairs.iter().filter(differ).copied().collect::<Vec<_>>());
        }
    }

    fn preload_standing(&self, files: Vec<Standing<'_>>) {
        let wanted: Vec<(Standing<'_>, FileId)> = files
            .into_iter()
            .filter_map(|file| Some((self.unknown(file.path)?, file)))
            .map(|(id, file)| (file, id))
            .collect();
        let (reader, reading, workers) = (&self.reader, self.reading, &self.outlines.workers);
        self.outlines.progress.during("parsing", wanted.len(), |step| {
            let load = |(file, id): &(Standing<'_>, FileId)| {
                let loaded = load_around(reader, reading, workers, file, *id);
                step();
                loaded
            };
            let size = |(_, file): &(Standing<'_>, FileId)| reader.size(file.id).unwrap_or_default().min(MAX_BLOB);
            for batch in batches(wanted, size) {
                let loaded: Vec<LoadedAround> = workers.at_once(|| batch.par_iter().map(load).collect());
                for ((file, id), loaded) in batch.iter().zip(loaded) {
                    match loaded {
                        LoadedAround::Whole(loaded) => {
                            self.keep(file.path, *id, loaded);
                        }
                        LoadedAround::Around(language, outline) => {
                            self.keep_standing(file.path, *id, language, outline);
                        }
                        LoadedAround::Otherwise => {}
                    }
                }
            }
        });
    }

    fn standing(&self, path: &str) -> Option<Arc<ParsedFile>> {
        self.standing.borrow().get(path).cloned()
    }

    fn blob(&self, path: &str) -> Option<String> {
        self.id(path).filter(|file| file.mode.is_source()).map(|file| file.id.to_string())
    }

    fn bytes(&self, path: &str) -> Bytes {
        let Some(id) = self.id(path) else { return Bytes::Absent };
        if let Some(known) = self.outlines.texts.borrow().by_blob.get(&id.id).filter(|_| id.mode.is_source()) {
            return Bytes::Read(Arc::clone(known));
        }
        match read(&self.reader, path, id) {
            Read::Bytes(bytes) => Bytes::Read(self.outlines.texts.borrow_mut().keep(id.id, bytes)),
            Read::Skipped(reason) => {
                self.skipped.borrow_mut().insert(path.to_owned(), reason.clone());
                Bytes::Skipped(reason)
            }
            Read::Trouble(error) => {
                let reason = error.to_string();
                self.trouble.borrow_mut().get_or_insert(error);
                Bytes::Skipped(reason)
            }
        }
    }

    fn texts<'v>(&'v self, paths: &[Option<&str>]) -> Box<dyn Texts + 'v> {
        let ids = paths.iter().map(|path| path.and_then(|path| self.id(path)).filter(|id| id.mode.is_source()));
        Box::new(SourceTexts { reader: &self.reader, ids: ids.collect() })
    }

    fn remembered(&self, blob: &str, path: &str) -> Option<Arc<ParsedFile>> {
        let bytes = self.remembered_bytes(blob)?;
        let language = self.reading.detect(path, Some(&bytes))?;
        let id: ObjectId = blob.parse().ok()?;
        let known = self.outlines.by_blob.borrow().get(&(id, language.name())).cloned();
        let known = known.or_else(|| self.indexed(id, language).map(Arc::new));
        let outline = match known {
            Some(outline) => outline,
            None => Arc::new(self.parse_remembered(&bytes, language)?),
        };
        self.find_room(id, language, &outline).ok()?;
        self.outlines.by_blob.borrow_mut().insert((id, language.name()), Arc::clone(&outline));
        Some(Arc::new(ParsedFile::new(path.to_owned(), blob.to_owned(), language, outline)))
    }

    fn remembered_bytes(&self, blob: &str) -> Option<Arc<[u8]>> {
        // The lock may remember what was never committed, or what a shallow clone does not have: then the base
        // revision serves instead.
        let id = blob.parse().ok()?;
        if let Some(known) = self.outlines.texts.borrow().by_blob.get(&id) {
            return Some(Arc::clone(known));
        }
        match self.reader.read(id, MAX_BLOB) {
            Ok(Blob::Bytes(bytes)) if !is_lfs_pointer(&bytes) => Some(self.outlines.texts.borrow_mut().keep(id, bytes)),
            _ => None,
        }
    }
}
