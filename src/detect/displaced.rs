//! Displaced constructs: the name is still in its file, but another construct has it now (SPEC 5.3).
//!
//! `random` becomes `random_scalar` and `random_joint` becomes `random`; or a test is inserted and those after it are
//! numbered anew. Stage 1 finds the name, and the trigger that its new code deserves stays. But the old code stands
//! elsewhere, so the subscription can follow it there: the construct that lost its name seeks like one that vanished.
//!
//! The evidence is that the old code resembles a new construct far more than it resembles what has its name now; where that
//! in turn resembles a vanished construct more, it is enough that both are clearly ahead. Where all three are much alike, the
//! whole must add up: the old code stands in its file under a new name, interface and body unchanged, while both of what has
//! its name now differ, and a construct of a like name vanished that this resembles. Code that was extracted is another
//! matter: then the old name calls the new one, or inherits from it, and still serves.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::syntax::{Family, Fingerprint};

use super::candidate::{Candidate, Stayed};
use super::matching::Matcher;
use super::names::{LIKE, likeness};
use super::postings::Postings;
use super::similarity::{Bag, LEAD, MIN_TOKENS, NAME_WORTH, SIMILAR};
use super::view::Located;
use super::weak::has_weak_body;

/// What stood under the name of a construct, where that may be another one now, with the similarity of the two.
pub fn rewritten(then: Located, now: &Located) -> Option<(Located, u16)> {
    let weak = |at: &Located| has_weak_body(at.construct());
    if then.construct().body_hash == now.construct().body_hash || weak(&then) || weak(now) {
        return None;
    }
    let own = Bag::new(then.body_tokens()).similarity(&Bag::new(now.body_tokens()));
    (own + LEAD <= 1000).then_some((then, own))
}

/// Which of the constructs that stayed in place were displaced, by number, each with what has its name now. Members of a
/// displaced container are displaced with it.
pub fn find(matcher: &Matcher, vanished: &[(Located, Option<usize>)]) -> Vec<(usize, usize)> {
    if !matcher.candidates.iter().any(|candidate| candidate.rewritten.is_some() || candidate.other_kind) {
        return Vec::new();
    }
    let mut bodies: HashSet<(Family, Fingerprint)> = HashSet::new();
    let mut bags: BTreeMap<Family, Vec<(usize, Bag)>> = BTreeMap::new();
    for (number, (at, _)) in vanished.iter().enumerate() {
        bodies.insert((at.construct().kind.family(), at.construct().body_hash));
        if at.construct().body_weight() as usize >= MIN_TOKENS {
            bags.entry(at.construct().kind.family()).or_default().push((number, Bag::new(at.body_tokens())));
        }
    }
    let similar_vanished: BTreeMap<Family, Postings> =
        bags.into_iter().map(|(family, bags)| (family, Postings::new(bags, SIMILAR))).collect();
    // Who would be displaced if that candidate were free.
    let mut waiting: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut heirs: HashMap<usize, usize> = HashMap::new();
    let mut free: Vec<usize> = Vec::new();
    for (number, stayed) in matcher.stayed.iter().enumerate() {
        let Some(heir) = matcher.at(&stayed.path, &stayed.at.construct().qualname) else { continue };
        let Some(own) = likeness_of_heir(stayed, &matcher.candidates[heir]) else { continue };
        heirs.insert(number, heir);
        let now = &matcher.candidates[heir].at;
        let family = now.construct().kind.family();
        let alike = |vanished: &Postings| {
            now.construct().body_weight() as usize >= MIN_TOKENS
                && !vanished.similar(&Bag::new(now.body_tokens()), SIMILAR.max(own + LEAD)).is_empty()
        };
        let taken_over =
            bodies.contains(&(family, now.construct().body_hash)) || similar_vanished.get(&family).is_some_and(alike);
        let floor = SIMILAR.max(own + if taken_over { LEAD } else { NAME_WORTH });
        let mut places = better_places(matcher, stayed, heir, floor, taken_over);
        if places.is_empty() && now.construct().interface_hash != stayed.at.construct().interface_hash {
            let explained = |similar: &Postings| {
                let alike = similar.similar(&Bag::new(now.body_tokens()), SIMILAR).into_iter();
                alike.map(|(number, _)| &vanished[number].0).any(|origin| is_like_named(origin, &stayed.at))
            };
            let exact = unchanged_in_the_file(matcher, stayed);
            if !exact.is_empty() && similar_vanished.get(&family).is_some_and(explained) {
                places = exact;
            }
        }
        for place in places {
            if matcher.candidates[place].new {
                free.push(place);
            }
            waiting.entry(place).or_default().push(number);
        }
    }
    // From new constructs backwards: whoever goes to a free place frees its own. A mere swap frees nothing.
    let mut displaced: HashSet<usize> = HashSet::new();
    while let Some(place) = free.pop() {
        for number in waiting.remove(&place).unwrap_or_default() {
            if displaced.insert(number) {
                free.push(heirs[&number]);
            }
        }
    }
    if displaced.is_empty() {
        return Vec::new();
    }
    let above: HashSet<(&str, usize)> = displaced
        .iter()
        .map(|&number| &matcher.stayed[number].at)
        .map(|at| (at.file.path.as_str(), at.index))
        .collect();
    let is_below = |at: &Located| {
        let mut parent = at.construct().parent;
        while let Some(index) = parent {
            if above.contains(&(at.file.path.as_str(), index as usize)) {
                return true;
            }
            parent = at.file.outline.constructs[index as usize].parent;
        }
        false
    };
    let all = matcher.stayed.iter().enumerate().filter(|(number, it)| displaced.contains(number) || is_below(&it.at));
    all.filter_map(|(number, it)| Some((number, matcher.at(&it.path, &it.at.construct().qualname)?))).collect()
}

