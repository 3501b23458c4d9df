//! The row of Rust.

use std::sync::LazyLock;

use super::{Row, Rules};
use crate::syntax::grammar::Grammar;

pub(in crate::syntax) static ROW: Row = Row {
    name: "rust",
    title: "Rust",
    family: "rust",
    extensions: &["rs"],
    file_names: &[],
    interpreters: &[],
    language: || tree_sitter_rust::LANGUAGE.into(),
    query: include_str!("rust.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules { ..Rules::PLAIN };
