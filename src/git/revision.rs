//! Revisions: a commit, the index (staged) or the worktree.
//!
//! A [`Revision`] is a name, a tree, and the commit its history goes on from: itself for a commit, `HEAD` for the index
//! and the worktree. A name that does not exist is the caller's mistake (exit 2); a name whose object is not here, as in
//! a shallow clone, is a question that this repository cannot answer (exit 3).

use gix::ObjectId;
use gix::bstr::ByteSlice;
use gix::objs::{CommitRefIter, Exists, Kind, TagRefIter};
use gix::remote::Direction;

use super::Repository;
use crate::error::{Error, Result};

/// How far back a history is followed to explain why a name does not resolve.
const MAX_HISTORY: usize = 10_000;

/// So many tags may lead from one to the next.
const MAX_TAGS: usize = 100;

/// A state of all files.
#[derive(Debug, Clone)]
pub struct Revision {
    /// As asked for, or `staged`, or `worktree`.
    pub name: String,
    pub kind: RevisionKind,
    pub(super) tree: ObjectId,
    /// The commit whose history this revision continues; `None` on an unborn branch.
    pub(super) history: Option<ObjectId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RevisionKind {
    Commit,
    Staged,
    Worktree,
}

impl Revision {
    /// How a sentence names it.
    pub fn words(&self) -> &str {
        match self.kind {
            RevisionKind::Commit => &self.name,
            RevisionKind::Staged => "the index",
            RevisionKind::Worktree => "the worktree",
        }
    }

    /// The tree's id in hexadecimal: what all files together look like.
    pub fn tree_id(&self) -> String {
        self.tree.to_string()
    }

    /// The commit's id in hexadecimal; `None` for the index and the worktree.
    pub fn commit(&self) -> Option<String> {
        match self.kind {
            RevisionKind::Commit => self.history.map(|id| id.to_string()),
            RevisionKind::Staged | RevisionKind::Worktree => None,
        }
    }
}

impl Repository {
    /// The commit that `name` stands for, tags peeled.
    pub fn resolve(&self, name: &str) -> Result<Revision> {
        if name.len() == self.git.object_hash().len_in_hex()
            && let Ok(id) = ObjectId::from_hex(name.as_bytes())
        {
            return self.commit(id, name);
        }
        self.commit(self.named(name)?, name)
    }

    /// The object that `name` stands for.
    fn named(&self, name: &str) -> Result<ObjectId> {
        self.require_readable_refs()?;
        let parse = || match self.git.rev_parse_single(name) {
            Ok(id) => Ok(id.detach()),
            Err(error) => Err(self.unresolved(name, error)),
        };
        self.settled(parse, |_| false)
    }

    /// The same, where a tree serves as well: to compare two trees needs no history.
    pub fn resolve_tree(&self, name: &str) -> Result<Revision> {
        let id = match ObjectId::from_hex(name.as_bytes()) {
            Ok(id) if id.kind() == self.git.object_hash() => Some(id),
            _ => None,
        };
        let id = match id {
            Some(id) => id,
            None => self.named(name)?,
        };
        match self.objects.object(id) {
            Ok(Some((Kind::Tree, _))) => {
                Ok(Revision { name: name.to_owned(), kind: RevisionKind::Commit, tree: id, history: None })
            }
            _ => self.commit(id, name),
        }
    }

    /// The commit that is checked out; `None` on an unborn branch.
    pub fn head(&self) -> Result<Option<Revision>> {
        self.require_readable_refs()?;
        let is_unborn = || {
            let head = self.git.head().map_err(|error| self.failure("HEAD cannot be read", error))?;
            Ok(head.is_unborn())
        };
        if self.settled(is_unborn, |_| false)? { Ok(None) } else { self.resolve("HEAD").map(Some) }
    }

    /// The base that a comparison has unless it is told otherwise: the upstream of the current branch, else the branch
    /// that the remote's `HEAD` names.
    pub fn default_base(&self) -> Result<Option<String>> {
        self.require_readable_refs()?;
        let head = self.git.head_name().map_err(|error| self.failure("HEAD cannot be read", error))?;
        // A branch that follows another local one.
        if let Some(branch) = &head
            && let Some(name) = self.local_upstream(branch.as_ref())
        {
            return Ok(Some(name));
        }
        // An upstream that is configured but was never fetched, or is gone, is no base.
        if let Some(Ok(upstream)) =
            head.and_then(|branch| self.git.branch_remote_tracking_ref_name(branch.as_ref(), Direction::Fetch))
            && let Some(name) = self.short_name(upstream.as_bstr())
        {
            return Ok(Some(name));
        }
        self.remote_head()
    }

