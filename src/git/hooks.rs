//! Where git looks for hooks.

use std::path::{Path, PathBuf};

use super::Repository;
use super::repository::absolute;
use crate::error::{Error, Result};

/// The folder in which git looks for hooks: what `git rev-parse --git-path hooks` tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HooksDirectory {
    /// Absolute. It need not exist.
    pub path: PathBuf,
    pub chosen: HooksDirectoryChoice,
    /// Whether it is part of a worktree, where its files can be committed.
    pub in_worktree: bool,
    /// Whether a link in the worktree leads out of it: nothing is written there because a file says so (SPEC 13.1).
    pub leads_out: bool,
}

/// Who says where hooks are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HooksDirectoryChoice {
    /// Nobody: it is `hooks` in the git directory, shared by all worktrees.
    Default,
    /// `core.hooksPath` of this repository.
    Repository,
    /// `core.hooksPath` of the user or the system: other repositories use the folder as well.
    Shared,
}

impl Repository {
    /// Where git looks for hooks.
    pub fn hooks_directory(&self) -> Result<HooksDirectory> {
        let (path, chosen) = match self.hooks_path()? {
            Some(found) => found,
            None => (self.common_directory().join("hooks"), HooksDirectoryChoice::Default),
        };
        let in_worktree = self.is_in_worktree(&path);
        let leads_out = !in_worktree && self.is_named_in_worktree(&path);
        Ok(HooksDirectory { path, chosen, in_worktree, leads_out })
    }

    /// Refuses a path in the worktree from which a link leads out of it, or into the git directory: a file of the repository
    /// decides then what is read or overwritten, not the user who named the path (SPEC 13.1).
    pub fn refuse_way_out(&self, path: &Path) -> Result<()> {
        let path = absolute(path)?;
        if self.is_in_worktree(&path) || !self.is_named_in_worktree(&path) {
            return Ok(());
        }
        Err(Error::usage(format!("a link leads from {} out of the repository", path.display()))
            .hint("name the place itself, if that is what you mean"))
    }

    /// What `core.hooksPath` says. A relative path starts where git runs hooks.
    fn hooks_path(&self) -> Result<Option<(PathBuf, HooksDirectoryChoice)>> {
        let config = self.git.config_snapshot();
        let Ok((_, section)) = config.plumbing().raw_value_with_section("core.hooksPath") else { return Ok(None) };
        let failed = |why: &str| {
            Error::usage(format!("core.hooksPath {why}, so there is no folder for hooks"))
                .hint("`git config --show-origin core.hooksPath` shows where it is set")
        };
        let Some(value) = config.plumbing().path("core.hooksPath") else { return Ok(None) };
        if value.is_empty() {
            return Err(failed("is empty"));
        }
        let home = gix::path::env::home_dir();
        let context = gix::config::path::interpolate::Context {
            home_dir: home.as_deref(),
            home_for_user: Some(gix::config::path::interpolate::home_for_user),
            git_install_dir: None,
        };
        let value = value.interpolate(context).map_err(|error| failed("cannot be resolved").caused_by(error))?;
        let start = self.worktree_root().map_or_else(|| absolute(self.git.git_dir()), |root| Ok(root.to_owned()))?;
        let chosen = match section.meta().source {
            gix::config::Source::Local | gix::config::Source::Worktree => HooksDirectoryChoice::Repository,
            _ => HooksDirectoryChoice::Shared,
        };
        Ok(Some((start.join(value), chosen)))
    }

    /// Whether a path is written as one of the worktree, wherever links lead.
    fn is_named_in_worktree(&self, path: &Path) -> bool {
        let Some(root) = self.worktree_root() else { return false };
        let Some(path) = gix::path::normalize(path.into(), root) else { return false };
        path.starts_with(root) && !path.starts_with(self.common_directory())
    }

    /// Whether a path is below this worktree or the main one, and not in the git directory.
    fn is_in_worktree(&self, path: &Path) -> bool {
        let path = resolved(path);
        let common = resolved(self.common_directory());
        let main = common.parent().filter(|_| common.file_name().is_some_and(|name| name == ".git"));
        let here = self.worktree_root().map(resolved);
        !path.starts_with(&common) && here.as_deref().into_iter().chain(main).any(|root| path.starts_with(root))
    }
}

/// A path without links, as far as it exists.
fn resolved(path: &Path) -> PathBuf {
    let existing = path.ancestors().find_map(|it| Some((it, it.canonicalize().ok()?)));
    let Some((ancestor, real)) = existing else { return path.to_owned() };
    path.strip_prefix(ancestor).map_or_else(|_| path.to_owned(), |rest| real.join(rest))
}
