//! The sieve: which changed files a search has to parse.
//!
//! Of a thousand changed files a handful can hold what is sought. The words of every changed file are read once, without
//! parsing ([`Traces`]), and a file is searched where it may hold a match of any tier (SPEC 5.6):
//!
//! - exact and body: it has all words of the body, and the body says enough; else it gained them all
//! - similar: it gained a good part of the words of the body
//! - interface: it gained all words of the signature, and has those of the parameters one after the other
//! - any tier with the same simple name: it has that name
//!
//! Whoever is sought has rivals: other constructs that may have become the same candidate, in files that lost the
//! candidate's words, or that it may be a copy of. What became of a rival matters too, so it is sought in turn, until
//! nobody new comes along. Where the sieve cannot tell, everything is searched; a test compares the results of both.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use crate::syntax::Language;

use super::affinity::Affinity;
use super::matching::has_weak_body;
use super::parsed::ParsedFile;
use super::similarity::MIN_TOKENS;
use super::sought::{Sought, are_many};
use super::traces::{Traces, Words, all_words, distinct, has};
use super::view::{File, FileChanges, Located, Texts, View};

/// Fewer files are parsed sooner than sifted.
const FEW_FILES: usize = 12;
/// With more that is sought, hardly a file would be left out.
const MANY_SOUGHT: usize = 1_000;
/// Where one in so many changed files lost something, what is left out would not be worth the sifting.
const MANY_FILES: usize = 3;
/// More words than this are not kept, in all files together.
const MANY_WORDS: usize = 8_000_000;
/// Rivals of rivals are followed so often.
const ROUNDS: usize = 6;
/// So many of a candidate's words are in a file that it may be a copy from.
const COPIED_WORDS: usize = 80;

/// The files that are searched.
pub struct Scope<'a> {
    pub new_paths: Vec<&'a str>,
    pub old_paths: Vec<&'a str>,
}

impl<'a> Scope<'a> {
    /// Every file of the diff.
    pub fn all(changes: &FileChanges<'a>) -> Self {
        Scope { new_paths: changes.new_paths(), old_paths: changes.old_paths() }
    }

    /// The files that may hold what became of these constructs of the base revision, and their rivals.
    pub fn of(sought: &[&Located], changes: &FileChanges<'a>, before: &dyn View, after: &dyn View) -> Self {
        let Scope { mut new_paths, mut old_paths } = Scope::all(changes);
        if new_paths.len() >= FEW_FILES
            && let Some(searched) = Sieve::new(sought, changes, before, after).and_then(Sieve::run)
        {
            new_paths.retain(|path| searched.contains(&(Side::New, *path)));
            old_paths.retain(|path| searched.contains(&(Side::Old, *path)));
        }
        Scope { new_paths, old_paths }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    Old,
    New,
}

/// A change of one file.
struct Changed<'a> {
    old: Option<&'a str>,
    new: Option<&'a str>,
    /// `None` where a text cannot be looked at without examining it.
    traces: Option<Traces>,
}

struct Sieve<'a, 'v> {
    before: &'v dyn View,
    after: &'v dyn View,
    changed: Vec<Changed<'a>>,
    /// The new texts, by the number of the change.
    texts: Box<dyn Texts + 'v>,
    /// By the number of the change.
    selected: BTreeSet<usize>,
    /// Not yet looked for.
    sought: Vec<Located>,
    known: HashSet<(String, usize)>,
}

