//! Stage 1: the same qualname in the same file, or in the file it was renamed to (SPEC 5.3).
//!
//! Where qualnames carry parameter types, an overload whose types changed is the same construct under another name.

use std::sync::Arc;

use crate::config::lock::Entry;
use crate::syntax::{Family, qualname};

use super::baseline::Baseline;
use super::parsed::ParsedFile;
use super::view::{File, Located, View};
use super::weak::has_weak_body;

/// Finds the construct of the baseline's name in `after`.
///
/// `before` is the same file at the base revision. It is asked for only where same-named siblings leave room for doubt
/// (SPEC 4.2): when their number differs between the revisions, they are paired by fingerprint, then by order.
pub fn find(
    baseline: &Baseline,
    before: impl FnOnce() -> Option<Arc<ParsedFile>>,
    after: &Arc<ParsedFile>,
) -> Option<Located> {
    let direct = after.find(&baseline.qualname).map(|index| Located { file: Arc::clone(after), index });
    if direct.as_ref().is_some_and(|at| baseline.matches(at)) {
        return direct;
    }
    let bare = qualname::bare(&baseline.qualname);
    let now = after.siblings(&bare);
    if now.is_empty() {
        return direct;
    }
    let Some(before) = before() else { return direct };
    let then = before.siblings(&bare);
    let Some(position) = then.iter().position(|&index| before.outline.constructs[index].qualname == baseline.qualname)
    else {
        return direct;
    };
    let at = |index| Located { file: Arc::clone(after), index };
    if direct.is_none() && has_types(&before, then[position]) {
        return changed_types(&before, then[position], then, after, now).map(at);
    }
    if then.len() == now.len() {
        return direct;
    }
    pair_siblings(&before, then, after, now)[position].map(at)
}

/// The overload that took the place of one whose parameter types changed, and with them its name: the one with the same
/// types in another spelling, the one that looks the same, or the only one that is new where only this one is gone.
fn changed_types(before: &ParsedFile, lost: usize, then: &[usize], after: &ParsedFile, now: &[usize]) -> Option<usize> {
    fn name(file: &ParsedFile, index: usize) -> &str {
        &file.outline.constructs[index].qualname
    }
    let gone: Vec<usize> = then.iter().copied().filter(|&index| after.find(name(before, index)).is_none()).collect();
    let new: Vec<usize> = now.iter().copied().filter(|&index| before.find(name(after, index)).is_none()).collect();
    if new.is_empty() || !new.iter().all(|&index| has_types(after, index)) {
        return None;
    }
    let spelling = qualname::without_packages(name(before, lost));
    let is_spelled_so = |file: &ParsedFile, index: usize| qualname::without_packages(name(file, index)) == spelling;
    let only = |file: &ParsedFile, all: &[usize]| {
        let mut spelled = all.iter().copied().filter(|&index| is_spelled_so(file, index));
        spelled.next().filter(|_| spelled.next().is_none())
    };
    if let (Some(_), Some(now)) = (only(before, &gone), only(after, &new)) {
        return Some(now);
    }
    let construct = &before.outline.constructs[lost];
    let has_body = |index: usize| after.outline.constructs[index].body_hash == construct.body_hash;
    if let (&[_], &[only]) = (gone.as_slice(), new.as_slice()) {
        // The very code under a name that is new beside them: that one it was, and the overload is another.
        let is_it = |index: &usize| {
            has_body(*index)
                && after.outline.constructs[*index].interface_hash == construct.interface_hash
                && before.find(name(after, *index)).is_none()
        };
        let stands_beside = || !has_weak_body(construct) && (0..after.outline.constructs.len()).any(|it| is_it(&it));
        return (has_body(only) || !stands_beside()).then_some(only);
    }
    let mut alike = new.into_iter().filter(|&index| has_body(index));
    alike.next().filter(|_| alike.next().is_none())
}

/// Whether the construct's name carries parameter types.
fn has_types(file: &ParsedFile, index: usize) -> bool {
    let construct = &file.outline.constructs[index];
    construct.kind.family() == Family::Callable && qualname::last_part(&construct.qualname).contains('(')
}

/// The qualname under which the accepted construct now stands in its file, where another sibling took its own; `None`
/// where nothing of the kind is known.
pub fn other_sibling(entry: &Entry, view: &dyn View) -> Option<String> {
    let baseline = Baseline::from_lock(entry)?;
    let File::Parsed(after) = view.file(&entry.path) else { return None };
    let then = || view.remembered(entry.blob.as_deref()?, &entry.path);
    let now = find(&baseline, then, &after)?;
    Some(now.construct().qualname.clone()).filter(|qualname| *qualname != baseline.qualname)
}

/// For each sibling of before its counterpart of after: by both hashes, then by either, then by order.
fn pair_siblings(before: &ParsedFile, then: &[usize], after: &ParsedFile, now: &[usize]) -> Vec<Option<usize>> {
    let mut pairs = vec![None; then.len()];
    let mut taken = vec![false; now.len()];
    for strength in 0..3 {
        for (position, &old) in then.iter().enumerate() {
            if pairs[position].is_some() {
                continue;
            }
            let old = &before.outline.constructs[old];
            let matching = now.iter().enumerate().position(|(slot, &new)| {
                let new = &after.outline.constructs[new];
                let interface = old.interface_hash == new.interface_hash;
                let body = old.body_hash == new.body_hash;
                !taken[slot]
                    && match strength {
                        0 => interface && body,
                        1 => interface || body,
                        // By order: only siblings of the same sort, so that a getter never becomes a setter.
                        _ => qualname::suffix(&old.qualname) == qualname::suffix(&new.qualname),
                    }
            });
            if let Some(slot) = matching {
                taken[slot] = true;
                pairs[position] = Some(now[slot]);
            }
        }
    }
    pairs
}
