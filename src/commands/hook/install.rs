//! `codesub hook install` and `uninstall`.

use std::path::Path;

use crate::atomic;
use crate::cli::{HookInstall, HookUninstall, Via};
use crate::commands::{Session, Streams, written};
use crate::error::{Error, ExitStatus, Result};
use crate::git::{HooksDirectory, HooksDirectoryChoice, Repository};
use crate::hooks::git_config::{self, GitConfig};
use crate::hooks::in_charge::{self, InCharge, Tool};
use crate::hooks::install::{Folder, Installed, Uninstalled};
use crate::hooks::place::Occupant;
use crate::hooks::{Name, program, stub};
use crate::output::escape::Untrusted;

/// The hooks of a repository, as all of these commands see them.
pub(super) struct Hooks {
    pub repository: Repository,
    pub directory: HooksDirectory,
    pub folder: Folder,
    pub config: GitConfig,
}

impl Hooks {
    pub fn open(session: &Session) -> Result<Self> {
        let repository = session.repository()?;
        let directory = repository.hooks_directory()?;
        // What is in the worktree gets committed, and this machine's paths mean nothing elsewhere.
        let binary = if directory.in_worktree { None } else { program::path() };
        let folder = Folder { directory: directory.path.clone(), binary, state: repository.state_directory() };
        Ok(Hooks { repository, directory, folder, config: GitConfig::of(&session.directory) })
    }

    /// A path as it is shown: from the top of the worktree, if it is below.
    pub fn shown(&self, path: &Path) -> String {
        let below = self.repository.worktree_root().and_then(|root| path.strip_prefix(root).ok());
        Untrusted(&below.unwrap_or(path).to_string_lossy()).terminal()
    }

    /// Refuses a folder that a file of the repository leads to.
    fn refuse_a_way_out(&self) -> Result<()> {
        if !self.directory.leads_out {
            return Ok(());
        }
        let message = format!("the hooks folder {} is a link that leads out of the repository", self.shown_folder());
        Err(Error::usage(message).hint("set core.hooksPath to the folder itself, if it is yours"))
    }

    fn shown_folder(&self) -> String {
        self.shown(&self.directory.path)
    }

    fn is_installed_as_file(&self, name: Name) -> Result<bool> {
        Ok(matches!(self.folder.place(name).occupant()?, Occupant::Stub { .. }))
    }
}

pub fn install(args: &HookInstall, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let hooks = Hooks::open(session)?;
    let names = chosen(&args.names);
    match args.via {
        Via::Config => by_config(&hooks, &names, args.print, session, streams),
        Via::File => {
            hooks.refuse_a_way_out()?;
            if let Some(other) = stands_aside_for(&hooks, &names, args)? {
                return hand_over(&hooks, &other, &names, args.print, streams);
            }
            for &name in &names {
                hooks.folder.check(name, args.force)?;
            }
            if args.print {
                return print_files(&hooks, &names, session, streams);
            }
            by_files(&hooks, &names, session, streams)
        }
    }
}

pub fn uninstall(args: &HookUninstall, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let hooks = Hooks::open(session)?;
    hooks.refuse_a_way_out()?;
    let _guard = atomic::lock(&hooks.folder.state, atomic::PATIENCE)?;
    for name in chosen(&args.names) {
        let from_config = remove_from_config(&hooks, name)?;
        let uninstalled = hooks.folder.uninstall(name)?;
        if !(from_config && uninstalled == Uninstalled::Nothing) {
            tell_uninstalled(&hooks, name, &uninstalled, false, session, streams);
        }
        if from_config {
            let section = git_config::section(name);
            session.tell(streams, format_args!("{}: removed hook.{section} from git's configuration", name.as_str()));
        }
    }
    hooks.folder.remove_if_made();
    Ok(ExitStatus::Clean)
}

/// The hooks that were asked for, each once.
fn chosen(names: &[Name]) -> Vec<Name> {
    Name::ALL.into_iter().filter(|name| names.is_empty() || names.contains(name)).collect()
}

/// The tool that is in charge, where codesub's own files would get in its way.
fn stands_aside_for(hooks: &Hooks, names: &[Name], args: &HookInstall) -> Result<Option<InCharge>> {
    let Some(found) = in_charge::find(hooks.repository.worktree_root(), &hooks.directory)? else { return Ok(None) };
    // husky's scripts do what their name says, so a stub could not run them under another one.
    if found.tool == Tool::Husky && hooks.directory.path.ends_with(".husky/_") {
        return Ok(Some(found));
    }
    let mut all_installed = true;
    for &name in names {
        all_installed &= hooks.is_installed_as_file(name)?;
    }
    Ok((!args.force && !all_installed).then_some(found))
}

/// Prints what to paste into another tool's configuration.
fn hand_over(
    hooks: &Hooks,
    found: &InCharge,
    names: &[Name],
    print: bool,
    streams: &mut Streams<'_>,
) -> Result<ExitStatus> {
    let snippet = found.tool.snippet(names, hooks.repository.worktree_root());
    written(streams.out.write_all(snippet.as_bytes()).and_then(|()| streams.out.flush()))?;
    if print {
        return Ok(ExitStatus::Clean);
    }
    let tool = found.tool.as_str();
    let message = format!("{tool} is in charge of the hooks here ({}), so nothing was installed", found.seen);
    let force = match found.tool {
        Tool::Husky if hooks.directory.path.ends_with(".husky/_") => "",
        _ => ", or use `--force` to install files that run the present hooks first",
    };
    Err(Error::usage(message).hint(format!("paste the lines above into the configuration of {tool}{force}")))
}

