//! What holds for every language: its folder in `tests/languages/` is whole, its definitions are as the snapshot shows
//! them, and formatting leaves no trace. What is special about one stands in the module of its name.
//!
//! A folder holds `definitions.EXT`, with every form of definition, and `formatting/`: `source.EXT`, and the same
//! rewritten by formatters and by hand. The cases in it are those of `tests/suite/cases.rs`.

#[cfg(feature = "scripting")]
mod bash;
#[cfg(feature = "c-family")]
mod c;
#[cfg(feature = "c-family")]
mod cpp;
#[cfg(feature = "dotnet")]
mod csharp;
#[cfg(feature = "go")]
mod go;
#[cfg(feature = "jvm")]
mod java;
#[cfg(feature = "web")]
mod javascript;
#[cfg(feature = "jvm")]
mod kotlin;
#[cfg(feature = "scripting")]
mod php;
#[cfg(feature = "scripting")]
mod ruby;
#[cfg(feature = "rust")]
mod rust;
#[cfg(feature = "jvm")]
mod scala;
#[cfg(feature = "swift")]
mod swift;
#[cfg(feature = "web")]
mod tsx;
#[cfg(feature = "web")]
mod typescript;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::super::{Language, Outline, outline};
use super::laws::check;
use super::versions::assert_independent;
use super::{assert_twins, find, qualnames};

/// The outline of a source in that language.
fn read(language: &str, source: impl AsRef<[u8]>) -> Outline {
    outline(source.as_ref(), named(language))
}

fn named(language: &str) -> Language {
    Language::by_name(language).unwrap_or_else(|| panic!("{language} is not in the table"))
}

/// Asserts what the constructs of a source are called.
#[track_caller]
fn assert_names(language: &str, source: &str, expected: &[&str]) {
    let outline = read(language, source);
    assert!(outline.broken.is_empty(), "{source}: {:?}", outline.broken);
    assert_eq!(qualnames(&outline), expected, "{source}");
}

/// Asserts that two spellings of a file are the same to every fingerprint.
#[track_caller]
fn assert_same(language: &str, one: &str, other: &str) {
    assert_twins(named(language), one, other, &format!("{one}\n--- and\n{other}"));
}

/// Asserts that the construct of that name differs between two files in its interface, its body, or both.
#[track_caller]
fn assert_differs(language: &str, qualname: &str, one: &str, other: &str, (interface, body): (bool, bool)) {
    let outlines = [one, other].map(|source| read(language, source));
    let [a, b] = [&outlines[0], &outlines[1]].map(|outline| find(outline, qualname));
    let differs = (a.interface_hash != b.interface_hash, a.body_hash != b.body_hash);
    assert_eq!(differs, (interface, body), "(interface, body) of {qualname} in\n{one}\n--- and\n{other}");
}

/// Every language; only those named in `CODESUB_LANGUAGE`, while one is being written.
pub(super) fn all() -> impl Iterator<Item = Language> {
    let only = std::env::var("CODESUB_LANGUAGE").ok();
    let is_wanted =
        move |language: &Language| only.as_ref().is_none_or(|only| only.split(',').any(|name| name == language.name()));
    Language::all().filter(is_wanted)
}

fn folder(language: Language) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/languages").join(language.name())
}

