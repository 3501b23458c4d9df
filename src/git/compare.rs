//! Comparing two trees: every entry that is otherwise, as far as there is room for them.
//!
//! The walk is breadth-first and iterative, and entries are matched by name, whatever order a tree has them in. A few
//! kilobytes of trees that name each other unfold into billions of paths, so there is a limit. What is within it is
//! listed as it is. Beyond it, one walk decides what the list is made of, by the trees alone:
//!
//! * A folder that stands in many places is listed in the first of them, by depth and then by name. That is enough to
//!   take the force out of every tree bomb, for what unfolds is always the same few folders.
//! * Where that is still too much, folders with few differences go before those with many. So nothing that an ordinary
//!   change touches is crowded out by a folder with a million files next to it.
//!
//! What is left out for these or other reasons is a [gap](Gaps). A tree that is missing or damaged is an error, for
//! nobody can say what it held.

use std::collections::{HashSet, VecDeque};

use gix::ObjectId;
use gix::bstr::{BStr, BString};
use gix::diff::tree::visit::Relation;
use gix::objs::TreeRefIter;
use gix::objs::tree::{EntryMode, EntryRef};

use super::gaps::{GapReason, Gaps};
use super::tree::{MAX_PATH, damaged, is_sound};
use super::{Repository, path};
use crate::error::Result;

/// The most bytes that the paths of one list may have together, for each entry that it may have.
const PATH_BYTES: usize = 160;

/// So many entries are looked at to find out what to list, for each one that there is room for.
const LOOKS: usize = 10;

/// So many entries may stand in folders that were listed elsewhere already, or half of what a list has room for, before
/// that is taken for too much: a bomb is told by it long before it has filled a list.
const REPEATED: usize = 250_000;

/// An entry that is otherwise; a side is `None` where there is nothing.
pub(super) struct Difference {
    pub(super) path: BString,
    pub(super) old: Option<Entry>,
    pub(super) new: Option<Entry>,
    /// What ties the files of a whole folder together that came or went.
    pub(super) relation: Option<Relation>,
}

#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) id: ObjectId,
    pub(super) mode: EntryMode,
}

pub(super) struct Comparison {
    pub(super) list: Vec<Difference>,
    pub(super) gaps: Gaps,
}

/// Two folders that are to be compared.
struct Pair {
    /// With a slash at the end; empty for the root.
    prefix: BString,
    old: Option<ObjectId>,
    new: Option<ObjectId>,
    relation: Option<Relation>,
}

/// How an entry differs.
#[derive(Clone, Copy)]
enum Otherwise {
    Entry(Option<Entry>, Option<Entry>),
    Malformed,
}

impl Repository {
    /// What differs between two trees. Directories are listed where they came or went, and only in full lists.
    pub(super) fn compare(&self, old: ObjectId, new: ObjectId, limit: usize) -> Result<Comparison> {
        let root = || Pair { prefix: BString::default(), old: Some(old), new: Some(new), relation: None };
        match Full::of(self, root(), limit)? {
            Some(full) => Ok(full),
            None => Part::of(self, root(), limit),
        }
    }

    /// Shows every entry of a pair that differs; the answer is false if one of the two is too large to be looked at.
    fn each_difference(&self, pair: &Pair, mut each: impl FnMut(&BStr, Otherwise)) -> Result<bool> {
        let mut bytes = [Vec::new(), Vec::new()];
        for (side, bytes) in [pair.old, pair.new].into_iter().zip(&mut bytes) {
            let Some(id) = side else { continue };
            match self.tree_within_limit(id)? {
                Some(read) => *bytes = read,
                None => return Ok(false),
            }
        }
        let old = entries(&bytes[0], pair.old)?;
        let new = entries(&bytes[1], pair.new)?;
        let (mut old, mut new) = (old.as_slice(), new.as_slice());
        while let Some(name) = old.first().into_iter().chain(new.first()).map(|entry| entry.filename).min() {
            let (a, b) = (take(&mut old, name), take(&mut new, name));
            if a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.oid == b.oid && a.mode.kind() == b.mode.kind()) {
                continue;
            }
            let one =
                |entries: &[EntryRef<'_>]| entries.first().map(|it| Entry { id: it.oid.to_owned(), mode: it.mode });
            let sound = a.len() < 2 && b.len() < 2 && is_sound(name);
            each(name, if sound { Otherwise::Entry(one(a), one(b)) } else { Otherwise::Malformed });
        }
        Ok(true)
    }
}

