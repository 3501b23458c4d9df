//! A grammar: a language's row compiled into tables that a walk can ask by node kind.

use std::sync::OnceLock;

use tree_sitter::Node;

use super::kind_info::{
    BareItem, CountedNode, DeclaratorFields, ERROR, ElementTest, FieldRule, Implicit, KindInfo, ParameterFields, Place,
};
use super::languages::{Elements, Row, Rules, Shape};
use super::mentions::Table;
use super::own_name::Contexts;
use super::patterns::Patterns;
use super::stream::{Ready, Tag};

/// The name under which tuples are opened, whatever the grammar calls them.
pub(super) const TUPLE: &str = "tuple";

/// The tables of one language.
pub(super) struct Grammar {
    pub language: tree_sitter::Language,
    pub patterns: Patterns,
    kinds: Vec<KindInfo>,
    /// The fields of an attribute's object and name.
    pub attribute: Option<(u16, u16)>,
    pub own_names: Contexts,
    /// The nodes of a heredoc, see [`super::languages::Rules::heredoc`].
    pub heredoc: Option<(u16, u16)>,
    /// Whether no node marks the code in a string literal.
    pub has_bare_code: bool,
    /// Where names stand, once it has been asked for.
    pub naming: OnceLock<Table>,
}

impl Grammar {
    /// Compiles a row. A row that does not fit its grammar is a defect that every test of the language shows, so this
    /// panics.
    pub fn compile(row: &'static Row) -> Grammar {
        let (language, rules) = ((row.language)(), &row.rules);
        let patterns = Patterns::read(row.query, &language);
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
            let shape = shape.filter(|_| named).unwrap_or(Shape::Node);
            let opens = match shape {
                Shape::As(other) | Shape::Splat(other) | Shape::Group(other) => other,
                Shape::Tuple => TUPLE,
                Shape::List => "list",
                _ => name,
            };
            let mut kind = KindInfo {
                name,
                shape,
                starts: patterns.starts(kind),
                is_named: named,
                silent: !named && rules.silent.contains(&name),
                symbol: Ready::new(Tag::Symbol, synonym.map_or(name, |(_, other)| other)),
                opens: Ready::new(Tag::Open, opens),
                is_quiet: false,
                has_rules: false,
                is_plain: false,
                is_plain_statement: false,
                leaf: None,
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
            };
            kind.settle(rules);
            kind
        });
        let kinds = kinds.collect();
        Grammar {
            kinds,
            attribute: rules.attribute.map(|(_, object, name)| (field(object), field(name))),
            own_names: Contexts::new(row),
            heredoc: rules.heredoc.map(|(start, text)| (id(start), id(text))),
            has_bare_code: !rules.texts.is_empty(),
            naming: OnceLock::new(),
            language: language.clone(),
            patterns,
        }
    }

    pub fn kind(&self, node: Node) -> &KindInfo {
        self.kind_of_id(node.kind_id())
    }

    /// The same, for those who asked the node already: every question to a node is a call into C.
    pub fn kind_of_id(&self, id: u16) -> &KindInfo {
        self.kinds.get(usize::from(id)).unwrap_or_else(|| &ERROR)
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
}

/// What the rules say about the fields of a node kind.
fn field_rules(rules: &Rules, node: &str) -> Vec<(&'static str, FieldRule)> {
    let keys = rules.keys.iter().filter(|(parent, _)| *parent == node).map(|(_, field)| (*field, FieldRule::Key));
    let wrapped = rules.wrapped_fields.iter().filter(|(parent, ..)| *parent == node);
    keys.chain(wrapped.map(|(_, field, names)| (*field, FieldRule::WrappedIn(names)))).collect()
}
