//! Repositories that are odd or hostile (SPEC 13.2), through the binary. What other modules test is listed here:
//!
//! | oddity | where |
//! |---|---|
//! | bare, unborn, shallow, partial, unrelated, reftable; too large, binary, LFS pointer, link in place of a source | `bad_input` |
//! | `GIT_DIR` and its relatives, linked worktrees, CRLF | `surroundings` |
//! | non-UTF-8 paths, SHA-256, submodules and links in semantic diffs | `diff::repositories` |
//! | missing and corrupt objects, broken refs, treeless clones | `src/git/tests/trouble.rs` |
//! | conflicts, intent to add, sparse checkouts, split index, a folder that becomes a file | `src/git/tests/staged.rs` |
//! | links as files and folders, filters, encodings, nested repositories | `src/git/tests/worktree.rs` |
//! | another owner, unknown formats | `src/git/tests/open.rs` |
//! | tree bombs, malformed trees, huge objects, chains of tags, replacements and grafts, alternates, a corrupt pack and index, paths that look alike | here |
//! | `core.ignoreCase`, files that git is told not to look at, a submodule in place of a file, byte order marks in sources, list and lock | here |

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::repository::{Fixture, pinned};

const CODE: &str =
    "def check(token):\n    return token.valid and not token.expired\n\n\ndef other(a):\n    return a + 1\n";

/// A repository with one subscription; its branch `main` is the base of every test.
fn repository() -> Fixture {
    let fixture = Fixture::new();
    fixture.write("src/auth.py", CODE).write("src/more.py", "def more(b):\n    return [b, b]\n").commit("one");
    fixture.codesub(&["add", "src/auth.py::check", "--id", "check"]).exits(0);
    fixture.commit("subscribed");
    fixture
}

