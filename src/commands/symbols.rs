//! `codesub symbols`: the constructs of files, with their fingerprints and identities (SPEC §7).
//!
//! Also those in fenced code of Markdown files. They are listed with the document that they stand in, and cannot be
//! subscribed to.

mod record;

use std::path::Path;
use std::sync::Arc;

use crate::cli::{Symbols, SymbolsFormat};
use crate::detect::{File, ParsedFile, View};
use crate::error::{Error, ExitStatus, Result};
use crate::git::{Repository, Revision};
use crate::identity::chunk_uid_map::{ChunkUidMap, Row};
use crate::identity::{Identity, identify, identify_segment};
use crate::index::Informant;
use crate::output::escape::Untrusted;
use crate::output::json;
use crate::output::line::Line;
use crate::output::style::Palette;
use crate::output::table::Table;
use crate::snapshot::{Outlines, Segmented, Snapshot};
use crate::syntax::{Construct, Language, Outline, Role, Segment, may_have_segments};

use super::{Session, Streams, written};

pub fn run(args: &Symbols, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let revision = match &args.revision {
        Some(name) => repository.resolve(name)?,
        None => repository.worktree()?,
    };
    let index = Informant::of(&repository);
    let outlines = Outlines::new(&session.workers(&repository)?).with_progress(&session.progress).through(&index);
    let view = Snapshot::new(&repository, &revision, &outlines);
    let mut all_files: Option<Vec<String>> = None;
    let mut found: Vec<Listed> = Vec::new();
    let mut any_folder = false;
    for path in &args.paths {
        let path = repository_path(session, &repository, path)?;
        match view.file(&path) {
            File::Parsed(file) => found.push(Listed::Source(file)),
            File::Skipped(reason) => return Err(cannot_be_examined(&path, &reason)),
            File::Unsupported if may_have_segments(&path) => {
                found.extend(documents(&view, &[&path], |path, reason| Err(cannot_be_examined(path, reason)))?);
            }
            File::Unsupported => {
                return Err(
                    Error::usage(format!("no parser for {path}")).hint("`codesub languages` lists what is known")
                );
            }
            File::Absent => {
                let files = match &mut all_files {
                    Some(files) => files,
                    none => none.insert(all_paths(&repository, &revision, streams)?),
                };
                let (sources, others) = below(files, &path);
                if sources.is_empty() && others.is_empty() {
                    let place = if path.is_empty() { String::new() } else { format!(" {path}") };
                    return Err(Error::usage(format!("there is no source file{place} in {}", revision.words()))
                        .hint("paths are relative to the current directory or to the root of the repository"));
                }
                any_folder = true;
                view.preload(&sources);
                for path in sources {
                    match view.file(path) {
                        File::Parsed(file) => found.push(Listed::Source(file)),
                        File::Skipped(reason) => {
                            let (path, reason) = (Untrusted(path).terminal(), Untrusted(&reason).terminal());
                            session.tell(streams, format_args!("{path} is not listed: {reason}"));
                        }
                        File::Absent | File::Unsupported => {}
                    }
                }
                // Of a whole folder, only documents that hold code.
                let documents = documents(&view, &others, |_, _| Ok(()))?;
                found.extend(documents.into_iter().filter(|listed| listed.parts().any(|part| !part.is_empty())));
            }
        }
    }
    view.check()?;
    session.tell_trouble(&index, streams);
    found.sort_by(|a, b| a.path().cmp(b.path()));
    found.dedup_by(|a, b| a.path() == b.path());
    match args.format.get() {
        SymbolsFormat::Json => written(json::write_value(&record::records(&found), streams.out))?,
        SymbolsFormat::Text => written(write_text(&found, any_folder || found.len() > 1, session, streams))?,
        SymbolsFormat::ChunkUidMap => {
            let map = chunk_uid_map(&found)?;
            written(map.rows().try_for_each(|row| json::write_line(row, streams.out)))?;
        }
    }
    Ok(ExitStatus::Clean)
}

/// Every path of a revision. What they lack is told: a list of constructs would look the same without it.
fn all_paths(repository: &Repository, revision: &Revision, streams: &mut Streams<'_>) -> Result<Vec<String>> {
    let files = repository.files(revision)?;
    for sentence in files.gaps.sentences() {
        // Nothing can be done about a stream of errors that is closed.
        let _ = writeln!(streams.err, "warning: {}", Untrusted(&sentence).terminal());
    }
    Ok(files.list.into_iter().map(|(path, _)| path).collect())
}

/// A file of the list.
enum Listed {
    Source(Arc<ParsedFile>),
    /// Its path, and the code inside of it.
    Document(String, Vec<Segment>),
}

/// A file, or one segment of it.
struct Part<'a> {
    path: &'a str,
    segment: Option<&'a Segment>,
    language: Language,
    outline: &'a Outline,
}

