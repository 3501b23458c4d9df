//! `codesub index status`: what the index holds and how current it is.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Session, Streams, written};
use crate::cli::{DataFormat, IndexStatus};
use crate::error::{Error, ExitStatus, Result};
use crate::index::Index;
use crate::index::state::{Context, Counts, count_states};
use crate::output::escape::Untrusted;
use crate::output::json;
use crate::output::line::Line;
use crate::output::style::Palette;
use crate::output::table::Table;

#[derive(Serialize)]
struct Shown<'a> {
    schema: &'static str,
    commit: Option<&'a str>,
    tree: Option<&'a str>,
    build: Option<i64>,
    /// Whether it is of the commit that is checked out.
    current: bool,
    head: Option<&'a str>,
    files: Vec<Files<'a>>,
    symbols: u32,
    references: u32,
    dependencies: u32,
    contents: u32,
    bytes: u64,
    skipped: Vec<Skipped<'a>>,
    contexts: Vec<States<'a>>,
}

/// How many files of a semantic context are in which state (SPEC 12.3).
#[derive(Serialize)]
struct States<'a> {
    id: i64,
    name: Option<&'a str>,
    language: Option<&'a str>,
    root: &'a str,
    files: BTreeMap<&'static str, u32>,
    ambiguous: u32,
}

#[derive(Serialize)]
struct Files<'a> {
    language: Option<&'a str>,
    files: u32,
}

#[derive(Serialize)]
struct Skipped<'a> {
    path: &'a str,
    reason: &'a str,
}

pub fn run(args: &IndexStatus, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let index = Index::required(&repository)?;
    let status = index.status()?.ok_or_else(|| {
        Error::usage("nothing was indexed in this worktree yet").hint("make its index: `codesub index build`")
    })?;
    let head = repository.head()?.and_then(|head| head.commit());
    let counted = count_states(&repository, Index::required(&repository)?)?;
    let shown = Shown {
        schema: "codesub.index-status/v1",
        commit: status.commit.as_deref(),
        tree: status.tree.as_deref(),
        build: status.build,
        current: status.is_current_engine && status.commit == head,
        head: head.as_deref(),
        files: status
            .files
            .iter()
            .map(|(language, files)| Files {
                language: Some(language.as_str()).filter(|it| !it.is_empty()),
                files: *files,
            })
            .collect(),
        symbols: status.symbols,
        references: status.references,
        dependencies: status.dependencies,
        contents: status.contents,
        bytes: index.size(),
        skipped: status.skipped.iter().map(|(path, reason)| Skipped { path, reason }).collect(),
        contexts: counted.iter().map(states).collect(),
    };
    if args.format.get() == DataFormat::Json {
        written(json::write_value(&shown, streams.out))?;
        return Ok(ExitStatus::Clean);
    }
    print(&shown, session, streams)?;
    if !shown.current {
        let why = if status.is_current_engine { "HEAD has moved" } else { "codesub was updated" };
        session.tell(streams, format_args!("{why} since. Next: codesub index refresh"));
    }
    Ok(ExitStatus::Clean)
}

fn print(shown: &Shown<'_>, session: &Session, streams: &mut Streams<'_>) -> Result<()> {
    let palette = Palette::new(session.look.color);
    let mut table = Table::new();
    let mut row = |name: &'static str, value: &str| {
        table.row([Line::new().word(palette.dim, name), Line::new().show(palette.plain, Untrusted(value))]);
    };
    row("commit", shown.commit.unwrap_or("-"));
    row("build", &shown.build.map_or_else(|| "-".to_owned(), |build| format!("build:{build}")));
    let files: u32 = shown.files.iter().map(|files| files.files).sum();
    let mut known: Vec<&Files> = shown.files.iter().filter(|files| files.language.is_some()).collect();
    known.sort_by_key(|files| (std::cmp::Reverse(files.files), files.language));
    let languages: Vec<String> =
        known.iter().map(|files| format!("{} {}", files.files, files.language.unwrap_or_default())).collect();
    match languages.is_empty() {
        true => row("files", &files.to_string()),
        false => row("files", &format!("{files} ({})", languages.join(", "))),
    }
    row("symbols", &shown.symbols.to_string());
    row("references", &shown.references.to_string());
    row("dependencies", &shown.dependencies.to_string());
    row("kept contents", &shown.contents.to_string());
    row("size", &format!("{:.1} MB", shown.bytes as f64 / 1e6));
    for context in &shown.contexts {
        let counts: Vec<String> = context.files.iter().map(|(state, files)| format!("{files} {state}")).collect();
        let ambiguous =
            if context.ambiguous > 0 { format!("; {} ambiguous", context.ambiguous) } else { String::new() };
        row("semantic facts", &format!("{}: {}{ambiguous}", context.name.unwrap_or("-"), counts.join(", ")));
    }
    row("not examined", &shown.skipped.len().to_string());
    if session.look.verbose {
        for skipped in &shown.skipped {
            row("", &format!("{}: {}", skipped.path, skipped.reason));
        }
    }
    written(table.write(0, session.look.columns(), streams.out))
}

fn states<'a>((context, counts): &'a (Context, Counts)) -> States<'a> {
    States {
        id: context.id,
        name: context.name.as_deref(),
        language: context.language.as_deref(),
        root: &context.root,
        files: counts.freshness.iter().map(|(freshness, files)| (freshness.as_str(), *files)).collect(),
        ambiguous: counts.ambiguous,
    }
}
