//! Who may import whom (STYLE), read off the sources themselves.

use std::fs;
use std::path::{Path, PathBuf};

/// Longer files own a second noun.
const LONGEST: usize = 450;

struct Source {
    /// Below `src/`.
    path: String,
    /// Without comments and without the tests at its end.
    code: Vec<(usize, String)>,
    text: String,
}

#[test]
fn outside_crates_have_one_importer() {
    for (krate, home) in [
        ("gix", &["git/"][..]),
        ("tree_sitter", &["syntax/"]),
        ("saphyr_parser", &["config/"]),
        ("serde_yaml", &["config/"]),
        ("clap_mangen", &["commands/writing.rs"]),
        ("clap_complete", &["commands/writing.rs", "cli.rs"]),
        ("rayon", &["snapshot.rs", "snapshot/both.rs", "detect/", "index/", "scan/references.rs", "workers/"]),
        ("anstream", &["main.rs"]),
        ("terminal_size", &["main.rs"]),
        ("blake3", &["syntax/"]),
        ("xxhash_rust", &["detect/traces.rs", "git/renames.rs", "identity/", "index/contents.rs", "syntax/"]),
        ("rusqlite", &["index/"]),
        ("postcard", &["index/contents.rs", "workers/wire.rs"]),
        ("memchr", &["config/", "detect/traces.rs", "detect/verbatim.rs", "syntax/"]),
        ("memory_stats", &["workers/limits.rs"]),
        ("rustix", &["workers/limits.rs"]),
        ("tantivy", &["index/lexical"]),
        ("scip::types", &["index/scip/"]),
        ("protobuf", &["index/scip/"]),
        ("sha1", &["identity/hash.rs"]),
        ("octocrab", &["github/"]),
        ("tokio", &["github/"]),
        ("http", &["github/"]),
        ("http_body_util", &["github/"]),
    ] {
        forbid(&format!("{krate}::"), |path| home.iter().any(|home| path.starts_with(home)));
    }
    // Each grammar is named by its row, or by the reader of its documents: the engine never asks which language it deals
    // with.
    let readers = ["syntax/languages/", "syntax/documents/", "syntax/fences.rs"];
    forbid("tree_sitter_", |path| readers.iter().any(|reader| path.starts_with(reader)));
}

/// Sources are parsed by workers (SPEC 13.2): whoever called the parser itself would have it in his own process.
#[test]
fn only_workers_parse() {
    let parsing = ["outline", "outline_and_mentions", "outline_around", "segments"];
    for source in sources().iter().filter(|it| !it.path.starts_with("workers/") && !it.path.starts_with("syntax/")) {
        for (number, line) in source.code.iter().filter(|(_, line)| line.contains("syntax::")) {
            let mut names = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            assert!(!names.any(|name| parsing.contains(&name)), "{}:{number} parses by itself: {line}", source.path);
        }
    }
    forbid("reading.outline", |path| path.starts_with("workers/"));
}

#[test]
fn async_code_lives_with_github_alone() {
    for word in ["async", ".await", "Future"] {
        // Other languages have that word, too.
        forbid(word, |path| path.starts_with("github/") || path.starts_with("syntax/languages/"));
    }
    // What it says to people is a format, and knows no requests.
    forbid("github::api", |path| path.starts_with("github/") || path == "commands/github.rs");
}

#[test]
fn detection_does_no_io() {
    for word in
        ["std::fs", "std::process", "std::env", "std::io", "crate::snapshot", "crate::output", "crate::commands"]
    {
        forbid(word, |path| !path.starts_with("detect/"));
    }
    // Of git it knows what differs, not where that comes from.
    uses_of_git("detect/", &["Change", "Changes", "ChangeKind", "FileAt", "Hunk", "ObjectId", "hunks"]);
}

/// Asserts that a part knows nothing else of git than these, which are values and pure functions.
fn uses_of_git(part: &str, pure: &[&str]) {
    for source in sources().iter().filter(|source| source.path.starts_with(part)) {
        for (number, line) in &source.code {
            for rest in line.split("crate::git::").skip(1) {
                let names = rest.trim_start_matches('{').split(['}', ';']).next().unwrap_or_default();
                for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
                    let name = name.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
                    assert!(pure.contains(&name), "{}:{number} uses crate::git::{name}", source.path);
                }
            }
        }
    }
}

#[test]
fn a_diff_reads_and_writes_in_its_registry_alone() {
    for word in ["std::fs", "std::io", "crate::atomic"] {
        forbid(word, |path| {
            !path.starts_with("diff/") || path.starts_with("diff/registry/") || path == "diff/snapshots.rs"
        });
    }
    for word in ["crate::commands", "crate::cli", "crate::github", "crate::hooks", "crate::config"] {
        forbid(word, |path| !path.starts_with("diff/"));
    }
    // The refs of snapshots are the one thing that is written into a repository.
    for word in ["write_object", "edit_references_as"] {
        forbid(word, |path| path == "git/pins.rs");
    }
}

