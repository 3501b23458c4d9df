//! The row of PHP.

use std::sync::LazyLock;

use super::{Row, Rules};
use crate::syntax::grammar::Grammar;

pub(in crate::syntax) static ROW: Row = Row {
    name: "php",
    title: "PHP",
    family: "php",
    extensions: &["php", "phtml"],
    file_names: &[],
    interpreters: &["php"],
    language: || tree_sitter_php::LANGUAGE_PHP.into(),
    query: include_str!("php.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules { ..Rules::PLAIN };
