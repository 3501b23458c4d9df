//! What people and repositories get wrong: each answer has its exit status, names the file or ref and what to do next
//! (SPEC 6.3), and leaves both files byte for byte as they were.

use std::fs;
use std::os::unix::fs::symlink;

use crate::repository::Fixture;

const AUTH: &str = "\
class AuthService:
    def validate_token(self, token):
        return token in self.tokens and not self.expired(token)

    def login(self, user, password):
        return self.check(user, password)


def helper(value):
    return value + 1
";

/// A repository with one locked subscription, committed.
fn repository() -> Fixture {
    let fixture = Fixture::new();
    fixture
        .write("src/auth.py", AUTH)
        .write("src/mail.py", "def send(to):\n    return to\n")
        .write("notes.txt", "a\nb\n");
    fixture.codesub(&["add", "src/auth.py::AuthService.validate_token", "--id", "token-check"]).exits(0);
    fixture.commit("base");
    fixture
}

/// A repository with this list.
fn listing(list: impl AsRef<[u8]>) -> Fixture {
    let fixture = repository();
    fixture.write("codesub.yaml", list);
    fixture
}

#[track_caller]
fn list_refused(list: impl AsRef<[u8]>, error: &str, hint: &str) {
    let fixture = listing(list);
    for arguments in [
        &["list"][..],
        &["scan", "--base", "HEAD"],
        &["add", "src/auth.py::helper"],
        &["remove", "token-check"],
        &["edit", "token-check", "--label", "x"],
        &["apply", "--base", "HEAD"],
        &["accept", "--all"],
        &["decide", "token-check", "--pick", "src/auth.py::helper"],
        &["show", "token-check"],
        &["explain", "token-check", "--base", "HEAD"],
    ] {
        fixture.refuses(arguments, 2, error, hint);
    }
    // The same list in a commit is named with the commit.
    fixture.commit("broken");
    fixture.refuses(&["scan", "--base", "HEAD~1", "--target", "HEAD"], 2, "codesub.yaml of HEAD:", hint);
}

#[test]
fn broken_yaml() {
    list_refused("version: 1\nsubscriptions: [\n", "codesub.yaml:3:", "");
}

#[test]
fn unknown_key_with_its_line_and_a_suggestion() {
    list_refused(
        "version: 1\nsubscriptions:\n  - id: a\n    traget: src/auth.py::helper\n",
        "codesub.yaml:4: unknown key `traget` in a subscription; did you mean `target`?",
        "allowed keys: id, target",
    );
}

#[test]
fn duplicate_and_bad_ids() {
    let twice = "version: 1\nsubscriptions:\n  - { id: a, target: 'a.py::f' }\n  - { id: a, target: 'b.py::f' }\n";
    list_refused(twice, "codesub.yaml:4: the id `a` is already used on line 3", "rename one");
    let bad = "version: 1\nsubscriptions:\n  - { id: Not-A-Slug, target: 'a.py::f' }\n";
    list_refused(bad, "codesub.yaml:3: `Not-A-Slug` cannot be an id: use lower-case", "such as `token-check`");
    repository().refuses(&["add", "src/auth.py::helper", "--id", "Bad Id"], 2, "the id `Bad Id` will not do", "");
    repository().refuses(
        &["add", "src/auth.py::helper", "--id", "token-check"],
        2,
        "there is a subscription `token-check` already",
        "codesub edit",
    );
    repository().refuses(&["add", "src/auth.py::helper", "src/mail.py::send", "--id", "x"], 2, "single target", "");
}

#[test]
fn lists_that_cannot_be_text_or_are_too_large() {
    list_refused(b"version: 1\nbaseline: \xff\n", "codesub.yaml:2: the file is not UTF-8", "save it as UTF-8");
    let mut large = b"version: 1\n#".to_vec();
    large.resize(16 * 1024 * 1024 + 1, b'x');
    let fixture = listing(&large);
    for arguments in [&["list"][..], &["scan", "--base", "HEAD"], &["add", "src/auth.py::helper"]] {
        fixture.refuses(
            arguments,
            2,
            "codesub.yaml: the file is larger than 16 MiB",
            "take subscriptions off the list",
        );
    }
    fixture.commit("large");
    fixture.refuses(&["scan", "--base", "HEAD~1", "--target", "HEAD"], 2, "codesub.yaml of HEAD", "");
}

