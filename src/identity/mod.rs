//! Identities of chunks and symbols (SPEC §10, seed 004).

mod symbol;

pub use symbol::{ChunkRef, Evidence, Range, SymbolRef};
