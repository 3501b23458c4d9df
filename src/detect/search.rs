//! Stages 2 and 3 for a subscription: what a match means for it (SPEC 5.4 to 5.10).

use crate::config::lock::Seen;
use crate::report::{Confidence, Tier};
use crate::syntax::Language;

use super::companions;
use super::elsewhere::{Lost, Search};
use super::in_place::Why;
use super::matching::{Matched, Pairing};
use super::seeker::Seeker;
use super::sieve::Scope;
use super::verdict::{Considered, Found, Outcome, Resembling, Stage, Verdict};
use super::view::{File, Located};
use super::weak::has_weak_body;
use super::{Input, Watched};

/// Nobody is helped by a longer list.
const MOST_TAKEN: usize = 8;

/// Stages 2 and 3 for everything that is not in place, and the `body_elsewhere` notes.
pub fn seek(input: &Input<'_>, verdicts: &mut [Verdict], lost: Vec<(usize, Why)>) {
    let seeking: Vec<Lost<'_>> = lost
        .iter()
        .filter_map(|(number, _)| {
            let verdict = &verdicts[*number];
            let baseline = verdict.baseline.as_ref()?;
            Some(Lost {
                baseline,
                base: verdict.base.as_ref(),
                language: language_of(&input.watched[*number], verdict)?,
            })
        })
        .collect();
    let scope = scope(input, verdicts, &seeking);
    let search = Search::new(&seeking, scope, input.changes, input.before, input.after);
    drop(seeking);
    for (number, why) in lost {
        let outcome = outcome_of(&search, &verdicts[number], why);
        if let (None, Outcome::Found(found)) = (&verdicts[number].base, &outcome) {
            verdicts[number].base = stood_before(input, &found.at);
        }
        verdicts[number].outcome = outcome;
        if input.explain == Some(input.watched[number].subscription.id.as_str()) {
            verdicts[number].considered = considered(&search, &verdicts[number]);
        }
    }
    for verdict in verdicts.iter_mut().filter(|verdict| verdict.body_may_stand_elsewhere()) {
        let (Some(baseline), Outcome::Found(found)) = (&verdict.baseline, &verdict.outcome) else { continue };
        let mut places: Vec<String> = search
            .matcher
            .new_with_body(baseline.body_hash, baseline.kind.family())
            .into_iter()
            .filter(|at| !at.is_same(&found.at))
            .map(Located::location)
            .collect();
        places.sort_unstable();
        verdict.displaced_to = displaced_to(&search, verdict).map(Box::new);
        verdict.body_elsewhere = places;
    }
    companions::follow(&search, verdicts);
}

