//! Renames: which deleted file an added one was, where the two are similar and not equal.
//!
//! The measure is that of gix: the bytes of the lines that a diff keeps, as a share of the larger file; from one half on
//! it is a rename (SPEC 5.1). Added files choose in the order of their ids, the most similar one each, one of the same
//! file name where several are, else the first; what was chosen is gone.
//!
//! A diff of every added file with every deleted one would take longer than all else in a scan. But no diff keeps more
//! than the lines that both files have, in whatever order: those are counted first, and only what can reach one half is
//! compared. Nor are all pairs counted: two files that share half of their bytes share one of the lines that few files have
//! (a prefix filter). The result is the same as that of comparing all, which a test does.
//!
//! Texts are not kept. A sketch has sixteen bytes for each line of a file.

use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::io;

use gix::ObjectId;
use gix::bstr::{BStr, BString, ByteSlice};
use gix::diff::blob::sources::byte_lines;
use gix::diff::blob::{Algorithm, Diff, InternedInput};
use gix::objs::{Find, FindHeader};
use xxhash_rust::xxh3::xxh3_64;

use super::MAX_BLOB;
use super::compare::Entry;
use super::objects::Objects;

/// From this similarity on it is a rename.
const LEAST: f32 = 0.5;

/// A file that came or went.
pub(super) struct OneSided {
    pub(super) path: BString,
    pub(super) entry: Entry,
}

/// Which added file was which deleted one, by their positions, with the similarity.
#[derive(Default)]
pub(super) struct Paired {
    pub(super) pairs: Vec<(usize, usize, f32)>,
    /// There were more bytes to look at than allowed.
    pub(super) is_exhausted: bool,
}

/// Pairs what is similar; files beyond `bytes`, all of them together, are not looked at. Only regular files have
/// contents that can be similar.
pub(super) fn pair_similar(
    objects: &Objects,
    added: &[OneSided],
    deleted: &[OneSided],
    bytes: u64,
) -> gix::Result<Paired> {
    let mut blobs = objects.odb().clone();
    blobs.unset_object_cache();
    let texts = Texts { objects, blobs, left: Cell::new(bytes), is_exhausted: Cell::new(false) };
    let (added_order, deleted_order) = (in_order(added), in_order(deleted));
    let mut pairs = Vec::new();
    if let (Some((&first, rest)), false) = (added_order.split_first(), deleted_order.is_empty()) {
        let first = (first, texts.sketch(added[first].entry.id)?);
        let mut sources = Sources::default();
        for &number in &deleted_order {
            if let Some(sketch) = texts.sketch(deleted[number].entry.id)? {
                sources.add(number, sketch);
            }
        }
        let rest = rest.iter().map(|&number| texts.sketch(added[number].entry.id).map(|sketch| (number, sketch)));
        for destination in std::iter::once(Ok(first)).chain(rest) {
            let (number, Some(sketch)) = destination? else { continue };
            let found = texts.most_similar(&added[number], &sketch, &sources, deleted)?;
            if let Some((position, similarity)) = found {
                pairs.push((number, sources.files[position].number, similarity));
                sources.files[position].is_taken = true;
            }
        }
    }
    Ok(Paired { pairs, is_exhausted: texts.is_exhausted.get() })
}

/// The regular files, by their ids.
fn in_order(files: &[OneSided]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..files.len()).filter(|&number| files[number].entry.mode.is_blob()).collect();
    order.sort_by(|&a, &b| {
        let key = |number: usize| (files[number].entry.id, &files[number].path);
        key(a).cmp(&key(b))
    });
    order
}

/// The lines of a text: their hashes, sorted, and how many bytes each has. Two lines of the same hash count as the same,
/// which can only add to what two texts seem to have in common.
struct Sketch {
    lines: Vec<(u64, u32)>,
    bytes: usize,
}

impl Sketch {
    fn new(text: &[u8]) -> Self {
        let mut lines: Vec<(u64, u32)> = byte_lines(text).map(|line| (xxh3_64(line), line.len() as u32)).collect();
        lines.sort_unstable();
        lines.shrink_to_fit();
        Sketch { lines, bytes: text.len() }
    }

    /// The most that the similarity of two texts can be.
    fn most(&self, other: &Sketch) -> f32 {
        let (mut left, mut right, mut shared) = (0, 0, 0);
        while let (Some((one, bytes)), Some((two, _))) = (self.lines.get(left), other.lines.get(right)) {
            let order = one.cmp(two);
            left += usize::from(order != Ordering::Greater);
            right += usize::from(order != Ordering::Less);
            shared += if order == Ordering::Equal { *bytes as usize } else { 0 };
        }
        share(shared, self.bytes, other.bytes)
    }
}

/// As gix reckons it.
fn share(kept: usize, old: usize, new: usize) -> f32 {
    kept as f32 / old.max(new) as f32
}

/// The deleted files.
#[derive(Default)]
struct Sources {
    files: Vec<Source>,
    /// Who has a line, by position.
    by_line: HashMap<u64, Vec<u32>>,
}

struct Source {
    number: usize,
    sketch: Sketch,
    is_taken: bool,
}

