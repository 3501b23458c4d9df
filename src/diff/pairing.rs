//! Pairing: which chunk of the new version of a file is which of the old one (seed 001 §5.4.2, SPEC 11.4).
//!
//! 1. The same chunk id: file, kind, name and place are all the same.
//! 2. The same logical key, where it is alone on both sides. Same-named siblings (`parse`, `parse#2`) are first paired by
//!    their fingerprints, because their numbers say only in which order they stand (SPEC 4.2).
//! 3. The same without the signature, which often is what changed; then by name alone, for what became another kind.
//!
//! Nothing is guessed: what is ambiguous stays unpaired. What is left on both sides is for [`crate::detect::Moves`].

use std::collections::HashMap;
use std::hash::Hash;

use super::chunk::ChunkFile;
use crate::syntax::{Construct, Fingerprint, Kind, qualname};

/// What was paired, by position, and what was left, each in the order of the files.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Paired {
    pub pairs: Vec<(usize, usize)>,
    pub gone: Vec<usize>,
    pub new: Vec<usize>,
}

/// Pairs the chunks of one file; `None` is a side on which the file does not exist.
pub fn pair(before: Option<&ChunkFile>, after: Option<&ChunkFile>) -> Paired {
    let all = |side: Option<&ChunkFile>| (0..side.map_or(0, |side| side.constructs().len())).collect();
    let (Some(before), Some(after)) = (before, after) else {
        return Paired { pairs: Vec::new(), gone: all(before), new: all(after) };
    };
    let mut run = Run { before, after, partner: vec![None; before.constructs().len()], taken: Vec::new() };
    run.taken.resize(after.constructs().len(), false);
    run.by_identity();
    run.in_order();
    run.alone(|side, index| side.logical_key(index));
    run.alone(|side, index| by_qualname(&side.constructs()[index]));
    run.alone(|side, index| by_bare_name(&side.constructs()[index]));
    run.alone(|side, index| side.constructs()[index].qualname.as_str());
    run.finish()
}

fn by_qualname(construct: &Construct) -> (Kind, &str) {
    (construct.kind, &construct.qualname)
}

/// Without parameter types and numbers; a getter stays a getter.
fn by_bare_name(construct: &Construct) -> (Kind, &str, &str) {
    (construct.kind, construct.bare_qualname(), qualname::suffix(&construct.qualname))
}

/// What siblings of one name are known by.
fn by_fingerprint(construct: &Construct) -> (Kind, &str, Fingerprint, Fingerprint) {
    (construct.kind, construct.bare_qualname(), construct.interface_hash, construct.body_hash)
}

struct Run<'a> {
    before: &'a ChunkFile,
    after: &'a ChunkFile,
    partner: Vec<Option<usize>>,
    taken: Vec<bool>,
}

impl<'a> Run<'a> {
    fn claim(&mut self, old: usize, new: usize) {
        self.partner[old] = Some(new);
        self.taken[new] = true;
    }

    /// By what a chunk id is made of, which spares making the ids.
    fn by_identity(&mut self) {
        if self.before.file.path != self.after.file.path {
            return;
        }
        for (old, then) in self.before.constructs().iter().enumerate() {
            if let Some(new) = self.after.file.find(&then.qualname) {
                let now = &self.after.constructs()[new];
                if then.span == now.span && then.kind == now.kind {
                    self.claim(old, new);
                }
            }
        }
    }

    /// Pairs equals among equals, first with first.
    fn in_order(&mut self) {
        let (before, after) = (self.before.constructs(), self.after.constructs());
        let sorted = |side: &'a [Construct], is_open: &dyn Fn(usize) -> bool| {
            let mut open: Vec<usize> = (0..side.len()).filter(|&at| is_open(at)).collect();
            open.sort_by(|&a, &b| by_fingerprint(&side[a]).cmp(&by_fingerprint(&side[b])));
            open
        };
        let mut old = sorted(before, &|at| self.partner[at].is_none()).into_iter().peekable();
        let mut new = sorted(after, &|at| !self.taken[at]).into_iter().peekable();
        while let (Some(&then), Some(&now)) = (old.peek(), new.peek()) {
            let order = by_fingerprint(&before[then]).cmp(&by_fingerprint(&after[now]));
            let (then, now) = (old.next_if(|_| order.is_le()), new.next_if(|_| order.is_ge()));
            if let (Some(then), Some(now)) = (then, now) {
                self.claim(then, now);
            }
        }
    }

    /// Pairs what is alone with its key on both sides.
    fn alone<K: Hash + Eq>(&mut self, key: impl Fn(&'a ChunkFile, usize) -> K) {
        let mut groups: HashMap<K, (Vec<usize>, Vec<usize>)> = HashMap::new();
        for old in (0..self.partner.len()).filter(|&old| self.partner[old].is_none()) {
            groups.entry(key(self.before, old)).or_default().0.push(old);
        }
        for new in (0..self.taken.len()).filter(|&new| !self.taken[new]) {
            groups.entry(key(self.after, new)).or_default().1.push(new);
        }
        for (old, new) in groups.into_values() {
            if let (&[old], &[new]) = (old.as_slice(), new.as_slice()) {
                self.claim(old, new);
            }
        }
    }

    fn finish(self) -> Paired {
        Paired {
            pairs: self.partner.iter().enumerate().filter_map(|(old, new)| Some((old, (*new)?))).collect(),
            gone: (0..self.partner.len()).filter(|&old| self.partner[old].is_none()).collect(),
            new: (0..self.taken.len()).filter(|&new| !self.taken[new]).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::detect::ParsedFile;
    use crate::diff::Mode;
    use crate::syntax::{Language, outline};

    fn side(source: &str) -> ChunkFile {
        let python = Language::by_name("python").expect("a known language");
        let outline = Arc::new(outline(source.as_bytes(), python));
        ChunkFile::new(Mode::Code, Arc::new(ParsedFile::new("a.py".into(), String::new(), python, outline)), 0)
    }

    /// `old>new` for pairs, `old>` and `>new` for what is left.
    fn shown(before: &str, after: &str) -> Vec<String> {
        let (before, after) = (side(before), side(after));
        let paired = pair(Some(&before), Some(&after));
        let name = |side: &ChunkFile, index: usize| side.constructs()[index].qualname.clone();
        let pairs = paired.pairs.iter().map(|&(old, new)| format!("{}>{}", name(&before, old), name(&after, new)));
        let gone = paired.gone.iter().map(|&old| format!("{}>", name(&before, old)));
        let new = paired.new.iter().map(|&new| format!(">{}", name(&after, new)));
        pairs.chain(gone).chain(new).collect()
    }

    #[test]
    fn the_third_pass_needs_no_signature_and_the_last_no_kind() {
        assert_eq!(shown("def f(a):\n    return a\n", "\ndef f(a, b):\n    return b\n"), ["f>f"]);
        assert_eq!(shown("def f(a):\n    return a\n", "\nf = 3\n"), ["f>f"]);
        assert_eq!(shown("def f(a):\n    return a\n", "def g(a):\n    return a\n"), ["f>", ">g"]);
    }

    #[test]
    fn siblings_are_paired_by_what_they_are_not_by_their_number() {
        let two = "def f(a):\n    return a\n\n\ndef f(b):\n    return b * 2\n";
        assert_eq!(shown(two, "def f(b):\n    return b * 2\n"), ["f#2>f", "f>"]);
        assert_eq!(shown("def f(b):\n    return b * 2\n", two), ["f>f#2", ">f"]);
    }
}
