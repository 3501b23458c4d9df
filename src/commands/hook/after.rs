//! `codesub hook run post-merge` and `post-rewrite`.

use crate::commands::{Session, Streams};
use crate::error::{ExitStatus, Result};

pub fn merge(_: &[String], _: &Session, _: &mut Streams<'_>) -> Result<ExitStatus> {
    Ok(ExitStatus::Clean)
}

pub fn rewrite(_: &[String], _: &Session, _: &mut Streams<'_>) -> Result<ExitStatus> {
    Ok(ExitStatus::Clean)
}
