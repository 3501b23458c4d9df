//! Neighbours: blobs that are read one after the other, of which a pack has one as a text and others as what differs from it.
//!
//! Both sides of a change mostly are. gix inflates the text for each of them anew; whoever reads both sides of a thousand
//! files spares half of that here, where the last texts are kept. Everything that is stored in another way, is large, or is
//! in no pack of the repository's own is left to the reader of everything, and so is every trouble.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use gix::ObjectId;
use gix::objs::Kind;
use gix::odb::pack::Bundle;
use gix::odb::pack::cache::Never;
use gix::odb::pack::data::decode::entry::ResolvedBase;
use gix::odb::pack::data::entry::Header;
use gix::odb::pack::data::{Entry, File};
use gix::zlib::Inflate;

/// More packs are not looked at: the next `git gc` makes one of them.
const MOST_PACKS: usize = 8;
/// Larger texts are not kept.
const LARGE: u64 = 1024 * 1024;
/// What one read may take: a text, what it becomes, and the differences.
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// The packs of a repository, and the texts that were read last.
pub(super) struct Neighbours {
    packs: Vec<Bundle>,
    /// One for each thread that reads.
    idle: Mutex<Vec<Kept>>,
}

/// A text that is stored as a whole, and what inflates.
#[derive(Default)]
struct Kept {
    place: Option<Place>,
    text: Vec<u8>,
    inflate: Inflate,
}

/// A pack by its number, and where in it.
type Place = (usize, u64);

impl Neighbours {
    /// Those of a folder of objects. What cannot be opened is left out.
    pub fn of(objects: &Path, hash: gix::hash::Kind) -> Self {
        let entries = std::fs::read_dir(objects.join("pack")).into_iter().flatten().flatten();
        let indexes = entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|it| it == "idx"));
        let packs: Vec<Bundle> = indexes
            .take(MOST_PACKS)
            .filter_map(|path| Bundle::at(path, hash).ok())
            .map(|Bundle { pack, index }| Bundle { pack: pack.with_alloc_limit_bytes(Some(MOST_BYTES)), index })
            .collect();
        Neighbours { packs, idle: Mutex::default() }
    }

    /// The blob `id`, if it is a text or differs from one.
    pub fn read(&self, id: ObjectId) -> Option<Vec<u8>> {
        let (number, offset) = self.packs.iter().enumerate().find_map(|(number, bundle)| {
            bundle.index.lookup(id).map(|at| (number, bundle.index.pack_offset_at_index(at)))
        })?;
        let pack = &self.packs[number].pack;
        let entry = pack.entry(offset).ok()?;
        let text = match entry.header {
            Header::Blob => offset,
            Header::OfsDelta { base_distance } => entry.checked_base_pack_offset(base_distance)?,
            _ => return None,
        };
        let mut kept = self.take((number, text));
        let read = kept.load(pack, (number, text)).and_then(|()| match text == offset {
            true => Some(kept.text.clone()),
            false => kept.with_differences(pack, &entry, id),
        });
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(kept);
        read
    }

    /// The one with that text, or any.
    fn take(&self, place: Place) -> Kept {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        match idle.iter().position(|kept| kept.place == Some(place)) {
            Some(at) => idle.swap_remove(at),
            None => idle.pop().unwrap_or_default(),
        }
    }
}

impl Kept {
    /// Makes this the text at that place, if it is one.
    fn load(&mut self, pack: &File, place: Place) -> Option<()> {
        if self.place == Some(place) {
            return Some(());
        }
        self.place = None;
        let entry = pack.entry(place.1).ok()?;
        if !matches!(entry.header, Header::Blob) || entry.decompressed_size > LARGE {
            return None;
        }
        pack.decode_entry(entry, &mut self.text, &mut self.inflate, &|_, _| Ok(None), &mut Never).ok()?;
        self.place = Some(place);
        Some(())
    }

    /// What the differences make of the text. For gix it is a text from elsewhere, which is given to it.
    fn with_differences(&mut self, pack: &File, entry: &Entry, id: ObjectId) -> Option<Vec<u8>> {
        let text = &self.text;
        let give = |_: &gix::oid, out: &mut Vec<u8>| {
            out.clear();
            out.extend_from_slice(text);
            Ok(Some(ResolvedBase::OutOfPack { kind: Kind::Blob, end: out.len() }))
        };
        let entry = Entry { header: Header::RefDelta { base_id: id }, ..*entry };
        let mut out = Vec::new();
        pack.decode_entry(entry, &mut out, &mut self.inflate, &give, &mut Never).ok()?;
        Some(out)
    }
}
