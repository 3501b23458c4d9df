//! The row of Scala.

use std::borrow::Cow;
use std::sync::LazyLock;

use tree_sitter::Node;

use super::{CallNode, OwnNames, Row, Rules, Shape, jvm, mentions, naming};
use crate::syntax::grammar::Grammar;
use crate::syntax::model::{Import, Kind};
use crate::syntax::stream::Tag;
use crate::syntax::strings;

pub(in crate::syntax) static ROW: Row = Row {
    name: "scala",
    title: "Scala",
    family: "scala",
    extensions: &["scala", "sc", "sbt"],
    file_names: &[],
    interpreters: &["scala"],
    language: || tree_sitter_scala::LANGUAGE.into(),
    query: include_str!("scala.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules {
    shapes: &[
        ("parenthesized_expression", Shape::Transparent),
        ("modifiers", Shape::Transparent),
        ("colon_argument", Shape::Transparent),
        ("end_marker", Shape::Nothing),
        ("tuple_type", Shape::Tuple),
        ("tuple_pattern", Shape::Tuple),
        // A block around one value is that value, and indentation is as good as braces.
        ("block", Shape::Group("block")),
        ("indented_block", Shape::Group("block")),
        // `x => y` is `(x) => y`.
        ("binding", Shape::Group("binding")),
        ("indented_cases", Shape::As("case_block")),
        ("with_template_body", Shape::As("template_body")),
        ("import_declaration", Shape::ImportTree),
        ("identifier", Shape::Word),
        ("type_identifier", Shape::Word),
        // An operator usually means that of another type, even where it is being defined.
        ("operator_identifier", Shape::Symbol),
        ("integer_literal", Shape::Number),
        ("floating_point_literal", Shape::Number),
        ("character_literal", Shape::String),
        ("string", Shape::String),
        ("interpolated_string", Shape::String),
        ("interpolation", Shape::Interpolation),
    ],
    // A type comes after a colon and nowhere else; a colon also starts what is indented.
    silent: &["(", ")", "[", "]", "{", "}", ",", ";", ":", "$"],
    silent_in: &[
        ("if_expression", "then"),
        ("while_expression", "do"),
        ("for_expression", "do"),
        ("given_definition", "with"),
        // `extends A, B` is `extends A with B`.
        ("extends_clause", "with"),
    ],
    unordered: &["modifiers"],
    unordered_siblings: &[
        "access_modifier",
        "infix_modifier",
        "inline_modifier",
        "opaque_modifier",
        "open_modifier",
        "transparent_modifier",
    ],
    transparent_when_single: &[("lambda_expression", "bindings")],
    absent_when_empty: &[
        ("class_definition", "template_body"),
        ("trait_definition", "template_body"),
        ("object_definition", "template_body"),
    ],
    // `(_.a).b` is not `_.a.b`: the parentheses say where the function ends.
    solid_parentheses_in: &["field_expression"],
    string: strings::verbatim,

    comments: &["comment", "block_comment"],
    doc_comments: &["/**"],
    live_comment: jvm::has_escaped_end,
    reflowed_comments: Some(&[]),

    overloads: true,
    ends_late: true,
    not_in_types: &["annotation", "inline_modifier", "erased_modifier", "consume_modifier", "tracked_modifier"],
    plain_name,
    opaque: &[
        "arguments",
        "block",
        "case_block",
        "class_parameters",
        "colon_argument",
        "indented_block",
        "indented_cases",
        "instance_expression",
        "lambda_expression",
        "parameters",
        "refinement",
        "structural_type",
        "type_parameters",
    ],
    // With it the query takes parameters of constructors that are no fields.
    blank: Some("("),
    own_names: OwnNames {
        objects: &[
            &[(Tag::Open, "field_expression"), (Tag::Word, "this")],
            &[(Tag::Open, "field_expression"), (Tag::Word, "super")],
        ],
        keywords: &["assignment_expression"],
        implicit: true,
        ..OwnNames::PLAIN
    },
    is_const,
    kinds: &[
        Kind::Function,
        Kind::Method,
        Kind::Class,
        Kind::Enum,
        Kind::Trait,
        Kind::Type,
        Kind::Field,
        Kind::Variable,
    ],

    naming: naming::scala::NAMING,
    calls: &[
        CallNode { node: "call_expression", callee: &["function"] },
        CallNode { node: "generic_function", callee: &["function"] },
        CallNode { node: "instance_expression", callee: &[] },
    ],
    attribute: Some(("field_expression", "value", "field")),
    import_tree,
    may_inherit: |source, name| mentions(source, name) && mentions(source, "extends"),
    module_paths: Some(|from_path, import| jvm::module_paths(from_path, import, &["scala", "java"])),
    neighbours: Some(|from_path, name| jvm::neighbours(from_path, name, &["scala", "java"])),
    packages: super::Packages {
        folder: true,
        implicit_members: true,
        import_folders: Some(jvm::import_folders),
        ..super::Packages::PLAIN
    },
    spaced: &["class_parameter", "function_type", "infix_expression", "infix_type", "parameter"],
    ..Rules::PLAIN
};

/// `UpperCamel` or `UPPER_CASE`, as the style guide has it.
fn is_const(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

/// A name in backquotes without them, and with `_` for what separates the parts of a qualname.
fn plain_name(name: &str) -> Cow<'_, str> {
    match name.strip_prefix('`').and_then(|name| name.strip_suffix('`')) {
        Some(name) => name.replace(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$' | '-'), "_").into(),
        None => name.into(),
    }
}

/// `import a.b, c.{d => e, f as g, *}` brings in `b` of `a`, `d` of `c` as `e`, `f` of it as `g`, and all of `c`.
fn import_tree(declaration: Node, source: &[u8]) -> Vec<Import> {
    let mut reader = Imports { line: declaration.start_position().row as u32 + 1, path: Vec::new(), found: Vec::new() };
    let mut cursor = declaration.walk();
    let text = |node: Node| String::from_utf8_lossy(&source[node.byte_range()]).into_owned();
    for child in declaration.children(&mut cursor).filter(|child| !child.is_extra()) {
        match child.kind() {
            "," => reader.end(),
            "identifier" | "operator_identifier" => reader.path.push(text(child)),
            "namespace_selectors" => {
                let mut inner = child.walk();
                child
                    .named_children(&mut inner)
                    .filter(|item| !item.is_extra())
                    .for_each(|item| reader.add(item, text));
                reader.path.clear();
            }
            _ if child.is_named() => {
                reader.add(child, text);
                reader.path.clear();
            }
            _ => {}
        }
    }
    reader.end();
    reader.found
}

/// The names that an import brings in, while it is read.
struct Imports {
    line: u32,
    /// The path so far of what is being read.
    path: Vec<String>,
    found: Vec<Import>,
}

impl Imports {
    /// A selector after the path.
    fn add(&mut self, item: Node, text: impl Fn(Node) -> String) {
        let alias = item.child_by_field_name("alias").map(&text);
        let name = match (item.kind(), item.child_by_field_name("name")) {
            ("namespace_wildcard", _) => "*".to_owned(),
            (_, Some(name)) => text(name),
            _ => text(item),
        };
        self.found.push(Import { module: self.path.join("."), level: 0, name: Some(name), alias, line: self.line });
    }

    /// The path was all of it: its last part is the name.
    fn end(&mut self) {
        if let Some(name) = self.path.pop() {
            let module = self.path.join(".");
            self.found.push(Import { module, level: 0, name: Some(name), alias: None, line: self.line });
        }
        self.path.clear();
    }
}
