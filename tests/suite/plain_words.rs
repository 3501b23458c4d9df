//! What a run says where it cannot do all that it was asked: what was left undone, and what to do next (SPEC 6.3).

use std::process::Command;

use crate::repository::Fixture;

const CHECK: &str = "def check(token):\n    return token.valid and not token.expired\n";

fn subscribed() -> Fixture {
    let fixture = Fixture::new();
    fixture.write("src/m.py", CHECK).commit("one");
    fixture.codesub(&["add", "src/m.py::check", "--id", "check"]).exits(0);
    fixture.commit("subscribed");
    fixture
}

/// A name with an escape character can be written in Kotlin, and not in codesub.yaml.
#[test]
fn apply_makes_the_edits_that_can_be_made_and_names_the_other() {
    let fixture = subscribed();
    let kotlin = |name: &str| format!("fun {name}(a: Int): Int {{\n    val b = a * 17\n    return b + a + 4\n}}\n");
    fixture.write("src/k.kt", kotlin("kot")).commit("kotlin");
    fixture.codesub(&["add", "src/k.kt::kot", "--id", "kot"]).exits(0);
    fixture.commit("subscribed");
    fixture.git(&["mv", "src/m.py", "src/n.py"]);
    fixture.write("src/k.kt", kotlin("`k\u{1b}ot`"));

    let scan = fixture.codesub(&["scan", "--base", "HEAD", "--check"]).exits(0).prints("codesub apply check");
    assert!(!scan.stdout.contains("codesub apply kot"), "{}", scan.stdout);
    let scan = scan.prints("cannot be written into codesub.yaml");
    assert!(!scan.stdout.contains('\u{1b}'), "{}", scan.stdout);
    let report = fixture.codesub(&["scan", "--base", "HEAD", "--json"]).exits(0).json();
    assert_eq!(report["proposals"].as_array().map(Vec::len), Some(1), "{report}");
    assert_eq!(report["notes"][0]["subscription_id"], "kot", "{report}");

    let dry = fixture.codesub(&["apply", "--base", "HEAD", "--dry-run"]).exits(4).tells("Would apply 1 proposal.");
    assert!(dry.stdout.starts_with("check  ") && dry.stdout.lines().count() == 1, "{}", dry.stdout);
    let run = fixture.codesub(&["apply", "--base", "HEAD"]).exits(4);
    let run = run.prints("check  src/m.py::check -> src/n.py::check").tells("Applied 1 proposal.");
    let run = run.tells("error: kot was not applied").tells("hint: ");
    assert!(!run.stdout.contains("kot"), "{}", run.stdout);
    assert!(fixture.read("codesub.yaml").contains("src/n.py::check"));
    let before = fixture.pair();
    fixture.codesub(&["apply", "kot", "--base", "HEAD"]).exits(4).tells("kot was not applied");
    assert!(before == fixture.pair());
    fixture.codesub(&["apply", "check", "--base", "HEAD"]).exits(0);
}

/// Where nothing is written, nothing is listed.
#[test]
fn apply_lists_no_edit_that_it_did_not_make() {
    let fixture = subscribed();
    fixture.git(&["mv", "src/m.py", "src/n.py"]);
    std::fs::remove_dir_all(fixture.path(".git/codesub")).expect("a folder of our own");
    fixture.write(".git/codesub", "a file where the folder of the state belongs");
    let run = fixture.codesub(&["apply", "--base", "HEAD"]).tells("error: ");
    assert!(run.status != 0 && run.stdout.is_empty(), "{}: {}", run.status, run.stdout);
}

