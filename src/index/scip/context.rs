//! Contexts: what one indexer says in one configuration (SPEC 12.2).
//!
//! A context is (language, root, config hash, tool version). Facts of two contexts stand side by side and are never
//! mixed: each has its own symbols, occurrences and dependency edges. Only another *version* of the same tool in the same
//! configuration takes over, file by file: what the older one said of a file goes when the newer one has spoken of it.

use ::scip::types::Metadata;
use rusqlite::{OptionalExtension as _, Transaction, params};

use crate::identity::hash::sha1;
use crate::index::store::Asked;
use crate::syntax::Language;

/// Names of tools and versions are cut to so many characters.
const MAX_NAME: usize = 100;

/// The identity of a context, and the tool's name. A job that knows better may change it before it writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Context {
    /// The tool.
    pub name: String,
    /// The language that the tool is for. It may read files of others: scip-typescript also reads JavaScript.
    pub language: String,
    /// The folder below the repository's root that it was run in; empty for all of it.
    pub root: String,
    pub config_hash: String,
    pub tool_version: String,
}

impl Context {
    /// From what an index says of its maker. The language is left open where the tool is not known.
    pub(super) fn new(metadata: &Metadata, root: &str) -> Context {
        let tool = &metadata.tool_info;
        let arguments = tool.arguments.iter().map(String::as_str);
        let config: Vec<&str> = std::iter::once(tool.name.as_str()).chain(arguments).collect();
        Context {
            name: short(&tool.name),
            language: language_of(&tool.name).unwrap_or_default().to_owned(),
            root: root.to_owned(),
            // As JSON, so that `a b` is not `a` and `b`.
            config_hash: sha1(&[&serde_json::json!(config).to_string()]),
            tool_version: short(&tool.version),
        }
    }

    /// The row of this context, made where there is none.
    pub(super) fn find_or_make(&self, transaction: &Transaction<'_>, now: f64) -> Asked<i64> {
        let identity = params![self.language, self.root, self.config_hash, self.tool_version, self.name, now];
        let known: Option<i64> = transaction
            .prepare_cached(
                "SELECT id FROM contexts \
                 WHERE language = ?1 AND root = ?2 AND config_hash = ?3 AND tool_version = ?4",
            )?
            .query_row(params![self.language, self.root, self.config_hash, self.tool_version], |row| row.get(0))
            .optional()?;
        if let Some(id) = known {
            return Ok(id);
        }
        transaction.execute(
            "INSERT INTO contexts (language, root, config_hash, tool_version, name, refreshed_at) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            identity,
        )?;
        Ok(transaction.last_insert_rowid())
    }

    /// The contexts whose facts this one replaces: other versions of the same tool.
    pub(super) fn replaced(transaction: &Transaction<'_>, id: i64) -> Asked<Vec<i64>> {
        let mut statement = transaction.prepare_cached(
            "SELECT other.id FROM contexts AS own JOIN contexts AS other ON other.id <> own.id \
             AND other.name IS own.name AND other.language IS own.language AND other.root = own.root \
             AND other.config_hash IS own.config_hash WHERE own.id = ?1 ORDER BY other.id",
        )?;
        let ids = statement.query_map([id], |row| row.get(0))?;
        Ok(ids.collect::<rusqlite::Result<_>>()?)
    }
}

/// The language of an indexer, by the tool's name.
fn language_of(tool: &str) -> Option<&'static str> {
    match tool {
        "rust-analyzer" => Some("rust"),
        "scip-clang" => Some("cpp"),
        "scip-dotnet" => Some("csharp"),
        _ => Language::by_name(tool.strip_prefix("scip-")?).map(Language::name),
    }
}

fn short(text: &str) -> String {
    text.chars().take(MAX_NAME).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(tool: &str, version: &str, arguments: &[&str]) -> Context {
        let mut metadata = Metadata::new();
        let info = metadata.tool_info.mut_or_insert_default();
        (info.name, info.version) = (tool.to_owned(), version.to_owned());
        info.arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        Context::new(&metadata, "web")
    }

    #[test]
    fn the_tool_tells_the_language_and_its_arguments_the_configuration() {
        assert_eq!(context("scip-python", "1", &[]).language, "python");
        assert_eq!(context("rust-analyzer", "1", &[]).language, "rust");
        assert_eq!(context("someone", "1", &[]).language, "");
        let configs = [&["a", "b"][..], &["a b"], &["a"], &[]].map(|it| context("scip-python", "1", it).config_hash);
        for (index, config) in configs.iter().enumerate() {
            assert!(!configs[..index].contains(config));
        }
        assert_eq!(context(&"x".repeat(5000), "1", &[]).name.len(), MAX_NAME);
    }
}
