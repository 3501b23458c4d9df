//! Detection: what became of each subscription between two revisions (SPEC §5).
//!
//! It is a ladder. Stage 1 looks for the same name in the same file ([`exact`]); what is not there is sought by
//! fingerprint in the same file (stage 2) and in the other files of the diff (stage 3), both in [`elsewhere`],
//! [`matching`] and [`ranks`]. What is found is classified ([`classify`], [`members`], [`inheritance`]); line targets go their own
//! way ([`lines`]). The result is one [`Verdict`] a subscription; [`findings`] turns verdicts into the report.
//!
//! Nothing here reads a file or a repository: both revisions come as a [`View`]. Cost is that of the change: a
//! subscription whose file the diff leaves alone is settled by a look-up in a map (SPEC 5.2).

mod baseline;
mod classify;
mod elsewhere;
mod exact;
pub mod findings;
mod inheritance;
mod lines;
mod matching;
mod members;
mod ranks;
mod similarity;
mod view;

use std::sync::Arc;

use crate::config::lock::{Entry, Seen};
use crate::config::{Subscription, Target};
use crate::report::{Candidate, Confidence, MemberChange, Origin, Place, Reason, Tier};
use crate::syntax::Kind;

pub use baseline::{Baseline, Source, seen, simple_name};
pub use classify::classify;
pub use inheritance::bases;
pub use lines::{LinesOutcome, anchors};
pub use view::{Bytes, Fate, File, FileChanges, Located, ParsedFile, View};

use elsewhere::{Lost, Search};
use matching::{Matched, has_weak_body};

/// A subscription with what the lock remembers of it.
#[derive(Debug, Clone)]
pub struct Watched {
    pub subscription: Arc<Subscription>,
    /// The lock entry, if it is about this very target and of this fingerprint version (SPEC 3.4).
    pub locked: Option<Entry>,
    /// Added by the target revision: checked against that alone (SPEC 5.14).
    pub added: bool,
}

/// Everything detection works on.
pub struct Input<'a> {
    pub watched: &'a [Watched],
    pub changes: &'a FileChanges<'a>,
    pub before: &'a dyn View,
    pub after: &'a dyn View,
    /// Look at files outside the diff too, where the lock remembers another blob (SPEC 5.2, 5.12).
    pub include_drift: bool,
    /// The subscription of which every considered candidate is kept, for `explain`.
    pub explain: Option<&'a str>,
}

/// What became of one subscription.
pub struct Verdict {
    /// The subscription's position in [`Input::watched`].
    pub number: usize,
    pub baseline: Option<Baseline>,
    /// The construct at the base revision, where it was looked at.
    pub base: Option<Located>,
    pub outcome: Outcome,
    /// Where the old body now stands, new, while the name stayed in place (SPEC 5.3).
    pub body_elsewhere: Vec<String>,
    /// Changes of inherited members, with the class at the target (SPEC 5.17).
    pub inherited: Option<(Located, Vec<MemberChange>)>,
    /// Only for [`Input::explain`].
    pub considered: Vec<Considered>,
}

/// The ways in which a search for a construct can end.
pub enum Outcome {
    /// Not looked at: its file is the same (SPEC 5.2).
    Untouched,
    /// There is no baseline, and the construct exists: it starts from here.
    New(Located),
    Found(Found),
    /// Identical copies, none better than the others (SPEC 5.9).
    Several(Vec<Located>),
    Missing {
        reason: Reason,
        candidates: Vec<Candidate>,
        twins: Vec<String>,
    },
    /// The parser gave up where the construct may still be (SPEC 4.6).
    Broken(String),
    /// Its file is there but was not examined (SPEC 5.10).
    Skipped {
        path: String,
        reason: String,
    },
    /// SPEC 5.18
    Unsupported(String),
    Lines(LinesOutcome),
}

/// A construct that was found, and how.
pub struct Found {
    pub at: Located,
    pub stage: Stage,
    /// `None` for stage 1, where the name decides.
    pub tier: Option<Tier>,
    pub similarity: Option<u16>,
    pub confidence: Confidence,
    pub weak: bool,
}

/// The three ways of finding a construct.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    InPlace,
    SameFile,
    Elsewhere,
}

/// A candidate that was looked at, for `explain`.
pub struct Considered {
    pub at: Located,
    pub tier: Option<Tier>,
    pub similarity: Option<u16>,
    pub new: bool,
    pub same_name: bool,
    pub chosen: bool,
}