    /// The branch that the remote's `HEAD` names: of `origin`, else of the only remote.
    pub fn remote_head(&self) -> Result<Option<String>> {
        self.require_readable_refs()?;
        let Some(remote) = self.default_remote() else { return Ok(None) };
        let head = format!("refs/remotes/{remote}/HEAD");
        let Ok(Some(reference)) = self.git.try_find_reference(head.as_str()) else { return Ok(None) };
        Ok(match reference.target().try_name() {
            Some(branch) => self.short_name(branch.as_bstr()),
            None => self.short_name(head.as_bytes().as_bstr()),
        })
    }

    /// `origin`, else the only remote.
    pub fn default_remote(&self) -> Option<String> {
        let remotes = self.git.remote_names();
        let origin = remotes.iter().find(|name| *name == "origin");
        origin.or_else(|| remotes.iter().next().filter(|_| remotes.len() == 1)).map(ToString::to_string)
    }

    fn local_upstream(&self, branch: &gix::refs::FullNameRef) -> Option<String> {
        let config = self.git.config_snapshot();
        let value = |key| config.plumbing().string_by("branch", Some(branch.shorten()), key);
        value("remote").filter(|remote| remote == ".")?;
        self.short_name(value("merge")?.as_bstr())
    }

    /// `refs/remotes/origin/main` as `origin/main`, or in full where that would mean something else; `None` when there
    /// is no such reference.
    fn short_name(&self, full: &gix::bstr::BStr) -> Option<String> {
        let full = full.to_str().ok()?;
        let id = self.git.rev_parse_single(full).ok()?;
        let short = full.strip_prefix("refs/remotes/").or_else(|| full.strip_prefix("refs/heads/")).unwrap_or(full);
        let same = self.git.rev_parse_single(short).is_ok_and(|other| other == id);
        Some(if same { short } else { full }.to_owned())
    }

    /// The best common ancestor. In a shallow clone it is the best of the history that is there.
    pub fn merge_base(&self, base: &Revision, target: &Revision) -> Result<Revision> {
        if base.history.is_none() || target.history.is_none() {
            return Ok(base.clone());
        }
        self.common_ancestor(base, target)?.ok_or_else(|| self.no_merge_base(base, target))
    }

    /// The same; `None` when there is none here.
    pub fn common_ancestor(&self, base: &Revision, target: &Revision) -> Result<Option<Revision>> {
        let (Some(one), Some(two)) = (base.history, target.history) else { return Ok(None) };
        let found = self.git.merge_base(one, two).map_err(|error| {
            self.failure(format!("the merge base of `{}` and `{}` cannot be found", base.name, target.name), error)
        })?;
        match found.map(|id| id.detach()) {
            Some(id) if id == one => self.commit(id, &base.name).map(Some),
            Some(id) => self.commit(id, &id.to_string()).map(Some),
            None => Ok(None),
        }
    }

    /// The ids of a commit's parents, in order, whether they are here or not.
    pub fn parents(&self, revision: &Revision) -> Result<Vec<String>> {
        let Some(id) = revision.history else { return Ok(Vec::new()) };
        match self.objects.object(id) {
            Ok(Some((Kind::Commit, bytes))) => {
                Ok(CommitRefIter::from_bytes(&bytes, id.kind()).parent_ids().map(|id| id.to_string()).collect())
            }
            Ok(_) => Err(self.missing(id)),
            Err(error) => Err(self.failure(format!("object {id} cannot be read"), error)),
        }
    }

    /// When a revision's commit was made, by its committer, in seconds since 1970; 0 where there is no commit.
    pub fn committed_at(&self, revision: &Revision) -> Result<i64> {
        let Some(id) = revision.history else { return Ok(0) };
        match self.objects.object(id) {
            // A date that cannot be read is no reason to fail: git itself takes it for 1970.
            Ok(Some((Kind::Commit, bytes))) => Ok(CommitRefIter::from_bytes(&bytes, id.kind())
                .committer()
                .ok()
                .and_then(|committer| committer.time().ok())
                .map_or(0, |time| time.seconds)),
            Ok(_) => Err(self.missing(id)),
            Err(error) => Err(self.failure(format!("object {id} cannot be read"), error)),
        }
    }

