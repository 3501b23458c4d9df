//! `codesub remove`: take subscriptions off the list.

use crate::cli::Remove;
use crate::config::{Config, edit};
use crate::error::{ExitStatus, Result};
use crate::scan::no_list;

use super::{Session, Streams, unknown_id};

pub fn run(args: &Remove, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let files = session.files(&repository)?;
    files.update(&repository.state_directory(), |pair| {
        let mut text = pair.text.clone().ok_or_else(|| no_list(&files, &repository))?;
        let config = Config::parse(text.as_bytes(), "codesub.yaml")?;
        let mut ids: Vec<&String> = args.ids.iter().collect();
        ids.sort_unstable();
        ids.dedup();
        for id in ids {
            config.subscription(id).ok_or_else(|| unknown_id(&config, id))?;
            text = edit::remove(&text, id)?;
            pair.lock.subscriptions.remove(id);
        }
        pair.text = Some(text);
        Ok(())
    })?;
    session.tell(streams, format_args!("Removed {}.", args.ids.join(", ")));
    Ok(ExitStatus::Clean)
}
