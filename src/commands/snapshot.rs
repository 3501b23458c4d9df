//! `codesub snapshot`: versions that stay to be compared with (SPEC 11.1).

use serde::Serialize;

use crate::cli::{DataFormat, Snapshot, SnapshotCommand, SnapshotCreate};
use crate::diff::{IndexRef, snapshots, time};
use crate::error::{ExitStatus, Result};
use crate::git::Pin;
use crate::output::escape::Untrusted;
use crate::output::json;
use crate::output::line::Line;
use crate::output::style::Palette;
use crate::output::table::Table;

use super::{Session, Streams, written};

/// One snapshot; the keys are part of the format.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Shown<'a> {
    snapshot_id: &'a str,
    name: Option<&'a str>,
    created_at: String,
    tree: String,
    commit: Option<&'a str>,
    #[serde(rename = "ref")]
    reference: String,
}

pub fn run(args: &Snapshot, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    match &args.command {
        SnapshotCommand::Create(args) => create(args, session, streams)?,
        SnapshotCommand::List(args) => list(args.format.get(), session, streams)?,
        SnapshotCommand::Show(args) => {
            let pin = snapshots::find(&session.repository()?, &args.id)?;
            print(&pin, args.format.get(), session, streams)?;
        }
        SnapshotCommand::Remove(args) => {
            let pin = snapshots::remove(&session.repository()?, &args.id, jiff::Timestamp::now())?;
            session.tell(streams, format_args!("Removed the snapshot {}.", pin.id));
        }
    }
    Ok(ExitStatus::Clean)
}

fn create(args: &SnapshotCreate, session: &Session, streams: &mut Streams<'_>) -> Result<()> {
    let repository = session.repository()?;
    let version = IndexRef::parse(&args.revision);
    let now = jiff::Timestamp::now();
    let (pin, is_new) = snapshots::create(&repository, args.name.as_deref(), &version, &session.directory, now)?;
    print(&pin, args.format.get(), session, streams)?;
    if !is_new {
        session.tell(streams, format_args!("This snapshot was there already."));
    }
    Ok(())
}

fn list(format: DataFormat, session: &Session, streams: &mut Streams<'_>) -> Result<()> {
    let pins = session.repository()?.pins()?;
    if format == DataFormat::Json {
        return written(json::write_value(&pins.iter().map(shown).collect::<Vec<_>>(), streams.out));
    }
    if pins.is_empty() {
        session.tell(streams, format_args!("No snapshots yet. Next: codesub snapshot create NAME"));
        return Ok(());
    }
    let palette = Palette::new(session.look.color);
    let mut table = Table::with_heading(["ID", "NAME", "CREATED", "TREE"], &palette);
    for pin in &pins {
        table.row([
            Line::new().show(palette.strong, Untrusted(&pin.id)),
            Line::new().show(palette.plain, Untrusted(pin.name.as_deref().unwrap_or_default())),
            Line::new().show(palette.dim, Untrusted(&created(pin))),
            Line::new().show(palette.place, Untrusted(&pin.tree_id())),
        ]);
    }
    written(table.write(0, session.look.columns(), streams.out))
}

fn print(pin: &Pin, format: DataFormat, session: &Session, streams: &mut Streams<'_>) -> Result<()> {
    if format == DataFormat::Json {
        return written(json::write_value(&shown(pin), streams.out));
    }
    let palette = Palette::new(session.look.color);
    let shown = shown(pin);
    let mut table = Table::new();
    let mut row = |name: &'static str, value: &str| {
        table.fact(&palette, name, value);
    };
    row("id", shown.snapshot_id);
    row("name", shown.name.unwrap_or("-"));
    row("created", &shown.created_at);
    row("tree", &shown.tree);
    row("commit", shown.commit.unwrap_or("-"));
    row("ref", &shown.reference);
    written(table.write(0, session.look.columns(), streams.out))
}

fn shown(pin: &Pin) -> Shown<'_> {
    Shown {
        snapshot_id: &pin.id,
        name: pin.name.as_deref(),
        created_at: created(pin),
        tree: pin.tree_id(),
        commit: pin.commit.as_deref(),
        reference: pin.reference(),
    }
}

fn created(pin: &Pin) -> String {
    jiff::Timestamp::from_second(pin.created).map(time).unwrap_or_default()
}
