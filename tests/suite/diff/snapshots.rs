//! Snapshots: what they pin, how they are named, and what pruning leaves alone.

use super::*;

#[test]
fn a_snapshot_pins_a_tree_and_is_compared_with() {
    let fixture = two_commits();
    let made = fixture.codesub(&["snapshot", "create", "release-1", "--revision", "HEAD~1", "--json"]).exits(0).json();
    let id = made["snapshotId"].as_str().unwrap();
    assert!(id.starts_with("snap-") && id.len() == 21, "{id}");
    let reference = format!("refs/codesub/snapshots/{id}");
    assert_eq!(made["ref"], reference.as_str());
    let tree = fixture.git(&["rev-parse", "HEAD~1^{tree}"]);
    assert_eq!(fixture.git(&["rev-parse", &format!("{reference}^{{tree}}")]), tree);
    assert_eq!(made["tree"], tree.as_str());
    fixture.git(&["fsck", "--strict"]);

    // The tree stays when nothing else leads to it any more.
    fixture.git(&["checkout", "--quiet", "--orphan", "new"]);
    fixture.commit("alone");
    fixture.git(&["branch", "-D", "main"]);
    fixture.git(&["reflog", "expire", "--expire=now", "--all"]);
    fixture.git(&["gc", "--quiet", "--prune=now"]);
    let snap = format!("snap:{id}");
    let by_id = events(&fixture, &["--from", &snap, "--to", "HEAD"]);
    assert!(short(&by_id).contains(&"chunk.moved src/b.py compute_totals from src/a.py".to_owned()));
    let by_name = summary(&fixture, &["--from", "tag:release-1", "--to", "HEAD"]);
    assert_eq!(by_name["from"]["ref"], snap.as_str());
    assert_eq!(by_name["from"]["snapshotId"], id);

    // The same again is the same; in another clone it has the same id.
    fixture.codesub(&["snapshot", "create", "release-1", "--revision", &snap]).exits(0).tells("was there already");
    fixture.codesub(&["snapshot", "create", "release-1"]).exits(2).fails("of another tree", "codesub snapshot remove");
    let other = two_commits();
    other.codesub(&["snapshot", "create", "release-1", "--revision", "HEAD~1"]).exits(0).prints(id);

    assert_eq!(fixture.codesub(&["snapshot", "list", "--json"]).exits(0).json().as_array().unwrap().len(), 1);
    fixture.codesub(&["snapshot", "list"]).exits(0).prints("release-1");
    fixture.codesub(&["snapshot", "show", "release-1"]).exits(0).prints(&tree);
    fixture.codesub(&["snapshot", "remove", "release-1"]).exits(0);
    fixture.codesub(&["snapshot", "show", id]).exits(2).fails("there is no snapshot", "codesub snapshot list");
    assert_eq!(fixture.codesub(&["snapshot", "list", "--json"]).exits(0).stdout, "[]\n");
    assert_eq!(fixture.git(&["for-each-ref", "refs/codesub"]), "");
}

#[test]
fn prune_never_removes_what_a_snapshot_pins() {
    let fixture = two_commits();
    fixture.codesub(&["snapshot", "create", "one", "--revision", "HEAD~1"]).exits(0);
    fixture.write("c.py", "X = 1\n").commit("three");
    let diff =
        |from: &str, to: &str| summary(&fixture, &["--from", from, "--to", to])["diffId"].as_str().unwrap().to_owned();
    let (as_snapshot, as_commit, free) = (diff("tag:one", "HEAD"), diff("HEAD", "HEAD~2"), diff("HEAD~1", "HEAD"));
    for policy in [&["--keep", "0"][..], &["--older-than", "0s"], &["--keep", "0", "--older-than", "0s"]] {
        fixture.codesub(&[&["diff", "prune"], policy].concat()).exits(0).tells("2 pinned by snapshots");
        for id in [&as_snapshot, &as_commit] {
            fixture.codesub(&["diff", "show", id]).exits(0);
        }
    }
    fixture.codesub(&["diff", "show", &free]).exits(2);
    fixture.codesub(&["snapshot", "remove", "one"]).exits(0);
    fixture.codesub(&["diff", "prune", "--keep", "0"]).exits(0).tells("Removed 2 of 2");
}

#[test]
fn a_tag_is_a_snapshot_or_a_git_tag_and_never_a_guess() {
    let fixture = two_commits();
    fixture.git(&["tag", "v1", "HEAD~1"]);
    fixture.git(&["tag", "--annotate", "--message", "two", "v2", "HEAD"]);
    let found = summary(&fixture, &["--from", "tag:v1", "--to", "tag:v2"]);
    assert_eq!(found["from"]["type"], "git");
    assert_eq!(found["diffId"], summary(&fixture, &["--from", "HEAD~1", "--to", "HEAD"])["diffId"]);
    // The same tree under the same name: nothing to choose.
    fixture.codesub(&["snapshot", "create", "v1", "--revision", "v1"]).exits(0);
    assert_eq!(summary(&fixture, &["--from", "tag:v1", "--to", "HEAD"])["from"]["type"], "snapshot");
    fixture.git(&["tag", "--force", "v1", "HEAD"]);
    let run = fixture.codesub(&["diff", "tag:v1", "HEAD"]).exits(2);
    run.fails("`v1` is a snapshot and a git tag, and they differ", "git:refs/tags/v1");
}

#[test]
fn names_are_checked_and_only_what_git_has_can_be_pinned() {
    let fixture = two_commits();
    for name in ["a b", "..", "x..y", "/x", "x/", "-x", "snap-1", "x.lock", "x\u{e9}"] {
        let run = fixture.codesub(&["snapshot", "create", "--", name]).exits(2);
        run.fails("cannot be the name of a snapshot", "letters");
    }
    for version in ["worktree", "path:."] {
        fixture
            .codesub(&["snapshot", "create", "--revision", version])
            .exits(2)
            .fails("only what is in git", "commit it");
    }
    fixture.codesub(&["snapshot", "create", "team/v1.0_rc-2"]).exits(0);
    // git keeps refs of it as it keeps others.
    fixture.git(&["pack-refs", "--all"]);
    fixture.codesub(&["snapshot", "show", "team/v1.0_rc-2"]).exits(0);
    fixture.codesub(&["snapshot", "remove", "tag:team/v1.0_rc-2"]).exits(0);
    assert_eq!(fixture.codesub(&["snapshot", "list", "--json"]).exits(0).stdout, "[]\n");
}
