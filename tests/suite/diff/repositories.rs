//! Files that are no sources, and repositories of every sort.

use std::os::unix::fs::symlink;

use super::*;

#[test]
fn binary_files_links_and_submodules_are_listed_and_not_parsed() {
    let fixture = Fixture::new();
    fixture.write("image.bin", [0u8, 1, 2]).write("data.py", [b'x', 0, 1]).write("real.py", "X = 1\n");
    symlink("real.py", fixture.path("link.py")).unwrap();
    fixture.git(&[
        "update-index",
        "--add",
        "--cacheinfo",
        "160000,1111111111111111111111111111111111111111,vendor/lib",
    ]);
    fixture.git(&["add", "--all", "--", "image.bin", "data.py", "real.py", "link.py"]);
    fixture.git(&["commit", "--quiet", "--message", "one"]);
    fixture.write("image.bin", [0u8, 9]).write("data.py", [b'x', 0, 7]).remove("link.py");
    symlink("other.py", fixture.path("link.py")).unwrap();
    fixture.git(&["update-index", "--cacheinfo", "160000,2222222222222222222222222222222222222222,vendor/lib"]);
    fixture.git(&["add", "--all", "--", "image.bin", "data.py", "link.py"]);
    fixture.git(&["commit", "--quiet", "--message", "two"]);
    let found = events(&fixture, &["--from", "HEAD~1", "--to", "HEAD"]);
    assert_eq!(
        short(&found),
        [
            "file.modified data.py",
            "limits.chunkDiffSkipped data.py",
            "file.modified image.bin",
            "file.modified link.py",
            "file.modified vendor/lib",
        ]
    );
    assert_eq!((&found[1]["reason"], &found[1]["message"]), (&"unreadable".into(), &"it is a binary file".into()));
    assert_eq!(found[3]["after"]["type"], "symlink");
    assert_eq!(found[4]["after"]["type"], "submodule");
    assert_eq!(summary(&fixture, &["--from", "HEAD~1", "--to", "HEAD"])["complete"], false);

    // A link in place of a source: its constructs are gone.
    fixture.remove("real.py");
    symlink("x", fixture.path("real.py")).unwrap();
    fixture.git(&["add", "real.py"]);
    fixture.git(&["commit", "--quiet", "--message", "three"]);
    let found = events(&fixture, &["--from", "HEAD~1", "--to", "HEAD"]);
    assert_eq!(short(&found), ["file.modified real.py", "chunk.removed real.py X"]);
}

#[test]
fn a_mode_that_changes_is_no_change_of_chunks() {
    let fixture = Fixture::new();
    fixture.write("a.py", "X = 1\n").commit("one");
    fixture.git(&["update-index", "--chmod=+x", "a.py"]);
    fixture.git(&["commit", "--quiet", "--message", "two"]);
    let found = events(&fixture, &["--from", "HEAD~1", "--to", "HEAD"]);
    assert_eq!(short(&found), ["file.modified a.py"]);
    assert_eq!(found[0]["after"]["type"], "executable");
    assert_eq!(summary(&fixture, &["--from", "HEAD~1", "--to", "HEAD"])["stats"]["filesParsed"], 0);
    fixture.codesub(&["diff", "HEAD~1", "HEAD"]).exits(0).prints("file → executable");
}

#[test]
fn an_unborn_branch_and_a_bare_repository() {
    let fixture = Fixture::new();
    fixture.write("a.py", "X = 1\n");
    fixture
        .codesub(&["diff", "HEAD", "worktree"])
        .exits(2)
        .fails("`HEAD` is not a revision", "no commit on this branch");
    let empty = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
    let found = events(&fixture, &["--from", empty, "--to", "worktree"]);
    assert_eq!(short(&found), ["file.added a.py", "chunk.added a.py X"]);

    let fixture = two_commits();
    let bare = fixture.cloned(&["--bare"]);
    let found = events(&bare, &["--from", "main~1", "--to", "main"]);
    assert_eq!(found.len(), 7);
    assert!(bare.path("codesub/diffs/manifest.json").exists(), "the git directory itself");
    bare.codesub(&["diff", "HEAD", "worktree"]).exits(2);
    bare.codesub(&["snapshot", "create", "x"]).exits(0);
}

