use super::*;
use crate::git::{FileMode, MAX_CHANGES};

fn lines(range: std::ops::Range<u32>) -> String {
    range.map(|number| format!("line {number}\n")).collect()
}

#[test]
fn the_same_revision_has_no_changes() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n").commit("one");
    let repository = fixture.open();
    let head = repository.head().unwrap().unwrap();
    let changes = repository.changes(&head, &head).unwrap();
    assert!(changes.list.is_empty() && !changes.rename_limit_reached);
}

#[test]
fn every_kind_of_change_is_listed_by_path() {
    let fixture = Fixture::new();
    fixture.write("deleted.py", "gone\n").write("modified.py", "1\n").write("dir/moved.py", lines(0..50));
    fixture
        .write("dir/edited.py", lines(100..150))
        .write("empty.py", "")
        .write("same.py", "same\n")
        .write("blank.py", "");
    fixture.commit("one");
    fixture.git(&["rm", "-q", "deleted.py"]);
    std::fs::create_dir(fixture.path("new")).unwrap();
    fixture.git(&["mv", "dir/moved.py", "new/moved.py"]);
    fixture.git(&["mv", "dir/edited.py", "new/zedited.py"]);
    fixture.git(&["mv", "empty.py", "new/void.py"]);
    fixture.git(&["mv", "blank.py", "hollow.py"]);
    fixture.write("new/zedited.py", lines(110..160)).write("modified.py", "2\n").write("added.py", "brand new\n");
    fixture.commit("two");
    let repository = fixture.open();
    let (old, new) = (repository.resolve("HEAD~1").unwrap(), repository.resolve("HEAD").unwrap());
    assert_eq!(
        names(&repository, &old, &new),
        [
            "A added.py",
            "D deleted.py",
            "R blank.py hollow.py",
            "M modified.py",
            "R dir/moved.py new/moved.py",
            "R empty.py new/void.py",
            "R dir/edited.py new/zedited.py",
        ]
    );
    let changes = repository.changes(&old, &new).unwrap();
    let similarity = |path: &str| {
        let change = changes.list.iter().find(|change| change.path() == path).expect(path);
        let ChangeKind::Renamed { similarity } = change.kind else { panic!("{path} was renamed") };
        similarity.expect("because it was computed")
    };
    assert_eq!(similarity("new/moved.py"), 1.0);
    assert!((0.7..0.9).contains(&similarity("new/zedited.py")), "{}", similarity("new/zedited.py"));
    let modified = changes.list.iter().find(|change| change.path() == "modified.py").unwrap();
    assert_eq!(modified.old.as_ref().unwrap().file.id.to_string(), fixture.git(&["rev-parse", "HEAD~1:modified.py"]));
    assert_eq!(modified.new.as_ref().unwrap().file.id.to_string(), fixture.git(&["rev-parse", "HEAD:modified.py"]));
}

#[test]
fn a_file_that_is_less_than_half_alike_is_no_rename() {
    let fixture = Fixture::new();
    fixture.write("a.py", lines(0..100)).commit("one");
    fixture.git(&["mv", "a.py", "b.py"]);
    fixture.write("b.py", lines(60..160)).commit("two");
    let repository = fixture.open();
    let (old, new) = (repository.resolve("HEAD~1").unwrap(), repository.resolve("HEAD").unwrap());
    assert_eq!(names(&repository, &old, &new), ["D a.py", "A b.py"]);
}

#[test]
fn attributes_and_configuration_do_not_change_renames() {
    let fixture = Fixture::new();
    fixture.write("a.py", lines(0..100)).write(".gitattributes", "*.py binary\n").commit("one");
    fixture.git(&["mv", "a.py", "b.py"]);
    fixture.write("b.py", lines(10..110)).commit("two");
    fixture.git(&["config", "diff.renames", "false"]);
    let repository = fixture.open();
    let (old, new) = (repository.resolve("HEAD~1").unwrap(), repository.resolve("HEAD").unwrap());
    assert_eq!(names(&repository, &old, &new), ["R a.py b.py"]);
}

#[test]
fn it_is_said_when_there_are_too_many_files_for_renames() {
    let fixture = Fixture::new();
    for number in 0..1001 {
        fixture.write(&format!("old/{number}.py"), format!("{}old {number}\n", lines(0..3)));
    }
    fixture.commit("one");
    std::fs::remove_dir_all(fixture.path("old")).unwrap();
    for number in 0..1001 {
        fixture.write(&format!("new/{number}.py"), format!("{}new {number}\n", lines(0..3)));
    }
    fixture.commit("two");
    let repository = fixture.open();
    let (old, new) = (repository.resolve("HEAD~1").unwrap(), repository.resolve("HEAD").unwrap());
    let changes = repository.changes(&old, &new).unwrap();
    assert!(changes.rename_limit_reached);
    assert_eq!(changes.list.len(), 2002);
}

