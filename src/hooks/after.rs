//! After a merge or a rebase: what it did to subscriptions (SPEC 8.3, 8.4).
//!
//! The operation is over when git runs these hooks, so nothing here can be worth failing or delaying it. Every error is
//! a warning, a defect of codesub included, and the look at the code is given a limited time (`codesub.hookTimeout`
//! seconds of git's configuration): it runs on a thread of its own, [`within`] the limit, and only reads. Writing comes
//! after it, on the thread that waited, so a write is either made in full or not begun.
//!
//! **What is compared.** `post-merge`: `ORIG_HEAD` with HEAD, or HEAD with the index after `--squash`, which makes no
//! commit. `post-rewrite`: the tip from before the rebase with HEAD. Two commits are compared literally, so the list of
//! the old one holds (SPEC 5.14): what one had subscribed to before is what one is told about.
//!
//! **Following.** With `codesub.autoApply` in git's configuration, moves of high confidence are written to the two files
//! in the worktree. The worktree may hold work of its own, which must not get mixed in. So a move is followed only where
//! a scan of the worktree proposes the very same one, for the target that the list on disk still names, and the file it
//! leads to is on disk what the merge made of it. Constructs that only shifted lines are left: they are found by name,
//! and a lock that changes with every pull would be a nuisance. While changes that `--autostash` put away wait to come
//! back, nothing is written, because they might not fit any more.
//!
//! **Silence.** Hooks may be shared by all repositories of a user. Where there is no list on either side there is
//! nothing to say, not even that something failed.
//!
//! **The index.** `refresh-wanted` in the local state (SPEC 3.5) holds the id of the commit that was checked out when
//! the files last changed in bulk. It is a hint for the next command to refresh the index: all worktrees share it, the
//! last one wins, and whoever finds the index in step with the files may remove it. Where it cannot be left, only those are
//! told who ask for more (`--verbose`): a refresh that nobody is reminded of costs time later, and no answer.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::apply::{self, Edit};
use crate::atomic;
use crate::config::Config;
use crate::config::files::Files;
use crate::error::{Error, Result};
use crate::git::{Repository, Revision};
use crate::index::{Informant, Trouble};
use crate::report::{Confidence, Proposal, Report};
use crate::scan::{CONFIG_NAME, Request, TargetRevision, has_list};
use crate::workers::Workers;

/// How long the look at the code may take, unless `codesub.hookTimeout` says otherwise.
const PATIENCE: Duration = Duration::from_secs(10);

/// What git has just done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    Merge,
    /// A merge that is staged and not committed.
    Squash,
    Rebase {
        /// The old id of the commit that was rewritten last, as git tells it.
        last: Option<String>,
    },
}

/// Where the hook runs.
#[derive(Debug, Clone)]
pub struct Ground {
    pub directory: PathBuf,
    /// Another list than the repository's own (SPEC 3.6).
    pub config: Option<PathBuf>,
    /// The time, as the lock writes it.
    pub now: String,
    /// This program, for who parses.
    pub program: Option<PathBuf>,
}

/// What there is to say.
#[derive(Debug, Default)]
pub struct Outcome {
    pub news: Option<News>,
    pub warnings: Vec<Error>,
    /// Trouble that nobody needs to know of unless they ask for more.
    pub remarks: Vec<Error>,
}

/// What the operation did.
#[derive(Debug)]
pub struct News {
    pub report: Report,
    /// `merge`, `rebase`.
    pub after: &'static str,
    /// The base, as a command line takes it.
    pub base: String,
    /// The command that shows all of it.
    pub whole: String,
    /// Ids of the moves that were followed, sorted.
    pub followed: Vec<String>,
    /// Whether moves were not followed because an autostash waits.
    pub held: bool,
}

/// Finds out what the operation did, and follows what moved where the user asked for it.
pub fn after(event: &Event, ground: &Ground) -> Outcome {
    let mut outcome = Outcome::default();
    if let Err(error) = tell(event, ground, &mut outcome) {
        outcome.warnings.push(error);
    }
    outcome
}

fn tell(event: &Event, ground: &Ground, outcome: &mut Outcome) -> Result<()> {
    let start = Instant::now();
    let repository = match Repository::open(&ground.directory) {
        // git runs hooks at the root of the worktree.
        Err(Error::Undecided(_)) if !ground.directory.join(CONFIG_NAME).exists() => return Ok(()),
        other => other?,
    };
    let comparison = match Comparison::of(event, &repository) {
        Err(_) if !may_have_list(&repository, ground) => return Ok(()),
        other => other?,
    };
    if !comparison.has_list(&repository, ground)? {
        return Ok(());
    }
    outcome.remarks.extend(want_refresh(&repository).err());
    let limit = or_warn(repository.config_number("codesub.hookTimeout"), &mut outcome.warnings);
    let limit = limit.map_or(PATIENCE, Duration::from_secs);
    let automatic = or_warn(repository.config_flag("codesub.autoApply"), &mut outcome.warnings);
    let follow = match automatic {
        Some(true) if repository.has_autostash() => Follow::Later,
        Some(true) => Follow::Now,
        Some(false) | None => Follow::No,
    };

    let work = {
        let (ground, comparison) = (ground.clone(), comparison.clone());
        move || look(&ground, &comparison, follow)
    };
    let found = match within(limit.saturating_sub(start.elapsed()), work) {
        Ended::Done(found) => found?,
        Ended::Late => return Err(comparison.too_late()),
        Ended::Panicked => return Err(defect()),
    };
    outcome.warnings.extend(found.trouble);
    outcome.warnings.extend(found.index.map(Error::from));
    let followed = write(&found.edits, &repository, ground).unwrap_or_else(|error| {
        outcome.warnings.push(error);
        Vec::new()
    });
    outcome.news = Some(News {
        report: found.report,
        after: comparison.after,
        whole: comparison.command(),
        base: comparison.short,
        followed,
        held: found.held,
    });
    Ok(())
}

