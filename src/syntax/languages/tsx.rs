//! The row of TypeScript with JSX.

use std::sync::LazyLock;

use super::{Row, Rules, ecmascript, naming, typescript};
use crate::syntax::grammar::Grammar;

pub(in crate::syntax) static ROW: Row = Row {
    name: "tsx",
    title: "TypeScript",
    family: "javascript",
    extensions: &["tsx"],
    file_names: &[],
    interpreters: &[],
    language: || tree_sitter_typescript::LANGUAGE_TSX.into(),
    query: include_str!("typescript.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules {
    shapes: &ecmascript::join::<_, _, _, 27>(typescript::SHAPES, ecmascript::JSX),
    naming: naming::ecmascript::TSX,
    ..typescript::RULES
};
