//! `codesub index search`: what is found, in which order, and what is said about it (SPEC 12.1).

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Instant;

use codesub::index::Index;
use codesub::index::find::{Likeness, find_symbols};
use codesub::index::lexical::{FOLDER, Key, Lexical};

use super::facts::open;
use crate::repository::Fixture;

fn project() -> Fixture {
    let fixture = Fixture::new();
    fixture
        .write(
            "src/auth.py",
            "class AuthService:\n    def login(self):\n        return validate_token(self)\n\n\n\
             def validate_token(token):\n    # retry after a while\n    return token\n",
        )
        .write("src/tokens.ts", "export function validateTokens(all: string[]) {\n  return all.length;\n}\n")
        .write("web/login.ts", "import { validate_token } from './auth';\n\nexport const x = validate_token(1);\n")
        .write("docs/Auth Service.md", "# Auth\n\nRetry it, and \x1b[31mred\x1b[0m after.\n")
        .write("logo.bin", b"\0validate_token")
        .commit("start");
    fixture.codesub(&["index", "build"]).exits(0);
    fixture
}

fn search(fixture: &Fixture, arguments: &[&str]) -> Vec<String> {
    let run = fixture.codesub(&[&["index", "search"], arguments].concat()).exits(0);
    let squeezed = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    run.stdout.lines().map(squeezed).collect()
}

fn lexical_folder(fixture: &Fixture) -> PathBuf {
    fixture.path(".git/codesub/index").join(FOLDER)
}

#[test]
fn names_are_found_however_they_are_written_constructs_first() {
    let fixture = project();
    let expected = [
        "src/auth.py:6 function validate_token",
        "src/tokens.ts:1 function validateTokens",
        "src/auth.py:3 call validate_token",
        "web/login.ts:1 import validate_token",
        "web/login.ts:3 call validate_token",
    ];
    for typed in
        [&["validate_token"][..], &["validateToken"], &["ValidateToken"], &["validate", "token"], &["validate token"]]
    {
        assert_eq!(search(&fixture, typed), expected, "{typed:?}");
    }
    assert_eq!(search(&fixture, &["--limit", "1", "validate_token"]), &expected[..1]);
    assert_eq!(search(&fixture, &["token", "validate"])[0], expected[0], "words in any order");
    assert_eq!(search(&fixture, &["valid"])[..2], expected[..2], "by their start");
    assert_eq!(search(&fixture, &["AuthService.login"]), ["src/auth.py:2 method AuthService.login"]);
    assert_eq!(
        search(&fixture, &["auth"]),
        ["src/auth.py:1 class AuthService", "web/login.ts:1 import auth"],
        "and not all of its members"
    );
}

#[test]
fn what_is_spelt_as_it_was_typed_comes_first() {
    let fixture = Fixture::new();
    fixture
        .write("a/cmd.go", "package a\n\ntype Command struct {\n\tsearcher int\n}\n\nfunc (c *Command) execute() {}\n\nfunc (c *Command) Execute() {}\n")
        .write("b/searcher.go", "package b\n\ntype Searcher struct{}\n")
        .write(
            "src/Gson.java",
            "class Gson {\n  String toJsonTree(Object o) { return null; }\n  String toJson(Object o) { return null; }\n  \
             String toJson(Object o, Type t) { return null; }\n  Object fromJson(Reader r) { return null; }\n}\n",
        )
        .commit("start");
    fixture.codesub(&["index", "build"]).exits(0);
    assert_eq!(
        search(&fixture, &["Execute"])[..2],
        ["a/cmd.go:9 method Command.Execute", "a/cmd.go:7 method Command.execute"]
    );
    assert_eq!(
        search(&fixture, &["Command::Execute"])[..2],
        ["a/cmd.go:9 method Command.Execute", "a/cmd.go:7 method Command.execute"]
    );
    assert_eq!(
        search(&fixture, &["Searcher"])[..2],
        ["b/searcher.go:3 struct Searcher", "a/cmd.go:4 field Command.searcher"]
    );
    assert_eq!(
        search(&fixture, &["Gson.toJson"]),
        [
            "src/Gson.java:3 method Gson.toJson(Object)",
            "src/Gson.java:4 method Gson.toJson(Object,Type)",
            "src/Gson.java:2 method Gson.toJsonTree(Object)"
        ]
    );
    assert_eq!(search(&fixture, &["Gson.toJson(Object)"])[0], "src/Gson.java:3 method Gson.toJson(Object)");
    assert_eq!(search(&fixture, &["Execute", "--limit", "1"]), ["a/cmd.go:9 method Command.Execute"]);
}

