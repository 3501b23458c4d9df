//! The walk over a tree for the names in it.
//!
//! It carries what a name would mean from each node to its children, as the language's table says, and writes down
//! every name that it meets. It never recurses, and looks at each node once.

use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::super::grammar::Grammar;
use super::super::languages::{Part, Reach, Row, ScopeKind, Shape};
use super::super::model::Use;
use super::locals::{Found, Record};
use super::qualifiers::Around;
use super::table::{Access, Leaf, Table};

/// A walk under way.
pub(super) struct Walk<'t> {
    source: &'t [u8],
    row: &'static Row,
    grammar: &'static Grammar,
    table: &'static Table,
    frames: Vec<Frame>,
    record: Record<'t>,
    /// Where constructs are named, in order.
    defined: &'t [Range<usize>],
}

/// A node that is being walked.
#[derive(Clone, Copy)]
struct Frame {
    kind: u16,
    start: usize,
    end: usize,
    meaning: Meaning,
    is_scope: bool,
    /// Whether a child has been met that is no comment.
    has_first: bool,
}

/// What a name would mean.
#[derive(Clone, Copy)]
struct Meaning {
    part: Part,
    /// For variables: the scope that knows them, and from which byte on.
    scope: Option<u32>,
    from: usize,
    /// Where the text starts that qualifies a name with which the node starts.
    qualified_from: Option<usize>,
}

impl Meaning {
    const PLAIN: Meaning = Meaning { part: Part::Plain, scope: None, from: 0, qualified_from: None };
}

impl<'t> Walk<'t> {
    pub fn new(source: &'t [u8], row: &'static Row, defined: &'t [Range<usize>]) -> Self {
        let record = Record::default();
        Walk { source, row, grammar: &row.grammar, table: Table::of(row), frames: Vec::new(), record, defined }
    }

