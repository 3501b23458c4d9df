//! `codesub explain`: every stage, candidate, hash and reason of one verdict.

use std::io::Write;

use serde::Serialize;

use crate::cli::{DataFormat, Explain};
use crate::detect::{Fate, FileChanges, Found, LinesOutcome, Outcome, Source, Stage, Verdict};
use crate::error::{Error, ExitStatus, Result};
use crate::output::escape::Untrusted;
use crate::output::json::{self, v1};
use crate::output::line::Line;
use crate::output::style::Palette;
use crate::output::{Format, write_report};
use crate::report::{Report, Stats, Trigger};
use crate::scan::Request;

use super::scan::request;
use super::{Session, Streams, unknown_id, written};

/// How many candidates are shown to people who did not ask for all; the chosen and the likeliest come first.
const SHOWN_CANDIDATES: usize = 10;

/// The whole reasoning; the keys are part of the format.
#[derive(Serialize)]
struct Explanation {
    schema: &'static str,
    subscription_id: String,
    target: String,
    base: v1::Revision,
    target_revision: v1::Revision,
    /// What the construct was compared with; `null` where nobody knows what it looked like.
    baseline: Option<Compared>,
    /// The construct at the base revision, where it was looked at.
    at_base: Option<Compared>,
    /// What was found, where one construct was.
    found: Option<Compared>,
    stages: Vec<Step>,
    candidates: Vec<CandidateRow>,
    verdict: String,
}

#[derive(Serialize)]
struct Compared {
    source: &'static str,
    place: String,
    qualname: String,
    kind: &'static str,
    interface_hash: String,
    body_hash: String,
}

#[derive(Serialize)]
struct Step {
    stage: &'static str,
    result: String,
}

#[derive(Serialize)]
struct CandidateRow {
    place: String,
    qualname: String,
    kind: &'static str,
    tier: Option<&'static str>,
    similarity: Option<f64>,
    new: bool,
    same_name: bool,
    chosen: bool,
    interface_hash: String,
    body_hash: String,
}

pub fn run(args: &Explain, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let request =
        Request { explain: Some(args.id.clone()), direct: args.direct, ..request(&args.side, &repository, session)? };
    let scan = crate::scan(&repository, &request)?;
    session.tell_trouble(&request.index, streams);
    let verdict = scan.verdicts.iter().find(|verdict| scan.watched[verdict.number].subscription.id == args.id);
    let verdict = verdict.ok_or_else(|| match scan.config.subscription(&args.id) {
        Some(paused) => Error::usage(format!("`{}` is paused, so nothing is said about it", paused.id))
            .hint(format!("`codesub edit {} --active true` lets it be checked again", paused.id)),
        None => unknown_id(&scan.config, &args.id),
    })?;
    let watched = &scan.watched[verdict.number];
    let explanation = Explanation {
        schema: "codesub.explain/v1",
        subscription_id: args.id.clone(),
        target: watched.subscription.target.to_string(),
        base: v1::Revision::from(&scan.report.base),
        target_revision: v1::Revision::from(&scan.report.target),
        baseline: verdict.baseline.as_ref().map(|baseline| Compared {
            source: match baseline.source {
                Source::Lock { .. } => "lock",
                Source::Base => "base",
            },
            place: format!("{}:{}-{}", baseline.place.path, baseline.place.start_line, baseline.place.end_line),
            qualname: baseline.qualname.clone(),
            kind: baseline.kind.as_str(),
            interface_hash: baseline.interface_hash.to_hex(),
            body_hash: baseline.body_hash.to_hex(),
        }),
        at_base: verdict.base.as_ref().map(|at| compared("base", at)),
        found: found(verdict).map(|found| compared("target", &found.at)),
        stages: steps(verdict, FileChanges::new(&scan.changes).fate(watched.subscription.target.path())),
        candidates: verdict.considered.iter().map(candidate_row).collect(),
        verdict: conclusion(verdict, &args.id, &scan.report.triggers),
    };
    match args.format.get() {
        DataFormat::Json => written(json::write_value(&explanation, streams.out))?,
        DataFormat::Text => {
            written(write_text(&explanation, session, streams.out))?;
            written(writeln!(streams.out))?;
            written(write_report(&only(&scan.report, &args.id), Format::Text, &session.look, streams.out))?;
        }
    }
    let skipped = matches!(verdict.outcome, Outcome::Skipped { .. } | Outcome::Lines(LinesOutcome::Skipped { .. }));
    Ok(if skipped { ExitStatus::Undecided } else { ExitStatus::Clean })
}

