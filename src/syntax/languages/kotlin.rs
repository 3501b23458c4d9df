//! The row of Kotlin.

use std::sync::LazyLock;

use super::{Row, Rules};
use crate::syntax::grammar::Grammar;

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

const RULES: Rules = Rules { ..Rules::PLAIN };
