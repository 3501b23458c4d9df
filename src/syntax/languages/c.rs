//! The row of C.

use std::sync::LazyLock;

use super::{Row, Rules};
use crate::syntax::grammar::Grammar;

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

const RULES: Rules = Rules { ..Rules::PLAIN };
