//! Links, pipes and folders where files are expected (SPEC 13.1): nothing outside of the repository is read or overwritten
//! because somebody put a link into a pull request, into the hooks folder or into the local state.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::repository::{Fixture, Run};

const CODE: &str = "def price(amount):\n    return amount * 2\n\n\ndef total(amounts):\n    return sum(amounts)\n";
/// Not a word of it may ever be told.
const SECRET: &str = "-----BEGIN-KEY-----: c2VjcmV0\n";

/// A repository with a list, an index and a kept diff, and a secret outside of it.
fn ground() -> (Fixture, TempDir) {
    let fixture = Fixture::new();
    fixture.write("src/code.py", CODE);
    fixture.codesub(&["add", "src/code.py::price"]).exits(0);
    fixture.commit("start");
    fixture.write("src/code.py", CODE.replace("* 2", "* 3")).commit("next");
    let outside = tempfile::tempdir().expect("a folder");
    fs::write(outside.path().join("secret"), SECRET).expect("written");
    (fixture, outside)
}

/// What leads where a file is expected: to a secret, to a place that is not there yet, to itself; a folder; a pipe.
fn put_in_the_way(kind: &str, at: &Path, outside: &Path) {
    if let Ok(metadata) = fs::symlink_metadata(at) {
        if metadata.is_dir() { fs::remove_dir_all(at) } else { fs::remove_file(at) }.expect("removed");
    }
    match kind {
        "secret" => symlink(outside.join("secret"), at).expect("a link"),
        "new" => symlink(outside.join("new"), at).expect("a link"),
        "loop" => symlink(at, at).expect("a link"),
        "folder" => fs::create_dir(at).expect("a folder"),
        "pipe" => assert!(Command::new("mkfifo").arg(at).status().expect("mkfifo runs").success()),
        _ => unreachable!("{kind}"),
    }
}

const KINDS: [&str; 5] = ["secret", "new", "loop", "folder", "pipe"];

#[track_caller]
fn untouched(outside: &TempDir, run: &Run, what: &str) {
    let said = format!("{}{}", run.stdout, run.stderr);
    for word in ["BEGIN-KEY", "c2VjcmV0"] {
        assert!(!said.contains(word), "{what} told the secret: {said}");
    }
    assert_ne!(run.status, 70, "{what}: {said}");
    assert_eq!(fs::read_to_string(outside.path().join("secret")).expect("there"), SECRET, "{what}");
    let names: Vec<_> = fs::read_dir(outside.path()).expect("a folder").map(|it| it.expect("it").file_name()).collect();
    assert_eq!(names, ["secret"], "{what} made something");
}

#[test]
fn the_list_and_its_lock_are_read_and_written_through_no_link() {
    let (start, outside) = ground();
    for name in ["codesub.yaml", "codesub.lock"] {
        for kind in KINDS {
            let fixture = start.copy();
            put_in_the_way(kind, &fixture.path(name), outside.path());
            for arguments in [
                &["scan", "--base", "HEAD~1"][..],
                &["list"],
                &["add", "src/code.py::total"],
                &["accept", "--all"],
                &["remove", "price"],
            ] {
                let run = fixture.codesub(arguments);
                let what = format!("{arguments:?} with {name} as {kind}");
                untouched(&outside, &run, &what);
                let reads_it = !(arguments[0] == "list" && name == "codesub.lock");
                assert!(!reads_it || run.status == 2, "{what}: {} {}", run.status, run.stderr);
            }
            let kept = fs::symlink_metadata(fixture.path(name)).expect("there");
            assert!(!kept.is_file(), "{name} as {kind} was replaced");
        }
    }
}

