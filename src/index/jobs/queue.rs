//! The queue of refresh jobs (SPEC 12.4, seed 002 "Refresh Job Worker").
//!
//! A job is one run of one context's indexer for one commit in one worktree. What holds of the queue at all times:
//! * A context has at most one job that waits and one that runs in a worktree; the schema says so as well.
//! * For the same HEAD nothing is ever superseded and nothing that was asked for is lost: a request widens the job that
//!   waits, or becomes the one follow-up of a job that runs. The follow-up has the scope of both, so that it makes up for
//!   the running one should that fail.
//! * When HEAD has moved, jobs for the old one are superseded, and their scopes pass to the job that takes their place.
//! * Every transition is one `UPDATE … WHERE id = ? AND status = ?` whose row count is looked at. Of any number of
//!   processes that try the same one, one succeeds.
//!
//! The functions here do their work in the transaction that they are given, so that several of them are one step; see
//! [`Store::transaction`](crate::index::Store::transaction).

use std::fmt;

use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, params};

use super::scope::RefreshScope;
use crate::index::now;
use crate::index::store::{Asked, Trouble};

/// How many jobs that are over are kept to be looked at.
const KEPT: i64 = 100;

/// How far a job has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Queued,
    Running,
    /// What it found is in the store: both were written in one transaction.
    Completed,
    /// HEAD moved before it was over.
    Superseded,
    Failed,
}

impl Status {
    pub const ALL: [Status; 5] =
        [Status::Queued, Status::Running, Status::Completed, Status::Superseded, Status::Failed];

    pub fn as_str(self) -> &'static str {
        match self {
            Status::Queued => "queued",
            Status::Running => "running",
            Status::Completed => "completed",
            Status::Superseded => "superseded",
            Status::Failed => "failed",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A job as the store has it.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    pub id: i64,
    pub context: i64,
    /// The language of its context and the folder that it covers.
    pub language: String,
    pub root: String,
    /// Which command it was queued for; see [`Indexer::config_hash`](super::settings::Indexer::config_hash).
    pub config_hash: String,
    /// Where its files are; see [`Repository::worktree_name`](crate::git::Repository::worktree_name).
    pub worktree: String,
    pub status: Status,
    pub scope: RefreshScope,
    pub reason: String,
    /// The commit that was checked out when it was queued.
    pub head: String,
    pub created_at: f64,
    pub started_at: Option<f64>,
    pub finished_at: Option<f64>,
    pub superseded_reason: Option<String>,
    pub error: Option<String>,
    pub worker: Option<String>,
}

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    pub context: i64,
    pub worktree: &'a str,
    pub scope: &'a RefreshScope,
    /// For people: why.
    pub reason: &'a str,
    /// The commit that is checked out, as just read.
    pub head: &'a str,
}

/// What became of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Enqueued {
    /// There is a new job. Those for another HEAD that it takes the place of are superseded.
    Created { job: i64, superseded: usize },
    /// A job that waits looks at more now.
    Widened(i64),
    /// A job that waits or runs does all of it already.
    Covered(i64),
    /// A job that runs does not do all of it: this one comes after it.
    FollowUp(i64),
}

impl Enqueued {
    /// The job that does what was asked for.
    pub fn job(self) -> i64 {
        match self {
            Enqueued::Created { job, .. }
            | Enqueued::Widened(job)
            | Enqueued::Covered(job)
            | Enqueued::FollowUp(job) => job,
        }
    }
}

/// Queues what is asked for, as far as no job does it already.
pub fn enqueue(transaction: &Transaction<'_>, wanted: &Wanted<'_>) -> Asked<Enqueued> {
    let mut scope = wanted.scope.clone();
    let mut superseded = 0;
    let (mut queued, mut running) = (None, None);
    for job in live(transaction, wanted.context, wanted.worktree)? {
        if job.head != wanted.head {
            scope = scope.merge(&job.scope);
            superseded += usize::from(supersede(transaction, &job, wanted.head)?);
        } else if job.status == Status::Queued {
            queued = Some(job);
        } else {
            running = Some(job);
        }
    }
    for job in [&queued, &running].into_iter().flatten() {
        if job.scope.covers(&scope) {
            return Ok(Enqueued::Covered(job.id));
        }
    }
    if let Some(job) = queued {
        let wider = job.scope.merge(&scope);
        let rows = transaction.execute(
            "UPDATE refresh_jobs SET scope = ?3 WHERE id = ?1 AND status = ?2",
            params![job.id, Status::Queued.as_str(), wider.to_json()],
        )?;
        debug_assert_eq!(rows, 1, "nobody else writes during the transaction");
        return Ok(Enqueued::Widened(job.id));
    }
    if let Some(job) = running {
        return Ok(Enqueued::FollowUp(create(transaction, wanted, &job.scope.merge(&scope))?));
    }
    let job = create(transaction, wanted, &scope)?;
    forget_old(transaction)?;
    Ok(Enqueued::Created { job, superseded })
}

