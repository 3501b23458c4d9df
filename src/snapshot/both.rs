//! Both sides of a change at once.

use rayon::prelude::*;

use super::loading::{Loaded, load_both};
use super::{Outlines, Snapshot};
use crate::git::{FileId, MAX_BLOB};
use crate::workers::batches;

/// The two sides of a changed file.
type Pair<'p> = [(&'p str, FileId); 2];

/// Parses the two sides of changed files, each pair at once: that takes less time than one side after the other. What is
/// known on one side already is left to [`preload`](crate::detect::View::preload) on the other.
pub fn preload_both(before: &Snapshot, after: &Snapshot, pairs: &[[&str; 2]]) {
    let open = |&[old, new]: &[_; 2]| Some([(old, before.unknown(old)?), (new, after.unknown(new)?)]);
    let wanted: Vec<Pair> = pairs.iter().filter_map(open).collect();
    let Outlines { workers, progress, .. } = before.outlines;
    let (reader, reading) = (&before.reader, before.reading);
    progress.during("parsing", wanted.len() * 2, |step| {
        let load = |pair: &Pair| {
            let loaded = load_both(reader, reading, workers, *pair);
            step();
            step();
            loaded
        };
        let size_of = |(_, file): &(&str, FileId)| reader.size(file.id).unwrap_or_default().min(MAX_BLOB);
        for batch in batches(wanted, |pair| pair.iter().map(size_of).sum()) {
            let loaded: Vec<[Loaded; 2]> = workers.at_once(|| batch.par_iter().map(load).collect());
            for ([(old, old_id), (new, new_id)], [old_loaded, new_loaded]) in batch.into_iter().zip(loaded) {
                before.keep(old, old_id, old_loaded);
                after.keep(new, new_id, new_loaded);
            }
        }
    });
}
