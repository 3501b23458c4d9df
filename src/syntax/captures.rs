//! Captures: what the names in a query mean.
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
//! | `@with.…` | what the name shares with others, which patterns of the same word say: without one there is no match |
//! | `@shared.…` | the root of such a pattern, which finds nothing by itself, see [`super::matched`] |
//! | `@_…` | only for predicates |
//!
//! Matches at one node that share a `@name` describe one construct; what is matched without a name belongs to all of
//! them, also what is defined, or to the name that it follows (`Rules::declarator_lists`). An extension without a name
//! extends what is around it. Of two patterns that both find a definition of the same name, the later one in the file
//! counts.
//!
//! A pattern whose root is a wildcard, `(_ (modifiers) @interface.modifiers)`, adds to whatever is defined at a node.

use super::model::Kind;

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
    With(&'static str),
    Shared(&'static str),
    Auxiliary,
}

impl Capture {
    /// Whether it says what an import brings in.
    pub fn is_import(self) -> bool {
        use Capture::*;
        matches!(
            self,
            ImportModule
                | ImportRelative
                | ImportName
                | ImportAlias
                | ImportEverything
                | ImportDefault
                | ImportAsDefault
        )
    }
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

pub(super) fn capture(name: &str) -> Capture {
    if let Some(sort) = name.strip_prefix("definition.") {
        return Capture::Definition(sort_of(sort));
    }
    if let Some(part) = name.strip_prefix("interface.") {
        return Capture::Interface(part.to_owned().leak());
    }
    if let Some(what) = name.strip_prefix("with.") {
        return Capture::With(what.to_owned().leak());
    }
    if let Some(what) = name.strip_prefix("shared.") {
        return Capture::Shared(what.to_owned().leak());
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
