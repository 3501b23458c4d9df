//! Kills, full disks and other runs during writes (SPEC 13.3): every system call that touches the repository fails or is the last
//! one in turn. Each file is then the old or the new one, and the next run works.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::repository::{Fixture, pinned};

const CODE: &str = "\
def first(value):
    total = sum(value)
    return total / len(value)


def second(value):
    ordered = sorted(value)
    return ordered[len(ordered) // 2]


def third(value):
    return max(value) - min(value)
";

/// The bytes of the list and of the lock.
type Pair = [Option<Vec<u8>>; 2];

/// What writes, and how the repository looks before it.
const WRITERS: [(&str, &[&str]); 5] = [
    ("add", &["add", "src/code.py::third"]),
    ("remove", &["remove", "first"]),
    ("apply", &["apply", "--base", "HEAD"]),
    ("accept", &["accept", "--all"]),
    ("decide", &["decide", "second", "--pick", "src/code.py::third"]),
];

/// The calls that can change what is on disk; `?` where not every system has them.
const CALLS: [&str; 12] = [
    "openat",
    "write",
    "fsync",
    "?rename",
    "renameat",
    "?renameat2",
    "?unlink",
    "unlinkat",
    "?mkdir",
    "ftruncate",
    "?fchmod",
    "flock",
];

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "strace is a program of Linux")]
fn a_kill_at_any_call_leaves_old_or_new_files() {
    let (mut kills, mut between) = (0, 0);
    for (name, arguments) in WRITERS {
        let start = start(name);
        let old = without_times(start.pair());
        let (new, trace) = done(&start, arguments);
        let mut states = BTreeSet::new();
        for call in CALLS {
            for number in numbers(&trace, call) {
                let what = format!("{name}, killed at {call} {number}");
                let fixture = start.copy();
                let run = strace(&fixture, arguments, call, &format!("signal=KILL:when={number}"));
                assert_eq!(run.status.code(), None, "{what}: {}", run.status);
                kills += 1;
                between += usize::from(old_or_new(&fixture, &old, &new, &what));
                if states.insert((without_times(fixture.pair()), fixture.names().len())) {
                    still_works(&fixture, arguments, &new);
                }
            }
        }
    }
    assert!(kills > 60, "only {kills} kills: the calls have other names here");
    assert!(between > 0, "no kill fell between the two files");
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "strace is a program of Linux")]
fn a_full_or_broken_disk_is_told_and_tears_nothing() {
    let mut failures = 0;
    for (name, arguments) in WRITERS {
        let start = start(name);
        let old = without_times(start.pair());
        let (new, trace) = done(&start, arguments);
        let mut states = BTreeSet::new();
        for (call, error) in
            [("write", "ENOSPC"), ("fsync", "EIO"), ("?rename", "EACCES"), ("renameat", "ENOSPC"), ("openat", "EROFS")]
        {
            for number in numbers(&trace, call) {
                let what = format!("{name}, {error} at {call} {number}");
                let fixture = start.copy();
                let run = strace(&fixture, arguments, call, &format!("error={error}:when={number}"));
                let told = String::from_utf8_lossy(&run.stderr);
                old_or_new(&fixture, &old, &new, &what);
                let leftover = fixture.names().into_iter().find(|name| name.ends_with(".codesub-tmp"));
                assert_eq!(leftover, None, "{what}");
                if run.status.success() {
                    // A look for leftovers, or the sync of a folder, may fail; nothing is lost by it.
                    assert!(without_times(fixture.pair()) == new, "{what}: success without the result");
                    continue;
                }
                failures += 1;
                assert!(told.starts_with("error: ") && told.lines().count() <= 2, "{what}: {told}");
                assert!([2, 4].contains(&run.status.code().unwrap_or(-1)), "{what}: {} {told}", run.status);
                if states.insert(without_times(fixture.pair())) {
                    still_works(&fixture, arguments, &new);
                }
            }
        }
    }
    assert!(failures > 20, "only {failures} failures: the calls have other names here");
}

/// A repository in which the command has something to do.
fn start(name: &str) -> Fixture {
    let fixture = Fixture::new();
    fixture.write("src/code.py", CODE).write("codesub.yaml", "version: 1 # kept\nsubscriptions: []\n");
    fixture.codesub(&["add", "src/code.py::first", "src/code.py::second"]).exits(0);
    fixture.commit("start");
    match name {
        "apply" => fixture.write("src/code.py", CODE.replace("first", "renamed")),
        "accept" => fixture.write("src/code.py", CODE.replace("sorted(value)", "sorted(set(value))")),
        _ => &fixture,
    };
    fixture
}

/// Asserts that each file is whole; says whether the lock is new and the list is not.
#[track_caller]
fn old_or_new(fixture: &Fixture, old: &Pair, new: &Pair, what: &str) -> bool {
    let now = without_times(fixture.pair());
    for (file, now) in now.iter().enumerate() {
        assert!(*now == old[file] || *now == new[file], "{what}: file {file} is torn: {now:?}");
    }
    // The lock goes first: a list never points where the lock knows nothing.
    assert!(now[0] == old[0] || now[1] == new[1], "{what}: the list is ahead of the lock");
    now[0] == old[0] && old[0] != new[0] && now[1] != old[1]
}

