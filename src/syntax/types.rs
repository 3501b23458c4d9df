//! Types as they stand in names: `add(int,int)`, `From<Error>`.
//!
//! They are written without white space, save where two words would run into one.

use std::collections::HashSet;

use tree_sitter::Node;

use super::grammar::Grammar;

/// The parameter types of a callable in parentheses: each parameter without what is not its type.
pub(super) fn parameter_types(parameters: &[Node], without: &[Node], source: &[u8], grammar: &Grammar) -> String {
    let without: HashSet<usize> = without.iter().map(Node::id).collect();
    let is_skipped = |node: Node| without.contains(&node.id()) || grammar.kind(node).is_not_in_types;
    let mut text = String::from("(");
    for (position, parameter) in parameters.iter().enumerate() {
        if position > 0 {
            text.push(',');
        }
        write(*parameter, is_skipped, source, &mut text);
    }
    text.push(')');
    text
}

/// A type on one line, each name without its path, so that the dots of a qualname stay those of its scopes.
pub(super) fn type_name(node: Node, source: &[u8]) -> String {
    composed_name(node, None, source)
}

/// The same for a name of several tokens, without what only stands in the same node.
pub(super) fn composed_name(node: Node, without: Option<Node>, source: &[u8]) -> String {
    let mut text = String::new();
    write(node, |inner| without == Some(inner), source, &mut text);
    let text = text.replace("...", "");
    let mut name = String::with_capacity(text.len());
    for part in text.split_inclusive(|c: char| !is_word(c) && c != ':' && c != '.') {
        let start = part.rfind("::").map_or(0, |at| at + 2).max(part.rfind('.').map_or(0, |at| at + 1));
        name.push_str(&part[start..]);
    }
    if name.contains(',') { without_last_commas(&name) } else { name }
}

/// Without the commas that formatters put behind the last item of a list on several lines: `(A, B,)` is `(A, B)`. That of
/// `(A,)` makes a tuple.
fn without_last_commas(name: &str) -> String {
    let mut kept = String::with_capacity(name.len());
    let mut open: Vec<(char, usize)> = Vec::new();
    for c in name.chars() {
        match c {
            '(' | '[' | '<' => open.push((c, 0)),
            ',' => open.iter_mut().last().into_iter().for_each(|(_, commas)| *commas += 1),
            '>' if kept.ends_with(['-', '=']) => {}
            ')' | ']' | '>' => {
                let is_mere = open.pop().is_some_and(|(bracket, commas)| bracket != '(' || commas > 1);
                if is_mere && kept.ends_with(',') {
                    kept.pop();
                }
            }
            _ => {}
        }
        kept.push(c);
    }
    kept
}

/// All tokens of a node.
pub(super) fn tokens(node: Node, source: &[u8]) -> String {
    let mut text = String::new();
    write(node, |_| false, source, &mut text);
    text
}

/// Writes the tokens below a node, however deep they are.
fn write<'t>(root: Node<'t>, is_skipped: impl Fn(Node<'t>) -> bool, source: &[u8], text: &mut String) {
    let mut cursor = root.walk();
    'tree: loop {
        let node = cursor.node();
        let skipped = (node.is_extra() && !node.is_error()) || is_skipped(node);
        if !skipped && cursor.goto_first_child() {
            continue;
        }
        if !skipped {
            let token = String::from_utf8_lossy(&source[node.byte_range()]);
            let both_words = text.ends_with(is_word) && token.starts_with(is_word);
            if both_words {
                text.push(' ');
            }
            text.extend(token.chars().filter(|c| !c.is_control()));
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                break 'tree;
            }
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}
