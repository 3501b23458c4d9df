//! The commands, one file each: resolve arguments, call the library, render.

mod accept;
mod add;
mod apply;
mod decide;
mod demo;
mod diff;
mod edit;
mod explain;
mod github;
mod hook;
mod index;
mod init;
mod languages;
mod list;
mod remove;
mod scan;
mod show;
mod snapshot;
mod symbols;
mod writing;

use std::cell::OnceCell;
use std::io::Write;
use std::path::PathBuf;

use crate::cli::Command;
use crate::config::Config;
use crate::config::files::Files;
use crate::error::{Error, ExitStatus, Result};
use crate::git::Repository;
use crate::index::Informant;
use crate::index::jobs::background;
use crate::output::Look;
use crate::output::escape::Untrusted;
use crate::progress::Progress;
use crate::scan::no_list;
use crate::state::StateFolder;
use crate::workers::Workers;

/// Where and how a command runs: what the global options and the terminal say.
#[derive(Debug, Clone)]
pub struct Session {
    pub directory: PathBuf,
    /// Another list than the repository's own (SPEC 3.6).
    pub config: Option<PathBuf>,
    pub look: Look,
    /// The same for standard error: hooks have everything to say there.
    pub look_of_err: Look,
    pub quiet: bool,
    pub progress: Progress,
    /// This program, of which workers are started; `None` where the system does not tell.
    pub program: Option<PathBuf>,
    /// The local state of the repository, once that was opened.
    pub state: OnceCell<StateFolder>,
}

/// The two streams of a command: results, and everything else (SPEC 6.2).
pub struct Streams<'a> {
    pub out: &'a mut dyn Write,
    pub err: &'a mut dyn Write,
}

/// Runs a command.
pub fn run(command: &Command, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    match command {
        Command::Init(args) => init::run(args, session, streams),
        Command::Add(args) => add::run(args, session, streams),
        Command::Edit(args) => edit::run(args, session, streams),
        Command::List(args) => list::run(args, session, streams),
        Command::Show(args) => show::run(args, session, streams),
        Command::Remove(args) => remove::run(args, session, streams),
        Command::Symbols(args) => symbols::run(args, session, streams),
        Command::Languages(args) => languages::run(args, session, streams),
        Command::Scan(args) => scan::run(args, session, streams),
        Command::Apply(args) => apply::run(args, session, streams),
        Command::Accept(args) => accept::run(args, session, streams),
        Command::Decide(args) => decide::run(args, session, streams),
        Command::Explain(args) => explain::run(args, session, streams),
        Command::Diff(args) => diff::run(args, session, streams),
        Command::Snapshot(args) => snapshot::run(args, session, streams),
        Command::Index(args) => index::run(args, session, streams),
        Command::Github(args) => github::run(args, session, streams),
        Command::Hook(args) => hook::run(args, session, streams),
        Command::Demo(args) => demo::run(args, session, streams),
        // Answered before there are streams for people; see `main`.
        Command::ParseWorker(_) => Err(Error::internal("a worker has no session")),
        Command::Completions(args) => writing::completions(args, streams),
        Command::Man(args) => writing::man(args, streams),
    }
}

/// After a command: starts the refresh of the index that a hook asked for (SPEC 8.3). It has nothing to do with what the
/// command found, so trouble with it is nobody's concern; `index refresh` would tell.
pub fn refresh_in_background(command: &Command, session: &Session) {
    let has_no_part_in_it = matches!(
        command,
        Command::Hook(_) | Command::Index(_) | Command::Demo(_) | Command::Completions(_) | Command::Man(_)
    );
    // To open the repository once more takes as long as many a command.
    let is_wanted = || session.state.get().is_none_or(background::is_wanted);
    if !has_no_part_in_it && is_wanted() {
        let _ = background::start_if_wanted(&session.directory, || session.program.clone());
    }
}

impl Session {
    fn repository(&self) -> Result<Repository> {
        if !self.directory.is_dir() {
            return Err(Error::usage(format!("there is no folder `{}`", self.directory.display()))
                .hint("`-C` names the folder to run in"));
        }
        let repository = Repository::open(&self.directory)?;
        self.state.get_or_init(|| repository.state_directory());
        Ok(repository)
    }

