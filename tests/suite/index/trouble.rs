//! Whatever happens to the files of the index, a scan is neither wrong nor failed (the third thing to show): the same
//! report and the same exit status, and at most a warning.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::facts::{assert_same, facts};
use super::serve::without_additions;
use codesub::git::Repository;
use codesub::index::Informant;
use codesub::report::Report;
use codesub::scan::Request;

use crate::repository::{Fixture, Run};

/// How many single bits of a file are flipped, each in a scan of its own.
const FLIPS: usize = 40;

/// A repository with an index that has facts in its log as well, and a change that says much.
struct Ground {
    fixture: Fixture,
    /// The files of the index, by their path below its folder.
    files: Vec<(PathBuf, Vec<u8>)>,
    expected: (i32, serde_json::Value),
}

impl Ground {
    fn new() -> Self {
        let fixture = Fixture::new();
        let body = |number: i32| {
            format!("def f{number}(a, b):\n    total = a * {number} + b\n    return [total, g{number}(a), b]\n\n\n")
        };
        let source = |from: i32| (from..from + 30).map(body).collect::<String>();
        let list = "version: 1\nsubscriptions:\n  - id: gone\n    target: a.py::f3\n  - id: changed\n    \
                    target: a.py::f5\n  - id: moved\n    target: a.py::f7\n  - id: same\n    target: b.py::f101\n";
        fixture.write("codesub.yaml", list).write("a.py", source(0)).write("b.py", source(100));
        fixture.write("copy.py", format!("import os\n\n\n{}", body(3))).commit("before");
        let now = source(0).replace(&body(3), "").replace(&body(7), "").replace("a * 5", "a * 55");
        fixture.write("a.py", now).write("c.py", body(7)).commit("after");
        let expected = Ground::ran(&fixture, "");
        fixture.codesub(&["index", "build"]).exits(0);
        let files = with_a_log(&fixture);
        Ground { fixture, files, expected }
    }

    fn folder(&self) -> PathBuf {
        self.fixture.path(".git/codesub/index")
    }

    /// Puts the index back as it was.
    fn restore(&self) {
        fs::remove_dir_all(self.folder()).expect("a folder to remove");
        for (name, bytes) in &self.files {
            let path = self.folder().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, bytes).expect("a file");
        }
    }

    /// Runs a scan; its status and report, without what an index adds.
    fn ran(fixture: &Fixture, what: &str) -> (i32, serde_json::Value) {
        let run = fixture.codesub(&["scan", "--base", "HEAD~1", "--check", "--json"]);
        warns_at_most(&run, what);
        (run.status, stripped(run.json()))
    }

    #[track_caller]
    fn check(&self, what: &str) {
        assert_eq!(Ground::ran(&self.fixture, what), self.expected, "{what}");
    }

    #[track_caller]
    fn warns(&self, words: &str) {
        let run = self.fixture.codesub(&["scan", "--base", "HEAD~1", "--check", "--json"]).tells(words);
        assert_eq!((run.status, stripped(run.json())), self.expected, "{words}");
        // Who wants it quiet has it quiet.
        let quiet = self.fixture.codesub(&["scan", "--base", "HEAD~1", "--check", "--json", "--quiet"]);
        assert_eq!((quiet.status, quiet.stderr.as_str()), (self.expected.0, ""));
    }

    fn scan(&self) -> Report {
        let repository = Repository::open(self.fixture.root()).expect("a repository");
        let index = Informant::of(&repository);
        let request = Request { base: Some("HEAD~1".into()), index, ..Request::default() };
        codesub::scan(&repository, &request).unwrap_or_else(|error| panic!("{error}")).report
    }
}

fn warns_at_most(run: &Run, what: &str) {
    let lines: Vec<&str> = run.stderr.lines().collect();
    let fine = lines.is_empty() || lines.len() == 1 && lines[0].starts_with("warning: the index ");
    assert!(fine, "{what}: {}", run.stderr);
}

fn stripped(mut report: serde_json::Value) -> serde_json::Value {
    for trigger in report["triggers"].as_array_mut().into_iter().flatten() {
        if let Some(details) = trigger["details"].as_object_mut() {
            details.remove("references");
            details.remove("in_index");
        }
    }
    if let Some(proposals) = report["proposals"].as_array_mut() {
        proposals.retain(|proposal| proposal["reasons"] != serde_json::json!(["found_in_index"]));
    }
    report
}

