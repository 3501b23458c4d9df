use super::*;
use crate::git::{FileMode, RevisionKind};

/// The tree that `git add -A` would make, without touching the index.
fn oracle(fixture: &Fixture) -> String {
    fixture.git(&["add", "-A"]);
    let tree = fixture.git(&["write-tree"]);
    fixture.git(&["reset", "-q"]);
    tree
}

#[test]
fn the_worktree_is_what_git_would_add() {
    let fixture = Fixture::new();
    fixture
        .write("modified.py", "1\n")
        .write("deleted.py", "1\n")
        .write("kept/same.py", "1\n")
        .write("staged.py", "1\n");
    fixture.write(".gitignore", "*.log\nbuild/\n").write("forced.log", "1\n").commit("one");
    fixture.git(&["add", "-f", "forced.log"]);
    fixture.git(&["commit", "-q", "-m", "forced"]);
    fixture.write("staged.py", "2\n");
    fixture.git(&["add", "staged.py"]);
    fixture.write("modified.py", "2\n").remove("deleted.py").write("new/deep/untracked.py", "new\n");
    fixture.write("x.log", "ignored\n").write("build/out.py", "ignored\n").write("forced.log", "2\n");
    let repository = fixture.open();
    let (head, worktree) = (repository.head().unwrap().unwrap(), repository.worktree().unwrap());
    assert_eq!((worktree.name.as_str(), worktree.kind), ("worktree", RevisionKind::Worktree));
    assert_eq!(
        names(&repository, &head, &worktree),
        ["D deleted.py", "M forced.log", "M modified.py", "A new/deep/untracked.py", "M staged.py"]
    );
    assert_eq!(read(&repository, &worktree, "new/deep/untracked.py"), b"new\n");
    assert_eq!(read(&repository, &worktree, "modified.py"), b"2\n");
    assert_eq!(read(&repository, &worktree, "kept/same.py"), b"1\n");
    assert_eq!(worktree.tree.to_string(), oracle(&fixture));
}

#[test]
fn nothing_is_written_to_the_repository() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n").commit("one");
    fixture.write("a.py", "2\n").write("b/c.py", "3\n");
    let state = || (fixture.git(&["count-objects", "-v"]), std::fs::read(fixture.path(".git/index")).unwrap());
    let before = state();
    let repository = fixture.open();
    let worktree = repository.worktree().unwrap();
    repository.changes(&repository.head().unwrap().unwrap(), &worktree).unwrap();
    assert_eq!(state(), before);
}

#[test]
fn a_clean_worktree_is_the_tree_of_head() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n").write("b/c.py", "1\n").commit("one");
    // Same contents, other times.
    fixture.write("a.py", "1\n");
    let repository = fixture.open();
    assert_eq!(repository.worktree().unwrap().tree, repository.head().unwrap().unwrap().tree);
}

#[test]
fn renames_in_the_worktree_are_found() {
    let fixture = Fixture::new();
    fixture.write("a.py", (0..40).map(|n| format!("x{n} = {n}\n")).collect::<String>()).commit("one");
    std::fs::create_dir(fixture.path("pkg")).unwrap();
    std::fs::rename(fixture.path("a.py"), fixture.path("pkg/b.py")).unwrap();
    fixture.write("pkg/b.py", (1..41).map(|n| format!("x{n} = {n}\n")).collect::<String>());
    let repository = fixture.open();
    let head = repository.head().unwrap().unwrap();
    assert_eq!(names(&repository, &head, &repository.worktree().unwrap()), ["R a.py pkg/b.py"]);
}

