//! Fingerprints: hashes of ranges of the token stream (SPEC 4.3, 4.4).

use super::definitions::Part;
use super::model::{Fingerprint, Kind};
use super::stream::{Mark, Stream};

/// A piece of a construct in the stream.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub part: Part,
    pub from: Mark,
    pub to: Mark,
}

/// The three hashes that come from the stream, and what they weigh.
pub(super) struct Hashes {
    pub interface: Fingerprint,
    pub bare_interface: Fingerprint,
    pub body: Fingerprint,
    pub interface_weight: u32,
}

/// Domain tags: the same tokens in another role give another hash.
const INTERFACE: &str = "codesub interface 1";
const BODY: &str = "codesub body 1";
const DOC: &str = "codesub doc 1";

/// Hashes a construct. Its own name is left out of the interface; where the body, or a decorator such as
/// `@name.setter`, mentions it, a placeholder counts instead. Parameters keep it: there it names something else.
pub(super) fn hashes(stream: &Stream, kind: Kind, name: &[u8], pieces: &[Piece]) -> Hashes {
    let mut interface = Hasher::new(INTERFACE);
    let mut bare = Hasher::new(INTERFACE);
    let mut body = Hasher::new(BODY);
    let mut interface_weight = 0;
    interface.text(kind.as_str());
    bare.text(kind.as_str());
    // An empty piece is one that the canonical form leaves out, such as the parentheses of `class A():`.
    for piece in pieces.iter().filter(|piece| piece.from != piece.to) {
        match piece.part {
            Part::Decorator => interface.piece("decorator", stream, piece, name),
            Part::Interface(part) => {
                interface.piece(part, stream, piece, b"");
                bare.piece(part, stream, piece, b"");
            }
            Part::Body => body.piece("", stream, piece, name),
        }
        if piece.part != Part::Body {
            interface_weight += stream.weight(piece.from, piece.to);
        }
    }
    Hashes { interface: interface.finish(), bare_interface: bare.finish(), body: body.finish(), interface_weight }
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

    fn piece(&mut self, part: &str, stream: &Stream, piece: &Piece, name: &[u8]) {
        self.text(part);
        stream.replay(piece.from, piece.to, name, |bytes| {
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
