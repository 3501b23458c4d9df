//! Own names: where the name of a construct means the construct itself.
//!
//! A rename changes those places and no others, so a placeholder counts there (SPEC 4.3). `get` in the body of a
//! function `get` is the function; in that of a method it is some function, and the method is `self.get`. The `get` of
//! `store.get(key)` and of `fetch(get=1)` belongs to someone else in either. What precedes a word in the token stream
//! tells these apart.

use super::languages::Row;
use super::stream::{Tag, encode};

/// What may precede a word, as it stands in the token stream.
pub(super) struct Contexts {
    accesses: Vec<Vec<u8>>,
    objects: Vec<Vec<u8>>,
    keywords: Vec<Vec<u8>>,
    /// The nodes that start with an object or a scope.
    holders: Vec<Vec<u8>>,
    implicit: bool,
    after: Vec<After>,
}

/// What stands before a method's own name: tokens, with the name of its container among them or without.
struct After {
    start: Vec<u8>,
    rest: Option<Vec<u8>>,
}

impl After {
    fn new(tokens: &[(Tag, &str)]) -> After {
        let mut parts = tokens.split(|(tag, _)| *tag == Tag::Placeholder).map(encoded);
        After { start: parts.next().unwrap_or_default(), rest: parts.next() }
    }

    fn ends(&self, before: &[u8], container: &[u8]) -> bool {
        let Some(rest) = &self.rest else { return before.ends_with(&self.start) };
        let Some(before) = before.strip_suffix(rest.as_slice()) else { return false };
        let before = before.strip_suffix(encoded(&[(Tag::Word, container)]).as_slice());
        before.is_some_and(|before| before.ends_with(&self.start))
    }
}

fn encoded<T: AsRef<[u8]>>(tokens: &[(Tag, T)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    tokens.iter().for_each(|(tag, text)| encode(*tag, text.as_ref(), &mut bytes));
    bytes
}

/// The name of a construct, and how its body mentions it.
#[derive(Clone, Copy)]
pub(super) struct OwnName<'n> {
    pub contexts: &'static Contexts,
    pub name: &'n [u8],
    /// For methods: the name of the container.
    pub member_of: Option<&'n [u8]>,
    /// For methods that choose it: the name of the object they belong to.
    pub receiver: Option<&'n [u8]>,
}

impl Contexts {
    pub fn new(row: &Row) -> Contexts {
        let names = &row.rules.own_names;
        let (attribute, path) = (row.rules.attribute.map(|(node, ..)| node), row.rules.path);
        let accesses = [names.access].into_iter().chain(row.rules.accesses.iter().copied());
        let accesses = accesses.chain(path.map(|(_, symbol)| symbol));
        let holders = attribute.into_iter().chain(path.map(|(node, _)| node));
        Contexts {
            accesses: accesses.map(|access| encoded(&[(Tag::Symbol, access)])).collect(),
            objects: names.objects.iter().map(|object| encoded(object)).collect(),
            keywords: names.keywords.iter().map(|keyword| encoded(&[(Tag::Open, keyword)])).collect(),
            holders: holders.map(|node| encoded(&[(Tag::Open, node)])).collect(),
            implicit: names.implicit,
            after: names.after.iter().map(|tokens| After::new(tokens)).collect(),
        }
    }
}

impl OwnName<'_> {
    /// Whether the name means the construct in a body, after these tokens.
    pub fn is_meant(&self, before: &[u8]) -> bool {
        let Some(container) = self.member_of else { return self.is_plain(before) };
        let contexts = self.contexts;
        if contexts.implicit && self.is_plain(before) {
            return true;
        }
        if contexts.after.iter().any(|after| after.ends(before, container)) {
            return true;
        }
        let object = contexts.accesses.iter().find_map(|access| before.strip_suffix(access.as_slice()));
        object.is_some_and(|object| {
            let is_word = |name: &[u8]| {
                let mut word = Vec::new();
                encode(Tag::Word, name, &mut word);
                let holder = object.strip_suffix(word.as_slice());
                holder.is_some_and(|before| contexts.holders.iter().any(|holder| before.ends_with(holder)))
            };
            let is_object = || contexts.objects.iter().any(|own| object.ends_with(own));
            is_object() || is_word(container) || self.receiver.is_some_and(is_word)
        })
    }

    /// Whether the name stands on its own after these tokens.
    pub fn is_plain(&self, before: &[u8]) -> bool {
        let contexts = self.contexts;
        !contexts.accesses.iter().any(|access| before.ends_with(access))
            && !contexts.keywords.iter().any(|keyword| before.ends_with(keyword))
    }
}
