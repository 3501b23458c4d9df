//! The files through which a step talks to its job: the summary and the outputs.
//!
//! Both are appended to, because other commands of the same step may have written to them. An output is a name, a random
//! delimiter, the value and the delimiter again, so that no value can forge another one.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Write as _;
use std::path::Path;

use crate::error::{Error, Result};

/// GitHub takes at most 1 MiB of summary a step; a part is left for other commands.
pub const MAX_SUMMARY: usize = 1000 * 1024;

/// Appends to the step summary.
pub fn append_summary(path: &Path, markdown: &str) -> Result<()> {
    append(path, markdown)
}

/// Appends outputs.
pub fn append_outputs(path: &Path, outputs: &[(&str, String)]) -> Result<()> {
    let mut text = String::new();
    for (name, value) in outputs {
        let end = random();
        writeln!(text, "{name}<<{end}\n{value}\n{end}").expect("because a String takes whatever is written to it");
    }
    append(path, &text)
}

/// A word that nobody can guess.
pub fn random() -> String {
    // Seeded by the operating system.
    let part = || RandomState::new().build_hasher().finish();
    format!("codesub-{:016x}{:016x}", part(), part())
}

fn append(path: &Path, text: &str) -> Result<()> {
    let failed = |error: std::io::Error| {
        Error::write(format!("{} cannot be written: {error}", path.display()))
            .hint("check its permissions and the free space")
    };
    let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
    let before = file.metadata().map_err(failed)?.len();
    // In one write, so that two commands of a step do not mix.
    file.write_all(text.as_bytes()).map_err(|error| {
        // Half an output would spoil those that others append: what was begun goes again. Where not even that can be
        // done, the error is the one that is told.
        if file.metadata().is_ok_and(|now| now.len() > before) {
            let _ = file.set_len(before);
        }
        failed(error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_cannot_forge_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("output");
        append_outputs(&path, &[("report", "a\nEOF\nother=1".to_owned()), ("triggers", "2".to_owned())]).unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let end = lines[0].strip_prefix("report<<").unwrap();
        assert_eq!(lines[1..5], ["a", "EOF", "other=1", end]);
        assert_ne!(lines[5].strip_prefix("triggers<<").unwrap(), end, "each has a delimiter of its own");
        assert_eq!(lines.len(), 8);
    }
}