pub(super) fn source(language: Language, name: &str) -> String {
    let path = folder(language).join(name).with_extension(language.extensions()[0]);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_form_of_definition() {
    for language in all() {
        let outline = outline(source(language, "definitions").as_bytes(), language);
        assert!(outline.broken.is_empty(), "{language:?}: {:?}", outline.broken);
        assert!(!outline.constructs.is_empty(), "{language:?}");
        let mut shown = String::new();
        for construct in &outline.constructs {
            let role = construct.role.map_or("", |_| " const");
            let private = if construct.is_private { " private" } else { "" };
            let doc = if construct.doc_hash.is_some() { " documented" } else { "" };
            let (kind, name) = (construct.kind.as_str(), &construct.qualname);
            let lines = format!("{}-{}", construct.start_line, construct.end_line);
            let bases = match construct.base_classes.join(", ") {
                bases if bases.is_empty() => bases,
                bases => format!(" of {bases}"),
            };
            writeln!(shown, "{lines:9} {kind:9} {name}{role}{private}{doc}{bases}").expect("writing to a string");
        }
        for import in &outline.imports {
            let name = import.name.as_deref().map(|name| format!(" {name}")).unwrap_or_default();
            let alias = import.alias.as_deref().map(|alias| format!(" as {alias}")).unwrap_or_default();
            let dots = ".".repeat(import.level as usize);
            writeln!(shown, "{:<9} import    {dots}{}{name}{alias}", import.line, import.module)
                .expect("writing to a string");
        }
        for call in outline.calls.iter() {
            let within = call.within.map_or("the file", |at| &outline.constructs[at as usize].qualname);
            writeln!(shown, "{:<9} call      {} in {within}", call.line, call.callee).expect("writing to a string");
        }
        insta::assert_snapshot!(language.name(), shown);
    }
}

/// SPEC 4.5.
#[test]
fn formatters_leave_every_fingerprint_as_it_was() {
    for language in all() {
        let extension = language.extensions()[0];
        let original = source(language, "formatting/source");
        let entries = fs::read_dir(folder(language).join("formatting")).expect("a folder");
        let mut twins: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
        twins.retain(|path| path.file_stem().is_some_and(|stem| stem != "source"));
        assert!(!twins.is_empty(), "{language:?} has no twin");
        assert!(outline(original.as_bytes(), language).constructs.len() > 3, "{language:?}");
        for twin in twins {
            let label = twin.display().to_string();
            assert_eq!(twin.extension().and_then(|own| own.to_str()), Some(extension), "{label}");
            let text = fs::read_to_string(&twin).expect("a twin");
            assert_ne!(text, original, "{label}");
            assert_twins(language, &original, &text, &label);
        }
    }
}

#[test]
fn line_ends_and_byte_order_marks_do_not_count() {
    for language in all() {
        for name in ["definitions", "formatting/source"] {
            let source = source(language, name);
            assert_twins(language, &source, source.replace('\n', "\r\n"), &format!("{language:?} CRLF"));
            assert_twins(language, &source, format!("\u{feff}{source}"), &format!("{language:?} BOM"));
        }
    }
}

#[test]
fn the_sources_obey_the_laws() {
    for language in all() {
        for name in ["definitions", "formatting/source"] {
            check(language, source(language, name).as_bytes());
        }
    }
}

/// Whoever reads a list of what is supported can rely on it: no kind is missing from it, and none is too many.
#[test]
fn the_table_lists_the_kinds_that_there_are() {
    for language in all() {
        let outline = outline(source(language, "definitions").as_bytes(), language);
        let mut found: Vec<_> = outline.constructs.iter().map(|construct| construct.kind).collect();
        found.sort_unstable();
        found.dedup();
        let mut listed = language.kinds().to_vec();
        listed.sort_unstable();
        assert_eq!(found, listed, "{language:?}");
    }
}

/// No caller can use these names, but the body relies on them: swapped, it is another one.
#[test]
fn swapped_parameters_are_another_body() {
    for (language, name, one, other) in [
        ("c", "f", "int f(int a, int b) { return a - b; }", "int f(int b, int a) { return a - b; }"),
        ("cpp", "f(int,int)", "int f(int a, int b) { return a - b; }", "int f(int b, int a) { return a - b; }"),
        (
            "go",
            "f",
            "package p\nfunc f(a, b int) int { return a - b }",
            "package p\nfunc f(b, a int) int { return a - b }",
        ),
        (
            "java",
            "A.f(int,int)",
            "class A { int f(int a, int b) { return a - b; } }",
            "class A { int f(int b, int a) { return a - b; } }",
        ),
        ("javascript", "f", "function f(a, b) { return a - b; }", "function f(b, a) { return a - b; }"),
        ("ruby", "f", "def f(a, b)\n  a - b\nend\n", "def f(b, a)\n  a - b\nend\n"),
        ("rust", "f", "fn f(a: i32, b: i32) -> i32 { a - b }", "fn f(b: i32, a: i32) -> i32 { a - b }"),
        (
            "swift",
            "f(Int,Int)",
            "func f(_ a: Int, _ b: Int) -> Int { return a - b }",
            "func f(_ b: Int, _ a: Int) -> Int { return a - b }",
        ),
        ("typescript", "f", "function f(a: A, b: A) { return a - b; }", "function f(b: A, a: A) { return a - b; }"),
    ] {
        if all().any(|known| known.name() == language) {
            assert_differs(language, name, one, other, (false, true));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_sources_obey_the_laws(
        language in any::<prop::sample::Index>(),
        formatting in any::<bool>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..40usize, prop::collection::vec(any::<u8>(), 0..4)), 1..6),
    ) {
        let all: Vec<Language> = all().collect();
        let language = *language.get(&all);
        let original = source(language, if formatting { "formatting/source" } else { "definitions" }).into_bytes();
        let mut source = original.clone();
        for (at, length, inserted) in edits {
            let at = at.index(source.len());
            let end = (at + length).min(source.len());
            source.splice(at..end, inserted);
        }
        check(language, &source);
        assert_independent(language, [&original, &source], "damaged");
    }
}
