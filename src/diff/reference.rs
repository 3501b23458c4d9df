//! IndexRefs: the ways of naming a version (SPEC 11.1), and what they stand for.
//!
//! `snap:ID`, `tag:NAME`, `path:DIR`, `worktree` or any git revision, with `git:` before it or without. `latest` is the
//! last build of the index in this worktree, `build:ID` any one. All but `path:` and `worktree` stand for a tree that git
//! has; of a build nothing but that is told, because its number means something in this repository alone.
//!
//! `tag:NAME` is the snapshot of that name, else the git tag. Where both are there and differ, nothing is guessed.

use std::path::{Path, PathBuf};

use super::inputs::{Side, Sort};
use crate::error::{Error, Result};
use crate::git::{Pin, Repository, Revision};
use crate::identity::hash::sha1;
use crate::index::Index;
use crate::index::builds::{self, Build};
use crate::index::tree::nothing_indexed;

/// A version as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IndexRef {
    Latest,
    Build(String),
    Snapshot(String),
    Tag(String),
    Path(PathBuf),
    Worktree,
    Git(String),
}

/// A version and what is told of it.
#[derive(Debug, Clone)]
pub struct Resolved {
    pub revision: Revision,
    pub side: Side,
}

impl IndexRef {
    /// Anything that is none of the other forms is a git revision, which git itself will judge.
    pub fn parse(text: &str) -> Self {
        let after = |prefix: &str| text.strip_prefix(prefix).map(str::to_owned);
        match text {
            "latest" => return IndexRef::Latest,
            "worktree" => return IndexRef::Worktree,
            _ => {}
        }
        None.or_else(|| after("build:").map(IndexRef::Build))
            .or_else(|| after("snap:").map(IndexRef::Snapshot))
            .or_else(|| after("tag:").map(IndexRef::Tag))
            .or_else(|| after("path:").map(|path| IndexRef::Path(path.into())))
            .or_else(|| after("git:").map(IndexRef::Git))
            .unwrap_or_else(|| IndexRef::Git(text.to_owned()))
    }

    /// What it stands for. `directory` is where relative paths start.
    pub fn resolve(&self, repository: &Repository, directory: &Path) -> Result<Resolved> {
        match self {
            IndexRef::Latest => {
                let build = builds::latest(&Index::required(repository)?)?.ok_or_else(nothing_indexed)?;
                built(repository, &build)
            }
            IndexRef::Build(id) => {
                let index = Index::required(repository)?;
                let found = id.parse().ok().map(|id| builds::numbered(&index, id)).transpose()?.flatten();
                let build = found.ok_or_else(|| {
                    Error::usage(format!("there is no build `{id}` of the index"))
                        .hint("`codesub index status` names the last one; `latest` stands for it")
                })?;
                built(repository, &build)
            }
            IndexRef::Snapshot(id) => {
                repository.pins()?.iter().find(|pin| pin.id == *id).map(pinned).ok_or_else(|| {
                    Error::usage(format!("there is no snapshot `{id}`"))
                        .hint("`codesub snapshot list` shows what there is")
                })
            }
            IndexRef::Tag(name) => tagged(repository, name),
            IndexRef::Path(path) => {
                let folder = directory.join(path);
                let revision = repository.folder(&folder, "path:<redacted>")?;
                let full = folder.canonicalize().unwrap_or(folder);
                let path_hash = Some(sha1(&[&full.to_string_lossy()]));
                Ok(side(revision, "path:<redacted>".to_owned(), Sort::Path, None, path_hash))
            }
            IndexRef::Worktree => {
                let revision = repository.worktree()?;
                Ok(side(revision, "worktree".to_owned(), Sort::Worktree, None, None))
            }
            IndexRef::Git(name) => Ok(git(repository.resolve_tree(name)?)),
        }
    }
}

fn tagged(repository: &Repository, name: &str) -> Result<Resolved> {
    let pins = repository.pins()?;
    let mut named = pins.iter().filter(|pin| pin.name.as_deref() == Some(name));
    let full = format!("refs/tags/{name}");
    let tag = repository.resolve_tree(&full);
    match (named.next(), tag) {
        (Some(pin), Ok(tag)) if pin.tree_id() != tag.tree_id() => {
            Err(Error::usage(format!("`{name}` is a snapshot and a git tag, and they differ"))
                .hint(format!("say which: `snap:{}` or `git:{full}`", pin.id)))
        }
        (Some(pin), _) => Ok(pinned(pin)),
        (None, Ok(tag)) => Ok(git(tag)),
        // A tag that is there and cannot be read is no unknown name.
        (None, Err(error @ Error::Undecided(_))) => Err(error),
        (None, Err(_)) => Err(Error::usage(format!("there is no snapshot and no git tag `{name}`"))
            .hint("`codesub snapshot list` and `git tag` show what there is")),
    }
}

/// A revision that stands for its tree.
pub(super) fn git(revision: Revision) -> Resolved {
    let reference = format!("git:{}", revision.tree_id());
    side(revision, reference, Sort::Git, None, None)
}

fn pinned(pin: &Pin) -> Resolved {
    side(pin.revision(), format!("snap:{}", pin.id), Sort::Snapshot, Some(pin.id.clone()), None)
}

fn side(
    revision: Revision,
    reference: String,
    sort: Sort,
    snapshot_id: Option<String>,
    path_hash: Option<String>,
) -> Resolved {
    let identity_hash = identity_hash(&revision.tree_id());
    Resolved { revision, side: Side { reference, identity_hash, sort, snapshot_id, path_hash } }
}

/// What tells trees apart, whatever they are called.
pub fn identity_hash(tree: &str) -> String {
    sha1(&[&format!("tree {tree}")])
}

fn built(repository: &Repository, build: &Build) -> Result<Resolved> {
    repository.resolve_tree(&build.tree).map(git).map_err(|error| {
        Error::undecided(format!("the files of build {} of the index are no longer in this repository", build.id))
            .hint("`codesub index refresh` makes a build of the commit that is checked out")
            .caused_by(error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_known() {
        for (text, expected) in [
            ("latest", IndexRef::Latest),
            ("build:7", IndexRef::Build("7".into())),
            ("snap:snap-1", IndexRef::Snapshot("snap-1".into())),
            ("tag:v1", IndexRef::Tag("v1".into())),
            ("path:../x", IndexRef::Path("../x".into())),
            ("worktree", IndexRef::Worktree),
            ("git:worktree", IndexRef::Git("worktree".into())),
            ("HEAD~1", IndexRef::Git("HEAD~1".into())),
        ] {
            assert_eq!(IndexRef::parse(text), expected, "{text}");
        }
    }
}
