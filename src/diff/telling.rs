//! Telling: what happened to the chunks of a changed file, and the events that say so.
//!
//! An event is written when the list of events has room for it, see [`super::listing`]; what happened is known before.

use super::chunk::ChunkFile;
use super::compare::{At, Chunked, Compared, Moved};
use super::differences::{changes, respects};
use super::event::{ChunkEvent, ChunkState, Event, Happened, Recognised, Resolution};
use super::listing::{ChunkOrder, Listed, Unwritten};
use super::mode::Mode;
use super::relations::{self, From};
use crate::detect::Move;

/// Lists what happened.
pub struct Teller<'a> {
    pub mode: Mode,
    pub all: &'a [Compared],
    pub moved: &'a Moved,
    pub listed: Listed<'a>,
}

/// A chunk of a file.
type Chunk<'a> = (&'a Chunked, usize);

impl<'a> Teller<'a> {
    /// Lists all of one file.
    pub fn tell(&mut self, number: usize) {
        let (all, moved) = (self.all, self.moved);
        let both = &all[number];
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
                        self.tell_removed(before, index, both.after.as_ref(), several);
                    }
                }
            }
        }
        if let Some(after) = &both.after {
            let mode = self.mode;
            for &index in both.paired.new.iter().filter(|&&index| !moved.targets.contains(&(number, index))) {
                self.list(Happened::ChunkAdded, (after, index), move || {
                    let event = ChunkEvent { after: Some(after.state(index)), ..plain(mode, after, index) };
                    Event::ChunkAdded(Box::new(event))
                });
            }
        }
    }

    /// A chunk that is on both sides: modified, moved, both or neither.
    fn tell_pair(&mut self, old: Chunk<'a>, new: Chunk<'a>, how: Option<&'a Move>, other_file: bool) {
        let (then, now) = (&old.0.chunks.constructs()[old.1], &new.0.chunks.constructs()[new.1]);
        let (differing, moved) = (changes(then, now), respects(then, now, other_file));
        if differing.is_empty() && moved.is_empty() {
            return;
        }
        let mode = self.mode;
        let event = move || {
            let ((before, old), (after, new)) = (old, new);
            let from_file = Some(&before.chunks.file.path).filter(|path| **path != after.chunks.file.path);
            let recognised = how.map(|how| Recognised {
                tier: how.tier.as_str().to_owned(),
                confidence: how.confidence.as_str().to_owned(),
                similarity: how.similarity,
            });
            ChunkEvent {
                from_file: from_file.cloned(),
                recognised,
                before: Some(before.state(old)),
                after: Some(after.state(new)),
                ..plain(mode, after, new)
            }
        };
        if !differing.is_empty() {
            self.list(Happened::ChunkModified, new, move || {
                Event::ChunkModified(Box::new(ChunkEvent { changes: differing.clone(), ..event() }))
            });
        }
        if !moved.is_empty() {
            self.list(Happened::ChunkMoved, new, move || {
                Event::ChunkMoved(Box::new(ChunkEvent { moved: moved.clone(), ..event() }))
            });
        }
        self.tell_relations((old.0, Some(old.1)), (new.0, Some(new.1)));
    }

    fn tell_relations(&mut self, before: (&'a Chunked, Option<usize>), after: (&'a Chunked, Option<usize>)) {
        if let (Some(old), Some(new)) = (&before.0.edges, &after.0.edges) {
            let old = From { side: &before.0.chunks, edges: old, chunk: before.1 };
            let new = From { side: &after.0.chunks, edges: new, chunk: after.1 };
            let differing = relations::differing(old, new);
            if differing.is_empty() {
                return;
            }
            let file = after.0.chunks.file.path.as_str();
            let unwritten = differing.into_iter().map(|edge| {
                let happened = if edge.is_new { Happened::RelationAdded } else { Happened::RelationRemoved };
                Unwritten::new(happened, move || edge.event(file))
            });
            self.listed.file(file).relations.extend(unwritten);
        }
    }

    fn tell_removed(&mut self, before: &'a Chunked, index: usize, after: Option<&'a Chunked>, several: &'a [At]) {
        let (mode, all) = (self.mode, self.all);
        // Where the file is listed: a renamed one stands under its new path.
        let file = after.map_or(&before.chunks.file.path, |after| &after.chunks.file.path);
        let event = move || {
            let name = before.chunks.constructs()[index].name();
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
                file: file.clone(),
                from_file: Some(&before.chunks.file.path).filter(|path| *path != file).cloned(),
                resolution,
                uncertain: after.is_some_and(|after| after.chunks.file.may_hide(name)),
                before: Some(before.state(index)),
                ..plain(mode, before, index)
            };
            (order(&before.chunks, index, "chunk.removed"), Event::ChunkRemoved(Box::new(event)))
        };
        self.listed.file(file).chunks.push(Unwritten::new(Happened::ChunkRemoved, event));
    }

    /// Lists what happened to a chunk under the file that it stands in.
    fn list(&mut self, happened: Happened, (side, index): Chunk<'a>, event: impl Fn() -> Event + 'a) {
        let write = move || {
            let event = event();
            (order(&side.chunks, index, event.kind()), event)
        };
        self.listed.file(&side.chunks.file.path).chunks.push(Unwritten::new(happened, write));
    }
}

/// An event that says of a chunk only which one it is.
fn plain(mode: Mode, side: &Chunked, index: usize) -> ChunkEvent {
    ChunkEvent {
        mode,
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

impl Chunked {
    fn state(&self, index: usize) -> ChunkState {
        self.chunks.state(index, self.edges.as_ref().and_then(|edges| edges.hash(&self.chunks, index)))
    }
}

fn order(side: &ChunkFile, index: usize, kind: &'static str) -> ChunkOrder {
    let construct = &side.constructs()[index];
    (side.logical_key(index), construct.start_line, construct.span.start, kind)
}
