//! placeholder
use super::Look;
use crate::report::Report;
use std::io::{self, Write};
pub fn write(_report: &Report, _look: &Look, _out: &mut dyn Write) -> io::Result<()> {
    Ok(())
}
