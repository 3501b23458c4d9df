//! The walk: one pass over a syntax tree that finds constructs, imports and calls, and writes the token stream.
//!
//! It never recurses: sources nest as deep as they like (SPEC 13.2).

use tree_sitter::{Node, Tree, TreeCursor};

use super::broken;
use super::calls::Calls;
use super::canonical::Writer;
use super::children::elements;
use super::constructs::{Constructs, Container};
use super::counted::Groups;
use super::definitions::{Finder, write_compact};
use super::grammar::Grammar;
use super::heredocs::Heredocs;
use super::kind_info::CountedNode;
use super::languages::{Row, Shape};
use super::leading::Leading;
use super::live_comments::LiveComments;
use super::model::{BrokenRegion, Import, Outline};
use super::pieces::{Awaited, OpenPiece};
use super::scopes::{LooksFor, Scope};
use super::spans::line;

/// Longer callees, in bytes, are not noted: nothing that is listed has such a name, and a call only ever leads to what
/// is. In `new new new …` each is a part of the one before it.
const MAX_CALLEE: usize = 1000;

/// The bytes of a dotted name, however it was written.
const CALLEE: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let it = byte as u8;
        let is_symbol = matches!(it, b'_' | b'.' | b'\\' | b':' | b'$' | b'-' | b'>');
        table[byte] = it.is_ascii_alphanumeric() || it.is_ascii_whitespace() || is_symbol || !it.is_ascii();
        byte += 1;
    }
    table
};

