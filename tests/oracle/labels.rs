//! Labels: what people say became of the constructs of a commit; and the list of what they forgot to say.
//!
//! A labels file has one JSON object a line. Labels are good but not complete, so relocations that were looked at by hand
//! and found right stand in `tests/oracle/judged`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::scanned::Spot;

/// A commit with its labels.
#[derive(Deserialize)]
pub struct Case {
    pub commit: String,
    pub parent: String,
    pub files_before: Vec<String>,
    pub expected: Vec<Label>,
}

/// A construct that was moved or renamed.
#[derive(Deserialize)]
pub struct Label {
    pub from: Named,
    pub to: Named,
    /// `same_file` or `cross_file`.
    pub relation: String,
    /// It moved because its class or file did.
    pub implied: bool,
    /// False for constructs nested in functions, which are none of ours (SPEC 4.1).
    pub visible: bool,
    /// Another construct has the old name now, so that stage 1 finds that one (SPEC 5.3).
    pub old_name_survives: bool,
}

#[derive(Deserialize)]
pub struct Named {
    pub file: String,
    pub qualname: String,
    pub kind: String,
}

impl Named {
    pub fn place(&self) -> Spot {
        (self.file.clone(), self.qualname.clone())
    }
}

/// The cases of a labels file.
pub fn read(path: &Path) -> Vec<Case> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let case = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"));
    text.lines().filter(|line| !line.trim().is_empty()).map(case).collect()
}

/// Relocations that no label names and that are right, by commit.
pub struct Judged(BTreeMap<String, BTreeSet<(Spot, Spot)>>);

impl Judged {
    /// Reads `tests/oracle/judged`: under a line with the commit, `path::qualname -> path::qualname` a line.
    pub fn read() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracle/judged");
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut all: BTreeMap<String, BTreeSet<(Spot, Spot)>> = BTreeMap::new();
        let mut commit = String::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match line.split_once(" -> ") {
                Some((from, to)) => {
                    all.entry(commit.clone()).or_default().insert((spot(from), spot(to)));
                }
                None => line.clone_into(&mut commit),
            }
        }
        Judged(all)
    }

    pub fn is_right(&self, commit: &str, from: &Spot, to: &Spot) -> bool {
        self.0.get(commit).is_some_and(|right| right.contains(&(from.clone(), to.clone())))
    }
}

fn spot(text: &str) -> Spot {
    let (path, qualname) = text.split_once("::").unwrap_or_else(|| panic!("{text} is not path::qualname"));
    (path.to_owned(), qualname.to_owned())
}