fn by_files(hooks: &Hooks, names: &[Name], session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let _guard = atomic::lock(&hooks.folder.state, atomic::PATIENCE)?;
    for &name in names {
        let installed = hooks.folder.install(name)?;
        tell_installed(hooks, name, &installed, session, streams);
        // After the file is there: rather twice for a moment than not at all.
        if remove_from_config(hooks, name)? {
            let said = "removed from git's configuration, so that it does not run twice";
            session.tell(streams, format_args!("{}: {said}", name.as_str()));
        }
    }
    let folder = hooks.shown_folder();
    if hooks.directory.chosen == HooksDirectoryChoice::Shared {
        let said = "is set for more than this repository; all repositories that use it now run codesub";
        session.tell(streams, format_args!("note: the hooks folder {folder} {said}"));
    }
    if hooks.directory.in_worktree {
        let said = "is part of the worktree: the hooks look for codesub in PATH, and can be committed";
        session.tell(streams, format_args!("note: the hooks folder {folder} {said}"));
    }
    Ok(ExitStatus::Clean)
}

fn print_files(hooks: &Hooks, names: &[Name], session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    for &name in names {
        let text = stub::text(name, hooks.folder.binary.as_deref());
        let path = hooks.shown(&hooks.folder.place(name).path);
        if names.len() > 1 {
            written(writeln!(streams.out, "# {path}"))?;
        }
        written(streams.out.write_all(&text))?;
        session.tell(streams, format_args!("{}: would be written to {path}", name.as_str()));
    }
    Ok(ExitStatus::Clean)
}

fn by_config(
    hooks: &Hooks,
    names: &[Name],
    print: bool,
    session: &Session,
    streams: &mut Streams<'_>,
) -> Result<ExitStatus> {
    hooks.config.require_support()?;
    // The configuration is never committed.
    let binary = program::path();
    if print {
        for &name in names {
            let command = String::from_utf8_lossy(&stub::command(name, binary.as_deref())).replace('\'', r"'\''");
            let section = git_config::section(name);
            written(writeln!(streams.out, "git config --local hook.{section}.command '{command}'"))?;
            written(writeln!(streams.out, "git config --local hook.{section}.event {}", name.as_str()))?;
        }
        return Ok(ExitStatus::Clean);
    }
    let _guard = atomic::lock(&hooks.folder.state, atomic::PATIENCE)?;
    for &name in names {
        let section = git_config::section(name);
        let shown = name.as_str();
        match hooks.config.read(name)? {
            Some(entry) if entry.is(binary.as_deref()) => {
                session.tell(streams, format_args!("{shown}: hook.{section} is up to date"));
            }
            _ => {
                hooks.config.write(name, binary.as_deref())?;
                session.tell(streams, format_args!("{shown}: installed as hook.{section} in git's configuration"));
            }
        }
        if !hooks.directory.leads_out && hooks.is_installed_as_file(name)? {
            let uninstalled = hooks.folder.uninstall(name)?;
            tell_uninstalled(hooks, name, &uninstalled, true, session, streams);
        }
    }
    hooks.folder.remove_if_made();
    Ok(ExitStatus::Clean)
}

fn remove_from_config(hooks: &Hooks, name: Name) -> Result<bool> {
    let Some(entry) = hooks.config.read(name)? else { return Ok(false) };
    hooks.config.remove(&entry)?;
    Ok(true)
}

fn tell_installed(hooks: &Hooks, name: Name, installed: &Installed, session: &Session, streams: &mut Streams<'_>) {
    let place = hooks.folder.place(name);
    let path = hooks.shown(&place.path);
    let said = match installed {
        Installed::New => format!("installed as {path}"),
        Installed::UpToDate => format!("{path} is up to date"),
        Installed::Linked => format!("{path} leads to a codesub hook already"),
        Installed::Replaced(None) => format!("{path} is replaced by the present version"),
        Installed::Replaced(Some(copy)) => {
            format!("{path} is replaced; what was there is copied to {}", hooks.shown(copy))
        }
        Installed::Chained(kept) if place.runs_kept() => {
            format!("installed as {path}; the hook that was there runs first, as {}", hooks.shown(kept))
        }
        Installed::Chained(kept) => {
            let kept = hooks.shown(kept);
            format!("installed as {path}; what was there is kept as {kept} and not run: it is not executable")
        }
    };
    session.tell(streams, format_args!("{}: {said}", name.as_str()));
}

fn tell_uninstalled(
    hooks: &Hooks,
    name: Name,
    uninstalled: &Uninstalled,
    switched: bool,
    session: &Session,
    streams: &mut Streams<'_>,
) {
    let place = hooks.folder.place(name);
    let path = hooks.shown(&place.path);
    let why = if switched { ", so that it does not run twice" } else { "" };
    let said = match uninstalled {
        Uninstalled::Nothing => "not installed".to_owned(),
        Uninstalled::Linked => format!("{path} is a link to a codesub hook; remove it by hand if you made it"),
        Uninstalled::Foreign { kept: None, moved: None } => format!("{path} is not codesub's and stays"),
        Uninstalled::Foreign { kept: Some(kept), .. } => {
            let kept = hooks.shown(kept);
            format!("{path} is not codesub's and stays; so does {kept}, which was there before codesub")
        }
        Uninstalled::Foreign { moved: Some(moved), .. } => {
            let moved = hooks.shown(moved);
            format!("{path} is not codesub's and stays; it may still run codesub's {moved}: remove that by hand")
        }
        Uninstalled::Removed { restored, copy } => {
            let what = if *restored { "put back as it was" } else { "removed" };
            let copy = copy
                .as_ref()
                .map(|copy| format!("; codesub's had been changed and is copied to {}", hooks.shown(copy)));
            format!("{path} is {what}{why}{}", copy.unwrap_or_default())
        }
    };
    session.tell(streams, format_args!("{}: {said}", name.as_str()));
}
