//! Reading a SCIP file: protobuf from who knows where.
//!
//! A SCIP index is one message: metadata, documents, symbols from elsewhere. It is read part by part, so that memory
//! holds one part and what was taken from those before, never the whole file and never a part unpacked
//! ([`message`](super::message)). Metadata is what tells an index from bytes that happen to be protobuf: a file without
//! it is refused.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use ::scip::types::Metadata;
use protobuf::rt::WireType;
use protobuf::{CodedInputStream, Message};

use super::message::Packed;
use crate::error::{Error, Result};

/// The largest file that is read.
const MAX_FILE: u64 = 1024 * 1024 * 1024;

/// The most documents of a file.
const MAX_DOCUMENTS: usize = 500_000;

/// The largest document, and the largest of the other parts, in bytes.
const MAX_DOCUMENT: u32 = 64 * 1024 * 1024;
const MAX_PART: u32 = 1024 * 1024;

/// The fields of the message `Index`.
const METADATA: u32 = 1;
const DOCUMENT: u32 = 2;
const EXTERNAL_SYMBOL: u32 = 3;

/// A SCIP file to read from, unless it is too large.
pub fn open(path: &Path) -> Result<impl Read> {
    open_up_to(path, MAX_FILE)
}

fn open_up_to(path: &Path, limit: u64) -> Result<impl Read> {
    let shown = path.display();
    let failed = |error: std::io::Error| {
        Error::usage(format!("{shown} cannot be read: {error}")).hint("name the file that the SCIP indexer wrote")
    };
    // Before it is opened: a pipe would be waited for, a device never ends.
    let metadata = std::fs::metadata(path).map_err(failed)?;
    if !metadata.is_file() {
        let what = if metadata.is_dir() { "a folder" } else { "not a regular file" };
        return Err(Error::usage(format!("{shown} is {what}")).hint("name the file that the SCIP indexer wrote"));
    }
    let file = File::open(path).map_err(failed)?;
    if file.metadata().map_err(failed)?.len() > limit {
        return Err(Error::usage(format!("{shown} is larger than {} MiB", limit / (1024 * 1024))).hint(IN_PARTS));
    }
    // It may grow: then it ends too early.
    Ok(file.take(limit))
}

/// One part of an index.
pub(super) enum Part<'a> {
    Metadata(Metadata),
    Document(Packed<'a>),
    /// A `SymbolInformation`.
    External(&'a [u8]),
}

/// Calls back with each part and the number of bytes read so far. An error says what is wrong with the bytes.
pub(super) fn parts(mut source: impl Read, mut take: impl FnMut(Part<'_>, u64) -> Result<()>) -> Result<()> {
    let mut stream = CodedInputStream::new(&mut source);
    let (mut has_metadata, mut documents) = (false, 0);
    let mut message = Vec::new();
    while let Some(tag) = stream.read_raw_tag_or_eof().map_err(unreadable)? {
        let wire = WireType::new(tag & 7).ok_or_else(|| broken("it is no SCIP index"))?;
        let field = tag >> 3;
        if !matches!(field, METADATA | DOCUMENT | EXTERNAL_SYMBOL) {
            // What newer versions of the format add.
            stream.skip_field(wire).map_err(unreadable)?;
            continue;
        }
        if wire != WireType::LengthDelimited {
            return Err(broken("it is no SCIP index"));
        }
        let length = stream.read_raw_varint32().map_err(unreadable)?;
        if length > if field == DOCUMENT { MAX_DOCUMENT } else { MAX_PART } {
            return Err(too_much(&format!("a part of it says that it has {length} bytes")));
        }
        // A length is a claim: memory is taken as bytes come.
        stream.read_raw_bytes_into(length, &mut message).map_err(unreadable)?;
        let read = stream.pos();
        match field {
            METADATA => {
                has_metadata = true;
                take(Part::Metadata(Message::parse_from_bytes(&message).map_err(unreadable)?), read)?;
            }
            DOCUMENT => {
                documents += 1;
                if documents > MAX_DOCUMENTS {
                    return Err(too_much(&format!("it has more than {MAX_DOCUMENTS} documents")));
                }
                take(Part::Document(Packed::read(&message)?), read)?;
            }
            _ => take(Part::External(&message), read)?,
        }
    }
    match () {
        () if stream.pos() == 0 => Err(broken("it is empty")),
        () if !has_metadata => Err(broken("it is no SCIP index, for it has no metadata")),
        () => Ok(()),
    }
}

pub(super) fn unreadable(error: protobuf::Error) -> Error {
    broken("it ends too early, or is no SCIP index").caused_by(error)
}

pub(super) fn broken(why: &str) -> Error {
    Error::usage(format!("the SCIP file cannot be imported: {why}"))
        .hint("run the indexer again, to its end; nothing was changed")
}

const IN_PARTS: &str = "index parts of the project one by one, and import each with its `--root`";

/// An index that would take more memory than there should be.
pub(super) fn too_much(why: &str) -> Error {
    Error::usage(format!("the SCIP file cannot be imported: {why}")).hint(format!("{IN_PARTS}; nothing was changed"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::scip::types::{Document, Index, SymbolInformation};

    fn sample() -> Vec<u8> {
        let mut index = Index::new();
        index.metadata.mut_or_insert_default().project_root = "file:///x".to_owned();
        for path in ["a.py", "b.py"] {
            index.documents.push(Document { relative_path: path.to_owned(), ..Document::default() });
        }
        index.external_symbols.push(SymbolInformation { symbol: "a b c 1 d.".to_owned(), ..Default::default() });
        index.write_to_bytes().expect("bytes")
    }

    fn paths(bytes: &[u8]) -> Result<Vec<String>> {
        let mut paths = Vec::new();
        parts(bytes, |part, _| {
            if let Part::Document(document) = part {
                paths.push(document.relative_path.to_owned());
            }
            Ok(())
        })?;
        Ok(paths)
    }

    #[test]
    fn parts_come_one_by_one_and_unknown_fields_are_passed_over() {
        let mut bytes = sample();
        // Field 99, three bytes.
        bytes.extend([0x9a, 0x06, 0x03, 1, 2, 3]);
        assert_eq!(paths(&bytes).expect("read"), ["a.py", "b.py"]);
    }

    #[test]
    fn every_truncation_and_garbage_is_an_error_with_a_remedy() {
        let bytes = sample();
        let whole_parts: Vec<usize> = (0..bytes.len()).filter(|&end| paths(&bytes[..end]).is_ok()).collect();
        // Only between two parts is there nothing to see of a cut.
        assert_eq!(whole_parts.len(), 3, "{whole_parts:?}");
        for garbage in
            [&b""[..], b"\0", b"{\"json\": 1}", b"import os\n", &[0xff; 64], &[0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f]]
        {
            let error = paths(garbage).expect_err("refused");
            assert!(error.to_string().starts_with("the SCIP file cannot be imported: "), "{error}");
            assert!(error.hint_text().is_some_and(|hint| hint.contains("nothing was changed")), "{error}");
        }
    }

    #[test]
    fn files_are_bounded() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("index.scip");
        std::fs::write(&path, [0; 11]).expect("written");
        let refused = |path: &Path, limit| open_up_to(path, limit).err();
        assert!(refused(&path, 11).is_none());
        assert!(refused(&path, 10).is_some_and(|error| error.to_string().contains("larger")));
        assert!(refused(folder.path(), 10).is_some_and(|error| error.to_string().contains("folder")));
        assert!(refused(&folder.path().join("none"), 10).is_some_and(|error| error.hint_text().is_some()));
    }
}