fn steps(verdict: &Verdict, fate: Fate<'_>) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut step = |stage: &'static str, result: String| steps.push(Step { stage, result });
    let file = match fate {
        Fate::Untouched => "the diff does not touch its file".to_owned(),
        Fate::Modified => "its file is in the diff".to_owned(),
        Fate::Renamed(to) => format!("its file was renamed to {to}"),
        Fate::Deleted => "its file was deleted".to_owned(),
    };
    step("changes", file);
    match &verdict.outcome {
        Outcome::Untouched => step("stage 1", "not needed: the file is as it was".to_owned()),
        Outcome::New(at) => step("stage 1", format!("there is no baseline; it stands at {}", at.location())),
        Outcome::Broken(message) | Outcome::Unsupported(message) => step("stage 1", message.clone()),
        Outcome::Skipped { path, reason } => step("stage 1", format!("{path} was not examined: {reason}")),
        Outcome::Found(found) if found.stage == Stage::InPlace => {
            step("stage 1", format!("the same name stands at {}", found.at.location()));
        }
        Outcome::Found(found) => {
            step("stage 1", "the name is not in its file any more".to_owned());
            if found.stage == Stage::Elsewhere {
                step("stage 2", "no better match in the same file".to_owned());
            }
            let stage = if found.stage == Stage::SameFile { "stage 2" } else { "stage 3" };
            step(stage, how(found));
        }
        Outcome::Several(copies) => {
            step("stage 1", "the name is not in its file any more".to_owned());
            step("stages 2 and 3", format!("{} copies match equally well", copies.len()));
        }
        Outcome::Missing { .. } => {
            step("stage 1", "the name is not in its file any more".to_owned());
            step("stages 2 and 3", "nothing new in the diff proves to be it".to_owned());
        }
        Outcome::Lines(outcome) => step("lines", lines(outcome)),
    }
    if let Some(inherited) = &verdict.inherited {
        step("inheritance", format!("{} inherited members changed", inherited.changes.len()));
    }
    if let Some(displaced) = &verdict.displaced_to {
        step("stages 2 and 3", format!("another construct has its name now: {}", how(displaced)));
    }
    for place in &verdict.shadowed_by {
        step("stage 1", format!("the same name is defined again at {place}"));
    }
    for place in &verdict.body_elsewhere {
        step("stage 3", format!("its old body now stands at {place}"));
    }
    steps
}

fn lines(outcome: &LinesOutcome) -> String {
    match outcome {
        LinesOutcome::Kept { now } => {
            format!("no hunk falls into them; now {}:{}-{}", now.path, now.start_line, now.end_line)
        }
        LinesOutcome::Changed { now: None, .. } => "all of them are gone".to_owned(),
        LinesOutcome::Changed { hunks, .. } if hunks.len() == 1 => "1 hunk falls into them".to_owned(),
        LinesOutcome::Changed { hunks, .. } => format!("{} hunks fall into them", hunks.len()),
        LinesOutcome::Missing { .. } => "the file is not there".to_owned(),
        LinesOutcome::Skipped { reason, .. } => format!("not examined: {reason}"),
    }
}

fn how(found: &Found) -> String {
    let tier = found.tier.map_or("", |tier| tier.as_str());
    let similarity = found.similarity.map(|score| format!(", bodies {} % alike", score / 10)).unwrap_or_default();
    let weak = if found.weak { ", too little evidence" } else { "" };
    let evidence: String = found.evidence.iter().map(|evidence| format!("; {}", evidence.words())).collect();
    let confidence = found.confidence.as_str();
    format!("{tier} match at {}{similarity}, {confidence} confidence{weak}{evidence}", found.at.location())
}

fn conclusion(verdict: &Verdict, id: &str, triggers: &[Trigger]) -> String {
    // What was reported, where anything was: how a construct compares is only part of that.
    let of_it = triggers.iter().filter(|trigger| trigger.subscription.id == id);
    let reported: Vec<String> = of_it
        .map(|trigger| {
            let reasons: Vec<&str> = trigger.reasons.iter().map(|reason| reason.as_str()).collect();
            format!("{}: {}", trigger.change_type.as_str(), reasons.join(", "))
        })
        .collect();
    if !reported.is_empty() {
        return reported.join("; ");
    }
    match &verdict.outcome {
        Outcome::Untouched | Outcome::New(_) => "unchanged".to_owned(),
        Outcome::Found(found) if verdict.baseline.as_ref().is_some_and(|baseline| baseline.matches(&found.at)) => {
            "the interface hash and the body hash are equal".to_owned()
        }
        Outcome::Found(_) => "it changed, but nothing that this subscription listens to".to_owned(),
        Outcome::Several(_) => {
            "identical copies: AMBIGUOUS where `trigger_on_duplicate` is set, else a note".to_owned()
        }
        Outcome::Missing { reason, .. } => format!("MISSING: {}", reason.as_str()),
        Outcome::Broken(_) => "PARSE_ERROR: a deletion is only believed from a region that parsed".to_owned(),
        Outcome::Unsupported(_) => "AMBIGUOUS: unsupported_language".to_owned(),
        Outcome::Skipped { .. } => "not examined: the run is incomplete".to_owned(),
        Outcome::Lines(LinesOutcome::Changed { .. }) => "LINES".to_owned(),
        Outcome::Lines(LinesOutcome::Missing { reason, .. }) => format!("MISSING: {}", reason.as_str()),
        Outcome::Lines(LinesOutcome::Skipped { .. }) => "not examined: the run is incomplete".to_owned(),
        Outcome::Lines(_) => "unchanged".to_owned(),
    }
}