/// The files of the index as a writer leaves them that was killed after a commit: with a log.
fn with_a_log(fixture: &Fixture) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = fixture.path(".git/codesub/index");
    let connection = Connection::open(folder.join("facts.sqlite")).expect("a store");
    connection.pragma_update(None, "wal_autocheckpoint", 0).expect("set");
    connection.execute("UPDATE files SET indexed_at = indexed_at + 1", []).expect("changed");
    let files = files_below(&folder);
    let names: Vec<String> = files.iter().map(|(name, _)| name.display().to_string()).collect();
    for name in ["facts.sqlite", "facts.sqlite-wal", "facts.sqlite-shm"] {
        assert!(names.iter().any(|it| it == name), "no {name} among {names:?}");
    }
    files
}

fn files_below(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut folders = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below").to_owned();
                files.push((name, fs::read(path).expect("a file")));
            }
        }
    }
    files.sort();
    files
}

/// Every file of the index: gone, truncated, garbage.
#[test]
fn damaged_files_lead_to_a_warning_at_most() {
    let ground = Ground::new();
    ground.restore();
    ground.check("as it is");
    for (name, bytes) in &ground.files {
        let garbage: Vec<u8> = (0..bytes.len().max(5000)).map(|at| (at * 31 % 251) as u8).collect();
        let mut late = bytes.clone();
        let half = late.len() / 2;
        late[half..].fill(0xa5);
        let zeros = vec![0; bytes.len()];
        let damages: [(&str, Option<&[u8]>); 8] = [
            ("gone", None),
            ("empty", Some(b"")),
            ("short", Some(b"SQLite")),
            ("half", Some(&bytes[..half])),
            ("one byte less", Some(&bytes[..bytes.len().saturating_sub(1)])),
            ("garbage", Some(&garbage)),
            ("garbage in the second half", Some(&late)),
            ("zeros", Some(&zeros)),
        ];
        for (what, damage) in damages {
            ground.restore();
            let path = ground.folder().join(name);
            match damage {
                Some(bytes) => fs::write(&path, bytes).expect("a file"),
                None => fs::remove_file(&path).expect("a file to remove"),
            }
            ground.check(&format!("{}: {what}", name.display()));
        }
        ground.restore();
        let path = ground.folder().join(name);
        fs::remove_file(&path).expect("a file to remove");
        fs::create_dir(&path).expect("a folder");
        ground.check(&format!("{}: a folder", name.display()));
    }
}

/// Single bits, all over each file. What is decided comes from nothing that a flipped bit could change unseen.
#[test]
fn flipped_bits_change_no_verdict() {
    let ground = Ground::new();
    let expected = {
        fs::remove_dir_all(ground.folder()).expect("a folder to remove");
        without_additions(&ground.scan()).0
    };
    fs::create_dir_all(ground.folder()).expect("a folder");
    for (name, bytes) in &ground.files {
        for flip in 0..FLIPS.min(bytes.len()) {
            ground.restore();
            let mut flipped = bytes.clone();
            let at = flip * bytes.len() / FLIPS.min(bytes.len()) + flip % 7;
            let at = at.min(bytes.len() - 1);
            flipped[at] ^= 1 << (flip % 8);
            fs::write(ground.folder().join(name), flipped).expect("a file");
            let (report, _) = without_additions(&ground.scan());
            assert_eq!(report, expected, "{} with a bit flipped at {at}", name.display());
        }
    }
}

#[test]
fn another_schema_is_told() {
    let ground = Ground::new();
    let set = |version: i64| {
        let connection = Connection::open(ground.folder().join("facts.sqlite")).expect("a store");
        connection.pragma_update(None, "user_version", version).expect("set");
    };
    set(99);
    ground.warns("the index was made by a newer codesub");
    set(-1);
    ground.check("a version that never was");
    // Nothing was ever committed to it.
    set(0);
    ground.check("no version");
    set(1);
    let connection = Connection::open(ground.folder().join("facts.sqlite")).expect("a store");
    connection.execute_batch("DROP TABLE contents").expect("dropped");
    drop(connection);
    ground.warns("the index is damaged");
}

/// Somebody holds the store so that not even readers get in.
#[test]
fn a_lock_that_somebody_holds_is_told() {
    let ground = Ground::new();
    let connection = Connection::open(ground.folder().join("facts.sqlite")).expect("a store");
    connection.execute_batch("BEGIN EXCLUSIVE").expect("begun");
    ground.check("a writer is at work");
    connection
        .execute_batch("ROLLBACK; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE files SET skipped = NULL")
        .expect("locked");
    ground.warns("the index cannot be read");
}

