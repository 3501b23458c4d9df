//! The graph of files: which depends on which, as far as imports and names tell.
//!
//! | dependency | there is an edge from a file to another if the one |
//! |---|---|
//! | `import` | imports the other: of the files that an import may mean, the most likely that is there |
//! | `package` | imports the other's folder, and mentions what the other defines |
//! | `neighbour` | is of the same package, and mentions what the other defines |
//!
//! Whether there is an edge depends on the two files, and for imports on which paths are there. So a refresh looks at the
//! files that changed, at those that mention what a changed file defines, and at those whose imports may mean a path that
//! appeared or vanished: whatever the order of refreshes, the result is that of a build from nothing.

#[cfg(test)]
#[path = "graph_tests.rs"]
mod tests;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use rusqlite::{Connection, params};

use super::folders::folder;
use super::imports::{self, Place, is_star, modules, places, see_each_other};
use super::refs::stored::{self, Stored};
use super::refs::{FileNames, Lookup};
use super::store::Asked;
use crate::syntax::{Import, Language};

/// From so many files on, reading all of them at once is cheaper than one by one.
const MANY: usize = 64;

/// Brings the syntactic edges of a tree to its facts. `changed` are the rows of files whose facts were written, new files
/// among them; `appeared` and `vanished` are paths at which a file can be read now and could not before, or the other way
/// round.
pub fn link(connection: &Connection, state: i64, changed: &[i64], appeared: &[&str], vanished: &[&str]) -> Asked<()> {
    let changed: BTreeSet<i64> = changed.iter().copied().collect();
    let stored = Stored::without_bases(connection, state);
    let everything = if changed.len() >= MANY { Some(stored::all(connection, state, false)?) } else { None };
    let (lookup, ids): (&dyn Lookup, HashMap<String, i64>) = match everything {
        Some((ref memory, ref ids)) => (memory, ids.clone()),
        None => (&stored, HashMap::new()),
    };
    let mut linking = Linking { connection, state, lookup, ids };
    linking.run(&changed, appeared, vanished)?;
    stored.check()
}

struct Linking<'a> {
    connection: &'a Connection,
    state: i64,
    lookup: &'a dyn Lookup,
    /// Rows of files by path, as far as they are known.
    ids: HashMap<String, i64>,
}

