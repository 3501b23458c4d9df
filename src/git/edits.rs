//! Trees in memory: a tree with files removed and put.
//!
//! [`Edits`] collects what is different and makes a new tree of it, kept in the overlay and nowhere else. Only the
//! trees on the way to an edited file are read and made anew.

use gix::ObjectId;
use gix::bstr::{BString, ByteSlice};
use gix::objs::tree::{Editor, EntryKind};
use gix::objs::{Kind, TreeRef, WriteTo, compute_hash};

use super::{FileId, MAX_CHANGES, Repository};
use crate::error::Result;

/// What distinguishes one tree from another. Of several edits of one path the last one counts.
#[derive(Default)]
pub(super) struct Edits {
    list: Vec<(BString, Edit)>,
}

enum Edit {
    Remove,
    Put(FileId),
    /// A whole directory, as sparse indices have it.
    PutTree(ObjectId),
}

impl Edits {
    pub(super) fn remove(&mut self, path: BString) -> Result<()> {
        self.push(path, Edit::Remove)
    }

    pub(super) fn put(&mut self, path: BString, file: FileId) -> Result<()> {
        self.push(path, Edit::Put(file))
    }

    pub(super) fn put_tree(&mut self, path: BString, tree: ObjectId) -> Result<()> {
        self.push(path, Edit::PutTree(tree))
    }

    fn push(&mut self, path: BString, edit: Edit) -> Result<()> {
        if self.list.len() >= 2 * MAX_CHANGES {
            return Err(super::status::too_many());
        }
        self.list.push((path, edit));
        Ok(())
    }
}

impl Repository {
    /// The id of `tree` with `edits` applied.
    pub(super) fn edited(&self, tree: ObjectId, mut edits: Edits) -> Result<ObjectId> {
        if edits.list.is_empty() {
            return Ok(tree);
        }
        self.objects.take_missing();
        // A file may take the place of a folder and the other way round, so removals go first.
        edits.list.sort_by(|a, b| a.0.cmp(&b.0));
        edits.list.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                std::mem::swap(later, kept);
            }
            same
        });
        edits.list.sort_by_key(|(_, edit)| !matches!(edit, Edit::Remove));

        let hash = tree.kind();
        let bytes = self.tree(tree)?;
        let root = TreeRef::from_bytes(&bytes, hash)
            .map_err(|error| self.failure(format!("tree {tree} cannot be read"), error))?;
        let mut editor = Editor::new(root.into(), &self.objects, hash);
        for (path, edit) in &edits.list {
            let components = path.split(|&byte| byte == b'/').map(|name| name.as_bstr());
            let done = match edit {
                Edit::Remove => editor.remove(components),
                Edit::Put(file) => editor.upsert(components, file.mode.entry_kind(), file.id),
                Edit::PutTree(id) => editor.upsert(components, EntryKind::Tree, *id),
            };
            done.map_err(|error| self.failure(format!("`{path}` cannot be put into a tree"), error))?;
        }
        let written = editor.write(|tree| -> gix::Result<ObjectId> {
            let mut bytes = Vec::new();
            tree.write_to(&mut bytes).map_err(gix::Error::from_error)?;
            let id = compute_hash(hash, Kind::Tree, &bytes)?;
            self.objects.overlay().insert_tree(id, &bytes);
            Ok(id)
        });
        written.map_err(|error| self.failure("a tree cannot be made", error))
    }
}
