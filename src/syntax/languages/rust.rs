//! The row of Rust.

use std::sync::LazyLock;

use memchr::memmem;
use tree_sitter::Node;

use super::{CallNode, OwnNames, Row, Rules, Shape, naming};
use crate::syntax::definitions::compact;
use crate::syntax::grammar::Grammar;
use crate::syntax::model::{Import, Kind};
use crate::syntax::stream::Tag;
use crate::syntax::strings::{Literal, Style};

pub(in crate::syntax) static ROW: Row = Row {
    name: "rust",
    title: "Rust",
    family: "rust",
    extensions: &["rs"],
    file_names: &[],
    interpreters: &[],
    language: || tree_sitter_rust::LANGUAGE.into(),
    query: include_str!("rust.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules {
    shapes: &[
        ("parenthesized_expression", Shape::Transparent),
        ("empty_statement", Shape::Nothing),
        ("tuple_type", Shape::Tuple),
        ("tuple_pattern", Shape::Tuple),
        ("or_pattern", Shape::Group("or_pattern")),
        ("use_declaration", Shape::ImportTree),
        ("identifier", Shape::Word),
        ("type_identifier", Shape::Word),
        ("field_identifier", Shape::Word),
        ("shorthand_field_identifier", Shape::Word),
        ("primitive_type", Shape::Word),
        ("metavariable", Shape::Word),
        ("lifetime", Shape::Word),
        ("label", Shape::Word),
        ("integer_literal", Shape::Number),
        ("float_literal", Shape::Number),
        ("string_literal", Shape::String),
        ("raw_string_literal", Shape::String),
    ],
    // `[a; n]` is not `[a, n]`.
    loud_in: &[("array_expression", ";")],
    // A leading `|` is dropped.
    silent_in: &[("or_pattern", "|")],
    transparent_when_single: &[("match_arm", "block"), ("closure_expression", "block")],
    // A value at the end of a block is no statement, also if it ends with a brace. `;` is added after what never ends,
    // and dropped after loops.
    transparent_without: &[("expression_statement", ";")],
    transparent_around: &[
        ("expression_statement", "return_expression"),
        ("expression_statement", "break_expression"),
        ("expression_statement", "continue_expression"),
        ("expression_statement", "while_expression"),
        ("expression_statement", "loop_expression"),
        ("expression_statement", "for_expression"),
    ],
    absent_when_empty: &[
        ("function_item", "where_clause"),
        ("function_signature_item", "where_clause"),
        ("struct_item", "where_clause"),
        ("union_item", "where_clause"),
        ("enum_item", "where_clause"),
        ("trait_item", "where_clause"),
        ("impl_item", "where_clause"),
        ("type_item", "where_clause"),
        ("associated_type", "where_clause"),
    ],
    defaults: &[("extern_modifier", "string_literal", "\"C\"")],
    // `(a.b)()` calls what is in a field, `a.b()` a method.
    wrapped_in: &[("call_expression", "parenthesized_expression", "parenthesized_expression")],
    unplaced: &[("use_declaration", None), ("extern_crate_declaration", None), ("mod_item", Some("body"))],
    token_trees: &["token_tree", "token_tree_pattern", "token_repetition", "token_repetition_pattern"],
    string,
    readable,

    comments: &["line_comment", "block_comment"],
    doc_comments: &["///", "/**"],

    leading: &["attribute_item"],
    leading_lists: &[("#[derive(", ")]")],
    opaque: &["closure_expression", "arguments", "macro_invocation"],
    blank: Some("_"),
    own_names: OwnNames {
        access: ".",
        objects: &[
            &[(Tag::Open, "field_expression"), (Tag::Other, "self")],
            &[(Tag::Open, "scoped_identifier"), (Tag::Word, "Self")],
        ],
        keywords: &["field_initializer", "field_pattern"],
        implicit: false,
        ..OwnNames::PLAIN
    },
    private_by_default: true,
    kinds: &[
        Kind::Function,
        Kind::Method,
        Kind::Enum,
        Kind::Struct,
        Kind::Trait,
        Kind::Module,
        Kind::Type,
        Kind::Field,
        Kind::Variable,
    ],

    naming: naming::rust::NAMING,
    calls: &[
        CallNode { node: "call_expression", callee: &["function"] },
        CallNode { node: "macro_invocation", callee: &["macro"] },
    ],
    attribute: Some(("field_expression", "value", "field")),
    path: Some(("scoped_identifier", "::")),
    import_tree,
    packages: super::Packages { import_paths: Some(super::rust_modules::paths), ..super::Packages::PLAIN },
    ..Rules::PLAIN
};

/// Of 2015, when `try` was no keyword yet: the grammar cannot read `try!(…)`, of which there is much in old code. Any other
/// name is as good to it.
fn readable(source: &[u8]) -> Option<Vec<u8>> {
    let mut readable = None;
    for at in memmem::find_iter(source, b"try!") {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'#') || !byte.is_ascii();
        let is_name = at == 0 || !is_part(&source[at - 1]);
        let is_called = source[at..].get(4).is_some_and(|byte| matches!(byte, b'(' | b'[' | b'{' | b' '));
        if is_name && is_called {
            readable.get_or_insert_with(|| source.to_vec())[at..at + 3].copy_from_slice(b"tri");
        }
    }
    readable
}

