//! The row of C#.

use std::sync::LazyLock;

use super::{Row, Rules};
use crate::syntax::grammar::Grammar;

pub(in crate::syntax) static ROW: Row = Row {
    name: "csharp",
    title: "C#",
    family: "csharp",
    extensions: &["cs", "csx"],
    file_names: &[],
    interpreters: &[],
    language: || tree_sitter_c_sharp::LANGUAGE.into(),
    query: include_str!("csharp.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules { ..Rules::PLAIN };
