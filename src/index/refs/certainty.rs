//! Certainty: how sure it is that a name means a construct.
//!
//! What resolution proves is `resolved`. What it says nothing about is `name-only`, if the name could mean the construct
//! at all: the languages see each other, and a method is not mentioned by its name alone where that takes an object. What
//! resolution proves to be something else is no reference.

use std::fmt;

use serde::Serialize;

use super::file::{FileNames, is_type};
use super::lookup::Lookup;
use super::meaning::{At, Meaning, Mentioned, Names};
use crate::index::folders::folder;
use crate::index::imports::{Place, places, see_each_other};
use crate::syntax::{Import, Language, Mention, Use, qualname};

/// How sure a reference is; the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Certainty {
    /// An indexer said so.
    Semantic,
    /// The name leads there by scope or import.
    Resolved,
    /// The name is the same.
    NameOnly,
}

impl Certainty {
    pub fn as_str(self) -> &'static str {
        match self {
            Certainty::Semantic => "semantic",
            Certainty::Resolved => "resolved",
            Certainty::NameOnly => "name-only",
        }
    }
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The construct that references are looked for.
pub struct Wanted {
    pub path: String,
    pub qualname: String,
    /// The simple name.
    pub name: String,
    pub language: Language,
    /// The position in the outline.
    pub position: u32,
    /// It, and declarations of it in files that its own includes.
    pub at: Vec<At>,
    /// Whether it is a part of a type, and so mentioned through an object.
    is_member: bool,
    /// The type whose constructor it is.
    made: Option<At>,
    /// Whether others differ from it by their parameters only: a name leads to all of them.
    is_overloaded: bool,
}

impl Wanted {
    /// The construct of a file; `None` where it has none of that qualname.
    pub fn find(lookup: &dyn Lookup, path: &str, qualname: &str) -> Option<Wanted> {
        let file = lookup.file(path)?;
        let position = file.find(qualname)?;
        let construct = file.construct(position)?;
        let mut at = vec![At { path: path.to_owned(), bare: construct.bare.clone() }];
        at.extend(declarations(lookup, &file, &construct.bare));
        let is_member = file.around(construct.parent).next().is_some_and(|(_, holder)| is_type(holder.kind))
            || construct.parent.is_none() && construct.bare != construct.name;
        let made = qualname::constructed(&construct.bare);
        let made = made.map(|kind| At { path: path.to_owned(), bare: kind.to_owned() });
        let has_parameters = |at: &&u32| file.construct(**at).is_some_and(|other| other.qualname.contains('('));
        let is_overloaded = file.of_bare(&construct.bare).iter().filter(has_parameters).count() > 1;
        Some(Wanted {
            path: path.to_owned(),
            qualname: qualname.to_owned(),
            name: construct.name.clone(),
            language: file.language,
            position,
            at,
            is_member,
            made,
            is_overloaded,
        })
    }

    /// What a mention of that meaning is to this construct; `None` if it is no reference to it.
    pub fn judge(&self, file: &FileNames, mention: &Mentioned<'_>, meaning: &Meaning) -> Option<Certainty> {
        if mention.purpose == Use::Definition {
            return None;
        }
        match meaning {
            Meaning::Constructs(found) => {
                let is_made =
                    || mention.purpose == Use::Call && self.made.as_ref().is_some_and(|made| found.contains(made));
                let sure = if self.is_overloaded { Certainty::NameOnly } else { Certainty::Resolved };
                (self.is_meant(meaning) || is_made()).then_some(sure)
            }
            Meaning::Module(_) | Meaning::Elsewhere => None,
            Meaning::Outside(module) => {
                (self.is_like(mention, file) && self.may_be(module)).then_some(Certainty::NameOnly)
            }
            Meaning::Unknown => {
                (self.is_like(mention, file) && self.is_in_reach(mention, file)).then_some(Certainty::NameOnly)
            }
        }
    }

    /// Whether a name of that meaning leads to it.
    pub fn is_meant(&self, meaning: &Meaning) -> bool {
        matches!(meaning, Meaning::Constructs(found) if found.iter().any(|at| self.at.contains(at)))
    }

    fn is_like(&self, mention: &Mentioned<'_>, file: &FileNames) -> bool {
        mention.name == self.name && see_each_other(file.language, self.language)
    }

    /// Whether a name of which nothing is known could mean it.
    fn is_in_reach(&self, mention: &Mentioned<'_>, file: &FileNames) -> bool {
        if mention.qualifier.is_some() {
            return true;
        }
        if self.is_member {
            return file.language.has_implicit_members();
        }
        // Who imports by name what it uses has imported it, or means something that is there for everybody.
        let imports_all_it_uses =
            file.language.neighbours(&file.path, &self.name).is_empty() && !file.language.has_folder_packages();
        !(imports_all_it_uses && !file.imports.is_empty() && file.stars().next().is_none())
    }

    /// Whether a module that was not found may be the file after all, under a name that some build file gives it: its last
    /// word is in the path. A crate has the first word, and often the name of the project before that of its folder.
    fn may_be(&self, module: &str) -> bool {
        let plain = |word: &str| word.replace('-', "_").to_lowercase();
        let mut words = module.split(['/', '.', ':', '\\']).filter(|word| !word.is_empty());
        let Some(first) = words.next().map(plain) else { return false };
        let last = words.next_back().map_or_else(|| first.clone(), plain);
        let has_crates = self.language.has_paths();
        let is_named = |word: &str| {
            let word = plain(word);
            word == last || has_crates && (word == first || first.ends_with(&format!("_{word}")))
        };
        let stem = self.path.rsplit('/').next().and_then(|file| file.split('.').next()).unwrap_or_default();
        let is_at_root = folder(&self.path).is_empty() && self.language.has_folder_packages();
        is_at_root || folder(&self.path).split('/').chain([stem]).any(|word| !word.is_empty() && is_named(word))
    }
}

/// What these names in a file refer to of a construct, in order: for a file that is not in the store as it is here.
pub fn references_in(
    lookup: &dyn Lookup,
    file: &FileNames,
    mentions: &[Mention],
    wanted: &Wanted,
) -> Vec<super::Reference> {
    let names = Names::new(lookup);
    let mut found = Vec::new();
    for mention in mentions {
        // A name that some import gives it is as good as its own.
        let is_bound = || file.imports_of(&mention.name).next().is_some();
        if mention.name != wanted.name && !is_bound() {
            continue;
        }
        let mentioned = Mentioned::from(mention);
        if let Some(certainty) = wanted.judge(file, &mentioned, &names.meaning(file, &mentioned)) {
            found.push(super::Reference::new(file, &mentioned, (mention.start_column, mention.end_column), certainty));
        }
    }
    found
}

impl<'m> From<&'m Mention> for Mentioned<'m> {
    fn from(mention: &'m Mention) -> Self {
        Mentioned {
            name: &mention.name,
            qualifier: mention.qualifier.as_deref(),
            purpose: mention.purpose,
            line: mention.line,
            within: mention.within,
        }
    }
}

/// Declarations of a construct in files that its file includes.
fn declarations(lookup: &dyn Lookup, file: &FileNames, bare: &str) -> Vec<At> {
    let place = |import: &Import| {
        places(file.language, &file.path, import).into_iter().find_map(|place| match place {
            Place::File(path) => lookup.file(&path),
            Place::Folder(_) => None,
        })
    };
    let included = file.stars().filter(|_| file.language.has_declarations()).filter_map(place);
    included
        .filter(|other| !other.of_bare(bare).is_empty())
        .map(|other| At { path: other.path.clone(), bare: bare.to_owned() })
        .collect()
}
