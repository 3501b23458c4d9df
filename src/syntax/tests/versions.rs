//! What a version holds does not depend on the other one that it is parsed with.

use super::super::{Language, Reading, outline};
use super::languages;

#[track_caller]
pub(super) fn assert_independent(language: Language, versions: [&[u8]; 2], label: &str) {
    let [old, new] = Reading::Code.outlines(versions, language);
    assert_eq!(old, outline(versions[0], language), "{label}: the first one");
    assert_eq!(new, outline(versions[1], language), "{label}: the second one");
}

/// Versions of a text in which some lines from a place on are missing, doubled, or moved to the end.
fn edited(text: &str, place: usize) -> [String; 3] {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let start = place.min(lines.len());
    let end = (start + 1 + place % 7).min(lines.len());
    let (before, run, after) = (lines[..start].concat(), lines[start..end].concat(), lines[end..].concat());
    [format!("{before}{after}"), format!("{before}{run}{run}{after}"), format!("{before}{after}{run}")]
}

#[test]
fn holds_for_every_language_and_edit() {
    for language in languages::all() {
        for name in ["definitions", "formatting/source"] {
            let source = languages::source(language, name);
            let lines = source.lines().count();
            for place in (0..lines).step_by((lines / 4).max(1)) {
                for (number, other) in edited(&source, place).iter().enumerate() {
                    let mut versions = [source.as_bytes(), other.as_bytes()];
                    versions.rotate_left((place + number) % 2);
                    assert_independent(language, versions, &format!("{language:?} {name}, line {place}"));
                }
            }
        }
    }
}

#[test]
fn holds_for_ends_of_lines_and_for_what_is_no_text() {
    let language = Language::by_name("python").expect("Python is in the table");
    let source = "def f(a):\n    return a\n\n\ndef g(b):\n    return b";
    for other in [
        String::new(),
        format!("{source}\n"),
        format!("{source} + 1"),
        format!("{source}\n\n\nx = 1"),
        source.replace('\n', "\r\n"),
        format!("\u{feff}{source}"),
        source.replace("return a", "return '\u{e9}'"),
        source.replace("return a", "return '''\n"),
        source.replace("def g(b):", "def g(b:"),
        "\u{1}".repeat(400),
    ] {
        assert_independent(language, [source.as_bytes(), other.as_bytes()], &other);
        assert_independent(language, [other.as_bytes(), source.as_bytes()], &other);
    }
    let latin = [&b"# caf\xe9\n"[..], source.as_bytes()].concat();
    assert_independent(language, [source.as_bytes(), &latin], "Latin 1");
    assert_independent(language, [&latin, source.as_bytes()], "Latin 1");
}
