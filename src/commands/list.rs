//! `codesub list`: the subscriptions.

use crate::cli::{DataFormat, List};
use crate::error::{ExitStatus, Result};
use crate::output::escape::Untrusted;
use crate::output::json::{self, v1};
use crate::output::line::Line;
use crate::output::style::Palette;
use crate::output::table::Table;

use super::{Session, Streams, read_list, written};

pub fn run(args: &List, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let files = session.files(&repository)?;
    let config = read_list(&files, &repository)?;
    if args.format.get() == DataFormat::Json {
        let all: Vec<v1::Subscription> =
            config.subscriptions.iter().map(|subscription| v1::Subscription::from(&**subscription)).collect();
        written(json::write_value(&all, streams.out))?;
        return Ok(ExitStatus::Clean);
    }
    let palette = Palette::new(session.look.color);
    let mut table = Table::with_heading(["ID", "TARGET", "NOTIFY", "LABEL"], &palette);
    for subscription in &config.subscriptions {
        let id = Line::new().show(palette.strong, Untrusted(&subscription.id));
        let id = if subscription.active { id } else { id.word(palette.dim, " (paused)") };
        table.row([
            id,
            Line::new().show(palette.place, Untrusted(&subscription.target.to_string())),
            Line::new().show(palette.plain, Untrusted(&subscription.notify.join(" "))),
            Line::new().show(palette.plain, Untrusted(subscription.label.as_deref().unwrap_or_default())),
        ]);
    }
    if table.is_empty() {
        session.tell(streams, format_args!("No subscriptions yet. Next: codesub add path/to/file.py::name"));
        return Ok(ExitStatus::Clean);
    }
    written(table.write(0, session.look.columns(), streams.out))?;
    Ok(ExitStatus::Clean)
}