impl<'a, 'v> Sieve<'a, 'v> {
    fn new(sought: &[&Located], changes: &FileChanges<'a>, before: &'v dyn View, after: &'v dyn View) -> Option<Self> {
        if sought.len() > MANY_SOUGHT {
            return None;
        }
        let paths: Vec<_> = changes.paths().collect();
        let own_files: HashSet<&str> = sought.iter().map(|at| at.file.path.as_str()).collect();
        if own_files.len() * MANY_FILES > paths.len() {
            return None;
        }
        let old_paths: Vec<Option<&str>> = paths.iter().map(|(old, _)| *old).collect();
        let new_paths: Vec<Option<&str>> = paths.iter().map(|(_, new)| *new).collect();
        let (old_texts, new_texts) = (before.texts(&old_paths), after.texts(&new_paths));
        let text = |path: Option<&str>, read: &dyn Fn() -> Option<Vec<u8>>| match path {
            None => Some(Vec::new()),
            Some(path) => Language::detect(path, None).and_then(|_| read()),
        };
        let changed: Vec<Changed<'a>> = paths
            .par_iter()
            .enumerate()
            .map(|(number, &(old, new))| {
                let old_text = text(old, &|| old_texts.read(number));
                let new_text = text(new, &|| new_texts.read(number));
                let traces = old_text.zip(new_text).map(|(old, new)| Traces::new(&old, &new));
                Changed { old, new, traces }
            })
            .collect();
        let words: usize = changed.iter().filter_map(|changed| changed.traces.as_ref()).map(Traces::len).sum();
        if words > MANY_WORDS {
            return None;
        }
        let (selected, known) = (BTreeSet::new(), HashSet::new());
        let mut sieve = Sieve { before, after, changed, texts: new_texts, selected, sought: Vec::new(), known };
        // What cannot be sifted is searched.
        let open = sieve.changed.iter().enumerate().filter(|(_, changed)| changed.traces.is_none());
        sieve.selected.extend(open.map(|(number, _)| number));
        let by_old: HashMap<&str, usize> =
            sieve.changed.iter().enumerate().filter_map(|(number, changed)| Some((changed.old?, number))).collect();
        for &at in sought {
            sieve.selected.insert(*by_old.get(at.file.path.as_str())?);
            // Members go with their container.
            let mut next = Some(at.index);
            while let Some(index) = next
                && sieve.seek(&Located { file: Arc::clone(&at.file), index })
            {
                next = at.file.outline.constructs[index].parent.map(|parent| parent as usize);
            }
        }
        Some(sieve)
    }

    /// Says whether it was not sought before.
    fn seek(&mut self, at: &Located) -> bool {
        let is_new = self.known.insert((at.file.path.clone(), at.index));
        if is_new {
            self.sought.push(at.clone());
        }
        is_new
    }

    /// The files to search; `None` for all of them.
    fn run(mut self) -> Option<HashSet<(Side, &'a str)>> {
        let mut looked_at = BTreeSet::new();
        let mut seekers = Affinity::default();
        let mut candidates = Affinity::default();
        for round in 0..ROUNDS {
            let sought = std::mem::take(&mut self.sought);
            let described = Sought::describe(&sought, self.before, round == 0)?;
            sought.iter().for_each(|at| seekers.add(at));
            let holders = self.holders(&described, &seekers);
            self.selected.extend(holders);
            let appeared = self.appeared(&mut looked_at, &seekers);
            let rivals = self.rivals(&appeared);
            self.selected.extend(rivals);
            appeared.iter().for_each(|(at, _)| candidates.add(at));
            let appeared = self.appeared(&mut looked_at, &seekers);
            appeared.iter().for_each(|(at, _)| candidates.add(at));
            for at in self.vanished() {
                if !self.known.contains(&(at.file.path.clone(), at.index)) && candidates.nearest(&at).is_some() {
                    self.seek(&at);
                }
            }
            if self.sought.is_empty() {
                return Some(self.searched());
            }
            if self.known.len() > MANY_SOUGHT {
                return None;
            }
        }
        None
    }

    fn searched(&self) -> HashSet<(Side, &'a str)> {
        let selected = self.selected.iter().map(|&number| &self.changed[number]);
        selected
            .flat_map(|changed| [changed.old.map(|path| (Side::Old, path)), changed.new.map(|path| (Side::New, path))])
            .flatten()
            .collect()
    }

    /// Files that may hold what is sought, by their words, and have something like it when they are looked at. What was
    /// there before is not looked at for that.
    fn holders(&self, sought: &[Sought], seekers: &Affinity) -> Vec<usize> {
        let texts: &dyn Texts = &*self.texts;
        let mut holders = self.wanted(
            |changed| changed.new,
            |number, traces| {
                let words: OnceCell<Vec<u32>> = OnceCell::new();
                let read = || texts.read(number).map(|text| all_words(&text)).unwrap_or_default();
                sought.iter().any(|sought| sought.may_be_in(traces, &|| words.get_or_init(read)))
            },
        );
        let new_path = |number: usize| self.changed[number].new;
        self.after.preload(&holders.iter().filter_map(|&number| new_path(number)).collect::<Vec<_>>());
        holders.retain(|&number| {
            let Some(file) = parsed(self.after, new_path(number)) else { return true };
            let mut constructs =
                (0..file.outline.constructs.len()).map(|index| Located { file: Arc::clone(&file), index });
            constructs.any(|at| seekers.is_near(&at))
        });
        holders
    }