#[test]
fn modes_and_types_are_part_of_a_change() {
    let fixture = Fixture::new();
    fixture.write("run.sh", "echo\n").write("link", "target").write("dir/file", "x\n").commit("one");
    fixture.git(&["update-index", "--chmod=+x", "run.sh"]);
    let blob = fixture.git(&["rev-parse", "HEAD:link"]);
    fixture.git(&["update-index", "--cacheinfo", &format!("120000,{blob},link")]);
    fixture.git(&["rm", "-q", "--cached", "dir/file"]);
    let other = fixture.git(&["hash-object", "-w", "--stdin", "--path=x"]);
    fixture.git(&["update-index", "--add", "--cacheinfo", &format!("100644,{other},dir")]);
    fixture.git(&["commit", "-q", "-m", "two"]);
    let repository = fixture.open();
    let (old, new) = (repository.resolve("HEAD~1").unwrap(), repository.resolve("HEAD").unwrap());
    assert_eq!(names(&repository, &old, &new), ["A dir", "D dir/file", "M link", "M run.sh"]);
    assert_eq!(file(&repository, &new, "run.sh").mode, FileMode::Executable);
    assert_eq!(file(&repository, &new, "link").mode, FileMode::Symlink);
    assert!(!FileMode::Symlink.is_source() && FileMode::Executable.is_source());
    assert_eq!(repository.find(&old, "dir").unwrap(), None, "a folder is no file");
}

#[test]
fn submodules_are_listed_and_not_entered() {
    let fixture = Fixture::new();
    let commit = fixture.write("a.py", "1\n").commit("one");
    fixture.git(&["update-index", "--add", "--cacheinfo", &format!("160000,{commit},sub")]);
    fixture.git(&["commit", "-q", "-m", "two"]);
    let repository = fixture.open();
    let (old, new) = (repository.resolve("HEAD~1").unwrap(), repository.resolve("HEAD").unwrap());
    assert_eq!(names(&repository, &old, &new), ["A sub"]);
    let sub = file(&repository, &new, "sub");
    assert_eq!((sub.mode, sub.id.to_string()), (FileMode::Submodule, commit));
    assert_eq!(repository.find(&new, "sub/a.py").unwrap(), None);
}

#[cfg(unix)]
#[test]
fn paths_that_are_not_utf8_are_escaped_and_found_again() {
    use std::os::unix::ffi::OsStrExt;
    let fixture = Fixture::new();
    fixture.commit("one");
    std::fs::write(fixture.root().join(std::ffi::OsStr::from_bytes(b"caf\xe9.py")), "1\n").unwrap();
    fixture.write("größe.py", "2\n").write("\\xE9.py", "literal\n").commit("two");
    let repository = fixture.open();
    let (old, new) = (repository.resolve("HEAD~1").unwrap(), repository.resolve("HEAD").unwrap());
    assert_eq!(names(&repository, &old, &new), ["A \\xE9.py", "A caf\\xE9.py", "A größe.py"]);
    assert_eq!(read(&repository, &new, "caf\\xE9.py"), b"1\n");
    assert_eq!(read(&repository, &new, "größe.py"), b"2\n");
    assert_eq!(read(&repository, &new, "\\xE9.py"), b"literal\n");
    assert_eq!(repository.find(&new, "caf\\xE8.py").unwrap(), None);
    let worktree = repository.worktree().unwrap();
    assert_eq!(names(&repository, &new, &worktree), [""; 0]);
}

/// `depth` levels of trees, each naming the next one `width` times; a name has `digits` digits.
fn bomb(fixture: &Fixture, depth: u32, width: u32, digits: usize) {
    let blob = fixture.git(&["hash-object", "-w", "--stdin"]);
    let mut entry = format!("100644 blob {blob}");
    for _ in 0..depth {
        let list: String = (0..width).map(|number| format!("{entry}\t{number:0digits$}\n")).collect();
        fixture.write("list", list);
        let shell = format!("git mktree < {}", fixture.path("list").display());
        let output = std::process::Command::new("sh").args(["-c", &shell]).current_dir(fixture.root()).output();
        let id = String::from_utf8(output.unwrap().stdout).unwrap();
        entry = format!("040000 tree {}", id.trim());
    }
    let tree = entry.rsplit(' ').next().unwrap().to_owned();
    let commit = fixture.git(&["commit-tree", "-m", "bomb", &tree]);
    fixture.git(&["update-ref", "refs/heads/bomb", &commit]);
}

#[test]
fn a_tree_that_unfolds_without_end_is_not_unfolded() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n").commit("one");
    bomb(&fixture, 8, 50, 2);
    let repository = fixture.open();
    let (main, bomb) = (repository.resolve("main").unwrap(), repository.resolve("bomb").unwrap());
    let changes = repository.changes(&main, &bomb).unwrap();
    // Every folder once: eight levels, of which the last has 50 files; `a.py` is deleted.
    assert_eq!(changes.list.len(), 51, "{:?}", changes.gaps.sentences());
    assert!(changes.may_lack("01/00") && changes.may_lack("00/01/x") && !changes.may_lack("elsewhere"));
    let files = repository.files(&bomb).unwrap();
    assert_eq!(files.list.len(), 50);
    assert!(!files.gaps.is_empty() && changes.list.len() < MAX_CHANGES);
    assert!(repository.find(&bomb, "00/00/00/00/00/00/00/00").unwrap().is_some());
}

#[test]
fn what_is_too_deep_is_a_gap() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n").commit("one");
    bomb(&fixture, 30, 1, 200);
    let repository = fixture.open();
    let (main, bomb) = (repository.resolve("main").unwrap(), repository.resolve("bomb").unwrap());
    let changes = repository.changes(&main, &bomb).unwrap();
    assert_eq!(changes.list.len(), 1, "only a.py is gone");
    assert!(changes.gaps.sentences()[0].contains("too long"), "{:?}", changes.gaps.sentences());
    assert!(!repository.files(&bomb).unwrap().gaps.is_empty());
}