impl Sources {
    fn add(&mut self, number: usize, sketch: Sketch) {
        for line in sketch.lines.chunk_by(|a, b| a.0 == b.0) {
            self.by_line.entry(line[0].0).or_default().push(self.files.len() as u32);
        }
        self.files.push(Source { number, sketch, is_taken: false });
    }

    /// Those that a file may be a rename of, in their order, each with the most that its similarity can be.
    fn candidates(&self, sketch: &Sketch) -> Vec<(usize, f32)> {
        let mut lines: Vec<(&[u32], usize)> = sketch
            .lines
            .chunk_by(|a, b| a.0 == b.0)
            .filter_map(|same| {
                let bytes = same.iter().map(|(_, bytes)| *bytes as usize).sum();
                Some((self.by_line.get(&same[0].0)?.as_slice(), bytes))
            })
            .collect();
        lines.sort_by_key(|(holders, _)| holders.len());
        let mut left: usize = lines.iter().map(|(_, bytes)| bytes).sum();
        let mut met = Vec::new();
        for (holders, bytes) in lines {
            // Whoever was not met by now has too little in common.
            if share(left, sketch.bytes, 0) < LEAST {
                break;
            }
            met.extend_from_slice(holders);
            left -= bytes;
        }
        met.sort_unstable();
        met.dedup();
        let open = met.into_iter().map(|position| position as usize).filter(|&position| !self.files[position].is_taken);
        let most = open.map(|position| (position, self.files[position].sketch.most(sketch)));
        most.filter(|(_, most)| *most >= LEAST).collect()
    }
}

struct Texts<'a> {
    objects: &'a Objects,
    /// Without a cache: hardly a text is read twice, and all of them would stay in it.
    blobs: gix::OdbHandle,
    left: Cell<u64>,
    is_exhausted: Cell<bool>,
}

impl Texts<'_> {
    /// `None` for what is binary, too large, or more than is allowed.
    fn sketch(&self, id: ObjectId) -> gix::Result<Option<Sketch>> {
        let header = self.objects.try_header(&id)?.ok_or_else(|| absent(id))?;
        if header.size > MAX_BLOB {
            return Ok(None);
        }
        if header.size > self.left.get() {
            self.is_exhausted.set(true);
            return Ok(None);
        }
        self.left.set(self.left.get() - header.size);
        let text = self.text(id)?;
        let is_binary = text[..text.len().min(8000)].contains(&0);
        Ok((!is_binary).then(|| Sketch::new(&text)))
    }

    fn text(&self, id: ObjectId) -> gix::Result<Vec<u8>> {
        let mut text = Vec::new();
        let is_ours = self.objects.overlay().get(&id).is_some();
        let found =
            if is_ours { self.objects.try_find(&id, &mut text)? } else { self.blobs.try_find(&id, &mut text)? };
        found.ok_or_else(|| absent(id))?;
        Ok(text)
    }

    /// The position of the deleted file that an added one was.
    fn most_similar(
        &self,
        added: &OneSided,
        sketch: &Sketch,
        sources: &Sources,
        deleted: &[OneSided],
    ) -> gix::Result<Option<(usize, f32)>> {
        let mut candidates = sources.candidates(sketch);
        if candidates.is_empty() {
            return Ok(None);
        }
        candidates.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let new = self.text(added.entry.id)?;
        // The similarity, whether the file name is the same, and the position.
        let mut best: Option<(f32, bool, usize)> = None;
        for (position, most) in candidates {
            if best.is_some_and(|(similarity, ..)| most < similarity) {
                break;
            }
            let source = &deleted[sources.files[position].number];
            let similarity = similarity(&self.text(source.entry.id)?, &new);
            let same_name = file_name(source.path.as_ref()) == file_name(added.path.as_ref());
            let is_better = best.is_none_or(|(other, its_same_name, its_position)| {
                let order = similarity.total_cmp(&other).then(same_name.cmp(&its_same_name));
                order.then(its_position.cmp(&position)).is_gt()
            });
            if similarity >= LEAST && is_better {
                best = Some((similarity, same_name, position));
            }
        }
        Ok(best.map(|(similarity, _, position)| (position, similarity)))
    }
}

/// How many bytes of the larger text are in lines that a diff keeps.
fn similarity(old: &[u8], new: &[u8]) -> f32 {
    let lines = InternedInput::new(byte_lines(old), byte_lines(new));
    let diff = Diff::compute(Algorithm::Myers, &lines);
    let removed: usize = diff
        .hunks()
        .flat_map(|hunk| &lines.before[hunk.before.start as usize..hunk.before.end as usize])
        .map(|line| lines.interner[*line].len())
        .sum();
    share(old.len() - removed, old.len(), new.len())
}

fn file_name(path: &BStr) -> &BStr {
    path.rfind_byte(b'/').map_or(path, |slash| path[slash + 1..].as_bstr())
}

fn absent(id: ObjectId) -> gix::Error {
    gix::Error::from_error(io::Error::new(io::ErrorKind::NotFound, format!("the object {id} could not be found")))
}
