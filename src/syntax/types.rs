//! Types as they stand in names: `add(int,int)`, `From<Error>`.
//!
//! They are written without white space, save where two words would run into one.

use tree_sitter::Node;

/// The parameter types of a callable in parentheses: each parameter without what is not its type.
pub(super) fn parameter_types(parameters: &[Node], without: &[Node], source: &[u8]) -> String {
    let mut text = String::from("(");
    for (position, parameter) in parameters.iter().enumerate() {
        if position > 0 {
            text.push(',');
        }
        write(*parameter, without, source, &mut text);
    }
    text.push(')');
    text
}

/// A type on one line, each name without its path, so that the dots of a qualname stay those of its scopes.
pub(super) fn type_name(node: Node, source: &[u8]) -> String {
    let text = tokens(node, source);
    let mut name = String::with_capacity(text.len());
    for part in text.split_inclusive(|c: char| !is_word(c) && c != ':' && c != '.') {
        let start = part.rfind("::").map_or(0, |at| at + 2).max(part.rfind('.').map_or(0, |at| at + 1));
        name.push_str(&part[start..]);
    }
    name
}

/// The tokens of a node on one line, without comments.
pub(super) fn tokens(node: Node, source: &[u8]) -> String {
    let mut text = String::new();
    write(node, &[], source, &mut text);
    text
}

/// Writes the tokens below a node, however deep they are.
fn write(root: Node, without: &[Node], source: &[u8], text: &mut String) {
    let mut cursor = root.walk();
    'tree: loop {
        let node = cursor.node();
        let skipped = (node.is_extra() && !node.is_error()) || without.contains(&node);
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
