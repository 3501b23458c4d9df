//! The row of JavaScript.

use std::sync::LazyLock;

use super::{Row, Rules};
use crate::syntax::grammar::Grammar;

pub(in crate::syntax) static ROW: Row = Row {
    name: "javascript",
    title: "JavaScript",
    family: "javascript",
    extensions: &["js", "mjs", "cjs", "jsx"],
    file_names: &[],
    interpreters: &["node", "nodejs", "bun", "deno"],
    language: || tree_sitter_javascript::LANGUAGE.into(),
    query: include_str!("javascript.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules { ..Rules::PLAIN };
