//! `codesub index search`.

use super::{Session, Streams};
use crate::cli::IndexSearch;
use crate::error::{Error, ExitStatus, Result};

pub fn run(_args: &IndexSearch, _session: &Session, _streams: &mut Streams<'_>) -> Result<ExitStatus> {
    Err(Error::internal("not built yet"))
}
