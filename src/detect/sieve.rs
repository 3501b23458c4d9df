//! The sieve: which changed files a search has to parse.
//!
//! Of a thousand changed files a handful can hold what is sought. The words of every changed file are looked at without
//! parsing ([`ChangedTexts`]), and a file is searched where it may hold a match of any tier (SPEC 5.6):
//!
//! - exact and body: it has all words of the body, and the body says enough; else it gained them all
//! - similar: it gained a good part of the words of the body
//! - interface: it gained all words of the signature, and has those of the parameters one after the other
//! - any tier with the same simple name: it has that name, where such a thing may be defined
//!
//! Whoever is sought has rivals: other constructs that may have become the same candidate, in files that lost the
//! candidate's words, or that it may be a copy of. What became of a rival matters too, so it is sought in turn, until
//! nobody new comes along. Where the sieve cannot tell, everything is searched; a test compares the results of both.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use crate::syntax::Family;

use super::affinity::Affinity;
use super::changed_texts::{Changed, ChangedTexts};
use super::elsewhere::path_now;
use super::names;
use super::parsed::ParsedFile;
use super::similarity::MIN_TOKENS;
use super::sought::{Sought, are_many, words_in};
use super::traces::{Held, Word, vocabulary};
use super::view::{File, FileChanges, Located, View};
use super::weak::{has_weak_body, is_common};

/// Fewer files are parsed sooner than sifted.
const FEW_FILES: usize = 12;
/// With more that is sought, hardly a file would be left out.
const MANY_SOUGHT: usize = 1_000;
/// Where one in so many changed files lost something, what is left out would not be worth the sifting.
const MANY_FILES: usize = 3;
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

/// Whether a search for what is gone from so many files may leave out others.
pub fn may_sift(own_files: usize, changes: &FileChanges<'_>) -> bool {
    let files = changes.paths().count();
    files >= FEW_FILES && own_files * MANY_FILES <= files
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    Old,
    New,
}

