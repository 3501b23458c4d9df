//! The row of TypeScript.

use std::sync::LazyLock;

use super::{Row, Rules};
use crate::syntax::grammar::Grammar;

pub(in crate::syntax) static ROW: Row = Row {
    name: "typescript",
    title: "TypeScript",
    family: "javascript",
    extensions: &["ts", "mts", "cts"],
    file_names: &[],
    interpreters: &["ts-node", "tsx"],
    language: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
    query: include_str!("typescript.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules { ..Rules::PLAIN };
