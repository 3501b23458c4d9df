//! The canonical token stream of a file.
//!
//! Two sources that differ only in formatting have the same stream. It is kept twice: as bytes, of which fingerprints
//! hash ranges, and as one small hash a token, by which bodies are compared for similarity. The bytes also hold
//! where nodes open and close, which is what makes parentheses and commas redundant; the small hashes do not, so
//! that their number says how much code there is.

use std::cell::OnceCell;

use xxhash_rust::xxh64::xxh64;

/// What a token is. The numbers enter fingerprints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    Open = 1,
    Close = 2,
    /// An identifier.
    Word = 3,
    /// A keyword, an operator, punctuation.
    Symbol = 4,
    Number = 5,
    String = 6,
    Bytes = 7,
    /// Any other leaf: `None`, `...`, `!r`.
    Other = 8,
    /// Stands for a construct's own name.
    Placeholder = 9,
}

/// A place between two tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Mark {
    byte: u32,
    pub token: u32,
}

/// A piece that was taken out of the stream.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Taken {
    bytes: Vec<u8>,
    telling: Vec<bool>,
}

/// The stream, while it is written and after.
#[derive(Default)]
pub(super) struct Stream {
    bytes: Vec<u8>,
    tokens: Vec<u32>,
    /// Whether each token tells something: a name, a type, a value.
    telling: Vec<bool>,
    /// Where the last token starts and ends.
    last: (Mark, Mark),
    /// Where each identifier starts in `bytes`, and its token, in the order of the stream.
    words: Vec<(u32, u32)>,
    /// The same by token, once somebody asks for a name.
    by_token: OnceCell<Vec<(u32, u32)>>,
}

/// A token that is written again and again, made ready once.
#[derive(Debug, Clone, Default)]
pub(super) struct Ready {
    bytes: Box<[u8]>,
    token: u32,
}

impl Ready {
    pub fn new(tag: Tag, text: &str) -> Ready {
        let mut bytes = Vec::new();
        encode(tag, text.as_bytes(), &mut bytes);
        Ready { token: token(&bytes), bytes: bytes.into() }
    }
}

impl Stream {
    pub fn mark(&self) -> Mark {
        Mark { byte: self.bytes.len() as u32, token: self.tokens.len() as u32 }
    }

    pub fn open(&mut self, name: &str) {
        encode(Tag::Open, name.as_bytes(), &mut self.bytes);
    }

    pub fn close(&mut self) {
        encode(Tag::Close, b"", &mut self.bytes);
    }

    /// The last token.
    pub fn last_token(&self) -> (Mark, Mark) {
        self.last
    }

    pub fn push(&mut self, tag: Tag, text: &[u8], telling: bool) {
        let from = self.mark();
        encode(tag, text, &mut self.bytes);
        let token = token(&self.bytes[from.byte as usize..]);
        if tag == Tag::Word {
            self.words.push((from.byte, token));
        }
        self.end_token(from, token, telling);
    }

    /// The same for a symbol that was made ready: it tells nothing.
    pub fn push_symbol(&mut self, symbol: &Ready) {
        let from = self.mark();
        self.bytes.extend_from_slice(&symbol.bytes);
        self.end_token(from, symbol.token, false);
    }

    /// Opens a node whose name was made ready.
    pub fn open_ready(&mut self, name: &Ready) {
        self.bytes.extend_from_slice(&name.bytes);
    }

    fn end_token(&mut self, from: Mark, token: u32, telling: bool) {
        self.tokens.push(token);
        self.telling.push(telling);
        self.last = (from, self.mark());
    }

    /// Whether two pieces hold the same tokens.
    pub fn is_same(&self, one: (Mark, Mark), other: (Mark, Mark)) -> bool {
        self.bytes(one) == self.bytes(other)
    }

    /// What lies in between, as it is hashed.
    pub fn bytes(&self, (from, to): (Mark, Mark)) -> &[u8] {
        &self.bytes[from.byte as usize..to.byte as usize]
    }

    /// Takes back what was written since.
    pub fn truncate(&mut self, mark: Mark) {
        self.words.truncate(self.words.partition_point(|(start, _)| *start < mark.byte));
        self.bytes.truncate(mark.byte as usize);
        self.tokens.truncate(mark.token as usize);
        self.telling.truncate(mark.token as usize);
    }

    /// Takes out what was written since.
    pub fn take(&mut self, mark: Mark) -> Taken {
        let bytes = self.bytes[mark.byte as usize..].to_vec();
        let telling = self.telling[mark.token as usize..].to_vec();
        self.truncate(mark);
        Taken { bytes, telling }
    }

    /// Writes what was taken out.
    pub fn put_back(&mut self, taken: &Taken) {
        let mut telling = taken.telling.iter();
        let mut rest = taken.bytes.as_slice();
        while let Some((tag, after)) = decode(rest) {
            let bytes = &rest[..rest.len() - after.len()];
            if tag != Tag::Open as u8 && tag != Tag::Close as u8 {
                let token = token(bytes);
                if tag == Tag::Word as u8 {
                    self.words.push((self.bytes.len() as u32, token));
                }
                self.tokens.push(token);
                self.telling.extend(telling.next());
            }
            self.bytes.extend_from_slice(bytes);
            rest = after;
        }
    }

    /// How many of the tokens in between tell something.
    pub fn weight(&self, from: Mark, to: Mark) -> u32 {
        self.telling[from.token as usize..to.token as usize].iter().filter(|telling| **telling).count() as u32
    }

