//! `codesub index import-scip`.

use super::{Session, Streams};
use crate::cli::IndexImportScip;
use crate::error::{Error, ExitStatus, Result};

pub fn run(_args: &IndexImportScip, _session: &Session, _streams: &mut Streams<'_>) -> Result<ExitStatus> {
    Err(Error::internal("not built yet"))
}
