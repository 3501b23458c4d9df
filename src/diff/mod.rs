//! Semantic diffs: which constructs changed, moved, appeared and disappeared between two versions (SPEC §11).
//!
//! A diff is made of its canonical [`Inputs`], from which its id follows, of [`Event`]s in a fixed order, and of a
//! [`Summary`] that counts them. The same inputs give the same bytes of the first two, on every machine.
//!
//! ```text
//! IndexRef ─► tree ─┐
//!                   ├─► changed files ─► chunks ─► paired in their file ─► moved (the matcher of a scan) ─► events
//! IndexRef ─► tree ─┘
//! ```
//!
//! Cost is that of the change: equal trees are equal without a look, and only blobs that differ are parsed. Whatever is
//! left out because of a limit is an event. [`registry`] keeps diffs, [`snapshots`] keeps versions to compare with.

mod chunk;
mod compare;
mod differences;
pub mod event;
mod files;
mod inputs;
mod listing;
mod mode;
mod pairing;
mod reference;
pub mod registry;
mod relations;
pub mod snapshots;
mod stable;
mod summary;
mod telling;

use std::collections::BTreeMap;

use crate::error::Result;
use crate::git::{Changes, Repository, Revision};
use crate::index::Informant;
use crate::progress::Progress;
use crate::snapshot::{Outlines, Snapshot};
use crate::workers::Workers;

pub use event::Event;
pub use inputs::{Inputs, Options, Side, Sort};
use listing::Told;
pub use mode::Mode;
pub use reference::{IndexRef, Resolved};
pub use summary::{ModeSummary, Stats, Summary};

/// A finished diff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diff {
    pub inputs: Inputs,
    pub summary: Summary,
    /// None where the diff was only [`summarized`].
    pub events: Vec<Event>,
}

/// What of a diff is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Events,
    Summary,
}

/// What a diff is made with.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    pub repository: &'a Repository,
    /// Shows how far it has come.
    pub progress: &'a Progress,
    /// What it remembers is not parsed again.
    pub index: &'a Informant,
    pub workers: &'a Workers,
}

/// Compares two revisions that nobody named, as trees; nothing is kept of it.
pub fn between(means: &Means<'_>, sides: [&Revision; 2], options: Options) -> Result<Diff> {
    let [from, to] = sides.map(|revision| reference::git(revision.clone()).side);
    compute(means, sides, Inputs::new(from, to, &[Mode::Code], options))
}

/// Compares two versions. `inputs` must be those of the two revisions.
pub fn compute(means: &Means<'_>, sides: [&Revision; 2], inputs: Inputs) -> Result<Diff> {
    run(means, sides, inputs, Wanted::Events)
}

/// The same for whoever reads the summary alone: events are counted and not written, which is much less work.
pub fn summarized(means: &Means<'_>, sides: [&Revision; 2], inputs: Inputs) -> Result<Diff> {
    run(means, sides, inputs, Wanted::Summary)
}

fn run(means: &Means<'_>, sides: [&Revision; 2], inputs: Inputs, wanted: Wanted) -> Result<Diff> {
    let Means { repository, progress, index, workers } = *means;
    let options = inputs.options;
    let changes = files::paired(repository.changes(sides[0], sides[1])?, options.detect_renames);
    let mut modes = BTreeMap::new();
    let mut stats = Stats { files_changed: changes.list.len(), ..Stats::default() };
    let mut events = Events { kept: Vec::new(), count: 0, limit: options.max_events, dropped: 0, wanted };
    for &mode in &inputs.modes {
        let outlines = Outlines::new(workers).with_progress(progress).through(index);
        let mut found = compare_in(repository, sides, mode, &options, &changes, &outlines, events.room())?;
        for (path, reason) in changes.gaps.reasons() {
            found.push(not_listed(mode, path, reason));
        }
        let dropped = events.take(found.events, found.count);
        let mut summary = found.summary;
        summary.limits.rename_limit_reached = changes.rename_limit_reached;
        summary.limits.events_dropped = dropped;
        stats.files_parsed += outlines.parsed();
        modes.insert(mode, summary);
    }
    let (events, count) = events.finish();
    stats.events = count;
    Ok(Diff { summary: Summary::new(&inputs, modes, stats), inputs, events })
}

fn compare_in(
    repository: &Repository,
    [from, to]: [&Revision; 2],
    mode: Mode,
    options: &Options,
    changes: &Changes,
    outlines: &Outlines,
    room: usize,
) -> Result<Told> {
    let before = Snapshot::reading(repository, from, outlines, mode.reading());
    let after = Snapshot::reading(repository, to, outlines, mode.reading());
    before.know(changes.list.iter().filter_map(|change| change.old.as_ref()).map(|old| (old.path.as_str(), old.file)));
    after.know(changes.list.iter().filter_map(|change| change.new.as_ref()).map(|new| (new.path.as_str(), new.file)));
    let told = compare::compare(mode, options, changes, &before, &after, room);
    // What this clone does not have could hold anything.
    before.check()?;
    after.check()?;
    Ok(told)
}

/// The event of a part of the tree that was not compared.
fn not_listed(mode: Mode, path: &str, reason: &str) -> Event {
    Event::ChunkDiffSkipped(event::Skipped {
        mode,
        file: Some(path.to_owned()),
        reason: "notListed".to_owned(),
        limit: None,
        actual: None,
        message: Some(reason.to_owned()),
    })
}

/// Events up to a limit.
struct Events {
    kept: Vec<Event>,
    /// How many are kept, or would be.
    count: usize,
    limit: usize,
    dropped: usize,
    wanted: Wanted,
}

impl Events {
    /// How many events have to be written.
    fn room(&self) -> usize {
        if self.wanted == Wanted::Events { self.limit - self.count } else { 0 }
    }

    /// Takes what there is room for of so many, and says how many there was none for.
    fn take(&mut self, events: Vec<Event>, count: usize) -> usize {
        let dropped = count.saturating_sub(self.limit - self.count);
        self.kept.extend(events.into_iter().take(self.room()));
        self.count += count - dropped;
        self.dropped += dropped;
        dropped
    }

    /// The events, and how many there are.
    fn finish(mut self) -> (Vec<Event>, usize) {
        if self.dropped > 0 {
            let truncated = event::Truncated { max_events: self.limit, dropped: self.dropped };
            self.count += 1;
            if self.wanted == Wanted::Events {
                self.kept.push(Event::EventsTruncated(truncated));
            }
        }
        (self.kept, self.count)
    }
}

/// A time as the seed writes it.
pub fn time(time: jiff::Timestamp) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}

/// The identity hashes of everything that snapshots pin.
pub fn pinned(repository: &Repository) -> Result<std::collections::BTreeSet<String>> {
    Ok(repository.pins()?.iter().map(|pin| reference::identity_hash(&pin.tree_id())).collect())
}