/// Finds out what became of every subscription; one verdict each, in the order of the input.
pub fn detect(input: &Input<'_>) -> Vec<Verdict> {
    input.preload();
    let mut verdicts: Vec<Verdict> = Vec::with_capacity(input.watched.len());
    let mut lost: Vec<(usize, Why)> = Vec::new();
    for number in 0..input.watched.len() {
        let (verdict, why) = input.in_place(number);
        if let Some(why) = why {
            lost.push((number, why));
        }
        verdicts.push(verdict);
    }
    if !lost.is_empty() || verdicts.iter().any(body_may_stand_elsewhere) {
        input.search(&mut verdicts, lost);
    }
    input.inherit(&mut verdicts);
    verdicts
}

/// Why a construct is not in place.
enum Why {
    Gone(Reason),
    /// Its file cannot be examined: path and reason.
    Unreadable(String, String),
}

impl Verdict {
    fn new(number: usize, outcome: Outcome) -> Self {
        Verdict {
            number,
            baseline: None,
            base: None,
            outcome,
            body_elsewhere: Vec::new(),
            inherited: None,
            considered: Vec::new(),
        }
    }

    /// Whether base → target made the change, or the base revision already differed from the lock (SPEC 5.12).
    pub fn origin(&self, found: Option<&Located>) -> Origin {
        let Some(baseline) = &self.baseline else { return Origin::Diff };
        if baseline.source == Source::Base {
            return Origin::Diff;
        }
        match (&self.base, found) {
            // Not at the base revision, but now: the diff put it there.
            (None, Some(_)) => Origin::Diff,
            (None, None) => Origin::Drift,
            (Some(base), _) if baseline.matches(base) => Origin::Diff,
            (Some(base), Some(found)) => {
                let (base, found) = (base.construct(), found.construct());
                let same = base.interface_hash == found.interface_hash && base.body_hash == found.body_hash;
                if same { Origin::Drift } else { Origin::Diff }
            }
            (Some(_), None) => Origin::Diff,
        }
    }
}

