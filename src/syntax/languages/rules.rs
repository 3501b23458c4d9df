//! Rules: what is special about a language, as far as a query cannot say it.

use std::borrow::Cow;

use tree_sitter::Node;

use super::naming::Naming;
use super::tables::{
    CallNode, Counted, Declarator, ExpressionBody, ImplicitTuple, OwnNames, Packages, Parameter, PassedOver, Shape,
    Shared, Solid,
};
use crate::syntax::model::{Import, Kind};
use crate::syntax::numbers;
use crate::syntax::strings::{self, Literal, Style};

/// What is special about a language. Every field has a default in [`Rules::PLAIN`].
#[derive(Clone, Copy)]
pub(in crate::syntax) struct Rules {
    // -- recognition
    /// Files of one of its extensions that are of another language if their text says so: `.h` is C, or C++.
    pub shared: Option<Shared>,

    // -- parsing
    /// What the parser is given to read where the grammar cannot read the source: a text of the same length with the
    /// same line breaks; `None` for the source itself. What is hashed are the real bytes in any case.
    pub readable: fn(&[u8]) -> Option<Vec<u8>>,

    /// How functions whose text is known are passed over; `None` where nobody tells their bodies apart.
    pub passed_over: Option<PassedOver>,

    // -- the canonical form
    /// How nodes enter the token stream, where it is not as [`Shape::Node`].
    pub shapes: &'static [(&'static str, Shape)],
    /// Anonymous tokens that say nothing which the nodes around them do not say already.
    pub silent: &'static [&'static str],
    /// (parent, symbol): where a silent token says something after all.
    pub loud_in: &'static [(&'static str, &'static str)],
    /// (symbol, other): tokens that are written as another, because they mean the same or the nodes around them tell
    /// them apart.
    pub synonyms: &'static [(&'static str, &'static str)],
    /// Lists whose elements can be left out: a comma with nothing before it counts.
    pub holes: &'static [&'static str],
    /// Nodes that may stand anywhere, as comments may, but that count: text between pieces of code.
    pub extras: &'static [&'static str],
    /// (parent, symbol): where another token is silent.
    pub silent_in: &'static [(&'static str, &'static str)],
    /// Nodes whose children are told apart by their field: without it, `for (a;;)` would be `for (;a;)`.
    pub labelled: &'static [&'static str],
    /// (parent, field): where a literal is a name, and its quotes are mere formatting: `{"a": 1}` is `{a: 1}`.
    pub keys: &'static [(&'static str, &'static str)],
    /// (parent, field, names): what stands in that field without the nodes that usually are around it: the parameter of
    /// `x => 1` is that of `(x) => 1`.
    pub wrapped_fields: &'static [(&'static str, &'static str, &'static [&'static str])],
    /// Nodes whose keywords, and unordered siblings, may stand in any order: `final static` is `static final`.
    pub unordered: &'static [&'static str],
    /// Nodes that may stand in any order among each other below one parent: modifiers that are nodes of their own.
    pub unordered_siblings: &'static [&'static str],
    /// Nodes whose children can be a tuple without being a node of their own.
    pub implicit_tuples: &'static [ImplicitTuple],
    /// (parent, node): nodes that are transparent in that place.
    pub transparent_in: &'static [(&'static str, &'static str)],
    /// (parent, node): nodes that are transparent in that place, or in such a node there, when they hold one element:
    /// `=> { x }` is `=> x`.
    pub transparent_when_single: &'static [(&'static str, &'static str)],
    /// (parent, node, field): nodes that are transparent in that place when they hold nothing but that field, if that:
    /// `for ; a; {}` is `for a {}`, and `for ;; {}` is `for {}`.
    pub transparent_when_only: &'static [(&'static str, &'static str, &'static str)],
    /// (node, symbol): nodes that are transparent when they lack that token: a last statement without `;` is a value.
    pub transparent_without: &'static [(&'static str, &'static str)],
    /// (node, child): nodes that are transparent around such a child: `;` means nothing after `return x`.
    pub transparent_around: &'static [(&'static str, &'static str)],
    /// (parent, node): nodes that are identifiers in that place, and mere text elsewhere.
    pub words_in: &'static [(&'static str, &'static str)],
    /// (parent, node): nodes that count as their text without white space in that place.
    pub compact_in: &'static [(&'static str, &'static str)],
    /// (parent, node): nodes that mean nothing in that place when they are empty.
    pub absent_when_empty: &'static [(&'static str, &'static str)],
    /// (parent, node, text): nodes that with this text say what goes without saying: `extern "C" fn` is `extern fn`.
    pub defaults: &'static [(&'static str, &'static str, &'static str)],
    /// Nodes right below which parentheses count. Elsewhere the tree says what belongs together; but grammars do not see
    /// how far a chain of `?.` reaches, `(a?.b).c` is not `a?.b.c`, and some rank operators wrongly.
    pub solid_parentheses_in: &'static [&'static str],
    pub solid: Solid,
    /// (parent, node, name): nodes that stand in that place without the node called `name` that usually is there.
    pub wrapped_in: &'static [(&'static str, &'static str, &'static str)],
    /// (parent, field, list, item): what stands in that field without being such a list is a list of one item:
    /// `func() int` is `func() (int)`.
    pub bare_items: &'static [(&'static str, &'static str, &'static str, &'static str)],
    /// Nodes that may be put together: one with several omitted names is as many, and of equal ones in a row the first
    /// is written, and that it comes again: `f(a, b int)` is `f(int, int)`.
    pub repeats: &'static [&'static str],
    /// (node, field): nodes whose order among their siblings means nothing, unless they have that field, see
    /// [`super::unplaced`].
    pub unplaced: &'static [(&'static str, Option<&'static str>)],
    /// Nodes of raw tokens that a macro reads, see [`super::token_trees`].
    pub token_trees: &'static [&'static str],
    /// Nodes that list items: a tuple which is their only item is that list, in parentheses or with a trailing comma.
    pub item_lists: &'static [&'static str],
    /// Nodes below which chains of `flat` are written without nesting: grammars read annotations with rules of their
    /// own, which group a chain differently inside and outside of parentheses.
    pub flat_in: &'static [&'static str],
    /// (node, symbol): binary nodes whose grouping means nothing there, within a chain of that symbol.
    pub flat: &'static [(&'static str, &'static str)],
    /// (node, symbol): binary nodes that join string literals next to each other: `"a" + "b"` is `"ab"`, for formatters
    /// cut long literals.
    pub joins: &'static [(&'static str, &'static str)],
    /// String literals whose node leaves out the white space with which their first line starts.
    pub trimmed: &'static [&'static str],
    /// (node, symbol): where a string literal loses the tabs with which its lines start, because that symbol precedes it.
    pub dedented: Option<(&'static str, &'static str)>,
    /// The node that stands for a text further down, and the node of that text: the text counts where it stands for it.
    pub heredoc: Option<(&'static str, &'static str)>,
    /// Bodies that may be an expression or a block which gives its value.
    pub expression_body: Option<&'static ExpressionBody>,
    /// (call, arguments, lambda): a call without arguments to whose result a lambda is given is a call with that lambda
    /// alone: `f() { … }` is `f { … }`.
    pub trailing_lambda: Option<(&'static str, &'static str, &'static str)>,
    /// Nodes that are the text of a string literal, where no node marks the code in it: all others are code, and
    /// silent tokens only delimit it.
    pub texts: &'static [&'static str],
    /// Whether code in a string literal that is a mere name belongs to its text, where [`Rules::decode`] marks it: grammars
    /// read `"${x}"` and `"$x"` differently.
    pub mere_names: bool,
    /// The node of a sign before a number, where the sign may also be a part of the literal: `-1` is `- 1`.
    pub signed_number: Option<&'static str>,
    /// Reads the prefix and the quotes of a string literal.
    pub string: fn(&[u8]) -> Literal,
    /// Appends the value of a piece of text in a string literal.
    pub decode: fn(&[u8], Style, &mut Vec<u8>),
    /// The canonical form of a number.
    pub number: fn(&[u8]) -> Vec<u8>,

    // -- meaning
    /// The kinds of which the later of two definitions of one name in one scope is the one that holds.
    pub later_wins: &'static [Kind],
    /// The words of which one stands right before the name of every function and method; none where others may.
    pub function_words: &'static [&'static str],

    // -- documentation
    /// The statement that documents its container when it holds nothing but a string; elsewhere it does nothing.
    pub doc_statement: Option<&'static str>,
    /// Comment nodes, and what a comment starts with that documents the definition right after it.
    pub comments: &'static [&'static str],
    pub doc_comments: &'static [&'static str],
    /// Where formatters break the lines of such comments anew: their words are compared, without these.
    pub reflowed_comments: Option<&'static [&'static str]>,
    /// Whether a comment that ends a line of code belongs to that line and documents nothing after it.
    pub trailing_comments: bool,
    /// Whether a comment with this text may do something, see [`super::live_comments`].
    pub live_comment: fn(&[u8]) -> bool,
    /// The encoding that a source names, if it hides what the source says.
    pub unread: fn(&[u8]) -> Option<&[u8]>,

    // -- definitions
    /// Whether the names of callables carry their parameter types (SPEC 4.2): `add(int,int)`.
    pub overloads: bool,
    /// Nodes that are left out of the types in names: annotations.
    pub not_in_types: &'static [&'static str],
    /// Nodes around the name that they declare: `*name[3]`.
    pub declarators: &'static [Declarator],
    /// The parameters in declarators. Their names are no part of an interface.
    pub parameters: &'static [Parameter],
    /// Nodes of several tokens that are one name, which is written like a type: `operator ==`, `hash<std::string>`.
    pub composed_names: &'static [&'static str],
    /// Names that are written in quotes: what separates the parts of a qualname becomes `_` in them, and is dropped in
    /// front.
    pub quoted_names: &'static [&'static str],
    /// Whether nodes may reach to the next token, past comments that belong to what follows: where indentation ends them.
    pub ends_late: bool,
    /// Nodes that belong to the definition which follows them as a sibling: attributes.
    pub leading: &'static [&'static str],
    /// Of these, how they start and end where they list items and may be split: `#[derive(A)] #[derive(B)]` is
    /// `#[derive(A, B)]`.
    pub leading_lists: &'static [(&'static str, &'static str)],
    /// Nodes in which nothing is defined that anybody outside could name: anonymous functions, arguments of calls.
    pub opaque: &'static [&'static str],
    /// (parent, node): nodes that define something in such a parent only: the parameters of a record are its fields.
    pub defining_in: &'static [(&'static str, &'static str)],
    /// (keyword, name): what is called so because it has a keyword where others have a name.
    pub keyword_names: &'static [(&'static str, &'static str)],
    /// A name that names nothing: `_`.
    pub blank: Option<&'static str>,
    /// Nodes that list one value for each name that is defined with them; if their numbers differ, all names share the
    /// whole.
    pub value_lists: &'static [&'static str],
    /// Constants that depend on their place among others.
    pub counted: Option<Counted>,
    /// Nodes in which what follows a name belongs to it alone: `let a = 1, b = 2`. Elsewhere what is matched without a
    /// name belongs to all of them.
    pub declarator_lists: &'static [&'static str],
    /// Methods whose assignments to the receiver's attributes define fields.
    pub initializers: &'static [&'static str],
    /// Whether those define a field only where the type has no member of that name yet.
    pub declares_fields: bool,
    /// Nodes that are attributes of the receiver by themselves: `@x`.
    pub fields: &'static [&'static str],
    /// Nodes that are names which only the code around them knows, even at the top of a file.
    pub locals: &'static [&'static str],
    /// The name of a construct, as it stands in the source without what marks it: `x` of `@x` and `:x`.
    pub plain_name: fn(&str) -> Cow<'_, str>,
    /// Whether functions of a module are methods, because classes take them over.
    pub mixins: bool,
    /// The receiver's name where it is no parameter: `this`.
    pub receiver: Option<&'static str>,
    /// Usual names of the receiver: they tell nothing about an interface.
    pub receivers: &'static [&'static str],
    pub own_names: OwnNames,
    /// Symbols before the name of an attribute, besides [`OwnNames::access`].
    pub accesses: &'static [&'static str],
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
    /// Where names stand, and which of them one function alone knows.
    pub naming: Naming,
    pub calls: &'static [CallNode],
    /// An attribute access and the fields of its object and its name.
    pub attribute: Option<(&'static str, &'static str, &'static str)>,
    /// A path, and the symbol before its last name, where that is not written like an attribute access.
    pub path: Option<(&'static str, &'static str)>,
    /// Reads a [`Shape::ImportTree`].
    pub import_tree: fn(Node, &[u8]) -> Vec<Import>,
    /// Whether a text may define a class of that name with bases: a glance without parsing, right whenever it says no.
    pub may_inherit: fn(&[u8], &str) -> bool,
    /// Where the module of an import may be, most likely first.
    pub module_paths: Option<fn(&str, &Import) -> Vec<String>>,
    /// Where a name may be defined that no import mentions: other files of the same package. Most likely first.
    pub neighbours: Option<fn(&str, &str) -> Vec<String>>,
    /// How far names reach, for whoever looks for references.
    pub packages: Packages,

    // -- signatures
    /// Nodes whose anonymous tokens have spaces around them in a signature.
    pub spaced: &'static [&'static str],
    /// (node, symbol): tokens that belong to the word after them, such as `$` and `...`.
    pub sigils: &'static [(&'static str, &'static str)],
    /// Nodes that are written with or without brackets and a keyword, `[1]` or `array(1)`: a signature has brackets.
    pub bracketed: &'static [&'static str],
}

