//! What we wrote ourselves and read again: somebody or something may have damaged it since. It is read as it was, or not
//! at all.
//!
//! The first byte of an input says what it is.

use codesub::diff::registry::{Manifest, Registry};
use codesub::diff::{Diff, Event, IndexRef, Inputs, Summary};
use codesub::identity::ChunkUid;
use codesub::identity::chunk_uid_map::{ChunkUidMap, Row};
use codesub::index::Content;
use codesub::output::Look;
use codesub::output::diff::{DiffFormat, write_diff};
use codesub::state::StateFolder;
use codesub::syntax::{Language, Mention, Outline, outline_and_mentions};
use std::path::PathBuf;
use tempfile::TempDir;

pub const WORDS: &[&str] = &[
    "\"docId\":",
    "\"chunkUid\":",
    "cu:v1:xxh64:0123456789abcdef",
    ":c1",
    "\"chunkId\":",
    "\"segmentId\":",
    "\"start\":",
    "\"end\":",
    "\"version\":1",
    "\"kind\":\"semantic-v1\"",
    "\"from\":",
    "\"to\":",
    "\"ref\":\"git:",
    "\"identityHash\":",
    "\"type\":\"git\"",
    "\"modes\":[\"code\"]",
    "\"options\":",
    "\"eventType\":",
    "\"chunk.modified\"",
    "\"diffId\":",
    "\"modesSummary\":",
    "null",
    "18446744073709551615",
    "\n",
    "{",
    "}",
    "[",
    "]",
];

const INPUTS: &str = r#"{"version":1,"kind":"semantic-v1","from":{"ref":"git:a","identityHash":"b","type":"git"},"to":{"ref":"worktree","identityHash":"c","type":"worktree"},"modes":["code"],"options":{"detectRenames":true,"includeRelations":true,"maxChangedFiles":1,"maxChunksPerFile":2,"maxEvents":3},"fingerprintVersion":1}"#;
const SUMMARY: &str = r#"{"version":1,"diffId":"diff_0123456789abcdef","createdAt":null,"from":{"ref":"git:a","identityHash":"b","type":"git"},"to":{"ref":"worktree","identityHash":"c","type":"worktree"},"modes":["code"],"modesSummary":{"code":{"files":{"added":1,"removed":0,"modified":0,"renamed":0},"chunks":{"added":1,"removed":0,"modified":0,"moved":0},"relations":{"edgesAdded":0,"edgesRemoved":0},"limits":{"chunkDiffSkipped":false,"reason":null,"filesSkipped":0,"eventsDropped":0,"renameLimitReached":false}}},"complete":true,"stats":{}}"#;

pub fn seeds() -> Vec<Vec<u8>> {
    let row = r#"{"docId":3,"chunkUid":"cu:v1:xxh64:0000000000000001","chunkId":"chunk_0a12","file":"docs/a.md","segmentId":"md:fence:3","start":12,"end":15}"#;
    let other = row.replace("docId\":3", "docId\":4").replace("01\"", "02:c7\"").replace("\"md:fence:3\"", "null");
    let python = Language::by_name("python").expect("Python");
    let source = b"import os\n\n\nclass A(B):\n    x = 1\n\n    def m(self):\n        return os.f(1)\n";
    let outline = postcard::to_stdvec(&outline_and_mentions(source, python)).expect("it can be kept");
    let manifest = r#"{"version":1,"updatedAt":"x","diffs":{"a":{"diffId":"a","createdAt":"b","modes":["code"],"from":"c","to":"d","summary":{"filesChanged":1,"chunksChanged":2}}}}"#;
    vec![
        format!("m{row}\n{other}\n").into_bytes(),
        format!("d{INPUTS}\n{SUMMARY}\n").into_bytes(),
        [b"o", outline.as_slice()].concat(),
        format!("l{manifest}").into_bytes(),
        b"rgit:HEAD~1".to_vec(),
        b"rsnap:abc".to_vec(),
    ]
}

pub fn run(data: &[u8]) {
    let Some((sort, rest)) = data.split_first() else { return };
    match sort {
        b'o' => contents(rest),
        b'm' => chunk_uid_map(rest),
        b'd' => diff(rest),
        b'l' => listed(rest),
        _ => names(rest),
    }
}

