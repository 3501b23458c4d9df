//! The oracle: how many moves and renames of real commits are found, and how many of those found are real.
//!
//! It subscribes to every construct of the files that a labelled commit changes, scans parent → commit, and compares the
//! proposals with the labels. `docs/accuracy.md` says what counts as what.
//!
//! ```sh
//! tests/oracle/install
//! CODESUB_ORACLE_LABELS=python-train.jsonl cargo test --test oracle [-- --list] [COMMIT…]
//! ```
//!
//! `CODESUB_ORACLE_CLONE` names another clone than the installed one.
//!
//! It fails when a score is worse than the recorded one. `--list` prints every miss and every relocation that is not
//! labelled; commits, or starts of them, choose among the cases.

#![allow(clippy::print_stdout, reason = "the figures are what it is for")]

mod labels;
mod scanned;
mod score;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use codesub::git::Repository;

use labels::Judged;
use score::Score;

fn main() -> ExitCode {
    let installed = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/oracle/dit");
    let clone = path("CODESUB_ORACLE_CLONE").or_else(|| installed.is_dir().then_some(installed));
    let (Some(labels), Some(clone)) = (path("CODESUB_ORACLE_LABELS"), clone) else {
        println!(
            "Nothing was measured: CODESUB_ORACLE_LABELS names a file of labels, and tests/oracle/install clones the \
             repository that they are about; see docs/accuracy.md."
        );
        return ExitCode::SUCCESS;
    };
    let arguments: Vec<String> = env::args().skip(1).collect();
    let list = arguments.iter().any(|argument| argument == "--list");
    let chosen: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();

    let repository = Repository::open(&clone).unwrap_or_else(|error| panic!("{}: {error}", clone.display()));
    let judged = Judged::read();
    let mut score = Score::default();
    for case in labels::read(&labels) {
        if !chosen.is_empty() && !chosen.iter().any(|start| case.commit.starts_with(start.as_str())) {
            continue;
        }
        let scanned = scanned::scan(&repository, &case.parent, &case.commit, &case.files_before);
        let remarks = score.count(&case, &scanned, &judged);
        if list && !remarks.is_empty() {
            println!("{}", case.commit);
            for remark in remarks {
                println!("  {remark}");
            }
        }
    }
    println!("{score}");
    if !chosen.is_empty() {
        return ExitCode::SUCCESS;
    }
    let worse = score.worse_than_recorded();
    for line in &worse {
        println!("worse than recorded: {line}");
    }
    if worse.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn path(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
}
