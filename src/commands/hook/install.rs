//! `codesub hook install`, `uninstall` and `status`.

use crate::cli::{HookInstall, HookStatus, HookUninstall};
use crate::commands::{Session, Streams};
use crate::error::{Error, ExitStatus, Result};

pub fn install(_: &HookInstall, _: &Session, _: &mut Streams<'_>) -> Result<ExitStatus> {
    Err(Error::internal("not there yet"))
}

pub fn uninstall(_: &HookUninstall, _: &Session, _: &mut Streams<'_>) -> Result<ExitStatus> {
    Err(Error::internal("not there yet"))
}

pub fn status(_: &HookStatus, _: &Session, _: &mut Streams<'_>) -> Result<ExitStatus> {
    Err(Error::internal("not there yet"))
}
