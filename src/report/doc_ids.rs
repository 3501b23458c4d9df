//! `docId`s: the chunks of a report, numbered as they are sorted (SPEC §10).
//!
//! A report has no index behind it, so its chunks are counted by file and position, old and new ones alike. References
//! to the same chunk have the same number, wherever in the report they stand.

use std::collections::{BTreeMap, BTreeSet};

use super::Report;
use crate::identity::{ChunkRef, Resolution, SymbolRef};

/// Numbers every chunk that a report refers to. Those that only the index found come last: the others have the same
/// numbers without it (SPEC 12.1).
pub(super) fn number(report: &mut Report) {
    let mut known: BTreeMap<Key, bool> = BTreeMap::new();
    visit(report, &mut |chunk, from_index| {
        known.entry(owned(chunk)).and_modify(|only| *only &= from_index).or_insert(from_index);
    });
    let known: BTreeSet<(bool, Key)> = known.into_iter().map(|(key, from_index)| (from_index, key)).collect();
    let numbers: BTreeMap<Key, u64> = known.into_iter().map(|(_, key)| key).zip(0..).collect();
    visit(report, &mut |chunk, _| {
        chunk.doc_id = *numbers.get(&owned(chunk)).expect("because every chunk was just put there");
    });
}

/// What tells two chunks apart: what stands where, not only where something stands.
type Key = (String, Option<String>, Option<crate::identity::Range>, String, crate::identity::ChunkUid);

fn owned(chunk: &ChunkRef) -> Key {
    let ChunkRef { doc_id: _, chunk_uid, chunk_id, file, segment_id, range } = chunk;
    (file.clone(), segment_id.clone(), *range, chunk_id.clone(), chunk_uid.clone())
}

/// Shows every chunk, and whether it is there because of the index alone.
fn visit(report: &mut Report, see: &mut dyn FnMut(&mut ChunkRef, bool)) {
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
    for (symbol, from_index) in symbols {
        if let Some(chunk) = &mut symbol.defining_chunk {
            see(chunk, from_index);
        }
    }
}
