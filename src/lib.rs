//! codesub: subscribe to the code you depend on.
//!
//! A team writes down which pieces of code it depends on. codesub tells them when a push or a pull request changes,
//! moves or removes one of those pieces, and keeps the list right when code was only moved.
//!
//! ```text
//! git ── changes ──┐
//! config ──────────┼─► snapshot (before, after) ─► detect (stage 1 → 2 → 3) ─► report ─► output
//! syntax ──────────┘
//! ```
//!
//! | module | its noun |
//! |---|---|
//! | [`git`] | revisions, the changes between two of them, blobs by id; the only user of gix |
//! | [`config`] | `codesub.yaml`, its targets and comment-keeping edits; `codesub.lock` |
//! | [`syntax`] | constructs and fingerprints of a source file; the only user of tree-sitter |
//! | [`identity`] | identities of chunks, symbols and entities; which of them may be compared |
//! | [`workers`] | who parses: processes with a limit on memory and a wall clock |
//! | [`snapshot`] | the constructs of one revision, parsed on demand, once |
//! | [`detect`] | what became of each subscription; no I/O |
//! | [`diff`] | semantic diffs between two versions, and what is kept of them |
//! | [`index`] | facts about the whole tree, found already; the only user of SQLite and Tantivy |
//! | [`report`] | triggers, proposals and notes; knows no format |
//! | [`output`] | one file a format; one encoder per sink |
//! | [`hooks`] | what runs by itself in git: before a push, after a merge or a rebase |
//! | [`github`] | events, annotations, the comment on a pull request; the only user of octocrab |
//! | [`commands`] | one file a command |
//! | [`cli`] | the command line's types; their comments are the manual |
//! | [`scan`](mod@scan) | the steps of a scan: which revisions, which lists, how findings become a report |
//! | [`apply`] | carrying out proposals: what is written, and writing it |
//! | [`relock`] | what the lock records of a target as it is now |
//! | [`progress`] | how far long work has come |
//! | [`atomic`] | writes of which nobody sees a half |
//! | [`state`] | the folder of local state, and opening files in it |
//! | [`error`] | what can go wrong, by phase, each with a hint and an exit status |

pub mod apply;
pub mod atomic;
pub mod cli;
pub mod commands;
pub mod config;
pub mod detect;
pub mod diff;
pub mod error;
pub mod git;
pub mod github;
pub mod hooks;
pub mod identity;
pub mod index;
pub mod output;
pub mod progress;
pub mod relock;
pub mod report;
pub mod scan;
pub mod snapshot;
pub mod state;
// With languages left out, what only they need is left over.
#[cfg_attr(
    not(all(
        feature = "c-family",
        feature = "dotnet",
        feature = "go",
        feature = "jvm",
        feature = "rust",
        feature = "scripting",
        feature = "swift",
        feature = "web"
    )),
    allow(dead_code, unused_imports)
)]
pub mod syntax;
pub mod workers;

use std::sync::Arc;

use config::Config;
use detect::findings;
use detect::{FileChanges, Input, Own, Verdict, Watched};
use error::Result;
use git::{Changes, Repository};
use index::Informant;
use report::{Proposal, Report, Stats};
use scan::Request;
use snapshot::{Outlines, Snapshot};
use workers::Workers;

/// A finished scan: the report, and the verdicts behind it for `explain`.
pub struct Scan {
    pub report: Report,
    /// The list that held.
    pub config: Arc<Config>,
    pub verdicts: Vec<Verdict>,
    pub watched: Vec<Watched>,
    pub changes: Changes,
    /// Proposals that nobody can carry out; the report has a note of each.
    pub unwritable: Vec<Proposal>,
    /// Who was asked; see [`Request::index`].
    pub index: Informant,
    /// Who parsed; see [`Request::workers`].
    pub workers: Workers,
}

/// Compares two revisions: the whole product in one function.
pub fn scan(repository: &Repository, request: &Request) -> Result<Scan> {
    let mut reading = scan::Reading::new(repository);
    let sides = scan::sides(repository, request, &mut reading)?;
    let lists = scan::lists(repository, request, &sides, &mut reading)?;
    drop(reading);
    let watched = lists.watched();

    let subscribed: Vec<&str> = watched.iter().map(|watched| watched.subscription.target.path()).collect();
    let changes = repository.changes_with(&sides.base, &sides.target, &subscribed)?;
    let outlines = Outlines::new(&request.workers).with_progress(&request.progress).through(&request.index);
    let before = Snapshot::new(repository, &sides.base, &outlines);
    let after = Snapshot::new(repository, &sides.target, &outlines).after(&before);
    before.know(changes.list.iter().filter_map(|change| change.old.as_ref()).map(|old| (old.path.as_str(), old.file)));
    after.know(changes.list.iter().filter_map(|change| change.new.as_ref()).map(|new| (new.path.as_str(), new.file)));

    let file_changes = FileChanges::new(&changes);
    let verdicts = detect::detect(&Input {
        watched: &watched,
        changes: &file_changes,
        before: &before,
        after: &after,
        include_drift: request.include_drift,
        explain: request.explain.as_deref(),
        everywhere: request.everywhere,
    });
    let mut found = findings::findings(
        &verdicts,
        &findings::Context {
            watched: &watched,
            before: &before,
            after: &after,
            own: lists.own.as_ref().map(|(config, lock)| Own { config: config.as_deref(), lock }),
            policy: request.gate.types(&lists.config),
            include_drift: request.include_drift,
        },
    );
    before.check()?;
    after.check()?;

    let skipped = scan::Skipped { before: before.skipped(), after: after.skipped(), copies: file_changes.unsearched() };
    scan::run_notes(&changes, &skipped, &mut found);
    let stats =
        Stats { subscriptions: watched.len(), files_changed: changes.list.len(), files_parsed: outlines.parsed() };
    let mut report = scan::report(&sides, lists.changes.clone(), found, stats, &repository.reader())?;
    let own = lists.own.as_ref().map(|(config, lock)| Own { config: config.as_deref(), lock });
    let (index, after) = (&request.index, &after);
    scan::copies::add(
        &scan::copies::Context { watched: &watched, verdicts: &verdicts, after, own, index },
        &mut report,
    );
    let unwritable = scan::unwritable::set_aside(&mut report);
    let (target, workers) = (&sides.target, &request.workers);
    let context =
        scan::references::Context { repository, target, watched: &watched, verdicts: &verdicts, index, workers };
    scan::references::add(&context, &mut report);
    scan::patches::add(repository, request, &sides, lists.of_target(), &mut report.proposals)?;
    let (index, workers) = (request.index.clone(), request.workers.clone());
    Ok(Scan { report, config: lists.config, verdicts, watched, changes, unwritable, index, workers })
}