/// Makes an object of any kind and bytes, however bad, and gives its id.
fn object(fixture: &Fixture, kind: &str, bytes: &[u8]) -> String {
    let mut command = Command::new("git");
    command.args(["hash-object", "-w", "--stdin", "--literally", "-t", kind]).current_dir(fixture.root());
    let mut child = pinned(&mut command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("git runs");
    child.stdin.take().expect("a pipe").write_all(bytes).expect("git reads");
    let output = child.wait_with_output().expect("git ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("an id").trim().to_owned()
}

fn entry(mode: &str, name: &str, id: &str) -> Vec<u8> {
    let id = (0..id.len()).step_by(2).map(|at| u8::from_str_radix(&id[at..at + 2], 16).expect("hexadecimal"));
    [mode.as_bytes(), b" ", name.as_bytes(), b"\0"].concat().into_iter().chain(id).collect()
}

fn tree(fixture: &Fixture, entries: &[(&str, &str, &str)]) -> String {
    let bytes: Vec<u8> = entries.iter().flat_map(|(mode, name, id)| entry(mode, name, id)).collect();
    object(fixture, "tree", &bytes)
}

/// A commit on top of `main` whose root has these entries too, in place of those of the same name.
fn committed(fixture: &Fixture, extra: &[(&str, &str, &str)]) -> String {
    let listed = fixture.git(&["ls-tree", "main"]);
    let mut entries: Vec<(String, String, String)> = Vec::new();
    for line in listed.lines() {
        let (head, name) = line.split_once('\t').expect("a tab");
        let parts: Vec<&str> = head.split(' ').collect();
        if !extra.iter().any(|(_, other, _)| *other == name) {
            entries.push((parts[0].trim_start_matches('0').to_owned(), name.to_owned(), parts[2].to_owned()));
        }
    }
    entries.extend(extra.iter().map(|(mode, name, id)| (mode.to_string(), name.to_string(), id.to_string())));
    entries.sort_by(|a, b| a.1.cmp(&b.1));
    let borrowed: Vec<_> = entries.iter().map(|(a, b, c)| (a.as_str(), b.as_str(), c.as_str())).collect();
    let root = tree(fixture, &borrowed);
    fixture.git(&["commit-tree", "-p", "main", "-m", "odd", &root])
}

/// `depth` levels of trees, each naming the next one `width` times.
fn bomb(fixture: &Fixture, depth: u32, width: u32) -> String {
    let blob = object(fixture, "blob", CODE.as_bytes());
    let (mut mode, mut id) = ("100644", blob);
    for _ in 0..depth {
        let names: Vec<String> = (0..width).map(|number| format!("{number:05}.py")).collect();
        let entries: Vec<_> = names.iter().map(|name| (mode, name.as_str(), id.as_str())).collect();
        id = tree(fixture, &entries);
        mode = "40000";
    }
    id
}

/// The bytes that the binary had in memory at most, and what it came to.
fn measured(fixture: &Fixture, arguments: &[&str]) -> (u64, crate::repository::Run) {
    let binary = env!("CARGO_BIN_EXE_codesub");
    let mut command = Command::new("sh");
    // A limit of the address space is passed on to every process that it starts.
    command.args(["-c", "ulimit -v 4194304; exec \"$@\"", "sh", binary]).args(arguments).current_dir(fixture.root());
    let mut child = pinned(&mut command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().expect("it can be asked").is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
        most = most.max(line.trim().trim_end_matches(" kB").parse().unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    (most * 1024, crate::repository::Run::new(&child.wait_with_output().expect("it ended")))
}

#[test]
fn a_tree_bomb_beside_ordinary_changes() {
    let fixture = repository();
    let (classic, wide) = (bomb(&fixture, 10, 10), bomb(&fixture, 2, 1100));
    let auth = object(&fixture, "blob", CODE.replace("valid and", "valid or").as_bytes());
    let more = object(&fixture, "blob", b"def more(b):\n    return [b]\n");
    let changed = tree(&fixture, &[("100644", "auth.py", &auth), ("100644", "more.py", &more)]);
    let moved =
        object(&fixture, "blob", b"# here\n\n\ndef check(token):\n    return token.valid and not token.expired\n");
    let empty = object(&fixture, "blob", b"x = 1\n");
    let emptied = tree(&fixture, &[("100644", "auth.py", &empty)]);
    let home = tree(&fixture, &[("100644", "home.py", &moved)]);
    for bomb in [&classic, &wide] {
        let scan = |commit: &str, status: i32| {
            let arguments = ["scan", "--base", "main", "--target", commit, "--check", "--json"];
            let (most, run) = measured(&fixture, &arguments);
            assert!(most < 512 << 20, "{most} bytes");
            let report = run.exits(status).json();
            assert_eq!(report["complete"], false);
            let notes = report["notes"].to_string();
            assert!(notes.contains("not compared") && notes.contains("bomb"), "{notes}");
            report
        };
        // Nothing subscribed differs.
        let report = scan(&committed(&fixture, &[("40000", "bomb", bomb)]), 0);
        assert_eq!(report["unchanged"][0], "check");
        // Both files of the ordinary change are seen.
        let report = scan(&committed(&fixture, &[("40000", "bomb", bomb), ("40000", "src", &changed)]), 1);
        assert_eq!(report["triggers"][0]["change_type"], "CONTENT");
        // What was moved is found beside the bomb, among the bomb's own copies of it.
        let moved = [("40000", "bomb", bomb.as_str()), ("40000", "src", &emptied), ("40000", "zzz", &home)];
        scan(&committed(&fixture, &moved), 0);
    }
    // The other commands come to an end too.
    let commit = committed(&fixture, &[("40000", "bomb", &classic), ("40000", "src", &changed)]);
    let (most, run) = measured(&fixture, &["diff", "compute", "--from", "main", "--to", &commit, "--json"]);
    assert!(most < 512 << 20, "{most} bytes");
    assert!(run.exits(0).stdout.contains("\"complete\": false"));
    fixture.codesub(&["symbols", "src", "--revision", &commit]).exits(0).prints("check").tells("were not compared");
    fixture.git(&["update-ref", "HEAD", &commit]);
    let (most, run) = measured(&fixture, &["index", "build"]);
    assert!(most < 512 << 20, "{most} bytes");
    run.exits(0);
    fixture
        .codesub(&["scan", "--base", "HEAD~1", "--staged"])
        .exits(3)
        .fails("HEAD has more entries than can be listed", "--target R");
}

#[test]
fn a_subscribed_file_inside_of_a_bomb_is_decided() {
    let fixture = repository();
    let bomb = bomb(&fixture, 6, 20);
    let with = committed(&fixture, &[("40000", "bomb", &bomb)]);
    fixture.git(&["update-ref", "refs/heads/main", &with]);
    let deep = "bomb/00019.py/00019.py/00019.py/00019.py/00019.py/00019.py";
    let list = format!("version: 1\nsubscriptions:\n  - id: deep\n    target: {deep}::check\n");
    let list = object(&fixture, "blob", list.as_bytes());
    let base = committed(&fixture, &[("100644", "codesub.yaml", &list)]);
    fixture.git(&["update-ref", "refs/heads/main", &base]);
    let gone = committed(&fixture, &[("40000", "bomb", &tree(&fixture, &[]))]);
    let report = fixture.codesub(&["scan", "--base", "main", "--target", &gone, "--check", "--json"]).exits(1).json();
    assert_eq!(report["triggers"][0]["reasons"][0], "file_deleted", "{report}");
    assert_eq!(report["complete"], false);
}

#[test]
fn names_that_no_file_can_have_or_that_stand_twice() {
    let fixture = repository();
    let old = fixture.git(&["rev-parse", "main:src/auth.py"]);
    let new = object(&fixture, "blob", CODE.replace("valid and", "valid or").as_bytes());
    let changed = tree(&fixture, &[("100644", "auth.py", &new)]);
    // Names that git itself never writes stand for nothing.
    for name in ["src//auth.py", "..", ".", ""] {
        let commit = committed(&fixture, &[("100644", name, &old), ("40000", "src", &changed)]);
        let run = fixture.codesub(&["scan", "--base", "main", "--target", &commit, "--check", "--json"]);
        let report = run.exits(1).json();
        assert_eq!(report["triggers"][0]["change_type"], "CONTENT", "{name}: {report}");
        assert!(report["notes"].to_string().contains("git fsck"), "{name}: {report}");
    }
    // Which of two files is the subscribed one, nobody can say.
    let twice = tree(&fixture, &[("100644", "auth.py", &old), ("100644", "auth.py", &new)]);
    let commit = committed(&fixture, &[("40000", "src", &twice)]);
    fixture.refuses(&["scan", "--base", "main", "--target", &commit], 3, "has the name `auth.py` twice", "git fsck");
    // Names that are odd elsewhere only are names.
    let odd = [".GIT", "git~1", "CON", "a.", "b ", "c\\d", "Auth.py", "auth.py", "e\u{301}.py", "\u{e9}.py"];
    let odd: Vec<_> = odd.iter().map(|name| ("100644", *name, old.as_str())).collect();
    let commit = committed(&fixture, &odd);
    let report = fixture.codesub(&["scan", "--base", "main", "--target", &commit, "--check", "--json"]).exits(0).json();
    assert_eq!((&report["complete"], &report["stats"]["files_changed"]), (&true.into(), &odd.len().into()));
    // The order of entries and modes that nobody knows.
    let unsorted = tree(&fixture, &[("100644", "more.py", &old), ("100644", "auth.py", &new)]);
    let commit = committed(&fixture, &[("40000", "src", &unsorted)]);
    fixture.codesub(&["scan", "--base", "main", "--target", &commit, "--check"]).exits(1).prints("body changed");
    let odd_mode = tree(&fixture, &[("0", "auth.py", &old)]);
    let commit = committed(&fixture, &[("40000", "src", &odd_mode)]);
    fixture.codesub(&["scan", "--base", "main", "--target", &commit]).exits(3).prints("it is not a regular file");
}

/// git writes the contents of an entry `src/auth.py` of the root to that path, whatever the folder `src` has.
#[test]
fn names_with_a_slash_that_lead_to_a_subscribed_file() {
    let fixture = repository();
    let evil = object(&fixture, "blob", CODE.replace("valid and", "valid or").as_bytes());
    let folder = tree(&fixture, &[("100644", "auth.py", &evil)]);
    let deep = tree(&fixture, &[("100644", "b/auth.py", &evil)]);
    let cases: [&[(&str, &str, &str)]; 3] = [
        &[("100644", "src/auth.py", &evil)],
        &[("100644", "src/auth.py", &evil), ("40000", "src", &folder)],
        &[("100644", "src/auth.py/below.py", &evil)],
    ];
    for extra in cases {
        let odd = committed(&fixture, extra);
        for (base, target) in [("main", odd.as_str()), (odd.as_str(), "main")] {
            for direct in [&[][..], &["--direct"]] {
                if base == odd && direct.is_empty() {
                    continue;
                }
                let scan = ["scan", "--base", base, "--target", target, "--check"];
                let run = fixture.codesub(&[&scan[..], direct].concat());
                run.exits(3).fails("has the name `src/auth.py", "git fsck");
            }
        }
    }
    // Beside what is subscribed it is a gap.
    for extra in [("100644", "src/auth.pyc", &evil), ("40000", "a/b", &folder), ("40000", "a", &deep)] {
        let odd = committed(&fixture, &[(extra.0, extra.1, extra.2)]);
        let scan = ["scan", "--base", "main", "--target", &odd, "--check", "--json"];
        assert_eq!(fixture.codesub(&scan).exits(0).json()["complete"], false, "{extra:?}");
    }
    // A folder of such a name that holds what is subscribed.
    let src = tree(&fixture, &[("40000", "b", &folder)]);
    let list = "version: 1\nsubscriptions:\n  - id: deep\n    target: a/b/auth.py::check\n";
    let list = object(&fixture, "blob", list.as_bytes());
    let base = committed(&fixture, &[("40000", "a", &src), ("100644", "codesub.yaml", &list)]);
    fixture.git(&["update-ref", "refs/heads/main", &base]);
    let odd = committed(&fixture, &[("40000", "a/b", &deep)]);
    let scan = ["scan", "--base", "main", "--target", &odd, "--check"];
    fixture.codesub(&scan).exits(3).fails("has the name `a/b`", "git fsck");
}

#[test]
fn huge_objects_of_every_kind() {
    let fixture = repository();
    let blob = fixture.git(&["rev-parse", "main:src/auth.py"]);
    let names: Vec<String> = (0..1_000_000).map(|number| format!("{number:08}")).collect();
    let huge = tree(&fixture, &names.iter().map(|name| ("100644", name.as_str(), blob.as_str())).collect::<Vec<_>>());
    let commit = committed(&fixture, &[("40000", "huge", &huge)]);
    let scan = |target: &str| measured(&fixture, &["scan", "--base", "main", "--target", target, "--check"]);
    let (most, run) = scan(&commit);
    assert!(most < 512 << 20, "{most} bytes");
    run.exits(0).prints("huge was not compared: the object of the folder is too large");
    let head = fixture.git(&["rev-parse", "main"]);
    let padding = "x".repeat(64 << 20);
    let tag = format!("object {head}\ntype commit\ntag v\ntagger A <a@b> 0 +0000\n\n{padding}\n");
    let tag = object(&fixture, "tag", tag.as_bytes());
    let (most, run) = scan(&tag);
    assert!(most < 128 << 20, "{most} bytes");
    run.exits(3).fails("cannot be read", "git fsck");
    let mut tag = head;
    for number in 0..120 {
        let kind = if number == 0 { "commit" } else { "tag" };
        tag = object(&fixture, "tag", format!("object {tag}\ntype {kind}\ntag v\n\n").as_bytes());
    }
    fixture.refuses(&["scan", "--base", "main", "--target", &tag], 3, "a tag of a tag", "name the commit");
}

#[test]
fn replacements_alternates_and_damage() {
    let fixture = repository();
    let base = fixture.git(&["rev-parse", "main"]);
    fixture.write("src/auth.py", CODE.replace("valid and", "valid or")).commit("changed");
    let scan = ["scan", "--base", &base, "--target", "HEAD", "--check"];
    fixture.git(&["replace", "HEAD", &base]);
    fixture.codesub(&scan).exits(1).prints("body changed");
    fixture.git(&["replace", "-d", "HEAD"]);
    fixture.write(".git/objects/info/alternates", "/nowhere/at/all\n");
    fixture.codesub(&scan).exits(1).prints("body changed");
    fixture.git(&["repack", "-adq"]);
    let index = fs::read(fixture.path(".git/index")).expect("an index");
    fixture.write(".git/index", b"DIRC\0\0\0\x02\xff\xff\xff\xff");
    fixture.refuses(&["scan", "--base", &base], 3, "the index cannot be read", "git reset");
    fixture.write(".git/index", index);
    for pack in fs::read_dir(fixture.path(".git/objects/pack")).expect("packs").flatten() {
        if pack.path().extension().is_some_and(|it| it == "pack") {
            fs::remove_file(pack.path()).expect("a pack to remove");
            fs::write(pack.path(), b"PACK\0\0\0\x02\0\0\0\x01 garbage that is no object at all").expect("a pack");
        }
    }
    fixture.codesub(&scan).exits(3).fails("cannot be read", "git fsck");
}

/// SPEC 6.1, 13.2: what nobody subscribed to makes a run incomplete, and not undecided.
#[test]
fn files_that_cannot_be_examined_beside_what_is_subscribed() {
    let fixture = repository();
    fixture.git(&["config", "codesub.parseMemory", "192"]);
    let moved = "# here\n\n\ndef check(token):\n    return token.valid and not token.expired\n";
    let bombs = |fixture: &Fixture| {
        fixture.write("bomb.java", "a<".repeat(30_000)).write("binary.py", b"x = 1\0\n");
        fixture.write("large.py", "x = 1\n".repeat(1_500_000));
    };
    let scan = ["scan", "--base", "main", "--target", "HEAD", "--check", "--json"];
    fixture.git(&["checkout", "-q", "-b", "topic"]);
    bombs(&fixture);
    fixture.commit("nothing was looked for in them");
    assert_eq!(fixture.codesub(&scan).exits(0).json()["complete"], true);
    for (text, status) in [(moved, 0), ("def check(token):\n    return token.valid\n", 1)] {
        fixture.git(&["checkout", "-q", "-B", "topic", "main"]);
        bombs(&fixture);
        // Whether it is gone or became something else, every file is searched for it.
        let other = if status == 0 { "src/home.py" } else { "src/away.py" };
        fixture.write("src/auth.py", "x = 1\n").write(other, text).commit("away");
        let report = fixture.codesub(&scan).exits(status).json();
        assert_eq!(report["complete"], false, "{report}");
        let notes = report["notes"].to_string();
        for told in ["bomb.java was not searched: parsing it takes", "binary.py was not", "large.py was not"] {
            assert!(notes.contains(told), "{told}: {notes}");
        }
        let run = fixture.codesub(&["scan", "--base", "main", "--target", "HEAD", "--check"]);
        let text = run.exits(status).stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("INCOMPLETE: Every subscription was checked"), "{text}");
    }
    // A subscribed file of which the same can be said.
    for bytes in [b"x = 1\0\n".to_vec(), "x = 1\n".repeat(1_500_000).into_bytes()] {
        fixture.git(&["checkout", "-q", "-B", "topic", "main"]);
        fixture.write("src/auth.py", bytes).commit("not to be examined");
        assert_eq!(fixture.codesub(&scan).exits(3).json()["complete"], false);
    }
}

#[test]
fn more_than_a_hundred_copies_are_not_all_searched_and_that_is_told() {
    let fixture = repository();
    for number in 0..120 {
        fixture.write(&format!("copies/{number:03}.txt"), CODE).write(&format!("copies/{number:03}.py"), "x = 1\n");
    }
    fixture.write("src/auth.py", "x = 2\n").write("zzz/home.py", CODE).commit("away");
    let scan = ["scan", "--base", "main~1", "--target", "HEAD", "--check", "--json"];
    let report = fixture.codesub(&scan).exits(0).json();
    // Its name makes it another file than the hundred before it, of the same bytes.
    assert_eq!(report["proposals"][0]["new_path"], "zzz/home.py", "{report}");
    assert_eq!(report["complete"], false);
    assert!(report["notes"].to_string().contains("40 files were not searched for code that moved"), "{report}");
}

#[test]
fn grafts_do_not_change_history() {
    let fixture = repository();
    let base = fixture.git(&["rev-parse", "main"]);
    fixture.write("src/auth.py", CODE.replace("valid and", "valid or"));
    let head = fixture.commit("changed");
    // A commit without parents would have no merge base.
    fixture.write(".git/info/grafts", format!("{head}\n"));
    fixture.codesub(&["scan", "--base", &base, "--target", "HEAD", "--check"]).exits(1).prints("body changed");
    fixture.remove(".git/info/grafts");
    fixture.git(&["replace", "--graft", "HEAD"]);
    fixture.codesub(&["scan", "--base", &base, "--target", "HEAD", "--check"]).exits(1).prints("body changed");
}

#[test]
fn paths_are_what_they_are_whatever_the_case() {
    let fixture = repository();
    fixture.git(&["config", "core.ignoreCase", "true"]);
    fixture.git(&["mv", "src/auth.py", "src/Auth.py"]);
    fixture.commit("another case");
    let report =
        fixture.codesub(&["scan", "--base", "main~1", "--target", "HEAD", "--check", "--json"]).exits(0).json();
    assert_eq!(report["proposals"][0]["new_path"], "src/Auth.py", "{report}");
    let report = fixture.codesub(&["scan", "--base", "main~1", "--check", "--json"]).exits(0).json();
    assert_eq!(report["proposals"][0]["new_path"], "src/Auth.py", "{report}");
}

/// What the user tells git not to look at is as the index has it, as in `git status` and `git diff`.
#[test]
fn files_that_git_is_told_not_to_look_at() {
    for flag in ["--assume-unchanged", "--skip-worktree"] {
        let fixture = repository();
        fixture.write("src/auth.py", CODE.replace("valid and", "valid or"));
        fixture.codesub(&["scan", "--base", "HEAD", "--check"]).exits(1).prints("body changed");
        fixture.git(&["update-index", flag, "src/auth.py"]);
        assert_eq!(fixture.git(&["status", "--porcelain"]), "", "{flag}");
        fixture.codesub(&["scan", "--base", "HEAD", "--check"]).exits(0).prints("unchanged");
    }
    let fixture = repository();
    fixture.git(&["sparse-checkout", "set", "--no-cone", "/codesub.yaml", "/codesub.lock"]);
    assert!(!fixture.path("src/auth.py").exists());
    fixture.codesub(&["scan", "--base", "HEAD", "--check"]).exits(0).prints("unchanged");
}

#[test]
fn a_submodule_in_place_of_a_file_and_back() {
    let fixture = repository();
    let commit = fixture.git(&["rev-parse", "main"]);
    let submodule = committed(&fixture, &[("160000", "src", &commit)]);
    let scan = ["scan", "--base", "main", "--target", &submodule, "--check", "--json"];
    let report = fixture.codesub(&scan).exits(1).json();
    assert_eq!(report["triggers"][0]["change_type"], "MISSING", "{report}");
    let inside = tree(&fixture, &[("160000", "auth.py", &commit)]);
    let inside = committed(&fixture, &[("40000", "src", &inside)]);
    fixture.codesub(&["scan", "--base", "main", "--target", &inside, "--check"]).exits(3).prints("not a regular file");
    // And back: the base has no code to compare with, but the lock has.
    let back = fixture.git(&["commit-tree", "-p", &submodule, "-m", "back", "main^{tree}"]);
    fixture.codesub(&["scan", "--base", &submodule, "--target", &back, "--check"]).exits(0);
}

#[test]
fn a_byte_order_mark_is_no_change() {
    let fixture = repository();
    fixture.write("src/auth.py", format!("\u{feff}{CODE}")).commit("marked");
    fixture.codesub(&["scan", "--base", "main~1", "--target", "HEAD", "--check"]).exits(0).prints("unchanged");
    fixture.write("src/auth.py", format!("\u{feff}{}", CODE.replace("valid and", "valid or"))).commit("changed");
    fixture.codesub(&["scan", "--base", "main~1", "--target", "HEAD", "--check"]).exits(1).prints("body changed");
}

#[test]
fn a_list_and_a_lock_with_a_byte_order_mark_are_what_they_are_without() {
    let fixture = repository();
    for name in ["codesub.yaml", "codesub.lock"] {
        fixture.write(name, format!("\u{feff}{}", fixture.read(name)));
    }
    fixture.commit("marked");
    let scan = ["scan", "--base", "main~1", "--target", "HEAD", "--include-drift", "--check", "--json"];
    let report = fixture.codesub(&scan).exits(0).json();
    assert_eq!(report["unchanged"], serde_json::json!(["check"]));
    assert_eq!(report["notes"], serde_json::json!([]));
    fixture.codesub(&["add", "src/auth.py::other", "--id", "other"]).exits(0);
    let list = fixture.read("codesub.yaml");
    assert!(list.starts_with('\u{feff}') && list.matches('\u{feff}').count() == 1, "the mark stays: {list}");
    fixture.commit("another one");
    fixture.write("src/auth.py", CODE.replace("valid and", "valid or").replace("a + 1", "a + 2")).commit("changed");
    let report =
        fixture.codesub(&["scan", "--base", "HEAD~1", "--target", "HEAD", "--check", "--json"]).exits(1).json();
    assert_eq!(report["triggers"].as_array().map(Vec::len), Some(2), "{report}");
}

#[test]
fn the_repository_of_somebody_else() {
    let fixture = repository();
    // Only root can give a folder away; elsewhere there is nothing to test.
    if [".git", "."].iter().any(|path| std::os::unix::fs::chown(fixture.path(path), Some(65534), None).is_err()) {
        return;
    }
    fixture.refuses(&["scan", "--base", "main"], 3, "belongs to another user", "safe.directory");
}
