//! Reading refs while git packs them.
//!
//! `git pack-refs` (and with it `git gc`) writes `packed-refs` anew and then deletes the files of the refs that it holds.
//! gix reads the packed ones first, so a ref that is packed between its two looks seems not to be there, and a listing
//! meets files that are gone. Neither is true: what was read across such a moment is read again.

use std::fs::Metadata;
use std::time::Duration;

use super::Repository;
use crate::error::Result;

/// So often refs are read that are packed at the same time, or that cannot be read.
const READS: u32 = 5;
/// The pause before the second read; it doubles.
const PAUSE: Duration = Duration::from_millis(2);

impl Repository {
    /// What `read` finds in refs that stood still meanwhile. `is_trouble` says what may come from refs that did not.
    pub(super) fn settled<T>(
        &self,
        mut read: impl FnMut() -> Result<T>,
        is_trouble: impl Fn(&Result<T>) -> bool,
    ) -> Result<T> {
        for attempt in 0..READS - 1 {
            let before = self.packed_state();
            let found = read();
            let stood_still = before == self.packed_state();
            if stood_still && !is_trouble(&found) {
                return found;
            }
            // Its age tells gix whether to read it again, and two packings may be equally old.
            let _ = self.git.refs.force_refresh_packed_buffer();
            std::thread::sleep(PAUSE * 2_u32.pow(attempt));
        }
        read()
    }

    /// What changes whenever `packed-refs` is written.
    fn packed_state(&self) -> Option<impl PartialEq + use<>> {
        let metadata = std::fs::symlink_metadata(self.git.refs.packed_refs_path()).ok()?;
        Some((metadata.modified().ok(), metadata.len(), number(&metadata)))
    }
}

#[cfg(unix)]
fn number(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn number(_metadata: &Metadata) -> u64 {
    0
}
