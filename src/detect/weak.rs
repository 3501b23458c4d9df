//! Weak evidence: bodies, interfaces and names that say so little that an equal one proves nothing (SPEC 5.8).

use crate::syntax::words::number_of;
use crate::syntax::{Construct, Family};

use super::view::Located;

/// A body with fewer tokens proves little (SPEC 5.8). Counted in the changed files of 800 commits of two public Python
/// repositories: of functions with one or two tokens about half or more have a twin of another name, with three to
/// seven up to 4 %, from eight on at most 1.4 %.
const WEAK_BODY: u32 = 8;
/// Values repeat more: up to eight tokens as many as a third have such a twin, with nine to thirteen at most 2.5 %.
const WEAK_VALUE: u32 = 12;
/// An interface with fewer telling tokens proves little.
const WEAK_INTERFACE: u32 = 3;
/// That of a value is its type, and many have one like `dict[str, list[int]]`.
const WEAK_TYPE: u32 = 6;
/// Whether a body is so short that an equal one proves little (SPEC 5.8).
pub fn has_weak_body(construct: &Construct) -> bool {
    let enough = if construct.kind.family() == Family::Value { WEAK_VALUE } else { WEAK_BODY };
    construct.body_weight() < enough
}

/// Whether an interface says so much that an equal one proves something (SPEC 5.8).
pub fn has_telling_interface(construct: &Construct) -> bool {
    let enough = if construct.kind.family() == Family::Value { WEAK_TYPE } else { WEAK_INTERFACE };
    construct.interface_weight >= enough
}

/// Whether the body is the own name and nothing else, as in `self.x = x`: all such bodies are equal, so across files only
/// the name tells them apart.
pub fn says_only_its_name(at: &Located) -> bool {
    let construct = at.construct();
    let own = || number_of(construct.name().as_bytes(), &mut Vec::new());
    construct.body_weight() == 1 && at.body_tokens() == [own()]
}

/// Names that every class has say nothing about where a member went.
pub fn is_common(name: &str) -> bool {
    name.starts_with("__") && name.ends_with("__")
}