#[test]
fn linked_worktrees_share_what_is_kept() {
    let fixture = two_commits();
    let other = tempfile::tempdir().expect("a folder");
    let linked = other.path().join("linked");
    fixture.git(&["worktree", "add", "--quiet", "--detach", linked.to_str().unwrap()]);
    let id = summary(&fixture, &["--from", "HEAD~1", "--to", "HEAD"])["diffId"].as_str().unwrap().to_owned();
    let folder = linked.to_str().unwrap();
    fixture.codesub(&["-C", folder, "diff", "list"]).exits(0).prints(&id);
}

#[test]
fn a_shallow_clone_says_what_it_does_not_have() {
    let fixture = two_commits();
    let shallow = fixture.cloned(&["--depth", "1"]);
    shallow.codesub(&["diff", "HEAD~1", "HEAD"]).exits(3).fails("shallow clone", "--unshallow");
}

#[test]
fn names_that_are_no_utf8_and_sha256_repositories() {
    use std::os::unix::ffi::OsStrExt as _;
    let fixture = Fixture::new();
    let name = std::ffi::OsStr::from_bytes(b"caf\xe9.py");
    fs::write(fixture.root().join(name), "X = 1\n").unwrap();
    fixture.commit("one");
    fs::write(fixture.root().join(name), "X = 2\n").unwrap();
    fixture.commit("two");
    let found = short(&events(&fixture, &["--from", "HEAD~1", "--to", "HEAD"]));
    assert_eq!(found, ["file.modified caf\\xE9.py", "chunk.modified caf\\xE9.py X"]);

    let fixture = Fixture::new();
    fs::remove_dir_all(fixture.path(".git")).unwrap();
    fixture.git(&["init", "--quiet", "--object-format=sha256", "--initial-branch=main"]);
    fixture.write("a.py", "X = 1\n").commit("one");
    fixture.write("a.py", "X = 2\n").commit("two");
    let made = fixture.codesub(&["snapshot", "create", "s", "--revision", "HEAD~1", "--json"]).exits(0).json();
    assert_eq!(made["tree"].as_str().map(str::len), Some(64));
    assert_eq!(short(&events(&fixture, &["--from", "tag:s", "--to", "HEAD"])).len(), 2);
}

#[test]
fn a_huge_change_is_bounded() {
    let fixture = Fixture::new();
    fixture.write("a.py", "X = 1\n").commit("one");
    for number in 0..1200 {
        fixture.write(&format!("gen/m{number}.py"), format!("def f{number}():\n    return {number}\n"));
    }
    let long: String = (0..3000).map(|n| format!("K{n} = {n}\n")).collect();
    fixture.write("gen/long.py", long).write("gen/large.py", vec![b'#'; 9 * 1024 * 1024]).commit("two");
    let found = summary(&fixture, &["--from", "HEAD~1", "--to", "HEAD"]);
    assert_eq!(found["modesSummary"]["code"]["limits"]["reason"], "maxChangedFiles");
    assert_eq!(found["stats"]["filesParsed"], 0);
    let found = summary(&fixture, &["--from", "HEAD~1", "--to", "HEAD", "--max-changed-files", "5000"]);
    assert_eq!(found["modesSummary"]["code"]["limits"]["filesSkipped"], 2, "too many chunks, and too large");
    assert_eq!(found["modesSummary"]["code"]["chunks"]["added"], 1200);
    let text = fixture.codesub(&["diff", "HEAD~1", "HEAD", "--max-changed-files", "5000"]).exits(0);
    assert!(text.stdout.contains("3000 chunks: they are not compared above 500"), "{}", text.stdout);
}
