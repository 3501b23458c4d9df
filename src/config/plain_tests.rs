//! The plain form: what is read there is what the whole reader says.

use proptest::prelude::*;

use crate::config::Config;
use crate::config::parse::Reader;

const READER: Reader<'_> = Reader { name: "codesub.yaml" };

/// Whether a text is read as plain; if so, the whole reader must say the same.
fn is_plain(text: &str) -> bool {
    let Some(config) = READER.plain(text) else { return false };
    match READER.whole(text) {
        Ok(whole) => assert_eq!(config, whole, "{text}"),
        Err(error) => panic!("taken although it is refused: {error}\n{text}"),
    }
    true
}

fn of(items: &str) -> String {
    format!("version: 1\nsubscriptions:\n{items}")
}

#[test]
fn what_people_write_is_plain() {
    let cases = [
        "  - id: a\n    target: a.py::f\n",
        "- id: a\n  target: a.py::f",
        "  -   id: a\n      target: a.py:3-4\n",
        "  # why\n\n  - id: a # here\n    target: a.py::A.b(int,char[])\n  \n# more\n  - target: 'b c.py::f'\n    id: b\n",
        "  - id: a\r\n    target: \"a.py::f\"\r\n",
        "  - id: a\n    target: a.py::f\n    label: Grüße, \"you\" & *all*! - 70 > 2 — 名前 😀\n    description: 'it: #1'   # x\n",
        "  - id: 0x1f\n    target: a.py::f\n    label: true\n    description: 1.0\n    notify: [1, \"2\", '@a/b, c]']\n",
        "  - id: a\n    target: a.py::f\n    on: [missing, content, missing]\n    trigger_on_duplicate: true\n    active: false # x\n",
        "  - id: a\n    target: a.py::f\n    members: {}\n  - id: b\n    target: a.py::g\n    members: { decorators: false, private: true }\n",
        "  - id: a\n    target: a.py::f\n    members: {private: true}\n    notify: []\n    label: \"\"\n",
    ];
    for case in cases {
        assert!(is_plain(&of(case)), "{case}");
        let head =
            "# x\n---\nversion: 1 # one\npolicy:\n  check: [missing]\n  pre_push: []\nbaseline: main\nsubscriptions:\n";
        assert!(is_plain(&format!("{head}{case}")), "{case}");
        assert!(is_plain(&format!("# x: y\n\nversion: 1\n#\n\nsubscriptions:\n{case}")), "{case}");
    }
    let own = include_str!("../../codesub.yaml");
    assert!(is_plain(own) && READER.plain(own).unwrap().subscriptions.len() > 10);
}