#[test]
fn a_named_path_leads_out_of_the_worktree_through_no_link() {
    let (fixture, outside) = ground();
    fs::write(outside.path().join("secret"), SECRET).expect("written");
    symlink(outside.path(), fixture.path("away")).expect("a link");
    symlink(outside.path().join("secret"), fixture.path("report.json")).expect("a link");
    symlink(fixture.path(".git/config"), fixture.path("config.json")).expect("a link");
    symlink(".git", fixture.path("inner")).expect("a link");
    let config = fixture.read(".git/config");
    for arguments in [
        &["scan", "--base", "HEAD~1", "--format", "json", "--output", "report.json"][..],
        &["scan", "--base", "HEAD~1", "--output", "away/new"],
        &["scan", "--base", "HEAD~1", "--output", "config.json"],
        &["scan", "--base", "HEAD~1", "--output", "inner/hooks/post-checkout"],
        &["scan", "--base", "HEAD~1", "--config", "away/secret"],
        &["--config", "away/secret", "list"],
        &["--config", "away/secret", "add", "src/code.py::total"],
        &["--config", "report.json", "list"],
    ] {
        let run = fixture.codesub(arguments).exits(2).tells("error: a link leads from ");
        untouched(&outside, &run, &format!("{arguments:?}"));
    }
    assert_eq!(fixture.read(".git/config"), config);
    assert!(!fixture.path(".git/hooks/post-checkout").exists());
    // What is inside, or outside by the user's own word, is written to.
    symlink("src", fixture.path("sources")).expect("a link");
    let elsewhere = tempfile::tempdir().expect("a folder");
    symlink(elsewhere.path().join("real"), elsewhere.path().join("link")).expect("a link");
    fs::write(elsewhere.path().join("real"), "").expect("written");
    let link = elsewhere.path().join("link");
    for path in ["sources/report.txt", link.to_str().expect("UTF-8")] {
        fixture.codesub(&["scan", "--base", "HEAD~1", "--output", path]).exits(0);
    }
    assert!(fixture.read("src/report.txt").contains("price"));
    assert!(fs::read_to_string(elsewhere.path().join("real")).expect("there").contains("price"));
}

/// Every file and folder of the local state, one after the other, is something else.
#[test]
fn nothing_in_the_local_state_is_read_or_written_through_a_link() {
    let (start, outside) = ground();
    start.codesub(&["index", "build"]).exits(0);
    start.codesub(&["diff", "compute", "HEAD~1", "HEAD", "--persist", "true"]).exits(0);
    start.codesub(&["hook", "install"]).exits(0);
    // Hundreds of runs, and who parses in them makes no difference here.
    start.git(&["config", "codesub.parseWorkers", "0"]);
    let mut places = vec![String::new(), "index/workers".into(), "refresh-wanted".into(), "background.lock".into()];
    below(&start.path(".git/codesub"), "", &mut places);
    places.extend(["index/facts.sqlite-wal".into(), "index/facts.sqlite-journal".into(), "hooks-folder".into()]);
    assert!(places.len() > 15, "{places:?}");
    let mut count = 0;
    for place in places {
        for kind in ["secret", "new", "pipe"] {
            let fixture = start.copy();
            let at = fixture.path(".git/codesub").join(&place);
            put_in_the_way(kind, Path::new(at.to_str().expect("UTF-8").trim_end_matches('/')), outside.path());
            for arguments in [
                &["index", "status"][..],
                &["scan", "--base", "HEAD~1"],
                &["index", "search", "price"],
                &["diff", "list"],
                &["add", "src/code.py::total", "--id", "more"],
                &["hook", "run", "post-merge", "0"],
                &["diff", "compute", "HEAD", "HEAD~1", "--persist", "true"],
                &["index", "refresh"],
                &["hook", "uninstall"],
            ] {
                let what = format!("{arguments:?} with {place:?} as {kind}");
                let run = fixture.codesub(arguments);
                untouched(&outside, &run, &what);
                assert!([0, 1, 2, 3, 4].contains(&run.status), "{what}: {}", run.stderr);
                // What needs no state works without it.
                assert!(arguments[0] != "scan" || run.status == 0, "{what}: {}", run.stderr);
                count += 1;
            }
        }
    }
    assert!(count > 400, "{count}");
}

fn below(folder: &Path, prefix: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        // One segment of the lexical index is like the other, and has eight files.
        if prefix == "index/lexical/" && name.len() > 40 && !name.ends_with(".store") {
            continue;
        }
        if entry.file_type().expect("a type").is_dir() {
            below(&entry.path(), &format!("{name}/"), found);
        }
        found.push(name);
    }
}

