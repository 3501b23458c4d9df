//! Naming: where names stand in a language, and which of them are known to one function only.
//!
//! The walk of [`crate::syntax::mentions`] carries a [`Part`] from each node to its children: what a name would mean
//! there. A language says in [`Naming::parts`] where that changes; what it says nothing about goes on as before.

#[cfg(feature = "scripting")]
pub(super) mod bash;
#[cfg(feature = "c-family")]
pub(super) mod c_family;
#[cfg(feature = "dotnet")]
pub(super) mod csharp;
#[cfg(feature = "web")]
pub(super) mod ecmascript;
#[cfg(feature = "go")]
pub(super) mod go;
#[cfg(feature = "jvm")]
pub(super) mod java;
#[cfg(feature = "jvm")]
pub(super) mod kotlin;
#[cfg(feature = "scripting")]
pub(super) mod php;
pub(super) mod python;
#[cfg(feature = "scripting")]
pub(super) mod ruby;
#[cfg(feature = "rust")]
pub(super) mod rust;
#[cfg(feature = "jvm")]
pub(super) mod scala;
#[cfg(feature = "swift")]
pub(super) mod swift;

/// (parent, child, part): what a child of such a parent is. The child is a field or a kind of node, or `*` for every
/// child; the parent is `*` where it may be any, or a kind and the word that its text starts with. A field counts before
/// a kind, what is called before a child of any parent, and that before every child.
pub(in crate::syntax) type Parts = &'static [(&'static str, &'static str, Part)];

/// (node, kind): the scopes of a language.
pub(in crate::syntax) type Scopes = &'static [(&'static str, ScopeKind)];

/// Where names stand. Every field has a default in [`Naming::PLAIN`].
#[derive(Clone, Copy)]
pub(in crate::syntax) struct Naming {
    /// Nodes that are one name. What is in them is not looked at.
    pub names: &'static [&'static str],
    /// Of these, those that are types where nothing else is said.
    pub types: &'static [&'static str],
    /// Of these, those that are members of something wherever they stand, and never variables.
    pub members: &'static [&'static str],
    /// Of these, those that are a member and a variable of the same name at once: `a` of `let {a} = b`.
    pub shorthands: &'static [&'static str],
    /// Nodes of text that name a module in an import: `http` of `"net/http"`.
    pub modules: &'static [&'static str],
    pub parts: &'static [Parts],
    /// (node, child): nodes in which a name stands behind its qualifier, and the field or the kind of that name; `*`
    /// for nodes all of whose names are a path.
    pub accesses: &'static [(&'static str, &'static str)],
    /// Nodes in which names are bound that nobody outside knows.
    pub scopes: &'static [Scopes],
    /// Words that the grammar takes for names, but that name nothing.
    pub words: &'static [&'static str],
    /// Whether a name binds a variable where a pattern can bind one; else it means something that is there.
    pub binds: fn(&[u8]) -> bool,
}

impl Naming {
    pub const PLAIN: Naming = Naming {
        names: &["identifier"],
        types: &[],
        members: &[],
        shorthands: &[],
        modules: &[],
        parts: &[],
        accesses: &[],
        scopes: &[],
        words: &[],
        binds: |_| true,
    };
}

/// What a name means in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::syntax) enum Part {
    /// Something that is there. So it is all the way down, until another part is met.
    Plain,
    /// The same, and no type even where the leaf is one: an annotation.
    Mere,
    /// A member of something that has no name here: the key of a struct literal. It is no variable.
    Member,
    /// What is called or made. Only [`Part::Same`], accesses and mere parentheses lead on to it.
    Call,
    /// The same in markup, where names in lower case are those of the markup itself.
    Tag,
    /// What is written to; leads on as a call does.
    Write,
    Base,
    Type,
    Import,
    /// A variable that is bound here.
    Local(Reach),
    /// A type that is bound here, where the grammar does not know it for one: a type parameter.
    LocalType(Reach),
    /// A pattern, whose names bind variables unless [`Naming::binds`] says that they mean what is there.
    Pattern(Reach),
    /// The same in an assignment, which also writes to members.
    Target(Reach),
    /// A variable of the function that uses it, without having to bind it first.
    Variable,
    /// A name that means the file's in this function, although the function binds it.
    Global,
    /// Nothing that anybody means: labels, names of arguments.
    Nothing,
    /// As the parent.
    Same,
    /// A value that is read, in the midst of what is bound, written or called; as the parent elsewhere.
    Read,
    /// The same, but a type where the parent is a base: `T` of `Base[T]`.
    Argument,
    /// That, unless the parent ends with it: then it is [`Part::Mere`]. For grammars that have no field for the name of an
    /// argument.
    Leads(&'static Part),
}

/// Where a variable is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::syntax) enum Reach {
    /// In the whole of the innermost scope, which may be the node that binds it.
    Scope,
    /// In the innermost scope, behind the node that binds it: `let x = x();` calls another `x`.
    After,
    /// In the innermost function.
    Function,
    /// In the scope around the node that binds it, which may be one itself: a function in a function.
    Around,
}

/// What sort of scope a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::syntax) enum ScopeKind {
    Function,
    Block,
    /// Knows its type parameters; other names that are bound right in it are members, which others can mean.
    Class,
}
