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
//! | `@declarator` | what holds the name somewhere in it, see [`super::declarators`]: the rest of it is interface |
//! | `@declarator.callable` | the same, if it declares a function; else the pattern does not match |
//! | `@scope` | what the name is a part of, where the code around it does not say: the receiver of a Go method; several are a path |
//! | `@receiver` | the name by which a method calls the object that it belongs to, where every method chooses one |
//! | `@target` | the left side of an assignment, which may define several names |
//! | `@decorator`, `@interface.…` | parts of the interface; the word after the dot enters the hash |
//! | `@body` | the body or the value; several are one. Within a part of the interface it counts to the body instead: the name of a parameter that only the body can use |
//! | `@value` | the value of a name, which is what the patterns of its own kind say, where they define something |
//! | `@base` | a base class, without type arguments |
//! | `@parameter` | a parameter whose type is part of the name, where names carry types |
//! | `@parameter.without` | what of it is not the type: its name, its default |
//! | `@untyped` | marks a callable without a list of parameters, or one that cannot be overloaded, such as a macro: its name carries no types |
//! | `@omit` | nothing that counts: the name of a parameter that no caller can use, where there is no body either |
//! | `@anonymous` | the same, but that there is one counts |
//! | `@const` | marks a constant |
//! | `@local` | marks what no other file can use, and is private unless it is a member |
//! | `@private`, `@public` | mark who may use it, as `Rules::private_by_default` has it |
//! | `@hides` | marks a container whose members are private until a section says otherwise |
//! | `@shows` | marks a container whose members are as public as it is, though members are private by default |
//! | `@declaration` | marks what only announces a definition: its name yields to the definition's |
//! | `@suffix` | tells same-named siblings apart: `name@setter`; counts if `@suffix.of`, captured just before, is the name, or if there is no `@suffix.of` |
//! | `@import.module` `.relative` `.name` `.alias` | the parts of one imported name, with which the module may end; without a module it is a name of the same file that others know by its alias |
//! | `@import.default` | the alias of what a module exports without a name: it is called `default` |
//! | `@import.as_default` | a name of the same file that is exported so |
//! | `@import.everything` | all that is in the module |
//! | `@_…` | only for predicates |
//!
//! Matches at one node that share a `@name` describe one construct; what is matched without a name belongs to all of
//! them, also what is defined, or to the name that it follows (`Rules::declarator_lists`). An extension without a name
//! extends what is around it. Of two patterns that both find a definition of the same name, the later one in the file
//! counts.
//!
//! A pattern whose root is a wildcard, `(_ (modifiers) @interface.modifiers)`, adds to whatever is defined at a node. It
//! also compiles faster, for the query is checked against the grammar for every parent that it names. What stands right
//! below the wildcard must be the root of no other pattern: tree-sitter then gets the depth of one of them wrong.

use tree_sitter::{Node, Query};

use super::languages::{Elements, ExpressionBody, Row, Rules, Shape};
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
    Declarator,
    DeclaratorCallable,
    Scope,
    Receiver,
    Target,
    Decorator,
    Interface(&'static str),
    Body,
    Value,
    Base,
    Parameter,
    ParameterWithout,
    Untyped,
    Omit,
    Anonymous,
    Const,
    Local,
    Private,
    Public,
    Hides,
    Shows,
    Declaration,
    SuffixOf,
    Suffix,
    ImportModule,
    ImportRelative,
    ImportName,
    ImportAlias,
    ImportEverything,
    ImportDefault,
    ImportAsDefault,
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
    /// `@definition.extension`: no construct, but what it holds is named as a part of `@name`, and its `@interface.…`
    /// belongs to that of every member; where the name is the `@suffix` as well, as a part of what is around it.
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
    /// The nodes of a heredoc, see [`super::languages::Rules::heredoc`].
    pub heredoc: Option<(u16, u16)>,
    /// Whether no node marks the code in a string literal.
    pub has_bare_code: bool,
}

