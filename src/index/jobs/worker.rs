//! A worker: jobs from their claim to their end (SPEC 12.4, seed 002 "Commit Order").
//!
//! 1. Claim: `queued` becomes `running`, for one of all who try.
//! 2. Run the indexer. Neither the lock of the index nor the store is held meanwhile.
//! 3. Read its output, and only then take the lock and open the store anew.
//! 4. In one transaction: the job must still be this worker's, HEAD, as just read from disk, must be where it was when the
//!    job was queued, and so must the facts that the output belongs to; then the output is written and the job completed.
//!    HEAD is read again before the commit. The seed completes a job *after* its import; here both stand or neither does.
//!
//! When HEAD has moved, the output is thrown away and the job superseded; its scope is queued again for the new HEAD, and
//! left to the next worker: who commits all the time must not keep this one running for ever.

use std::collections::HashSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, Transaction};

use super::import::Import;
use super::indexer::{self, Outcome};
use super::presence::Presence;
use super::queue::{self, End, Enqueued, Job, Status, Wanted};
use super::recovery;
use super::settings;
use crate::atomic;
use crate::error::{Error, Result};
use crate::git::Repository;
use crate::index::folders::is_below;
use crate::index::refresh::{How, refresh};
use crate::index::store::Asked;
use crate::index::{Availability, Index, IndexedTree};
use crate::progress::Progress;
use crate::workers::Workers;

/// How long a worker waits for whoever changes the facts: as long as the build of a large index may take.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// What a job came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Ran {
    pub job: i64,
    pub language: String,
    pub result: Ended,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    Completed,
    /// Why.
    Failed(String),
    /// HEAD moved; this job has its scope, if it was this worker that noticed.
    Superseded {
        by: Option<i64>,
    },
    /// The facts changed under it, or it was taken back: it waits again.
    Again,
}

/// What a worker needs besides the repository.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    pub progress: &'a Progress,
    pub workers: &'a Workers,
    /// Is told what is being done, for people.
    pub tell: &'a dyn Fn(&str),
}

/// Runs the jobs that wait in this worktree, or only one of them, and gives what became of those that it claimed. Nobody
/// who calls this holds the lock of the index.
pub fn run_queued(repository: &Repository, only: Option<i64>, work: &Work<'_>) -> Result<Vec<Ran>> {
    let root = repository.worktree_root().ok_or_else(bare)?.to_owned();
    let mut worker = Worker { root, work, presence: None, seen: HashSet::new() };
    let mut ran = Vec::new();
    while let Some(job) = worker.next(only)? {
        let result = worker.run(&job)?;
        if let Ended::Superseded { by: Some(successor) } = result {
            worker.seen.insert(successor);
        }
        ran.push(Ran { job: job.id, language: job.language, result });
    }
    Ok(ran)
}

pub(super) fn bare() -> Error {
    Error::usage("this is a bare repository, and indexers read the files of a worktree")
        .hint("run this in a clone with a worktree, or import a finished file: `codesub index import-scip FILE`")
}

/// The commit that is checked out, read from disk by a repository opened for it alone: nothing that was read before counts.
pub fn fresh_head(directory: &Path) -> Result<String> {
    let head = Repository::open(directory)?.head()?.and_then(|head| head.commit());
    head.ok_or_else(|| Error::usage("there is no commit yet, and jobs are for commits").hint("commit something first"))
}

struct Worker<'a> {
    root: PathBuf,
    work: &'a Work<'a>,
    presence: Option<Presence>,
    /// Jobs that this run does not look at again.
    seen: HashSet<i64>,
}

