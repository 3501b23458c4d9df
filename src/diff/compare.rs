//! Comparing two versions in one mode: from changed files to events in their order.
//!
//! Only files whose contents differ are parsed, each once a side. Where a limit or trouble with a file stands in the
//! way, an event says so in place of its chunks; nothing that was not looked at counts as added or removed.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::chunk::ChunkFile;
use super::event::{Event, Skipped};
use super::files;
use super::inputs::Options;
use super::listing::{Listed, Told};
use super::mode::Mode;
use super::pairing::{self, Paired};
use super::relations::FileEdges;
use super::telling::Teller;
use crate::detect::{File, FileChanges, Move, Moves, ParsedFile, View, Went};
use crate::git::{Change, Changes, FileAt};
use crate::report::Confidence;
use crate::snapshot::{Snapshot, preload_both};

/// What happened in one mode, in order; there is room for so many events.
pub fn compare(
    mode: Mode,
    options: &Options,
    changes: &Changes,
    before: &Snapshot,
    after: &Snapshot,
    room: usize,
) -> Told {
    let mut listed = Listed::default();
    let own: Vec<&Change> = changes.list.iter().filter(|change| is_listed(change, mode)).collect();
    for change in &own {
        listed.file(change.path()).file.push(files::event(change, mode));
    }
    let readable: Vec<&Change> = own.into_iter().filter(|change| is_readable(change, mode)).collect();
    if readable.len() > options.max_changed_files {
        let skipped = Skipped {
            mode,
            file: None,
            reason: "maxChangedFiles".to_owned(),
            limit: Some(options.max_changed_files),
            actual: Some(readable.len()),
            message: None,
        };
        return listed.finish(Some(Event::ChunkDiffSkipped(skipped)), room);
    }
    Comparison { mode, options, before, after }.run(&readable, changes, listed, room)
}

fn is_listed(change: &Change, mode: Mode) -> bool {
    change.old.iter().chain(&change.new).any(|at| mode.lists(&at.path))
}

/// Whether a file may have chunks that differ.
fn is_readable(change: &Change, mode: Mode) -> bool {
    let id = |at: &Option<FileAt>| at.as_ref().map(|at| at.file.id);
    id(&change.old) != id(&change.new) && change.old.iter().chain(&change.new).any(|at| may_have_chunks(at, mode))
}

fn may_have_chunks(at: &FileAt, mode: Mode) -> bool {
    at.file.mode.is_source() && mode.reads(&at.path)
}

/// A changed file with the chunks of both sides.
pub struct Compared {
    pub before: Option<Chunked>,
    pub after: Option<Chunked>,
    pub paired: Paired,
}

/// The chunks of a file, and their relations if they are asked for.
pub struct Chunked {
    pub chunks: ChunkFile,
    pub edges: Option<FileEdges>,
}

/// Where a chunk stands: the compared file, and the chunk in it.
pub type At = (usize, usize);

/// Where vanished chunks went.
#[derive(Default)]
pub struct Moved {
    pub to: HashMap<At, (At, Move)>,
    pub several: HashMap<At, Vec<At>>,
    /// New chunks that are not new after all.
    pub targets: BTreeSet<At>,
}

struct Comparison<'a> {
    mode: Mode,
    options: &'a Options,
    before: &'a Snapshot<'a>,
    after: &'a Snapshot<'a>,
}