/// How much what has a name now resembles what stood there, where that may be another one. A function or class whose name
/// is now that of a value has gone elsewhere, or nowhere.
fn likeness_of_heir(stayed: &Stayed, heir: &Candidate) -> Option<u16> {
    let then = stayed.at.construct();
    let is_alias = || {
        heir.other_kind
            && heir.at.construct().kind.family() == Family::Value
            && matches!(then.kind.family(), Family::Callable | Family::Type)
            && !has_weak_body(then)
    };
    heir.rewritten.as_ref().map(|(_, own)| *own).or_else(|| is_alias().then_some(0))
}

/// The candidates that an old body resembles at least by `floor`. What has its name now does without them, or is known to
/// be another's code.
fn better_places(matcher: &Matcher, stayed: &Stayed, heir: usize, floor: u16, taken_over: bool) -> Vec<usize> {
    if floor > 1000 {
        return Vec::new();
    }
    let (then, now) = (stayed.at.construct(), &matcher.candidates[heir].at);
    let mut alike = matcher.open_with_body(then.body_hash, then.kind.family());
    if then.body_weight() as usize >= MIN_TOKENS {
        let similar = matcher.similar(then.kind.family(), &Bag::new(stayed.at.body_tokens()), floor);
        alike.extend(similar.into_iter().map(|(place, _)| place));
    }
    let serves = |place: &Located| {
        let name = place.construct().name();
        let inherits = || now.construct().base_classes.iter().any(|base| base.rsplit('.').next() == Some(name));
        calls(now, name) || inherits()
    };
    alike
        .into_iter()
        .filter(|&place| place != heir)
        .filter(|&place| {
            let at = &matcher.candidates[place].at;
            at.file.language.title() == now.file.language.title() && (taken_over || !serves(at))
        })
        .collect()
}

/// New constructs of the same file with interface and body of one that lost its name.
fn unchanged_in_the_file(matcher: &Matcher, stayed: &Stayed) -> Vec<usize> {
    let then = stayed.at.construct();
    let equal = |&place: &usize| {
        let candidate = &matcher.candidates[place];
        candidate.new
            && candidate.at.file.path == stayed.path
            && candidate.at.construct().interface_hash == then.interface_hash
            && candidate.at.construct().kind == then.kind
    };
    matcher.open_with_body(then.body_hash, then.kind.family()).into_iter().filter(equal).collect()
}

/// Whether two constructs of one file have names of mostly the same words.
fn is_like_named(one: &Located, other: &Located) -> bool {
    one.file.path == other.file.path && likeness(one.construct().name(), other.construct().name()) >= LIKE
}

/// Whether a construct calls what is called so.
pub fn calls(at: &Located, name: &str) -> bool {
    at.file.callers(name).iter().any(|&caller| is_within(at, caller))
}

/// Whether a construct of that file is the one at `at`, or a part of it.
fn is_within(at: &Located, mut index: usize) -> bool {
    loop {
        if index == at.index {
            return true;
        }
        match at.file.outline.constructs[index].parent {
            Some(parent) => index = parent as usize,
            None => return false,
        }
    }
}