#[test]
fn no_list() {
    let fixture = Fixture::new();
    fixture.write("a.py", "def f():\n    return 1\n").commit("one");
    for arguments in [
        &["list"][..],
        &["scan"],
        &["scan", "--base", "HEAD"],
        &["remove", "a"],
        &["show", "a"],
        &["apply"],
        &["accept", "--all"],
        &["decide", "a", "--pick", "a.py::f"],
        &["edit", "a", "--label", "x"],
    ] {
        fixture.refuses(arguments, 2, "there is no codesub.yaml", "codesub init");
    }
    fixture.refuses(&["scan", "--base", "HEAD", "--target", "HEAD"], 2, "there is no codesub.yaml in HEAD", "");
}

#[test]
fn a_list_that_a_commit_still_has() {
    let fixture = repository();
    fixture.remove("codesub.yaml");
    fixture.refuses(
        &["scan", "--base", "HEAD"],
        2,
        "there is no codesub.yaml in the worktree any more",
        "git checkout HEAD --",
    );
}

#[test]
fn a_list_that_is_a_link() {
    let fixture = repository();
    fs::rename(fixture.path("codesub.yaml"), fixture.path("real.yaml")).expect("a rename");
    symlink("real.yaml", fixture.path("codesub.yaml")).expect("a link");
    for arguments in [&["list"][..], &["scan", "--base", "HEAD"], &["add", "src/auth.py::helper"]] {
        fixture.refuses(arguments, 2, "codesub.yaml is not a regular file", "does not follow links");
    }
    fixture.commit("link");
    fixture.refuses(&["scan", "--base", "HEAD~1", "--target", "HEAD"], 2, "codesub.yaml of HEAD is not a regular", "");
}

#[test]
fn config_that_is_not_there() {
    let fixture = repository();
    for arguments in [&["list"][..], &["scan", "--base", "HEAD"], &["remove", "a"], &["accept", "--all"]] {
        let arguments = [&["--config", "other/team.yaml"], arguments].concat();
        fixture.refuses(&arguments, 2, "there is no other/team.yaml", "--config");
    }
}

#[test]
fn targets_that_do_not_exist_offer_near_names() {
    let fixture = repository();
    let cases = [
        (
            "src/auth.py::validate_token",
            "there is no validate_token in src/auth.py",
            "did you mean AuthService.validate_token?",
        ),
        (
            "src/auth.py::AuthService.valdate_token",
            "AuthService.valdate_token",
            "did you mean AuthService.validate_token?",
        ),
        ("src/auth.py::zzz", "there is no zzz in src/auth.py", "codesub symbols src/auth.py"),
        ("auth.py::helper", "there is no file auth.py", "did you mean src/auth.py?"),
        ("src/auht.py::helper", "there is no file src/auht.py", "did you mean src/auth.py?"),
        ("src/auht.py:1-2", "there is no file src/auht.py", "did you mean src/auth.py?"),
        ("elsewhere/far.py::x", "there is no file elsewhere/far.py", "relative to"),
        ("notes.txt:2-9", "notes.txt has 2 lines, so there is no line 9", "notes.txt:1-2"),
        ("notes.txt::a", "no parser for notes.txt", "codesub languages"),
        ("src/auth.py", "`src/auth.py` is no target", "codesub symbols src/auth.py"),
        ("validate", "`validate` is no target", "path/to/file.py::Class.method"),
        ("../outside.py::f", "`../outside.py::f` is no target", ""),
    ];
    for (target, error, hint) in cases {
        fixture.refuses(&["add", target], 2, error, hint);
        fixture.refuses(&["decide", "token-check", "--pick", target], 2, error, hint);
        // One bad target of several: none is added.
        fixture.refuses(&["add", "src/auth.py::helper", target], 2, error, hint);
    }
    fixture.refuses(&["add", "src/auth.py::helper", "--members"], 2, "src/auth.py::helper has no members", "classes");
    fixture.refuses(&["add", "notes.txt:1", "--members"], 2, "notes.txt:1 has no members", "classes");
    fixture.refuses(&["edit", "token-check", "--private"], 2, "AuthService.validate_token has no members", "classes");
    fixture.refuses(&["symbols", "src/nope.py"], 2, "there is no source file src/nope.py", "");
    fixture.refuses(&["symbols", "notes.txt"], 2, "no parser for notes.txt", "codesub languages");
    fixture.refuses(&["symbols", "/etc/passwd"], 2, "/etc/passwd is outside of the repository", "");
}

