//! What is different about a chunk that is on both sides: the chunk itself, and where it stands.

use super::chunk::range;
use super::event::{Part, Respect};
use crate::syntax::Construct;

/// What differs in a chunk itself; its place is no part of it (SPEC 11.4).
pub fn changes(then: &Construct, now: &Construct) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut add = |differs: bool, part: Part| parts.extend(differs.then_some(part));
    add(then.kind != now.kind, Part::Kind);
    // The kind is part of the interface: only one of them is told.
    add(then.kind == now.kind && then.interface_hash != now.interface_hash, Part::Interface);
    add(then.body_hash != now.body_hash, Part::Body);
    add(then.doc_hash != now.doc_hash, Part::Doc);
    parts
}

/// In what respect a chunk stands elsewhere. A chunk that only grew in its place has not moved.
///
/// `other_file` is not for files that were renamed: their chunks are where they were.
pub fn respects(then: &Construct, now: &Construct, other_file: bool) -> Vec<Respect> {
    let mut respects = Vec::new();
    let mut add = |differs: bool, respect: Respect| respects.extend(differs.then_some(respect));
    let (old, new) = (range(then), range(now));
    let started_elsewhere = (old.start, old.start_line) != (new.start, new.start_line);
    add(other_file, Respect::File);
    add(then.qualname != now.qualname, Respect::Name);
    add(!other_file && (started_elsewhere || (old != new && changes(then, now).is_empty())), Respect::Lines);
    respects
}
