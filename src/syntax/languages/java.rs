//! The row of Java.

use std::sync::LazyLock;

use super::{CallNode, OwnNames, Row, Rules, Shape};
use crate::syntax::grammar::Grammar;
use crate::syntax::model::Kind;
use crate::syntax::stream::Tag;

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
        ("identifier", Shape::Word),
        ("type_identifier", Shape::Word),
        ("integral_type", Shape::Word),
        ("floating_point_type", Shape::Word),
        ("decimal_integer_literal", Shape::Number),
        ("string_literal", Shape::String),
    ],
    unordered: &["modifiers"],
    labelled: &["for_statement"],
    comments: &["line_comment", "block_comment"],
    doc_comments: &["/**"],
    overloads: true,
    opaque: &["object_creation_expression", "lambda_expression", "argument_list"],
    own_names: OwnNames {
        access: ".",
        objects: &[&[(Tag::Open, "method_invocation"), (Tag::Other, "this")]],
        keywords: &[],
        implicit: true,
    },
    kinds: &[Kind::Class, Kind::Interface, Kind::Enum, Kind::Method, Kind::Field],
    calls: &[CallNode { node: "method_invocation", callee: &["object", "name"] }],
    attribute: Some(("field_access", "object", "field")),
    ..Rules::PLAIN
};
