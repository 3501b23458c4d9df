//! `codesub index map`.

use super::{Session, Streams};
use crate::cli::IndexMap;
use crate::error::{Error, ExitStatus, Result};

pub fn run(_args: &IndexMap, _session: &Session, _streams: &mut Streams<'_>) -> Result<ExitStatus> {
    Err(Error::internal("not built yet"))
}
