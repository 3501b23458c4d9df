//! A disk with next to no room: a tmpfs of some pages.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// What a tmpfs hands out.
const PAGE: u64 = 4096;

/// A small file system, which is unmounted when it is dropped.
pub struct Small {
    folder: TempDir,
}

impl Small {
    /// `None` where one may not be mounted.
    pub fn new(pages: u64) -> Option<Small> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={},mode=700", pages * PAGE), "codesub-faults"]);
        let status = mount.arg(folder.path()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success()).then_some(Small { folder })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        // Whoever a killed run left may still be in it: it goes when they do.
        let _ = Command::new("umount").arg("--lazy").arg(self.folder.path()).status();
    }
}

/// How many pages the files of a folder take.
pub fn pages(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let size = |entry: fs::DirEntry| match entry.metadata() {
        Ok(metadata) if metadata.is_dir() => pages(&entry.path()),
        Ok(metadata) => metadata.len().div_ceil(PAGE),
        Err(_) => 0,
    };
    entries.map(size).sum()
}
