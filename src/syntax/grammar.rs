//! A grammar: a language's row compiled into tables that a walk can ask by node kind.
//!
//! Capture names of a query and what they mean:
//!
//! | capture | meaning |
//! |---|---|
//! | `@definition.function` `.class` `.variable` `.type` | the node that defines something |
//! | `@span` | the whole of it, where that is more than the definition (decorators) |
//! | `@inner` | the definition that this node only wraps: it is looked at next, as part of the same one |
//! | `@name` | the name that is defined |
//! | `@target` | the left side of an assignment, which may define several names |
//! | `@decorator`, `@interface.…` | parts of the interface; the word after the dot enters the hash |
//! | `@body` | the body or the value |
//! | `@base` | a base class, without type arguments |
//! | `@suffix` | tells same-named siblings apart: `name@setter`; counts if `@suffix.of`, captured just before, is the name |
//! | `@import.module` `.relative` `.name` `.alias` | the parts of one imported name |
//! | `@_…` | only for predicates |

use tree_sitter::{Node, Query};

use super::languages::{Elements, Row, Shape};
use super::own_name::Contexts;

/// The name under which tuples are opened, whatever the grammar calls them.
pub(super) const TUPLE: &str = "tuple";

/// What a pattern can find at a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Starts {
    pub definition: bool,
    pub import: bool,
}

/// What a captured node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Capture {
    Definition(Sort),
    Span,
    Inner,
    Name,
    Target,
    Decorator,
    Interface(&'static str),
    Body,
    Base,
    SuffixOf,
    Suffix,
    ImportModule,
    ImportRelative,
    ImportName,
    ImportAlias,
    Auxiliary,
}

/// What is defined, before its place says the rest (a function in a class is a method).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Function,
    Class,
    Variable,
    Type,
}

/// The tables of one language.
pub(super) struct Grammar {
    pub language: tree_sitter::Language,
    pub query: Query,
    captures: Vec<Capture>,
    kinds: Vec<KindInfo>,
    /// The field of a call's callee.
    pub callee: u16,
    /// The fields of an attribute's object and name.
    pub attribute: (u16, u16),
    pub own_names: Contexts,
}

/// What the tables say about one node kind.
pub(super) struct KindInfo {
    pub name: &'static str,
    pub shape: Shape,
    pub starts: Starts,
    pub is_named: bool,
    pub silent: bool,
    pub implicit_tuple: Option<Implicit>,
    /// The parents in which this kind has a place of its own.
    pub places: Vec<(u16, Place)>,
    pub is_item_list: bool,
    pub is_flat_context: bool,
    /// The symbol with which it joins a flat chain.
    pub flat: Option<&'static str>,
    pub is_doc_statement: bool,
    pub is_call: bool,
    pub is_attribute: bool,
    pub is_spaced: bool,
}

/// An implicit tuple, see [`super::languages::ImplicitTuple`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Implicit {
    pub parent: Option<u16>,
    pub elements: ElementTest,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ElementTest {
    All,
    Field(u16),
    Kind(u16),
}

/// How a node differs below a certain parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Transparent,
    AbsentWhenEmpty,
    WrappedIn(&'static str),
}

/// Error nodes have a kind id beyond every table.
static ERROR: KindInfo = KindInfo {
    name: "ERROR",
    shape: Shape::Node,
    starts: Starts { definition: false, import: false },
    is_named: true,
    silent: false,
    implicit_tuple: None,
    places: Vec::new(),
    is_item_list: false,
    is_flat_context: false,
    flat: None,
    is_doc_statement: false,
    is_call: false,
    is_attribute: false,
    is_spaced: false,
};

