//! The row of Go.

use std::sync::LazyLock;

use super::{Row, Rules};
use crate::syntax::grammar::Grammar;

pub(in crate::syntax) static ROW: Row = Row {
    name: "go",
    title: "Go",
    family: "go",
    extensions: &["go"],
    file_names: &[],
    interpreters: &[],
    language: || tree_sitter_go::LANGUAGE.into(),
    query: include_str!("go.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules { ..Rules::PLAIN };
