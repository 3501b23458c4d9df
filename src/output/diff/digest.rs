//! A digest of a diff: what a person wants to read of its events, by file.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::diff::event::{ChunkEvent, FileEvent, Part, Respect, Skipped};
use crate::diff::{Diff, Event, Mode};
use crate::syntax::qualname;

/// One file, in the order of the paths.
#[derive(Default)]
pub struct FileDigest<'d> {
    pub path: &'d str,
    pub fate: Option<(Fate, &'d FileEvent)>,
    pub entries: Vec<Entry<'d>>,
    /// Chunks that only stand on other lines.
    pub shifted: usize,
    pub edges_added: usize,
    pub edges_removed: usize,
    pub skipped: Vec<&'d Skipped>,
}

/// What happened to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    Added,
    Removed,
    Modified,
    Renamed,
}

/// What happened to a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    Added,
    Removed,
    Changed,
    /// Has another name or another file, and may have changed as well.
    Moved,
}

/// One chunk.
#[derive(Clone)]
pub struct Entry<'d> {
    pub mark: Mark,
    pub mode: Mode,
    pub kind: &'d str,
    pub name: &'d str,
    pub line: u32,
    pub changes: &'d [Part],
    /// Where it was: another file, another name.
    pub from_file: Option<&'d str>,
    pub old_name: Option<&'d str>,
    pub confidence: Option<&'d str>,
    pub uncertain: bool,
    /// Members that went the same way, without entries of their own.
    pub members: usize,
}

/// The files of a diff.
pub fn files(diff: &Diff) -> Vec<FileDigest<'_>> {
    let mut files: BTreeMap<&str, FileDigest<'_>> = BTreeMap::new();
    let mut places: HashMap<(&str, Mode, &str, u32), usize> = HashMap::new();
    for event in &diff.events {
        let Some(path) = event.file() else { continue };
        let file = files.entry(path).or_insert_with(|| FileDigest { path, ..FileDigest::default() });
        let fate = |fate, event| Some((fate, event));
        match event {
            Event::FileAdded(event) => file.fate = fate(Fate::Added, event),
            Event::FileRemoved(event) => file.fate = fate(Fate::Removed, event),
            Event::FileModified(event) => file.fate = fate(Fate::Modified, event),
            Event::FileRenamed(event) => file.fate = fate(Fate::Renamed, event),
            Event::ChunkAdded(event) => file.entries.extend(entry(Mark::Added, event)),
            Event::ChunkRemoved(event) => file.entries.extend(entry(Mark::Removed, event)),
            Event::ChunkModified(event) => {
                if let Some(entry) = entry(Mark::Changed, event) {
                    places.insert((path, entry.mode, entry.name, entry.line), file.entries.len());
                    file.entries.push(entry);
                }
            }
            Event::ChunkMoved(event) => {
                let Some(entry) = entry(Mark::Moved, event) else { continue };
                let changed = places.get(&(path, entry.mode, entry.name, entry.line)).copied();
                match (changed, event.moved.iter().all(|respect| *respect == Respect::Lines)) {
                    (Some(_), true) => {}
                    (Some(at), false) => {
                        let changes = file.entries[at].changes;
                        file.entries[at] = Entry { changes, ..entry };
                    }
                    (None, true) => file.shifted += 1,
                    (None, false) => file.entries.push(entry),
                }
            }
            Event::RelationAdded(_) => file.edges_added += 1,
            Event::RelationRemoved(_) => file.edges_removed += 1,
            Event::ChunkDiffSkipped(skipped) => file.skipped.push(skipped),
            Event::EventsTruncated(_) => {}
        }
    }
    let mut files: Vec<FileDigest<'_>> = files.into_values().collect();
    for file in &mut files {
        file.entries.sort_by_key(|entry| (entry.mode, entry.line, entry.name, entry.mark));
        fold(&mut file.entries);
    }
    files
}

fn entry(mark: Mark, event: &ChunkEvent) -> Option<Entry<'_>> {
    let state = event.after.as_ref().or(event.before.as_ref())?;
    let old_name = event.before.as_ref().map(|before| before.name.as_str()).filter(|name| *name != state.name);
    Some(Entry {
        mark,
        mode: event.mode,
        kind: &state.kind,
        name: &state.name,
        line: state.range.start_line,
        changes: &event.changes,
        from_file: event.from_file.as_deref().filter(|_| event.moved.contains(&Respect::File)),
        old_name,
        confidence: event.recognised.as_ref().map(|recognised| recognised.confidence.as_str()),
        uncertain: event.uncertain,
        members: 0,
    })
}

/// Takes out what follows from another entry: members that went with their container, and a container of which only
/// members changed.
fn fold(entries: &mut Vec<Entry<'_>>) {
    let key = |entry: &Entry<'_>| (entry.mode, entry.name.to_owned());
    let places: HashMap<_, usize> = entries.iter().enumerate().map(|(at, entry)| (key(entry), at)).collect();
    let mut hidden = HashSet::new();
    let mut members: HashMap<usize, usize> = HashMap::new();
    for (at, entry) in entries.iter().enumerate() {
        let container = qualname::container(entry.name);
        let Some(&outer) = places.get(&(entry.mode, container.to_owned())).filter(|_| !container.is_empty()) else {
            continue;
        };
        let same_way = entries[outer].mark == entry.mark
            && match entry.mark {
                Mark::Added | Mark::Removed => true,
                Mark::Moved => entry.changes.is_empty() && entries[outer].from_file == entry.from_file,
                Mark::Changed => false,
            };
        if same_way {
            hidden.insert(at);
        }
    }
    // Members of members count for the outermost entry that is shown.
    for &at in &hidden {
        let mut outer = at;
        while hidden.contains(&outer) {
            let container = qualname::container(entries[outer].name).to_owned();
            let Some(&next) = places.get(&(entries[outer].mode, container)) else { break };
            outer = next;
        }
        *members.entry(outer).or_default() += 1;
    }
    // Every scope around something that is shown.
    let mut explained: HashSet<(Mode, &str)> = HashSet::new();
    for (_, entry) in entries.iter().enumerate().filter(|(at, _)| !hidden.contains(at)) {
        let mut scope = qualname::container(entry.name);
        while !scope.is_empty() && explained.insert((entry.mode, scope)) {
            scope = qualname::container(scope);
        }
    }
    for (at, entry) in entries.iter().enumerate() {
        let is_body_only = entry.mark == Mark::Changed && entry.changes == [Part::Body];
        if is_body_only && explained.contains(&(entry.mode, entry.name)) {
            hidden.insert(at);
        }
    }
    let mut at = 0;
    entries.retain_mut(|entry| {
        entry.members = members.get(&at).copied().unwrap_or(0);
        at += 1;
        !hidden.contains(&(at - 1))
    });
}
