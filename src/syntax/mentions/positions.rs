//! Positions: on which line and in which construct a byte of the source stands.
//!
//! Both are asked for in the order of the source, and each answer goes on from the one before.

use std::ops::Range;

use super::super::model::{Construct, Mention, Use};

/// Turns ranges of bytes into mentions.
pub(super) struct Lines<'s> {
    source: &'s [u8],
    line: u32,
    /// Where the line starts.
    start: usize,
    /// Up to where line breaks have been counted.
    counted: usize,
}

impl<'s> Lines<'s> {
    pub fn new(source: &'s [u8]) -> Self {
        Lines { source, line: 1, start: 0, counted: 0 }
    }

    /// The mention of a name; `None` where it goes on on the next line.
    pub fn mention(
        &mut self,
        name: Range<usize>,
        purpose: Use,
        qualifier: Option<String>,
        within: Option<u32>,
    ) -> Option<Mention> {
        for at in self.counted..name.start {
            if self.source[at] == b'\n' {
                self.line += 1;
                self.start = at + 1;
            }
        }
        self.counted = self.counted.max(name.start);
        let text = &self.source[name.clone()];
        (!text.contains(&b'\n') && name.start >= self.start).then(|| Mention {
            name: String::from_utf8_lossy(text).into_owned(),
            qualifier,
            purpose,
            line: self.line,
            start_column: (name.start - self.start) as u32,
            end_column: (name.end - self.start) as u32,
            within,
        })
    }
}

/// The constructs around a place.
pub(super) struct Enclosing<'c> {
    constructs: &'c [Construct],
    /// Those that come next, last first.
    next: Vec<u32>,
    /// Those that have started, innermost last.
    open: Vec<u32>,
}

impl<'c> Enclosing<'c> {
    pub fn new(constructs: &'c [Construct]) -> Self {
        let mut next: Vec<u32> = (0..constructs.len() as u32).rev().collect();
        next.sort_by_key(|position| {
            let span = constructs[*position as usize].span;
            (std::cmp::Reverse(span.start), span.end)
        });
        Enclosing { constructs, next, open: Vec::new() }
    }

    /// The innermost construct around a byte.
    pub fn innermost(&mut self, byte: usize) -> Option<u32> {
        let byte = byte as u32;
        while let Some(position) = self.next.pop_if(|position| self.constructs[*position as usize].span.start <= byte) {
            let construct = &self.constructs[position as usize];
            // Of those that share their span, as the names of one assignment do, the first is around what is in it.
            let is_twin = |around: &u32| {
                self.constructs[*around as usize].span == construct.span && construct.parent != Some(*around)
            };
            if !self.open.last().is_some_and(is_twin) {
                self.open.push(position);
            }
        }
        while self.open.pop_if(|position| self.constructs[*position as usize].span.end <= byte).is_some() {}
        self.open.last().copied()
    }
}
