//! The order of events: by file; of a file first its own event, then its chunks, then its relations (SPEC 11.4).

use std::collections::BTreeMap;

use super::event::Event;
use super::relations::EdgeOrder;

/// The events of one file.
#[derive(Default)]
pub struct FileEvents {
    pub file: Vec<Event>,
    pub chunks: Vec<(ChunkOrder, Event)>,
    pub relations: Vec<(EdgeOrder, Event)>,
}

/// Logical key, first line, first byte; then what happened, for what is both modified and moved.
pub type ChunkOrder = (String, u32, u32, &'static str);

/// Events by the file that they stand under.
#[derive(Default)]
pub struct Listed(BTreeMap<String, FileEvents>);

impl Listed {
    pub fn file(&mut self, path: &str) -> &mut FileEvents {
        self.0.entry(path.to_owned()).or_default()
    }

    /// Everything in order; what holds for all files stands first.
    pub fn finish(self, first: Option<Event>) -> Vec<Event> {
        let mut events: Vec<Event> = first.into_iter().collect();
        for mut file in self.0.into_values() {
            file.file.sort_by_key(Event::kind);
            file.chunks.sort_by(|a, b| a.0.cmp(&b.0));
            file.relations.sort_by(|a, b| (&a.0, a.1.kind()).cmp(&(&b.0, b.1.kind())));
            events.extend(file.file);
            events.extend(file.chunks.into_iter().map(|(_, event)| event));
            events.extend(file.relations.into_iter().map(|(_, event)| event));
        }
        events
    }
}