/// What one file depends on: the path, and how.
type Edges = BTreeSet<(String, &'static str)>;

impl Linking<'_> {
    fn run(&mut self, changed: &BTreeSet<i64>, appeared: &[&str], vanished: &[&str]) -> Asked<()> {
        for file in changed {
            for statement in [
                "DELETE FROM import_stems WHERE file_id = ?1",
                "DELETE FROM edges WHERE source_file = ?1 AND layer = 'syntactic'",
                "DELETE FROM edges WHERE target_file = ?1 AND layer = 'syntactic' AND dependency_type <> 'import'",
            ] {
                self.connection.prepare_cached(statement)?.execute([file])?;
            }
        }
        let files: Vec<(i64, Arc<FileNames>)> = self.examined(changed)?;
        for (id, file) in &files {
            let mut insert =
                self.connection.prepare_cached("INSERT INTO import_stems (file_id, stem) VALUES (?1, ?2)")?;
            for stem in imports::stems(file.language, &file.path, &file.imports) {
                insert.execute(params![id, stem])?;
            }
        }
        let waiting = self.waiting(changed, appeared, vanished)?;
        for file in &waiting {
            self.connection
                .prepare_cached(
                    "DELETE FROM edges WHERE source_file = ?1 AND layer = 'syntactic' \
                     AND dependency_type <> 'neighbour'",
                )?
                .execute([file])?;
        }
        for (id, file) in &files {
            let mut edges = self.imported(file);
            edges.extend(self.mentioned(*id, file)?);
            self.insert(*id, &edges)?;
        }
        for (id, file) in self.examined(&waiting)? {
            let mut edges = self.imported(&file);
            edges.extend(self.mentioned(id, &file)?.into_iter().filter(|(_, how)| *how != NEIGHBOUR));
            self.insert(id, &edges)?;
        }
        for (_, file) in &files {
            self.mentioned_by(file, changed)?;
        }
        Ok(())
    }

    fn examined(&self, rows: &BTreeSet<i64>) -> Asked<Vec<(i64, Arc<FileNames>)>> {
        let mut statement = self.connection.prepare_cached("SELECT path FROM files WHERE id = ?1")?;
        let mut files = Vec::with_capacity(rows.len());
        for id in rows {
            let path: String = statement.query_row([id], |row| row.get(0))?;
            files.extend(self.lookup.file(&path).map(|file| (*id, file)));
        }
        Ok(files)
    }

    /// Files that did not change, whose imports may mean a path that is there now or no longer.
    fn waiting(&self, changed: &BTreeSet<i64>, appeared: &[&str], vanished: &[&str]) -> Asked<BTreeSet<i64>> {
        let stems: BTreeSet<String> =
            appeared.iter().chain(vanished).flat_map(|path| imports::stems_of(path)).collect();
        let mut statement = self.connection.prepare_cached(
            "SELECT i.file_id FROM import_stems i JOIN files f ON f.id = i.file_id \
             WHERE i.stem = ?1 AND f.repo_state_id = ?2",
        )?;
        let mut waiting = BTreeSet::new();
        for stem in stems {
            let rows = statement.query_map(params![stem, self.state], |row| row.get(0))?;
            waiting.extend(rows.collect::<rusqlite::Result<Vec<i64>>>()?);
        }
        Ok(waiting.difference(changed).copied().collect())
    }

    /// The files that the imports of a file name.
    fn imported(&self, file: &FileNames) -> Edges {
        let first = |import: &Import| {
            places(file.language, &file.path, import).into_iter().find_map(|place| match place {
                Place::File(path) => self.lookup.file(&path).filter(|other| other.path != file.path),
                Place::Folder(_) => None,
            })
        };
        let modules = file.imports.iter().flat_map(modules);
        modules.filter_map(|import| first(&import)).map(|other| (other.path.clone(), IMPORT)).collect()
    }

    /// The files that define what a file mentions.
    fn mentioned(&self, id: i64, file: &FileNames) -> Asked<Edges> {
        let mut edges = Edges::new();
        if !reaches(file.language) {
            return Ok(edges);
        }
        let mut statement = self.connection.prepare_cached(
            "SELECT DISTINCT n.text, o.qualifier, o.role = 'import' FROM occurrences o JOIN names n ON n.id = o.name_id \
             WHERE o.file_id = ?1 AND o.layer = 'syntactic' AND o.role <> 'definition'",
        )?;
        let mut rows = statement.query([id])?;
        let around = Around::new(file, self.lookup);
        while let Some(row) = rows.next()? {
            let (name, qualifier): (String, Option<String>) = (row.get(0)?, row.get(1)?);
            edges.extend(around.defining(&name, qualifier.as_deref(), row.get(2)?));
        }
        Ok(edges)
    }

    /// Adds the edges from files that did not change to a file that did, and may define something else now.
    fn mentioned_by(&mut self, file: &FileNames, changed: &BTreeSet<i64>) -> Asked<()> {
        if !reaches(file.language) {
            return Ok(());
        }
        let importers = self.waiting(&BTreeSet::new(), &[&file.path], &[])?;
        let mut statement = self.connection.prepare_cached(
            "SELECT DISTINCT f.id, f.path, o.qualifier, o.role = 'import' FROM names n \
             JOIN occurrences o ON o.name_id = n.id AND o.layer = 'syntactic' AND o.role <> 'definition' \
             JOIN files f ON f.id = o.file_id WHERE n.text = ?1 AND f.repo_state_id = ?2",
        )?;
        let mut found: BTreeSet<(i64, &'static str)> = BTreeSet::new();
        let mut known: HashMap<i64, Option<Arc<FileNames>>> = HashMap::new();
        for name in file.outer_names() {
            let mut rows = statement.query(params![name, self.state])?;
            while let Some(row) = rows.next()? {
                let (source, path): (i64, String) = (row.get(0)?, row.get(1)?);
                if changed.contains(&source) || !(importers.contains(&source) || is_near(&path, file, name)) {
                    continue;
                }
                let Some(other) = known.entry(source).or_insert_with(|| self.lookup.file(&path)) else { continue };
                let qualifier: Option<String> = row.get(2)?;
                let edges = Around::new(other, self.lookup).defining(name, qualifier.as_deref(), row.get(3)?);
                found.extend(edges.into_iter().filter(|(path, _)| *path == file.path).map(|(_, how)| (source, how)));
            }
        }
        for (source, how) in found {
            self.insert(source, &Edges::from([(file.path.clone(), how)]))?;
        }
        Ok(())
    }

    /// Writes edges that are not there yet.
    fn insert(&mut self, source: i64, edges: &Edges) -> Asked<()> {
        for (path, how) in edges {
            let target = self.id(path)?;
            self.connection
                .prepare_cached(
                    "INSERT INTO edges (source_file, target_file, dependency_type, layer) \
                     SELECT ?1, ?2, ?3, 'syntactic' WHERE NOT EXISTS (SELECT 1 FROM edges WHERE source_file = ?1 \
                     AND layer = 'syntactic' AND target_file = ?2 AND dependency_type = ?3)",
                )?
                .execute(params![source, target, how])?;
        }
        Ok(())
    }

    fn id(&mut self, path: &str) -> Asked<i64> {
        if let Some(id) = self.ids.get(path) {
            return Ok(*id);
        }
        let mut statement =
            self.connection.prepare_cached("SELECT id FROM files WHERE repo_state_id = ?1 AND path = ?2")?;
        let id = statement.query_row(params![self.state, path], |row| row.get(0))?;
        self.ids.insert(path.to_owned(), id);
        Ok(id)
    }
}

const IMPORT: &str = "import";
const PACKAGE: &str = "package";
const NEIGHBOUR: &str = "neighbour";

/// Whether names of the language reach other files without an import of them.
fn reaches(language: Language) -> bool {
    language.has_folder_packages() || !language.neighbours("a", "A").is_empty()
}

/// Whether a file may be one of those that see this name of the other without an import.
fn is_near(path: &str, file: &FileNames, name: &str) -> bool {
    folder(path) == folder(&file.path)
        || file
            .language
            .neighbours(path, name)
            .iter()
            .any(|near| *near == file.path || folder(near) == folder(&file.path))
}

/// What a file sees of others without naming them.
struct Around<'f> {
    file: &'f FileNames,
    lookup: &'f dyn Lookup,
    own: HashSet<&'f str>,
}

