//! References: the places that mean a construct, each with how sure that is (SPEC 12.5).
//!
//! | module | its noun |
//! |---|---|
//! | [`file`](mod@file) | the names of one file: what it defines, imports and inherits from |
//! | [`lookup`] | the files of a tree, in memory or laid over others |
//! | [`stored`] | the files of a tree in the store |
//! | [`meaning`] | what a name leads to, by scope and import |
//! | `through` | what an import leads to |
//! | `members` | what stands after a type and a dot |
//! | [`certainty`] | how sure it is that a name means a construct |
//! | [`aliases`] | the other names that imports give to a construct |
//! | [`semantic`] | what indexers said |
//! | [`find`](mod@find) | constructs by name, target or id |
//!
//! The names come from the store by their simple name, so asking for one construct costs what is called like it. What
//! stands in a file that is not in the store as it is now, in the worktree or on the other side of a scan, is laid over:
//! see [`Over`].

pub mod aliases;
pub mod certainty;
pub mod file;
pub mod find;
pub mod lookup;
pub mod meaning;
mod members;
pub mod semantic;
pub mod stored;
mod through;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension as _, params};

pub use certainty::{Certainty, Wanted, references_in};
pub use file::FileNames;
pub use lookup::{Lookup, Memory, Overlay};
pub use meaning::{At, Meaning, Mentioned, Names};
pub use stored::Stored;

use super::facts::{purpose, role};
use super::store::Asked;
use crate::syntax::{Mention, Use};

/// How many name-only references a list has; more of them say nothing more. They are counted all the same.
pub const MAX_NAME_ONLY: usize = 200;

/// A place that means a construct.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reference {
    // In the order by which lists are sorted.
    pub certainty: Certainty,
    pub path: String,
    /// 1-based.
    pub line: u32,
    /// In bytes from the start of the line.
    pub start_column: u32,
    pub end_column: u32,
    /// import, call, base, type, write or reference.
    pub role: &'static str,
    /// The qualname of the construct around it.
    pub within: Option<String>,
}

impl Reference {
    fn new(file: &FileNames, mention: &Mentioned<'_>, columns: (u32, u32), certainty: Certainty) -> Self {
        Reference {
            certainty,
            path: file.path.clone(),
            line: mention.line,
            start_column: columns.0,
            end_column: columns.1,
            role: role(mention.purpose),
            within: mention.within.and_then(|at| file.construct(at)).map(|around| around.qualname.clone()),
        }
    }
}

/// How many references there are, by how sure they are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct Counts {
    pub semantic: usize,
    pub resolved: usize,
    pub name_only: usize,
}

impl Counts {
    pub fn all(self) -> usize {
        self.semantic + self.resolved + self.name_only
    }

    /// Those that are more than a name.
    pub fn sure(self) -> usize {
        self.semantic + self.resolved
    }

    fn of<'r>(references: impl IntoIterator<Item = &'r Reference>) -> Counts {
        let mut counts = Counts::default();
        for reference in references {
            *match reference.certainty {
                Certainty::Semantic => &mut counts.semantic,
                Certainty::Resolved => &mut counts.resolved,
                Certainty::NameOnly => &mut counts.name_only,
            } += 1;
        }
        counts
    }
}

/// What refers to a construct.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct References {
    /// The surest first, then by path and line; of name-only ones the first [`MAX_NAME_ONLY`].
    pub list: Vec<Reference>,
    /// Of all of them.
    pub counts: Counts,
    /// In how many files they are.
    pub files: usize,
}

impl References {
    /// Sorts them, drops what is said twice, and cuts the list.
    pub fn new(mut list: Vec<Reference>) -> Self {
        list.sort();
        let mut seen = BTreeSet::new();
        list.retain(|reference| seen.insert((reference.path.clone(), reference.line, reference.start_column)));
        let counts = Counts::of(&list);
        let files = list.iter().map(|reference| reference.path.as_str()).collect::<BTreeSet<_>>().len();
        list.truncate(counts.sure() + MAX_NAME_ONLY);
        References { list, counts, files }
    }
}

/// Files that are not in the store as they are now.
#[derive(Default)]
pub struct Over {
    /// What stands at each path that differs; `None` where nothing does any more.
    pub changed: BTreeMap<String, Option<Changed>>,
    /// A file that names are looked up in as if it still stood at its path: that of a construct which is gone, so that
    /// what still refers to it is found.
    pub as_if: Option<Arc<FileNames>>,
    /// Leaves out what stands inside of the construct itself.
    pub only_outside: bool,
}

/// A file as it is now.
pub struct Changed {
    pub names: Arc<FileNames>,
    pub mentions: Vec<Mention>,
}

/// What refers to the construct of that path and qualname in the tree that is indexed; `None` if it is not in there.
pub fn references(connection: &Connection, state: i64, path: &str, qualname: &str) -> Asked<Option<References>> {
    references_over(connection, state, path, qualname, &Over::default())
}

