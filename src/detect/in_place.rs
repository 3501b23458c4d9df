//! Stage 1 for a subscription: whether its construct is still in place, and why not (SPEC 5.2, 5.3).

use std::sync::Arc;

use crate::config::Target;
use crate::config::lock::Seen;
use crate::report::{Confidence, Place, Reason};

use crate::syntax::qualname::simple_name;

use super::baseline::Baseline;
use super::lines::{self, Differences};
use super::verdict::{Found, Outcome, Stage, Verdict};
use super::view::{Fate, File, Located, View};
use super::{Input, Watched, exact, shadowed, verbatim};

/// Why a construct is not in place.
pub enum Why {
    Gone(Reason),
    /// Its file cannot be examined: path and reason.
    Unreadable(String, String),
}

/// Says which files stage 1 will need, so that they are parsed in parallel: first those of the target, then those of the
/// base whose constructs differ from the lock, or have no entry there.
pub fn preload(input: &Input<'_>, settled: &[bool]) {
    let in_question = || {
        let open = input.watched.iter().zip(settled).filter(|(_, settled)| !**settled).map(|(watched, _)| watched);
        open.filter(|watched| matches!(watched.subscription.target, Target::Construct { .. }))
    };
    let fate = |watched: &Watched| input.changes.fate(watched.subscription.target.path());
    input.after.preload_standing(verbatim::standing(input, settled));
    let paths = in_question().map(|watched| now_path(watched, fate(watched)));
    input.after.preload(&distinct(paths.filter(|path| input.after.standing(path).is_none())));
    let as_locked = |watched: &Watched| {
        let Some(Seen::Construct(seen)) = watched.locked.as_ref().map(|entry| &entry.seen) else { return false };
        let File::Parsed(file) = stage_1(input.after, now_path(watched, fate(watched))) else { return false };
        file.find(&seen.qualname).map(|index| &file.outline.constructs[index]).is_some_and(|construct| {
            construct.interface_hash == seen.interface_hash && construct.body_hash == seen.body_hash
        })
    };
    let differing = in_question().filter(|watched| !watched.added && !as_locked(watched));
    input.before.preload(&distinct(differing.map(|watched| watched.subscription.target.path())));
}

fn distinct<'a>(paths: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut paths: Vec<&str> = paths.collect();
    paths.sort_unstable();
    paths.dedup();
    paths
}

/// Which subscriptions are settled by a look at blob ids (SPEC 5.2).
pub fn settled(input: &Input<'_>) -> Vec<bool> {
    input.watched.iter().map(|watched| is_settled(input, watched)).collect()
}

fn is_settled(input: &Input<'_>, watched: &Watched) -> bool {
    let path = watched.subscription.target.path();
    let locked_blob = || watched.locked.as_ref().and_then(|entry| entry.blob.as_ref());
    match input.changes.fate(path) {
        Fate::Untouched if watched.added => false,
        // An entry without a blob is of a change that nobody has accepted yet.
        Fate::Untouched if !input.include_drift || watched.locked.is_none() => true,
        Fate::Untouched | Fate::Modified => {
            locked_blob().is_some_and(|blob| input.after.blob(path).as_ref() == Some(blob))
        }
        Fate::Renamed(_) | Fate::Deleted => false,
    }
}

