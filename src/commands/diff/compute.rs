//! `codesub diff compute`: compute a diff, or take the one that is kept, and print it.

use crate::cli::DiffCompute;
use crate::diff::registry::Registry;
use crate::diff::{self, Diff, IndexRef, Inputs, Means, Sort};
use crate::error::{Error, ExitStatus, Result};
use crate::index::Informant;
use crate::output::diff::{DiffFormat, called, write_diff};
use crate::output::escape::Untrusted;

use super::{Session, Streams, written};

pub fn run(args: &DiffCompute, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let Some((from, to)) = args.sides() else {
        return Err(Error::usage("two versions are compared, and both have to be named")
            .hint("`codesub diff compute --from VERSION --to VERSION`, or `codesub diff VERSION VERSION`"));
    };
    if let Some(mode) = args.modes.iter().find(|mode| !mode.is_built_in()) {
        return Err(Error::usage(format!("this codesub is built without the mode `{}`", mode.as_str()))
            .hint("build it with `--features documents`, which is on by default"));
    }
    let repository = session.repository()?;
    let from = IndexRef::parse(from).resolve(&repository, &session.directory)?;
    let to = IndexRef::parse(to).resolve(&repository, &session.directory)?;
    let is_path = [&from, &to].iter().any(|side| side.side.sort == Sort::Path);
    let inputs = Inputs::new(from.side.clone(), to.side.clone(), &args.modes, args.options());
    let registry = match keeps(args, is_path)? {
        true => Some(Registry::new(repository.state_directory())),
        false => None,
    };

    let kept = match &registry {
        Some(registry) => registry.find(&inputs)?,
        None => None,
    };
    let index = Informant::of(&repository);
    let workers = session.workers(&repository)?;
    let means = Means { repository: &repository, progress: &session.progress, index: &index, workers: &workers };
    // JSON is the summary alone; a diff that is kept needs its events all the same.
    let is_summary = registry.is_none() && args.format.get() == DiffFormat::Json;
    let compare = if is_summary { diff::summarized } else { diff::compute };
    let compute = || compare(&means, [&from.revision, &to.revision], inputs);
    let found = match kept {
        Some(kept) => kept,
        None => compute()?,
    };
    session.tell_trouble(&index, streams);
    // What cannot be kept is still worth printing. Only who asked for keeping it is failed by that: it is a cache.
    let (found, trouble) = match registry {
        Some(registry) => match keep(&registry, found) {
            (found, Some(error)) if args.persist.is_none() && !args.persist_unsafe => {
                session.tell(streams, format_args!("Not kept: {}", Untrusted(&error.story()).terminal()));
                (found, None)
            }
            kept => kept,
        },
        None => {
            if is_path && args.persist.is_none() {
                session.tell(streams, format_args!("Not kept: a side is a folder. `--persist-unsafe` keeps it."));
            }
            (found, None)
        }
    };
    let names = [&from.revision, &to.revision].map(|it| it.commit().map(|commit| called(&commit, &it.name)));
    written(write_diff(&found, &names, args.format.get(), &session.look, streams.out))?;
    trouble.map_or(Ok(ExitStatus::Clean), Err)
}

/// Whether the diff goes into the registry (seed 001 §3.4).
fn keeps(args: &DiffCompute, is_path: bool) -> Result<bool> {
    match (args.persist, is_path && !args.persist_unsafe) {
        (Some(false), _) | (None, true) => Ok(false),
        (Some(true), true) => Err(Error::usage("a diff with a side `path:DIR` is not kept just like that")
            .hint("`--persist-unsafe` keeps it, with a hash in place of the path")),
        (_, false) => Ok(true),
    }
}

fn keep(registry: &Registry, found: Diff) -> (Diff, Option<Error>) {
    let now = diff::time(jiff::Timestamp::now());
    match registry.keep(found.clone(), &now) {
        Ok(kept) => (kept, None),
        Err(error) => (found, Some(error)),
    }
}
