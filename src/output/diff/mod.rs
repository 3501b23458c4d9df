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
use super::wording::short_commit;
use crate::diff::registry::Manifest;
use crate::diff::{Diff, Event, Inputs, Summary};

pub use what_else::{WhatElse, what_else};

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

/// What the registry keeps of diffs, as one schema: each file has its own part.
#[derive(schemars::JsonSchema)]
#[schemars(title = "Files of codesub's semantic diffs", rename_all = "camelCase")]
struct Kept {
    /// `inputs.json`.
    #[expect(dead_code, reason = "only its schema is used")]
    inputs: Inputs,
    /// `summary.json`.
    #[expect(dead_code, reason = "only its schema is used")]
    summary: Summary,
    /// One line of `events.jsonl`.
    #[expect(dead_code, reason = "only its schema is used")]
    event: Event,
    /// `manifest.json`.
    #[expect(dead_code, reason = "only its schema is used")]
    manifest: Manifest,
}

/// The JSON schema of what is kept.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Kept).to_value()
}

/// What the two sides of a diff are called, where a commit was named; a diff that is kept knows its trees only.
pub type Called = [Option<String>; 2];

/// A commit as `git log` knows it, with the name that it was asked for by.
pub fn called(commit: &str, name: &str) -> String {
    let short = short_commit(commit);
    if commit.starts_with(name) { short.to_owned() } else { format!("{short} {name}") }
}

/// Writes a diff.
pub fn write_diff(
    diff: &Diff,
    called: &Called,
    format: DiffFormat,
    look: &Look,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        DiffFormat::Text => text::write(diff, called, look, out),
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