/// A setting that is not understood is as good as none.
fn or_warn<T>(setting: Result<Option<T>>, warnings: &mut Vec<Error>) -> Option<T> {
    setting.unwrap_or_else(|error| {
        warnings.push(error);
        None
    })
}

/// The warning for a panic, whose message is on the screen already.
pub fn defect() -> Error {
    Error::internal("codesub failed in a way it should not; please report this with the message above")
}

/// The two sides of an operation.
#[derive(Debug, Clone)]
struct Comparison {
    after: &'static str,
    base: Revision,
    /// The base's id, as short as it stays unique.
    short: String,
    target: TargetRevision,
    /// The options that name the target on a command line.
    options: &'static str,
}

impl Comparison {
    fn of(event: &Event, repository: &Repository) -> Result<Self> {
        let (after, base, target, options) = match event {
            Event::Merge => ("merge", before_merge(repository)?, head(), "--target HEAD"),
            Event::Squash => ("merge", repository.resolve("HEAD")?, TargetRevision::Staged, "--staged"),
            Event::Rebase { last } => {
                ("rebase", before_rebase(repository, last.as_deref())?, head(), "--target HEAD --direct")
            }
        };
        Ok(Comparison { after, short: repository.abbreviated(&base), base, target, options })
    }

    fn target(&self, repository: &Repository) -> Result<Revision> {
        match &self.target {
            TargetRevision::Staged => repository.staged(),
            TargetRevision::Worktree => repository.worktree(),
            TargetRevision::Named(name) => repository.resolve(name),
        }
    }

    fn has_list(&self, repository: &Repository, ground: &Ground) -> Result<bool> {
        Ok(ground.config.is_some()
            || has_list(repository, &self.base)?
            || has_list(repository, &self.target(repository)?)?)
    }

    fn request(&self, ground: &Ground, means: &Means) -> Request {
        Request {
            base: Some(self.short.clone()),
            target: self.target.clone(),
            direct: true,
            config: ground.config.clone(),
            index: means.index.clone(),
            workers: means.workers.clone(),
            ..Request::default()
        }
    }

    fn command(&self) -> String {
        format!("codesub scan --base {} {}", self.short, self.options)
    }

    fn too_late(&self) -> Error {
        Error::undecided(format!(
            "the {} is done; codesub needed too long, run `{}` yourself",
            self.after,
            self.command()
        ))
    }
}

fn head() -> TargetRevision {
    TargetRevision::Named("HEAD".to_owned())
}

fn before_merge(repository: &Repository) -> Result<Revision> {
    repository
        .orig_head()?
        .ok_or_else(|| Error::undecided("there is no ORIG_HEAD, so what the merge did cannot be told"))
}

/// The tip from before the rebase: as the rebase itself remembers it, which survives everything that its steps do.
fn before_rebase(repository: &Repository, last: Option<&str>) -> Result<Revision> {
    if let Some(id) = repository.rebase_start() {
        return repository.resolve(&id);
    }
    if let Some(revision) = repository.orig_head()? {
        return Ok(revision);
    }
    match last {
        Some(id) => repository.resolve(id),
        None => Err(Error::undecided("there is no ORIG_HEAD, so what the rebase did cannot be told")),
    }
}

/// Whether trouble is worth telling here: somewhere close there is a list.
fn may_have_list(repository: &Repository, ground: &Ground) -> bool {
    let on_disk = |root: &std::path::Path| root.join(CONFIG_NAME).exists();
    ground.config.is_some()
        || repository.worktree_root().is_some_and(on_disk)
        || matches!(repository.head(), Ok(Some(head)) if matches!(has_list(repository, &head), Ok(true)))
}

/// Leaves the hint for the index.
fn want_refresh(repository: &Repository) -> Result<()> {
    let Some(head) = repository.head()?.and_then(|head| head.commit()) else { return Ok(()) };
    let folder = repository.state_directory();
    folder.prepare()?;
    atomic::write_state(&folder.join("refresh-wanted"), format!("{head}\n").as_bytes())
}

/// Whether moves are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Follow {
    No,
    Now,
    /// Wanted, but not while an autostash waits.
    Later,
}

