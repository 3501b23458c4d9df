//! The names of a file: what it defines, what it imports, what its types inherit from.
//!
//! That is all that is known of a file to say what a name in it means, whether it comes from the store or from a parse
//! that was never stored: both give the same [`FileNames`].

use std::collections::HashMap;

use crate::index::imports::{is_star, local};
use crate::syntax::{Import, Kind, Language, Mention, Outline, Use, qualname};

/// So many imports of one name, and so many of everything, are followed in a file. Each mention goes through them, so that
/// without an end a file made for it would take the square of its size.
const MOST_OF_A_NAME: usize = 64;
const MOST_STARS: usize = 1000;

/// What a module exports without a name is called so.
pub(super) const DEFAULT: &str = "default";

/// What a module exports may be written as members of these.
const EXPORTS: [&str; 2] = ["exports", "module.exports"];

/// What a file defines and imports.
pub struct FileNames {
    pub path: String,
    pub language: Language,
    /// By their position in the outline.
    pub constructs: Vec<Defined>,
    pub imports: Vec<Import>,
    /// What types inherit from, as written: what stands before the name, and the name.
    bases: HashMap<u32, Vec<Written>>,
    by_bare: HashMap<String, Vec<u32>>,
    /// Constructs that are within nothing but namespaces, by their simple name.
    outer: HashMap<String, Vec<u32>>,
    /// Imports by the name that they have here.
    bound: HashMap<String, Vec<usize>>,
    /// Imports by the name that their statement has for what they bring in.
    stated: HashMap<String, Stated>,
    /// Imports of everything.
    stars: Vec<usize>,
}

/// Imports that state the same name.
#[derive(Default)]
struct Stated {
    /// In the order of their lines.
    by_line: Vec<usize>,
    /// The one that comes last in the outline.
    last: usize,
}

/// A name as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub qualifier: Option<String>,
    pub name: String,
}

impl Written {
    fn dotted(&self) -> String {
        match &self.qualifier {
            Some(qualifier) => format!("{qualifier}.{}", self.name),
            None => self.name.clone(),
        }
    }
}

/// A construct, as far as names go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defined {
    /// Its row in `symbols`; 0 where it is not stored.
    pub id: i64,
    pub qualname: String,
    /// The qualname without types and suffixes.
    pub bare: String,
    pub name: String,
    pub kind: Kind,
    pub parent: Option<u32>,
    pub start_line: u32,
    pub end_line: u32,
}

impl FileNames {
    pub fn new(
        path: String,
        language: Language,
        constructs: Vec<Defined>,
        imports: Vec<Import>,
        inherited: impl IntoIterator<Item = (u32, Written)>,
    ) -> Self {
        let mut by_bare: HashMap<String, Vec<u32>> = HashMap::with_capacity(constructs.len());
        let mut outer: HashMap<String, Vec<u32>> = HashMap::new();
        for (position, construct) in (0..).zip(&constructs) {
            by_bare.entry(construct.bare.clone()).or_default().push(position);
            if is_outer(&constructs, construct) {
                outer.entry(construct.name.clone()).or_default().push(position);
            }
        }
        let mut bound: HashMap<String, Vec<usize>> = HashMap::new();
        let mut stated: HashMap<String, Stated> = HashMap::new();
        let mut stars = Vec::new();
        for (at, import) in imports.iter().enumerate() {
            // What has no name of its own is mentioned by the one that it gets.
            if let Some(name) = import.name.as_deref().filter(|name| *name != DEFAULT).or(import.alias.as_deref()) {
                let stated = stated.entry(name.to_owned()).or_default();
                stated.by_line.push(at);
                stated.last = at;
            }
            if let Some(name) = local(import) {
                let bound = bound.entry(name.to_owned()).or_default();
                if bound.len() < MOST_OF_A_NAME {
                    bound.push(at);
                }
            } else if is_star(import) && stars.len() < MOST_STARS {
                stars.push(at);
            }
        }
        for stated in stated.values_mut() {
            stated.by_line.sort_by_key(|at| imports[*at].line);
        }
        let mut bases: HashMap<u32, Vec<Written>> = HashMap::new();
        for (position, base) in inherited {
            let bases = bases.entry(position).or_default();
            // Of `a.b.Base` also `a` and `a.b` are mentioned, each before the next.
            bases.pop_if(|before| base.qualifier.as_ref() == Some(&before.dotted()));
            bases.push(base);
        }
        FileNames { path, language, constructs, imports, bases, by_bare, outer, bound, stated, stars }
    }

    /// The names of a file that was just parsed.
    pub fn parsed(path: &str, language: Language, outline: &Outline, mentions: &[Mention]) -> Self {
        let constructs = outline.constructs.iter().map(|construct| Defined {
            id: 0,
            qualname: construct.qualname.clone(),
            bare: construct.bare_qualname().to_owned(),
            name: construct.name().to_owned(),
            kind: construct.kind,
            parent: construct.parent,
            start_line: construct.start_line,
            end_line: construct.end_line,
        });
        let inherited = mentions.iter().filter(|mention| mention.purpose == Use::Base).filter_map(|mention| {
            Some((mention.within?, Written { qualifier: mention.qualifier.clone(), name: mention.name.clone() }))
        });
        FileNames::new(path.to_owned(), language, constructs.collect(), outline.imports.clone(), inherited)
    }

