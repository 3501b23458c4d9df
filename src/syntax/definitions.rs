//! Definitions: what a language's query finds at one node.
//!
//! Patterns are tried on single nodes only, those whose kind can start one. The cost is that of the definitions in a
//! file, not of the file.

use std::collections::BTreeMap;

use tree_sitter::{Node, TreeCursor};

use super::captures::{Capture, Sort};
use super::children::elements;
use super::declarators::{Declared, declared, parameter_names, parameters};
use super::grammar::Grammar;
use super::matched::Matched;
use super::patterns::Trier;

/// Definitions that wrap each other deeper than this are not looked at: `export declare …`, `template<> template<> …`.
const MAX_WRAPPED: usize = 8;

/// Tries the patterns and reads their captures.
pub(super) struct Finder<'t> {
    pub(super) source: &'t [u8],
    pub(super) grammar: &'static Grammar,
    pub(super) trier: Trier<'t>,
    pub(super) peek: TreeCursor<'t>,
    /// Whether patterns had more to say than they were let since this was asked last.
    pub(super) is_lost: bool,
}

/// What is defined at a node.
pub(super) struct Definition<'t> {
    /// The nodes that it wraps, which must not be looked at again, outermost first.
    pub wrapped: Vec<Node<'t>>,
    pub what: What<'t>,
}

pub(super) enum What<'t> {
    /// One or several names, each with what belongs to it.
    Named(Vec<Entry<'t>>),
    /// An assignment, whose left side says which names it sets.
    Assignment(Box<Entry<'t>>, Node<'t>),
}

/// One name that is defined, as the query sees it.
pub(super) struct Entry<'t> {
    pub sort: Sort,
    /// The defining node itself, after decorators.
    pub node: Node<'t>,
    /// The whole of it.
    pub span: Node<'t>,
    pub name: Node<'t>,
    /// Its place among the names that are defined at the same node.
    pub position: u32,
    pub receiver: Option<Node<'t>>,
    /// What belongs to the node of the name and not to the name.
    pub name_without: Option<Node<'t>>,
    /// What the name is a part of, outermost first.
    pub scopes: Vec<Node<'t>>,
    pub suffix: Option<Node<'t>>,
    pub bases: Vec<Node<'t>>,
    pub parts: Vec<(Part, Node<'t>)>,
    /// Parameters whose types are part of the name, and what of them is not the type.
    pub parameters: Vec<Node<'t>>,
    pub without: Vec<Node<'t>>,
    /// The list that they stand in, where a declarator has it.
    pub parameter_list: Option<Node<'t>>,
    /// Nodes that do not count, and nodes of which only counts that they are there.
    pub omitted: Vec<Node<'t>>,
    pub anonymous: Vec<Node<'t>>,
    pub marks: Marks,
}

/// What a query says about a definition by the mere presence of a node.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Marks {
    pub is_const: bool,
    pub is_local: bool,
    pub is_private: bool,
    pub is_public: bool,
    pub hides_members: bool,
    pub shows_members: bool,
    pub is_declaration: bool,
    pub is_untyped: bool,
}

/// What a piece of a construct adds to its fingerprints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Decorator,
    Interface(&'static str),
    Body,
    /// The construct's own name, which counts for nothing where it stands within a part of the interface.
    Name,
    /// The name of a parameter, no part of the interface either: what the body does with it depends on its place.
    Argument,
}

/// What one pattern matched.
pub(super) struct Match<'t> {
    pattern: usize,
    pub(super) captures: Vec<(Capture, Node<'t>)>,
    /// The declarator that holds the name.
    declared: Option<(Node<'t>, Declared<'t>)>,
}

impl<'t> Match<'t> {
    pub(super) fn first(&self, wanted: Capture) -> Option<Node<'t>> {
        self.captures.iter().find(|(capture, _)| *capture == wanted).map(|(_, node)| *node)
    }

    pub(super) fn defines(&self) -> Option<(Sort, Node<'t>)> {
        self.captures.iter().find_map(|(capture, node)| match capture {
            Capture::Definition(sort) => Some((*sort, *node)),
            _ => None,
        })
    }
}

