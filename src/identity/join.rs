//! Which identities may be compared with which (seed 004 §7).
//!
//! Symbols join on the best name that *both* sides have: what a tool resolved, else the `scopedId`, else, only for a
//! consumer that takes a whole set of overloads for one, the `symbolKey`. Where the better names differ, equal worse ones
//! prove nothing: that is what the better ones are for. Chunks join on `chunkUid`, else on file, segment and `chunkId`.
//! `docId` is not even among the inputs here: it counts within one output.

use std::collections::HashMap;

use super::{Ambiguity, ChunkRef, ChunkUid, Resolution, SymbolId, SymbolRef};

/// Whether a consumer takes overloads, which share a `symbolKey`, for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overloads {
    Apart,
    Grouped,
}

/// The name on which two symbols joined, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SymbolJoin {
    SymbolId,
    ScopedId,
    SymbolKey,
}

/// Whether two references mean the same symbol, and by which name.
pub fn symbols(one: &SymbolRef, other: &SymbolRef, overloads: Overloads) -> Option<SymbolJoin> {
    if let (Some(one), Some(other)) = (semantic_id(one), semantic_id(other)) {
        return (one == other).then_some(SymbolJoin::SymbolId);
    }
    if let (Some(one), Some(other)) = (&one.scoped_id, &other.scoped_id) {
        return (one == other).then_some(SymbolJoin::ScopedId);
    }
    let may_group = overloads == Overloads::Grouped && one.symbol_key == other.symbol_key;
    may_group.then_some(SymbolJoin::SymbolKey)
}

fn semantic_id(symbol: &SymbolRef) -> Option<&SymbolId> {
    symbol.symbol_id.as_ref().filter(|id| id.is_semantic())
}

/// Symbols that references are joined with, found by each of their names without looking at the others.
#[derive(Default)]
pub struct Symbols {
    all: Vec<SymbolRef>,
    by_semantic_id: HashMap<SymbolId, Vec<usize>>,
    by_scoped_id: HashMap<String, Vec<usize>>,
    by_key: HashMap<String, Vec<usize>>,
}

impl Symbols {
    pub fn new(all: Vec<SymbolRef>) -> Self {
        let mut symbols = Symbols::default();
        for (number, symbol) in all.iter().enumerate() {
            if let Some(id) = semantic_id(symbol) {
                symbols.by_semantic_id.entry(id.clone()).or_default().push(number);
            }
            if let Some(id) = &symbol.scoped_id {
                symbols.by_scoped_id.entry(id.clone()).or_default().push(number);
            }
            symbols.by_key.entry(symbol.symbol_key.clone()).or_default().push(number);
        }
        Symbols { all, ..symbols }
    }

    /// What a reference means among these: the targets that join on the best name on which any does. Several are
    /// ambiguous, and all of them are handed out.
    pub fn resolve(&self, reference: &SymbolRef, overloads: Overloads) -> Resolution {
        let by_id = semantic_id(reference).and_then(|id| self.by_semantic_id.get(id));
        let by_scope = reference.scoped_id.as_ref().and_then(|id| self.by_scoped_id.get(id));
        let by_key = self.by_key.get(&reference.symbol_key);
        for (numbers, wanted, reason) in [
            (by_id, SymbolJoin::SymbolId, Ambiguity::SeveralDefinitions),
            (by_scope, SymbolJoin::ScopedId, Ambiguity::SameNameInFile),
            (by_key, SymbolJoin::SymbolKey, Ambiguity::OverloadSet),
        ] {
            let candidates = numbers.into_iter().flatten().map(|&number| &self.all[number]);
            // Sharing this name is not enough where both have a better one.
            let joined = candidates.filter(|candidate| symbols(reference, candidate, overloads) == Some(wanted));
            let joined: Vec<SymbolRef> = joined.cloned().collect();
            if !joined.is_empty() {
                return Resolution::of(joined, reason);
            }
        }
        Resolution::Unresolved
    }
}

/// What of a chunk can be compared. Others than ourselves may not know a `chunkUid`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChunkName<'a> {
    pub chunk_uid: Option<&'a ChunkUid>,
    pub file: &'a str,
    pub segment_id: Option<&'a str>,
    pub chunk_id: &'a str,
}

impl<'a> From<&'a ChunkRef> for ChunkName<'a> {
    fn from(chunk: &'a ChunkRef) -> Self {
        ChunkName {
            chunk_uid: Some(&chunk.chunk_uid),
            file: &chunk.file,
            segment_id: chunk.segment_id.as_deref(),
            chunk_id: &chunk.chunk_id,
        }
    }
}

/// The name on which two chunks joined, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChunkJoin {
    ChunkUid,
    /// File, segment and `chunkId`.
    ChunkId,
}

/// Whether two references mean the same chunk, and by which name.
pub fn chunks<'a>(one: impl Into<ChunkName<'a>>, other: impl Into<ChunkName<'a>>) -> Option<ChunkJoin> {
    let (one, other) = (one.into(), other.into());
    if let (Some(one), Some(other)) = (one.chunk_uid, other.chunk_uid) {
        return (one == other).then_some(ChunkJoin::ChunkUid);
    }
    // No segment and an empty one are the same.
    let range = |name: ChunkName<'a>| (name.file, name.segment_id.unwrap_or_default(), name.chunk_id);
    (range(one) == range(other)).then_some(ChunkJoin::ChunkId)
}