    /// Who parses, as git's configuration limits it (SPEC 13.2).
    fn workers(&self, repository: &Repository) -> Result<Workers> {
        Workers::of(repository, self.program.as_deref())
    }

    /// The list and the lock on disk.
    fn files(&self, repository: &Repository) -> Result<Files> {
        match (self.config_path(), repository.worktree_root()) {
            (Some(path), _) => repository.refuse_way_out(&path).map(|()| Files::for_config(&path)),
            (None, Some(root)) => Ok(Files::at_root(root)),
            (None, None) => Err(Error::usage("this is a bare repository: there is no worktree with a codesub.yaml")
                .hint("run this in a clone, or name a list with `--config FILE`")),
        }
    }

    /// `--config`, as seen from `-C`.
    fn config_path(&self) -> Option<PathBuf> {
        self.config.as_ref().map(|path| self.directory.join(path))
    }

    /// A path as typed, relative to the repository's root: first as it is, then as seen from the current directory.
    fn repository_path(&self, repository: &Repository, typed: &str) -> String {
        let Some(root) = repository.worktree_root() else { return typed.to_owned() };
        if root.join(typed).exists() {
            return typed.to_owned();
        }
        self.below_root(repository, typed).filter(|path| root.join(path).exists()).unwrap_or_else(|| typed.to_owned())
    }

    /// A path as seen from the current directory, relative to the repository's root; `None` outside of it.
    fn below_root(&self, repository: &Repository, typed: &str) -> Option<String> {
        let root = repository.worktree_root()?.canonicalize().ok()?;
        let here = self.directory.canonicalize().ok()?;
        let mut parts: Vec<String> = Vec::new();
        let joined = here.join(typed);
        for part in joined.strip_prefix(&root).ok()?.components() {
            match part {
                std::path::Component::Normal(name) => parts.push(name.to_string_lossy().into_owned()),
                std::path::Component::ParentDir => drop(parts.pop()?),
                std::path::Component::CurDir => {}
                std::path::Component::Prefix(_) | std::path::Component::RootDir => return None,
            }
        }
        Some(parts.join("/"))
    }

    /// Warns where there is an index that could not be used: the answer is right without it.
    fn tell_trouble(&self, index: &Informant, streams: &mut Streams<'_>) {
        if let Some(warning) = index.warning() {
            self.tell(streams, format_args!("warning: {}", Untrusted(&warning).terminal()));
        }
    }

    /// Says something that is not a result, unless asked to be quiet.
    fn tell(&self, streams: &mut Streams<'_>, text: std::fmt::Arguments<'_>) {
        if !self.quiet {
            // In the order in which things were said, where both streams end on one terminal. A message that cannot be
            // shown is no reason to fail.
            let _ = streams.out.flush();
            let _ = writeln!(streams.err, "{text}");
        }
    }
}

/// The list on disk, which must be there.
fn read_list(files: &Files, repository: &Repository) -> Result<Config> {
    files.read_config()?.ok_or_else(|| no_list(files, repository))
}

/// The error for an id that the list does not have, with the nearest ones it has.
fn unknown_id(config: &Config, id: &str) -> Error {
    let near = config
        .subscriptions
        .iter()
        .map(|subscription| (strsim::jaro_winkler(&subscription.id, id), subscription.id.as_str()))
        .filter(|(score, _)| *score > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)));
    let error = Error::usage(format!("there is no subscription `{id}`"));
    match near {
        Some((_, near)) => error.hint(format!("did you mean `{near}`?")),
        None => error.hint("`codesub list` shows what there is"),
    }
}

/// The time as the lock writes it.
fn now() -> String {
    jiff::Timestamp::from_second(jiff::Timestamp::now().as_second())
        .map_or_else(|_| String::new(), |time| time.to_string())
}

/// Trouble with standard output is a failed side effect. A closed pipe is none: whoever reads has seen enough, and the
/// exit status still tells the verdict.
pub fn written(result: std::io::Result<()>) -> Result<()> {
    match result {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(|error| Error::write("cannot write the result").caused_by(error)),
    }
}
