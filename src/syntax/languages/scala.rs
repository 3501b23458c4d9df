//! The row of Scala.

use std::sync::LazyLock;

use super::{Row, Rules};
use crate::syntax::grammar::Grammar;

pub(in crate::syntax) static ROW: Row = Row {
    name: "scala",
    title: "Scala",
    family: "scala",
    extensions: &["scala", "sc", "sbt"],
    file_names: &[],
    interpreters: &["scala"],
    language: || tree_sitter_scala::LANGUAGE.into(),
    query: include_str!("scala.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules { ..Rules::PLAIN };
