//! Targets by a name alone: `codesub add validate_token` (SPEC 12.5).
//!
//! The index knows which constructs are called so, or nearly so, in the commit that it was built of; files that are other
//! ones by now are read from the worktree instead. Exactly one construct of that very name is the target. Everything else
//! is offered and nothing is picked: a subscription to the wrong code is worse than another command.

use std::collections::BTreeSet;

use crate::commands::{Session, Streams};
use crate::config::Target;
use crate::detect::{File, View};
use crate::error::{Error, Result};
use crate::git::{Repository, Revision};
use crate::index::find::{Likeness, SymbolHit, Typed, find_symbols};
use crate::index::{Informant, builds};
use crate::output::escape::Untrusted;
use crate::output::line::Line;
use crate::output::style::Palette;
use crate::syntax::Language;
use crate::syntax::qualname::constructed;

/// How many matches are offered.
const OFFERED: usize = 10;
/// How many of them the hint names.
const HINTED: usize = 3;
/// More files that differ from what was indexed are not read: the index is too old to be of use for them.
const MOST_CHANGED: usize = 500;
/// How many matches are looked at.
const MOST: usize = 200;

/// Whether something typed can be a name: no path, and nothing that is written for lines.
pub fn is_name(typed: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || "_$@#".contains(c));
    typed.split('.').all(is_part)
}

/// The one construct of that name.
pub fn find(
    typed: &str,
    repository: &Repository,
    (worktree, view): (&Revision, &dyn View),
    index: &Informant,
    session: &Session,
    streams: &mut Streams<'_>,
) -> Result<Target> {
    let Some(mut found) = search(typed, repository, (worktree, view), index) else {
        return Err(Error::usage(format!("`{typed}` is no target, and there is no index to look a name up in")).hint(
            "write `path/to/file.py::Class.method` or `path/to/file:10-20`, or make one: `codesub index build`",
        ));
    };
    found.sort_by(|a, b| order(a).cmp(&order(b)));
    let is_exact = |it: &SymbolHit| it.likeness <= Likeness::Suffix;
    // The name of a type is that of its constructors too, and means the type.
    let kinds: BTreeSet<(String, String)> =
        found.iter().filter(|it| is_exact(it)).map(|it| (it.path.clone(), it.qualname.clone())).collect();
    found.retain(|it| {
        let kind = constructed(&it.qualname).map(|kind| (it.path.clone(), kind.to_owned()));
        !is_exact(it) || kind.is_none_or(|kind| !kinds.contains(&kind))
    });
    let exact = found.iter().filter(|it| is_exact(it)).count();
    if exact > 0 {
        // Whoever typed a whole name means one of those that have it.
        found.truncate(exact);
    }
    match &mut found[..] {
        [] => Err(Error::usage(format!("nothing here is called `{typed}`, or nearly so"))
            .hint("`codesub symbols PATH` lists what a file has; the index knows what is committed")),
        [only, ..] if exact == 1 => Ok(target(only)),
        several => {
            offer(several, session, streams);
            let names: Vec<String> =
                several.iter().take(HINTED).map(|it| Untrusted(&target(it).to_string()).shell_argument()).collect();
            let more = if several.len() > HINTED { " or another" } else { "" };
            let error = match exact {
                0 => format!("nothing here is called `{typed}`"),
                count => format!("{count} constructs are called `{typed}`"),
            };
            Err(Error::usage(error).hint(format!("name the one you mean: {}{more}", names.join(" or "))))
        }
    }
}

/// The likeliest first, then by place.
fn order(hit: &SymbolHit) -> impl Ord {
    (hit.likeness, hit.distance, hit.path.clone(), hit.line, hit.qualname.clone())
}

fn target(hit: &SymbolHit) -> Target {
    Target::Construct { path: hit.path.clone(), qualname: hit.qualname.clone() }
}

/// What is called like that; `None` where there is no index.
fn search(
    typed: &str,
    repository: &Repository,
    (worktree, view): (&Revision, &dyn View),
    index: &Informant,
) -> Option<Vec<SymbolHit>> {
    let (build, mut found) = index.ask(|index| Ok((builds::latest(index)?, find_symbols(index, typed, MOST)?)))?;
    let (build, asked) = (build?, Typed::new(typed)?);
    let changes = repository.resolve_tree(&build.tree).and_then(|tree| repository.changes(&tree, worktree));
    let Some(changes) = changes.ok().filter(|changes| changes.gaps.is_empty()) else { return Some(found) };
    let old: BTreeSet<&str> = changes.list.iter().filter_map(|it| it.old.as_ref()).map(|at| at.path.as_str()).collect();
    found.retain(|it| !old.contains(it.path.as_str()));
    let new: Vec<&str> = changes.list.iter().filter_map(|it| it.new.as_ref()).map(|at| at.path.as_str()).collect();
    let new: Vec<&str> = new.into_iter().filter(|path| Language::detect(path, None).is_some()).collect();
    if new.len() <= MOST_CHANGED {
        view.preload(&new);
        for path in new {
            let File::Parsed(file) = view.file(path) else { continue };
            found.extend(file.outline.constructs.iter().filter_map(|construct| {
                let (likeness, distance) = asked.likeness(construct.name(), &construct.qualname)?;
                Some(SymbolHit {
                    path: path.to_owned(),
                    qualname: construct.qualname.clone(),
                    kind: construct.kind.as_str().to_owned(),
                    line: construct.start_line,
                    likeness,
                    distance,
                })
            }));
        }
    }
    Some(found)
}

/// The commands to copy.
fn offer(found: &[SymbolHit], session: &Session, streams: &mut Streams<'_>) {
    let p = Palette::new(session.look_of_err.color);
    for (number, it) in found.iter().take(OFFERED).enumerate() {
        let line = Line::new().number(p.dim, number as i128 + 1).word(p.dim, ". ").word(p.command, "codesub add ");
        let line = line.argument(p.command, Untrusted(&target(it).to_string()));
        let mut text = Vec::new();
        line.write(usize::MAX, 0, &mut text).expect("because memory takes all that is written to it");
        session.tell(streams, format_args!("{}", String::from_utf8_lossy(&text).trim_end()));
    }
    if let Some(left) = found.len().checked_sub(OFFERED).filter(|left| *left > 0) {
        session.tell(streams, format_args!("… and {left} more"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_targets_are_no_names() {
        for name in ["validate_token", "AuthService.login", "größe", "$scope"] {
            assert!(is_name(name), "{name}");
        }
        for other in ["src/auth.py", "a.py::f", "a.py:1-2", "", ".", "a..b", "-x", "a b"] {
            assert!(!is_name(other), "{other}");
        }
    }
}
