//! The table of languages: one row and one query file each.
//!
//! A [`Row`] says how files of the language are recognised and where its grammar and its query are; its [`Rules`] say
//! what a query cannot: which parts of the grammar are mere formatting, and a few naming rules. The code that reads
//! them never asks which language it deals with; where a language needs special treatment, the rules grow a documented
//! field.

#[cfg(feature = "scripting")]
mod bash;
#[cfg(feature = "c-family")]
mod c;
#[cfg(feature = "c-family")]
mod cpp;
#[cfg(feature = "dotnet")]
mod csharp;
#[cfg(feature = "web")]
mod ecmascript;
#[cfg(feature = "go")]
mod go;
#[cfg(feature = "jvm")]
mod java;
#[cfg(feature = "web")]
mod javascript;
#[cfg(feature = "jvm")]
mod kotlin;
#[cfg(feature = "scripting")]
mod php;
mod python;
#[cfg(feature = "scripting")]
mod ruby;
#[cfg(feature = "rust")]
mod rust;
#[cfg(feature = "jvm")]
mod scala;
#[cfg(feature = "swift")]
mod swift;
#[cfg(feature = "web")]
mod tsx;
#[cfg(feature = "web")]
mod typescript;

use std::sync::LazyLock;

use super::grammar::Grammar;
use super::model::{Import, Kind};
use super::numbers;
use super::stream::Tag;
use super::strings::{self, Literal};

/// Every language, in the order in which they are listed to people.
pub(super) static ROWS: &[&Row] = &[
    #[cfg(feature = "scripting")]
    &bash::ROW,
    #[cfg(feature = "c-family")]
    &c::ROW,
    #[cfg(feature = "c-family")]
    &cpp::ROW,
    #[cfg(feature = "dotnet")]
    &csharp::ROW,
    #[cfg(feature = "go")]
    &go::ROW,
    #[cfg(feature = "jvm")]
    &java::ROW,
    #[cfg(feature = "web")]
    &javascript::ROW,
    #[cfg(feature = "jvm")]
    &kotlin::ROW,
    #[cfg(feature = "scripting")]
    &php::ROW,
    &python::ROW,
    #[cfg(feature = "scripting")]
    &ruby::ROW,
    #[cfg(feature = "rust")]
    &rust::ROW,
    #[cfg(feature = "jvm")]
    &scala::ROW,
    #[cfg(feature = "swift")]
    &swift::ROW,
    #[cfg(feature = "web")]
    &tsx::ROW,
    #[cfg(feature = "web")]
    &typescript::ROW,
];

/// One language.
pub(super) struct Row {
    /// As written in the lock and in reports.
    pub name: &'static str,
    /// As people call it. Rows that share it are one language with two grammars, and searched as one (SPEC 5.5).
    pub title: &'static str,
    /// A file may be renamed from one language of a family to another, and its constructs are still looked for in it.
    pub family: &'static str,
    /// Without the dot.
    pub extensions: &'static [&'static str],
    /// Names of files that have no telling extension.
    pub file_names: &'static [&'static str],
    /// Programs whose shebang line marks a file, without version digits.
    pub interpreters: &'static [&'static str],
    pub language: fn() -> tree_sitter::Language,
    pub query: &'static str,
    /// The two above and the rules below, compiled on first use.
    pub grammar: LazyLock<Grammar>,
    pub rules: Rules,
}

