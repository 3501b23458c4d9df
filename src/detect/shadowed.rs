//! Shadowed constructs: a change defines the name a second time below, and the later definition is the one that holds.
//!
//! Siblings of one name are constructs of their own, `parse` and `parse#2` (SPEC 4.2), so the first one is in place and
//! unchanged; yet in Python, JavaScript, Ruby and Bash whoever calls it gets the other from now on. A note says so. It
//! does not ask under which condition each of the two is defined, so the words leave that open.

use std::sync::Arc;

use crate::syntax::qualname;

use super::parsed::ParsedFile;
use super::view::Located;

/// Where a name is defined again after a construct, and was not before, as `path:line`. The base revision's file is asked
/// for only where there is a later definition at all.
pub fn by(at: &Located, base: impl FnOnce() -> Option<Arc<ParsedFile>>) -> Vec<String> {
    let construct = at.construct();
    if !at.file.language.later_wins(construct.kind) {
        return Vec::new();
    }
    // `A#2.f` is the first `f` of the second `A`.
    let is_numbered = qualname::last_part(&construct.qualname).contains('#');
    let (name, number) = match construct.qualname.rsplit_once('#').filter(|_| is_numbered) {
        Some((name, number)) => (name, number.parse().unwrap_or(1)),
        None => (construct.qualname.as_str(), 1_u32),
    };
    let later = |number: u32| format!("{name}#{number}");
    let mut found = Vec::new();
    for number in number + 1.. {
        let Some(index) = at.file.find(&later(number)) else { break };
        found.push((number, index));
    }
    let Some(base) = (!found.is_empty()).then(base).flatten() else { return Vec::new() };
    found.retain(|&(number, index)| {
        at.file.language.later_wins(at.file.outline.constructs[index].kind) && base.find(&later(number)).is_none()
    });
    found.into_iter().map(|(_, index)| Located { file: Arc::clone(&at.file), index }.location()).collect()
}
