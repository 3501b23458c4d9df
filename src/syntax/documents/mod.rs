//! Documents: what files hold besides constructs, in the form of constructs.
//!
//! [`prose`] reads Markdown by heading, [`records`] the entries of JSON, YAML and TOML, [`comments`] the comments and
//! docstrings of source files. Each piece is a [`Construct`](super::Construct) with a name, a place and fingerprints, so
//! that whatever follows constructs through a change follows pieces as well. They are no constructs of SPEC 4.1: nobody
//! subscribes to them, and their kinds only tell apart what holds others from what does not.
//!
//! Bounded like everything that reads files: walks are iterative, entries below [`MAX_DEPTH`] are part of the one above
//! them, and a file has at most [`MAX_PIECES`].

pub(super) mod comments;
mod pieces;
#[cfg(feature = "documents")]
pub(super) mod prose;
#[cfg(feature = "documents")]
pub(super) mod records;

#[cfg(feature = "documents")]
use std::sync::LazyLock;

#[cfg(feature = "documents")]
use super::grammar::Grammar;
#[cfg(feature = "documents")]
use super::language::Language;
#[cfg(feature = "documents")]
use super::languages::{Row, Rules};

/// Entries that stand deeper are part of the one above them: names and hashes of containers would grow with the square
/// of the depth.
#[cfg(feature = "documents")]
const MAX_DEPTH: usize = 16;
/// More pieces than anybody can ask to have compared.
const MAX_PIECES: usize = 60_000;

/// The document language of a file, by its extension.
#[cfg(feature = "documents")]
pub(super) fn detect(path: &str, rows: &'static [&'static Row]) -> Option<Language> {
    let file = path.rsplit('/').next().unwrap_or(path);
    let (_, extension) = file.rsplit_once('.')?;
    rows.iter()
        .find(|row| row.extensions.iter().any(|own| own.eq_ignore_ascii_case(extension)))
        .map(|row| Language::of(row))
}

/// The document language of that name.
#[cfg(feature = "documents")]
pub(super) fn by_name(name: &str, rows: &'static [&'static Row]) -> Option<Language> {
    rows.iter().find(|row| row.name == name).map(|row| Language::of(row))
}

#[cfg(feature = "documents")]
pub(super) static PROSE: &[&Row] = &[&MARKDOWN];
#[cfg(feature = "documents")]
pub(super) static RECORDS: &[&Row] = &[&JSON, &TOML, &YAML];

/// A row of the table of languages for what is no language of constructs: it is not in that table, its query is empty
/// and never compiled.
#[cfg(feature = "documents")]
macro_rules! document {
    ($row:ident, $name:literal, $title:literal, $extensions:expr, $language:expr) => {
        static $row: Row = Row {
            name: $name,
            title: $title,
            family: $name,
            extensions: $extensions,
            file_names: &[],
            interpreters: &[],
            language: || $language.into(),
            query: "",
            grammar: LazyLock::new(|| Grammar::compile(&$row)),
            rules: Rules::PLAIN,
        };
    };
}

#[cfg(feature = "documents")]
document!(MARKDOWN, "markdown", "Markdown", &["md", "markdown", "mdown", "mkd"], tree_sitter_md::LANGUAGE);
#[cfg(feature = "documents")]
document!(JSON, "json", "JSON", &["json", "geojson", "webmanifest"], tree_sitter_json::LANGUAGE);
#[cfg(feature = "documents")]
document!(TOML, "toml", "TOML", &["toml"], tree_sitter_toml_ng::LANGUAGE);
#[cfg(feature = "documents")]
document!(YAML, "yaml", "YAML", &["yaml", "yml"], tree_sitter_yaml::LANGUAGE);

#[cfg(test)]
mod tests;
