//! Companions: members that go with their class, though stage 1 finds them in place (SPEC 5.9).
//!
//! `Distribution` becomes `ScalarDistribution` in a file of its own, and `JointDistribution` becomes `Distribution`. Who
//! watches the class is told to follow it, see [`displaced`](super::displaced). A member `pmf = None` is found under the old
//! name, unchanged, because the other class has such a member too; left there, it would be a member of a class that nobody
//! meant. So it goes where its class goes, if it stands there with the very fingerprint: then nothing that happened to it
//! is hidden, whichever of the two is watched.
//!
//! Only a class that is subscribed to takes its members along, and only at medium confidence, when it is known whose name
//! its old one is now. Nothing more is parsed or compared than for the class alone.

use std::collections::HashMap;

use crate::report::{Confidence, Tier};
use crate::syntax::qualname;

use super::elsewhere::Search;
use super::matching::Matched;
use super::search::found;
use super::verdict::{Found, Outcome, Stage, Verdict};

/// Lets the members of classes that are followed elsewhere follow them.
pub fn follow(search: &Search, verdicts: &mut [Verdict]) {
    // Where the qualname of a class went, by its old place.
    let mut gone: HashMap<(String, String), (String, String)> = HashMap::new();
    for verdict in verdicts.iter() {
        if let (Some(to), Some(baseline)) = (&verdict.displaced_to, &verdict.baseline)
            && to.confidence != Confidence::Low
            && baseline.kind.is_container()
        {
            let place = (baseline.place.path.clone(), baseline.qualname.clone());
            gone.insert(place, (to.at.file.path.clone(), to.at.construct().qualname.clone()));
        }
    }
    if gone.is_empty() {
        return;
    }
    for verdict in verdicts {
        let followed = companion(search, verdict, &gone);
        if followed.is_some() {
            verdict.displaced_to = followed.map(Box::new);
        }
    }
}

fn companion(search: &Search, verdict: &Verdict, gone: &HashMap<(String, String), (String, String)>) -> Option<Found> {
    let Outcome::Found(in_place) = &verdict.outcome else { return None };
    let baseline = verdict.baseline.as_ref().filter(|_| in_place.stage == Stage::InPlace)?;
    if verdict.displaced_to.is_some() {
        return None;
    }
    let mut container = qualname::container(&baseline.qualname);
    let (path, class) = loop {
        if container.is_empty() {
            return None;
        }
        if let Some(place) = gone.get(&(baseline.place.path.clone(), container.to_owned())) {
            break place;
        }
        container = qualname::container(container);
    };
    let (seeker, matched) = search.result(&baseline.place.path, &baseline.qualname)?;
    let Matched::One(pairing) = matched else { return None };
    let at = &search.matcher.candidates[pairing.candidate].at;
    let stands_there = at.file.path == *path
        && at.construct().qualname.strip_prefix(class.as_str()) == baseline.qualname.strip_prefix(container);
    let unchanged = pairing.tier == Tier::Exact && seeker.base.as_ref().is_some_and(|base| baseline.matches(base));
    (seeker.heir.is_some() && stands_there && unchanged).then(|| {
        let mut found = found(seeker, pairing, at.clone());
        found.confidence = Confidence::Medium;
        found
    })
}
