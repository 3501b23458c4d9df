//! `codesub index import-scip`: what a SCIP indexer found out becomes facts of the index (SPEC 12.2).

use serde::Serialize;

use super::{Session, Streams, written};
use crate::cli::{DataFormat, IndexImportScip};
use crate::error::{ExitStatus, Result};
use crate::index::scip::{self, Context, Imported, Skipped};
use crate::output::escape::Untrusted;
use crate::output::json;
use crate::output::line::Line;
use crate::output::style::Palette;
use crate::output::table::Table;

/// How many documents of another version are named to people.
const NAMED: usize = 5;

/// What an import came to; the keys are part of the format.
#[derive(Serialize)]
struct Shown<'a> {
    schema: &'static str,
    context: ShownTool<'a>,
    documents: usize,
    symbols: usize,
    occurrences: usize,
    dependencies: usize,
    ambiguous: usize,
    ahead_of_index: usize,
    mismatched: &'a [String],
    /// How many documents were passed over, by reason.
    skipped: Skipped,
    skipped_occurrences: usize,
    ran_in: Option<&'a str>,
}

/// The context that was written to, and the tool that it is of.
#[derive(Serialize)]
struct ShownTool<'a> {
    /// `null` where nothing was imported.
    id: Option<i64>,
    name: &'a str,
    language: &'a str,
    root: &'a str,
    config_hash: &'a str,
    tool_version: &'a str,
}

pub fn run(args: &IndexImportScip, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let imported = scip::import(&repository, &session.directory.join(&args.file), &args.root)?;
    if args.format.get() == DataFormat::Json {
        written(json::write_value(&shown(&imported), streams.out))?;
    } else {
        print(&imported, session, streams)?;
    }
    advise(&imported, session, streams);
    // Nothing came of it, which must not look like success to a script.
    Ok(if imported.documents == 0 { ExitStatus::Undecided } else { ExitStatus::Clean })
}

fn shown(imported: &Imported) -> Shown<'_> {
    let Context { name, language, root, config_hash, tool_version } = &imported.context;
    Shown {
        schema: "codesub.index-import-scip/v1",
        context: ShownTool { id: imported.context_id, name, language, root, config_hash, tool_version },
        documents: imported.documents,
        symbols: imported.symbols,
        occurrences: imported.occurrences,
        dependencies: imported.edges,
        ambiguous: imported.ambiguous,
        ahead_of_index: imported.ahead_of_index,
        mismatched: &imported.mismatched,
        skipped: imported.skipped,
        skipped_occurrences: imported.skipped_occurrences,
        ran_in: imported.ran_in.as_deref(),
    }
}

fn print(imported: &Imported, session: &Session, streams: &mut Streams<'_>) -> Result<()> {
    let palette = Palette::new(session.look.color);
    let context = &imported.context;
    let mut table = Table::new();
    let mut text = |name: &'static str, value: &str| {
        table.fact(&palette, name, value);
    };
    text("tool", format!("{} {}", context.name, context.tool_version).trim());
    text("language", &context.language);
    text("root", if context.root.is_empty() { "." } else { &context.root });
    let mut number = |name: &'static str, value: usize, always: bool| {
        if always || value > 0 {
            let value = Line::new().number(palette.plain, value as u64);
            table.row([Line::new().word(palette.dim, name), value]);
        }
    };
    number("documents", imported.documents, true);
    number("symbols", imported.symbols, true);
    number("occurrences", imported.occurrences, true);
    number("dependencies", imported.edges, true);
    number("ambiguous", imported.ambiguous, false);
    number("mismatched", imported.mismatched.len(), false);
    number("skipped", imported.skipped.total(), false);
    number("skipped occurrences", imported.skipped_occurrences, false);
    written(table.write(0, session.look.columns(), streams.out))
}

/// What to do about what was not imported.
fn advise(imported: &Imported, session: &Session, streams: &mut Streams<'_>) {
    let mismatched = imported.mismatched.len();
    if mismatched > 0 {
        let shown: Vec<String> =
            imported.mismatched.iter().take(NAMED).map(|path| Untrusted(path).terminal()).collect();
        let more = if mismatched > NAMED { format!(" and {} more", mismatched - NAMED) } else { String::new() };
        session.tell(streams, format_args!("Other versions of these files were indexed: {}{more}.", shown.join(", ")));
        session.tell(streams, format_args!("Next: run the indexer on the files as they are, then import again."));
    }
    let skipped = &imported.skipped;
    if imported.documents == 0 && mismatched == 0 && skipped.total() == 0 {
        session.tell(streams, format_args!("The indexer found no files. Next: check where and on what it was run."));
    }
    if skipped.not_in_worktree > 0 || skipped.invalid_path > 0 {
        match &imported.ran_in {
            Some(folder) if imported.documents == 0 => {
                let folder = if folder.is_empty() { "." } else { folder };
                session.tell(
                    streams,
                    format_args!(
                        "The indexer was run in another folder. Next: import with `--root {}`.",
                        Untrusted(folder).shell_argument()
                    ),
                );
            }
            _ => session.tell(
                streams,
                format_args!(
                    "{} documents are no files of this repository. If the indexer was run in a folder below its root, \
                     name it with `--root`.",
                    skipped.not_in_worktree + skipped.invalid_path
                ),
            ),
        }
    }
    if imported.ahead_of_index > 0 || skipped.not_in_index > 0 {
        session.tell(
            streams,
            format_args!(
                "{} documents differ from the commit that was indexed; they count as dirty or are left out. \
                 Next: commit, `codesub index refresh`, and import again if any were left out.",
                imported.ahead_of_index + skipped.not_in_index
            ),
        );
    }
}
