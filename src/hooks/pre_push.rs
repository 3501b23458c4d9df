//! What is about to be pushed, and what to compare it with (SPEC 8.2).
//!
//! Git tells the hook, a line for each ref, what it will make of the remote's refs. Hook managers that read these lines
//! themselves hand on one range in the environment instead. Both become [`Update`]s.
//!
//! The question is always what the push *adds to what the remote has*. For a branch that is there, that is its tip; for
//! any branch, also the remote's default branch: who merges or rebases onto it brings changes along that are on the
//! remote already, and must not be stopped for them. So a push can have several bases, and only what it loses against
//! each of them counts, as far as a base has the subscription at all. A base is an ancestor of what is pushed, except
//! where another history replaces a branch. Everything is read from this clone: no connection is opened, and where the
//! clone knows nothing of the remote there is nothing to compare with.

use std::io::{self, Read};

use super::{argument, variable};
use crate::error::{Error, Result};
use crate::git::{Repository, Revision};

/// More than this is no list of refs.
const MAX_INPUT: u64 = 64 * 1024 * 1024;

/// A ref of the remote that a push will set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Update {
    /// What it is called here; a branch, or whatever was typed (`HEAD~1`).
    pub local_ref: String,
    /// What it will point at: always the id, never the name, which can mean something else by now.
    pub local_id: String,
    pub remote_ref: String,
    /// What it points at now; `None` for a new one.
    pub remote_id: Option<String>,
}

/// What a hook was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Push {
    /// The name or the URL of the remote.
    pub remote: String,
    /// What sets a branch to a commit; deletions and tags are nothing to check.
    pub updates: Vec<Update>,
    pub told_by: ToldBy,
}

/// Who said what is pushed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToldBy {
    /// Git, on standard input.
    Git,
    /// A hook manager, in `PRE_COMMIT_…`: one ref of the push, whatever else it holds.
    Environment,
}

