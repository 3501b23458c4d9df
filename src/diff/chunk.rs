//! Chunks: the constructs of one side of a diff, with what they are matched and told by.

use std::cell::OnceCell;
use std::sync::Arc;

use super::event::{ChunkState, Range};
use super::mode::Mode;
use crate::detect::ParsedFile;
use crate::identity::{self, Identity, SymbolRef};
use crate::syntax::Construct;

/// Fenced code in Markdown will be segments of its own; until then everything stands in none.
const NO_SEGMENT: &str = "";

/// The chunks of one file on one side.
pub struct ChunkFile {
    pub mode: Mode,
    pub file: Arc<ParsedFile>,
    /// Made when an event first refers to a chunk: most files of a large diff are only counted.
    identities: OnceCell<Vec<Identity>>,
    /// The number of its first chunk among all of its side.
    pub first: u64,
}

impl ChunkFile {
    pub fn new(mode: Mode, file: Arc<ParsedFile>, first: u64) -> Self {
        ChunkFile { mode, file, identities: OnceCell::new(), first }
    }

    pub fn constructs(&self) -> &[Construct] {
        &self.file.outline.constructs
    }

    /// `segmentId|kind|name|signature` (seed 001 §5.4.2), where the name is the qualname.
    pub fn logical_key(&self, index: usize) -> String {
        let construct = &self.constructs()[index];
        let signature = construct.signature.as_deref().unwrap_or_default();
        [NO_SEGMENT, self.mode.word(construct.kind), &construct.qualname, signature].join("|")
    }

    pub fn symbol_ref(&self, index: usize) -> SymbolRef {
        let construct = &self.constructs()[index];
        let language = self.file.language.name();
        let identities =
            self.identities.get_or_init(|| identity::identify(&self.file.path, language, &self.file.outline));
        identities[index].symbol_ref(construct, &self.file.path, language, self.first + index as u64)
    }

    /// What an event tells of a chunk.
    pub fn state(&self, index: usize, relations_hash: Option<String>) -> ChunkState {
        let construct = &self.constructs()[index];
        let reference = self.symbol_ref(index);
        let (symbol_ref, chunk_ref) = match self.mode {
            Mode::Code => (Some(reference), None),
            // Not symbols: nothing can refer to them by name.
            Mode::Prose | Mode::ExtractedProse | Mode::Records => (None, reference.defining_chunk),
        };
        ChunkState {
            kind: self.mode.word(construct.kind).to_owned(),
            name: construct.qualname.clone(),
            signature: construct.signature.clone(),
            range: range(construct),
            interface_hash: construct.interface_hash.to_hex(),
            body_hash: construct.body_hash.to_hex(),
            doc_hash: construct.doc_hash.map(|hash| hash.to_hex()),
            relations_hash,
            has_parse_error: construct.has_parse_error,
            symbol_ref,
            chunk_ref,
        }
    }
}

pub fn range(construct: &Construct) -> Range {
    Range {
        start: construct.span.start,
        end: construct.span.end,
        start_line: construct.start_line,
        end_line: construct.end_line,
    }
}
