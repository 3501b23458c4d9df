//! Formatting real code changes no fingerprint (SPEC 4.5). `tests/real-sources/format` makes the trees: `TREE/source`, and
//! beside it what each formatter made of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use codesub::syntax::{Language, Outline, outline};

/// What was looked at by hand and is no bug, with its reason.
const EXCEPTIONS: &str = include_str!("exceptions");

/// The figures of one tree and formatter.
#[derive(Default)]
struct Compared {
    files: usize,
    reformatted: usize,
    constructs: usize,
    excepted: usize,
    differing: Vec<String>,
}

#[test]
fn formatting_changes_no_fingerprint() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/real-sources/formatting");
    let trees = folders(&home);
    assert!(!trees.is_empty(), "nothing in {}; run tests/real-sources/format", home.display());
    let expected: BTreeSet<&str> =
        EXCEPTIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let mut differing = Vec::new();
    println!("{:46} files reformatted constructs excepted differing", "tree, formatter");
    for tree in trees {
        for formatter in folders(&tree).into_iter().filter(|folder| !folder.ends_with("source")) {
            let compared = compare(&tree, &formatter, &expected);
            println!(
                "{:46} {:5} {:11} {:10} {:8} {:9}",
                format!("{}, {}", name(&tree), name(&formatter)),
                compared.files,
                compared.reformatted,
                compared.constructs,
                compared.excepted,
                compared.differing.len()
            );
            differing.extend(compared.differing);
        }
    }
    assert!(differing.is_empty(), "{} constructs differ:\n{}", differing.len(), differing.join("\n"));
}

fn compare(tree: &Path, formatter: &Path, expected: &BTreeSet<&str>) -> Compared {
    let mut compared = Compared::default();
    for file in files(&tree.join("source")) {
        let path = file.strip_prefix(tree.join("source")).expect("a path below it");
        let Some(language) = Language::detect(&path.to_string_lossy(), None) else { continue };
        let (before, after) = (fs::read(&file).expect("a file"), fs::read(formatter.join(path)).expect("its twin"));
        compared.files += 1;
        if before == after {
            continue;
        }
        compared.reformatted += 1;
        let (before, after) = (fingerprints(&outline(&before, language)), fingerprints(&outline(&after, language)));
        compared.constructs += before.len();
        let file_line = format!("{} {} {}", name(formatter), name(tree), path.display());
        let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        for qualname in names {
            let (then, now) = (before.get(qualname), after.get(qualname));
            if then == now {
                continue;
            }
            let line = format!("{file_line} {qualname}");
            if expected.contains(file_line.as_str()) || expected.contains(line.as_str()) {
                compared.excepted += 1;
                continue;
            }
            let what = match (then, now) {
                (Some(_), None) => "gone",
                (None, Some(_)) => "new",
                (Some(then), Some(now)) if then[0] != now[0] => "another kind",
                (Some(then), Some(now)) if then[1] != now[1] => "another interface",
                _ => "another body",
            };
            compared.differing.push(format!("{line}  # {what}"));
        }
    }
    compared
}

/// Kind, interface and body by qualname.
fn fingerprints(outline: &Outline) -> BTreeMap<String, [String; 3]> {
    let constructs = outline.constructs.iter();
    let hashes = constructs.map(|it| {
        let interface = it.interface_hash.to_string();
        (it.qualname.clone(), [it.kind.as_str().to_owned(), interface, it.body_hash.to_string()])
    });
    hashes.collect()
}

fn name(folder: &Path) -> String {
    folder.file_name().expect("a name").to_string_lossy().into_owned()
}

fn folders(of: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(of).into_iter().flatten().map(|entry| entry.expect("an entry").path());
    let mut folders: Vec<PathBuf> = entries.filter(|path| path.is_dir() && path.extension().is_none()).collect();
    folders.sort();
    folders
}

fn files(of: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    let mut open = vec![of.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("an entry").path();
            if path.is_dir() { open.push(path) } else { all.push(path) }
        }
    }
    all.sort();
    all
}
