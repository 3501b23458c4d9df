//! The table of languages: one row and one query file each.
//!
//! A [`Row`] says how files of the language are recognised and where its grammar and its query are; its [`Rules`] say
//! what a query cannot: which parts of the grammar are mere formatting, and a few naming rules. The code that reads
//! them never asks which language it deals with; where a language needs special treatment, the rules grow a documented
//! field.

#[cfg(feature = "scripting")]
mod bash;
#[cfg(feature = "c-family")]
mod c;
#[cfg(feature = "c-family")]
mod c_family;
#[cfg(feature = "c-family")]
mod c_headers;
#[cfg(feature = "c-family")]
mod c_heads;
#[cfg(feature = "c-family")]
mod c_macros;
#[cfg(feature = "c-family")]
mod c_masks;
#[cfg(feature = "c-family")]
mod c_tokens;
#[cfg(feature = "c-family")]
mod cpp;
#[cfg(feature = "dotnet")]
mod csharp;
#[cfg(feature = "web")]
mod ecmascript;
#[cfg(feature = "go")]
mod go;
#[cfg(feature = "go")]
mod go_packages;
#[cfg(feature = "jvm")]
mod java;
#[cfg(feature = "web")]
mod javascript;
#[cfg(feature = "jvm")]
mod jvm;
#[cfg(feature = "jvm")]
mod kotlin;
#[cfg(feature = "jvm")]
mod kotlin_source;
#[cfg(feature = "scripting")]
mod php;
mod python;
mod python_bodies;
mod python_codecs;
#[cfg(feature = "scripting")]
mod ruby;
#[cfg(feature = "rust")]
mod rust;
#[cfg(feature = "rust")]
mod rust_modules;
#[cfg(feature = "jvm")]
mod scala;
#[cfg(feature = "swift")]
mod swift;
#[cfg(feature = "web")]
mod tsx;
#[cfg(feature = "web")]
mod typescript;

mod naming;
mod rules;
mod tables;

use std::sync::LazyLock;

pub(super) use naming::{Naming, Part, Reach, ScopeKind};
pub(super) use rules::Rules;
use rules::mentions;
pub(super) use tables::{
    CallNode, Counted, Declarator, Elements, ExactType, ExpressionBody, ImplicitTuple, OwnNames, Packages, Parameter,
    PassedOver, Shape, Shared, Solid,
};

use super::grammar::Grammar;

/// Every language, in the order in which they are listed to people.
pub(super) static ROWS: &[&Row] = &[
    #[cfg(feature = "scripting")]
    &bash::ROW,
    #[cfg(feature = "c-family")]
    &c::ROW,
    #[cfg(feature = "c-family")]
    &cpp::ROW,
    #[cfg(feature = "dotnet")]
    &csharp::ROW,
    #[cfg(feature = "go")]
    &go::ROW,
    #[cfg(feature = "jvm")]
    &java::ROW,
    #[cfg(feature = "web")]
    &javascript::ROW,
    #[cfg(feature = "jvm")]
    &kotlin::ROW,
    #[cfg(feature = "scripting")]
    &php::ROW,
    &python::ROW,
    #[cfg(feature = "scripting")]
    &ruby::ROW,
    #[cfg(feature = "rust")]
    &rust::ROW,
    #[cfg(feature = "jvm")]
    &scala::ROW,
    #[cfg(feature = "swift")]
    &swift::ROW,
    #[cfg(feature = "web")]
    &tsx::ROW,
    #[cfg(feature = "web")]
    &typescript::ROW,
];

/// One language.
pub(super) struct Row {
    /// As written in the lock and in reports.
    pub name: &'static str,
    /// As people call it. Rows that share it are one language with two grammars, and searched as one (SPEC 5.5).
    pub title: &'static str,
    /// A file may be renamed from one language of a family to another, and its constructs are still looked for in it.
    pub family: &'static str,
    /// Without the dot.
    pub extensions: &'static [&'static str],
    /// Names of files that have no telling extension.
    pub file_names: &'static [&'static str],
    /// Programs whose shebang line marks a file, without version digits.
    pub interpreters: &'static [&'static str],
    pub language: fn() -> tree_sitter::Language,
    pub query: &'static str,
    /// The two above and the rules below, compiled on first use.
    pub grammar: LazyLock<Grammar>,
    pub rules: Rules,
}
