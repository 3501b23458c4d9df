//! What a revision has otherwise than the tree that was indexed: its files are read, and laid over the facts.
//!
//! Facts are of one commit; what is asked may be about another one, or about a worktree. Costs what differs, so where
//! that is much there is no answer.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::refs::{Changed, FileNames, Over};
use super::store::Asked;
use super::{Content, Index, IndexedTree, contents};
use crate::git::{FileId, Reader, Repository, Revision};
use crate::snapshot::{Read, is_binary, read};
use crate::syntax::Language;
use crate::workers::Workers;

/// Where more files differ there is no answer.
const MOST: usize = 2000;

/// The files of `revision` that are not as they were indexed, and those at the paths `also`; `None` where they are too
/// many, or git cannot tell.
pub fn laid_over(
    index: &Index,
    tree: &IndexedTree,
    repository: &Repository,
    revision: &Revision,
    also: &[&str],
    workers: &Workers,
) -> Asked<Option<Over>> {
    let Some(paths) = paths(tree, repository, revision, also) else { return Ok(None) };
    let mut files = Vec::with_capacity(paths.len());
    for (path, file) in paths {
        let content = match file {
            Some(file) => remembered(index, &path, file)?,
            None => None,
        };
        files.push((path, file, content));
    }
    let reader = repository.reader();
    let changed = workers.at_once(|| {
        let changed = files.into_par_iter().map(|(path, file, content)| {
            let changed = file.and_then(|file| changed(&reader, workers, &path, file, content));
            (path, changed)
        });
        changed.collect()
    });
    Ok(Some(Over { changed, ..Over::default() }))
}

/// What stands at each path that differs.
fn paths(
    tree: &IndexedTree,
    repository: &Repository,
    revision: &Revision,
    also: &[&str],
) -> Option<BTreeMap<String, Option<FileId>>> {
    let indexed = repository.resolve_tree(&tree.id).ok()?;
    let changes = repository.changes(&indexed, revision).ok()?;
    if changes.list.len() > MOST || !changes.gaps.is_empty() {
        return None;
    }
    let mut paths: BTreeMap<String, Option<FileId>> = BTreeMap::new();
    for old in changes.list.iter().filter_map(|change| change.old.as_ref()) {
        paths.insert(old.path.clone(), None);
    }
    for new in changes.list.into_iter().filter_map(|change| change.new) {
        paths.insert(new.path, Some(new.file));
    }
    for path in also {
        if !paths.contains_key(*path) {
            paths.insert((*path).to_owned(), repository.find(revision, path).ok()?);
        }
    }
    Some(paths)
}

/// What is kept of a file that some branch had, if its name says what it is written in.
fn remembered(index: &Index, path: &str, file: FileId) -> Asked<Option<Content>> {
    match Language::detect(path, None).filter(|it| !it.is_shared(path) && file.mode.is_source()) {
        Some(language) => contents::content(index.store.connection(), &file.id.to_string(), language.name()),
        None => Ok(None),
    }
}

/// A file with its names; `None` where there are none to be read.
fn changed(reader: &Reader, workers: &Workers, path: &str, file: FileId, content: Option<Content>) -> Option<Changed> {
    let (language, content) = match (Language::detect(path, None), content) {
        (Some(language), Some(content)) => (language, content),
        _ => {
            let Read::Bytes(bytes) = read(reader, path, file) else { return None };
            let language = Language::detect(path, Some(&bytes)).filter(|_| !is_binary(&bytes))?;
            // A file that cannot be parsed says nothing of what it refers to.
            let (outline, mentions) = workers.outline_and_mentions(&bytes, language).ok()?;
            (language, Content { outline, mentions })
        }
    };
    // The same if there is no room for it.
    workers.keep(&content.outline, &content.mentions).ok()?;
    let names = FileNames::parsed(path, language, &content.outline, &content.mentions);
    Some(Changed { names: Arc::new(names), mentions: content.mentions })
}
