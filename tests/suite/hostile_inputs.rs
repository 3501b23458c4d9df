//! Inputs that somebody wrote to hurt: refused at once, with a sentence of bounded length, and nothing is changed on
//! disk (SPEC 3.6, 6.1, 13.2). Each ran for seconds, hung or took gigabytes once, or would.

use crate::repository::Fixture;
#[cfg(unix)]
use crate::repository::Run;

const LIST: &str = "version: 1\nsubscriptions:\n  - id: f\n    target: a.py::f\n";

fn repository() -> Fixture {
    let repository = Fixture::new();
    repository.write("a.py", "def f():\n    return 1\n");
    repository.write("codesub.yaml", LIST);
    repository.commit("start");
    repository
}

#[test]
fn a_list_made_to_fill_memory_is_refused() {
    let repository = repository();
    let values = "a,".repeat(700_000);
    let start = "version: 1\nsubscriptions:\n  - id: f\n    target: a.py::f\n";
    let lists = [
        (format!("{start}    notify: [{values}]\n"), "more than 640000 values"),
        (format!("{start}    description: {}\n", "x".repeat(100_000)), "a text of more than 64 KiB"),
        (format!("version: {}\n", "9".repeat(60_000)), "is not supported"),
        (format!("version: 1\nsubscriptions: {}", "[".repeat(100_000)), ".yaml:2: "),
        (format!("version: 1\nsubscriptions: {}", "{a: ".repeat(100_000)), "nested deeper than 32 levels"),
        (format!("version: 1\nsubscriptions:\n{}", "- ".repeat(100_000)), "nested deeper than 32 levels"),
        ("version: 1\na: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n".to_owned(), "anchors (`&name`) are not allowed"),
        ("version: 1\n---\nversion: 1\n".to_owned(), "a second document"),
        (format!("{start}    id: g\n"), "written twice"),
    ];
    for (text, expected) in &lists {
        // Wherever a list is read from: the worktree, another file, a base revision.
        repository.write("codesub.yaml", text);
        repository.write(".git/other.yaml", text);
        for arguments in [&["list"][..], &["list", "--config", ".git/other.yaml"], &["add", "a.py::f", "--id", "g"]] {
            let output = repository.codesub(arguments);
            let said = &output.stderr;
            assert_eq!(output.status, 2, "{arguments:?}: {said}");
            assert!(said.contains(expected) && said.len() < 9_000, "{arguments:?}: {} bytes: {said:.300}", said.len());
        }
        assert_eq!(repository.read("codesub.yaml"), *text);
        repository.commit("hostile");
        let output = repository.codesub(&["scan", "--base", "HEAD", "--target", "HEAD"]);
        assert_eq!(output.status, 2, "{}", output.stderr);
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_not_waited_for() {
    let repository = repository();
    let pipe = repository.path(".git/pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    for path in [pipe.to_str().expect("a path"), "/dev/zero"] {
        for arguments in [&["list", "--config", path][..], &["index", "import-scip", path]] {
            let output = repository.codesub(arguments);
            assert_eq!(output.status, 2, "{arguments:?}: {}", output.stderr);
            assert!(output.stderr.contains("not a regular file"), "{arguments:?}: {}", output.stderr);
        }
        let event = [("GITHUB_EVENT_NAME", "pull_request"), ("GITHUB_EVENT_PATH", path), ("GITHUB_REPOSITORY", "a/b")];
        let output = repository.command(&["github"]).envs(event).output().expect("codesub runs");
        let output = Run::new(&output);
        assert!(output.stderr.contains("not a regular file"), "{}", output.stderr);
    }
}

#[test]
fn a_line_of_megabytes_is_cut_in_every_format() {
    let repository = repository();
    // Changed before the cut: behind it the lines are the same as far as they are shown, and no code is.
    let long = |first: &str| format!("def f():\n    return '{first}{}'\n", "ü".repeat(500_000));
    repository.write("a.py", long("a"));
    repository.commit("long");
    repository.write("a.py", long("b"));
    for format in ["text", "json", "jsonl", "markdown", "sarif", "github", "html"] {
        let output = repository.codesub(&["scan", "--base", "HEAD", "--format", format]);
        assert_eq!(output.status, 0, "{format}: {}", output.stderr);
        let said = output.stdout;
        assert!(!said.contains(char::REPLACEMENT_CHARACTER), "{format} was cut inside of a character");
        assert!(said.len() < 120_000, "{format}: {} bytes", said.len());
        let shows_code = matches!(format, "markdown" | "html");
        assert!(!shows_code || said.contains('…'), "{format} does not say that it was cut");
    }
}
