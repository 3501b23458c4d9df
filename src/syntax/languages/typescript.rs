//! The row of TypeScript.

use std::sync::LazyLock;

use super::ecmascript::{self, Shapes};
use super::{Row, Rules, Shape, naming};
use crate::syntax::grammar::Grammar;
use crate::syntax::model::Kind;

pub(in crate::syntax) static ROW: Row = Row {
    name: "typescript",
    title: "TypeScript",
    family: "javascript",
    extensions: &["ts", "mts", "cts"],
    file_names: &[],
    interpreters: &["ts-node", "tsx", "deno"],
    language: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
    query: include_str!("typescript.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

/// What JavaScript's grammar does not have.
const TYPES: Shapes<9> = [
    ("type_annotation", Shape::Transparent),
    ("parenthesized_type", Shape::Transparent),
    ("extends_clause", Shape::Transparent),
    ("required_parameter", Shape::As("parameter")),
    ("public_field_definition", Shape::As("field_definition")),
    ("type_identifier", Shape::Word),
    ("predefined_type", Shape::Word),
    // A formatter puts an operator before the first of several, and takes it from the only one.
    ("union_type", Shape::Several),
    ("intersection_type", Shape::Several),
];

pub(super) const SHAPES: Shapes<24> = ecmascript::join(ecmascript::SHAPES, TYPES);

/// The rules of TypeScript without JSX.
pub(super) const RULES: Rules = Rules {
    shapes: &SHAPES,
    silent: &["(", ")", "[", "]", "{", "}", ",", ";", "|", "&"],
    loud_in: &[("binary_expression", "|"), ("binary_expression", "&")],
    keys: &ecmascript::join::<_, _, _, 9>(
        ecmascript::KEYS,
        [
            ("public_field_definition", "name"),
            ("property_signature", "name"),
            ("method_signature", "name"),
            ("abstract_method_signature", "name"),
            ("enum_assignment", "name"),
            ("enum_body", "name"),
        ],
    ),
    leading: &["decorator"],
    opaque: &ecmascript::join::<_, _, _, 11>(ecmascript::OPAQUE, ["object_type"]),
    kinds: &[
        Kind::Function,
        Kind::Method,
        Kind::Class,
        Kind::Interface,
        Kind::Enum,
        Kind::Module,
        Kind::Type,
        Kind::Field,
        Kind::Variable,
    ],
    spaced: &[
        "arrow_function",
        "assignment_pattern",
        "binary_expression",
        "conditional_type",
        "default_type",
        "function_type",
        "intersection_type",
        "object_assignment_pattern",
        "required_parameter",
        "ternary_expression",
        "union_type",
    ],
    naming: naming::ecmascript::TYPESCRIPT,
    ..ecmascript::RULES
};
