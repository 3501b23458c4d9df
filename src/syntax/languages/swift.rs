//! The row of Swift.

use std::sync::LazyLock;

use super::{CallNode, OwnNames, Row, Rules, Shape, naming};
use crate::syntax::grammar::Grammar;
use crate::syntax::model::Kind;
use crate::syntax::stream::Tag;
use crate::syntax::strings::{self, Literal};

pub(in crate::syntax) static ROW: Row = Row {
    name: "swift",
    title: "Swift",
    family: "swift",
    extensions: &["swift"],
    file_names: &[],
    interpreters: &["swift"],
    language: || tree_sitter_swift::LANGUAGE.into(),
    query: include_str!("swift.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules {
    shapes: &[
        ("tuple_expression", Shape::Tuple),
        ("navigation_suffix", Shape::Transparent),
        // In the body of a type it separates members like a semicolon.
        ("multiline_comment", Shape::Nothing),
        ("simple_identifier", Shape::Word),
        ("type_identifier", Shape::Word),
        ("integer_literal", Shape::Number),
        ("hex_literal", Shape::Number),
        ("oct_literal", Shape::Number),
        ("bin_literal", Shape::Number),
        ("real_literal", Shape::Number),
        ("line_string_literal", Shape::String),
        ("multi_line_string_literal", Shape::String),
        ("raw_string_literal", Shape::String),
        ("regex_literal", Shape::String),
        ("interpolated_expression", Shape::Interpolation),
    ],
    loud_in: &[
        // `a[b]` is not `a(b)`.
        ("value_arguments", "["),
        // The grammar reads a condition without any grouping.
        ("directive", "("),
        ("directive", ")"),
        // `get` is not `get {}`.
        ("computed_getter", "{"),
        ("computed_setter", "{"),
    ],
    unordered_siblings: &[
        "function_modifier",
        "inheritance_modifier",
        "member_modifier",
        "mutation_modifier",
        "ownership_modifier",
        "property_behavior_modifier",
        "property_modifier",
        "visibility_modifier",
    ],
    // The grammar ranks most operators wrongly: it groups `a == b && c` as `a == (b && c)` and `a + b()` as `(a + b)()`.
    solid_parentheses_in: &[
        "additive_expression",
        "as_expression",
        "await_expression",
        "bitwise_operation",
        "call_expression",
        "check_expression",
        "comparison_expression",
        "conjunction_expression",
        "disjunction_expression",
        "equality_expression",
        "infix_expression",
        "multiplicative_expression",
        "navigation_expression",
        "nil_coalescing_expression",
        "open_end_range_expression",
        "open_start_range_expression",
        "postfix_expression",
        "prefix_expression",
        "range_expression",
        "ternary_expression",
        "try_expression",
    ],
    string,
    comments: &["comment", "multiline_comment"],
    doc_comments: &["///", "/**"],
    overloads: true,
    opaque: &["statements", "lambda_literal", "call_suffix"],
    declarator_lists: &["property_declaration", "enum_entry"],
    own_names: OwnNames {
        access: ".",
        objects: &[
            &[(Tag::Open, "self_expression"), (Tag::Symbol, "self"), (Tag::Close, "")],
            &[(Tag::Open, "super_expression"), (Tag::Symbol, "super"), (Tag::Close, "")],
            &[(Tag::Open, "navigation_expression"), (Tag::Word, "Self")],
        ],
        keywords: &["value_argument_label"],
        implicit: true,
        ..OwnNames::PLAIN
    },
    kinds: &[
        Kind::Function,
        Kind::Method,
        Kind::Class,
        Kind::Interface,
        Kind::Enum,
        Kind::Struct,
        Kind::Type,
        Kind::Field,
        Kind::Variable,
    ],
    naming: naming::swift::NAMING,
    calls: &[
        CallNode { node: "call_expression", callee: &[] },
        CallNode { node: "constructor_expression", callee: &["constructed_type"] },
    ],
    attribute: Some(("navigation_expression", "target", "suffix")),
    neighbours: Some(neighbours),
    packages: super::Packages { folder: true, implicit_members: true, ..super::Packages::PLAIN },
    ..Rules::PLAIN
};

/// Literals are compared as they are written; but the lines of one with three quotes may be indented as one likes.
fn string(text: &[u8]) -> Literal {
    let hashes = text.iter().take_while(|byte| **byte == b'#').count();
    let is_block = text[hashes..].starts_with(b"\"\"\"");
    let close = text.len().checked_sub(hashes + 3).filter(|_| is_block);
    close.and_then(|close| strings::block(text, hashes + 3, close)).unwrap_or_else(|| strings::verbatim(text))
}

/// By convention a type has a file of its name beside the others of its module.
fn neighbours(from_path: &str, name: &str) -> Vec<String> {
    let folder = from_path.rfind('/').map_or("", |end| &from_path[..=end]);
    let name = name.rsplit('.').next().unwrap_or_default();
    vec![format!("{folder}{name}.swift")]
}
