//! Matches: what the patterns of a query find at one node.
//!
//! A pattern finds every way in which it fits. With a thousand names before the many ways to read the one value or
//! module that they share, this would take minutes (SPEC 13.2). Such patterns are cut in two: one ends with the name, and
//! captures what the names share as `@with.…`; the other starts there, as `@shared.…`, and says the rest once. Here they
//! are put together again.

use tree_sitter::Node;

use super::captures::Capture;
use super::definitions::Finder;

/// More than one way to say the rest is a string in pieces. More than this only multiply.
const MAX_SHARED: usize = 8;

/// What one pattern has captured.
#[derive(PartialEq)]
pub(super) struct Matched<'t> {
    pub pattern: usize,
    /// Where the last node of the pattern is, and how deep in it: a walk that comes to it has the whole match.
    pub complete: (usize, u32),
    pub captures: Vec<(Capture, Node<'t>)>,
}

impl<'t> Matched<'t> {
    pub fn is_import(&self) -> bool {
        let mut captures = self.captures.iter().filter(|(capture, _)| *capture != Capture::Auxiliary).peekable();
        captures.peek().is_some() && captures.all(|(capture, _)| capture.is_import())
    }

    fn with(&self) -> Option<(&'static str, Node<'t>)> {
        self.captures.iter().find_map(|(capture, node)| match capture {
            Capture::With(what) => Some((*what, *node)),
            _ => None,
        })
    }

    fn shares(&self) -> Option<&'static str> {
        self.captures.iter().find_map(|(capture, _)| match capture {
            Capture::Shared(what) => Some(*what),
            _ => None,
        })
    }

    fn join(&self, rest: &Matched<'t>) -> Matched<'t> {
        let captures = self.captures.iter().chain(&rest.captures).copied();
        let captures = captures.filter(|(capture, _)| !matches!(capture, Capture::With(_) | Capture::Shared(_)));
        Matched { captures: captures.collect(), ..*self }
    }
}

impl<'t> Finder<'t> {
    /// All that the patterns find at this node.
    pub(super) fn matched(&mut self, node: Node<'t>) -> Vec<Matched<'t>> {
        let all = self.run(node);
        if !self.grammar.patterns.has_halves() {
            return all;
        }
        let (mut whole, mut halves) = (Vec::new(), Vec::new());
        let mut shared = (node, Vec::new());
        for matched in all {
            match matched.with() {
                Some(with) => halves.push((with, matched)),
                None if matched.shares().is_some() => shared.1.push(matched),
                None => whole.push(matched),
            }
        }
        if halves.is_empty() {
            return whole;
        }
        for ((what, node), half) in halves {
            if shared.0 != node {
                let run = self.run(node).into_iter().filter(|matched| matched.shares().is_some());
                shared = (node, run.collect());
            }
            let mut rest = shared.1.iter().filter(|rest| rest.shares() == Some(what));
            whole.extend(rest.by_ref().take(MAX_SHARED).map(|rest| half.join(rest)));
            self.is_lost |= rest.next().is_some();
        }
        // As if no pattern had been cut: in the order in which matches are complete.
        whole
            .sort_by_key(|matched| (matched.captures.iter().map(|(_, node)| node.start_byte()).max(), matched.pattern));
        whole
    }

    fn run(&mut self, node: Node<'t>) -> Vec<Matched<'t>> {
        let (all, is_lost) = self.trier.run(node);
        self.is_lost |= is_lost;
        all
    }
}