#[cfg(unix)]
#[test]
fn links_are_not_followed_and_the_executable_bit_counts() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let fixture = Fixture::new();
    fixture
        .write("run.sh", "echo\n")
        .write("both.sh", "1\n")
        .write("becomes_link.py", "1\n")
        .write("dir/inside.py", "1\n");
    fixture.commit("one");
    let outside = Fixture::empty();
    outside.write("inside.py", "secret\n");
    for path in ["run.sh", "both.sh"] {
        std::fs::set_permissions(fixture.path(path), std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    fixture.write("both.sh", "2\n").remove("becomes_link.py");
    symlink(outside.path("inside.py"), fixture.path("becomes_link.py")).unwrap();
    symlink("dangling", fixture.path("new_link")).unwrap();
    std::fs::remove_dir_all(fixture.path("dir")).unwrap();
    symlink(outside.root(), fixture.path("dir")).unwrap();
    let repository = fixture.open();
    let worktree = repository.worktree().unwrap();
    let mode = |path| file(&repository, &worktree, path).mode;
    assert_eq!([mode("run.sh"), mode("both.sh")], [FileMode::Executable; 2]);
    assert_eq!([mode("becomes_link.py"), mode("new_link"), mode("dir")], [FileMode::Symlink; 3]);
    assert_eq!(read(&repository, &worktree, "new_link"), b"dangling");
    assert_eq!(read(&repository, &worktree, "both.sh"), b"2\n");
    assert_eq!(repository.find(&worktree, "dir/inside.py").unwrap(), None);
    assert_eq!(worktree.tree.to_string(), oracle(&fixture));
    // Where the file system cannot tell, the index counts.
    fixture.git(&["config", "core.fileMode", "false"]);
    let repository = fixture.open();
    let worktree = repository.worktree().unwrap();
    assert_eq!(file(&repository, &worktree, "both.sh").mode, FileMode::File);
    assert_eq!(file(&repository, &worktree, "run.sh").mode, FileMode::File);
}

#[cfg(unix)]
#[test]
fn pipes_are_not_read_and_listed_only_in_place_of_a_file() {
    let fixture = Fixture::new();
    fixture.write("tracked.py", "1\n").commit("one");
    fixture.remove("tracked.py");
    for name in ["tracked.py", "untracked.py"] {
        let made = std::process::Command::new("mkfifo").arg(fixture.path(name)).status();
        assert!(made.is_ok_and(|status| status.success()), "mkfifo is needed");
    }
    let repository = fixture.open();
    let head = repository.head().unwrap().unwrap();
    // It is there, and no file: a link that leads nowhere stands for it (SPEC 5.10).
    assert_eq!(names(&repository, &head, &repository.worktree().unwrap()), ["M tracked.py"]);
}

#[test]
fn line_ends_are_stored_as_git_stores_them() {
    let fixture = Fixture::new();
    fixture.write("lf.py", "a\nb\n").write("other.py", "a\nb\n").commit("one");
    fixture.git(&["config", "core.autocrlf", "true"]);
    fixture.write("lf.py", "a\r\nb\r\n").write("other.py", "a\r\nc\r\n").write("new.py", "x\r\n");
    fixture.write("bin.dat", b"\0\r\n");
    let repository = fixture.open();
    let (head, worktree) = (repository.head().unwrap().unwrap(), repository.worktree().unwrap());
    assert_eq!(names(&repository, &head, &worktree), ["A bin.dat", "A new.py", "M other.py"]);
    assert_eq!(read(&repository, &worktree, "other.py"), b"a\nc\n");
    assert_eq!(read(&repository, &worktree, "new.py"), b"x\n");
    assert_eq!(read(&repository, &worktree, "bin.dat"), b"\0\r\n");
    assert_eq!(worktree.tree.to_string(), oracle(&fixture));
}

#[test]
fn attributes_and_line_ends_that_git_already_has_count() {
    let fixture = Fixture::new();
    fixture.write("crlf.py", "a\r\nb\r\n").commit("one");
    fixture.git(&["config", "core.autocrlf", "true"]);
    fixture
        .write("crlf.py", "a\r\nc\r\n")
        .write(".gitattributes", "*.txt -text\n*.utf16 working-tree-encoding=UTF-16LE\n");
    fixture.write("raw.txt", "a\r\n").write("wide.utf16", b"h\0i\0\n\0");
    let repository = fixture.open();
    let worktree = repository.worktree().unwrap();
    assert_eq!(read(&repository, &worktree, "crlf.py"), b"a\r\nc\r\n");
    assert_eq!(read(&repository, &worktree, "raw.txt"), b"a\r\n");
    assert_eq!(read(&repository, &worktree, "wide.utf16"), b"hi\n");
    assert_eq!(worktree.tree.to_string(), oracle(&fixture));
}

#[test]
fn no_filter_program_is_run_for_new_files() {
    let fixture = Fixture::new();
    fixture.write(".gitattributes", "*.py filter=touch text\n").commit("one");
    let mark = fixture.path("ran");
    fixture.git(&["config", "filter.touch.clean", &format!("touch '{}'; cat", mark.display())]);
    fixture.write("a.py", "1\n");
    let repository = fixture.open();
    let worktree = repository.worktree().unwrap();
    assert_eq!(read(&repository, &worktree, "a.py"), b"1\n");
    assert!(!mark.exists());
    oracle(&fixture);
    assert!(mark.exists(), "git does run it");
}

#[test]
fn large_files_are_hashed_and_not_loaded() {
    let fixture = Fixture::new();
    let large = |byte: u8| vec![byte; MAX_BLOB as usize + 1];
    fixture.write("tracked.bin", large(1)).write("moved.bin", large(2)).write("deleted.py", "x\n").commit("one");
    fixture.write("tracked.bin", large(3)).write("new.bin", large(4)).write("limit.bin", vec![5; MAX_BLOB as usize]);
    fixture.remove("deleted.py");
    std::fs::rename(fixture.path("moved.bin"), fixture.path("to.bin")).unwrap();
    let repository = fixture.open();
    let (head, worktree) = (repository.head().unwrap().unwrap(), repository.worktree().unwrap());
    assert_eq!(
        names(&repository, &head, &worktree),
        ["D deleted.py", "A limit.bin", "A new.bin", "R moved.bin to.bin", "M tracked.bin"]
    );
    let reader = repository.reader();
    let blob = |revision, path| reader.read(file(&repository, revision, path).id, MAX_BLOB).unwrap();
    for path in ["tracked.bin", "new.bin", "to.bin"] {
        assert_eq!(blob(&worktree, path), Blob::TooLarge(MAX_BLOB + 1), "{path}");
    }
    assert_eq!(blob(&head, "tracked.bin"), Blob::TooLarge(MAX_BLOB + 1));
    assert!(matches!(blob(&worktree, "limit.bin"), Blob::Bytes(bytes) if bytes.len() as u64 == MAX_BLOB));
    let small = file(&repository, &head, "deleted.py").id;
    assert_eq!(reader.read(small, 1).unwrap(), Blob::TooLarge(2));
    assert_eq!(worktree.tree.to_string(), oracle(&fixture));
}

#[test]
fn nested_repositories_are_not_entered() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n").commit("one");
    fixture.write("lib/inner.py", "1\n");
    fixture.git(&["init", "-q", "-b", "main", "lib"]);
    let repository = fixture.open();
    let worktree = repository.worktree().unwrap();
    let paths: Vec<_> =
        repository.files(&worktree).unwrap().list.into_iter().map(|(path, file)| (path, file.mode)).collect();
    assert_eq!(paths, [("a.py".into(), FileMode::File), ("lib".into(), FileMode::Submodule)]);
}