impl<'t> Entry<'t> {
    pub fn part(&self, wanted: Part) -> Option<Node<'t>> {
        self.parts.iter().find(|(part, _)| *part == wanted).map(|(_, node)| *node)
    }

    /// Takes a declarator apart. All matches of one name have the same.
    fn declare(&mut self, declarator: Node<'t>, declared: &Declared<'t>, grammar: &Grammar) {
        self.parts.push((Part::Interface("declarator"), declarator));
        self.parts.extend(declared.whole.map(|whole| (Part::Name, whole)));
        self.parts.extend(parameter_names(declarator, grammar).into_iter().map(|name| (Part::Argument, name)));
        self.scopes.extend(&declared.scopes);
        self.name_without = declared.without;
        if let Some(list) = declared.parameters.filter(|_| self.sort.is_callable()) {
            self.parameter_list = Some(list);
            (self.parameters, self.without) = parameters(list, grammar);
        }
    }

    fn take(&mut self, found: &Match<'t>) {
        for (capture, node) in &found.captures {
            let node = *node;
            match capture {
                Capture::Decorator => self.parts.push((Part::Decorator, node)),
                Capture::Interface(name) => self.parts.push((Part::Interface(name), node)),
                Capture::Body => self.parts.push((Part::Body, node)),
                Capture::Base => self.bases.push(node),
                Capture::Scope => self.scopes.push(node),
                Capture::Receiver => self.receiver = Some(node),
                // A name's own span comes last; of those that all names share the outermost counts.
                Capture::Span if found.first(Capture::Name).is_some() || node.start_byte() < self.span.start_byte() => {
                    self.span = node;
                }
                Capture::Parameter => self.parameters.push(node),
                Capture::ParameterWithout => self.without.push(node),
                Capture::Omit => self.omitted.push(node),
                Capture::Anonymous => self.anonymous.push(node),
                Capture::Const => self.marks.is_const = true,
                Capture::Local => self.marks.is_local = true,
                Capture::Private => self.marks.is_private = true,
                Capture::Public => self.marks.is_public = true,
                Capture::Hides => self.marks.hides_members = true,
                Capture::Untyped => self.marks.is_untyped = true,
                Capture::Shows => self.marks.shows_members = true,
                Capture::Declaration => self.marks.is_declaration = true,
                _ => {}
            }
        }
    }

    /// Puts everything in the order of the source, each node once.
    fn settle(&mut self) {
        // Without a body nothing is left that the name of a parameter could mean.
        if self.part(Part::Body).is_none() {
            let arguments = self.parts.extract_if(.., |(part, _)| *part == Part::Argument);
            self.omitted.extend(arguments.map(|(_, node)| node));
        }
        self.parts.sort_by_key(|(_, node)| node.start_byte());
        self.parts.dedup();
        for nodes in [&mut self.bases, &mut self.parameters, &mut self.scopes] {
            nodes.sort_by_key(Node::start_byte);
            nodes.dedup();
        }
    }
}

impl<'t> Finder<'t> {
    pub fn new(source: &'t [u8], grammar: &'static Grammar, peek: TreeCursor<'t>) -> Self {
        let trier = Trier::new(source, &grammar.patterns, peek.clone());
        Finder { source, grammar, trier, peek, is_lost: false }
    }

