//! A candidate: a construct of the target revision that a vanished one may have become; and what stayed, its rival.

use super::similarity::MIN_TOKENS;
use super::view::Located;

/// A construct of the target revision that a seeker may have become.
pub struct Candidate {
    pub at: Located,
    /// The number of its file, see [`Matcher::file`](super::matching::Matcher::file).
    pub file: usize,
    /// That of the simple name.
    pub name_hash: u64,
    /// It did not stand at this path and qualname in the base revision (SPEC 5.7).
    pub new: bool,
    /// Something of another sort stood there under that name: `Old = New` where a class `Old` was.
    pub other_kind: bool,
    /// Its body did not stand there: it is new, or it was rewritten.
    pub new_body: bool,
    /// What stood there under that name, where the body changed so much that it may be another's now; with the
    /// similarity of the two.
    pub rewritten: Option<(Located, u16)>,
}

impl Candidate {
    /// Whether something may have become it that did not stand there.
    pub fn is_open(&self) -> bool {
        self.new || self.rewritten.is_some()
    }

    /// Whether that is so, and its body is long enough to be found by its similarity.
    pub fn has_open_body(&self) -> bool {
        self.is_open() && self.at.construct().body_weight() as usize >= MIN_TOKENS
    }
}

/// A construct of a changed file that is still in its place.
pub struct Stayed {
    /// As it was in the base revision.
    pub at: Located,
    /// Where its file stands now.
    pub path: String,
    /// Another construct may have taken its name over, and it seeks, see [`displaced`](super::displaced).
    pub displaced: bool,
}
