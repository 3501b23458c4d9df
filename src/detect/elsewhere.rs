//! Stages 2 and 3: constructs that are no longer in place are sought by fingerprint (SPEC 5.4, 5.5).
//!
//! This module gathers who seeks and where: every construct that vanished from a changed file, and every construct of
//! the changed files at the target. [`ranks`](super::ranks) pairs them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::report::Confidence;
use crate::syntax::{Family, Language};

use super::View;
use super::baseline::{Baseline, Source};
use super::candidate::{Candidate, Stayed};
use super::displaced;
use super::matching::{Matched, Matcher};
use super::parsed::ParsedFile;
use super::places::Places;
use super::ranks;
use super::seeker::Seeker;
use super::sieve::Scope;
use super::traces::hash_of;
use super::view::{Fate, File, FileChanges, Located};

/// Everything the diff offers to a search, and its results.
pub struct Search {
    pub matcher: Matcher,
    pub seekers: Vec<Seeker>,
    matched: Vec<Matched>,
    /// Candidates that something has become, on enough evidence.
    claimed: HashSet<usize>,
    places: Places,
}

/// A subscribed construct that is not in place.
pub struct Lost<'a> {
    pub baseline: &'a Baseline,
    /// The construct at the base revision, if it is there.
    pub base: Option<&'a Located>,
    pub language: Language,
}

