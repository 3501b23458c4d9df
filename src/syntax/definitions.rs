//! Definitions: what a language's query finds at one node.
//!
//! The query is run on single nodes only, those whose kind can start a pattern. Its cost is that of the definitions in
//! a file, not of the file.

use tree_sitter::{Node, QueryCursor, StreamingIterator, TreeCursor};

use super::children::elements;
use super::grammar::{Capture, Grammar, Sort};
use super::languages::Shape;
use super::model::Import;

/// Runs the query and reads its captures.
pub(super) struct Finder<'t> {
    source: &'t [u8],
    grammar: &'static Grammar,
    cursor: QueryCursor,
    peek: TreeCursor<'t>,
}

/// A definition as the query sees it.
pub(super) struct Definition<'t> {
    pub sort: Sort,
    /// The defining node itself, after decorators.
    pub node: Node<'t>,
    /// The whole of it.
    pub span: Node<'t>,
    pub name: Option<Node<'t>>,
    pub target: Option<Node<'t>>,
    pub suffix: Option<Node<'t>>,
    pub bases: Vec<Node<'t>>,
    pub parts: Vec<(Part, Node<'t>)>,
}

/// What a piece of a construct adds to its fingerprints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Decorator,
    Interface(&'static str),
    Body,
}

/// One name that an assignment sets.
pub(super) struct Target<'t> {
    /// An identifier or an attribute.
    pub node: Node<'t>,
    pub annotation: Option<Node<'t>>,
    pub value: Option<Node<'t>>,
}

impl<'t> Definition<'t> {
    pub fn part(&self, wanted: Part) -> Option<Node<'t>> {
        self.parts.iter().find(|(part, _)| *part == wanted).map(|(_, node)| *node)
    }
}

impl<'t> Finder<'t> {
    pub fn new(source: &'t [u8], grammar: &'static Grammar, peek: TreeCursor<'t>) -> Self {
        let mut cursor = QueryCursor::new();
        cursor.set_max_start_depth(Some(0));
        Finder { source, grammar, cursor, peek }
    }

