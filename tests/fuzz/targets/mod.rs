//! Targets: what reads bytes that a stranger chose, each as one plain function that panics where a promise is broken.
//!
//! They know nothing of who drives them. `cargo test --test fuzz` runs the corpus and seeded mutations on every build;
//! `tests/fuzz/run` runs them under libFuzzer for as long as one likes. A new target is a file, a row in [`ALL`] and, for
//! what once hurt, a folder in `tests/corpus`.

mod encoders;
mod event;
mod hunks;
mod kept;
mod list;
mod lock;
mod made_report;
mod pre_push;
mod report;
mod scip;
mod source;
mod target;

use std::fs;
use std::path::{Path, PathBuf};

/// Something that reads a stranger's bytes.
pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]),
    /// What mutations start from, besides the corpus.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Words of the format that chance does not find.
    #[allow(dead_code, reason = "libFuzzer is given them in a file")]
    pub words: &'static [&'static str],
    #[allow(dead_code, reason = "libFuzzer counts by itself")]
    /// How often `cargo test` runs it: about two seconds' worth in a debug build.
    pub tries: u32,
}

pub const ALL: &[Target] = &[
    Target { name: "list", run: list::run, seeds: list::seeds, words: list::WORDS, tries: 400 },
    Target { name: "lock", run: lock::run, seeds: lock::seeds, words: lock::WORDS, tries: 2_000 },
    Target { name: "target", run: target::run, seeds: target::seeds, words: target::WORDS, tries: 40_000 },
    Target { name: "pre_push", run: pre_push::run, seeds: pre_push::seeds, words: pre_push::WORDS, tries: 20_000 },
    Target { name: "event", run: event::run, seeds: event::seeds, words: event::WORDS, tries: 3_000 },
    Target { name: "report", run: report::run, seeds: report::seeds, words: report::WORDS, tries: 600 },
    Target { name: "encoders", run: encoders::run, seeds: encoders::seeds, words: encoders::WORDS, tries: 600 },
    Target { name: "scip", run: scip::run, seeds: scip::seeds, words: scip::WORDS, tries: 300 },
    Target { name: "source", run: source::run, seeds: source::seeds, words: source::WORDS, tries: 80 },
    Target { name: "kept", run: kept::run, seeds: kept::seeds, words: kept::WORDS, tries: 1_000 },
    Target { name: "hunks", run: hunks::run, seeds: hunks::seeds, words: hunks::WORDS, tries: 5_000 },
];

/// The inputs that once hurt a target, by name: `tests/corpus/<target>/<how it hurt>`.
pub fn corpus(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(crate::ROOT).join("tests/corpus").join(target);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry of the corpus").path();
        let bytes = fs::read(&path).expect("a file of the corpus");
        found.push((path, bytes));
    }
    found.sort();
    found
}

/// The files below a folder of the product that are no longer than `most` bytes, by path.
fn files(folder: &str, most: usize) -> Vec<(PathBuf, Vec<u8>)> {
    let mut folders = vec![Path::new(crate::ROOT).join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the product") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if let Some(bytes) = fs::read(&path).ok().filter(|bytes| bytes.len() <= most) {
                found.push((path, bytes));
            }
        }
    }
    found.sort();
    found
}

/// Whether `short` is what is left of `long` when bytes are taken out of it.
fn is_part_of(short: &str, long: &str) -> bool {
    let mut rest = long.bytes();
    short.bytes().all(|byte| rest.any(|other| other == byte))
}
