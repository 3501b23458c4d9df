//! The identities of every construct of a file or a segment (seed 004 §3 and §5).
//!
//! `chunk_id` names the exact range; `chunk_uid` survives when the range only moves; `symbol_key` groups all overloads of
//! a name, `scoped_id` tells them apart. All are computed from an [`Outline`] and a path alone, so they are the same on
//! every machine, and whatever else is in the repository.

use std::collections::HashMap;

use super::chunk_uid::ChunkUid;
use super::hash::sha1;
use super::symbol_id::{SCOPED_PREFIX, SymbolId, ToolSymbol};
use super::{ChunkRef, Confidence, Evidence, Range, Scheme, SymbolRef};
use crate::syntax::{Construct, Kind, Outline, Segment, qualname};

/// The namespace of symbols within one repository.
const NO_NAMESPACE: &str = "";

/// All identities of one construct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// `md:fence:N` for a construct in a segment.
    pub segment_id: Option<String>,
    /// `chunk_<sha1>`: changes with the range.
    pub chunk_id: String,
    /// `cu:v1:xxh64:<16 hex>`, with `:cN` on a collision within the file or segment.
    pub chunk_uid: ChunkUid,
    /// The `chunk_uid` that this one would have, were it not taken.
    pub collision_of: Option<ChunkUid>,
    /// `sk:v1:<sha1>`: without signature; shared by overloads.
    pub symbol_key: String,
    /// `sig:v1:sha1:<sha1>`: for callables.
    pub signature_key: Option<String>,
    /// `sid:v1:sha1:<sha1>`: unique.
    pub scoped_id: String,
    /// `heur:<scoped_id>`, unless an indexer knows better.
    pub symbol_id: SymbolId,
    /// 16 hex digits each.
    pub span_hash: String,
    pub pre_hash: String,
    pub post_hash: String,
}

/// The identities of every construct of a source file, in the order of the outline. The keys do not depend on the
/// language; what an indexer says does, see [`Identity::known_as`].
pub fn identify(path: &str, _language: &str, outline: &Outline) -> Vec<Identity> {
    identities(&Document { file: path, segment_id: None, virtual_path: path }, outline)
}

/// The identities of one construct of a source file: as [`identify`] has them, for whoever needs few of many.
pub fn identify_one(path: &str, outline: &Outline, index: usize) -> Identity {
    let document = Document { file: path, segment_id: None, virtual_path: path };
    let constructs = &outline.constructs;
    let construct = &constructs[index];
    let Chunk { id, uid, hashes } = Chunk::new(&document, construct);
    // The path is the same for all, so equal hashes make equal uids.
    let hashes_of = |at: usize| [constructs[at].span_hash, constructs[at].pre_hash, constructs[at].post_hash];
    let equal = |&at: &usize| hashes_of(at) == hashes_of(index);
    let before = |&at: &usize| position(constructs, at) < position(constructs, index);
    let collisions = (0..constructs.len()).filter(equal).filter(before).count();
    let (chunk_uid, collision_of) = match u32::try_from(collisions) {
        Ok(0) | Err(_) => (uid, None),
        Ok(count) => (uid.numbered(count), Some(uid)),
    };
    let symbol = Symbol::new(&document, construct);
    let is_same = |other: &Construct| {
        (other.kind, other.bare_qualname()) == (construct.kind, construct.bare_qualname())
            && Symbol::new(&document, other) == symbol
    };
    let is_bare = construct.qualname == construct.bare_qualname();
    let is_alone = is_bare || constructs.iter().filter(|other| is_same(other)).count() == 1;
    let scoped_id = scoped_id(&symbol, construct, is_alone);
    Identity::new(&document, Chunk { id, uid: chunk_uid, hashes }, collision_of, symbol, scoped_id)
}

/// The identities of every construct of a segment, in order: ranges are those of the file around it, and symbols are
/// named by the virtual path.
pub fn identify_segment(path: &str, segment: &Segment) -> Vec<Identity> {
    let virtual_path = segment.virtual_path(path);
    let document = Document { file: path, segment_id: Some(&segment.id), virtual_path: &virtual_path };
    identities(&document, &segment.outline)
}

