//! Writing text as a YAML scalar: plain where no reader can take it for anything else, else in double quotes.
//!
//! "No reader" means YAML 1.1 and 1.2 alike, since editors and linters disagree about them; when in doubt, quote.

use saphyr_parser::ScalarStyle;

use crate::config::spans::{Content, Node};

/// `text` as a scalar. Within flow lists and mappings fewer texts can be plain.
pub(super) fn write(text: &str, flow: bool) -> String {
    if is_plain(text, flow) { text.to_owned() } else { double_quoted(text) }
}

/// `text` as a scalar in the style of the one that stands there now, where that is possible.
pub(super) fn write_like(node: &Node, text: &str, flow: bool) -> String {
    match node.content {
        Content::Scalar { style: ScalarStyle::DoubleQuoted, .. } => double_quoted(text),
        Content::Scalar { style: ScalarStyle::SingleQuoted, .. } if text.chars().all(is_printable) => {
            format!("'{}'", text.replace('\'', "''"))
        }
        _ => write(text, flow),
    }
}

fn is_plain(text: &str, flow: bool) -> bool {
    let (Some(first), Some(last)) = (text.chars().next(), text.chars().next_back()) else { return false };
    if !(first.is_alphanumeric() || "./_(<$+\\".contains(first)) || last == ' ' || last == ':' {
        return false;
    }
    let mut previous = ' ';
    for character in text.chars() {
        let fits = match character {
            '#' => previous != ' ',
            ' ' => previous != ':' && previous != ' ',
            ',' | '[' | ']' | '{' | '}' | '?' => !flow && previous != ':',
            ':' => true,
            // Letters of all scripts, but only the ASCII ones of everything else.
            _ => character.is_ascii_graphic() || (!character.is_ascii() && character.is_alphanumeric()),
        };
        if !fits {
            return false;
        }
        previous = character;
    }
    !is_other_type(text)
}

/// Whether some reader takes the plain text for a number, a date, a truth value or nothing.
fn is_other_type(text: &str) -> bool {
    const WORDS: [&str; 10] = ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan"];
    let is_number_like = |character: char| character.is_ascii_hexdigit() || "+-._:xXoOinfINFtTzZ ".contains(character);
    WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
        || (text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first))
            && text.chars().all(is_number_like))
        // Numbers in other scripts are left to nobody's guess.
        || text.starts_with(|first: char| first.is_numeric() && !first.is_ascii())
}

fn double_quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            _ if is_printable(character) => quoted.push(character),
            _ => match u32::from(character) {
                code @ 0..=0xff => quoted.push_str(&format!("\\x{code:02x}")),
                code @ 0x100..=0xffff => quoted.push_str(&format!("\\u{code:04x}")),
                code => quoted.push_str(&format!("\\U{code:08x}")),
            },
        }
    }
    quoted.push('"');
    quoted
}

/// What may stand in the file as itself. Line and paragraph separators, byte order marks, and the invisible characters
/// that turn the direction of text around may not: reviewers must see what is there.
fn is_printable(character: char) -> bool {
    match u32::from(character) {
        0x20..=0x7e => true,
        0..=0x9f => false,
        0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x206f | 0xfeff | 0xe0000..=0xe007f => false,
        // Private use and noncharacters.
        0xe000..=0xf8ff | 0xfdd0..=0xfdef | 0xf0000.. => false,
        code => code & 0xfffe != 0xfffe,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn plain_where_it_is_safe() {
        for text in ["a", "src/a.py::A.f", "Token validation", "3d/model.py::f", "é/名.py::f", "a#b", ".github/x.py:3"]
        {
            assert_eq!(write(text, true), text);
        }
        for text in ["C.java::C.put(Map<String,List<int[]>>)", "what? {x}"] {
            assert_eq!(write(text, false), text);
            assert_eq!(write(text, true), format!("\"{text}\""));
        }
        for text in [
            "",
            " a",
            "a ",
            "a: b",
            "a #b",
            "a:",
            "null",
            "~",
            "True",
            "yes",
            "1",
            "0x1f",
            "1e3",
            "1_000",
            "12:30",
            ".5",
            "2026-01-01",
            "-",
            "- a",
            "---",
            "@a",
            "`a",
            "!a",
            "&a",
            "*a",
            "%a",
            "|",
            ">",
            "'a'",
            "?",
            "[a]",
            "{a}",
            "#a",
            "=",
            "<<: a",
            ".inf",
            ".nan",
            "+1",
            "a  b",
        ] {
            assert_eq!(write(text, false), double_quoted(text), "{text:?}");
        }
        assert_eq!(
            write("a\n\"\\\t\u{7}\u{85}\u{2028}\u{1f600}\u{202e}", false),
            r#""a\n\"\\\t\x07\x85\u2028😀\u202e""#
        );
    }

    proptest! {
        #[test]
        fn every_text_is_read_back(text in any::<String>(), special in "[a-z0-9:#,\\[\\]{}&*!|>'\"%@` ?\\-.~=<\n\t\\\\é\u{85}\u{a0}\u{2028}]{0,12}") {
            for text in [text, special] {
                for (flow, document) in [(false, format!("a: {}\n", write(&text, false))), (true, format!("a: [{}, x]\n", write(&text, true)))] {
                    let value: serde_yaml::Value = serde_yaml::from_str(&document).unwrap();
                    let read = if flow { &value["a"][0] } else { &value["a"] };
                    prop_assert_eq!(read.as_str(), Some(text.as_str()), "{}", document);
                    let root = crate::config::spans::tree(&document).unwrap().unwrap();
                    let node = &root.get("a").unwrap().value;
                    let node = if flow { &node.items()[0] } else { node };
                    prop_assert_eq!(node.text(), Some(text.as_str()), "{}", document);
                }
            }
        }
    }
}
