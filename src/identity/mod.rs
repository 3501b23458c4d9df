//! Identities of chunks and symbols (SPEC §10, seed 004).

mod chunk;
mod symbol;

pub use chunk::{Identity, identify};
pub use symbol::{ChunkRef, Evidence, Range, SymbolRef};
