//! The row of Kotlin.

use std::sync::LazyLock;

use super::{CallNode, ExpressionBody, OwnNames, Row, Rules, Shape, jvm};
use crate::syntax::grammar::Grammar;
use crate::syntax::model::Kind;
use crate::syntax::stream::Tag;
use crate::syntax::strings::{Literal, Style};

pub(in crate::syntax) static ROW: Row = Row {
    name: "kotlin",
    title: "Kotlin",
    family: "kotlin",
    extensions: &["kt", "kts"],
    file_names: &[],
    interpreters: &[],
    language: || tree_sitter_kotlin_ng::LANGUAGE.into(),
    query: include_str!("kotlin.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules {
    shapes: &[
        ("parenthesized_expression", Shape::Transparent),
        ("parenthesized_type", Shape::Transparent),
        ("modifiers", Shape::Transparent),
        ("import", Shape::Sorted),
        ("identifier", Shape::Word),
        ("number_literal", Shape::Number),
        ("float_literal", Shape::Number),
        ("character_literal", Shape::String),
        ("string_literal", Shape::String),
        ("multiline_string_literal", Shape::String),
        ("interpolation", Shape::Interpolation),
    ],
    // A type comes after a colon and nowhere else; `$x` is `${x}`.
    silent: &["(", ")", "[", "]", "{", "}", ",", ";", ":", "$", "${"],
    unordered: &["modifiers"],
    unordered_siblings: &[
        "class_modifier",
        "function_modifier",
        "inheritance_modifier",
        "member_modifier",
        "parameter_modifier",
        "platform_modifier",
        "property_modifier",
        "visibility_modifier",
    ],
    transparent_when_single: &[
        ("if_expression", "block"),
        ("when_entry", "block"),
        ("for_statement", "block"),
        ("while_statement", "block"),
        ("do_while_statement", "block"),
    ],
    absent_when_empty: &[
        ("class_declaration", "class_body"),
        ("class_declaration", "enum_class_body"),
        ("object_declaration", "class_body"),
        ("companion_object", "class_body"),
        // `f() { … }` is `f { … }`.
        ("call_expression", "value_arguments"),
    ],
    expression_body: Some(&ExpressionBody {
        node: "function_body",
        symbol: "=",
        block: "block",
        returns: "return_expression",
        keyword: "return",
        throws: "throw_expression",
    }),
    string,

    comments: &["line_comment", "block_comment"],
    doc_comments: &["/**"],
    reflowed_comments: Some(&[]),

    overloads: true,
    not_in_types: &["annotation"],
    opaque: &["block", "lambda_literal", "anonymous_function", "object_literal", "value_arguments"],
    keyword_names: &[("companion", "Companion")],
    own_names: OwnNames {
        keywords: &["value_argument"],
        after: &[
            &[(Tag::Open, "call_expression")],
            &[(Tag::Open, "callable_reference"), (Tag::Symbol, "::")],
            &THIS_DOT,
            &SUPER_DOT,
            &THIS_REFERENCE,
            &[(Tag::Open, "navigation_expression"), (Tag::Placeholder, ""), (Tag::Symbol, ".")],
            &[(Tag::Open, "navigation_expression"), (Tag::Placeholder, ""), (Tag::Symbol, "::")],
        ],
        ..OwnNames::PLAIN
    },
    accesses: &["?."],
    is_const,
    kinds: &[
        Kind::Function,
        Kind::Method,
        Kind::Class,
        Kind::Interface,
        Kind::Enum,
        Kind::Type,
        Kind::Field,
        Kind::Variable,
    ],

    calls: &[
        CallNode { node: "call_expression", callee: &[] },
        CallNode { node: "constructor_invocation", callee: &[] },
    ],
    module_paths: Some(|from_path, import| jvm::module_paths(from_path, import, &["kt", "java"])),
    neighbours: Some(|from_path, name| jvm::neighbours(from_path, name, &["kt", "java"])),
    spaced: &["binary_expression", "function_value_parameters", "function_type", "class_parameter"],
    ..Rules::PLAIN
};

const THIS_DOT: [(Tag, &str); 5] = through("this_expression", "this", ".");
const SUPER_DOT: [(Tag, &str); 5] = through("super_expression", "super", ".");
const THIS_REFERENCE: [(Tag, &str); 5] = through("this_expression", "this", "::");

const fn through(node: &'static str, keyword: &'static str, symbol: &'static str) -> [(Tag, &'static str); 5] {
    [
        (Tag::Open, "navigation_expression"),
        (Tag::Open, node),
        (Tag::Symbol, keyword),
        (Tag::Close, ""),
        (Tag::Symbol, symbol),
    ]
}

/// `UPPER_CASE`, as the coding conventions have it.
fn is_const(name: &str) -> bool {
    name.chars().any(char::is_uppercase) && !name.chars().any(char::is_lowercase)
}

/// `"…"`, `'…'` with its quotes, or `"""…"""`, in which backslashes mean nothing: that makes it another literal.
fn string(text: &[u8]) -> Literal {
    let is_raw = text.starts_with(b"\"\"\"") && text.len() >= 6;
    let quotes = match text.first() {
        Some(b'"') if is_raw => 3,
        Some(b'"') => 1,
        _ => 0,
    };
    let is_closed = text.len() >= 2 * quotes && text.ends_with(&text[..quotes]);
    let end = if is_closed { text.len() - quotes } else { text.len() };
    let style = Style { raw: true, has_code: true, template: is_raw, ..Style::default() };
    Literal { style, start: quotes, end: end.max(quotes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_literals() {
        for (literal, text) in [
            ("\"\"", ""),
            ("\"a\"", "a"),
            ("'a'", "'a'"),
            ("\"\"\"a\"\"\"", "a"),
            ("\"\"\"\"\"\"", ""),
            ("\"", ""),
            ("", ""),
        ] {
            let read = string(literal.as_bytes());
            assert_eq!(&literal[read.start..read.end], text, "{literal}");
        }
    }
}