#[test]
fn words_for_people_name_what_they_know() {
    let fixture = subscribed();
    let run = fixture.codesub(&["diff", "HEAD~1", "HEAD"]).exits(0);
    let commit = fixture.git(&["rev-parse", "--short=7", "HEAD"]);
    assert!(
        run.stdout.lines().next().is_some_and(|head| head.ends_with(&format!("→ {commit} HEAD"))),
        "{}",
        run.stdout
    );
    fixture.write("bomb.py", "[".repeat(50_000)).write("empty.py", "# nothing\n").write("zero.py", b"x = 1\0\n");
    let run = fixture.codesub(&["symbols", "."]).exits(0).prints("empty.py\nnothing to subscribe to\n");
    run.prints("bomb.py\nnothing to subscribe to: syntax error on line 1")
        .tells("zero.py is not listed: it is a binary");
    let help = fixture.codesub(&["parse-worker", "--help"]).exits(0);
    assert!(!help.stdout.contains("SPEC"), "{}", help.stdout);
    let list = format!("{}  - id: gone\n    target: src/none.py::f\n", fixture.read("codesub.yaml"));
    fixture.write("codesub.yaml", list);
    let run = fixture.codesub(&["scan", "--base", "HEAD"]).exits(0).prints("src/none.py\n");
    assert!(!run.stdout.contains("src/none.py:1"), "{}", run.stdout);
}

/// SPEC 5.10: what is there and cannot be read is not gone. Nobody writes to the pipe, so to open it would block.
#[test]
fn a_pipe_in_place_of_a_subscribed_file_is_not_gone() {
    let fixture = subscribed();
    fixture.remove("src/m.py");
    let pipe = fixture.path("src/m.py");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    for base in ["HEAD", "HEAD~1"] {
        let scan = ["scan", "--base", base, "--check", "--json"];
        let report = fixture.codesub(&scan).exits(3).json();
        assert_eq!(report["complete"], false, "{report}");
        assert_eq!(report["triggers"].as_array().map(Vec::len), Some(0), "{report}");
        assert!(report["notes"].to_string().contains("it is not a regular file"), "{report}");
    }
    let refused = "src/m.py cannot be examined: it is not a regular file";
    fixture.refuses(&["accept", "check"], 3, refused, "codesub decide check");
    for target in ["src/m.py::other", "src/m.py:1-2"] {
        fixture.refuses(&["add", target], 3, refused, "only plain text files");
    }
    // A folder is no file that cannot be read: the file is gone.
    fixture.remove("src/m.py").write("src/m.py/x.py", "x = 1\n");
    fixture.codesub(&["scan", "--base", "HEAD", "--check"]).exits(1).prints("the file was deleted");
}

#[test]
fn a_remote_without_a_known_default_branch() {
    let fixture = subscribed();
    let missing = ("there is no base to compare with", "--base REVISION");
    fixture.refuses(&["scan"], 3, missing.0, missing.1);
    let remote = Fixture::new();
    remote.git(&["config", "receive.denyCurrentBranch", "ignore"]);
    fixture.git(&["remote", "add", "origin", &format!("file://{}", remote.root().display())]);
    fixture.git(&["push", "--quiet", "origin", "main"]);
    fixture.refuses(&["scan"], 3, "which branch of `origin` is the default one is not known here", "--base REVISION");
    fixture.refuses(&["scan"], 3, missing.0, "`git remote set-head origin --auto`");
    fixture.git(&["remote", "set-head", "origin", "--auto"]);
    fixture.codesub(&["scan", "--check"]).exits(0).prints("origin/main");
}

#[test]
fn files_of_a_commit_that_are_not_read() {
    let fixture = subscribed();
    let scan = ["scan", "--base", "HEAD", "--target", "HEAD", "--check"];
    for (name, hint) in [("codesub.lock", "codesub accept --all"), ("codesub.yaml", "take subscriptions off the list")]
    {
        let before = fixture.read(name);
        fixture.write(name, "#\n".repeat(8_500_000)).commit("large");
        fixture.refuses(&scan, 2, "at most", hint);
        fixture.remove(name);
        std::os::unix::fs::symlink("elsewhere", fixture.path(name)).expect("a link");
        fixture.commit("a link");
        fixture.refuses(&scan, 2, "of HEAD is not a regular file", "commit the file itself");
        fixture.remove(name).write(name, before).commit("back");
    }
}
