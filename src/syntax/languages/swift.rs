//! The row of Swift.

use std::sync::LazyLock;

use super::{Row, Rules};
use crate::syntax::grammar::Grammar;

pub(in crate::syntax) static ROW: Row = Row {
    name: "swift",
    title: "Swift",
    family: "swift",
    extensions: &["swift"],
    file_names: &[],
    interpreters: &["swift"],
    language: || tree_sitter_swift::LANGUAGE.into(),
    query: include_str!("swift.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules { ..Rules::PLAIN };
