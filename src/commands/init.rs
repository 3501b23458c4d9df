//! `codesub init`: start a list.

use crate::cli::Init;
use crate::config::files::Files;
use crate::error::{Error, ExitStatus, Result};
use crate::git::Repository;

use super::{Session, Streams};

pub fn run(_args: &Init, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let files = session.files(&repository)?;
    let text = empty_list(&repository)?;
    let name = file_name(&files);
    files.update(&repository.state_directory(), |pair| {
        if pair.text.is_some() {
            return Err(
                Error::usage(format!("{name} is there already")).hint("`codesub add path/to/file.py::name` adds to it")
            );
        }
        pair.text = Some(text);
        Ok(())
    })?;
    session.tell(streams, format_args!("Wrote {name}. Next: codesub add path/to/file.py::name"));
    Ok(ExitStatus::Clean)
}

/// The text of a list without subscriptions.
pub fn empty_list(repository: &Repository) -> Result<String> {
    // Not the upstream of whatever branch happens to be checked out: a baseline is for everybody.
    let baseline = match repository.remote_head()? {
        Some(name) => format!("baseline: {name}              # what a scan compares with\n"),
        None => {
            "# baseline: origin/main         # what a scan compares with; by default the upstream branch\n".to_owned()
        }
    };
    Ok(format!(
        "# The code this team depends on; `codesub scan` tells when it changes, moves or disappears.\n\
         # Add to it with `codesub add path/to/file.py::Class.method`, or by hand.\n\
         version: 1\n\
         {baseline}\
         subscriptions: []\n"
    ))
}

/// Adds the empty list to a repository that has none yet; says so.
pub fn start_list(files: &Files, repository: &Repository, text: &mut Option<String>) -> Result<Option<String>> {
    if text.is_some() {
        return Ok(None);
    }
    *text = Some(empty_list(repository)?);
    Ok(Some(file_name(files)))
}

fn file_name(files: &Files) -> String {
    files.config.file_name().unwrap_or(files.config.as_os_str()).to_string_lossy().into_owned()
}
