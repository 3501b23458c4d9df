//! `codesub index status`.

use super::{Session, Streams};
use crate::cli::IndexStatus;
use crate::error::{Error, ExitStatus, Result};

pub fn run(_args: &IndexStatus, _session: &Session, _streams: &mut Streams<'_>) -> Result<ExitStatus> {
    Err(Error::internal("not built yet"))
}
