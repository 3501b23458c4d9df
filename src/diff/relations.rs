//! Relations: what a chunk calls and derives from, and what a file imports (seed 001 §5.5).
//!
//! An edge leaves from a symbol and leads to a name as it stands in the source. Where exactly one construct of the same
//! file has that name, the edge leads to it; where several do, all are named and nothing is guessed. A construct that
//! calls itself is no edge: renaming it would otherwise look like two.

use std::cmp::Ordering;

use super::chunk::ChunkFile;
use super::event::{Event, Relation, RelationEvent, Resolution, To};
use crate::identity::hash::sha1;
use crate::identity::identify;
use crate::syntax::{Import, Outline, qualname};

/// More names than this are not listed for an ambiguous edge.
const MOST_CANDIDATES: usize = 16;

/// The edges of a file, each once, by the chunk they leave from, their sort and their name; those of the file itself come
/// first. Names are those of the outline: none is held twice.
pub struct FileEdges(Vec<Edge>);

struct Edge {
    chunk: Option<u32>,
    sort: Relation,
    name: Name,
}

/// Where the name of an edge stands in the outline.
enum Name {
    Base(u32),
    Call(u32),
    /// Written from its parts.
    Import(String),
}

impl Edge {
    fn name<'e>(&'e self, outline: &'e Outline) -> &'e str {
        match (&self.name, self.chunk) {
            (Name::Base(base), Some(chunk)) => &outline.constructs[chunk as usize].base_classes[*base as usize],
            (Name::Base(_), None) => "",
            (Name::Call(call), _) => outline.calls.get(*call as usize).callee,
            (Name::Import(text), _) => text,
        }
    }
}

impl FileEdges {
    pub fn of(side: &ChunkFile) -> Self {
        let outline = &side.file.outline;
        let mut edges = Vec::with_capacity(outline.imports.len() + outline.calls.count());
        for import in &outline.imports {
            edges.push(Edge { chunk: None, sort: Relation::Import, name: Name::Import(written(import)) });
        }
        for (number, call) in outline.calls.iter().enumerate() {
            let own = call.within.map(|within| outline.constructs[within as usize].name());
            if own != Some(qualname::simple_name(call.callee)) {
                edges.push(Edge { chunk: call.within, sort: Relation::Call, name: Name::Call(number as u32) });
            }
        }
        for (index, construct) in outline.constructs.iter().enumerate() {
            let bases = 0..construct.base_classes.len() as u32;
            let edge = |base| Edge { chunk: Some(index as u32), sort: Relation::Base, name: Name::Base(base) };
            edges.extend(bases.map(edge));
        }
        let key = |edge: &Edge| (edge.chunk, edge.sort);
        edges.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.name(outline).cmp(b.name(outline))));
        edges.dedup_by(|a, b| key(a) == key(b) && a.name(outline) == b.name(outline));
        FileEdges(edges)
    }

    fn at(&self, chunk: Option<usize>) -> &[Edge] {
        let chunk = chunk.map(|chunk| chunk as u32);
        let start = self.0.partition_point(|edge| edge.chunk < chunk);
        let length = self.0[start..].partition_point(|edge| edge.chunk == chunk);
        &self.0[start..start + length]
    }

    /// A hash of the edges of a chunk; `None` where there are none.
    pub fn hash(&self, side: &ChunkFile, chunk: usize) -> Option<String> {
        let edges = self.at(Some(chunk));
        let line = |edge: &Edge| format!("{}|{}", word(edge.sort), edge.name(&side.file.outline));
        let lines: Vec<String> = edges.iter().map(line).collect();
        (!lines.is_empty()).then(|| sha1(&[&lines.join("\n")]))
    }
}

/// An import as one name: where from, and what.
fn written(import: &Import) -> String {
    let mut text = ".".repeat(import.level as usize) + &import.module;
    if let Some(name) = &import.name {
        text += if text.is_empty() || text.ends_with('.') { "" } else { "." };
        text += name;
    }
    text
}

fn word(sort: Relation) -> &'static str {
    match sort {
        Relation::Base => "base",
        Relation::Call => "call",
        Relation::Import => "import",
    }
}

