//! The walk: one pass over a syntax tree that finds constructs, imports and calls, and writes the token stream.
//!
//! It never recurses: sources nest as deep as they like (SPEC 13.2).

use tree_sitter::{Node, Tree, TreeCursor};

use super::broken;
use super::canonical::Writer;
use super::children::elements;
use super::constructs::{Constructs, Container, Found, line};
use super::counted::Groups;
use super::definitions::{Entry, Finder, Part, Target, What, compact};
use super::fingerprint::{Piece, header_digest};
use super::grammar::{CountedNode, Grammar, KindInfo, Sort};
use super::heredocs::Heredocs;
use super::languages::{Row, Shape};
use super::leading::Leading;
use super::model::{BrokenRegion, Call, Import, Kind, Outline};
use super::stream::{Mark, Tag};
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
    heredocs: Heredocs<'t>,
    /// What stands before a definition and belongs to it.
    leading: Leading<'t>,
    /// Parts of constructs whose nodes come later; the next one is last.
    awaited: Vec<Awaited<'t>>,
    /// Parts of constructs whose nodes have been entered.
    open: Vec<OpenPiece>,
    /// Definitions that belong to one which was found above them.
    claimed: Vec<usize>,
    counted: Groups,
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
    /// Whether the container shows all that is defined in it.
    is_shown: bool,
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
    owner: Owner,
    part: Part,
    /// What surrounds the nodes in it.
    scope: Option<Scope<'t>>,
}

struct OpenPiece {
    depth: u32,
    owner: Owner,
    part: Part,
    from: Mark,
}

/// Whose part it is.
#[derive(Clone, Copy, Default)]
struct Owner {
    construct: Option<u32>,
    /// For parts of an extension: the container that it makes.
    extension: Option<usize>,
    /// For counted constants, named or not: the position among the names of one definition.
    counted: Option<u32>,
}

impl From<u32> for Owner {
    fn from(construct: u32) -> Self {
        Owner { construct: Some(construct), ..Owner::default() }
    }
}