fn create(transaction: &Transaction<'_>, wanted: &Wanted<'_>, scope: &RefreshScope) -> Asked<i64> {
    transaction.execute(
        "INSERT INTO refresh_jobs (context_id, worktree, status, scope, trigger_reason, head_at_enqueue, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            wanted.context,
            wanted.worktree,
            Status::Queued.as_str(),
            scope.to_json(),
            wanted.reason,
            wanted.head,
            now()
        ],
    )?;
    Ok(transaction.last_insert_rowid())
}

fn forget_old(transaction: &Transaction<'_>) -> Asked<()> {
    transaction.execute(
        "DELETE FROM refresh_jobs WHERE status NOT IN ('queued', 'running') AND id NOT IN
             (SELECT id FROM refresh_jobs WHERE status NOT IN ('queued', 'running') ORDER BY id DESC LIMIT ?1)",
        [KEPT],
    )?;
    Ok(())
}

/// Takes a job that waits: at most one of all who try succeeds, and none while the context has a job that runs there.
pub fn claim(transaction: &Transaction<'_>, job: i64, worker: &str) -> Asked<bool> {
    let rows = transaction.execute(
        "UPDATE refresh_jobs SET status = 'running', worker = ?2, started_at = ?3
         WHERE id = ?1 AND status = 'queued' AND NOT EXISTS
             (SELECT 1 FROM refresh_jobs AS other WHERE other.status = 'running'
              AND other.context_id = refresh_jobs.context_id AND other.worktree = refresh_jobs.worktree)",
        params![job, worker, now()],
    )?;
    Ok(rows == 1)
}

/// Ends the running job of a worker; false where it is not that worker's to end any more.
pub fn finish(transaction: &Transaction<'_>, job: i64, worker: &str, end: &End) -> Asked<bool> {
    let (status, error) = match end {
        End::Completed => (Status::Completed, None),
        End::Failed(error) => (Status::Failed, Some(error)),
    };
    let rows = transaction.execute(
        "UPDATE refresh_jobs SET status = ?3, finished_at = ?4, error = ?5
         WHERE id = ?1 AND status = 'running' AND worker = ?2",
        params![job, worker, status.as_str(), now(), error],
    )?;
    Ok(rows == 1)
}

/// How the run of a job ends, unless HEAD moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    Completed,
    /// Why.
    Failed(String),
}

/// Gives a job up because HEAD is elsewhere now; false where its status has changed meanwhile.
pub fn supersede(transaction: &Transaction<'_>, job: &Job, head: &str) -> Asked<bool> {
    let reason = format!("HEAD moved from {} to {head}", job.head);
    let rows = transaction.execute(
        "UPDATE refresh_jobs SET status = 'superseded', superseded_reason = ?3, finished_at = ?4
         WHERE id = ?1 AND status = ?2",
        params![job.id, job.status.as_str(), reason, now()],
    )?;
    Ok(rows == 1)
}

/// Takes a running job from a worker that is gone. It waits again, unless its follow-up waits, which does all of it.
pub fn take_back(transaction: &Transaction<'_>, job: &Job) -> Asked<bool> {
    let waiting = live(transaction, job.context, &job.worktree)?.into_iter().find(|it| it.status == Status::Queued);
    let rows = match waiting {
        Some(follow_up) if follow_up.head == job.head => {
            debug_assert!(follow_up.scope.covers(&job.scope), "a follow-up has the scope of both");
            let error = format!("the process that ran it was ended; job {} does its work", follow_up.id);
            transaction.execute(
                "UPDATE refresh_jobs SET status = 'failed', error = ?3, finished_at = ?4
                 WHERE id = ?1 AND status = 'running' AND worker IS ?2",
                params![job.id, job.worker, error, now()],
            )?
        }
        Some(newer) => usize::from(supersede(transaction, job, &newer.head)?),
        None => transaction.execute(
            "UPDATE refresh_jobs SET status = 'queued', worker = NULL, started_at = NULL
             WHERE id = ?1 AND status = 'running' AND worker IS ?2",
            params![job.id, job.worker],
        )?,
    };
    Ok(rows == 1)
}

