//! `codesub index status`: what the index holds and how current it is.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Session, ShownContext, Skipped, Streams, outdated, written};
use crate::cli::{DataFormat, IndexStatus};
use crate::error::{ExitStatus, Result};
use crate::index::Index;
use crate::index::state::{Context, Counts, count_states};
use crate::output::json;
use crate::output::style::Palette;
use crate::output::table::Table;

#[derive(Serialize)]
struct Shown<'a> {
    schema: &'static str,
    commit: Option<&'a str>,
    tree: &'a str,
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
    #[serde(flatten)]
    context: ShownContext<'a>,
    files: BTreeMap<&'static str, u32>,
    ambiguous: u32,
}

#[derive(Serialize)]
struct Files<'a> {
    language: Option<&'a str>,
    files: u32,
}

pub fn run(args: &IndexStatus, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let index = Index::required(&repository)?;
    let tree = index.required_tree()?;
    let status = index.status(&tree)?;
    let head = repository.head()?.and_then(|head| head.commit());
    let outdated = outdated(&tree, head.as_deref());
    let counted = count_states(&repository, Index::required(&repository)?)?;
    let shown = Shown {
        schema: "codesub.index-status/v1",
        commit: tree.commit.as_deref(),
        tree: &tree.id,
        build: status.build,
        current: outdated.is_none(),
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
        skipped: status.skipped.iter().map(Skipped::from).collect(),
        contexts: counted.iter().map(states).collect(),
    };
    if args.format.get() == DataFormat::Json {
        written(json::write_value(&shown, streams.out))?;
        return Ok(ExitStatus::Clean);
    }
    print(&shown, session, streams)?;
    if let Some(why) = outdated {
        session.tell(streams, format_args!("{why} since the index was made. Next: codesub index refresh"));
    }
    Ok(ExitStatus::Clean)
}

fn print(shown: &Shown<'_>, session: &Session, streams: &mut Streams<'_>) -> Result<()> {
    let palette = Palette::new(session.look.color);
    let mut table = Table::new();
    let mut row = |name: &'static str, value: &str| {
        table.fact(&palette, name, value);
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
    for states in &shown.contexts {
        let counts: Vec<String> = states.files.iter().map(|(state, files)| format!("{files} {state}")).collect();
        let ambiguous = if states.ambiguous > 0 { format!("; {} ambiguous", states.ambiguous) } else { String::new() };
        row("semantic facts", &format!("{}: {}{ambiguous}", states.context.name.unwrap_or("-"), counts.join(", ")));
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
        context: context.into(),
        files: counts.freshness.iter().map(|(freshness, files)| (freshness.as_str(), *files)).collect(),
        ambiguous: counts.ambiguous,
    }
}
