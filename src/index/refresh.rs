//! Refreshing: bringing the facts to the commit that is checked out.
//!
//! The paths and blob ids of its tree are compared with those that the store has; only what differs is looked at, and
//! only what no branch or worktree ever had is parsed (SPEC 12.1). Then all facts change in one transaction.
//!
//! **Order.** First the contents, batch by batch: they are true whatever happens. Then the lexical index commits, with a
//! payload that names the new state; then the facts, with the same name in `watermarks`. Whoever finds the two names
//! differ knows that a run ended in between, and brings the lexical index to the facts that hold.
//!
//! A store that turns out to be damaged is made anew, once: nothing in it is anybody's work.

use std::collections::{HashMap, HashSet};

use rusqlite::Connection;

use super::aside::Aside;
use super::builds::{self, Finished};
use super::contents::{self, ENGINE};
use super::examine::{Examined, Means, Wanted, examine};
use super::graph;
use super::status::skipped;
use super::store::{Asked, Trouble};
use super::writing::{Known, Writing, known};
use super::{Availability, Index, follow, now};
use crate::atomic;
use crate::error::{Error, Result};
use crate::git::{ObjectId, Repository, Revision};
use crate::progress::Progress;
use crate::syntax::Language;
use crate::workers::Workers;

/// How long a refresh waits for another one.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(600);

/// How long contents are kept that no worktree has: long enough for a branch to come back.
const KEEP_CONTENTS: f64 = 30.0 * 24.0 * 3600.0;

/// How much is done anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// What changed.
    Refresh,
    /// The facts of this worktree.
    Build,
    /// Everything, contents and semantic facts included.
    FromNothing,
}

/// What a refresh did.
#[derive(Debug, Clone)]
pub struct Refreshed {
    /// The number of the build, for `build:ID`; that of an earlier one where nothing changed.
    pub build: i64,
    pub commit: String,
    pub tree: String,
    /// Files of the tree.
    pub files: usize,
    /// Files whose facts were written, by path.
    pub changed: Vec<String>,
    /// Files that are no longer there.
    pub removed: usize,
    /// Files that no branch or worktree ever had.
    pub parsed: usize,
    /// Files of the tree that were not examined, with the reason, by path.
    pub skipped: Vec<(String, String)>,
    /// Why the index was made anew, where it was.
    pub remade: Option<Trouble>,
}

/// Trouble with the store, or with the repository.
pub enum Failure {
    Trouble(Trouble),
    Error(Error),
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        Failure::Trouble(trouble)
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Failure::Trouble(error.into())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Error(error)
    }
}

/// Brings the index of this worktree to the commit that is checked out. Waits for others who do the same.
pub fn refresh(repository: &Repository, how: How, progress: &Progress, workers: &Workers) -> Result<Refreshed> {
    let _guard = atomic::lock_index(&repository.state_directory(), PATIENCE)?;
    let directory = super::directory(repository);
    // Whoever opens a damaged store for writing makes it anew; that is to be told.
    let damaged = match Index::for_asking(repository) {
        _ if how == How::FromNothing => None,
        Availability::Unusable(trouble @ Trouble::Damaged(_)) => Some(trouble),
        _ => None,
    };
    let attempt = |how| -> Result<Refreshed, Failure> {
        let mut index = Index::for_writing(repository)?;
        if how == How::Build {
            index.store.verify()?;
        }
        Refresh { repository, index: &mut index, how, progress, workers }.run()
    };
    // Where no other can be made, the one that is there stays.
    let make_anew = || -> Result<Refreshed, Failure> {
        let aside = Aside::set(&directory)?;
        match attempt(How::FromNothing) {
            Ok(made) => {
                aside.discard();
                Ok(made)
            }
            Err(failure) => {
                aside.put_back()?;
                Err(failure)
            }
        }
    };
    match if how == How::FromNothing { make_anew() } else { attempt(how) } {
        // Some of what a full disk does to SQLite looks like damage.
        Err(Failure::Trouble(trouble @ Trouble::Damaged(_))) if how != How::FromNothing => {
            Ok(Refreshed { remade: Some(trouble), ..make_anew()? })
        }
        result => Ok(Refreshed { remade: damaged, ..result? }),
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Trouble(trouble) => trouble.into(),
            Failure::Error(error) => error,
        }
    }
}

struct Refresh<'a> {
    repository: &'a Repository,
    index: &'a mut Index,
    how: How,
    progress: &'a Progress,
    workers: &'a Workers,
}

/// What has to be done.
struct Plan {
    state: i64,
    files: usize,
    wanted: Vec<Wanted>,
    known: HashMap<String, Known>,
    /// Paths that are no longer there.
    gone: Vec<(String, i64)>,
    /// Parts of the tree that were not listed, with the reason.
    gaps: Vec<(String, String)>,
}