/// What a look at the code found.
struct Found {
    report: Report,
    /// What following the moves would write.
    edits: Vec<Edit>,
    held: bool,
    /// Why nothing is followed.
    trouble: Option<Error>,
    /// Why the index was not used.
    index: Option<Trouble>,
}

/// Who is asked, and who parses.
struct Means {
    index: Informant,
    workers: Workers,
}

fn look(ground: &Ground, comparison: &Comparison, follow: Follow) -> Result<Found> {
    let repository = Repository::open(&ground.directory)?;
    let workers = Workers::of(&repository, ground.program.as_deref())?;
    let means = Means { index: Informant::of(&repository), workers };
    let report = crate::scan(&repository, &comparison.request(ground, &means))?.report;
    let sure: BTreeMap<&str, &Proposal> = report
        .proposals
        .iter()
        .filter(|it| !it.applied && it.confidence == Confidence::High && it.new_target() != it.subscription.target)
        .map(|it| (it.subscription.id.as_str(), it))
        .collect();
    let held = follow == Follow::Later && !sure.is_empty();
    let planned = match follow {
        Follow::Now if !sure.is_empty() => plan(&repository, ground, comparison, &sure, &means),
        _ => Ok(Vec::new()),
    };
    let (edits, trouble) = planned.map_or_else(|error| (Vec::new(), Some(error)), |edits| (edits, None));
    Ok(Found { report, edits, held, trouble, index: means.index.trouble() })
}

/// What following these moves comes to in the worktree, as far as the worktree agrees.
fn plan(
    repository: &Repository,
    ground: &Ground,
    comparison: &Comparison,
    sure: &BTreeMap<&str, &Proposal>,
    means: &Means,
) -> Result<Vec<Edit>> {
    let request = Request { target: TargetRevision::Worktree, ..comparison.request(ground, means) };
    let scan = crate::scan(repository, &request)?;
    let is_same = |here: &&Proposal| {
        sure.get(here.subscription.id.as_str()).is_some_and(|there| {
            here.confidence == Confidence::High
                && here.subscription.target == there.subscription.target
                && here.new_target() == there.new_target()
                && here.new == there.new
        })
    };
    let chosen: Vec<&Proposal> = scan.report.proposals.iter().filter(is_same).collect();
    let merged = comparison.target(repository)?;
    let mut edits = Vec::new();
    for edit in apply::plan(repository, &scan, &chosen)? {
        let file = repository.find(&merged, edit.target.path())?;
        if file.is_some_and(|file| edit.blob == Some(file.id.to_string())) {
            edits.push(edit);
        }
    }
    Ok(edits)
}

/// Makes the edits and gives their ids, sorted. What the list does not say any more is left alone.
fn write(edits: &[Edit], repository: &Repository, ground: &Ground) -> Result<Vec<String>> {
    let files = match (&ground.config, repository.worktree_root()) {
        (Some(path), _) => Files::for_config(path),
        (None, Some(root)) => Files::at_root(root),
        (None, None) => return Ok(Vec::new()),
    };
    if edits.is_empty() {
        return Ok(Vec::new());
    }
    files.update(&repository.state_directory(), |pair| {
        let Some(text) = &pair.text else { return Ok(Vec::new()) };
        let list = Config::parse(text.as_bytes(), CONFIG_NAME)?;
        let as_planned = |edit: &&Edit| list.subscription(&edit.id).is_some_and(|it| it.target == edit.was);
        let edits: Vec<&Edit> = edits.iter().filter(as_planned).collect();
        apply::put(pair, &edits, &ground.now)?;
        let mut ids: Vec<String> = edits.iter().map(|edit| edit.id.clone()).collect();
        ids.sort_unstable();
        Ok(ids)
    })
}

/// How work ended that was given a limited time.
#[derive(Debug, PartialEq, Eq)]
pub enum Ended<T> {
    Done(T),
    Late,
    Panicked,
}

/// Does work on a thread of its own and waits for it as long as the limit allows; no time at all does not begin it.
/// Work that is late goes on until the process ends, so it must be of a sort that may be cut off anywhere.
pub fn within<T: Send + 'static>(limit: Duration, work: impl FnOnce() -> T + Send + 'static) -> Ended<T> {
    if limit.is_zero() {
        return Ended::Late;
    }
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        // Whoever waited may have gone.
        let _ = sender.send(work());
    });
    match receiver.recv_timeout(limit) {
        Ok(result) => Ended::Done(result),
        Err(RecvTimeoutError::Timeout) => Ended::Late,
        Err(RecvTimeoutError::Disconnected) => Ended::Panicked,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_late_or_broken() {
        let long = Duration::from_secs(60);
        assert_eq!(within(long, || 7), Ended::Done(7));
        assert_eq!(within(long, || -> u8 { panic!("as it should") }), Ended::Panicked);
        // The work never ends: its sender is kept here.
        let (sender, receiver) = mpsc::channel::<()>();
        assert_eq!(within(Duration::from_millis(1), move || receiver.recv().is_ok()), Ended::Late);
        drop(sender);
    }

    #[test]
    fn no_time_at_all_begins_nothing() {
        assert_eq!(within(Duration::ZERO, || -> u8 { panic!("it was begun") }), Ended::Late);
    }
}
