//! Where codesub runs: folders, worktrees, hooks, line ends, pipes and terminals; and the demo, which runs it all.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::repository::{Fixture, Run, pinned};

const CODE: &str = "def rate(order):\n    base = order.total * 19\n    return round(base / 100, 2)\n";

/// A locked subscription, and a change of it in the worktree.
fn changed() -> Fixture {
    let fixture = Fixture::new();
    fixture.write("shop/tax.py", CODE).write("docs/readme.txt", "x\n");
    fixture.codesub(&["add", "shop/tax.py::rate"]).exits(0);
    fixture.commit("base");
    fixture.write("shop/tax.py", CODE.replace("* 19", "* 21"));
    fixture
}

const CHECK: [&str; 4] = ["scan", "--base", "HEAD", "--check"];

#[test]
fn any_folder_sees_the_whole_worktree() {
    let fixture = changed();
    fixture.codesub_in("docs", &CHECK).exits(1).prints("shop/tax.py:1");
    fixture.codesub_in("docs", &["list"]).exits(0).prints("shop/tax.py::rate");
    fixture.codesub(&["-C", "docs", "list"]).exits(0).prints("shop/tax.py::rate");
    fixture
        .codesub_in("docs", &["-C", "../shop", "add", "tax.py::rate", "--id", "b"])
        .exits(0)
        .prints("shop/tax.py::rate");
    assert!(fixture.read("codesub.yaml").contains("- id: b\n"));
    assert!(!fixture.path("docs/codesub.yaml").exists() && !fixture.path("shop/codesub.yaml").exists());
}

#[test]
fn the_environment_names_the_repository_as_in_hooks() {
    let fixture = changed();
    let elsewhere = Fixture::new();
    elsewhere.write("shop/tax.py", "def rate():\n    return 0\n");
    let run = |set: &[(&str, String)]| {
        let mut command = elsewhere.command(&CHECK);
        command.envs(set.iter().map(|(name, value)| (*name, value.as_str())));
        Run::new(&command.output().expect("codesub runs"))
    };
    let git_dir = fixture.path(".git").display().to_string();
    let root = fixture.root().display().to_string();
    run(&[("GIT_DIR", git_dir.clone()), ("GIT_WORK_TREE", root)]).exits(1).prints("shop/tax.py:1");
    run(&[("GIT_DIR", git_dir)]).exits(1).prints("shop/tax.py:1");
    let nowhere = elsewhere.path("nowhere").display().to_string();
    run(&[("GIT_DIR", nowhere)]).exits(2).fails("nowhere`, named by GIT_DIR, is not a git repository", "unset GIT_DIR");
}

#[test]
fn a_hook_sees_what_is_about_to_be_committed() {
    let fixture = changed();
    let binary = env!("CARGO_BIN_EXE_codesub");
    let hook = format!("#!/bin/sh\nexec '{binary}' scan --staged --check --base HEAD\n");
    fixture.write(".git/hooks/pre-commit", hook);
    fs::set_permissions(fixture.path(".git/hooks/pre-commit"), fs::Permissions::from_mode(0o755)).expect("a mode");
    fixture.write("docs/readme.txt", "y\n");
    let commit = |arguments: &[&str]| {
        let mut command = Command::new("git");
        pinned(command.args(["commit", "--quiet", "-m", "x"]).args(arguments).current_dir(fixture.root()));
        Run::new(&command.output().expect("git runs"))
    };
    // git hands the index of this very commit to the hook in GIT_INDEX_FILE.
    let all = commit(&["--all"]).exits(1);
    assert!(format!("{}{}", all.stdout, all.stderr).contains("rate"), "{}{}", all.stdout, all.stderr);
    commit(&["--", "docs/readme.txt"]).exits(0);
    commit(&["--", "shop/tax.py"]).exits(1);
    fixture.git(&["add", "shop/tax.py"]);
    commit(&[]).exits(1);
}

