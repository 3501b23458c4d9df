//! The informant: the index as whoever can do without it sees it.
//!
//! It is opened at the first question, so that a run which asks nothing pays nothing. Whatever goes wrong, then or in the
//! middle of a run, is remembered as the [`Trouble`] to tell once, and from there on the informant knows nothing: its
//! answers are `None`, which is also what no index at all says. Nothing on disk is ever changed.

use std::cell::RefCell;
use std::fmt;
use std::path::PathBuf;
use std::rc::Rc;

use super::store::Asked;
use super::{Availability, Index, Trouble};
use crate::git::Repository;

/// Asks the index, if there is one. Clones ask the same one.
#[derive(Clone, Default)]
pub struct Informant {
    state: Rc<RefCell<State>>,
}

#[derive(Default)]
enum State {
    /// There is none, or nobody shall ask it.
    #[default]
    Silent,
    Unopened {
        directory: PathBuf,
        worktree: String,
    },
    Open(Index),
    Failed(Trouble),
}

impl Informant {
    /// Asks the index of that repository, about the worktree that it was opened in.
    pub fn of(repository: &Repository) -> Self {
        let state = State::Unopened { directory: super::directory(repository), worktree: repository.worktree_name() };
        Informant { state: Rc::new(RefCell::new(state)) }
    }

    /// The answer of the index; `None` where there is no index or it cannot be used.
    pub fn ask<T>(&self, question: impl FnOnce(&Index) -> Asked<T>) -> Option<T> {
        let mut state = self.state.borrow_mut();
        if let State::Unopened { directory, worktree } = &*state {
            *state = match Index::at(directory.clone(), worktree.clone()) {
                Availability::Ready(index) => State::Open(index),
                Availability::None => State::Silent,
                Availability::Unusable(trouble) => State::Failed(trouble),
            };
        }
        let State::Open(index) = &*state else { return None };
        match question(index) {
            Ok(answer) => Some(answer),
            Err(trouble) => {
                *state = State::Failed(trouble);
                None
            }
        }
    }

    /// Whether it can be asked at all.
    pub fn is_there(&self) -> bool {
        self.ask(|_| Ok(())).is_some()
    }

    /// Why the index could not be used, if there is one and somebody asked.
    pub fn trouble(&self) -> Option<Trouble> {
        match &*self.state.borrow() {
            State::Failed(trouble) => Some(trouble.clone()),
            _ => None,
        }
    }

    /// The same in words, with what to do about it.
    pub fn warning(&self) -> Option<String> {
        let trouble = self.trouble()?;
        Some(format!("{trouble}, so it was not used; {}", trouble.remedy()))
    }
}

impl fmt::Debug for Informant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match &*self.state.borrow() {
            State::Silent => "Silent",
            State::Unopened { .. } => "Unopened",
            State::Open(_) => "Open",
            State::Failed(_) => "Failed",
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::index::Store;

    fn informant(directory: &std::path::Path) -> Informant {
        let state = State::Unopened { directory: directory.to_owned(), worktree: String::new() };
        Informant { state: Rc::new(RefCell::new(state)) }
    }

    fn count(index: &Index) -> Asked<i64> {
        Ok(index.store.connection().query_row("SELECT count(*) FROM files", [], |row| row.get(0))?)
    }

    #[test]
    fn knows_nothing_where_there_is_no_index_and_says_nothing_of_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let informant = informant(folder.path());
        assert_eq!((informant.ask(count), informant.trouble()), (None, None));
        assert_eq!(Informant::default().ask(count), None);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "asking made something");
    }

    #[test]
    fn gives_up_for_good_at_the_first_trouble() {
        let folder = tempfile::tempdir().expect("a folder");
        drop(Store::open_for_writing(folder.path()).expect("a store"));
        let informant = informant(folder.path());
        let clone = informant.clone();
        assert_eq!(informant.ask(count), Some(0));
        let failed: Option<()> =
            clone.ask(|index| Ok(index.store.connection().execute_batch("SELECT * FROM nothing")?));
        assert_eq!(failed, None);
        assert_eq!(informant.ask(count), None);
        assert!(matches!(informant.trouble(), Some(Trouble::Damaged(_))));
        assert!(informant.warning().is_some_and(|text| text.contains("codesub index build")));
    }
}
