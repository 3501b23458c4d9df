//! A parsed file: an outline with the look-ups that detection needs.
//!
//! A run holds thousands of them, so they are lists of positions, sorted by what is looked up: no name is held twice.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::syntax::{Construct, Language, Outline, qualname};

/// A parsed file with the look-ups that detection needs.
pub struct ParsedFile {
    pub path: String,
    pub blob: String,
    pub language: Language,
    pub outline: Arc<Outline>,
    /// The constructs by qualname, and by bare qualname.
    by_qualname: Box<[u32]>,
    by_bare_qualname: Box<[usize]>,
    /// Those that have a container, by that.
    by_parent: Box<[u32]>,
    /// Names that may stand where the parser gave up; empty for a file without syntax errors.
    hidden: HashSet<String>,
    /// Found when first asked for.
    callers: OnceLock<Callers>,
}

/// Who calls what is called so, by simple name, in order.
struct Callers {
    /// One call of each name in each construct.
    calls: Box<[u32]>,
    /// The constructs that they stand in.
    within: Box<[usize]>,
}

impl ParsedFile {
    pub fn new(path: String, blob: String, language: Language, outline: Arc<Outline>) -> Self {
        let constructs = &outline.constructs;
        let mut by_qualname: Box<[u32]> = (0..constructs.len() as u32).collect();
        by_qualname.sort_by_key(|&index| constructs[index as usize].qualname.as_str());
        let mut by_bare_qualname: Box<[usize]> = (0..constructs.len()).collect();
        by_bare_qualname.sort_by_key(|&index| constructs[index].bare_qualname());
        let mut by_parent: Box<[u32]> =
            (0..constructs.len() as u32).filter(|&index| constructs[index as usize].parent.is_some()).collect();
        by_parent.sort_by_key(|&index| constructs[index as usize].parent);
        let mut hidden = HashSet::new();
        if !outline.broken.is_empty() {
            hidden.extend(outline.broken.iter().flat_map(|region| region.names.iter().cloned()));
            hidden.extend(constructs.iter().map(|construct| construct.name().to_owned()));
        }
        let callers = OnceLock::new();
        ParsedFile { path, blob, language, outline, by_qualname, by_bare_qualname, by_parent, hidden, callers }
    }

    /// The constructs that call something of that simple name, in order.
    pub fn callers(&self, name: &str) -> &[usize] {
        let calls = &self.outline.calls;
        let callee = |call: u32| {
            let callee = calls.get(call as usize).callee;
            callee.rsplit(['.', ':', '>', '\\']).next().unwrap_or(callee)
        };
        let callers = self.callers.get_or_init(|| {
            let mut named: Vec<(&str, u32, u32)> = (0..calls.count() as u32)
                .filter_map(|call| Some((callee(call), calls.get(call as usize).within?, call)))
                .collect();
            named.sort_unstable();
            named.dedup_by_key(|(callee, within, _)| (*callee, *within));
            Callers {
                calls: named.iter().map(|&(.., call)| call).collect(),
                within: named.iter().map(|&(_, within, _)| within as usize).collect(),
            }
        });
        &callers.within[equal(&callers.calls, |&call| callee(call).cmp(name))]
    }

    /// The construct of that qualname, suffix included.
    pub fn find(&self, qualname: &str) -> Option<usize> {
        let named = |&index: &u32| self.outline.constructs[index as usize].qualname.as_str().cmp(qualname);
        self.by_qualname[equal(&self.by_qualname, named)].first().map(|&index| index as usize)
    }

    /// All constructs that share a bare qualname, in order (SPEC 4.2).
    pub fn siblings(&self, bare_qualname: &str) -> &[usize] {
        let named = |&index: &usize| self.outline.constructs[index].bare_qualname().cmp(bare_qualname);
        &self.by_bare_qualname[equal(&self.by_bare_qualname, named)]
    }

    /// The members of a container, nested ones included, by their name relative to it; in the order of the file. Those
    /// that stand outside of it, as methods in Go do, are among them.
    pub fn members(&self, container: usize) -> impl Iterator<Item = (&str, &Construct)> {
        let constructs = &self.outline.constructs;
        let mut found = Vec::new();
        let mut holders = vec![container];
        while let Some(holder) = holders.pop() {
            let inside = |&index: &u32| constructs[index as usize].parent.cmp(&Some(holder as u32));
            let inner = self.by_parent[equal(&self.by_parent, inside)].iter().map(|&index| index as usize);
            found.extend(inner.clone());
            holders.extend(inner);
        }
        found.sort_unstable();
        let container = &constructs[container];
        found.into_iter().map(move |index| (relative_name(&constructs[index], container), &constructs[index]))
    }

    /// Whether a construct of that name may still be here although it was not found: the parser gave up somewhere, and
    /// the name stands in such a region, or in a scope that an error may have put it into (SPEC 4.6).
    pub fn may_hide(&self, name: &str) -> bool {
        self.hidden.contains(name)
    }
}

/// Where those stand in a sorted list that are as sought.
fn equal<T>(sorted: &[T], order: impl Fn(&T) -> std::cmp::Ordering) -> Range<usize> {
    let start = sorted.partition_point(|it| order(it).is_lt());
    let length = sorted[start..].partition_point(|it| order(it).is_eq());
    start..start + length
}

/// The name of a member without that of its container, whose own suffix members of a namespace do not have.
fn relative_name<'m>(member: &'m Construct, container: &Construct) -> &'m str {
    let below = |outer: &str| member.qualname.strip_prefix(outer).and_then(|rest| rest.strip_prefix('.'));
    below(&container.qualname)
        .or_else(|| below(container.bare_qualname()))
        .unwrap_or_else(|| qualname::last_part(&member.qualname))
}