impl Rules {
    /// A language about which nothing is special.
    pub const PLAIN: Rules = Rules {
        shared: None,
        readable: |_| None,
        passed_over: None,
        shapes: &[],
        silent: &["(", ")", "[", "]", "{", "}", ",", ";"],
        loud_in: &[],
        synonyms: &[],
        extras: &[],
        silent_in: &[],
        labelled: &[],
        keys: &[],
        wrapped_fields: &[],
        holes: &[],
        unordered: &[],
        unordered_siblings: &[],
        implicit_tuples: &[],
        transparent_in: &[],
        transparent_when_single: &[],
        transparent_when_only: &[],
        transparent_without: &[],
        transparent_around: &[],
        words_in: &[],
        compact_in: &[],
        absent_when_empty: &[],
        defaults: &[],
        solid_parentheses_in: &[],
        solid: Solid::PLAIN,
        wrapped_in: &[],
        bare_items: &[],
        repeats: &[],
        unplaced: &[],
        token_trees: &[],
        item_lists: &[],
        flat_in: &[],
        flat: &[],
        joins: &[],
        trimmed: &[],
        dedented: None,
        heredoc: None,
        expression_body: None,
        trailing_lambda: None,
        texts: &[],
        mere_names: false,
        signed_number: None,
        string: strings::quoted,
        decode: strings::decode,
        number: numbers::canonical,
        doc_statement: None,
        comments: &["comment"],
        doc_comments: &[],
        reflowed_comments: None,
        trailing_comments: false,
        later_wins: &[],
        function_words: &[],
        live_comment: |_| false,
        unread: |_| None,
        overloads: false,
        not_in_types: &[],
        declarators: &[],
        parameters: &[],
        composed_names: &[],
        quoted_names: &[],
        ends_late: false,
        leading: &[],
        leading_lists: &[],
        opaque: &[],
        defining_in: &[],
        keyword_names: &[],
        blank: None,
        value_lists: &[],
        counted: None,
        declarator_lists: &[],
        initializers: &[],
        declares_fields: false,
        fields: &[],
        locals: &[],
        plain_name: |name| Cow::Borrowed(name),
        mixins: false,
        receiver: None,
        receivers: &[],
        own_names: OwnNames::PLAIN,
        accesses: &[],
        enum_bases: &[],
        const_types: &[],
        is_const: |_| false,
        is_private: |_| false,
        private_by_default: false,
        sections: &[],
        kinds: &[],
        errors_spread: false,
        naming: Naming::PLAIN,
        calls: &[],
        attribute: None,
        path: None,
        import_tree: |_, _| Vec::new(),
        may_inherit: mentions,
        module_paths: None,
        neighbours: None,
        packages: Packages::PLAIN,
        spaced: &[],
        sigils: &[],
        bracketed: &[],
    };
}

/// Whether the text has the word at all.
pub(in crate::syntax) fn mentions(source: &[u8], name: &str) -> bool {
    name.is_empty() || source.windows(name.len()).any(|window| window == name.as_bytes())
}
