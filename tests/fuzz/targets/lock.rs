//! `codesub.lock`: what is read is written so that it reads back the same, and the same lock gives the same bytes.

use codesub::config::{Lock, Subscription};

pub const WORDS: &[&str] = &[
    "\"fingerprint_version\": ",
    "\"subscriptions\": ",
    "\"version\": 1",
    "\"path\": ",
    "\"start_line\": ",
    "\"end_line\": ",
    "\"blob\": ",
    "\"lines\": ",
    "\"members\": ",
    "\"bases\": ",
    "\"kind\": \"class\"",
    "\"qualname\": ",
    "\"picked\": ",
    "\"created_at\": ",
    "0123456789abcdef0123456789abcdef",
    "null",
    "{",
    "}",
    "[",
    "]",
    ",",
    "\\u0000",
    "\\ud800",
    "-1",
    "1e999",
    "18446744073709551616",
];

pub fn seeds() -> Vec<Vec<u8>> {
    let locks = ["codesub.lock", "examples", "tests/cases", "tests/languages"].iter().flat_map(|place| {
        if place.ends_with(".lock") {
            vec![std::fs::read(std::path::Path::new(crate::ROOT).join(place)).expect("our own lock")]
        } else {
            let found = super::files(place, 100_000).into_iter().filter(|(path, _)| path.ends_with("codesub.lock"));
            found.map(|(_, bytes)| bytes).collect()
        }
    });
    let mut seeds: Vec<Vec<u8>> = Vec::new();
    for bytes in locks {
        // Few entries of each say all that many do.
        if let Ok(mut lock) = Lock::parse(&bytes, "codesub.lock") {
            let keep: Vec<String> = lock.subscriptions.keys().take(3).cloned().collect();
            lock.subscriptions.retain(|id, _| keep.contains(id));
            seeds.push(lock.to_json().into_bytes());
        }
    }
    seeds.push(Lock::new().to_json().into_bytes());
    seeds
}

pub fn run(data: &[u8]) {
    let Ok(lock) = Lock::parse(data, "codesub.lock") else { return };
    let text = lock.to_json();
    let again = Lock::parse(text.as_bytes(), "codesub.lock").expect("what was written can be read");
    assert_eq!(again, lock);
    assert_eq!(again.to_json(), text);
    for (id, entry) in &lock.subscriptions {
        let target = entry.target();
        assert!(entry.is_of(&target), "{target:?}");
        let _ = lock.entry_for(&Subscription::new(id, target));
        let mut other = lock.clone();
        other.put(id, codesub::config::lock::Entry::clone(entry), "2026-01-01T00:00:00Z");
        assert_eq!(Lock::parse(other.to_json().as_bytes(), "codesub.lock").expect("what was put can be read"), other);
    }
}