#[test]
fn reports_know_no_format_and_formats_touch_nothing() {
    for word in ["crate::output", "serde", "clap"] {
        forbid(word, |path| path != "report.rs");
    }
    for word in [
        "std::fs",
        "std::env",
        "std::process",
        "crate::git::Repository",
        "crate::commands",
        "crate::github",
        "std::io::stdout",
    ] {
        forbid(word, |path| !path.starts_with("output/"));
    }
    for word in ["crate::detect", "crate::commands", "crate::output", "crate::config"] {
        forbid(word, |path| !path.starts_with("syntax/"));
    }
    // Two versions of a text are compared as git does it, wherever they come from.
    uses_of_git("syntax/", &["Hunk", "hunks"]);
    for word in ["crate::detect", "crate::commands", "crate::output", "crate::syntax"] {
        forbid(word, |path| !path.starts_with("git/"));
    }
    for word in ["crate::detect", "crate::commands", "crate::output", "crate::git"] {
        forbid(word, |path| !path.starts_with("config/"));
    }
    forbid("crate::commands", |path| path.starts_with("commands/") || path == "main.rs");
    forbid("crate::cli", |path| path.starts_with("commands/") || path.starts_with("cli/") || path == "main.rs");
}

#[test]
fn the_environment_and_the_end_of_the_process_belong_to_main() {
    let readers = ["main.rs", "git/", "hooks/", "github/environment.rs"];
    forbid("std::env::", |path| readers.iter().any(|reader| path.starts_with(reader)));
    forbid("process::exit", |_| false);
    // A worker that takes too much cannot be ended otherwise.
    forbid("process::abort", |path| path == "workers/serving.rs");
    let starters = ["main.rs", "commands/demo.rs", "hooks/git_config.rs", "index/jobs/", "workers/"];
    forbid("std::process", |path| path == "atomic.rs" || starters.iter().any(|starter| path.starts_with(starter)));
    // Who has a lock says which process it is, and no more.
    forbid("std::process::Command", |path| starters.iter().any(|starter| path.starts_with(starter)));
    // clap's `env` attribute would read it behind our back.
    forbid("env =", |_| false);
}

#[test]
fn every_file_says_what_it_is_and_owns_one_noun() {
    for source in sources() {
        let is_test = source.path.contains("/tests");
        assert!(is_test || source.text.starts_with("//! "), "{} does not open with its essay", source.path);
        let lines = source.text.lines().count();
        assert!(lines <= LONGEST, "{} has {lines} lines, more than {LONGEST}: look for the second noun", source.path);
        for word in ["utils", "helpers", "common", "manager"] {
            assert!(!source.path.contains(word), "{} is named after nothing in the domain", source.path);
        }
    }
}

#[test]
fn the_map_of_modules_is_complete() {
    let map = fs::read_to_string(root().join("lib.rs")).expect("lib.rs");
    for module in map.lines().filter_map(|line| line.strip_prefix("pub mod ")).map(|line| line.trim_end_matches(';')) {
        let is_shown = map.contains(&format!("//! | [`{module}`]"));
        assert!(is_shown, "lib.rs: {module} is not on the map");
    }
}

/// Asserts that a word occurs only in files that may have it.
#[track_caller]
fn forbid(word: &str, allowed: impl Fn(&str) -> bool) {
    let starts_alone = |line: &str, at: usize| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
    };
    for source in sources().iter().filter(|source| !allowed(&source.path)) {
        for (number, line) in &source.code {
            let found = line.match_indices(word).any(|(at, _)| starts_alone(line, at));
            assert!(!found, "{}:{number} must not use `{word}`: {line}", source.path);
        }
    }
}

fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(source(&path));
            }
        }
    }
    assert!(found.len() > 60, "the sources are there");
    found
}

fn source(path: &Path) -> Source {
    let text = fs::read_to_string(path).expect("a source file");
    let below = path.strip_prefix(root()).expect("below src").to_string_lossy().replace('\\', "/");
    // Tests may do as they like.
    let is_test = below.contains("/tests") || below.ends_with("_tests.rs") || below.ends_with("/laws.rs");
    let code = text
        .lines()
        .enumerate()
        .take_while(|(_, line)| *line != "#[cfg(test)]" && !is_test)
        .map(|(number, line)| (number + 1, line.split("//").next().unwrap_or_default().to_owned()))
        .collect();
    Source { path: below, code, text }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}
