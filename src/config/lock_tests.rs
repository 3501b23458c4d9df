//! The lock: what is printed, what is refused, which entries count.

use super::*;

fn hash(digit: u8) -> Fingerprint {
    Fingerprint([digit; 16])
}

fn entry(qualname: &str) -> Entry {
    Entry {
        path: "src/a.py".into(),
        start_line: 3,
        end_line: 9,
        blob: Some("b10b".into()),
        seen: Seen::Construct(Box::new(SeenConstruct {
            language: "python".into(),
            kind: Kind::Class,
            qualname: qualname.into(),
            role: None,
            interface_hash: hash(1),
            bare_interface_hash: hash(1),
            body_hash: hash(2),
            has_parse_error: false,
            members: BTreeMap::new(),
            bases: Vec::new(),
            inherited_hash: None,
        })),
        created_at: String::new(),
        updated_at: String::new(),
        picked: None,
    }
}

fn lines() -> Entry {
    let anchors = Anchors { before: vec!["a".into()], lines: vec!["b".into()], after: vec![] };
    Entry { blob: None, seen: Seen::Lines(anchors), ..entry("") }
}

pub(in crate::config) fn full_lock() -> Lock {
    let mut lock = Lock::new();
    lock.put("plain", entry("A"), "2026-01-01T00:00:00Z");
    let mut rich = entry("B");
    rich.picked = Some("src/a.py::B".into());
    if let Seen::Construct(seen) = &mut rich.seen {
        seen.role = Some(Role::Const);
        seen.bare_interface_hash = hash(3);
        seen.bases = vec!["src/b.py::Base".into()];
        seen.inherited_hash = Some(seen.body_hash);
        seen.has_parse_error = true;
        for (name, bare) in [("y", 4), ("x", 5)] {
            let member = SeenMember {
                kind: Kind::Field,
                interface_hash: hash(5),
                bare_interface_hash: hash(bare),
                body_hash: hash(6),
                private: name == "y",
            };
            seen.members.insert(name.into(), member);
        }
    }
    lock.put("rich", rich, "2026-01-02T00:00:00Z");
    lock.put("lines", lines(), "2026-01-03T00:00:00Z");
    lock
}

#[test]
fn prints_one_sorted_key_a_line() {
    let one = "01".repeat(16);
    let two = "02".repeat(16);
    let mut lock = Lock::new();
    lock.put("plain", entry("A"), "2026-01-01T00:00:00Z");
    lock.put("lines", lines(), "2026-01-03T00:00:00Z");
    let expected = format!(
        r#"{{
  "fingerprint_version": 1,
  "subscriptions": {{
    "lines": {{
      "anchors": {{
        "after": [],
        "before": [
          "a"
        ],
        "lines": [
          "b"
        ]
      }},
      "blob": null,
      "created_at": "2026-01-03T00:00:00Z",
      "end_line": 9,
      "path": "src/a.py",
      "start_line": 3,
      "updated_at": "2026-01-03T00:00:00Z"
    }},
    "plain": {{
      "blob": "b10b",
      "body_hash": "{two}",
      "created_at": "2026-01-01T00:00:00Z",
      "end_line": 9,
      "interface_hash": "{one}",
      "kind": "class",
      "language": "python",
      "path": "src/a.py",
      "qualname": "A",
      "role": null,
      "start_line": 3,
      "updated_at": "2026-01-01T00:00:00Z"
    }}
  }},
  "version": 1
}}
"#
    );
    assert_eq!(lock.to_json(), expected);
}

#[test]
fn what_is_printed_is_read_back() {
    let lock = full_lock();
    let text = lock.to_json();
    assert_eq!(Lock::parse(text.as_bytes(), "codesub.lock").unwrap(), lock);
    assert_eq!(
        Lock::parse(b"\xef\xbb\xbf{\"version\":1,\"fingerprint_version\":1,\"subscriptions\":{}}", "x").unwrap(),
        Lock::new()
    );
    for key in ["bare_interface_hash", "bases", "has_parse_error", "inherited_hash", "members", "picked"] {
        assert_eq!(
            text.matches(&format!("\"{key}\"")).count(),
            if key == "bare_interface_hash" { 2 } else { 1 },
            "{key}"
        );
    }
}

