//! The table: a language's [`Naming`] compiled so that the walk can ask by the number of a node's kind.

use std::collections::HashMap;

use super::super::grammar::Grammar;
use super::super::languages::{Naming, Part, Row, ScopeKind};

/// The parent or the child that stands for any.
const ANY: &str = "*";

/// What the names of one language mean where they stand.
pub(in crate::syntax) struct Table {
    kinds: Vec<Places>,
    /// What is said about a field of any parent.
    fields: Vec<(u16, Part)>,
    /// Errors are of no kind.
    unknown: Places,
}

/// What is said about nodes of one kind and their children.
#[derive(Debug, Default)]
pub(super) struct Places {
    pub leaf: Option<Leaf>,
    pub scope: Option<ScopeKind>,
    pub access: Option<Access>,
    fields: Vec<Entry>,
    children: Vec<Entry>,
    any_child: Option<Part>,
    anywhere: Option<Part>,
}

/// What is said about a field or a kind of child, where the parent starts with a word, if there is one.
#[derive(Debug, Clone, Copy)]
struct Entry {
    child: u16,
    word: Option<&'static str>,
    part: Part,
}

/// A node that is a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaf {
    Name,
    Type,
    Member,
    Shorthand,
    Module,
}

/// Where in a node the name stands that is behind a qualifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Name { field: u16, kind: u16 },
    Path,
}

impl Table {
    /// The table of a language, made when it is first asked for.
    pub(super) fn of(row: &'static Row) -> &'static Table {
        let grammar: &'static Grammar = &row.grammar;
        grammar.naming.get_or_init(|| Table::compile(row, &grammar.language))
    }

    /// A naming that does not fit its grammar is a defect that every test of the language shows, so this panics.
    fn compile(row: &Row, language: &tree_sitter::Language) -> Table {
        let naming: &Naming = &row.rules.naming;
        let count = u16::try_from(language.node_kind_count()).expect("because kind ids are 16 bits");
        let kinds = (0..count).map(|_| Places::default()).collect();
        let mut table = Table { kinds, fields: Vec::new(), unknown: Places::default() };
        // Several numbers may be one kind to the reader of a grammar.
        let mut numbers: HashMap<&str, Vec<u16>> = HashMap::new();
        for id in (0..count).filter(|id| language.node_kind_is_named(*id)) {
            numbers.entry(language.node_kind_for_id(id).unwrap_or_default()).or_default().push(id);
        }
        let ids = |name: &str| numbers.get(name).cloned().unwrap_or_default();
        let known = |name: &str| {
            let ids = ids(name);
            assert!(!ids.is_empty(), "{} has no node called {name}", row.name);
            ids
        };
        let child = |name: &str| {
            let (field, ids) = (language.field_id_for_name(name).map(u16::from), ids(name));
            assert!(field.is_some() || !ids.is_empty(), "{} has no child called {name}", row.name);
            (field, ids)
        };

        let leaves = [
            (naming.names, Leaf::Name),
            (naming.types, Leaf::Type),
            (naming.members, Leaf::Member),
            (naming.shorthands, Leaf::Shorthand),
            (naming.modules, Leaf::Module),
        ];
        for (names, leaf) in leaves {
            for id in names.iter().flat_map(|name| known(name)) {
                table.kinds[usize::from(id)].leaf = Some(leaf);
            }
        }
        for (name, scope) in naming.scopes.iter().copied().flatten() {
            for id in known(name) {
                table.kinds[usize::from(id)].scope = Some(*scope);
            }
        }
        for (node, name) in naming.accesses {
            let access = match *name {
                ANY => Access::Path,
                name => {
                    let (field, kinds) = child(name);
                    Access::Name { field: field.unwrap_or(0), kind: kinds.first().copied().unwrap_or(0) }
                }
            };
            for id in known(node) {
                table.kinds[usize::from(id)].access = Some(access);
            }
        }
        for (parent, name, part) in naming.parts.iter().copied().flatten() {
            if *parent == ANY {
                let (field, kinds) = child(name);
                table.fields.extend(field.map(|field| (field, *part)));
                for id in kinds {
                    table.kinds[usize::from(id)].anywhere = Some(*part);
                }
                continue;
            }
            let (parent, word) = parent.split_once(' ').map_or((*parent, None), |(node, word)| (node, Some(word)));
            for id in known(parent) {
                let places = &mut table.kinds[usize::from(id)];
                if *name == ANY {
                    places.any_child = Some(*part);
                    continue;
                }
                let (field, kinds) = child(name);
                let entry = |child: u16| Entry { child, word, part: *part };
                places.fields.extend(field.map(entry));
                places.children.extend(kinds.into_iter().map(entry));
            }
        }
        table
    }

    pub(super) fn of_kind(&self, kind: u16) -> &Places {
        self.kinds.get(usize::from(kind)).unwrap_or(&self.unknown)
    }

    /// What is said about a child of just such a parent, whose text is given.
    pub(super) fn here(&self, parent: u16, text: &[u8], field: u16, kind: u16) -> Option<Part> {
        let places = self.of_kind(parent);
        let find = |list: &[Entry], wanted: u16| {
            let is_it = |entry: &&Entry| {
                let starts = |word: &str| text.starts_with(word.as_bytes());
                wanted != 0 && entry.child == wanted && entry.word.is_none_or(starts)
            };
            list.iter().find(is_it).map(|entry| entry.part)
        };
        find(&places.fields, field).or_else(|| find(&places.children, kind))
    }

    /// What is said about such a child of any parent, or any child of such a parent.
    pub(super) fn anywhere(&self, parent: u16, field: u16, kind: u16) -> Option<Part> {
        let by_field = || self.fields.iter().find(|(known, _)| *known == field).map(|(_, part)| *part);
        self.of_kind(kind).anywhere.or_else(by_field).or(self.of_kind(parent).any_child)
    }
}
