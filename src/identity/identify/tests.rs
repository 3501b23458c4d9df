//! Formats, collisions, and the laws of identities.

use std::collections::HashSet;

use proptest::prelude::*;
use xxhash_rust::xxh64::xxh64;

use super::*;
use crate::syntax::{Language, outline};

fn identities(source: &str) -> (Outline, Vec<Identity>) {
    let python = Language::by_name("python").expect("a known language");
    let outline = outline(source.as_bytes(), python);
    let identities = identify("a.py", "python", &outline);
    for (index, identity) in identities.iter().enumerate() {
        assert_eq!(identify_one("a.py", &outline, index), *identity, "one by one they are the same");
    }
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
    assert_eq!(f.symbol_id.to_string(), format!("heur:{}", f.scoped_id));
    assert_eq!(f.span_hash, format!("{:016x}", xxh64(b"def f(a, b=1):\n    pass", 0)));
    let hash = |text: &str| format!("{:016x}", xxh64(text.as_bytes(), 0));
    let (before, after) = (hash("x = 1\n\n\n"), hash("\n"));
    let raw = format!("a.py\0\0{}\0{before}\0{after}", f.span_hash);
    assert_eq!(f.chunk_uid.as_str(), format!("cu:v1:xxh64:{}", hash(&raw)));
    let reference = f.symbol_ref(&outline.constructs[1], "a.py", "python", 7);
    assert_eq!(reference.defining_chunk.map(|chunk| (chunk.doc_id, chunk.file)), Some((7, "a.py".into())));
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
    assert_eq!(all[1].chunk_uid.as_str(), format!("{}:c1", all[0].chunk_uid));
    assert_eq!(all[2].chunk_uid.as_str(), format!("{}:c2", all[0].chunk_uid));
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

#[test]
fn an_indexer_knows_better_unless_what_it_says_is_local() {
    let (outline, mut all) = identities("def f(): pass\n");
    let f = all.swap_remove(0);
    let local = f.clone().known_as(ToolSymbol::Scip("local 3".into()), "python");
    assert_eq!(local, f);
    let known = f.known_as(ToolSymbol::Scip("scip-python python a 1 a/f().".into()), "python");
    let reference = known.symbol_ref(&outline.constructs[0], "a.py", "python", 0);
    assert_eq!(reference.evidence.map(|evidence| evidence.scheme), Some(Scheme::Scip));
    assert_eq!(reference.scoped_id, Some(known.scoped_id));
}

#[test]
fn what_only_the_lock_remembers_has_the_same_symbol_key() {
    let (outline, all) =
        identities("class A:\n    @property\n    def n(self): pass\n    @n.setter\n    def n(self, v): pass\n");
    for (construct, identity) in outline.constructs.iter().zip(&all) {
        let named = SymbolRef::named("a.py", construct.kind, &construct.qualname, Some("python"));
        assert_eq!(named.symbol_key, identity.symbol_key, "{}", construct.qualname);
        assert_eq!(named.defining_chunk, None);
    }
    assert_eq!(all[1].symbol_key, all[2].symbol_key);
}

#[test]
fn a_segment_has_identities_of_its_own() {
    let text = "```python\ndef f(): pass\n```\n\n```python\ndef f(): pass\n```\n";
    let segments = crate::syntax::segments(text.as_bytes());
    if segments.is_empty() {
        return; // Built without Markdown.
    }
    let [one, other] = [0, 1].map(|at: usize| identify_segment("a.md", &segments[at]).swap_remove(0));
    assert_eq!(one.segment_id.as_deref(), Some("md:fence:1"));
    assert!(one.symbol_key != other.symbol_key && one.chunk_uid != other.chunk_uid);
    assert_eq!((other.collision_of, other.span_hash), (None, one.span_hash), "collisions are those of one segment");
    assert_eq!(one.chunk_id, format!("chunk_{}", sha1(&["a.md|md:fence:1|10|23|function|f"])));
    assert_eq!(one.symbol_key, format!("sk:v1:{}", sha1(&["|a.md/md-fence-1.py|function|f"])));
}

/// Functions and comments, of which many are twins.
fn source() -> impl Strategy<Value = Vec<String>> {
    let block = prop_oneof![
        "[fg]".prop_map(|name| format!("def {name}(a):\n    return a\n")),
        "[xy]".prop_map(|name| format!("{name} = 1\n")),
        (0_usize..3).prop_map(|lines| "# a comment that takes some room, as comments in real code do\n".repeat(lines)),
        Just("a, b = 1, 2\n".to_owned()),
    ];
    prop::collection::vec(block, 0..12)
}

proptest! {
    #[test]
    fn law_identities_are_deterministic_and_unique(blocks in source()) {
        let (_, one) = identities(&blocks.concat());
        let (_, other) = identities(&blocks.concat());
        prop_assert_eq!(&one, &other);
        let unique = |of: fn(&Identity) -> String| one.iter().map(of).collect::<HashSet<_>>().len();
        prop_assert_eq!(unique(|identity| identity.chunk_uid.to_string()), one.len());
        prop_assert_eq!(unique(|identity| identity.chunk_id.clone()), one.len());
        prop_assert_eq!(unique(|identity| identity.scoped_id.clone()), one.len());
    }

    #[test]
    fn law_collisions_are_numbered_in_the_order_of_positions(blocks in source()) {
        let (outline, all) = identities(&blocks.concat());
        let mut groups: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, identity) in all.iter().enumerate() {
            let base = identity.collision_of.as_ref().unwrap_or(&identity.chunk_uid);
            groups.entry(base.to_string()).or_default().push(at);
        }
        for (base, mut group) in groups {
            group.sort_by_key(|&at| {
                let construct = &outline.constructs[at];
                (construct.span.start, construct.span.end, construct.kind.as_str(), construct.qualname.clone())
            });
            for (number, at) in group.into_iter().enumerate() {
                let expected = if number == 0 { base.clone() } else { format!("{base}:c{number}") };
                prop_assert_eq!(all[at].chunk_uid.as_str(), expected);
                prop_assert_eq!(all[at].collision_of.is_some(), number > 0);
            }
        }
    }

    /// SPEC §10: a chunkUid survives edits that leave its span and 64 bytes around it alone.
    #[test]
    fn law_edits_elsewhere_keep_a_chunk_uid(before in source(), between in source(), after in source(), new in source()) {
        let (before, between, after, new) = (before.concat(), between.concat(), after.concat(), new.concat());
        let (old_outline, old) = identities(&format!("{before}{between}{after}"));
        let (new_outline, edited) = identities(&format!("{before}{new}{after}"));
        let base = |identity: &Identity| identity.collision_of.clone().unwrap_or(identity.chunk_uid.clone());
        let (length, shift) = (before.len() + between.len(), new.len() as i64 - between.len() as i64);
        for (construct, identity) in old_outline.constructs.iter().zip(&old) {
            let (start, end) = (construct.span.start as usize, construct.span.end as usize);
            let is_above = end + 64 <= before.len();
            let is_below = start >= length + 64;
            if !is_above && !is_below {
                continue;
            }
            let moved = if is_below { start as i64 + shift } else { start as i64 };
            let twin = new_outline.constructs.iter().position(|it| {
                i64::from(it.span.start) == moved && it.name() == construct.name()
            });
            let twin = twin.expect("because it still stands there");
            prop_assert_eq!(base(identity), base(&edited[twin]));
            // Whole, unless the edit made or removed a twin.
            let is_alone = |all: &[Identity]| all.iter().filter(|it| base(it) == base(identity)).count() == 1;
            if is_alone(&old) && is_alone(&edited) {
                prop_assert_eq!(&identity.chunk_uid, &edited[twin].chunk_uid);
            }
        }
    }
}
