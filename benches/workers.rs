//! What it costs to parse in processes of their own (SPEC 13.2).
//!
//! `cargo bench --bench workers` makes a repository of Python files, changes all of them, and measures in one run, as the
//! best of several rounds, with the real binary: a scan that parses everything and one that parses a single file, each
//! in workers and in the process itself (`codesub.parseWorkers 0`), beside `git diff --raw -M`.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const FILES: usize = 600;
const FUNCTIONS: usize = 30;
const ROUNDS: usize = 7;

fn main() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let root = directory.path();
    git(root, &["init", "--quiet", "--initial-branch=main"]);
    write(root, FILES, 1);
    git(root, &["add", "--all"]);
    git(root, &["commit", "--quiet", "--message", "one"]);
    codesub(root, &["add", "m0.py::f3_0", "m1.py::f3_1"]);
    git(root, &["add", "--all"]);
    git(root, &["commit", "--quiet", "--message", "list"]);
    // All files change, and what is watched in the first one is gone: everything is searched for it.
    write(root, FILES, 2);
    let text = fs::read_to_string(root.join("m0.py")).expect("a file");
    fs::write(root.join("m0.py"), text.replace("def f3_0(", "def gone(")).expect("a file");
    git(root, &["commit", "--quiet", "--all", "--message", "all"]);
    git(root, &["tag", "all"]);
    git(root, &["reset", "--quiet", "--hard", "HEAD~1"]);
    write(root, 2, 2);
    git(root, &["commit", "--quiet", "--all", "--message", "few"]);
    git(root, &["tag", "few"]);
    println!("{FILES} files of {FUNCTIONS} functions, best of {ROUNDS}");
    for (what, target) in [("everything is parsed", "all"), ("two files are parsed", "few")] {
        let base = format!("{target}~1");
        let diff = best(|| git(root, &["diff", "--raw", "-M", &base, target]));
        let [here, workers] = ["0", "2"].map(|number| {
            git(root, &["config", "codesub.parseWorkers", number]);
            best(|| codesub(root, &["scan", "--base", &base, "--target", target, "--json"]))
        });
        let ratio = workers.as_secs_f64() / here.as_secs_f64();
        println!(
            "{what}: in workers {}, in the process {}, ratio {ratio:.2}; git diff {}",
            shown(workers),
            shown(here),
            shown(diff)
        );
    }
}

fn write(root: &Path, files: usize, version: usize) {
    for file in 0..files {
        let mut text = String::from("import os\n\n");
        for function in 0..FUNCTIONS {
            let _ = writeln!(
                text,
                "def f{function}_{file}(first, second=None):\n    \"\"\"What it does.\"\"\"\n    total = first * {function} + {version}\n    \
                 for item in second or []:\n        if item > total:\n            total += os.path.getsize(str(item))\n    \
                 return total\n\n"
            );
        }
        fs::write(root.join(format!("m{file}.py")), text).expect("a file");
    }
}

fn best(mut run: impl FnMut()) -> Duration {
    let time = |_| {
        let began = Instant::now();
        run();
        began.elapsed()
    };
    (0..ROUNDS).map(time).min().expect("some rounds")
}

fn shown(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

fn git(root: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=Ada", "-c", "user.email=ada@example.com"]).args(arguments);
    run(root, command);
}

fn codesub(root: &Path, arguments: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_codesub"));
    command.args(arguments);
    run(root, command);
}

fn run(root: &Path, mut command: Command) {
    let output = command.current_dir(root).stdout(Stdio::null()).output().expect("it runs");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}
