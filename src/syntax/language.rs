//! Languages: what a file is written in, and the rules that follow from it.

use std::fmt;

use super::languages::{ROWS, Row};
use super::model::{Import, Kind};

/// A language that codesub can read: a cheap handle on its row of the table.
#[derive(Clone, Copy)]
pub struct Language(&'static Row);

impl Language {
    /// Every language, in the order in which they are listed to people.
    pub fn all() -> impl Iterator<Item = Language> {
        ROWS.iter().map(|row| Language(row))
    }

    /// By the word used in the lock and in reports.
    pub fn by_name(name: &str) -> Option<Language> {
        Language::all().find(|language| language.name() == name)
    }

    /// By extension, else by file name, else by the shebang line, which needs the first bytes of the file.
    pub fn detect(path: &str, first_bytes: Option<&[u8]>) -> Option<Language> {
        let file = path.rsplit('/').next().unwrap_or(path);
        // `.py` alone is a hidden file without an extension.
        let extension = file.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map(|(_, extension)| extension);
        let by_extension = extension.and_then(|extension| {
            Language::all().find(|language| language.0.extensions.iter().any(|own| own.eq_ignore_ascii_case(extension)))
        });
        by_extension
            .or_else(|| Language::all().find(|language| language.0.file_names.contains(&file)))
            .or_else(|| Language::of_interpreter(interpreter(first_bytes?)?))
    }

    fn of_interpreter(program: &str) -> Option<Language> {
        Language::all().find(|language| language.0.interpreters.contains(&program))
    }

    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// As people call it; the same for languages that are searched as one.
    pub fn title(self) -> &'static str {
        self.0.title
    }

    /// Whether a file of the one may become one of the other by a mere renaming.
    pub fn is_akin(self, other: Language) -> bool {
        self.0.family == other.0.family
    }

    /// The extensions of its files, without the dot.
    pub fn extensions(self) -> &'static [&'static str] {
        self.0.extensions
    }

    /// Whether the naming says that a construct is nobody else's business.
    pub fn is_private(self, name: &str) -> bool {
        (self.0.rules.is_private)(name)
    }

    /// What sorts of constructs its files hold.
    pub fn kinds(self) -> &'static [Kind] {
        self.0.rules.kinds
    }

    /// Whether a text may define a class of that name with bases: a glance without parsing, right whenever it says no.
    pub fn may_inherit(self, source: &[u8], name: &str) -> bool {
        (self.0.rules.may_inherit)(source, name)
    }

    /// The files an import may mean, relative to the repository's root, most likely first.
    pub fn module_paths(self, from_path: &str, import: &Import) -> Vec<String> {
        (self.0.rules.module_paths)(from_path, import)
    }

    /// The files in which a name may be defined that no import mentions, most likely first.
    pub fn neighbours(self, path: &str, name: &str) -> Vec<String> {
        (self.0.rules.neighbours)(path, name)
    }

    /// The language of a row that is not in the table: documents have no constructs to subscribe to.
    #[cfg(feature = "documents")]
    pub(super) fn of(row: &'static Row) -> Language {
        Language(row)
    }

    pub(super) fn row(self) -> &'static Row {
        self.0
    }
}

/// The program of a shebang line, without its directory and version: `#!/usr/bin/env -S python3.12 -u` is `python`.
fn interpreter(first_bytes: &[u8]) -> Option<&str> {
    let line = first_bytes.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let mut words = std::str::from_utf8(line).ok()?.split_ascii_whitespace();
    let mut program = words.next()?;
    if program.ends_with("/env") || program == "env" {
        program = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
    }
    let program = program.rsplit('/').next()?;
    Some(program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'))
}

impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Language {}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Language({})", self.0.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detection() {
        let name = |path, bytes| Language::detect(path, bytes).map(Language::name);
        assert_eq!(name("a/b.py", None), Some("python"));
        assert_eq!(name("a/b.PYI", None), Some("python"));
        assert_eq!(name("a/SConstruct", None), Some("python"));
        assert_eq!(name("bin/run", Some(b"#!/usr/bin/env -S python3.12 -u\nx")), Some("python"));
        assert_eq!(name("bin/run", Some(b"#!/usr/bin/python\r\n")), Some("python"));
        assert_eq!(name("bin/run", Some(b"#!/bin/sh\n")), None);
        assert_eq!(name("bin/run", Some(b"#!")), None);
        assert_eq!(name(".py", None), None);
        assert_eq!(name("a.rs", None), None);
    }
}
