//! Comparing two versions in one mode: from changed files to events in their order.
//!
//! Only files whose contents differ are parsed, each once a side. Where a limit or trouble with a file stands in the
//! way, an event says so in place of its chunks; nothing that was not looked at counts as added or removed.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::chunk::ChunkFile;
use super::differences::{changes, respects};
use super::event::{ChunkEvent, ChunkState, Event, Recognised, Resolution, Skipped};
use super::files;
use super::inputs::Options;
use super::listing::{ChunkOrder, Listed};
use super::mode::Mode;
use super::pairing::{self, Paired};
use super::relations::{self, FileEdges, From};
use crate::detect::{File, FileChanges, Move, Moves, ParsedFile, View, Went};
use crate::git::{Change, Changes, FileAt};
use crate::report::Confidence;

/// The events of one mode, in order.
pub fn compare(mode: Mode, options: &Options, changes: &Changes, before: &dyn View, after: &dyn View) -> Vec<Event> {
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
        return listed.finish(Some(Event::ChunkDiffSkipped(skipped)));
    }
    Comparison { mode, options, before, after, listed }.run(&readable, changes)
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
struct Compared {
    before: Option<Chunked>,
    after: Option<Chunked>,
    paired: Paired,
}

/// The chunks of a file, and their relations if they are asked for.
struct Chunked {
    chunks: ChunkFile,
    edges: Option<FileEdges>,
}

/// Where a chunk stands: the compared file, and the chunk in it.
type At = (usize, usize);

struct Comparison<'a> {
    mode: Mode,
    options: &'a Options,
    before: &'a dyn View,
    after: &'a dyn View,
    listed: Listed,
}

