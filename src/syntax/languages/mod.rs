//! The table of languages: one row and one query file each.
//!
//! A [`Row`] says what a query cannot: how files of the language are recognised, which parts of its grammar are mere
//! formatting, and a few naming rules. The code that reads rows never asks which language it deals with; where a
//! language needs special treatment, its row grows a documented field.

mod python;

use std::sync::LazyLock;

use super::grammar::Grammar;
use super::model::{Import, Kind};
use super::stream::Tag;
use super::strings::Literal;

/// Every language, in the order in which they are listed to people.
pub(super) static ROWS: &[&Row] = &[&python::ROW];

/// All that is known about one language.
pub(super) struct Row {
    /// As written in the lock and in reports.
    pub name: &'static str,
    /// Without the dot.
    pub extensions: &'static [&'static str],
    /// Names of files that have no telling extension.
    pub file_names: &'static [&'static str],
    /// Programs whose shebang line marks a file, without version digits.
    pub interpreters: &'static [&'static str],
    pub language: fn() -> tree_sitter::Language,
    pub query: &'static str,
    /// The two above and the tables below, compiled on first use.
    pub grammar: LazyLock<Grammar>,

    /// How nodes enter the token stream, where it is not as [`Shape::Node`].
    pub shapes: &'static [(&'static str, Shape)],
    /// Anonymous tokens that say nothing which the nodes around them do not say already.
    pub silent: &'static [&'static str],
    /// Nodes whose children can be a tuple without being a node of their own.
    pub implicit_tuples: &'static [ImplicitTuple],
    /// (parent, node): nodes that are transparent in that place.
    pub transparent_in: &'static [(&'static str, &'static str)],
    /// (parent, node): nodes that mean nothing in that place when they are empty.
    pub absent_when_empty: &'static [(&'static str, &'static str)],
    /// (parent, node, name): nodes that stand in that place without the node called `name` that usually is there.
    pub wrapped_in: &'static [(&'static str, &'static str, &'static str)],
    /// Nodes that list items: a tuple which is their only item is that list, in parentheses or with a trailing comma.
    pub item_lists: &'static [&'static str],
    /// Nodes below which chains of `flat` are written without nesting: grammars read annotations with rules of their
    /// own, which group a chain differently inside and outside of parentheses.
    pub flat_in: &'static [&'static str],
    /// (node, symbol): binary nodes whose grouping means nothing there.
    pub flat: &'static [(&'static str, &'static str)],
    /// The statement that documents its container when it holds nothing but a string; elsewhere it does nothing.
    pub doc_statement: Option<&'static str>,
    /// A call and the field of its callee.
    pub call: (&'static str, &'static str),
    /// An attribute access and the fields of its object and its name.
    pub attribute: (&'static str, &'static str, &'static str),
    /// Nodes whose anonymous tokens have spaces around them in a signature.
    pub spaced: &'static [&'static str],

    /// Methods whose assignments to the receiver's attributes define fields.
    pub initializers: &'static [&'static str],
    /// Usual names of the receiver: they tell nothing about an interface.
    pub receivers: &'static [&'static str],
    pub own_names: OwnNames,
    /// A class is an enum when the last part of one of its bases ends so.
    pub enum_bases: &'static [&'static str],
    /// Annotations that make a variable constant, without type arguments and module.
    pub const_types: &'static [&'static str],
    /// Whether the naming says that a variable is constant.
    pub is_const: fn(&str) -> bool,
    pub is_private: fn(&str) -> bool,
    /// What sorts of constructs its files hold, as listed to people.
    pub kinds: &'static [Kind],
    /// Whether a text may define a class of that name with bases: a glance without parsing, right whenever it says no.
    pub may_inherit: fn(&[u8], &str) -> bool,
    /// Where the module of an import may be, most likely first.
    pub module_paths: fn(&str, &Import) -> Vec<String>,
    /// Reads the prefix and the quotes of a string literal.
    pub string: fn(&[u8]) -> Literal,
    /// The canonical form of a number.
    pub number: fn(&[u8]) -> Vec<u8>,
}

/// How code mentions a construct by its own name, see [`super::own_name`].
pub(super) struct OwnNames {
    /// The symbol before the name of an attribute.
    pub access: &'static str,
    /// Objects whose attribute of that name is the method itself, as tokens.
    pub objects: &'static [&'static [(Tag, &'static str)]],
    /// Nodes that start with a name which someone else gave, such as keyword arguments.
    pub keywords: &'static [&'static str],
}

/// How a node enters the token stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Opened and closed under its own name; its text where it has no children.
    Node,
    /// The same under another name, shared with nodes that mean the same.
    As(&'static str),
    /// Only its children count.
    Transparent,
    /// A tuple; mere parentheses when it has one element and no comma.
    Tuple,
    /// A list, also as an assignment target.
    List,
    /// Takes the rest of a sequence: `*rest`.
    Splat(&'static str),
    /// An identifier.
    Word,
    Number,
    /// A string literal, or one part of several that are joined.
    String,
    /// String literals that are joined into one.
    Strings,
    /// Code within a string literal.
    Interpolation,
    /// Text after code within a string literal, with further code in it.
    FormatSpecifier,
}

/// Says which children of a node form a tuple when commas separate them.
pub(super) struct ImplicitTuple {
    pub node: &'static str,
    /// Only below such a parent.
    pub parent: Option<&'static str>,
    pub elements: Elements,
}

/// Which children count as elements of an implicit tuple.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Elements {
    All,
    Field(&'static str),
    Kind(&'static str),
}
