//! Kills and full disks while the registry is written (SPEC 13.3): every system call in turn is the last one, or fails.
//! Whatever happens, nothing half-written is seen, and the next commands work.

use std::collections::BTreeSet;

use super::*;
use crate::kills::strace;

/// The calls that can change what is on disk; `?` where not every system has them.
const CALLS: [&str; 13] = [
    "openat",
    "write",
    "fsync",
    "?rename",
    "renameat",
    "?renameat2",
    "?unlink",
    "unlinkat",
    "?mkdir",
    "?rmdir",
    "?link",
    "?fchmod",
    "flock",
];

/// What writes.
const WRITERS: [(&str, &[&str]); 4] = [
    ("compute", &["diff", "compute", "--from", "HEAD~1", "--to", "HEAD", "--persist", "true"]),
    ("prune", &["diff", "prune", "--keep", "0"]),
    ("create", &["snapshot", "create", "one", "--revision", "HEAD~1"]),
    ("remove", &["snapshot", "remove", "pin"]),
];

/// A repository in which the command has something to do: a diff is kept, and a snapshot pins another.
fn start() -> Fixture {
    let fixture = two_commits();
    fixture.write("c.py", "X = 1\n").commit("three");
    fixture.codesub(&["snapshot", "create", "pin", "--revision", "HEAD~2"]).exits(0);
    fixture.codesub(&["diff", "tag:pin", "HEAD"]).exits(0);
    fixture.codesub(&["diff", "HEAD", "HEAD~1"]).exits(0);
    fixture
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "strace is a program of Linux")]
fn a_kill_at_any_call_leaves_nothing_half_written() {
    let start = start();
    let mut kills = 0;
    for (name, arguments) in WRITERS {
        let trace = trace(&start, arguments);
        let mut states = BTreeSet::new();
        for call in CALLS {
            for number in numbers(&trace, call) {
                let what = format!("{name}, killed at {call} {number}");
                let fixture = start.copy();
                let run = strace(&fixture, arguments, call, &format!("signal=KILL:when={number}"));
                assert_eq!(run.status.code(), None, "{what}: {}", run.status);
                kills += 1;
                whole(&fixture, &what);
                if states.insert(names(&fixture)) {
                    still_works(&fixture, arguments, &what);
                }
            }
        }
    }
    assert!(kills > 60, "only {kills} kills: the calls have other names here");
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "strace is a program of Linux")]
fn a_full_or_broken_disk_is_told_and_leaves_nothing_half_written() {
    let start = start();
    let mut failures = 0;
    for (name, arguments) in WRITERS {
        let trace = trace(&start, arguments);
        for (call, error) in [
            ("write", "ENOSPC"),
            ("fsync", "EIO"),
            ("?rename", "ENOSPC"),
            ("renameat", "ENOSPC"),
            ("?mkdir", "ENOSPC"),
            ("openat", "ENOSPC"),
        ] {
            for number in numbers(&trace, call) {
                let what = format!("{name}, {error} at {call} {number}");
                let fixture = start.copy();
                let run = strace(&fixture, arguments, call, &format!("error={error}:when={number}"));
                let told = String::from_utf8_lossy(&run.stderr);
                whole(&fixture, &what);
                if run.status.success() {
                    continue;
                }
                failures += 1;
                assert!(told.starts_with("error: ") && told.lines().count() <= 2, "{what}: {told}");
                assert!([2, 3, 4].contains(&run.status.code().unwrap_or(-1)), "{what}: {} {told}", run.status);
                if call == "write" && run.status.code() == Some(4) && name == "compute" {
                    still_works(&fixture, arguments, &what);
                }
            }
        }
    }
    assert!(failures > 10, "only {failures} failures: the calls have other names here");
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "strace is a program of Linux")]
fn a_diff_that_cannot_be_kept_is_still_told() {
    let start = start();
    let arguments = ["diff", "compute", "--from", "HEAD~1", "--to", "HEAD"];
    let fixture = start.copy();
    let run = strace(&fixture, &arguments, "?mkdir", "error=ENOSPC");
    let (out, told) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success() && out.contains("c.py  added") && told.contains("Not kept: "), "{out}{told}");
    let run = strace(&fixture, &[&arguments[..], &["--persist", "true"]].concat(), "?mkdir", "error=ENOSPC");
    let (out, told) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert_eq!(run.status.code(), Some(4), "{told}");
    assert!(out.contains("c.py  added") && told.starts_with("error: "), "{out}{told}");
}

/// Every diff that is listed can be shown, every folder with a diff's name is whole, and what the snapshot pins is there.
#[track_caller]
fn whole(fixture: &Fixture, what: &str) {
    let list = fixture.codesub(&["diff", "list", "--json"]).exits(0).json();
    let listed: Vec<&str> =
        list.as_array().expect("a list").iter().map(|it| it["diffId"].as_str().expect("a text")).collect();
    for id in &listed {
        fixture.codesub(&["diff", "show", id]).exits(0);
    }
    let folders = names(fixture).into_iter().filter(|name| name.starts_with("diff_"));
    assert!(folders.into_iter().all(|name| listed.contains(&name.as_str())), "{what}: a folder is not listed");
    let pinned =
        list.as_array().expect("a list").iter().any(|it| it["from"].as_str().expect("a text").starts_with("snap:"));
    assert!(pinned, "{what}: what a snapshot pins is gone");
    let snapshots = fixture.codesub(&["snapshot", "list", "--json"]).exits(0).json();
    for snapshot in snapshots.as_array().expect("a list") {
        fixture.codesub(&["snapshot", "show", snapshot["snapshotId"].as_str().expect("a text")]).exits(0);
    }
}

/// The next commands work, and the same one again completes what was begun.
#[track_caller]
fn still_works(fixture: &Fixture, arguments: &[&str], what: &str) {
    let run = fixture.codesub(arguments);
    // A snapshot that is gone cannot be removed again.
    let is_done = run.status == 2 && run.stderr.contains("there is no snapshot");
    assert!(run.status == 0 || is_done, "{what}, then again: {}", run.stderr);
    fixture.codesub(&["diff", "compute", "--from", "HEAD~2", "--to", "worktree", "--max-events", "9"]).exits(0);
    fixture.codesub(&["snapshot", "create", "after"]).exits(0);
    fixture.git(&["fsck"]);
    let left: Vec<String> = names(fixture).into_iter().filter(|name| name.contains("codesub-tmp")).collect();
    assert_eq!(left, [""; 0], "{what}: the next change removes leftovers");
}

/// What stands in the registry, sorted.
fn names(fixture: &Fixture) -> Vec<String> {
    let Ok(entries) = fs::read_dir(diffs(fixture)) else { return Vec::new() };
    let mut names: Vec<String> =
        entries.map(|it| it.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The calls of an undisturbed run.
fn trace(start: &Fixture, arguments: &[&str]) -> String {
    let fixture = start.copy();
    let run = strace(&fixture, arguments, &CALLS.join(","), "");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    fs::read_to_string(crate::kills::trace_of(&fixture)).expect("a trace")
}

/// All calls of a kind, of those that open files only what follows the lock.
fn numbers(trace: &str, call: &str) -> std::ops::RangeInclusive<usize> {
    let name = format!("{}(", call.trim_start_matches('?'));
    let calls: Vec<&str> = trace.lines().filter(|line| line.starts_with(&name)).collect();
    let first = calls.iter().position(|line| call != "openat" || line.contains("registry.lock")).unwrap_or(0);
    first + 1..=calls.len()
}
