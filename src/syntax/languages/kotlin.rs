//! The row of Kotlin.

use std::sync::LazyLock;

use super::{CallNode, ExpressionBody, OwnNames, Row, Rules, Shape, Solid, jvm, kotlin_source, naming};
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
    readable: kotlin_source::readable,
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
    ],
    expression_body: Some(&ExpressionBody {
        node: "function_body",
        symbol: "=",
        block: "block",
        returns: "return_expression",
        keyword: "return",
        throws: "throw_expression",
    }),
    trailing_lambda: Some(("call_expression", "value_arguments", "annotated_lambda")),
    mere_names: true,
    decode,
    // The grammar reads `(A) -> B?` as if it were `((A) -> B)?`.
    solid_parentheses_in: &["nullable_type"],
    solid: Solid { line_operators: &[("binary_expression", "-"), ("binary_expression", "+")], ..Solid::PLAIN },
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

    naming: naming::kotlin::NAMING,
    calls: &[
        CallNode { node: "call_expression", callee: &[] },
        CallNode { node: "constructor_invocation", callee: &[] },
    ],
    module_paths: Some(|from_path, import| jvm::module_paths(from_path, import, &["kt", "java"])),
    neighbours: Some(|from_path, name| jvm::neighbours(from_path, name, &["kt", "java"])),
    packages: super::Packages {
        folder: true,
        implicit_members: true,
        import_folders: Some(jvm::import_folders),
        ..super::Packages::PLAIN
    },
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

/// Text as it is written, with names in it marked whether they are `$name` or `${name}`: the grammar takes the former
/// for text, and formatters write it for the latter.
fn decode(text: &[u8], style: Style, value: &mut Vec<u8>) {
    const MARK: u8 = 0xff;
    let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_' || !byte.is_ascii();
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        let is_braced = after.first() == Some(&b'{');
        let name = if is_braced { after[1..].trim_ascii_start() } else { after };
        let length = name.iter().take_while(is_word).count();
        let behind = name[length..].trim_ascii_start();
        let is_name = name.first().is_some_and(|first| length > 0 && !first.is_ascii_digit());
        match byte {
            b'$' if is_name && (!is_braced || behind.starts_with(b"}")) => {
                value.push(MARK);
                value.extend_from_slice(&name[..length]);
                value.push(MARK);
                rest = if is_braced { &behind[1..] } else { &name[length..] };
            }
            b'\\' if !style.template => {
                value.push(byte);
                value.extend(after.first());
                rest = after.get(1..).unwrap_or_default();
            }
            b'\r' if after.first() == Some(&b'\n') => {}
            _ => value.push(byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_text_are_marked() {
        let text = |text: &str| {
            let mut value = Vec::new();
            decode(text.as_bytes(), Style::default(), &mut value);
            value
        };
        assert_eq!(text("a $b c"), text("a ${b} c"));
        assert_eq!(text("${ b }c"), b"\xffb\xffc");
        assert_ne!(text("$bc"), text("${b}c"));
        for plain in ["$ b", "$1", "\\$b", "$", "${", "${1}", "\\", "{b}"] {
            assert_eq!(text(plain), plain.as_bytes(), "{plain}");
        }
    }

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
