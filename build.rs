//! Names the engine: the sources that decide what parsing a file yields, and the grammars they use. What an index kept of
//! one engine is never read by another, so that an answer cannot depend on who filled the index.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let mut files = Vec::new();
    collect(&root.join("src/syntax"), &mut files)?;
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in &files {
        // Not by its full path: where a checkout lies means nothing.
        file.strip_prefix(&root).map_err(io::Error::other)?.to_string_lossy().replace('\\', "/").hash(&mut hasher);
        fs::read(file)?.hash(&mut hasher);
    }
    // An installed crate may come without its lock file; its version then says which grammars it was built with.
    for line in fs::read_to_string(root.join("Cargo.lock")).unwrap_or_default().split("[[package]]") {
        if line.contains("name = \"tree-sitter") {
            line.hash(&mut hasher);
        }
    }
    env::var("CARGO_PKG_VERSION").map_err(io::Error::other)?.hash(&mut hasher);
    let mut out = io::stdout();
    writeln!(out, "cargo:rerun-if-changed=src/syntax")?;
    writeln!(out, "cargo:rerun-if-changed=Cargo.lock")?;
    writeln!(out, "cargo:rustc-env=CODESUB_ENGINE={:016x}", hasher.finish())?;
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_test = path.file_name().is_some_and(|name| name == "tests" || name == "tests.rs" || name == "snapshots");
        match () {
            () if is_test => {}
            () if path.is_dir() => collect(&path, files)?,
            () => files.push(path),
        }
    }
    Ok(())
}