/// What the tables say about one node kind.
pub(super) struct KindInfo {
    pub name: &'static str,
    pub shape: Shape,
    pub starts: Starts,
    pub is_named: bool,
    pub silent: bool,
    /// What an anonymous token is written as.
    pub symbol: &'static str,
    /// The parents in which it is not silent.
    pub loud_in: Vec<u16>,
    /// The parents in which it is.
    pub silent_in: Vec<u16>,
    pub transparent_without: Option<&'static str>,
    pub transparent_around: Vec<u16>,
    pub is_labelled: bool,
    /// The fields in which a child has a place of its own.
    pub fields: Vec<(&'static str, FieldRule)>,
    pub is_unordered: bool,
    pub has_holes: bool,
    pub is_trimmed: bool,
    /// The parents whose literals lose their tabs after it.
    pub dedents_in: Option<u16>,
    /// Counts, although the grammar lets it stand anywhere.
    pub is_extra: bool,
    /// Text of a string literal, see [`super::languages::Rules::texts`].
    pub is_text: bool,
    pub is_unordered_sibling: bool,
    pub implicit_tuple: Option<Implicit>,
    /// The parents in which this kind has a place of its own.
    pub places: Vec<(u16, Place)>,
    pub has_solid_parentheses: bool,
    pub bare_item: Option<BareItem>,
    pub repeats: bool,
    /// Its order among its siblings means nothing, unless it has this field.
    pub unplaced: Option<Option<u16>>,
    pub is_token_tree: bool,
    pub is_item_list: bool,
    pub is_flat_context: bool,
    /// The symbols with which it joins a flat chain.
    pub flat: Vec<&'static str>,
    pub expression_body: Option<&'static ExpressionBody>,
    /// The symbol with which it joins string literals.
    pub joins: Option<&'static str>,
    pub is_doc_statement: bool,
    pub is_comment: bool,
    pub declarator: Option<DeclaratorFields>,
    pub parameter: Option<ParameterFields>,
    pub is_composed_name: bool,
    pub is_leading: bool,
    pub is_opaque: bool,
    /// The parents in which it defines something; anywhere if there are none.
    pub defining_in: Vec<u16>,
    pub is_value_list: bool,
    pub counted: Option<CountedNode>,
    pub is_quoted_name: bool,
    pub is_field: bool,
    pub is_local: bool,
    pub is_declarator_list: bool,
    pub is_section: bool,
    /// For calls: the fields of what is called, see [`super::languages::CallNode`].
    pub callee: Option<Vec<u16>>,
    pub is_attribute: bool,
    pub is_spaced: bool,
    pub is_not_in_types: bool,
    pub is_bracketed: bool,
    /// The parents in which it belongs to the word after it.
    pub sigil_in: Vec<u16>,
}

/// A declarator, see [`super::languages::Declarator`].
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct DeclaratorFields {
    pub inner: Option<u16>,
    pub scope: Option<u16>,
    pub parameters: Option<u16>,
}

/// A parameter, see [`super::languages::Parameter`].
#[derive(Debug, Clone, Copy)]
pub(super) struct ParameterFields {
    pub declarator: u16,
    pub default: Option<u16>,
    pub without: &'static [&'static str],
}

impl KindInfo {
    /// Whether it matters in which field a child stands.
    pub fn has_field_rules(&self) -> bool {
        self.bare_item.is_some() || !self.fields.is_empty()
    }
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

/// An item that stands without its list, see `Rules::bare_items`.
#[derive(Debug, Clone, Copy)]
pub(super) struct BareItem {
    pub field: &'static str,
    pub list: u16,
    pub item: &'static str,
}

/// What a node is among counted constants, see [`super::languages::Counted`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CountedNode {
    Group,
    Item,
}

/// How a node differs in a certain field of its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FieldRule {
    /// A name, also where it is a literal.
    Key,
    WrappedIn(&'static [&'static str]),
}

