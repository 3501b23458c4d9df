//! `codesub apply`: carry out proposals.

use std::collections::BTreeSet;

use crate::apply::{self, Edit};
use crate::cli::Apply;
use crate::error::{Error, ExitStatus, Result};
use crate::git::Repository;
use crate::index::{Informant, gate};
use crate::output::escape::Untrusted;
use crate::report::{Confidence, Proposal};
use crate::scan::{Request, no_list, unwritable};

use super::{Session, Streams, now, read_list, unknown_id, written};

pub fn run(args: &Apply, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let files = session.files(&repository)?;
    let config = read_list(&files, &repository)?;
    for id in &args.ids {
        config.subscription(id).ok_or_else(|| unknown_id(&config, id))?;
    }
    let request = Request {
        base: args.base.clone(),
        config: session.config_path(),
        progress: session.progress.clone(),
        index: Informant::of(&repository),
        workers: session.workers(&repository)?,
        ..Request::default()
    };
    let scan = crate::scan(&repository, &request)?;
    let wanted: BTreeSet<&str> = args.ids.iter().map(String::as_str).collect();
    let is_named = |proposal: &&Proposal| wanted.is_empty() || wanted.contains(proposal.subscription.id.as_str());
    let is_chosen = |proposal: &&Proposal| {
        let asked_for = !wanted.is_empty() || args.min_confidence == Confidence::Low;
        proposal.confidence >= args.min_confidence && (asked_for || !proposal.is_from_index())
    };
    let (chosen, left): (Vec<&Proposal>, Vec<&Proposal>) =
        scan.report.proposals.iter().filter(is_named).partition(is_chosen);
    let left_out: Vec<&Proposal> = scan.unwritable.iter().filter(is_named).filter(is_chosen).collect();

    let edits = apply::plan(&repository, &scan, &chosen)?;
    session.tell_trouble(&request.index, streams);
    if request.index.trouble().is_none() {
        remark(&edits, &repository, session, streams);
    }
    if !args.dry_run && !edits.is_empty() {
        files.update(&repository.state_directory(), |pair| {
            pair.text.as_ref().ok_or_else(|| no_list(&files, &repository))?;
            apply::put(pair, &edits.iter().collect::<Vec<&Edit>>(), &now())
        })?;
    }
    // Not before they are made: what is listed here is done.
    for edit in &edits {
        written(writeln!(
            streams.out,
            "{}  {} -> {}",
            edit.id,
            Untrusted(&edit.old).terminal(),
            Untrusted(&edit.new).terminal()
        ))?;
    }
    let done = match (edits.len(), args.dry_run) {
        (0, _) => "Nothing to apply.".to_owned(),
        (1, false) => "Applied 1 proposal.".to_owned(),
        (count, false) => format!("Applied {count} proposals."),
        (1, true) => "Would apply 1 proposal.".to_owned(),
        (count, true) => format!("Would apply {count} proposals."),
    };
    session.tell(streams, format_args!("{done}"));
    let (unsure, unasked): (Vec<&Proposal>, Vec<&Proposal>) =
        left.into_iter().partition(|proposal| proposal.confidence < args.min_confidence);
    let ids = |left: &[&Proposal]| -> String {
        left.iter().map(|proposal| proposal.subscription.id.as_str()).collect::<Vec<_>>().join(", ")
    };
    if !unsure.is_empty() {
        let least = args.min_confidence.as_str();
        session.tell(streams, format_args!("Left alone, below {least} confidence: {}.", ids(&unsure)));
    }
    if !unasked.is_empty() {
        session.tell(
            streams,
            format_args!("Left alone, found in files that did not change: {0}. Name an id to apply it.", ids(&unasked)),
        );
    }
    if left_out.is_empty() { Ok(ExitStatus::Clean) } else { Err(not_written(&left_out)) }
}

/// The error for what was to be applied and has a target that the list cannot name (SPEC 6.1).
fn not_written(left_out: &[&Proposal]) -> Error {
    let said = |proposal: &&Proposal| {
        format!("{} was not applied: its code is {}", proposal.subscription.id, unwritable::sentence(proposal))
    };
    Error::write(left_out.iter().map(said).collect::<Vec<_>>().join("; "))
        .hint("give the code another name, or watch something else: `codesub decide ID --pick TARGET`")
}

/// Says where semantic facts are not current, on which nothing here rests (SPEC 12.3).
fn remark(edits: &[Edit], repository: &Repository, session: &Session, streams: &mut Streams<'_>) {
    let paths: BTreeSet<&str> = edits.iter().map(|edit| edit.target.path()).collect();
    match gate::remarks(repository, &paths) {
        Ok(remarks) => {
            for (path, what) in remarks {
                let path = Untrusted(&path).terminal();
                let said = "re-pointed on the syntactic evidence";
                session.tell(streams, format_args!("note: the semantic facts about {path} are {what}; {said}"));
            }
        }
        Err(error) => session.tell(streams, format_args!("note: the semantic facts were not consulted: {error}")),
    }
}
