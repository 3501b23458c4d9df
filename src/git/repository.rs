//! Opening a repository.
//!
//! A [`Repository`] is one opened git directory, with its worktree if it has one. Opening obeys `GIT_DIR` and its
//! relatives, because hooks are run with them, and refuses what git refuses: a repository of another user that
//! `safe.directory` does not allow, a format or an extension that this build does not know. Reftable is refused later,
//! where a *name* is looked up, since objects can still be read by id.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use gix::ObjectId;
use gix::bstr::ByteSlice;

use super::Reader;
use super::objects::Objects;
use super::tree::Listing;
use crate::error::{Error, Result};
use crate::state::StateFolder;

/// The most bytes that a single object may take in memory, wherever gix reads one by itself: histories, delta bases. What
/// is read here has limits of its own, by its header.
const ALLOCATION_LIMIT: usize = 128 * 1024 * 1024;

/// Trees and commits that are worth keeping between two looks.
const OBJECT_CACHE: usize = 16 * 1024 * 1024;

/// The repository extensions that change nothing in what is read, or that gix handles.
const EXTENSIONS: [&str; 8] = [
    "compatobjectformat",
    "noop",
    "objectformat",
    "partialclone",
    "preciousobjects",
    "refstorage",
    "relativeworktrees",
    "worktreeconfig",
];

/// A git repository, opened for reading.
pub struct Repository {
    pub(super) git: Rc<gix::Repository>,
    pub(super) objects: Objects,
    pub(super) listings: RefCell<HashMap<ObjectId, Rc<Listing>>>,
    /// Made when first asked for; whoever asks gets the same.
    reader: OnceCell<Reader>,
    root: Option<PathBuf>,
    common: PathBuf,
}

impl Repository {
    /// Opens the repository around `directory`, or the one that the environment names.
    pub fn open(directory: &Path) -> Result<Self> {
        let directory = absolute(directory)?;
        // git trusts a GIT_DIR that was given to it, and so do its hooks.
        let bail = std::env::var_os("GIT_DIR").is_none();
        let mut trust: gix::sec::trust::Mapping<gix::open::Options> = Default::default();
        for options in [&mut trust.full, &mut trust.reduced] {
            options.modify(|options| {
                options
                    .bail_if_untrusted(bail)
                    .config_overrides([format!("gitoxide.objects.allocLimit={ALLOCATION_LIMIT}")])
                    .cli_overrides(super::settings::from_command_line())
            });
        }
        let discovery = gix::discover::upwards::Options { match_ceiling_dir_or_error: false, ..Default::default() };
        let mut git: gix::Repository =
            gix::ThreadSafeRepository::discover_with_environment_overrides_opts(&directory, discovery, trust)
                .map_err(|error| not_opened(&directory, error))?
                .into();
        git.object_cache_size_if_unset(OBJECT_CACHE);
        git.objects.ignore_replacements = true;
        check_format(&git)?;
        let root = git.workdir().map(absolute).transpose()?;
        // In a linked worktree it is written with `..`.
        let common = absolute(git.common_dir())?;
        let common =
            gix::path::normalize(common.as_path().into(), git.current_dir()).map_or(common.clone(), Into::into);
        let git = Rc::new(git);
        let objects = Objects::new(Rc::clone(&git), Arc::default());
        let (listings, reader) = (RefCell::default(), OnceCell::new());
        Ok(Repository { git, objects, listings, reader, root, common })
    }

    /// The folder that holds the worktree; `None` in a bare repository.
    pub fn worktree_root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// The git directory that all worktrees share.
    pub(super) fn common_directory(&self) -> &Path {
        &self.common
    }

