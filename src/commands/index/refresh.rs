//! `codesub index refresh`.

use super::{Session, Streams};
use crate::cli::IndexRefresh;
use crate::error::{Error, ExitStatus, Result};

pub fn run(_args: &IndexRefresh, _session: &Session, _streams: &mut Streams<'_>) -> Result<ExitStatus> {
    Err(Error::internal("not built yet"))
}
