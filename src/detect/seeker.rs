//! A seeker: a construct that vanished from its place, as far as it is sought by.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::sync::Arc;

use crate::syntax::{Family, Fingerprint, Kind, Language, qualname};

use super::candidate::Candidate;
use super::elsewhere::Lost;
use super::parsed::ParsedFile;
use super::similarity::{Bag, MIN_TOKENS};
use super::traces::hash_of;
use super::uses::Uses;
use super::view::Located;

/// A construct that vanished from its place.
pub struct Seeker {
    pub kind: Kind,
    names: Names,
    /// Whether it stood outside of its container, as methods in Go do.
    pub outside: bool,
    /// Where the file stands now: the same path, or the one it was renamed to; and its number, see
    /// [`Matcher::file`](super::matching::Matcher::file).
    pub path: Arc<str>,
    pub file: usize,
    pub language: Language,
    pub interface_hash: Fingerprint,
    pub body_hash: Fingerprint,
    /// That of the body, made when first asked for: most that went are recognised by their hashes.
    bag: OnceCell<Bag>,
    /// Of the name in its file, likewise.
    uses: OnceCell<Uses>,
    /// The seeker that is this one's container, if that vanished too; always earlier in the list.
    pub parent: Option<usize>,
    /// Candidates by number that count as new for this seeker alone: its baseline is older than the base revision.
    pub also_new: Arc<HashSet<usize>>,
    /// The construct at the base revision, if it is there.
    pub base: Option<Located>,
    /// For a construct whose name was taken over: the candidate that has it now, see
    /// [`displaced`](super::displaced).
    pub heir: Option<usize>,
}

/// What a seeker is called.
struct Names {
    /// The qualname, where it is not that of the construct at the base revision: thousands seek, and no name is held twice.
    qualname: Option<Box<str>>,
    /// How much of the qualname is that of the container.
    container: u32,
    /// Of the simple name; by it most other names are told from this one.
    hash: u64,
}

impl Names {
    fn new(qualname: &str, name: &str, is_own: bool) -> Self {
        Names {
            qualname: is_own.then(|| qualname.into()),
            container: qualname::container(qualname).len() as u32,
            hash: hash_of(name.as_bytes()),
        }
    }
}

impl Seeker {
    /// A construct of the base revision; its file is now the one at `path`.
    pub fn vanished(at: &Located, (path, file): (Arc<str>, usize), parent: Option<usize>, heir: Option<usize>) -> Self {
        let construct = at.construct();
        Seeker {
            kind: construct.kind,
            names: Names::new(&construct.qualname, construct.name(), false),
            outside: at.is_outside(),
            path,
            file,
            language: at.file.language,
            interface_hash: construct.interface_hash,
            body_hash: construct.body_hash,
            bag: OnceCell::new(),
            uses: OnceCell::new(),
            parent,
            also_new: Arc::default(),
            base: Some(at.clone()),
            heir,
        }
    }

    /// A subscribed construct: its baseline decides what it looked like, not the base revision.
    pub fn lost(
        lost: &Lost<'_>,
        (path, file): (Arc<str>, usize),
        parent: Option<usize>,
        also_new: Arc<HashSet<usize>>,
    ) -> Self {
        let baseline = lost.baseline;
        let name = baseline.simple_name();
        let is_called_so =
            |at: &Located| (&at.construct().qualname, at.construct().name()) == (&baseline.qualname, name);
        Seeker {
            kind: baseline.kind,
            names: Names::new(&baseline.qualname, name, !lost.base.is_some_and(is_called_so)),
            outside: lost.base.is_some_and(Located::is_outside),
            path,
            file,
            language: lost.language,
            interface_hash: baseline.interface_hash,
            body_hash: baseline.body_hash,
            bag: OnceCell::new(),
            uses: OnceCell::new(),
            parent,
            also_new,
            base: lost.base.cloned(),
            heir: None,
        }
    }

    fn qualname(&self) -> &str {
        let of_base = || self.base.as_ref().map(|base| base.construct().qualname.as_str());
        self.names.qualname.as_deref().or_else(of_base).unwrap_or_default()
    }

    /// The simple name.
    pub fn name(&self) -> &str {
        match (&self.names.qualname, &self.base) {
            (None, Some(base)) => base.construct().name(),
            _ => qualname::simple_name(self.qualname()),
        }
    }

    /// Whether it is a constructor that is called as its class.
    pub fn is_constructor(&self) -> bool {
        self.kind.family() == Family::Callable && qualname::constructed(self.qualname()).is_some()
    }

    /// That of the simple name, as [`Candidate::name_hash`] is.
    pub fn name_hash(&self) -> u64 {
        self.names.hash
    }

    /// Whether a candidate has the simple name.
    pub fn has_name_of(&self, candidate: &Candidate) -> bool {
        self.names.hash == candidate.name_hash && *self.name() == *candidate.at.construct().name()
    }

    /// The qualname's last part with its suffix, e.g. `name@setter`.
    pub fn local_name(&self) -> &str {
        qualname::last_part(self.qualname())
    }

    /// The qualname of the container at the old place; empty at the top of the file.
    pub fn container(&self) -> &str {
        &self.qualname()[..self.names.container as usize]
    }

    /// Whether it may stand in that file: one of the same language, or its own, which may have been renamed from one
    /// language of a family to another (SPEC 5.5).
    pub fn reads(&self, file: &ParsedFile) -> bool {
        self.language.title() == file.language.title()
            || (*self.path == *file.path && self.language.is_akin(file.language))
    }

    /// How many tokens the body has; `None` when only the lock remembers the construct.
    pub fn body_weight(&self) -> Option<usize> {
        self.base.as_ref().map(|base| base.body_tokens().len())
    }

    /// The body, to be compared; `None` when only the lock remembers the construct.
    pub fn bag(&self) -> Option<&Bag> {
        let base = self.base.as_ref()?;
        Some(self.bag.get_or_init(|| Bag::new(base.body_tokens())))
    }

    /// The same where the body is long enough for its similarity to prove something.
    pub fn long_bag(&self) -> Option<&Bag> {
        if self.body_weight() >= Some(MIN_TOKENS) { self.bag() } else { None }
    }

    /// Where the name was used in its file; `None` when only the lock remembers the construct.
    pub fn uses(&self) -> Option<&Uses> {
        let base = self.base.as_ref()?;
        Some(self.uses.get_or_init(|| Uses::of(base)))
    }
}
