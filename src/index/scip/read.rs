//! Reading a SCIP file: protobuf from who knows where.
//!
//! A SCIP index is one message: metadata, documents, symbols from elsewhere. It is read document by document, so that
//! memory holds the bytes and what was taken from them, never the whole index unpacked. Metadata is what tells an index
//! from bytes that happen to be protobuf: a file without it is refused.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use ::scip::types::{Document, Metadata, SymbolInformation};
use protobuf::rt::WireType;
use protobuf::{CodedInputStream, Message};

use crate::error::{Error, Result};

/// The largest file that is read.
const MAX_FILE: u64 = 1024 * 1024 * 1024;

/// The fields of the message `Index`.
const METADATA: u32 = 1;
const DOCUMENT: u32 = 2;
const EXTERNAL_SYMBOL: u32 = 3;

/// The bytes of a SCIP file, unless there are too many of them.
pub fn bytes(path: &Path) -> Result<Vec<u8>> {
    bytes_up_to(path, MAX_FILE)
}

fn bytes_up_to(path: &Path, limit: u64) -> Result<Vec<u8>> {
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
    let mut bytes = Vec::new();
    // Its size is not asked for: it may grow.
    file.take(limit + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > limit {
        return Err(Error::usage(format!("{shown} is larger than {} MiB", limit / (1024 * 1024)))
            .hint("index parts of the project one by one, and import each with its `--root`"));
    }
    Ok(bytes)
}

/// One part of an index.
pub(super) enum Part {
    Metadata(Metadata),
    Document(Document),
    External(SymbolInformation),
}

/// Calls back with each part. An error says what is wrong with the bytes.
pub(super) fn parts(bytes: &[u8], mut take: impl FnMut(Part) -> Result<()>) -> Result<()> {
    if bytes.is_empty() {
        return Err(broken("it is empty"));
    }
    let mut stream = CodedInputStream::from_bytes(bytes);
    let mut has_metadata = false;
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
        // The crate takes the end of the bytes for the end of the message, so that only we can see that one is cut.
        let length = stream.read_raw_varint32().map_err(unreadable)? as usize;
        let start = stream.pos() as usize;
        let Some(message) = start.checked_add(length).and_then(|end| bytes.get(start..end)) else {
            return Err(broken("it ends too early, or is no SCIP index"));
        };
        stream.skip_raw_bytes(length as u32).map_err(unreadable)?;
        has_metadata |= field == METADATA;
        take(match field {
            METADATA => Part::Metadata(Message::parse_from_bytes(message).map_err(unreadable)?),
            DOCUMENT => Part::Document(Message::parse_from_bytes(message).map_err(unreadable)?),
            _ => Part::External(Message::parse_from_bytes(message).map_err(unreadable)?),
        })?;
    }
    if has_metadata { Ok(()) } else { Err(broken("it is no SCIP index, for it has no metadata")) }
}

fn unreadable(error: protobuf::Error) -> Error {
    broken("it ends too early, or is no SCIP index").caused_by(error)
}

fn broken(why: &str) -> Error {
    Error::usage(format!("the SCIP file cannot be imported: {why}"))
        .hint("run the indexer again, to its end; nothing was changed")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::scip::types::Index;

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
        parts(bytes, |part| {
            if let Part::Document(document) = part {
                paths.push(document.relative_path);
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
            assert!(error.hint_text().is_some_and(|hint| hint.contains("run the indexer again")), "{error}");
        }
    }

    #[test]
    fn files_are_bounded() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("index.scip");
        std::fs::write(&path, [0; 11]).expect("written");
        assert_eq!(bytes_up_to(&path, 11).expect("read").len(), 11);
        assert!(bytes_up_to(&path, 10).is_err_and(|error| error.to_string().contains("larger")));
        assert!(bytes(folder.path()).is_err_and(|error| error.to_string().contains("folder")));
        assert!(bytes(&folder.path().join("none")).is_err_and(|error| error.hint_text().is_some()));
    }
}
