//! Constructs: the list that a walk fills, and the hashes that are computed once it is done.

use std::collections::HashMap;

use tree_sitter::{Node, Point, TreeCursor};
use xxhash_rust::xxh64::xxh64;

use super::children::elements;
use super::definitions::{Definition, Part, Target, compact};
use super::docs;
use super::fingerprint::{self, Piece};
use super::grammar::{Grammar, Sort};
use super::languages::{Row, Shape};
use super::model::{Construct, Fingerprint, Kind, Role, Span};
use super::names::Names;
use super::own_name::OwnName;
use super::signature::signature;
use super::stream::{Mark, Stream};
use super::texts::doc_string;

/// Bytes on each side of a construct that its `chunkUid` depends on (seed 004 §3.3).
const CONTEXT: usize = 64;

/// Longer names, in bytes, are cut.
const MAX_NAME: usize = 255;

/// The constructs of one file.
pub(super) struct Constructs<'t> {
    source: &'t [u8],
    row: &'static Row,
    grammar: &'static Grammar,
    peek: TreeCursor<'t>,
    names: Names,
    list: Vec<Construct>,
    /// The pieces of each construct in the stream.
    pieces: Vec<Vec<Piece>>,
    /// The last span that was hashed, for the names of one assignment share theirs.
    hashed: Option<(Span, [u64; 3])>,
}

/// A definition in its place.
pub(super) struct Found<'d, 't> {
    pub definition: &'d Definition<'t>,
    pub kind: Kind,
    pub name: Node<'t>,
    /// For names that an assignment sets.
    pub target: Option<&'d Target<'t>>,
    pub container: Option<u32>,
    /// Whether it stands in the container itself, not in one of its methods.
    pub is_direct: bool,
    /// How many tokens come before it.
    pub tokens: u32,
}

impl<'t> Constructs<'t> {
    pub fn new(source: &'t [u8], row: &'static Row, grammar: &'static Grammar, peek: TreeCursor<'t>) -> Self {
        let (names, list, pieces) = (Names::default(), Vec::new(), Vec::new());
        Constructs { source, row, grammar, peek, names, list, pieces, hashed: None }
    }

    /// Adds a construct and says where it stands; its fingerprints follow when the whole stream is written.
    pub fn add(&mut self, found: &Found<'_, 't>) -> u32 {
        let definition = found.definition;
        let name = readable_name(self.text(found.name));
        let suffix = definition.suffix.map(|suffix| String::from_utf8_lossy(self.text(suffix)));
        let container = found.container.and_then(|container| self.list.get(container as usize));
        let scope = container.map(|container| (container.qualname.as_str(), container.bare_qualname.as_str()));
        let is_enum = found.is_direct && container.is_some_and(|container| container.kind == Kind::Enum);
        let names = self.names.next(scope, &name, suffix.as_deref());

        let is_const = found.target.is_some_and(|target| {
            is_enum || (self.row.is_const)(&name) || target.annotation.is_some_and(|node| self.is_final(node))
        });
        let parameters = definition.part(Part::Interface("parameters"));
        let returns = definition.part(Part::Interface("returns"));
        let node = definition.span;
        let span = Span { start: node.start_byte() as u32, end: node.end_byte() as u32 };
        let [span_hash, pre_hash, post_hash] = self.span_hashes(span);
        let defining = if found.target.is_some() { found.name } else { definition.node };
        let unknown = Fingerprint([0; 16]);
        let construct = Construct {
            kind: found.kind,
            role: is_const.then_some(Role::Const),
            qualname: names.qualname,
            bare_qualname: names.bare_qualname,
            name,
            parent: found.container,
            span,
            start_line: line(node.start_position()),
            end_line: last_line(node),
            definition_line: line(defining.start_position()),
            interface_hash: unknown,
            bare_interface_hash: unknown,
            body_hash: unknown,
            doc_hash: self.doc_hash(definition),
            interface_weight: 0,
            body: Span { start: found.tokens, end: found.tokens },
            has_parse_error: node.has_error(),
            base_classes: definition.bases.iter().map(|base| compact(self.text(*base))).collect(),
            signature: parameters.map(|node| signature(node, returns, self.source, self.row, self.grammar)),
            span_hash,
            pre_hash,
            post_hash,
        };
        self.list.push(construct);
        self.pieces.push(Vec::new());
        (self.list.len() - 1) as u32
    }

