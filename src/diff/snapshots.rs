//! Snapshots: versions that stay to be compared with.
//!
//! A snapshot only has to pin a tree, by a ref below `refs/codesub/snapshots/` (SPEC 11.1): its contents are git's. The
//! id follows from the name and the tree, so that the same snapshot has the same id in every clone, and making it twice
//! is making it once. A name stands for one snapshot; `tag:NAME` finds it.

use std::path::Path;

use jiff::Timestamp;

use super::{IndexRef, Sort};
use crate::atomic;
use crate::error::{Error, Result};
use crate::git::{Pin, Repository};
use crate::identity::hash::sha1;

/// The longest name.
const LONGEST: usize = 100;

/// Makes a snapshot of a version; says whether it was not there before.
pub fn create(
    repository: &Repository,
    name: Option<&str>,
    version: &IndexRef,
    directory: &Path,
    now: Timestamp,
) -> Result<(Pin, bool)> {
    if let Some(name) = name {
        check_name(name)?;
    }
    let resolved = version.resolve(repository, directory)?;
    if matches!(resolved.side.sort, Sort::Path | Sort::Worktree) {
        return Err(Error::usage("only what is in git can be a snapshot, and a folder or a worktree is not")
            .hint("commit it first, then make a snapshot of the commit"));
    }
    let _guard = atomic::lock_registry(&repository.state_directory(), atomic::PATIENCE)?;
    let tree = resolved.revision.tree_id();
    let id = id(name, &tree);
    let pins = repository.pins()?;
    if let Some(known) = pins.iter().find(|pin| pin.id == id && pin.tree_id() == tree) {
        return Ok((known.clone(), false));
    }
    if let Some(other) = pins.iter().find(|pin| name.is_some() && pin.name.as_deref() == name) {
        return Err(Error::usage(format!("there is a snapshot `{}` of another tree", name.unwrap_or_default()))
            .hint(format!("take another name, or remove it first: `codesub snapshot remove {}`", other.id)));
    }
    repository.pin(&id, name, &resolved.revision, now.as_second()).map(|pin| (pin, true))
}

/// The snapshot of that id or name.
pub fn find(repository: &Repository, wanted: &str) -> Result<Pin> {
    let wanted = wanted.strip_prefix("snap:").or_else(|| wanted.strip_prefix("tag:")).unwrap_or(wanted);
    let pins = repository.pins()?;
    let found = pins
        .iter()
        .find(|pin| pin.id == wanted)
        .or_else(|| pins.iter().find(|pin| pin.name.as_deref() == Some(wanted)));
    found.cloned().ok_or_else(|| {
        Error::usage(format!("there is no snapshot `{wanted}`")).hint("`codesub snapshot list` shows what there is")
    })
}

/// Removes a snapshot; what it pinned is git's to collect.
pub fn remove(repository: &Repository, wanted: &str, now: Timestamp) -> Result<Pin> {
    let _guard = atomic::lock_registry(&repository.state_directory(), atomic::PATIENCE)?;
    let pin = find(repository, wanted)?;
    repository.unpin(&pin.id, now.as_second())?;
    Ok(pin)
}

fn id(name: Option<&str>, tree: &str) -> String {
    format!("snap-{}", &sha1(&[&format!("{}\n{tree}", name.unwrap_or_default())])[..16])
}

/// Names stand in refs, tag objects and command lines.
fn check_name(name: &str) -> Result<()> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    let is_good = !name.is_empty()
        && name.len() <= LONGEST
        && name.chars().all(is_plain)
        && !name.contains("..")
        && !name.contains("//")
        && !name.ends_with(['/', '.'])
        && !name.ends_with(".lock")
        && !name.starts_with(['-', '.', '/']);
    if is_good && !name.starts_with("snap-") {
        return Ok(());
    }
    Err(Error::usage(format!("`{name}` cannot be the name of a snapshot"))
        .hint("use letters, digits, `.`, `_`, `-` and `/`; names that start with `snap-` are ids"))
}
