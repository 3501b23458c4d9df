//! A grammar: a language's row compiled into tables that a walk can ask by node kind.
//!
//! Capture names of a query and what they mean:
//!
//! | capture | meaning |
//! |---|---|
//! | `@definition.KIND` | the node that defines something, see [`Sort`] |
//! | `@span` | the whole of it, where that is more than the definition (decorators) |
//! | `@inner` | the definition that this node only wraps: it is looked at next, as part of the same one |
//! | `@name` | the name that is defined |
//! | `@scope` | what the name is a part of, where the code around it does not say: the receiver of a Go method |
//! | `@target` | the left side of an assignment, which may define several names |
//! | `@decorator`, `@interface.…` | parts of the interface; the word after the dot enters the hash |
//! | `@body` | the body or the value; several are one |
//! | `@base` | a base class, without type arguments |
//! | `@parameter` | a parameter whose type is part of the name, where names carry types |
//! | `@parameter.without` | what of it is not the type: its name, its default |
//! | `@omit` | nothing that counts: the name of a parameter that no caller can use |
//! | `@const` | marks a constant |
//! | `@private`, `@public` | mark who may use it, as `Rules::private_by_default` has it |
//! | `@hides` | marks a container whose members are private until a section says otherwise |
//! | `@declaration` | marks what only announces a definition: its name yields to the definition's |
//! | `@suffix` | tells same-named siblings apart: `name@setter`; counts if `@suffix.of`, captured just before, is the name, or if there is no `@suffix.of` |
//! | `@import.module` `.relative` `.name` `.alias` | the parts of one imported name |
//! | `@_…` | only for predicates |
//!
//! Matches at one node that share a `@name` describe one construct; what is matched without a name belongs to all of
//! them, or to the name that it follows (`Rules::declarator_lists`). Of two patterns that both find a definition of the
//! same name, the later one in the file counts.
//!
//! A pattern whose root is a wildcard, `(_ (modifiers) @interface.modifiers)`, adds to whatever is defined at a node. It
//! also compiles faster, for the query is checked against the grammar for every parent that it names. What stands right
//! below the wildcard must be the root of no other pattern: tree-sitter then gets the depth of one of them wrong.

use tree_sitter::{Node, Query};

use super::languages::{Elements, Row, Shape};
use super::model::Kind;
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
    Scope,
    Target,
    Decorator,
    Interface(&'static str),
    Body,
    Base,
    Parameter,
    ParameterWithout,
    Omit,
    Const,
    Private,
    Public,
    Hides,
    Declaration,
    SuffixOf,
    Suffix,
    ImportModule,
    ImportRelative,
    ImportName,
    ImportAlias,
    Auxiliary,
}

/// What is defined, before its place says the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// `@definition.function`: a method where it stands in a type.
    Function,
    /// `@definition.method`: a method wherever it stands.
    Method,
    /// `@definition.class`, `.interface`, `.enum`, `.struct`, `.trait`, `.module`: holds members.
    Container(Kind),
    /// `@definition.type`
    Type,
    /// `@definition.variable`: a field where it stands in a type.
    Variable,
    /// `@definition.constant`: the same, and always constant.
    Constant,
    /// `@definition.object`: the same as a variable, and what its value defines is named as a part of it.
    Object,
    /// `@definition.extension`: no construct, but what it holds is named as a part of `@name`.
    Extension,
}

impl Sort {
    /// Whether it is called.
    pub fn is_callable(self) -> bool {
        matches!(self, Sort::Function | Sort::Method)
    }
}

/// The tables of one language.
pub(super) struct Grammar {
    pub language: tree_sitter::Language,
    pub query: Query,
    captures: Vec<Capture>,
    kinds: Vec<KindInfo>,
    /// The fields of an attribute's object and name.
    pub attribute: Option<(u16, u16)>,
    pub own_names: Contexts,
}