/// The files to search. What only a lock remembers has no words to be found by.
fn scope<'a>(input: &Input<'a>, verdicts: &[Verdict], seeking: &[Lost<'_>]) -> Scope<'a> {
    let lost = seeking.iter().map(|lost| lost.base);
    let changed =
        verdicts.iter().filter(|verdict| verdict.body_may_stand_elsewhere()).map(|verdict| verdict.base.as_ref());
    let sought: Option<Vec<&Located>> = lost.chain(changed).collect();
    match sought {
        Some(sought) if !input.everywhere && input.explain.is_none() => {
            Scope::of(&sought, input.changes, input.before, input.after)
        }
        _ => Scope::all(input.changes),
    }
}

/// The construct as the base revision has it, where it is new only since the lock.
fn stood_before(input: &Input<'_>, at: &Located) -> Option<Located> {
    let File::Parsed(file) = input.before.file(input.changes.origin_of(&at.file.path)?) else { return None };
    file.find(&at.construct().qualname).map(|index| Located { file, index })
}

/// What a subscription's code is written in.
pub fn language_of(watched: &Watched, verdict: &Verdict) -> Option<Language> {
    if let Some(base) = &verdict.base {
        return Some(base.file.language);
    }
    match &watched.locked.as_ref()?.seen {
        Seen::Construct(seen) => Language::by_name(&seen.language),
        Seen::Lines(_) => None,
    }
}

fn outcome_of(search: &Search, verdict: &Verdict, why: Why) -> Outcome {
    let place = verdict.baseline.as_ref().map(|baseline| (&baseline.place.path, &baseline.qualname));
    let result = place.and_then(|(path, qualname)| search.result(path, qualname));
    let at = |number: &usize| search.matcher.candidates[*number].at.clone();
    match result {
        Some((seeker, Matched::One(pairing))) => Outcome::Found(found(seeker, pairing, at(&pairing.candidate))),
        Some((_, Matched::Several { tier: Tier::Exact | Tier::Body, weak: false, candidates })) => {
            Outcome::Several(candidates.iter().map(at).collect())
        }
        result => {
            let reason = match why {
                Why::Gone(reason) => reason,
                Why::Unreadable(path, reason) => return Outcome::Skipped { path, reason },
            };
            let (candidates, twins) = match result {
                Some((seeker, Matched::Several { candidates, .. })) => {
                    (describe(search, seeker, candidates), twins(search, seeker))
                }
                Some((seeker, _)) => (taken(search, seeker), twins(search, seeker)),
                None => (Vec::new(), Vec::new()),
            };
            Outcome::Missing { reason, candidates, twins }
        }
    }
}

pub fn found(seeker: &Seeker, pairing: &Pairing, at: Located) -> Found {
    let stage = if at.file.path == *seeker.path { Stage::SameFile } else { Stage::Elsewhere };
    Found {
        at,
        stage,
        tier: Some(pairing.tier),
        similarity: pairing.similarity,
        confidence: pairing.confidence,
        weak: pairing.weak,
        evidence: pairing.evidence.clone(),
    }
}

/// Where a construct went whose name another one has now. The name is still there, so it is never quite sure; and where
/// nobody knows where that other one comes from, and it is of the same sort, the old name may well go on with new code, while
/// the old code serves it.
fn displaced_to(search: &Search, verdict: &Verdict) -> Option<Found> {
    let baseline = verdict.baseline.as_ref().filter(|it| verdict.base.as_ref().is_some_and(|base| it.matches(base)))?;
    let (seeker, matched) = search.result(&baseline.place.path, &baseline.qualname)?;
    let Matched::One(pairing) = matched else { return None };
    let heir = seeker.heir.filter(|_| !pairing.weak)?;
    let mut found = found(seeker, pairing, search.matcher.candidates[pairing.candidate].at.clone());
    let is_known = search.is_claimed(heir) || search.matcher.candidates[heir].other_kind;
    let most = if is_known { Confidence::Medium } else { Confidence::Low };
    found.confidence = found.confidence.min(most);
    Some(found)
}

fn twins(search: &Search, seeker: &Seeker) -> Vec<String> {
    let mut twins: Vec<String> = search.matcher.twins(seeker).into_iter().map(Located::location).collect();
    twins.sort_unstable();
    twins
}

/// What has the very code and the name and is another's already: of several that were merged into one, one goes there
/// (SPEC 5.9), and who watches the others is told of it.
fn taken(search: &Search, seeker: &Seeker) -> Vec<Resembling> {
    let candidates = search.matcher.with_body(seeker).iter().copied();
    let is_it = |&number: &usize| {
        let candidate = &search.matcher.candidates[number];
        candidate.new
            && seeker.has_name_of(candidate)
            && !has_weak_body(candidate.at.construct())
            && seeker.reads(&candidate.at.file)
    };
    describe(search, seeker, &candidates.filter(is_it).take(MOST_TAKEN).collect::<Vec<_>>())
}

fn describe(search: &Search, seeker: &Seeker, candidates: &[usize]) -> Vec<Resembling> {
    let mut described: Vec<Resembling> = candidates
        .iter()
        .map(|&number| {
            let (tier, similarity) = search.matcher.compare(seeker, number);
            let at = search.matcher.candidates[number].at.clone();
            Resembling { at, tier: tier.unwrap_or(Tier::Similar), similarity }
        })
        .collect();
    described.sort_by(|a, b| {
        let place = |it: &Resembling| (it.at.file.path.clone(), it.at.construct().start_line);
        place(a).cmp(&place(b)).then_with(|| a.at.construct().qualname.cmp(&b.at.construct().qualname))
    });
    described
}

/// Every candidate that resembles the lost construct at all, best first, for `explain`.
fn considered(search: &Search, verdict: &Verdict) -> Vec<Considered> {
    let Some(baseline) = &verdict.baseline else { return Vec::new() };
    let Some((seeker, matched)) = search.result(&baseline.place.path, &baseline.qualname) else { return Vec::new() };
    let chosen = |number: usize| match matched {
        Matched::Nowhere => false,
        Matched::One(pairing) => pairing.candidate == number,
        Matched::Several { candidates, .. } => candidates.contains(&number),
    };
    let mut all: Vec<Considered> = search
        .matcher
        .candidates
        .iter()
        .enumerate()
        .filter(|(_, candidate)| {
            candidate.at.construct().kind.family() == seeker.kind.family() && seeker.reads(&candidate.at.file)
        })
        .filter_map(|(number, candidate)| {
            let (tier, similarity) = search.matcher.compare(seeker, number);
            let same_name = seeker.has_name_of(candidate);
            (tier.is_some() || same_name).then(|| Considered {
                at: candidate.at.clone(),
                tier,
                similarity,
                new: candidate.new || seeker.also_new.contains(&number),
                same_name,
                chosen: chosen(number),
            })
        })
        .collect();
    all.sort_by_key(|c| {
        (!c.chosen, !c.new, c.tier.is_none(), c.tier, std::cmp::Reverse(c.similarity), c.at.location())
    });
    all
}
