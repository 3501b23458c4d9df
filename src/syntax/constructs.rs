//! Constructs: the list that a walk fills.

use std::collections::{HashMap, HashSet};

use tree_sitter::{Node, TreeCursor};
use xxhash_rust::xxh64::xxh64;

use super::captures::Sort;
use super::children::{elements, elements_and_symbols};
use super::definitions::{Entry, Part, compact};
use super::docs;
use super::fingerprint::{self, Piece};
use super::grammar::Grammar;
use super::languages::{Row, Shape};
use super::model::{Bare, Construct, Family, Fingerprint, Kind, Role, Span};
use super::names::{Names, Parts, announced};
use super::signature::signature;
use super::spans::{self, last_line, line};
use super::spelling::{base_name, cut, readable};
use super::targets::Target;
use super::texts::doc_string;
use super::types::{composed_name, parameter_types, type_name};

/// The constructs of one file.
pub(super) struct Constructs<'t> {
    source: &'t [u8],
    row: &'static Row,
    pub(super) grammar: &'static Grammar,
    peek: TreeCursor<'t>,
    names: Names,
    pub(super) list: Vec<Construct>,
    /// The pieces of each construct in the stream.
    pub(super) pieces: Vec<Vec<Piece>>,
    /// What else their hashes depend on.
    pub(super) traits: Vec<Traits<'t>>,
    /// The last span that was hashed, for the names of one assignment share theirs.
    hashed: Option<(Span, [u64; 3])>,
}

/// What the query says of a construct that matters once the whole stream is written.
pub(super) struct Traits<'t> {
    pub(super) is_constant: bool,
    /// The name of the object that a method belongs to.
    pub(super) receiver: Option<&'t [u8]>,
    /// What the extension around it says.
    pub(super) header: Option<Fingerprint>,
    /// The names of its parameters that no caller can use, in their order: swapped, they make another body of it.
    pub(super) arguments: Vec<&'t [u8]>,
}

/// A definition in its place.
pub(super) struct Found<'d, 't> {
    pub entry: &'d Entry<'t>,
    pub kind: Kind,
    pub name: Node<'t>,
    /// For names that an assignment sets.
    pub target: Option<&'d Target<'t>>,
    pub container: &'d Container,
    /// Whether it stands in the container itself, not in one of its methods.
    pub is_direct: bool,
    /// Whether it stands in a private section of its container.
    pub is_hidden: bool,
    /// Whether its container shows all of its members.
    pub is_shown: bool,
    /// The nodes right before it that belong to it, and the comment that documents it.
    pub leading: Option<Node<'t>>,
    /// The text behind it that belongs to it.
    pub behind: Option<Node<'t>>,
    pub comment: Option<&'t [u8]>,
    /// How many tokens come before it.
    pub tokens: u32,
}

/// What members are named as a part of: a construct, a type that is extended from outside of it, or the file.
#[derive(Clone, Default)]
pub(super) struct Container {
    /// The construct around the members, or the one that the name turns out to mean.
    pub construct: Option<u32>,
    pub kind: Option<Kind>,
    /// What comes before a member's name; empty in the file.
    pub qualname: String,
    pub bare_qualname: String,
    /// What tells members of that name apart from others: the trait that an `impl` is for.
    pub suffix: Option<String>,
    /// For extensions: what their interface says, which holds for every member.
    pub header: Option<Fingerprint>,
}

impl Container {
    /// Whether functions in it are methods.
    pub fn is_type(&self) -> bool {
        self.kind.is_some_and(|kind| kind != Kind::Module)
    }
}

impl<'t> Constructs<'t> {
    pub fn new(source: &'t [u8], row: &'static Row, grammar: &'static Grammar, peek: TreeCursor<'t>) -> Self {
        Constructs {
            source,
            row,
            grammar,
            peek,
            names: Names::default(),
            list: Vec::new(),
            pieces: Vec::new(),
            traits: Vec::new(),
            hashed: None,
        }
    }