    /// The changes, not yet selected, that have that side and whose traces say so.
    fn wanted(
        &self,
        side: fn(&Changed<'a>) -> Option<&'a str>,
        is_wanted: impl Fn(usize, &Traces) -> bool + Sync,
    ) -> Vec<usize> {
        let open = self.changed.iter().enumerate().filter(|(number, _)| !self.selected.contains(number));
        let open: Vec<(usize, &Traces)> =
            open.filter_map(|(number, it)| side(it).and(it.traces.as_ref()).map(|traces| (number, traces))).collect();
        open.into_par_iter().filter(|(number, traces)| is_wanted(*number, traces)).map(|(number, _)| number).collect()
    }

    /// New constructs of files that were selected since, as far as they may be what is sought; and whether their bodies
    /// are equal.
    fn appeared(&self, looked_at: &mut BTreeSet<usize>, seekers: &Affinity) -> Vec<(Located, bool)> {
        let fresh: Vec<usize> = self.selected.difference(looked_at).copied().collect();
        looked_at.extend(&fresh);
        let side = |pick: fn(&Changed<'a>) -> Option<&'a str>| -> Vec<&str> {
            fresh.iter().filter_map(|&number| pick(&self.changed[number])).collect()
        };
        self.after.preload(&side(|changed| changed.new));
        self.before.preload(&side(|changed| changed.old));
        let mut appeared = Vec::new();
        for number in fresh {
            let Changed { old, new, .. } = self.changed[number];
            let Some(file) = parsed(self.after, new) else { continue };
            let origin = parsed(self.before, old);
            appeared.extend(differing(&file, origin.as_ref()).filter_map(|at| {
                let equal = seekers.nearest(&at)?;
                Some((at, equal))
            }));
        }
        appeared
    }

    /// Files that may hold another origin of these candidates.
    fn rivals(&self, candidates: &[(Located, bool)]) -> Vec<usize> {
        let words: Vec<(Words, bool)> = candidates
            .iter()
            .filter_map(|(at, equal)| {
                let changed = self.changed.iter().find(|changed| changed.new == Some(&at.file.path))?;
                let mut words = distinct(at.body_tokens().to_vec());
                words.retain(|word| changed.traces.as_ref().is_some_and(|traces| has(&traces.now, *word)));
                (!words.is_empty()).then_some((words, *equal))
            })
            .collect();
        let is_rival = |_, traces: &Traces| {
            words.iter().any(|(words, equal)| {
                let there =
                    || words.iter().filter(|word| has(&traces.now, **word) || has(&traces.lost, **word)).count();
                are_many(words, &traces.lost)
                    || !equal && words.len() >= MIN_TOKENS / 2 && there() * 100 >= words.len() * COPIED_WORDS
            })
        };
        self.wanted(|changed| changed.old, is_rival)
    }

    /// Constructs of the selected files that are no longer under their name, or not as they were.
    fn vanished(&self) -> Vec<Located> {
        let mut vanished = Vec::new();
        for &number in &self.selected {
            let Changed { old, new, .. } = self.changed[number];
            if let Some(file) = parsed(self.before, old) {
                vanished.extend(differing(&file, parsed(self.after, new).as_ref()));
            }
        }
        vanished
    }
}

/// Constructs of a file that the other side of the change does not have under their name, or not with that body: another
/// one may have taken the name.
fn differing<'f>(
    file: &'f Arc<ParsedFile>,
    other: Option<&Arc<ParsedFile>>,
) -> impl Iterator<Item = Located> + use<'f> {
    let other = other.cloned();
    (0..file.outline.constructs.len()).filter_map(move |index| {
        let construct = &file.outline.constructs[index];
        let then = other
            .as_ref()
            .and_then(|other| other.find(&construct.qualname).map(|index| other.outline.constructs[index].body_hash));
        let is_same = then.is_some_and(|then| then == construct.body_hash || has_weak_body(construct));
        (!is_same).then(|| Located { file: Arc::clone(file), index })
    })
}

fn parsed(view: &dyn View, path: Option<&str>) -> Option<Arc<ParsedFile>> {
    match view.file(path?) {
        File::Parsed(file) => Some(file),
        _ => None,
    }
}
