//! Locals: the names that a scope binds, and what is left of a file's names without them.
//!
//! Whether a name is a local is known only when its scope has been walked: a function may bind a name behind its first
//! use. So the walk writes down what it meets, and [`Record::without_locals`] goes over it again. Each step costs the
//! same however deep scopes nest.

use std::collections::{HashMap, HashSet};

use super::super::languages::ScopeKind;
use super::super::model::Use;

/// A name where it stands.
pub(super) struct Found<'t> {
    /// As it is written, with its mark if it has one.
    pub text: &'t [u8],
    pub start: usize,
    pub end: usize,
    /// Where the text before it starts that qualifies it.
    pub qualified_from: Option<usize>,
    /// The name that this text starts with, as it is written.
    pub object: Option<&'t [u8]>,
    /// Whether the grammar knows it for a type: only a type of that name hides it.
    pub is_type: bool,
    /// Whether it cannot be a variable.
    pub is_member: bool,
    pub purpose: Use,
    /// The scope that binds it here: then it is a mention only where that scope means the file's.
    pub bound_in: Option<u32>,
}

/// What a walk has met, in order.
#[derive(Default)]
pub(super) struct Record<'t> {
    events: Vec<Event<'t>>,
    scopes: Vec<Scope<'t>>,
    /// The scopes that the walk is in.
    open: Vec<u32>,
}

enum Event<'t> {
    Open(u32),
    Close(u32),
    Name(Found<'t>),
}

struct Scope<'t> {
    kind: ScopeKind,
    /// The function that it belongs to.
    function: Option<u32>,
    bound: Vec<Bound<'t>>,
    /// Names that mean the file's.
    global: HashSet<&'t [u8]>,
}

/// A name that a scope binds.
#[derive(Clone, Copy)]
struct Bound<'t> {
    name: &'t [u8],
    is_type: bool,
    /// The byte from which on it is known.
    from: usize,
}

impl<'t> Record<'t> {
    pub fn open(&mut self, kind: ScopeKind) {
        let scope = self.scopes.len() as u32;
        let function = match kind {
            ScopeKind::Function => Some(scope),
            ScopeKind::Block => self.function(),
            ScopeKind::Class => None,
        };
        self.scopes.push(Scope { kind, function, bound: Vec::new(), global: HashSet::new() });
        self.open.push(scope);
        self.events.push(Event::Open(scope));
    }

    pub fn close(&mut self) {
        if let Some(scope) = self.open.pop() {
            self.events.push(Event::Close(scope));
        }
    }

    pub fn note(&mut self, found: Found<'t>) {
        self.events.push(Event::Name(found));
    }

    pub fn bind(&mut self, scope: u32, name: &'t [u8], is_type: bool, from: usize) {
        self.scopes[scope as usize].bound.push(Bound { name, is_type, from });
    }

    /// The name means the file's in the innermost function.
    pub fn free(&mut self, name: &'t [u8]) {
        if let Some(scope) = self.function() {
            self.scopes[scope as usize].global.insert(name);
        }
    }

    pub fn kind(&self, scope: u32) -> ScopeKind {
        self.scopes[scope as usize].kind
    }

    /// The innermost scope, of those that the walk was in some scopes ago.
    pub fn innermost(&self, without: usize) -> Option<u32> {
        let outer = self.open.len().checked_sub(without + 1)?;
        Some(self.open[outer])
    }

    /// The innermost function; a class between hides it.
    pub fn function(&self) -> Option<u32> {
        self.open.last().and_then(|scope| self.scopes[*scope as usize].function)
    }

    /// The names that somebody outside of their scope can mean. Those that stand behind a local keep no object: nothing
    /// outside says what it is.
    pub fn without_locals(self) -> Vec<Found<'t>> {
        let mut names = Vec::new();
        let mut known = Known::default();
        for event in self.events {
            match event {
                Event::Open(scope) => self.scopes[scope as usize].local().for_each(|bound| known.add(bound)),
                Event::Close(scope) => self.scopes[scope as usize].local().for_each(|bound| known.remove(bound)),
                Event::Name(found) => {
                    let is_local = match found.bound_in {
                        Some(scope) => !self.scopes[scope as usize].global.contains(found.text),
                        None => found.can_be_local() && known.holds(&found),
                    };
                    if !is_local {
                        let object = found.object.filter(|object| !known.has(object, found.start));
                        names.push(Found { object, ..found });
                    }
                }
            }
        }
        names
    }
}

/// The names that the scopes around a place bind.
#[derive(Default)]
struct Known<'t> {
    /// The bytes from which on they are known, outermost scope first, each no greater than the one before it.
    names: HashMap<&'t [u8], Vec<usize>>,
    types: HashMap<&'t [u8], Vec<usize>>,
}

impl<'t> Known<'t> {
    fn add(&mut self, bound: Bound<'t>) {
        for known in self.kinds(bound.is_type) {
            let froms = known.entry(bound.name).or_default();
            froms.push(froms.last().map_or(bound.from, |outer| bound.from.min(*outer)));
        }
    }

    fn remove(&mut self, bound: Bound<'t>) {
        for known in self.kinds(bound.is_type) {
            known.get_mut(bound.name).and_then(Vec::pop);
        }
    }

    /// A type hides names as well: grammars do not always know that a name is one.
    fn kinds(&mut self, is_type: bool) -> impl Iterator<Item = &mut HashMap<&'t [u8], Vec<usize>>> {
        std::iter::once(&mut self.names).chain(is_type.then_some(&mut self.types))
    }

    fn holds(&self, found: &Found<'t>) -> bool {
        let known = if found.is_type { &self.types } else { &self.names };
        is_known(known, found.text, found.start)
    }

    /// Whether a name of whatever kind is bound at a byte.
    fn has(&self, name: &[u8], at: usize) -> bool {
        is_known(&self.names, name, at)
    }
}

fn is_known(known: &HashMap<&[u8], Vec<usize>>, name: &[u8], at: usize) -> bool {
    known.get(name).and_then(|froms| froms.last()).is_some_and(|from| *from <= at)
}

impl<'t> Scope<'t> {
    fn local(&self) -> impl Iterator<Item = Bound<'t>> {
        self.bound.iter().filter(|bound| !self.global.contains(bound.name)).copied()
    }
}

impl Found<'_> {
    fn can_be_local(&self) -> bool {
        !self.is_member && self.purpose != Use::Import
    }
}
