//! JSON: the report for programs, `codesub.scan/v1` (SPEC §7).
//!
//! What is written is a type of its own, [`v1::Report`], frozen but for additions; the report's own types stay free to
//! change. The schema in `docs/schemas/report.schema.json` is generated from it.

pub mod v1;

use std::io::{self, BufWriter, Write};

use serde::Serialize;

use super::Look;
use super::escape::JsonFormatter;
use crate::report::Report;

/// So many bytes are passed on at once.
const PIECE: usize = 16 * 1024;

/// Writes the report as one indented object.
pub fn write(report: &Report, _look: &Look, out: &mut dyn Write) -> io::Result<()> {
    write_value(&v1::Written(report), out)
}

/// Writes any value as commands print theirs: indented, safe to look at on a terminal, with a line end.
pub fn write_value(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    // Every brace and comma is written by itself: into a buffer whose kind is known that is a matter of a few instructions.
    let mut out = BufWriter::with_capacity(PIECE, out);
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut out, JsonFormatter::pretty()))?;
    writeln!(out)?;
    out.flush()
}

/// Writes any value on one line, likewise.
pub fn write_line(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, JsonFormatter::compact()))?;
    writeln!(out)
}

/// The JSON schema of the report.
pub fn report_schema() -> serde_json::Value {
    let mut schema = schemars::schema_for!(v1::Report).to_value();
    // What it is comes first, as a reader expects.
    if let Some(object) = schema.as_object_mut() {
        for key in ["description", "title", "$schema"] {
            if let Some(value) = object.shift_remove(key) {
                object.shift_insert(0, key.to_owned(), value);
            }
        }
    }
    schema
}
