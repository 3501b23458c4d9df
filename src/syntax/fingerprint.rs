//! Fingerprints: hashes of ranges of the token stream (SPEC 4.3, 4.4).

use super::definitions::Part;
use super::model::Fingerprint;
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

    /// Whether the other is a part of this one. What is interface and body at once is each of them.
    pub(super) fn holds(&self, inner: &Piece) -> bool {
        let is_both = inner.part == Part::Body && (self.from, self.to) == (inner.from, inner.to);
        !inner.is_empty() && self.from <= inner.from && inner.to <= self.to && !is_both
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
const HEADER: &str = "codesub header 1";
const REPEATED: &str = "codesub repeated 1";

/// Hashes an interface: words that say what it is, its kind first, then its pieces. The construct's own name is left out;
/// where a decorator such as `@name.setter` mentions it, a
/// placeholder counts instead. Parameters keep it: there it names something else. Decorators that stand within another
/// part count as decorators only; what belongs to the body counts there; names do not count.
pub(super) fn interface<'w>(
    stream: &Stream,
    words: impl Iterator<Item = &'w str>,
    own: OwnName,
    pieces: &[Piece],
) -> Interface {
    let mut hash = Hasher::new(INTERFACE);
    for word in words {
        hash.text(word);
    }
    // Without decorators both are one.
    let is_decorated = pieces.iter().any(|piece| piece.part == Part::Decorator && !piece.is_empty());
    let mut bare = is_decorated.then(|| hash.clone());
    let mut weight = 0;
    // In the order of the source, as all pieces are: there can be many of either.
    let others: Vec<&Piece> = pieces.iter().filter(|piece| !matches!(piece.part, Part::Interface(_))).collect();
    let within = |piece: &Piece| {
        let first = others.partition_point(|inner| inner.from.token < piece.from.token);
        let last = others.partition_point(|inner| inner.from.token <= piece.to.token);
        &others[first..last]
    };
    for piece in pieces.iter().filter(|piece| !piece.is_empty()) {
        match piece.part {
            Part::Decorator => hash.piece("decorator", stream, piece, own.name, |before| own.is_plain(before)),
            Part::Interface(part) => {
                let mut holes: Vec<&Piece> = Vec::new();
                for hole in within(piece).iter().copied().filter(|inner| piece.holds(inner)) {
                    // The name of a parameter may stand within the name of a construct: `f<int(int code)>`.
                    if holes.last().is_none_or(|last| last.to.token <= hole.from.token) {
                        holes.push(hole);
                    }
                }
                hash.part(part, stream, piece, &holes);
                if let Some(bare) = &mut bare {
                    bare.part(part, stream, piece, &holes);
                }
                weight += stream.weight(piece.from, piece.to);
                // These are weighed on their own.
                weight -= holes.iter().map(|hole| stream.weight(hole.from, hole.to)).sum::<u32>();
                continue;
            }
            Part::Body | Part::Name | Part::Argument => continue,
        }
        weight += stream.weight(piece.from, piece.to);
    }
    let hash = hash.finish();
    Interface { hash, bare: bare.map_or(hash, |bare| bare.finish()), weight }
}

/// Hashes a body, with a placeholder wherever it mentions the construct by its own name.
pub(super) fn body<'p>(
    stream: &Stream,
    own: Option<OwnName>,
    pieces: impl IntoIterator<Item = &'p Piece>,
) -> Fingerprint {
    let mut hash = Hasher::new(BODY);
    for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
        let name = own.map_or(&b""[..], |own| own.name);
        hash.piece("", stream, piece, name, |before| own.is_some_and(|own| own.is_meant(before)));
    }
    hash.finish()
}

/// Hashes a piece of the stream that another construct repeats.
pub(super) fn digest(bytes: &[u8]) -> Fingerprint {
    Fingerprint::of(REPEATED, [bytes])
}

/// Hashes one more part of what an extension says of all its members.
pub(super) fn header_digest(before: Option<Fingerprint>, part: &str, bytes: &[u8]) -> Fingerprint {
    let before = before.map(|before| before.0).unwrap_or_default();
    Fingerprint::of(HEADER, [&before[..], part.as_bytes(), bytes])
}

/// Hashes the text of a docstring.
pub(super) fn doc_hash(text: &[u8]) -> Fingerprint {
    let mut hasher = Hasher::new(DOC);
    hasher.0.extend_from_slice(text);
    hasher.finish()
}

impl Fingerprint {
    /// A fingerprint of several parts, each with its length, under a domain of its own.
    pub fn of<'a>(domain: &str, parts: impl IntoIterator<Item = &'a [u8]>) -> Fingerprint {
        let mut hasher = Hasher::new(domain);
        for part in parts {
            hasher.0.extend_from_slice(&(part.len() as u64).to_le_bytes());
            hasher.0.extend_from_slice(part);
        }
        hasher.finish()
    }
}

/// What is to be hashed. It is gathered first, for most of it is short, and the hash of a short text at once takes half
/// of what it takes piece by piece.
#[derive(Clone)]
struct Hasher(Vec<u8>);

impl Hasher {
    fn new(domain: &str) -> Self {
        let mut hasher = Hasher(Vec::with_capacity(256));
        hasher.text(domain);
        hasher
    }

    fn text(&mut self, text: &str) {
        self.0.extend_from_slice(&(text.len() as u64).to_le_bytes());
        self.0.extend_from_slice(text.as_bytes());
    }

    fn piece(&mut self, part: &str, stream: &Stream, piece: &Piece, name: &[u8], is_own: impl Fn(&[u8]) -> bool) {
        self.text(part);
        stream.replay(piece.from, piece.to, name, is_own, |bytes| self.0.extend_from_slice(bytes));
        // No token starts with a zero: the end of a piece cannot be taken for more of it.
        self.0.push(0);
    }

    /// A piece of the interface without the holes in it: how many there are must not show. What is left empty is not
    /// there.
    fn part(&mut self, part: &str, stream: &Stream, piece: &Piece, holes: &[&Piece]) {
        let ends = holes.iter().map(|hole| hole.from).chain([piece.to]);
        let starts = [piece.from].into_iter().chain(holes.iter().map(|hole| hole.to));
        let mut rest = starts.zip(ends).filter(|(from, to)| from != to).peekable();
        if rest.peek().is_none() {
            return;
        }
        self.text(part);
        rest.for_each(|range| self.0.extend_from_slice(stream.bytes(range)));
        self.0.push(0);
    }

    fn finish(&self) -> Fingerprint {
        let mut cut = [0; 16];
        cut.copy_from_slice(&blake3::hash(&self.0).as_bytes()[..16]);
        Fingerprint(cut)
    }
}
