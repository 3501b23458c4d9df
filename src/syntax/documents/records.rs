//! Entries of JSON, YAML and TOML: every key with its value, at any depth that people look at.
//!
//! The name of an entry is the chain of keys that leads to it. Items of a list are entries where one of their own keys
//! names them (`[{"id": 7, …}]`); otherwise a list is the value of its entry, since positions shift. Quotes, layout and
//! comments are no change; the type of a value is its interface.

use tree_sitter::{Node, Tree, TreeCursor};

use super::MAX_DEPTH;
use super::pieces::{Piece, Pieces, part};
use crate::syntax::broken::nothing_but_errors;
use crate::syntax::children::elements;
use crate::syntax::model::{Kind, Outline};

/// Keys that name an item of a list, best first.
const NAMING: [&str; 6] = ["id", "uuid", "key", "slug", "name", "path"];
/// Bytes of the value of such a key.
const LONGEST_NAME: usize = 100;

/// An entry as it stands in the tree.
struct Entry<'t> {
    /// The keys, joined: several where the file writes `a.b = 1`.
    name: String,
    whole: Node<'t>,
    value: Option<Node<'t>>,
}

/// What a file of records holds.
pub(in crate::syntax) fn outline(source: &[u8], tree: &Tree) -> Outline {
    // The grammar of YAML keeps the number of a line in 16 bits, and loses its way behind that.
    if tree.root_node().kind() == "stream" && tree.root_node().end_position().row >= i16::MAX as usize {
        return nothing_but_errors(source);
    }
    let mut reader = Reader { source, cursor: tree.walk() };
    let mut pieces = Pieces::new(source);
    let mut waiting: Vec<(Entry<'_>, Option<u32>, usize)> = Vec::new();
    let top = reader.entries(tree.root_node());
    waiting.extend(top.into_iter().rev().map(|entry| (entry, None, 1)));
    while let Some((entry, parent, depth)) = waiting.pop() {
        if pieces.is_full() {
            break;
        }
        let inner = match entry.value {
            Some(value) if depth < MAX_DEPTH => reader.entries(value),
            _ => Vec::new(),
        };
        let value = entry.value.map(unwrapped);
        let tokens = value.map(|value| reader.tokens(value)).unwrap_or_default();
        let tokens: Vec<&[u8]> = tokens.iter().map(Vec::as_slice).collect();
        let scope = parent.map(|parent| pieces.qualname(parent).to_owned()).unwrap_or_default();
        let piece = pieces.add(&Piece {
            kind: if inner.is_empty() { Kind::Field } else { Kind::Module },
            scope: &scope,
            name: &entry.name,
            parent,
            bytes: entry.whole.byte_range(),
            rows: (entry.whole.start_position().row, last_row(entry.whole)),
            interface: value.map_or("null", type_of),
            tokens: &tokens,
            has_error: entry.whole.has_error(),
        });
        waiting.extend(inner.into_iter().rev().map(|entry| (entry, Some(piece), depth + 1)));
    }
    pieces.note_errors(tree.root_node());
    pieces.finish()
}

struct Reader<'s, 't> {
    source: &'s [u8],
    cursor: TreeCursor<'t>,
}

impl<'t> Reader<'_, 't> {
    /// The entries right below a value, or below the file.
    fn entries(&mut self, node: Node<'t>) -> Vec<Entry<'t>> {
        let node = unwrapped(node);
        let children: Vec<Node<'t>> = elements(node, &mut self.cursor).collect();
        match node.kind() {
            // Several documents of one YAML file are one list of entries.
            "stream" => {
                let documents = children.into_iter().filter(|child| child.kind() == "document").map(unwrapped);
                let documents: Vec<Node<'t>> = documents.filter(|child| child.kind() != "stream").collect();
                documents.into_iter().flat_map(|document| self.entries(document)).collect()
            }
            "array" | "block_sequence" | "flow_sequence" => {
                children.into_iter().filter_map(|item| self.named_item(item)).collect()
            }
            _ => children.into_iter().filter_map(|child| self.entry(child)).collect(),
        }
    }

    fn entry(&mut self, node: Node<'t>) -> Option<Entry<'t>> {
        match node.kind() {
            "pair" | "block_mapping_pair" | "flow_pair" => {
                let by_field = node.child_by_field_name("key");
                let children: Vec<Node<'t>> = elements(node, &mut self.cursor).collect();
                let key = by_field.or_else(|| children.first().copied())?;
                let value = match by_field {
                    Some(_) => node.child_by_field_name("value"),
                    None => children.get(1).copied(),
                };
                Some(Entry { name: self.name(key), whole: node, value })
            }
            "table" | "table_array_element" => {
                let key = elements(node, &mut self.cursor).next()?;
                let name = self.name(key);
                let own = (node.kind() == "table_array_element").then(|| self.own_name(node)).flatten();
                let name = own.map_or(name.clone(), |own| format!("{name}.{}", part(&format!("[{own}]"))));
                Some(Entry { name, whole: node, value: Some(node) })
            }
            _ => None,
        }
    }

    /// An item of a list that has a name of its own.
    fn named_item(&mut self, item: Node<'t>) -> Option<Entry<'t>> {
        let value = unwrapped(item);
        let own = self.own_name(value)?;
        Some(Entry { name: part(&format!("[{own}]")), whole: item, value: Some(value) })
    }

    fn own_name(&mut self, value: Node<'t>) -> Option<String> {
        if !matches!(type_of(value), "object") {
            return None;
        }
        let entries = self.entries(value);
        let named = |key: &&str| entries.iter().find(|entry| entry.name == **key);
        let entry = NAMING.iter().find_map(named)?;
        let text = self.scalar(unwrapped(entry.value?))?;
        (text.len() <= LONGEST_NAME).then_some(text)
    }

    /// A key as one or more parts of a name. Dotted keys are read from their text: as nodes they nest without end.
    fn name(&self, key: Node<'t>) -> String {
        let text = self.text(key);
        if key.kind() != "dotted_key" {
            return part(unquoted(&text).0);
        }
        let mut parts = vec![String::new()];
        let mut quote = None;
        for c in text.chars() {
            let last = parts.last_mut().expect("because it starts with one");
            match (c, quote) {
                ('.', None) => parts.push(String::new()),
                ('"' | '\'', None) => quote = Some(c),
                (c, Some(open)) if c == open => quote = None,
                (c, _) => last.push(c),
            }
        }
        parts.truncate(MAX_DEPTH);
        parts.iter().map(|text| part(text)).collect::<Vec<_>>().join(".")
    }

    fn scalar(&self, value: Node<'t>) -> Option<String> {
        match type_of(value) {
            "object" | "array" => None,
            _ => Some(unquoted(&self.text(value)).0.to_owned()),
        }
    }

    fn text(&self, node: Node<'t>) -> String {
        String::from_utf8_lossy(&self.source[node.byte_range()]).into_owned()
    }

    /// The scalars of a value, and where lists and mappings begin and end.
    fn tokens(&mut self, value: Node<'t>) -> Vec<Vec<u8>> {
        let mut tokens = Vec::new();
        let mut cursor = value.walk();
        let mut down = true;
        loop {
            let node = cursor.node();
            let is_scalar = node.is_named() && !node.is_extra() && is_scalar(node);
            if down && is_scalar {
                tokens.push(self.token(node));
            } else if down && !node.is_extra() && cursor.goto_first_child() {
                if let Some(mark) = mark(node) {
                    tokens.push(vec![mark]);
                }
                continue;
            }
            down = cursor.goto_next_sibling();
            if !down {
                if !cursor.goto_parent() {
                    return tokens;
                }
                if mark(cursor.node()).is_some() {
                    tokens.push(b"}".to_vec());
                }
            }
        }
    }

    fn token(&self, node: Node<'t>) -> Vec<u8> {
        let text = self.text(node);
        let (inner, was_quoted) = unquoted(&text);
        // `"1"` is not `1`, but `"a"` is `a`, which YAML reads as text as well.
        let is_text = was_quoted || matches!(node.kind(), "string_scalar" | "block_scalar" | "bare_key" | "quoted_key");
        let lines: Vec<&str> = inner.lines().map(str::trim).collect();
        format!("{}{}", if is_text { "s:" } else { "v:" }, lines.join("\n").trim()).into_bytes()
    }
}

/// Nodes that only stand around another one.
fn unwrapped(mut node: Node<'_>) -> Node<'_> {
    loop {
        let is_wrapper = match node.kind() {
            // TOML's document holds its entries itself.
            "document" => node.named_child_count() == 1,
            "block_node" | "flow_node" | "plain_scalar" | "block_sequence_item" => true,
            "stream" => node.named_child_count() == 1,
            _ => false,
        };
        let mut cursor = node.walk();
        let inner = node.named_children(&mut cursor).find(|child| {
            !child.is_extra() && !matches!(child.kind(), "tag" | "anchor" | "pair" | "table" | "table_array_element")
        });
        match inner {
            Some(inner) if is_wrapper => node = inner,
            _ => return node,
        }
    }
}

fn is_scalar(node: Node<'_>) -> bool {
    let kind = node.kind();
    kind.ends_with("_scalar") && kind != "plain_scalar"
        || matches!(kind, "string" | "number" | "true" | "false" | "null" | "boolean" | "integer" | "float" | "alias")
        || matches!(kind, "bare_key" | "quoted_key" | "dotted_key" | "tag")
        || kind.ends_with("_date")
        || kind.ends_with("_time")
}

fn mark(node: Node<'_>) -> Option<u8> {
    match type_of(node) {
        "object" if !node.kind().ends_with("pair") => Some(b'{'),
        "array" => Some(b'['),
        _ => None,
    }
}

/// The type of a value.
fn type_of(node: Node<'_>) -> &'static str {
    match node.kind() {
        "object" | "block_mapping" | "flow_mapping" | "inline_table" | "table" | "table_array_element" => "object",
        "array" | "block_sequence" | "flow_sequence" => "array",
        "string" | "double_quote_scalar" | "single_quote_scalar" | "block_scalar" | "string_scalar" => "string",
        "number" | "integer" | "float" | "integer_scalar" | "float_scalar" => "number",
        "true" | "false" | "boolean" | "boolean_scalar" => "boolean",
        "null" | "null_scalar" => "null",
        _ => "other",
    }
}

/// The text without its quotes, and whether it had any.
fn unquoted(text: &str) -> (&str, bool) {
    for quote in ["\"\"\"", "'''", "\"", "'"] {
        let inner = text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
        if let Some(inner) = inner {
            return (inner, true);
        }
    }
    (text, false)
}

fn last_row(node: Node<'_>) -> usize {
    let end = node.end_position();
    if end.column == 0 && end.row > node.start_position().row { end.row - 1 } else { end.row }
}