/// How a node differs below a certain parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Transparent,
    TransparentWhenSingle,
    /// When it holds nothing but this field.
    TransparentWhenOnly(u16),
    Word,
    Compact,
    AbsentWhenEmpty,
    AbsentWhen(&'static str),
    WrappedIn(&'static str),
}

/// Error nodes have a kind id beyond every table.
static ERROR: KindInfo = KindInfo {
    name: "ERROR",
    shape: Shape::Node,
    starts: Starts { definition: false, import: false },
    is_named: true,
    silent: false,
    symbol: "ERROR",
    loud_in: Vec::new(),
    silent_in: Vec::new(),
    transparent_without: None,
    transparent_around: Vec::new(),
    is_labelled: false,
    fields: Vec::new(),
    is_unordered: false,
    has_holes: false,
    is_trimmed: false,
    dedents_in: None,
    is_extra: false,
    is_text: false,
    is_unordered_sibling: false,
    implicit_tuple: None,
    places: Vec::new(),
    has_solid_parentheses: false,
    bare_item: None,
    repeats: false,
    unplaced: None,
    is_token_tree: false,
    is_item_list: false,
    is_flat_context: false,
    flat: Vec::new(),
    expression_body: None,
    joins: None,
    is_doc_statement: false,
    is_comment: false,
    declarator: None,
    parameter: None,
    is_composed_name: false,
    is_leading: false,
    is_opaque: false,
    defining_in: Vec::new(),
    is_value_list: false,
    counted: None,
    is_quoted_name: false,
    is_field: false,
    is_local: false,
    is_declarator_list: false,
    is_section: false,
    callee: None,
    is_attribute: false,
    is_spaced: false,
    is_not_in_types: false,
    is_bracketed: false,
    sigil_in: Vec::new(),
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
                let only = rules.transparent_when_only.iter();
                let only = only.map(|(parent, node, only)| (parent, node, Place::TransparentWhenOnly(field(only))));
                let defaults = rules.defaults.iter();
                let defaults = defaults.map(|(parent, node, text)| (parent, node, Place::AbsentWhen(text)));
                pairs(rules.transparent_in, Place::Transparent)
                    .chain(only)
                    .chain(defaults)
                    .chain(pairs(rules.transparent_when_single, Place::TransparentWhenSingle))
                    .chain(pairs(rules.words_in, Place::Word))
                    .chain(pairs(rules.compact_in, Place::Compact))
                    .chain(pairs(rules.absent_when_empty, Place::AbsentWhenEmpty))
                    .chain(wrapped)
            };
            let shape = rules.shapes.iter().find(|(node, _)| *node == name).map(|(_, shape)| *shape);
            let loud_in = rules.loud_in.iter().filter(|(_, symbol)| !named && *symbol == name);
            let sigil_in = rules.sigils.iter().filter(|(_, symbol)| !named && *symbol == name);
            let synonym = rules.synonyms.iter().find(|(symbol, _)| !named && *symbol == name);
            let silent_in = rules.silent_in.iter().filter(|(_, symbol)| !named && *symbol == name);
            let mut without = rules.transparent_without.iter();
            let around = rules.transparent_around.iter().filter(|(node, _)| named && *node == name);
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
                symbol: synonym.map_or(name, |(_, other)| other),
                loud_in: loud_in.map(|(parent, _)| id(parent)).collect(),
                silent_in: silent_in.map(|(parent, _)| id(parent)).collect(),
                transparent_without: without.find(|(node, _)| named && *node == name).map(|(_, symbol)| *symbol),
                transparent_around: around.map(|(_, child)| id(child)).collect(),
                is_labelled: is_in(rules.labelled),
                fields: if named { field_rules(rules, name) } else { Vec::new() },
                is_unordered: is_in(rules.unordered),
                has_holes: is_in(rules.holes),
                is_trimmed: is_in(rules.trimmed),
                dedents_in: rules.dedented.filter(|(_, symbol)| !named && *symbol == name).map(|(node, _)| id(node)),
                is_extra: is_in(rules.extras),
                is_text: is_in(rules.texts),
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
                bare_item: rules
                    .bare_items
                    .iter()
                    .find(|(parent, ..)| named && *parent == name)
                    .map(|(_, field, list, item)| BareItem { field, list: id(list), item }),
                repeats: is_in(rules.repeats),
                unplaced: rules
                    .unplaced
                    .iter()
                    .find(|(node, _)| named && *node == name)
                    .map(|(_, unless)| unless.map(&field)),
                is_token_tree: is_in(rules.token_trees),
                is_item_list: is_in(rules.item_lists),
                is_flat_context: is_in(rules.flat_in),
                flat: rules.flat.iter().filter(|(node, _)| named && *node == name).map(|(_, symbol)| *symbol).collect(),
                expression_body: rules.expression_body.filter(|body| named && body.node == name),
                joins: rules.joins.iter().find(|(node, _)| named && *node == name).map(|(_, symbol)| *symbol),
                is_doc_statement: named && rules.doc_statement == Some(name),
                is_comment: is_in(rules.comments),
                declarator: rules.declarators.iter().find(|declarator| named && declarator.node == name).map(
                    |declarator| DeclaratorFields {
                        inner: declarator.inner.map(field),
                        scope: declarator.scope.map(field),
                        parameters: declarator.parameters.map(field),
                    },
                ),
                parameter: rules.parameters.iter().find(|parameter| named && parameter.node == name).map(|parameter| {
                    ParameterFields {
                        declarator: field(parameter.declarator),
                        default: parameter.default.map(field),
                        without: parameter.without,
                    }
                }),
                is_composed_name: is_in(rules.composed_names),
                is_leading: is_in(rules.leading),
                is_opaque: is_in(rules.opaque),
                defining_in: {
                    let parents = rules.defining_in.iter().filter(|(_, node)| named && *node == name);
                    parents.map(|(parent, _)| id(parent)).collect()
                },
                is_value_list: is_in(rules.value_lists),
                counted: rules.counted.filter(|_| named).and_then(|counted| match name {
                    _ if name == counted.group => Some(CountedNode::Group),
                    _ if name == counted.item => Some(CountedNode::Item),
                    _ => None,
                }),
                is_quoted_name: is_in(rules.quoted_names),
                is_field: is_in(rules.fields),
                is_local: is_in(rules.locals),
                is_declarator_list: is_in(rules.declarator_lists),
                is_section: named && rules.sections.iter().any(|(node, ..)| *node == name),
                callee: call.map(|call| call.callee.iter().map(|name| field(name)).collect()),
                is_attribute: named && rules.attribute.is_some_and(|(node, ..)| node == name),
                is_spaced: is_in(rules.spaced),
                is_not_in_types: is_in(rules.not_in_types),
                is_bracketed: is_in(rules.bracketed),
                sigil_in: sigil_in.map(|(parent, _)| id(parent)).collect(),
            }
        });
        let kinds = kinds.collect();
        Grammar {
            captures,
            kinds,
            attribute: rules.attribute.map(|(_, object, name)| (field(object), field(name))),
            own_names: Contexts::new(row),
            heredoc: rules.heredoc.map(|(start, text)| (id(start), id(text))),
            has_bare_code: !rules.texts.is_empty(),
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

    /// Whether a child of a string literal is code.
    pub fn is_code(&self, kind: &KindInfo) -> bool {
        let is_bare = || !kind.is_text && !matches!(kind.shape, Shape::Transparent | Shape::Nothing);
        kind.shape == Shape::Interpolation || (self.has_bare_code && kind.is_named && is_bare())
    }

    /// Whether a child of a string literal only holds more of the same.
    pub fn is_part(&self, kind: &KindInfo) -> bool {
        self.has_bare_code && kind.shape == Shape::Transparent
    }

    pub fn capture(&self, index: u32) -> Capture {
        self.captures.get(index as usize).copied().unwrap_or(Capture::Auxiliary)
    }
}

