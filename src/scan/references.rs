//! What refers to the construct of a trigger (SPEC 12.5).
//!
//! The index is of one commit; the target may be another one, or a worktree. Files that differ between the two are read
//! from the target, and everything else comes from the index, so the places are those of the target. Where too many files
//! differ nothing is said: an answer that needs half of the tree parsed is not worth waiting for.
//!
//! It is told with a trigger and changes none. Nothing is looked up where nothing triggered.

use std::collections::HashMap;
use std::sync::Arc;

use crate::config::{ChangeType, Target};
use crate::detect::{Located, Outcome, Verdict, Watched};
use crate::git::{Repository, Revision};
use crate::index::Informant;
use crate::index::differing::laid_over;
use crate::index::refs::{self, FileNames, references_over};
use crate::report::{Certainty, MOST_PLACES, ReferencePlace, References, Report, Trigger};
use crate::workers::Workers;

/// What the look-up depends on.
pub struct Context<'a> {
    pub repository: &'a Repository,
    pub target: &'a Revision,
    pub watched: &'a [Watched],
    pub verdicts: &'a [Verdict],
    pub index: &'a Informant,
    pub workers: &'a Workers,
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
    let gone: Vec<&str> =
        subjects.iter().filter(|(_, it)| it.is_gone).map(|(_, it)| it.at.file.path.as_str()).collect();
    let found = context.index.ask(|index| {
        let mut found = Vec::with_capacity(subjects.len());
        let Some(tree) = index.tree()?.filter(|tree| tree.is_of_this_engine) else { return Ok(found) };
        // Where names are looked up as if a construct still stood there, those that stand there now count all the same.
        let over = laid_over(index, &tree, context.repository, context.target, &gone, context.workers)?;
        let Some(mut over) = over else { return Ok(found) };
        over.only_outside = true;
        for (at, subject) in &subjects {
            over.as_if = subject.is_gone.then(|| Arc::new(names(subject.at)));
            let (path, qualname) = (&subject.at.file.path, &subject.at.construct().qualname);
            found.push((*at, references_over(index.store.connection(), tree.state, path, qualname, &over)?));
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