#[test]
fn another_fingerprint_version_is_read_but_does_not_count() {
    let mut lock = full_lock();
    lock.fingerprint_version = FINGERPRINT_VERSION + 1;
    let mut lock = Lock::parse(lock.to_json().as_bytes(), "x").unwrap();
    let construct = Subscription::new("plain", "src/a.py::A".parse().unwrap());
    let line = Subscription::new("lines", "src/a.py:3-9".parse().unwrap());
    assert!(lock.entry_for(&construct).is_none());
    assert!(lock.entry_for(&line).is_some(), "lines have no fingerprints");
    lock.put("plain", entry("A"), "2027-01-01T00:00:00Z");
    assert_eq!(lock.fingerprint_version, FINGERPRINT_VERSION);
    assert_eq!(lock.subscriptions.keys().collect::<Vec<_>>(), ["lines", "plain"]);
    assert_eq!(lock.subscriptions["plain"].created_at, "2026-01-01T00:00:00Z");
}

#[test]
fn an_entry_counts_only_for_its_own_target() {
    let mut lock = Lock::new();
    lock.put("a", entry("A.add(int,int)"), "t");
    lock.put("l", lines(), "t");
    let cases = [
        ("a", "src/a.py::A.add(int,int)", true),
        ("a", "src/a.py::A.add", true),
        ("a", "src/a.py::A", false),
        ("a", "src/a.py::A.ad", false),
        ("a", "src/b.py::A.add", false),
        ("a", "src/a.py:3-9", false),
        ("b", "src/a.py::A.add", false),
        ("l", "src/a.py:3-9", true),
        ("l", "src/a.py:3-8", false),
    ];
    for (id, target, counts) in cases {
        let subscription = Subscription::new(id, target.parse().unwrap());
        assert_eq!(lock.entry_for(&subscription).is_some(), counts, "{id} {target}");
    }
    assert_eq!(lock.subscriptions["a"].target().to_string(), "src/a.py::A.add(int,int)");
}

#[test]
fn times_move_only_with_something_else() {
    let mut lock = Lock::new();
    let times = |lock: &Lock| {
        let entry = &lock.subscriptions["a"];
        (entry.created_at.clone(), entry.updated_at.clone())
    };
    lock.put("a", entry("A"), "1");
    assert_eq!(times(&lock), ("1".into(), "1".into()));
    lock.put("a", entry("A"), "2");
    assert_eq!(times(&lock), ("1".into(), "1".into()));
    lock.put("a", Entry { start_line: 4, ..entry("A") }, "3");
    assert_eq!(times(&lock), ("1".into(), "3".into()));
}

#[test]
fn says_what_is_wrong() {
    let good = full_lock().to_json();
    let line_of = |part: &str| good.lines().position(|line| line.contains(part)).unwrap() + 1;
    let language = format!("codesub.lock:{}: unknown field `languag`", line_of("\"language\""));
    let cases: Vec<(String, &str, &str)> = vec![
        (good.replace("\"version\": 1\n", "\"version\": 2\n"), "version 2 is not supported", "upgrade codesub"),
        (good.replace("\"version\": 1\n", "\"new\": 1\n"), "`version` is missing", "accept --all"),
        (good.replacen("\"language\"", "\"languag\"", 1), &language, "accept --all"),
        (
            good.replace("    \"plain\"", "<<<<<<< HEAD\n    \"plain\""),
            "a merge conflict is not resolved",
            "delete the file, then run `codesub accept --all`",
        ),
        (good.replace("\"plain\": {", "\"rich\": {"), "`rich` is there twice", ""),
        (good.replace("src/a.py\"", "../a.py\""), "the entry of `lines` is damaged: the path contains `..`", ""),
        (good.replace("\"start_line\": 3", "\"start_line\": 0"), "lines 0 to 9 do not exist", ""),
        (good.replace("      \"kind\": \"class\",\n", ""), "`kind` is missing", ""),
        (good.replace("\"kind\": \"class\"", "\"kind\": \"klass\""), "unknown variant `klass`", ""),
        (
            good.replacen("      \"blob\": null", "      \"kind\": \"class\",\n      \"blob\": null", 1),
            "`kind` does not go",
            "",
        ),
        (good.replace(&"01".repeat(16), "xyz"), "expected 32 hex digits", ""),
        ("".into(), "codesub.lock:1: EOF", "accept --all"),
        ("[]".into(), "codesub.lock:1: ", ""),
    ];
    for (text, message, hint) in cases {
        let error = Lock::parse(text.as_bytes(), "codesub.lock").expect_err(message);
        assert!(error.to_string().contains(message), "want {message}, got {error}");
        assert!(error.hint_text().unwrap_or_default().contains(hint), "{message}: {:?}", error.hint_text());
        assert_eq!(error.exit_status(), crate::error::ExitStatus::Usage);
    }
}
