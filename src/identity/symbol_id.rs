//! `symbolId`: the best name for a symbol that anybody can give (seed 004 §5.5).
//!
//! An indexer that resolved the code knows symbols by names that hold across files and repositories. Where there is
//! none, a heuristic name stands in, and says so in its prefix:
//!
//! | prefix | given by | taken when |
//! |---|---|---|
//! | `scip:` | a SCIP index | the symbol is global; `local 4` names something else in every file |
//! | `lsif:` | an LSIF index | always |
//! | `lsp:` | a language server | the language's servers document that it is stable, see [`ToolSymbol::is_stable`] |
//! | `heur:sid:v1:…` | codesub, the `scopedId` | no tool gave one |
//! | `heur:chunkUid:cu:v1:…` | codesub, the `chunkUid` | there is not even a name |
//!
//! Heuristic names carry the version of their algorithm, so that those of two versions never meet by accident.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::chunk_uid::ChunkUid;
use super::hash::is_hex;
use super::reference::{Confidence, Evidence, Scheme};

/// What a `scopedId` starts with.
pub(super) const SCOPED_PREFIX: &str = "sid:v1:sha1:";

/// A symbol's preferred identity, by where it comes from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum SymbolId {
    /// A global SCIP symbol, e.g. `scip-python python shop 1.0 pricing/net().`
    Scip(String),
    Lsif(String),
    Lsp(String),
    /// The `scopedId`, with its own prefix.
    Scoped(String),
    Chunk(ChunkUid),
}

/// What a tool calls a symbol, before anybody decided whether to use it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToolSymbol {
    Scip(String),
    Lsif(String),
    Lsp(String),
}

/// What a text that is no `symbolId` is told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no symbolId: {problem}")]
pub struct NoSymbolId {
    text: String,
    problem: &'static str,
}

/// Languages whose servers document that the ids they give out are stable. None does so far.
const STABLE_LSP: &[&str] = &[];

impl ToolSymbol {
    /// Whether it means the same symbol in every file and on every run.
    pub fn is_stable(&self, language: &str) -> bool {
        match self {
            ToolSymbol::Scip(symbol) => !symbol.is_empty() && !is_local(symbol),
            ToolSymbol::Lsif(symbol) => !symbol.is_empty(),
            ToolSymbol::Lsp(symbol) => !symbol.is_empty() && STABLE_LSP.contains(&language),
        }
    }
}

impl SymbolId {
    /// The fallback policy: what a tool says if it can be relied upon, else the `scopedId`, else the chunk.
    pub fn choose(language: &str, tool: Option<ToolSymbol>, scoped_id: Option<&str>, chunk_uid: &ChunkUid) -> Self {
        match (tool.filter(|symbol| symbol.is_stable(language)), scoped_id) {
            (Some(ToolSymbol::Scip(symbol)), _) => SymbolId::Scip(symbol),
            (Some(ToolSymbol::Lsif(symbol)), _) => SymbolId::Lsif(symbol),
            (Some(ToolSymbol::Lsp(symbol)), _) => SymbolId::Lsp(symbol),
            (None, Some(scoped_id)) => SymbolId::Scoped(scoped_id.to_owned()),
            (None, None) => SymbolId::Chunk(chunk_uid.clone()),
        }
    }

    /// Whether a tool resolved it, so that it may be compared with what other tools say (seed 004 §7).
    pub fn is_semantic(&self) -> bool {
        matches!(self, SymbolId::Scip(_) | SymbolId::Lsif(_) | SymbolId::Lsp(_))
    }

    /// What it proves.
    pub fn evidence(&self) -> Evidence {
        let (scheme, confidence) = match self {
            SymbolId::Scip(_) => (Scheme::Scip, Confidence::High),
            SymbolId::Lsif(_) => (Scheme::Lsif, Confidence::High),
            SymbolId::Lsp(_) => (Scheme::Lsp, Confidence::High),
            // A name in a tree that parsed is good evidence; only an indexer resolves it for certain.
            SymbolId::Scoped(_) => (Scheme::HeuristicV1, Confidence::Medium),
            SymbolId::Chunk(_) => (Scheme::ChunkUid, Confidence::Low),
        };
        Evidence { scheme, confidence, notes: None }
    }
}

impl FromStr for SymbolId {
    type Err = NoSymbolId;

