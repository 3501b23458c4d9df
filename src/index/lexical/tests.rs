use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::*;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn entry(path: &str, blob: &str, defined: &[&str], text: &str) -> Entry {
    Entry::new(&Document { path, blob, defined, mentioned: &["used_name"], text: text.as_bytes() })
}

fn key(path: &str, blob: &str) -> Key {
    Key { path: path.to_owned(), blob: blob.to_owned() }
}

fn write(at: &Path, entries: Vec<Entry>, removed: &[Key], payload: &str) {
    change(&mut Lexical::open_for_writing(at).expect("opened"), entries, removed, payload);
}

fn change(lexical: &mut Lexical, entries: Vec<Entry>, removed: &[Key], payload: &str) {
    let mut writing = lexical.write().expect("a writer");
    removed.iter().for_each(|key| writing.remove(key));
    entries.into_iter().for_each(|entry| writing.add(entry).expect("added"));
    writing.commit(payload).expect("committed").wait();
}

fn asked(at: &Path) -> Lexical {
    Lexical::open_for_asking(at).expect("readable").expect("there")
}

fn paths(at: &Path, typed: &str, within: Within, kind: Match) -> Vec<String> {
    let wanted = Wanted::new(typed).expect("words");
    asked(at).files(&wanted, within, kind).expect("an answer").into_iter().map(|key| key.path).collect()
}

/// Three files in two segments.
fn sample() -> tempfile::TempDir {
    let folder = folder();
    let first = vec![
        entry("src/auth.py", "a1", &["AuthService", "AuthService.validate_token"], "def validate_token(): retry after"),
        entry("src/userService.ts", "b1", &["getUser"], "export const getUser = 1"),
    ];
    write(folder.path(), first, &[], "one");
    write(folder.path(), vec![entry("docs/readme.md", "c1", &[], "Retry the token")], &[], "two");
    folder
}

#[test]
fn finds_names_however_they_are_written() {
    let folder = sample();
    let at = folder.path();
    for typed in ["validate token", "validateToken", "validate_token", "ValidateToken", "AuthService.validate_token"] {
        assert_eq!(paths(at, typed, Within::Defined, Match::Exact), ["src/auth.py"], "{typed}");
    }
    assert_eq!(paths(at, "token validate", Within::Defined, Match::Words), ["src/auth.py"]);
    assert_eq!(paths(at, "valid", Within::Defined, Match::Prefix), ["src/auth.py"]);
    assert_eq!(paths(at, "valdate tokne", Within::Defined, Match::Similar), ["src/auth.py"]);
    assert_eq!(paths(at, "token user", Within::Defined, Match::Some), ["src/auth.py", "src/userService.ts"]);
    assert_eq!(paths(at, "token user", Within::Defined, Match::Words), [""; 0]);
    assert_eq!(paths(at, "retry", Within::Content, Match::Words), ["docs/readme.md", "src/auth.py"]);
    assert_eq!(paths(at, "service", Within::Path, Match::Words), ["src/userService.ts"]);
    assert_eq!(paths(at, "user_service", Within::Path, Match::Exact), ["src/userService.ts"]);
    assert_eq!(paths(at, "used", Within::Mentioned, Match::Words).len(), 3);
}

#[test]
fn has_the_documents_of_the_last_commit() {
    let folder = sample();
    let at = folder.path();
    let all: BTreeSet<Key> =
        [key("docs/readme.md", "c1"), key("src/auth.py", "a1"), key("src/userService.ts", "b1")].into();
    assert_eq!((asked(at).keys().expect("keys"), asked(at).payload()), (all, Some("two")));

    // The same path with another content, in the commit that removes the old one.
    write(at, vec![entry("src/auth.py", "a2", &["other"], "")], &[key("src/auth.py", "a1")], "three");
    let keys = asked(at).keys().expect("keys");
    assert!(keys.contains(&key("src/auth.py", "a2")) && keys.len() == 3, "{keys:?}");
    assert_eq!(paths(at, "validate_token", Within::Defined, Match::Exact), [""; 0]);

    // Removing and adding the same one leaves it there once.
    write(at, vec![entry("src/auth.py", "a2", &["other"], "")], &[key("src/auth.py", "a2")], "four");
    assert_eq!(asked(at).keys().expect("keys"), keys);

    // What is not committed never happened.
    let mut lexical = Lexical::open_for_writing(at).expect("opened");
    let mut writing = lexical.write().expect("a writer");
    writing.remove(&key("src/auth.py", "a2"));
    writing.add(entry("new", "n1", &[], "")).expect("added");
    drop(writing);
    assert_eq!((asked(at).keys().expect("keys"), asked(at).payload()), (keys, Some("four")));
}