/// A walk under way.
pub(super) struct Walk<'t> {
    pub(super) source: &'t [u8],
    pub(super) row: &'static Row,
    pub(super) grammar: &'static Grammar,
    pub(super) writer: Writer<'t>,
    pub(super) finder: Finder<'t>,
    pub(super) peek: TreeCursor<'t>,
    pub(super) depth: u32,
    pub(super) scopes: Vec<Scope<'t>>,
    /// What definitions are named as a part of; the file comes first.
    pub(super) containers: Vec<Container>,
    pub(super) heredocs: Heredocs<'t>,
    /// What stands before a definition and belongs to it.
    pub(super) leading: Leading<'t>,
    pub(super) live: LiveComments<'t>,
    /// Parts of constructs whose nodes come later; the next one is last.
    pub(super) awaited: Vec<Awaited<'t>>,
    /// Parts of constructs whose nodes have been entered.
    pub(super) open: Vec<OpenPiece>,
    /// Definitions that belong to one which was found above them.
    pub(super) claimed: Vec<usize>,
    pub(super) counted: Groups,
    pub(super) constructs: Constructs<'t>,
    /// The node that names each construct.
    pub(super) names: Vec<Node<'t>>,
    pub(super) imports: Vec<Import>,
    pub(super) calls: Calls,
    /// Whether there is any error in the tree.
    pub(super) has_errors: bool,
    pub(super) broken: Vec<BrokenRegion>,
    /// The node at the top of the file that is being walked.
    pub(super) top: Option<Node<'t>>,
    /// The broken node that is being walked, by its end.
    pub(super) broken_until: usize,
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
            live: LiveComments::new(source, row),
            awaited: Vec::new(),
            open: Vec::new(),
            claimed: Vec::new(),
            counted: Groups::new(row.rules.counted.map(|counted| counted.counter)),
            constructs: Constructs::new(source, row, grammar, tree.walk()),
            names: Vec::new(),
            imports: Vec::new(),
            calls: Calls::default(),
            has_errors: tree.root_node().has_error(),
            broken: Vec::new(),
            top: None,
            broken_until: 0,
        }
    }

    pub fn run(self, tree: &'t Tree) -> Outline {
        self.run_with_names(tree).0
    }

    /// The same, and the node that names each construct.
    pub fn run_with_names(mut self, tree: &'t Tree) -> (Outline, Vec<Node<'t>>) {
        let mut cursor = tree.walk();
        // The nodes on the way from the root, with how many of their children are still to come: to find out that there
        // is no next sibling costs as much as to go to one.
        let mut around: Vec<(Node<'t>, u32)> = Vec::new();
        'tree: loop {
            let node = cursor.node();
            let id = node.kind_id();
            if !self.passes(node, id) {
                self.depth += 1;
                let field = if self.writer.needs_field() { cursor.field_name() } else { None };
                if self.enter(node, id, field) && cursor.goto_first_child() {
                    around.push((node, node.child_count().saturating_sub(1)));
                    continue;
                }
                self.leave(node);
            }
            loop {
                let Some((parent, left)) = around.last_mut() else { break 'tree };
                if *left > 0 && cursor.goto_next_sibling() {
                    *left -= 1;
                    break;
                }
                self.leave(*parent);
                around.pop();
                cursor.goto_parent();
            }
        }
        let names = std::mem::take(&mut self.names);
        (self.finish(), names)
    }

    /// Whether a node is a mere leaf, which is written already: no part of a construct starts with it.
    fn passes(&mut self, node: Node<'t>, id: u16) -> bool {
        let kind = self.grammar.kind_of_id(id);
        let Some(leaf) = kind.leaf.filter(|_| !self.has_errors) else { return false };
        let is_awaited =
            self.awaited.last().is_some_and(|next| next.node == node.id() || next.end <= node.start_byte());
        !is_awaited && self.writer.write_leaf(node, kind, leaf)
    }

    fn enter(&mut self, node: Node<'t>, id: u16, field: Option<&str>) -> bool {
        let grammar = self.grammar;
        let kind = grammar.kind_of_id(id);
        if kind.is_quiet && !self.has_errors {
            self.writer.approach(node, id);
            self.open_pieces(node);
            return self.writer.enter(node, id, field);
        }
        if self.depth == 2 {
            self.top = Some(node);
        }
        if self.has_errors && (node.is_error() || node.is_missing()) {
            self.note_error(node);
        }
        self.writer.approach(node, id);
        if kind.is_comment {
            self.leading.comment(node);
            self.live.comment(node);
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
        if std::mem::take(&mut self.finder.is_lost) {
            self.note_broken(node);
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
        if self.open.last().is_some_and(|open| open.depth >= self.depth) {
            let still_open = self.open.partition_point(|open| open.depth < self.depth);
            for at in (still_open..self.open.len()).rev() {
                self.close_piece(at, node);
            }
            self.open.truncate(still_open);
        }
        if self.row.rules.counted.is_some() {
            self.counted.end_group(self.depth);
        }
        while self.scopes.pop_if(|scope| scope.depth == self.depth).is_some() {}
        self.leading.end(node, self.writer.stream.mark());
        self.depth -= 1;
    }

    fn is_claimed(&mut self, node: Node<'t>) -> bool {
        // Claims are met in the order in which they were made, innermost definition first.
        self.claimed.pop_if(|claimed| *claimed == node.id()).is_some()
    }

    fn note_error(&mut self, node: Node<'t>) {
        self.note_broken(self.top.filter(|_| self.row.rules.errors_spread).unwrap_or(node));
    }

    /// What is broken within a broken region is told with it.
    pub(super) fn note_broken(&mut self, node: Node<'t>) {
        if node.start_byte() >= self.broken_until || self.broken.is_empty() {
            self.broken_until = node.end_byte();
            self.broken.push(broken::region(node, self.source));
        }
    }

    /// Only callees that are plain dotted names are noted.
    fn note_call(&mut self, node: Node<'t>, fields: &[u16]) {
        let mut named = fields.iter().filter_map(|field| node.child_by_field_id(*field));
        let (first, last) = match named.next() {
            Some(first) => (first, named.next_back().unwrap_or(first)),
            None if fields.is_empty() => {
                let Some(first) = elements(node, &mut self.peek).next() else { return };
                (first, first)
            }
            None => return,
        };
        let text = &self.source[first.start_byte()..last.end_byte()];
        if last.is_named() && text.len() <= MAX_CALLEE && text.iter().all(|byte| CALLEE[usize::from(*byte)]) {
            let line = line(node.start_position());
            let within = self.scope().within;
            self.calls.add(line, within, |names| write_compact(text, names));
        }
    }

    pub(super) fn text(&self, node: Node<'t>) -> &'t [u8] {
        &self.source[node.byte_range()]
    }

    fn finish(self) -> Outline {
        Outline {
            constructs: self.constructs.finish(&self.writer.stream, &self.live),
            imports: self.imports,
            calls: self.calls,
            tokens: self.writer.stream.into_tokens(),
            broken: self.broken,
        }
    }
}