#[test]
fn where_nothing_was_committed_nothing_is_damaged() {
    let fixture = Fixture::new();
    fixture.git(&["update-ref", "-d", "HEAD"]);
    fixture.codesub(&["index", "build"]).exits(2).fails("there is no commit yet", "commit something");
    for command in [&["index", "search", "x"][..], &["index", "map"], &["index", "status"]] {
        fixture.codesub(command).exits(2).tells("codesub index build");
    }
    fixture.git(&["commit", "--quiet", "--allow-empty", "-m", "empty"]);
    fixture.codesub(&["index", "build"]).exits(0);
    fixture.codesub(&["index", "map"]).exits(0).tells("Nothing here is referred to.");
    fixture.codesub(&["index", "status"]).exits(0).prints("files          0\n");
}

#[test]
fn what_is_typed_wrongly_is_found_and_told() {
    let fixture = project();
    let run = fixture.codesub(&["index", "search", "validte_tokn"]).exits(0);
    run.prints("src/auth.py:6").tells("spelt much like");
    let run = fixture.codesub(&["index", "search", "validate", "everything"]).exits(0);
    run.prints("src/auth.py:6").tells("some of them");
    let run = fixture.codesub(&["index", "search", "zzzzzz"]).exits(0).tells("Nothing found.");
    assert_eq!(run.stdout, "");
}

#[test]
fn lines_and_paths_are_found() {
    let fixture = project();
    assert_eq!(
        search(&fixture, &["--in", "content", "retry after"]),
        [r"docs/Auth Service.md:3 Retry it, and \x1b[31mred\x1b[0m after.", "src/auth.py:7 # retry after a while"]
    );
    assert_eq!(search(&fixture, &["--in", "content", "validateToken"])[0], "src/auth.py:3 return validate_token(self)");
    let run = fixture.codesub(&["index", "search", "--in", "content", "class", "while"]).exits(0);
    run.prints("src/auth.py:1").tells("No line has all of these words");
    assert_eq!(search(&fixture, &["--in", "path", "auth service"]), ["docs/Auth Service.md"]);
    assert_eq!(search(&fixture, &["--in", "path", "authService.md"]), ["docs/Auth Service.md"]);
    assert_eq!(search(&fixture, &["--in", "path", "ts"]), ["src/tokens.ts", "web/login.ts"]);
    assert_eq!(search(&fixture, &["--in", "path", "logo"]), ["logo.bin"], "files that hold no text have a path");
}

#[test]
fn json_says_the_same() {
    let fixture = project();
    let run = fixture.codesub(&["index", "search", "--json", "validate_token"]).exits(0).json();
    assert_eq!(
        (&run["schema"], &run["current"], &run["complete"]),
        (&"codesub.index-search/v1".into(), &true.into(), &true.into())
    );
    let first = &run["results"][0];
    assert_eq!(
        first.to_string(),
        r#"{"what":"construct","path":"src/auth.py","line":6,"qualname":"validate_token","kind":"function","match":"exact"}"#
    );
    assert_eq!(run["results"][3]["role"], "import");
    let run = fixture.codesub(&["index", "search", "--json", "--in", "content", "retry"]).exits(0).json();
    assert_eq!(run["results"][1]["text"], "    # retry after a while");
}

/// No input is an error of a query language.
#[test]
fn anything_can_be_typed() {
    let fixture = project();
    let long = "ab ".repeat(3500);
    for typed in ["\"", "*", ":", "", " ", "()", "💥"] {
        fixture.codesub(&["index", "search", "--", typed]).exits(2).fails("no word to look for", "validate_token");
    }
    for within in ["path", "identifier", "content"] {
        for typed in [
            "a:b",
            "\"token",
            "token*",
            "token AND",
            "+token -x",
            "[a TO b]",
            "ß\u{202e}ü",
            "\\",
            long.as_str(),
            "日本",
        ] {
            let run = fixture.codesub(&["index", "search", "--in", within, "--", typed]);
            assert!([0, 2].contains(&run.status), "{typed:?}: {} {}", run.status, run.stderr);
        }
    }
}

#[test]
fn only_the_tree_of_the_asking_worktree_counts() {
    let fixture = project();
    fixture.git(&["worktree", "add", "-q", "linked", "-b", "linked"]);
    fixture.write("linked/src/auth.py", "def only_here():\n    pass\n");
    let linked = |arguments: &[&str]| fixture.codesub_in("linked", arguments);
    linked(&["index", "search", "only_here"]).exits(2).fails("nothing was indexed in this worktree yet", "index build");
    fixture.git(&["-C", "linked", "commit", "-qam", "other"]);
    linked(&["index", "build"]).exits(0);
    linked(&["index", "search", "only_here"]).exits(0).prints("src/auth.py:1");
    assert_eq!(search(&fixture, &["only_here"]), [""; 0]);
    assert_eq!(search(&fixture, &["validate_token"])[0], "src/auth.py:6 function validate_token");
    assert_eq!(linked(&["index", "search", "--in", "content", "while"]).exits(0).stdout, "");

    // A worktree that goes takes its documents along, with the next build.
    fixture.git(&["worktree", "remove", "--force", "linked"]);
    fixture.codesub(&["index", "build"]).exits(0);
    fixture.codesub(&["index", "build"]).exits(0);
    assert_documents(&fixture, "after the worktree went");
}