    /// The definition at this node, with what it wraps.
    pub fn definition(&mut self, node: Node<'t>) -> Option<Definition<'t>> {
        let mut captures = self.captures(node);
        if let Some((_, inner)) = captures.iter().find(|(capture, _)| *capture == Capture::Inner).copied() {
            captures.extend(self.captures(inner));
        }
        let first = |wanted: Capture| captures.iter().find(|(capture, _)| *capture == wanted).map(|(_, node)| *node);
        let (sort, definition) = captures.iter().find_map(|(capture, node)| match capture {
            Capture::Definition(sort) => Some((*sort, *node)),
            _ => None,
        })?;
        let mut parts = Vec::new();
        let mut bases = Vec::new();
        for (capture, node) in &captures {
            match capture {
                Capture::Decorator => parts.push((Part::Decorator, *node)),
                Capture::Interface(name) => parts.push((Part::Interface(name), *node)),
                Capture::Body => parts.push((Part::Body, *node)),
                Capture::Base => bases.push(*node),
                _ => {}
            }
        }
        parts.sort_by_key(|(_, node)| node.start_byte());
        bases.sort_by_key(|node| node.start_byte());
        Some(Definition {
            sort,
            node: definition,
            span: first(Capture::Span).unwrap_or(definition),
            name: first(Capture::Name),
            target: first(Capture::Target),
            suffix: self.suffix(&captures, first(Capture::Name)),
            bases,
            parts,
        })
    }

    /// What tells an accessor from its siblings: the decorator has to name the property that it belongs to.
    fn suffix(&self, captures: &[(Capture, Node<'t>)], name: Option<Node<'t>>) -> Option<Node<'t>> {
        let name = &self.source[name?.byte_range()];
        captures.windows(2).find_map(|pair| match pair {
            [(Capture::SuffixOf, of), (Capture::Suffix, suffix)] if &self.source[of.byte_range()] == name => {
                Some(*suffix)
            }
            _ => None,
        })
    }

    /// The names that the import at this node brings in.
    pub fn imports(&mut self, node: Node<'t>, imports: &mut Vec<Import>) {
        let (source, grammar) = (self.source, self.grammar);
        let mut matches = self.cursor.matches(&grammar.query, node, source);
        let line = node.start_position().row as u32 + 1;
        while let Some(found) = matches.next() {
            let mut import = Import { module: String::new(), level: 0, name: None, alias: None, line };
            for capture in found.captures() {
                let text = compact(&source[capture.node.byte_range()]);
                match grammar.capture(capture.index) {
                    Capture::ImportModule => import.module = text,
                    Capture::ImportRelative => {
                        let module = text.trim_start_matches('.');
                        import.level = (text.len() - module.len()) as u32;
                        import.module = module.to_owned();
                    }
                    Capture::ImportName => import.name = Some(text),
                    Capture::ImportAlias => import.alias = Some(text),
                    _ => {}
                }
            }
            imports.push(import);
        }
    }

    /// Every name that an assignment sets, in the order of the source, with what it is set to. `a = b = 1` is a chain
    /// of nested assignments: the nodes after the first are added to `claimed`, for they are dealt with here.
    pub fn targets(&mut self, definition: &Definition<'t>, claimed: &mut Vec<usize>) -> Vec<Target<'t>> {
        let mut sides = vec![(definition.target, definition.part(Part::Interface("type")))];
        let mut value = definition.part(Part::Body);
        while let Some(next) = value.filter(|value| value.kind_id() == definition.node.kind_id()) {
            let Some(inner) = self.definition(next) else { break };
            claimed.push(next.id());
            sides.push((inner.target, inner.part(Part::Interface("type"))));
            value = inner.part(Part::Body);
        }
        let mut targets = Vec::new();
        for (target, annotation) in sides {
            if let Some(target) = target {
                self.unpack(target, annotation, value, &mut targets);
            }
        }
        targets
    }

    /// `a, b = 1, 2` sets each to its own value; where the sides do not pair up, each is set to the whole.
    fn unpack(
        &mut self,
        target: Node<'t>,
        annotation: Option<Node<'t>>,
        value: Option<Node<'t>>,
        targets: &mut Vec<Target<'t>>,
    ) {
        let mut pending = vec![(target, value)];
        while let Some((node, value)) = pending.pop() {
            match self.grammar.kind(node).shape {
                Shape::Tuple | Shape::List => {
                    let names: Vec<Node> = elements(node, &mut self.peek).collect();
                    let values = value.and_then(|value| self.sequence(value)).filter(|values| {
                        values.len() == names.len() && !names.iter().chain(values).any(|node| self.is_splat(*node))
                    });
                    let pairs = names.iter().enumerate().map(|(position, name)| {
                        (*name, values.as_ref().map_or(value, |values| values.get(position).copied()))
                    });
                    pending.extend(pairs.rev());
                }
                Shape::Splat(_) | Shape::Transparent => {
                    pending.extend(elements(node, &mut self.peek).last().map(|inner| (inner, value)));
                }
                _ => targets.push(Target { node, annotation, value }),
            }
        }
    }

    fn sequence(&mut self, mut value: Node<'t>) -> Option<Vec<Node<'t>>> {
        while self.grammar.kind(value).shape == Shape::Transparent {
            value = elements(value, &mut self.peek).next()?;
        }
        matches!(self.grammar.kind(value).shape, Shape::Tuple | Shape::List)
            .then(|| elements(value, &mut self.peek).collect())
    }

    fn is_splat(&self, node: Node<'t>) -> bool {
        matches!(self.grammar.kind(node).shape, Shape::Splat(_))
    }

    /// All captures at this node, each node once for each meaning.
    fn captures(&mut self, node: Node<'t>) -> Vec<(Capture, Node<'t>)> {
        let grammar = self.grammar;
        let mut captures = Vec::new();
        let mut matches = self.cursor.matches(&grammar.query, node, self.source);
        while let Some(found) = matches.next() {
            captures.extend(found.captures().iter().map(|capture| (grammar.capture(capture.index), capture.node)));
        }
        captures
    }
}

/// A dotted name without the white space and line breaks it may have been written with.
pub(super) fn compact(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    text.chars().filter(|c| !c.is_whitespace() && *c != '\\').collect()
}
