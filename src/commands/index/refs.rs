//! `codesub index refs`: what refers to a construct, and how sure that is (SPEC 12.5).

use std::collections::BTreeSet;

use serde::Serialize;

use super::symbol::{Match, not_found, said};
use super::{Asked, Session, Streams, ask, written};
use crate::cli::{DataFormat, IndexRefs};
use crate::error::{Error, ExitStatus, Result};
use crate::index::IndexedTree;
use crate::index::refs::find::{Found, find};
use crate::index::refs::{Certainty, Counts, Reference, References, Stored, references, semantic};
use crate::index::scip::definitions_by_scip_id;
use crate::output::escape::Untrusted;
use crate::output::json;
use crate::output::line::Line;
use crate::output::style::Palette;
use crate::output::table::Table;
use crate::syntax::qualname::constructed;

/// How many constructs an error lists that a name may mean.
const MAX_LISTED: usize = 8;

/// The answer; the keys are part of the format.
#[derive(Serialize)]
struct Shown<'a> {
    schema: &'static str,
    commit: Option<&'a str>,
    current: bool,
    /// The construct; `null` for an id that is not that of exactly one.
    symbol: Option<Match<'a>>,
    symbol_id: String,
    counts: Counts,
    files: usize,
    references: Vec<ShownReference<'a>>,
    /// How many are counted but not listed: of those of which only the name is known.
    more: usize,
}

#[derive(Serialize)]
struct ShownReference<'a> {
    path: &'a str,
    line: u32,
    start_column: u32,
    end_column: u32,
    role: &'static str,
    within: Option<&'a str>,
    certainty: Certainty,
}

pub fn run(args: &IndexRefs, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let Asked { index, tree, is_current } = ask(session, streams)?;
    let (connection, state) = (index.store.connection(), tree.state);
    let mut found = find(connection, state, &args.symbol, None)?;
    // The name of a type is that of its constructors too, and means the type.
    let kinds: BTreeSet<(String, String)> = found.iter().map(|it| (it.path.clone(), it.qualname.clone())).collect();
    found.retain(|it| {
        let kind = constructed(&it.qualname).map(|kind| (it.path.clone(), kind.to_owned()));
        kind.is_none_or(|kind| !kinds.contains(&kind))
    });
    let (found, references) = match found.as_slice() {
        [found] => {
            let references = references(connection, state, &found.path, &found.qualname)?;
            (Some(found), references.ok_or_else(|| not_found(&index, &args.symbol))?)
        }
        // An indexer's id is exact, though it may be that of several overloads, or of no construct at all.
        _ if args.symbol.starts_with("scip:") => {
            let stored = Stored::new(connection, state);
            let list = semantic::known_as(&stored, &BTreeSet::from([args.symbol.clone()]))?;
            stored.check()?;
            if list.is_empty() && definitions_by_scip_id(connection, state, &args.symbol)?.is_empty() {
                return Err(not_found(&index, &args.symbol));
            }
            (None, References::new(list))
        }
        [] => return Err(not_found(&index, &args.symbol)),
        several => return Err(ambiguous(&args.symbol, several)),
    };
    if args.format.get() == DataFormat::Json {
        let shown = shown(&args.symbol, found, &references, (&tree, is_current));
        written(json::write_value(&shown, streams.out))?;
    } else {
        print(&args.symbol, found, &references, session, streams)?;
    }
    Ok(ExitStatus::Clean)
}

/// A name that several constructs have is not guessed at.
fn ambiguous(text: &str, found: &[Found]) -> Error {
    let targets: Vec<String> = found.iter().map(|found| Untrusted(&found.target().to_string()).terminal()).collect();
    let listed = targets[..targets.len().min(MAX_LISTED)].join(", ");
    let more = match targets.len().saturating_sub(MAX_LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Error::usage(format!("`{}` may mean {} constructs", Untrusted(text).terminal(), found.len()))
        .hint(format!("say which: {listed}{more}"))
}

fn shown<'a>(
    text: &str,
    found: Option<&'a Found>,
    references: &'a References,
    (tree, is_current): (&'a IndexedTree, bool),
) -> Shown<'a> {
    let list = references.list.iter().map(|reference| ShownReference {
        path: &reference.path,
        line: reference.line,
        start_column: reference.start_column,
        end_column: reference.end_column,
        role: reference.role,
        within: reference.within.as_deref(),
        certainty: reference.certainty,
    });
    Shown {
        schema: "codesub.index-refs/v1",
        commit: tree.commit.as_deref(),
        current: is_current,
        symbol: found.map(|found| Match::new(found, references.counts)),
        symbol_id: found.map_or_else(|| text.to_owned(), Found::symbol_id),
        counts: references.counts,
        files: references.files,
        references: list.collect(),
        more: references.counts.all() - references.list.len(),
    }
}

fn print(
    text: &str,
    found: Option<&Found>,
    references: &References,
    session: &Session,
    streams: &mut Streams<'_>,
) -> Result<()> {
    let palette = Palette::new(session.look.color);
    let name = found.map_or_else(|| text.to_owned(), |found| found.target().to_string());
    let files = i128::try_from(references.files).unwrap_or(i128::MAX);
    let heading = Line::new()
        .show(palette.strong, Untrusted(&name))
        .word(palette.plain, ": ")
        .show(palette.plain, Untrusted(&said(references.counts)))
        .word(palette.plain, " in ")
        .number(palette.plain, files)
        .word(palette.plain, if files == 1 { " file" } else { " files" });
    written(heading.write(session.look.columns(), 2, streams.out))?;
    let mut table = Table::new();
    for reference in &references.list {
        table.row(row(reference, &palette));
    }
    written(table.write(2, session.look.columns(), streams.out))?;
    let more = references.counts.all() - references.list.len();
    if more > 0 {
        session.tell(streams, format_args!("{more} more of which only the name is known."));
    }
    Ok(())
}

fn row(reference: &Reference, palette: &Palette) -> [Line; 4] {
    let style = match reference.certainty {
        Certainty::Semantic | Certainty::Resolved => palette.good,
        Certainty::NameOnly => palette.dim,
    };
    let place = format!("{}:{}", reference.path, reference.line);
    let within = match &reference.within {
        Some(within) => Line::new().word(palette.dim, "in ").show(palette.plain, Untrusted(within)),
        None => Line::new(),
    };
    [
        Line::new().word(style, reference.certainty.as_str()),
        Line::new().show(palette.place, Untrusted(&place)),
        Line::new().word(palette.plain, reference.role),
        within,
    ]
}
