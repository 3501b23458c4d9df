use super::*;
use crate::git::RevisionKind;

#[test]
fn names_resolve_to_commits_and_tags_are_peeled() {
    let fixture = Fixture::new();
    let one = fixture.write("a.py", "1\n").commit("one");
    fixture.git(&["tag", "-a", "-m", "v1", "v1"]);
    fixture.git(&["tag", "-a", "-m", "v1 again", "again", "v1"]);
    let two = fixture.write("a.py", "2\n").commit("two");
    let repository = fixture.open();
    for (name, commit) in [
        ("main", &two),
        ("HEAD", &two),
        ("HEAD~1", &one),
        ("v1", &one),
        ("again", &one),
        (&two[..8], &two),
        (&one, &one),
    ] {
        let revision = repository.resolve(name).expect(name);
        assert_eq!((revision.commit().as_ref(), revision.name.as_str()), (Some(commit), name));
        assert_eq!(revision.kind, RevisionKind::Commit);
    }
    assert_eq!(read(&repository, &repository.resolve("v1").unwrap(), "a.py"), b"1\n");
}

#[test]
fn unknown_names_and_other_objects_are_bad_usage() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n").commit("one");
    let repository = fixture.open();
    for name in ["nope", "HEAD~5", "", "-x", "HEAD:a.py", "HEAD^{tree}", "main..main", "main~x", "ü"] {
        let error = error(repository.resolve(name), ExitStatus::Usage);
        assert!(error.to_string().contains(&format!("`{name}`")) && error.hint_text().is_some(), "{error}");
    }
}

#[test]
fn replaced_objects_are_not_replaced() {
    let fixture = Fixture::new();
    let one = fixture.write("a.py", "1\n").commit("one");
    let two = fixture.write("a.py", "2\n").commit("two");
    fixture.git(&["replace", &two, &one]);
    assert_eq!(fixture.git(&["show", "HEAD:a.py"]), "1", "git itself does replace");
    let repository = fixture.open();
    let head = repository.head().unwrap().unwrap();
    assert_eq!(read(&repository, &head, "a.py"), b"2\n");
}

#[test]
fn the_merge_base_is_where_the_branches_parted() {
    let fixture = Fixture::new();
    let fork = fixture.write("a.py", "1\n").commit("fork");
    fixture.git(&["checkout", "-q", "-b", "side"]);
    let side = fixture.write("b.py", "1\n").commit("side");
    fixture.git(&["checkout", "-q", "main"]);
    fixture.write("c.py", "1\n").commit("main");
    let repository = fixture.open();
    let resolve = |name| repository.resolve(name).expect("because it exists");
    let base = repository.merge_base(&resolve("main"), &resolve("side")).expect("because they are related");
    assert_eq!(base.commit(), Some(fork));
    assert_eq!(names(&repository, &base, &resolve("side")), ["A b.py"]);
    // The worktree continues HEAD, which is main.
    let worktree = repository.worktree().expect("because it can be read");
    let base = repository.merge_base(&resolve("main"), &worktree).expect("because it continues main");
    assert_eq!((base.commit(), base.name.as_str()), (resolve("main").commit(), "main"));
    let base = repository.merge_base(&resolve("side"), &resolve("side")).expect("because they are the same");
    assert_eq!(base.commit(), Some(side));
}

#[test]
fn unrelated_histories_have_no_merge_base() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n").commit("one");
    fixture.git(&["checkout", "-q", "--orphan", "island"]);
    fixture.commit("two");
    let repository = fixture.open();
    let (main, island) = (repository.resolve("main").unwrap(), repository.resolve("island").unwrap());
    let error = error(repository.merge_base(&main, &island), ExitStatus::Undecided);
    assert!(hint(&error).contains("--direct"), "{error}");
}

#[test]
fn an_unborn_branch_is_an_empty_tree() {
    let fixture = Fixture::new();
    fixture.write("staged.py", "1\n");
    fixture.git(&["add", "."]);
    fixture.write("untracked.py", "2\n");
    let repository = fixture.open();
    assert!(repository.head().unwrap().is_none());
    assert_eq!(repository.default_base().unwrap(), None);
    error(repository.resolve("HEAD"), ExitStatus::Usage);
    let (staged, worktree) = (repository.staged().unwrap(), repository.worktree().unwrap());
    assert_eq!(staged.commit(), None);
    let paths =
        |revision| repository.files(revision).unwrap().list.into_iter().map(|(path, _)| path).collect::<Vec<_>>();
    assert_eq!(paths(&staged), ["staged.py"]);
    assert_eq!(paths(&worktree), ["staged.py", "untracked.py"]);
    assert_eq!(names(&repository, &staged, &worktree), ["A untracked.py"]);
    assert_eq!(repository.merge_base(&staged, &worktree).unwrap().name, "staged");
}

#[test]
fn the_default_base_is_the_upstream_else_the_head_of_the_remote() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n").commit("one");
    fixture.git(&["branch", "release"]);
    fixture.git(&["clone", "-q", ".", "clone"]);
    let clone = fixture.beside("clone");
    let base = || clone.open().default_base().expect("because the refs can be read");
    assert_eq!(base().as_deref(), Some("origin/main"));
    clone.git(&["checkout", "-q", "-b", "topic", "--track", "origin/release"]);
    assert_eq!(base().as_deref(), Some("origin/release"));
    // The upstream is gone: the remote's HEAD is next.
    clone.git(&["update-ref", "-d", "refs/remotes/origin/release"]);
    assert_eq!(base().as_deref(), Some("origin/main"));
    // A local branch of that name would be taken for it.
    clone.git(&["commit", "-q", "--allow-empty", "-m", "two"]);
    clone.git(&["branch", "origin/main"]);
    assert_eq!(base().as_deref(), Some("refs/remotes/origin/main"));
    clone.git(&["branch", "-D", "origin/main"]);
    clone.git(&["remote", "rename", "origin", "upstream"]);
    assert_eq!(base().as_deref(), Some("upstream/main"));
    clone.git(&["remote", "set-head", "upstream", "-d"]);
    assert_eq!(base(), None);
    clone.git(&["checkout", "-q", "--detach"]);
    assert_eq!(base(), None);
}

#[test]
fn a_local_upstream_is_a_base_too() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n").commit("one");
    fixture.git(&["checkout", "-q", "-b", "topic", "--track", "main"]);
    assert_eq!(fixture.open().default_base().unwrap().as_deref(), Some("main"));
}
