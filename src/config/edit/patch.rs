//! Replacements at byte spans, collected first and carried out in one pass.

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