/// A file itself, as the module that it is.
pub fn file_symbol(path: &str, language: &str) -> SymbolRef {
    let symbol_key = symbol_key(path, Kind::Module, "");
    let scoped_id = format!("{SCOPED_PREFIX}{}", sha1(&[&symbol_key, "", ""]));
    let symbol_id = SymbolId::Scoped(scoped_id.clone());
    SymbolRef {
        // A file is where it is: nothing has to be resolved.
        evidence: Some(Evidence { confidence: Confidence::High, ..symbol_id.evidence() }),
        symbol_id: Some(symbol_id),
        scoped_id: Some(scoped_id),
        symbol_key,
        signature_key: None,
        kind: Some(Kind::Module.as_str().to_owned()),
        qualified_name: Some(String::new()),
        language_id: Some(language.to_owned()),
        defining_chunk: None,
    }
}

impl Identity {
    fn new(
        document: &Document<'_>,
        Chunk { id, uid, hashes: [span_hash, pre_hash, post_hash] }: Chunk,
        collision_of: Option<ChunkUid>,
        symbol: Symbol,
        scoped_id: String,
    ) -> Self {
        Identity {
            segment_id: document.segment_id.map(str::to_owned),
            chunk_id: id,
            symbol_id: SymbolId::Scoped(scoped_id.clone()),
            chunk_uid: uid,
            collision_of,
            symbol_key: symbol.key,
            signature_key: symbol.signature_key,
            scoped_id,
            span_hash,
            pre_hash,
            post_hash,
        }
    }

    /// The same, with what a tool calls the symbol where that can be relied upon (seed 004 §5.5).
    pub fn known_as(mut self, tool: ToolSymbol, language: &str) -> Self {
        self.symbol_id = SymbolId::choose(language, Some(tool), Some(&self.scoped_id), &self.chunk_uid);
        self
    }

    /// The envelope by which outputs refer to the construct. `doc_id` is its position in the run's sorted output.
    pub fn symbol_ref(&self, construct: &Construct, path: &str, language: &str, doc_id: u64) -> SymbolRef {
        SymbolRef {
            symbol_id: Some(self.symbol_id.clone()),
            scoped_id: Some(self.scoped_id.clone()),
            symbol_key: self.symbol_key.clone(),
            signature_key: self.signature_key.clone(),
            kind: Some(construct.kind.as_str().to_owned()),
            qualified_name: Some(construct.qualname.clone()),
            language_id: Some(language.to_owned()),
            defining_chunk: Some(self.chunk_ref(construct, path, doc_id)),
            evidence: Some(self.symbol_id.evidence()),
        }
    }

    /// The envelope of the span alone.
    pub fn chunk_ref(&self, construct: &Construct, path: &str, doc_id: u64) -> ChunkRef {
        ChunkRef {
            doc_id,
            chunk_uid: self.chunk_uid.clone(),
            chunk_id: self.chunk_id.clone(),
            file: path.to_owned(),
            segment_id: self.segment_id.clone(),
            range: Some(Range { start: u64::from(construct.span.start), end: u64::from(construct.span.end) }),
        }
    }
}

impl SymbolRef {
    /// Refers to a construct of which only the name is known, as the lock remembers it: no code, hence no chunk, and no
    /// signature to tell overloads apart.
    pub fn named(path: &str, kind: Kind, qualname: &str, language: Option<&str>) -> Self {
        SymbolRef {
            symbol_id: None,
            scoped_id: None,
            symbol_key: symbol_key(path, kind, &qualname::bare(qualname)),
            signature_key: None,
            kind: Some(kind.as_str().to_owned()),
            qualified_name: Some(qualname.to_owned()),
            language_id: language.map(str::to_owned),
            defining_chunk: None,
            evidence: Some(Evidence { scheme: Scheme::HeuristicV1, confidence: Confidence::Low, notes: None }),
        }
    }
}

/// What constructs stand in.
struct Document<'a> {
    /// The container: a file.
    file: &'a str,
    segment_id: Option<&'a str>,
    /// The file, or the path that the segment would have as one.
    virtual_path: &'a str,
}

fn identities(document: &Document<'_>, outline: &Outline) -> Vec<Identity> {
    let constructs = &outline.constructs;
    let chunks: Vec<Chunk> = constructs.iter().map(|construct| Chunk::new(document, construct)).collect();
    let uids = settle(&chunks, constructs);
    let symbols: Vec<Symbol> = constructs.iter().map(|construct| Symbol::new(document, construct)).collect();
    let scoped = scope(&symbols, constructs);
    let settled = chunks.into_iter().zip(uids).zip(symbols).zip(scoped);
    settled
        .map(|(((chunk, (uid, collision_of)), symbol), scoped_id)| {
            Identity::new(document, Chunk { uid, ..chunk }, collision_of, symbol, scoped_id)
        })
        .collect()
}

