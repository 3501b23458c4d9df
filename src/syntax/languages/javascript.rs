//! The row of JavaScript.

use std::sync::LazyLock;

use super::{Row, Rules, ecmascript};
use crate::syntax::grammar::Grammar;
use crate::syntax::model::Kind;

pub(in crate::syntax) static ROW: Row = Row {
    name: "javascript",
    title: "JavaScript",
    family: "javascript",
    extensions: &["js", "mjs", "cjs", "jsx"],
    file_names: &["Jakefile"],
    interpreters: &["node", "nodejs", "bun", "qjs", "zx"],
    language: || tree_sitter_javascript::LANGUAGE.into(),
    query: include_str!("javascript.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules {
    later_wins: &[Kind::Function, Kind::Method],
    shapes: &ecmascript::join::<_, _, _, 18>(ecmascript::SHAPES, ecmascript::JSX),
    keys: &ecmascript::join::<_, _, _, 4>(ecmascript::KEYS, [("field_definition", "property")]),
    // TypeScript's grammar has a node there.
    wrapped_in: &[
        ("formal_parameters", "identifier", "parameter"),
        ("formal_parameters", "object_pattern", "parameter"),
        ("formal_parameters", "array_pattern", "parameter"),
        ("formal_parameters", "rest_pattern", "parameter"),
    ],
    opaque: &ecmascript::OPAQUE,
    kinds: &[Kind::Function, Kind::Method, Kind::Class, Kind::Field, Kind::Variable],
    spaced: &[
        "arrow_function",
        "assignment_pattern",
        "binary_expression",
        "object_assignment_pattern",
        "ternary_expression",
    ],
    ..ecmascript::RULES
};