    pub fn run(mut self, tree: &'t Tree) -> Vec<Found<'t>> {
        let mut cursor = tree.walk();
        'tree: loop {
            let field = cursor.field_id().map_or(0, u16::from);
            if self.enter(cursor.node(), field) {
                if cursor.goto_first_child() {
                    continue;
                }
                self.leave();
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    break 'tree;
                }
                self.leave();
            }
        }
        self.record.without_locals()
    }

    /// Whether the children of the node are to be looked at.
    fn enter(&mut self, node: Node<'t>, field: u16) -> bool {
        if !node.is_named() {
            return false;
        }
        let (kind, bytes) = (node.kind_id(), node.byte_range());
        let info = self.grammar.kind_of_id(kind);
        if info.is_comment {
            return false;
        }
        let meaning = self.meaning(kind, field, &bytes);
        if let Some(frame) = self.frames.last_mut() {
            frame.has_first = true;
        }
        let places = self.table.of_kind(kind);
        if let Some(leaf) = places.leaf {
            self.name(leaf, meaning, bytes);
            return false;
        }
        if let Some(scope) = places.scope {
            self.record.open(scope);
        }
        let is_scope = places.scope.is_some();
        self.frames.push(Frame { kind, start: bytes.start, end: bytes.end, meaning, is_scope, has_first: false });
        true
    }

    fn leave(&mut self) {
        if self.frames.pop().is_some_and(|frame| frame.is_scope) {
            self.record.close();
        }
    }

    /// What the names in a node mean.
    fn meaning(&self, kind: u16, field: u16, bytes: &Range<usize>) -> Meaning {
        let Some(&parent) = self.frames.last() else { return Meaning::PLAIN };
        let around = parent.meaning;
        let access = self.table.of_kind(parent.kind).access;
        let is_accessed = match access {
            Some(Access::Name { field: name, kind: name_kind }) => {
                (field != 0 && field == name) || (kind == name_kind && parent.has_first)
            }
            Some(Access::Path) => bytes.end == parent.end,
            None => false,
        };
        let part = match self.table.part(parent.kind, field, kind).or_else(|| self.called(&parent, field)) {
            Some(part) => part,
            None if access.is_some() && !is_accessed && around.part != Part::Import => Part::Read,
            None if access.is_some() => Part::Same,
            None => match around.part {
                Part::Call | Part::Write if self.grammar.kind_of_id(parent.kind).shape != Shape::Transparent => {
                    Part::Plain
                }
                part => part,
            },
        };
        // What a qualifier qualifies is the name that comes next, however deep in the node it is.
        let starts = bytes.start == parent.start;
        let inherited = around.qualified_from.filter(|_| starts);
        let is_behind = !starts && (is_accessed || access == Some(Access::Path));
        let from_access = || is_behind.then(|| around.qualified_from.unwrap_or(parent.start));
        let qualified_from = inherited.or_else(from_access);
        let here = Meaning { part, qualified_from, ..Meaning::PLAIN };
        match part {
            Part::Same => Meaning { qualified_from, ..around },
            Part::Read => Meaning { part: read(around.part, around.part), ..here },
            Part::Argument => Meaning { part: read(around.part, Part::Type), ..here },
            Part::Local(_) | Part::Target(_) if part == around.part => Meaning { qualified_from, ..around },
            Part::Local(reach) | Part::Target(reach) => {
                let (scope, from) = self.reached(reach, &parent);
                Meaning { scope, from, ..here }
            }
            _ => here,
        }
    }

    /// Whether a child is what its parent calls, or the object of that.
    fn called(&self, parent: &Frame, field: u16) -> Option<Part> {
        let fields = self.grammar.kind_of_id(parent.kind).callee.as_ref()?;
        match fields.last() {
            Some(last) if *last == field => Some(Part::Call),
            Some(_) => fields.contains(&field).then_some(Part::Plain),
            None => (!parent.has_first).then_some(Part::Call),
        }
    }

    /// The scope that knows what is bound in a child of this parent.
    fn reached(&self, reach: Reach, parent: &Frame) -> (Option<u32>, usize) {
        let scope = match reach {
            Reach::Scope => self.record.innermost(0),
            Reach::Function => self.record.function(),
            Reach::After => self.record.innermost(0),
            Reach::Around => self.record.innermost(usize::from(parent.is_scope)),
        };
        let is_hidden = |scope: &u32| reach == Reach::Scope || self.record.kind(*scope) != ScopeKind::Class;
        (scope.filter(is_hidden), if reach == Reach::After { parent.end } else { 0 })
    }

    fn name(&mut self, leaf: Leaf, meaning: Meaning, bytes: Range<usize>) {
        let text = &self.source[bytes.clone()];
        let is_nothing = self.row.rules.blank.is_some_and(|blank| blank.as_bytes() == text)
            || self.row.rules.naming.words.iter().any(|word| word.as_bytes() == text);
        if text.is_empty() || meaning.part == Part::Nothing || is_nothing {
            return;
        }
        if leaf == Leaf::Module && meaning.part != Part::Import {
            return;
        }
        let is_variable = meaning.qualified_from.is_none() && leaf != Leaf::Member;
        let binds = is_variable && (self.row.rules.naming.binds)(text);
        let bound_in = match meaning.part {
            Part::Local(_) | Part::Target(_) if binds => meaning.scope,
            _ => None,
        };
        if self.is_defined(&bytes) {
            // A parameter may be a field as well.
            if let Some(scope) = bound_in.filter(|scope| self.record.kind(*scope) == ScopeKind::Function) {
                self.record.bind(scope, text, meaning.from);
            }
            return;
        }
        if let Some(scope) = bound_in {
            self.record.bind(scope, text, meaning.from);
        }
        if meaning.part == Part::Global {
            self.record.free(text);
        }
        let is_shorthand = leaf == Leaf::Shorthand;
        let mut purpose = match meaning.part {
            Part::Call => Use::Call,
            Part::Write => Use::Write,
            Part::Base => Use::Base,
            Part::Type => Use::Type,
            Part::Import => Use::Import,
            Part::Target(_) => Use::Write,
            Part::Local(reach) if binds && !is_shorthand && reach != Reach::Around => Use::Write,
            _ if leaf == Leaf::Type => Use::Type,
            _ => Use::Reference,
        };
        let simple = if leaf == Leaf::Module { module(text) } else { self.simple(text) };
        if simple.is_empty() {
            return;
        }
        let mut found = Found {
            text,
            start: bytes.start + simple.start,
            end: bytes.start + simple.end,
            qualified_from: meaning.qualified_from,
            is_member: !is_variable || is_shorthand || matches!(meaning.part, Part::Member | Part::Global),
            purpose,
            bound_in: bound_in.filter(|_| !is_shorthand),
        };
        if self.frames.last().is_some_and(|parent| self.grammar.kind_of_id(parent.kind).is_token_tree) {
            let around = Around::of(self.source, bytes);
            found.is_member |= around.qualifier.is_some();
            found.qualified_from = found.qualified_from.or(around.qualifier.map(|range| range.start));
            if around.is_called && purpose == Use::Reference {
                purpose = Use::Call;
            }
            found.purpose = purpose;
        }
        self.record.note(found);
    }

    /// The name without what only marks it: `x` of `@x`.
    fn simple(&self, text: &[u8]) -> Range<usize> {
        let Ok(text) = std::str::from_utf8(text) else { return 0..text.len() };
        let name = (self.row.rules.plain_name)(text);
        let start = if name.len() == text.len() { Some(0) } else { text.find(name.as_ref()) };
        start.map_or(0..text.len(), |start| start..start + name.len())
    }

    /// Whether this is the name of a construct, which is mentioned already.
    fn is_defined(&mut self, bytes: &Range<usize>) -> bool {
        while let Some((first, rest)) = self.defined.split_first()
            && first.end <= bytes.start
        {
            self.defined = rest;
        }
        self.defined.first().is_some_and(|name| name.start < bytes.end)
    }
}

/// A value that is read; what describes a type goes on doing so.
fn read(around: Part, base: Part) -> Part {
    match around {
        Part::Type | Part::Import | Part::Nothing => around,
        Part::Base => base,
        _ => Part::Plain,
    }
}

/// The last part of a module's path, without extension: `http` of `net/http`, `page` of `./page.js`.
fn module(path: &[u8]) -> Range<usize> {
    let start = path.iter().rposition(|byte| b"/\\<\"".contains(byte)).map_or(0, |slash| slash + 1);
    let length = path[start..].iter().take_while(|byte| !b".>\"".contains(byte)).count();
    start..start + length
}
