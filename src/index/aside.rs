//! A store that waits aside while another one is made in its place (SPEC 13.3).
//!
//! Making an index anew can fail half way, above all on a full disk: then the one that was there comes back.

use std::fs;
use std::path::Path;

use super::store::{files, names, not_written, remove_entry};
use crate::error::Result;

/// The folder that it waits in.
const ASIDE: &str = "aside";

/// A store that was set aside while another one is made in its place.
#[must_use]
pub struct Aside<'a> {
    directory: &'a Path,
}

impl<'a> Aside<'a> {
    /// Sets the store aside. A kill from now on leaves none.
    pub fn set(directory: &'a Path) -> Result<Self> {
        let failed = |error: std::io::Error| not_written(directory, &error.to_string());
        let aside = directory.join(ASIDE);
        // What a kill left of an earlier one.
        let _ = fs::remove_dir_all(&aside);
        if directory.is_dir() {
            fs::create_dir(&aside).map_err(failed)?;
        }
        let set = Aside { directory };
        for name in names() {
            match fs::rename(directory.join(&name), aside.join(&name)) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    set.put_back()?;
                    return Err(failed(error));
                }
                _ => {}
            }
        }
        Ok(set)
    }

    /// The other one is made.
    pub fn discard(self) {
        // A leftover costs room until the next one is set aside.
        let _ = fs::remove_dir_all(self.directory.join(ASIDE));
    }

    /// The other one could not be made: on a full disk, an old store is better than none.
    pub fn put_back(self) -> Result<()> {
        let aside = self.directory.join(ASIDE);
        // The database is the last of its files to go aside: when it is there, those in its place are all of the other
        // one. SQLite would take a log of the other one for one of this.
        if files().last().is_some_and(|database| aside.join(database).symlink_metadata().is_ok()) {
            files().iter().try_for_each(|name| remove_entry(self.directory, name))?;
        }
        for name in names().into_iter().rev().filter(|name| aside.join(name).symlink_metadata().is_ok()) {
            remove_entry(self.directory, &name)?;
            fs::rename(aside.join(&name), self.directory.join(&name))
                .map_err(|error| not_written(self.directory, &error.to_string()))?;
        }
        self.discard();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Store;

    const FILE: &str = "facts.sqlite";

    #[test]
    fn one_that_was_set_aside_comes_back_or_goes() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path();
        let has_facts = || Store::open_for_asking(path).is_ok_and(|store| store.is_some());
        drop(Store::open_for_writing(path).expect("a store"));
        fs::create_dir(path.join("lexical")).expect("a folder");
        let before = fs::read(path.join(FILE)).expect("a file");
        let aside = Aside::set(path).expect("set aside");
        assert!(!has_facts() && !path.join("lexical").exists());
        // Half of another one.
        for name in [FILE, "facts.sqlite-wal", "facts.sqlite-journal"] {
            fs::write(path.join(name), "half").expect("a file");
        }
        aside.put_back().expect("put back");
        assert!(!path.join("facts.sqlite-wal").exists() && !path.join("facts.sqlite-journal").exists());
        assert!(has_facts() && path.join("lexical").exists() && !path.join(ASIDE).exists());
        assert_eq!(fs::read(path.join(FILE)).expect("a file"), before);

        Aside::set(path).expect("set aside").discard();
        assert!(!has_facts() && !path.join(ASIDE).exists());
        Aside::set(&path.join("absent")).expect("nothing to set aside").discard();
    }
}
