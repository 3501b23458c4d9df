//! Declarators: where a language writes the name in the midst of its type, as C does in `char *(*names[3])(int code)`.
//!
//! A query cannot follow them down to the name, for they nest as deep as they like. The walk down is done here; which
//! nodes are declarators, and which are parameters, stands in the row of the language.

use tree_sitter::Node;

use super::grammar::Grammar;
use super::languages::Shape;

/// What a declarator declares.
pub(super) struct Declared<'t> {
    pub name: Node<'t>,
    /// The name with what it is a part of, which is no part of the interface; `None` where name and type are one, as in
    /// `operator bool() const`.
    pub whole: Option<Node<'t>>,
    /// What belongs to the node of the name and not to the name.
    pub without: Option<Node<'t>>,
    /// What the name is a part of, outermost first.
    pub scopes: Vec<Node<'t>>,
    /// The list of parameters, if it is a function that is declared and not, say, a pointer to one.
    pub parameters: Option<Node<'t>>,
}

/// Follows a declarator to the name in it; those of types and of unnamed parameters have none.
pub(super) fn declared<'t>(declarator: Node<'t>, grammar: &Grammar) -> Option<Declared<'t>> {
    let mut node = declarator;
    let (mut scopes, mut whole, mut parameters) = (Vec::new(), None, None);
    while let Some(fields) = grammar.kind(node).declarator {
        if let Some(scope) = fields.scope {
            scopes.extend(node.child_by_field_id(scope));
            whole = whole.or(Some(node));
        } else if grammar.kind(node).shape != Shape::Transparent {
            parameters = fields.parameters.and_then(|field| node.child_by_field_id(field));
            // `Foo::*member` is no part of `Foo`.
            scopes.clear();
            whole = None;
        }
        node = match fields.inner {
            Some(field) => node.child_by_field_id(field)?,
            None => children(node).find(|child| is_declarator_or_name(*child, grammar))?,
        };
    }
    let kind = grammar.kind(node);
    if node.byte_range().is_empty() || !(kind.shape == Shape::Word || kind.is_composed_name) {
        return None;
    }
    let mut declared = Declared { name: node, whole: whole.or(Some(node)), without: None, scopes, parameters };
    if let Some(function) = conversion(node, grammar) {
        declared.parameters =
            grammar.kind(function).declarator?.parameters.and_then(|id| function.child_by_field_id(id));
        declared.without = Some(function);
        declared.whole = None;
    }
    Some(declared)
}

/// The function within a name that ends with its own declarator: `operator char *() const`.
fn conversion<'t>(name: Node<'t>, grammar: &Grammar) -> Option<Node<'t>> {
    let inner = |node: Node<'t>| children(node).filter(|child| grammar.kind(*child).declarator.is_some()).last();
    let mut node = if grammar.kind(name).is_composed_name { inner(name)? } else { return None };
    while let Some(next) = inner(node) {
        node = next;
    }
    grammar.kind(node).declarator.filter(|fields| fields.parameters.is_some()).map(|_| node)
}

fn is_declarator_or_name(node: Node, grammar: &Grammar) -> bool {
    let kind = grammar.kind(node);
    kind.declarator.is_some() || kind.shape == Shape::Word || kind.is_composed_name
}

/// Parameters as they stand in a list, and what of them is not their type.
pub(super) fn parameters<'t>(list: Node<'t>, grammar: &Grammar) -> (Vec<Node<'t>>, Vec<Node<'t>>) {
    let mut cursor = list.walk();
    let all: Vec<Node> = list.children(&mut cursor).filter(|child| !child.is_extra()).collect();
    // `...` may be no more than a token.
    let all = all.into_iter().filter(|child| child.is_named() || child.kind() == "...").collect();
    let mut without = parameter_names(list, grammar);
    let mut pending = vec![list];
    while let Some(node) = pending.pop() {
        let parameter = grammar.kind(node).parameter;
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            let is_default =
                parameter.and_then(|fields| fields.default).is_some_and(|id| node.child_by_field_id(id) == Some(child));
            if is_default || parameter.is_some_and(|fields| fields.without.contains(&child.kind())) {
                without.push(child);
            } else if child.is_named() {
                pending.push(child);
            }
        }
    }
    (all, without)
}

/// The names of all parameters below a node, also of those of functions that parameters point to.
pub(super) fn parameter_names<'t>(root: Node<'t>, grammar: &Grammar) -> Vec<Node<'t>> {
    let mut names = Vec::new();
    let mut pending = vec![root];
    while let Some(node) = pending.pop() {
        let parameter = grammar.kind(node).parameter;
        let declarator = parameter.and_then(|fields| node.child_by_field_id(fields.declarator));
        names.extend(declarator.and_then(|declarator| declared(declarator, grammar)).map(|declared| declared.name));
        let default = parameter.and_then(|fields| fields.default).and_then(|id| node.child_by_field_id(id));
        pending.extend(children(node).filter(|child| Some(*child) != default));
    }
    names.sort_by_key(Node::start_byte);
    names
}

fn children<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    let mut cursor = node.walk();
    let children: Vec<Node> = node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect();
    children.into_iter()
}