    /// Feeds the tokens in between to `sink`, with a placeholder wherever the identifier `name` occurs and `is_own`
    /// says, by the tokens before it, that it means the construct.
    pub fn replay(
        &self,
        from: Mark,
        to: Mark,
        name: &[u8],
        is_own: impl Fn(&[u8]) -> bool,
        mut sink: impl FnMut(&[u8]),
    ) {
        let mut at = from.byte;
        if !name.is_empty() {
            let mut word = Vec::with_capacity(name.len() + 2);
            encode(Tag::Word, name, &mut word);
            let token = token(&word);
            // As many steps as there are words in between, which the hash of what is in between takes anyway.
            let first = self.words.partition_point(|(start, _)| *start < from.byte);
            let words = self.words[first..].iter().take_while(|(start, _)| *start < to.byte);
            for (start, _) in words.filter(|(_, other)| *other == token) {
                if self.is_at(*start, &word) && is_own(&self.bytes[..*start as usize]) {
                    sink(&self.bytes[at as usize..*start as usize]);
                    sink(&[Tag::Placeholder as u8, 0]);
                    at = *start + word.len() as u32;
                }
            }
        }
        sink(&self.bytes[at as usize..to.byte as usize]);
    }

    /// Whether the identifier occurs in between. Many may be asked for in one place, so they are looked up.
    pub fn mentions(&self, name: &[u8], (from, to): (Mark, Mark)) -> bool {
        let by_token = self.by_token.get_or_init(|| {
            let mut words: Vec<(u32, u32)> = self.words.iter().map(|(start, token)| (*token, *start)).collect();
            words.sort_unstable();
            words
        });
        let mut word = Vec::with_capacity(name.len() + 2);
        encode(Tag::Word, name, &mut word);
        let token = token(&word);
        let first = by_token.partition_point(|other| *other < (token, from.byte));
        let words = by_token[first..].iter().take_while(|other| **other < (token, to.byte));
        words.into_iter().any(|(_, start)| self.is_at(*start, &word))
    }

    /// Different words with the same token are possible.
    fn is_at(&self, start: u32, word: &[u8]) -> bool {
        self.bytes[start as usize..].starts_with(word)
    }

    pub fn into_tokens(self) -> Vec<u32> {
        self.tokens
    }
}

/// The small hash of a token.
fn token(bytes: &[u8]) -> u32 {
    xxh64(bytes, 0) as u32
}

/// A tag, the length of the text in groups of seven bits, the text.
pub(super) fn encode(tag: Tag, text: &[u8], bytes: &mut Vec<u8>) {
    let mut length = text.len();
    if length < 0x80 {
        bytes.extend_from_slice(&[tag as u8, length as u8]);
        bytes.extend_from_slice(text);
        return;
    }
    bytes.push(tag as u8);
    while length >= 0x80 {
        bytes.push(length as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.extend_from_slice(text);
}

/// The first token: its tag, and what comes after it.
fn decode(bytes: &[u8]) -> Option<(u8, &[u8])> {
    let (&tag, mut rest) = bytes.split_first()?;
    let (mut length, mut shift) = (0, 0);
    loop {
        let (&group, after) = rest.split_first()?;
        rest = after;
        length |= usize::from(group & 0x7f) << shift;
        shift += 7;
        if group & 0x80 == 0 {
            break;
        }
    }
    Some((tag, rest.get(length..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replayed(stream: &Stream, name: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        let (from, to) = (Mark::default(), stream.mark());
        stream.replay(from, to, name.as_bytes(), |_| true, |piece| bytes.extend_from_slice(piece));
        bytes
    }

    fn stream(words: &[&str]) -> Stream {
        let mut stream = Stream::default();
        for word in words {
            stream.push(Tag::Word, word.as_bytes(), true);
        }
        stream
    }

    #[test]
    fn a_name_is_replaced_wherever_it_occurs() {
        let before = stream(&["f", "x", "f", "f", "y"]);
        let after = stream(&["g", "x", "g", "g", "y"]);
        assert_eq!(replayed(&before, "f"), replayed(&after, "g"));
        assert_ne!(replayed(&before, "x"), replayed(&after, "x"));
        assert_eq!(replayed(&before, "absent"), before.bytes);
    }

    #[test]
    fn what_is_taken_back_leaves_no_trace() {
        let mut taken_back = stream(&["f", "x"]);
        let mark = taken_back.mark();
        taken_back.open("call");
        for word in ["f", &"long".repeat(100), "f"] {
            taken_back.push(Tag::Word, word.as_bytes(), true);
        }
        let taken = taken_back.take(mark);
        taken_back.put_back(&taken);
        assert_eq!(taken_back.words.len(), 5);
        taken_back.truncate(mark);
        taken_back.push(Tag::Word, b"f", true);
        let plain = stream(&["f", "x", "f"]);
        assert_eq!(replayed(&taken_back, "f"), replayed(&plain, "f"));
        assert_eq!((&taken_back.tokens, &taken_back.telling), (&plain.tokens, &plain.telling));
        assert_eq!(taken_back.words, plain.words);
        let all = (Mark::default(), plain.mark());
        assert!(plain.mentions(b"x", all) && !plain.mentions(b"y", all) && !plain.mentions(b"f", (all.0, all.0)));
    }

    #[test]
    fn long_texts_keep_their_length() {
        let mut bytes = Vec::new();
        encode(Tag::String, &[b'a'; 300], &mut bytes);
        assert_eq!(bytes[..3], [Tag::String as u8, 0xac, 0x02]);
        assert_eq!(bytes.len(), 303);
    }
}