/// Literals are compared as they are written, prefix and quotes included: no formatter touches them.
fn string(text: &[u8]) -> Literal {
    Literal { style: Style { raw: true, ..Style::default() }, start: 0, end: text.len() }
}

/// Longer paths are not joined with what they hold, of which there may be much.
const MAX_PREFIX: usize = 256;

/// `use a::{b as c, d::*}` brings in `a::b` as `c` and all of `a::d`.
fn import_tree(declaration: Node, source: &[u8]) -> Vec<Import> {
    let line = declaration.start_position().row as u32 + 1;
    let text = |node: Node| compact(&source[node.byte_range()]);
    let mut imports = Vec::new();
    let mut pending: Vec<(Node, String)> =
        declaration.child_by_field_name("argument").map(|tree| (tree, String::new())).into_iter().collect();
    while let Some((node, prefix)) = pending.pop() {
        let path = |name: &str| node.child_by_field_name(name);
        match node.kind() {
            "scoped_use_list" => {
                let prefix = join(&prefix, &path("path").map(text).unwrap_or_default());
                pending.extend(path("list").map(|list| (list, prefix)));
            }
            "use_list" => {
                let mut cursor = node.walk();
                let children: Vec<Node> = node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect();
                pending.extend(children.into_iter().rev().map(|child| (child, prefix.clone())));
            }
            "use_wildcard" => {
                let module = join(&prefix, text(node).trim_end_matches('*').trim_end_matches("::"));
                imports.push(Import { module, level: 0, name: Some("*".to_owned()), alias: None, line });
            }
            kind => {
                let aliased = (kind == "use_as_clause").then(|| (path("path").unwrap_or(node), path("alias")));
                let (name, alias) = aliased.unwrap_or((node, None));
                let name = text(name);
                let whole = if name == "self" && !prefix.is_empty() { prefix } else { join(&prefix, &name) };
                let (module, name) = match whole.rsplit_once("::") {
                    Some((module, name)) => (module.to_owned(), Some(name.to_owned())),
                    None => (whole, None),
                };
                imports.push(Import { module, level: 0, name, alias: alias.map(text), line });
            }
        }
    }
    imports
}

fn join(prefix: &str, path: &str) -> String {
    match (prefix, path) {
        ("", path) => path.to_owned(),
        (prefix, "") => prefix.to_owned(),
        (prefix, path) if prefix.len() > MAX_PREFIX => path.to_owned(),
        (prefix, path) => format!("{prefix}::{path}"),
    }
}
