//! `symbols --json`: one record a construct. The keys are part of the format; they may only grow.

use serde::Serialize;

use super::Listed;
use crate::identity::chunk_uid::ALGO_VERSION;
use crate::identity::{ChunkUid, SymbolId, SymbolRef};
use crate::syntax::{Kind, Role};

/// One construct.
#[derive(Serialize)]
pub(super) struct Record<'a> {
    path: &'a str,
    language: &'a str,
    kind: Kind,
    qualname: &'a str,
    role: Option<Role>,
    start_line: u32,
    end_line: u32,
    definition_line: u32,
    interface_hash: String,
    body_hash: String,
    doc_hash: Option<String>,
    has_parse_error: bool,
    base_classes: &'a [String],
    chunk_id: String,
    chunk_uid: ChunkUid,
    span_hash: String,
    pre_hash: String,
    post_hash: String,
    collision_of: Option<ChunkUid>,
    symbol_key: String,
    signature_key: Option<String>,
    scoped_id: String,
    symbol_id: SymbolId,
    // Beyond the list of SPEC §7.
    chunk_uid_algo_version: &'static str,
    /// `md:fence:N` in a document.
    segment_id: Option<&'a str>,
    /// The path, or the one that the segment would have as a file.
    virtual_path: String,
    /// The envelope for whoever refers to the construct; `docId` is the position in this list.
    symbol_ref: SymbolRef,
}

/// The records of all constructs, in order.
pub(super) fn records(files: &[Listed]) -> Vec<Record<'_>> {
    let mut records = Vec::new();
    for part in files.iter().flat_map(Listed::parts) {
        let (path, language) = (part.path, part.language.name());
        for (construct, identity) in part.outline.constructs.iter().zip(part.identities()) {
            records.push(Record {
                path,
                segment_id: part.segment.map(|segment| segment.id.as_str()),
                virtual_path: part.segment.map_or_else(|| path.to_owned(), |segment| segment.virtual_path(path)),
                language,
                kind: construct.kind,
                qualname: &construct.qualname,
                role: construct.role,
                start_line: construct.start_line,
                end_line: construct.end_line,
                definition_line: construct.definition_line,
                interface_hash: construct.interface_hash.to_hex(),
                body_hash: construct.body_hash.to_hex(),
                doc_hash: construct.doc_hash.map(|hash| hash.to_hex()),
                has_parse_error: construct.has_parse_error,
                base_classes: &construct.base_classes,
                symbol_ref: identity.symbol_ref(construct, path, language, records.len() as u64),
                chunk_id: identity.chunk_id,
                chunk_uid: identity.chunk_uid,
                chunk_uid_algo_version: ALGO_VERSION,
                span_hash: identity.span_hash,
                pre_hash: identity.pre_hash,
                post_hash: identity.post_hash,
                collision_of: identity.collision_of,
                symbol_key: identity.symbol_key,
                signature_key: identity.signature_key,
                scoped_id: identity.scoped_id,
                symbol_id: identity.symbol_id,
            });
        }
    }
    records
}
