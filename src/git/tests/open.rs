use super::*;

#[test]
fn a_folder_below_the_root_belongs_to_the_repository() {
    let fixture = Fixture::new();
    fixture.write("a/b/c.py", "x = 1\n");
    let repository = Repository::open(&fixture.path("a/b")).expect("because it is inside");
    assert_eq!(repository.worktree_root(), Some(fixture.root()));
    assert_eq!(*repository.state_directory(), *fixture.path(".git/codesub"));
    assert!(!repository.state_directory().exists());
}

#[test]
fn a_folder_without_repository_is_bad_usage() {
    let fixture = Fixture::empty();
    let error = error(Repository::open(fixture.root()), ExitStatus::Usage);
    assert!(error.to_string().contains("is not inside a git repository"), "{error}");
    assert!(hint(&error).contains("git init"));
}

#[test]
fn a_bare_repository_has_commits_but_no_worktree() {
    let fixture = Fixture::new();
    fixture.write("a.py", "x = 1\n").commit("one");
    fixture.git(&["clone", "-q", "--bare", ".", "bare.git"]);
    let repository = Repository::open(&fixture.path("bare.git")).expect("because it is a repository");
    assert_eq!(repository.worktree_root(), None);
    assert_eq!(*repository.state_directory(), *fixture.path("bare.git/codesub"));
    let main = repository.resolve("main").expect("because it was cloned");
    assert_eq!(read(&repository, &main, "a.py"), b"x = 1\n");
    error(repository.worktree(), ExitStatus::Usage);
    error(repository.staged(), ExitStatus::Usage);
}

#[test]
fn linked_worktrees_share_their_state_and_have_their_own_files() {
    let fixture = Fixture::new();
    fixture.write("a.py", "x = 1\n").commit("one");
    fixture.git(&["worktree", "add", "-q", "-b", "other", "linked"]);
    fixture.write("linked/a.py", "x = 2\n");
    let repository = Repository::open(&fixture.path("linked")).expect("because it is a worktree");
    assert_eq!(repository.worktree_root(), Some(fixture.path("linked").as_path()));
    assert_eq!(*repository.state_directory(), *fixture.path(".git/codesub"));
    let worktree = repository.worktree().expect("because it can be read");
    assert_eq!(read(&repository, &worktree, "a.py"), b"x = 2\n");
    assert_eq!(repository.head().unwrap().unwrap().commit(), Some(fixture.git(&["rev-parse", "other"])));
}

#[test]
fn unknown_extensions_are_refused() {
    let fixture = Fixture::new();
    fixture.git(&["config", "core.repositoryFormatVersion", "1"]);
    fixture.git(&["config", "extensions.objectStorage", "somewhere-else"]);
    let error = error(Repository::open(fixture.root()), ExitStatus::Undecided);
    assert!(error.to_string().to_lowercase().contains("objectstorage"), "{error}");
}

#[test]
fn unknown_formats_are_refused() {
    let fixture = Fixture::new();
    fixture.git(&["config", "core.repositoryFormatVersion", "2"]);
    error(Repository::open(fixture.root()), ExitStatus::Undecided);
}

#[cfg(unix)]
#[test]
fn repositories_of_another_user_are_refused_as_git_does() {
    let fixture = Fixture::new();
    // Only root can give a folder away; elsewhere there is nothing to test.
    if [".git", "."].iter().any(|path| std::os::unix::fs::chown(fixture.path(path), Some(65534), None).is_err()) {
        return;
    }
    let error = error(Repository::open(fixture.root()), ExitStatus::Undecided);
    assert!(hint(&error).contains("safe.directory"), "{error}");
}
