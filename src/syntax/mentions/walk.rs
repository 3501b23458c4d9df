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
use super::qualifiers::{self, Around, ends_with_separator};
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
    /// Where its first child starts that is neither a comment nor a mere symbol, if that has been met.
    first: Option<usize>,
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
    /// Where a name starts whose mark tells it from other names: `$x` is not `x`.
    marked_from: Option<usize>,
}

impl Meaning {
    const PLAIN: Meaning = Meaning { part: Part::Plain, scope: None, from: 0, qualified_from: None, marked_from: None };
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
            frame.first = frame.first.or(Some(bytes.start));
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
        self.frames.push(Frame { kind, start: bytes.start, end: bytes.end, meaning, is_scope, first: None });
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
                (field != 0 && field == name) || (kind == name_kind && parent.first.is_some())
            }
            Some(Access::Path) => !leads_on(&self.source[bytes.end.min(parent.end)..parent.end]),
            None => false,
        };
        let text = &self.source[parent.start..parent.end];
        let said = self.table.here(parent.kind, text, field, kind);
        let said = said.or_else(|| self.called(&parent, field));
        let part = match said.or_else(|| self.table.anywhere(parent.kind, field, kind)) {
            Some(Part::Leads(_)) if bytes.end == parent.end => Part::Mere,
            Some(Part::Leads(part)) => *part,
            Some(part) => part,
            None if access.is_some() && !is_accessed => match around.part {
                Part::Import | Part::Nothing => Part::Same,
                _ => Part::Plain,
            },
            None if access.is_some() => Part::Same,
            None => match around.part {
                Part::Call | Part::Tag | Part::Write
                    if self.grammar.kind_of_id(parent.kind).shape != Shape::Transparent =>
                {
                    Part::Plain
                }
                _ => Part::Same,
            },
        };
        // What a qualifier qualifies is the name that comes next, however deep in the node it is.
        let before = &self.source[parent.start..bytes.start.max(parent.start)];
        let is_behind = || match access {
            Some(Access::Path) => ends_with_separator(before),
            _ => is_accessed && (parent.first.is_some() || ends_with_separator(before)),
        };
        let qualified_from = match around.qualified_from {
            Some(from) if parent.first.is_none() => Some(from),
            from => is_behind().then(|| from.or(parent.first).unwrap_or(parent.start)),
        };
        let here = Meaning { part, qualified_from, ..Meaning::PLAIN };
        match part {
            Part::Same => Meaning { qualified_from, ..around },
            Part::Read => Meaning { part: read(around.part, around.part), ..here },
            Part::Argument => Meaning { part: read(around.part, Part::Type), ..here },
            Part::Variable => {
                let scope = around.scope.or_else(|| self.record.function());
                Meaning { scope, qualified_from, marked_from: Some(parent.start), ..around }
            }
            Part::Local(reach) | Part::LocalType(reach) | Part::Pattern(reach) | Part::Target(reach) => {
                let (scope, from) = self.reached(reach, &parent);
                Meaning { scope, from, ..here }
            }
            _ => here,
        }
    }

    /// Whether a child is what its parent calls, or the object of that.
    fn called(&self, parent: &Frame, field: u16) -> Option<Part> {
        let info = self.grammar.kind_of_id(parent.kind);
        let fields = info.callee.as_ref()?;
        // Where reading an attribute is a call, writing to one looks like it.
        let is_written = info.is_attribute && matches!(parent.meaning.part, Part::Write | Part::Target(_));
        match fields.last() {
            Some(last) if *last == field => Some(if is_written { Part::Same } else { Part::Call }),
            Some(_) => fields.contains(&field).then_some(Part::Plain),
            None => parent.first.is_none().then_some(Part::Call),
        }
    }

    /// The scope that knows what is bound in a child of this parent.
    fn reached(&self, reach: Reach, parent: &Frame) -> (Option<u32>, usize) {
        let scope = match reach {
            Reach::Scope | Reach::After => self.record.innermost(0),
            Reach::Function => self.record.function(),
            Reach::Around => self.record.innermost(usize::from(parent.is_scope)),
        };
        let is_hidden = |scope: &u32| reach == Reach::Scope || self.record.kind(*scope) != ScopeKind::Class;
        (scope.filter(is_hidden), if reach == Reach::After { parent.end } else { 0 })
    }

    fn name(&mut self, leaf: Leaf, meaning: Meaning, bytes: Range<usize>) {
        let text = &self.source[bytes.clone()];
        let is_nothing = self.row.rules.blank.is_some_and(|blank| blank.as_bytes() == text)
            || self.row.rules.naming.words.iter().any(|word| word.as_bytes() == text);
        let is_markup = meaning.part == Part::Tag
            && meaning.qualified_from.is_none()
            && text.first().is_some_and(u8::is_ascii_lowercase);
        // Numbers of arguments, and commands such as `[`, name nothing.
        let is_symbol = !text.iter().any(|byte| byte.is_ascii_alphabetic() || *byte == b'_' || !byte.is_ascii());
        if is_nothing || is_markup || is_symbol || meaning.part == Part::Nothing {
            return;
        }
        if leaf == Leaf::Module && meaning.part != Part::Import {
            return;
        }
        let before = &self.source[..bytes.start];
        let is_behind_dot = before.ends_with(b".") && !before.ends_with(b"..");
        let is_variable = meaning.qualified_from.is_none() && leaf != Leaf::Member && !is_behind_dot;
        let binds = is_variable
            && match meaning.part {
                Part::Pattern(_) | Part::Target(_) => (self.row.rules.naming.binds)(text),
                _ => true,
            };
        let key = &self.source[meaning.marked_from.unwrap_or(bytes.start)..bytes.end];
        let is_type = leaf == Leaf::Type || matches!(meaning.part, Part::LocalType(_));
        let bound_in = meaning.scope.filter(|_| binds);
        if self.is_defined(&bytes) {
            // A parameter may be a field as well.
            if let Some(scope) = bound_in.filter(|scope| self.record.kind(*scope) == ScopeKind::Function) {
                self.record.bind(scope, key, is_type, meaning.from);
            }
            if !matches!(meaning.part, Part::Type | Part::Base) {
                return;
            }
        }
        if let Some(scope) = bound_in {
            self.record.bind(scope, key, is_type, meaning.from);
        }
        if meaning.part == Part::Global {
            self.record.free(key);
        }
        let is_shorthand = leaf == Leaf::Shorthand;
        let mut purpose = match meaning.part {
            Part::Call | Part::Tag => Use::Call,
            Part::Write => Use::Write,
            Part::Base => Use::Base,
            Part::Type => Use::Type,
            Part::Import => Use::Import,
            Part::Target(_) => Use::Write,
            Part::Local(reach) | Part::Pattern(reach) if binds && !is_shorthand && reach != Reach::Around => Use::Write,
            Part::Mere => Use::Reference,
            _ if leaf == Leaf::Type => Use::Type,
            _ => Use::Reference,
        };
        let is_path = leaf == Leaf::Module || (meaning.part == Part::Import && text.contains(&b'/'));
        let simple = if is_path { module(text) } else { self.simple(text) };
        if simple.is_empty() {
            return;
        }
        let mut found = Found {
            text: key,
            start: bytes.start + simple.start,
            end: bytes.start + simple.end,
            qualified_from: meaning.qualified_from,
            object: None,
            is_type,
            is_member: !is_variable || is_shorthand || meaning.part == Part::Member,
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
        found.object = found.qualified_from.map(|from| self.object(&self.source[from..found.start]));
        self.record.note(found);
    }

    /// What a name is a part of, if that could be a local: `self` is what is around, also where it is a parameter.
    fn object(&self, qualifier: &'t [u8]) -> &'t [u8] {
        let object = qualifiers::object(qualifier);
        let is_self = self.row.rules.packages.selves.iter().any(|word| word.as_bytes() == object);
        if is_self { &[] } else { object }
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

/// Whether a path goes on with this text.
fn leads_on(rest: &[u8]) -> bool {
    let rest = rest.trim_ascii_start();
    [b".".as_slice(), b"::", b"\\", b"?.", b"->"].iter().any(|separator| rest.starts_with(separator))
}

/// The last part of a module's path, without extension: `http` of `net/http`, `page` of `./page.js`.
fn module(path: &[u8]) -> Range<usize> {
    let end = path.iter().rposition(|byte| !b">\"'".contains(byte)).map_or(0, |last| last + 1);
    let start = path[..end].iter().rposition(|byte| b"/\\<\"'".contains(byte)).map_or(0, |slash| slash + 1);
    let length = path[start..end].iter().take_while(|byte| **byte != b'.').count();
    start..start + length
}
