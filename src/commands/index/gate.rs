//! `codesub index gate`: whether files may be edited on the word of the semantic facts (SPEC 12.3).

use std::collections::BTreeSet;
use std::time::Duration;

use serde::Serialize;

use super::{Session, ShownContext, Streams, written};
use crate::atomic;
use crate::cli::{DataFormat, IndexGate};
use crate::error::{Error, ExitStatus, Result};
use crate::git::Repository;
use crate::index::decisions::{self, Ambiguity};
use crate::index::gate::{Answer, Looked, MutationGateResult, Reason, check_mutation_gate};
use crate::index::state::{Context, Freshness, Subject, contexts};
use crate::index::tree::nothing_indexed;
use crate::index::{self, Index};
use crate::output::escape::Untrusted;
use crate::output::json;
use crate::output::line::Line;
use crate::output::style::Palette;
use crate::output::table::Table;

/// How long a decision waits for whoever changes the index.
const PATIENCE: Duration = Duration::from_secs(60);

/// So many digits of a signature are shown to people.
const SHORT: usize = 12;

#[derive(Serialize)]
struct Shown<'a> {
    schema: &'static str,
    verdict: &'static str,
    head: &'a str,
    files: Vec<File<'a>>,
    ambiguities: &'a [Ambiguity],
}

#[derive(Serialize)]
struct File<'a> {
    path: &'a str,
    context: Option<ShownContext<'a>>,
    freshness: &'static str,
    certainty: &'static str,
    /// Why it is not clean.
    reason: Option<Reason>,
    /// From the file to the one that is to blame, each depending on the next.
    chain: &'a [String],
    chain_left_out: usize,
}

pub fn run(args: &IndexGate, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let look =
        || -> Result<Subject> { Subject::new(&repository, Index::required(&repository)?)?.ok_or_else(nothing_indexed) };
    let mut subject = look()?;
    let paths = files(&args.paths, session, &repository, &subject)?;
    if let Some(id) = args.context {
        know_context(id, &contexts(subject.index.store.connection())?)?;
    }
    let ask = |subject: &Subject| -> Result<Answer> {
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        Ok(check_mutation_gate(&subject.service(), &paths, args.context, &subject.head)?)
    };
    let mut answer = ask(&subject)?;
    if !args.decide.is_empty() {
        settle(&args.decide, &answer, &subject, &repository)?;
        // What was decided is asked again as anybody would: HEAD or a file may have changed meanwhile.
        subject = look()?;
        answer = ask(&subject)?;
    }
    let result = answer.result();
    let verdict = match &result {
        MutationGateResult::Automatic => "automatic",
        MutationGateResult::NeedsDecision { .. } => "needs_decision",
        MutationGateResult::Blocked { .. } => "blocked",
    };
    if args.format.get() == DataFormat::Json {
        let shown = Shown {
            schema: "codesub.index-gate/v1",
            verdict,
            head: &subject.head,
            files: answer.files.iter().map(file).collect(),
            ambiguities: &answer.ambiguities,
        };
        written(json::write_value(&shown, streams.out))?;
    } else {
        print(&answer, &result, session, streams)?;
    }
    let is_automatic = matches!(result, MutationGateResult::Automatic);
    Ok(if args.check && !is_automatic { ExitStatus::Findings } else { ExitStatus::Clean })
}

/// The files that were named, each once; all of them must be there.
fn files(typed: &[String], session: &Session, repository: &Repository, subject: &Subject) -> Result<BTreeSet<String>> {
    let mut paths = BTreeSet::new();
    let mut absent = Vec::new();
    for typed in typed {
        let path = session.repository_path(repository, typed);
        match repository.find(&subject.present, &path)? {
            Some(_) => drop(paths.insert(path)),
            None => absent.push(format!("`{path}`")),
        }
    }
    if absent.is_empty() {
        return Ok(paths);
    }
    Err(Error::usage(format!("there is no file {} in {}", absent.join(", "), subject.present.words()))
        .hint("paths are relative to the current directory or to the root of the repository"))
}

