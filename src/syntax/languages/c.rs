//! The row of C.

use std::sync::LazyLock;

use super::c_family::{self, ARRAY, ATTRIBUTED, FUNCTION, PARENTHESES, PLAIN_PARAMETER, POINTER};
use super::c_headers;
use super::c_macros::{self, Dialect};
use super::{CallNode, OwnNames, Row, Rules, Shape, Shared, naming};
use crate::syntax::grammar::Grammar;
use crate::syntax::model::Kind;

pub(in crate::syntax) static ROW: Row = Row {
    name: "c",
    title: "C",
    family: "c",
    extensions: &["c", "h"],
    file_names: &[],
    interpreters: &[],
    language: || tree_sitter_c::LANGUAGE.into(),
    query: include_str!("c.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules {
    shared: Some(Shared { extension: "h", with: "cpp", is_other: c_headers::is_cpp }),
    readable: |source| c_macros::readable(source, Dialect::C),
    shapes: &[
        ("parenthesized_expression", Shape::Transparent),
        ("parenthesized_declarator", Shape::Transparent),
        ("abstract_parenthesized_declarator", Shape::Transparent),
        // A parameter without a name is the same as one with it.
        ("abstract_pointer_declarator", Shape::As("pointer_declarator")),
        ("abstract_array_declarator", Shape::As("array_declarator")),
        ("abstract_function_declarator", Shape::As("function_declarator")),
        ("identifier", Shape::Word),
        ("type_identifier", Shape::Word),
        ("field_identifier", Shape::Word),
        ("statement_identifier", Shape::Word),
        ("primitive_type", Shape::Word),
        ("number_literal", Shape::Number),
        ("string_literal", Shape::String),
        ("char_literal", Shape::String),
        ("concatenated_string", Shape::Strings),
        ("attribute_declaration", Shape::Lexed),
        ("preproc_include", Shape::Sorted),
        ("preproc_directive", Shape::Lexed),
        ("preproc_arg", Shape::Lexed),
    ],
    labelled: &["for_statement"],
    absent_when_empty: &[
        ("translation_unit", "expression_statement"),
        ("declaration_list", "expression_statement"),
        ("compound_statement", "expression_statement"),
        ("case_statement", "expression_statement"),
        ("preproc_if", "expression_statement"),
        ("preproc_ifdef", "expression_statement"),
        ("preproc_else", "expression_statement"),
    ],
    signed_number: Some("unary_expression"),
    string: c_family::string,
    number: c_family::number,
    doc_comments: &["/**", "/*!", "///", "//!"],
    live_comment: c_family::has_spliced_end,
    reflowed_comments: Some(&[]),
    declarators: &[POINTER, ARRAY, PARENTHESES, ATTRIBUTED, FUNCTION],
    parameters: &[PLAIN_PARAMETER],
    opaque: &["compound_statement", "parameter_list", "argument_list", "type_descriptor"],
    own_names: OwnNames { keywords: &["field_designator"], ..OwnNames::PLAIN },
    accesses: &["->"],
    kinds: &[Kind::Function, Kind::Struct, Kind::Enum, Kind::Type, Kind::Field, Kind::Variable],
    naming: naming::c_family::C,
    calls: &[CallNode { node: "call_expression", callee: &["function"] }],
    attribute: Some(("field_expression", "argument", "field")),
    may_inherit: |_, _| false,
    module_paths: Some(c_family::module_paths),
    packages: super::Packages { declarations: true, ..super::Packages::PLAIN },
    ..Rules::PLAIN
};
