//! Frames: what a writer keeps of the nodes on the way from the root to where it is.

use tree_sitter::Node;

use super::stream::{Mark, Taken};
use super::texts::TextFrame;
use super::token_trees::TokenTree;

/// A node on the way from the root.
pub(super) struct Frame<'t> {
    pub(super) node: Node<'t>,
    pub(super) kind: u16,
    /// How many nodes to close on leaving.
    pub(super) closes: u8,
    pub(super) transparent: bool,
    /// Not even its symbols count.
    pub(super) is_merged: bool,
    /// Its kind, or that of the node around it if it is transparent.
    pub(super) around: u16,
    pub(super) is_item_list: bool,
    pub(super) flat: Flat,
    /// Where it starts in the stream.
    pub(super) start: Mark,
    /// How many of its children do not count.
    pub(super) omitted: u32,
    /// Where it starts with the attributes before it.
    pub(super) unit: Mark,
    pub(super) tokens: Option<Box<TokenTree>>,
    /// What only some nodes have.
    pub(super) rare: Option<Box<Rare>>,
    /// Whether no rule applies to it.
    pub(super) is_plain: bool,
    /// Whether it lacks the token that would end it, and whether its last child does.
    pub(super) is_unended: bool,
    pub(super) is_child_unended: bool,
    /// Whether its children are told apart by their field.
    pub(super) is_labelled: bool,
    /// The children before which a tuple opens and after which it closes.
    pub(super) tuple: Option<(u32, u32)>,
    /// How many children have been entered.
    pub(super) children: u32,
    /// Whether an element came since the last comma.
    pub(super) has_element: bool,
    /// Whether the last child ended with white space that counts.
    pub(super) after_space: bool,
    pub(super) text: TextFrame,
    /// Literals in it lose the tabs at the start of their lines.
    pub(super) dedents: bool,
    /// Code within a string literal.
    pub(super) is_code: bool,
    /// Whether line breaks end no statement in it, and in the bracket in it that is open.
    pub(super) in_brackets: bool,
    pub(super) brackets: Option<bool>,
    /// Whether it matters in which field a child stands.
    pub(super) needs_field: bool,
    /// Whether leaves in it are written as they are, see [`Leaf`](super::kind_info::Leaf).
    pub(super) takes_leaves: bool,
}

/// What is kept of the children of some nodes.
#[derive(Default)]
pub(super) struct Rare {
    /// The last of its children that may come again.
    pub(super) repeated: Option<(Mark, Mark)>,
    /// Where attributes among its children start.
    pub(super) attributes: Option<Mark>,
    /// Children whose order means nothing.
    pub(super) unplaced: Vec<Taken>,
    /// The children that may stand in any order, once the first of them has come: the next to be written is last.
    pub(super) siblings: Option<Vec<Vec<u8>>>,
    /// The row of [`Shape::Sorted`](super::languages::Shape::Sorted) children that is not written yet.
    pub(super) sorted: Vec<String>,
}

impl<'t> Frame<'t> {
    pub(super) fn new(node: Node<'t>, kind: u16, start: Mark) -> Self {
        Frame {
            node,
            kind,
            closes: 0,
            transparent: false,
            is_merged: false,
            around: kind,
            is_item_list: false,
            flat: Flat::Outside,
            start,
            omitted: 0,
            unit: start,
            tokens: None,
            rare: None,
            is_plain: false,
            is_unended: false,
            is_child_unended: false,
            is_labelled: false,
            tuple: None,
            children: 0,
            has_element: false,
            after_space: false,
            text: TextFrame::None,
            dedents: false,
            is_code: false,
            in_brackets: false,
            brackets: None,
            needs_field: false,
            takes_leaves: false,
        }
    }

    pub(super) fn rare(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }

    /// Whether a row of sorted children waits to be written.
    pub(super) fn has_sorted(&self) -> bool {
        self.rare.as_ref().is_some_and(|rare| !rare.sorted.is_empty())
    }
}

/// Where a frame stands among chains that are written without nesting.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flat {
    Outside,
    /// Chains below are flat.
    Context,
    /// A flat chain of that symbol, or parentheses right within one.
    Chain(&'static str),
}