/// The entries of a tree by name.
fn entries(bytes: &[u8], id: Option<ObjectId>) -> Result<Vec<EntryRef<'_>>> {
    let Some(id) = id else { return Ok(Vec::new()) };
    let all = TreeRefIter::from_bytes(bytes, id.kind()).collect::<std::result::Result<Vec<_>, _>>();
    let mut all = all.map_err(|error| damaged(id).caused_by(error))?;
    all.sort_by(|a, b| a.filename.cmp(b.filename));
    Ok(all)
}

/// The entries of that name, from the start of a sorted list.
fn take<'a, 'b>(entries: &mut &'a [EntryRef<'b>], name: &BStr) -> &'a [EntryRef<'b>] {
    let count = entries.iter().take_while(|entry| entry.filename == name).count();
    let (taken, rest) = entries.split_at(count);
    *entries = rest;
    taken
}

impl Pair {
    fn path_of(&self, name: &BStr) -> BString {
        let mut path = self.prefix.clone();
        path.extend_from_slice(name);
        path
    }

    /// The folder of that path below this pair.
    fn below(mut path: BString, old: Option<Entry>, new: Option<Entry>, relation: Option<Relation>) -> Self {
        path.push(b'/');
        let tree = |entry: Option<Entry>| entry.filter(is_tree).map(|entry| entry.id);
        Pair { prefix: path, old: tree(old), new: tree(new), relation }
    }

    fn gap(&self, reason: GapReason) -> (String, GapReason) {
        (path::text(self.prefix.strip_suffix(b"/").unwrap_or_default()), reason)
    }
}

fn is_tree(entry: &Entry) -> bool {
    entry.mode.is_tree()
}

/// What a list has room for.
struct Room {
    entries: usize,
    bytes: usize,
}

impl Room {
    fn new(limit: usize) -> Self {
        Room { entries: limit, bytes: limit.saturating_mul(PATH_BYTES) }
    }

    /// Takes room, if there is as much.
    fn take(&mut self, entries: usize, bytes: usize) -> bool {
        match (self.entries.checked_sub(entries), self.bytes.checked_sub(bytes)) {
            (Some(entries), Some(bytes)) => {
                *self = Room { entries, bytes };
                true
            }
            _ => false,
        }
    }
}

/// A list of everything.
struct Full {
    list: Vec<Difference>,
    gaps: Vec<(String, GapReason)>,
    room: Room,
    queue: VecDeque<Pair>,
    /// Folders that came or went are numbered.
    folders: u32,
    seen: HashSet<(Option<ObjectId>, Option<ObjectId>)>,
    /// How many more entries of folders that were seen before there may be.
    repeated: usize,
}

impl Full {
    /// `None` when it is too much.
    fn of(repository: &Repository, root: Pair, limit: usize) -> Result<Option<Comparison>> {
        let queue = VecDeque::from([root]);
        let mut full = Full {
            list: Vec::new(),
            gaps: Vec::new(),
            room: Room::new(limit),
            queue,
            folders: 0,
            seen: HashSet::new(),
            repeated: REPEATED.min(limit / 2),
        };
        while let Some(pair) = full.queue.pop_front() {
            let mut fits = true;
            let price = usize::from(!full.seen.insert((pair.old, pair.new)));
            let read = repository.each_difference(&pair, |name, otherwise| {
                fits = fits && full.repeated >= price && full.add(&pair, name, otherwise);
                full.repeated = full.repeated.saturating_sub(price);
            })?;
            if !fits {
                return Ok(None);
            }
            if !read {
                full.gaps.push(pair.gap(GapReason::TooLarge));
            }
        }
        Ok(Some(Comparison { list: full.list, gaps: Gaps::new(full.gaps) }))
    }

    fn add(&mut self, pair: &Pair, name: &BStr, otherwise: Otherwise) -> bool {
        let path = pair.path_of(name);
        if !self.room.take(1, path.len().min(MAX_PATH)) {
            return false;
        }
        let (old, new) = match otherwise {
            Otherwise::Malformed => {
                self.gaps.push((path::text(&path), GapReason::Malformed));
                return true;
            }
            Otherwise::Entry(old, new) => (old, new),
        };
        if path.len() > MAX_PATH {
            self.gaps.push(pair.gap(GapReason::TooLong));
            return true;
        }
        match (old, new) {
            (Some(a), Some(b)) if is_tree(&a) && is_tree(&b) => {
                self.queue.push_back(Pair::below(path, old, new, pair.relation));
            }
            (Some(a), Some(b)) if !is_tree(&a) && !is_tree(&b) => {
                self.list.push(Difference { path, old, new, relation: None });
            }
            (old, new) => {
                let relation = pair.relation.filter(|_| old.is_none() || new.is_none());
                for (old, new) in [(old, None), (None, new)] {
                    let Some(entry) = old.or(new) else { continue };
                    if !is_tree(&entry) {
                        self.list.push(Difference { path: path.clone(), old, new, relation });
                        continue;
                    }
                    let own = pair.relation.unwrap_or_else(|| {
                        self.folders += 1;
                        Relation::Parent(self.folders)
                    });
                    let (Relation::Parent(number) | Relation::ChildOfParent(number)) = own;
                    self.list.push(Difference { path: path.clone(), old, new, relation: Some(own) });
                    let child = Some(Relation::ChildOfParent(number));
                    self.queue.push_back(Pair::below(path.clone(), old, new, child));
                }
            }
        }
        true
    }
}

