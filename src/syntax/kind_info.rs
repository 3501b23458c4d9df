//! Kind information: what a language's rules say about one node kind, so that a walk can ask by its number.

use std::sync::LazyLock;

use super::captures::Starts;
use super::languages::{ExpressionBody, Rules, Shape};
use super::stream::{Ready, Tag};

/// What the tables say about one node kind.
pub(super) struct KindInfo {
    pub name: &'static str,
    pub shape: Shape,
    pub starts: Starts,
    pub is_named: bool,
    pub silent: bool,
    /// What an anonymous token is written as.
    pub symbol: Ready,
    /// What a named node is opened as.
    pub opens: Ready,
    /// Whether a walk has nothing to do with it but to write it.
    pub is_quiet: bool,
    /// Whether there is more to say of it than its shape.
    pub has_rules: bool,
    /// Whether a node of this kind is opened, or written as its text, but in the parents of `places`.
    pub is_plain: bool,
    /// The same, if it holds one node and no text.
    pub is_plain_statement: bool,
    /// Whether a leaf of this kind is written wherever it stands as if there were no rules.
    pub leaf: Option<Leaf>,
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

impl KindInfo {
    /// Notes what can be said without looking at more than a node and its parent: most nodes are like that.
    pub fn settle(&mut self, rules: &Rules) {
        self.is_quiet = !(self.starts.definition
            || self.starts.import
            || self.is_comment
            || self.is_section
            || self.is_leading
            || self.is_opaque
            || self.shape == Shape::ImportTree
            || self.counted.is_some()
            || self.callee.is_some());
        let is_ruled = self.is_extra
            || self.is_text
            || self.is_leading
            || self.is_unordered_sibling
            || self.is_item_list
            || self.is_token_tree
            || rules.trailing_lambda.is_some_and(|(call, ..)| call == self.name)
            || self.repeats
            || self.unplaced.is_some()
            || self.joins.is_some()
            || self.dedents_in.is_some()
            || self.transparent_without.is_some()
            || self.expression_body.is_some()
            || !self.flat.is_empty();
        let may_be_plain =
            self.is_named && self.shape == Shape::Node && !(is_ruled || self.is_flat_context || self.is_unordered);
        let may_hold_tuple = self.implicit_tuple.is_some();
        self.has_rules = is_ruled || may_hold_tuple || self.is_doc_statement || !self.places.is_empty();
        self.is_plain = may_be_plain && !may_hold_tuple && !self.is_doc_statement;
        self.is_plain_statement = may_be_plain && self.is_doc_statement;
        self.leaf = match self.shape {
            _ if self.has_rules || !self.is_quiet => None,
            Shape::Word => Some(Leaf::Word),
            // A sign may be a part of it.
            Shape::Number if rules.signed_number.is_none() => Some(Leaf::Number),
            _ if !self.is_named => Some(Leaf::Symbol),
            _ => None,
        };
    }

    /// Whether an anonymous token of this kind says nothing in such a parent.
    pub fn is_silent_in(&self, parent: u16) -> bool {
        if self.silent { !self.loud_in.contains(&parent) } else { self.silent_in.contains(&parent) }
    }

    /// Whether it matters in which field a child stands.
    pub fn has_field_rules(&self) -> bool {
        self.bare_item.is_some() || !self.fields.is_empty()
    }
}

/// A leaf of which there is no more to say than its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaf {
    /// A token without a name of its own: a keyword, an operator, punctuation.
    Symbol,
    /// An identifier.
    Word,
    Number,
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
pub(super) static ERROR: LazyLock<KindInfo> = LazyLock::new(|| KindInfo {
    name: "ERROR",
    shape: Shape::Node,
    starts: Starts { definition: false, import: false },
    is_named: true,
    silent: false,
    symbol: Ready::new(Tag::Symbol, "ERROR"),
    opens: Ready::new(Tag::Open, "ERROR"),
    is_quiet: false,
    has_rules: true,
    is_plain: false,
    is_plain_statement: false,
    leaf: None,
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
});
