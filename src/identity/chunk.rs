//! Chunks and symbols: the identities of one construct (seed 004 §3 and §5).
//!
//! A chunk is a span of a file, a symbol is what it defines. `chunk_id` names the exact range; `chunk_uid` survives
//! when the range only moves; `symbol_key` groups all overloads of a name, `scoped_id` tells them apart.

use std::collections::HashMap;

use sha1::{Digest, Sha1};
use xxhash_rust::xxh64::xxh64;

use super::{ChunkRef, Evidence, Range, SymbolRef};
use crate::syntax::{Construct, Outline, qualname};

/// The segment of a construct that stands in a plain source file.
const NO_SEGMENT: &str = "";

/// The namespace of symbols within one repository.
const NO_NAMESPACE: &str = "";

/// All identities of one construct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// `chunk_<sha1>`: changes with the range.
    pub chunk_id: String,
    /// `cu:v1:xxh64:<16 hex>`, with `:cN` on a collision within the file.
    pub chunk_uid: String,
    /// The `chunk_uid` that this one would have, were it not taken.
    pub collision_of: Option<String>,
    /// `sk:v1:<sha1>`: without signature; shared by overloads.
    pub symbol_key: String,
    /// `sig:v1:sha1:<sha1>`: for callables.
    pub signature_key: Option<String>,
    /// `sid:v1:sha1:<sha1>`: unique.
    pub scoped_id: String,
    /// `heur:<scoped_id>`, until an indexer knows better.
    pub symbol_id: String,
    /// 16 hex digits each.
    pub span_hash: String,
    pub pre_hash: String,
    pub post_hash: String,
}

/// The identities of every construct of a file, in the order of the outline. The seed's keys do not depend on the
/// language; it is asked for because the identities of an indexer will.
pub fn identify(path: &str, _language: &str, outline: &Outline) -> Vec<Identity> {
    let mut identities: Vec<Identity> = outline.constructs.iter().map(|construct| identity(path, construct)).collect();
    settle_collisions(&mut identities, &outline.constructs);
    scope(&mut identities, &outline.constructs);
    identities
}

impl Identity {
    /// The envelope by which outputs refer to the construct. `doc_id` is its position in the run's sorted output.
    pub fn symbol_ref(&self, construct: &Construct, path: &str, language: &str, doc_id: u64) -> SymbolRef {
        let range = Range { start: u64::from(construct.span.start), end: u64::from(construct.span.end) };
        SymbolRef {
            symbol_id: Some(self.symbol_id.clone()),
            scoped_id: Some(self.scoped_id.clone()),
            symbol_key: self.symbol_key.clone(),
            signature_key: self.signature_key.clone(),
            kind: Some(construct.kind.as_str().to_owned()),
            qualified_name: Some(construct.qualname.clone()),
            language_id: Some(language.to_owned()),
            defining_chunk: Some(ChunkRef {
                doc_id,
                chunk_uid: self.chunk_uid.clone(),
                chunk_id: self.chunk_id.clone(),
                file: path.to_owned(),
                segment_id: None,
                range: Some(range),
            }),
            // A name in a tree that parsed is good evidence; only an indexer resolves it for certain.
            evidence: Some(Evidence { scheme: "heuristic-v1".to_owned(), confidence: "medium".to_owned() }),
        }
    }
}

/// What can be said about a construct without looking at the others.
fn identity(path: &str, construct: &Construct) -> Identity {
    let kind = construct.kind.as_str();
    let (start, end) = (construct.span.start.to_string(), construct.span.end.to_string());
    let [span_hash, pre_hash, post_hash] =
        [construct.span_hash, construct.pre_hash, construct.post_hash].map(|hash| format!("{hash:016x}"));
    let uid = [path, NO_SEGMENT, &span_hash, &pre_hash, &post_hash].join("\0");
    let signature_key = construct.signature.as_deref().map(|signature| {
        let normalized: Vec<&str> = signature.split_whitespace().collect();
        format!("sig:v1:sha1:{}", sha1(&[&normalized.join(" ")]))
    });
    Identity {
        chunk_id: format!("chunk_{}", sha1(&[path, NO_SEGMENT, &start, &end, kind, &construct.qualname])),
        chunk_uid: format!("cu:v1:xxh64:{:016x}", xxh64(uid.as_bytes(), 0)),
        collision_of: None,
        symbol_key: format!("sk:v1:{}", sha1(&[NO_NAMESPACE, path, kind, &construct.bare_qualname])),
        signature_key,
        scoped_id: String::new(),
        symbol_id: String::new(),
        span_hash,
        pre_hash,
        post_hash,
    }
}

/// Seed 004 §3.3.2: of several chunks with the same uid the first by position keeps it.
fn settle_collisions(identities: &mut [Identity], constructs: &[Construct]) {
    let mut order: Vec<usize> = (0..identities.len()).collect();
    order.sort_by_key(|&at| {
        let construct = &constructs[at];
        (construct.span.start, construct.span.end, construct.kind.as_str(), construct.qualname.as_str(), at)
    });
    let mut taken: HashMap<String, u32> = HashMap::new();
    for at in order {
        let uid = &mut identities[at].chunk_uid;
        let count = taken.entry(uid.clone()).or_insert(0);
        if *count > 0 {
            let numbered = format!("{uid}:c{count}");
            identities[at].collision_of = Some(std::mem::replace(uid, numbered));
        }
        *count += 1;
    }
}