#[test]
fn a_linked_worktree_has_its_own_files_and_shares_the_state() {
    let fixture = changed();
    fixture.git(&["worktree", "add", "--quiet", "-b", "side", "linked"]);
    // The change is in the first worktree alone.
    fixture.codesub_in("linked", &CHECK).exits(0).prints("1 subscription, unchanged");
    fixture.write("linked/shop/tax.py", CODE.replace("(order)", "(order, year)"));
    fixture.codesub_in("linked", &CHECK).exits(1).prints("rate  signature changed");
    let before = fixture.pair();
    fixture.codesub_in("linked", &["accept", "rate"]).exits(0);
    assert!(before == fixture.pair(), "the other worktree's files are none of its business");
    fixture.codesub_in("linked", &CHECK).exits(0);
    assert!(fixture.path(".git/codesub/config.lock").exists());
    assert!(!fixture.path(".git/worktrees/linked/codesub").exists());
}

#[test]
fn windows_line_ends_are_not_a_change() {
    let fixture = changed();
    fixture.git(&["checkout", "--quiet", "."]);
    fixture.git(&["config", "core.autocrlf", "true"]);
    let blob = fixture.git(&["rev-parse", "HEAD:shop/tax.py"]);
    fixture.write("shop/tax.py", CODE.replace('\n', "\r\n"));
    fixture.codesub(&CHECK).exits(0).prints("1 subscription, unchanged");
    fixture.codesub(&["scan", "--base", "HEAD", "--check", "--include-drift"]).exits(0);
    fixture.codesub(&["add", "shop/tax.py::rate", "--id", "crlf"]).exits(0);
    let lock: Value = serde_json::from_str(&fixture.read("codesub.lock")).expect("a lock");
    assert_eq!(lock["subscriptions"]["crlf"]["blob"], blob);
    assert_eq!(lock["subscriptions"]["crlf"]["body_hash"], lock["subscriptions"]["rate"]["body_hash"]);
    // Both files with Windows line ends are read as well.
    for name in ["codesub.yaml", "codesub.lock"] {
        fixture.write(name, fixture.read(name).replace('\n', "\r\n"));
    }
    fixture.codesub(&CHECK).exits(0);
    fixture.write("shop/tax.py", CODE.replace('\n', "\r\n").replace("* 19", "* 21"));
    fixture.codesub(&CHECK).exits(1);
}

