//! The row of Java.

use std::sync::LazyLock;

use super::{CallNode, OwnNames, Row, Rules, Shape, jvm, mentions, naming};
use crate::syntax::grammar::Grammar;
use crate::syntax::model::Kind;
use crate::syntax::stream::Tag;
use crate::syntax::strings::{Literal, Style};

pub(in crate::syntax) static ROW: Row = Row {
    name: "java",
    title: "Java",
    family: "java",
    extensions: &["java"],
    file_names: &[],
    interpreters: &[],
    language: || tree_sitter_java::LANGUAGE.into(),
    query: include_str!("java.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules {
    shapes: &[
        ("parenthesized_expression", Shape::Transparent),
        ("modifiers", Shape::Transparent),
        // `int[] x` is `int x[]`.
        ("array_type", Shape::Transparent),
        ("marker_annotation", Shape::As("annotation")),
        ("identifier", Shape::Word),
        ("type_identifier", Shape::Word),
        ("integral_type", Shape::Word),
        ("floating_point_type", Shape::Word),
        ("boolean_type", Shape::Word),
        ("void_type", Shape::Word),
        ("decimal_integer_literal", Shape::Number),
        ("hex_integer_literal", Shape::Number),
        ("octal_integer_literal", Shape::Number),
        ("binary_integer_literal", Shape::Number),
        ("decimal_floating_point_literal", Shape::Number),
        ("hex_floating_point_literal", Shape::Number),
        ("string_literal", Shape::String),
    ],
    // Without it, `int[]` would be `int[][]`.
    loud_in: &[("dimensions", "[")],
    labelled: &["for_statement", "method_invocation"],
    unordered: &["modifiers"],
    transparent_when_single: &[("lambda_expression", "inferred_parameters")],
    absent_when_empty: &[("enum_body", "enum_body_declarations"), ("annotation", "annotation_argument_list")],
    joins: &[("binary_expression", "+")],
    string,

    comments: &["line_comment", "block_comment"],
    doc_comments: &["/**", "///"],
    // google-java-format writes `<p>` where a paragraph starts, and drops what ends one.
    live_comment: jvm::has_escaped_end,
    reflowed_comments: Some(&["<p>", "</p>", "</li>"]),

    overloads: true,
    not_in_types: &["modifiers", "marker_annotation", "annotation"],
    opaque: &["block", "formal_parameters", "object_creation_expression", "lambda_expression", "argument_list"],
    own_names: OwnNames {
        access: ".",
        // The name of the method that is called: only calls through `this` mean the construct, see `after`.
        keywords: &["name", "element_value_pair"],
        after: &[
            &[(Tag::Open, "method_invocation"), (Tag::Open, "name")],
            &CALL_THROUGH_THIS,
            &CALL_THROUGH_SUPER,
            &CALL_THROUGH_CLASS,
            &[(Tag::Open, "method_reference"), (Tag::Other, "this"), (Tag::Symbol, "::")],
            &[(Tag::Open, "method_reference"), (Tag::Placeholder, ""), (Tag::Symbol, "::")],
        ],
        ..Rules::PLAIN.own_names
    },
    kinds: &[Kind::Class, Kind::Interface, Kind::Enum, Kind::Module, Kind::Method, Kind::Field],

    naming: naming::java::NAMING,
    calls: &[
        CallNode { node: "method_invocation", callee: &["object", "name"] },
        CallNode { node: "object_creation_expression", callee: &["type"] },
    ],
    may_inherit: |source, name| {
        mentions(source, name) && (mentions(source, "extends") || mentions(source, "implements"))
    },
    module_paths: Some(|from_path, import| jvm::module_paths(from_path, import, &["java"])),
    neighbours: Some(|from_path, name| jvm::neighbours(from_path, name, &["java"])),
    packages: super::Packages {
        folder: true,
        implicit_members: true,
        import_folders: Some(jvm::import_folders),
        ..super::Packages::PLAIN
    },
    spaced: &["binary_expression"],
    ..Rules::PLAIN
};

const CALL_THROUGH_THIS: [(Tag, &str); 6] = call_through((Tag::Other, "this"));
const CALL_THROUGH_SUPER: [(Tag, &str); 6] = call_through((Tag::Other, "super"));
const CALL_THROUGH_CLASS: [(Tag, &str); 6] = call_through((Tag::Placeholder, ""));

const fn call_through(object: (Tag, &'static str)) -> [(Tag, &'static str); 6] {
    [
        (Tag::Open, "method_invocation"),
        (Tag::Open, "object"),
        object,
        (Tag::Close, ""),
        (Tag::Symbol, "."),
        (Tag::Open, "name"),
    ]
}

/// `"…"`, or a text block, whose text starts on the next line and is indented with the code.
fn string(text: &[u8]) -> Literal {
    let is_block = text.starts_with(b"\"\"\"") && text.len() >= 6;
    let quotes = if is_block { 3 } else { 1 };
    let line = text.iter().position(|byte| *byte == b'\n').map_or(quotes, |end| end + 1);
    let start = if is_block { line } else { quotes }.min(text.len());
    let is_closed = text.len() >= 2 * quotes && text.ends_with(b"\"");
    let end = if is_closed { text.len() - quotes } else { text.len() };
    let style = Style { raw: true, indented: is_block, ..Style::default() };
    Literal { style, start, end: end.max(start) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_literals() {
        for (literal, text) in [
            ("\"\"", ""),
            ("\"a\"", "a"),
            ("\"\"\"\n  a\n  \"\"\"", "  a\n  "),
            ("\"\"\"  \n\"\"\"", ""),
            ("\"", ""),
            ("\"\"\"\"\"\"", ""),
            ("", ""),
        ] {
            let read = string(literal.as_bytes());
            assert_eq!(&literal[read.start..read.end], text, "{literal}");
        }
    }
}