impl Comparison<'_> {
    fn run<'c>(self, readable: &[&'c Change], changes: &Changes, mut listed: Listed<'_>, room: usize) -> Told {
        let path = |at: Option<&'c FileAt>| at.filter(|at| may_have_chunks(at, self.mode)).map(|at| at.path.as_str());
        let sides = readable.iter().map(|change| [path(change.old.as_ref()), path(change.new.as_ref())]);
        let both: Vec<[&str; 2]> = sides.clone().filter_map(|[old, new]| Some([old?, new?])).collect();
        preload_both(self.before, self.after, &both);
        self.before.preload(&sides.clone().filter_map(|[old, _]| old).collect::<Vec<_>>());
        self.after.preload(&sides.filter_map(|[_, new]| new).collect::<Vec<_>>());

        let mut skipped: BTreeSet<&str> = BTreeSet::new();
        let mut compared = Vec::new();
        let (mut before_count, mut after_count) = (0, 0);
        for change in readable {
            match self.load(change, &mut before_count, &mut after_count) {
                Ok(both) => compared.push(both),
                Err(reason) => {
                    skipped.insert(change.path());
                    listed.file(change.path()).file.push(Event::ChunkDiffSkipped(*reason));
                }
            }
        }
        let moved = self.moves(&compared, changes, &skipped);
        let mut teller = Teller { mode: self.mode, all: &compared, moved: &moved, listed };
        for number in 0..compared.len() {
            teller.tell(number);
        }
        teller.listed.finish(None, room)
    }

    /// Both sides of a changed file, paired; or why its chunks are not compared.
    fn load(&self, change: &Change, before_count: &mut u64, after_count: &mut u64) -> Result<Compared, Box<Skipped>> {
        let old = self.parsed(change, change.old.as_ref(), self.before)?;
        let new = self.parsed(change, change.new.as_ref(), self.after)?;
        let chunked = |file: Arc<ParsedFile>, count: &mut u64| {
            let chunks = ChunkFile::new(self.mode, file, *count);
            *count += chunks.constructs().len() as u64;
            let edges = self.options.include_relations.then(|| FileEdges::of(&chunks));
            Chunked { chunks, edges }
        };
        let before = old.map(|file| chunked(file, before_count));
        let after = new.map(|file| chunked(file, after_count));
        let paired = pairing::pair(before.as_ref().map(|it| &it.chunks), after.as_ref().map(|it| &it.chunks));
        Ok(Compared { before, after, paired })
    }

    fn parsed(
        &self,
        change: &Change,
        at: Option<&FileAt>,
        view: &dyn View,
    ) -> Result<Option<Arc<ParsedFile>>, Box<Skipped>> {
        let Some(at) = at.filter(|at| may_have_chunks(at, self.mode)) else { return Ok(None) };
        let skipped = |reason: &str| Skipped {
            mode: self.mode,
            file: Some(change.path().to_owned()),
            reason: reason.to_owned(),
            limit: None,
            actual: None,
            message: None,
        };
        match view.file(&at.path) {
            File::Absent | File::Unsupported => Ok(None),
            File::Skipped(message) => Err(Box::new(Skipped { message: Some(message), ..skipped("unreadable") })),
            File::Parsed(file) if file.outline.constructs.len() > self.options.max_chunks_per_file => {
                Err(Box::new(Skipped {
                    limit: Some(self.options.max_chunks_per_file),
                    actual: Some(file.outline.constructs.len()),
                    ..skipped("maxChunksPerFile")
                }))
            }
            File::Parsed(file) => Ok(Some(file)),
        }
    }

    /// Where the chunks went that are not in their place, by the matcher of a scan. Files that are left out of the
    /// comparison are left out of the search too.
    fn moves(&self, compared: &[Compared], changes: &Changes, skipped: &BTreeSet<&str>) -> Moved {
        let mut moved = Moved::default();
        let is_any = |left: fn(&Paired) -> &Vec<usize>| compared.iter().any(|both| !left(&both.paired).is_empty());
        if !is_any(|paired| &paired.gone) || !is_any(|paired| &paired.new) {
            return moved;
        }
        let in_scope = |change: &&Change| {
            let sources = || change.old.iter().chain(&change.new);
            !skipped.contains(change.path()) && sources().any(|at| may_have_chunks(at, self.mode))
        };
        let list: Vec<Change> = changes.list.iter().filter(in_scope).cloned().collect();
        let in_scope = Changes { list, ..changes.clone_without_list() };
        let search = Moves::new(&FileChanges::new(&in_scope), self.before, self.after);

        let mut places: HashMap<(&str, usize), At> = HashMap::new();
        for (number, both) in compared.iter().enumerate() {
            if let Some(after) = &both.after {
                let path = after.chunks.file.path.as_str();
                places.extend(both.paired.new.iter().map(|&index| ((path, index), (number, index))));
            }
        }
        for (number, both) in compared.iter().enumerate() {
            let Some(before) = &both.before else { continue };
            for &index in &both.paired.gone {
                let construct = &before.chunks.constructs()[index];
                let place = |file: &ParsedFile, index: usize| places.get(&(file.path.as_str(), index)).copied();
                match search.of(&before.chunks.file.path, &construct.qualname) {
                    Some(Went::To(to)) if !to.weak && to.confidence != Confidence::Low => {
                        if let Some(at) = place(&to.at.file, to.at.index) {
                            moved.targets.insert(at);
                            moved.to.insert((number, index), (at, to));
                        }
                    }
                    Some(Went::OneOf(several)) => {
                        let several = several.iter().filter_map(|at| place(&at.file, at.index)).collect();
                        moved.several.insert((number, index), several);
                    }
                    Some(Went::To(_)) | None => {}
                }
            }
        }
        moved
    }
}
