//! The order of events: by file; of a file first its own event, then its chunks, then its relations (SPEC 11.4).
//!
//! A diff of many files has more events than anybody reads, and a limit on them. So what happened is listed first, and
//! counted; an event is written only where there is room for it.

use std::collections::BTreeMap;

use super::event::{Event, Happened};
use super::relations::EdgeOrder;
use super::summary::ModeSummary;

/// The events of one file.
#[derive(Default)]
pub struct FileEvents<'a> {
    pub file: Vec<Event>,
    pub chunks: Vec<Unwritten<'a, ChunkOrder>>,
    pub relations: Vec<Unwritten<'a, EdgeOrder>>,
}

/// What happened, and how to write it, with the key that it is sorted by.
pub struct Unwritten<'a, Order> {
    happened: Happened,
    write: Box<dyn Fn() -> (Order, Event) + 'a>,
}

impl<'a, Order> Unwritten<'a, Order> {
    pub fn new(happened: Happened, write: impl Fn() -> (Order, Event) + 'a) -> Self {
        Unwritten { happened, write: Box::new(write) }
    }
}

/// Logical key, first line, first byte; then what happened, for what is both modified and moved.
pub type ChunkOrder = (String, u32, u32, &'static str);

/// Events by the file that they stand under.
#[derive(Default)]
pub struct Listed<'a>(BTreeMap<String, FileEvents<'a>>);

/// All that happened in one mode.
#[derive(Default)]
pub struct Told {
    /// The first ones, in order; at least as many as there is room for.
    pub events: Vec<Event>,
    /// How many there are, written or not.
    pub count: usize,
    pub summary: ModeSummary,
}

impl Told {
    pub fn push(&mut self, event: Event) {
        self.summary.count(&event);
        self.count += 1;
        self.events.push(event);
    }
}

impl<'a> Listed<'a> {
    pub fn file(&mut self, path: &str) -> &mut FileEvents<'a> {
        if !self.0.contains_key(path) {
            self.0.insert(path.to_owned(), FileEvents::default());
        }
        self.0.get_mut(path).expect("because it was just put there")
    }

    /// Everything in order; what holds for all files stands first. There is room for so many events.
    pub fn finish(self, first: Option<Event>, room: usize) -> Told {
        let mut told = Told::default();
        first.into_iter().for_each(|event| told.push(event));
        for mut file in self.0.into_values() {
            let is_written = told.events.len() < room;
            file.file.sort_by_key(Event::kind);
            for event in file.file {
                told.summary.count(&event);
                told.count += 1;
                told.events.extend(is_written.then_some(event));
            }
            let happened = file.chunks.iter().map(|it| it.happened).chain(file.relations.iter().map(|it| it.happened));
            for happened in happened {
                told.summary.count_happened(happened);
                told.count += 1;
            }
            if is_written {
                let mut chunks: Vec<_> = file.chunks.iter().map(|it| (it.write)()).collect();
                chunks.sort_by(|a, b| a.0.cmp(&b.0));
                let mut relations: Vec<_> = file.relations.iter().map(|it| (it.write)()).collect();
                relations.sort_by(|a, b| (&a.0, a.1.kind()).cmp(&(&b.0, b.1.kind())));
                told.events.extend(chunks.into_iter().map(|(_, event)| event));
                told.events.extend(relations.into_iter().map(|(_, event)| event));
            }
        }
        told
    }
}