/// A folder in which nothing can be made.
#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_leads_to_a_warning_at_most() {
    use std::os::unix::fs::PermissionsExt as _;

    let ground = Ground::new();
    let set = |path: &Path, mode: u32| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("set");
    let (folder, facts) = (ground.folder(), ground.folder().join("facts.sqlite"));
    drop(fs::remove_file(folder.join("facts.sqlite-shm")));
    for (path, mode) in [(&facts, 0o444), (&facts, 0o000), (&folder, 0o555), (&folder, 0o000)] {
        let was = fs::metadata(path).expect("there").permissions().mode();
        set(path, mode);
        // Root reads and writes everything, so that there is nothing to see for it but the same report.
        ground.check(&format!("{} {mode:o}", path.display()));
        set(path, was);
    }
}

/// Whatever reads through the index does without it, and says so once.
#[test]
fn every_command_goes_on_without_it() {
    let ground = Ground::new();
    for arguments in [
        &["scan", "--base", "HEAD~1"][..],
        &["explain", "gone", "--base", "HEAD~1"],
        &["diff", "HEAD~1", "HEAD"],
        &["symbols", "a.py"],
        &["show", "same"],
        &["accept", "--all"],
        &["apply", "--base", "HEAD~1"],
        &["decide", "gone", "--pick", "copy.py::f3"],
        &["add", "b.py::f102"],
    ] {
        let run = |index: Option<&str>| {
            let fixture = ground.fixture.copy();
            fs::remove_dir_all(fixture.path(".git/codesub/index")).expect("a folder to remove");
            if let Some(bytes) = index {
                fixture.write(".git/codesub/index/facts.sqlite", bytes);
            }
            let run = fixture.codesub(arguments);
            let list = fixture.read("codesub.yaml");
            (run, list)
        };
        let (expected, list) = run(None);
        let (damaged, list_then) = run(Some(&"garbage ".repeat(1000)));
        let warning = damaged.stderr.lines().filter(|line| line.starts_with("warning: the index is damaged")).count();
        assert_eq!(warning, 1, "{arguments:?}: {}", damaged.stderr);
        let rest: String = damaged.stderr.lines().filter(|line| !line.starts_with("warning: ")).collect();
        assert_eq!(rest, expected.stderr.lines().collect::<String>(), "{arguments:?}");
        assert_eq!((damaged.status, damaged.stdout), (expected.status, expected.stdout), "{arguments:?}");
        assert_eq!(list_then, list, "{arguments:?}");
    }
}

/// Rows that do not go together are damage too, and are no reason to look at permissions: a build makes them anew.
#[test]
fn a_build_finds_damage_that_nobody_asks_for() {
    let ground = Ground::new();
    let build = |damage: &str| {
        ground.restore();
        let connection = Connection::open(ground.folder().join("facts.sqlite")).expect("a store");
        connection.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA writable_schema = ON").expect("set");
        connection.execute_batch(damage).expect(damage);
        drop(connection);
        ground.check(damage);
        ground.fixture.codesub(&["index", "build"]).exits(0).tells("Made anew, because the index is damaged");
        facts(&ground.fixture)
    };
    ground.restore();
    let expected = facts(&ground.fixture);
    for damage in [
        "UPDATE symbols SET file_id = 4711 WHERE name = 'f5'",
        // An index that has lost its rows: what is looked up by it is not found.
        "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'edges_by_gone_path') \
         WHERE name = 'occurrences_by_name'",
    ] {
        assert_same(&build(damage), &expected, damage);
    }
}

/// A folder where a file should be is out of the way of whoever writes.
#[test]
fn a_refresh_makes_anew_what_is_no_file() {
    let ground = Ground::new();
    let expected = facts(&ground.fixture);
    for name in ["facts.sqlite", "facts.sqlite-wal", "facts.sqlite-shm", "lexical"] {
        let path = ground.folder().join(name);
        if path.is_dir() {
            fs::remove_dir_all(&path).expect("removed");
            fs::write(&path, "no folder").expect("written");
        } else {
            fs::remove_file(&path).ok();
            fs::create_dir_all(path.join("with/more")).expect("a folder");
        }
        ground.check(name);
        ground.fixture.codesub(&["index", "refresh"]).exits(0);
        assert_same(&facts(&ground.fixture), &expected, name);
        ground.fixture.codesub(&["index", "search", "f5"]).exits(0).prints("a.py");
    }
}