impl Worker<'_> {
    /// Claims the next job.
    fn next(&mut self, only: Option<i64>) -> Result<Option<Job>> {
        let repository = Repository::open(&self.root)?;
        self.refresh_facts(&repository)?;
        let _guard = lock(&repository)?;
        let mut index = Index::for_writing(&repository)?;
        recovery::recover(&mut index)?;
        let presence = match &self.presence {
            Some(presence) => presence,
            None => self.presence.insert(Presence::announce(index.directory())?),
        };
        let waiting = queue::all_live(index.store.connection())?;
        let is_ours = |job: &Job| job.status == Status::Queued && job.worktree == index.worktree;
        let mut waiting: Vec<i64> = waiting.into_iter().filter(is_ours).map(|job| job.id).collect();
        waiting.retain(|id| only.is_none_or(|only| only == *id) && !self.seen.contains(id));
        for id in waiting {
            self.seen.insert(id);
            let head = fresh_head(&self.root)?;
            let transaction = index.store.transaction()?;
            let Some(job) = queue::find(&transaction, id)? else { continue };
            let id = if job.head == head { id } else { pass_on(&transaction, &job, &head)?.job() };
            let is_claimed = queue::claim(&transaction, id, presence.name())?;
            let job = queue::find(&transaction, id)?;
            queue::commit(transaction)?;
            self.seen.insert(id);
            if let (true, Some(job)) = (is_claimed, job) {
                return Ok(Some(job));
            }
        }
        Ok(None)
    }

    /// What an indexer says belongs to the facts of the same commit.
    fn refresh_facts(&self, repository: &Repository) -> Result<()> {
        let Availability::Ready(index) = Index::for_asking(repository) else { return Ok(()) };
        let connection = index.store.connection();
        let has_work = queue::all_live(connection)?.iter().any(|job| job.worktree == index.worktree);
        let tree = index.tree()?.filter(|tree| tree.is_of_this_engine);
        if has_work && tree.and_then(|tree| tree.commit) != Some(fresh_head(&self.root)?) {
            drop(index);
            refresh(repository, How::Refresh, self.work.progress, self.work.workers)?;
        }
        Ok(())
    }

    /// Runs a job that this worker has claimed.
    fn run(&self, job: &Job) -> Result<Ended> {
        let repository = Repository::open(&self.root)?;
        let started = SystemTime::now();
        match self.output(&repository, job)? {
            Outcome::Failed(why) => self.fail(&repository, job, why),
            Outcome::Unwanted => self.end(&repository, job, None),
            Outcome::Written(file) => {
                // What HEAD names is looked up anew: this repository was opened before the indexer ran.
                let repository = Repository::open(&self.root)?;
                let Availability::Ready(index) = Index::for_asking(&repository) else {
                    return self.end(&repository, job, None);
                };
                match Import::read(&repository, &index, job, &file, started) {
                    Ok(import) => self.end(&repository, job, Some(&import)),
                    Err(error) => self.fail(&repository, job, error.story()),
                }
            }
        }
    }

    fn output(&self, repository: &Repository, job: &Job) -> Result<Outcome> {
        let presence = self.presence.as_ref().expect("because a job was claimed under its name");
        let configured = settings::indexer(repository, &job.language)?;
        let Some(indexer) = configured.filter(|indexer| indexer.config_hash() == job.config_hash) else {
            let key = format!("codesub.scip.{}.command", job.language);
            return Ok(Outcome::Failed(format!(
                "`{key}` in git's configuration is not what it was: queue the job anew"
            )));
        };
        let folder = self.root.join(&job.root);
        // A link in the tree must not say where a command runs (SPEC 13.1).
        if let (Ok(folder), Ok(root)) = (folder.canonicalize(), self.root.canonicalize())
            && !folder.starts_with(&root)
        {
            return Ok(Outcome::Failed(format!("`{}` is a link that leads out of the repository", job.root)));
        }
        let Availability::Ready(index) = Index::for_asking(repository) else { return Ok(Outcome::Unwanted) };
        let files = self.files(index.store.connection(), job)?;
        drop(index);
        (self.work.tell)(&format!("job {}: `{}` on {}", job.id, indexer.program(), job.scope.words()));
        let mut is_wanted = || {
            let Availability::Ready(index) = Index::for_asking(repository) else { return Ok(false) };
            let now = queue::find(index.store.connection(), job.id)?;
            Ok(now.is_some_and(|now| is_mine(&now, presence)) && fresh_head(&self.root)? == job.head)
        };
        indexer::run(&indexer, &folder, &files, presence, &mut is_wanted)
    }

    /// The files of a job's scope as seen from the folder of its context, sorted.
    fn files(&self, connection: &Connection, job: &Job) -> Asked<Vec<String>> {
        let mut statement = connection.prepare(
            "SELECT files.path FROM files JOIN repo_state ON repo_state.id = files.repo_state_id
             WHERE repo_state.worktree = ?1 AND files.language = ?2 ORDER BY files.path",
        )?;
        let paths = statement.query_map([&job.worktree, &job.language], |row| row.get(0))?;
        let mut files = Vec::new();
        for path in paths {
            let path: String = path?;
            let changed = if job.scope.needs_times() { changed_at(&self.root.join(&path)) } else { None };
            if is_below(&path, &job.root) && job.scope.includes(&path, changed) {
                files.push(path[job.root.len()..].trim_start_matches('/').to_owned());
            }
        }
        Ok(files)
    }

    fn fail(&self, repository: &Repository, job: &Job, why: String) -> Result<Ended> {
        let _guard = lock(repository)?;
        let mut index = Index::for_writing(repository)?;
        let presence = self.presence.as_ref().expect("because a job was claimed under its name");
        let transaction = index.store.transaction()?;
        let is_ours = queue::finish(&transaction, job.id, presence.name(), &End::Failed(why.clone()))?;
        queue::commit(transaction)?;
        Ok(if is_ours { Ended::Failed(why) } else { Ended::Superseded { by: None } })
    }

    /// Lets the output count if it may, and ends the job.
    fn end(&self, repository: &Repository, job: &Job, import: Option<&Import>) -> Result<Ended> {
        let presence = self.presence.as_ref().expect("because a job was claimed under its name");
        let guard = lock(repository)?;
        // Opened anew: another run may have made the store from nothing.
        let mut index = Index::for_writing(repository)?;
        let transaction = index.store.transaction()?;
        let Some(now) = queue::find(&transaction, job.id)?.filter(|now| is_mine(now, presence)) else {
            return Ok(Ended::Superseded { by: None });
        };
        let head = fresh_head(&self.root)?;
        if head != now.head {
            let by = pass_on(&transaction, &now, &head)?.job();
            queue::commit(transaction)?;
            return Ok(Ended::Superseded { by: Some(by) });
        }
        let facts = IndexedTree::of(&transaction, &now.worktree)?.and_then(|tree| tree.commit);
        let Some(import) = import.filter(|_| facts.as_deref() == Some(&*head)) else {
            queue::take_back(&transaction, &now)?;
            queue::commit(transaction)?;
            return Ok(Ended::Again);
        };
        if let Err(trouble) = import.write(&transaction, &now) {
            drop(transaction);
            drop(index);
            drop(guard);
            return self.fail(repository, job, trouble.to_string());
        }
        let is_done = queue::finish(&transaction, job.id, presence.name(), &End::Completed)?;
        debug_assert!(is_done, "it was this worker's a moment ago, in this transaction");
        if fresh_head(&self.root)? != head {
            // Nothing of it is written.
            drop(transaction);
            drop(index);
            drop(guard);
            return self.end(repository, job, None);
        }
        queue::commit(transaction)?;
        Ok(Ended::Completed)
    }
}

/// Gives the scope of a job for another HEAD to one for this HEAD.
fn pass_on(transaction: &Transaction<'_>, job: &Job, head: &str) -> Asked<Enqueued> {
    let wanted = Wanted { context: job.context, worktree: &job.worktree, scope: &job.scope, reason: &job.reason, head };
    queue::enqueue(transaction, &wanted)
}

fn is_mine(job: &Job, presence: &Presence) -> bool {
    job.status == Status::Running && job.worker.as_deref() == Some(presence.name())
}

fn lock(repository: &Repository) -> Result<File> {
    atomic::lock_index(&repository.state_directory(), PATIENCE)
}

fn changed_at(path: &Path) -> Option<i64> {
    let changed = path.symlink_metadata().and_then(|metadata| metadata.modified()).ok()?;
    i64::try_from(changed.duration_since(UNIX_EPOCH).ok()?.as_secs()).ok()
}