#[test]
fn is_reconciled_with_what_there_should_be() {
    let folder = sample();
    let at = folder.path();
    let wanted: BTreeSet<Key> = [key("src/auth.py", "a1"), key("new.py", "n1")].into();
    let mut lexical = Lexical::open_for_writing(at).expect("opened");
    let mut made = Vec::new();
    let merging = lexical.reconcile::<Trouble>(
        &wanted,
        |key| {
            made.push(key.clone());
            Ok(entry(&key.path, &key.blob, &[], ""))
        },
        "again",
    );
    merging.expect("reconciled").wait();
    assert_eq!(made, [key("new.py", "n1")], "nothing that was there is made again");
    assert_eq!((asked(at).keys().expect("keys"), asked(at).payload()), (wanted, Some("again")));
}

#[test]
fn takes_any_bytes_and_any_amount_of_them() {
    let folder = folder();
    let at = folder.path();
    let many: String = (0..300_000).map(|n| format!("w{n} ")).collect();
    let late = format!("{}zzlate", "x ".repeat(1 << 19));
    let entries = vec![
        Entry::new(&Document { path: "binary", blob: "1", defined: &[], mentioned: &[], text: b"needle \0 needle" }),
        Entry::new(&Document { path: "latin", blob: "2", defined: &[], mentioned: &[], text: b"gr\xfc\xdfe needle" }),
        entry("many", "3", &[], &many),
        entry("late", "4", &[], &late),
        entry("a\u{0}b", "5", &["\u{0}", "", ".."], "\u{0}"),
        entry("日本語/ファイル.py", "6", &["名前"], "needle"),
    ];
    write(at, entries, &[], "one");
    assert_eq!(paths(at, "needle", Within::Content, Match::Words), ["latin", "日本語/ファイル.py"]);
    assert_eq!(paths(at, "w777", Within::Content, Match::Exact), ["many"]);
    assert_eq!(paths(at, "zzlate", Within::Content, Match::Words), [""; 0], "only the first MiB is looked at");
    assert_eq!(paths(at, "名前", Within::Defined, Match::Exact), ["日本語/ファイル.py"]);
    let long = "a".repeat(20_000);
    for typed in ["*", "a OR b", "\"a", "field:x", "[a TO b]", "\\", "a AND", "💥 x", long.as_str()] {
        if let Some(wanted) = Wanted::new(typed) {
            for kind in [Match::Exact, Match::Words, Match::Prefix, Match::Similar, Match::Some] {
                for within in [Within::Path, Within::Defined, Within::Mentioned, Within::Content] {
                    asked(at).files(&wanted, within, kind).expect("an answer");
                }
            }
        }
    }
}

#[test]
fn many_small_commits_end_in_few_pieces_and_leave_nothing_behind() {
    let folder = folder();
    let at = folder.path();
    let large = (0..300).map(|n| entry(&format!("big/{n}"), "1", &[], "some text")).collect();
    write(at, large, &[], "0");
    for n in 0..40 {
        let old = (n > 0).then(|| key("changing", &format!("{}", n - 1)));
        write(at, vec![entry("changing", &n.to_string(), &[], "more")], old.as_slice(), "n");
    }
    let lexical = asked(at);
    assert_eq!(lexical.keys().expect("keys").len(), 301);
    let segments = lexical.segments().expect("a number");
    assert!(segments <= 9, "{segments} segments");
    let files = fs::read_dir(at.join(FOLDER)).expect("a folder").count();
    assert!(files <= segments * 8 + 6, "{files} files of {segments} segments");
}

#[test]
fn readers_read_on_while_all_that_they_read_is_replaced() {
    let folder = sample();
    let at = folder.path().to_owned();
    let old = asked(&at);
    let writer = std::thread::spawn({
        let at = at.clone();
        move || {
            for n in 0..30 {
                let entries = vec![entry("a", &n.to_string(), &["always"], "text")];
                let removed = if n == 0 { vec![] } else { vec![key("a", &(n - 1).to_string())] };
                write(&at, entries, &removed, &n.to_string());
            }
        }
    });
    let mut looked = 0;
    while !writer.is_finished() || looked == 0 {
        assert_eq!(asked(&at).keys().expect("keys").iter().filter(|key| key.path != "a").count(), 3);
        looked += 1;
    }
    writer.join().expect("no panic");
    assert_eq!((old.keys().expect("keys").len(), old.payload()), (3, Some("two")), "as it was when it was opened");
    assert_eq!(paths(&at, "always", Within::Defined, Match::Exact), ["a"]);
}

