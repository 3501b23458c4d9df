//! `codesub add`: subscribe to code.

mod named;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::cli::{Add, Settings};
use crate::config::lock::{Entry, Seen};
use crate::config::{Config, Members, Subscription, Target, TargetError, check_id, edit};
use crate::detect::{File, View};
use crate::error::{Error, ExitStatus, Result};
use crate::git::{Repository, Revision};
use crate::index::Informant;
use crate::relock;
use crate::snapshot::{Outlines, Snapshot};

use super::init::start_list;
use super::{Session, Streams, now, written};

pub fn run(args: &Add, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    if args.id.is_some() && args.targets.len() > 1 {
        return Err(
            Error::usage("`--id` goes with a single target").hint("leave it out: ids are derived from the targets")
        );
    }
    let repository = session.repository()?;
    let files = session.files(&repository)?;
    let worktree = repository.worktree()?;
    let index = Informant::of(&repository);
    let outlines = Outlines::new(&session.workers(&repository)?).through(&index);
    let view = Snapshot::new(&repository, &worktree, &outlines);

    let mut found: Vec<(Target, Entry)> = Vec::new();
    let mut namesakes: Vec<String> = Vec::new();
    for typed in &args.targets {
        let target = match parse_target(session, &repository, typed) {
            Err(_) if named::is_name(typed) && !is_file(session, &repository, typed) => {
                named::find(typed, &repository, (&worktree, &view), &index, session, streams)
            }
            other => other,
        };
        let target = target.inspect_err(|_| session.tell_trouble(&index, streams))?;
        let (target, entry) =
            relock::entry(&view, &target).map_err(|error| with_near_files(error, &target, &repository, &worktree))?;
        check_members(&args.settings, &target, &entry)?;
        namesakes.extend(others_of_the_name(&view, &target));
        found.push((target, entry));
    }
    view.check()?;
    session.tell_trouble(&index, streams);

    let mut started = None;
    let added = files.update(&repository.state_directory(), |pair| {
        started = start_list(&files, &repository, &mut pair.text)?;
        let mut text = pair.text.clone().unwrap_or_default();
        let mut config = Config::parse(text.as_bytes(), "codesub.yaml")?;
        let mut taken: BTreeSet<String> = config.subscriptions.iter().map(|it| it.id.clone()).collect();
        let mut added = Vec::new();
        for (target, entry) in found {
            let id = match &args.id {
                Some(id) if taken.contains(id) => {
                    return Err(Error::usage(format!("there is a subscription `{id}` already"))
                        .hint("choose another id, or change it with `codesub edit`"));
                }
                Some(id) => {
                    check_id(id).map_err(|why| Error::usage(format!("the id `{id}` will not do: {why}")))?;
                    id.clone()
                }
                None => derive_id(&target, &taken),
            };
            taken.insert(id.clone());
            let mut subscription = Subscription::new(id, target);
            apply_settings(&mut subscription, &args.settings);
            subscription.trigger_on_duplicate = args.trigger_on_duplicate;
            let same = config.subscriptions.iter().find(|other| other.target == subscription.target);
            let also = same.map(|other| other.id.clone());
            text = edit::add(&text, &subscription)?;
            pair.lock.put(&subscription.id, entry, &now());
            config.subscriptions.push(Arc::new(subscription.clone()));
            added.push((subscription, also));
        }
        pair.text = Some(text);
        Ok(added)
    })?;

    if let Some(name) = started {
        session.tell(streams, format_args!("Started {name}."));
    }
    for (subscription, also) in added {
        written(writeln!(
            streams.out,
            "{}  {}",
            subscription.id,
            crate::output::escape::Untrusted(&subscription.target.to_string()).terminal()
        ))?;
        if let Some(other) = also {
            session.tell(streams, format_args!("Note: `{other}` watches the same target."));
        }
    }
    for note in namesakes {
        session.tell(streams, format_args!("Note: {note}"));
    }
    Ok(ExitStatus::Clean)
}

/// Says which constructs share a target's name and are not watched with it: who asks for a function by its name may mean
/// the implementation behind the overloads, or all of them.
fn others_of_the_name(view: &dyn View, target: &Target) -> Option<String> {
    let Target::Construct { path, qualname } = target else { return None };
    let File::Parsed(file) = view.file(path) else { return None };
    let bare = file.outline.constructs[file.find(qualname)?].bare_qualname();
    let names = file.siblings(bare).iter().map(|&index| file.outline.constructs[index].qualname.as_str());
    let others: Vec<&str> = names.filter(|name| name != qualname).collect();
    (!others.is_empty()).then(|| format!("{path} also has {}, not watched by this.", others.join(", ")))
}

/// Reads a target as typed, its path relative to the root or to the current directory.
pub fn parse_target(session: &Session, repository: &Repository, typed: &str) -> Result<Target> {
    // `./`, `../` and `/` are the shell's way to say: as seen from here.
    let from_here = typed.starts_with(['.', '/']).then(|| session.below_root(repository, typed)).flatten();
    let from_here_is_meant = from_here.is_some();
    let target: Target = from_here.as_deref().unwrap_or(typed).parse().map_err(|error: TargetError| {
        let error = Error::usage(format!("`{typed}` is no target: {error}"));
        if is_file(session, repository, typed) {
            return error.hint(format!("`codesub symbols {typed}` lists what it has"));
        }
        error.hint("write `path/to/file.py::Class.method` or `path/to/file:10-20`")
    })?;
    if from_here_is_meant {
        return Ok(target);
    }
    Ok(match target {
        Target::Construct { path, qualname } => {
            Target::Construct { path: session.repository_path(repository, &path), qualname }
        }
        Target::Lines { path, start, end } => {
            Target::Lines { path: session.repository_path(repository, &path), start, end }
        }
    })
}

