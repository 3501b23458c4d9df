//! Tables: the values that rules are made of.

use std::ops::Range;

use crate::syntax::model::Import;
use crate::syntax::stream::Tag;

/// An extension that two languages share. The text decides, the same in every place where it is read; a file whose text
/// is not at hand counts as one of the language that has this.
#[derive(Clone, Copy)]
pub(in crate::syntax) struct Shared {
    pub extension: &'static str,
    /// The name of the other language.
    pub with: &'static str,
    /// Whether the text is of the other language: a glance without parsing.
    pub is_other: fn(&[u8]) -> bool,
}

/// How the parser passes over functions whose text is known, see [`crate::syntax::around`].
#[derive(Clone, Copy)]
pub(in crate::syntax) struct PassedOver {
    /// The bodies in a text, in order and apart, but not those of functions with one of these names. Each is longer than
    /// what stands in for it.
    pub bodies: fn(&[u8], &[&str]) -> Vec<Range<usize>>,
    /// What is read in place of a body, at its start and at its end: a body by itself that ends where the other one does.
    pub stand_in: (&'static [u8], &'static [u8]),
}

/// A call, and which of its fields name what is called: from the start of the first that is there to the end of the
/// last. Without fields it is the first child.
#[derive(Clone, Copy)]
pub(in crate::syntax) struct CallNode {
    pub node: &'static str,
    pub callee: &'static [&'static str],
}

/// Groups of constants in which a constant without a value repeats the value before it, and a value may mention its
/// place in the group, see [`super::counted`].
#[derive(Clone, Copy)]
pub(in crate::syntax) struct Counted {
    pub group: &'static str,
    pub item: &'static str,
    /// The leaf that stands for the place.
    pub counter: &'static str,
}

/// How code mentions a construct by its own name, see [`super::own_name`].
#[derive(Clone, Copy)]
pub(in crate::syntax) struct OwnNames {
    /// The symbol before the name of an attribute.
    pub access: &'static str,
    /// Objects whose attribute of that name is the method itself, as tokens.
    pub objects: &'static [&'static [(Tag, &'static str)]],
    /// Nodes that start with a name which someone else gave, such as keyword arguments.
    pub keywords: &'static [&'static str],
    /// Whether a method may be called by its name alone.
    pub implicit: bool,
    /// What stands right before the name of a method where it means the method itself, as tokens; a placeholder stands
    /// for the name of its container. For grammars that tell a call from a variable of that name.
    pub after: &'static [&'static [(Tag, &'static str)]],
}

impl OwnNames {
    /// A method is mentioned through no object that is known.
    pub const PLAIN: OwnNames = OwnNames { access: ".", objects: &[], keywords: &[], implicit: false, after: &[] };
}

/// How far names reach beyond their file and their type.
#[derive(Clone, Copy)]
pub(in crate::syntax) struct Packages {
    /// Whether files of one folder see each other's names without an import.
    pub folder: bool,
    /// Whether members of the type around may be mentioned by their name alone.
    pub implicit_members: bool,
    /// Whether a file may define what another declares that it includes.
    pub declarations: bool,
    /// What stands for the object or the type around, and for its bases.
    pub selves: &'static [&'static str],
    pub parents: &'static [&'static str],
    /// The files that an import or a path may mean, where bases are not looked for there; most likely first.
    pub import_paths: Option<fn(&str, &Import) -> Vec<String>>,
    /// The folders whose files an import may mean all together, most likely first.
    pub import_folders: Option<fn(&str, &Import) -> Vec<String>>,
}

impl Packages {
    /// What a file does not define or import it does not see.
    pub const PLAIN: Packages = Packages {
        folder: false,
        implicit_members: false,
        declarations: false,
        selves: &["self", "this", "Self"],
        parents: &["super"],
        import_paths: None,
        import_folders: None,
    };
}

/// A node around the name that it declares, see [`super::declarators`].
#[derive(Clone, Copy)]
pub(in crate::syntax) struct Declarator {
    pub node: &'static str,
    /// The field that leads to the name; without one it is the first child that is a name or a declarator.
    pub inner: Option<&'static str>,
    /// The field of what the name is a part of: `Foo` of `Foo::bar`.
    pub scope: Option<&'static str>,
    /// The field of the parameters: what it declares is a function.
    pub parameters: Option<&'static str>,
}

impl Declarator {
    pub const fn new(node: &'static str) -> Declarator {
        Declarator { node, inner: None, scope: None, parameters: None }
    }

