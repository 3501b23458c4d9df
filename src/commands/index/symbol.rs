//! `codesub index symbol`.

use super::{Session, Streams};
use crate::cli::IndexSymbol;
use crate::error::{Error, ExitStatus, Result};

pub fn run(_args: &IndexSymbol, _session: &Session, _streams: &mut Streams<'_>) -> Result<ExitStatus> {
    Err(Error::internal("not built yet"))
}