impl Listed {
    fn path(&self) -> &str {
        match self {
            Listed::Source(file) => &file.path,
            Listed::Document(path, _) => path,
        }
    }

    /// The parts that hold constructs, in order.
    fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        let (source, segments) = match self {
            Listed::Source(file) => (Some(file), &[][..]),
            Listed::Document(_, segments) => (None, segments.as_slice()),
        };
        let path = self.path();
        let source =
            source.map(|file| Part { path, segment: None, language: file.language, outline: file.outline.as_ref() });
        source.into_iter().chain(segments.iter().map(move |segment| Part {
            path,
            segment: Some(segment),
            language: segment.language,
            outline: &segment.outline,
        }))
    }
}

impl Part<'_> {
    fn is_empty(&self) -> bool {
        self.outline.constructs.is_empty()
    }

    fn identities(&self) -> Vec<Identity> {
        match self.segment {
            Some(segment) => identify_segment(self.path, segment),
            None => identify(self.path, self.language.name(), self.outline),
        }
    }
}

/// Documents with the code in them; `skip` decides what to do about one that cannot be examined.
fn documents(view: &Snapshot<'_>, paths: &[&str], skip: impl Fn(&str, &str) -> Result<()>) -> Result<Vec<Listed>> {
    let mut documents = Vec::new();
    for (path, segmented) in paths.iter().zip(view.segments(paths)) {
        match segmented {
            Segmented::Read(segments) => documents.push(Listed::Document((*path).to_owned(), segments)),
            Segmented::Skipped(reason) => skip(path, &reason)?,
            Segmented::Absent => {}
        }
    }
    Ok(documents)
}

fn cannot_be_examined(path: &str, reason: &str) -> Error {
    Error::undecided(format!("{path} cannot be examined: {reason}"))
        .hint("only plain text files that are in the repository themselves are listed; name another one")
}

/// One row a construct, numbered as they are listed.
fn chunk_uid_map(files: &[Listed]) -> Result<ChunkUidMap> {
    let mut rows: Vec<Row> = Vec::new();
    for part in files.iter().flat_map(Listed::parts) {
        for (construct, identity) in part.outline.constructs.iter().zip(part.identities()) {
            rows.extend(Row::new(&identity.chunk_ref(construct, part.path, rows.len() as u64)));
        }
    }
    ChunkUidMap::new(rows).map_err(|error| Error::internal(error.to_string()))
}

fn write_text(files: &[Listed], with_paths: bool, session: &Session, streams: &mut Streams<'_>) -> std::io::Result<()> {
    let palette = Palette::new(session.look.color);
    for (position, file) in files.iter().enumerate() {
        if with_paths {
            if position > 0 {
                writeln!(streams.out)?;
            }
            Line::new().show(palette.place, Untrusted(file.path())).write(session.look.columns(), 2, streams.out)?;
        }
        let mut table = Table::new();
        for part in file.parts() {
            for construct in &part.outline.constructs {
                let lines = format!("{}-{}", construct.start_line, construct.end_line);
                table.row([
                    Line::new().show(palette.dim, Untrusted(&lines)),
                    Line::new().word(palette.plain, construct.kind.as_str()),
                    Line::new().show(palette.strong, Untrusted(&construct.qualname)),
                    marks(&part, construct, palette),
                ]);
            }
        }
        table.write(0, session.look.columns(), streams.out)?;
        if file.parts().all(|part| part.is_empty()) {
            let broken = file.parts().find_map(|part| part.outline.broken.first().map(|region| region.start_line));
            let line = Line::new().word(palette.dim, "nothing to subscribe to");
            let line = match broken {
                Some(at) => line.word(palette.danger, ": syntax error on line ").number(palette.danger, at),
                None => line,
            };
            line.write(session.look.columns(), 2, streams.out)?;
        }
    }
    Ok(())
}

/// What is special about a construct, and the segment it stands in.
fn marks(part: &Part<'_>, construct: &Construct, palette: Palette) -> Line {
    let role = construct.role.map(|role| match role {
        Role::Const => Line::new().word(palette.dim, "const"),
    });
    let broken = construct.has_parse_error.then(|| Line::new().word(palette.danger, "syntax error"));
    let segment = part.segment.map(|segment| Line::new().show(palette.dim, Untrusted(&segment.id)));
    let marks = [role, broken, segment].into_iter().flatten();
    marks.reduce(|line, mark| line.word(palette.plain, " ").then(mark)).unwrap_or_default()
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

/// The files in a folder: sources, and others that may hold code.
fn below<'a>(files: &'a [String], folder: &str) -> (Vec<&'a str>, Vec<&'a str>) {
    let inside = |path: &&str| folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    let is_source = |path: &&str| Language::detect(path, None).is_some();
    let (sources, others): (Vec<&str>, Vec<&str>) =
        files.iter().map(String::as_str).filter(inside).partition(is_source);
    (sources, others.into_iter().filter(|path| may_have_segments(path)).collect())
}
