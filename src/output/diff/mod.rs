//! Formats of a semantic diff: for people as text and Markdown, for programs its summary and its events.
//!
//! What is written for programs is what the registry keeps. What is written for people is a [`digest`] of it: line
//! shifts are counted, and members follow their container without a line of their own.

mod digest;
mod markdown;
mod text;
mod what_else;

use std::io::{self, Write};

use serde::Serialize;

use super::Look;
use super::escape::JsonFormatter;
use super::json;
use crate::diff::{Diff, Event};

pub use what_else::what_else;

/// The formats of a diff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum DiffFormat {
    /// For people, by file.
    #[default]
    Text,
    /// The summary as one JSON object.
    Json,
    /// The events, one JSON object a line.
    Jsonl,
    /// For comments and documents.
    Markdown,
}

/// Writes a diff.
pub fn write_diff(diff: &Diff, format: DiffFormat, look: &Look, out: &mut dyn Write) -> io::Result<()> {
    match format {
        DiffFormat::Text => text::write(diff, look, out),
        DiffFormat::Json => json::write_value(&diff.summary, out),
        DiffFormat::Jsonl => write_events(&diff.events, out),
        DiffFormat::Markdown => markdown::write(diff, out),
    }
}

/// Writes events, one a line: the bytes of `events.jsonl`.
pub fn write_events(events: &[Event], out: &mut dyn Write) -> io::Result<()> {
    for event in events {
        event.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, JsonFormatter::compact()))?;
        writeln!(out)?;
    }
    Ok(())
}