/// What the rules say about the fields of a node kind.
fn field_rules(rules: &Rules, node: &str) -> Vec<(&'static str, FieldRule)> {
    let keys = rules.keys.iter().filter(|(parent, _)| *parent == node).map(|(_, field)| (*field, FieldRule::Key));
    let wrapped = rules.wrapped_fields.iter().filter(|(parent, ..)| *parent == node);
    keys.chain(wrapped.map(|(_, field, names)| (*field, FieldRule::WrappedIn(names)))).collect()
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
        "declarator" => Capture::Declarator,
        "declarator.callable" => Capture::DeclaratorCallable,
        "scope" => Capture::Scope,
        "receiver" => Capture::Receiver,
        "target" => Capture::Target,
        "decorator" => Capture::Decorator,
        "body" => Capture::Body,
        "value" => Capture::Value,
        "base" => Capture::Base,
        "parameter" => Capture::Parameter,
        "parameter.without" => Capture::ParameterWithout,
        "untyped" => Capture::Untyped,
        "omit" => Capture::Omit,
        "anonymous" => Capture::Anonymous,
        "const" => Capture::Const,
        "local" => Capture::Local,
        "private" => Capture::Private,
        "public" => Capture::Public,
        "hides" => Capture::Hides,
        "shows" => Capture::Shows,
        "declaration" => Capture::Declaration,
        "suffix.of" => Capture::SuffixOf,
        "suffix" => Capture::Suffix,
        "import.module" => Capture::ImportModule,
        "import.relative" => Capture::ImportRelative,
        "import.name" => Capture::ImportName,
        "import.alias" => Capture::ImportAlias,
        "import.everything" => Capture::ImportEverything,
        "import.default" => Capture::ImportDefault,
        "import.as_default" => Capture::ImportAsDefault,
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
