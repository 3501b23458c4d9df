//! `codesub index build` and what it has in common with `codesub index refresh`: saying what was done.

use serde::Serialize;

use super::{Session, Skipped, Streams, written};
use crate::cli::{DataFormat, IndexBuild};
use crate::error::{ExitStatus, Result};
use crate::index::refresh::{How, Refreshed, refresh};
use crate::output::escape::Untrusted;
use crate::output::json;

/// At most so many files that were not examined are named; `index status` names all.
const SHOWN: usize = 5;

pub fn run(args: &IndexBuild, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let how = if args.from_nothing { How::FromNothing } else { How::Build };
    let repository = session.repository()?;
    let refreshed = refresh(&repository, how, &session.progress, &session.workers(&repository)?)?;
    print(&refreshed, args.format.get(), session, streams)?;
    Ok(ExitStatus::Clean)
}

#[derive(Serialize)]
struct Shown<'a> {
    schema: &'static str,
    build: i64,
    commit: &'a str,
    tree: &'a str,
    files: usize,
    changed: usize,
    removed: usize,
    parsed: usize,
    skipped: Vec<Skipped<'a>>,
}

/// Says what a build or a refresh did.
pub fn print(refreshed: &Refreshed, format: DataFormat, session: &Session, streams: &mut Streams<'_>) -> Result<()> {
    let Refreshed { build, commit, tree, files, changed, removed, parsed, skipped, remade } = refreshed;
    if let Some(trouble) = remade {
        session.tell(streams, format_args!("Made anew, because {}.", Untrusted(&trouble.to_string()).terminal()));
    }
    if format == DataFormat::Json {
        let skipped = skipped.iter().map(Skipped::from).collect();
        let (changed, removed, parsed) = (changed.len(), *removed, *parsed);
        let schema = "codesub.index-build/v1";
        let shown = Shown { schema, build: *build, commit, tree, files: *files, changed, removed, parsed, skipped };
        return written(json::write_value(&shown, streams.out));
    }
    let short = &commit[..commit.len().min(10)];
    let what = match (changed.len(), removed) {
        (0, 0) => "nothing changed".to_owned(),
        (changed, 0) => format!("{changed} changed, {parsed} parsed"),
        (changed, removed) => format!("{changed} changed, {parsed} parsed, {removed} removed"),
    };
    written(writeln!(streams.out, "Indexed {short}: {files} files, {what} (build:{build})."))?;
    for (path, reason) in skipped.iter().take(SHOWN) {
        let (path, reason) = (Untrusted(path).terminal(), Untrusted(reason).terminal());
        session.tell(streams, format_args!("Not examined: {path}: {reason}"));
    }
    if let Some(more) = skipped.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        session.tell(streams, format_args!("{more} more were not examined: `codesub index status --verbose`"));
    }
    Ok(())
}
