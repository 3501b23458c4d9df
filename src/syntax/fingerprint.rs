//! Fingerprints: hashes of ranges of the token stream (SPEC 4.3, 4.4).

use super::definitions::Part;
use super::model::{Fingerprint, Kind};
use super::own_name::OwnName;
use super::stream::{Mark, Stream};

/// A piece of a construct in the stream.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub part: Part,
    pub from: Mark,
    pub to: Mark,
}

impl Piece {
    /// The canonical form leaves some nodes out, such as the parentheses of `class A():`.
    fn is_empty(&self) -> bool {
        self.from == self.to
    }
}

/// The hashes of an interface, and what it weighs.
pub(super) struct Interface {
    pub hash: Fingerprint,
    /// Without decorators.
    pub bare: Fingerprint,
    pub weight: u32,
}

/// Domain tags: the same tokens in another role give another hash.
const INTERFACE: &str = "codesub interface 1";
const BODY: &str = "codesub body 1";
const DOC: &str = "codesub doc 1";

/// Hashes an interface. The construct's own name is left out; where a decorator such as `@name.setter` mentions it, a
/// placeholder counts instead. Parameters keep it: there it names something else.
pub(super) fn interface(stream: &Stream, kind: Kind, own: OwnName, pieces: &[Piece]) -> Interface {
    let mut hash = Hasher::new(INTERFACE);
    let mut bare = Hasher::new(INTERFACE);
    let mut weight = 0;
    hash.text(kind.as_str());
    bare.text(kind.as_str());
    for piece in pieces.iter().filter(|piece| !piece.is_empty()) {
        match piece.part {
            Part::Decorator => hash.piece("decorator", stream, piece, own.name, |before| own.is_plain(before)),
            Part::Interface(part) => {
                hash.piece(part, stream, piece, b"", |_| false);
                bare.piece(part, stream, piece, b"", |_| false);
            }
            Part::Body => continue,
        }
        weight += stream.weight(piece.from, piece.to);
    }
    Interface { hash: hash.finish(), bare: bare.finish(), weight }
}

/// Hashes a body, with a placeholder wherever it mentions the construct by its own name.
pub(super) fn body(stream: &Stream, own: Option<OwnName>, piece: Option<&Piece>) -> Fingerprint {
    let mut hash = Hasher::new(BODY);
    if let Some(piece) = piece.filter(|piece| !piece.is_empty()) {
        let name = own.map_or(&b""[..], |own| own.name);
        hash.piece("", stream, piece, name, |before| own.is_some_and(|own| own.is_meant(before)));
    }
    hash.finish()
}

/// Hashes the text of a docstring.
pub(super) fn doc_hash(text: &[u8]) -> Fingerprint {
    let mut hasher = Hasher::new(DOC);
    hasher.0.update(text);
    hasher.finish()
}

impl Fingerprint {
    /// A fingerprint of several parts, each with its length, under a domain of its own.
    pub fn of<'a>(domain: &str, parts: impl IntoIterator<Item = &'a [u8]>) -> Fingerprint {
        let mut hasher = Hasher::new(domain);
        for part in parts {
            hasher.0.update(&(part.len() as u64).to_le_bytes());
            hasher.0.update(part);
        }
        hasher.finish()
    }
}

struct Hasher(blake3::Hasher);

impl Hasher {
    fn new(domain: &str) -> Self {
        let mut hasher = Hasher(blake3::Hasher::new());
        hasher.text(domain);
        hasher
    }

    fn text(&mut self, text: &str) {
        self.0.update(&(text.len() as u64).to_le_bytes());
        self.0.update(text.as_bytes());
    }

    fn piece(&mut self, part: &str, stream: &Stream, piece: &Piece, name: &[u8], is_own: impl Fn(&[u8]) -> bool) {
        self.text(part);
        stream.replay(piece.from, piece.to, name, is_own, |bytes| {
            self.0.update(bytes);
        });
        // No token starts with a zero: the end of a piece cannot be taken for more of it.
        self.0.update(&[0]);
    }

    fn finish(&self) -> Fingerprint {
        let mut cut = [0; 16];
        self.0.finalize_xof().fill(&mut cut);
        Fingerprint(cut)
    }
}