fn is_file(session: &Session, repository: &Repository, typed: &str) -> bool {
    let file = session.repository_path(repository, typed);
    repository.worktree_root().is_some_and(|root| root.join(&file).is_file())
}

/// Applies what the command line sets; an empty text takes a setting away.
pub fn apply_settings(subscription: &mut Subscription, settings: &Settings) {
    let text = |value: &String| Some(value.clone()).filter(|value| !value.is_empty());
    if let Some(label) = &settings.label {
        subscription.label = text(label);
    }
    if let Some(description) = &settings.description {
        subscription.description = text(description);
    }
    if !settings.notify.is_empty() {
        subscription.notify = settings.notify.iter().filter_map(text).collect();
    }
    if let Some(on) = &settings.on {
        subscription.on = Arc::new(on.0.clone());
    }
    if wants_members(settings) {
        // Together they say all of it, so that each can be taken back.
        subscription.members = Some(Members { private: settings.private, decorators: !settings.no_decorators });
    }
}

/// Refuses `--members` where there are none.
pub fn check_members(settings: &Settings, target: &Target, entry: &Entry) -> Result<()> {
    let container = matches!(&entry.seen, Seen::Construct(seen) if seen.kind.is_container());
    if wants_members(settings) && !container {
        return Err(Error::usage(format!("{target} has no members")).hint("`--members` goes with classes and the like"));
    }
    if settings.on.as_ref().is_some_and(|on| on.0.is_empty()) {
        return Err(Error::usage("a subscription listens to at least one change type")
            .hint("pause it with `codesub edit ID --active false`"));
    }
    Ok(())
}

fn wants_members(settings: &Settings) -> bool {
    settings.members || settings.private || settings.no_decorators
}

/// Offers files of the same name when a path does not exist.
pub fn with_near_files(error: Error, target: &Target, repository: &Repository, worktree: &Revision) -> Error {
    let name = target.path().rsplit('/').next().unwrap_or_default();
    let files = repository.files(worktree).map(|files| files.list).unwrap_or_default();
    if files.iter().any(|(path, _)| path == target.path()) {
        return error;
    }
    let mut near: Vec<(f64, &str)> = files
        .iter()
        .map(|(path, _)| {
            let same_name = path.rsplit('/').next() == Some(name);
            (if same_name { 1.0 } else { strsim::jaro_winkler(path, target.path()) }, path.as_str())
        })
        .filter(|(score, _)| *score > 0.85)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    let best = near.first().map_or(0.0, |(score, _)| *score);
    let near: Vec<&str> =
        near.into_iter().take(3).filter(|(score, _)| *score > best - 0.06).map(|(_, path)| path).collect();
    if near.is_empty() {
        error.hint("paths are relative to the root of the repository")
    } else {
        error.hint(format!("did you mean {}?", near.join(" or ")))
    }
}

/// A slug of the target that nobody has yet: `AuthService.validate_token` → `auth-service-validate-token`.
fn derive_id(target: &Target, taken: &BTreeSet<String>) -> String {
    let text = match target {
        Target::Construct { qualname, .. } => qualname.clone(),
        Target::Lines { path, start, end } => format!("{}-{start}-{end}", path.rsplit('/').next().unwrap_or(path)),
    };
    let mut slug = String::new();
    let mut previous = ' ';
    for c in text.chars() {
        let starts_word = c.is_ascii_uppercase() && previous.is_ascii_lowercase();
        if (starts_word || !c.is_ascii_alphanumeric()) && !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        }
        previous = c;
    }
    let slug = slug.trim_end_matches('-').chars().take(80).collect::<String>();
    let slug = if slug.is_empty() { "subscription".to_owned() } else { slug };
    if !taken.contains(&slug) {
        return slug;
    }
    (2..).map(|number| format!("{slug}-{number}")).find(|id| !taken.contains(id)).unwrap_or(slug)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_readable_slugs_and_never_taken() {
        let construct = |qualname: &str| Target::Construct { path: "a.py".into(), qualname: qualname.into() };
        let none = BTreeSet::new();
        assert_eq!(derive_id(&construct("AuthService.validate_token"), &none), "auth-service-validate-token");
        assert_eq!(derive_id(&construct("HTTPServer.__init__"), &none), "httpserver-init");
        assert_eq!(derive_id(&construct("User.name@setter"), &none), "user-name-setter");
        assert_eq!(derive_id(&construct("größe"), &none), "gr-e");
        assert_eq!(derive_id(&construct("_"), &none), "subscription");
        let taken = BTreeSet::from(["max".to_owned(), "max-2".to_owned()]);
        assert_eq!(derive_id(&construct("MAX"), &taken), "max-3");
        let lines = Target::Lines { path: "deploy/nginx.conf".into(), start: 12, end: 14 };
        assert_eq!(derive_id(&lines, &none), "nginx-conf-12-14");
    }
}
