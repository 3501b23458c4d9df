//! Identities as other programs see them: the acceptance tests of seed 004 §9 by their names, and segments.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use codesub::identity::chunk_uid_map::ChunkUidMap;
use codesub::identity::join::{self, ChunkJoin, ChunkName, Overloads, SymbolJoin, Symbols};
use codesub::identity::{Ambiguity, ChunkRef, Identity, Range, Resolution, SymbolId, SymbolRef, identify};
use codesub::syntax::{Language, outline};
use serde_json::Value;

use crate::cases;
use crate::repository::Fixture;

const SOURCE: &str = include_str!("../../examples/shop/orders.py");

/// The records of `symbols --json`.
fn symbols(fixture: &Fixture, path: &str) -> Vec<Value> {
    let printed = fixture.codesub(&["symbols", path, "--json"]).exits(0).json();
    printed.as_array().expect("a list").clone()
}

fn texts<'v>(records: &'v [Value], key: &str) -> Vec<&'v str> {
    records.iter().map(|record| record[key].as_str().expect(key)).collect()
}

#[test]
fn chunkuid_stability_lineshift() {
    let padding = "# What stands far above is nobody's business.\n".repeat(3);
    let fixture = Fixture::new();
    fixture.write("a.py", format!("{padding}{SOURCE}"));
    let before = symbols(&fixture, "a.py");
    assert!(before.len() > 3, "{before:?}");
    // Above, not within 64 bytes.
    fixture.write("a.py", format!("import os\n\n\ndef on_top():\n    return os\n\n\n{padding}{SOURCE}"));
    let after = symbols(&fixture, "a.py");
    let (above, shifted) = after.split_at(after.len() - before.len());
    assert_eq!(texts(above, "qualname"), ["on_top"]);
    assert_eq!(texts(shifted, "chunk_uid"), texts(&before, "chunk_uid"));
    assert_eq!(texts(shifted, "symbol_id"), texts(&before, "symbol_id"));
    for (one, other) in before.iter().zip(shifted) {
        assert_ne!(one["chunk_id"], other["chunk_id"], "a chunkId names a range");
    }
    // And below.
    fixture.write("a.py", format!("{padding}{SOURCE}{padding}\nX = 1\n"));
    let mut last = symbols(&fixture, "a.py");
    last.pop();
    let kept = last.iter().zip(&before).filter(|(one, other)| one["chunk_uid"] == other["chunk_uid"]).count();
    assert!(kept + 3 >= before.len(), "only what reaches to the end may differ: {kept} of {}", before.len());
}

#[test]
fn chunkuid_collision_disambiguation() {
    let gap = format!("\n{}\n", "#".repeat(64));
    let twin = "def twin():\n    return 1\n";
    let fixture = Fixture::new();
    fixture.write("a.py", format!("{gap}{twin}{gap}{twin}{gap}{twin}{gap}"));
    let records = symbols(&fixture, "a.py");
    assert_eq!(texts(&records, "qualname"), ["twin", "twin#2", "twin#3"]);
    let uids = texts(&records, "chunk_uid");
    assert_eq!(uids[1..], [format!("{}:c1", uids[0]), format!("{}:c2", uids[0])]);
    let collisions: Vec<&Value> = records.iter().map(|record| &record["collision_of"]).collect();
    assert_eq!(collisions, [&Value::Null, &uids[0].into(), &uids[0].into()]);
    assert_eq!(symbols(&fixture, "a.py"), records, "and always so");
    // Twins in another file or another fence collide with nobody.
    let fence = format!("```python\n{gap}{twin}{gap}```\n");
    fixture.write("b.py", format!("{gap}{twin}{gap}")).write("c.md", format!("{fence}\n{fence}"));
    for path in ["b.py", "c.md"] {
        assert!(symbols(&fixture, path).iter().all(|record| record["collision_of"].is_null()), "{path}");
    }
}