impl Push {
    /// Reads what git or a hook manager says. `arguments` are those of the hook: the remote's name and URL.
    pub fn read(arguments: &[String], input: impl Read) -> Result<Self> {
        let mut bytes = Vec::new();
        let unreadable = |error: io::Error| Error::usage("git's list of refs cannot be read").caused_by(error);
        // To the end, whatever is in it: git gets a broken pipe otherwise.
        input.take(MAX_INPUT + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 > MAX_INPUT {
            return Err(Error::usage(format!("git's list of refs has more than {MAX_INPUT} bytes")));
        }
        let remote = argument(arguments, &["PRE_COMMIT_REMOTE_NAME"]).unwrap_or_default();
        match from_environment().filter(|_| bytes.trim_ascii().is_empty()) {
            Some(update) => Ok(Push { remote, updates: vec![update], told_by: ToldBy::Environment }),
            None => Ok(Push { remote, updates: parse(&bytes)?, told_by: ToldBy::Git }),
        }
    }
}

/// `local-ref local-id remote-ref remote-id`, a line each.
fn parse(bytes: &[u8]) -> Result<Vec<Update>> {
    let mut updates = Vec::new();
    for (at, line) in String::from_utf8_lossy(bytes).lines().enumerate() {
        // From the end: what was typed as the local ref can have spaces (`HEAD@{2 days ago}`).
        let words: Vec<&str> = line.rsplitn(4, ' ').collect();
        let [remote_id, remote_ref, local_id, local_ref] = words[..] else { return Err(not_a_ref(at + 1)) };
        if !is_id(local_id) || !is_id(remote_id) {
            return Err(not_a_ref(at + 1));
        }
        if is_zero(local_id) || remote_ref.starts_with("refs/tags/") {
            continue;
        }
        updates.push(Update {
            local_ref: local_ref.to_owned(),
            local_id: local_id.to_owned(),
            remote_ref: remote_ref.to_owned(),
            remote_id: (!is_zero(remote_id)).then(|| remote_id.to_owned()),
        });
    }
    Ok(updates)
}

fn not_a_ref(line: usize) -> Error {
    Error::usage(format!("line {line} of the standard input is not what git gives to a pre-push hook"))
        .hint("each line is `LOCAL-REF LOCAL-ID REMOTE-REF REMOTE-ID`; let git run the hook: `codesub hook install`")
}

fn is_id(word: &str) -> bool {
    matches!(word.len(), 40 | 64) && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_zero(id: &str) -> bool {
    id.bytes().all(|byte| byte == b'0')
}

/// What pre-commit and prek say of the one ref that they hand on.
fn from_environment() -> Option<Update> {
    // A push of a whole history has no range, and only the branch is named.
    let local_ref = variable("PRE_COMMIT_LOCAL_BRANCH");
    let local_id = variable("PRE_COMMIT_TO_REF").or_else(|| local_ref.clone())?;
    Some(Update {
        local_ref: local_ref.unwrap_or_else(|| local_id.clone()),
        local_id,
        remote_ref: variable("PRE_COMMIT_REMOTE_BRANCH").unwrap_or_default(),
        remote_id: variable("PRE_COMMIT_FROM_REF"),
    })
    .filter(|update| !is_zero(&update.local_id) && !update.remote_ref.starts_with("refs/tags/"))
}

/// The commit that an update pushes; `None` when it pushes none, as a tag of a tree does.
pub fn target(repository: &Repository, update: &Update) -> Result<Option<Revision>> {
    match repository.resolve(&update.local_id) {
        // A name that means nothing here is another matter: what it stands for would go unchecked.
        Err(Error::Usage(_)) if is_id(&update.local_id) => Ok(None),
        other => other.map(Some),
    }
}

/// What the remote has already of the history of `target`: none when nothing is known, several after a merge.
pub fn bases(repository: &Repository, remote: &str, update: &Update, target: &Revision) -> Result<Vec<Revision>> {
    let name = repository.remote_name(remote);
    let there = update.remote_id.as_ref().and_then(|id| repository.commit_here(id));
    let branch = match (&there, &name) {
        (None, Some(name)) => repository.remote_branch(name, &update.remote_ref)?,
        _ => None,
    };
    let default = name.as_deref().map(|name| repository.remote_default(name)).transpose()?.flatten();
    let mut known: Vec<Revision> = [&there, &branch, &default].into_iter().flatten().cloned().collect();
    if let (true, Some(name)) = (known.is_empty(), &name) {
        known = repository.last_known_to(Some(name), target)?;
    }
    // A fork that nothing was ever fetched from started as a copy of another remote.
    if known.is_empty() {
        known = match repository.remote_head()? {
            Some(other) => vec![repository.resolve(&other)?],
            None => repository.last_known_to(None, target)?,
        };
    }

    let mut bases: Vec<Revision> = Vec::new();
    let mut unrelated = None;
    for known in &known {
        let common = repository.common_ancestors(known, target)?;
        if common.is_empty() && repository.may_lack_history() {
            unrelated = Some(known);
        }
        for base in common {
            if bases.iter().all(|other| other.commit() != base.commit()) {
                bases.push(base);
            }
        }
    }
    match (bases.is_empty(), unrelated, there) {
        // History is missing here, so that there may be a common one.
        (true, Some(known), _) => repository.merge_base(known, target).map(|base| vec![base]),
        // Another history replaces the branch: all that it has is what the push takes away.
        (true, None, Some(there)) => Ok(vec![there]),
        _ => newest(repository, bases),
    }
}

/// Drops what is an ancestor of another one: the newer base has all that it has.
///
/// There can be hundreds, one for each time that another branch was merged; mostly one of them has all the others.
fn newest(repository: &Repository, bases: Vec<Revision>) -> Result<Vec<Revision>> {
    let mut kept: Vec<Revision> = Vec::new();
    for base in bases {
        let mut is_older = false;
        let mut still = Vec::new();
        for other in kept {
            let common = repository.common_ancestor(&base, &other)?.and_then(|common| common.commit());
            is_older |= common.is_some() && common == base.commit();
            if common.is_none() || common != other.commit() {
                still.push(other);
            }
        }
        kept = still;
        if !is_older {
            kept.push(base);
        }
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "1111111111111111111111111111111111111111";
    const TWO: &str = "2222222222222222222222222222222222222222";
    const ZERO: &str = "0000000000000000000000000000000000000000";

    fn refs(text: &str) -> Vec<(String, Option<String>)> {
        parse(text.as_bytes()).unwrap().into_iter().map(|update| (update.remote_ref, update.remote_id)).collect()
    }

    #[test]
    fn branches_are_checked_and_deletions_and_tags_are_not() {
        let text = format!(
            "refs/heads/main {ONE} refs/heads/main {TWO}\n\
             HEAD~1 {ONE} refs/heads/new {ZERO}\n\
             (delete) {ZERO} refs/heads/old {TWO}\n\
             refs/tags/v1 {ONE} refs/tags/v1 {ZERO}\n\
             refs/tags/v1 {ONE} refs/heads/release {ZERO}\n"
        );
        let expected = [("refs/heads/main", Some(TWO)), ("refs/heads/new", None), ("refs/heads/release", None)];
        assert_eq!(refs(&text), expected.map(|(name, id)| (name.to_owned(), id.map(str::to_owned))));
        assert_eq!(refs(""), []);
    }

    #[test]
    fn ids_of_sha_256_are_ids() {
        let (one, zero) = ("a".repeat(64), "0".repeat(64));
        assert_eq!(refs(&format!("x {one} refs/heads/x {zero}\n")), [("refs/heads/x".to_owned(), None)]);
    }

    #[test]
    fn a_local_ref_is_what_was_typed_spaces_included() {
        let updates = parse(format!("HEAD@{{2 days ago}} {ONE} refs/heads/x {TWO}\n").as_bytes()).unwrap();
        assert_eq!((updates[0].local_ref.as_str(), updates[0].local_id.as_str()), ("HEAD@{2 days ago}", ONE));
    }

    #[test]
    fn other_input_is_refused_with_its_line() {
        let good = format!("x {ONE} refs/heads/x {TWO}\n");
        for bad in ["\n", "x\n", "x y z w\n", &format!("x {ONE} refs/heads/x\n"), &format!("{} more\n", good.trim())] {
            let error = parse(format!("{good}{bad}").as_bytes()).unwrap_err();
            assert!(error.to_string().contains("line 2"), "{bad:?}: {error}");
        }
    }
}