    /// What tells the worktrees of one repository apart: empty for the main one, else the name that git gave it.
    pub fn worktree_name(&self) -> String {
        let own = self.git.git_dir();
        let is_linked = own.parent().and_then(Path::file_name).is_some_and(|folder| folder == "worktrees");
        let name = own.file_name().filter(|_| is_linked);
        name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// When git's index was last written, in seconds since 1970; `None` where there is none.
    pub fn index_changed_at(&self) -> Option<f64> {
        let written = std::fs::metadata(self.git.index_path()).and_then(|data| data.modified()).ok()?;
        written.duration_since(std::time::UNIX_EPOCH).ok().map(|time| time.as_secs_f64())
    }

    /// Whether that worktree is still there, by its [name](Self::worktree_name).
    pub fn has_worktree(&self, name: &str) -> bool {
        name.is_empty() || self.common.join("worktrees").join(name).is_dir()
    }

    /// Whether other worktrees than the main one were ever added and not removed.
    pub fn has_linked_worktrees(&self) -> bool {
        std::fs::read_dir(self.common.join("worktrees")).is_ok_and(|mut entries| entries.next().is_some())
    }

    /// Where codesub keeps its local state (SPEC 3.5). It need not exist.
    pub fn state_directory(&self) -> StateFolder {
        let path = self.common.join("codesub");
        match self.git.config_snapshot().string("core.sharedRepository") {
            Some(setting) => StateFolder::shared(path, &setting.to_str_lossy()),
            None => StateFolder::private(path),
        }
    }

    /// A handle for reading blobs from any thread.
    pub fn reader(&self) -> Reader {
        let new = || Reader::new(self.objects.odb().clone(), Arc::clone(self.objects.overlay()));
        self.reader.get_or_init(new).clone()
    }

    /// Refuses to look names up where gix would find none.
    pub(super) fn require_readable_refs(&self) -> Result<()> {
        match self.git.config_snapshot().string("extensions.refStorage") {
            Some(storage) if !storage.eq_ignore_ascii_case(b"files") => Err(Error::undecided(format!(
                "the refs of this repository are stored as {storage}, which cannot be read"
            ))
            .hint("run `git refs migrate --ref-format=files` (git 2.48, or older without reflogs)")),
            _ => Ok(()),
        }
    }

    /// The error for an object that is not there, with the remedy that fits the repository.
    pub(super) fn missing(&self, id: ObjectId) -> Error {
        if self.is_partial() {
            Error::undecided(format!("object {id} is not in this partial clone"))
                .hint("fetch what was left out: `git fetch --refetch --no-filter`")
        } else if self.is_shallow() {
            Error::undecided(format!("object {id} is not in this shallow clone"))
                .hint("fetch the rest of the history: `git fetch --unshallow`")
        } else {
            Error::undecided(format!("object {id} is missing from the repository"))
                .hint("`git fetch --refetch` may bring it back; `git fsck` shows what else is missing")
        }
    }

    /// The error for a failed operation of gix: a missing object if one was met, else `message` with its cause.
    pub(super) fn failure(
        &self,
        message: impl Into<String>,
        cause: impl std::error::Error + Send + Sync + 'static,
    ) -> Error {
        match self.objects.take_missing() {
            Some(id) => self.missing(id).caused_by(cause),
            None => Error::undecided(message).hint("`git status` and `git fsck` may say more").caused_by(cause),
        }
    }

    pub(super) fn is_shallow(&self) -> bool {
        self.git.is_shallow().unwrap_or(false)
    }

    pub(super) fn is_partial(&self) -> bool {
        let config = self.git.config_snapshot();
        let promised = |name: &gix::bstr::BStr| config.boolean(&format!("remote.{name}.promisor")) == Some(true);
        config.string("extensions.partialClone").is_some()
            || self.git.remote_names().iter().any(|name| promised(name.as_bstr()))
    }
}

pub(super) fn absolute(path: &Path) -> Result<PathBuf> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    std::path::absolute(path)
        .map_err(|error| Error::usage(format!("`{}` cannot be made an absolute path", path.display())).caused_by(error))
}

fn not_opened(directory: &Path, error: gix::Error) -> Error {
    let named = std::env::var_os("GIT_DIR").map(PathBuf::from);
    let shown = named.as_deref().unwrap_or(directory).display();
    if error.is_permission_denied() {
        Error::undecided(format!("the repository around `{shown}` belongs to another user"))
            .hint("if you trust it: `git config --global --add safe.directory FOLDER`, as git asks for as well")
            .caused_by(error)
    } else if error.is_not_found() && named.is_some() {
        Error::usage(format!("`{shown}`, named by GIT_DIR, is not a git repository"))
            .hint("unset GIT_DIR or let it name a repository")
    } else if error.is_not_found() {
        Error::usage(format!("`{shown}` is not inside a git repository"))
            .hint("run `git init` or change into a repository")
    } else {
        Error::undecided(format!("the repository around `{shown}` cannot be opened"))
            .hint("`git status` may say more")
            .caused_by(error)
    }
}

/// Refuses formats that git would refuse as well, if it were as old as this build.
fn check_format(git: &gix::Repository) -> Result<()> {
    let config = git.config_snapshot();
    let version = config.integer("core.repositoryFormatVersion").unwrap_or(0);
    if version > 1 {
        return Err(Error::undecided(format!("the repository has format version {version}, and at most 1 is known"))
            .hint("update codesub"));
    }
    if version < 1 {
        return Ok(());
    }
    for section in config.plumbing().sections_by_name("extensions").into_iter().flatten() {
        for name in section.value_names() {
            let name = name.to_string();
            if !EXTENSIONS.contains(&name.to_ascii_lowercase().as_str()) {
                return Err(Error::undecided(format!(
                    "the repository uses the extension `{name}`, which is not known"
                ))
                .hint("update codesub"));
            }
        }
    }
    Ok(())
}
