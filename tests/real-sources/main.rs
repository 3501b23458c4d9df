//! A large real source file of each language (SPEC 4.2): no two constructs of a file have the same name, and what the
//! parser cannot read stays a small part. `tests/real-sources/install` fetches the files; none of them is ours.
//! [`formatting`] holds formatters to SPEC 4.5.

mod formatting;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use codesub::syntax::{Language, Outline, outline};

/// The outlines of all files, by language.
fn outlines() -> BTreeMap<&'static str, (PathBuf, Outline)> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/real-sources");
    let files: Vec<PathBuf> = fs::read_dir(&home)
        .unwrap_or_else(|error| panic!("{}: {error}; run tests/real-sources/install", home.display()))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_file())
        .collect();
    let read = |language: Language| {
        let file = files.iter().find(|path| path.file_stem().is_some_and(|stem| stem == language.name()));
        let file = file.unwrap_or_else(|| panic!("no file in {}; see tests/real-sources/list", language.name()));
        let source = fs::read(file).expect("a file");
        let lines = source.iter().filter(|byte| **byte == b'\n').count();
        assert!(lines >= 150, "{} has only {lines} lines", file.display());
        (language.name(), (file.clone(), outline(&source, language)))
    };
    Language::all().map(read).collect()
}

#[test]
fn qualnames_are_unique_in_a_large_file_of_each_language() {
    for (language, (file, outline)) in outlines() {
        let mut names: Vec<&str> = outline.constructs.iter().map(|construct| construct.qualname.as_str()).collect();
        names.sort_unstable();
        for pair in names.windows(2) {
            assert_ne!(pair[0], pair[1], "{}", file.display());
        }
        println!("{language}: {} constructs, {} broken regions", names.len(), outline.broken.len());
        assert!(names.len() >= 10, "{} has only {} constructs", file.display(), names.len());
    }
}

/// Our grammars do not read every real file; where they give up, the rest of the file is still there.
#[test]
fn errors_stay_local() {
    for (_, (file, outline)) in outlines() {
        let broken = outline.constructs.iter().filter(|construct| construct.has_parse_error).count();
        let share = broken as f64 / outline.constructs.len() as f64;
        assert!(share <= 0.1, "{}: {broken} of {} constructs", file.display(), outline.constructs.len());
    }
}