/// Stage 1 for one subscription; says why when it is not in place.
pub fn find(input: &Input<'_>, number: usize, settled: bool, differences: &Differences) -> (Verdict, Option<Why>) {
    let watched = &input.watched[number];
    let target = &watched.subscription.target;
    if settled {
        // A hand-written path that is in neither revision would otherwise stay unnoticed for ever.
        let nowhere = watched.locked.is_none() && input.after.blob(target.path()).is_none();
        if !nowhere {
            return (Verdict::new(number, Outcome::Untouched), None);
        }
    }
    if watched.later && input.before.blob(target.path()).is_none() {
        return (Verdict::new(number, Outcome::Untouched), None);
    }
    let (path, qualname) = match target {
        Target::Construct { path, qualname } => (path.as_str(), qualname.as_str()),
        Target::Lines { path, start, end } => {
            let range = Place { path: path.clone(), start_line: *start, end_line: *end };
            let outcome = lines::check(input, watched, &range, differences);
            return (Verdict::new(number, Outcome::Lines(outcome)), None);
        }
    };
    let mut verdict = Verdict::new(number, Outcome::Untouched);
    let base_file = || match input.before.file(path) {
        File::Parsed(file) => Some(file),
        _ => None,
    };
    let base = || {
        let file = base_file()?;
        file.find(qualname).map(|index| Located { file, index })
    };
    match &watched.locked {
        Some(entry) => verdict.baseline = Baseline::from_lock(entry),
        None if !watched.added => {
            if let File::Skipped(reason) = input.before.file(path) {
                // What it looked like is unknown, which is not the same as new.
                let reason = format!("{reason}, at the base revision");
                verdict.outcome = Outcome::Skipped { path: path.to_owned(), reason };
                return (verdict, None);
            }
            verdict.base = base();
            verdict.baseline = verdict.base.as_ref().map(Baseline::from_base);
            if watched.later && verdict.baseline.is_none() {
                return (verdict, None);
            }
        }
        None => {}
    }

    let fate = input.changes.fate(path);
    let now_path = now_path(watched, fate);
    let after = match stage_1(input.after, now_path) {
        File::Parsed(file) => file,
        File::Absent => {
            let reason = if fate == Fate::Deleted { Reason::FileDeleted } else { Reason::FileNotFound };
            return not_in_place(input, verdict, base, Why::Gone(reason));
        }
        File::Skipped(reason) => {
            return not_in_place(input, verdict, base, Why::Unreadable(now_path.to_owned(), reason));
        }
        File::Unsupported if matches!(input.before.file(path), File::Parsed(_)) => {
            // Renamed to what is no source file any more: the construct is gone from it.
            return not_in_place(input, verdict, base, Why::Gone(Reason::SemanticTargetMissing));
        }
        File::Unsupported => {
            let message = format!("no parser for {now_path}; see `codesub languages`, or watch its lines instead");
            verdict.outcome = Outcome::Unsupported(message);
            return (verdict, None);
        }
    };

    let found = match &verdict.baseline {
        Some(baseline) => exact::find(baseline, base_file, &after),
        None => after.find(qualname).map(|index| Located { file: Arc::clone(&after), index }),
    };
    match (found, &verdict.baseline) {
        (Some(at), None) => {
            verdict.outcome = Outcome::New(at);
            (verdict, None)
        }
        (Some(at), Some(baseline)) => {
            if verdict.base.is_none() && !baseline.matches(&at) {
                verdict.base = base();
            }
            verdict.shadowed_by = shadowed::by(&at, base_file);
            // Under another name, an overload with other code may be another one.
            let same_name = at.construct().qualname == baseline.qualname;
            let same_body = at.construct().body_hash == baseline.body_hash;
            let confidence = if same_name || same_body { Confidence::High } else { Confidence::Medium };
            verdict.outcome = Outcome::Found(Found {
                at,
                stage: Stage::InPlace,
                tier: None,
                similarity: None,
                confidence,
                weak: false,
                evidence: Vec::new(),
            });
            (verdict, None)
        }
        (None, _) if after.may_hide(simple_name(qualname)) => {
            let message = format!("{now_path} has a syntax error where {qualname} may be");
            if !watched.added {
                verdict.base = base();
            }
            verdict.outcome = Outcome::Broken(message);
            (verdict, None)
        }
        (None, _) => not_in_place(input, verdict, base, Why::Gone(Reason::SemanticTargetMissing)),
    }
}

/// As much of a file of the target as stage 1 needs.
fn stage_1(after: &dyn View, path: &str) -> File {
    after.standing(path).map_or_else(|| after.file(path), File::Parsed)
}

/// Where a subscription's file stands now. A path that the target revision wrote down is one of that revision already.
pub fn now_path<'a>(watched: &'a Watched, fate: Fate<'a>) -> &'a str {
    match fate {
        Fate::Renamed(to) if !watched.added => to,
        _ => watched.subscription.target.path(),
    }
}

fn not_in_place(
    input: &Input<'_>,
    mut verdict: Verdict,
    base: impl Fn() -> Option<Located>,
    why: Why,
) -> (Verdict, Option<Why>) {
    if !input.watched[verdict.number].added {
        verdict.base = base();
    }
    if verdict.baseline.is_some() {
        return (verdict, Some(why));
    }
    // Nothing to search for: nobody knows what it looked like.
    verdict.outcome = match why {
        Why::Gone(reason) => Outcome::Missing { reason, candidates: Vec::new(), twins: Vec::new() },
        Why::Unreadable(path, reason) => Outcome::Skipped { path, reason },
    };
    (verdict, None)
}