#[test]
fn symbolref_envelope_required() {
    let mut seen = BTreeMap::new();
    for (case, report) in cases::reports() {
        let report: Value = serde_json::from_str(&report).expect("a report is JSON");
        check_report(case, &report, &mut seen);
    }
    for place in ["trigger", "proposal", "candidate", "member", "resolution"] {
        assert!(seen.get(place).is_some_and(|count| *count > 0), "no {place} in any case: {seen:?}");
    }
    let fixture = Fixture::new();
    fixture.write("a.py", SOURCE).write("b.md", format!("```py\n{SOURCE}```\n"));
    for (number, record) in symbols(&fixture, ".").iter().enumerate() {
        let reference = envelope(&record["symbol_ref"], "symbols");
        let chunk = reference.defining_chunk.expect("a construct stands somewhere");
        assert_eq!(chunk.doc_id, number as u64);
        assert_eq!(chunk.chunk_uid.as_str(), record["chunk_uid"]);
        assert_eq!(chunk.segment_id.as_deref(), record["segment_id"].as_str());
        assert_eq!(reference.symbol_id.map(|id| id.to_string()).as_deref(), record["symbol_id"].as_str());
    }
}

/// Everything in a report that speaks of a construct does so by the object.
fn check_report(case: &Path, report: &Value, seen: &mut BTreeMap<&'static str, usize>) {
    let name = case.display().to_string();
    let mut chunks: BTreeMap<u64, BTreeSet<String>> = BTreeMap::new();
    let mut check = |place: &'static str, value: &Value| {
        let reference = envelope(value, &format!("{name}: {place}"));
        if let Some(chunk) = reference.defining_chunk {
            chunks.entry(chunk.doc_id).or_default().insert(format!("{} {}", chunk.file, chunk.chunk_uid));
        }
        *seen.entry(place).or_insert(0) += 1;
    };
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    for trigger in list(&report["triggers"]) {
        let is_construct = trigger["subscription"]["target"].as_str().is_some_and(|target| target.contains("::"));
        // Of what no one ever saw, not even the kind is known.
        let has = |reason: &str| list(&trigger["reasons"]).contains(&reason.into());
        let is_nowhere = trigger["change_type"] == "MISSING" && trigger["end_line"] == 1;
        if is_construct && !(trigger["symbol_ref"].is_null() && (is_nowhere || has("unsupported_language"))) {
            check("trigger", &trigger["symbol_ref"]);
        }
        let details = &trigger["details"];
        list(&details["candidates"]).iter().for_each(|candidate| check("candidate", &candidate["symbol_ref"]));
        list(&details["members"]).iter().for_each(|member| check("member", &member["symbol_ref"]));
        let copies = list(&details["locations"]).len();
        if copies > 0 {
            assert_eq!(details["resolution"]["status"], "ambiguous", "{name}");
            let candidates = list(&details["resolution"]["candidates"]);
            assert_eq!(candidates.len(), copies, "{name}: every copy, none picked");
            candidates.iter().for_each(|candidate| check("resolution", candidate));
        }
    }
    for proposal in list(&report["proposals"]) {
        // Lines have no name.
        if proposal["shift"].is_null() {
            check("proposal", &proposal["symbol_ref"]);
        }
    }
    assert!(chunks.values().all(|chunks| chunks.len() == 1), "{name}: a docId means one chunk: {chunks:?}");
}

#[track_caller]
fn envelope(value: &Value, place: &str) -> SymbolRef {
    assert!(value.is_object(), "{place}: {value} is no SymbolRef");
    let reference: SymbolRef =
        serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{place}: {error}: {value}"));
    assert!(reference.symbol_key.len() == 46 && reference.symbol_key.starts_with("sk:v1:"), "{place}: {value}");
    reference
}

/// SPEC §10 over every source that the tests have, in every language: two constructs never share what is unique.
#[test]
fn law_no_two_constructs_share_an_identity() {
    let mut seen = 0;
    for path in cases::source_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")) {
        let name = path.to_string_lossy();
        let source = std::fs::read(&path).expect("a file");
        let Some(language) = Language::detect(&name, Some(&source)) else { continue };
        let identities = identify("a", language.name(), &outline(&source, language));
        let count = |of: fn(&Identity) -> String| identities.iter().map(of).collect::<BTreeSet<_>>().len();
        assert_eq!(count(|identity| identity.scoped_id.clone()), identities.len(), "{name}: scopedId");
        assert_eq!(count(|identity| identity.chunk_id.clone()), identities.len(), "{name}: chunkId");
        assert_eq!(count(|identity| identity.chunk_uid.to_string()), identities.len(), "{name}: chunkUid");
        seen += identities.len();
    }
    assert!(seen > 300, "{seen} constructs");
}

