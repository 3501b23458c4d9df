//! What is too large to be read or held is refused by its size, before it is (SPEC 13.2).

use super::*;
use crate::git::changes::pair;

/// A file of that size that takes no room on the disk.
fn sparse(fixture: &Fixture, path: &str, size: u64) {
    let file = std::fs::OpenOptions::new().write(true).open(fixture.path(path)).expect("because it was written before");
    file.set_len(size).expect("because the file system has holes");
}

#[test]
fn a_huge_index_is_not_read() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n").commit("one");
    sparse(&fixture, ".git/index", 192 * 1024 * 1024 + 1);
    let repository = fixture.open();
    for error in
        [error(repository.staged(), ExitStatus::Undecided), error(repository.worktree(), ExitStatus::Undecided)]
    {
        assert!(error.to_string().starts_with("the index has 201326593 bytes"), "{error}");
        assert!(hint(&error).contains("--target R"), "{error}");
    }
    assert!(repository.head().unwrap().is_some());
}

#[test]
fn huge_files_of_patterns_are_not_read() {
    for name in [".gitignore", "below/.gitattributes"] {
        let fixture = Fixture::new();
        fixture.write("a.py", "1\n").write(name, "*.o\n").commit("one");
        fixture.open().worktree().unwrap();
        sparse(&fixture, name, 8 * 1024 * 1024 + 1);
        let error = error(fixture.open().worktree(), ExitStatus::Undecided);
        assert!(error.to_string().contains(&format!("`{name}` has more than")), "{error}");
    }
}

#[test]
fn a_worktree_with_too_many_differences_is_undecided() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n").commit("one");
    for number in 0..20 {
        fixture.write(&format!("new/{number}.py"), "1\n");
    }
    let repository = fixture.open();
    let index = repository.index().unwrap();
    assert_eq!(repository.suspicions(&index, 21).unwrap().len(), 20);
    let error = error(repository.suspicions(&index, 20), ExitStatus::Undecided);
    assert!(error.to_string().contains("files differ from HEAD") && hint(&error).contains(".gitignore"), "{error}");
}

#[test]
fn renames_are_not_looked_for_in_more_than_what_may_be_held() {
    let fixture = Fixture::new();
    let text = |name: char| -> String { (0..400).map(|line| format!("{name} {line}\n")).collect() };
    for name in ['a', 'b', 'c'] {
        fixture.write(&format!("old/{name}.py"), text(name));
    }
    fixture.commit("one");
    for name in ['a', 'b', 'c'] {
        fixture.remove(&format!("old/{name}.py")).write(&format!("new/{name}.py"), text(name) + "more\n");
    }
    fixture.commit("two");
    let repository = fixture.open();
    let (old, new) = (repository.resolve("HEAD~1").unwrap(), repository.resolve("HEAD").unwrap());
    let paired = |bytes: u64| {
        let found = repository.compare(old.tree, new.tree, 1000).unwrap();
        let mut list = Vec::new();
        let is_limited = pair(&repository.objects, old.tree.kind(), found.list, bytes, &mut list).unwrap();
        let renames = list.iter().filter(|it| matches!(it.kind, ChangeKind::Renamed { .. })).count();
        (is_limited, renames, list.len())
    };
    assert_eq!(paired(1 << 20), (false, 3, 3));
    let (is_limited, renames, changes) = paired(8000);
    assert!(is_limited && renames < 3 && changes == 6 - renames, "{renames} of {changes}");
}