/// What is special about a language. Every field has a default in [`Rules::PLAIN`].
#[derive(Clone, Copy)]
pub(super) struct Rules {
    // -- the canonical form
    /// How nodes enter the token stream, where it is not as [`Shape::Node`].
    pub shapes: &'static [(&'static str, Shape)],
    /// Anonymous tokens that say nothing which the nodes around them do not say already.
    pub silent: &'static [&'static str],
    /// (parent, symbol): where a silent token says something after all.
    pub loud_in: &'static [(&'static str, &'static str)],
    /// Nodes whose children are told apart by their field: without it, `for (a;;)` would be `for (;a;)`.
    pub labelled: &'static [&'static str],
    /// (parent, field): where a literal is a name, and its quotes are mere formatting: `{"a": 1}` is `{a: 1}`.
    pub keys: &'static [(&'static str, &'static str)],
    /// (parent, field, names): what stands in that field without the nodes that usually are around it: the parameter of
    /// `x => 1` is that of `(x) => 1`.
    pub wrapped_fields: &'static [(&'static str, &'static str, &'static [&'static str])],
    /// Nodes that list items and may leave some out: in `[, a]` the comma counts.
    pub holes: &'static [&'static str],
    /// Nodes whose keywords may stand in any order: `final static` is `static final`.
    pub unordered: &'static [&'static str],
    /// Nodes whose children can be a tuple without being a node of their own.
    pub implicit_tuples: &'static [ImplicitTuple],
    /// (parent, node): nodes that are transparent in that place.
    pub transparent_in: &'static [(&'static str, &'static str)],
    /// (parent, node): nodes that are transparent in that place when they hold one element: `=> { x }` is `=> x`.
    pub transparent_when_single: &'static [(&'static str, &'static str)],
    /// (parent, node): nodes that mean nothing in that place when they are empty.
    pub absent_when_empty: &'static [(&'static str, &'static str)],
    /// (parent, node, name): nodes that stand in that place without the node called `name` that usually is there.
    pub wrapped_in: &'static [(&'static str, &'static str, &'static str)],
    /// Nodes that list items: a tuple which is their only item is that list, in parentheses or with a trailing comma.
    pub item_lists: &'static [&'static str],
    /// Nodes below which chains of `flat` are written without nesting: grammars read annotations with rules of their
    /// own, which group a chain differently inside and outside of parentheses.
    pub flat_in: &'static [&'static str],
    /// (node, symbol): binary nodes whose grouping means nothing there, within a chain of that symbol.
    pub flat: &'static [(&'static str, &'static str)],
    /// Reads the prefix and the quotes of a string literal.
    pub string: fn(&[u8]) -> Literal,
    /// The canonical form of a number.
    pub number: fn(&[u8]) -> Vec<u8>,

    // -- documentation
    /// The statement that documents its container when it holds nothing but a string; elsewhere it does nothing.
    pub doc_statement: Option<&'static str>,
    /// Comment nodes, and what a comment starts with that documents the definition right after it.
    pub comments: &'static [&'static str],
    pub doc_comments: &'static [&'static str],

    // -- definitions
    /// Whether the names of callables carry their parameter types (SPEC 4.2): `add(int,int)`.
    pub overloads: bool,
    /// Names that are written in quotes: what separates the parts of a qualname becomes `_` in them, and is dropped in
    /// front.
    pub quoted_names: &'static [&'static str],
    /// Nodes that belong to the definition which follows them as a sibling: attributes.
    pub leading: &'static [&'static str],
    /// Nodes in which nothing is defined that anybody outside could name: anonymous functions, arguments of calls.
    pub opaque: &'static [&'static str],
    /// Methods whose assignments to the receiver's attributes define fields.
    pub initializers: &'static [&'static str],
    /// Whether those define a field only where the type has no member of that name yet.
    pub declares_fields: bool,
    /// The receiver's name where it is no parameter: `this`.
    pub receiver: Option<&'static str>,
    /// Usual names of the receiver: they tell nothing about an interface.
    pub receivers: &'static [&'static str],
    pub own_names: OwnNames,
    /// A class is an enum when the last part of one of its bases ends so.
    pub enum_bases: &'static [&'static str],
    /// Annotations that make a variable constant, without type arguments and module.
    pub const_types: &'static [&'static str],
    /// Whether the naming says that a variable is constant.
    pub is_const: fn(&str) -> bool,
    /// Whether the naming says that a construct is nobody else's business; `@private` says it by keyword.
    pub is_private: fn(&str) -> bool,
    /// Whether a member is private unless `@public` says otherwise.
    pub private_by_default: bool,
    /// (node, text, private): nodes in a container after which its members are private, or are no longer.
    pub sections: &'static [(&'static str, &'static str, bool)],
    /// What sorts of constructs its files hold, as listed to people.
    pub kinds: &'static [Kind],

    /// Whether an error may take in what follows it, as a brace does that nobody closes: then all of the statement
    /// around it, at the top of the file, is in doubt.
    pub errors_spread: bool,

    // -- relations
    pub calls: &'static [CallNode],
    /// An attribute access and the fields of its object and its name.
    pub attribute: Option<(&'static str, &'static str, &'static str)>,
    /// Whether a text may define a class of that name with bases: a glance without parsing, right whenever it says no.
    pub may_inherit: fn(&[u8], &str) -> bool,
    /// Where the module of an import may be, most likely first.
    pub module_paths: fn(&str, &Import) -> Vec<String>,
    /// Where a name may be defined that no import mentions: other files of the same package. Most likely first.
    pub neighbours: fn(&str, &str) -> Vec<String>,

    // -- signatures
    /// Nodes whose anonymous tokens have spaces around them in a signature.
    pub spaced: &'static [&'static str],
}

