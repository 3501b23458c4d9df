//! The walk: one pass over a syntax tree that finds constructs, imports and calls, and writes the token stream.
//!
//! It never recurses: sources nest as deep as they like (SPEC 13.2).

use tree_sitter::{Node, Tree, TreeCursor};
use xxhash_rust::xxh64::xxh64;

use super::broken;
use super::canonical::{Writer, doc_string, elements};
use super::definitions::{Definition, Finder, Part, Target, compact};
use super::docs;
use super::fingerprint::{self, Piece};
use super::grammar::{Grammar, Sort};
use super::languages::{Row, Shape};
use super::model::{BrokenRegion, Call, Construct, Fingerprint, Import, Kind, Outline, Role, Span};
use super::names::Names;
use super::signature::signature;
use super::stream::Mark;

/// Bytes on each side of a construct that its `chunkUid` depends on (seed 004 §3.3).
const CONTEXT: usize = 64;

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
    names: Names,
    constructs: Vec<Construct>,
    /// The pieces of each construct.
    pieces: Vec<Vec<Piece>>,
    imports: Vec<Import>,
    calls: Vec<Call>,
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
            names: Names::default(),
            constructs: Vec::new(),
            pieces: Vec::new(),
            imports: Vec::new(),
            calls: Vec::new(),
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
        let kind = grammar.kind(node);
        if node.is_error() || node.is_missing() {
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
        self.writer.enter(node)
    }

    fn leave(&mut self, node: Node<'t>) {
        self.writer.leave(node);
        while let Some(open) = self.open.pop_if(|open| open.depth == self.depth) {
            let piece = Piece { part: open.part, from: open.from, to: self.writer.stream.mark() };
            self.pieces[open.construct as usize].push(piece);
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
            LooksFor::Everything => (target.node.child_count() == 0).then_some(target.node),
            LooksFor::Attributes(receiver) if is_attribute => {
                let (object, name) = self.grammar.attribute;
                let object = target.node.child_by_field_id(object)?;
                (self.text(object) == receiver).then(|| target.node.child_by_field_id(name)).flatten()
            }
            _ => None,
        }
    }

    /// Adds a construct; its hashes are computed when the whole stream is written.
    fn add(
        &mut self,
        kind: Kind,
        target: Option<&Target<'t>>,
        name: Node<'t>,
        definition: &Definition<'t>,
        scope: Scope<'t>,
    ) -> u32 {
        let simple = String::from_utf8_lossy(self.text(name)).into_owned();
        let suffix = definition.suffix.map(|suffix| String::from_utf8_lossy(self.text(suffix)));
        let container = scope.container.and_then(|container| self.constructs.get(container as usize));
        let is_member_of_enum =
            container.is_some_and(|container| container.kind == Kind::Enum) && scope.looks_for == LooksFor::Everything;
        let chain = container.map(|container| (container.qualname.as_str(), container.bare_qualname.as_str()));
        let names = self.names.next(chain, &simple, suffix.as_deref());

        let is_const = target.is_some_and(|target| {
            is_member_of_enum || (self.row.is_const)(&simple) || target.annotation.is_some_and(|t| self.is_final(t))
        });
        let node = definition.span;
        let (start, end) = (node.start_byte(), node.end_byte());
        let before = &self.source[start.saturating_sub(CONTEXT)..start];
        let after = &self.source[end..self.source.len().min(end + CONTEXT)];
        let parameters = definition.part(Part::Interface("parameters"));
        let returns = definition.part(Part::Interface("returns"));
        let signature = parameters.map(|node| signature(node, returns, self.source, self.row, self.grammar));
        let doc_hash = self.doc_hash(definition);
        let here = self.writer.stream.mark().token;
        let unknown = Fingerprint([0; 16]);
        self.constructs.push(Construct {
            kind,
            role: is_const.then_some(Role::Const),
            qualname: names.qualname,
            bare_qualname: names.bare_qualname,
            name: simple,
            parent: scope.container,
            span: Span { start: start as u32, end: end as u32 },
            start_line: line(node.start_position()),
            end_line: last_line(node),
            definition_line: line(if target.is_some() { name } else { definition.node }.start_position()),
            interface_hash: unknown,
            bare_interface_hash: unknown,
            body_hash: unknown,
            doc_hash,
            interface_weight: 0,
            body: Span { start: here, end: here },
            has_parse_error: node.has_error(),
            base_classes: definition.bases.iter().map(|base| compact(self.text(*base))).collect(),
            signature,
            span_hash: xxh64(&self.source[start..end], 0),
            pre_hash: xxh64(before, 0),
            post_hash: xxh64(after, 0),
        });
        self.pieces.push(Vec::new());
        (self.constructs.len() - 1) as u32
    }

    /// `Final`, `typing.Final[int]`, `"Final"`.
    fn is_final(&self, annotation: Node<'t>) -> bool {
        let text = compact(self.text(annotation));
        let bare = text.trim_start_matches(['"', '\'']).split(['[', '"', '\'']).next().unwrap_or_default();
        self.row.const_types.contains(&bare.rsplit('.').next().unwrap_or_default())
    }

    fn doc_hash(&mut self, definition: &Definition<'t>) -> Option<Fingerprint> {
        if definition.sort == Sort::Variable {
            return None;
        }
        let body = definition.part(Part::Body)?;
        let first = elements(body, &mut self.peek).next()?;
        if !self.grammar.kind(first).is_doc_statement {
            return None;
        }
        let string = doc_string(first, self.source, self.row, self.grammar, &mut self.peek)?;
        let (source, row) = (self.source, self.row);
        let literal_of = |node: Node<'t>| {
            let source = &source[node.byte_range()];
            let literal = (row.string)(source);
            (&source[literal.start..literal.end], literal.style)
        };
        let text = if self.grammar.kind(string).shape == Shape::Strings {
            docs::clean_joined(elements(string, &mut self.peek).map(literal_of))
        } else {
            let (text, style) = literal_of(string);
            docs::clean(text, style)
        };
        Some(fingerprint::doc_hash(&text))
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

    fn finish(mut self) -> Outline {
        let stream = &self.writer.stream;
        for (construct, pieces) in self.constructs.iter_mut().zip(&mut self.pieces) {
            pieces.sort_by_key(|piece| piece.from.token);
            let hashes = fingerprint::hashes(stream, construct.kind, construct.name.as_bytes(), pieces);
            construct.interface_hash = hashes.interface;
            construct.bare_interface_hash = hashes.bare_interface;
            construct.body_hash = hashes.body;
            construct.interface_weight = hashes.interface_weight;
            if let Some(body) = pieces.iter().find(|piece| piece.part == Part::Body) {
                construct.body = Span { start: body.from.token, end: body.to.token };
            }
        }
        Outline {
            constructs: self.constructs,
            imports: self.imports,
            calls: self.calls,
            tokens: self.writer.stream.into_tokens(),
            broken: self.broken,
        }
    }
}

fn line(point: tree_sitter::Point) -> u32 {
    point.row as u32 + 1
}

/// The last line with something on it: some nodes end with the line break.
fn last_line(node: Node) -> u32 {
    let (start, end) = (node.start_position(), node.end_position());
    if end.column == 0 && end.row > start.row { end.row as u32 } else { line(end) }
}
