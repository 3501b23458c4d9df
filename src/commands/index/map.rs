//! `codesub index map`: the most important constructs, within a budget (SPEC 12.5).
//!
//! Constructs are taken by rank for as long as their lines fit, and shown by file, the file of the most important one
//! first.

use serde::Serialize;

use super::{Asked, Session, Streams, ask, written};
use crate::cli::{DataFormat, IndexMap};
use crate::error::{Error, ExitStatus, Result};
use crate::index::folders::is_below;
use crate::index::map::{Ranked, ranked, signatures};
use crate::output::escape::Untrusted;
use crate::output::json;
use crate::output::line::Line;
use crate::output::style::Palette;
use crate::syntax::qualname;

/// The answer; the keys are part of the format.
#[derive(Serialize)]
struct Shown<'a> {
    schema: &'static str,
    commit: Option<&'a str>,
    current: bool,
    files: Vec<ShownFile<'a>>,
    /// How many constructs are referred to but did not fit.
    more: usize,
}

#[derive(Serialize)]
struct ShownFile<'a> {
    path: &'a str,
    symbols: Vec<ShownSymbol<'a>>,
}

#[derive(Serialize)]
struct ShownSymbol<'a> {
    target: String,
    qualname: &'a str,
    kind: &'static str,
    start_line: u32,
    end_line: u32,
    signature: Option<&'a str>,
    rank: f64,
    weight: f64,
}

pub fn run(args: &IndexMap, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let Asked { index, tree, is_current } = ask(session, streams)?;
    let (connection, state) = (index.store.connection(), tree.state);
    let repository = session.repository()?;
    let folders: Vec<String> = args
        .include
        .iter()
        .map(|path| session.below_root(&repository, path).unwrap_or_else(|| path.trim_end_matches('/').to_owned()))
        .collect();
    let mut all = ranked(connection, state)?;
    all.retain(|ranked| folders.is_empty() || folders.iter().any(|folder| is_below(&ranked.path, folder)));
    if all.is_empty() && !folders.is_empty() {
        return Err(Error::usage(format!(
            "nothing below {} is referred to",
            Untrusted(&folders.join(", ")).terminal()
        ))
        .hint("paths are relative to the current directory; `codesub index status` says what is indexed"));
    }
    let signatures = signatures(connection, state)?;
    let signature = |ranked: &Ranked| signatures.get(&ranked.id).map(String::as_str);
    let mut files: Vec<(&str, Vec<&Ranked>)> = Vec::new();
    let (mut size, mut shown) = (0, 0);
    for ranked in &all {
        let known = files.iter().position(|(path, _)| *path == ranked.path);
        let heading = if known.is_some() { 0 } else { ranked.path.len() + 1 };
        size += heading + text(ranked, signature(ranked)).len() + 1;
        if size > args.budget {
            break;
        }
        shown += 1;
        match known {
            Some(at) => files[at].1.push(ranked),
            None => files.push((&ranked.path, vec![ranked])),
        }
    }
    let more = all.len() - shown;
    if args.format.get() == DataFormat::Json {
        let files = files.iter().map(|(path, symbols)| ShownFile {
            path,
            symbols: symbols.iter().map(|ranked| shown_symbol(ranked, signature(ranked))).collect(),
        });
        let (schema, commit) = ("codesub.index-map/v1", tree.commit.as_deref());
        let shown = Shown { schema, commit, current: is_current, files: files.collect(), more };
        written(json::write_value(&shown, streams.out))?;
        return Ok(ExitStatus::Clean);
    }
    let palette = Palette::new(session.look.color);
    for (path, symbols) in &files {
        written(Line::new().show(palette.place, Untrusted(path)).write(usize::MAX, 0, streams.out))?;
        for ranked in symbols {
            let line = Line::new().show(palette.plain, Untrusted(&text(ranked, signature(ranked))));
            written(line.write(usize::MAX, 0, streams.out))?;
        }
    }
    if more > 0 {
        session.tell(streams, format_args!("{more} more are referred to. Show more: --budget BYTES"));
    } else if all.is_empty() {
        session.tell(streams, format_args!("Nothing here is referred to."));
    }
    Ok(ExitStatus::Clean)
}

/// The line of a construct.
fn text(ranked: &Ranked, signature: Option<&str>) -> String {
    let shown = match signature {
        Some(signature) => format!("{}{signature}", qualname::bare(&ranked.qualname)),
        None => ranked.qualname.clone(),
    };
    format!("  {:>5} {} {shown}", ranked.start_line, ranked.kind.as_str())
}

fn shown_symbol<'a>(ranked: &'a Ranked, signature: Option<&'a str>) -> ShownSymbol<'a> {
    ShownSymbol {
        target: format!("{}::{}", ranked.path, ranked.qualname),
        qualname: &ranked.qualname,
        kind: ranked.kind.as_str(),
        start_line: ranked.start_line,
        end_line: ranked.end_line,
        signature,
        rank: ranked.rank,
        weight: ranked.weight,
    }
}
