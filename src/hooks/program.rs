//! Where the running codesub is, for a stub to find it again.

use std::path::{Path, PathBuf};

/// The path to bake into a stub; `None` when the running program has none that lasts.
///
/// A package manager moves the program with each version and keeps a link to it in PATH: that link is the better name.
pub fn path() -> Option<PathBuf> {
    let running = std::env::current_exe().ok().filter(|path| path.is_absolute() && path.is_file())?;
    let name = running.file_name()?;
    let real = running.canonicalize().ok()?;
    let same = |candidate: &PathBuf| candidate.canonicalize().is_ok_and(|it| it == real);
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let in_path = std::env::split_paths(&folders).filter(|folder| folder.is_absolute()).map(|folder| folder.join(name));
    Some(in_path.into_iter().find(same).unwrap_or(running))
}

/// Whether a stub would run this.
pub fn exists(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.is_file() && super::place::is_executable(&metadata))
}
