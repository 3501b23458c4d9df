//! Meanings: what a name in a file leads to, by scope and by import.
//!
//! A name is looked for where its language would look: in the scopes around it, among what the file imports, in modules
//! of which it imports everything, in other files of the package. What stands after a dot is looked for in what stands
//! before it, and in what that inherits from. Nothing is guessed: an object of which nothing says what it is means
//! [`Meaning::Unknown`], and a module that is not in the repository [`Meaning::Outside`].

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use super::file::{DEFAULT, FileNames, enclosing_type, is_type};
use super::lookup::Lookup;
use crate::index::folders::folder;
use crate::index::imports::{after_module, places, see_each_other};
use crate::syntax::{Import, Use};

/// What a name means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// These constructs; several where a package defines a name more than once.
    Constructs(Vec<At>),
    /// A file or a folder as a whole.
    Module(String),
    /// Something of a module that is not in the repository, as far as can be seen.
    Outside(String),
    /// Something that is no construct: imported from a file that has none of that name.
    Elsewhere,
    /// Nothing says what it is.
    Unknown,
}

/// A construct, or all overloads of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At {
    pub path: String,
    /// The bare qualname.
    pub bare: String,
}

/// A name where it stands.
#[derive(Debug, Clone, Copy)]
pub struct Mentioned<'m> {
    pub name: &'m str,
    pub qualifier: Option<&'m str>,
    pub purpose: Use,
    pub line: u32,
    pub within: Option<u32>,
}

/// Says what names mean in the files of one tree.
pub struct Names<'l> {
    pub(super) lookup: &'l dyn Lookup,
    /// What dotted names mean beyond the scopes of a file, by its path: the same for every mention in it.
    beyond: RefCell<HashMap<(String, String), Meaning>>,
}

/// What was looked at on the way to one name: modules that import everything from each other would otherwise be walked
/// along every path between them.
#[derive(Default)]
pub(super) struct Way {
    pub(super) asked: HashSet<(String, String)>,
    pub(super) depth: usize,
    pub(super) bases: HashSet<(At, String)>,
}

impl<'l> Names<'l> {
    pub fn new(lookup: &'l dyn Lookup) -> Self {
        Names { lookup, beyond: RefCell::default() }
    }

    /// What a name in a file means.
    pub fn meaning(&self, file: &FileNames, mention: &Mentioned<'_>) -> Meaning {
        let mut way = Way::default();
        if mention.purpose == Use::Import {
            return self.imported(file, mention, &mut way);
        }
        let scope = match mention.purpose {
            // What a type inherits from is named outside of it.
            Use::Base => mention.within.and_then(|at| file.construct(at)?.parent),
            _ => mention.within,
        };
        self.written(file, scope, mention.qualifier, mention.name, &mut way)
    }

    pub(super) fn written(
        &self,
        file: &FileNames,
        scope: Option<u32>,
        qualifier: Option<&str>,
        name: &str,
        way: &mut Way,
    ) -> Meaning {
        let parts: Vec<&str> = match qualifier {
            None => vec![name],
            Some("") => return Meaning::Unknown,
            Some(before) => before.split('.').chain([name]).collect(),
        };
        self.parts(file, scope, &parts, way)
    }

    /// The name in an import statement: what the import brings in.
    fn imported(&self, file: &FileNames, mention: &Mentioned<'_>, way: &mut Way) -> Meaning {
        match file.import_stated(mention.name, mention.line) {
            Some(import) => self.through(file, import, &[], way),
            // `shop.Cart` in `import static shop.Cart.limit`.
            None => match mention.qualifier.filter(|module| !module.is_empty()) {
                Some(module) => {
                    let name = Some(mention.name.to_owned());
                    let import = Import { module: module.to_owned(), level: 0, name, alias: None, line: mention.line };
                    self.through(file, &import, &[], way)
                }
                None => Meaning::Elsewhere,
            },
        }
    }

    fn parts(&self, file: &FileNames, scope: Option<u32>, parts: &[&str], way: &mut Way) -> Meaning {
        let (first, rest) = (parts[0], &parts[1..]);
        let language = file.language;
        if (language.is_self(first) || language.is_parent(first))
            && let Some(found) = self.of_self(file, scope, parts, way)
        {
            return found;
        }
        if let Some(found) = self.in_scopes(file, scope, first, rest, way) {
            return found;
        }
        // On the way to another name some places are passed over.
        if way.depth > 0 || !way.asked.is_empty() || !way.bases.is_empty() {
            return self.beyond_scopes(file, parts, way);
        }
        let key = (file.path.clone(), parts.join("."));
        if let Some(known) = self.beyond.borrow().get(&key) {
            return known.clone();
        }
        let found = self.beyond_scopes(file, parts, way);
        self.beyond.borrow_mut().insert(key, found.clone());
        found
    }

