//! Relations: what a chunk calls and derives from, and what a file imports (seed 001 §5.5).
//!
//! An edge leaves from a symbol and leads to a name as it stands in the source. Where exactly one construct of the same
//! file has that name, the edge leads to it; where several do, all are named and nothing is guessed. A construct that
//! calls itself is no edge: renaming it would otherwise look like two.

use std::collections::{BTreeMap, BTreeSet};

use super::chunk::ChunkFile;
use super::event::{Event, Relation, RelationEvent, Resolution, To};
use crate::identity::hash::sha1;
use crate::identity::identify;
use crate::syntax::{Import, qualname};

/// More names than this are not listed for an ambiguous edge.
const MOST_CANDIDATES: usize = 16;

/// The edges that leave from one chunk, or from the file itself, each once.
pub type Edges = BTreeSet<(Relation, String)>;

/// The edges of a file by the chunk they leave from; those of the file itself stand under `None`.
pub struct FileEdges {
    by_chunk: BTreeMap<Option<usize>, Edges>,
}

static NONE: Edges = Edges::new();

impl FileEdges {
    pub fn of(side: &ChunkFile) -> Self {
        let mut by_chunk: BTreeMap<Option<usize>, Edges> = BTreeMap::new();
        let outline = &side.file.outline;
        for import in &outline.imports {
            by_chunk.entry(None).or_default().insert((Relation::Import, written(import)));
        }
        for call in &outline.calls {
            let within = call.within.map(|within| within as usize);
            let own = within.map(|within| outline.constructs[within].name.as_str());
            if own != Some(qualname::simple_name(&call.callee)) {
                by_chunk.entry(within).or_default().insert((Relation::Call, call.callee.clone()));
            }
        }
        for (index, construct) in outline.constructs.iter().enumerate() {
            for base in &construct.base_classes {
                by_chunk.entry(Some(index)).or_default().insert((Relation::Base, base.clone()));
            }
        }
        FileEdges { by_chunk }
    }

    pub fn at(&self, chunk: Option<usize>) -> &Edges {
        self.by_chunk.get(&chunk).unwrap_or(&NONE)
    }

    /// A hash of the edges of a chunk; `None` where there are none.
    pub fn hash(&self, chunk: usize) -> Option<String> {
        let edges = self.by_chunk.get(&Some(chunk))?;
        let lines: Vec<String> = edges.iter().map(|(sort, to)| format!("{}|{to}", word(*sort))).collect();
        Some(sha1(&[&lines.join("\n")]))
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

/// The edges of a pair that differ, with the key that they are sorted by. They are listed under `file`.
pub fn differing(file: &str, before: From<'_>, after: From<'_>) -> Vec<(EdgeOrder, Event)> {
    let (old, new) = (before.edges.at(before.chunk), after.edges.at(after.chunk));
    let gone = old.difference(new).map(|(sort, to)| {
        let (order, event) = before.event(file, *sort, to);
        (order, Event::RelationRemoved(Box::new(event)))
    });
    let came = new.difference(old).map(|(sort, to)| {
        let (order, event) = after.event(file, *sort, to);
        (order, Event::RelationAdded(Box::new(event)))
    });
    gone.chain(came).collect()
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