impl<'f> Around<'f> {
    fn new(file: &'f FileNames, lookup: &'f dyn Lookup) -> Self {
        Around { file, lookup, own: file.constructs.iter().map(|construct| construct.name.as_str()).collect() }
    }

    /// The files that define what a mention may mean.
    fn defining(&self, name: &str, qualifier: Option<&str>, is_import: bool) -> Edges {
        let file = self.file;
        let in_folder_of = |import: &Import| -> Edges {
            let mut folders = places(file.language, &file.path, import).into_iter().filter_map(|place| match place {
                Place::Folder(folder) if self.lookup.has_folder(&folder) => Some(folder),
                _ => None,
            });
            folders
                .next()
                .map_or_else(Edges::new, |folder| self.among(self.lookup.in_folder(&folder, name), name, PACKAGE))
        };
        if is_import {
            let named = file.imports.iter().filter(|import| import.name.as_deref() == Some(name));
            return named.flat_map(in_folder_of).collect();
        }
        match qualifier {
            Some(qualifier) => file.imports_of(qualifier).flat_map(in_folder_of).collect(),
            None if self.own.contains(name) || file.imports_of(name).next().is_some() => Edges::new(),
            None => {
                let mut edges: Edges =
                    file.imports.iter().filter(|import| is_star(import)).flat_map(in_folder_of).collect();
                let nearby = file.language.neighbours(&file.path, name);
                let paths = if file.language.has_folder_packages() {
                    let folders: BTreeSet<&str> =
                        nearby.iter().map(|path| folder(path)).chain([folder(&file.path)]).collect();
                    folders.into_iter().flat_map(|folder| self.lookup.in_folder(folder, name)).collect()
                } else {
                    nearby
                };
                edges.extend(self.among(paths, name, NEIGHBOUR));
                edges
            }
        }
    }

    /// Those of some files that have the name at their top.
    fn among(&self, paths: Vec<String>, name: &str, how: &'static str) -> Edges {
        let has_it = |path: &String| {
            self.lookup
                .file(path)
                .is_some_and(|other| other.outer(name).is_some() && see_each_other(self.file.language, other.language))
        };
        let others = paths.into_iter().filter(|path| *path != self.file.path);
        others.filter(has_it).map(|path| (path, how)).collect()
    }
}