#[test]
fn an_index_of_another_commit_is_told() {
    let fixture = project();
    fixture.write("src/auth.py", "def renewed():\n    pass\n").commit("next");
    let words = "HEAD has moved since the index was made. Next: codesub index refresh";
    fixture.codesub(&["index", "search", "validate_token"]).exits(0).prints("src/auth.py:6").tells(words);
    fixture.codesub(&["index", "refresh"]).exits(0);
    assert_eq!(search(&fixture, &["renewed"]), ["src/auth.py:1 function renewed"]);
    assert_eq!(fixture.codesub(&["index", "search", "renewed"]).stderr, "");
    assert_eq!(search(&fixture, &["login"]), [""; 0], "what the new commit does not have");
}

#[test]
fn damage_is_an_error_to_a_search_and_repaired_by_a_refresh() {
    let fixture = project();
    let expected = search(&fixture, &["validate_token"]);
    let folder = lexical_folder(&fixture);
    let segment = |ending: &str| {
        let entries = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        entries.into_iter().find(|path| path.to_string_lossy().ends_with(ending)).expect(ending)
    };
    let damages: [(&str, &dyn Fn()); 5] = [
        ("all gone", &|| fs::remove_dir_all(&folder).expect("removed")),
        ("no commit", &|| fs::write(folder.join("meta.json"), "garbage").expect("written")),
        ("cut short", &|| fs::write(segment(".term"), "short").expect("written")),
        ("emptied", &|| fs::write(segment(".idx"), "").expect("written")),
        ("missing", &|| fs::remove_file(segment(".fast")).expect("removed")),
    ];
    for (what, damage) in damages {
        damage();
        let run = fixture.codesub(&["index", "search", "validate_token"]);
        assert_eq!(run.status, 3, "{what}: {} {}", run.stdout, run.stderr);
        run.fails("the index is damaged", "codesub index build");
        fixture.codesub(&["scan", "--base", "HEAD"]);
        fixture.codesub(&["index", "refresh"]).exits(0);
        assert_eq!(search(&fixture, &["validate_token"]), expected, "{what}");
        assert_documents(&fixture, what);
    }
}

/// Readers lock nothing and write nothing.
#[cfg(unix)]
#[test]
fn searching_changes_nothing_on_disk() {
    let fixture = project();
    let folder = lexical_folder(&fixture);
    let list = || -> BTreeSet<(PathBuf, std::time::SystemTime)> {
        let entries = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry"));
        entries.map(|entry| (entry.path(), entry.metadata().expect("metadata").modified().expect("a time"))).collect()
    };
    fs::remove_file(folder.join(".tantivy-meta.lock")).expect("there was a lock");
    let before = list();
    assert_eq!(search(&fixture, &["validate_token"]).len(), 5);
    assert_eq!(list(), before);
}

/// SPEC 13.3: a kill at any moment leaves the old or the new documents, and the next refresh those of the facts.
#[test]
fn after_a_kill_the_documents_are_those_of_the_facts() {
    let fixture = project();
    for number in 0..30 {
        fixture.write(&format!("lib/m{number}.py"), format!("def f{number}():\n    return {number}\n"));
    }
    fixture.commit("many");
    fixture.git(&["checkout", "-qb", "other"]);
    for number in 0..15 {
        fixture.write(&format!("lib/m{number}.py"), format!("def other{number}():\n    return {number}\n"));
    }
    fixture.commit("other");
    fixture.codesub(&["index", "refresh"]).exits(0);
    fixture.git(&["checkout", "-q", "main"]);
    let timed = Instant::now();
    fixture.codesub(&["index", "refresh"]).exits(0);
    let full = timed.elapsed();
    for round in 0..40u32 {
        fixture.git(&["checkout", "-q", if round % 2 == 0 { "other" } else { "main" }]);
        let mut run = fixture.command(&["index", "refresh"]);
        let mut child = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("codesub starts");
        sleep(full * (round % 20 + 1) / 20);
        child.kill().expect("killed");
        child.wait().expect("its end");
        // Whatever is there can be searched at once.
        fixture.codesub(&["index", "search", "validate_token"]).exits(0).prints("src/auth.py:6");
        fixture.codesub(&["index", "refresh"]).exits(0);
        assert_documents(&fixture, &format!("round {round}"));
    }
    assert_eq!(search(&fixture, &["f7"])[0], "lib/m7.py:1 function f7");
    let leftovers = fs::read_dir(lexical_folder(&fixture)).expect("a folder").count();
    assert!(leftovers < 120, "{leftovers} files");
}

