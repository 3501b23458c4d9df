//! Loading: from the id of a file to its outline, or to why it has none.

use std::sync::Arc;

use super::sources::{BINARY, Read, is_binary, read};
use crate::detect::{File, Standing};
use crate::error::Error;
use crate::git::{FileId, Reader};
use crate::syntax::{Language, Outline, Outlined, Reading};
use crate::workers::{Refusal, Workers};

/// What reading a file came to, before it is put into the caches.
pub(super) enum Loaded {
    File(File),
    Outline(Language, Arc<Outline>),
    Trouble(Error),
}

pub(super) fn load(reader: &Reader, reading: Reading, workers: &Workers, path: &str, id: FileId) -> Loaded {
    parse(source(reader, reading, path, id), reading, workers)
}

/// The same for the two sides of a change, together where that can be.
pub(super) fn load_both(
    reader: &Reader,
    reading: Reading,
    workers: &Workers,
    [(old, old_id), (new, new_id)]: [(&str, FileId); 2],
) -> [Loaded; 2] {
    match [source(reader, reading, old, old_id), source(reader, reading, new, new_id)] {
        [Ok((old, language)), Ok((new, other))] if language.name() == other.name() => {
            workers.outlines(reading, [&old, &new], language).map(|parsed| loaded(parsed, language))
        }
        sources => sources.map(|source| parse(source, reading, workers)),
    }
}

/// What reading a file around what stands in it verbatim came to.
pub(super) enum LoadedAround {
    Around(Language, Outline),
    Whole(Loaded),
    /// It does not hold what its text seemed to say.
    Otherwise,
}

pub(super) fn load_around(
    reader: &Reader,
    reading: Reading,
    workers: &Workers,
    file: &Standing<'_>,
    id: FileId,
) -> LoadedAround {
    let (bytes, language) = match source(reader, reading, file.path, id) {
        Ok(source) => source,
        Err(other) => return LoadedAround::Whole(other),
    };
    match workers.outline_around(&bytes, language, file.passages()) {
        Ok(Outlined::Around(mut outline)) => match file.is_borne_out(&mut outline) {
            true => LoadedAround::Around(language, outline),
            false => LoadedAround::Otherwise,
        },
        Ok(Outlined::Whole(outline)) => LoadedAround::Whole(loaded(Ok(outline), language)),
        Err(refusal) => LoadedAround::Whole(loaded(Err(refusal), language)),
    }
}

fn parse(source: Result<(Vec<u8>, Language), Loaded>, reading: Reading, workers: &Workers) -> Loaded {
    source.map_or_else(|other| other, |(bytes, language)| loaded(workers.outline(reading, &bytes, language), language))
}

fn loaded(parsed: Result<Outline, Refusal>, language: Language) -> Loaded {
    match parsed {
        Ok(outline) => Loaded::Outline(language, Arc::new(outline)),
        Err(Refusal::Skipped(reason)) => Loaded::File(File::Skipped(reason)),
        Err(Refusal::Trouble(error)) => Loaded::Trouble(error),
    }
}

/// The bytes of a file that is to be parsed, or what it is instead.
fn source(reader: &Reader, reading: Reading, path: &str, id: FileId) -> Result<(Vec<u8>, Language), Loaded> {
    let file = |file: File| Err(Loaded::File(file));
    let by_name = reading.detect(path, None);
    if by_name.is_none() && !reading.needs_bytes(path) {
        return file(File::Unsupported);
    }
    let bytes = match read(reader, path, id) {
        Read::Bytes(bytes) => bytes,
        Read::Skipped(_) if by_name.is_none() => return file(File::Unsupported),
        Read::Skipped(reason) => return file(File::Skipped(reason)),
        Read::Trouble(error) => return Err(Loaded::Trouble(error)),
    };
    match reading.detect(path, Some(&bytes)) {
        None => file(File::Unsupported),
        Some(_) if is_binary(&bytes) => file(File::Skipped(BINARY.to_owned())),
        Some(language) => Ok((bytes, language)),
    }
}
