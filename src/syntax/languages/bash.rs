//! The row of Bash.

use std::sync::LazyLock;

use super::{Row, Rules};
use crate::syntax::grammar::Grammar;

pub(in crate::syntax) static ROW: Row = Row {
    name: "bash",
    title: "Bash",
    family: "bash",
    extensions: &["sh", "bash", "bats"],
    file_names: &[".bashrc", ".bash_profile", ".profile", ".envrc"],
    interpreters: &["sh", "bash", "dash", "ksh"],
    language: || tree_sitter_bash::LANGUAGE.into(),
    query: include_str!("bash.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules { ..Rules::PLAIN };
