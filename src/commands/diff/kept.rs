//! `codesub diff show`, `list` and `prune`: the diffs that are kept.

use serde::Serialize;

use crate::cli::{DataFormat, DiffList, DiffPrune, DiffShow};
use crate::diff;
use crate::diff::registry::{Entry, Policy, Registry};
use crate::error::{ExitStatus, Result};
use crate::output::diff::write_diff;
use crate::output::escape::Untrusted;
use crate::output::json;
use crate::output::line::Line;
use crate::output::style::Palette;
use crate::output::table::Table;

use super::{Session, Streams, written};

pub fn show(args: &DiffShow, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let registry = Registry::new(session.repository()?.state_directory());
    let id = args.id.as_deref().or(args.diff.as_deref()).unwrap_or_default();
    let found = registry.get(id)?;
    written(write_diff(&found, &[None, None], args.format.get(), &session.look, streams.out))?;
    Ok(ExitStatus::Clean)
}

pub fn list(args: &DiffList, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let registry = Registry::new(session.repository()?.state_directory());
    let mut entries = registry.list()?;
    entries.retain(|entry| args.modes.is_empty() || entry.modes.iter().any(|mode| args.modes.contains(mode)));
    if args.format.get() == DataFormat::Json {
        written(json::write_value(&entries, streams.out))?;
        return Ok(ExitStatus::Clean);
    }
    if entries.is_empty() {
        session
            .tell(streams, format_args!("No diffs are kept. Next: codesub diff compute --from VERSION --to VERSION"));
        return Ok(ExitStatus::Clean);
    }
    written(table(&entries, session).write(0, session.look.columns(), streams.out))?;
    Ok(ExitStatus::Clean)
}

/// What was removed; the keys are part of the format.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Removed<'a> {
    dry_run: bool,
    removed: &'a [Entry],
    /// What would have been removed, were it not for a snapshot.
    pinned: &'a [Entry],
    kept: usize,
}

pub fn prune(args: &DiffPrune, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let registry = Registry::new(repository.state_directory());
    let policy = Policy { keep: args.keep, older_than: args.older_than.map(|age| age.0) };
    let pruned = registry.prune(policy, || diff::pinned(&repository), args.dry_run, jiff::Timestamp::now())?;
    if args.format.get() == DataFormat::Json {
        let (removed, pinned, kept) = (&pruned.removed[..], &pruned.pinned[..], pruned.kept);
        written(json::write_value(&Removed { dry_run: args.dry_run, removed, pinned, kept }, streams.out))?;
        return Ok(ExitStatus::Clean);
    }
    if !pruned.removed.is_empty() {
        written(table(&pruned.removed, session).write(0, session.look.columns(), streams.out))?;
    }
    let verb = if args.dry_run { "Would remove" } else { "Removed" };
    let pinned = pruned.pinned.len();
    let stays = pruned.kept + pinned;
    session.tell(
        streams,
        format_args!(
            "{verb} {} of {}; {pinned} pinned by snapshots.",
            pruned.removed.len(),
            pruned.removed.len() + stays
        ),
    );
    Ok(ExitStatus::Clean)
}

fn table(entries: &[Entry], session: &Session) -> Table {
    let palette = Palette::new(session.look.color);
    let mut table = Table::with_heading(["ID", "CREATED", "MODES", "FROM", "TO", "FILES", "CHUNKS"], &palette);
    for entry in entries {
        let modes: Vec<&str> = entry.modes.iter().map(|mode| mode.as_str()).collect();
        table.row([
            Line::new().show(palette.strong, Untrusted(&entry.diff_id)),
            Line::new().show(palette.dim, Untrusted(&entry.created_at)),
            Line::new().show(palette.plain, Untrusted(&modes.join(","))),
            Line::new().show(palette.place, Untrusted(&entry.from)),
            Line::new().show(palette.place, Untrusted(&entry.to)),
            Line::new().number(palette.plain, entry.summary.files_changed as i128),
            Line::new().number(palette.plain, entry.summary.chunks_changed as i128),
        ]);
    }
    table
}