/// A reference by its three names; a letter stands for each.
fn symbol(symbol_id: Option<&str>, scoped_id: Option<&str>, key: &str, file: &str) -> SymbolRef {
    let hash = |letter: &str| format!("{letter:a<40}").replace(|c: char| !c.is_ascii_hexdigit(), "0");
    SymbolRef {
        symbol_id: symbol_id.map(|id| id.parse().expect("a symbolId")),
        scoped_id: scoped_id.map(|letter| format!("sid:v1:sha1:{}", hash(letter))),
        symbol_key: format!("sk:v1:{}", hash(key)),
        signature_key: None,
        kind: None,
        qualified_name: None,
        language_id: None,
        defining_chunk: Some(chunk("1", file)),
        evidence: None,
    }
}

fn chunk(uid: &str, file: &str) -> ChunkRef {
    ChunkRef {
        doc_id: 0,
        chunk_uid: format!("cu:v1:xxh64:{uid:0>16}").parse().expect("a chunkUid"),
        chunk_id: "chunk_a".into(),
        file: file.into(),
        segment_id: None,
        range: Some(Range { start: 0, end: 1 }),
    }
}

#[test]
fn join_precedence() {
    let (apart, grouped) = (Overloads::Apart, Overloads::Grouped);
    let by = |one: &SymbolRef, other: &SymbolRef, overloads| {
        let joined = join::symbols(one, other, overloads);
        assert_eq!(joined, join::symbols(other, one, overloads), "a join has no direction");
        joined
    };
    let scip = symbol(Some("scip:a"), Some("1"), "d", "a.py");
    // 1. What a tool says decides alone, whatever else is equal or differs.
    assert_eq!(by(&scip, &symbol(Some("scip:a"), Some("2"), "e", "b.py"), apart), Some(SymbolJoin::SymbolId));
    assert_eq!(by(&scip, &symbol(Some("scip:b"), Some("1"), "d", "a.py"), grouped), None);
    assert_eq!(by(&scip, &symbol(Some("lsif:a"), Some("1"), "d", "a.py"), grouped), None, "another scheme");
    // 2. A heuristic id is none of these: the scopedId decides.
    let heuristic: SymbolId = SymbolId::Scoped(scip.scoped_id.clone().expect("one"));
    let heuristic = SymbolRef { symbol_id: Some(heuristic), ..scip.clone() };
    assert_eq!(by(&scip, &heuristic, apart), Some(SymbolJoin::ScopedId));
    assert_eq!(by(&heuristic, &symbol(None, Some("1"), "e", "a.py"), apart), Some(SymbolJoin::ScopedId));
    assert_eq!(by(&heuristic, &symbol(None, Some("2"), "d", "a.py"), grouped), None);
    // 3. The symbolKey only for those who take overloads for one.
    let bare = symbol(None, None, "d", "a.py");
    assert_eq!(by(&scip, &bare, apart), None);
    assert_eq!(by(&scip, &bare, grouped), Some(SymbolJoin::SymbolKey));
    assert_eq!(by(&scip, &symbol(None, None, "e", "a.py"), grouped), None);

    let (one, other) = (chunk("1", "a.py"), chunk("2", "a.py"));
    assert_eq!(join::chunks(&one, &chunk("1", "b.py")), Some(ChunkJoin::ChunkUid));
    assert_eq!(join::chunks(&one, &other), None, "other uids, although file and chunkId are the same");
    let nameless =
        |chunk: &'static str, segment_id| ChunkName { chunk_uid: None, file: "a.py", segment_id, chunk_id: chunk };
    assert_eq!(join::chunks(&one, nameless("chunk_a", None)), Some(ChunkJoin::ChunkId));
    assert_eq!(join::chunks(&one, nameless("chunk_a", Some(""))), Some(ChunkJoin::ChunkId));
    assert_eq!(join::chunks(&one, nameless("chunk_a", Some("md:fence:1"))), None);
    assert_eq!(join::chunks(&one, nameless("chunk_b", None)), None);
}