/// What the tables say about one node kind.
pub(super) struct KindInfo {
    pub name: &'static str,
    pub shape: Shape,
    pub starts: Starts,
    pub is_named: bool,
    pub silent: bool,
    /// The parents in which it is not silent.
    pub loud_in: Vec<u16>,
    pub is_labelled: bool,
    pub is_unordered: bool,
    pub is_unordered_sibling: bool,
    pub implicit_tuple: Option<Implicit>,
    /// The parents in which this kind has a place of its own.
    pub places: Vec<(u16, Place)>,
    pub has_solid_parentheses: bool,
    pub is_item_list: bool,
    pub is_flat_context: bool,
    /// The symbol with which it joins a flat chain.
    pub flat: Option<&'static str>,
    pub is_doc_statement: bool,
    pub is_comment: bool,
    pub is_leading: bool,
    pub is_opaque: bool,
    /// The parents in which it defines something; anywhere if there are none.
    pub defining_in: Vec<u16>,
    pub is_declarator_list: bool,
    pub is_section: bool,
    /// For calls: the fields of what is called, see [`super::languages::CallNode`].
    pub callee: Option<Vec<u16>>,
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
    TransparentWhenSingle,
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
    loud_in: Vec::new(),
    is_labelled: false,
    is_unordered: false,
    is_unordered_sibling: false,
    implicit_tuple: None,
    places: Vec::new(),
    has_solid_parentheses: false,
    is_item_list: false,
    is_flat_context: false,
    flat: None,
    is_doc_statement: false,
    is_comment: false,
    is_leading: false,
    is_opaque: false,
    defining_in: Vec::new(),
    is_declarator_list: false,
    is_section: false,
    callee: None,
    is_attribute: false,
    is_spaced: false,
};