/// Right or wrong, it is for the others to say.
#[test]
fn everything_else_is_not() {
    let item = |keys: &str| of(&format!("  - id: a\n    target: a.py::f\n    {keys}\n"));
    let cases = [
        of(""),
        of("  []\n"),
        of("  - {id: a, target: 'a.py::f'}\n"),
        of("  - id: a\n"),
        of("  - id: a\n    target: a.py::f\n #\r    label: x\n"),
        of("  - id: a\n    target: a.py\n"),
        of("  - id: a\n    target: a.py::f\n   - id: b\n     target: a.py::g\n"),
        of("  - id: a\n    target: a.py::f\n  -  id: b\n     target: a.py::g\n"),
        of("  - id: a\n     target: a.py::f\n"),
        of("  - id: a\n    target: a.py::f\n  - id: a\n    target: a.py::g\n"),
        of("  - id: a\n    target: a.py::f\npolicy: {}\n"),
        of("  - id: a\n    target: a.py::f\n...\n"),
        of("  - id: A\n    target: a.py::f\n"),
        "version: 2\nsubscriptions:\n  - id: a\n    target: a.py::f\n".to_owned(),
        "subscriptions:\n  - id: a\n    target: a.py::f\n".to_owned(),
        "version: 1\nsubscriptions: # x\n  - id: a\n    target: a.py::f\n".to_owned(),
        "version: 1\nsubscriptions:\nsubscriptions:\n  - id: a\n    target: a.py::f\n".to_owned(),
        "version: \"1\nsubscriptions:\n  - id: a\n    target: a.py::f\n".to_owned(),
        "|\nversion: 1\nsubscriptions:\n  - id: a\n    target: a.py::f\n".to_owned(),
        item("label: x\n    label: y"),
        item("lable: x"),
        item("label:"),
        item("label: null"),
        item("label: ~"),
        item("label: a: b"),
        item("label: a:"),
        item("label: a:[b]"),
        item("label: &a b"),
        item("label: *a"),
        item("label: !a b"),
        item("label: |\n      x"),
        item("label: a\n      b"),
        item("label: \"a\\\"b\""),
        item("label: 'a''b'"),
        item("label: 'a' b"),
        item("label: \"a\n      b\""),
        item("label: \"a\"#b"),
        item("label: a\tb"),
        item("label: a\rb"),
        item("label: a\u{85}b"),
        item("label: a\u{2028}b"),
        item("label: a\u{feff}b"),
        item("label: a\u{fffe}b"),
        item("label: - a"),
        item("label: @a"),
        item("label: [a]"),
        item("notify: a"),
        item("notify: [a, ]"),
        item("notify: [a b]"),
        item("notify: [null]"),
        item("notify: [-]"),
        item("notify: [@a]"),
        item("notify: [a: b]"),
        item("notify: [\"a\": b]"),
        item("notify: [[a]]"),
        item("notify: [a"),
        item("on: []"),
        item("on: [gone]"),
        item("active: yes"),
        item("active: True"),
        item("active: truely"),
        item("members: {private:true}"),
        item("members: {private: true, private: true}"),
        item("members: {public: true}"),
        item("members: {private}"),
        of("  - id: a\n    target: a.py:3\n    members: {}\n"),
    ];
    for case in cases {
        assert!(!is_plain(&case), "{case}");
    }
}

/// Pieces of lists in any order: whatever is taken is taken by the whole reader, which says the same.
#[test]
fn nothing_is_taken_that_the_whole_reader_refuses() {
    let words = [
        "id: ",
        "target: ",
        "label: ",
        "description:",
        "notify: ",
        "on: [",
        "members: {",
        "active: ",
        "private: ",
        "a.py::f",
        "a.py:3",
        "missing",
        "true",
        "null",
        "b",
        "1",
        "\"",
        "'",
        "\\",
        "[",
        "]",
        "{",
        "}",
        ",",
        ": ",
        ":",
        " #",
        "#",
        "- ",
        "-",
        "  ",
        "    ",
        "\n",
        "\n    ",
        "\n  - ",
        "\r\n",
        "\r",
        "\t",
        "? ",
        "|",
        ">",
        "&",
        "*",
        "!",
        "%",
        "@",
        "`",
        "~",
        "é",
        "\u{85}",
        "\u{a0}",
        "\u{2028}",
        "\u{feff}",
        "---",
        "...",
        "\n---\n",
        "subscriptions:\n",
        "version: 1\n",
        "x-1/y._z",
    ];
    let piece = prop::sample::select(words.to_vec());
    let items = prop::collection::vec((0..40_usize, prop::collection::vec(piece, 1..4)), 0..4);
    let taken = std::cell::Cell::new(0);
    let config = ProptestConfig { cases: 4096, ..ProptestConfig::default() };
    proptest!(config, |(edits in items)| {
        let mut text = of("  - id: a\n    target: a.py::f\n    label: x\n    notify: [\"@a/b\", c]\n  - id: b\n    target: 'b.py:3-4'\n");
        for (at, words) in edits {
            let mut place = 12 + at * 4 % (text.len() - 11);
            while !text.is_char_boundary(place) {
                place -= 1;
            }
            text.insert_str(place, &words.concat());
        }
        taken.set(taken.get() + u32::from(is_plain(&text)));
    });
    assert!(taken.get() > 100, "only {} were plain", taken.get());
}

#[test]
fn a_list_is_the_same_by_every_way() {
    let text = of("  - id: a\n    target: a.py::f\n");
    assert_eq!(Config::parse(text.as_bytes(), "codesub.yaml").unwrap(), READER.whole(&text).unwrap());
}
