//! The output of a job on its way into the store.
//!
//! It is read and held against the worktree without any lock, and written in the transaction that completes its job. Two
//! things are known here that a file imported by hand cannot say:
//! * **Its context.** Language, folder and configuration are those of the job; the output adds the version of its tool.
//!   Another version is another context (SPEC 12.2), which is asked about everything if this job was about less.
//! * **When the files were read.** A file that was written to while the indexer ran may have been read before or after,
//!   or half. What is said of it is kept, and counts as dirty.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rusqlite::{Transaction, params};

use super::queue::{self, Job, Wanted};
use super::scope::RefreshScope;
use crate::error::{Error, Result};
use crate::git::Repository;
use crate::index::Index;
use crate::index::scip::{self, Prepared};
use crate::index::store::Asked;

/// How much earlier than the clock the time of a file may be that was written to just now.
const COARSE: Duration = Duration::from_millis(20);

/// An output that was read.
pub struct Import {
    prepared: Prepared,
    root: PathBuf,
    /// When the indexer was started.
    started: SystemTime,
}

impl Import {
    /// Reads what the indexer wrote, after it was started then.
    pub fn read(
        repository: &Repository,
        index: &Index,
        job: &Job,
        output: &Path,
        started: SystemTime,
    ) -> Result<Import> {
        let mut prepared = scip::prepare(repository, index, scip::open(output)?, &job.root)?;
        if prepared.is_empty() {
            return Err(Error::undecided("nothing in its output is about a file of this worktree"));
        }
        prepared.context.language.clone_from(&job.language);
        prepared.context.config_hash.clone_from(&job.config_hash);
        let root = repository.worktree_root().ok_or_else(super::worker::bare)?.to_owned();
        Ok(Import { prepared, root, started })
    }

    /// Writes it. Whoever's transaction this is completes the job in it.
    pub fn write(&self, transaction: &Transaction<'_>, job: &Job) -> Asked<()> {
        let tool = &self.prepared.context;
        transaction.execute(
            "UPDATE contexts SET name = ?2, tool_version = ?3 WHERE id = ?1 AND tool_version = ''",
            params![job.context, tool.name, tool.tool_version],
        )?;
        let imported = self.prepared.write(transaction)?;
        let context = imported.context_id.unwrap_or(job.context);
        self.doubt_what_was_touched(transaction, job, context)?;
        if job.scope == RefreshScope::Everything {
            // What the same tool said in another configuration is old news now that it has spoken about all of it.
            transaction.execute(
                "UPDATE contexts SET enabled = (id = ?1) WHERE language = ?2 AND root = ?3 AND name = ?4",
                params![context, tool.language, tool.root, tool.name],
            )?;
        }
        if context != job.context {
            transaction.execute("UPDATE refresh_jobs SET context_id = ?2 WHERE id = ?1", params![job.id, context])?;
            if job.scope != RefreshScope::Everything {
                let reason = "the indexer has another version";
                let (worktree, head, scope) = (&*job.worktree, &*job.head, &RefreshScope::Everything);
                queue::enqueue(transaction, &Wanted { context, worktree, scope, reason, head })?;
            }
        }
        Ok(())
    }

    fn doubt_what_was_touched(&self, transaction: &Transaction<'_>, job: &Job, context: i64) -> Asked<()> {
        let mut select = transaction.prepare(
            "SELECT files.id, files.path FROM file_semantic_facts AS facts JOIN files ON files.id = facts.file_id
             JOIN repo_state ON repo_state.id = files.repo_state_id
             WHERE facts.context_id = ?1 AND repo_state.worktree = ?2",
        )?;
        let files = select
            .query_map(params![context, job.worktree], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))?;
        let mut doubt = transaction.prepare(
            "UPDATE file_semantic_facts SET content_hash_at_index = '' WHERE file_id = ?1 AND context_id = ?2",
        )?;
        for file in files.collect::<rusqlite::Result<Vec<_>>>()? {
            if touched_since(&self.root.join(file.1), self.started) {
                doubt.execute(params![file.0, context])?;
            }
        }
        Ok(())
    }
}

/// Whether a file was written to or put in its place at that time or later. What cannot be looked at counts as written to.
fn touched_since(path: &Path, time: SystemTime) -> bool {
    let Ok(metadata) = path.symlink_metadata() else { return true };
    // When its entry changed: nobody can set that back.
    #[cfg(unix)]
    let changed = u64::try_from(std::os::unix::fs::MetadataExt::ctime(&metadata))
        .ok()
        .map(|seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds) + nanoseconds(&metadata));
    #[cfg(not(unix))]
    let changed = metadata.modified().ok();
    changed.is_none_or(|changed| changed + COARSE >= time)
}

#[cfg(unix)]
fn nanoseconds(metadata: &std::fs::Metadata) -> Duration {
    Duration::from_nanos(u64::try_from(std::os::unix::fs::MetadataExt::ctime_nsec(metadata)).unwrap_or_default())
}
