//! Languages: what a file is written in, and the rules that follow from it.

use std::fmt;
use std::sync::LazyLock;

use super::languages::{ROWS, Row};
use super::live_comments;
use super::model::{Import, Kind};

/// Scanners remember so many levels of indentation, but not more than twice as many.
const DEEP: usize = 256;

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

    /// By extension, else by file name, else by the shebang line. Where two languages share an extension the text
    /// decides, so whoever has it must give it; without it the answer is the language that usually has the extension.
    pub fn detect(path: &str, text: Option<&[u8]>) -> Option<Language> {
        let file = path.rsplit('/').next().unwrap_or(path);
        // `.py` alone is a hidden file without an extension.
        let extension = file.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map(|(_, extension)| extension);
        let by_extension = extension.and_then(|extension| {
            Language::all().find(|language| language.0.extensions.iter().any(|own| own.eq_ignore_ascii_case(extension)))
        });
        let by_text = |language: Language| {
            let shared = language.0.rules.shared.filter(|_| language.is_shared(path))?;
            Language::by_name(shared.with).filter(|_| text.is_some_and(|text| (shared.is_other)(text)))
        };
        by_extension
            .map(|language| by_text(language).unwrap_or(language))
            .or_else(|| Language::all().find(|language| language.0.file_names.contains(&file)))
            .or_else(|| Language::of_interpreter(interpreter(text?)?))
    }

    /// Whether it takes the text of this file, which has the language's extension, to know whether it is in it.
    pub fn is_shared(self, path: &str) -> bool {
        let extension = path.rsplit_once('.').map(|(_, extension)| extension);
        self.0
            .rules
            .shared
            .is_some_and(|shared| extension.is_some_and(|extension| extension.eq_ignore_ascii_case(shared.extension)))
    }

    fn of_interpreter(program: &str) -> Option<Language> {
        Language::all().find(|language| language.0.interpreters.contains(&program))
    }

    /// Makes ready what parsing any file of it needs, once.
    pub fn prepare(self) {
        LazyLock::force(&self.0.grammar);
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

    /// Whether the later of two definitions of one name in one scope is the one that holds.
    pub fn later_wins(self, kind: Kind) -> bool {
        self.0.rules.later_wins.contains(&kind)
    }

    /// Whether bodies whose text is known can be passed over, see [`super::outline_around`].
    pub fn passes_over_bodies(self) -> bool {
        self.0.rules.passed_over.is_some()
    }

    /// Whether a construct of this text is what its own lines say, whatever stands around them.
    pub fn is_read_by_lines(self, text: &[u8]) -> bool {
        let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\x0c');
        let is_deep = |line: &[u8]| line.iter().take(DEEP).take_while(is_blank).count() == DEEP;
        !live_comments::may_be_in(text, self.0) && !text.split(|byte| *byte == b'\n').any(is_deep)
    }

    /// The words of which one stands right before the name of every function and method; none where others may.
    pub fn function_words(self) -> &'static [&'static str] {
        self.0.rules.function_words
    }

    /// The extensions of its files, without the dot.
    pub fn extensions(self) -> &'static [&'static str] {
        self.0.extensions
    }

    /// The names by which files without a telling extension are known.
    pub fn file_names(self) -> &'static [&'static str] {
        self.0.file_names
    }

    /// The programs whose shebang line marks its files.
    pub fn interpreters(self) -> &'static [&'static str] {
        self.0.interpreters
    }

    /// Whether the names of callables carry their parameter types.
    pub fn has_overloads(self) -> bool {
        self.0.rules.overloads
    }

    /// Whether base classes are found in other files.
    pub fn resolves_bases(self) -> bool {
        self.0.rules.module_paths.is_some()
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
        self.0.rules.module_paths.map_or_else(Vec::new, |paths| paths(from_path, import))
    }

    /// The files in which a name may be defined that no import mentions, most likely first.
    pub fn neighbours(self, path: &str, name: &str) -> Vec<String> {
        self.0.rules.neighbours.map_or_else(Vec::new, |paths| paths(path, name))
    }

    /// The files an import, or a path in the code, may mean to whoever looks for references; most likely first.
    pub fn import_paths(self, from_path: &str, import: &Import) -> Vec<String> {
        match self.0.rules.packages.import_paths {
            Some(paths) => paths(from_path, import),
            None => self.module_paths(from_path, import),
        }
    }

    /// Whether a path of several parts names a module without an import of it.
    pub fn has_paths(self) -> bool {
        self.0.rules.packages.import_paths.is_some()
    }

    /// The folders whose files an import may mean all together, most likely first.
    pub fn import_folders(self, from_path: &str, import: &Import) -> Vec<String> {
        self.0.rules.packages.import_folders.map_or_else(Vec::new, |folders| folders(from_path, import))
    }

    /// Whether files of one folder see each other's names without an import.
    pub fn has_folder_packages(self) -> bool {
        self.0.rules.packages.folder
    }

    /// Whether a file may define what another declares that it includes.
    pub fn has_declarations(self) -> bool {
        self.0.rules.packages.declarations
    }

    /// Whether members of the type around may be mentioned by their name alone.
    pub fn has_implicit_members(self) -> bool {
        self.0.rules.packages.implicit_members
    }

    /// Whether a word stands for the object or the type around a mention.
    pub fn is_self(self, word: &str) -> bool {
        self.0.rules.packages.selves.contains(&word)
    }

    /// Whether a word stands for the bases of the type around a mention.
    pub fn is_parent(self, word: &str) -> bool {
        self.0.rules.packages.parents.contains(&word)
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
        assert_eq!(name("bin/run", Some(b"#!/bin/unheard-of\n")), None);
        assert_eq!(name("bin/run", Some(b"#!")), None);
        assert_eq!(name(".py", None), None);
        assert_eq!(name("a.unheard-of", None), None);
    }

    #[test]
    #[cfg(all(feature = "rust", feature = "scripting", feature = "web"))]
    fn by_extension_file_name_and_shebang() {
        let name = |path, bytes| Language::detect(path, bytes).map(Language::name);
        assert_eq!(name("bin/run", Some(b"#!/bin/sh\n")), Some("bash"));
        assert_eq!(name("bin/run", Some(b"#!/usr/bin/env node\n")), Some("javascript"));
        assert_eq!(name("a.rs", None), Some("rust"));
        assert_eq!(name("web/page.d.ts", None), Some("typescript"));
        assert_eq!(name("web/page.tsx", None), Some("tsx"));
        assert_eq!(name("Rakefile", None), Some("ruby"));
    }

    /// A header is of the language that its text is in.
    #[test]
    #[cfg(feature = "c-family")]
    fn shared_extensions() {
        let name = |path, text: &[u8]| Language::detect(path, Some(text)).map(Language::name);
        let licence = format!("/*\n{}*/\n#pragma once\n", " * All rights reserved.\n".repeat(1000));
        assert_eq!(name("a.h", format!("{licence}class A {{}};").as_bytes()), Some("cpp"));
        assert_eq!(name("a.H", format!("{licence}struct a {{}};").as_bytes()), Some("c"));
        assert_eq!(name("a.c", b"int class, namespace; a::b"), Some("c"));
        assert_eq!(name("a.hpp", b"int x;"), Some("cpp"));
        assert_eq!(Language::detect("a.h", None).map(Language::name), Some("c"));
        assert!(Language::detect("a.h", None).is_some_and(|language| language.is_shared("a.h")));
        assert!(Language::detect("a.c", None).is_some_and(|language| !language.is_shared("a.c")));
    }
}
