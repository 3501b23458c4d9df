//! Changed texts: the files of a diff, as far as they are looked at without being parsed.
//!
//! Both sides of every change are read once, for [`Rough`] traces, and let go. The few that may be wanted by these are
//! read again for exact ones.

use rayon::prelude::*;

use crate::syntax::Language;

use super::rough::Rough;
use super::traces::{Held, Traces};
use super::view::{FileChanges, Texts, View};

/// More bytes of traces than this are not kept.
const MANY_BYTES: usize = 32 * 1024 * 1024;

/// A change of one file.
pub struct Changed<'a> {
    pub old: Option<&'a str>,
    pub new: Option<&'a str>,
    /// `None` where a text cannot be looked at without examining it.
    rough: Option<Rough>,
}

impl Changed<'_> {
    /// Whether its words can be looked at.
    pub fn is_read(&self) -> bool {
        self.rough.is_some()
    }
}

/// All changes of a diff, by number.
pub struct ChangedTexts<'a, 'v> {
    pub changed: Vec<Changed<'a>>,
    old_texts: Box<dyn Texts + 'v>,
    new_texts: Box<dyn Texts + 'v>,
}

impl<'a, 'v> ChangedTexts<'a, 'v> {
    /// `None` where that would take too much memory.
    pub fn new(changes: &FileChanges<'a>, before: &'v dyn View, after: &'v dyn View) -> Option<Self> {
        let paths: Vec<_> = changes.paths().collect();
        let old_paths: Vec<Option<&str>> = paths.iter().map(|(old, _)| *old).collect();
        let new_paths: Vec<Option<&str>> = paths.iter().map(|(_, new)| *new).collect();
        let (old_texts, new_texts) = (before.texts(&old_paths), after.texts(&new_paths));
        let changed: Vec<Changed<'a>> = paths
            .par_iter()
            .enumerate()
            .map(|(number, &(old, new))| {
                let old_text = text(old, number, &*old_texts);
                let rough = old_text.and_then(|old| Some(Rough::new(&old, &text(new, number, &*new_texts)?)));
                Changed { old, new, rough }
            })
            .collect();
        let bytes: usize = changed.iter().filter_map(|changed| changed.rough.as_ref()).map(Rough::size).sum();
        (bytes <= MANY_BYTES).then_some(ChangedTexts { changed, old_texts, new_texts })
    }

    /// The new text of a change.
    pub fn new_text(&self, number: usize) -> Option<Vec<u8>> {
        text(self.changed[number].new, number, &*self.new_texts)
    }

    /// The changes that are open, have that side, and hold what is wanted. More words than a file has must never make it
    /// less wanted.
    pub fn wanted(
        &self,
        is_open: impl Fn(usize) -> bool,
        side: fn(&Changed<'a>) -> Option<&'a str>,
        is_wanted: impl Fn(&dyn Held) -> bool + Sync,
    ) -> Vec<usize> {
        let open = self.changed.iter().enumerate().filter(|(number, _)| is_open(*number));
        let open = open.filter_map(|(number, it)| Some((number, side(it).and(it.rough.as_ref())?)));
        let maybe: Vec<usize> = open.filter(|(_, rough)| is_wanted(*rough)).map(|(number, _)| number).collect();
        let (changed, old_texts, new_texts) = (&self.changed, &*self.old_texts, &*self.new_texts);
        let exact = |number: usize| {
            let old = text(changed[number].old, number, old_texts)?;
            Some(Traces::new(&old, &text(changed[number].new, number, new_texts)?))
        };
        maybe.into_par_iter().filter(|number| exact(*number).is_none_or(|traces| is_wanted(&traces))).collect()
    }
}

/// A text; empty where there is no file.
fn text(path: Option<&str>, number: usize, texts: &dyn Texts) -> Option<Vec<u8>> {
    match path {
        None => Some(Vec::new()),
        Some(path) => Language::detect(path, None).and_then(|_| texts.read(number)),
    }
}