impl Comparison<'_> {
    fn run(mut self, readable: &[&Change], changes: &Changes) -> Vec<Event> {
        let paths = |side: fn(&Change) -> Option<&FileAt>| -> Vec<&str> {
            let sources = readable.iter().filter_map(|change| side(change)).filter(|at| may_have_chunks(at, self.mode));
            sources.map(|at| at.path.as_str()).collect()
        };
        self.before.preload(&paths(|change| change.old.as_ref()));
        self.after.preload(&paths(|change| change.new.as_ref()));

        let mut skipped: BTreeSet<&str> = BTreeSet::new();
        let mut compared = Vec::new();
        let (mut before_count, mut after_count) = (0, 0);
        for change in readable {
            match self.load(change, &mut before_count, &mut after_count) {
                Ok(both) => compared.push(both),
                Err(reason) => {
                    skipped.insert(change.path());
                    self.listed.file(change.path()).file.push(Event::ChunkDiffSkipped(*reason));
                }
            }
        }
        let moved = self.moves(&compared, changes, &skipped);
        for (number, both) in compared.iter().enumerate() {
            self.tell_pairs(number, both, &compared, &moved);
        }
        self.listed.finish(None)
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

    fn tell_pairs(&mut self, number: usize, both: &Compared, all: &[Compared], moved: &Moved) {
        if let (Some(before), Some(after)) = (&both.before, &both.after) {
            for &(old, new) in &both.paired.pairs {
                self.tell_pair((before, old), (after, new), None, false);
            }
            self.tell_relations((before, None), (after, None));
        }
        if let Some(before) = &both.before {
            for &index in &both.paired.gone {
                match moved.to.get(&(number, index)) {
                    Some(((file, new), how)) => {
                        let after = all[*file].after.as_ref().expect("because a move leads to a chunk");
                        self.tell_pair((before, index), (after, *new), Some(how), *file != number);
                    }
                    None => {
                        let several = moved.several.get(&(number, index)).map_or(&[][..], Vec::as_slice);
                        self.tell_removed(before, index, both.after.as_ref(), several, all);
                    }
                }
            }
        }
        if let Some(after) = &both.after {
            for &index in both.paired.new.iter().filter(|&&index| !moved.targets.contains(&(number, index))) {
                let event = ChunkEvent { after: Some(after.state(index)), ..self.event(after, index) };
                self.tell(after, index, Event::ChunkAdded(Box::new(event)));
            }
        }
    }

    /// A chunk that is on both sides: modified, moved, both or neither.
    fn tell_pair(
        &mut self,
        (before, old): (&Chunked, usize),
        (after, new): (&Chunked, usize),
        how: Option<&Move>,
        other_file: bool,
    ) {
        let (then, now) = (&before.chunks.constructs()[old], &after.chunks.constructs()[new]);
        let differing = changes(then, now);
        let moved = respects(then, now, other_file);
        if differing.is_empty() && moved.is_empty() {
            return;
        }
        let from_file = Some(before.chunks.file.path.clone()).filter(|path| *path != after.chunks.file.path);
        let recognised = how.map(|how| Recognised {
            tier: how.tier.as_str().to_owned(),
            confidence: how.confidence.as_str().to_owned(),
            similarity: how.similarity,
        });
        let event = ChunkEvent {
            from_file,
            recognised,
            before: Some(before.state(old)),
            after: Some(after.state(new)),
            ..self.event(after, new)
        };
        if !differing.is_empty() {
            let event = ChunkEvent { changes: differing, ..event.clone() };
            self.tell(after, new, Event::ChunkModified(Box::new(event)));
        }
        if !moved.is_empty() {
            self.tell(after, new, Event::ChunkMoved(Box::new(ChunkEvent { moved, ..event })));
        }
        self.tell_relations((before, Some(old)), (after, Some(new)));
    }

    fn tell_relations(&mut self, before: (&Chunked, Option<usize>), after: (&Chunked, Option<usize>)) {
        if let (Some(old), Some(new)) = (&before.0.edges, &after.0.edges) {
            let old = From { side: &before.0.chunks, edges: old, chunk: before.1 };
            let new = From { side: &after.0.chunks, edges: new, chunk: after.1 };
            let file = &after.0.chunks.file.path;
            let differing = relations::differing(file, old, new);
            self.listed.file(file).relations.extend(differing);
        }
    }

    fn tell_removed(
        &mut self,
        before: &Chunked,
        index: usize,
        after: Option<&Chunked>,
        several: &[At],
        all: &[Compared],
    ) {
        let name = &before.chunks.constructs()[index].name;
        let candidates = several.iter().filter_map(|&(file, index)| {
            let side = all[file].after.as_ref()?;
            Some(side.chunks.symbol_ref(index))
        });
        let resolution = (!several.is_empty()).then(|| Resolution {
            status: "ambiguous".to_owned(),
            candidates: candidates.collect(),
            reason: "several new chunks look like it".to_owned(),
        });
        let event = ChunkEvent {
            // Where the file is listed: a renamed one stands under its new path.
            file: after.map_or(&before.chunks.file.path, |after| &after.chunks.file.path).clone(),
            from_file: after
                .filter(|after| after.chunks.file.path != before.chunks.file.path)
                .map(|_| before.chunks.file.path.clone()),
            resolution,
            uncertain: after.is_some_and(|after| after.chunks.file.may_hide(name)),
            before: Some(before.state(index)),
            ..self.event(before, index)
        };
        let file = event.file.clone();
        let order = order(&before.chunks, index, "chunk.removed");
        self.listed.file(&file).chunks.push((order, Event::ChunkRemoved(Box::new(event))));
    }

    fn event(&self, side: &Chunked, index: usize) -> ChunkEvent {
        ChunkEvent {
            mode: self.mode,
            file: side.chunks.file.path.clone(),
            from_file: None,
            logical_key: side.chunks.logical_key(index),
            changes: Vec::new(),
            moved: Vec::new(),
            recognised: None,
            resolution: None,
            uncertain: false,
            before: None,
            after: None,
        }
    }

    fn tell(&mut self, side: &Chunked, index: usize, event: Event) {
        let order = order(&side.chunks, index, event.kind());
        self.listed.file(&side.chunks.file.path).chunks.push((order, event));
    }
}

impl Chunked {
    fn state(&self, index: usize) -> ChunkState {
        self.chunks.state(index, self.edges.as_ref().and_then(|edges| edges.hash(index)))
    }
}

/// Where vanished chunks went.
#[derive(Default)]
struct Moved {
    to: HashMap<At, (At, Move)>,
    several: HashMap<At, Vec<At>>,
    /// New chunks that are not new after all.
    targets: BTreeSet<At>,
}

fn order(side: &ChunkFile, index: usize, kind: &'static str) -> ChunkOrder {
    let construct = &side.constructs()[index];
    (side.logical_key(index), construct.start_line, construct.span.start, kind)
}
