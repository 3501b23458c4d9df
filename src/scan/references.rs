//! What refers to the construct of a trigger (SPEC 12.5).
//!
//! The index is of one commit; the target may be another one, or a worktree. Files that differ between the two are read
//! from the target, and everything else comes from the index, so the places are those of the target. Where too many files
//! differ nothing is said: an answer that needs half of the tree parsed is not worth waiting for.
//!
//! It is told with a trigger and changes none. Nothing is looked up where nothing triggered.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use rayon::prelude::*;

use crate::config::{ChangeType, Target};
use crate::detect::{Located, Outcome, Verdict, Watched};
use crate::git::{FileId, Reader, Repository, Revision};
use crate::index::builds::{self, Current};
use crate::index::refs::{self, Changed, FileNames, Over, references_over};
use crate::index::{Content, Index, Informant, contents};
use crate::report::{Certainty, MOST_PLACES, ReferencePlace, References, Report, Trigger};
use crate::snapshot::{Read, is_binary, read};
use crate::syntax::{Language, outline_and_mentions};

/// Where more files differ from what was indexed, nothing is said.
const MOST_CHANGED: usize = 2000;

/// What the look-up depends on.
pub struct Context<'a> {
    pub repository: &'a Repository,
    pub target: &'a Revision,
    pub watched: &'a [Watched],
    pub verdicts: &'a [Verdict],
    pub index: &'a Informant,
}

/// Tells with each trigger what refers to its construct, as far as the index knows.
pub fn add(context: &Context<'_>, report: &mut Report) {
    let by_id: HashMap<&str, &Verdict> =
        context.verdicts.iter().map(|it| (context.watched[it.number].subscription.id.as_str(), it)).collect();
    let subjects: Vec<(usize, Subject<'_>)> = report
        .triggers
        .iter()
        .enumerate()
        .filter(|(_, trigger)| is_about_a_construct(trigger))
        .filter_map(|(at, trigger)| Some((at, Subject::of(by_id.get(trigger.subscription.id.as_str())?)?)))
        .collect();
    if subjects.is_empty() {
        return;
    }
    let Some(Some(current)) = context.index.ask(builds::current) else { return };
    let Some(mut over) = differing(context, &current, &subjects) else { return };
    let found = context.index.ask(|index| {
        // One view of the store, whatever a refresh does meanwhile.
        let transaction = index.store.connection().unchecked_transaction()?;
        if builds::current(index)? != Some(current.clone()) {
            return Ok(Vec::new());
        }
        let mut found = Vec::with_capacity(subjects.len());
        for (at, subject) in &subjects {
            over.as_if = subject.is_gone.then(|| Arc::new(names(subject.at)));
            let (path, qualname) = (&subject.at.file.path, &subject.at.construct().qualname);
            found.push((*at, references_over(&transaction, current.state, path, qualname, &over)?));
        }
        Ok(found)
    });
    for (at, references) in found.into_iter().flatten() {
        report.triggers[at].details.references = references.map(told);
    }
}

/// The construct that somebody may refer to.
struct Subject<'a> {
    at: &'a Located,
    /// It stood at the base, and stands nowhere now.
    is_gone: bool,
}

impl<'a> Subject<'a> {
    fn of(verdict: &'a Verdict) -> Option<Self> {
        let now = match (&verdict.outcome, &verdict.inherited) {
            (Outcome::Found(found), _) => Some(&found.at),
            (Outcome::Untouched | Outcome::New(_), Some(inherited)) => Some(&inherited.at),
            _ => None,
        };
        match now {
            Some(at) => Some(Subject { at, is_gone: false }),
            None => verdict.base.as_ref().map(|at| Subject { at, is_gone: true }),
        }
    }
}

fn is_about_a_construct(trigger: &Trigger) -> bool {
    let sort = match trigger.change_type {
        ChangeType::Missing
        | ChangeType::Structural
        | ChangeType::Content
        | ChangeType::Aggregate
        | ChangeType::Ambiguous => true,
        ChangeType::Lines | ChangeType::ParseError => false,
    };
    sort && matches!(trigger.subscription.target, Target::Construct { .. })
}

fn names(at: &Located) -> FileNames {
    FileNames::parsed(&at.file.path, at.file.language, &at.file.outline, &[])
}

fn told(references: refs::References) -> References {
    let place = |it: refs::Reference| ReferencePlace {
        certainty: match it.certainty {
            refs::Certainty::Semantic => Certainty::Semantic,
            refs::Certainty::Resolved => Certainty::Resolved,
            refs::Certainty::NameOnly => Certainty::NameOnly,
        },
        path: it.path,
        line: it.line,
    };
    References {
        files: references.files,
        semantic: references.counts.semantic,
        resolved: references.counts.resolved,
        name_only: references.counts.name_only,
        places: references.list.into_iter().take(MOST_PLACES).map(place).collect(),
    }
}

/// The files that the index has otherwise than the target; `None` where that cannot be told, or they are too many.
fn differing(context: &Context<'_>, current: &Current, subjects: &[(usize, Subject<'_>)]) -> Option<Over> {
    let repository = context.repository;
    let indexed = repository.resolve_tree(&current.tree).ok()?;
    let changes = repository.changes(&indexed, context.target).ok()?;
    if changes.list.len() > MOST_CHANGED {
        return None;
    }
    let mut paths: BTreeMap<String, Option<FileId>> = BTreeMap::new();
    for old in changes.list.iter().filter_map(|change| change.old.as_ref()) {
        paths.insert(old.path.clone(), None);
    }
    for new in changes.list.into_iter().filter_map(|change| change.new) {
        paths.insert(new.path, Some(new.file));
    }
    // Where names are looked up as if a construct still stood there, those that stand there now count all the same.
    for (_, subject) in subjects.iter().filter(|(_, subject)| subject.is_gone) {
        let path = &subject.at.file.path;
        if !paths.contains_key(path) {
            paths.insert(path.clone(), repository.find(context.target, path).ok()?);
        }
    }
    let known: Vec<(String, Option<(FileId, Option<Content>)>)> = paths
        .into_iter()
        .map(|(path, file)| {
            let file = file.map(|file| (file, remembered(context.index, &path, file)));
            (path, file)
        })
        .collect();
    let reader = repository.reader();
    let changed = known.into_par_iter().map(|(path, file)| {
        let changed = file.and_then(|(file, content)| parsed(&reader, &path, file, content));
        (path, changed)
    });
    Some(Over { changed: changed.collect(), as_if: None, only_outside: true })
}

/// What the index remembers of a file, if its name says what it is written in.
fn remembered(index: &Informant, path: &str, file: FileId) -> Option<Content> {
    let language = Language::detect(path, None).filter(|it| !it.is_shared(path) && file.mode.is_source())?;
    let ask = |index: &Index| contents::content(index.store.connection(), &file.id.to_string(), language.name());
    index.ask(ask).flatten()
}

/// A file with its names; `None` where there are none to be read.
fn parsed(reader: &Reader, path: &str, file: FileId, content: Option<Content>) -> Option<Changed> {
    if let (Some(content), Some(language)) = (content, Language::detect(path, None)) {
        let names = FileNames::parsed(path, language, &content.outline, &content.mentions);
        return Some(Changed { names: Arc::new(names), mentions: content.mentions });
    }
    let Read::Bytes(bytes) = read(reader, path, file) else { return None };
    let language = Language::detect(path, Some(&bytes)).filter(|_| !is_binary(&bytes))?;
    let (outline, mentions) = outline_and_mentions(&bytes, language);
    Some(Changed { names: Arc::new(FileNames::parsed(path, language, &outline, &mentions)), mentions })
}
