//! Real repositories, made by the plain `git` program in a pinned environment; git is the oracle where it can be.

mod changes;
mod hunks;
mod limits;
mod meanwhile;
mod neighbours;
mod open;
mod oracle;
mod renames;
mod revisions;
mod staged;
mod trouble;
mod worktree;

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::{Blob, Change, ChangeKind, FileId, MAX_BLOB, Repository, Revision};
use crate::error::{Error, ExitStatus, Result};

/// A repository in a folder of its own, removed when dropped.
pub(super) struct Fixture {
    folder: TempDir,
    root: PathBuf,
}

impl Fixture {
    /// An empty folder.
    pub(super) fn empty() -> Self {
        let folder = tempfile::tempdir().expect("because the temporary folder is writable");
        let root = folder.path().canonicalize().expect("because it was just made");
        Fixture { folder, root }
    }

    /// A repository on the unborn branch `main`.
    pub(super) fn new() -> Self {
        Self::with(&[])
    }

    pub(super) fn with(options: &[&str]) -> Self {
        let fixture = Self::empty();
        fixture.git(&[&["init", "-q", "-b", "main"], options].concat());
        fixture.git(&["config", "core.autocrlf", "false"]);
        fixture.git(&["config", "core.excludesFile", "/dev/null"]);
        fixture
    }

    /// A repository next to this one, in the same folder.
    pub(super) fn beside(self, name: &str) -> Self {
        let root = self.folder.path().canonicalize().expect("because it exists").join(name);
        Fixture { root, folder: self.folder }
    }

    pub(super) fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    pub(super) fn git(&self, arguments: &[&str]) -> String {
        let output = git(&self.root, arguments);
        assert!(output.0, "git {arguments:?} failed: {}", output.1);
        output.1
    }

    pub(super) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) -> &Self {
        let full = self.path(path);
        let parent = full.parent().expect("because it is below the root");
        std::fs::create_dir_all(parent).expect("because the fixture is writable");
        std::fs::write(full, bytes).expect("because the fixture is writable");
        self
    }

    pub(super) fn remove(&self, path: &str) -> &Self {
        std::fs::remove_file(self.path(path)).expect("because it was written before");
        self
    }

    /// Commits everything and says its id.
    pub(super) fn commit(&self, message: &str) -> String {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", message]);
        self.git(&["rev-parse", "HEAD"])
    }

    pub(super) fn open(&self) -> Repository {
        Repository::open(&self.root).expect("because it is a repository")
    }
}

/// Runs git; whether it succeeded, and what it printed.
pub(super) fn git(directory: &Path, arguments: &[&str]) -> (bool, String) {
    let mut command = Command::new("git");
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("GIT_")) {
        command.env_remove(name);
    }
    let output = command
        .current_dir(directory)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_AUTHOR_DATE", "2026-01-02T03:04:05Z")
        .env("GIT_COMMITTER_DATE", "2026-01-02T03:04:05Z")
        .args(["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "protocol.file.allow=always"])
        .args(arguments)
        .output()
        .expect("because git is installed where the tests run");
    let text = if output.status.success() { output.stdout } else { output.stderr };
    (output.status.success(), String::from_utf8_lossy(&text).trim_end().to_owned())
}

/// The changes between two revisions in the form of `git diff --name-status`.
pub(super) fn names(repository: &Repository, base: &Revision, target: &Revision) -> Vec<String> {
    let changes = repository.changes(base, target).expect("because the revisions can be compared");
    changes.list.iter().map(name).collect()
}

fn name(change: &Change) -> String {
    let old = change.old.as_ref().map(|at| at.path.as_str()).unwrap_or_default();
    match change.kind {
        ChangeKind::Added => format!("A {}", change.path()),
        ChangeKind::Deleted => format!("D {}", change.path()),
        ChangeKind::Modified => format!("M {}", change.path()),
        ChangeKind::Renamed { .. } => format!("R {old} {}", change.path()),
    }
}

pub(super) fn file(repository: &Repository, revision: &Revision, path: &str) -> FileId {
    let found = repository.find(revision, path).expect("because the tree can be read");
    found.unwrap_or_else(|| panic!("{path} is not in {}", revision.name))
}

pub(super) fn read(repository: &Repository, revision: &Revision, path: &str) -> Vec<u8> {
    let id = file(repository, revision, path).id;
    match repository.reader().read(id, MAX_BLOB).expect("because the object can be read") {
        Blob::Bytes(bytes) => bytes,
        other => panic!("{path} is {other:?}"),
    }
}

/// The error of an operation that must fail, its exit status checked.
pub(super) fn error<T>(result: Result<T>, status: ExitStatus) -> Error {
    match result {
        Ok(_) => panic!("this must fail with {status:?}"),
        Err(error) => {
            assert_eq!(error.exit_status(), status, "{error}");
            error
        }
    }
}

pub(super) fn hint(error: &Error) -> &str {
    error.hint_text().unwrap_or_default()
}
