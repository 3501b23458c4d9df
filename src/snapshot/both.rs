//! Both sides of a change at once.

use rayon::prelude::*;

use super::loading::{Loaded, load_both};
use super::{Outlines, Snapshot};
use crate::git::{FileId, MAX_BLOB};
use crate::workers::batches;

/// Parses the two sides of changed files, each pair at once: that takes less time than one side after the other.
pub fn preload_both(before: &Snapshot, after: &Snapshot, pairs: &[[&str; 2]]) {
    let sides = [before, after];
    let mut wanted: Vec<[(&str, FileId); 2]> = Vec::new();
    for paths in pairs {
        let is_open = |side: usize| -> Option<(&str, FileId)> {
            let (snapshot, path) = (sides[side], paths[side]);
            let id = snapshot.id(path).filter(|_| !snapshot.files.borrow().contains_key(path))?;
            match snapshot.at_hand(path, id) {
                Some(loaded) => drop(snapshot.keep(path, id, loaded)),
                None => return Some((path, id)),
            }
            None
        };
        // What is left alone is parsed alone.
        if let [Some(old), Some(new)] = [is_open(0), is_open(1)] {
            wanted.push([old, new]);
        }
    }
    let Outlines { workers, progress, .. } = before.outlines;
    let (readers, reading) = ([&before.reader, &after.reader], before.reading);
    progress.during("parsing", wanted.len() * 2, |step| {
        let load = |pair: &[(&str, FileId); 2]| {
            let loaded = load_both(readers, reading, workers, *pair);
            step();
            step();
            loaded
        };
        let size = |pair: &[(&str, FileId); 2]| {
            let sizes = readers.iter().zip(pair).map(|(reader, (_, file))| reader.size(file.id).unwrap_or_default());
            sizes.map(|size| size.min(MAX_BLOB)).sum()
        };
        for batch in batches(wanted, size) {
            let loaded: Vec<[Loaded; 2]> = workers.at_once(|| batch.par_iter().map(load).collect());
            for (pair, loaded) in batch.iter().zip(loaded) {
                for ((snapshot, (path, id)), loaded) in sides.iter().zip(pair).zip(loaded) {
                    snapshot.keep(path, *id, loaded);
                }
            }
        }
    });
}
