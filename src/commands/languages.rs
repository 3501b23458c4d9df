//! `codesub languages`: what can be read.

use serde::Serialize;

use crate::cli::{DataFormat, Languages};
use crate::error::{ExitStatus, Result};
use crate::output::escape::Untrusted;
use crate::output::json;
use crate::output::line::Line;
use crate::output::style::Palette;
use crate::output::table::Table;
use crate::syntax::{FINGERPRINT_VERSION, Language};

use super::{Session, Streams, written};

#[derive(Serialize)]
struct Row {
    name: &'static str,
    extensions: &'static [&'static str],
    kinds: Vec<&'static str>,
    fingerprint_version: u32,
}

pub fn run(args: &Languages, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let rows: Vec<Row> = Language::all()
        .map(|language| Row {
            name: language.name(),
            extensions: language.extensions(),
            kinds: language.kinds().iter().map(|kind| kind.as_str()).collect(),
            fingerprint_version: FINGERPRINT_VERSION,
        })
        .collect();
    if args.format.get() == DataFormat::Json {
        written(json::write_value(&rows, streams.out))?;
        return Ok(ExitStatus::Clean);
    }
    let palette = Palette::new(session.look.color);
    let mut table = Table::with_heading(["LANGUAGE", "FILES", "CONSTRUCTS"], &palette);
    for row in rows {
        let extensions: Vec<String> = row.extensions.iter().map(|extension| format!(".{extension}")).collect();
        table.row([
            Line::new().word(palette.strong, row.name),
            Line::new().show(palette.plain, Untrusted(&extensions.join(" "))),
            Line::new().show(palette.plain, Untrusted(&row.kinds.join(" "))),
        ]);
    }
    written(table.write(0, session.look.columns(), streams.out))?;
    session.tell(streams, format_args!("Files in other languages can be watched by lines: path:10-20."));
    Ok(ExitStatus::Clean)
}
