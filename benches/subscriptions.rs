//! Time against the number of subscriptions: no step may be quadratic.
//!
//! `cargo bench --bench subscriptions` makes a repository of 2,000 Python files with 10,000 functions, changes ten of
//! the files, and measures in one run, as the best of several rounds:
//!
//! - load: reading and validating `codesub.yaml` and `codesub.lock`
//! - scan: the whole check between the two commits
//! - edit: re-pointing every subscription in the text of the list
//!
//! Every figure stands beside `git diff --raw -M` on the same two commits, measured in the same run.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use codesub::config::files::Files;
use codesub::config::{Target, edit};
use codesub::git::Repository;
use codesub::scan::{Request, TargetRevision};

const FILES: usize = 2_000;
const FUNCTIONS: usize = 5;
const CHANGED: usize = 10;
const ROUNDS: usize = 5;

fn main() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let root = directory.path();
    write_files(root);
    git(root, &["init", "--quiet", "--initial-branch=main"]);
    let list = |count: usize| root.join(format!("list-{count}.yaml"));
    let counts = [1, 10, 100, 1_000, 10_000];
    for count in counts {
        fs::write(list(count), subscriptions(count)).expect("a list");
        let mut command = Command::new(env!("CARGO_BIN_EXE_codesub"));
        let status =
            command.current_dir(root).arg("--quiet").arg("--config").arg(list(count)).args(["accept", "--all"]);
        assert!(status.output().expect("codesub runs").status.success(), "the lock is written");
    }
    let base = commit(root, "before");
    for file in 0..CHANGED {
        let path = root.join(path_of(file * (FILES / CHANGED)));
        let text = fs::read_to_string(&path).expect("a file");
        fs::write(&path, format!("import os\n\n{}", text.replacen("* 3", "* 4", 1))).expect("a file");
    }
    let target = commit(root, "after");

    let repository = Repository::open(root).expect("a repository");
    let floor = best(|| git(root, &["diff", "--raw", "-M", &base, &target]));
    println!("{FILES} files, {CHANGED} changed; git diff --raw -M takes {}", milliseconds(floor));
    println!(
        "{:>13} {:>10} {:>10} {:>10} {:>12} {:>8}",
        "subscriptions", "load", "scan", "edit", "scan / git", "parsed"
    );
    for count in counts {
        let files = Files::for_config(&list(count));
        let load = best(|| (files.read_config().expect("a list"), files.read_lock().expect("a lock")));
        let request = Request {
            base: Some(base.clone()),
            target: TargetRevision::Named(target.clone()),
            config: Some(list(count)),
            ..Request::default()
        };
        let parsed = codesub::scan(&repository, &request).expect("a scan").report.stats.files_parsed;
        let scan = best(|| codesub::scan(&repository, &request).expect("a scan"));
        let text = fs::read_to_string(list(count)).expect("a list");
        let targets: Vec<(String, Target)> = (0..count)
            .map(|number| {
                let target = Target::Construct { path: "moved.py".into(), qualname: format!("function_{number}") };
                (format!("s{number}"), target)
            })
            .collect();
        let edit = best(|| edit::set_targets(&text, &targets).expect("an edited list"));
        println!(
            "{count:>13} {:>10} {:>10} {:>10} {:>11.1}x {parsed:>8}",
            milliseconds(load),
            milliseconds(scan),
            milliseconds(edit),
            scan.as_secs_f64() / floor.as_secs_f64()
        );
    }
}

fn path_of(file: usize) -> String {
    format!("package_{}/module_{file}.py", file / 50)
}

fn write_files(root: &Path) {
    for file in 0..FILES {
        let path = root.join(path_of(file));
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        let mut text = String::new();
        for function in 0..FUNCTIONS {
            let _ = write!(
                text,
                "def work_{file}_{function}(items, limit={function}):\n    total = 0\n    for item in items[:limit]:\n        \
                 total += item.weight * 3 - {file}\n    return total, \"module {file}\"\n\n\n"
            );
        }
        fs::write(path, text).expect("a file");
    }
}

/// A list that spreads over all files.
fn subscriptions(count: usize) -> String {
    let mut text = String::from("version: 1\nsubscriptions:\n");
    for number in 0..count {
        let (file, function) = (number % FILES, number / FILES);
        let path = path_of(file);
        let _ = write!(
            text,
            "  - id: s{number}\n    target: {path}::work_{file}_{function}\n    label: Number {number}\n    notify: [\"@acme/team\"]\n"
        );
    }
    text
}

fn best<T>(mut work: impl FnMut() -> T) -> Duration {
    (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            black_box(work());
            start.elapsed()
        })
        .min()
        .expect("because there is at least one round")
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

fn commit(root: &Path, message: &str) -> String {
    git(root, &["add", "--all"]);
    git(root, &["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "--quiet", "--message", message]);
    git(root, &["rev-parse", "HEAD"])
}

fn git(root: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git").args(arguments).current_dir(root).output().expect("git runs");
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}
