//! The row of Go.

use std::sync::LazyLock;

use super::{CallNode, Counted, OwnNames, Row, Rules, Shape, naming};
use crate::syntax::grammar::Grammar;
use crate::syntax::model::Kind;
use crate::syntax::numbers;
use crate::syntax::strings::{Literal, Style};

pub(in crate::syntax) static ROW: Row = Row {
    name: "go",
    title: "Go",
    family: "go",
    extensions: &["go"],
    file_names: &[],
    interpreters: &[],
    language: || tree_sitter_go::LANGUAGE.into(),
    query: include_str!("go.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules {
    shapes: &[
        ("parenthesized_expression", Shape::Transparent),
        ("parenthesized_type", Shape::Transparent),
        ("statement_list", Shape::Transparent),
        ("literal_element", Shape::Transparent),
        ("import_spec_list", Shape::Transparent),
        ("var_spec_list", Shape::Transparent),
        ("empty_statement", Shape::Nothing),
        ("identifier", Shape::Word),
        ("type_identifier", Shape::Word),
        ("field_identifier", Shape::Word),
        ("package_identifier", Shape::Word),
        ("blank_identifier", Shape::Word),
        ("label_name", Shape::Word),
        ("int_literal", Shape::Number),
        ("float_literal", Shape::Number),
        ("imaginary_literal", Shape::Number),
        ("interpreted_string_literal", Shape::String),
        ("raw_string_literal", Shape::String),
    ],
    // The grammar ends statements with a zero at the end of the file.
    silent: &["(", ")", "[", "]", "{", "}", ",", ";", "\n", "\0"],
    labelled: &["for_clause", "if_statement", "slice_expression", "function_type", "func_literal"],
    transparent_when_only: &[("for_statement", "for_clause", "condition")],
    // The grammar takes `chan<- chan int` for `chan (<-chan int)`; gofmt leaves such parentheses alone.
    wrapped_in: &[("channel_type", "parenthesized_type", "parenthesized_type")],
    bare_items: &[
        ("function_declaration", "result", "parameter_list", "parameter_declaration"),
        ("method_declaration", "result", "parameter_list", "parameter_declaration"),
        ("method_elem", "result", "parameter_list", "parameter_declaration"),
        ("function_type", "result", "parameter_list", "parameter_declaration"),
        ("func_literal", "result", "parameter_list", "parameter_declaration"),
    ],
    repeats: &["parameter_declaration"],
    string,
    number,

    doc_comments: &["//", "/*"],
    live_comment: is_directive,
    trailing_comments: true,

    // Fields of a nameless type have no name that others could use; those of a named one are its body.
    opaque: &["func_literal", "struct_type", "interface_type", "parameter_list", "argument_list", "literal_value"],
    blank: Some("_"),
    value_lists: &["expression_list"],
    counted: Some(Counted { group: "const_declaration", item: "const_spec", counter: "iota" }),
    own_names: OwnNames { keywords: &["keyed_element"], ..OwnNames::PLAIN },
    is_private,
    kinds: &[Kind::Function, Kind::Method, Kind::Interface, Kind::Struct, Kind::Type, Kind::Field, Kind::Variable],

    naming: naming::go::NAMING,
    calls: &[CallNode { node: "call_expression", callee: &["function"] }],
    attribute: Some(("selector_expression", "operand", "field")),
    packages: super::Packages {
        folder: true,
        import_folders: Some(super::go_packages::folders),
        ..super::Packages::PLAIN
    },
    ..Rules::PLAIN
};

/// Only names that start with an upper-case letter are seen by other packages.
fn is_private(name: &str) -> bool {
    !name.starts_with(char::is_uppercase)
}

/// A literal without a backslash is its text, in quotes or in backquotes. With one it is compared as written: `"\n"`
/// is a line break, `` `\n` `` is not, and `"\xff"` is a byte that no text can hold.
fn string(text: &[u8]) -> Literal {
    let style = Style { raw: true, ..Style::default() };
    let is_plain = !text.contains(&b'\\');
    let closed = text.len() > 1 && text.first() == text.last();
    let start = usize::from(is_plain && !text.is_empty());
    Literal { style, start, end: text.len() - usize::from(is_plain && closed) }
}

/// As anywhere, save that the digits of a hexadecimal fraction are none of the usual ones, and that an imaginary
/// integer is decimal however many zeros it starts with.
fn number(text: &[u8]) -> Vec<u8> {
    let lower: Vec<u8> = text.iter().filter(|byte| **byte != b'_').map(u8::to_ascii_lowercase).collect();
    if lower.starts_with(b"0x") {
        return lower;
    }
    let digits = lower.strip_suffix(b"i").filter(|digits| digits.iter().all(u8::is_ascii_digit));
    if let Some(digits) = digits {
        let zeros = digits.iter().take_while(|digit| **digit == b'0').count().min(digits.len().saturating_sub(1));
        return lower[zeros..].to_vec();
    }
    numbers::canonical(text)
}

/// Whether a comment of Go tells the compiler something; what it tells to other tools does not count.
fn is_directive(text: &[u8]) -> bool {
    let is = |start: &str| text.starts_with(start.as_bytes());
    (is("//go:") && !is("//go:generate")) || is("//export ") || is("//extern ") || is("//line ") || is("/*line ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_spelling() {
        for (written, expected) in [
            ("0XBEEF", "0xbeef"),
            ("0X1.Ap-2", "0x1.ap-2"),
            ("0B1_0", "0b10"),
            ("0O17", "0o17"),
            ("017", "017"),
            ("0123i", "123i"),
            ("000i", "0i"),
            ("0X10i", "0x10i"),
            ("1E+3", "1e3"),
            ("1.", "1.0"),
            (".5I", "0.5i"),
        ] {
            assert_eq!(String::from_utf8_lossy(&number(written.as_bytes())), expected);
        }
    }
}
