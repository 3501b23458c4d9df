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
    /// As it is written.
    pub text: &'t [u8],
    pub start: usize,
    pub end: usize,
    /// Where the text before it starts that qualifies it.
    pub qualified_from: Option<usize>,
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
    /// Names, and from which byte on they are known.
    bound: Vec<(&'t [u8], usize)>,
    /// Names that mean the file's.
    global: HashSet<&'t [u8]>,
}

impl<'t> Record<'t> {
    pub fn open(&mut self, kind: ScopeKind) {
        let scope = self.scopes.len() as u32;
        self.scopes.push(Scope { kind, bound: Vec::new(), global: HashSet::new() });
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

    pub fn bind(&mut self, scope: u32, name: &'t [u8], from: usize) {
        self.scopes[scope as usize].bound.push((name, from));
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
        let found = self.open.iter().rev().copied().find(|scope| self.kind(*scope) != ScopeKind::Block)?;
        (self.kind(found) == ScopeKind::Function).then_some(found)
    }

    /// The names that somebody outside of their scope can mean.
    pub fn without_locals(self) -> Vec<Found<'t>> {
        let mut names = Vec::new();
        // The bytes from which on a name is known in the scopes around, each no greater than the one before it.
        let mut known: HashMap<&[u8], Vec<usize>> = HashMap::new();
        for event in self.events {
            match event {
                Event::Open(scope) => {
                    for (name, from) in self.scopes[scope as usize].local() {
                        let froms = known.entry(name).or_default();
                        froms.push(froms.last().map_or(from, |outer| from.min(*outer)));
                    }
                }
                Event::Close(scope) => {
                    for (name, _) in self.scopes[scope as usize].local() {
                        known.get_mut(name).and_then(Vec::pop);
                    }
                }
                Event::Name(found) => {
                    let froms = known.get(found.text).and_then(|froms| froms.last());
                    let is_local = match found.bound_in {
                        Some(scope) => !self.scopes[scope as usize].global.contains(found.text),
                        None => found.can_be_local() && froms.is_some_and(|from| *from <= found.start),
                    };
                    if !is_local {
                        names.push(found);
                    }
                }
            }
        }
        names
    }
}

impl<'t> Scope<'t> {
    fn local(&self) -> impl Iterator<Item = (&'t [u8], usize)> {
        self.bound.iter().filter(|(name, _)| !self.global.contains(name)).copied()
    }
}

impl Found<'_> {
    fn can_be_local(&self) -> bool {
        !self.is_member && self.purpose != Use::Import
    }
}