/// What can be said of a span without looking at the others.
struct Chunk {
    id: String,
    uid: ChunkUid,
    hashes: [String; 3],
}

impl Chunk {
    fn new(document: &Document<'_>, construct: &Construct) -> Self {
        let segment_id = document.segment_id.unwrap_or_default();
        let (start, end) = (construct.span.start.to_string(), construct.span.end.to_string());
        let parts = [document.file, segment_id, &start, &end, construct.kind.as_str(), &construct.qualname];
        let hashes = [construct.span_hash, construct.pre_hash, construct.post_hash].map(|hash| format!("{hash:016x}"));
        let uid = ChunkUid::of(document.file, segment_id, hashes.each_ref().map(String::as_str));
        Chunk { id: format!("chunk_{}", sha1(&parts)), uid, hashes }
    }
}

/// Seed 004 §3.3.2: of several chunks with the same uid the first by position keeps it; the others get a number, and
/// say whose they would have.
fn settle(chunks: &[Chunk], constructs: &[Construct]) -> Vec<(ChunkUid, Option<ChunkUid>)> {
    let mut order: Vec<usize> = (0..chunks.len()).collect();
    order.sort_by_key(|&at| position(constructs, at));
    let mut settled: Vec<(ChunkUid, Option<ChunkUid>)> = chunks.iter().map(|chunk| (chunk.uid.clone(), None)).collect();
    let mut taken: HashMap<&ChunkUid, u32> = HashMap::with_capacity(chunks.len());
    for at in order {
        let uid = &chunks[at].uid;
        let count = taken.entry(uid).or_insert(0);
        if *count > 0 {
            settled[at] = (uid.numbered(*count), Some(uid.clone()));
        }
        *count += 1;
    }
    settled
}

/// What the order of chunks goes by.
fn position(constructs: &[Construct], at: usize) -> (u32, u32, &str, &str, usize) {
    let Construct { span, kind, qualname, .. } = &constructs[at];
    (span.start, span.end, kind.as_str(), qualname, at)
}

/// What can be said of a symbol without looking at the others.
#[derive(PartialEq, Eq, Hash)]
struct Symbol {
    key: String,
    signature_key: Option<String>,
}

impl Symbol {
    fn new(document: &Document<'_>, construct: &Construct) -> Self {
        let signature_key = construct.signature.as_deref().map(|signature| {
            // Comments are not in it: it is written from the syntax tree.
            let normalized: Vec<&str> = signature.split_whitespace().collect();
            format!("sig:v1:sha1:{}", sha1(&[&normalized.join(" ")]))
        });
        Symbol { key: symbol_key(document.virtual_path, construct.kind, construct.bare_qualname()), signature_key }
    }
}

fn symbol_key(virtual_path: &str, kind: Kind, bare_qualname: &str) -> String {
    format!("sk:v1:{}", sha1(&[NO_NAMESPACE, virtual_path, kind.as_str(), bare_qualname]))
}

/// Seed 004 §5.4: what the signature does not tell apart, the qualname does, which is unique within the document. The one
/// without a suffix needs no `containerKey`, and so keeps its id when siblings of its name come and go.
fn scope(symbols: &[Symbol], constructs: &[Construct]) -> Vec<String> {
    let mut sizes: HashMap<&Symbol, u32> = HashMap::with_capacity(symbols.len());
    for symbol in symbols {
        *sizes.entry(symbol).or_insert(0) += 1;
    }
    let scoped = symbols.iter().zip(constructs).map(|(symbol, construct)| {
        let is_alone = sizes.get(symbol) == Some(&1);
        let is_bare = construct.qualname == construct.bare_qualname();
        scoped_id(symbol, construct, is_alone || is_bare)
    });
    scoped.collect()
}

fn scoped_id(symbol: &Symbol, construct: &Construct, is_alone: bool) -> String {
    let container_key = if is_alone { "" } else { construct.qualname.as_str() };
    let signature_key = symbol.signature_key.as_deref().unwrap_or_default();
    format!("{SCOPED_PREFIX}{}", sha1(&[&symbol.key, signature_key, container_key]))
}

#[cfg(test)]
mod tests;
