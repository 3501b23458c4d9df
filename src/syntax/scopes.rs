//! Scopes: what surrounds a node on the walk, and what is defined there is a part of.

use tree_sitter::Node;

use super::constructs::Container;
use super::definitions::{Entry, compact};
use super::kind_info::KindInfo;
use super::model::Kind;
use super::types::type_name;
use super::walk::Walk;

/// A container with a longer qualname, in bytes, names nothing in it: nobody nests so deep, and the names of a file that
/// does would fill the memory. What could be defined there counts as broken, so that nothing is taken for deleted
/// (SPEC 4.6).
const MAX_QUALNAME: usize = 1000;

/// What surrounds a node.
#[derive(Clone, Copy)]
pub(super) struct Scope<'t> {
    /// Left when the walk leaves a node at this depth.
    pub(super) depth: u32,
    pub(super) looks_for: LooksFor<'t>,
    /// What is defined here is named as a part of this container.
    pub(super) container: usize,
    /// Whether what follows is private, as the last section says.
    pub(super) is_hidden: bool,
    /// Whether the container shows all that is defined in it.
    pub(super) is_shown: bool,
    /// The innermost construct.
    pub(super) within: Option<u32>,
}

/// Which definitions count in a scope.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LooksFor<'t> {
    Everything,
    /// Attributes of the receiver of this name.
    Attributes(&'t [u8]),
    Nothing,
}

impl<'t> Walk<'t> {
    pub(super) fn scope(&self) -> Scope<'t> {
        *self.scopes.last().expect("because the scope of the file is never left")
    }

    /// Whether definitions in that container count.
    pub(super) fn names_members(&self, container: usize) -> bool {
        self.containers[container].qualname.len() <= MAX_QUALNAME
    }

    /// The container that `@scope` names within the one around it.
    pub(super) fn extended(&mut self, entry: &Entry<'t>, around: usize) -> usize {
        entry.scopes.iter().fold(around, |around, scope| {
            let name = compact(self.text(*scope)).replace("::", ".").replace("->", ".");
            let name = name.split('<').next().unwrap_or_default();
            self.inner_container(around, name, None)
        })
    }

    pub(super) fn extension(&mut self, entry: &Entry<'t>, around: usize) -> usize {
        if let Some(suffix) = entry.suffix.filter(|suffix| *suffix == entry.name) {
            let around = &self.containers[around];
            let container = Container { suffix: Some(type_name(suffix, self.source)), ..around.clone() };
            self.containers.push(container);
            return self.containers.len() - 1;
        }
        let name = type_name(entry.name, self.source);
        let suffix = entry.suffix.map(|suffix| type_name(suffix, self.source));
        self.inner_container(around, &name, suffix)
    }

    pub(super) fn inner_container(&mut self, around: usize, name: &str, suffix: Option<String>) -> usize {
        if !self.names_members(around) {
            return around;
        }
        let around = &self.containers[around];
        let join = |outer: &str| if outer.is_empty() { name.to_owned() } else { format!("{outer}.{name}") };
        let container = Container {
            construct: None,
            kind: Some(Kind::Type),
            qualname: join(&around.qualname),
            bare_qualname: join(&around.bare_qualname),
            suffix,
            header: None,
        };
        self.containers.push(container);
        self.containers.len() - 1
    }

    /// The members of a construct are named after it; those of a namespace, which may be opened again and again, after
    /// its plain name.
    pub(super) fn container(&mut self, construct: u32) -> usize {
        let found = self.constructs.get(construct);
        let is_module = found.kind == Kind::Module;
        let qualname = if is_module { found.bare_qualname() } else { &found.qualname };
        self.containers.push(Container {
            construct: Some(construct),
            kind: Some(found.kind),
            qualname: qualname.to_owned(),
            bare_qualname: found.bare_qualname().to_owned(),
            suffix: None,
            header: None,
        });
        self.containers.len() - 1
    }

    pub(super) fn begin_section(&mut self, node: Node<'t>) {
        let (kind, text) = (node.kind(), self.text(node));
        let sections = self.row.rules.sections.iter();
        let found = sections.filter(|(node, ..)| *node == kind).find(|(_, start, _)| text == start.as_bytes());
        if let (Some((.., hidden)), Some(scope)) = (found, self.scopes.last_mut())
            && scope.looks_for == LooksFor::Everything
        {
            scope.is_hidden = *hidden;
        }
    }

    /// Whether a node of this kind defines something where it stands.
    pub(super) fn is_in_place(&self, kind: &KindInfo) -> bool {
        // An error may have replaced any parent.
        let is_error = |parent: u16| self.grammar.kind_of_id(parent).name == "ERROR";
        let defines = |parent: u16| kind.defining_in.contains(&parent) || is_error(parent);
        kind.defining_in.is_empty() || self.writer.parent().is_some_and(defines)
    }

    /// Whether this is a body in which nothing is looked for: it defines nothing itself either.
    pub(super) fn is_closed(&self, node: Node<'t>) -> bool {
        let next = self.awaited.iter().rev().take_while(|next| next.node == node.id());
        next.filter_map(|next| next.scope).any(|scope| scope.looks_for == LooksFor::Nothing)
    }
}