fn write_text(explanation: &Explanation, session: &Session, out: &mut dyn Write) -> std::io::Result<()> {
    let palette = Palette::new(session.look.color);
    let width = session.look.columns();
    let shown = |text: &str| Line::new().show(palette.plain, Untrusted(text));
    Line::new()
        .show(palette.strong, Untrusted(&explanation.subscription_id))
        .word(palette.plain, "  ")
        .show(palette.place, Untrusted(&explanation.target))
        .write(width, 2, out)?;
    let mut field = |name: &str, value: Line| -> std::io::Result<()> {
        let pad = 15usize.saturating_sub(name.len());
        Line::new().space(2).show(palette.dim, Untrusted(name)).space(pad).then(value).write(width, 17, out)
    };
    field("revisions", shown(&format!("{} -> {}", named(&explanation.base), named(&explanation.target_revision))))?;
    for (name, compared) in
        [("baseline", &explanation.baseline), ("at base", &explanation.at_base), ("found", &explanation.found)]
    {
        let Some(compared) = compared else {
            field(name, Line::new().word(palette.dim, "-"))?;
            continue;
        };
        let from = if name == "baseline" { format!(" (from the {})", compared.source) } else { String::new() };
        field(name, shown(&format!("{} {} at {}{from}", compared.kind, compared.qualname, compared.place)))?;
        field("  interface", shown(&compared.interface_hash))?;
        field("  body", shown(&compared.body_hash))?;
    }
    for step in &explanation.stages {
        field(step.stage, shown(&step.result))?;
    }
    let (shown_rows, rest) = if session.look.verbose {
        (explanation.candidates.as_slice(), 0)
    } else {
        let few = explanation.candidates.len().min(SHOWN_CANDIDATES);
        (&explanation.candidates[..few], explanation.candidates.len() - few)
    };
    for row in shown_rows {
        let tier = row.tier.unwrap_or("no match");
        let similarity = row.similarity.map(|score| format!(", {:.0} % alike", score * 100.0)).unwrap_or_default();
        let name = if row.same_name { ", same name" } else { "" };
        let new = if row.new { "" } else { ", stood there before" };
        let mark = if row.chosen { "* " } else { "  " };
        field(
            "candidate",
            shown(&format!("{mark}{} {} at {}: {tier}{similarity}{name}{new}", row.kind, row.qualname, row.place)),
        )?;
    }
    if rest > 0 {
        field("candidates", shown(&format!("and {rest} more, see --verbose or --json")))?;
    }
    field("verdict", Line::new().show(palette.strong, Untrusted(&explanation.verdict)))
}

fn found(verdict: &Verdict) -> Option<&Found> {
    match &verdict.outcome {
        Outcome::Found(found) => Some(found),
        _ => None,
    }
}

fn compared(source: &'static str, at: &crate::detect::Located) -> Compared {
    let construct = at.construct();
    let place = at.place();
    Compared {
        source,
        place: format!("{}:{}-{}", place.path, place.start_line, place.end_line),
        qualname: construct.qualname.clone(),
        kind: construct.kind.as_str(),
        interface_hash: construct.interface_hash.to_hex(),
        body_hash: construct.body_hash.to_hex(),
    }
}

fn candidate_row(considered: &crate::detect::Considered) -> CandidateRow {
    let construct = considered.at.construct();
    CandidateRow {
        place: considered.at.location(),
        qualname: construct.qualname.clone(),
        kind: construct.kind.as_str(),
        tier: considered.tier.map(|tier| tier.as_str()),
        similarity: considered.similarity.map(|score| f64::from(score) / 1000.0),
        new: considered.new,
        same_name: considered.same_name,
        chosen: considered.chosen,
        interface_hash: construct.interface_hash.to_hex(),
        body_hash: construct.body_hash.to_hex(),
    }
}

fn named(revision: &v1::Revision) -> String {
    match &revision.commit {
        Some(commit) => format!("{} ({})", revision.name, &commit[..commit.len().min(10)]),
        None => revision.name.clone(),
    }
}

/// The part of a report that is about one subscription.
fn only(report: &Report, id: &str) -> Report {
    let mut report = report.clone();
    report.triggers.retain(|trigger| trigger.subscription.id == id);
    report.proposals.retain(|proposal| proposal.subscription.id == id);
    report.notes.retain(|note| note.subscription_id.as_deref() == Some(id));
    report.unchanged.retain(|unchanged| unchanged == id);
    report.subscriptions_changed = crate::report::ListChanges::default();
    report.stats = Stats { subscriptions: 1, ..report.stats };
    report
}