#[test]
fn decide_keeps_members_possible() {
    let fixture = repository();
    fixture.codesub(&["add", "src/auth.py::AuthService", "--members", "--id", "service"]).exits(0);
    fixture.refuses(
        &["decide", "service", "--pick", "src/auth.py::helper"],
        2,
        "service watches members",
        "--no-members",
    );
    fixture.refuses(&["decide", "service", "--pick", "notes.txt:1"], 2, "service watches members", "--no-members");
}

#[test]
fn unknown_ids_offer_the_nearest() {
    let fixture = repository();
    for arguments in [
        &["remove", "token-chek"][..],
        &["show", "token-chek"],
        &["explain", "token-chek", "--base", "HEAD"],
        &["accept", "token-chek"],
        &["apply", "token-chek", "--base", "HEAD"],
        &["decide", "token-chek", "--pick", "src/auth.py::helper"],
        &["edit", "token-chek", "--label", "x"],
    ] {
        fixture.refuses(arguments, 2, "there is no subscription `token-chek`", "did you mean `token-check`?");
        let far: Vec<&str> = arguments.iter().map(|&word| if word == "token-chek" { "zzz" } else { word }).collect();
        fixture.refuses(&far, 2, "there is no subscription `zzz`", "codesub list");
    }
    // All or nothing.
    fixture.refuses(&["remove", "token-check", "zzz"], 2, "there is no subscription `zzz`", "");
    fixture.refuses(&["accept", "token-check", "zzz"], 2, "there is no subscription `zzz`", "");
}

#[test]
fn a_paused_subscription_cannot_be_explained() {
    let fixture = repository();
    fixture.codesub(&["edit", "token-check", "--active", "false"]).exits(0);
    fixture.refuses(&["explain", "token-check", "--base", "HEAD"], 2, "`token-check` is paused", "--active true");
}

#[test]
fn accepting_what_is_gone() {
    let fixture = repository();
    fixture.codesub(&["add", "src/mail.py::send"]).exits(0);
    fixture.write("src/mail.py", "def deliver(to):\n    return to, 2\n");
    fixture.refuses(
        &["accept", "send"],
        2,
        "send cannot be accepted: there is no send in src/mail.py",
        "codesub decide send",
    );
    fixture.refuses(&["accept", "token-check", "send"], 2, "send cannot be accepted", "codesub remove send");
    // --all accepts the rest and still says so.
    fixture.write("src/auth.py", AUTH.replace("return token in", "return token not in"));
    let run =
        fixture.codesub(&["accept", "--all"]).exits(2).prints("accepted token-check").tells("send cannot be accepted");
    assert_eq!(run.stdout, "accepted token-check\n");
}

