//! The walk: one pass over a syntax tree that finds constructs, imports and calls, and writes the token stream.
//!
//! It never recurses: sources nest as deep as they like (SPEC 13.2).

use tree_sitter::{Node, Tree, TreeCursor};

use super::broken;
use super::canonical::Writer;
use super::children::elements;
use super::constructs::{Constructs, Container, Found, line};
use super::definitions::{Entry, Finder, Part, Target, What, compact};
use super::fingerprint::Piece;
use super::grammar::{Grammar, Sort};
use super::languages::{Row, Shape};
use super::leading::Leading;
use super::model::{BrokenRegion, Call, Import, Kind, Outline};
use super::stream::Mark;
use super::types::type_name;

/// A walk under way.
pub(super) struct Walk<'t> {
    source: &'t [u8],
    row: &'static Row,
    grammar: &'static Grammar,
    writer: Writer<'t>,
    finder: Finder<'t>,
    peek: TreeCursor<'t>,
    depth: u32,
    scopes: Vec<Scope<'t>>,
    /// What definitions are named as a part of; the file comes first.
    containers: Vec<Container>,
    /// What stands before a definition and belongs to it.
    leading: Leading<'t>,
    /// Parts of constructs whose nodes come later; the next one is last.
    awaited: Vec<Awaited<'t>>,
    /// Parts of constructs whose nodes have been entered.
    open: Vec<OpenPiece>,
    /// Definitions that belong to one which was found above them.
    claimed: Vec<usize>,
    constructs: Constructs<'t>,
    imports: Vec<Import>,
    calls: Vec<Call>,
    /// Whether there is any error in the tree.
    has_errors: bool,
    broken: Vec<BrokenRegion>,
    /// The node at the top of the file that is being walked.
    top: Option<Node<'t>>,
    /// The error node that is being walked, by its end.
    broken_until: usize,
}

/// What surrounds a node.
#[derive(Clone, Copy)]
struct Scope<'t> {
    /// Left when the walk leaves a node at this depth.
    depth: u32,
    looks_for: LooksFor<'t>,
    /// What is defined here is named as a part of this container.
    container: usize,
    /// Whether what follows is private, as the last section says.
    is_hidden: bool,
    /// The innermost construct.
    within: Option<u32>,
}

/// Which definitions count in a scope.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LooksFor<'t> {
    Everything,
    /// Attributes of the receiver of this name.
    Attributes(&'t [u8]),
    Nothing,
}

struct Awaited<'t> {
    node: usize,
    start: usize,
    end: usize,
    construct: Option<u32>,
    part: Part,
    /// What surrounds the nodes in it.
    scope: Option<Scope<'t>>,
}

struct OpenPiece {
    depth: u32,
    construct: u32,
    part: Part,
    from: Mark,
}

impl<'t> Walk<'t> {
    pub fn new(source: &'t [u8], tree: &'t Tree, row: &'static Row) -> Self {
        let grammar: &'static Grammar = &row.grammar;
        let file = Scope { depth: 0, looks_for: LooksFor::Everything, container: 0, is_hidden: false, within: None };
        Walk {
            source,
            row,
            grammar,
            writer: Writer::new(source, row, grammar, tree.walk()),
            finder: Finder::new(source, grammar, tree.walk()),
            peek: tree.walk(),
            depth: 0,
            scopes: vec![file],
            containers: vec![Container::default()],
            leading: Leading::new(source, row),
            awaited: Vec::new(),
            open: Vec::new(),
            claimed: Vec::new(),
            constructs: Constructs::new(source, row, grammar, tree.walk()),
            imports: Vec::new(),
            calls: Vec::new(),
            has_errors: tree.root_node().has_error(),
            broken: Vec::new(),
            top: None,
            broken_until: 0,
        }
    }