#[test]
fn submodules_stay_at_the_commit_of_the_index() {
    let library = Fixture::new();
    let commit = library.write("inner.py", "1\n").commit("one");
    let fixture = Fixture::new();
    fixture.git(&["submodule", "--quiet", "add", &library.root().display().to_string(), "sub"]);
    fixture.commit("one");
    fixture.write("sub/inner.py", "2\n").write("sub/other.py", "2\n");
    fixture.write(".gitmodules", "[broken\n");
    let repository = fixture.open();
    let (head, worktree) = (repository.head().unwrap().unwrap(), repository.worktree().unwrap());
    assert_eq!(names(&repository, &head, &worktree), ["M .gitmodules"]);
    let sub = file(&repository, &worktree, "sub");
    assert_eq!((sub.mode, sub.id.to_string()), (FileMode::Submodule, commit));
}

#[test]
fn many_threads_read_at_once() {
    let fixture = Fixture::new();
    for number in 0..40 {
        fixture.write(&format!("{number}.py"), format!("x = {number}\n"));
    }
    fixture.commit("one");
    fixture.git(&["gc", "-q"]);
    fixture.write("5.py", "changed\n");
    let repository = fixture.open();
    let worktree = repository.worktree().unwrap();
    let (files, reader) = (repository.files(&worktree).unwrap().list, repository.reader());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let (files, reader) = (&files, reader.clone());
            scope.spawn(move || {
                for (path, file) in files {
                    let wanted =
                        if path == "5.py" { "changed\n".into() } else { format!("x = {}\n", &path[..path.len() - 3]) };
                    assert_eq!(reader.read(file.id, MAX_BLOB).unwrap(), Blob::Bytes(wanted.into_bytes()));
                }
            });
        }
    });
    let absent = super::super::ObjectId::null(gix::hash::Kind::Sha1);
    assert_eq!(reader.read(absent, MAX_BLOB).unwrap(), Blob::Missing);
}
