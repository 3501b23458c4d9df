//! Defining: how what a query found at a node becomes constructs.

use tree_sitter::Node;

use super::captures::Sort;
use super::children::elements;
use super::constructs::Found;
use super::definitions::{Entry, Part, What, compact};
use super::fingerprint::Piece;
use super::kind_info::CountedNode;
use super::languages::Shape;
use super::model::Kind;
use super::pieces::Owner;
use super::scopes::{LooksFor, Scope};
use super::stream::Tag;
use super::targets::Target;
use super::walk::Walk;

impl<'t> Walk<'t> {
    pub(super) fn define(&mut self, node: Node<'t>) {
        let scope = self.scope();
        if scope.looks_for == LooksFor::Nothing {
            return;
        }
        if !self.names_members(scope.container) {
            return self.note_broken(node);
        }
        let Some(definition) = self.finder.definition(node) else { return };
        self.claimed.extend(definition.wrapped.iter().rev().map(Node::id));
        let entries = match definition.what {
            What::Assignment(entry, target) => return self.assign(&entry, target, scope),
            What::Named(entries) => entries,
        };
        if let LooksFor::Attributes(_) = scope.looks_for {
            let is_scope = |entry: &Entry| entry.sort.is_callable() || matches!(entry.sort, Sort::Container(_));
            if entries.iter().any(is_scope) {
                self.scopes.push(Scope { depth: self.depth, looks_for: LooksFor::Nothing, ..scope });
            }
            return;
        }
        let known = self.awaited.len();
        let inside = match entries.as_slice() {
            [entry] => self.define_one(entry, scope),
            // What several names share belongs to the first.
            entries => {
                let mut within = None;
                for entry in entries {
                    within = within.or(self.define_one(entry, scope).within);
                }
                Scope { depth: self.depth, within, ..scope }
            }
        };
        self.sort_awaited(known);
        self.scopes.push(inside);
    }