impl Rules {
    /// A language about which nothing is special.
    pub const PLAIN: Rules = Rules {
        shapes: &[],
        silent: &["(", ")", "[", "]", "{", "}", ",", ";"],
        loud_in: &[],
        labelled: &[],
        keys: &[],
        wrapped_fields: &[],
        holes: &[],
        unordered: &[],
        implicit_tuples: &[],
        transparent_in: &[],
        transparent_when_single: &[],
        absent_when_empty: &[],
        wrapped_in: &[],
        item_lists: &[],
        flat_in: &[],
        flat: &[],
        string: strings::quoted,
        number: numbers::canonical,
        doc_statement: None,
        comments: &["comment"],
        doc_comments: &[],
        overloads: false,
        quoted_names: &[],
        leading: &[],
        opaque: &[],
        initializers: &[],
        declares_fields: false,
        receiver: None,
        receivers: &[],
        own_names: OwnNames { access: ".", objects: &[], keywords: &[], implicit: false },
        enum_bases: &[],
        const_types: &[],
        is_const: |_| false,
        is_private: |_| false,
        private_by_default: false,
        sections: &[],
        kinds: &[],
        errors_spread: false,
        calls: &[],
        attribute: None,
        may_inherit: mentions,
        module_paths: |_, _| Vec::new(),
        neighbours: |_, _| Vec::new(),
        spaced: &[],
    };
}

/// A call, and which of its fields name what is called: from the start of the first that is there to the end of the
/// last. Without fields it is the first child.
#[derive(Clone, Copy)]
pub(super) struct CallNode {
    pub node: &'static str,
    pub callee: &'static [&'static str],
}

/// How code mentions a construct by its own name, see [`super::own_name`].
#[derive(Clone, Copy)]
pub(super) struct OwnNames {
    /// The symbol before the name of an attribute.
    pub access: &'static str,
    /// Objects whose attribute of that name is the method itself, as tokens.
    pub objects: &'static [&'static [(Tag, &'static str)]],
    /// Nodes that start with a name which someone else gave, such as keyword arguments.
    pub keywords: &'static [&'static str],
    /// Whether a method may be called by its name alone.
    pub implicit: bool,
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
    /// Not even its children count: an empty statement.
    Nothing,
    /// As `Node` when it holds several elements; only its element counts when it holds one: `| A` is `A`.
    Several,
    /// A keyword or an operator that has a name of its own.
    Symbol,
    /// Letters that may stand in any order: the flags of a regular expression.
    Letters,
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
    /// Text between elements of markup: any white space is one space, and none where a line breaks at its end.
    Prose,
    /// A part of such text that the grammar takes out of it: `&amp;`.
    ProsePart,
    /// Code within such text: a string that is one blank is white space of the text.
    ProseCode,
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

/// Whether the text has the word at all.
fn mentions(source: &[u8], name: &str) -> bool {
    name.is_empty() || source.windows(name.len()).any(|window| window == name.as_bytes())
}