/// Every file of it, damaged in every way: trouble to whoever asks, made anew by whoever writes, and never a panic.
#[test]
fn damage_is_told_and_repaired() {
    let intact = sample();
    // With a removed document there is a file for that as well.
    write(intact.path(), vec![], &[key("src/auth.py", "a1")], "three");
    let names: Vec<PathBuf> = fs::read_dir(intact.path().join(FOLDER))
        .expect("a folder")
        .map(|entry| PathBuf::from(entry.expect("an entry").file_name()))
        .filter(|name| !name.to_string_lossy().ends_with(".lock"))
        .collect();
    assert!(names.len() > 10, "{names:?}");
    let mut refused = 0;
    for name in &names {
        let bytes = fs::read(intact.path().join(FOLDER).join(name)).expect("read");
        let mut damages: Vec<(String, Option<Vec<u8>>)> = vec![("missing".to_owned(), None)];
        for length in [0, 5, 8, bytes.len() / 2, bytes.len().saturating_sub(1)] {
            damages.push((format!("cut to {length}"), Some(bytes[..length.min(bytes.len())].to_vec())));
        }
        damages.push(("garbage".to_owned(), Some(vec![0xa7; bytes.len()])));
        damages.push(("longer".to_owned(), Some([&bytes[..], b"more"].concat())));
        for at in (0..bytes.len()).step_by(1 + bytes.len() / 8) {
            let mut flipped = bytes.clone();
            flipped[at] ^= 0x55;
            damages.push((format!("byte {at}"), Some(flipped)));
        }
        for (how, damaged) in damages {
            let copy = folder();
            fs::create_dir(copy.path().join(FOLDER)).expect("a folder");
            for name in &names {
                let from = intact.path().join(FOLDER).join(name);
                fs::copy(from, copy.path().join(FOLDER).join(name)).expect("a copy");
            }
            let place = copy.path().join(FOLDER).join(name);
            match damaged {
                Some(damaged) => fs::write(&place, damaged).expect("written"),
                None => fs::remove_file(&place).expect("removed"),
            }
            let what = format!("{}: {how}", name.display());
            match Lexical::open_for_asking(copy.path()) {
                Err(Trouble::Damaged(_) | Trouble::Older) => refused += 1,
                Err(trouble) => panic!("{what}: {trouble:?}"),
                Ok(None) => assert!(name == Path::new("meta.json") && how == "missing", "{what}"),
                // Not every byte means something: then the answers are what they were.
                Ok(Some(lexical)) => {
                    assert_eq!(lexical.keys().expect("keys").len(), 2, "{what}");
                    assert!(name.to_string_lossy().ends_with(".json") || how.starts_with("byte"), "{what}");
                }
            }
            let mut repaired = Lexical::open_for_writing(copy.path()).expect(&what);
            assert!([0, 2].contains(&repaired.keys().expect(&what).len()), "{what}");
            // Writing takes much longer than opening.
            if ["missing", "garbage", "byte 0"].contains(&how.as_str()) {
                change(&mut repaired, vec![entry("new", "n", &["fresh"], "")], &[], "repaired");
                assert_eq!(paths(copy.path(), "fresh", Within::Defined, Match::Exact), ["new"], "{what}");
            }
        }
    }
    assert!(refused > names.len() * 6, "{refused}");
}

#[test]
fn what_other_rules_made_is_made_anew() {
    let folder = sample();
    let meta = folder.path().join(FOLDER).join("meta.json");
    let text = fs::read_to_string(&meta).expect("read").replace(fields::TOKENIZER, "codesub-words-0");
    fs::write(&meta, text).expect("written");
    assert_eq!(Lexical::open_for_asking(folder.path()).err(), Some(Trouble::Older));
    let lexical = Lexical::open_for_writing(folder.path()).expect("made anew");
    assert_eq!((lexical.payload(), lexical.keys().expect("keys").len()), (None, 0));
}

#[test]
fn is_made_where_something_else_stands() {
    let folder = folder();
    assert!(Lexical::open_for_asking(folder.path()).expect("asked").is_none());
    fs::write(folder.path().join(FOLDER), "a file").expect("written");
    assert!(Lexical::open_for_asking(folder.path()).is_err());
    write(folder.path(), vec![entry("new", "n", &[], "")], &[], "x");
    assert_eq!(asked(folder.path()).keys().expect("keys").len(), 1);
}

/// Two writers at once would be a defect of the callers, who hold a lock; it is told and harms nothing.
#[test]
fn one_writes_at_a_time() {
    let folder = sample();
    let mut one = Lexical::open_for_writing(folder.path()).expect("opened");
    let writing = one.write().expect("a writer");
    let mut other = Lexical::open_for_writing(folder.path()).expect("opened");
    assert!(matches!(other.write().err(), Some(Trouble::Unreadable(_))));
    drop(writing);
    assert!(other.write().is_ok());
}