    /// What is imported, or in the package, or named by its path.
    fn beyond_scopes(&self, file: &FileNames, parts: &[&str], way: &mut Way) -> Meaning {
        let (first, rest) = (parts[0], &parts[1..]);
        let language = file.language;
        let mut outside = None;
        for import in file.imports_of(first) {
            let Some(rest) = after_module(import, parts) else { continue };
            match self.through(file, import, rest, way) {
                Meaning::Outside(module) => outside = outside.or(Some(Meaning::Outside(module))),
                found => return found,
            }
        }
        if let Some(outside) = outside {
            return outside;
        }
        for import in file.stars() {
            if let found @ (Meaning::Constructs(_) | Meaning::Module(_)) = self.through(file, import, parts, way) {
                return found;
            }
        }
        if let Some(found) = self.in_package(file, first, rest, way) {
            return found;
        }
        if language.has_paths() && !rest.is_empty() {
            let (name, before) = parts.split_last().expect("a name is there");
            let import =
                Import { module: before.join("."), level: 0, name: Some((*name).to_owned()), alias: None, line: 0 };
            if places(language, &file.path, &import).is_empty() {
                // `std::fmt::Debug`
                return Meaning::Outside(import.module);
            }
            if let found @ (Meaning::Constructs(_) | Meaning::Module(_)) = self.through(file, &import, &[], way) {
                return found;
            }
            // `module::Type::member`
            if let [before @ .., kind, name] = parts
                && !before.is_empty()
            {
                let import = Import { module: before.join("."), name: Some((*kind).to_owned()), ..import };
                if let found @ Meaning::Constructs(_) = self.through(file, &import, &[name], way) {
                    return found;
                }
            }
        }
        Meaning::Unknown
    }

    /// `self.name` and the like; `None` outside of a type.
    fn of_self(&self, file: &FileNames, scope: Option<u32>, parts: &[&str], way: &mut Way) -> Option<Meaning> {
        let (bare, position) = enclosing_type(file, scope)?;
        let [word, name] = parts else {
            // An attribute of an attribute: nothing says what that is.
            return Some(Meaning::Unknown);
        };
        let found = if file.language.is_parent(word) {
            self.inherited(file, position, name, way)
        } else {
            self.member(file, &bare, name, way).or_else(|| {
                let is_here = position.is_some();
                let kind: Vec<&str> = bare.split('.').collect();
                let Meaning::Constructs(kinds) = (!is_here).then(|| self.parts(file, None, &kind, way))? else {
                    return None;
                };
                self.first_member(&kinds, name, way)
            })
        };
        Some(found.unwrap_or(Meaning::Unknown))
    }

    fn in_scopes(
        &self,
        file: &FileNames,
        scope: Option<u32>,
        first: &str,
        rest: &[&str],
        way: &mut Way,
    ) -> Option<Meaning> {
        let implicit = file.language.has_implicit_members();
        for (position, construct) in file.around(scope) {
            if is_type(construct.kind) {
                // The type itself, not its constructor.
                if construct.name == first {
                    return Some(self.below(
                        &[At { path: file.path.clone(), bare: construct.bare.clone() }],
                        rest,
                        way,
                    ));
                }
                if implicit && let Some(Meaning::Constructs(found)) = self.member(file, &construct.bare, first, way) {
                    return Some(self.below(&found, rest, way));
                }
                // The body of a class sees its names, functions in it do not.
                if Some(position) != scope {
                    continue;
                }
            }
            let bare = format!("{}.{first}", construct.bare);
            if !file.of_bare(&bare).is_empty() {
                return Some(self.below(&[At { path: file.path.clone(), bare }], rest, way));
            }
            // Defined outside of its type.
            if implicit && construct.parent.is_none() && construct.bare.contains('.') {
                let (kind, _) = enclosing_type(file, Some(position))?;
                if let Some(Meaning::Constructs(found)) = self.member(file, &kind, first, way) {
                    return Some(self.below(&found, rest, way));
                }
            }
        }
        let bare = file.outer(first)?.to_owned();
        // `const utils = require('./utils')` is a variable and an import, `const { tag } = …` nothing but an import.
        let behind = file.imports_of(first).filter(|import| {
            let is_named = import.name.as_deref().is_some_and(|name| name != DEFAULT);
            (is_named || !rest.is_empty()) && file.is_bound_by(&bare, import)
        });
        for import in behind {
            if let found @ Meaning::Constructs(_) = self.through(file, import, rest, way) {
                return Some(found);
            }
        }
        Some(self.below(&[At { path: file.path.clone(), bare }], rest, way))
    }

    /// What is called so in other files of the package.
    fn in_package(&self, file: &FileNames, first: &str, rest: &[&str], way: &mut Way) -> Option<Meaning> {
        let nearby = file.language.neighbours(&file.path, first);
        let mut paths: Vec<String> = Vec::new();
        if file.language.has_folder_packages() {
            let mut folders = vec![folder(&file.path)];
            folders.extend(nearby.iter().map(|path| folder(path)));
            folders.dedup();
            paths.extend(folders.iter().flat_map(|folder| self.lookup.in_folder(folder, first)));
        } else {
            paths.extend(nearby);
        }
        let found: Vec<At> = paths
            .iter()
            .filter(|path| **path != file.path)
            .filter_map(|path| {
                let other = self.lookup.file(path)?;
                let bare = other.outer(first).filter(|_| see_each_other(file.language, other.language))?;
                Some(At { path: path.clone(), bare: bare.to_owned() })
            })
            .collect();
        // Of a folder and its twin, or of several folders above, the nearest has it.
        let nearest = folder(&found.first()?.path).to_owned();
        let found: Vec<At> = found.into_iter().filter(|at| folder(&at.path) == nearest).collect();
        Some(self.below(&found, rest, way))
    }
}
