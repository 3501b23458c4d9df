//! What a run did not look at, in notes.
//!
//! A run that skipped anything in scope is not complete and says so (SPEC 13.2). These notes are about the run: every
//! subscription was decided, but code that left its place was not looked for in what was skipped. That a subscribed file
//! itself was skipped is said by detection, with the subscription.

use std::collections::{BTreeMap, BTreeSet};

use crate::detect::MOST_COPIES;
use crate::detect::findings::Findings;
use crate::git::Changes;
use crate::report::{Note, NoteKind};

/// What was in scope and not examined. Of a subscribed file there is a note already.
pub struct Skipped {
    /// Files that were asked for, with the reason, by path.
    pub before: BTreeMap<String, String>,
    pub after: BTreeMap<String, String>,
    /// How many files were not searched because others with the same contents were.
    pub copies: usize,
}

/// Notes that concern the run, not one subscription.
pub fn run_notes(changes: &Changes, skipped: &Skipped, findings: &mut Findings) {
    let unsearched = skipped.copies;
    // Every subscribed file was looked up all the same; but what left its file may stand where nobody looked.
    findings.complete &= changes.gaps.is_empty();
    findings.notes.extend(changes.gaps.sentences().into_iter().map(|sentence| Note {
        subscription_id: None,
        kind: NoteKind::Skipped,
        message: format!("{sentence}. Subscribed files there were checked; code that moved there was not found"),
        locations: Vec::new(),
    }));
    if changes.rename_limit_reached {
        findings.notes.push(Note {
            subscription_id: None,
            kind: NoteKind::Limit,
            message: "too many added and deleted files to pair them all as renames; constructs are still found by \
                      fingerprint"
                .to_owned(),
            locations: Vec::new(),
        });
    }
    if unsearched > 0 {
        findings.complete = false;
        findings.notes.push(Note {
            subscription_id: None,
            kind: NoteKind::Skipped,
            message: format!(
                "{unsearched} files were not searched for code that moved: each has the same contents as {MOST_COPIES} \
                 others, which were"
            ),
            locations: Vec::new(),
        });
    }
    let told: BTreeSet<String> = findings
        .notes
        .iter()
        .filter(|note| note.kind == NoteKind::Skipped)
        .flat_map(|note| note.locations.clone())
        .collect();
    let before = skipped.before.iter().filter(|(path, _)| !skipped.after.contains_key(*path));
    let all = skipped.after.iter().map(|it| (it, "")).chain(before.map(|it| (it, " of the base")));
    for ((path, reason), side) in all {
        let location = format!("{path}:1");
        if !told.contains(&location) {
            findings.complete = false;
            findings.notes.push(Note {
                subscription_id: None,
                kind: NoteKind::Skipped,
                message: format!("{path}{side} was not searched: {reason}"),
                locations: vec![location],
            });
        }
    }
}
