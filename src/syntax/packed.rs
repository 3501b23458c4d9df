//! Packed values: what is many and small goes to workers, from them and into the index as one run of bytes, which is copied
//! at once. Number by number it would take most of the time that sending an outline takes.

use std::fmt;

use serde::de::{Deserializer, Error, Visitor};
use serde::ser::Serializer;

/// Writes numbers, the low byte of each first.
pub(super) fn serialize<S: Serializer>(numbers: &[u32], serializer: S) -> Result<S::Ok, S::Error> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    serializer.serialize_bytes(&bytes)
}

/// Reads them again.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u32>, D::Error> {
    of_bytes(deserializer, "the bytes of numbers", |bytes| {
        let (numbers, rest) = bytes.as_chunks::<4>();
        rest.is_empty().then(|| numbers.iter().map(|number| u32::from_le_bytes(*number)).collect())
    })
}

/// Reads what some bytes stand for, if they do.
pub(super) fn of_bytes<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    what: &'static str,
    read: impl Fn(&[u8]) -> Option<T>,
) -> Result<T, D::Error> {
    deserializer.deserialize_bytes(Bytes { what, read })
}

struct Bytes<F> {
    what: &'static str,
    read: F,
}

impl<T, F: Fn(&[u8]) -> Option<T>> Visitor<'_> for Bytes<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<T, E> {
        (self.read)(bytes).ok_or_else(|| E::invalid_length(bytes.len(), &self))
    }
}
