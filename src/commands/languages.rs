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
    title: &'static str,
    extensions: &'static [&'static str],
    file_names: &'static [&'static str],
    interpreters: &'static [&'static str],
    kinds: Vec<&'static str>,
    /// Whether names carry parameter types.
    overloads: bool,
    inheritance: &'static str,
    fingerprint_version: u32,
}

impl Row {
    fn new(language: Language) -> Self {
        Row {
            name: language.name(),
            title: language.title(),
            extensions: language.extensions(),
            file_names: language.file_names(),
            interpreters: language.interpreters(),
            kinds: language.kinds().iter().map(|kind| kind.as_str()).collect(),
            overloads: language.has_overloads(),
            inheritance: if language.resolves_bases() { "imports" } else { "file" },
            fingerprint_version: FINGERPRINT_VERSION,
        }
    }

    /// Extensions, names and shebangs by which its files are known.
    fn files(&self) -> String {
        let extensions = self.extensions.iter().map(|extension| format!(".{extension}"));
        let names = self.file_names.iter().map(|name| (*name).to_owned());
        let programs = self.interpreters.iter().map(|program| format!("#!{program}"));
        extensions.chain(names).chain(programs).collect::<Vec<_>>().join(" ")
    }
}

pub fn run(args: &Languages, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let rows: Vec<Row> = Language::all().map(Row::new).collect();
    if args.format.get() == DataFormat::Json {
        written(json::write_value(&rows, streams.out))?;
        return Ok(ExitStatus::Clean);
    }
    let palette = Palette::new(session.look.color);
    let mut table = Table::with_heading(["LANGUAGE", "CONSTRUCTS", "FILES"], &palette);
    for row in rows {
        table.row([
            Line::new().word(palette.strong, row.title),
            Line::new().show(palette.plain, Untrusted(&row.kinds.join(" "))),
            Line::new().show(palette.plain, Untrusted(&row.files())),
        ]);
    }
    written(table.write(0, session.look.columns(), streams.out))?;
    session.tell(streams, format_args!("Files in other languages can be watched by lines: path:10-20."));
    Ok(ExitStatus::Clean)
}