#[test]
fn two_candidates_are_ambiguous_and_never_picked() {
    let overloads = vec![symbol(None, Some("1"), "d", "a.py"), symbol(None, Some("2"), "d", "b.py")];
    let all = Symbols::new(overloads.clone());
    let bare = symbol(None, None, "d", "c.py");
    assert_eq!(all.resolve(&bare, Overloads::Apart), Resolution::Unresolved);
    let resolution = all.resolve(&bare, Overloads::Grouped);
    let expected = Resolution::Ambiguous { candidates: overloads.clone(), reason: Ambiguity::OverloadSet };
    assert_eq!(resolution, expected);
    let written = serde_json::json!({ "resolution": resolution });
    assert_eq!(written["resolution"]["status"], "ambiguous");
    assert_eq!(written["resolution"]["candidates"][1]["scopedId"], overloads[1].scoped_id.clone().expect("one"));
    assert_eq!(written["resolution"]["candidates"][1]["symbolId"], Value::Null);
    assert!(written["resolution"]["reason"].is_string());
    assert_eq!(serde_json::from_value::<Resolution>(written["resolution"].clone()).expect("it comes back"), expected);
    // The better name decides where there is one, and finds one.
    let resolution = all.resolve(&symbol(None, Some("2"), "d", "c.py"), Overloads::Grouped);
    assert_eq!(resolution, Resolution::Resolved { target: Box::new(overloads[1].clone()) });
    // The same place told twice is one place; two definitions of one symbol are two.
    let twice = Symbols::new(vec![overloads[0].clone(), overloads[0].clone()]);
    assert!(matches!(twice.resolve(&overloads[0], Overloads::Apart), Resolution::Resolved { .. }));
    let parts = Symbols::new(["a.cs", "b.cs"].map(|file| symbol(Some("scip:part"), None, "d", file)).into());
    let resolution = parts.resolve(&symbol(Some("scip:part"), None, "e", "c.cs"), Overloads::Apart);
    assert!(
        matches!(resolution, Resolution::Ambiguous { reason: Ambiguity::SeveralDefinitions, .. }),
        "{resolution:?}"
    );
}

#[test]
fn a_chunk_uid_map_has_one_line_for_each_construct() {
    let fixture = Fixture::new();
    fixture.write("b.py", SOURCE).write("a.md", format!("Text\n\n```py\n{SOURCE}```\n")).write("c.py", "X = 1\n");
    let printed = fixture.codesub(&["symbols", ".", "--format", "chunk-uid-map"]).exits(0).stdout;
    let map = ChunkUidMap::parse(&printed).unwrap_or_else(|error| panic!("{error}"));
    let records = symbols(&fixture, ".");
    assert_eq!(map.rows().count(), records.len());
    for (number, (row, record)) in map.rows().zip(&records).enumerate() {
        assert_eq!(row.doc_id, number as u64);
        assert_eq!(row.chunk_uid.as_str(), record["chunk_uid"]);
        assert_eq!(row.chunk_id, record["chunk_id"]);
        let chunk: ChunkRef = serde_json::from_value(record["symbol_ref"]["definingChunk"].clone()).expect("a chunk");
        assert_eq!((&row.file, &row.segment_id), (&chunk.file, &chunk.segment_id));
        assert_eq!(chunk.range, Some(Range { start: row.start, end: row.end }));
    }
    let keys: Vec<String> =
        serde_json::from_str::<serde_json::Map<String, Value>>(printed.lines().next().expect("a line"))
            .expect("an object")
            .keys()
            .cloned()
            .collect();
    assert_eq!(keys, ["docId", "chunkUid", "chunkId", "file", "segmentId", "start", "end"]);
}

