//! Classification: what changed between a baseline and the construct found for it (SPEC 5.11, 4.6).

use std::collections::HashSet;

use crate::config::ChangeType;
use crate::report::Reason;

use crate::syntax::qualname::simple_name;

use super::baseline::Baseline;
use super::view::Located;

/// The change of a found construct; `None` when both hashes are equal.
///
/// `base` is the construct at the base revision, where it is known.
pub fn classify(baseline: &Baseline, base: Option<&Located>, found: &Located) -> Option<(ChangeType, Reason)> {
    let construct = found.construct();
    let broken_before = base.is_some_and(|base| base.construct().has_parse_error && baseline.matches(base));
    // Equal hashes compare well even across a syntax error: the same tokens stand there.
    if baseline.matches(found) {
        None
    } else if construct.has_parse_error
        || broken_before
        || is_cut_short(found)
        || lost_members_to_an_error(baseline, found)
    {
        Some((ChangeType::ParseError, Reason::SyntaxError))
    } else if construct.kind != baseline.kind {
        Some((ChangeType::Structural, Reason::KindChanged))
    } else if construct.interface_hash != baseline.interface_hash {
        Some((ChangeType::Structural, Reason::InterfaceChanged))
    } else {
        Some((ChangeType::Content, Reason::BodyChanged))
    }
}

/// An error can stand where the body was: right behind what is left of the construct (SPEC 4.6).
fn is_cut_short(found: &Located) -> bool {
    let construct = found.construct();
    found
        .file
        .outline
        .broken
        .iter()
        .any(|region| region.start_line <= construct.end_line + 1 && region.end_line >= construct.definition_line)
}

/// An error can close a container too early, so that its members seem to be gone (SPEC 4.6).
fn lost_members_to_an_error(baseline: &Baseline, found: &Located) -> bool {
    if found.file.outline.broken.is_empty() || baseline.members.is_empty() {
        return false;
    }
    let now: HashSet<&str> = found.file.members(found.index).map(|(name, _)| name).collect();
    let lost = baseline.members.keys().filter(|name| !now.contains(name.as_str()));
    lost.map(|name| simple_name(name)).any(|name| found.file.may_hide(name))
}