/// A commit of the documents that the facts never followed.
#[test]
fn documents_that_the_facts_do_not_know_are_brought_in_line() {
    let fixture = project();
    let at = fixture.path(".git/codesub/index");
    let mut lexical = Lexical::open_for_writing(&at).expect("opened");
    let gone = lexical.keys().expect("keys").into_iter().find(|key| key.path == "src/auth.py").expect("there");
    let mut writing = lexical.write().expect("a writer");
    writing.remove(&gone);
    writing.commit("never noted").expect("committed").wait();
    fixture.codesub(&["index", "search", "--in", "path", "tokens"]).exits(0).tells("lags behind");
    fixture.codesub(&["index", "refresh"]).exits(0);
    assert_documents(&fixture, "after a refresh");
    assert_eq!(search(&fixture, &["validate_token"]).len(), 5, "with their names, though nothing was parsed");
}

#[test]
fn constructs_are_found_by_a_name_typed_from_memory() {
    let fixture = project();
    let repository = codesub::git::Repository::open(fixture.root()).expect("a repository");
    let index = Index::required(&repository).expect("an index");
    let find = |typed: &str| {
        let found = find_symbols(&index, typed, 10).expect("an answer");
        found.into_iter().map(|hit| (hit.qualname, hit.likeness)).collect::<Vec<_>>()
    };
    let one = |name: &str, likeness| (name.to_owned(), likeness);
    assert_eq!(
        find("validate_token"),
        [one("validate_token", Likeness::Exact), one("validateTokens", Likeness::Prefix)]
    );
    assert_eq!(find("AuthService.login"), [one("AuthService.login", Likeness::Exact)]);
    assert_eq!(find("login"), [one("AuthService.login", Likeness::Exact)]);
    assert_eq!(find("ValidateToken")[0], one("validate_token", Likeness::Letters));
    assert_eq!(find("auth login"), [one("AuthService.login", Likeness::Words)]);
    assert_eq!(find("token"), [one("validate_token", Likeness::Words), one("validateTokens", Likeness::Prefix)]);
    assert_eq!(find("logn"), [one("AuthService.login", Likeness::Similar)]);
    assert_eq!(find("valdate_tokens")[0], one("validateTokens", Likeness::Similar));
    assert_eq!(find("nothing_like_it"), []);
    assert_eq!(find(""), []);
}

/// The documents are those of the files of all worktrees.
#[track_caller]
fn assert_documents(fixture: &Fixture, what: &str) {
    let connection = open(fixture);
    let mut statement = connection.prepare("SELECT path, content_hash FROM files").expect("a statement");
    let rows = statement.query_map([], |row| Ok(Key { path: row.get(0)?, blob: row.get(1)? })).expect("rows");
    let files: BTreeSet<Key> = rows.map(|row| row.expect("a row")).collect();
    let lexical = Lexical::open_for_asking(&fixture.path(".git/codesub/index")).expect("readable").expect("there");
    assert!(!files.is_empty());
    assert_eq!(lexical.keys().expect("keys"), files, "{what}");
}

/// A build that did not come to its end leaves a store without a tree: that is not a tree without matches.
#[test]
fn nothing_indexed_is_not_nothing_found() {
    let fixture = Fixture::new();
    fixture.codesub(&["index", "build"]).exits(2);
    fixture.refuses(&["index", "search", "f"], 2, "nothing was indexed in this worktree yet", "codesub index build");
    fixture.write("a.py", "def f():\n    pass\n").commit("start");
    let blob = fixture.git(&["rev-parse", "HEAD:a.py"]);
    let object = fixture.path(&format!(".git/objects/{}/{}", &blob[..2], &blob[2..]));
    let bytes = fs::read(&object).expect("an object");
    fs::remove_file(&object).expect("removed");
    fixture.codesub(&["index", "build"]).exits(3);
    fixture.refuses(&["index", "search", "f"], 2, "nothing was indexed in this worktree yet", "codesub index build");
    fs::write(&object, bytes).expect("an object");
    fixture.codesub(&["index", "refresh"]).exits(0);
    fixture.codesub(&["index", "search", "f"]).exits(0).prints("a.py");
}
