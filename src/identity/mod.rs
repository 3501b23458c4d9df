//! Identities of chunks, symbols and entities (SPEC §10, seeds 004 and 003).
//!
//! Two programs that speak of the same piece of code need a name for it, and no one name serves every purpose. A *chunk*
//! is a span of a file; a *symbol* is what it defines; an *entity* is a symbol with a history.
//!
//! | name | stays the same when | module |
//! |---|---|---|
//! | `docId` | nothing: it counts within one output | [`reference`](mod@reference) |
//! | `chunkId` | nothing moves | [`identify`](mod@identify) |
//! | `chunkUid` | the span and the 64 bytes around it are untouched | [`chunk_uid`], [`identify`](mod@identify) |
//! | `symbolKey` | the path, the kind and the qualname stay; overloads share it | [`identify`](mod@identify) |
//! | `scopedId` | the same, and the signature | [`identify`](mod@identify) |
//! | `symbolId` | the tool that gave it says so | [`symbol_id`] |
//! | entity key | it is edited where it stands, or moves unchanged within its file | [`entity`] |
//!
//! Outputs refer to constructs by the envelopes of [`reference`](mod@reference); what a reference may mean several of is a
//! [`resolution`], never a guess; and which of these names may be compared with which is decided in [`join`] alone.
//! What `docId`s stand for is written down by [`chunk_uid_map`].

pub mod chunk_uid;
pub mod chunk_uid_map;
pub mod entity;
pub(crate) mod hash;
pub mod identify;
pub mod join;
pub mod reference;
pub mod resolution;
pub mod symbol_id;

pub use chunk_uid::ChunkUid;
pub use identify::{Identity, identify, identify_one, identify_segment};
pub use reference::{ChunkRef, Confidence, Evidence, Range, Scheme, SymbolRef};
pub use resolution::{Ambiguity, Resolution};
pub use symbol_id::{SymbolId, ToolSymbol};