#[test]
fn locks_that_cannot_be_read() {
    let fixture = repository();
    let lock = fixture.read("codesub.lock");
    let conflict = format!("<<<<<<< HEAD\n{lock}=======\n{lock}>>>>>>> other\n");
    let cases = [
        (conflict, "codesub.lock:1: a merge conflict is not resolved", "codesub accept --all"),
        (
            lock.replace("\"version\": 1", "\"version\": 2"),
            "codesub.lock: version 2 is not supported",
            "upgrade codesub",
        ),
        ("{".to_owned(), "codesub.lock:1:", "restore it from git"),
        (lock.replace("interface_hash", "face_hash"), "codesub.lock:", "restore it from git"),
        ("\u{1}".to_owned(), "codesub.lock:1:", "restore it from git"),
    ];
    for (text, error, hint) in cases {
        fixture.write("codesub.lock", text);
        for arguments in [
            &["scan", "--base", "HEAD"][..],
            &["add", "src/auth.py::helper"],
            &["remove", "token-check"],
            &["edit", "token-check", "--label", "x"],
            &["apply", "--base", "HEAD"],
            &["accept", "--all"],
            &["decide", "token-check", "--pick", "src/auth.py::helper"],
            &["show", "token-check"],
        ] {
            fixture.refuses(arguments, 2, error, hint);
        }
    }
    fixture.commit("broken lock");
    fixture.refuses(&["scan", "--base", "HEAD~1", "--target", "HEAD"], 2, "codesub.lock of HEAD:1:", "");
}

#[test]
fn revisions_that_do_not_exist() {
    let fixture = repository();
    for arguments in [
        &["scan", "--base", "nope"][..],
        &["scan", "--base", "HEAD", "--target", "nope"],
        &["explain", "token-check", "--base", "nope"],
        &["apply", "--base", "nope"],
        &["symbols", "src/auth.py", "--revision", "nope"],
    ] {
        let run =
            fixture.codesub(arguments).exits(2).fails("`nope` is not a revision of this repository", "fetched first");
        assert_eq!(run.stderr.lines().next(), Some("error: `nope` is not a revision of this repository"));
    }
    fixture.refuses(&["scan", "--base", "HEAD:src"], 2, "`HEAD:src` is a tree, not a commit", "branch");
    let nowhere = "0123456789012345678901234567890123456789";
    fixture.refuses(&["scan", "--base", nowhere], 3, nowhere, "git fetch");
}

#[test]
fn places_that_are_no_repository() {
    let fixture = repository();
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    let path = elsewhere.path().to_str().expect("UTF-8");
    for arguments in [&["scan"][..], &["list"], &["init"], &["add", "a.py::f"], &["symbols", "."]] {
        fixture.refuses(&[&["-C", path], arguments].concat(), 2, "is not inside a git repository", "git init");
    }
    assert_eq!(fs::read_dir(elsewhere.path()).expect("a folder").count(), 0);
    fixture.refuses(&["-C", "no/such/folder", "scan"], 2, "there is no folder `no/such/folder`", "");
}

#[test]
fn a_bare_repository() {
    let origin = repository();
    origin.write("src/auth.py", AUTH.replace("not self.expired", "self.fresh")).commit("changed");
    let fixture = Fixture::new();
    let url = origin.root().to_str().expect("UTF-8");
    fixture.git(&["clone", "--quiet", "--bare", url, "bare.git"]);
    for arguments in [&["list"][..], &["add", "src/auth.py::helper"], &["init"], &["accept", "--all"]] {
        fixture.codesub_in("bare.git", arguments).exits(2).fails("bare repository", "clone");
    }
    fixture.codesub_in("bare.git", &["scan"]).exits(2).fails("a bare repository has no worktree", "--target R");
    // Two commits need no worktree.
    let scan = ["scan", "--base", "HEAD~1", "--target", "HEAD", "--check"];
    fixture.codesub_in("bare.git", &scan).exits(1).prints("token-check  body changed");
    fixture.codesub_in("bare.git", &["symbols", "src", "--revision", "HEAD"]).exits(0).prints("AuthService.login");
}