/// A side of a pair: a file, its edges, and the chunk that they leave from, or `None` for the file itself.
#[derive(Clone, Copy)]
pub struct From<'a> {
    pub side: &'a ChunkFile,
    pub edges: &'a FileEdges,
    pub chunk: Option<usize>,
}

/// An edge that only one side of a pair has.
#[derive(Clone, Copy)]
pub struct Differing<'a> {
    /// Whether it is the new side.
    pub is_new: bool,
    from: From<'a>,
    edge: &'a Edge,
}

/// The edges of a pair that differ: first those that are gone.
pub fn differing<'a>(before: From<'a>, after: From<'a>) -> Vec<Differing<'a>> {
    let mut old = before.edges.at(before.chunk).iter().peekable();
    let mut new = after.edges.at(after.chunk).iter().peekable();
    let (mut gone, mut came) = (Vec::new(), Vec::new());
    loop {
        let order = match (old.peek(), new.peek()) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(then), Some(now)) => {
                let names = || then.name(&before.side.file.outline).cmp(now.name(&after.side.file.outline));
                then.sort.cmp(&now.sort).then_with(names)
            }
        };
        match (old.next_if(|_| order.is_le()), new.next_if(|_| order.is_ge())) {
            (Some(edge), None) => gone.push(Differing { is_new: false, from: before, edge }),
            (None, Some(edge)) => came.push(Differing { is_new: true, from: after, edge }),
            _ => {}
        }
    }
    gone.extend(came);
    gone
}

impl Differing<'_> {
    /// The event, listed under `file`, with the key that it is sorted by.
    pub fn event(&self, file: &str) -> (EdgeOrder, Event) {
        let (order, event) = self.from.event(file, self.edge.sort, self.edge.name(&self.from.side.file.outline));
        let event = Box::new(event);
        (order, if self.is_new { Event::RelationAdded(event) } else { Event::RelationRemoved(event) })
    }
}

/// From, to, type (seed 001 §4.2).
pub type EdgeOrder = (String, String, Relation);

impl From<'_> {
    fn event(&self, file: &str, sort: Relation, to: &str) -> (EdgeOrder, RelationEvent) {
        let (key, from) = match self.chunk {
            Some(chunk) => (self.side.logical_key(chunk), self.side.symbol_ref(chunk)),
            None => (String::new(), identify::file_symbol(&self.side.file.path, self.side.file.language.name())),
        };
        let event = RelationEvent {
            mode: self.side.mode,
            file: file.to_owned(),
            sort,
            edge_key: format!("{}|{key}|{to}|", word(sort)),
            from,
            to: self.meaning(sort, to),
        };
        ((key, to.to_owned(), sort), event)
    }

    /// What a name means in this file.
    fn meaning(&self, sort: Relation, name: &str) -> To {
        let container = self.chunk.map(|chunk| qualname::container(&self.side.constructs()[chunk].qualname));
        // What is called on the receiver is a member of the same container.
        let member = name.split_once('.').filter(|(object, _)| matches!(*object, "self" | "this" | "cls"));
        let sought = match (member, container) {
            (Some((_, member)), Some(container)) if !container.is_empty() => format!("{container}.{member}"),
            _ => name.to_owned(),
        };
        let found = match sort {
            Relation::Import => &[][..],
            Relation::Base | Relation::Call => self.side.file.siblings(&sought),
        };
        let refs = || found.iter().take(MOST_CANDIDATES).map(|&index| self.side.symbol_ref(index));
        let resolution = |status: &str, candidates, reason: &str| {
            Some(Resolution { status: status.to_owned(), candidates, reason: reason.to_owned() })
        };
        let (symbol_ref, resolution) = match found.len() {
            0 => (None, resolution("unresolved", Vec::new(), "not defined in this file")),
            1 => (refs().next(), None),
            _ => (None, resolution("ambiguous", refs().collect(), "multiple same-name candidates in file")),
        };
        To { name: name.to_owned(), symbol_ref, resolution }
    }
}
