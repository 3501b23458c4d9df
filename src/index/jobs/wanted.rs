//! What a change of the tree asks of the indexers.
//!
//! A context that has never said anything of a worktree is asked about everything. One that has is asked about the files
//! that changed, those whose content it has not seen, and those that depend on an interface that is not the one it saw,
//! or on a file that is gone (SPEC 12.3). A file that it saw and had nothing to say about is not asked about again until it changes.

use std::collections::BTreeSet;

use rusqlite::{Connection, params};

use super::queue::{self, Enqueued, Wanted};
use super::scope::RefreshScope;
use super::settings::{self, Indexer};
use super::worker::{bare, fresh_head};
use crate::error::Result;
use crate::git::Repository;
use crate::index::Index;
use crate::index::folders::is_below;
use crate::index::store::Asked;

/// Queues a scope for an indexer at the commit that is checked out, as one step. Under the lock of the index.
pub fn enqueue(
    repository: &Repository,
    index: &mut Index,
    indexer: &Indexer,
    scope: &RefreshScope,
    reason: &str,
) -> Result<Enqueued> {
    let head = fresh_head(repository.worktree_root().ok_or_else(bare)?)?;
    let worktree = index.worktree.clone();
    let transaction = index.store.transaction()?;
    let context = queue::context(&transaction, indexer.language.name(), &indexer.root, &indexer.config_hash())?;
    let enqueued = queue::enqueue(&transaction, &Wanted { context, worktree: &worktree, scope, reason, head: &head })?;
    queue::commit(transaction)?;
    Ok(enqueued)
}

/// Queues what the configured indexers should look at after these files changed. Under the lock of the index.
pub fn enqueue_for_changes<T: AsRef<str>>(
    repository: &Repository,
    index: &mut Index,
    changed: &[T],
    reason: &str,
) -> Result<Vec<Enqueued>> {
    let mut enqueued = Vec::new();
    if repository.worktree_root().is_none() {
        return Ok(enqueued);
    }
    for indexer in settings::indexers(repository)? {
        let scope = scope(index.store.connection(), &index.worktree, &indexer, changed)?;
        if !scope.is_empty() {
            enqueued.push(enqueue(repository, index, &indexer, &scope, reason)?);
        }
    }
    Ok(enqueued)
}

fn scope<T: AsRef<str>>(
    connection: &Connection,
    worktree: &str,
    indexer: &Indexer,
    changed: &[T],
) -> Asked<RefreshScope> {
    let language = indexer.language.name();
    let mut statement = connection.prepare(
        "SELECT files.path FROM files JOIN repo_state ON repo_state.id = files.repo_state_id
         WHERE repo_state.worktree = ?1 AND files.language = ?2",
    )?;
    let files: BTreeSet<String> =
        statement.query_map([worktree, language], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let files: BTreeSet<&str> = files.iter().map(String::as_str).filter(|path| is_below(path, &indexer.root)).collect();
    if files.is_empty() {
        return Ok(RefreshScope::files([""; 0]));
    }
    let context = queue::known_context(connection, language, &indexer.root, &indexer.config_hash())?;
    let Some(context) = context else { return Ok(RefreshScope::Everything) };
    let seen = seen(connection, worktree, context)?;
    if seen.is_empty() {
        return Ok(RefreshScope::Everything);
    }
    let changed = changed.iter().map(AsRef::as_ref).filter(|path| files.contains(path));
    let outdated = seen.iter().filter(|(_, is_current)| !is_current).map(|(path, _)| path.as_str());
    // A refresh that was killed, or had no room, before it queued anything: the facts are there, and nobody was asked.
    let missed = missed(connection, worktree, context)?;
    let missed = missed.iter().map(String::as_str).filter(|path| files.contains(path));
    Ok(RefreshScope::files(changed.chain(outdated).chain(missed)))
}

/// The files that came since the context was last asked, and that it said nothing about.
fn missed(connection: &Connection, worktree: &str, context: i64) -> Asked<Vec<String>> {
    let mut statement = connection.prepare(
        "SELECT files.path FROM files JOIN repo_state ON repo_state.id = files.repo_state_id
         JOIN contexts ON contexts.id = ?2 AND contexts.refreshed_at < files.indexed_at
         WHERE repo_state.worktree = ?1 AND NOT EXISTS (
             SELECT 1 FROM file_semantic_facts AS facts WHERE facts.file_id = files.id AND facts.context_id = ?2)
         ORDER BY files.path",
    )?;
    let rows = statement.query_map(params![worktree, context], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The files that a context said something about, and whether what it saw, and the interfaces that it depended on, are
/// what they were.
fn seen(connection: &Connection, worktree: &str, context: i64) -> Asked<Vec<(String, bool)>> {
    let mut statement = connection.prepare(
        "SELECT files.path,
             facts.content_hash_at_index IS files.content_hash AND NOT EXISTS (
                 SELECT 1 FROM edges LEFT JOIN files AS target ON target.id = edges.target_file
                 WHERE edges.source_file = files.id AND edges.context_id = ?2 AND edges.layer = 'semantic'
                 AND (target.id IS NULL OR edges.interface_hash_at_index IS NOT target.syntactic_interface_hash))
         FROM file_semantic_facts AS facts
         JOIN files ON files.id = facts.file_id JOIN repo_state ON repo_state.id = files.repo_state_id
         WHERE repo_state.worktree = ?1 AND facts.context_id = ?2 ORDER BY files.path",
    )?;
    let rows = statement.query_map(params![worktree, context], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