#[test]
fn a_link_of_the_repository_in_the_hooks_folder_is_not_written_through() {
    let (fixture, outside) = ground();
    fixture.git(&["config", "core.hooksPath", "hooks"]);
    let secret = outside.path().join("secret");
    fs::create_dir(fixture.path("hooks")).expect("a folder");
    for name in ["pre-push", "pre-push.before-codesub", ".pre-push.copy.codesub-tmp", ".pre-push.AbC123.codesub-tmp"] {
        symlink(&secret, fixture.path("hooks").join(name)).expect("a link");
        let run = fixture.codesub(&["hook", "install", "--force"]);
        untouched(&outside, &run, name);
        let run = fixture.codesub(&["hook", "uninstall"]);
        untouched(&outside, &run, name);
        // A kept hook without a stub is what a run left that was cut short: it gets its name back.
        let left = fixture.path("hooks").join(name.trim_end_matches(".before-codesub"));
        assert_eq!(fs::read_link(&left).ok().as_deref(), Some(&*secret), "{name} is somebody's, and stays");
        fs::remove_file(left).expect("removed");
    }
}

#[test]
fn leftovers_are_removed_by_their_shape_and_nothing_else_is() {
    let (fixture, outside) = ground();
    let ours = ".codesub.yaml.AbC123.codesub-tmp";
    fixture.write(ours, "half");
    let foreign = [".codesub.yaml.mine.codesub-tmp", ".codesub.yaml.abc1234.codesub-tmp", ".codesub.lock..codesub-tmp"];
    for name in foreign {
        fixture.write(name, "mine");
    }
    symlink(outside.path().join("secret"), fixture.path(".codesub.yaml.linked.codesub-tmp")).expect("a link");
    fixture.write(".codesub.lock.folder.codesub-tmp/file", "mine");
    fixture.codesub(&["add", "src/code.py::total"]).exits(0);
    assert!(!fixture.path(ours).exists());
    for name in foreign {
        assert_eq!(fixture.read(name), "mine");
    }
    assert!(fs::symlink_metadata(fixture.path(".codesub.yaml.linked.codesub-tmp")).is_ok());
    assert_eq!(fixture.read(".codesub.lock.folder.codesub-tmp/file"), "mine");
}

#[test]
fn the_local_state_is_private_unless_git_shares_it() {
    for (setting, folder, file) in [(None, 0o700, 0o600), (Some("group"), 0o2770, 0o660)] {
        let (fixture, _outside) = ground();
        fs::remove_dir_all(fixture.path(".git/codesub")).expect("removed");
        if let Some(setting) = setting {
            fixture.git(&["config", "core.sharedRepository", setting]);
        }
        fixture.codesub(&["index", "build"]).exits(0);
        fixture.codesub(&["diff", "compute", "HEAD~1", "HEAD", "--persist", "true"]).exits(0);
        fixture.codesub(&["add", "src/code.py::total"]).exits(0);
        let mut places = vec![String::new()];
        below(&fixture.path(".git/codesub"), "", &mut places);
        for place in places {
            let metadata = fs::metadata(fixture.path(".git/codesub").join(&place)).expect("there");
            let mode = metadata.permissions().mode() & 0o7777;
            if metadata.is_dir() {
                assert_eq!(mode, folder, "{setting:?} {place:?} has {mode:o}");
            } else if !place.starts_with("index/lexical/") {
                // Tantivy makes its own; the folder speaks for them.
                assert_eq!(mode, file, "{setting:?} {place:?} has {mode:o}");
            }
        }
    }
}

/// Paths are compared byte for byte, as git does: on a file system that knows no difference between `Src` and `src`, what
/// was typed otherwise than git spells it is refused, with the right spelling, and never kept.
#[test]
fn a_path_that_git_spells_otherwise_is_refused_with_the_right_one() {
    let (fixture, _outside) = ground();
    fixture.refuses(&["add", "Src/code.py::total"], 2, "Src/code.py", "src/code.py");
    let composed = "größe.py";
    let decomposed = "gro\u{308}ße.py";
    fixture.write(composed, CODE).commit("a name with an umlaut");
    fixture.refuses(&["add", &format!("{decomposed}::total")], 2, "there is no file", composed);
}