    pub fn run(mut self, tree: &'t Tree) -> Outline {
        let mut cursor = tree.walk();
        'tree: loop {
            self.depth += 1;
            let field = if self.writer.asks_for_field() { cursor.field_name() } else { None };
            if self.enter(cursor.node(), field) && cursor.goto_first_child() {
                continue;
            }
            loop {
                self.leave(cursor.node());
                self.depth -= 1;
                if cursor.goto_next_sibling() {
                    break;
                }
                if !cursor.goto_parent() {
                    break 'tree;
                }
            }
        }
        self.finish()
    }

    fn enter(&mut self, node: Node<'t>, field: Option<&str>) -> bool {
        let grammar = self.grammar;
        let id = node.kind_id();
        let kind = grammar.kind_of_id(id);
        if self.depth == 2 {
            self.top = Some(node);
        }
        if self.has_errors && (node.is_error() || node.is_missing()) {
            self.note_error(node);
        }
        if kind.is_comment {
            self.leading.comment(node);
        }
        // What the node is a part of comes first: a definition in it may be nobody else's business.
        let mut is_body = self.open_pieces(node);
        if kind.starts.definition && !self.is_claimed(node) {
            self.define(node);
            is_body |= self.open_pieces(node);
        }
        if kind.starts.import {
            self.finder.imports(node, &mut self.imports);
        }
        if let Some(callee) = &kind.callee {
            self.note_call(node, callee);
        }
        if kind.is_section {
            self.begin_section(node);
        }
        if kind.is_leading {
            self.leading.begin(node, self.writer.stream.mark());
        }
        if kind.is_opaque && !is_body && !self.holds_awaited(node) {
            let scope = self.scope();
            self.scopes.push(Scope { depth: self.depth, looks_for: LooksFor::Nothing, ..scope });
        }
        self.writer.enter(node, id, field)
    }

    fn leave(&mut self, node: Node<'t>) {
        self.writer.leave(node);
        let still_open = self.open.partition_point(|open| open.depth < self.depth);
        for open in &self.open[still_open..] {
            let mut piece = Piece { part: open.part, from: open.from, to: self.writer.stream.mark() };
            if open.part == Part::Body && node.child_count() == 0 && self.is_in_interface(open.construct) {
                // A name within the interface: what stands around it without being a node of its own stays there.
                let (from, to) = self.writer.stream.last_token();
                if from.token >= open.from.token {
                    (piece.from, piece.to) = (from, to);
                }
            }
            self.constructs.add_piece(open.construct, piece);
        }
        self.open.truncate(still_open);
        while self.scopes.pop_if(|scope| scope.depth == self.depth).is_some() {}
        self.leading.end(node, self.writer.stream.mark());
    }

    /// Whether a part of the construct's interface is being walked.
    fn is_in_interface(&self, construct: u32) -> bool {
        self.open.iter().any(|open| open.construct == construct && matches!(open.part, Part::Interface(_)))
    }

    fn is_claimed(&mut self, node: Node<'t>) -> bool {
        // Claims are met in the order in which they were made, innermost definition first.
        self.claimed.pop_if(|claimed| *claimed == node.id()).is_some()
    }

    fn scope(&self) -> Scope<'t> {
        *self.scopes.last().expect("because the scope of the file is never left")
    }

    fn define(&mut self, node: Node<'t>) {
        let scope = self.scope();
        if scope.looks_for == LooksFor::Nothing {
            return;
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
        let [entry] = entries.as_slice() else {
            // What several names share belongs to the first.
            let (mut within, known) = (None, self.awaited.len());
            for entry in &entries {
                within = within.or(self.define_one(entry, scope).within);
            }
            self.sort_awaited(known);
            return self.scopes.push(Scope { depth: self.depth, within, ..scope });
        };
        let inside = self.define_one(entry, scope);
        self.scopes.push(inside);
    }

    /// Defines one name; says what surrounds the nodes of its definition.
    fn define_one(&mut self, entry: &Entry<'t>, scope: Scope<'t>) -> Scope<'t> {
        self.writer.omit(&entry.omitted);
        let outside = Scope { depth: self.depth, ..scope };
        let container = self.extended(entry, scope.container);
        if entry.sort == Sort::Extension {
            let container = self.extension(entry, container);
            let inside = Scope { container, is_hidden: false, ..outside };
            self.await_parts(entry.parts.iter().map(|(part, node)| (None, *part, *node, None)));
            return inside;
        }
        let kind = self.kind(entry, container);
        let construct = self.add(kind, entry.name, None, entry, Scope { container, ..scope });
        let outside = Scope { within: Some(construct), ..outside };
        let (inside, body) = match entry.sort {
            Sort::Function | Sort::Method => {
                (outside, Some(Scope { looks_for: self.receiver(entry, scope), ..outside }))
            }
            Sort::Container(_) => {
                let is_hidden = entry.marks.hides_members;
                (Scope { container: self.container(construct), is_hidden, ..outside }, None)
            }
            Sort::Object => {
                (outside, Some(Scope { container: self.container(construct), is_hidden: false, ..outside }))
            }
            // What a value defines for itself is nobody else's business.
            Sort::Type | Sort::Variable | Sort::Constant | Sort::Extension => {
                (outside, Some(Scope { looks_for: LooksFor::Nothing, ..outside }))
            }
        };
        self.await_parts(
            entry
                .parts
                .iter()
                .map(|(part, node)| (Some(construct), *part, *node, body.filter(|_| *part == Part::Body))),
        );
        inside
    }

    /// The container that `@scope` names within the one around it.
    fn extended(&mut self, entry: &Entry<'t>, around: usize) -> usize {
        let Some(scope) = entry.scope else { return around };
        let name = compact(self.text(scope)).replace("::", ".").replace("->", ".");
        self.inner_container(around, &name, None)
    }

    fn extension(&mut self, entry: &Entry<'t>, around: usize) -> usize {
        let name = type_name(entry.name, self.source);
        let suffix = entry.suffix.map(|suffix| type_name(suffix, self.source));
        self.inner_container(around, &name, suffix)
    }

    fn inner_container(&mut self, around: usize, name: &str, suffix: Option<String>) -> usize {
        let around = &self.containers[around];
        let join = |outer: &str| if outer.is_empty() { name.to_owned() } else { format!("{outer}.{name}") };
        let container = Container {
            construct: None,
            kind: Some(Kind::Type),
            qualname: join(&around.qualname),
            bare_qualname: join(&around.bare_qualname),
            suffix,
        };
        self.containers.push(container);
        self.containers.len() - 1
    }

    /// The members of a construct are named after it; those of a namespace, which may be opened again and again, after
    /// its plain name.
    fn container(&mut self, construct: u32) -> usize {
        let found = self.constructs.get(construct);
        let is_module = found.kind == Kind::Module;
        let qualname = if is_module { &found.bare_qualname } else { &found.qualname };
        self.containers.push(Container {
            construct: Some(construct),
            kind: Some(found.kind),
            qualname: qualname.clone(),
            bare_qualname: found.bare_qualname.clone(),
            suffix: None,
        });
        self.containers.len() - 1
    }

    fn kind(&self, entry: &Entry<'t>, container: usize) -> Kind {
        let is_member = self.containers[container].is_type();
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
    fn receiver(&mut self, entry: &Entry<'t>, scope: Scope<'t>) -> LooksFor<'t> {
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

    fn assign(&mut self, entry: &Entry<'t>, target: Node<'t>, scope: Scope<'t>) {
        let mut claimed = Vec::new();
        let targets = self.finder.targets(entry, target, &mut claimed);
        self.claimed.extend(claimed.into_iter().rev());
        let kind = self.kind(entry, scope.container);
        let mut within = None;
        let mut parts = Vec::new();
        for target in &targets {
            let Some(name) = self.assigned_name(target, scope) else { continue };
            let is_known = || self.constructs.has_member(&self.containers[scope.container], name);
            if self.row.rules.declares_fields && is_known() {
                continue;
            }
            let construct = self.add(kind, name, Some(target), entry, scope);
            within = within.or(Some(construct));
            let type_ = Part::Interface("type");
            parts.extend(target.annotation.map(|node| (Some(construct), type_, node)));
            parts.extend(target.value.map(|node| (Some(construct), Part::Body, node)));
        }
        // What a value defines for itself is nobody else's business.
        let inside = Scope { depth: self.depth, looks_for: LooksFor::Nothing, within, ..scope };
        let scope_of = |part: Part| (part == Part::Body).then_some(inside);
        self.await_parts(parts.into_iter().map(|(construct, part, node)| (construct, part, node, scope_of(part))));
        if within.is_some() {
            self.scopes.push(Scope { depth: self.depth, within, ..scope });
        }
    }

    /// The name that a target defines in this scope: a plain one, or an attribute of the receiver.
    fn assigned_name(&self, target: &Target<'t>, scope: Scope<'t>) -> Option<Node<'t>> {
        let is_attribute = self.grammar.kind(target.node).is_attribute;
        match scope.looks_for {
            LooksFor::Everything => (self.grammar.kind(target.node).shape == Shape::Word).then_some(target.node),
            LooksFor::Attributes(receiver) if is_attribute => {
                let (object, name) = self.grammar.attribute?;
                let object = target.node.child_by_field_id(object)?;
                (self.text(object) == receiver).then(|| target.node.child_by_field_id(name)).flatten()
            }
            _ => None,
        }
    }

    fn add(
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
            leading: leading.first().map(|(node, _)| *node),
            comment,
            tokens: self.writer.stream.mark().token,
        });
        for (_, (from, to)) in leading {
            self.constructs.add_piece(construct, Piece { part: Part::Decorator, from: *from, to: *to });
        }
        construct
    }

    fn begin_section(&mut self, node: Node<'t>) {
        let (kind, text) = (node.kind(), self.text(node));
        let sections = self.row.rules.sections.iter();
        let found = sections.filter(|(node, ..)| *node == kind).find(|(_, start, _)| text == start.as_bytes());
        if let (Some((.., hidden)), Some(scope)) = (found, self.scopes.last_mut())
            && scope.looks_for == LooksFor::Everything
        {
            scope.is_hidden = *hidden;
        }
    }

    fn await_parts(&mut self, parts: impl Iterator<Item = (Option<u32>, Part, Node<'t>, Option<Scope<'t>>)>) {
        let known = self.awaited.len();
        self.awaited.extend(parts.map(|(construct, part, node, scope)| Awaited {
            node: node.id(),
            start: node.start_byte(),
            end: node.end_byte(),
            construct,
            part,
            scope,
        }));
        self.sort_awaited(known);
    }

    /// Puts what is awaited from there on in the order in which it will come, the next one last.
    fn sort_awaited(&mut self, known: usize) {
        self.awaited[known..].sort_by(|a, b| b.start.cmp(&a.start).then(a.end.cmp(&b.end)));
    }

    /// Notes where parts begin; says whether the node is the body of something.
    fn open_pieces(&mut self, node: Node<'t>) -> bool {
        let mut is_body = false;
        while let Some(next) = self.awaited.last() {
            if next.node == node.id() {
                is_body |= next.part == Part::Body;
                let (from, part) = (self.writer.stream.mark(), next.part);
                if let Some(construct) = next.construct {
                    self.open.push(OpenPiece { depth: self.depth, construct, part, from });
                }
                if let Some(scope) = next.scope {
                    self.scopes.push(Scope { depth: self.depth, ..scope });
                }
            } else if next.end > node.start_byte() {
                return is_body;
            }
            // What lies behind was left out of the walk.
            self.awaited.pop();
        }
        is_body
    }

    /// Whether the next part of a construct lies within the node: what leads to it is not opaque.
    fn holds_awaited(&self, node: Node<'t>) -> bool {
        self.awaited.last().is_some_and(|next| node.start_byte() <= next.start && next.end <= node.end_byte())
    }

    fn note_error(&mut self, node: Node<'t>) {
        let node = self.top.filter(|_| self.row.rules.errors_spread).unwrap_or(node);
        if node.start_byte() >= self.broken_until || self.broken.is_empty() {
            self.broken_until = node.end_byte();
            self.broken.push(broken::region(node, self.source));
        }
    }

    /// Only callees that are plain dotted names are noted.
    fn note_call(&mut self, node: Node<'t>, fields: &[u16]) {
        let mut named = fields.iter().filter_map(|field| node.child_by_field_id(*field));
        let (first, last) = match named.next() {
            Some(first) => (first, named.last().unwrap_or(first)),
            None if fields.is_empty() => {
                let Some(first) = elements(node, &mut self.peek).next() else { return };
                (first, first)
            }
            None => return,
        };
        let is_name = |byte: &u8| {
            byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() || b"_.\\:$".contains(byte) || !byte.is_ascii()
        };
        let text = &self.source[first.start_byte()..last.end_byte()];
        if last.is_named() && text.iter().all(is_name) {
            let line = line(node.start_position());
            self.calls.push(Call { callee: compact(text), line, within: self.scope().within });
        }
    }

    fn text(&self, node: Node<'t>) -> &'t [u8] {
        &self.source[node.byte_range()]
    }

    fn finish(self) -> Outline {
        Outline {
            constructs: self.constructs.finish(&self.writer.stream),
            imports: self.imports,
            calls: self.calls,
            tokens: self.writer.stream.into_tokens(),
            broken: self.broken,
        }
    }
}
