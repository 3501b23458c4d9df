//! The row of C#.

use std::sync::LazyLock;

use super::{CallNode, OwnNames, Row, Rules, Shape, naming};
use crate::syntax::grammar::Grammar;
use crate::syntax::model::Kind;
use crate::syntax::stream::Tag;
use crate::syntax::strings::{self, Literal};

pub(in crate::syntax) static ROW: Row = Row {
    name: "csharp",
    title: "C#",
    family: "csharp",
    extensions: &["cs", "csx"],
    file_names: &[],
    interpreters: &[],
    language: || tree_sitter_c_sharp::LANGUAGE.into(),
    query: include_str!("csharp.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules {
    shapes: &[
        ("parenthesized_expression", Shape::Transparent),
        ("parenthesized_pattern", Shape::Transparent),
        ("empty_statement", Shape::Nothing),
        ("identifier", Shape::Word),
        ("implicit_parameter", Shape::Word),
        ("predefined_type", Shape::Word),
        ("integer_literal", Shape::Number),
        ("real_literal", Shape::Number),
        ("character_literal", Shape::String),
        ("string_literal", Shape::String),
        ("verbatim_string_literal", Shape::String),
        ("raw_string_literal", Shape::String),
        ("interpolated_string_expression", Shape::String),
        ("interpolation", Shape::Interpolation),
        // With the white space before it.
        ("interpolation_brace", Shape::Nothing),
        // The grammar has no node for what stands after the colon.
        ("interpolation_format_clause", Shape::String),
    ],
    loud_in: &[
        // `int[,]`, `typeof(Map<,>)`, `new[,] { … }`
        ("array_rank_specifier", ","),
        ("type_argument_list", ","),
        ("implicit_array_creation_expression", ","),
        // `[..] _` is not `[.., _]`.
        ("list_pattern", "]"),
    ],
    labelled: &["for_statement"],
    unordered_siblings: &["modifier"],
    // `x => y` is `(x) => y`.
    wrapped_in: &[("lambda_expression", "implicit_parameter", "parameter_list")],
    transparent_when_single: &[
        ("parameter_list", "parameter"),
        ("if_statement", "block"),
        ("for_statement", "block"),
        ("foreach_statement", "block"),
        ("while_statement", "block"),
        ("do_statement", "block"),
        ("using_statement", "block"),
        ("lock_statement", "block"),
        ("fixed_statement", "block"),
    ],
    absent_when_empty: &[("attribute", "attribute_argument_list"), ("object_creation_expression", "argument_list")],
    // The grammar groups `a?.b.c` as `(a?.b).c`, `a + b?.c` as `(a + b)?.c`, `*p.x` as `(*p).x` and `not A or B` as
    // `not (A or B)`.
    solid_parentheses_in: &[
        "conditional_access_expression",
        "element_access_expression",
        "invocation_expression",
        "member_access_expression",
        "negated_pattern",
        "postfix_unary_expression",
    ],
    string,
    doc_comments: &["///", "/**"],
    overloads: true,
    opaque: &["lambda_expression", "anonymous_method_expression", "argument_list"],
    defining_in: &[("record_declaration", "parameter_list"), ("global_statement", "local_function_statement")],
    own_names: OwnNames {
        access: ".",
        objects: &[
            &[(Tag::Open, "member_access_expression"), (Tag::Symbol, "this")],
            &[(Tag::Open, "member_access_expression"), (Tag::Symbol, "base")],
        ],
        keywords: &["subpattern", "with_initializer"],
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
    ],
    naming: naming::csharp::NAMING,
    calls: &[
        CallNode { node: "invocation_expression", callee: &["function"] },
        CallNode { node: "object_creation_expression", callee: &["type"] },
    ],
    attribute: Some(("member_access_expression", "expression", "name")),
    neighbours: Some(neighbours),
    packages: super::Packages { folder: true, implicit_members: true, parents: &["base"], ..super::Packages::PLAIN },
    ..Rules::PLAIN
};

/// Literals are compared as they are written; but the lines of a raw one may be indented as one likes.
fn string(text: &[u8]) -> Literal {
    let prefix = text.iter().take_while(|byte| matches!(byte, b'$' | b'@')).count();
    let quotes = text[prefix..].iter().take_while(|byte| **byte == b'"').count();
    let close = text.iter().rposition(|byte| *byte == b'"').map_or(0, |last| last + 1);
    let raw = close.checked_sub(quotes).filter(|_| quotes > 2);
    raw.and_then(|close| strings::block(text, prefix + quotes, close)).unwrap_or_else(|| strings::verbatim(text))
}

/// By convention a type has a file of its name beside the others of its namespace.
fn neighbours(from_path: &str, name: &str) -> Vec<String> {
    let folder = from_path.rfind('/').map_or("", |end| &from_path[..=end]);
    let name = name.rsplit('.').next().unwrap_or_default();
    vec![format!("{folder}{name}.cs")]
}