    /// The definition at this node, with what it wraps.
    pub fn definition(&mut self, node: Node<'t>) -> Option<Definition<'t>> {
        let mut matches = self.matches(node);
        let mut wrapped = Vec::new();
        let mut seen = 0;
        while wrapped.len() < MAX_WRAPPED {
            let inner = matches[seen..].iter().find_map(|found| found.first(Capture::Inner));
            let Some(inner) = inner else { break };
            seen = matches.len();
            wrapped.push(inner);
            matches.extend(self.matches(inner));
        }
        self.read_values(&mut matches);
        let what = self.what(node, &matches)?;
        Some(Definition { wrapped, what })
    }

    fn what(&self, node: Node<'t>, matches: &[Match<'t>]) -> Option<What<'t>> {
        // Many names can be defined at one node: each is looked at with its own matches alone.
        let mut shared: Vec<&Match> = Vec::new();
        let mut own: BTreeMap<usize, (Node, Vec<&Match>)> = BTreeMap::new();
        for found in matches {
            match found.first(Capture::Name) {
                Some(name) => own.entry(name.start_byte()).or_insert((name, Vec::new())).1.push(found),
                None => shared.push(found),
            }
        }
        if own.len() > 1 && self.grammar.kind(node).is_declarator_list {
            shared.retain(|found| {
                let start = found.captures.iter().map(|(_, node)| node.start_byte()).min().unwrap_or_default();
                let Some((_, (_, own))) = own.range_mut(..start).next_back() else { return true };
                own.push(found);
                false
            });
        }
        if own.is_empty() {
            let extends = |found: &&Match<'t>| found.defines().filter(|(sort, _)| *sort == Sort::Extension);
            if let Some((_, node)) = shared.iter().find_map(extends) {
                return self.entry(&shared, &[], node).map(|entry| What::Named(vec![entry]));
            }
            let target = shared.iter().find_map(|found| found.first(Capture::Target))?;
            return self.entry(&shared, &[], target).map(|entry| What::Assignment(Box::new(entry), target));
        }
        let entries = own.values().filter_map(|(name, own)| self.entry(&shared, own, *name));
        let mut entries: Vec<Entry> = entries.collect();
        self.pair(&mut entries);
        (!entries.is_empty()).then_some(What::Named(entries))
    }

    /// `a, b = 1, 2`: each name takes its own value, if there are as many.
    fn pair(&self, entries: &mut [Entry<'t>]) {
        let count = entries.len();
        let mut list: Option<(Node, Vec<Node>)> = None;
        for (position, entry) in entries.iter_mut().enumerate() {
            entry.position = position as u32;
            let values = entry.parts.iter_mut().filter(|(part, _)| *part == Part::Body);
            for (_, value) in values.filter(|(_, node)| self.grammar.kind(*node).is_value_list) {
                if list.as_ref().is_none_or(|(node, _)| node != value) {
                    list = Some((*value, elements(*value, &mut value.walk()).collect()));
                }
                if let Some((_, values)) = list.as_ref().filter(|(_, values)| values.len() == count) {
                    *value = values[position];
                }
            }
        }
    }

    /// What the matches say about one name.
    fn entry(&self, shared: &[&Match<'t>], own: &[&Match<'t>], name: Node<'t>) -> Option<Entry<'t>> {
        let defining = |found: &&&Match<'t>| found.defines().is_some();
        let best = own.iter().filter(defining).max_by_key(|found| found.pattern);
        // Two patterns may take more and less of the same place for the name.
        let name = best.and_then(|best| best.first(Capture::Name)).unwrap_or(name);
        // A name that the parser only supposes, where it misses one, is none; what holds it need not be marked as missing.
        if name.byte_range().is_empty() {
            return None;
        }
        let shared_best = || shared.iter().filter(defining).max_by_key(|found| found.pattern);
        let (sort, node) = best.or_else(shared_best)?.defines()?;
        // Another pattern's idea of the same name is dropped with all that it captured.
        let is_dropped = |found: &Match<'t>| best.is_some_and(|best| found.pattern != best.pattern);
        let own = own.iter().filter(|found| found.defines().is_none() || !is_dropped(found));
        let mut entry = Entry {
            sort,
            node,
            span: node,
            name,
            position: 0,
            receiver: None,
            name_without: None,
            scopes: Vec::new(),
            suffix: None,
            bases: Vec::new(),
            parts: Vec::new(),
            parameters: Vec::new(),
            without: Vec::new(),
            parameter_list: None,
            omitted: Vec::new(),
            anonymous: Vec::new(),
            marks: Marks::default(),
        };
        let mut suffixes = Vec::new();
        let own: Vec<_> = own.collect();
        if let Some((declarator, declared)) = own.iter().find_map(|found| found.declared.as_ref()) {
            entry.declare(*declarator, declared, self.grammar);
        }
        for found in shared.iter().chain(own) {
            entry.take(found);
            suffixes.extend(found.captures.iter().filter(|(c, _)| matches!(c, Capture::SuffixOf | Capture::Suffix)));
        }
        entry.suffix = self.suffix(&suffixes, name);
        entry.settle();
        Some(entry)
    }

    /// What tells an accessor from its siblings: a decorator has to name the property that it belongs to.
    fn suffix(&self, captures: &[(Capture, Node<'t>)], name: Node<'t>) -> Option<Node<'t>> {
        let name = &self.source[name.byte_range()];
        let mut of: Option<Node> = None;
        for (capture, node) in captures {
            match capture {
                Capture::SuffixOf => of = Some(*node),
                _ if of.is_none_or(|of| &self.source[of.byte_range()] == name) => return Some(*node),
                _ => of = None,
            }
        }
        None
    }

    /// All that the patterns match at this node.
    pub(super) fn matches(&mut self, node: Node<'t>) -> Vec<Match<'t>> {
        let grammar = self.grammar;
        let mut all = Vec::new();
        for Matched { pattern, mut captures, .. } in self.matched(node).into_iter().filter(|found| !found.is_import()) {
            let is_declarator =
                |capture: &Capture| matches!(capture, Capture::Declarator | Capture::DeclaratorCallable);
            let mut in_declarator = None;
            if let Some((capture, node)) = captures.iter().find(|(capture, _)| is_declarator(capture)).copied() {
                let Some(declared) = declared(node, grammar) else { continue };
                if capture == Capture::DeclaratorCallable && declared.parameters.is_none() {
                    continue;
                }
                captures.push((Capture::Name, declared.name));
                in_declarator = Some((node, declared));
            }
            all.push(Match { pattern, captures, declared: in_declarator });
        }
        all
    }
}

/// A dotted name without the white space and line breaks it may have been written with.
pub(super) fn compact(text: &[u8]) -> String {
    let mut name = String::with_capacity(text.len());
    write_compact(text, &mut name);
    name
}

/// The same at the end of another text.
pub(super) fn write_compact(text: &[u8], name: &mut String) {
    // Hardly any name was written with some.
    if text.iter().all(|byte| byte.is_ascii_graphic() && *byte != b'\\')
        && let Ok(text) = std::str::from_utf8(text)
    {
        name.push_str(text);
        return;
    }
    let text = String::from_utf8_lossy(text);
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        // Elsewhere than at the end of a line, a backslash belongs to the name.
        let continues = c == '\\' && characters.peek().is_some_and(|next| next.is_whitespace());
        if !c.is_whitespace() && !continues {
            name.push(c);
        }
    }
}
