//! Containers watched member by member (SPEC 5.16).

use std::collections::{BTreeMap, BTreeSet};

use crate::config::Members;
use crate::config::lock::SeenMember;
use crate::report::{MemberChange, MemberChangeType, Reason};
use crate::syntax::Language;
use crate::syntax::qualname::{self, simple_name};

use super::baseline::{Baseline, members_of};
use super::view::Located;

/// What happened to the members of a container, and to the container itself; sorted.
pub fn compare(baseline: &Baseline, found: &Located, options: Members) -> (Vec<Reason>, Vec<MemberChange>) {
    let construct = found.construct();
    let mut reasons = BTreeSet::new();
    if simple_name(&baseline.qualname) != construct.name() {
        reasons.insert(Reason::ContainerRenamed);
    }
    let interface_changed = if options.decorators {
        baseline.interface_hash != construct.interface_hash
    } else {
        baseline.bare_interface_hash != construct.bare_interface_hash
    };
    if interface_changed {
        reasons.insert(Reason::ContainerInterfaceChanged);
    }
    let lines: BTreeMap<&str, u32> =
        found.file.members(found.index).map(|(name, member)| (name, member.start_line)).collect();
    let changes =
        compare_members(&baseline.members, &members_of(&found.file, found.index), options, found.file.language)
            .into_iter()
            .map(|change| MemberChange { line: lines.get(change.name.as_str()).copied(), ..change })
            .collect::<Vec<_>>();
    reasons.extend(changes.iter().map(|change| change.reason));
    (reasons.into_iter().collect(), changes)
}

/// Compares two sets of members by their name relative to the container; sorted by name.
pub fn compare_members(
    before: &BTreeMap<String, SeenMember>,
    after: &BTreeMap<String, SeenMember>,
    options: Members,
    language: Language,
) -> Vec<MemberChange> {
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let mut changes = Vec::new();
    for name in names {
        // Whoever sees it on either side is told.
        let is_hidden =
            |members: &BTreeMap<String, SeenMember>| !members.contains_key(name) || is_private(name, members, language);
        if !options.private && is_hidden(before) && is_hidden(after) {
            continue;
        }
        let found = match (before.get(name), after.get(name)) {
            (None, Some(new)) => Some((new.kind, MemberChangeType::Added, Reason::MemberAdded)),
            (Some(old), None) => Some((old.kind, MemberChangeType::Missing, Reason::MemberRemoved)),
            (Some(old), Some(new)) => change(old, new, options).map(|(change, reason)| (new.kind, change, reason)),
            (None, None) => None,
        };
        if let Some((kind, change, reason)) = found {
            changes.push(MemberChange {
                name: name.clone(),
                kind,
                change,
                reason,
                chain: Vec::new(),
                line: None,
                symbol: None,
            });
        }
    }
    changes
}

/// A member of a private nested class is private too.
fn is_private(name: &str, members: &BTreeMap<String, SeenMember>, language: Language) -> bool {
    let by_name = || qualname::parts(name).any(|part| language.is_private(simple_name(part)));
    let by_keyword = || {
        let mut outer = name;
        while !outer.is_empty() {
            if members.get(outer).is_some_and(|member| member.private) {
                return true;
            }
            outer = qualname::container(outer);
        }
        false
    };
    by_name() || by_keyword()
}

fn change(old: &SeenMember, new: &SeenMember, options: Members) -> Option<(MemberChangeType, Reason)> {
    let interface_changed = old.kind != new.kind
        || if options.decorators {
            old.interface_hash != new.interface_hash
        } else {
            old.bare_interface_hash != new.bare_interface_hash
        };
    if interface_changed {
        Some((MemberChangeType::Structural, Reason::MemberInterfaceChanged))
    } else if old.body_hash != new.body_hash && !new.kind.is_container() {
        // The body of a nested container is its own members, which stand in the list themselves.
        Some((MemberChangeType::Content, Reason::MemberBodyChanged))
    } else {
        None
    }
}