/// A list of what there is room for.
struct Part {
    gaps: Vec<(String, GapReason)>,
    seen: HashSet<(Option<ObjectId>, Option<ObjectId>)>,
    queue: VecDeque<Pair>,
    /// For the folders that are looked at.
    room: Room,
    /// Entries that may still be looked at.
    looks: usize,
}

/// A pair and how much its own files would add to a list.
struct Weighed {
    pair: Pair,
    files: usize,
    bytes: usize,
}

impl Part {
    fn of(repository: &Repository, root: Pair, limit: usize) -> Result<Comparison> {
        let mut part = Part {
            gaps: Vec::new(),
            seen: HashSet::new(),
            queue: VecDeque::from([root]),
            room: Room::new(limit),
            looks: limit.saturating_mul(LOOKS),
        };
        let mut weighed = Vec::new();
        while let Some(pair) = part.queue.pop_front() {
            weighed.extend(part.weigh(repository, pair)?);
        }

        let mut room = Room::new(limit);
        let mut order: Vec<usize> = (0..weighed.len()).collect();
        order.sort_by_key(|&at| weighed[at].files);
        let mut fits = vec![false; weighed.len()];
        for at in order {
            fits[at] = room.take(weighed[at].files, weighed[at].bytes);
        }

        let mut list = Vec::new();
        for (Weighed { pair, .. }, fits) in weighed.iter().zip(fits) {
            if !fits {
                part.gaps.push(pair.gap(GapReason::TooMany));
                continue;
            }
            repository.each_difference(pair, |name, otherwise| {
                let Otherwise::Entry(old, new) = otherwise else { return };
                let [old, new] = [old, new].map(|entry| entry.filter(|entry| !is_tree(entry)));
                let path = pair.path_of(name);
                if path.len() <= MAX_PATH && (old.is_some() || new.is_some()) {
                    list.push(Difference { path, old, new, relation: None });
                }
            })?;
        }
        Ok(Comparison { list, gaps: Gaps::new(part.gaps) })
    }

    /// Looks at the entries of a pair; `None` when there is no room to.
    fn weigh(&mut self, repository: &Repository, pair: Pair) -> Result<Option<Weighed>> {
        if self.looks == 0 {
            self.gaps.push(pair.gap(GapReason::TooMany));
            return Ok(None);
        }
        let (mut files, mut bytes) = (0, 0);
        let read = repository.each_difference(&pair, |name, otherwise| {
            self.looks = self.looks.saturating_sub(1);
            let length = pair.prefix.len() + name.len();
            let (old, new) = match otherwise {
                Otherwise::Entry(..) if length > MAX_PATH => return self.once(pair.gap(GapReason::TooLong)),
                Otherwise::Entry(old, new) => (old, new),
                Otherwise::Malformed if self.room.take(1, length.min(MAX_PATH)) => {
                    return self.gaps.push((path::text(&pair.path_of(name)), GapReason::Malformed));
                }
                Otherwise::Malformed => return self.once(pair.gap(GapReason::TooMany)),
            };
            if [old, new].iter().flatten().any(|entry| !is_tree(entry)) {
                (files, bytes) = (files + 1, bytes + length);
            }
            if ![old, new].iter().flatten().any(is_tree) {
                return;
            }
            if !self.room.take(1, length) {
                return self.once(pair.gap(GapReason::TooMany));
            }
            let folder = Pair::below(pair.path_of(name), old, new, None);
            if self.seen.insert((folder.old, folder.new)) {
                self.queue.push_back(folder);
            } else {
                self.gaps.push(folder.gap(GapReason::Repeated));
            }
        })?;
        if !read {
            self.gaps.push(pair.gap(GapReason::TooLarge));
            return Ok(None);
        }
        Ok(Some(Weighed { pair, files, bytes }))
    }

    /// A gap that may have been the last one already.
    fn once(&mut self, gap: (String, GapReason)) {
        if self.gaps.last() != Some(&gap) {
            self.gaps.push(gap);
        }
    }
}
