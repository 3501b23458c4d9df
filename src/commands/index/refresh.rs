//! `codesub index refresh`: bring the index to the commit that is checked out.

use super::{Session, Streams, build};
use crate::cli::IndexRefresh;
use crate::error::{ExitStatus, Result};
use crate::index::refresh::{How, refresh};

pub fn run(args: &IndexRefresh, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let refreshed = refresh(&session.repository()?, How::Refresh, &session.progress)?;
    build::print(&refreshed, args.format.get(), session, streams)?;
    Ok(ExitStatus::Clean)
}
