//! The steps of a scan: which revisions, which lists, and how the findings become a report.
//!
//! [`crate::scan()`] strings them together.

pub mod copies;
mod notes;
pub mod patches;
mod quotes;
mod reading;
pub mod references;
pub mod unwritable;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use self::quotes::Quotes;
use self::reading::{List, files_on_disk};
use crate::config::files::Files;
use crate::config::lock::Lock;
use crate::config::{ChangeType, Config, Subscription};
use crate::detect::Watched;
use crate::detect::findings::{Findings, Quote};
use crate::error::{Error, Result};
use crate::git::{Reader, Repository, Revision, RevisionKind};
use crate::index::Informant;
use crate::progress::Progress;
use crate::report::{ListChanges, Report, RevisionLabel, Stats};
use crate::workers::Workers;

pub use notes::{Skipped, run_notes};
pub use reading::Reading;

/// The list's file name at the root of the repository.
pub const CONFIG_NAME: &str = "codesub.yaml";
/// The lock's file name beside it.
pub const LOCK_NAME: &str = "codesub.lock";

/// What to compare, and how strictly.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// The base revision; by default `baseline`, else the upstream branch, else the remote's HEAD (SPEC 6.0).
    pub base: Option<String>,
    pub target: TargetRevision,
    /// Compare with the base itself instead of the merge base.
    pub direct: bool,
    pub include_drift: bool,
    pub gate: Gate,
    /// Another list than the repository's own (SPEC 3.6).
    pub config: Option<PathBuf>,
    /// Keep every candidate that was considered for this subscription.
    pub explain: Option<String>,
    /// Search every changed file for what is gone, also those that cannot hold it: the result is the same, later.
    pub everywhere: bool,
    pub progress: Progress,
    /// Who is asked before anything is parsed, and what the report adds (SPEC 12.5). The default knows nothing.
    pub index: Informant,
    /// Who parses. The default does it in this process, without limits.
    pub workers: Workers,
}

/// Which change types block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Gate {
    /// Those of `policy.check`.
    #[default]
    Check,
    /// Those of `policy.pre_push`.
    PrePush,
    /// These, whatever the policy says.
    Types(BTreeSet<ChangeType>),
}

impl Gate {
    /// The change types that block under this list.
    pub fn types<'a>(&'a self, config: &'a Config) -> &'a BTreeSet<ChangeType> {
        match self {
            Gate::Check => &config.policy.check,
            Gate::PrePush => &config.policy.pre_push,
            Gate::Types(types) => types,
        }
    }
}

/// Which revision is the target.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum TargetRevision {
    #[default]
    Worktree,
    Staged,
    Named(String),
}

/// The two revisions of a scan.
pub struct Sides {
    pub base: Revision,
    pub target: Revision,
    /// What the base was named as, where the merge base is another commit.
    tip: Option<Revision>,
    /// The base as it was asked for; the merge base may be another commit.
    base_name: String,
}

/// The lists of a scan (SPEC 5.14).
pub struct Lists {
    pub config: Arc<Config>,
    lock: Arc<Lock>,
    /// The target's own files, when the list comes from the base revision.
    pub own: Option<List>,
    pub changes: ListChanges,
    /// Ids that the base branch has got since the target forked from it.
    later: BTreeSet<String>,
}

/// Resolves what is compared with what (SPEC 6.0).
pub fn sides(repository: &Repository, request: &Request, reading: &mut Reading<'_>) -> Result<Sides> {
    let target = match &request.target {
        TargetRevision::Worktree => repository.worktree()?,
        TargetRevision::Staged => repository.staged()?,
        TargetRevision::Named(name) => repository.resolve(name)?,
    };
    let base_name = match &request.base {
        Some(name) => name.clone(),
        None => default_base(repository, &target, request, reading)?,
    };
    let named = repository.resolve(&base_name)?;
    let base = if request.direct { named.clone() } else { repository.merge_base(&named, &target)? };
    let tip = (named.commit() != base.commit()).then_some(named);
    Ok(Sides { base, target, tip, base_name })
}

