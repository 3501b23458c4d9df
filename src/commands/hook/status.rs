//! `codesub hook status`: what is installed, and where.

use serde::Serialize;

use super::install::Hooks;
use crate::cli::{DataFormat, HookStatus};
use crate::commands::{Session, Streams, written};
use crate::error::{ExitStatus, Result};
use crate::git::HooksDirectoryChoice;
use crate::hooks::git_config::Entry;
use crate::hooks::place::Occupant;
use crate::hooks::{Name, in_charge, program, stub};
use crate::output::json;

/// What is printed as JSON.
#[derive(Serialize)]
struct Status {
    directory: Directory,
    /// The hook manager in charge.
    manager: Option<&'static str>,
    hooks: Vec<Hook>,
}

#[derive(Serialize)]
struct Directory {
    path: String,
    exists: bool,
    /// `default`, `repository` or `shared`.
    chosen_by: &'static str,
    in_worktree: bool,
}

#[derive(Serialize)]
struct Hook {
    name: &'static str,
    /// Whether git runs codesub.
    installed: bool,
    /// `file`, `config`, or nothing.
    via: Option<&'static str>,
    path: String,
    version: Option<u32>,
    up_to_date: bool,
    binary: Option<Binary>,
    previous: Option<Previous>,
    /// Whether somebody else's hook stands there.
    foreign: bool,
    /// Why git does not run what is installed.
    problem: Option<&'static str>,
}

#[derive(Serialize)]
struct Binary {
    path: String,
    exists: bool,
}

#[derive(Serialize)]
struct Previous {
    path: String,
    runs: bool,
}

pub fn status(args: &HookStatus, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let hooks = Hooks::open(session)?;
    let manager = in_charge::find(hooks.repository.worktree_root(), &hooks.directory)?;
    let directory = Directory {
        path: hooks.directory.path.to_string_lossy().into_owned(),
        exists: hooks.directory.path.is_dir(),
        chosen_by: match hooks.directory.chosen {
            HooksDirectoryChoice::Default => "default",
            HooksDirectoryChoice::Repository => "repository",
            HooksDirectoryChoice::Shared => "shared",
        },
        in_worktree: hooks.directory.in_worktree,
    };
    let rows = Name::ALL.into_iter().map(|name| hook(&hooks, name)).collect::<Result<Vec<_>>>()?;
    let status = Status { directory, manager: manager.map(|found| found.tool.as_str()), hooks: rows };
    let result = match args.format.get() {
        DataFormat::Json => json::write_value(&status, streams.out),
        DataFormat::Text => text(&hooks, &status, streams),
    };
    written(result)?;
    Ok(ExitStatus::Clean)
}

fn hook(hooks: &Hooks, name: Name) -> Result<Hook> {
    let place = hooks.folder.place(name);
    let occupant = place.occupant()?;
    let entry = hooks.config.read(name)?;
    let previous = place.has_kept()?.then(|| Previous {
        path: place.kept.to_string_lossy().into_owned(),
        runs: place.runs_kept() && matches!(occupant, Occupant::Stub { .. } | Occupant::LinkToStub),
    });
    let mut row = Hook {
        name: name.as_str(),
        installed: false,
        via: None,
        path: place.path.to_string_lossy().into_owned(),
        version: None,
        up_to_date: false,
        binary: None,
        previous,
        foreign: matches!(occupant, Occupant::Foreign(_)),
        problem: None,
    };
    match occupant {
        Occupant::Stub { stub, is_executable, .. } => {
            row.via = Some("file");
            row.installed = is_executable;
            row.problem = (!is_executable).then_some("not executable");
            row.version = Some(stub.version);
            row.up_to_date = is_executable && stub.version == stub::VERSION && stub.is_ours_to_the_byte;
            row.binary = stub.binary.as_deref().map(binary);
        }
        Occupant::LinkToStub => {
            row.via = Some("file");
            row.installed = true;
        }
        Occupant::Nothing | Occupant::Foreign(_) => {}
    }
    if let Some(entry) = entry.filter(|_| row.via.is_none()) {
        by_config(&mut row, &entry, hooks);
    }
    Ok(row)
}

fn by_config(row: &mut Hook, entry: &Entry, hooks: &Hooks) {
    let supported = hooks.config.require_support().is_ok();
    row.via = Some("config");
    row.installed = supported && entry.is_complete() && entry.is_enabled;
    row.problem = match () {
        () if !supported => Some("this git is too old for hooks by configuration"),
        () if !entry.is_complete() => Some("the configuration lacks its command or its event"),
        () if !entry.is_enabled => Some("switched off in the configuration"),
        () => None,
    };
    let baked = entry.binary();
    row.version = entry.is(baked.as_deref()).then_some(stub::VERSION);
    row.up_to_date = row.version.is_some();
    row.binary = baked.as_deref().map(binary);
}

fn binary(path: &std::path::Path) -> Binary {
    Binary { path: path.to_string_lossy().into_owned(), exists: program::exists(path) }
}

fn text(hooks: &Hooks, status: &Status, streams: &mut Streams<'_>) -> std::io::Result<()> {
    let shown = |path: &str| hooks.shown(std::path::Path::new(path));
    let out = &mut *streams.out;
    let note = match (status.directory.chosen_by, status.directory.in_worktree, status.directory.exists) {
        (_, _, false) => " (not there yet)",
        ("shared", ..) => " (core.hooksPath, shared with other repositories)",
        (_, true, _) => " (core.hooksPath, part of the worktree)",
        ("repository", ..) => " (core.hooksPath)",
        _ => "",
    };
    writeln!(out, "hooks folder: {}{note}", shown(&status.directory.path))?;
    if let Some(manager) = status.manager {
        writeln!(out, "hook manager: {manager} (`codesub hook install` prints what to add to its configuration)")?;
    }
    for row in &status.hooks {
        let via = match row.via {
            Some("config") => "git's configuration".to_owned(),
            _ => shown(&row.path),
        };
        let state = match (row.installed, row.via, row.foreign) {
            (true, _, _) if row.up_to_date => format!("installed, {via}"),
            (true, _, _) if row.version.is_none() => format!("installed, {via}, not by this version"),
            (true, _, _) if row.version == Some(stub::VERSION) => format!("installed, {via}, changed by hand"),
            (true, _, _) => {
                format!("installed, {via}, version {}: install again", row.version.unwrap_or_default())
            }
            (false, Some(_), _) => format!("not run, {via}: {}", row.problem.unwrap_or("unknown")),
            (false, None, true) => format!("not installed; somebody else's hook is there, {via}"),
            (false, None, false) => "not installed".to_owned(),
        };
        writeln!(out, "{:<13} {state}", row.name)?;
        let program = match &row.binary {
            Some(binary) if !binary.exists => Some(format!("runs codesub from PATH: {} is gone", shown(&binary.path))),
            Some(binary) => Some(format!("runs {}", shown(&binary.path))),
            None => row.installed.then(|| "runs codesub from PATH".to_owned()),
        };
        let previous = row.previous.as_ref().map(|previous| match previous.runs {
            true => format!("after {}", shown(&previous.path)),
            false => format!("{} is kept and not run", shown(&previous.path)),
        });
        for line in program.into_iter().chain(previous) {
            writeln!(out, "{:<13} {line}", "")?;
        }
    }
    Ok(())
}
