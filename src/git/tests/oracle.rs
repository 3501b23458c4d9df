//! The list of changes against `git diff --raw --no-renames`, which lists the same.

use std::collections::BTreeMap;

use super::hunks::Random;
use super::*;
use crate::git::FileMode;

/// Every side that is otherwise: path, mode and id of the old, then of the new.
type Raw = BTreeMap<String, [Option<(String, String)>; 2]>;

fn ours(repository: &Repository, base: &str, target: &str) -> Raw {
    let (base, target) = (repository.resolve(base).unwrap(), repository.resolve(target).unwrap());
    let changes = repository.changes(&base, &target).unwrap();
    assert!(changes.gaps.is_empty());
    let mut raw = Raw::new();
    for change in changes.list {
        for (side, at) in [change.old, change.new].into_iter().enumerate() {
            let Some(at) = at else { continue };
            let mode = match at.file.mode {
                FileMode::File => "100644",
                FileMode::Executable => "100755",
                FileMode::Symlink => "120000",
                FileMode::Submodule => "160000",
            };
            let before = raw.entry(at.path).or_default()[side].replace((mode.to_owned(), at.file.id.to_string()));
            assert_eq!(before, None, "a side is listed twice");
        }
    }
    raw
}

fn theirs(root: &Path, base: &str, target: &str) -> Raw {
    let (done, text) =
        git(root, &["-c", "core.quotePath=false", "diff", "--raw", "--no-renames", "--no-abbrev", base, target]);
    assert!(done, "{text}");
    let side = |mode: &str, id: &str| (mode != "000000").then(|| (mode.to_owned(), id.to_owned()));
    let line = |line: &str| {
        let (head, path) = line.trim_start_matches(':').split_once('\t').expect("a tab");
        let head: Vec<&str> = head.split(' ').collect();
        (path.to_owned(), [side(head[0], head[2]), side(head[1], head[3])])
    };
    text.lines().map(line).collect()
}

/// Random trees: few names, so that files, folders, links and submodules take each other's place.
#[test]
fn random_trees_have_the_changes_of_git() {
    let fixture = Fixture::new();
    fixture.write("0", "zero\n").write("1", "one\n").write("2", "two\n");
    let submodule = fixture.commit("blobs");
    let blobs = ["0", "1", "2"].map(|name| fixture.git(&["rev-parse", &format!("HEAD:{name}")]));
    let mut commits = Vec::new();
    for seed in 0..40 {
        let mut random = Random(seed);
        let mut lines = String::new();
        let mut taken: Vec<String> = Vec::new();
        for _ in 0..random.below(25) {
            let depth = 1 + random.below(3);
            let path: Vec<&str> = (0..depth).map(|_| ["a", "b", "a.b", "a-b", "c"][random.below(5)]).collect();
            let path = path.join("/");
            let clash = |other: &String| {
                *other == path || other.starts_with(&format!("{path}/")) || path.starts_with(&format!("{other}/"))
            };
            if taken.iter().any(clash) {
                continue;
            }
            let mode = ["100644", "100644", "100755", "120000", "160000"][random.below(5)];
            let id = if mode == "160000" { &submodule } else { &blobs[random.below(3)] };
            lines += &format!("{mode} {id}\t{path}\n");
            taken.push(path);
        }
        fixture.write("list", &lines);
        fixture.git(&["read-tree", "--empty"]);
        let script = "git update-index --index-info < list && git write-tree --missing-ok";
        let output = Command::new("sh").args(["-c", script]).current_dir(fixture.root()).output().expect("a shell");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let tree = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        commits.push(fixture.git(&["commit-tree", "-m", "random", &tree]));
    }
    let repository = fixture.open();
    let mut differences = 0;
    for pair in commits.windows(2) {
        let theirs = theirs(fixture.root(), &pair[0], &pair[1]);
        assert_eq!(ours(&repository, &pair[0], &pair[1]), theirs, "{pair:?}");
        differences += theirs.len();
    }
    assert!(differences > 200, "only {differences} differences");
}