impl Grammar {
    /// Compiles a row. A row that does not fit its grammar is a defect that every test of the language shows, so this
    /// panics.
    pub fn compile(row: &'static Row) -> Grammar {
        let language = (row.language)();
        let query = Query::new(&language, row.query).expect("because the query is tested against its grammar");
        let captures = query.capture_names().iter().map(|name| capture(name)).collect();
        let field =
            |name: &str| language.field_id_for_name(name).map(u16::from).expect("because rows name real fields");
        let id = |name: &str| {
            let id = language.id_for_node_kind(name, true);
            assert!(id != 0, "{} has no node called {name}", row.name);
            id
        };

        let starts = starts(&query, row.query);
        let count = u16::try_from(language.node_kind_count()).expect("because kind ids are 16 bits");
        let kinds = (0..count).map(|kind| {
            // Leaked once per grammar: names live as long as the table, which lives as long as the program.
            let name: &'static str = language.node_kind_for_id(kind).unwrap_or("").to_owned().leak();
            let named = language.node_kind_is_named(kind);
            let places = || {
                let transparent = row.transparent_in.iter().map(|(parent, node)| (parent, node, Place::Transparent));
                let absent = row.absent_when_empty.iter().map(|(parent, node)| (parent, node, Place::AbsentWhenEmpty));
                let wrapped =
                    row.wrapped_in.iter().map(|(parent, node, wrapper)| (parent, node, Place::WrappedIn(wrapper)));
                transparent.chain(absent).chain(wrapped)
            };
            let shape = row.shapes.iter().find(|(node, _)| *node == name).map(|(_, shape)| *shape);
            KindInfo {
                name,
                shape: shape.filter(|_| named).unwrap_or(Shape::Node),
                starts: starts.iter().filter(|(start, _)| named && start == name).fold(
                    Starts::default(),
                    |all, (_, one)| Starts {
                        definition: all.definition | one.definition,
                        import: all.import | one.import,
                    },
                ),
                is_named: named,
                silent: !named && row.silent.contains(&name),
                implicit_tuple: row.implicit_tuples.iter().find(|tuple| named && tuple.node == name).map(|tuple| {
                    Implicit {
                        parent: tuple.parent.map(id),
                        elements: match tuple.elements {
                            Elements::All => ElementTest::All,
                            Elements::Field(name) => ElementTest::Field(field(name)),
                            Elements::Kind(name) => ElementTest::Kind(id(name)),
                        },
                    }
                }),
                places: places()
                    .filter(|(_, node, _)| named && **node == name)
                    .map(|(parent, _, place)| (id(parent), place))
                    .collect(),
                is_item_list: named && row.item_lists.contains(&name),
                is_flat_context: named && row.flat_in.contains(&name),
                flat: row.flat.iter().find(|(node, _)| named && *node == name).map(|(_, symbol)| *symbol),
                is_doc_statement: named && row.doc_statement == Some(name),
                is_call: named && row.call.0 == name,
                is_attribute: named && row.attribute.0 == name,
                is_spaced: named && row.spaced.contains(&name),
            }
        });
        let kinds = kinds.collect();
        Grammar {
            captures,
            kinds,
            callee: field(row.call.1),
            attribute: (field(row.attribute.1), field(row.attribute.2)),
            own_names: Contexts::new(row),
            language: language.clone(),
            query,
        }
    }

    pub fn kind(&self, node: Node) -> &KindInfo {
        self.kind_of_id(node.kind_id())
    }

    /// The same, for those who asked the node already: every question to a node is a call into C.
    pub fn kind_of_id(&self, id: u16) -> &KindInfo {
        self.kinds.get(usize::from(id)).unwrap_or(&ERROR)
    }

    pub fn capture(&self, index: u32) -> Capture {
        self.captures.get(index as usize).copied().unwrap_or(Capture::Auxiliary)
    }
}

fn capture(name: &str) -> Capture {
    match name {
        "definition.function" => Capture::Definition(Sort::Function),
        "definition.class" => Capture::Definition(Sort::Class),
        "definition.variable" => Capture::Definition(Sort::Variable),
        "definition.type" => Capture::Definition(Sort::Type),
        "span" => Capture::Span,
        "inner" => Capture::Inner,
        "name" => Capture::Name,
        "target" => Capture::Target,
        "decorator" => Capture::Decorator,
        "body" => Capture::Body,
        "base" => Capture::Base,
        "suffix.of" => Capture::SuffixOf,
        "suffix" => Capture::Suffix,
        "import.module" => Capture::ImportModule,
        "import.relative" => Capture::ImportRelative,
        "import.name" => Capture::ImportName,
        "import.alias" => Capture::ImportAlias,
        _ => match name.strip_prefix("interface.") {
            Some(part) => Capture::Interface(part.to_owned().leak()),
            None => {
                assert!(name.starts_with('_'), "the query has an unknown capture @{name}");
                Capture::Auxiliary
            }
        },
    }
}

/// The root node kind of each pattern, read from the pattern's own text.
fn starts(query: &Query, text: &str) -> Vec<(String, Starts)> {
    let patterns = (0..query.pattern_count()).map(|pattern| {
        let text = &text[query.start_byte_for_pattern(pattern)..query.end_byte_for_pattern(pattern)];
        let root = text.trim_start_matches('(').split(|c: char| !c.is_alphanumeric() && c != '_').next();
        let root = root.filter(|root| !root.is_empty()).expect("because patterns start with a node kind");
        let import = text.contains("@import.");
        (root.to_owned(), Starts { definition: !import, import })
    });
    patterns.collect()
}