    /// Adds a construct and says where it stands; its fingerprints follow when the whole stream is written.
    pub fn add(&mut self, found: &Found<'_, 't>) -> u32 {
        let (entry, container) = (found.entry, found.container);
        let name = self.name(found.name, entry.name_without);
        let suffix = entry.suffix.map(|suffix| type_name(suffix, self.source));
        let types = if self.row.rules.overloads && entry.sort.is_callable() && !entry.marks.is_untyped {
            cut(parameter_types(&entry.parameters, &entry.without, self.source, self.grammar))
        } else {
            String::new()
        };
        let names = self.names.next(Parts {
            scope: (&container.qualname, &container.bare_qualname),
            name: &name,
            types: &types,
            suffix: suffix.as_deref().or(container.suffix.as_deref()),
            is_declaration: entry.marks.is_declaration,
        });

        let rules = &self.row.rules;
        let is_const = match found.target {
            Some(target) => {
                (found.is_direct && container.kind == Some(Kind::Enum))
                    || (rules.is_const)(&name)
                    || target.annotation.is_some_and(|node| self.is_final(node))
            }
            None => {
                let by_name = matches!(entry.sort, Sort::Variable | Sort::Object) && (rules.is_const)(&name);
                let by_mark = entry.marks.is_const && !entry.sort.is_callable();
                entry.sort == Sort::Constant || by_mark || by_name
            }
        };
        let is_private = (rules.is_private)(&name)
            || entry.marks.is_private
            || (entry.marks.is_local && !container.is_type())
            || (!entry.marks.is_public && (found.is_hidden || (rules.private_by_default && !found.is_shown)));
        let parameters = entry.part(Part::Interface("parameters")).or(entry.parameter_list);
        let returns = entry
            .part(Part::Interface("returns"))
            .filter(|node| !entry.omitted.contains(node))
            .or_else(|| entry.part(Part::Interface("type")));
        let node = entry.span;
        let first = found.leading.unwrap_or(node);
        let last = found.behind.unwrap_or_else(|| self.last_of(node));
        let span = Span { start: first.start_byte() as u32, end: last.end_byte() as u32 };
        let [span_hash, pre_hash, post_hash] = self.span_hashes(span);
        let unknown = Fingerprint([0; 16]);
        let construct = Construct {
            kind: found.kind,
            role: is_const.then_some(Role::Const),
            bare: Bare::new(&names.qualname, &names.bare_qualname, &name),
            qualname: names.qualname,
            parent: container.construct,
            span,
            start_line: line(first.start_position()),
            end_line: last_line(last),
            definition_line: line(found.name.start_position()),
            interface_hash: unknown,
            bare_interface_hash: unknown,
            body_hash: unknown,
            doc_hash: self.doc_hash(entry).or_else(|| {
                found.comment.map(|comment| docs::clean_comment(comment, self.row.rules.reflowed_comments))
            }),
            interface_weight: 0,
            body: Span { start: found.tokens, end: found.tokens },
            is_private,
            has_parse_error: node.has_error(),
            base_classes: entry.bases.iter().map(|base| base_name(self.text(*base))).collect(),
            signature: match parameters {
                Some(node) => Some(signature(node, returns, self.source, self.row, self.grammar)),
                // Without a list of parameters it takes none.
                None => entry.sort.is_callable().then(|| "()".to_owned()),
            },
            span_hash,
            pre_hash,
            post_hash,
        };
        self.list.push(construct);
        self.pieces.push(Vec::new());
        let receiver = entry.receiver.map(|receiver| self.text(receiver));
        let is_constant = entry.sort == Sort::Constant;
        let arguments = self.arguments(entry);
        self.traits.push(Traits { is_constant, receiver, header: container.header, arguments });
        (self.list.len() - 1) as u32
    }

    /// What a construct is called that this node names, without what only stands in the same node.
    fn name(&self, node: Node<'t>, without: Option<Node<'t>>) -> String {
        let kind = self.grammar.kind(node);
        if kind.is_composed_name {
            return cut(composed_name(node, without, self.source));
        }
        if let Some(name) = self.name_of_keyword(node) {
            return name.to_owned();
        }
        let text = String::from_utf8_lossy(self.text(node));
        let name = (self.row.rules.plain_name)(&text);
        cut(if kind.is_quoted_name { readable(&name) } else { name.into_owned() })
    }

    /// Whether a container has a member of that name.
    pub fn is_defined(&self, container: &Container, name: Node<'t>) -> bool {
        self.names.is_used(&container.qualname, &self.name(name, None))
    }

    /// The names that do not count in the interface, but that the body relies on.
    fn arguments(&self, entry: &Entry<'t>) -> Vec<&'t [u8]> {
        let is_in_list = |node: &Node<'t>| {
            entry.parts.iter().any(|(part, list)| {
                matches!(part, Part::Interface("parameters" | "parameter"))
                    && list.start_byte() <= node.start_byte()
                    && node.end_byte() <= list.end_byte()
            })
        };
        let is_name = |node: &&Node<'t>| self.grammar.kind(**node).shape == Shape::Word && is_in_list(node);
        let mut names: Vec<Node<'t>> = entry.omitted.iter().chain(&entry.anonymous).filter(is_name).copied().collect();
        names.sort_by_key(Node::start_byte);
        names.dedup();
        names.into_iter().map(|node| self.text(node)).collect()
    }

