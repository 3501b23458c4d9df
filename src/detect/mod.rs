//! Detection: what became of each subscription between two revisions (SPEC §5).
//!
//! It is a ladder. Stage 1 looks for the same name in the same file ([`in_place`], [`exact`]); a file in which all that is
//! subscribed to may stand [`verbatim`] is not parsed as a whole. What is not there is
//! sought by fingerprint in the same file (stage 2) and in the other files of the diff (stage 3): [`elsewhere`] gathers
//! who seeks and where, a [`sieve`] spares the files that cannot hold what is sought, [`matching`], [`rank`] and [`ranks`] pair by
//! hashes, similarity and [`evidence`] (names, callers, [`uses`]), [`search`] says what a pair means for a subscription. A name that another
//! construct took over is [`displaced`]'s, and members that go along with their class are its
//! [`companions`]; a name that is defined once more below is [`shadowed`]. What is found
//! is classified ([`classify`](mod@classify), [`members`], [`inheritance`]); line targets go their own way ([`lines`]). The
//! result is one [`Verdict`] a subscription; [`findings`] turns verdicts into the report. [`moves`] lends
//! the matcher to the semantic diff; [`copies`] judges what an index found outside of the diff.
//!
//! Nothing here reads a file or a repository: both revisions come as a [`View`]. Cost is that of the change: a
//! subscription whose file the diff leaves alone is settled by a look-up in a map (SPEC 5.2).

mod acknowledge;
mod affinity;
mod baseline;
mod bodies;
mod candidate;
mod carried;
mod changed_texts;
mod classify;
mod companions;
pub mod copies;
mod displaced;
mod draft;
mod elsewhere;
mod evidence;
mod exact;
pub mod findings;
mod followed;
mod in_place;
mod inheritance;
mod line_findings;
mod lines;
mod lookup;
mod matching;
mod members;
mod moves;
mod names;
mod parsed;
mod places;
mod postings;
mod rank;
mod ranks;
mod rough;
mod search;
mod seeker;
mod shadowed;
mod sieve;
mod similarity;
mod sought;
mod symbols;
mod traces;
mod uses;
mod verbatim;
mod verdict;
mod view;
mod weak;

use std::sync::Arc;

use crate::config::Subscription;
use crate::config::lock::Locked;

pub use acknowledge::Own;
pub use baseline::{Baseline, Source, seen};
use classify::classify;
pub use evidence::Evidence;
pub use exact::other_sibling;
pub use lines::{LinesOutcome, anchors, follow_accepted};
pub use moves::{Move, Moves, Went};
pub use parsed::ParsedFile;
pub use verbatim::Standing;
pub use verdict::{Considered, Found, InheritedChange, Outcome, Stage, Verdict};
pub use view::{Bytes, Fate, File, FileChanges, Located, MOST_COPIES, Texts, View};

/// A subscription with what the lock remembers of it.
#[derive(Debug, Clone)]
pub struct Watched {
    pub subscription: Arc<Subscription>,
    /// The lock entry, if it is about this very target and of this fingerprint version (SPEC 3.4).
    pub locked: Option<Locked>,
    /// Added by the target revision: checked against that alone (SPEC 5.14).
    pub added: bool,
    /// Added to the base branch after the target forked from it: only what the fork point has can have changed.
    pub later: bool,
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
    /// Search every file of the diff, also those that cannot hold what is sought.
    pub everywhere: bool,
}

/// Finds out what became of every subscription; one verdict each, in the order of the input.
pub fn detect(input: &Input<'_>) -> Vec<Verdict> {
    let settled = in_place::settled(input);
    in_place::preload(input, &settled);
    let mut verdicts: Vec<Verdict> = Vec::with_capacity(input.watched.len());
    let mut lost = Vec::new();
    let differences = lines::Differences::default();
    for (number, settled) in settled.into_iter().enumerate() {
        let (verdict, why) = in_place::find(input, number, settled, &differences);
        if let Some(why) = why {
            lost.push((number, why));
        }
        verdicts.push(verdict);
    }
    if !lost.is_empty() || verdicts.iter().any(Verdict::body_may_stand_elsewhere) {
        search::seek(input, &mut verdicts, lost);
    }
    inheritance::look(input, &mut verdicts);
    verdicts
}