fn know_context(id: i64, known: &[Context]) -> Result<()> {
    if known.iter().any(|context| context.id == id) {
        return Ok(());
    }
    let known: Vec<String> = known.iter().map(|context| context.id.to_string()).collect();
    let hint = match known.is_empty() {
        true => "there is none yet; import one: `codesub index import-scip FILE`".to_owned(),
        false => format!("there are {}", known.join(", ")),
    };
    Err(Error::usage(format!("there is no context {id}")).hint(hint))
}

/// Keeps decisions: all of them, or none if one cannot be.
fn settle(wanted: &[(String, String)], answer: &Answer, subject: &Subject, repository: &Repository) -> Result<()> {
    let chosen: Vec<(&Ambiguity, &str)> =
        wanted.iter().map(|(start, choice)| question(start, choice, answer)).collect::<Result<_>>()?;
    let _guard = atomic::lock_index(&repository.state_directory(), PATIENCE)?;
    let mut index = Index::for_writing(repository)?;
    let transaction = index.store.transaction()?;
    for (ambiguity, choice) in chosen {
        decisions::remember(&transaction, ambiguity, choice, &subject.head, index::now())?;
    }
    transaction.commit().map_err(index::Trouble::from)?;
    Ok(())
}

fn question<'a>(start: &str, choice: &'a str, answer: &'a Answer) -> Result<(&'a Ambiguity, &'a str)> {
    let mut fitting = answer.ambiguities.iter().filter(|ambiguity| ambiguity.signature.starts_with(start));
    let (Some(ambiguity), None) = (fitting.next(), fitting.next()) else {
        let known: Vec<&str> = answer.ambiguities.iter().map(|ambiguity| short(&ambiguity.signature)).collect();
        let hint = match known.is_empty() {
            true => "nothing about clean files is open; run the command without `--decide`".to_owned(),
            false => format!("there are {}", known.join(", ")),
        };
        return Err(Error::usage(format!("no single question about these files starts with `{start}`")).hint(hint));
    };
    if !ambiguity.choices.iter().any(|it| it == choice) {
        return Err(Error::usage(format!("`{choice}` is no choice for {}", short(&ambiguity.signature)))
            .hint(format!("choose one of: {}", ambiguity.choices.join(", "))));
    }
    Ok((ambiguity, choice))
}

fn print(answer: &Answer, result: &MutationGateResult, session: &Session, streams: &mut Streams<'_>) -> Result<()> {
    let palette = Palette::new(session.look.color);
    let width = session.look.columns();
    let line = match result {
        MutationGateResult::Automatic => Line::new().word(palette.good, "automatic"),
        MutationGateResult::NeedsDecision { .. } => Line::new().word(palette.warning, "needs_decision"),
        MutationGateResult::Blocked { .. } => Line::new().word(palette.danger, "blocked"),
    };
    let line = line.word(
        palette.plain,
        match result {
            MutationGateResult::Automatic => ": the facts are of the code as it is",
            MutationGateResult::NeedsDecision { .. } => ": an indexer was not sure",
            MutationGateResult::Blocked { .. } => ": facts are missing, or not of the code as it is",
        },
    );
    written(line.write(width, 2, streams.out))?;
    if let MutationGateResult::Blocked { witness } = result {
        let mut table = Table::new();
        // Which context says so matters where several do.
        let several = answer.files.iter().filter_map(context_id).collect::<BTreeSet<i64>>().len() > 1;
        for file in witness {
            let path = Line::new().show(palette.place, Untrusted(&file.path));
            let state = Line::new().word(palette.warning, file.state.freshness.as_str());
            let context = context_id(file).filter(|_| several);
            let context = context.map(|id| Line::new().word(palette.dim, "context ").number(palette.dim, id));
            table.row([Some(path), context, Some(state), Some(why(file, &palette))].into_iter().flatten());
        }
        written(table.write(2, width, streams.out))?;
    }
    let is_blocked = matches!(result, MutationGateResult::Blocked { .. });
    for ambiguity in answer.ambiguities.iter().filter(|_| !is_blocked) {
        written(ask(ambiguity, &palette, width, streams))?;
    }
    advise(result, session, streams);
    Ok(())
}