impl<'t> Walk<'t> {
    pub fn new(source: &'t [u8], tree: &'t Tree, row: &'static Row) -> Self {
        let grammar: &'static Grammar = &row.grammar;
        let looks_for = LooksFor::Everything;
        let file = Scope { depth: 0, looks_for, container: 0, is_hidden: false, is_shown: false, within: None };
        let heredocs = Heredocs::find(tree, source, grammar);
        let mut writer = Writer::new(source, row, grammar, tree.walk());
        writer.place(&heredocs.all);
        Walk {
            source,
            row,
            grammar,
            writer,
            heredocs,
            finder: Finder::new(source, grammar, tree.walk()),
            peek: tree.walk(),
            depth: 0,
            scopes: vec![file],
            containers: vec![Container::default()],
            leading: Leading::new(source, row),
            awaited: Vec::new(),
            open: Vec::new(),
            claimed: Vec::new(),
            counted: Groups::new(row.rules.counted.map(|counted| counted.counter)),
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
            let field = if self.writer.needs_field() { cursor.field_name() } else { None };
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
        self.writer.approach(node, id);
        if kind.is_comment {
            self.leading.comment(node);
        }
        match kind.counted {
            Some(CountedNode::Group) => self.counted.begin_group(self.depth),
            Some(CountedNode::Item) => self.counted.begin_item(),
            None => {}
        }
        // First, because a definition may be a part of another one, and what it is a part of surrounds it.
        let mut is_body = self.open_pieces(node);
        if kind.starts.definition && self.is_in_place(kind) && !self.is_claimed(node) && !self.is_closed(node) {
            self.define(node);
            is_body |= self.open_pieces(node);
        }
        if kind.starts.import {
            self.finder.imports(node, &mut self.imports);
        }
        if kind.shape == Shape::ImportTree {
            self.imports.extend((self.row.rules.import_tree)(node, self.source));
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
        // What leads to a part of a construct is open.
        if kind.is_opaque && !is_body && !self.holds_awaited(node) {
            let scope = self.scope();
            self.scopes.push(Scope { depth: self.depth, looks_for: LooksFor::Nothing, ..scope });
        }
        self.writer.enter(node, id, field)
    }

    fn leave(&mut self, node: Node<'t>) {
        self.writer.leave(node);
        let still_open = self.open.partition_point(|open| open.depth < self.depth);
        for at in (still_open..self.open.len()).rev() {
            self.close_piece(at, node);
        }
        self.open.truncate(still_open);
        if self.row.rules.counted.is_some() {
            self.counted.end_group(self.depth);
        }
        while self.scopes.pop_if(|scope| scope.depth == self.depth).is_some() {}
        self.leading.end(node, self.writer.stream.mark());
    }

    /// Whether a node of this kind defines something where it stands.
    fn is_in_place(&self, kind: &KindInfo) -> bool {
        // An error may have replaced any parent.
        let is_error = |parent: u16| self.grammar.kind_of_id(parent).name == "ERROR";
        let defines = |parent: u16| kind.defining_in.contains(&parent) || is_error(parent);
        kind.defining_in.is_empty() || self.writer.parent().is_some_and(defines)
    }

    /// Whether a part of the construct's interface is being walked.
    fn is_in_interface(&self, construct: u32) -> bool {
        self.open.iter().any(|open| open.owner.construct == Some(construct) && matches!(open.part, Part::Interface(_)))
    }

    fn is_claimed(&mut self, node: Node<'t>) -> bool {
        // Claims are met in the order in which they were made, innermost definition first.
        self.claimed.pop_if(|claimed| *claimed == node.id()).is_some()
    }

    /// Whether this is a body in which nothing is looked for: it defines nothing itself either.
    fn is_closed(&self, node: Node<'t>) -> bool {
        let next = self.awaited.iter().rev().take_while(|next| next.node == node.id());
        next.filter_map(|next| next.scope).any(|scope| scope.looks_for == LooksFor::Nothing)
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
    fn pass_over(&mut self, entry: &Entry<'t>, scope: Scope<'t>) -> Scope<'t> {
        let nothing = Scope { looks_for: LooksFor::Nothing, ..scope };
        let owner = Owner { counted: self.counted_position(entry), ..Owner::default() };
        self.await_parts(entry.parts.iter().map(|(part, node)| (owner, *part, *node, Some(nothing))));
        Scope { depth: self.depth, ..scope }
    }

    fn is_blank(&self, entry: &Entry<'t>) -> bool {
        self.row.rules.blank.is_some_and(|blank| blank.as_bytes() == self.text(entry.name))
    }

    /// Where the name of a counted constant stands in its definition.
    fn counted_position(&self, entry: &Entry<'t>) -> Option<u32> {
        (self.grammar.kind(entry.node).counted == Some(CountedNode::Item)).then_some(entry.position)
    }

    /// A constant without a value repeats the one before it.
    fn repeat(&mut self, entry: &Entry<'t>, construct: u32, position: u32) {
        if entry.part(Part::Body).is_some() {
            return;
        }
        let Some(repeated) = self.counted.repeated(position) else { return };
        let from = self.writer.stream.mark();
        self.writer.stream.push(Tag::Other, repeated.as_bytes(), true);
        self.constructs.add_piece(construct, Piece { part: Part::Body, from, to: self.writer.stream.mark() });
    }

    /// Defines one name; says what surrounds the nodes of its definition.
    fn define_one(&mut self, entry: &Entry<'t>, scope: Scope<'t>) -> Scope<'t> {
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

    /// The container that `@scope` names within the one around it.
    fn extended(&mut self, entry: &Entry<'t>, around: usize) -> usize {
        entry.scopes.iter().fold(around, |around, scope| {
            let name = compact(self.text(*scope)).replace("::", ".").replace("->", ".");
            let name = name.split('<').next().unwrap_or_default();
            self.inner_container(around, name, None)
        })
    }

    fn extension(&mut self, entry: &Entry<'t>, around: usize) -> usize {
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

    fn inner_container(&mut self, around: usize, name: &str, suffix: Option<String>) -> usize {
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
            header: None,
        });
        self.containers.len() - 1
    }

    fn kind(&self, entry: &Entry<'t>, container: usize) -> Kind {
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
    fn is_declared(&self, name: Node<'t>, scope: Scope<'t>) -> bool {
        let is_field = scope.looks_for != LooksFor::Everything;
        let declares = self.row.rules.declares_fields;
        declares && is_field && self.constructs.is_defined(&self.containers[scope.container], name)
    }

    /// The name that a target defines in this scope: a plain one, or an attribute of the receiver.
    fn assigned_name(&self, target: &Target<'t>, scope: Scope<'t>) -> Option<Node<'t>> {
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
            is_shown: scope.is_shown,
            leading: leading.first().map(|(node, _)| *node),
            behind: self.heredocs.behind(entry.span),
            comment,
            tokens: self.writer.stream.mark().token,
        });
        for (from, to) in self.leading.pieces(leading) {
            self.constructs.add_piece(construct, Piece { part: Part::Decorator, from, to });
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

    fn await_parts(&mut self, parts: impl Iterator<Item = (Owner, Part, Node<'t>, Option<Scope<'t>>)>) {
        self.awaited.extend(parts.map(|(owner, part, node, scope)| Awaited {
            node: node.id(),
            start: node.start_byte(),
            end: node.end_byte(),
            owner,
            part,
            scope,
        }));
    }

    /// Puts the parts of one definition in the order in which the walk comes to them, the next one last.
    fn sort_awaited(&mut self, from: usize) {
        self.awaited[from..].sort_by(|a, b| b.start.cmp(&a.start).then(a.end.cmp(&b.end)));
    }

    /// Notes where parts begin; says whether the node is the body of something.
    fn open_pieces(&mut self, node: Node<'t>) -> bool {
        let mut is_body = false;
        while let Some(next) = self.awaited.last() {
            if next.node == node.id() {
                is_body |= next.part == Part::Body;
                let (from, part) = (self.writer.stream.mark(), next.part);
                let Owner { construct, extension, counted } = next.owner;
                if construct.is_some() || extension.is_some() || counted.is_some() {
                    self.open.push(OpenPiece { depth: self.depth, owner: next.owner, part, from });
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

    fn close_piece(&mut self, at: usize, node: Node<'t>) {
        let OpenPiece { owner, part, mut from, .. } = self.open[at];
        let stream = &mut self.writer.stream;
        if let Some(position) = owner.counted
            && let Some(place) = self.counted.note(position, part, stream.bytes((from, stream.mark())))
        {
            stream.push(Tag::Other, place.as_bytes(), false);
        }
        if let (Some(container), Part::Interface(part)) = (owner.extension, part) {
            let header = &mut self.containers[container].header;
            let bytes = stream.bytes((from, stream.mark()));
            *header = (!bytes.is_empty()).then(|| header_digest(*header, part, bytes)).or(*header);
        }
        let mut to = stream.mark();
        let Some(construct) = owner.construct else { return };
        if part == Part::Body && node.child_count() == 0 && self.is_in_interface(construct) {
            // A name within the interface: what stands around it without being a node of its own stays there.
            let last = self.writer.stream.last_token();
            if last.0.token >= from.token {
                (from, to) = last;
            }
        }
        self.constructs.add_piece(construct, Piece { part, from, to });
    }

    /// Whether the next part of a construct lies within the node.
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
            byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() || b"_.\\:$->".contains(byte) || !byte.is_ascii()
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