fn default_base(
    repository: &Repository,
    target: &Revision,
    request: &Request,
    reading: &mut Reading<'_>,
) -> Result<String> {
    let list = reading.of_target(target, request)?.0;
    if let Some(name) = list.as_ref().and_then(|config| config.baseline.clone()) {
        return Ok(name);
    }
    match repository.default_base()? {
        Some(name) => Ok(name),
        // A newcomer needs a list before a base.
        None if list.is_none() => Err(no_list_in(repository, target, request)),
        None => Err(match repository.default_remote() {
            Some(remote) => Error::undecided(format!(
                "there is no base to compare with: no `baseline`, no upstream branch, and which branch of `{remote}` is \
                 the default one is not known here"
            ))
            .hint(format!("run `git remote set-head {remote} --auto`, or name a base with `--base REVISION`")),
            None => {
                Error::undecided("there is no base to compare with: no `baseline`, no upstream branch, no remote")
                    .hint("name one with `--base REVISION`, or set `baseline:` in codesub.yaml")
            }
        }),
    }
}

/// Finds the list and the lock that hold for this scan (SPEC 5.14).
pub fn lists(repository: &Repository, request: &Request, sides: &Sides, reading: &mut Reading<'_>) -> Result<Lists> {
    let (target_config, target_lock) = reading.of_target(&sides.target, request)?;
    let from_disk = request.config.is_some();
    let base = if from_disk { (None, Arc::new(Lock::new())) } else { reading.of(&sides.base)? };
    let changes = base.0.as_ref().map_or_else(ListChanges::default, |base| match &target_config {
        // Most commits leave the list as it is.
        Some(target) if Arc::ptr_eq(base, target) => ListChanges::default(),
        target => list_changes(base, target.as_deref()),
    });
    let both_commits = sides.target.kind == RevisionKind::Commit && sides.base.kind == RevisionKind::Commit;
    let tip = match &sides.tip {
        Some(tip) if both_commits && !from_disk => reading.of(tip)?.0,
        _ => None,
    };
    let (base, later) = match tip {
        Some(tip) => of_branch(base, tip),
        None => (base, BTreeSet::new()),
    };
    match (base, target_config) {
        ((Some(config), lock), target_config) if both_commits => {
            Ok(Lists { config, lock, own: Some((target_config, target_lock)), changes, later })
        }
        (_, Some(config)) => Ok(Lists { config, lock: target_lock, own: None, changes, later }),
        ((Some(_), _), None) => {
            Err(Error::config(format!("there is no {CONFIG_NAME} in {} any more", sides.target.words()))
                .hint(format!("restore it with `git checkout HEAD -- {CONFIG_NAME} {LOCK_NAME}`")))
        }
        ((None, _), None) => Err(no_list_in(repository, &sides.target, request)),
    }
}

/// What the base branch watches, as far as the fork point knows it: whoever opens a pull request chooses where to fork, and
/// must not choose the list by that (SPEC 5.14). The branch says which subscriptions there are and what blocks; where code
/// stood and what was accepted is said by the fork point, with which the target is compared.
fn of_branch((base, lock): List, mut tip: Arc<Config>) -> (List, BTreeSet<String>) {
    if base.as_ref().is_some_and(|base| Arc::ptr_eq(base, &tip)) {
        return ((base, lock), BTreeSet::new());
    }
    let known: BTreeMap<&str, &Subscription> = base.as_deref().map(by_id).unwrap_or_default();
    let later = tip.subscriptions.iter().filter(|it| !known.contains_key(it.id.as_str())).map(|it| it.id.clone());
    let later: BTreeSet<String> = later.collect();
    for subscription in &mut Arc::make_mut(&mut tip).subscriptions {
        if let Some(then) = known.get(subscription.id.as_str())
            && then.target != subscription.target
        {
            Arc::make_mut(subscription).target = then.target.clone();
        }
    }
    ((Some(tip), lock), later)
}

/// Whether a revision has a list: in one that has none, nobody subscribed to anything.
pub fn has_list(repository: &Repository, revision: &Revision) -> Result<bool> {
    Ok(repository.find(revision, CONFIG_NAME)?.is_some())
}

