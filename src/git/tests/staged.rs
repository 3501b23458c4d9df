use super::*;
use crate::git::{FileMode, RevisionKind};

#[test]
fn what_is_staged_is_the_index_and_not_the_worktree() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n").write("b/c.py", "1\n").write("b/d.py", "1\n").write("gone/x.py", "1\n").commit("one");
    fixture.write("a.py", "2\n").write("b/new.py", "new\n");
    fixture.git(&["rm", "-q", "gone/x.py"]);
    fixture.git(&["add", "-A"]);
    fixture.write("a.py", "3\n").write("b/c.py", "3\n").write("untracked.py", "3\n");
    let repository = fixture.open();
    let (head, staged) = (repository.head().unwrap().unwrap(), repository.staged().unwrap());
    assert_eq!((staged.name.as_str(), staged.kind, staged.commit()), ("staged", RevisionKind::Staged, None));
    assert_eq!(names(&repository, &head, &staged), ["M a.py", "A b/new.py", "D gone/x.py"]);
    assert_eq!(read(&repository, &staged, "a.py"), b"2\n");
    assert_eq!(read(&repository, &staged, "b/c.py"), b"1\n");
    // git writes the same tree.
    assert_eq!(staged.tree.to_string(), fixture.git(&["write-tree"]));
}

#[test]
fn nothing_staged_is_the_tree_of_head() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n").commit("one");
    let repository = fixture.open();
    assert_eq!(repository.staged().unwrap().tree, repository.head().unwrap().unwrap().tree);
    // Also when the index says nothing about the tree it came from.
    fixture.git(&["update-index", "--force-remove", "a.py"]);
    fixture.git(&["update-index", "--add", "a.py"]);
    let repository = fixture.open();
    assert_eq!(repository.staged().unwrap().tree, repository.head().unwrap().unwrap().tree);
}

#[test]
fn a_file_in_place_of_a_folder_can_be_staged() {
    let fixture = Fixture::new();
    fixture.write("a/one.py", "1\n").write("a/two.py", "2\n").write("b", "file\n").commit("one");
    std::fs::remove_dir_all(fixture.path("a")).unwrap();
    fixture.remove("b").write("a", "now a file\n").write("b/deep/three.py", "3\n");
    fixture.git(&["add", "-A"]);
    let repository = fixture.open();
    assert_eq!(repository.staged().unwrap().tree.to_string(), fixture.git(&["write-tree"]));
    assert_eq!(repository.worktree().unwrap().tree.to_string(), fixture.git(&["write-tree"]));
    fixture.git(&["reset", "-q"]);
    let repository = fixture.open();
    let head = repository.head().unwrap().unwrap();
    assert_eq!(repository.staged().unwrap().tree, head.tree);
    fixture.git(&["add", "-A"]);
    assert_eq!(repository.worktree().unwrap().tree.to_string(), fixture.git(&["write-tree"]));
}

#[test]
fn conflicts_leave_the_index_undecided_and_the_worktree_as_it_is() {
    let fixture = Fixture::new();
    fixture.write("a.py", "base\n").write("gone.py", "base\n").write("same.py", "same\n").commit("base");
    fixture.git(&["checkout", "-q", "-b", "side"]);
    fixture.write("a.py", "side\n").write("gone.py", "side\n").commit("side");
    fixture.git(&["checkout", "-q", "main"]);
    fixture.git(&["rm", "-q", "gone.py"]);
    fixture.write("a.py", "main\n").commit("main");
    assert!(!git(fixture.root(), &["merge", "-q", "side"]).0, "this must conflict");
    let repository = fixture.open();
    let error = error(repository.staged(), ExitStatus::Undecided);
    assert!(error.to_string().contains("a.py") && hint(&error).contains("git add"), "{error}");
    fixture.write("a.py", "being resolved\n");
    let worktree = repository.worktree().unwrap();
    assert_eq!(read(&repository, &worktree, "a.py"), b"being resolved\n");
    assert_eq!(read(&repository, &worktree, "gone.py"), b"side\n");
    assert_eq!(read(&repository, &worktree, "same.py"), b"same\n");
    fixture.remove("a.py").remove("gone.py");
    let worktree = repository.worktree().unwrap();
    assert_eq!(repository.find(&worktree, "a.py").unwrap(), None);
    assert_eq!(repository.find(&worktree, "gone.py").unwrap(), None);
}

