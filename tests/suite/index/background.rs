//! The refresh that the next command starts after a merge (SPEC 8.3).

use std::fs;
use std::time::{Duration, Instant};

use crate::repository::Fixture;

/// A repository with a list, hooks and an index, and another one to pull from.
fn pulled() -> (Fixture, Fixture) {
    let origin = Fixture::new();
    origin.write("a.py", "def a():\n    return 1\n").write("codesub.yaml", "version: 1\nsubscriptions: []\n");
    origin.commit("start");
    let clone = origin.cloned(&[]);
    clone.codesub(&["index", "build"]).exits(0);
    clone.codesub(&["hook", "install", "post-merge"]).exits(0);
    origin.write("b.py", "def b():\n    return 2\n");
    origin.commit("more");
    clone.git(&["pull", "--quiet"]);
    (origin, clone)
}

fn mark(fixture: &Fixture) -> std::path::PathBuf {
    fixture.path(".git/codesub/refresh-wanted")
}

fn indexed(fixture: &Fixture) -> String {
    fixture.codesub(&["index", "status", "--json"]).exits(0).json()["commit"].as_str().expect("a commit").to_owned()
}

/// Waits until the mark is gone.
fn is_refreshed(fixture: &Fixture, patience: Duration) -> bool {
    let start = Instant::now();
    while mark(fixture).exists() {
        if start.elapsed() > patience {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    true
}

const LONG: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(1500);

#[test]
fn the_next_command_refreshes_the_index_after_a_merge() {
    let (_origin, clone) = pulled();
    let head = clone.git(&["rev-parse", "HEAD"]);
    assert_eq!(fs::read_to_string(mark(&clone)).expect("a mark").trim(), head);
    assert_ne!(indexed(&clone), head, "the merge was not delayed, and index commands start nothing");
    assert!(mark(&clone).exists());
    clone.codesub(&["list"]).exits(0);
    assert!(is_refreshed(&clone, LONG));
    assert_eq!(indexed(&clone), head);
    let built = clone.codesub(&["index", "status", "--json"]).json()["build"].clone();
    clone.codesub(&["list"]).exits(0);
    std::thread::sleep(SHORT);
    assert_eq!(clone.codesub(&["index", "status", "--json"]).json()["build"], built, "once is enough");
}

#[test]
fn it_can_be_switched_off() {
    let (_origin, clone) = pulled();
    clone.git(&["config", "codesub.backgroundRefresh", "false"]);
    clone.codesub(&["list"]).exits(0);
    assert!(!is_refreshed(&clone, SHORT));
    clone.git(&["config", "codesub.backgroundRefresh", "true"]);
    clone.codesub(&["list"]).exits(0);
    assert!(is_refreshed(&clone, LONG));
}

#[test]
fn without_an_index_nothing_starts_and_nothing_is_made() {
    let (_origin, clone) = pulled();
    fs::remove_dir_all(clone.path(".git/codesub/index")).expect("removed");
    clone.codesub(&["list"]).exits(0);
    assert!(!is_refreshed(&clone, SHORT));
    assert!(!clone.path(".git/codesub/index").exists());
}

/// One at a time: while one runs, which is known by its lock, no command starts another.
#[test]
fn only_one_runs_at_a_time() {
    let (_origin, clone) = pulled();
    let lock = fs::File::create(clone.path(".git/codesub/background.lock")).expect("a file");
    lock.lock().expect("locked");
    clone.codesub(&["list"]).exits(0);
    clone.codesub(&["index", "refresh", "--background"]).exits(0);
    assert!(!is_refreshed(&clone, SHORT));
    drop(lock);
    clone.codesub(&["list"]).exits(0);
    assert!(is_refreshed(&clone, LONG));
}

#[test]
fn a_refresh_by_hand_settles_it_and_a_failed_one_does_not() {
    let (_origin, clone) = pulled();
    let lock = fs::File::create(clone.path(".git/codesub/background.lock")).expect("a file");
    lock.lock().expect("locked");
    let head = clone.git(&["symbolic-ref", "HEAD"]);
    clone.git(&["symbolic-ref", "HEAD", "refs/heads/unborn"]);
    assert_ne!(clone.codesub(&["index", "refresh"]).status, 0);
    assert!(mark(&clone).exists());
    clone.git(&["symbolic-ref", "HEAD", &head]);
    clone.codesub(&["index", "refresh"]).exits(0);
    assert!(!mark(&clone).exists());
}
