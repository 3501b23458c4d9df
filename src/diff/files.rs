//! Files that differ: renames are paired, then each file has one event.
//!
//! Renames pair by equal contents first, in the order of the paths, so that the result does not depend on how git looks
//! for them; what is left is paired as a scan pairs it (SPEC 5.1, 11.4).

use std::collections::{BTreeMap, BTreeSet};

use super::event::{Event, FileEvent, FileState};
use super::mode::Mode;
use crate::git::{Change, ChangeKind, Changes, FileAt, FileMode};

/// The changes with the renames of a diff.
pub fn paired(changes: Changes, detect_renames: bool) -> Changes {
    let rename_limit_reached = changes.rename_limit_reached && detect_renames;
    let mut removed: BTreeMap<String, FileAt> = BTreeMap::new();
    let mut added: BTreeMap<String, FileAt> = BTreeMap::new();
    let mut similar = Vec::new();
    let mut list = Vec::new();
    for change in changes.list {
        if change.kind == ChangeKind::Modified {
            list.push(change);
            continue;
        }
        if let (ChangeKind::Renamed { similarity }, Some(old), Some(new)) = (change.kind, &change.old, &change.new) {
            similar.push((old.path.clone(), new.path.clone(), similarity));
        }
        removed.extend(change.old.map(|old| (old.path.clone(), old)));
        added.extend(change.new.map(|new| (new.path.clone(), new)));
    }
    if detect_renames {
        for (old, new) in equal_pairs(&removed, &added) {
            if let (Some(old), Some(new)) = (removed.remove(&old), added.remove(&new)) {
                let kind = ChangeKind::Renamed { similarity: Some(1.0) };
                list.push(Change { kind, old: Some(old), new: Some(new) });
            }
        }
        for (old, new, similarity) in similar {
            if removed.contains_key(&old) && added.contains_key(&new) {
                let (old, new) = (removed.remove(&old), added.remove(&new));
                list.push(Change { kind: ChangeKind::Renamed { similarity }, old, new });
            }
        }
    }
    list.extend(removed.into_values().map(|old| Change { kind: ChangeKind::Deleted, old: Some(old), new: None }));
    list.extend(added.into_values().map(|new| Change { kind: ChangeKind::Added, old: None, new: Some(new) }));
    let old_path = |change: &Change| change.old.as_ref().map(|old| old.path.clone());
    list.sort_by(|a, b| a.path().cmp(b.path()).then_with(|| old_path(a).cmp(&old_path(b))));
    Changes { list, rename_limit_reached, gaps: changes.gaps, known: changes.known }
}

/// Paths with equal contents, paired in order as far as there are two of them.
fn equal_pairs(removed: &BTreeMap<String, FileAt>, added: &BTreeMap<String, FileAt>) -> Vec<(String, String)> {
    let key = |at: &FileAt| (at.file.id, is_link(at.file.mode), at.file.mode == FileMode::Submodule);
    let mut by_contents: BTreeMap<_, (Vec<&String>, Vec<&String>)> = BTreeMap::new();
    for (path, at) in removed {
        by_contents.entry(key(at)).or_default().0.push(path);
    }
    for (path, at) in added {
        by_contents.entry(key(at)).or_default().1.push(path);
    }
    let pairs = by_contents.into_values().flat_map(|(old, new)| old.into_iter().zip(new));
    let pairs: BTreeSet<(String, String)> = pairs.map(|(old, new)| (old.clone(), new.clone())).collect();
    pairs.into_iter().collect()
}

fn is_link(mode: FileMode) -> bool {
    mode == FileMode::Symlink
}

/// The event of a changed file.
pub fn event(change: &Change, mode: Mode) -> Event {
    let state = |at: &FileAt| FileState { hash: at.file.id.to_string(), sort: word(at.file.mode).to_owned() };
    let similarity = match change.kind {
        ChangeKind::Renamed { similarity: Some(similarity) } => {
            // From 0 to 1, as git says it: a percentage that needs no rounding rule of anybody's.
            Some((f64::from(similarity) * 100.0).floor() as u32)
        }
        _ => None,
    };
    let from_file = match change.kind {
        ChangeKind::Renamed { .. } => change.old.as_ref().map(|old| old.path.clone()),
        _ => None,
    };
    let event = FileEvent {
        mode,
        file: change.path().to_owned(),
        from_file,
        similarity,
        before: change.old.as_ref().map(state),
        after: change.new.as_ref().map(state),
    };
    match change.kind {
        ChangeKind::Added => Event::FileAdded(event),
        ChangeKind::Deleted => Event::FileRemoved(event),
        ChangeKind::Modified => Event::FileModified(event),
        ChangeKind::Renamed { .. } => Event::FileRenamed(event),
    }
}

fn word(mode: FileMode) -> &'static str {
    match mode {
        FileMode::File => "file",
        FileMode::Executable => "executable",
        FileMode::Symlink => "symlink",
        FileMode::Submodule => "submodule",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::git::FileId;

    fn at(path: &str, contents: u8) -> Option<FileAt> {
        let id = crate::git::ObjectId::try_from([contents; 20].as_slice()).expect("because 20 bytes are a SHA-1");
        Some(FileAt { path: path.to_owned(), file: FileId { id, mode: FileMode::File } })
    }

    fn shown(changes: &Changes) -> Vec<String> {
        let path = |at: &Option<FileAt>| at.as_ref().map_or("-".to_owned(), |at| at.path.clone());
        changes.list.iter().map(|change| format!("{}>{}", path(&change.old), path(&change.new))).collect()
    }

    /// Acceptance test 3 of the seed.
    #[test]
    fn rename_detection_pairs_added_and_removed_by_hash_deterministically() {
        let added = |path, contents| Change { kind: ChangeKind::Added, old: None, new: at(path, contents) };
        let deleted = |path, contents| Change { kind: ChangeKind::Deleted, old: at(path, contents), new: None };
        let mut list = vec![
            deleted("b", 1),
            deleted("a", 1),
            deleted("c", 1),
            added("z", 1),
            added("y", 1),
            deleted("d", 2),
            // Similar only; but the contents of `w` stood at `d`.
            Change { kind: ChangeKind::Renamed { similarity: Some(0.6) }, old: at("e", 3), new: at("w", 2) },
            Change { kind: ChangeKind::Renamed { similarity: Some(0.7) }, old: at("f", 4), new: at("v", 5) },
        ];
        let expected = ["c>-", "e>-", "f>v", "d>w", "a>y", "b>z"];
        for _ in 0..list.len() {
            list.rotate_left(1);
            let changes = Changes { list: list.clone(), ..Changes::default() };
            assert_eq!(shown(&paired(changes.clone(), true)), expected);
            assert!(paired(changes, false).list.iter().all(|change| change.old.is_none() || change.new.is_none()));
        }
    }
}