#[test]
fn an_unborn_branch() {
    let fixture = Fixture::new();
    fixture.write("src/auth.py", AUTH);
    fixture.refuses(&["scan", "--base", "HEAD"], 2, "`HEAD`", "commit");
    fixture.codesub(&["add", "src/auth.py::helper"]).exits(0).prints("helper  src/auth.py::helper");
    fixture.codesub(&["symbols", "src/auth.py"]).exits(0).prints("helper");
    fixture.codesub(&["show", "helper"]).exits(0).prints("as accepted");
    fixture.refuses(&["scan", "--base", "HEAD"], 2, "`HEAD`", "commit");
    fixture.refuses(&["scan"], 3, "there is no base to compare with", "--base REVISION");
    fixture.commit("first");
    fixture.codesub(&["scan", "--base", "HEAD"]).exits(0).prints("1 subscription, unchanged");
}

#[test]
fn no_base_to_compare_with() {
    let fixture = repository();
    for arguments in [&["scan"][..], &["scan", "--check"], &["apply"], &["explain", "token-check"]] {
        fixture.refuses(arguments, 3, "there is no base to compare with", "name one with `--base REVISION`");
    }
    fixture.write(
        "codesub.yaml",
        fixture.read("codesub.yaml").replace("# baseline: origin/main", "baseline: origin/main"),
    );
    fixture.refuses(&["scan"], 2, "`origin/main` is not a revision of this repository", "fetched first");
}

#[test]
fn a_shallow_clone_without_a_merge_base() {
    let origin = repository();
    origin.git(&["checkout", "--quiet", "-b", "side"]);
    origin.write("src/mail.py", "def send(to):\n    return [to]\n").commit("side");
    origin.git(&["checkout", "--quiet", "main"]);
    origin.write("notes.txt", "a\nb\nc\n").commit("main");
    let clone = origin.cloned(&["--depth=1", "--no-single-branch"]);
    let scan = ["scan", "--base", "origin/side", "--target", "HEAD", "--check"];
    clone.refuses(&scan, 3, "`origin/side` and `HEAD` have no common ancestor here", "git fetch --unshallow");
    clone.refuses(&["scan", "--base", "HEAD~1"], 3, "is not in this shallow clone", "git fetch --unshallow");
    clone.codesub(&[&scan[..], &["--direct"]].concat()).exits(0);
    clone.git(&["fetch", "--quiet", "--unshallow"]);
    clone.codesub(&scan).exits(0);
}

#[test]
fn unrelated_histories() {
    let fixture = repository();
    fixture.git(&["checkout", "--quiet", "--orphan", "other"]);
    fixture.commit("unrelated");
    fixture.refuses(&["scan", "--base", "main"], 3, "`main` and `worktree` have no common ancestor", "--direct");
    fixture.codesub(&["scan", "--base", "main", "--direct"]).exits(0);
}

#[test]
fn refs_in_a_reftable() {
    let fixture = Fixture::new();
    fixture.git(&["init", "--quiet", "--ref-format=reftable", "table"]);
    for arguments in [&["scan", "--base", "HEAD"][..], &["init"], &["add", "a.py::f"], &["symbols", "."]] {
        fixture
            .codesub_in("table", arguments)
            .exits(3)
            .fails("stored as reftable", "git refs migrate --ref-format=files");
    }
    assert!(!fixture.path("table/codesub.yaml").exists());
}

#[test]
fn a_partial_clone_without_the_blob() {
    let origin = repository();
    origin.git(&["config", "uploadpack.allowFilter", "true"]);
    origin.write("src/auth.py", AUTH.replace("value + 1", "value + 2")).commit("two");
    let clone = origin.cloned(&["--filter=blob:none"]);
    let url = clone.git(&["config", "remote.origin.url"]);
    clone.git(&["config", "remote.origin.url", "/nowhere"]);
    // The list is at hand, since it did not change; the old source is not. Without a lock it is needed.
    clone.remove("codesub.lock");
    clone.refuses(
        &["scan", "--base", "HEAD~1"],
        3,
        "src/auth.py is not in this clone",
        "git fetch --refetch --no-filter",
    );
    clone.git(&["config", "remote.origin.url", &url]);
    clone.git(&["fetch", "--quiet", "--refetch", "--no-filter"]);
    clone.codesub(&["scan", "--base", "HEAD~1"]).exits(0);
}