/// Seed 004 §5.4: what the signature does not tell apart, the sibling suffix does.
fn scope(identities: &mut [Identity], constructs: &[Construct]) {
    let mut groups: HashMap<(String, Option<String>), u32> = HashMap::new();
    for identity in identities.iter() {
        *groups.entry((identity.symbol_key.clone(), identity.signature_key.clone())).or_insert(0) += 1;
    }
    for (identity, construct) in identities.iter_mut().zip(constructs) {
        let group = (identity.symbol_key.clone(), identity.signature_key.clone());
        let container_key = if groups.get(&group).is_some_and(|count| *count > 1) {
            suffixes(construct, constructs)
        } else {
            String::new()
        };
        let signature = identity.signature_key.as_deref().unwrap_or_default();
        identity.scoped_id = format!("sid:v1:sha1:{}", sha1(&[&identity.symbol_key, signature, &container_key]));
        identity.symbol_id = format!("heur:{}", identity.scoped_id);
    }
}

/// The sibling suffixes along the scope chain, outermost first; empty when there are none.
fn suffixes(construct: &Construct, constructs: &[Construct]) -> String {
    let mut suffixes = Vec::new();
    let mut next = Some(construct);
    while let Some(construct) = next {
        let parent = construct.parent.and_then(|parent| constructs.get(parent as usize));
        let last = qualname::last_part(&construct.qualname);
        suffixes.push(last.get(construct.name.len()..).unwrap_or_default());
        next = parent;
    }
    suffixes.reverse();
    if suffixes.iter().all(|suffix| suffix.is_empty()) { String::new() } else { suffixes.join(".") }
}

/// Hex digits of the parts joined by `|`.
fn sha1(parts: &[&str]) -> String {
    let digest = Sha1::digest(parts.join("|").as_bytes());
    let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value)]);
    digest.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::syntax::{Language, outline};

    fn identities(source: &str) -> (Outline, Vec<Identity>) {
        let python = Language::by_name("python").expect("a known language");
        let outline = outline(source.as_bytes(), python);
        let identities = identify("a.py", "python", &outline);
        (outline, identities)
    }

    const FILE: &str = "X = 1\n\n\ndef f(a):\n    return a\n\n\ndef g(b):\n    return b * 2\n";

    #[test]
    fn formats() {
        let (outline, all) = identities("x = 1\n\n\ndef f(a, b=1):\n    pass\n");
        let f = &all[1];
        // sha1 of `a.py||8|31|function|f` and so on.
        let sha = |text: &str| sha1(&[text]);
        assert_eq!(f.chunk_id, format!("chunk_{}", sha("a.py||8|31|function|f")));
        assert_eq!(f.symbol_key, format!("sk:v1:{}", sha("|a.py|function|f")));
        assert_eq!(f.signature_key, Some(format!("sig:v1:sha1:{}", sha("(a, b=1)"))));
        let signature = f.signature_key.as_deref().unwrap_or_default();
        assert_eq!(f.scoped_id, format!("sid:v1:sha1:{}", sha(&format!("{}|{signature}|", f.symbol_key))));
        assert_eq!(f.symbol_id, format!("heur:{}", f.scoped_id));
        assert_eq!(f.span_hash, format!("{:016x}", xxh64(b"def f(a, b=1):\n    pass", 0)));
        assert!(f.chunk_uid.starts_with("cu:v1:xxh64:") && f.chunk_uid.len() == "cu:v1:xxh64:".len() + 16);
        let reference = f.symbol_ref(&outline.constructs[1], "a.py", "python", 7);
        assert_eq!(reference.defining_chunk.map(|chunk| (chunk.doc_id, chunk.file)), Some((7, "a.py".into())));
        assert_eq!(sha("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
    }

    #[test]
    fn a_chunk_uid_survives_a_line_shift_and_a_chunk_id_does_not() {
        let (_, before) = identities(FILE);
        let far = format!("# {}\n\n{}", "x".repeat(100), "# padding\n".repeat(10));
        let (_, after) = identities(&format!("{far}{FILE}"));
        let last = before.len() - 1;
        let (_, shifted) = identities(&format!("{}{FILE}", "\n".repeat(3)));
        assert_eq!(before.len(), after.len());
        assert_ne!(before[last].chunk_id, shifted[last].chunk_id);
        let context = format!("{}{FILE}", "# padding\n".repeat(10));
        let (_, one) = identities(&context);
        let (_, two) = identities(&format!("# one more line\n{context}"));
        assert!(one.iter().zip(&two).all(|(one, two)| one.chunk_uid == two.chunk_uid));
        assert!(one.iter().zip(&two).all(|(one, two)| one.chunk_id != two.chunk_id));
    }

    #[test]
    fn collisions_are_numbered_and_say_of_what() {
        let (_, all) = identities("a, b, c = 1, 2, 3\n");
        assert_eq!(all[0].collision_of, None);
        assert_eq!(all[1].chunk_uid, format!("{}:c1", all[0].chunk_uid));
        assert_eq!(all[2].chunk_uid, format!("{}:c2", all[0].chunk_uid));
        assert_eq!(all[2].collision_of.as_ref(), Some(&all[0].chunk_uid));
    }

    #[test]
    fn overloads_share_a_symbol_key_and_nothing_shares_a_scoped_id() {
        let (_, all) = identities(
            "def f(a): pass\ndef f(b): pass\ndef f(b): return 1\n\
             class A:\n  def g(self): pass\n  x = 1\nclass A:\n  def g(self): pass\n  x = 2\n",
        );
        assert!(all[..3].iter().all(|identity| identity.symbol_key == all[0].symbol_key));
        let unique: HashSet<_> = all.iter().map(|identity| &identity.scoped_id).collect();
        assert_eq!(unique.len(), all.len());
        let (_, alone) = identities("def f(a): pass\n");
        assert_eq!(alone[0].scoped_id, all[0].scoped_id, "the signature alone told it apart");
    }
}
