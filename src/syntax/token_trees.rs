//! Token trees: what stands between the brackets of a macro, which nobody but the macro can read.
//!
//! Every token counts there, also those that are silent in code, and so does the kind of bracket, save for the outermost
//! ones, which the caller of a macro may choose. Formatters read a tree as code where it looks like code, and add or drop
//! commas: one before a closing bracket is silent, unless it makes a tuple, and so is one after the block of a match arm.

use tree_sitter::Node;

use super::canonical::Writer;
use super::kind_info::KindInfo;
use super::languages::Shape;
use super::live_comments::plain;
use super::stream::Tag;

/// A tree that is being written.
pub(super) struct TokenTree {
    is_nested: bool,
    /// Whether it follows a name, and so holds arguments and no tuple.
    follows_name: bool,
    /// The same of the tree in it that comes next.
    calls: bool,
    /// A comma that waits for what comes after it.
    comma: bool,
    commas: u32,
    /// The last tokens.
    last: Last,
    /// Where the last child ended: some tokens are no nodes.
    end: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Name,
    Arrow,
    /// Braces after an arrow.
    Arm,
    Other,
}

impl TokenTree {
    pub fn new(parent: Option<&TokenTree>) -> Self {
        let follows_name = parent.is_some_and(|parent| parent.calls);
        TokenTree {
            is_nested: parent.is_some(),
            follows_name,
            calls: false,
            comma: false,
            commas: 0,
            last: Last::Other,
            end: 0,
        }
    }
}

impl<'t> Writer<'t> {
    /// A comment in a tree. One that documents is an attribute, and that is a token to the macro.
    pub(super) fn skip_in_token_tree(&mut self, node: Node<'t>) {
        let Some(tree) = self.frames.last_mut().and_then(|parent| parent.tokens.as_deref_mut()) else { return };
        tree.end = node.end_byte();
        let text = &self.source[node.byte_range()];
        let is = |start: &str| text.starts_with(start.as_bytes());
        let is_plain = is("////") || is("/***") || is("/**/");
        if !is_plain && ["///", "//!", "/**", "/*!"].into_iter().any(is) {
            self.stream.push(Tag::Other, &plain(text), false);
        }
    }

    /// Writes a token of a tree, or what comes before a node in it.
    pub(super) fn write_in_token_tree(&mut self, node: Node<'t>, kind: &KindInfo) {
        let text = &self.source[node.byte_range()];
        let Some(tree) = self.frames.last_mut().and_then(|parent| parent.tokens.as_deref_mut()) else { return };
        let hidden = self.source.get(tree.end..node.start_byte()).filter(|_| tree.end > 0).map(<[u8]>::trim_ascii);
        let is_closing = matches!(text, b")" | b"]" | b"}");
        if std::mem::take(&mut tree.comma) {
            let makes_tuple = tree.is_nested && text == b")" && tree.commas == 1 && !tree.follows_name;
            let is_last = is_closing || text == b">";
            if tree.last != Last::Arm && (!is_last || makes_tuple) {
                self.stream.push(Tag::Symbol, b",", false);
            }
            tree.last = Last::Other;
        }
        if let Some(hidden) = hidden.filter(|hidden| !hidden.is_empty()) {
            self.stream.push(Tag::Other, hidden, false);
        }
        tree.end = node.end_byte();
        let last = std::mem::replace(&mut tree.last, Last::Other);
        if kind.is_named {
            let is_braces = kind.is_token_tree && text.starts_with(b"{");
            if kind.is_token_tree {
                tree.calls = last == Last::Name;
            }
            tree.last = match kind.shape {
                Shape::Word => Last::Name,
                _ if is_braces && last == Last::Arrow => Last::Arm,
                _ => Last::Other,
            };
            return;
        }
        match text {
            b"," => {
                (tree.comma, tree.last) = (true, last);
                tree.commas += 1;
            }
            b"(" | b"[" | b"{" => {
                if tree.is_nested {
                    self.stream.push(Tag::Symbol, text, false);
                }
            }
            _ if is_closing => {}
            _ => {
                if text == b"=>" {
                    tree.last = Last::Arrow;
                }
                self.stream.push(Tag::Symbol, text, false);
            }
        }
    }
}
