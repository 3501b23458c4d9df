//! The walk: one pass over a syntax tree that finds constructs, imports and calls, and writes the token stream.
//!
//! It never recurses: sources nest as deep as they like (SPEC 13.2).

use tree_sitter::{Node, Tree, TreeCursor};

use super::broken;
use super::canonical::Writer;
use super::children::elements;
use super::constructs::{Constructs, Found, line};
use super::definitions::{Definition, Finder, Part, Target, compact};
use super::fingerprint::Piece;
use super::grammar::{Grammar, Sort};
use super::languages::{Row, Shape};
use super::model::{BrokenRegion, Call, Import, Kind, Outline};
use super::stream::Mark;

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
    /// Parts of constructs whose nodes come later; the next one is last.
    awaited: Vec<Awaited>,
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
    /// The error node that is being walked, by its end.
    broken_until: usize,
}

/// What surrounds a node.
#[derive(Clone, Copy)]
struct Scope<'t> {
    /// Left when the walk leaves a node at this depth.
    depth: u32,
    looks_for: LooksFor<'t>,
    /// The container of what is defined here.
    container: Option<u32>,
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

struct Awaited {
    node: usize,
    start: usize,
    end: usize,
    construct: u32,
    part: Part,
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
        Walk {
            source,
            row,
            grammar,
            writer: Writer::new(source, row, grammar, tree.walk()),
            finder: Finder::new(source, grammar, tree.walk()),
            peek: tree.walk(),
            depth: 0,
            scopes: vec![Scope { depth: 0, looks_for: LooksFor::Everything, container: None, within: None }],
            awaited: Vec::new(),
            open: Vec::new(),
            claimed: Vec::new(),
            constructs: Constructs::new(source, row, grammar, tree.walk()),
            imports: Vec::new(),
            calls: Vec::new(),
            has_errors: tree.root_node().has_error(),
            broken: Vec::new(),
            broken_until: 0,
        }
    }

    pub fn run(mut self, tree: &'t Tree) -> Outline {
        let mut cursor = tree.walk();
        'tree: loop {
            self.depth += 1;
            if self.enter(cursor.node()) && cursor.goto_first_child() {
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

    fn enter(&mut self, node: Node<'t>) -> bool {
        let grammar = self.grammar;
        let id = node.kind_id();
        let kind = grammar.kind_of_id(id);
        if self.has_errors && (node.is_error() || node.is_missing()) {
            self.note_error(node);
        }
        if kind.starts.definition && !self.is_claimed(node) {
            self.define(node);
        }
        if kind.starts.import {
            self.finder.imports(node, &mut self.imports);
        }
        if kind.is_call {
            self.note_call(node);
        }
        self.open_pieces(node);
        self.writer.enter(node, id)
    }

    fn leave(&mut self, node: Node<'t>) {
        self.writer.leave(node);
        while let Some(open) = self.open.pop_if(|open| open.depth == self.depth) {
            let piece = Piece { part: open.part, from: open.from, to: self.writer.stream.mark() };
            self.constructs.add_piece(open.construct, piece);
        }
        self.scopes.pop_if(|scope| scope.depth == self.depth);
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
        if definition.node != node {
            self.claimed.push(definition.node.id());
        }
        let inside = match (definition.sort, scope.looks_for) {
            (Sort::Variable, _) => return self.assign(&definition, scope),
            (Sort::Function | Sort::Class, LooksFor::Attributes(_)) => {
                Scope { depth: self.depth, looks_for: LooksFor::Nothing, ..scope }
            }
            (_, LooksFor::Attributes(_)) => return,
            (sort, _) => {
                let Some(name) = definition.name else { return };
                let kind = self.kind(&definition, scope);
                let construct = self.add(kind, None, name, &definition, scope);
                self.await_parts(definition.parts.iter().map(|(part, node)| (construct, *part, *node)));
                let looks_for = match sort {
                    Sort::Function => self.receiver(&definition, scope, name),
                    _ => LooksFor::Everything,
                };
                let container = if sort == Sort::Class { Some(construct) } else { scope.container };
                Scope { depth: self.depth, looks_for, container, within: Some(construct) }
            }
        };
        self.scopes.push(inside);
    }

    fn kind(&self, definition: &Definition<'t>, scope: Scope<'t>) -> Kind {
        let is_enum = || {
            definition.bases.iter().any(|base| {
                let base = compact(self.text(*base));
                self.row.enum_bases.iter().any(|suffix| base.ends_with(suffix))
            })
        };
        match definition.sort {
            Sort::Function if scope.container.is_some() => Kind::Method,
            Sort::Function => Kind::Function,
            Sort::Class if is_enum() => Kind::Enum,
            Sort::Class => Kind::Class,
            Sort::Variable if scope.container.is_some() => Kind::Field,
            Sort::Variable => Kind::Variable,
            Sort::Type => Kind::Type,
        }
    }

    /// What to look for in a function: fields, if it is a method that sets them.
    fn receiver(&mut self, definition: &Definition<'t>, scope: Scope<'t>, name: Node<'t>) -> LooksFor<'t> {
        let initializes = self.row.initializers.iter().any(|initializer| initializer.as_bytes() == self.text(name));
        let parameters = definition.part(Part::Interface("parameters"));
        let (Some(mut node), true, true) = (parameters, initializes, scope.container.is_some()) else {
            return LooksFor::Nothing;
        };
        while let Some(first) = elements(node, &mut self.peek).next() {
            node = first;
            if matches!(self.grammar.kind(node).shape, Shape::Splat(_)) {
                return LooksFor::Nothing;
            }
        }
        LooksFor::Attributes(self.text(node))
    }

    fn assign(&mut self, definition: &Definition<'t>, scope: Scope<'t>) {
        let mut claimed = Vec::new();
        let targets = self.finder.targets(definition, &mut claimed);
        self.claimed.extend(claimed.into_iter().rev());
        let kind = self.kind(definition, scope);
        let mut within = None;
        let mut parts = Vec::new();
        for target in &targets {
            let Some(name) = self.assigned_name(target, scope) else { continue };
            let construct = self.add(kind, Some(target), name, definition, scope);
            within = within.or(Some(construct));
            parts.extend(target.annotation.map(|node| (construct, Part::Interface("type"), node)));
            parts.extend(target.value.map(|node| (construct, Part::Body, node)));
        }
        self.await_parts(parts.into_iter());
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
                let (object, name) = self.grammar.attribute;
                let object = target.node.child_by_field_id(object)?;
                (self.text(object) == receiver).then(|| target.node.child_by_field_id(name)).flatten()
            }
            _ => None,
        }
    }

    fn add(
        &mut self,
        kind: Kind,
        target: Option<&Target<'t>>,
        name: Node<'t>,
        definition: &Definition<'t>,
        scope: Scope<'t>,
    ) -> u32 {
        let (container, tokens) = (scope.container, self.writer.stream.mark().token);
        let is_direct = scope.looks_for == LooksFor::Everything;
        self.constructs.add(&Found { definition, kind, name, target, container, is_direct, tokens })
    }

    fn await_parts(&mut self, parts: impl Iterator<Item = (u32, Part, Node<'t>)>) {
        let known = self.awaited.len();
        self.awaited.extend(parts.map(|(construct, part, node)| Awaited {
            node: node.id(),
            start: node.start_byte(),
            end: node.end_byte(),
            construct,
            part,
        }));
        self.awaited[known..].sort_by(|a, b| b.start.cmp(&a.start).then(a.end.cmp(&b.end)));
    }

    fn open_pieces(&mut self, node: Node<'t>) {
        while let Some(next) = self.awaited.last() {
            if next.node == node.id() {
                let from = self.writer.stream.mark();
                self.open.push(OpenPiece { depth: self.depth, construct: next.construct, part: next.part, from });
            } else if next.end > node.start_byte() {
                return;
            }
            // What lies behind was left out of the walk.
            self.awaited.pop();
        }
    }

    fn note_error(&mut self, node: Node<'t>) {
        if node.start_byte() >= self.broken_until || self.broken.is_empty() {
            self.broken_until = node.end_byte();
            self.broken.push(broken::region(node, self.source));
        }
    }

    /// Only callees that are plain dotted names are noted.
    fn note_call(&mut self, node: Node<'t>) {
        let Some(callee) = node.child_by_field_id(self.grammar.callee) else { return };
        let is_name = |byte: &u8| {
            byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() || b"_.\\".contains(byte) || !byte.is_ascii()
        };
        let text = self.text(callee);
        if callee.is_named() && text.iter().all(is_name) {
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
