//! Places: which seeker stood where in the base revision.
//!
//! Thousands of constructs seek, and each is looked up by path and qualname: so they are listed by the constructs of their
//! file, which has a look-up already. Only what the base revision does not have is listed by name.

use std::collections::HashMap;
use std::sync::Arc;

use super::parsed::ParsedFile;
use super::view::Located;

/// Seekers by number, by their old places.
#[derive(Default)]
pub struct Places {
    files: HashMap<String, Standing>,
    /// What the base revision does not have.
    named: HashMap<String, HashMap<String, usize>>,
}

/// The seekers of one file, by construct.
struct Standing {
    file: Arc<ParsedFile>,
    seekers: Vec<Option<usize>>,
}

impl Places {
    /// The seeker that stood at a path and qualname.
    pub fn get(&self, path: &str, qualname: &str) -> Option<usize> {
        let standing = || {
            let Standing { file, seekers } = self.files.get(path)?;
            seekers[file.find(qualname)?]
        };
        standing().or_else(|| self.named.get(path)?.get(qualname).copied())
    }

    /// Puts the seeker of a construct into its place.
    pub fn put(&mut self, at: &Located, number: usize) {
        if !self.files.contains_key(&at.file.path) {
            let (file, seekers) = (Arc::clone(&at.file), vec![None; at.file.outline.constructs.len()]);
            self.files.insert(file.path.clone(), Standing { file, seekers });
        }
        if let Some(standing) = self.files.get_mut(&at.file.path) {
            standing.seekers[at.index] = Some(number);
        }
    }

    /// Puts a seeker into a place where the base revision has no construct that seeks.
    pub fn put_named(&mut self, path: &str, qualname: &str, number: usize) {
        self.named.entry(path.to_owned()).or_default().insert(qualname.to_owned(), number);
    }
}
