//! `docId`s: the chunks of a report, numbered as they are sorted (SPEC §10).
//!
//! A report has no index behind it, so its chunks are counted by file and position, old and new ones alike. References
//! to the same chunk have the same number, wherever in the report they stand.

use super::Report;
use crate::identity::{ChunkRef, ChunkUid, Range, Resolution, SymbolRef};

/// Numbers every chunk that a report refers to. Those that only the index found come last: the others have the same
/// numbers without it (SPEC 12.1).
pub(super) fn number(report: &mut Report) {
    let mut chunks = chunks(report);
    chunks.sort_by(|(one, _), (other, _)| key(one).cmp(&key(other)));
    let mut number = 0;
    for only_from_index in [false, true] {
        for same in chunks.chunk_by_mut(|(one, _), (other, _)| key(one) == key(other)) {
            if same.iter().all(|(_, from_index)| *from_index) == only_from_index {
                same.iter_mut().for_each(|(chunk, _)| chunk.doc_id = number);
                number += 1;
            }
        }
    }
}

/// What tells two chunks apart: what stands where, not only where something stands.
fn key(chunk: &ChunkRef) -> (&str, Option<&str>, Option<Range>, &str, &ChunkUid) {
    let ChunkRef { doc_id: _, chunk_uid, chunk_id, file, segment_id, range } = chunk;
    (file, segment_id.as_deref(), *range, chunk_id, chunk_uid)
}

/// Every chunk, and whether it is there because of the index alone.
fn chunks(report: &mut Report) -> Vec<(&mut ChunkRef, bool)> {
    let mut symbols: Vec<(&mut SymbolRef, bool)> = Vec::new();
    for trigger in &mut report.triggers {
        let details = &mut trigger.details;
        let candidates = details.candidates.iter_mut().filter_map(|candidate| candidate.symbol.as_mut());
        let members = details.members.iter_mut().filter_map(|member| member.symbol.as_mut());
        let resolution: Vec<&mut SymbolRef> = match &mut details.resolution {
            Some(Resolution::Resolved { target }) => vec![target],
            Some(Resolution::Ambiguous { candidates, .. }) => candidates.iter_mut().collect(),
            Some(Resolution::Unresolved) | None => Vec::new(),
        };
        let own = trigger.symbol.iter_mut();
        symbols.extend(own.chain(candidates).chain(members).chain(resolution).map(|symbol| (symbol, false)));
    }
    for proposal in &mut report.proposals {
        let from_index = proposal.is_from_index();
        symbols.extend(proposal.symbol.iter_mut().map(|symbol| (symbol, from_index)));
    }
    symbols.into_iter().filter_map(|(symbol, from_index)| Some((symbol.defining_chunk.as_mut()?, from_index))).collect()
}
