//! Jobs whose process is gone.
//!
//! A process can be killed between any two of its steps. Nothing that it had written stands then, since what an indexer
//! found and the end of its job are one transaction; only the word `running` does, and the files beside its
//! [lock](super::presence). Whoever works with the queue first takes such jobs back: they wait again, with the same scope
//! for the same HEAD. Whether HEAD is still there is found out by whoever claims them.

use super::{presence, queue};
use crate::error::Result;
use crate::index::Index;

use super::queue::{Job, Status};

/// Takes back the jobs of workers that are gone, and removes what those left. Under the lock of the index.
pub fn recover(index: &mut Index) -> Result<Vec<Job>> {
    let directory = index.directory().to_owned();
    let mut taken = Vec::new();
    let running = queue::all_live(index.store.connection())?.into_iter().filter(|job| job.status == Status::Running);
    for job in running {
        let lives = match &job.worker {
            Some(worker) => presence::is_there(&directory, worker)?,
            None => false,
        };
        if lives {
            continue;
        }
        let transaction = index.store.transaction()?;
        let is_ours = queue::take_back(&transaction, &job)?;
        queue::commit(transaction)?;
        if is_ours {
            taken.push(job);
        }
    }
    presence::remove_leftovers(&directory);
    Ok(taken)
}
