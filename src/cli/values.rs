//! Values of options: parsed here, so that commands get what they mean instead of text.

use std::collections::BTreeSet;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::config::ChangeType;
use crate::output::Format;
use crate::report::Confidence;

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    Always,
    Never,
}

/// The formats of commands that print data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum DataFormat {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}

/// `--format` and `--json` of commands that print data.
#[derive(Debug, Clone, Args)]
pub struct DataFormatArgs {
    /// The format of the result
    #[arg(long, value_enum, default_value_t)]
    format: DataFormat,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl DataFormatArgs {
    /// The format that was asked for.
    pub fn get(&self) -> DataFormat {
        if self.json { DataFormat::Json } else { self.format }
    }
}

/// The formats of `symbols`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum SymbolsFormat {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
    /// The lines of a chunk_uid_map.jsonl, one per construct.
    ChunkUidMap,
}

/// `--format` and `--json` of `symbols`.
#[derive(Debug, Clone, Args)]
pub struct SymbolsFormatArgs {
    /// The format of the result
    #[arg(long, value_enum, default_value_t)]
    format: SymbolsFormat,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl SymbolsFormatArgs {
    /// The format that was asked for.
    pub fn get(&self) -> SymbolsFormat {
        if self.json { SymbolsFormat::Json } else { self.format }
    }
}

/// `--format` and `--json` of commands that print a report.
#[derive(Debug, Clone, Args)]
pub struct ReportFormatArgs {
    /// The format of the report
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl ReportFormatArgs {
    /// The format that was asked for.
    pub fn get(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }
}

/// A list of change types with commas; `all`, or nothing at all, stands for every one, `none` for no one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeTypes(pub BTreeSet<ChangeType>);

impl FromStr for ChangeTypes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" | "" => return Ok(ChangeTypes(ChangeType::ALL.into())),
            "none" => return Ok(ChangeTypes(BTreeSet::new())),
            _ => {}
        }
        let change = |word: &str| {
            let found = ChangeType::ALL.into_iter().find(|change| change.key() == word);
            found.ok_or_else(|| {
                let known = ChangeType::ALL.map(ChangeType::key).join(", ");
                format!("`{word}` is not a change type; there are {known}, and all, none")
            })
        };
        text.split(',').map(|word| change(word.trim())).collect::<Result<_, _>>().map(ChangeTypes)
    }
}

/// Reads a confidence; the words are known to the shell completions.
pub fn confidence() -> impl TypedValueParser<Value = Confidence> {
    let all = [Confidence::High, Confidence::Medium, Confidence::Low];
    PossibleValuesParser::new(all.map(Confidence::as_str)).map(move |word| {
        all.into_iter().find(|it| it.as_str() == word).expect("because only words of this list get here")
    })
}