impl Grammar {
    /// Compiles a row. A row that does not fit its grammar is a defect that every test of the language shows, so this
    /// panics.
    pub fn compile(row: &'static Row) -> Grammar {
        let (language, rules) = ((row.language)(), &row.rules);
        let query =
            Query::new(&language, row.query).unwrap_or_else(|error| panic!("the query of {}: {error}", row.name));
        let captures = query.capture_names().iter().map(|name| capture(name)).collect();
        let field = |name: &str| {
            let field = language.field_id_for_name(name).map(u16::from);
            field.unwrap_or_else(|| panic!("{} has no field called {name}", row.name))
        };
        let id = |name: &str| {
            let id = language.id_for_node_kind(name, true);
            assert!(id != 0, "{} has no node called {name}", row.name);
            id
        };
        for (name, _) in rules.shapes {
            id(name);
        }

        let starts = starts(&query, row.query);
        let count = u16::try_from(language.node_kind_count()).expect("because kind ids are 16 bits");
        let kinds = (0..count).map(|kind| {
            // Leaked once per grammar: names live as long as the table, which lives as long as the program.
            let name: &'static str = language.node_kind_for_id(kind).unwrap_or("").to_owned().leak();
            let named = language.node_kind_is_named(kind);
            let is_in = |list: &[&str]| named && list.contains(&name);
            let pairs = |list: &'static [(&str, &str)], place: Place| {
                list.iter().map(move |(parent, node)| (parent, node, place))
            };
            let places = || {
                let wrapped =
                    rules.wrapped_in.iter().map(|(parent, node, wrapper)| (parent, node, Place::WrappedIn(wrapper)));
                pairs(rules.transparent_in, Place::Transparent)
                    .chain(pairs(rules.transparent_when_single, Place::TransparentWhenSingle))
                    .chain(pairs(rules.absent_when_empty, Place::AbsentWhenEmpty))
                    .chain(wrapped)
            };
            let shape = rules.shapes.iter().find(|(node, _)| *node == name).map(|(_, shape)| *shape);
            let loud_in = rules.loud_in.iter().filter(|(_, symbol)| !named && *symbol == name);
            let call = rules.calls.iter().find(|call| named && call.node == name);
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
                silent: !named && rules.silent.contains(&name),
                loud_in: loud_in.map(|(parent, _)| id(parent)).collect(),
                is_labelled: is_in(rules.labelled),
                is_unordered: is_in(rules.unordered),
                is_unordered_sibling: is_in(rules.unordered_siblings),
                implicit_tuple: rules.implicit_tuples.iter().find(|tuple| named && tuple.node == name).map(|tuple| {
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
                has_solid_parentheses: is_in(rules.solid_parentheses_in),
                is_item_list: is_in(rules.item_lists),
                is_flat_context: is_in(rules.flat_in),
                flat: rules.flat.iter().find(|(node, _)| named && *node == name).map(|(_, symbol)| *symbol),
                is_doc_statement: named && rules.doc_statement == Some(name),
                is_comment: is_in(rules.comments),
                is_leading: is_in(rules.leading),
                is_opaque: is_in(rules.opaque),
                defining_in: {
                    let parents = rules.defining_in.iter().filter(|(_, node)| named && *node == name);
                    parents.map(|(parent, _)| id(parent)).collect()
                },
                is_declarator_list: is_in(rules.declarator_lists),
                is_section: named && rules.sections.iter().any(|(node, ..)| *node == name),
                callee: call.map(|call| call.callee.iter().map(|name| field(name)).collect()),
                is_attribute: named && rules.attribute.is_some_and(|(node, ..)| node == name),
                is_spaced: is_in(rules.spaced),
            }
        });
        let kinds = kinds.collect();
        Grammar {
            captures,
            kinds,
            attribute: rules.attribute.map(|(_, object, name)| (field(object), field(name))),
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
    if let Some(sort) = name.strip_prefix("definition.") {
        return Capture::Definition(sort_of(sort));
    }
    if let Some(part) = name.strip_prefix("interface.") {
        return Capture::Interface(part.to_owned().leak());
    }
    match name {
        "span" => Capture::Span,
        "inner" => Capture::Inner,
        "name" => Capture::Name,
        "scope" => Capture::Scope,
        "target" => Capture::Target,
        "decorator" => Capture::Decorator,
        "body" => Capture::Body,
        "base" => Capture::Base,
        "parameter" => Capture::Parameter,
        "parameter.without" => Capture::ParameterWithout,
        "omit" => Capture::Omit,
        "const" => Capture::Const,
        "private" => Capture::Private,
        "public" => Capture::Public,
        "hides" => Capture::Hides,
        "declaration" => Capture::Declaration,
        "suffix.of" => Capture::SuffixOf,
        "suffix" => Capture::Suffix,
        "import.module" => Capture::ImportModule,
        "import.relative" => Capture::ImportRelative,
        "import.name" => Capture::ImportName,
        "import.alias" => Capture::ImportAlias,
        _ => {
            assert!(name.starts_with('_'), "the query has an unknown capture @{name}");
            Capture::Auxiliary
        }
    }
}

fn sort_of(name: &str) -> Sort {
    match name {
        "function" => Sort::Function,
        "method" => Sort::Method,
        "class" => Sort::Container(Kind::Class),
        "interface" => Sort::Container(Kind::Interface),
        "enum" => Sort::Container(Kind::Enum),
        "struct" => Sort::Container(Kind::Struct),
        "trait" => Sort::Container(Kind::Trait),
        "module" => Sort::Container(Kind::Module),
        "type" => Sort::Type,
        "variable" => Sort::Variable,
        "constant" => Sort::Constant,
        "object" => Sort::Object,
        "extension" => Sort::Extension,
        _ => panic!("the query has an unknown capture @definition.{name}"),
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
    let patterns: Vec<(String, Starts)> = patterns.collect();
    for pattern in 0..query.pattern_count() {
        let text = &text[query.start_byte_for_pattern(pattern)..query.end_byte_for_pattern(pattern)];
        let Some(child) = below_wildcard(text) else { continue };
        assert!(
            patterns.iter().all(|(root, _)| root != child),
            "{child} is the root of a pattern and below a wildcard"
        );
    }
    patterns
}

/// The node kind right below a wildcard at the root of a pattern.
fn below_wildcard(pattern: &str) -> Option<&str> {
    let inside = pattern.trim_start_matches('(').strip_prefix('_')?.trim_start();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let field = inside.trim_start_matches(is_word).strip_prefix(':');
    let child = field.map_or(inside, str::trim_start).strip_prefix('(')?;
    child.split(|c: char| !is_word(c)).next().filter(|child| *child != "_")
}