    /// The constructs of that bare qualname: overloads share it.
    pub fn of_bare(&self, bare: &str) -> &[u32] {
        self.by_bare.get(bare).map_or(&[], Vec::as_slice)
    }

    /// The construct of that exact qualname.
    pub fn find(&self, qualname: &str) -> Option<u32> {
        let among = self.of_bare(&qualname::bare(qualname));
        among.iter().copied().find(|position| self.constructs[*position as usize].qualname == qualname)
    }

    /// The bare qualname of what is called so at the top of the file, or of a namespace in it.
    pub fn outer(&self, name: &str) -> Option<&str> {
        let position = *self.outer.get(name)?.first()?;
        Some(&self.constructs[position as usize].bare)
    }

    /// The bare qualname of what the file assigns so to the object that it exports: `exports.login = …`.
    pub fn exported(&self, name: &str) -> Option<String> {
        EXPORTS.iter().map(|object| format!("{object}.{name}")).find(|bare| !self.of_bare(bare).is_empty())
    }

    /// All names that are at the top.
    pub fn outer_names(&self) -> impl Iterator<Item = &str> {
        self.outer.keys().map(String::as_str)
    }

    /// What the construct at a position inherits from, as written.
    pub fn bases(&self, position: u32) -> &[Written] {
        self.bases.get(&position).map_or(&[], Vec::as_slice)
    }

    /// Imports that bring in this name.
    pub fn imports_of(&self, name: &str) -> impl Iterator<Item = &Import> {
        self.bound.get(name).into_iter().flatten().map(|at| &self.imports[*at])
    }

    /// The import whose statement has a name in this line: it starts there or before.
    pub fn import_stated(&self, name: &str, line: u32) -> Option<&Import> {
        let stated = self.stated.get(name)?;
        let until = stated.by_line.partition_point(|at| self.imports[*at].line <= line);
        let at = until.checked_sub(1).map_or(stated.last, |at| stated.by_line[at]);
        self.imports.get(at)
    }

    /// Whether a variable holds nothing but what an import brings in.
    pub fn is_bound_by(&self, bare: &str, import: &Import) -> bool {
        self.of_bare(bare).iter().any(|position| {
            let construct = &self.constructs[*position as usize];
            construct.kind == Kind::Variable
                && construct.start_line == import.line
                && local(import) == Some(&construct.name)
        })
    }

    /// Imports of everything that a module has.
    pub fn stars(&self) -> impl Iterator<Item = &Import> {
        self.stars.iter().map(|at| &self.imports[*at])
    }

    pub fn construct(&self, position: u32) -> Option<&Defined> {
        self.constructs.get(position as usize)
    }

    /// The innermost construct around a line.
    pub fn at_line(&self, line: u32) -> Option<&Defined> {
        let around = self.constructs.iter().filter(|defined| (defined.start_line..=defined.end_line).contains(&line));
        around.min_by_key(|defined| defined.end_line - defined.start_line)
    }

    /// The construct around a position, itself first, then its containers.
    pub fn around(&self, within: Option<u32>) -> impl Iterator<Item = (u32, &Defined)> {
        let mut next = within;
        // No chain is longer than there are constructs, whatever a damaged row says.
        (0..self.constructs.len()).map_while(move |_| {
            let position = next?;
            let construct = self.constructs.get(position as usize)?;
            next = construct.parent;
            Some((position, construct))
        })
    }
}

/// Whether it is a type that may have members: those of a named type stand outside of it.
pub fn is_type(kind: Kind) -> bool {
    kind == Kind::Type || kind.is_container() && kind != Kind::Module
}

/// The bare qualname of the type around, and its position where it is in this file.
pub(super) fn enclosing_type(file: &FileNames, scope: Option<u32>) -> Option<(String, Option<u32>)> {
    for (position, construct) in file.around(scope) {
        if is_type(construct.kind) {
            return Some((construct.bare.clone(), Some(position)));
        }
        let container = qualname::container(&construct.bare);
        if construct.parent.is_none() && !container.is_empty() {
            return Some((container.to_owned(), file.of_bare(container).first().copied()));
        }
    }
    None
}

fn is_outer(constructs: &[Defined], construct: &Defined) -> bool {
    let mut parent = construct.parent;
    for _ in 0..=constructs.len() {
        match parent {
            // A method may stand outside of its type, and that in another file.
            None => {
                return construct.parent.is_some() || !construct.bare.contains('.') || construct.bare == construct.name;
            }
            Some(at) => match constructs.get(at as usize) {
                Some(holder) if holder.kind == Kind::Module => parent = holder.parent,
                _ => return false,
            },
        }
    }
    false
}
