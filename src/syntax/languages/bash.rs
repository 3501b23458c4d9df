//! The row of Bash, which also reads the scripts of other POSIX shells.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::{CallNode, OwnNames, Row, Rules, Shape, Solid, naming};
use crate::syntax::grammar::Grammar;
use crate::syntax::model::{Import, Kind};
use crate::syntax::strings::{Literal, Style};

pub(in crate::syntax) static ROW: Row = Row {
    name: "bash",
    title: "Bash",
    family: "bash",
    extensions: &["sh", "bash", "bats"],
    file_names: &[".bashrc", ".bash_profile", ".bash_aliases", ".profile", ".envrc"],
    interpreters: &["sh", "bash", "dash", "ksh"],
    language: || tree_sitter_bash::LANGUAGE.into(),
    query: include_str!("bash.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules {
    later_wins: &[Kind::Function],
    shapes: &[
        ("variable_name", Shape::Word),
        // `$x` is `${x}`.
        ("simple_expansion", Shape::As("expansion")),
        ("translated_string", Shape::Transparent),
        ("parenthesized_expression", Shape::Transparent),
        ("number", Shape::Number),
        ("string", Shape::String),
        ("heredoc_body", Shape::String),
        ("heredoc_end", Shape::Nothing),
    ],
    // `$` is loud: in a string it is text.
    silent: &["(", ")", "[", "]", "{", "}", ";", ";;", "function", "$(", "`"],
    synonyms: &[("${", "$")],
    labelled: &["c_style_for_statement"],
    // `${a[i-1]}` holds a word, `${a[i - 1]}` an expression.
    compact_in: &[
        ("subscript", "binary_expression"),
        ("subscript", "unary_expression"),
        ("subscript", "postfix_expression"),
    ],
    words_in: &[("command_name", "word"), ("function_definition", "word")],
    solid: Solid { joins_lines: true, ..Solid::PLAIN },
    trimmed: &["heredoc_body"],
    dedented: Some(("heredoc_redirect", "<<-")),
    texts: &["string_content", "heredoc_content"],
    string,
    decode,
    number: <[u8]>::to_vec,
    doc_comments: &["#"],
    opaque: &[
        "command",
        "command_substitution",
        "process_substitution",
        "subshell",
        "declaration_command",
        "c_style_for_statement",
    ],
    // In a `declare` it is a part of that.
    defining_in: &[
        ("program", "variable_assignment"),
        ("if_statement", "variable_assignment"),
        ("elif_clause", "variable_assignment"),
        ("else_clause", "variable_assignment"),
        ("do_group", "variable_assignment"),
        ("case_item", "variable_assignment"),
        ("compound_statement", "variable_assignment"),
        ("list", "variable_assignment"),
        ("variable_assignments", "variable_assignment"),
        ("redirected_statement", "variable_assignment"),
        ("pipeline", "variable_assignment"),
        ("negated_command", "variable_assignment"),
        ("while_statement", "variable_assignment"),
    ],
    plain_name,
    own_names: OwnNames::PLAIN,
    kinds: &[Kind::Function, Kind::Variable],
    naming: naming::bash::NAMING,
    calls: &[CallNode { node: "command", callee: &["name"] }],
    module_paths: Some(module_paths),
    ..Rules::PLAIN
};

/// Functions may have names that mean something else in a qualname. `name=` is how an alias is defined.
fn plain_name(name: &str) -> Cow<'_, str> {
    let name = name.strip_suffix('=').unwrap_or(name);
    if name.contains(['.', '@', '#', '(', ')']) || name.contains("::") {
        return Cow::Owned(name.replace(['.', '@', '#', '(', ')'], "_").replace("::", ":"));
    }
    Cow::Borrowed(name)
}

/// `"…"`, and the text of a heredoc, which has no quotes. Backslashes stay: formatters leave them alone.
fn string(text: &[u8]) -> Literal {
    let style = Style { raw: true, has_code: true, ..Style::default() };
    let is_quoted = text.len() > 1 && text.starts_with(b"\"") && text.ends_with(b"\"");
    let quote = usize::from(is_quoted);
    Literal { style, start: quote, end: text.len() - quote }
}

fn decode(text: &[u8], style: Style, value: &mut Vec<u8>) {
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte == b'\r' && rest.first() == Some(&b'\n') {
            continue;
        }
        value.push(byte);
        if byte == b'\n' {
            let tabs = rest.iter().take_while(|byte| **byte == b'\t').count();
            rest = &rest[tabs.min(style.margin)..];
        }
    }
}

/// `source` looks in the folder in which the script was started: that of the script itself, or the top.
fn module_paths(from_path: &str, import: &Import) -> Vec<String> {
    let mut folders: Vec<&str> = from_path.split('/').collect();
    folders.pop();
    let module = format!("{}{}", ".".repeat(import.level as usize), import.module);
    let mut paths = Vec::new();
    for mut parts in [folders, Vec::new()] {
        let is_inside = module.split('/').all(|part| match part {
            "" | "." => true,
            ".." => parts.pop().is_some(),
            _ => {
                parts.push(part);
                true
            }
        });
        let path = parts.join("/");
        if is_inside && path != from_path && !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sourced_files() {
        let import = |module: &str, level| Import { module: module.into(), level, name: None, alias: None, line: 1 };
        assert_eq!(module_paths("bin/run.sh", &import("/lib.sh", 1)), ["bin/lib.sh", "lib.sh"]);
        assert_eq!(module_paths("bin/run.sh", &import("/lib/a.sh", 2)), ["lib/a.sh"]);
        assert_eq!(module_paths("run.sh", &import("lib.sh", 0)), ["lib.sh"]);
    }

    #[test]
    fn names_and_texts() {
        assert_eq!(
            (plain_name("a.b"), plain_name("ll="), plain_name("log::info")),
            ("a_b".into(), "ll".into(), "log:info".into())
        );
        let mut value = Vec::new();
        decode(b"a\r\n\t\tb\n\tc", Style { margin: usize::MAX, ..Style::default() }, &mut value);
        assert_eq!(value, b"a\nb\nc");
        for text in ["\"", "\"\"", ""] {
            let literal = string(text.as_bytes());
            assert!(literal.start <= literal.end);
        }
    }
}
