//! `codesub index refs`.

use super::{Session, Streams};
use crate::cli::IndexRefs;
use crate::error::{Error, ExitStatus, Result};

pub fn run(_args: &IndexRefs, _session: &Session, _streams: &mut Streams<'_>) -> Result<ExitStatus> {
    Err(Error::internal("not built yet"))
}
