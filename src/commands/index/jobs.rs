//! `codesub index jobs`.

use super::{Session, Streams};
use crate::cli::IndexJobs;
use crate::error::{Error, ExitStatus, Result};

pub fn run(_args: &IndexJobs, _session: &Session, _streams: &mut Streams<'_>) -> Result<ExitStatus> {
    Err(Error::internal("not built yet"))
}
