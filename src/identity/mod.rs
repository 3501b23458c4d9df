//! Identities of chunks and symbols (SPEC §10, seed 004).

mod chunk;
mod symbol;

pub use chunk::{Identity, identify};
pub use symbol::{ChunkRef, Evidence, Range, SymbolRef};

pub struct Identity { pub chunk_id: String, pub chunk_uid: String, pub collision_of: Option<String>, pub symbol_key: String, pub signature_key: Option<String>, pub scoped_id: String, pub symbol_id: String, pub span_hash: String, pub pre_hash: String, pub post_hash: String }
pub fn identify(_p: &str, _l: &str, o: &crate::syntax::Outline) -> Vec<Identity> { o.constructs.iter().map(|_| Identity { chunk_id: String::new(), chunk_uid: String::new(), collision_of: None, symbol_key: String::new(), signature_key: None, scoped_id: String::new(), symbol_id: String::new(), span_hash: String::new(), pre_hash: String::new(), post_hash: String::new() }).collect() }
impl Identity { pub fn symbol_ref(&self, _: &str, _: &str, c: &crate::syntax::Construct, _: u64) -> SymbolRef { SymbolRef { symbol_id: None, scoped_id: None, symbol_key: String::new(), signature_key: None, kind: Some(c.kind.as_str().into()), qualified_name: None, language_id: None, defining_chunk: None, evidence: None } } }
