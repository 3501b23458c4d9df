//! Pins: refs below `refs/codesub/snapshots/` that keep a tree from being collected.
//!
//! This is the only thing that codesub writes into a repository's objects and refs. A pin is a tag object that names
//! the tree, and a ref to it: name, time and commit stand in the object, so that making the ref is the one step by which
//! a pin appears, and deleting it the one by which it is gone. git itself can show, push and fetch pins.
//!
//! Callers hold the lock of the registry. A ref that is still locked then was left by a run that was killed, since git
//! holds such a lock for less time than it takes to ask again.

use gix::ObjectId;
use gix::bstr::ByteSlice;
use gix::objs::{Kind, TagRef};
use gix::refs::transaction::{Change, LogChange, PreviousValue, RefEdit, RefLog};
use gix::refs::{FullName, Target};

use super::{Repository, Revision, RevisionKind};
use crate::error::{Error, Result};

/// Where the refs stand.
const FOLDER: &str = "refs/codesub/snapshots/";
/// Who makes them; no person's name is needed for it, and none is told.
const MAKER: (&str, &str) = ("codesub", "codesub@localhost");

/// A pinned tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pin {
    /// The last part of the ref's name.
    pub id: String,
    /// As given by whoever made it; `None` where no name was given.
    pub name: Option<String>,
    /// Seconds since 1970.
    pub created: i64,
    pub(super) tree: ObjectId,
    /// The commit that the tree was of, if it was one.
    pub commit: Option<String>,
}

impl Pin {
    /// The pinned tree as a revision.
    pub fn revision(&self) -> Revision {
        Revision { name: format!("snap:{}", self.id), kind: RevisionKind::Commit, tree: self.tree, history: None }
    }

    pub fn tree_id(&self) -> String {
        self.tree.to_string()
    }

    /// The full name of the ref.
    pub fn reference(&self) -> String {
        format!("{FOLDER}{}", self.id)
    }
}

impl Repository {
    /// Every pin, sorted by id. A ref there that is no pin is left out; one that cannot be read is an error, since what it
    /// pins could otherwise be taken for free.
    pub fn pins(&self) -> Result<Vec<Pin>> {
        self.require_readable_refs()?;
        self.settled(|| self.list_pins(), Result::is_err)
    }

    fn list_pins(&self) -> Result<Vec<Pin>> {
        let failed = |error: gix::Error| self.failure("the snapshots cannot be listed", error);
        let platform = self.git.references().map_err(failed)?;
        let mut pins = Vec::new();
        for reference in platform.prefixed(FOLDER.as_bytes()).map_err(failed)? {
            let reference = reference.map_err(failed)?;
            let Some(id) = reference.name().as_bstr().strip_prefix(FOLDER.as_bytes()) else { continue };
            let Some(object) = reference.target().try_id().map(ToOwned::to_owned) else { continue };
            let Ok(id) = id.to_str() else { continue };
            let found = self.objects.object(object).map_err(failed)?.ok_or_else(|| self.missing(object))?;
            pins.extend(pin(id, object, &found));
        }
        pins.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(pins)
    }

    /// Pins the tree of a revision that git has.
    pub fn pin(&self, id: &str, name: Option<&str>, revision: &Revision, created: i64) -> Result<Pin> {
        self.require_readable_refs()?;
        if self.objects.overlay().get(&revision.tree).is_some() {
            return Err(Error::usage(format!("{} is not in the repository, so it cannot be pinned", revision.words()))
                .hint("commit it first, then make a snapshot of the commit"));
        }
        let commit = revision.commit();
        let time = gix::date::Time { seconds: created, offset: 0 };
        let tag = gix::objs::Tag {
            target: revision.tree,
            target_kind: Kind::Tree,
            name: name.unwrap_or(id).into(),
            tagger: Some(gix::actor::Signature { name: MAKER.0.into(), email: MAKER.1.into(), time }),
            message: match &commit {
                Some(commit) => format!("A snapshot of codesub.\n\ncommit {commit}\n").into(),
                None => "A snapshot of codesub.\n".into(),
            },
            signature: None,
        };
        let object = self.git.write_object(&tag).map_err(|error| not_written(id, error))?.detach();
        let change = Change::Update {
            log: LogChange { mode: RefLog::AndReference, force_create_reflog: false, message: "codesub".into() },
            expected: PreviousValue::Any,
            new: Target::Object(object),
        };
        self.edit_pin(id, change, created)?;
        // Until the ref was there, git could take the object for garbage (`git gc --prune=now`); from now on it cannot.
        self.git.write_object(&tag).map_err(|error| not_written(id, error))?;
        Ok(Pin { id: id.to_owned(), name: name.map(str::to_owned), created, tree: revision.tree, commit })
    }

    /// Takes a pin away. The tree stays as long as something else needs it, or until git collects it.
    pub fn unpin(&self, id: &str, now: i64) -> Result<()> {
        self.require_readable_refs()?;
        self.edit_pin(id, Change::Delete { expected: PreviousValue::Any, log: RefLog::AndReference }, now)
    }

    fn edit_pin(&self, id: &str, change: Change, now: i64) -> Result<()> {
        let name: FullName = format!("{FOLDER}{id}").try_into().map_err(|error| {
            Error::usage(format!("`{id}` cannot be the name of a ref")).caused_by(gix::Error::from_error(error))
        })?;
        let time = format!("{now} +0000");
        let maker = gix::actor::SignatureRef { name: MAKER.0.into(), email: MAKER.1.into(), time: &time };
        let edit = RefEdit { change, name, deref: false };
        let attempt = || self.git.edit_references_as(Some(edit.clone()), Some(maker)).map(drop);
        let done = attempt().or_else(|error| {
            let leftover = self.common_directory().join(format!("{FOLDER}{id}.lock"));
            match std::fs::remove_file(leftover) {
                Ok(()) => attempt(),
                Err(_) => Err(error),
            }
        });
        done.map_err(|error| not_written(id, error))
    }
}

/// The pin of a ref that leads to this object, if it is one.
fn pin(id: &str, object: ObjectId, (kind, bytes): &(Kind, Vec<u8>)) -> Option<Pin> {
    let tag = TagRef::from_bytes(bytes, object.kind()).ok().filter(|_| *kind == Kind::Tag)?;
    if tag.target_kind != Kind::Tree {
        return None;
    }
    let name = tag.name.to_str().ok()?;
    let commit = tag.message.lines().find_map(|line| line.strip_prefix(b"commit "));
    Some(Pin {
        id: id.to_owned(),
        name: Some(name.to_owned()).filter(|name| name != id),
        created: tag.tagger().ok().flatten().and_then(|tagger| tagger.time().ok()).map_or(0, |time| time.seconds),
        tree: tag.target(),
        commit: commit.and_then(|commit| commit.to_str().ok()).map(str::to_owned),
    })
}

fn not_written(id: &str, error: gix::Error) -> Error {
    Error::write(format!("the snapshot {id} cannot be written"))
        .hint("check the permissions of the git directory and the free space")
        .caused_by(error)
}
