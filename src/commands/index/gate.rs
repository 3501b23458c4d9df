//! `codesub index gate`.

use super::{Session, Streams};
use crate::cli::IndexGate;
use crate::error::{Error, ExitStatus, Result};

pub fn run(_args: &IndexGate, _session: &Session, _streams: &mut Streams<'_>) -> Result<ExitStatus> {
    Err(Error::internal("not built yet"))
}
