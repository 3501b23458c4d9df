//! Mentions: every place in a source where a name stands that somebody outside of the function around it could mean.
//!
//! They are what the index knows of a file beyond its constructs: who calls, inherits from, writes to or merely refers to
//! a name. What a name means in its place is read off the tree alone, by the language's row: nothing is resolved here.
//! Left out are names that one function alone knows, its parameters and variables, with every use of them there, names
//! of arguments and labels, and all text. Where a tree cannot tell, a name is kept: a mention too many costs a glance, a
//! missing one an answer.

mod locals;
mod positions;
mod qualifiers;
mod table;
mod walk;

use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::language::Language;
use super::languages::Row;
use super::model::{Construct, Mention, Outline, Use};
use super::{broken, parse};
use positions::{Enclosing, Lines};
pub(super) use table::Table;

/// Longer names, in bytes, are nothing that anybody looks for.
const MAX_NAME: usize = 200;

/// Longer ones are no qualifiers that anybody looks for either: in `a.b.c…` each is a part of the next. The name itself
/// stays, and is found without its qualifier.
const MAX_QUALIFIER: usize = 1000;

/// What a source holds, as [`super::outline`] says it, and the mentions in it in the order of their places. It is parsed
/// once.
pub fn outline_and_mentions(source: &[u8], language: Language) -> (Outline, Vec<Mention>) {
    let row = language.row();
    let Some(tree) = parse::parse(source, row) else {
        return (broken::nothing_but_errors(source), Vec::new());
    };
    let (outline, names) = super::walk::Walk::new(source, &tree, row).run_with_names(&tree);
    let mentions = mentions(source, &tree, row, &outline, &names);
    (outline, mentions)
}

fn mentions(source: &[u8], tree: &Tree, row: &'static Row, outline: &Outline, names: &[Node]) -> Vec<Mention> {
    let mut defined: Vec<(Range<usize>, u32)> = Vec::with_capacity(names.len());
    for ((name, construct), position) in names.iter().zip(&outline.constructs).zip(0..) {
        defined.extend(place(source, *name, construct).map(|place| (place, position)));
    }
    defined.sort_by_key(|(place, position)| (place.start, *position));
    let places: Vec<Range<usize>> = defined.iter().map(|(place, _)| place.clone()).collect();
    let found = walk::Walk::new(source, row, &places).run(tree);

    let mut lines = Lines::new(source);
    let mut enclosing = Enclosing::new(&outline.constructs);
    let mut mentions = Vec::with_capacity(found.len() + defined.len());
    let mut defined = defined.into_iter().peekable();
    for found in found {
        while let Some((place, position)) = defined.next_if(|(place, _)| place.start <= found.start) {
            mentions.extend(lines.mention(place, Use::Definition, None, Some(position)));
        }
        if found.end - found.start > MAX_NAME {
            continue;
        }
        let qualifier = match found.qualified_from {
            // Whatever the file calls so, here it is something that only the function knows.
            Some(_) if found.object.is_none() && found.purpose != Use::Import => Some(String::new()),
            Some(from) if found.start - from > MAX_QUALIFIER => Some(String::new()),
            Some(from) => qualifiers::qualifier(&source[from..found.start]),
            None => found.is_member.then(String::new).filter(|_| found.purpose != Use::Import),
        };
        let within = enclosing.innermost(found.start);
        mentions.extend(lines.mention(found.start..found.end, found.purpose, qualifier, within));
    }
    for (place, position) in defined {
        mentions.extend(lines.mention(place, Use::Definition, None, Some(position)));
    }
    mentions
}

/// Where the name of a construct is written in the node that names it; nowhere if it is called after something else.
fn place(source: &[u8], node: Node, construct: &Construct) -> Option<Range<usize>> {
    let (text, name) = (&source[node.byte_range()], construct.name().as_bytes());
    let range = |at: usize| node.start_byte() + at..node.start_byte() + at + name.len();
    if name.is_empty() {
        return None;
    }
    if text == name || String::from_utf8_lossy(text) == construct.name() {
        return Some(node.byte_range());
    }
    if text.len() > 2 * MAX_NAME {
        return None;
    }
    text.windows(name.len()).position(|window| window == name).map(range)
}