/// Whatever happened, the next commands work, and running the same one again completes it.
#[track_caller]
fn still_works(fixture: &Fixture, arguments: &[&str], new: &Pair) {
    fixture.codesub(&["scan", "--base", "HEAD"]).exits(0);
    if without_times(fixture.pair()) != *new {
        fixture.codesub(arguments).exits(0);
        assert!(without_times(fixture.pair()) == *new, "{arguments:?} did not complete what was begun");
    }
    fixture.codesub(&["add", "src/code.py::third", "--id", "after"]).exits(0);
    let leftover = fixture.names().into_iter().find(|name| name.ends_with(".codesub-tmp"));
    assert_eq!(leftover, None, "the next update removes leftovers");
}

/// Two runs are seldom of the same second.
fn without_times(pair: Pair) -> Pair {
    pair.map(|file| {
        let text = String::from_utf8(file?).expect("both files are UTF-8");
        let lines = text.lines().filter(|line| !line.contains("_at\": "));
        Some(lines.collect::<Vec<_>>().join("\n").into_bytes())
    })
}

/// Both files after an undisturbed run, and the calls it made.
fn done(start: &Fixture, arguments: &[&str]) -> (Pair, String) {
    let fixture = start.copy();
    let run = strace(&fixture, arguments, &CALLS.join(","), "");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(fixture.pair() != start.pair(), "{arguments:?} has nothing to do");
    (without_times(fixture.pair()), fs::read_to_string(trace_of(&fixture)).expect("a trace"))
}

/// Which calls of a kind to disturb: all of them, but only those after the reading is done.
pub fn numbers(trace: &str, call: &str) -> std::ops::RangeInclusive<usize> {
    let name = format!("{}(", call.trim_start_matches('?'));
    let calls: Vec<&str> = trace.lines().filter(|line| line.starts_with(&name)).collect();
    let first = calls.iter().position(|line| call != "openat" || line.contains("config.lock")).unwrap_or(0);
    first + 1..=calls.len()
}

/// Runs codesub with a fault at a system call of its main thread, which does all the writing.
pub fn strace(fixture: &Fixture, arguments: &[&str], call: &str, fault: &str) -> std::process::Output {
    let mut command = Command::new("strace");
    command.args(["-qq", "-e", "signal=none", "-e", &format!("trace={call}")]);
    if !fault.is_empty() {
        command.args(["-e", &format!("inject={call}:{fault}")]);
    }
    command.arg("-o").arg(trace_of(fixture)).arg("--").arg(env!("CARGO_BIN_EXE_codesub"));
    pinned(command.args(arguments).current_dir(fixture.root()));
    command.output().expect("strace runs; it is installed with `apt-get install strace`")
}

/// Where git does not look.
pub fn trace_of(fixture: &Fixture) -> PathBuf {
    fixture.path(".git/trace")
}

#[test]
fn twenty_adds_at_once_give_twenty_subscriptions() {
    let fixture = Fixture::new();
    let code: String = (0..20).map(|n| format!("def f{n}(value):\n    return value + {n}\n\n\n")).collect();
    fixture.write("code.py", code);
    let children: Vec<_> = (0..20)
        .map(|n| {
            let mut command = fixture.command(&["add", &format!("code.py::f{n}")]);
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("codesub starts")
        })
        .collect();
    for child in children {
        let output = child.wait_with_output().expect("codesub ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let list = fixture.codesub(&["list", "--json"]).exits(0).json();
    let mut ids: Vec<&str> = list.as_array().expect("a list").iter().filter_map(|it| it["id"].as_str()).collect();
    ids.sort_unstable();
    let mut expected: Vec<String> = (0..20).map(|n| format!("f{n}")).collect();
    expected.sort();
    assert_eq!(ids, expected);
    let lock: serde_json::Value = serde_json::from_str(&fixture.read("codesub.lock")).expect("a lock");
    assert_eq!(lock["subscriptions"].as_object().map(serde_json::Map::len), Some(20));
    fixture.commit("all");
    fixture.codesub(&["scan", "--base", "HEAD", "--include-drift"]).exits(0).prints("20 subscriptions, all unchanged");
}

#[test]
fn adds_while_everything_is_accepted_are_not_lost() {
    let fixture = Fixture::new();
    let code: String = (0..12).map(|n| format!("def f{n}(value):\n    return value + {n}\n\n\n")).collect();
    fixture.write("code.py", code);
    fixture.codesub(&["init"]).exits(0);
    let children: Vec<_> = (0..12)
        .flat_map(|n| [vec!["add".to_owned(), format!("code.py::f{n}")], vec!["accept".to_owned(), "--all".to_owned()]])
        .map(|arguments| {
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            fixture.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("codesub starts")
        })
        .collect();
    for mut child in children {
        assert!(child.wait().expect("codesub ends").success());
    }
    let lock: serde_json::Value = serde_json::from_str(&fixture.read("codesub.lock")).expect("a lock");
    assert_eq!(lock["subscriptions"].as_object().map(serde_json::Map::len), Some(12));
}