impl Search {
    /// Loads the changed files of the scope and matches what vanished from them with what appeared in them.
    pub fn new(
        lost: &[Lost<'_>],
        scope: Scope<'_>,
        changes: &FileChanges<'_>,
        before: &dyn View,
        after: &dyn View,
    ) -> Self {
        let Scope { new_paths, old_paths } = scope;
        let searched: HashSet<&str> = old_paths.iter().copied().collect();
        let pairs = new_paths.iter().filter_map(|&new| Some([changes.origin_of(new)?, new]));
        after.preload_both(&pairs.filter(|[old, _]| searched.contains(old)).collect::<Vec<_>>());
        after.preload(&new_paths);
        before.preload(&old_paths);

        let mut candidates = Vec::new();
        for path in new_paths {
            let File::Parsed(file) = after.file(path) else { continue };
            let origin = changes.origin_of(path).and_then(|old| parsed(before, old));
            let number = candidates.last().map_or(0, |last: &Candidate| last.file + 1);
            for index in 0..file.outline.constructs.len() {
                let construct = &file.outline.constructs[index];
                let there = origin.as_ref().and_then(|origin| {
                    origin.find(&construct.qualname).map(|index| Located { file: Arc::clone(origin), index })
                });
                let is_same_kind = |then: &Located| then.construct().kind.family() == construct.kind.family();
                let other_kind = there.as_ref().is_some_and(|then| !is_same_kind(then));
                let then = there.filter(|_| !other_kind);
                let at = Located { file: Arc::clone(&file), index };
                candidates.push(Candidate {
                    file: number,
                    name_hash: hash_of(construct.name().as_bytes()),
                    new: then.is_none(),
                    other_kind,
                    new_body: then.as_ref().is_none_or(|then| then.construct().body_hash != construct.body_hash),
                    rewritten: then.and_then(|then| displaced::rewritten(then, &at)),
                    at,
                });
            }
        }

        let old_files: Vec<Arc<ParsedFile>> = old_paths.into_iter().filter_map(|path| parsed(before, path)).collect();
        let mut stayed = Vec::new();
        let mut vanished = Vec::new();
        for file in &old_files {
            sort_out(file, changes, after, &mut stayed, &mut vanished);
        }
        drop(old_files);
        let mut search = Search {
            matcher: Matcher::new(candidates, stayed),
            seekers: Vec::new(),
            matched: Vec::new(),
            claimed: HashSet::new(),
            places: Places::default(),
        };
        // Containers first: members may stand before their type where they stand outside of it.
        let (types, rest): (Vec<Located>, Vec<Located>) =
            vanished.into_iter().partition(|at| matches!(at.construct().kind.family(), Family::Type | Family::Module));
        let mut seeking: Vec<(Located, Option<usize>)> = types.into_iter().chain(rest).map(|at| (at, None)).collect();
        for (number, heir) in displaced::find(&search.matcher, &seeking) {
            let stayed = &mut search.matcher.stayed[number];
            stayed.displaced = true;
            seeking.push((stayed.at.clone(), Some(heir)));
        }
        for (at, heir) in &seeking {
            search.add_vanished(at, *heir, changes);
        }
        let mut new_since: HashMap<(&str, &str), Arc<HashSet<usize>>> = HashMap::new();
        for lost in lost {
            let path = path_now(changes, &lost.baseline.place.path);
            // Many subscriptions of one file were locked at the same blob.
            let also_new = match &lost.baseline.source {
                Source::Lock { blob: Some(blob) } => Arc::clone(
                    new_since
                        .entry((blob, &lost.baseline.place.path))
                        .or_insert_with(|| Arc::new(search.new_since(blob, &lost.baseline.place.path, path, before))),
                ),
                Source::Lock { blob: None } | Source::Base => Arc::default(),
            };
            search.add_lost(lost, path, also_new);
        }
        search.matched = ranks::pair(&search.matcher, &search.seekers);
        let claimed = search.matched.iter().filter_map(|matched| match matched {
            Matched::One(pairing) if pairing.confidence != Confidence::Low => Some(pairing.candidate),
            _ => None,
        });
        search.claimed = claimed.collect();
        search
    }

    /// What the construct at that old place has become.
    pub fn result(&self, path: &str, qualname: &str) -> Option<(&Seeker, &Matched)> {
        let number = self.places.get(path, qualname)?;
        Some((&self.seekers[number], &self.matched[number]))
    }

    /// Whether something of another place has become that candidate.
    pub fn is_claimed(&self, candidate: usize) -> bool {
        self.claimed.contains(&candidate)
    }

    /// A construct of the base revision that is not under its name in its file's new place, or whose name another one has.
    fn add_vanished(&mut self, at: &Located, heir: Option<usize>, changes: &FileChanges<'_>) {
        let parent = self.places.get(&at.file.path, at.container());
        let file = self.matcher.file(path_now(changes, &at.file.path));
        self.places.put(at, self.seekers.len());
        self.seekers.push(Seeker::vanished(at, file, parent, heir));
    }

    fn add_lost(&mut self, lost: &Lost<'_>, path: &str, also_new: Arc<HashSet<usize>>) {
        let (old_path, qualname) = (&lost.baseline.place.path, &lost.baseline.qualname);
        let parent = self.places.get(old_path, lost.baseline.container());
        let seeker = Seeker::lost(lost, self.matcher.file(path), parent, also_new);
        match self.places.get(old_path, qualname) {
            Some(number) => self.seekers[number] = seeker,
            None => {
                self.places.put_named(old_path, qualname, self.seekers.len());
                self.seekers.push(seeker);
            }
        }
    }

    /// Constructs of a file, now at `path`, that are new since the blob which the lock remembers of it at `old_path`,
    /// though the base revision has them (SPEC 5.7).
    fn new_since(&self, blob: &String, old_path: &str, path: &str, before: &dyn View) -> HashSet<usize> {
        if before.blob(old_path).as_ref() == Some(blob) {
            return HashSet::new();
        }
        let Some(then) = before.remembered(blob, old_path) else { return HashSet::new() };
        let is_new = |&number: &usize| {
            let construct = self.matcher.candidates[number].at.construct();
            then.find(&construct.qualname).is_none()
        };
        self.matcher.in_file(path).filter(is_new).collect()
    }
}

/// Tells the constructs of a base file that are still under their name from those that are not.
fn sort_out(
    file: &Arc<ParsedFile>,
    changes: &FileChanges<'_>,
    after: &dyn View,
    stayed: &mut Vec<Stayed>,
    vanished: &mut Vec<Located>,
) {
    let path = path_now(changes, &file.path);
    let now = match after.file(path) {
        File::Parsed(now) => Some(now),
        // Still there, only not examined: nothing is known to have vanished from it.
        File::Skipped(_) => return,
        File::Absent | File::Unsupported => None,
    };
    for (index, construct) in file.outline.constructs.iter().enumerate() {
        let at = Located { file: Arc::clone(file), index };
        match &now {
            Some(now) if now.find(&construct.qualname).is_some() || now.may_hide(construct.name()) => {
                stayed.push(Stayed { at, path: path.to_owned(), displaced: false });
            }
            _ => vanished.push(at),
        }
    }
}

/// Where a file of the base revision stands now.
pub(super) fn path_now<'a>(changes: &FileChanges<'a>, path: &'a str) -> &'a str {
    match changes.fate(path) {
        Fate::Renamed(to) => to,
        _ => path,
    }
}

fn parsed(view: &dyn View, path: &str) -> Option<Arc<ParsedFile>> {
    match view.file(path) {
        File::Parsed(file) => Some(file),
        _ => None,
    }
}
