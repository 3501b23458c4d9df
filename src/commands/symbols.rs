//! `codesub symbols`: the constructs of files, with their fingerprints and identities (SPEC §7).

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use crate::cli::{DataFormat, Symbols};
use crate::detect::{File, ParsedFile, View};
use crate::error::{Error, ExitStatus, Result};
use crate::git::Repository;
use crate::identity;
use crate::output::escape::Untrusted;
use crate::output::json;
use crate::output::line::Line;
use crate::output::style::Palette;
use crate::output::table::Table;
use crate::snapshot::{Outlines, Snapshot};
use crate::syntax::{Kind, Language, Role};

use super::{Session, Streams, written};

/// One construct; the keys are part of the format.
#[derive(Serialize)]
struct Symbol<'a> {
    path: &'a str,
    language: &'a str,
    kind: Kind,
    qualname: &'a str,
    role: Option<Role>,
    start_line: u32,
    end_line: u32,
    definition_line: u32,
    interface_hash: String,
    body_hash: String,
    doc_hash: Option<String>,
    has_parse_error: bool,
    base_classes: &'a [String],
    chunk_id: String,
    chunk_uid: String,
    span_hash: String,
    pre_hash: String,
    post_hash: String,
    collision_of: Option<String>,
    symbol_key: String,
    signature_key: Option<String>,
    scoped_id: String,
    symbol_id: String,
}

pub fn run(args: &Symbols, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let revision = match &args.revision {
        Some(name) => repository.resolve(name)?,
        None => repository.worktree()?,
    };
    let outlines = Outlines::with_progress(&session.progress);
    let view = Snapshot::new(&repository, &revision, &outlines);
    let mut all_files: Option<Vec<String>> = None;
    let mut found: Vec<Arc<ParsedFile>> = Vec::new();
    let mut any_folder = false;
    for path in &args.paths {
        let path = repository_path(session, &repository, path)?;
        match view.file(&path) {
            File::Parsed(file) => found.push(file),
            File::Skipped(reason) => return Err(Error::undecided(format!("{path} cannot be examined: {reason}"))),
            File::Unsupported => {
                return Err(
                    Error::usage(format!("no parser for {path}")).hint("`codesub languages` lists what is known")
                );
            }
            File::Absent => {
                let files = match &mut all_files {
                    Some(files) => files,
                    none => none.insert(repository.files(&revision)?.into_iter().map(|(path, _)| path).collect()),
                };
                let below = below(files, &path);
                if below.is_empty() {
                    let place = if path.is_empty() { String::new() } else { format!(" {path}") };
                    return Err(Error::usage(format!("there is no source file{place} in {}", revision.words()))
                        .hint("paths are relative to the current directory or to the root of the repository"));
                }
                any_folder = true;
                view.preload(&below);
                found.extend(below.into_iter().filter_map(|path| match view.file(path) {
                    File::Parsed(file) => Some(file),
                    _ => None,
                }));
            }
        }
    }
    view.check()?;
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found.dedup_by(|a, b| a.path == b.path);
    match args.format.get() {
        DataFormat::Json => written(write_json(&found, streams))?,
        DataFormat::Text => written(write_text(&found, any_folder || found.len() > 1, session, streams))?,
    }
    Ok(ExitStatus::Clean)
}

fn write_json(files: &[Arc<ParsedFile>], streams: &mut Streams<'_>) -> std::io::Result<()> {
    let mut all = Vec::new();
    for file in files {
        let identities = identity::identify(&file.path, file.language.name(), &file.outline);
        for (construct, identity) in file.outline.constructs.iter().zip(identities) {
            all.push(Symbol {
                path: &file.path,
                language: file.language.name(),
                kind: construct.kind,
                qualname: &construct.qualname,
                role: construct.role,
                start_line: construct.start_line,
                end_line: construct.end_line,
                definition_line: construct.definition_line,
                interface_hash: construct.interface_hash.to_hex(),
                body_hash: construct.body_hash.to_hex(),
                doc_hash: construct.doc_hash.map(|hash| hash.to_hex()),
                has_parse_error: construct.has_parse_error,
                base_classes: &construct.base_classes,
                chunk_id: identity.chunk_id,
                chunk_uid: identity.chunk_uid,
                span_hash: identity.span_hash,
                pre_hash: identity.pre_hash,
                post_hash: identity.post_hash,
                collision_of: identity.collision_of,
                symbol_key: identity.symbol_key,
                signature_key: identity.signature_key,
                scoped_id: identity.scoped_id,
                symbol_id: identity.symbol_id,
            });
        }
    }
    json::write_value(&all, streams.out)
}

fn write_text(
    files: &[Arc<ParsedFile>],
    with_paths: bool,
    session: &Session,
    streams: &mut Streams<'_>,
) -> std::io::Result<()> {
    let palette = Palette::new(session.look.color);
    for (position, file) in files.iter().enumerate() {
        if with_paths {
            if position > 0 {
                writeln!(streams.out)?;
            }
            Line::new().show(palette.place, Untrusted(&file.path)).write(session.look.columns(), 2, streams.out)?;
        }
        let mut table = Table::new();
        for construct in &file.outline.constructs {
            let role = match construct.role {
                Some(Role::Const) => "const",
                None => "",
            };
            let lines = format!("{}-{}", construct.start_line, construct.end_line);
            let broken = if construct.has_parse_error { "syntax error" } else { "" };
            table.row([
                Line::new().show(palette.dim, Untrusted(&lines)),
                Line::new().word(palette.plain, construct.kind.as_str()),
                Line::new().show(palette.strong, Untrusted(&construct.qualname)),
                Line::new().word(palette.dim, role).word(palette.danger, broken),
            ]);
        }
        table.write(0, session.look.columns(), streams.out)?;
    }
    Ok(())
}

fn repository_path(session: &Session, repository: &Repository, typed: &Path) -> Result<String> {
    let text = typed.to_string_lossy();
    let below = session.below_root(repository, &text);
    let outside = typed.is_absolute() && below.is_none() && repository.worktree_root().is_some();
    if outside {
        return Err(Error::usage(format!("{text} is outside of the repository")));
    }
    let here =
        below.filter(|path| path.is_empty() || repository.worktree_root().is_some_and(|root| root.join(path).exists()));
    Ok(here.unwrap_or_else(|| text.trim_start_matches("./").trim_end_matches('/').to_owned()))
}

/// The source files in a folder.
fn below<'a>(files: &'a [String], folder: &str) -> Vec<&'a str> {
    let inside = |path: &&str| folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    files.iter().map(String::as_str).filter(inside).filter(|path| Language::detect(path, None).is_some()).collect()
}
