//! What a remote has, as far as this clone knows without asking it.
//!
//! A clone knows of a remote what it last saw: its branches, under `refs/remotes/NAME/`, and which of them is the
//! default one. Nothing here opens a connection, so the answers can be old; they are never from the future.

use std::collections::BTreeSet;

use gix::ObjectId;
use gix::bstr::ByteSlice;
use gix::objs::Exists;

use super::{Repository, Revision};
use crate::error::Result;

impl Repository {
    /// The commit `id`, tags peeled; `None` when it is not here, or is no commit.
    pub fn commit_here(&self, id: &str) -> Option<Revision> {
        let id = ObjectId::from_hex(id.as_bytes()).ok().filter(|id| self.git.objects.exists(id))?;
        self.resolve(&id.to_string()).ok()
    }

    /// The name of a remote that was given by name or by URL; `None` for a URL that no remote has.
    pub fn remote_name(&self, name_or_url: &str) -> Option<String> {
        let names = self.git.remote_names();
        let config = self.git.config_snapshot();
        let has_url = |name: &gix::bstr::BStr| {
            ["url", "pushUrl"].iter().any(|key| {
                let values = config.plumbing().strings_by("remote", Some(name), *key).unwrap_or_default();
                values.iter().any(|value| value.as_bstr() == name_or_url)
            })
        };
        let found = names.iter().find(|name| **name == name_or_url);
        let found = found.or_else(|| names.iter().find(|name| has_url(name.as_bstr())));
        found.map(ToString::to_string)
    }

    /// Where the default branch of a remote was last seen.
    pub fn remote_default(&self, remote: &str) -> Result<Option<Revision>> {
        self.tip(&format!("refs/remotes/{remote}/HEAD"))
    }

    /// Where a branch of a remote, `refs/heads/…`, was last seen.
    pub fn remote_branch(&self, remote: &str, branch: &str) -> Result<Option<Revision>> {
        match branch.strip_prefix("refs/heads/") {
            Some(short) => self.tip(&format!("refs/remotes/{remote}/{short}")),
            None => Ok(None),
        }
    }

    /// The commits of `target`'s history that a remote, or any at all, is known to have and that nothing newer on the
    /// way leads to: where its own commits begin. Empty when they have nothing in common.
    pub fn last_known_to(&self, remote: Option<&str>, target: &Revision) -> Result<Vec<Revision>> {
        let Some(start) = target.history else { return Ok(Vec::new()) };
        let prefix = remote.map_or_else(|| "refs/remotes/".to_owned(), |remote| format!("refs/remotes/{remote}/"));
        let tips = self.tips(&prefix)?;
        if tips.contains(&start) {
            return Ok(vec![self.resolve(&start.to_string())?]);
        }
        let unreadable = |error| self.failure("the history of what is pushed cannot be read", error);
        let walk = self.git.rev_walk([start]).with_hidden(tips).all().map_err(unreadable)?;
        let (mut own, mut parents) = (BTreeSet::new(), BTreeSet::new());
        for commit in walk {
            let commit = commit.map_err(unreadable)?;
            own.insert(commit.id);
            parents.extend(commit.parent_ids.iter().copied());
        }
        if own.is_empty() {
            // All of it is there already, inside the history of some branch.
            return Ok(vec![self.resolve(&start.to_string())?]);
        }
        // In a shallow clone the last parents are not here.
        let met = parents.difference(&own).filter(|id| self.git.objects.exists(id));
        met.map(|id| self.resolve(&id.to_string())).collect()
    }

    /// What the refs below a prefix lead to.
    fn tips(&self, prefix: &str) -> Result<BTreeSet<ObjectId>> {
        self.require_readable_refs()?;
        let list = || self.list_tips(prefix);
        self.settled(list, |found| !matches!(found, Ok((_, false)))).map(|(tips, _)| tips)
    }

    /// The tips, and whether some could not be read.
    fn list_tips(&self, prefix: &str) -> Result<(BTreeSet<ObjectId>, bool)> {
        let unreadable = |error| self.failure(format!("the refs below `{prefix}` cannot be read"), error);
        let platform = self.git.references().map_err(unreadable)?;
        let (mut tips, mut is_broken) = (BTreeSet::new(), false);
        for reference in platform.prefixed(prefix).map_err(unreadable)? {
            // A broken or dangling one tells nothing; the others still do.
            let Ok(mut reference) = reference else {
                is_broken = true;
                continue;
            };
            if let Ok(id) = reference.peel_to_id()
                && self.git.objects.exists(&id)
            {
                tips.insert(id.detach());
            }
        }
        Ok((tips, is_broken))
    }

    fn tip(&self, reference: &str) -> Result<Option<Revision>> {
        self.require_readable_refs()?;
        let peel = || Some(self.git.try_find_reference(reference).ok()??.peel_to_id().ok()?.detach());
        let id = self.settled(|| Ok(peel()), |_| false)?;
        Ok(id.and_then(|id| self.commit_here(&id.to_string())))
    }
}
