//! A message of a SCIP file, field by field, without unpacking it (SPEC 13.2).
//!
//! Two bytes of protobuf are an empty message, which takes a hundred bytes and more once it is unpacked: a file of a
//! few megabytes could fill the memory. So a document stays as it was read, and what is in it is looked at one after the
//! other. Only what is small is ever unpacked: an occurrence of at most [`MAX_OCCURRENCE`] bytes.

use ::scip::types::symbol_information::Kind;
use ::scip::types::{Occurrence, PositionEncoding};
use protobuf::rt::WireType;
use protobuf::{CodedInputStream, Enum as _, Message as _};

use super::document::{self, Described};
use super::read::{broken, too_much, unreadable};
use crate::error::Result;

/// The most that is read of a document: more than one for each eight bytes of the largest source that is read.
const MAX_OCCURRENCES: usize = 1_000_000;
const MAX_SYMBOLS: usize = 250_000;

/// The largest occurrence that is read, in bytes; what is larger is left out.
const MAX_OCCURRENCE: usize = 64 * 1024;

/// The content of one field, as far as anybody asks for it.
enum Value<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

/// A document whose occurrences and symbols were not looked at yet.
#[derive(Default)]
pub(super) struct Packed<'a> {
    message: &'a [u8],
    pub relative_path: &'a str,
    pub language: &'a str,
    pub text: &'a [u8],
    pub position_encoding: Option<PositionEncoding>,
}

impl<'a> Packed<'a> {
    /// Reads what there is once in a document; an error where there is too much of the rest.
    pub fn read(message: &'a [u8]) -> Result<Packed<'a>> {
        let mut packed = Packed { message, ..Packed::default() };
        let (mut occurrences, mut symbols) = (0, 0);
        fields(message, |field, value| {
            match (field, value) {
                (1, Value::Bytes(path)) => packed.relative_path = text(path)?,
                (2, _) => occurrences += 1,
                (3, _) => symbols += 1,
                (4, Value::Bytes(language)) => packed.language = text(language)?,
                (5, Value::Bytes(bytes)) => packed.text = bytes,
                (6, Value::Number(number)) => {
                    let known = i32::try_from(number).ok().and_then(PositionEncoding::from_i32);
                    packed.position_encoding = known;
                }
                _ => (),
            }
            match () {
                () if occurrences > MAX_OCCURRENCES => {
                    Err(too_much(&format!("a document has more than {MAX_OCCURRENCES} occurrences")))
                }
                () if symbols > MAX_SYMBOLS => {
                    Err(too_much(&format!("a document has more than {MAX_SYMBOLS} symbols")))
                }
                () => Ok(()),
            }
        })?;
        Ok(packed)
    }

    /// Calls back with each occurrence; `None` for one that is too large to be read.
    pub fn occurrences(&self, mut take: impl FnMut(Option<Occurrence>) -> Result<()>) -> Result<()> {
        fields(self.message, |field, value| match (field, value) {
            (2, Value::Bytes(message)) if message.len() > MAX_OCCURRENCE => take(None),
            (2, Value::Bytes(message)) => take(Some(Occurrence::parse_from_bytes(message).map_err(unreadable)?)),
            _ => Ok(()),
        })
    }

    /// Calls back with each symbol that the document describes.
    pub fn symbols(&self, mut take: impl FnMut(&'a str, Described) -> Result<()>) -> Result<()> {
        fields(self.message, |field, value| match (field, value) {
            (3, Value::Bytes(message)) => {
                let (symbol, described) = information(message)?;
                take(symbol, described)
            }
            _ => Ok(()),
        })
    }
}

/// A symbol and what is said of it.
pub(super) fn information(message: &[u8]) -> Result<(&str, Described)> {
    let (mut symbol, mut kind, mut documentation, mut signature) = ("", None, None, "");
    fields(message, |field, value| {
        match (field, value) {
            (1, Value::Bytes(bytes)) => symbol = text(bytes)?,
            (3, Value::Bytes(bytes)) if documentation.is_none() => documentation = Some(text(bytes)?),
            (5, Value::Number(number)) => kind = i32::try_from(number).ok().and_then(Kind::from_i32),
            (7, Value::Bytes(message)) => fields(message, |field, value| {
                if let (5, Value::Bytes(bytes)) = (field, value) {
                    signature = text(bytes)?;
                }
                Ok(())
            })?,
            _ => (),
        }
        Ok(())
    })?;
    let signature = document::signature(signature, documentation);
    Ok((symbol, Described { kind: kind.and_then(document::kind), signature }))
}

/// Calls back with each field that is a number or bytes; the others mean nothing to us.
fn fields<'a>(message: &'a [u8], mut take: impl FnMut(u32, Value<'a>) -> Result<()>) -> Result<()> {
    let mut stream = CodedInputStream::from_bytes(message);
    while let Some(tag) = stream.read_raw_tag_or_eof().map_err(unreadable)? {
        let value = match WireType::new(tag & 7).ok_or_else(|| broken("it is no SCIP index"))? {
            WireType::Varint => Value::Number(stream.read_raw_varint64().map_err(unreadable)?),
            WireType::LengthDelimited => {
                let length = stream.read_raw_varint32().map_err(unreadable)?;
                let start = usize::try_from(stream.pos()).unwrap_or(usize::MAX);
                let end = start.saturating_add(length as usize);
                let bytes = message.get(start..end).ok_or_else(|| broken("it ends too early, or is no SCIP index"))?;
                stream.skip_raw_bytes(length).map_err(unreadable)?;
                Value::Bytes(bytes)
            }
            other => {
                stream.skip_field(other).map_err(unreadable)?;
                continue;
            }
        };
        take(tag >> 3, value)?;
    }
    Ok(())
}

fn text(bytes: &[u8]) -> Result<&str> {
    std::str::from_utf8(bytes).map_err(|error| broken("a text in it is not UTF-8").caused_by(error))
}