fn contents(bytes: &[u8]) {
    if let Ok((outline, mentions)) = postcard::from_bytes::<(Outline, Vec<Mention>)>(bytes) {
        let content = Content { outline, mentions };
        let again = postcard::to_stdvec(&(&content.outline, &content.mentions)).expect("it can be kept");
        let (outline, mentions) = postcard::from_bytes(&again).expect("what is kept is read");
        assert_eq!(Content { outline, mentions }, content);
    }
}

fn chunk_uid_map(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(map) = ChunkUidMap::parse(text) else { return };
    let written: String = map.rows().map(|row| serde_json::to_string(row).expect("a row is JSON") + "\n").collect();
    assert_eq!(ChunkUidMap::parse(&written).expect("what was written is read"), map);
    let rows: Vec<&Row> = map.rows().collect();
    assert!(rows.windows(2).all(|pair| pair[0].doc_id < pair[1].doc_id));
    for row in rows {
        assert_eq!(map.by_doc_id(row.doc_id), Some(row));
        assert_eq!(map.find(row.into()), Some(row));
    }
}

/// The three files of a kept diff: two lines, and the rest.
fn diff(bytes: &[u8]) {
    let mut parts = bytes.splitn(3, |byte| *byte == b'\n');
    let mut next = || parts.next().unwrap_or_default();
    let (inputs, summary, events) = (next(), next(), next());
    in_a_folder(&[
        ("diffs/diff_0123456789abcdef/inputs.json", inputs),
        ("diffs/diff_0123456789abcdef/summary.json", summary),
        ("diffs/diff_0123456789abcdef/events.jsonl", events),
    ]);
    if let Ok(inputs) = serde_json::from_slice::<Inputs>(inputs) {
        let again: Inputs = serde_json::from_str(&inputs.canonical()).expect("what is canonical is read");
        assert_eq!((again.id(), again), (inputs.id(), inputs.clone()));
        if let Ok(summary) = serde_json::from_slice::<Summary>(summary) {
            let events =
                events.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice::<Event>(line).ok());
            shown(&Diff { inputs, summary, events: events.collect() });
        }
    }
}

fn shown(diff: &Diff) {
    for format in [DiffFormat::Text, DiffFormat::Json, DiffFormat::Jsonl, DiffFormat::Markdown] {
        let mut bytes = Vec::new();
        write_diff(diff, &[None, None], format, &Look::default(), &mut bytes).expect("bytes take everything");
        let text = String::from_utf8(bytes).expect("text");
        let steers =
            |c: char| (c.is_control() && c != '\n') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        assert!(!text.contains(steers), "{format:?}: {text}");
    }
}

fn listed(bytes: &[u8]) {
    in_a_folder(&[("diffs/manifest.json", bytes), ("diffs/diff_0123456789abcdef/x", b"")]);
    if let Ok(manifest) = serde_json::from_slice::<Manifest>(bytes) {
        let text = serde_json::to_string(&manifest).expect("a manifest is JSON");
        let again: Manifest = serde_json::from_str(&text).expect("what was written is read");
        assert_eq!(serde_json::to_string(&again).expect("JSON"), text);
    }
}

/// Reads a registry whose files hold these bytes.
fn in_a_folder(files: &[(&str, &[u8])]) {
    thread_local! {
        static FOLDER: TempDir = tempfile::tempdir().expect("a folder");
    }
    FOLDER.with(|folder| {
        for (name, bytes) in files {
            let path: PathBuf = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder above it")).expect("a folder");
            std::fs::write(path, bytes).expect("a file");
        }
        let registry = Registry::new(StateFolder::private(folder.path()));
        let _ = registry.list().expect("the folder is there");
        let _ = registry.get("0123456789abcdef");
        let _ = std::fs::remove_file(folder.path().join("diffs/manifest.json"));
    });
}

fn names(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = IndexRef::parse(&text);
    if let Ok(uid) = text.parse::<ChunkUid>() {
        assert_eq!(uid.to_string(), text);
    }
}