    fn from_str(text: &str) -> Result<Self, NoSymbolId> {
        let refuse = |problem| Err(NoSymbolId { text: text.to_owned(), problem });
        let Some((prefix, rest)) = text.split_once(':').filter(|(_, rest)| !rest.is_empty()) else {
            return refuse("it has no prefix, or nothing behind it");
        };
        match prefix {
            "scip" if is_local(rest) => refuse("a local symbol means something else in every file"),
            "scip" => Ok(SymbolId::Scip(rest.to_owned())),
            "lsif" => Ok(SymbolId::Lsif(rest.to_owned())),
            "lsp" => Ok(SymbolId::Lsp(rest.to_owned())),
            "heur" if rest.strip_prefix(SCOPED_PREFIX).is_some_and(|hash| is_hex(hash, 40)) => {
                Ok(SymbolId::Scoped(rest.to_owned()))
            }
            "heur" => match rest.strip_prefix("chunkUid:").map(str::parse) {
                Some(Ok(uid)) => Ok(SymbolId::Chunk(uid)),
                _ => refuse("behind `heur:` stands a scopedId, or `chunkUid:` and one"),
            },
            _ => refuse("the prefixes are `scip:`, `lsif:`, `lsp:` and `heur:`"),
        }
    }
}

/// SCIP: `local <id>` is a symbol of one document.
fn is_local(symbol: &str) -> bool {
    symbol.starts_with("local ")
}

impl fmt::Display for SymbolId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SymbolId::Scip(symbol) => write!(f, "scip:{symbol}"),
            SymbolId::Lsif(symbol) => write!(f, "lsif:{symbol}"),
            SymbolId::Lsp(symbol) => write!(f, "lsp:{symbol}"),
            SymbolId::Scoped(scoped_id) => write!(f, "heur:{scoped_id}"),
            SymbolId::Chunk(uid) => write!(f, "heur:chunkUid:{uid}"),
        }
    }
}

impl TryFrom<String> for SymbolId {
    type Error = NoSymbolId;

    fn try_from(text: String) -> Result<Self, NoSymbolId> {
        text.parse()
    }
}

impl From<SymbolId> for String {
    fn from(id: SymbolId) -> String {
        id.to_string()
    }
}

impl schemars::JsonSchema for SymbolId {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SymbolId".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "pattern": "^((scip|lsif|lsp):.+|heur:(sid:v1:sha1:[0-9a-f]{40}|chunkUid:cu:v1:xxh64:[0-9a-f]{16}(:c[1-9][0-9]*)?))$"
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCOPED: &str = "sid:v1:sha1:a9993e364706816aba3e25717850c26c9cd0d89d";

    fn uid() -> ChunkUid {
        "cu:v1:xxh64:0123456789abcdef:c1".parse().unwrap()
    }

    #[test]
    fn each_prefix_is_read_and_written() {
        for (text, id, scheme) in [
            (
                "scip:scip-python python a 1 b/c().",
                SymbolId::Scip("scip-python python a 1 b/c().".into()),
                Scheme::Scip,
            ),
            ("lsif:npm:a:b", SymbolId::Lsif("npm:a:b".into()), Scheme::Lsif),
            ("lsp:x", SymbolId::Lsp("x".into()), Scheme::Lsp),
            (&format!("heur:{SCOPED}"), SymbolId::Scoped(SCOPED.into()), Scheme::HeuristicV1),
            ("heur:chunkUid:cu:v1:xxh64:0123456789abcdef:c1", SymbolId::Chunk(uid()), Scheme::ChunkUid),
        ] {
            assert_eq!(text.parse::<SymbolId>().as_ref(), Ok(&id));
            assert_eq!(id.to_string(), text);
            assert_eq!(id.evidence().scheme, scheme);
            assert_eq!(id.is_semantic(), !text.starts_with("heur:"));
        }
        for text in
            ["", "scip:", "scip", "SCIP:a", "foo:a", "heur:a", "heur:sid:v1:sha1:12", "heur:chunkUid:", "scip:local 1"]
        {
            assert!(text.parse::<SymbolId>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_fallback_policy() {
        let choose = |tool, scoped| SymbolId::choose("python", tool, scoped, &uid()).to_string();
        let scip = |symbol: &str| Some(ToolSymbol::Scip(symbol.to_owned()));
        assert_eq!(choose(scip("a b c 1 d."), Some(SCOPED)), "scip:a b c 1 d.");
        assert_eq!(choose(Some(ToolSymbol::Lsif("a".into())), Some(SCOPED)), "lsif:a");
        assert_eq!(choose(None, Some(SCOPED)), format!("heur:{SCOPED}"));
        assert_eq!(choose(None, None), "heur:chunkUid:cu:v1:xxh64:0123456789abcdef:c1");
        // Tools that say nothing that lasts are as good as none.
        assert_eq!(choose(scip("local 7"), Some(SCOPED)), format!("heur:{SCOPED}"));
        assert_eq!(choose(scip(""), Some(SCOPED)), format!("heur:{SCOPED}"));
        assert_eq!(choose(Some(ToolSymbol::Lsp("a".into())), Some(SCOPED)), format!("heur:{SCOPED}"));
    }
}
