//! Folders: where paths are, as git writes them, with `/` and from the repository's root. The root is the empty path.

/// The folder of a path.
pub fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Whether a path is a folder or something in it, however deep.
pub fn is_below(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