impl Refresh<'_> {
    fn run(&mut self) -> Result<Refreshed, Failure> {
        let head = self.repository.head()?.ok_or_else(|| {
            Error::usage("there is no commit yet, and the index is made of commits").hint("commit something first")
        })?;
        let plan = self.plan(&head)?;
        let (commit, tree) = (head.commit().unwrap_or_default(), head.tree_id());
        let reader = self.repository.reader();
        let mut lexical = follow::caught_up(self.index, &reader, self.how != How::Refresh)?;
        if plan.wanted.is_empty() && plan.gone.is_empty() {
            return self.note_head(&plan, &commit, &tree);
        }
        let at = now();
        let mut following = lexical.write()?;
        let mut deliver = |file: &Examined| Ok(follow::replace(&mut following, file)?);
        let means = Means { reader: &reader, progress: self.progress, workers: self.workers };
        let (examined, parsed) = examine(&mut self.index.store, &means, plan.wanted, at, &mut deliver)?;
        let gone = plan.gone.iter().map(|(path, _)| path);
        let replaced =
            examined.iter().filter(|file| plan.known.get(&file.path).is_some_and(|old| old.blob != file.blob));
        for path in gone.chain(replaced.map(|file| &file.path)) {
            let old = follow::key(path, &plan.known[path].blob);
            follow::forget(&mut following, self.index.store.connection(), plan.state, &old)?;
        }
        let birth = self.repository.committed_at(&head)?;

        let transaction = self.index.store.transaction()?;
        let state = plan.state;
        let paths = examined.iter().map(|file| file.path.as_str());
        let mut writing = Writing::new(&transaction, state, paths, at, birth)?;
        for (_, id) in &plan.gone {
            transaction.prepare_cached("DELETE FROM files WHERE id = ?1")?.execute([id])?;
        }
        let changed = self.progress.during("writing", examined.len(), |step| -> Result<Vec<i64>, Failure> {
            let mut changed = Vec::with_capacity(examined.len());
            for file in &examined {
                changed.push(writing.write(file, plan.known.get(&file.path))?);
                step();
            }
            Ok(changed)
        })?;
        // To whoever imports it, a file that nobody can read is not there.
        let is_new = |file: &&Examined| {
            let known = plan.known.get(&file.path);
            known.is_none_or(|known| known.language.as_deref() != file.language.map(Language::name))
        };
        let appeared: Vec<&str> = examined.iter().filter(is_new).map(|file| file.path.as_str()).collect();
        let vanished: Vec<&str> = plan.gone.iter().map(|(path, _)| path.as_str()).collect();
        graph::link(&transaction, state, &changed, &appeared, &vanished)?;
        let finished = Finished { commit: &commit, tree: &tree, files: plan.files, parsed, at };
        let build = builds::note(&transaction, state, &finished, self.repository.index_changed_at())?;
        if self.how != How::Refresh {
            prune(&transaction, self.repository, at)?;
        }
        let skipped = [plan.gaps, skipped(&transaction, state)?].concat();
        let merging = follow::commit(following, &transaction, &tree)?;
        transaction.commit()?;
        merging.wait();
        Ok(Refreshed {
            build,
            commit,
            tree,
            files: plan.files,
            changed: examined.into_iter().map(|file| file.path).collect(),
            removed: plan.gone.len(),
            parsed,
            skipped,
            remade: None,
        })
    }

    /// Compares the tree with what the store has, by blob ids.
    fn plan(&mut self, head: &Revision) -> Result<Plan, Failure> {
        let worktree = self.index.worktree.clone();
        let transaction = self.index.store.transaction()?;
        transaction.execute("INSERT OR IGNORE INTO repo_state (worktree) VALUES (?1)", [&worktree])?;
        let (state, engine): (i64, Option<String>) =
            transaction.query_row("SELECT id, engine FROM repo_state WHERE worktree = ?1", [&worktree], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?;
        let known = known(&transaction, state)?;
        transaction.commit()?;
        // Where a build of another tree could not be told from this one, everything is done again.
        let all = self.how != How::Refresh || engine.as_deref() != Some(ENGINE);
        let mut files = 0;
        let mut wanted = Vec::new();
        let mut gone: HashSet<&str> = known.keys().map(String::as_str).collect();
        let listed = self.repository.files(head)?;
        let gaps = listed.gaps.reasons().map(|(path, why)| (path.to_owned(), why.to_owned())).collect();
        for (path, file) in listed.list {
            if !file.mode.is_source() {
                continue;
            }
            files += 1;
            gone.remove(path.as_str());
            let is_known =
                known.get(&path).is_some_and(|known| known.blob.parse().is_ok_and(|blob: ObjectId| blob == file.id));
            if all || !is_known {
                wanted.push(Wanted { path, file });
            }
        }
        let mut gone: Vec<(String, i64)> = gone.into_iter().map(|path| (path.to_owned(), known[path].id)).collect();
        gone.sort_unstable();
        Ok(Plan { state, files, wanted, known, gone, gaps })
    }

    /// Nothing differs but perhaps the commit.
    fn note_head(&mut self, plan: &Plan, commit: &str, tree: &str) -> Result<Refreshed, Failure> {
        let transaction = self.index.store.transaction()?;
        // Trees can differ where no file does, by a mode or a submodule: only the last build says what the state is of.
        let finished = Finished { commit, tree, files: plan.files, parsed: 0, at: now() };
        let build = match builds::same_as_last(&transaction, plan.state, &finished)? {
            Some(build) => build,
            None => builds::note(&transaction, plan.state, &finished, self.repository.index_changed_at())?,
        };
        let skipped = [plan.gaps.clone(), skipped(&transaction, plan.state)?].concat();
        transaction.commit()?;
        Ok(Refreshed {
            build,
            commit: commit.to_owned(),
            tree: tree.to_owned(),
            files: plan.files,
            changed: Vec::new(),
            removed: 0,
            parsed: 0,
            skipped,
            remade: None,
        })
    }
}

/// Forgets worktrees that are gone, and contents that nobody has used for long.
fn prune(transaction: &Connection, repository: &Repository, at: f64) -> Asked<()> {
    let mut statement = transaction.prepare_cached("SELECT id, worktree FROM repo_state")?;
    let all: Vec<(i64, String)> =
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<rusqlite::Result<_>>()?;
    for (id, name) in all.iter().filter(|(_, name)| !repository.has_worktree(name)) {
        transaction.execute("DELETE FROM repo_state WHERE id = ?1", [id])?;
        transaction.execute("DELETE FROM refresh_jobs WHERE worktree = ?1", [name])?;
    }
    contents::prune(transaction, at - KEEP_CONTENTS)?;
    Ok(())
}