#[test]
fn a_closed_pipe_keeps_the_verdict() {
    let fixture = changed();
    for (arguments, status) in [(&CHECK[..], 1), (&CHECK[..3], 0), (&["symbols", "shop", "--json"], 0), (&["man"], 0)] {
        let mut child = fixture.command(arguments);
        let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("codesub starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("codesub ends");
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs /dev/full")]
fn a_result_that_cannot_be_written_is_told_and_keeps_the_verdict() {
    let fixture = changed();
    let full = |arguments: &[&str]| {
        let file = fs::File::options().write(true).open("/dev/full").expect("/dev/full");
        Run::new(&fixture.command(arguments).stdout(file).output().expect("codesub runs"))
    };
    full(&CHECK).exits(1).fails("cannot write the result", "");
    full(&CHECK[..3]).exits(4).fails("cannot write the result", "");
    full(&["list"]).exits(4).fails("cannot write the result", "");
    let nowhere = [&CHECK[..], &["--output", "no/such/folder/report.md"]].concat();
    fixture.refuses(&nowhere, 1, "no/such/folder/report.md cannot be written", "");
    let nowhere = [&CHECK[..3], &["--output", "no/such/folder/report.md"]].concat();
    fixture.refuses(&nowhere, 4, "no/such/folder/report.md cannot be written", "");
}

#[test]
fn colour_is_asked_for_or_left_out() {
    let fixture = changed();
    let escape = '\u{1b}';
    let colored = |arguments: &[&str], no_color: &str| {
        let mut command = fixture.command(arguments);
        let run = Run::new(&command.env("NO_COLOR", no_color).env("TERM", "xterm").output().expect("codesub runs"));
        run.stdout.contains(escape)
    };
    let scan = &CHECK[..3];
    assert!(!colored(scan, ""), "a pipe is no terminal");
    assert!(colored(&[scan, &["--color", "always"]].concat(), ""));
    assert!(colored(&[scan, &["--color", "always"]].concat(), "1"), "what is asked for explicitly holds");
    assert!(!colored(&[scan, &["--color", "never"]].concat(), ""));
    for format in ["json", "jsonl", "markdown", "sarif", "github", "html"] {
        assert!(!colored(&[scan, &["--color", "always", "--format", format]].concat(), ""), "{format}");
    }
    assert!(colored(&["list", "--color", "always"], ""));
    fixture.codesub(&[scan, &["--color", "always", "--output", "report.txt"]].concat()).exits(0);
    assert!(!fixture.read("report.txt").contains(escape), "a file is no terminal");
}

/// A terminal, made by `script`, which comes with every Linux.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs script(1) of util-linux")]
fn on_a_terminal_no_color_is_obeyed() {
    let fixture = changed();
    let on_terminal = |no_color: &str| {
        let line = format!("'{}' scan --base HEAD", env!("CARGO_BIN_EXE_codesub"));
        let mut command = Command::new("script");
        pinned(command.args(["-qec", &line, "/dev/null"]).current_dir(fixture.root()));
        command.env("NO_COLOR", no_color).env("TERM", "xterm").stdin(Stdio::null());
        Run::new(&command.output().expect("script runs; it is in the package bsdutils")).exits(0).prints("rate").stdout
    };
    assert!(on_terminal("").contains("\u{1b}["));
    assert!(!on_terminal("1").contains("\u{1b}["));
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs script(1) of util-linux")]
fn long_work_on_a_terminal_shows_how_far_it_is_and_ends() {
    let fixture = changed();
    for number in 0..300 {
        fixture.write(&format!("many/m{number}.py"), format!("def f{number}(x):\n    return x + {number}\n"));
    }
    // Its code is gone, so that all of the new files are searched, on threads.
    fixture.remove("shop/tax.py");
    let line = format!("timeout 120 '{}' scan --base HEAD", env!("CARGO_BIN_EXE_codesub"));
    let mut command = Command::new("script");
    pinned(command.args(["-qec", &line, "/dev/null"]).current_dir(fixture.root()));
    command.env("TERM", "xterm").stdin(Stdio::null());
    Run::new(&command.output().expect("script runs; it is in the package bsdutils")).exits(0).prints("is gone");
}

#[test]
fn another_list_has_its_own_lock() {
    let fixture = changed();
    fixture.git(&["checkout", "--quiet", "."]);
    let own = fixture.pair();
    let init = fixture.codesub(&["--config", "teams/gateway.yaml", "init"]).exits(4);
    init.fails("teams/gateway.yaml cannot be written: No such file", "make its folder first");
    fs::create_dir(fixture.path("teams")).expect("a folder");
    let with = |arguments: &[&str]| fixture.codesub(&[&["--config", "teams/gateway.yaml"], arguments].concat());
    with(&["init"]).exits(0).tells("Wrote gateway.yaml");
    with(&["add", "shop/tax.py::rate", "--id", "theirs"]).exits(0);
    with(&["list"]).exits(0).prints("theirs");
    assert!(fixture.read("teams/gateway.lock").contains("\"theirs\""));
    assert!(own == fixture.pair(), "the repository's own files are untouched");
    fixture.write("shop/tax.py", CODE.replace("* 19", "* 21"));
    with(&CHECK).exits(1).prints("theirs  body changed");
    // As seen from -C.
    fixture.codesub(&["-C", "teams", "--config", "gateway.yaml", "list"]).exits(0).prints("theirs");
    with(&["accept", "theirs"]).exits(0);
    with(&CHECK).exits(0);
    fixture.codesub(&CHECK).exits(1).prints("rate  body changed");
    with(&["remove", "theirs"]).exits(0);
    assert!(!fixture.read("teams/gateway.lock").contains("theirs"));
}

#[test]
fn quiet_leaves_results_and_errors() {
    let fixture = changed();
    for arguments in [&["add", "shop/tax.py::rate", "--id", "b"][..], &["accept", "--all"], &["remove", "b"]] {
        let run = fixture.codesub(&[&["--quiet"], arguments].concat()).exits(0);
        assert_eq!(run.stderr, "", "{arguments:?}");
    }
    fixture.codesub(&["--quiet", "show", "zzz"]).exits(2).fails("there is no subscription `zzz`", "");
}

/// The story as the demo leaves it, looked at again: what it claims to show really happened in it.
#[test]
fn the_demo_shows_every_change_type_and_every_proposal() {
    let fixture = Fixture::new();
    let run = fixture.codesub(&["demo", "--keep", "story"]).exits(0).tells("The repository is in ");
    for words in [
        "is gone",
        "signature changed",
        "value changed",
        "members changed",
        "lines changed",
        "cannot be compared: syntax error",
        "now stands in several places",
        "file renamed, now",
        "moved to",
        "renamed to",
        "only shifted lines",
        "$ codesub apply",
        "$ codesub accept",
        "$ codesub decide",
        "$ codesub explain",
        "(exit status 1)",
    ] {
        assert!(run.stdout.contains(words), "the demo does not say {words:?}:\n{}", run.stdout);
    }
    // The last act stays in the worktree; as a commit it is judged by the list before it, like the others.
    let git = |arguments: &[&str]| fixture.git(&[&["-C", "story"], arguments].concat());
    git(&["add", "--all"]);
    git(&["commit", "--quiet", "--message", "A bad day"]);
    let (mut types, mut reasons) = (BTreeSet::new(), BTreeSet::new());
    for act in ["main~2", "main~1", "main"] {
        let base = format!("{act}~1");
        let report = fixture.codesub_in("story", &["scan", "--json", "--base", &base, "--target", act]).exits(0).json();
        let words = |list: &str, key: &str| -> Vec<String> {
            let values = report[list].as_array().expect("a list").iter().map(|it| it[key].clone());
            let words = |value: Value| match value {
                Value::Array(all) => all.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
                other => other.as_str().map(str::to_owned).into_iter().collect::<Vec<_>>(),
            };
            values.flat_map(words).collect()
        };
        types.extend(words("triggers", "change_type"));
        reasons.extend(words("proposals", "reasons"));
    }
    let all: BTreeSet<String> = codesub::config::ChangeType::ALL.iter().map(|it| it.as_str().to_owned()).collect();
    assert_eq!(types, all);
    let all = ["line_shift", "moved_cross_file", "rename", "semantic_location"].map(str::to_owned);
    assert_eq!(reasons, BTreeSet::from(all));
    fixture.codesub(&["demo", "--keep", "story"]).exits(2).fails("story exists already", "does not exist yet");
}

#[test]
fn the_demo_is_not_disturbed_by_where_it_runs() {
    let fixture = changed();
    let before = (fixture.pair(), fixture.git(&["status", "--porcelain"]), fixture.git(&["rev-parse", "HEAD"]));
    let mut command = fixture.command(&["demo", "--color", "always"]);
    command.env("GIT_DIR", fixture.path(".git")).env("GIT_WORK_TREE", fixture.root()).env("CODESUB_SKIP", "1");
    let run = Run::new(&command.output().expect("codesub runs")).exits(0);
    assert!(run.stdout.contains("\u{1b}[") && run.stdout.contains("Your turn"));
    let after = (fixture.pair(), fixture.git(&["status", "--porcelain"]), fixture.git(&["rev-parse", "HEAD"]));
    assert!(before == after);
}
