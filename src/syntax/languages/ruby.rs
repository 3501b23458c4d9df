//! The row of Ruby.

use std::sync::LazyLock;

use super::{Row, Rules};
use crate::syntax::grammar::Grammar;

pub(in crate::syntax) static ROW: Row = Row {
    name: "ruby",
    title: "Ruby",
    family: "ruby",
    extensions: &["rb", "rake", "gemspec", "ru"],
    file_names: &["Rakefile", "Gemfile", "Guardfile", "Vagrantfile", "Podfile", "Fastfile"],
    interpreters: &["ruby", "jruby"],
    language: || tree_sitter_ruby::LANGUAGE.into(),
    query: include_str!("ruby.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules { ..Rules::PLAIN };
