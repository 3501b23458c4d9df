//! Versions: two texts that have most of their lines in common.
//!
//! The parser takes over from the tree of one version what did not change in the other, which leaves it about a third of
//! the work where little changed. It promises the tree that it would have made of the text alone. Recovery from errors is
//! where it could have a choice, so whatever has an error is parsed alone: what a file holds does not depend on what it is
//! compared with. The limits of the parser are left out of that: of two texts of which one alone would be too much for it,
//! the second may be read with the help of the first.

use tree_sitter::{InputEdit, Point, Tree};

use super::language::Language;
use super::model::Outline;
use super::{outline_of, parse};
use crate::git::{Hunk, hunks};

/// What two versions of a source hold.
pub(super) fn outlines([old, new]: [&[u8]; 2], language: Language) -> [Outline; 2] {
    let row = language.row();
    let grammar = &row.grammar.language;
    let texts = [old, new].map(|source| parse::text(source, row));
    let trees = match &texts {
        [Some(old), Some(new)] => {
            let tree = parse::parse_text(old, grammar, None);
            let other = tree.as_ref().and_then(|tree| tree_of_other(tree, old, new, grammar));
            let other = other.or_else(|| parse::parse_text(new, grammar, None));
            [tree, other]
        }
        [old, new] => [old, new].map(|text| text.as_ref().and_then(|text| parse::parse_text(text, grammar, None))),
    };
    let [old_tree, new_tree] = &trees;
    [outline_of(old, old_tree.as_ref(), language), outline_of(new, new_tree.as_ref(), language)]
}

/// The tree of `new`, made from that of `old`; `None` where that is of no help, or nothing to rely on.
fn tree_of_other(tree: &Tree, old: &[u8], new: &[u8], grammar: &tree_sitter::Language) -> Option<Tree> {
    if tree.root_node().has_error() {
        return None;
    }
    let edits = edits(old, new);
    let kept = old.len() - edits.iter().map(|edit| edit.old_end_byte - edit.start_byte).sum::<usize>();
    if kept * 2 < new.len() {
        return None;
    }
    let mut tree = tree.clone();
    edits.iter().for_each(|edit| tree.edit(edit));
    parse::parse_text(new, grammar, Some(&tree)).filter(|tree| !tree.root_node().has_error())
}

/// What turns one text into the other, from the end to the start, so that the places of each are those of `old`.
fn edits(old: &[u8], new: &[u8]) -> Vec<InputEdit> {
    let (old_lines, new_lines) = (Lines::of(old), Lines::of(new));
    let edit = |hunk: Hunk| {
        let (start, end) = range(hunk.old_start, hunk.old_count);
        let (new_start, new_end) = range(hunk.new_start, hunk.new_count);
        let start_byte = old_lines.start(start);
        let added = new_lines.start(new_end) - new_lines.start(new_start);
        // An edit ends within a line only where that is the last one and does not end.
        let shift = |place: Point| Point::new(place.row - new_start + start, place.column);
        InputEdit {
            start_byte,
            old_end_byte: old_lines.start(end),
            new_end_byte: start_byte + added,
            start_position: old_lines.place(start),
            old_end_position: old_lines.place(end),
            new_end_position: shift(new_lines.place(new_end)),
        }
    };
    hunks(old, new).into_iter().rev().map(edit).collect()
}

/// The lines of one side of a hunk, from 0.
fn range(start: u32, count: u32) -> (usize, usize) {
    // Without lines it is the line before.
    let first = if count == 0 { start } else { start - 1 } as usize;
    (first, first + count as usize)
}

/// Where the lines of a text start.
struct Lines {
    starts: Vec<usize>,
    length: usize,
}

impl Lines {
    fn of(text: &[u8]) -> Self {
        let ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        Lines { starts: std::iter::once(0).chain(ends).collect(), length: text.len() }
    }

    /// The first byte of a line, or the end of the text.
    fn start(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(self.length)
    }

    fn place(&self, line: usize) -> Point {
        match self.starts.get(line) {
            Some(_) => Point::new(line, 0),
            None => Point::new(self.starts.len() - 1, self.length - self.start(self.starts.len() - 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_of_help(old: &str, new: &str) -> bool {
        let grammar = &Language::by_name("python").expect("Python is in the table").row().grammar.language;
        let tree = parse::parse_text(old.as_bytes(), grammar, None).expect("a tree");
        tree_of_other(&tree, old.as_bytes(), new.as_bytes(), grammar).is_some()
    }

    #[test]
    fn one_helps_with_the_other_where_both_are_whole_and_much_alike() {
        let old = "def f(a):\n    return a\n\n\ndef g(b):\n    return b\n";
        assert!(is_of_help(old, &old.replace("return b", "return b + 1")));
        assert!(!is_of_help(old, &old.replace("return b", "return b +")), "an error in the new one");
        assert!(!is_of_help(&old.replace("return b", "return b +"), old), "an error in the old one");
        assert!(!is_of_help(old, "x = 1\ny = 2\nz = [1, 2, 3]\nfor one in z:\n    print(one)\n"), "nothing alike");
    }

    #[test]
    fn edits_are_from_the_end_to_the_start_in_places_of_the_old_text() {
        let (old, new) = (&b"a\nb\nc\nlast"[..], &b"x\na\nb\nlast\n"[..]);
        let bytes = |edit: &InputEdit| (edit.start_byte, edit.old_end_byte, edit.new_end_byte);
        let places = |edit: &InputEdit| (edit.start_position, edit.old_end_position, edit.new_end_position);
        let edits = edits(old, new);
        assert_eq!(edits.iter().map(bytes).collect::<Vec<_>>(), [(4, 10, 9), (0, 0, 2)]);
        let at = Point::new;
        let expected = [(at(2, 0), at(3, 4), at(3, 0)), (at(0, 0), at(0, 0), at(1, 0))];
        assert_eq!(edits.iter().map(places).collect::<Vec<_>>(), expected);
    }
}
