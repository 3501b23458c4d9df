//! Signatures: the interface of a callable on one readable line, however it was formatted.

use tree_sitter::{Node, TreeCursor};

use super::grammar::Grammar;
use super::kind_info::KindInfo;
use super::languages::{Row, Shape};

/// `(self, token: str, *, strict: bool = True) -> bool`
pub(super) fn signature(
    parameters: Node,
    returns: Option<Node>,
    source: &[u8],
    row: &Row,
    grammar: &'static Grammar,
) -> String {
    let mut line = Line { source, row, grammar, text: String::new(), comma: false, joined: true };
    line.write(parameters);
    if !line.text.starts_with('(') {
        // A lone parameter may stand without parentheses.
        line.text = format!("({})", line.text);
        line.joined = false;
    }
    if let Some(returns) = returns {
        line.text.push_str(" -> ");
        line.joined = true;
        line.write(returns);
    }
    line.text
}

/// The line, while it is written.
struct Line<'s> {
    source: &'s [u8],
    row: &'s Row,
    grammar: &'static Grammar,
    text: String,
    /// A comma waits for the next element; before a closing bracket it is dropped.
    comma: bool,
    /// The next token follows without a space.
    joined: bool,
}

fn is_bracket(symbol: &str) -> bool {
    matches!(symbol, "(" | ")" | "[" | "]" | "{" | "}")
}

/// A node on the way to a token.
struct Parent<'t> {
    node: Node<'t>,
    kind: &'t KindInfo,
    /// How many of its children are still to come.
    left: u32,
    /// Nothing but parentheses between it and the parameter or the annotation it belongs to.
    whole: bool,
    /// A list that needs no parentheses around its only item.
    bare: bool,
}

impl Line<'_> {
    fn write(&mut self, root: Node) {
        let mut cursor: TreeCursor = root.walk();
        let mut parents: Vec<Parent> = Vec::new();
        let mut is_first = !root.is_named() && root.prev_sibling().is_none();
        loop {
            let node = cursor.node();
            let kind = self.grammar.kind(node);
            if self.enter(node, kind, parents.last(), is_first) && cursor.goto_first_child() {
                is_first = true;
                let transparent = kind.shape == Shape::Transparent;
                // A default value or an annotation needs no parentheses around the whole of it.
                let whole = match parents.last() {
                    Some(parent) => transparent && (parent.whole || parents.len() <= 2),
                    None => transparent,
                };
                let bare = !self.row.rules.bare_items.is_empty() && {
                    let parent = parents.last().map_or_else(|| node.parent(), |parent| Some(parent.node));
                    parent.is_some_and(|parent| self.is_bare(node, parent))
                };
                parents.push(Parent { node, kind, whole, bare, left: node.child_count().saturating_sub(1) });
                continue;
            }
            is_first = false;
            loop {
                let Some(parent) = parents.last_mut() else { return };
                if parent.left > 0 && cursor.goto_next_sibling() {
                    parent.left -= 1;
                    break;
                }
                parents.pop();
                cursor.goto_parent();
            }
        }
    }

    /// Writes a leaf; says whether to look inside instead. To ask a node for its siblings would be a walk from the root.
    fn enter(&mut self, node: Node, kind: &KindInfo, parent: Option<&Parent>, is_first: bool) -> bool {
        if node.is_extra() && !node.is_error() {
            return false;
        }
        let source = &self.source[node.byte_range()];
        match kind.shape {
            Shape::String => {
                let text = self.string(node);
                self.word(&text);
                return false;
            }
            Shape::Number => {
                let number = (self.row.rules.number)(source);
                self.word(&String::from_utf8_lossy(&number));
                return false;
            }
            _ if kind.is_named && node.child_count() > 0 => return true,
            _ if kind.is_named => {
                self.word(&String::from_utf8_lossy(source));
                return false;
            }
            _ => {}
        }
        let spaced = parent.is_some_and(|parent| parent.kind.is_spaced);
        let is_bracketed = parent.is_some_and(|parent| parent.kind.is_bracketed);
        let is_sigil =
            !kind.sigil_in.is_empty() && parent.is_some_and(|parent| kind.sigil_in.contains(&parent.node.kind_id()));
        let token = match kind.name {
            "(" if is_bracketed => "[",
            ")" if is_bracketed => "]",
            token => token,
        };
        match token {
            "(" | ")" if parent.is_some_and(|parent| parent.whole || parent.bare) => {}
            "," if parent.is_some_and(|parent| parent.bare) => {}
            "," | ";" => self.comma = true,
            // What stands before the first element says nothing: `| A | B`.
            _ if kind.silent && !is_bracket(kind.name) && is_first => {}
            open @ ("(" | "[" | "{") => {
                self.separate(false);
                self.text.push_str(open);
                self.joined = true;
            }
            close @ (")" | "]" | "}") => {
                // The comma of a tuple with one element is the tuple.
                let alone = parent
                    .is_some_and(|parent| parent.kind.shape == Shape::Tuple && parent.node.named_child_count() == 1);
                if std::mem::take(&mut self.comma) && alone {
                    self.text.push(',');
                }
                self.text.push_str(close);
                self.joined = false;
            }
            ":" => {
                self.separate(false);
                self.text.push_str(": ");
                self.joined = true;
            }
            sigil if is_sigil => {
                self.word(sigil);
                self.joined = true;
            }
            word if is_bracketed && word.starts_with(|c: char| c.is_alphabetic()) => {}
            word if word.starts_with(|c: char| c.is_alphabetic()) => self.word(word),
            // The end of type arguments: nothing else follows a comma with it.
            ">" if self.comma => {
                self.comma = false;
                self.text.push('>');
                self.joined = true;
            }
            symbol if spaced => {
                self.text.push_str(&format!(" {symbol} "));
                self.joined = true;
            }
            symbol => {
                self.separate(false);
                self.text.push_str(symbol);
                self.joined = true;
            }
        }
        false
    }

    /// Whether a list could as well be its only item, see `Rules::bare_items`.
    fn is_bare(&self, list: Node, parent: Node) -> bool {
        let bare = self.grammar.kind(parent).bare_item.filter(|bare| bare.list == list.kind_id());
        bare.is_some_and(|bare| {
            parent.child_by_field_name(bare.field) == Some(list)
                && list.named_child_count() == 1
                && list.named_child(0).is_some_and(|item| item.named_child_count() == 1)
        })
    }

    fn word(&mut self, word: &str) {
        self.separate(true);
        self.text.push_str(word);
        self.joined = false;
    }

    fn separate(&mut self, word: bool) {
        if std::mem::take(&mut self.comma) {
            self.text.push_str(", ");
        } else if word && !self.joined && !self.text.ends_with(' ') {
            self.text.push(' ');
        }
    }

    /// The value of a literal in quotes; its source where there is code in it.
    fn string(&self, node: Node) -> String {
        let source = &self.source[node.byte_range()];
        let literal = (self.row.rules.string)(source);
        if literal.style.has_code {
            return String::from_utf8_lossy(source).into_owned();
        }
        let mut value = Vec::new();
        (self.row.rules.decode)(&source[literal.start..literal.end], literal.style, &mut value);
        format!("{}{:?}", if literal.style.bytes { "b" } else { "" }, String::from_utf8_lossy(&value))
    }
}
