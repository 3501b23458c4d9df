//! `codesub hook run pre-push`: check what is about to be pushed.

use crate::commands::{Session, Streams};
use crate::error::{ExitStatus, Result};

pub fn run(_: &[String], _: &Session, _: &mut Streams<'_>) -> Result<ExitStatus> {
    Ok(ExitStatus::Clean)
}