#[test]
fn subscribed_files_that_cannot_be_examined_are_never_missing() {
    let large = format!("{AUTH}# {}\n", "x".repeat(8 * 1024 * 1024));
    let lfs = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n";
    type Change<'a> = &'a dyn Fn(&Fixture);
    let cases: [(&str, Change<'_>); 4] = [
        ("more than the 8388608 that are examined", &|fixture| {
            fixture.write("src/auth.py", &large);
        }),
        ("it is a binary file", &|fixture| {
            fixture.write("src/auth.py", b"\0\x01\x02");
        }),
        ("it is a Git LFS pointer", &|fixture| {
            fixture.write("src/auth.py", lfs);
        }),
        ("it is not a regular file", &|fixture| {
            fixture.remove("src/auth.py");
            symlink("mail.py", fixture.path("src/auth.py")).expect("a link");
        }),
    ];
    for (reason, change) in cases {
        let fixture = repository();
        fixture.codesub(&["add", "src/auth.py:2-3", "--id", "lines"]).exits(0);
        let base = fixture.commit("lines");
        change(&fixture);
        for target in [&["--worktree"][..], &["--target", "HEAD"]] {
            let scan = [&["scan", "--check", "--base", &base][..], target].concat();
            let json = fixture.codesub(&[&scan[..], &["--json"]].concat()).exits(3).json();
            assert_eq!(json["complete"], false, "{reason}");
            let triggers = json["triggers"].as_array().expect("triggers");
            // Lines need no parser: those of a binary file have plainly changed.
            let lines_are_read = reason.contains("binary");
            assert_eq!(triggers.len(), usize::from(lines_are_read), "{reason}: {json}");
            assert!(triggers.iter().all(|trigger| trigger["change_type"] == "LINES"), "{reason}: {json}");
            let notes = json["notes"].as_array().expect("notes");
            for id in if lines_are_read { &["token-check"][..] } else { &["token-check", "lines"] } {
                let note = notes.iter().find(|note| note["subscription_id"] == *id);
                let note = note.unwrap_or_else(|| panic!("{reason}: no note for {id}: {json}"));
                assert_eq!(note["kind"], "skipped");
                assert!(note["message"].as_str().is_some_and(|message| message.contains(reason)), "{reason}: {note}");
            }
            fixture.codesub(&scan).exits(3).prints("src/auth.py");
            fixture.commit("now in a commit");
        }
        let accept = fixture.codesub(&["accept", "token-check"]).exits(3);
        accept.fails("token-check cannot be accepted: src/auth.py cannot be examined", "");
        fixture.codesub(&["add", "src/auth.py::helper"]).exits(3).fails("src/auth.py cannot be examined", "");
    }
}

#[test]
fn usage_that_the_parser_of_arguments_refuses() {
    let fixture = repository();
    for arguments in [
        &["scan", "--fail-on", "nonsense"][..],
        &["scan", "--format", "xml"],
        &["scan", "--staged", "--worktree"],
        &["apply", "--min-confidence", "total"],
        &["accept"],
        &["accept", "--all", "token-check"],
        &["frobnicate"],
        &["add"],
        &["list", "--json", "--format", "text"],
    ] {
        let before = fixture.pair();
        fixture.codesub(arguments).exits(2).tells("error: ");
        assert!(before == fixture.pair());
    }
    fixture
        .codesub(&["scan", "--fail-on", "nonsense"])
        .exits(2)
        .tells("`nonsense` is not a change type; there are missing");
    fixture.refuses(&["add", "src/auth.py::helper", "--on", "none"], 2, "at least one change type", "--active false");
    fixture.refuses(&["edit", "token-check", "--on", "none"], 2, "at least one change type", "--active false");
}