    /// The names of a construct.
    pub fn get(&self, construct: u32) -> &Construct {
        &self.list[construct as usize]
    }

    /// Notes a range of the stream that belongs to a construct.
    pub fn add_piece(&mut self, construct: u32, piece: Piece) {
        self.pieces[construct as usize].push(piece);
    }

    /// Gives declarations without a definition their names, and members of types that are extended from outside of them
    /// their containers: both may stand anywhere in the file.
    pub(super) fn settle_names(&mut self) {
        self.settle_privacy();
        for construct in &mut self.list {
            if let Some(qualname) = self.names.settled(&construct.qualname) {
                construct.qualname = qualname;
            }
        }
        if self.list.iter().all(|construct| construct.parent.is_some() || construct.qualname == construct.name()) {
            return;
        }
        let is_holder = |construct: &&Construct| matches!(construct.kind.family(), Family::Type | Family::Module);
        let positions = self.list.iter().enumerate().filter(|(_, construct)| is_holder(construct));
        let mut holders: HashMap<String, u32> = HashMap::new();
        for (position, construct) in positions {
            holders.entry(construct.bare_qualname().to_owned()).or_insert(position as u32);
        }
        for construct in &mut self.list {
            let Some((scope, _)) = construct.bare_qualname().rsplit_once('.') else { continue };
            if construct.parent.is_none() {
                construct.parent = holders.get(scope).copied();
            }
        }
    }

    /// A definition outside of its class is as private as the declaration of it in there.
    fn settle_privacy(&mut self) {
        let private = self.list.iter().filter(|construct| construct.is_private);
        let private: HashSet<String> = private.filter_map(|declaration| announced(&declaration.qualname)).collect();
        if !private.is_empty() {
            let definitions = self.list.iter_mut().filter(|construct| private.contains(&construct.qualname));
            definitions.for_each(|construct| construct.is_private = true);
        }
    }

    fn name_of_keyword(&self, node: Node<'t>) -> Option<&'static str> {
        let mut names = self.row.rules.keyword_names.iter().filter(|_| !node.is_named());
        names.find(|(keyword, _)| *keyword == node.kind()).map(|(_, name)| *name)
    }

    /// The node with which another really ends.
    fn last_of(&mut self, node: Node<'t>) -> Node<'t> {
        if !self.row.rules.ends_late {
            return node;
        }
        let counts = |child: &Node<'t>| !child.is_extra() && !child.byte_range().is_empty();
        let mut last = node;
        self.peek.reset(node);
        while self.peek.goto_last_child() {
            let child = Some(self.peek.node()).filter(counts);
            let Some(child) = child.or_else(|| elements_and_symbols(last, &mut self.peek).filter(counts).last()) else {
                break;
            };
            if child != self.peek.node() {
                self.peek.reset(child);
            }
            last = child;
        }
        last
    }

    /// The inputs of `chunkUid`: the span and what stands before and after it.
    fn span_hashes(&mut self, span: Span) -> [u64; 3] {
        if let Some((_, hashes)) = self.hashed.filter(|(hashed, _)| *hashed == span) {
            return hashes;
        }
        let [before, after] = spans::context_hashes(self.source, span);
        let own = xxh64(&self.source[span.start as usize..span.end as usize], 0);
        let hashes = [own, before, after];
        self.hashed = Some((span, hashes));
        hashes
    }

    /// `Final`, `typing.Final[int]`, `"Final"`.
    fn is_final(&self, annotation: Node<'t>) -> bool {
        let text = compact(self.text(annotation));
        let bare = text.trim_start_matches(['"', '\'']).split(['[', '"', '\'']).next().unwrap_or_default();
        self.row.rules.const_types.contains(&bare.rsplit('.').next().unwrap_or_default())
    }

    /// The hash of the text with which a body starts, if that is a string and nothing else.
    fn doc_hash(&mut self, entry: &Entry<'t>) -> Option<Fingerprint> {
        if self.row.rules.doc_statement.is_none() || entry.sort == Sort::Variable {
            return None;
        }
        let body = entry.part(Part::Body)?;
        let first = elements(body, &mut self.peek).next()?;
        if !self.grammar.kind(first).is_doc_statement {
            return None;
        }
        let string = doc_string(first, self.source, self.row, self.grammar, &mut self.peek)?;
        let (source, row) = (self.source, self.row);
        let literal_of = |node: Node<'t>| {
            let source = &source[node.byte_range()];
            let literal = (row.rules.string)(source);
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