    pub const fn callable(node: &'static str) -> Declarator {
        Declarator { parameters: Some("parameters"), ..Declarator::new(node) }
    }
}

/// A parameter in the list of a declarator.
#[derive(Clone, Copy)]
pub(in crate::syntax) struct Parameter {
    pub node: &'static str,
    /// The field of its declarator.
    pub declarator: &'static str,
    /// The field of its default.
    pub default: Option<&'static str>,
    /// Children that are not its type, besides the two: `=`, attributes.
    pub without: &'static [&'static str],
}

/// A body that is a block or an expression, see [`super::expression_bodies`].
pub(in crate::syntax) struct ExpressionBody {
    /// The node of the body, and the symbol before an expression in it.
    pub node: &'static str,
    pub symbol: &'static str,
    pub block: &'static str,
    /// The statement that gives a value, and its keyword.
    pub returns: &'static str,
    pub keyword: &'static str,
    /// The statement that never gives one, and is an expression as well.
    pub throws: &'static str,
}

/// What looks like formatting and means something, see [`super::solid`].
#[derive(Clone, Copy)]
pub(in crate::syntax) struct Solid {
    /// The links of a chain that ends early where a link with one of these marks finds nothing: parentheses around such
    /// a chain, with more links behind them, say how far that reaches. `(a?.b).c` is not `a?.b.c`.
    pub chains: &'static [&'static str],
    pub chain_marks: &'static [&'static str],
    /// The statement that tells the compiler something when it is a mere string, without parentheses and escapes.
    pub directive: Option<&'static str>,
    /// Whether a backslash and a line break between two words make one word of them.
    pub joins_lines: bool,
    /// (node, symbol): binary operators that are unary ones of a new statement at the start of a line, outside of
    /// parentheses and brackets.
    pub line_operators: &'static [(&'static str, &'static str)],
    pub exact_type: Option<ExactType>,
}

impl Solid {
    /// The tree says it all.
    pub const PLAIN: Solid = Solid {
        chains: &[],
        chain_marks: &[],
        directive: None,
        joins_lines: false,
        line_operators: &[],
        exact_type: None,
    };
}

/// A type that a value with parentheses around it makes another one: `decltype(auto) f() { return (a); }` gives a
/// reference.
#[derive(Clone, Copy)]
pub(in crate::syntax) struct ExactType {
    /// Without white space.
    pub name: &'static str,
    /// The nodes right around such a value, and those around them that start with their type.
    pub values: &'static [&'static str],
    pub holders: &'static [&'static str],
}

/// How a node enters the token stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::syntax) enum Shape {
    /// Opened and closed under its own name; its text where it has no children.
    Node,
    /// The same under another name, shared with nodes that mean the same.
    As(&'static str),
    /// Only its children count.
    Transparent,
    /// Not even its children count: an empty statement.
    Nothing,
    /// Its text, of which neither case nor white space counts.
    Keyword,
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
    /// Opened under that name; nothing around a single element.
    Group(&'static str),
    /// An import of several names that may be nested: one token for each, in an order of their own.
    ImportTree,
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
    /// Text that the grammar leaves whole although it is code, such as the value of a macro: its tokens count.
    Lexed,
    /// One of a row of such nodes, whose order and repetition mean nothing, for formatters sort them: imports.
    Sorted,
    /// A part of such text that the grammar takes out of it: `&amp;`.
    ProsePart,
    /// Code within such text: a string that is one blank is white space of the text.
    ProseCode,
}

/// Says which children of a node form a tuple when commas separate them.
pub(in crate::syntax) struct ImplicitTuple {
    pub node: &'static str,
    /// Only below such a parent.
    pub parent: Option<&'static str>,
    pub elements: Elements,
}

/// Which children count as elements of an implicit tuple.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::syntax) enum Elements {
    All,
    Field(&'static str),
    Kind(&'static str),
}
