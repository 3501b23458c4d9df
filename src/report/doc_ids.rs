//! `docId`s: the chunks of a report, numbered as they are sorted (SPEC §10).
//!
//! A report has no index behind it, so its chunks are counted by file and position, old and new ones alike. References
//! to the same chunk have the same number, wherever in the report they stand.

use std::collections::BTreeSet;

use super::Report;
use crate::identity::{ChunkRef, Resolution, SymbolRef};

/// Numbers every chunk that a report refers to.
pub(super) fn number(report: &mut Report) {
    let mut known = BTreeSet::new();
    visit(report, &mut |chunk| {
        known.insert(owned(chunk));
    });
    let known: Vec<Key> = known.into_iter().collect();
    visit(report, &mut |chunk| {
        let place = known.binary_search(&owned(chunk));
        chunk.doc_id = place.expect("because every chunk was just put there") as u64;
    });
}

/// What tells two chunks apart: what stands where, not only where something stands.
type Key = (String, Option<String>, Option<crate::identity::Range>, String, crate::identity::ChunkUid);

fn owned(chunk: &ChunkRef) -> Key {
    let ChunkRef { doc_id: _, chunk_uid, chunk_id, file, segment_id, range } = chunk;
    (file.clone(), segment_id.clone(), *range, chunk_id.clone(), chunk_uid.clone())
}

fn visit(report: &mut Report, see: &mut dyn FnMut(&mut ChunkRef)) {
    let mut symbols: Vec<&mut SymbolRef> = Vec::new();
    for trigger in &mut report.triggers {
        symbols.extend(&mut trigger.symbol);
        symbols.extend(trigger.details.candidates.iter_mut().filter_map(|candidate| candidate.symbol.as_mut()));
        symbols.extend(trigger.details.members.iter_mut().filter_map(|member| member.symbol.as_mut()));
        match &mut trigger.details.resolution {
            Some(Resolution::Resolved { target }) => symbols.push(target),
            Some(Resolution::Ambiguous { candidates, .. }) => symbols.extend(candidates),
            Some(Resolution::Unresolved) | None => {}
        }
    }
    symbols.extend(report.proposals.iter_mut().filter_map(|proposal| proposal.symbol.as_mut()));
    symbols.into_iter().filter_map(|symbol| symbol.defining_chunk.as_mut()).for_each(see);
}
