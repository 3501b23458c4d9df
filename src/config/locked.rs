//! One entry of the lock, as it is remembered or still to be read.
//!
//! A lock of thousands of entries is read for the few whose files a change touches. So the printed form of an entry is
//! checked when the lock is read ([`printed`](super::printed)), and an [`Entry`] is made of it when somebody looks at it. What is asked
//! of every entry, the target and whether there are bases, is known without that.

use std::fmt;
use std::ops::{Deref, Range};
use std::sync::{Arc, OnceLock};

use super::Target;
use super::lock::{Entry, Seen, is_same_qualname};

/// An entry, which is read on the first look at it, once for all clones.
#[derive(Clone)]
pub struct Locked(Arc<Lazy>);

struct Lazy {
    entry: OnceLock<Box<Entry>>,
    printed: Option<Printed>,
}

/// An entry in the text of the lock, checked already: all spans are of that text, and there are no escapes in them.
pub(super) struct Printed {
    pub text: Arc<String>,
    /// From its brace to its brace.
    pub whole: Range<u32>,
    pub path: Range<u32>,
    /// `None` for lines.
    pub qualname: Option<Range<u32>>,
    pub lines: [u32; 2],
    pub has_bases: bool,
}

impl Printed {
    fn part(&self, span: &Range<u32>) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }
}

impl Locked {
    pub(super) fn printed(printed: Printed) -> Self {
        Locked(Arc::new(Lazy { entry: OnceLock::new(), printed: Some(printed) }))
    }

    /// Whether this entry remembers `target`, which may name a construct without its parameter types (SPEC 4.2).
    pub fn is_of(&self, target: &Target) -> bool {
        let Some(printed) = self.unread() else { return (**self).is_of(target) };
        match (&printed.qualname, target) {
            (Some(seen), Target::Construct { path, qualname }) => {
                printed.part(&printed.path) == path && is_same_qualname(printed.part(seen), qualname)
            }
            (None, Target::Lines { path, start, end }) => {
                printed.part(&printed.path) == path && printed.lines == [*start, *end]
            }
            _ => false,
        }
    }

    /// Whether it remembers lines, which have no fingerprints.
    pub fn is_lines(&self) -> bool {
        self.unread().map_or_else(|| matches!(self.seen, Seen::Lines(_)), |printed| printed.qualname.is_none())
    }

    /// Whether it remembers a class with bases (SPEC 5.17).
    pub fn has_bases(&self) -> bool {
        self.unread().map_or_else(
            || matches!(&self.seen, Seen::Construct(seen) if !seen.bases.is_empty()),
            |printed| printed.has_bases,
        )
    }

    fn unread(&self) -> Option<&Printed> {
        self.0.printed.as_ref().filter(|_| self.0.entry.get().is_none())
    }
}

impl Deref for Locked {
    type Target = Entry;

    fn deref(&self) -> &Entry {
        self.0.entry.get_or_init(|| {
            let printed = self.0.printed.as_ref().expect("because what was not read is printed");
            let entry = super::lock_format::parse_entry(printed.part(&printed.whole));
            Box::new(entry.expect("because its form was checked when the lock was read"))
        })
    }
}

impl From<Entry> for Locked {
    fn from(entry: Entry) -> Self {
        Locked(Arc::new(Lazy { entry: OnceLock::from(Box::new(entry)), printed: None }))
    }
}

impl PartialEq for Locked {
    fn eq(&self, other: &Self) -> bool {
        let same_text = |(one, two): (&Printed, &Printed)| Arc::ptr_eq(&one.text, &two.text) && one.whole == two.whole;
        Arc::ptr_eq(&self.0, &other.0)
            || self.0.printed.as_ref().zip(other.0.printed.as_ref()).is_some_and(same_text)
            || **self == **other
    }
}

impl Eq for Locked {}

impl fmt::Debug for Locked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
