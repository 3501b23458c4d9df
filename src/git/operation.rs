//! What git keeps about the merge or the rebase that a hook belongs to.
//!
//! All of it belongs to one worktree: a linked one has its own `ORIG_HEAD` and its own folder for a rebase. When git
//! runs `post-merge` and `post-rewrite`, the operation is done but not cleaned up: the folder of the rebase is still
//! there, and changes that `--autostash` put away are not back yet (`builtin/merge.c`, `sequencer.c`).

use std::fs::File;
use std::io::Read;

use gix::ObjectId;

use super::{Repository, Revision};
use crate::error::Result;

/// The folders of the two sorts of rebase.
const REBASES: [&str; 2] = ["rebase-merge", "rebase-apply"];

impl Repository {
    /// Where HEAD was before git moved it far; `None` where git has not done so.
    pub fn orig_head(&self) -> Result<Option<Revision>> {
        const NAME: &str = "ORIG_HEAD";
        self.require_readable_refs()?;
        match self.git.try_find_reference(NAME) {
            Ok(None) => Ok(None),
            _ => self.resolve(NAME).map(Some),
        }
    }

    /// The id of the commit that a rebase under way started from. `ORIG_HEAD` is no substitute: a step of the rebase
    /// may move it.
    pub fn rebase_start(&self) -> Option<String> {
        REBASES.iter().find_map(|folder| {
            let mut text = String::new();
            let file = File::open(self.git.git_dir().join(folder).join("orig-head")).ok()?;
            file.take(100).read_to_string(&mut text).ok()?;
            ObjectId::from_hex(text.trim().as_bytes()).ok().map(|id| id.to_string())
        })
    }

    /// Whether changes of the worktree were put away and will be put back by git.
    pub fn has_autostash(&self) -> bool {
        REBASES.iter().any(|folder| self.git.git_dir().join(folder).join("autostash").exists())
            || self.git.try_find_reference("MERGE_AUTOSTASH").is_ok_and(|found| found.is_some())
    }

    /// The commit's id, as short as it stays unique; the name of what is no commit.
    pub fn abbreviated(&self, revision: &Revision) -> String {
        match revision.commit().and(revision.history) {
            Some(id) => gix::prelude::ObjectIdExt::attach(id, &self.git).shorten_or_id().to_string(),
            None => revision.name.clone(),
        }
    }
}