    /// Keeps the value of a name that names nothing from being looked at; says what surrounds it.
    pub(super) fn pass_over(&mut self, entry: &Entry<'t>, scope: Scope<'t>) -> Scope<'t> {
        let nothing = Scope { looks_for: LooksFor::Nothing, ..scope };
        let owner = Owner { counted: self.counted_position(entry), ..Owner::default() };
        self.await_parts(entry.parts.iter().map(|(part, node)| (owner, *part, *node, Some(nothing))));
        Scope { depth: self.depth, ..scope }
    }

    pub(super) fn is_blank(&self, entry: &Entry<'t>) -> bool {
        self.row.rules.blank.is_some_and(|blank| blank.as_bytes() == self.text(entry.name))
    }

    /// Where the name of a counted constant stands in its definition.
    pub(super) fn counted_position(&self, entry: &Entry<'t>) -> Option<u32> {
        (self.grammar.kind(entry.node).counted == Some(CountedNode::Item)).then_some(entry.position)
    }

    /// A constant without a value repeats the one before it.
    pub(super) fn repeat(&mut self, entry: &Entry<'t>, construct: u32, position: u32) {
        if entry.part(Part::Body).is_some() {
            return;
        }
        let Some(repeated) = self.counted.repeated(position) else { return };
        let from = self.writer.stream.mark();
        self.writer.stream.push(Tag::Other, repeated.as_bytes(), true);
        self.constructs.add_piece(construct, Piece { part: Part::Body, from, to: self.writer.stream.mark() });
    }

    /// Defines one name; says what surrounds the nodes of its definition.
    pub(super) fn define_one(&mut self, entry: &Entry<'t>, scope: Scope<'t>) -> Scope<'t> {
        if self.is_blank(entry) {
            return self.pass_over(entry, scope);
        }
        self.writer.omit(&entry.omitted);
        self.writer.hide(&entry.anonymous);
        let outside = Scope { depth: self.depth, ..scope };
        let is_shown = entry.marks.shows_members;
        let container = self.extended(entry, scope.container);
        if entry.sort == Sort::Extension {
            let is_named = entry.name != entry.node;
            let container = if is_named { self.extension(entry, container) } else { container };
            let owner = Owner { extension: is_named.then_some(container), ..Owner::default() };
            self.await_parts(entry.parts.iter().map(|(part, node)| (owner, *part, *node, None)));
            return Scope { container, is_hidden: entry.marks.hides_members, is_shown, ..outside };
        }
        let kind = self.kind(entry, container);
        let construct = self.add(kind, entry.name, None, entry, Scope { container, ..scope });
        let counted = self.counted_position(entry);
        let owner = Owner { construct: Some(construct), counted, ..Owner::default() };
        if let Some(position) = owner.counted {
            self.repeat(entry, construct, position);
        }
        let outside = Scope { within: Some(construct), ..outside };
        let (inside, body) = match entry.sort {
            Sort::Function | Sort::Method => {
                (outside, Some(Scope { looks_for: self.receiver(entry, scope), ..outside }))
            }
            Sort::Container(_) => {
                let is_hidden = entry.marks.hides_members;
                let inside = Scope { container: self.container(construct), is_hidden, is_shown, ..outside };
                // Also where it is one of several names, each with a body of its own.
                (inside, Some(inside))
            }
            Sort::Object => {
                let container = self.container(construct);
                (outside, Some(Scope { container, is_hidden: false, is_shown, ..outside }))
            }
            // What a value defines for itself is nobody else's business.
            Sort::Type | Sort::Variable | Sort::Constant | Sort::Extension => {
                (outside, Some(Scope { looks_for: LooksFor::Nothing, ..outside }))
            }
        };
        self.await_parts(
            entry.parts.iter().map(|(part, node)| (owner, *part, *node, body.filter(|_| *part == Part::Body))),
        );
        inside
    }

    pub(super) fn kind(&self, entry: &Entry<'t>, container: usize) -> Kind {
        let container = &self.containers[container];
        let is_member = container.is_type() || (self.row.rules.mixins && container.kind.is_some());
        let is_enum = || {
            entry.bases.iter().any(|base| {
                let base = compact(self.text(*base));
                self.row.rules.enum_bases.iter().any(|suffix| base.ends_with(suffix))
            })
        };
        match entry.sort {
            Sort::Method => Kind::Method,
            Sort::Function if is_member => Kind::Method,
            Sort::Function => Kind::Function,
            Sort::Container(Kind::Class) if is_enum() => Kind::Enum,
            Sort::Container(kind) => kind,
            Sort::Type | Sort::Extension => Kind::Type,
            Sort::Variable | Sort::Constant | Sort::Object if is_member => Kind::Field,
            Sort::Variable | Sort::Constant | Sort::Object => Kind::Variable,
        }
    }

    /// What to look for in a function: fields, if it is a method that sets them.
    pub(super) fn receiver(&mut self, entry: &Entry<'t>, scope: Scope<'t>) -> LooksFor<'t> {
        let rules = &self.row.rules;
        let initializes = rules.initializers.iter().any(|name| name.as_bytes() == self.text(entry.name));
        if !initializes || !self.containers[scope.container].is_type() {
            return LooksFor::Nothing;
        }
        if let Some(receiver) = rules.receiver {
            return LooksFor::Attributes(receiver.as_bytes());
        }
        let Some(mut node) = entry.part(Part::Interface("parameters")) else { return LooksFor::Nothing };
        while let Some(first) = elements(node, &mut self.peek).next() {
            node = first;
            if matches!(self.grammar.kind(node).shape, Shape::Splat(_)) {
                return LooksFor::Nothing;
            }
        }
        LooksFor::Attributes(self.text(node))
    }

    pub(super) fn assign(&mut self, entry: &Entry<'t>, target: Node<'t>, scope: Scope<'t>) {
        let mut claimed = Vec::new();
        let targets = self.finder.targets(entry, target, &mut claimed);
        self.claimed.extend(claimed.into_iter().rev());
        let kind = self.kind(entry, scope.container);
        let mut within = None;
        let mut parts = Vec::new();
        for target in &targets {
            let Some(name) = self.assigned_name(target, scope) else { continue };
            if self.is_declared(name, scope) {
                continue;
            }
            let construct = self.add(kind, name, Some(target), entry, scope);
            within = within.or(Some(construct));
            let type_ = Part::Interface("type");
            parts.extend(target.annotation.map(|node| (construct, type_, node)));
            parts.extend(target.value.map(|node| (construct, Part::Body, node)));
        }
        // What a value defines for itself is nobody else's business.
        let inside = Scope { depth: self.depth, looks_for: LooksFor::Nothing, within, ..scope };
        let scope_of = |part: Part| (part == Part::Body).then_some(inside);
        let known = self.awaited.len();
        self.await_parts(
            parts.into_iter().map(|(construct, part, node)| (construct.into(), part, node, scope_of(part))),
        );
        self.sort_awaited(known);
        if within.is_some() {
            self.scopes.push(Scope { depth: self.depth, within, ..scope });
        }
    }

    /// Whether a field that a method sets is declared already: the declaration counts.
    pub(super) fn is_declared(&self, name: Node<'t>, scope: Scope<'t>) -> bool {
        let is_field = scope.looks_for != LooksFor::Everything;
        let declares = self.row.rules.declares_fields;
        declares && is_field && self.constructs.is_defined(&self.containers[scope.container], name)
    }

    /// The name that a target defines in this scope: a plain one, or an attribute of the receiver.
    pub(super) fn assigned_name(&self, target: &Target<'t>, scope: Scope<'t>) -> Option<Node<'t>> {
        let is_attribute = self.grammar.kind(target.node).is_attribute;
        match scope.looks_for {
            LooksFor::Everything => {
                let kind = self.grammar.kind(target.node);
                (kind.shape == Shape::Word && !kind.is_local).then_some(target.node)
            }
            LooksFor::Attributes(_) if self.grammar.kind(target.node).is_field => Some(target.node),
            // Where fields have names of their own, `self.x = 1` is a call.
            LooksFor::Attributes(receiver) if is_attribute && self.row.rules.fields.is_empty() => {
                let (object, name) = self.grammar.attribute?;
                let object = target.node.child_by_field_id(object)?;
                (self.text(object) == receiver).then(|| target.node.child_by_field_id(name)).flatten()
            }
            _ => None,
        }
    }

    pub(super) fn add(
        &mut self,
        kind: Kind,
        name: Node<'t>,
        target: Option<&Target<'t>>,
        entry: &Entry<'t>,
        scope: Scope<'t>,
    ) -> u32 {
        let (leading, comment) = self.leading.of(entry.span);
        let construct = self.constructs.add(&Found {
            entry,
            kind,
            name,
            target,
            container: &self.containers[scope.container],
            is_direct: scope.looks_for == LooksFor::Everything,
            is_hidden: scope.is_hidden,
            is_shown: scope.is_shown,
            leading: leading.first().map(|(node, _)| *node),
            behind: self.heredocs.behind(entry.span),
            comment,
            tokens: self.writer.stream.mark().token,
        });
        self.names.push(name);
        for (from, to) in self.leading.pieces(leading) {
            self.constructs.add_piece(construct, Piece { part: Part::Decorator, from, to });
        }
        construct
    }
}