/// The error for a list that is not on disk.
pub fn no_list(files: &Files, repository: &Repository) -> Error {
    if repository.worktree_root().is_some_and(|root| *files == Files::at_root(root)) {
        return Error::config(format!("there is no {CONFIG_NAME} here"))
            .hint("create one with `codesub init`, then `codesub add path/to/file.py::name`");
    }
    let path = files.config.strip_prefix(".").unwrap_or(&files.config).display();
    Error::config(format!("there is no {path}"))
        .hint(format!("`--config` names it; `codesub --config {path} init` starts a list there"))
}

fn no_list_in(repository: &Repository, target: &Revision, request: &Request) -> Error {
    match files_on_disk(repository, target, request) {
        Some(files) => no_list(&files, repository),
        None => Error::config(format!("there is no {CONFIG_NAME} in {}", target.words()))
            .hint("commit one that `codesub init` made, or name a list with `--config FILE`"),
    }
}

impl Lists {
    /// The target's own list, if it has one.
    pub fn of_target(&self) -> Option<&Config> {
        self.own.as_ref().map_or(Some(&self.config), |(own, _)| own.as_deref())
    }

    /// Every active subscription with its lock entry; the target's added ones at the end.
    pub fn watched(&self) -> Vec<Watched> {
        let mut all: Vec<Watched> = self
            .config
            .subscriptions
            .iter()
            .filter(|subscription| subscription.active)
            .map(|subscription| Watched {
                locked: self.lock.entry_for(subscription).cloned(),
                subscription: Arc::clone(subscription),
                added: false,
                later: self.later.contains(&subscription.id),
            })
            .collect();
        if let Some((Some(own), _)) = &self.own {
            let added: BTreeSet<&str> = self.changes.added.iter().map(String::as_str).collect();
            // What both branches added under one id is watched once, as the base says it.
            let is_own =
                |s: &&Arc<Subscription>| s.active && added.contains(s.id.as_str()) && !self.later.contains(&s.id);
            all.extend(own.subscriptions.iter().filter(is_own).map(|subscription| Watched {
                subscription: Arc::clone(subscription),
                locked: None,
                added: true,
                later: false,
            }));
        }
        all
    }
}

/// Puts a report together; reads the source lines it quotes.
pub fn report(
    sides: &Sides,
    changes: ListChanges,
    findings: Findings,
    stats: Stats,
    reader: &Reader,
) -> Result<Report> {
    let mut quotes = Quotes::new(reader);
    let mut triggers = Vec::with_capacity(findings.triggers.len());
    // By file, so that a text is read once although not all are held; the report is sorted below.
    let mut found = findings.triggers;
    let path = |quote: &Option<Quote>| quote.as_ref().map(|quote| quote.place.path.clone());
    found.sort_by_cached_key(|finding| (path(&finding.before), path(&finding.after)));
    for finding in found {
        let mut trigger = finding.trigger;
        trigger.before = finding.before.as_ref().map(|quote| quotes.excerpt(quote)).transpose()?.flatten();
        trigger.after = finding.after.as_ref().map(|quote| quotes.excerpt(quote)).transpose()?.flatten();
        triggers.push(trigger);
    }
    let base = RevisionLabel { name: sides.base_name.clone(), commit: sides.base.commit() };
    let target = RevisionLabel { name: sides.target.name.clone(), commit: sides.target.commit() };
    let mut report = Report {
        base,
        target,
        triggers,
        proposals: findings.proposals,
        notes: findings.notes,
        unchanged: findings.unchanged,
        subscriptions_changed: changes,
        complete: findings.complete,
        stats,
    };
    report.sort();
    Ok(report)
}

fn list_changes(base: &Config, target: Option<&Config>) -> ListChanges {
    let (old, new) = (by_id(base), target.map(by_id).unwrap_or_default());
    let own = |id: &&str| (*id).to_owned();
    ListChanges {
        added: new.keys().filter(|id| !old.contains_key(*id)).map(own).collect(),
        removed: old.keys().filter(|id| !new.contains_key(*id)).map(own).collect(),
        edited: old.keys().filter(|id| new.get(*id).is_some_and(|is| *is != old[*id])).map(own).collect(),
    }
}

fn by_id(config: &Config) -> BTreeMap<&str, &Subscription> {
    config.subscriptions.iter().map(|subscription| (subscription.id.as_str(), &**subscription)).collect()
}