const SELECT: &str = "SELECT job.id, job.context_id, context.language, context.root, job.worktree, job.status, job.scope,
    job.trigger_reason, job.head_at_enqueue, job.created_at, job.started_at, job.finished_at, job.superseded_reason,
    job.error, job.worker, context.config_hash FROM refresh_jobs AS job JOIN contexts AS context ON context.id = job.context_id";

/// All jobs, the newest first.
pub fn all(connection: &Connection) -> Asked<Vec<Job>> {
    jobs(connection, "ORDER BY job.id DESC", params![])
}

/// The jobs that wait or run, the oldest first.
pub fn all_live(connection: &Connection) -> Asked<Vec<Job>> {
    jobs(connection, "WHERE job.status IN ('queued', 'running') ORDER BY job.id", params![])
}

/// One job.
pub fn find(connection: &Connection, id: i64) -> Asked<Option<Job>> {
    Ok(connection.query_row(&format!("{SELECT} WHERE job.id = ?1"), [id], read).optional()?)
}

fn live(connection: &Connection, context: i64, worktree: &str) -> Asked<Vec<Job>> {
    let these =
        "WHERE job.status IN ('queued', 'running') AND job.context_id = ?1 AND job.worktree = ?2 ORDER BY job.id";
    jobs(connection, these, params![context, worktree])
}

fn jobs(connection: &Connection, which: &str, values: &[&dyn rusqlite::ToSql]) -> Asked<Vec<Job>> {
    let mut statement = connection.prepare(&format!("{SELECT} {which}"))?;
    let jobs = statement.query_map(values, read)?.collect::<rusqlite::Result<_>>()?;
    Ok(jobs)
}

fn read(row: &Row<'_>) -> rusqlite::Result<Job> {
    let word: String = row.get(5)?;
    let status = Status::ALL.into_iter().find(|known| known.as_str() == word);
    // The schema checks the word; a damaged store may have any.
    let status = status.ok_or(rusqlite::Error::InvalidColumnType(5, word, rusqlite::types::Type::Text))?;
    Ok(Job {
        id: row.get(0)?,
        context: row.get(1)?,
        language: row.get::<_, Option<String>>(2)?.unwrap_or_default(),
        root: row.get(3)?,
        worktree: row.get(4)?,
        status,
        scope: RefreshScope::from_json(row.get::<_, Option<String>>(6)?.as_deref()),
        reason: row.get::<_, Option<String>>(7)?.unwrap_or_default(),
        head: row.get(8)?,
        created_at: row.get::<_, Option<f64>>(9)?.unwrap_or_default(),
        started_at: row.get(10)?,
        finished_at: row.get(11)?,
        superseded_reason: row.get(12)?,
        error: row.get(13)?,
        worker: row.get(14)?,
        config_hash: row.get::<_, Option<String>>(15)?.unwrap_or_default(),
    })
}

/// The context of a configured indexer, made where it is new. What its output says of itself comes with the import.
pub fn context(transaction: &Transaction<'_>, language: &str, root: &str, config_hash: &str) -> Asked<i64> {
    if let Some(id) = known_context(transaction, language, root, config_hash)? {
        return Ok(id);
    }
    let name = if root.is_empty() { language.to_owned() } else { format!("{language}:{root}") };
    transaction.execute(
        "INSERT INTO contexts (name, language, root, config_hash, tool_version) VALUES (?1, ?2, ?3, ?4, '')",
        params![name, language, root, config_hash],
    )?;
    Ok(transaction.last_insert_rowid())
}

/// The context of a configured indexer, if it was ever asked; of several versions of its tool, the newest.
pub fn known_context(connection: &Connection, language: &str, root: &str, config_hash: &str) -> Asked<Option<i64>> {
    let sql = "SELECT id FROM contexts WHERE language = ?1 AND root = ?2 AND config_hash = ?3 ORDER BY id DESC LIMIT 1";
    Ok(connection.query_row(sql, [language, root, config_hash], |row| row.get(0)).optional()?)
}

/// Commits, as trouble of the store.
pub fn commit(transaction: Transaction<'_>) -> Asked<()> {
    transaction.commit().map_err(Trouble::from)
}