impl<'a> Input<'a> {
    /// Says which files stage 1 will need, so that they are parsed in parallel.
    fn preload(&self) {
        let mut old: Vec<&str> = Vec::new();
        let mut new: Vec<&str> = Vec::new();
        for watched in self.watched {
            let path = watched.subscription.target.path();
            if !matches!(watched.subscription.target, Target::Construct { .. }) || self.is_settled(watched) {
                continue;
            }
            match self.changes.fate(path) {
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
        self.before.preload(&old);
        self.after.preload(&new);
    }

    /// Whether a look at blob ids settles a subscription (SPEC 5.2).
    fn is_settled(&self, watched: &Watched) -> bool {
        let path = watched.subscription.target.path();
        let locked_blob = watched.locked.as_ref().and_then(|entry| entry.blob.as_ref());
        match self.changes.fate(path) {
            Fate::Untouched if watched.added => false,
            Fate::Untouched => {
                !self.include_drift || locked_blob.is_none() || self.after.blob(path).as_ref() == locked_blob
            }
            Fate::Modified => locked_blob.is_some() && self.after.blob(path).as_ref() == locked_blob,
            Fate::Renamed(_) | Fate::Deleted => false,
        }
    }

    /// Stage 1 for one subscription; says why when it is not in place.
    fn in_place(&self, number: usize) -> (Verdict, Option<Why>) {
        let watched = &self.watched[number];
        let (path, qualname) = match &watched.subscription.target {
            Target::Construct { path, qualname } => (path.as_str(), qualname.as_str()),
            Target::Lines { path, start, end } => {
                let range = Place { path: path.clone(), start_line: *start, end_line: *end };
                let outcome = lines::check(watched, &range, self.changes, self.before, self.after, self.include_drift);
                return (Verdict::new(number, Outcome::Lines(outcome)), None);
            }
        };
        if self.is_settled(watched) {
            // A hand-written path that is in neither revision would otherwise stay unnoticed for ever.
            let nowhere = watched.locked.is_none() && self.after.blob(path).is_none();
            if !nowhere {
                return (Verdict::new(number, Outcome::Untouched), None);
            }
        }
        let mut verdict = Verdict::new(number, Outcome::Untouched);
        let base_file = || match self.before.file(path) {
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

        let fate = self.changes.fate(path);
        let now_path = match fate {
            Fate::Renamed(to) => to,
            _ => path,
        };
        let after = match self.after.file(now_path) {
            File::Parsed(file) => file,
            File::Absent => {
                let reason = if fate == Fate::Deleted { Reason::FileDeleted } else { Reason::FileNotFound };
                return self.not_in_place(verdict, base, Why::Gone(reason));
            }
            File::Skipped(reason) => {
                return self.not_in_place(verdict, base, Why::Unreadable(now_path.to_owned(), reason));
            }
            File::Unsupported if matches!(self.before.file(path), File::Parsed(_)) => {
                // Renamed to what is no source file any more: the construct is gone from it.
                return self.not_in_place(verdict, base, Why::Gone(Reason::SemanticTargetMissing));
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
                None => self.not_in_place(verdict, base, Why::Gone(Reason::SemanticTargetMissing)),
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
            None => self.not_in_place(verdict, base, Why::Gone(Reason::SemanticTargetMissing)),
        }
    }

    fn not_in_place(
        &self,
        mut verdict: Verdict,
        base: impl Fn() -> Option<Located>,
        why: Why,
    ) -> (Verdict, Option<Why>) {
        if !self.watched[verdict.number].added {
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

    /// Stages 2 and 3 for everything that is not in place, and the `body_elsewhere` notes.
    fn search(&self, verdicts: &mut [Verdict], lost: Vec<(usize, Why)>) {
        let seeking: Vec<Lost<'_>> = lost
            .iter()
            .filter_map(|(number, _)| {
                let verdict = &verdicts[*number];
                let baseline = verdict.baseline.as_ref()?;
                Some(Lost { baseline, base: verdict.base.as_ref(), language: self.language_of(verdict)? })
            })
            .collect();
        let search = Search::new(&seeking, self.changes, self.before, self.after);
        drop(seeking);
        for (number, why) in lost {
            let outcome = self.outcome_of(&search, &verdicts[number], why);
            verdicts[number].outcome = outcome;
            if self.explain == Some(self.watched[number].subscription.id.as_str()) {
                verdicts[number].considered = considered(&search, &verdicts[number]);
            }
        }
        for verdict in verdicts.iter_mut().filter(|verdict| body_may_stand_elsewhere(verdict)) {
            let (Some(baseline), Outcome::Found(found)) = (&verdict.baseline, &verdict.outcome) else { continue };
            let mut places: Vec<String> = search
                .matcher
                .new_with_body(baseline.body_hash, baseline.kind.family())
                .into_iter()
                .filter(|at| !at.is_same(&found.at))
                .map(Located::location)
                .collect();
            places.sort_unstable();
            verdict.body_elsewhere = places;
        }
    }

    fn language_of(&self, verdict: &Verdict) -> Option<&'static str> {
        if let Some(base) = &verdict.base {
            return Some(base.file.language.name());
        }
        match &self.watched[verdict.number].locked.as_ref()?.seen {
            Seen::Construct(seen) => crate::syntax::Language::by_name(&seen.language).map(|language| language.name()),
            Seen::Lines(_) => None,
        }
    }

    fn outcome_of(&self, search: &Search, verdict: &Verdict, why: Why) -> Outcome {
        let place = verdict.baseline.as_ref().map(|baseline| (&baseline.place.path, &baseline.qualname));
        let result = place.and_then(|(path, qualname)| search.result(path, qualname));
        let at = |number: &usize| search.matcher.candidates[*number].at.clone();
        match result {
            Some((seeker, Matched::One(pairing))) => {
                let at = at(&pairing.candidate);
                let stage = if at.file.path == seeker.path { Stage::SameFile } else { Stage::Elsewhere };
                Outcome::Found(Found {
                    at,
                    stage,
                    tier: Some(pairing.tier),
                    similarity: pairing.similarity,
                    confidence: pairing.confidence,
                    weak: pairing.weak,
                })
            }
            Some((_, Matched::Several { tier: Tier::Exact | Tier::Body, weak: false, candidates })) => {
                Outcome::Several(candidates.iter().map(at).collect())
            }
            found => {
                let reason = match why {
                    Why::Gone(reason) => reason,
                    Why::Unreadable(path, reason) => return Outcome::Skipped { path, reason },
                };
                let (candidates, twins) = match found {
                    Some((seeker, Matched::Several { candidates, .. })) => {
                        (describe(search, seeker, candidates), twins(search, seeker))
                    }
                    Some((seeker, _)) => (Vec::new(), twins(search, seeker)),
                    None => (Vec::new(), Vec::new()),
                };
                Outcome::Missing { reason, candidates, twins }
            }
        }
    }

    /// Changes of inherited members of subscribed classes.
    fn inherit(&self, verdicts: &mut [Verdict]) {
        if self.changes.is_empty() {
            return;
        }
        for verdict in verdicts {
            let watched = &self.watched[verdict.number];
            let Some((before, after)) = self.class_of(verdict, watched) else { continue };
            // Other bases are a change of the class's own interface; what it then inherits is another question.
            if before.construct().base_classes != after.construct().base_classes {
                continue;
            }
            let options = watched.subscription.members.unwrap_or_default();
            let changes = inheritance::compare((&before, self.before), (&after, self.after), options);
            if !changes.is_empty() {
                verdict.inherited = Some((after, changes));
            }
        }
    }

    /// The class of a subscription in both revisions, if something it inherits may have changed.
    fn class_of(&self, verdict: &Verdict, watched: &Watched) -> Option<(Located, Located)> {
        let Target::Construct { path, qualname } = &watched.subscription.target else { return None };
        let is_class = |at: &Located| {
            matches!(at.construct().kind, Kind::Class | Kind::Interface | Kind::Struct | Kind::Enum | Kind::Trait)
        };
        let at = |view: &dyn View| match view.file(path) {
            File::Parsed(file) => file.find(qualname).map(|index| Located { file, index }),
            _ => None,
        };
        if let Outcome::Found(found) = &verdict.outcome {
            if !is_class(&found.at) || found.at.construct().base_classes.is_empty() {
                return None;
            }
            return Some((verdict.base.clone().or_else(|| at(self.before))?, found.at.clone()));
        }
        if !matches!(verdict.outcome, Outcome::Untouched) {
            return None;
        }
        let may_have_changed = match watched.locked.as_ref().map(|entry| &entry.seen) {
            // The lock remembers the bases: a look at the diff's paths is enough.
            Some(Seen::Construct(seen)) => {
                seen.bases.iter().any(|base| base.rsplit_once("::").is_some_and(|(path, _)| self.changes.touches(path)))
            }
            Some(Seen::Lines(_)) => false,
            // Without a lock entry the text must tell whether there are bases at all.
            None => match self.before.bytes(path) {
                Bytes::Read(bytes) => crate::syntax::Language::detect(path, Some(&bytes))
                    .is_some_and(|language| language.may_inherit(&bytes, simple_name(qualname))),
                Bytes::Absent | Bytes::Skipped(_) => false,
            },
        };
        if !may_have_changed {
            return None;
        }
        let (before, after) = (at(self.before)?, at(self.after)?);
        (is_class(&before) && is_class(&after) && !after.construct().base_classes.is_empty()).then_some((before, after))
    }
}

/// Whether the name stayed, the body changed, and the old body says enough to be recognised elsewhere.
fn body_may_stand_elsewhere(verdict: &Verdict) -> bool {
    match (&verdict.outcome, &verdict.baseline, &verdict.base) {
        (Outcome::Found(found), Some(baseline), Some(base)) => {
            found.stage == Stage::InPlace
                && found.at.construct().body_hash != baseline.body_hash
                && !has_weak_body(base.construct())
        }
        _ => false,
    }
}

fn twins(search: &Search, seeker: &matching::Seeker) -> Vec<String> {
    let mut twins: Vec<String> = search.matcher.twins(seeker).into_iter().map(Located::location).collect();
    twins.sort_unstable();
    twins
}

fn describe(search: &Search, seeker: &matching::Seeker, candidates: &[usize]) -> Vec<Candidate> {
    let mut described: Vec<Candidate> = candidates
        .iter()
        .map(|&number| {
            let at = &search.matcher.candidates[number].at;
            let (tier, similarity) = search.matcher.compare(seeker, number);
            Candidate {
                path: at.file.path.clone(),
                line: at.construct().start_line,
                qualname: at.construct().qualname.clone(),
                kind: at.construct().kind,
                tier: tier.unwrap_or(Tier::Similar),
                similarity,
            }
        })
        .collect();
    described.sort_by(|a, b| (&a.path, a.line, &a.qualname).cmp(&(&b.path, b.line, &b.qualname)));
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
            candidate.at.construct().kind.family() == seeker.kind.family()
                && candidate.at.file.language.name() == seeker.language
        })
        .filter_map(|(number, candidate)| {
            let (tier, similarity) = search.matcher.compare(seeker, number);
            let same_name = candidate.at.construct().name == seeker.name;
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
