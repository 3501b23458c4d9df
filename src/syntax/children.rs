//! Children of a node, read with a cursor that can be used again: asking a node for its n-th child costs n steps.

use tree_sitter::{Node, TreeCursor};

/// The named children, without comments.
pub(super) fn elements<'t, 'c>(
    node: Node<'t>,
    cursor: &'c mut TreeCursor<'t>,
) -> impl Iterator<Item = Node<'t>> + use<'t, 'c> {
    elements_and_symbols(node, cursor).filter(|child| child.is_named())
}

/// All children, without comments.
pub(super) fn elements_and_symbols<'t, 'c>(
    node: Node<'t>,
    cursor: &'c mut TreeCursor<'t>,
) -> impl Iterator<Item = Node<'t>> + use<'t, 'c> {
    cursor.reset(node);
    let mut more = cursor.goto_first_child();
    std::iter::from_fn(move || {
        let child = more.then(|| cursor.node());
        more = more && cursor.goto_next_sibling();
        child
    })
    .filter(|child| !child.is_extra())
}