    /// All best common ancestors: more than one where two branches were merged into each other.
    pub fn common_ancestors(&self, base: &Revision, target: &Revision) -> Result<Vec<Revision>> {
        let (Some(one), Some(two)) = (base.history, target.history) else { return Ok(Vec::new()) };
        let found = self.git.merge_bases_many(one, &[two]).map_err(|error| {
            self.failure(format!("the merge bases of `{}` and `{}` cannot be found", base.name, target.name), error)
        })?;
        found.into_iter().map(|id| self.commit(id.detach(), &id.to_string())).collect()
    }

    /// Whether two histories can have met where this clone does not reach.
    pub fn may_lack_history(&self) -> bool {
        self.is_shallow()
    }

    fn no_merge_base(&self, base: &Revision, target: &Revision) -> Error {
        let error = Error::undecided(format!("`{}` and `{}` have no common ancestor here", base.name, target.name));
        if self.is_shallow() {
            error.hint(
                "the clone is shallow: run `git fetch --unshallow`, or `git fetch --deepen=100` until it is found",
            )
        } else {
            error.hint("their histories are unrelated: use --direct to compare the two as they are")
        }
    }

    /// The commit `id`, or the one that the tag `id` leads to.
    fn commit(&self, mut id: ObjectId, name: &str) -> Result<Revision> {
        for _ in 0..=MAX_TAGS {
            let object =
                self.objects.object(id).map_err(|error| self.failure(format!("object {id} cannot be read"), error))?;
            let damaged = || {
                Error::undecided(format!("object {id}, named by `{name}`, cannot be read"))
                    .hint("run `git fsck` to see what is damaged")
            };
            match object {
                None => return Err(self.missing(id)),
                Some((Kind::Commit, bytes)) => {
                    let tree = CommitRefIter::from_bytes(&bytes, id.kind()).tree_id();
                    let tree = tree.map_err(|error| damaged().caused_by(error))?;
                    return Ok(Revision { name: name.to_owned(), kind: RevisionKind::Commit, tree, history: Some(id) });
                }
                Some((Kind::Tag, bytes)) => {
                    let target = TagRefIter::from_bytes(&bytes, id.kind()).target_id();
                    id = target.map_err(|error| damaged().caused_by(error))?;
                }
                Some((kind, _)) => {
                    return Err(Error::usage(format!("`{name}` is a {kind}, not a commit"))
                        .hint("name a branch, a tag or a commit"));
                }
            }
        }
        Err(Error::undecided(format!("`{name}` is a tag of a tag, more than {MAX_TAGS} times over"))
            .hint("name the commit itself"))
    }

    fn unresolved(&self, name: &str, error: gix::Error) -> Error {
        let start = &name[..name.find(['~', '^', '@']).unwrap_or(name.len())];
        let start = if start.is_empty() && name.starts_with('@') { "HEAD" } else { start };
        if error.is_corrupted() || self.git.try_find_reference(start).is_err_and(|error| error.is_corrupted()) {
            return Error::undecided(format!("`{name}` cannot be read"))
                .hint("`git fsck` shows damaged refs; `git update-ref` or a new fetch repairs one")
                .caused_by(error);
        }
        // A name may fail because what it leads to is not here, which is no mistake of the caller.
        if let Some(id) = self.start_of_history(start)
            && let Err(missing) = self.walk_history(id, name)
        {
            return missing;
        }
        // What gix says of an unknown name helps nobody who mistyped one.
        let error = Error::usage(format!("`{name}` is not a revision of this repository"));
        match self.git.head() {
            Ok(head) if head.is_unborn() => error.hint("there is no commit on this branch yet"),
            _ => error.hint("name a branch, a tag or a commit; a remote branch may have to be fetched first"),
        }
    }

    /// The object that a name leads to, whether it exists or not.
    fn start_of_history(&self, name: &str) -> Option<ObjectId> {
        match self.git.try_find_reference(name) {
            Ok(Some(mut reference)) => reference.follow_to_object().ok().map(|id| id.detach()),
            _ => self.git.rev_parse_single(name).ok().map(|id| id.detach()),
        }
    }

    /// Looks whether the parents of a commit and of its first parents are there.
    fn walk_history(&self, id: ObjectId, name: &str) -> Result<()> {
        let mut next = self.commit(id, name)?.history;
        for _ in 0..MAX_HISTORY {
            let Some(id) = next else { break };
            let Ok(Some((Kind::Commit, bytes))) = self.objects.object(id) else { return Err(self.missing(id)) };
            let parents: Vec<_> = CommitRefIter::from_bytes(&bytes, id.kind()).parent_ids().collect();
            if let Some(absent) = parents.iter().find(|parent| !self.git.objects.exists(parent)) {
                return Err(self.missing(*absent));
            }
            next = parents.first().copied();
        }
        Ok(())
    }
}
