//! `codesub index build`.

use super::{Session, Streams};
use crate::cli::IndexBuild;
use crate::error::{Error, ExitStatus, Result};

pub fn run(_args: &IndexBuild, _session: &Session, _streams: &mut Streams<'_>) -> Result<ExitStatus> {
    Err(Error::internal("not built yet"))
}
