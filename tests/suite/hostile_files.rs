//! The small inputs: locks, events, reports, kept diffs, git's lines and numbers (SPEC 13.2). Whatever stands in them, a
//! run ends at once with a status that says so and a message of bounded length, and the pair of files stays as it was.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::repository::{Fixture, Run};

fn repository() -> Fixture {
    let repository = Fixture::new();
    repository.write("a.py", "def f():\n    return 1\n");
    repository.write("codesub.yaml", "version: 1\nsubscriptions:\n  - id: f\n    target: a.py::f\n");
    repository.commit("start");
    repository
}

/// Bytes that are no JSON of ours.
fn hostile() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("nothing", Vec::new()),
        ("zeros", vec![0; 1000]),
        ("no text", vec![0xff; 1000]),
        ("depth", "[".repeat(1_000_000).into_bytes()),
        ("deep objects", "{\"a\":".repeat(1_000_000).into_bytes()),
        ("a cut", b"{\"schema\": \"codesub".to_vec()),
        ("a number", format!("{{\"version\": {}}}", "9".repeat(1_000_000)).into_bytes()),
        ("a long key", format!("{{\"{}\": 1}}", "\u{202e}x".repeat(300_000)).into_bytes()),
        ("a list", b"[1, 2]".to_vec()),
        ("size", vec![b' '; 34 * 1024 * 1024]),
    ]
}

/// A run with that on its standard input.
fn run(mut command: Command, input: &[u8]) -> Run {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("codesub runs");
    // It may not read to the end.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    Run::new(&child.wait_with_output().expect("what it says"))
}

fn ends(what: &str, output: &Run, statuses: &[i32]) {
    assert!(statuses.contains(&output.status), "{what}: {}: {:.500}", output.status, output.stderr);
    let most = output.stdout.len().max(output.stderr.len());
    assert!(most < 20_000, "{what}: {most} bytes: {:.500}", output.stderr);
    let both = [&output.stdout, &output.stderr];
    assert!(!both.iter().any(|text| text.contains('\u{202e}')), "{what} reaches the terminal");
    assert!(!both.iter().any(|text| text.contains("panicked")), "{what}: {:.500}", output.stderr);
}

#[test]
fn locks_events_and_reports() {
    let repository = repository();
    for (name, bytes) in hostile() {
        repository.write("codesub.lock", &bytes);
        let before = repository.pair();
        for arguments in [&["scan", "--base", "HEAD"][..], &["accept", "--all"], &["list"]] {
            let output = run(repository.command(arguments), b"");
            // An empty lock is one that remembers nothing to a command that does not need it.
            ends(
                &format!("a lock of {name}, {arguments:?}"),
                &output,
                if arguments[0] == "list" { &[0, 2] } else { &[2] },
            );
        }
        assert!(repository.pair() == before, "a lock of {name} was changed");
        repository.remove("codesub.lock");

        repository.write(".git/input.json", &bytes);
        let path = repository.path(".git/input.json");
        let mut command = repository.command(&["github", "--dry-run"]);
        command.env("GITHUB_EVENT_NAME", "pull_request").env("GITHUB_EVENT_PATH", &path);
        command.env("GITHUB_REPOSITORY", "a/b");
        ends(&format!("an event of {name}"), &run(command, b""), &[2, 3, 4]);

        let mut command = repository.command(&["github", "publish", "--dry-run", path.to_str().expect("a path")]);
        command.env("GITHUB_REPOSITORY", "a/b");
        ends(&format!("a report of {name}"), &run(command, b""), &[2, 3, 4]);
    }
}

#[test]
fn kept_diffs_are_passed_over() {
    let repository = repository();
    repository.write("a.py", "def f():\n    return 2\n");
    repository.commit("second");
    let id =
        repository.codesub(&["diff", "HEAD~", "HEAD", "--json"]).exits(0).json()["diff_id"].as_str().map(str::to_owned);
    let folder = repository.path(".git/codesub/diffs");
    let files = |folder: &Path| -> Vec<std::path::PathBuf> {
        let mut files: Vec<_> =
            fs::read_dir(folder).expect("diffs").map(|entry| entry.expect("an entry").path()).collect();
        files.sort();
        files
    };
    let kept = files(&folder);
    assert!(!kept.is_empty());
    let commands = [&["diff", "list"][..], &["diff", "HEAD~", "HEAD"], &["diff", "show", id.as_deref().unwrap_or("x")]];
    let mut all = hostile();
    all.retain(|(name, _)| *name != "size");
    for path in kept.iter().filter(|path| path.is_file()) {
        for (name, bytes) in &all {
            fs::write(path, bytes).expect("written");
            for arguments in commands {
                ends(
                    &format!("{} of {name}, {arguments:?}", path.display()),
                    &run(repository.command(arguments), b""),
                    &[0, 1, 2],
                );
            }
        }
        for kind in ["a pipe", "a device"] {
            fs::remove_file(path).expect("removed");
            if kind == "a pipe" {
                assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
            } else {
                std::os::unix::fs::symlink("/dev/zero", path).expect("a link");
            }
            for arguments in commands {
                ends(
                    &format!("{}, {kind}, {arguments:?}", path.display()),
                    &run(repository.command(arguments), b""),
                    &[0, 1, 2],
                );
            }
        }
        let _ = fs::remove_file(path);
        repository.codesub(&["diff", "HEAD~", "HEAD"]).exits(0);
    }
}

#[test]
fn lines_and_numbers_of_git() {
    let repository = repository();
    let before = repository.pair();
    let ids = "0".repeat(40);
    let lines = [
        b"x\n".to_vec(),
        vec![0xff; 10_000],
        vec![b'a'; 1_000_000],
        format!("refs/heads/a {ids} refs/heads/b\n").into_bytes(),
        format!("refs/heads/a {} refs/heads/b {ids}\n", "g".repeat(40)).into_bytes(),
        format!("refs/heads/\u{202e} {} refs/heads/b {ids}\n", "1".repeat(40)).into_bytes(),
        format!("a {ids} b {}\n", "1".repeat(400)).into_bytes(),
    ];
    for (number, line) in lines.iter().enumerate() {
        let command = repository.command(&["hook", "run", "pre-push", "origin", "x"]);
        ends(&format!("line {number}"), &run(command, line), &[1, 2, 3]);
    }
    for key in ["codesub.parseWorkers", "codesub.parseMemory", "codesub.parseTimeout"] {
        for value in ["-1", "99999999999999999999999", "9223372036854775807", "1e3", "many", "", "1g"] {
            repository.git(&["config", key, value]);
            let output = run(repository.command(&["scan", "--base", "HEAD"]), b"");
            let is_number = matches!(value, "9223372036854775807" | "1g");
            ends(&format!("{key} = {value}"), &output, if is_number { &[0] } else { &[2] });
            assert!(is_number || output.stderr.contains(key), "{key} = {value}: {}", output.stderr);
            repository.git(&["config", "--unset", key]);
        }
    }
    assert!(repository.pair() == before);
}
