//! `codesub index symbol`: constructs by name, target or id, with their ids and how much refers to them.

use serde::Serialize;

use super::{Asked, Session, Streams, ask, written};
use crate::cli::{DataFormat, IndexSymbol};
use crate::error::{Error, ExitStatus, Result};
use crate::index::Index;
use crate::index::find::find_symbols;
use crate::index::refs::find::{Found, find};
use crate::index::refs::{Counts, counts};
use crate::output::escape::Untrusted;
use crate::output::json;
use crate::output::line::Line;
use crate::output::style::Palette;
use crate::output::table::Table;

/// How many constructs are offered that are called nearly so.
const NEAR: usize = 3;

/// The answer; the keys are part of the format.
#[derive(Serialize)]
struct Shown<'a> {
    schema: &'static str,
    commit: Option<&'a str>,
    current: bool,
    query: &'a str,
    matches: Vec<Match<'a>>,
    /// How many matches were left out.
    more: usize,
}

/// One construct.
#[derive(Serialize)]
pub(super) struct Match<'a> {
    target: String,
    path: &'a str,
    qualname: &'a str,
    name: &'a str,
    kind: &'static str,
    language: &'a str,
    start_line: u32,
    end_line: u32,
    signature: Option<&'a str>,
    symbol_id: String,
    scoped_id: &'a str,
    symbol_key: &'a str,
    entity_key: &'a str,
    references: Counts,
}

impl<'a> Match<'a> {
    pub(super) fn new(found: &'a Found, references: Counts) -> Self {
        Match {
            target: found.target().to_string(),
            path: &found.path,
            qualname: &found.qualname,
            name: &found.name,
            kind: found.kind.as_str(),
            language: &found.language,
            start_line: found.start_line,
            end_line: found.end_line,
            signature: found.signature.as_deref(),
            symbol_id: found.symbol_id(),
            scoped_id: &found.scoped_id,
            symbol_key: &found.symbol_key,
            entity_key: &found.entity_key,
            references,
        }
    }
}

pub fn run(args: &IndexSymbol, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let Asked { index, tree, is_current } = ask(session, streams)?;
    let (connection, state) = (index.store.connection(), tree.state);
    let path = match &args.path {
        Some(path) => Some(session.below_root(&session.repository()?, path).unwrap_or_else(|| path.clone())),
        None => None,
    };
    let mut found = find(connection, state, &args.name, path.as_deref())?;
    if found.is_empty() {
        let asked = path.map_or_else(|| args.name.clone(), |path| format!("{path}::{}", args.name));
        return Err(not_found(&index, &asked));
    }
    let more = found.len().saturating_sub(args.limit);
    found.truncate(args.limit);
    let targets: Vec<(String, String)> =
        found.iter().map(|found| (found.path.clone(), found.qualname.clone())).collect();
    let counts = counts(connection, state, &targets)?;
    if args.format.get() == DataFormat::Json {
        let matches = found.iter().zip(&counts).map(|(found, counts)| Match::new(found, *counts)).collect();
        let (schema, commit) = ("codesub.index-symbol/v1", tree.commit.as_deref());
        let shown = Shown { schema, commit, current: is_current, query: &args.name, matches, more };
        written(json::write_value(&shown, streams.out))?;
        return Ok(ExitStatus::Clean);
    }
    for (at, (found, counts)) in found.iter().zip(counts).enumerate() {
        if at > 0 {
            written(writeln!(streams.out))?;
        }
        print(found, counts, session, streams)?;
    }
    if more > 0 {
        session.tell(streams, format_args!("{more} more. Say which file: --path PATH, or ask for more: --limit N"));
    }
    Ok(ExitStatus::Clean)
}

/// Nothing is called so; something may be called nearly so.
pub(super) fn not_found(index: &Index, text: &str) -> Error {
    let error = Error::usage(format!("the index has no construct `{}`", Untrusted(text).terminal()));
    let name = text.rsplit("::").next().unwrap_or(text);
    // Only a help: what is wrong with the index is told by who cannot do without.
    let near = find_symbols(index, name, NEAR).unwrap_or_default();
    let near: Vec<String> =
        near.iter().map(|it| Untrusted(&format!("{}::{}", it.path, it.qualname)).terminal()).collect();
    match near.is_empty() {
        true => error.hint("look for it: `codesub index search WORD`; after a commit: `codesub index refresh`"),
        false => error.hint(format!("do you mean {}?", near.join(" or "))),
    }
}

fn print(found: &Found, counts: Counts, session: &Session, streams: &mut Streams<'_>) -> Result<()> {
    let palette = Palette::new(session.look.color);
    let target = found.target().to_string();
    let heading = Line::new().show(palette.strong, Untrusted(&target));
    written(heading.write(session.look.columns(), 2, streams.out))?;
    let mut table = Table::new();
    let mut row = |name: &'static str, value: &str| {
        table.fact(&palette, name, value);
    };
    row("kind", found.kind.as_str());
    row("lines", &format!("{}-{}", found.start_line, found.end_line));
    if let Some(signature) = &found.signature {
        row("signature", signature);
    }
    row("references", &said(counts));
    row("symbol id", &found.symbol_id());
    row("symbol key", &found.symbol_key);
    row("entity key", &found.entity_key);
    written(table.write(2, session.look.columns(), streams.out))
}

/// `3 (1 resolved, 2 name-only)`.
pub(super) fn said(counts: Counts) -> String {
    let kinds = [(counts.semantic, "semantic"), (counts.resolved, "resolved"), (counts.name_only, "name-only")];
    let kinds: Vec<String> =
        kinds.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect();
    if kinds.is_empty() { "none".to_owned() } else { format!("{} ({})", counts.all(), kinds.join(", ")) }
}