/// The same, where some files are not as they are in the store.
pub fn references_over(
    connection: &Connection,
    state: i64,
    path: &str,
    qualname: &str,
    over: &Over,
) -> Asked<Option<References>> {
    let stored = Stored::new(connection, state);
    let mut now: BTreeMap<String, Option<Arc<FileNames>>> = over
        .changed
        .iter()
        .map(|(path, changed)| (path.clone(), changed.as_ref().map(|changed| Arc::clone(&changed.names))))
        .collect();
    if let Some(file) = &over.as_if {
        now.insert(file.path.clone(), Some(Arc::clone(file)));
    }
    let overlay = Overlay::new(&stored, now);
    let Some(wanted) = Wanted::find(&overlay, path, qualname) else {
        stored.check()?;
        return Ok(None);
    };
    let mut asking = Asking::new(&stored, &overlay);
    let mut list = asking.about(&wanted, &|path| over.changed.contains_key(path))?;
    for changed in over.changed.values().flatten() {
        list.extend(references_in(&overlay, &changed.names, &changed.mentions, &wanted));
    }
    stored.check()?;
    if over.only_outside {
        let is_inside =
            |within: &str| within.strip_prefix(qualname).is_some_and(|it| it.is_empty() || it.starts_with('.'));
        list.retain(|it| it.path != path || !it.within.as_deref().is_some_and(is_inside));
    }
    Ok(Some(References::new(list)))
}

/// How many references each of these constructs has; what is called alike is looked at once.
pub fn counts(connection: &Connection, state: i64, targets: &[(String, String)]) -> Asked<Vec<Counts>> {
    let stored = Stored::new(connection, state);
    let mut asking = Asking::new(&stored, &stored);
    let mut all = Vec::with_capacity(targets.len());
    for (path, qualname) in targets {
        all.push(match Wanted::find(&stored, path, qualname) {
            Some(wanted) => References::new(asking.about(&wanted, &|_| false)?).counts,
            None => Counts::default(),
        });
    }
    stored.check()?;
    Ok(all)
}

/// References that are being looked for in the store.
struct Asking<'a> {
    stored: &'a Stored<'a>,
    lookup: &'a dyn Lookup,
    /// What is called so, with what it means.
    named: HashMap<String, Arc<[Named]>>,
}

/// A name in a stored file.
struct Named {
    file: Arc<FileNames>,
    qualifier: Option<String>,
    purpose: Use,
    line: u32,
    columns: (u32, u32),
    within: Option<u32>,
    meaning: Meaning,
}

impl<'a> Asking<'a> {
    fn new(stored: &'a Stored<'a>, lookup: &'a dyn Lookup) -> Self {
        Asking { stored, lookup, named: HashMap::new() }
    }

    /// What refers to a construct, in no order; files that `skip` names are left out.
    fn about(&mut self, wanted: &Wanted, skip: &dyn Fn(&str) -> bool) -> Asked<Vec<Reference>> {
        let mut list = Vec::new();
        for name in aliases::names(self.stored, self.lookup, wanted)? {
            for named in self.named(&name)?.iter().filter(|named| !skip(&named.file.path)) {
                let mention = Mentioned {
                    name: &name,
                    qualifier: named.qualifier.as_deref(),
                    purpose: named.purpose,
                    line: named.line,
                    within: named.within,
                };
                if let Some(certainty) = wanted.judge(&named.file, &mention, &named.meaning) {
                    list.push(Reference::new(&named.file, &mention, named.columns, certainty));
                }
            }
        }
        semantic::lay_over(self.stored, wanted, skip, &mut list)?;
        Ok(list)
    }

    fn named(&mut self, name: &str) -> Asked<Arc<[Named]>> {
        if let Some(known) = self.named.get(name) {
            return Ok(Arc::clone(known));
        }
        let connection = self.stored.connection;
        let id: Option<i64> = connection
            .prepare_cached("SELECT id FROM names WHERE text = ?1")?
            .query_row([name], |row| row.get(0))
            .optional()?;
        let mut statement = connection.prepare_cached(
            "SELECT f.path, o.qualifier, o.role, o.start_line, o.start_col, o.end_col, o.within \
             FROM occurrences o JOIN files f ON f.id = o.file_id \
             WHERE o.name_id = ?1 AND o.layer = 'syntactic' AND o.role <> 'definition' AND f.repo_state_id = ?2",
        )?;
        let names = Names::new(self.lookup);
        let mut found = Vec::new();
        let mut rows = statement.query(params![id, self.stored.state])?;
        while let Some(row) = rows.next()? {
            let path: String = row.get(0)?;
            let Some(file) = self.lookup.file(&path) else { continue };
            let role: String = row.get(2)?;
            let mut named = Named {
                file,
                qualifier: row.get(1)?,
                purpose: purpose(&role),
                line: row.get(3)?,
                columns: (row.get(4)?, row.get(5)?),
                within: row.get(6)?,
                meaning: Meaning::Unknown,
            };
            named.meaning = names.meaning(
                &named.file,
                &Mentioned {
                    name,
                    qualifier: named.qualifier.as_deref(),
                    purpose: named.purpose,
                    line: named.line,
                    within: named.within,
                },
            );
            found.push(named);
        }
        let found: Arc<[Named]> = found.into();
        self.named.insert(name.to_owned(), Arc::clone(&found));
        Ok(found)
    }
}
