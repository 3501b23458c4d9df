//! The row of Python.

use std::sync::LazyLock;

use super::{CallNode, Elements, ImplicitTuple, OwnNames, PassedOver, Row, Rules, Shape, naming};
use crate::syntax::grammar::Grammar;
use crate::syntax::model::{Import, Kind};
use crate::syntax::stream::Tag;
use crate::syntax::strings::{Literal, Style};

pub(in crate::syntax) static ROW: Row = Row {
    name: "python",
    title: "Python",
    family: "python",
    extensions: &["py", "pyi", "pyw"],
    file_names: &["SConstruct", "SConscript", "wscript"],
    interpreters: &["python", "pypy"],
    language: || tree_sitter_python::LANGUAGE.into(),
    query: include_str!("python.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules {
    passed_over: Some(PassedOver { bodies: super::python_bodies::bodies, stand_in: (b"(0", b")") }),
    later_wins: &[Kind::Function, Kind::Method, Kind::Class],
    function_words: &["def"],
    shapes: &[
        ("parenthesized_expression", Shape::Transparent),
        ("parenthesized_list_splat", Shape::Transparent),
        ("decorated_definition", Shape::Transparent),
        ("with_item", Shape::Transparent),
        ("as_pattern_target", Shape::Transparent),
        ("case_pattern", Shape::Transparent),
        // The grammar reads annotations with rules of their own, but not within parentheses.
        ("type", Shape::Transparent),
        ("generic_type", Shape::As("subscript")),
        ("union_type", Shape::As("binary_operator")),
        ("member_type", Shape::As("attribute")),
        ("splat_type", Shape::Splat("list_splat")),
        ("list_splat", Shape::Splat("list_splat")),
        ("list_splat_pattern", Shape::Splat("list_splat")),
        ("dictionary_splat", Shape::Splat("dictionary_splat")),
        ("dictionary_splat_pattern", Shape::Splat("dictionary_splat")),
        ("tuple", Shape::Tuple),
        ("expression_list", Shape::Tuple),
        ("pattern_list", Shape::Tuple),
        ("tuple_pattern", Shape::Tuple),
        ("list", Shape::List),
        ("list_pattern", Shape::List),
        ("identifier", Shape::Word),
        ("integer", Shape::Number),
        ("float", Shape::Number),
        ("string", Shape::String),
        ("concatenated_string", Shape::Strings),
        ("interpolation", Shape::Interpolation),
        ("format_expression", Shape::Interpolation),
        ("format_specifier", Shape::FormatSpecifier),
    ],
    implicit_tuples: &[
        ImplicitTuple { node: "expression_statement", parent: None, elements: Elements::All },
        ImplicitTuple { node: "subscript", parent: None, elements: Elements::Field("subscript") },
        ImplicitTuple { node: "type_parameter", parent: Some("generic_type"), elements: Elements::All },
        ImplicitTuple { node: "except_clause", parent: None, elements: Elements::Field("value") },
        ImplicitTuple { node: "match_statement", parent: None, elements: Elements::Field("subject") },
        ImplicitTuple { node: "case_clause", parent: None, elements: Elements::Kind("case_pattern") },
        ImplicitTuple { node: "for_in_clause", parent: None, elements: Elements::Field("right") },
    ],
    transparent_in: &[("generic_type", "type_parameter")],
    absent_when_empty: &[("class_definition", "argument_list")],
    wrapped_in: &[
        ("call", "generator_expression", "argument_list"),
        // `f"{a:=5}"` is a format specifier; only parentheses would make it an assignment.
        ("interpolation", "named_expression", "format_specifier"),
    ],
    item_lists: &["with_clause", "delete_statement"],
    flat_in: &["type"],
    flat: &[("union_type", "|"), ("binary_operator", "|")],
    doc_statement: Some("expression_statement"),
    unread: super::python_codecs::unread,
    naming: naming::python::NAMING,
    calls: &[CallNode { node: "call", callee: &["function"] }],
    attribute: Some(("attribute", "object", "attribute")),
    spaced: &[
        "binary_operator",
        "boolean_operator",
        "comparison_operator",
        "conditional_expression",
        "named_expression",
        "typed_default_parameter",
        "union_type",
    ],

    initializers: &["__init__"],
    receivers: &["self", "cls"],
    own_names: OwnNames {
        access: ".",
        objects: &[
            &[(Tag::Open, "attribute"), (Tag::Word, "self")],
            &[(Tag::Open, "attribute"), (Tag::Word, "cls")],
            // `super().name`
            &[
                (Tag::Open, "call"),
                (Tag::Word, "super"),
                (Tag::Open, "argument_list"),
                (Tag::Close, ""),
                (Tag::Close, ""),
            ],
        ],
        keywords: &["keyword_argument"],
        implicit: false,
        after: &[],
    },
    enum_bases: &["Enum", "Flag"],
    const_types: &["Final"],
    is_const,
    is_private,
    kinds: &[Kind::Function, Kind::Method, Kind::Class, Kind::Enum, Kind::Type, Kind::Field, Kind::Variable],
    may_inherit,
    module_paths: Some(module_paths),
    packages: super::Packages { selves: &["self", "cls"], parents: &[], ..super::Packages::PLAIN },
    string,
    ..Rules::PLAIN
};

/// `UPPER_CASE`, as PEP 8 has it.
fn is_const(name: &str) -> bool {
    name.chars().any(char::is_uppercase) && !name.chars().any(char::is_lowercase)
}

/// `_x` and `__x`, but not `__init__`.
fn is_private(name: &str) -> bool {
    name.starts_with('_') && !(name.len() > 4 && name.starts_with("__") && name.ends_with("__"))
}

/// Looks for `class Name` with something other than a colon behind it.
fn may_inherit(source: &[u8], name: &str) -> bool {
    // One line at a time: the keyword and the name cannot be apart, but for a backslash, which nobody writes there.
    source.split(|byte| *byte == b'\n').any(|line| {
        let Ok(line) = std::str::from_utf8(line) else { return line.windows(6).any(|part| part == b"class ") };
        let definition = line.trim_start().strip_prefix("class").filter(|rest| rest.starts_with([' ', '\t', '\\']));
        let Some(rest) = definition else { return false };
        let rest = rest.trim_start();
        rest.starts_with('\\') || rest.strip_prefix(name).is_some_and(|rest| !rest.trim_start().starts_with(':'))
    })
}

/// Python decides by `sys.path`, which nobody knows here: any directory above the importing file may be on it, and so
/// may the usual source folders.
fn module_paths(from_path: &str, import: &Import) -> Vec<String> {
    let mut directory: Vec<&str> = from_path.split('/').collect();
    directory.pop();
    let mut roots: Vec<String> = Vec::new();
    if import.level > 0 {
        let up = import.level as usize - 1;
        if up > directory.len() {
            return Vec::new();
        }
        roots.push(directory[..directory.len() - up].join("/"));
    } else {
        roots.extend((0..=directory.len()).rev().map(|depth| directory[..depth].join("/")));
        roots.extend(["src".to_owned(), "lib".to_owned()]);
    }

    let module = import.module.replace('.', "/");
    let submodule = import.name.as_deref().filter(|name| *name != "*").map(|name| join(&module, name));
    // `from . import x` rather means the module `x` than a name of the package.
    let stems = if module.is_empty() { [submodule, Some(module)] } else { [Some(module), submodule] };

    let mut paths = Vec::new();
    for stem in stems.iter().flatten() {
        for root in &roots {
            let stem = join(root, stem);
            let package = join(&stem, "__init__");
            let files = [stem.as_str(), package.as_str()];
            for file in files.into_iter().filter(|file| !file.is_empty() && *file != root) {
                for extension in ["py", "pyi"] {
                    let path = format!("{file}.{extension}");
                    if !paths.contains(&path) {
                        paths.push(path);
                    }
                }
            }
        }
    }
    paths
}

fn join(directory: &str, name: &str) -> String {
    match (directory, name) {
        ("", name) => name.to_owned(),
        (directory, "") => directory.to_owned(),
        (directory, name) => format!("{directory}/{name}"),
    }
}

/// `rb"…"`, `f'''…'''` and so on; an unfinished literal goes up to the end of its text.
fn string(text: &[u8]) -> Literal {
    let prefix = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let has = |letter: u8| text[..prefix].iter().any(|byte| byte.eq_ignore_ascii_case(&letter));
    let template = has(b't');
    let format = has(b'f') || template;
    let style = Style {
        raw: has(b'r'),
        bytes: has(b'b'),
        has_code: format,
        double_braces: format,
        template,
        ..Style::default()
    };
    let Some(&quote) = text.get(prefix) else {
        return Literal { style, start: prefix, end: text.len() };
    };
    let quotes = if text[prefix..].starts_with(&[quote; 3]) { 3 } else { 1 };
    let start = prefix + quotes;
    let end = if text.len() >= start + quotes && text.ends_with(&vec![quote; quotes]) {
        text.len() - quotes
    } else {
        text.len()
    };
    Literal { style, start, end: end.max(start) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn import(module: &str, level: u32, name: Option<&str>) -> Import {
        Import { module: module.into(), level, name: name.map(Into::into), alias: None, line: 1 }
    }

    #[test]
    fn constants_and_private_names() {
        assert!(is_const("MAX_SIZE") && is_const("_X1") && !is_const("__") && !is_const("Max") && !is_const("_1"));
        assert!(is_private("_x") && is_private("__x") && !is_private("__init__") && !is_private("x"));
    }

    #[test]
    fn relative_imports_have_one_root() {
        let paths = module_paths("pkg/sub/a.py", &import("b", 2, Some("C")));
        assert_eq!(paths[..2], ["pkg/b.py", "pkg/b.pyi"]);
        assert!(paths.contains(&"pkg/b/__init__.py".to_owned()) && paths.contains(&"pkg/b/C.py".to_owned()));
        assert_eq!(module_paths("a.py", &import("b", 2, None)), Vec::<String>::new());
    }

    #[test]
    fn a_name_from_the_package_itself_is_first_taken_for_a_module() {
        let paths = module_paths("pkg/a.py", &import("", 1, Some("x")));
        assert_eq!(
            paths,
            ["pkg/x.py", "pkg/x.pyi", "pkg/x/__init__.py", "pkg/x/__init__.pyi", "pkg/__init__.py", "pkg/__init__.pyi"]
        );
    }

    #[test]
    fn absolute_imports_start_anywhere_above() {
        let paths = module_paths("app/core/a.py", &import("core.b", 0, None));
        let python: Vec<_> = paths.iter().filter(|path| path.ends_with("b.py")).collect();
        assert_eq!(python, ["app/core/core/b.py", "app/core/b.py", "core/b.py", "src/core/b.py", "lib/core/b.py"]);
    }
}
