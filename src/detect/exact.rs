//! Stage 1: the same qualname in the same file, or in the file it was renamed to (SPEC 5.3).

use std::sync::Arc;

use crate::config::lock::Entry;

use super::baseline::Baseline;
use super::view::{File, Located, ParsedFile, View};

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
    let bare = bare_qualname(&baseline.qualname);
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
    if then.len() == now.len() {
        return direct;
    }
    pair_siblings(&before, then, after, now)[position].map(|index| Located { file: Arc::clone(after), index })
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
                        _ => accessor(&old.qualname) == accessor(&new.qualname),
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

/// `setter` of `User.name@setter#2`; empty where there is none.
fn accessor(qualname: &str) -> &str {
    let last = qualname.rsplit('.').next().unwrap_or(qualname);
    last.split_once('@').map_or("", |(_, suffix)| suffix.split('#').next().unwrap_or(suffix))
}

/// Strips sibling suffixes from every part and parameter types from the last.
fn bare_qualname(qualname: &str) -> String {
    let scoped = qualname.split('(').next().unwrap_or(qualname);
    let parts: Vec<&str> = scoped.split('.').map(|part| part.split(['@', '#']).next().unwrap_or(part)).collect();
    parts.join(".")
}
