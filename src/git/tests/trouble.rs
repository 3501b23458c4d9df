//! What cannot be read must never look like "nothing changed".

use super::*;

/// The path of a loose object.
fn loose(fixture: &Fixture, id: &str) -> String {
    assert!(fixture.path(&format!(".git/objects/{}/{}", &id[..2], &id[2..])).exists(), "{id} is loose");
    format!(".git/objects/{}/{}", &id[..2], &id[2..])
}

#[test]
fn a_shallow_clone_without_merge_base_says_how_to_get_one() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n").commit("fork");
    fixture.git(&["checkout", "-q", "-b", "side"]);
    fixture.write("b.py", "b = 1\n").commit("side");
    fixture.git(&["checkout", "-q", "main"]);
    fixture.write("c.py", "c = 2\n").commit("main");
    let url = format!("file://{}", fixture.root().display());
    fixture.git(&["clone", "-q", "--depth=1", "--no-single-branch", &url, "clone"]);
    let clone = fixture.beside("clone");
    let repository = clone.open();
    let (main, side) = (repository.resolve("main").unwrap(), repository.resolve("origin/side").unwrap());
    let error_of_base = error(repository.merge_base(&main, &side), ExitStatus::Undecided);
    assert!(hint(&error_of_base).contains("git fetch --unshallow"), "{error_of_base}");
    for name in ["main~1", "main^", "main~3"] {
        let error = error(repository.resolve(name), ExitStatus::Undecided);
        assert!(hint(&error).contains("--unshallow"), "{name}: {error}");
    }
    error(repository.resolve("nope"), ExitStatus::Usage);
    // The trees themselves are there.
    assert_eq!(names(&repository, &main, &side), ["A b.py", "D c.py"]);
    clone.git(&["fetch", "-q", "--unshallow"]);
    let repository = clone.open();
    assert!(repository.merge_base(&main, &side).is_ok());
}

#[test]
fn reftable_is_named_with_its_remedy() {
    let fixture = Fixture::with(&["--ref-format=reftable"]);
    // git before 2.48 cannot migrate reflogs.
    fixture.git(&["config", "core.logAllRefUpdates", "false"]);
    let one = fixture.write("a.py", "1\n").commit("one");
    let two = fixture.write("a.py", "2\n").commit("two");
    let repository = fixture.open();
    for result in [
        repository.resolve("main").map(|_| ()),
        repository.head().map(|_| ()),
        repository.default_base().map(|_| ()),
        repository.staged().map(|_| ()),
        repository.worktree().map(|_| ()),
    ] {
        let error = error(result, ExitStatus::Undecided);
        assert!(error.to_string().contains("reftable"), "{error}");
        assert!(hint(&error).contains("git refs migrate --ref-format=files"), "{error}");
    }
    // Ids need no refs: hooks pass them.
    let (one, two) = (repository.resolve(&one).unwrap(), repository.resolve(&two).unwrap());
    assert_eq!(names(&repository, &one, &two), ["M a.py"]);
    fixture.git(&["refs", "migrate", "--ref-format=files"]);
    assert_eq!(fixture.open().resolve("main").unwrap().commit(), two.commit());
}

#[test]
fn a_missing_commit_is_undecided() {
    let fixture = Fixture::new();
    let one = fixture.write("a.py", "1\n").commit("one");
    fixture.write("a.py", "2\n").commit("two");
    fixture.remove(&loose(&fixture, &one));
    let repository = fixture.open();
    for name in [one.as_str(), "HEAD~1", "HEAD~2", "0123456789012345678901234567890123456789"] {
        error(repository.resolve(name), ExitStatus::Undecided);
    }
    let error = error(repository.resolve("HEAD~1"), ExitStatus::Undecided);
    assert!(error.to_string().contains(&one), "{error}");
    assert!(hint(&error).contains("git fsck"), "{error}");
}

#[test]
fn a_missing_tree_is_never_an_empty_diff() {
    let fixture = Fixture::new();
    fixture.write("dir/a.py", "1\n").commit("one");
    fixture.write("dir/a.py", "2\n").commit("two");
    let tree = fixture.git(&["rev-parse", "HEAD~1:dir"]);
    fixture.remove(&loose(&fixture, &tree));
    let repository = fixture.open();
    let (old, new) = (repository.resolve("HEAD~1").unwrap(), repository.resolve("HEAD").unwrap());
    for result in [
        repository.changes(&old, &new).map(|_| ()),
        repository.files(&old).map(|_| ()),
        repository.find(&old, "dir/a.py").map(|_| ()),
    ] {
        let error = error(result, ExitStatus::Undecided);
        assert!(error.to_string().contains(&tree), "{error}");
    }
    assert!(repository.find(&new, "dir/a.py").unwrap().is_some());
}

#[test]
fn a_missing_root_tree_of_head_is_not_an_unborn_branch() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n").commit("one");
    let tree = fixture.git(&["rev-parse", "HEAD^{tree}"]);
    fixture.write("a.py", "2\n");
    fixture.git(&["add", "a.py"]);
    fixture.remove(&loose(&fixture, &tree));
    let repository = fixture.open();
    error(repository.staged(), ExitStatus::Undecided);
    error(repository.worktree(), ExitStatus::Undecided);
}