struct Sieve<'a, 'v> {
    before: &'v dyn View,
    after: &'v dyn View,
    texts: ChangedTexts<'a, 'v>,
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
        let own_files: HashSet<&str> = sought.iter().map(|at| at.file.path.as_str()).collect();
        if !may_sift(own_files.len(), changes) {
            return None;
        }
        let texts = ChangedTexts::new(changes, before, after)?;
        let (selected, known) = (BTreeSet::new(), HashSet::new());
        let mut sieve = Sieve { before, after, texts, selected, sought: Vec::new(), known };
        // What cannot be sifted is searched.
        let all = || sieve.texts.changed.iter().enumerate();
        sieve.selected = all().filter(|(_, changed)| !changed.is_read()).map(|(number, _)| number).collect();
        let by_old: HashMap<&str, usize> = all().filter_map(|(number, changed)| Some((changed.old?, number))).collect();
        for &at in sought {
            sieve.selected.insert(*by_old.get(at.file.path.as_str())?);
            // Members go with their container.
            let mut next = Some(at.index);
            while let Some(index) = next
                && sieve.seek(&Located { file: Arc::clone(&at.file), index })
            {
                next = at.file.outline.constructs[index].parent.map(|parent| parent as usize);
            }
            // Containers may be known by where their members went, and so are members of a name that every class has.
            if is_gone(at, changes, after) {
                sieve.seek_members(&at.file, Some(at.index as u32));
            }
            if is_common(at.construct().name()) {
                sieve.seek_members(&at.file, at.construct().parent);
            }
        }
        Some(sieve)
    }

    fn seek_members(&mut self, file: &Arc<ParsedFile>, container: Option<u32>) {
        let parents = file.outline.constructs.iter().map(|construct| construct.parent).enumerate();
        for (index, _) in parents.filter(|(_, parent)| *parent == container) {
            self.seek(&Located { file: Arc::clone(file), index });
        }
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
            appeared.iter().for_each(|(at, _)| candidates.add(at));
            let rivals = self.rivals(&appeared, &candidates);
            self.selected.extend(rivals);
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
        let selected = self.selected.iter().map(|&number| &self.texts.changed[number]);
        selected
            .flat_map(|changed| [changed.old.map(|path| (Side::Old, path)), changed.new.map(|path| (Side::New, path))])
            .flatten()
            .collect()
    }

    /// Files that may hold what is sought, by their words, and have something like it when they are looked at. What was
    /// there before is not looked at for that.
    fn holders(&self, sought: &[Sought], seekers: &Affinity) -> Vec<usize> {
        let is_open = |number| !self.selected.contains(&number);
        let may_hold = |file: &dyn Held| sought.iter().any(|sought| sought.may_be_in(file));
        let mut holders = self.texts.wanted(is_open, |changed| changed.new, may_hold);
        self.keep_near(&mut holders, self.after, |changed| changed.new, |at| seekers.is_near(at));
        holders
    }

    /// Keeps the changes of which that side has a construct that is near.
    fn keep_near(
        &self,
        numbers: &mut Vec<usize>,
        view: &dyn View,
        side: fn(&Changed<'a>) -> Option<&'a str>,
        is_near: impl Fn(&Located) -> bool,
    ) {
        let path = |number: usize| side(&self.texts.changed[number]);
        view.preload(&numbers.iter().filter_map(|&number| path(number)).collect::<Vec<_>>());
        numbers.retain(|&number| {
            let Some(file) = parsed(view, path(number)) else { return true };
            let mut constructs =
                (0..file.outline.constructs.len()).map(|index| Located { file: Arc::clone(&file), index });
            constructs.any(|at| is_near(&at))
        });
    }

    /// New constructs of files that were selected since, as far as they may be what is sought; and whether their bodies
    /// are equal.
    fn appeared(&self, looked_at: &mut BTreeSet<usize>, seekers: &Affinity) -> Vec<(Located, bool)> {
        let fresh: Vec<usize> = self.selected.difference(looked_at).copied().collect();
        looked_at.extend(&fresh);
        let side = |pick: fn(&Changed<'a>) -> Option<&'a str>| -> Vec<&str> {
            fresh.iter().filter_map(|&number| pick(&self.texts.changed[number])).collect()
        };
        self.after.preload(&side(|changed| changed.new));
        self.before.preload(&side(|changed| changed.old));
        let mut appeared = Vec::new();
        for number in fresh {
            let Changed { old, new, .. } = self.texts.changed[number];
            let Some(file) = parsed(self.after, new) else { continue };
            let origin = parsed(self.before, old);
            appeared.extend(differing(&file, origin.as_ref()).filter_map(|at| {
                let equal = seekers.nearest(&at)?;
                Some((at, equal))
            }));
        }
        appeared
    }

    /// Files that may hold another origin of these candidates, by their words, and have something like any candidate when
    /// their old side is looked at.
    fn rivals(&self, fresh: &[(Located, bool)], candidates: &Affinity) -> Vec<usize> {
        let mut last: Option<(&str, Vec<Word>)> = None;
        let mut words: Vec<(Vec<Word>, bool)> = Vec::new();
        for (at, equal) in fresh {
            let path = at.file.path.as_str();
            if last.as_ref().is_none_or(|(known, _)| *known != path) {
                let number =
                    self.texts.changed.iter().position(|changed| changed.new == Some(path) && changed.is_read());
                let text = number.and_then(|number| self.texts.new_text(number));
                last = Some((path, text.map(|text| vocabulary(&text)).unwrap_or_default()));
            }
            let found = last.as_ref().map(|(_, vocabulary)| words_in(vocabulary, at.body_tokens()));
            words.extend(found.filter(|found| !found.is_empty()).map(|found| (found, *equal)));
        }
        let names: Vec<Word> = fresh.iter().filter_map(|(at, _)| name_word(at)).collect();
        let is_rival = |file: &dyn Held| {
            names.iter().any(|name| file.lost(*name))
                || words.iter().any(|(words, equal)| {
                    let there = || words.iter().filter(|word| file.now(**word) || file.lost(**word)).count();
                    are_many(words, &|word| file.lost(word))
                        || !equal && words.len() >= MIN_TOKENS / 2 && there() * 100 >= words.len() * COPIED_WORDS
                })
        };
        let is_open = |number| !self.selected.contains(&number);
        let mut rivals = self.texts.wanted(is_open, |changed| changed.old, is_rival);
        self.keep_near(&mut rivals, self.before, |changed| changed.old, |at| candidates.nearest(at).is_some());
        rivals
    }

    /// Constructs of the selected files that are no longer under their name, or not as they were.
    fn vanished(&self) -> Vec<Located> {
        let mut vanished = Vec::new();
        for &number in &self.selected {
            let Changed { old, new, .. } = self.texts.changed[number];
            if let Some(file) = parsed(self.before, old) {
                vanished.extend(differing(&file, parsed(self.after, new).as_ref()));
            }
        }
        vanished
    }
}

/// The name of a construct, where it may be recognised by nothing else: one that tells enough, or that of a body that does
/// not.
fn name_word(at: &Located) -> Option<Word> {
    let (construct, name) = (at.construct(), at.construct().name());
    let is_told = || construct.kind.family() != Family::Value && names::is_telling(name);
    (has_weak_body(construct) || is_told()).then(|| Word::new(name.as_bytes()))
}

/// Whether nothing has the name of a construct of the base revision any more.
fn is_gone(at: &Located, changes: &FileChanges<'_>, after: &dyn View) -> bool {
    parsed(after, Some(path_now(changes, &at.file.path))).is_none_or(|now| now.find(&at.construct().qualname).is_none())
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
        let then = other.as_ref().and_then(|other| Some(&other.outline.constructs[other.find(&construct.qualname)?]));
        let is_same = then.is_some_and(|then| {
            then.kind.family() == construct.kind.family()
                && (then.body_hash == construct.body_hash || has_weak_body(construct))
        });
        (!is_same).then(|| Located { file: Arc::clone(file), index })
    })
}

fn parsed(view: &dyn View, path: Option<&str>) -> Option<Arc<ParsedFile>> {
    match view.file(path?) {
        File::Parsed(file) => Some(file),
        _ => None,
    }
}
