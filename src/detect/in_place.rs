//! Stage 1 for a subscription: whether its construct is still in place, and why not (SPEC 5.2, 5.3).

use crate::config::Target;
use crate::report::{Confidence, Place, Reason};

use super::baseline::Baseline;
use super::verdict::{Found, Outcome, Stage, Verdict};
use super::view::{Fate, File, Located};
use super::{Input, Watched, exact, lines};

/// Why a construct is not in place.
pub enum Why {
    Gone(Reason),
    /// Its file cannot be examined: path and reason.
    Unreadable(String, String),
}

/// Says which files stage 1 will need, so that they are parsed in parallel.
pub fn preload(input: &Input<'_>) {
    let mut old: Vec<&str> = Vec::new();
    let mut new: Vec<&str> = Vec::new();
    for watched in input.watched {
        let path = watched.subscription.target.path();
        if !matches!(watched.subscription.target, Target::Construct { .. }) || is_settled(input, watched) {
            continue;
        }
        match input.changes.fate(path) {
            Fate::Deleted => {}
            Fate::Renamed(to) => new.push(to),
            Fate::Modified | Fate::Untouched => new.push(path),
        }
        if watched.locked.is_none() {
            old.push(path);
        }
    }
    for paths in [&mut old, &mut new] {
        paths.sort_unstable();
        paths.dedup();
    }
    input.before.preload(&old);
    input.after.preload(&new);
}

/// Whether a look at blob ids settles a subscription (SPEC 5.2).
fn is_settled(input: &Input<'_>, watched: &Watched) -> bool {
    let path = watched.subscription.target.path();
    let locked_blob = watched.locked.as_ref().and_then(|entry| entry.blob.as_ref());
    match input.changes.fate(path) {
        Fate::Untouched if watched.added => false,
        Fate::Untouched => {
            !input.include_drift || locked_blob.is_none() || input.after.blob(path).as_ref() == locked_blob
        }
        Fate::Modified => locked_blob.is_some() && input.after.blob(path).as_ref() == locked_blob,
        Fate::Renamed(_) | Fate::Deleted => false,
    }
}

/// Stage 1 for one subscription; says why when it is not in place.
pub fn find(input: &Input<'_>, number: usize) -> (Verdict, Option<Why>) {
    let watched = &input.watched[number];
    let (path, qualname) = match &watched.subscription.target {
        Target::Construct { path, qualname } => (path.as_str(), qualname.as_str()),
        Target::Lines { path, start, end } => {
            let range = Place { path: path.clone(), start_line: *start, end_line: *end };
            let outcome = lines::check(watched, &range, input.changes, input.before, input.after, input.include_drift);
            return (Verdict::new(number, Outcome::Lines(outcome)), None);
        }
    };
    if is_settled(input, watched) {
        // A hand-written path that is in neither revision would otherwise stay unnoticed for ever.
        let nowhere = watched.locked.is_none() && input.after.blob(path).is_none();
        if !nowhere {
            return (Verdict::new(number, Outcome::Untouched), None);
        }
    }
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
            verdict.base = base();
            verdict.baseline = verdict.base.as_ref().map(Baseline::from_base);
        }
        None => {}
    }

    let fate = input.changes.fate(path);
    let now_path = match fate {
        Fate::Renamed(to) => to,
        _ => path,
    };
    let after = match input.after.file(now_path) {
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

    let Some(baseline) = &verdict.baseline else {
        return match after.find(qualname) {
            Some(index) => {
                verdict.outcome = Outcome::New(Located { file: after, index });
                (verdict, None)
            }
            None => not_in_place(input, verdict, base, Why::Gone(Reason::SemanticTargetMissing)),
        };
    };
    match exact::find(baseline, base_file, &after) {
        Some(at) => {
            if verdict.base.is_none() && !baseline.matches(&at) {
                verdict.base = base();
            }
            let in_place = Found {
                at,
                stage: Stage::InPlace,
                tier: None,
                similarity: None,
                confidence: Confidence::High,
                weak: false,
            };
            verdict.outcome = Outcome::Found(in_place);
            (verdict, None)
        }
        None if after.may_hide(baseline.simple_name()) => {
            let message = format!("{now_path} has a syntax error where {qualname} may be");
            verdict.base = base();
            verdict.outcome = Outcome::Broken(message);
            (verdict, None)
        }
        None => not_in_place(input, verdict, base, Why::Gone(Reason::SemanticTargetMissing)),
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