#[test]
fn a_missing_blob_is_a_value_for_the_reader_and_an_error_for_renames() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n".repeat(30)).write("b.py", "b\n").commit("one");
    let (a, b) = (fixture.git(&["rev-parse", "HEAD:a.py"]), fixture.git(&["rev-parse", "HEAD:b.py"]));
    fixture.write("b.py", "c\n").commit("two");
    fixture.git(&["mv", "a.py", "c.py"]);
    fixture.write("c.py", "2\n".repeat(30)).commit("three");
    fixture.remove(&loose(&fixture, &a)).remove(&loose(&fixture, &b));
    let repository = fixture.open();
    let [one, two, three] = ["HEAD~2", "HEAD~1", "HEAD"].map(|name| repository.resolve(name).unwrap());
    // Nothing but ids is needed to say that b.py was modified.
    assert_eq!(names(&repository, &one, &two), ["M b.py"]);
    let id = file(&repository, &one, "b.py").id;
    assert_eq!(repository.reader().read(id, MAX_BLOB).unwrap(), Blob::Missing);
    let error = error(repository.changes(&two, &three), ExitStatus::Undecided);
    assert!(error.to_string().contains(&a), "{error}");
}

#[test]
fn a_corrupt_blob_is_an_error() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n").commit("one");
    let path = loose(&fixture, &fixture.git(&["rev-parse", "HEAD:a.py"]));
    fixture.remove(&path).write(&path, "not zlib at all");
    let repository = fixture.open();
    let id = file(&repository, &repository.resolve("HEAD").unwrap(), "a.py").id;
    error(repository.reader().read(id, MAX_BLOB), ExitStatus::Undecided);
}

#[test]
fn a_blobless_clone_names_the_object_and_the_remedy() {
    let fixture = Fixture::new();
    fixture.git(&["config", "uploadpack.allowFilter", "true"]);
    fixture.write("a.py", "1\n".repeat(30)).write("same.py", "same\n").commit("one");
    fixture.git(&["mv", "a.py", "b.py"]);
    fixture.write("b.py", "2\n".repeat(30)).commit("two");
    let url = format!("file://{}", fixture.root().display());
    fixture.git(&["clone", "-q", "--filter=blob:none", &url, "clone"]);
    let missing = fixture.git(&["rev-parse", "HEAD~1:a.py"]);
    let clone = fixture.beside("clone");
    let repository = clone.open();
    let (old, new) = (repository.resolve("HEAD~1").unwrap(), repository.resolve("HEAD").unwrap());
    let error = error(repository.changes(&old, &new), ExitStatus::Undecided);
    assert!(error.to_string().contains(&missing) && error.to_string().contains("partial clone"), "{error}");
    let id = file(&repository, &old, "a.py").id;
    assert_eq!(repository.reader().read(id, MAX_BLOB).unwrap(), Blob::Missing);
    // The worktree needs no blobs of its neighbours.
    clone.write("new.py", "new\n");
    assert_eq!(names(&repository, &new, &repository.worktree().unwrap()), ["A new.py"]);
    // The remedy that the hint names works.
    let remedy = hint(&error).split('`').nth(1).expect("because the hint names a command").to_owned();
    let arguments: Vec<_> = remedy.split(' ').skip(1).collect();
    clone.git(&arguments);
    let repository = clone.open();
    assert_eq!(names(&repository, &old, &new), ["D a.py", "A b.py"]);
}

#[test]
fn a_treeless_clone_is_undecided() {
    let fixture = Fixture::new();
    fixture.git(&["config", "uploadpack.allowFilter", "true"]);
    fixture.write("a.py", "1\n").commit("one");
    fixture.write("a.py", "2\n").commit("two");
    let url = format!("file://{}", fixture.root().display());
    fixture.git(&["clone", "-q", "--filter=tree:0", &url, "clone"]);
    let clone = fixture.beside("clone");
    let repository = clone.open();
    let (old, new) = (repository.resolve("HEAD~1").unwrap(), repository.resolve("HEAD").unwrap());
    let error = error(repository.changes(&old, &new), ExitStatus::Undecided);
    assert!(hint(&error).contains("--refetch"), "{error}");
}

#[test]
fn a_branch_whose_commit_is_missing_is_not_unborn_and_not_unknown() {
    let fixture = Fixture::new();
    let one = fixture.write("a.py", "1\n").commit("one");
    fixture.git(&["tag", "-a", "-m", "v1", "v1"]);
    fixture.remove(&loose(&fixture, &one));
    let repository = fixture.open();
    for name in ["main", "HEAD", "@", "@~1", "v1", "refs/heads/main", "main^{commit}", "v1^{}"] {
        let error = error(repository.resolve(name), ExitStatus::Undecided);
        assert!(error.to_string().contains(&one), "{name}: {error}");
    }
    error(repository.head(), ExitStatus::Undecided);
    error(repository.worktree(), ExitStatus::Undecided);
}

#[test]
fn a_broken_ref_is_not_an_unknown_one() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n").commit("one");
    fixture.write(".git/refs/heads/broken", "not an id\n").write(".git/refs/heads/empty", "");
    let repository = fixture.open();
    for name in ["broken", "refs/heads/broken", "empty", "broken~1"] {
        let error = error(repository.resolve(name), ExitStatus::Undecided);
        assert!(error.to_string().contains(name), "{error}");
    }
    fixture.write(".git/refs/heads/main", "");
    let repository = fixture.open();
    error(repository.head(), ExitStatus::Undecided);
    error(repository.worktree(), ExitStatus::Undecided);
}
