//! Replacements at byte spans, collected first and carried out in one pass.

use std::ops::Range;

use crate::config::spans::{line_start, next_line};

/// A set of replacements for one text.
#[derive(Debug, Default)]
pub(super) struct Patches(Vec<Patch>);

#[derive(Debug)]
struct Patch {
    start: usize,
    end: usize,
    with: String,
}

impl Patches {
    pub fn replace(&mut self, start: usize, end: usize, with: String) {
        self.0.push(Patch { start, end, with });
    }

    pub fn insert(&mut self, at: usize, with: String) {
        self.replace(at, at, with);
    }

    pub fn delete(&mut self, start: usize, end: usize) {
        self.replace(start, end, String::new());
    }

    #[must_use]
    pub fn and(mut self, mut other: Patches) -> Patches {
        self.0.append(&mut other.0);
        self
    }

    /// The whole lines that the replacements touch, as a byte span, and what becomes of them. `None` when there are none,
    /// or they cannot be carried out.
    pub fn lines(&self, text: &str) -> Option<(Range<usize>, String)> {
        let start = line_start(text, self.0.iter().map(|patch| patch.start).min()?);
        let end = self.0.iter().map(|patch| patch.end).max()?;
        // What ends at the start of a line does not touch that line.
        let end = if end > start && text[..end].ends_with('\n') { end } else { next_line(text, end) };
        let moved = self.0.iter().map(|patch| Patch {
            start: patch.start - start,
            end: patch.end - start,
            with: patch.with.clone(),
        });
        let lines = Patches(moved.collect()).apply(&text[start..end])?;
        Some((start..end, lines))
    }

    /// The text with all replacements carried out; insertions at one place keep their order. Deletions may overlap
    /// each other; `None` when anything else does.
    pub fn apply(mut self, text: &str) -> Option<String> {
        self.0.sort_by_key(|patch| (patch.start, patch.end));
        let mut result = String::with_capacity(text.len() + 256);
        let mut copied = 0;
        let mut after_deletion = true;
        for patch in &self.0 {
            let is_deletion = patch.with.is_empty();
            if patch.start < copied && !(is_deletion && after_deletion) {
                return None;
            }
            if patch.start >= copied {
                result.push_str(text.get(copied..patch.start)?);
            }
            result.push_str(&patch.with);
            copied = copied.max(patch.end);
            after_deletion = is_deletion;
        }
        result.push_str(text.get(copied..)?);
        Some(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn applies_in_order_of_the_text() {
        let mut patches = Patches::default();
        patches.insert(3, "X".into());
        patches.replace(1, 2, "b".into());
        patches.insert(3, "Y".into());
        patches.delete(3, 4);
        assert_eq!(patches.apply("ABCDE").as_deref(), Some("AbCXYE"));
    }

    #[test]
    fn lines_are_whole_and_changed_as_in_the_text() {
        let text = "a: 1\nb: 2 # why\nc: 3";
        let replaced = |start, end| {
            let mut patches = Patches::default();
            patches.replace(start, end, "X".into());
            patches.lines(text)
        };
        assert_eq!(replaced(8, 9), Some((5..16, "b: X # why\n".into())));
        assert_eq!(replaced(3, 9), Some((0..16, "a: X # why\n".into())));
        assert_eq!(replaced(19, 20), Some((16..20, "c: X".into())));
        assert_eq!(replaced(5, 16), Some((5..16, "X".into())));
        assert_eq!(Patches::default().lines(text), None);
    }

    #[test]
    fn deletions_may_overlap_and_nothing_else() {
        let mut patches = Patches::default();
        patches.delete(1, 3);
        patches.delete(2, 4);
        assert_eq!(patches.apply("ABCDE").as_deref(), Some("AE"));
        let mut patches = Patches::default();
        patches.delete(1, 3);
        patches.insert(2, "x".into());
        assert_eq!(patches.apply("ABCDE"), None);
    }
}