const GUIDE: &str = "# Guide\n\n```python title=\"a.py\"\nLIMIT = 3\n\n\ndef f(a):\n    return a\n```\n\n\
                     1. nested\n\n   ~~~ py\n   class A:\n       x = 1\n   ~~~\n\n```text\ndef no(): pass\n```\n\n\
                     > ```python3\n> def g():\n>     return 2\n";

#[test]
fn constructs_in_fences_are_listed_with_ranges_of_the_document() {
    let fixture = Fixture::new();
    fixture.write("docs/guide.md", GUIDE).write("docs/prose.md", "No code.\n").write("docs/a.py", "X = 1\n");
    let records = symbols(&fixture, "docs/guide.md");
    assert_eq!(texts(&records, "qualname"), ["LIMIT", "f", "A", "A.x", "g"]);
    let segments = ["md:fence:1", "md:fence:1", "md:fence:2", "md:fence:2", "md:fence:4"];
    assert_eq!(texts(&records, "segment_id"), segments);
    assert_eq!(records[4]["virtual_path"], "docs/guide.md/md-fence-4.py");
    for record in &records {
        assert_eq!((&record["path"], &record["language"]), (&"docs/guide.md".into(), &"python".into()));
        let range = &record["symbol_ref"]["definingChunk"]["range"];
        let bound = |key: &str| range[key].as_u64().expect("an offset") as usize;
        let text = &GUIDE[bound("start")..bound("end")];
        let name = record["qualname"].as_str().and_then(|name| name.rsplit('.').next()).expect("a name");
        assert!(text.contains(name), "{text:?} defines {name}");
        let line = GUIDE[..bound("start")].matches('\n').count() as u64 + 1;
        assert_eq!(record["start_line"], line);
    }
    // For people, with the fence behind; of a folder, only documents that hold code.
    let listed = fixture.codesub(&["symbols", "docs/guide.md"]).exits(0).stdout;
    assert!(listed.contains("LIMIT  const md:fence:1") && listed.contains("md:fence:4"), "{listed}");
    let folder = fixture.codesub(&["symbols", "docs"]).exits(0).stdout;
    assert!(folder.contains("docs/a.py") && folder.contains("docs/guide.md") && !folder.contains("prose"), "{folder}");
    let prose = fixture.codesub(&["symbols", "docs/prose.md"]).exits(0);
    assert_eq!(prose.stdout, "nothing to subscribe to\n");
    // At a revision as in the worktree.
    fixture.commit("one");
    fixture.write("docs/guide.md", "");
    let before = fixture.codesub(&["symbols", "docs/guide.md", "--revision", "HEAD", "--json"]).exits(0).json();
    assert_eq!(before.as_array(), Some(&records));
}

#[test]
fn text_elsewhere_in_a_document_keeps_every_chunk_uid() {
    let fixture = Fixture::new();
    let padding = "Words that stand between the title and the first fence, so many of them that it is far.\n";
    let guide = format!("# Guide\n\n{padding}{GUIDE}");
    fixture.write("a.md", &guide);
    let before = symbols(&fixture, "a.md");
    fixture.write("a.md", format!("More words.\n\n{guide}\n"));
    let after = symbols(&fixture, "a.md");
    let last = before.len() - 1;
    assert_eq!(texts(&after, "chunk_uid")[..last], texts(&before, "chunk_uid")[..last]);
    assert_eq!(texts(&after, "scoped_id"), texts(&before, "scoped_id"));
}

#[test]
fn code_in_a_document_cannot_be_subscribed_to() {
    let fixture = Fixture::new();
    fixture.write("a.md", GUIDE);
    fixture.write("codesub.yaml", "version: 1\nsubscriptions:\n  - id: f\n    target: a.md::f\n");
    fixture.commit("one");
    fixture.write("a.md", GUIDE.replace("return a", "return b"));
    let report = fixture.codesub(&["scan", "--base", "HEAD", "--json"]).exits(0).json();
    assert_eq!(report["triggers"][0]["reasons"], serde_json::json!(["unsupported_language"]));
}