fn context_id(file: &Looked) -> Option<i64> {
    file.context.as_ref().map(|context| context.id)
}

/// What the reader can do next.
fn advise(result: &MutationGateResult, session: &Session, streams: &mut Streams<'_>) {
    match result {
        MutationGateResult::Automatic => {}
        MutationGateResult::NeedsDecision { ambiguities } => {
            for ambiguity in ambiguities.iter().take(1) {
                let decision = format!("{}={}", short(&ambiguity.signature), ambiguity.choices[0]);
                session.tell(
                    streams,
                    format_args!(
                        "Next: codesub index gate {} --decide {}",
                        Untrusted(&ambiguity.path).shell_argument(),
                        Untrusted(&decision).shell_argument()
                    ),
                );
            }
        }
        MutationGateResult::Blocked { witness } => {
            let is_unindexed = |file: &Looked| file.state.freshness == Freshness::Unindexed;
            let next = match witness.iter().all(is_unindexed) {
                true => "codesub index import-scip FILE imports some",
                false => "run the indexer again: codesub index jobs, or codesub index import-scip FILE",
            };
            session.tell(streams, format_args!("Next: {next}"));
        }
    }
}

fn why(file: &Looked, palette: &Palette) -> Line {
    let Some(why) = &file.why else { return Line::new() };
    let mut line = Line::new();
    for (at, hop) in why.chain.iter().enumerate().skip(1) {
        if at + 1 == why.chain.len() && why.left_out > 0 {
            line = line.word(palette.dim, "… ").number(palette.dim, why.left_out as u64).word(palette.dim, " more … ");
        }
        let arrow = if at == 1 { "depends on " } else { "-> " };
        line = line.word(palette.dim, arrow).show(palette.place, Untrusted(hop)).space(1);
    }
    let opening = if why.chain.is_empty() { "" } else { "- " };
    line.word(palette.dim, opening).word(palette.plain, why.reason.words())
}

fn ask(ambiguity: &Ambiguity, palette: &Palette, width: usize, streams: &mut Streams<'_>) -> std::io::Result<()> {
    let line = Line::new()
        .space(2)
        .show(palette.strong, Untrusted(short(&ambiguity.signature)))
        .space(2)
        .show(palette.place, Untrusted(&ambiguity.path))
        .space(2)
        .word(palette.plain, ambiguity.flag.as_str());
    let line = match &ambiguity.symbol {
        Some(symbol) => line.word(palette.dim, " of ").show(palette.plain, Untrusted(symbol)),
        None => line,
    };
    let line = line.word(palette.dim, ": ").word(palette.dim, ambiguity.flag.words());
    line.write(width, 4, streams.out)?;
    for choice in &ambiguity.choices {
        let is_chosen = ambiguity.decision.as_ref() == Some(choice);
        let mark = if is_chosen { "* " } else { "- " };
        let line = Line::new().space(4).word(palette.dim, mark).show(palette.plain, Untrusted(choice));
        let line = if is_chosen { line.word(palette.good, " (decided)") } else { line };
        line.write(width, 6, streams.out)?;
    }
    Ok(())
}

fn file(looked: &Looked) -> File<'_> {
    File {
        path: &looked.path,
        context: looked.context.as_ref().map(ShownContext::from),
        freshness: looked.state.freshness.as_str(),
        certainty: looked.state.certainty.as_str(),
        reason: looked.why.as_ref().map(|why| why.reason),
        chain: looked.why.as_ref().map_or(&[], |why| &why.chain),
        chain_left_out: looked.why.as_ref().map_or(0, |why| why.left_out),
    }
}

fn short(signature: &str) -> &str {
    signature.get(..SHORT).unwrap_or(signature)
}
