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
    // A step costs more than the rest of it, so it is taken when the next child is asked for, and not behind the last.
    let mut left = node.child_count();
    let mut is_inside = false;
    std::iter::from_fn(move || {
        left = left.checked_sub(1)?;
        let is_there = if is_inside { cursor.goto_next_sibling() } else { cursor.goto_first_child() };
        is_inside = true;
        is_there.then(|| cursor.node())
    })
    .filter(|child| !child.is_extra())
}