    /// Notes a range of the stream that belongs to a construct.
    pub fn add_piece(&mut self, construct: u32, piece: Piece) {
        self.pieces[construct as usize].push(piece);
    }

    pub fn finish(mut self, stream: &Stream) -> Vec<Construct> {
        let mut values = Values::new(&self.pieces);
        for at in 0..self.list.len() {
            let (known, rest) = self.list.split_at_mut(at);
            let (Some(construct), pieces) = (rest.first_mut(), &mut self.pieces[at]) else { break };
            pieces.sort_by_key(|piece| piece.from.token);
            let container = construct.parent.and_then(|parent| known.get(parent as usize));
            let own = OwnName {
                contexts: &self.grammar.own_names,
                name: construct.name.as_bytes(),
                member_of: container.filter(|_| construct.kind == Kind::Method).map(|class| class.name.as_bytes()),
            };
            let interface = fingerprint::interface(stream, construct.kind, own, pieces);
            let body = pieces.iter().find(|piece| piece.part == Part::Body);
            construct.body_hash = values.hash(stream, own, body);
            construct.interface_hash = interface.hash;
            construct.bare_interface_hash = interface.bare;
            construct.interface_weight = interface.weight;
            if let Some(body) = body {
                construct.body = Span { start: body.from.token, end: body.to.token };
            }
        }
        self.list
    }

    /// The inputs of `chunkUid`: the span and what stands before and after it.
    fn span_hashes(&mut self, span: Span) -> [u64; 3] {
        if let Some((_, hashes)) = self.hashed.filter(|(hashed, _)| *hashed == span) {
            return hashes;
        }
        let (start, end) = (span.start as usize, span.end as usize);
        let before = &self.source[start.saturating_sub(CONTEXT)..start];
        let after = &self.source[end..self.source.len().min(end + CONTEXT)];
        let hashes = [&self.source[start..end], before, after].map(|bytes| xxh64(bytes, 0));
        self.hashed = Some((span, hashes));
        hashes
    }

    /// `Final`, `typing.Final[int]`, `"Final"`.
    fn is_final(&self, annotation: Node<'t>) -> bool {
        let text = compact(self.text(annotation));
        let bare = text.trim_start_matches(['"', '\'']).split(['[', '"', '\'']).next().unwrap_or_default();
        self.row.const_types.contains(&bare.rsplit('.').next().unwrap_or_default())
    }

    /// The hash of the text with which a body starts, if that is a string and nothing else.
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

    fn text(&self, node: Node<'t>) -> &'t [u8] {
        &self.source[node.byte_range()]
    }
}

/// A name that every member can carry in its qualname: beyond what anybody types it is cut, and told apart by a hash.
fn readable_name(text: &[u8]) -> String {
    let name = String::from_utf8_lossy(text);
    if name.len() <= MAX_NAME {
        return name.into_owned();
    }
    let start: String = name.chars().take(MAX_NAME / 4).collect();
    format!("{start}_{:016x}", xxh64(text, 0))
}

/// Values that several names share, as in `a = b = []`. Such a value is hashed once, without a placeholder for any of
/// them: names and values both can be many.
struct Values {
    /// How many constructs have this range as their body.
    users: HashMap<(Mark, Mark), u32>,
    hashes: HashMap<(Mark, Mark), Fingerprint>,
}

impl Values {
    fn new(pieces: &[Vec<Piece>]) -> Self {
        let mut users = HashMap::new();
        for body in pieces.iter().flatten().filter(|piece| piece.part == Part::Body) {
            *users.entry((body.from, body.to)).or_insert(0) += 1;
        }
        users.retain(|_, users| *users > 1);
        Values { users, hashes: HashMap::new() }
    }

    fn hash(&mut self, stream: &Stream, own: OwnName, body: Option<&Piece>) -> Fingerprint {
        match body.map(|body| (body.from, body.to)).filter(|range| self.users.contains_key(range)) {
            Some(range) => *self.hashes.entry(range).or_insert_with(|| fingerprint::body(stream, None, body)),
            None => fingerprint::body(stream, Some(own), body),
        }
    }
}

/// 1-based.
pub(super) fn line(point: Point) -> u32 {
    point.row as u32 + 1
}

/// The last line with something on it: some nodes end with the line break.
fn last_line(node: Node) -> u32 {
    let (start, end) = (node.start_position(), node.end_position());
    if end.column == 0 && end.row > start.row { end.row as u32 } else { line(end) }
}