#[test]
fn an_intention_to_add_is_in_the_worktree_and_not_staged() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n").commit("one");
    fixture.write("later.py", "later\n");
    fixture.git(&["add", "-N", "later.py"]);
    let repository = fixture.open();
    let (head, staged) = (repository.head().unwrap().unwrap(), repository.staged().unwrap());
    assert_eq!(staged.tree, head.tree);
    let worktree = repository.worktree().unwrap();
    assert_eq!(names(&repository, &head, &worktree), ["A later.py"]);
    assert_eq!(read(&repository, &worktree, "later.py"), b"later\n");
}

#[test]
fn skipped_files_of_a_sparse_checkout_are_unmodified() {
    for sparse_index in ["--no-sparse-index", "--sparse-index"] {
        let fixture = Fixture::new();
        fixture.write("in/a.py", "1\n").write("out/b.py", "1\n").write("out/deep/c.py", "1\n").write("z.py", "1\n");
        fixture.commit("one");
        fixture.git(&["sparse-checkout", "set", "--cone", sparse_index, "in"]);
        assert!(!fixture.path("out").exists(), "it is sparse");
        fixture.write("in/a.py", "2\n");
        fixture.git(&["add", "in/a.py"]);
        fixture.write("in/a.py", "3\n");
        let repository = fixture.open();
        let head = repository.head().unwrap().unwrap();
        assert_eq!(names(&repository, &head, &repository.staged().unwrap()), ["M in/a.py"], "{sparse_index}");
        let worktree = repository.worktree().unwrap();
        assert_eq!(names(&repository, &head, &worktree), ["M in/a.py"], "{sparse_index}");
        assert_eq!(read(&repository, &worktree, "out/deep/c.py"), b"1\n");
    }
}

#[test]
fn a_split_index_is_whole() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n").write("b.py", "1\n").commit("one");
    fixture.git(&["update-index", "--split-index"]);
    fixture.write("b.py", "2\n");
    fixture.git(&["add", "b.py"]);
    let repository = fixture.open();
    let head = repository.head().unwrap().unwrap();
    assert_eq!(names(&repository, &head, &repository.staged().unwrap()), ["M b.py"]);
}

#[test]
fn sha256_repositories_work_like_others() {
    let fixture = Fixture::with(&["--object-format=sha256"]);
    let one = fixture.write("a.py", "1\n").write("moved.py", "line\n".repeat(40)).commit("one");
    assert_eq!(one.len(), 64);
    fixture.git(&["mv", "moved.py", "to.py"]);
    fixture.write("a.py", "2\n");
    fixture.git(&["add", "a.py"]);
    fixture.write("a.py", "3\n").write("new.py", "new\n");
    let repository = fixture.open();
    let head = repository.resolve(&one).unwrap();
    assert_eq!(head.commit(), Some(one));
    let (staged, worktree) = (repository.staged().unwrap(), repository.worktree().unwrap());
    assert_eq!(staged.tree.to_string(), fixture.git(&["write-tree"]));
    assert_eq!(names(&repository, &head, &staged), ["M a.py", "R moved.py to.py"]);
    assert_eq!(names(&repository, &head, &worktree), ["M a.py", "A new.py", "R moved.py to.py"]);
    assert_eq!(read(&repository, &worktree, "a.py"), b"3\n");
    assert_eq!(file(&repository, &worktree, "a.py").mode, FileMode::File);
}
