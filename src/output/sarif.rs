//! SARIF 2.1.0: the report for code scanning, and for editors that show such logs.
//!
//! A trigger is a result of the rule for its change type: an error where it blocks, else a warning. One that is
//! acknowledged is still there, suppressed with the reason; and because GitHub takes no notice of suppressions, it is a
//! mere note, so that it fails nothing there. A proposal is a note of a rule of its own: a subscription that points at
//! the wrong place wants one command, `codesub apply`, and disappears with it. Not every proposal is one: shifted lines
//! would open and close an alert with every edit above them, and of code that also changed the trigger speaks already.
//! Other notes of the report are nobody's alert and are left out, but for those about the run: what was skipped or
//! limited is a notification, and a run that could not look at everything was not successful.
//!
//! An alert has to stay the same alert while code moves: `codesubTrigger/v1` is a hash of the subscription, its target
//! without lines and the change type. `primaryLocationLineHash`, the one that GitHub reads, is left to its uploader,
//! which warns about every other value. Nothing is said about the repository's address, which codesub does not know.
//!
//! GitHub keeps 5,000 results of a run. That many are written, most serious first, and a notification tells of the rest.

mod log;
mod rules;

use std::io::{self, Write};

use log::{
    ArtifactLocation, AutomationDetails, BaseId, Driver, Invocation, Kind, Level, Location, Log, Message, Notification,
    PartialFingerprints, PhysicalLocation, Properties, Region, Result as Finding, Run, RunProperties, Status,
    Suppression, Tool,
};

use super::escape::Untrusted;
use super::{Look, anchor, json, wording};
use crate::config::Target;
use crate::report::{Certainty, NoteKind, Origin, Place, Proposal, Report, RevisionLabel, Trigger};
use crate::syntax::Fingerprint;

/// What GitHub keeps of a run.
const MOST_RESULTS: usize = 5_000;
/// What GitHub takes is 10 MB after compression: this many bytes fit however little they can be compressed.
const MOST_BYTES: usize = 9_000_000;
/// What GitHub shows of a result.
const MOST_RELATED: usize = 100;

/// Writes the report as one SARIF log.
pub fn write(report: &Report, _look: &Look, out: &mut dyn Write) -> io::Result<()> {
    json::write_value(&log(report), out)
}

fn log(report: &Report) -> Log {
    let mut results = results(report);
    let fitting = fitting(&results);
    let cut = results.len() - fitting;
    results.truncate(fitting);
    let run = Run {
        tool: Tool {
            driver: Driver {
                name: "codesub",
                version: env!("CARGO_PKG_VERSION"),
                semantic_version: env!("CARGO_PKG_VERSION"),
                rules: rules::all(),
            },
        },
        automation_details: AutomationDetails { id: "codesub/scan/" },
        original_uri_base_ids: [("%SRCROOT%", BaseId { description: text("The root of the repository.") })].into(),
        invocations: [invocation(report, cut)],
        results,
        properties: RunProperties { base: revision(&report.base), target: revision(&report.target) },
    };
    Log { schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] }
}

/// How many of the results fit. Indentation is not counted: it compresses to next to nothing.
fn fitting(results: &[Finding]) -> usize {
    let mut bytes = 0;
    let fits = |result: &&Finding| {
        bytes += serde_json::to_vec(result).map_or(MOST_BYTES, |json| json.len());
        bytes <= MOST_BYTES
    };
    results.iter().take(MOST_RESULTS).take_while(fits).count()
}

/// Most serious first: what is cut off at the end is what is missed least.
fn results(report: &Report) -> Vec<Finding> {
    let mut open = wording::open_triggers(report, Origin::Diff);
    open.extend(wording::open_triggers(report, Origin::Drift));
    open.sort_by_key(|trigger| !trigger.blocking);
    let triggered = wording::triggered(report);
    let worth_a_note = |proposal: &&Proposal| {
        !proposal.applied && !proposal.is_only_shift() && !triggered.contains(proposal.subscription.id.as_str())
    };
    let mut results: Vec<Finding> = open.into_iter().map(of_trigger).collect();
    results.extend(report.proposals.iter().filter(worth_a_note).map(of_proposal));
    results.extend(report.triggers.iter().filter(|trigger| trigger.acknowledged).map(of_trigger));
    results
}

fn of_trigger(trigger: &Trigger) -> Finding {
    let subscription = &trigger.subscription;
    let level = match (trigger.acknowledged, trigger.blocking) {
        (true, _) => Level::Note,
        (false, true) => Level::Error,
        (false, false) => Level::Warning,
    };
    let primary = anchor::of(trigger).unwrap_or_else(|| trigger.place.clone());
    let mut related = Vec::new();
    if trigger.place != primary {
        related.push((trigger.place.clone(), "before"));
    }
    let details = &trigger.details;
    let places = |locations: &[String], words| -> Vec<(Place, &'static str)> {
        locations.iter().filter_map(|it| anchor::parse(it)).map(|place| (place, words)).collect()
    };
    related.extend(places(&details.locations, "now here"));
    related.extend(details.candidates.iter().map(|candidate| {
        let place = Place { path: candidate.path.clone(), start_line: candidate.line, end_line: candidate.line };
        (place, "it could be this")
    }));
    related.extend(places(&details.twins, "the same code, not new"));
    related.extend(places(&details.in_index, "the same code, in a file that did not change"));
    related.extend(details.references.iter().flat_map(|references| &references.places).map(|it| {
        let words = if it.certainty == Certainty::NameOnly { "uses the same name" } else { "uses it" };
        (Place { path: it.path.clone(), start_line: it.line, end_line: it.line }, words)
    }));
    let (rule, rule_index) = rules::of(trigger.change_type);
    let suppression = Suppression {
        kind: "external",
        status: Status::Accepted,
        justification: "Acknowledged: the target's own codesub files already accept the change.",
    };
    Finding {
        rule_id: rule,
        rule_index,
        kind: Kind::Fail,
        level,
        message: Message { text: words_of_trigger(trigger) },
        locations: [location(&primary)],
        related_locations: related_locations(&related),
        partial_fingerprints: PartialFingerprints {
            trigger: fingerprint(rule, &subscription.id, &subscription.target),
        },
        suppressions: if trigger.acknowledged { vec![suppression] } else { Vec::new() },
        properties: properties(&subscription.id, &subscription.target, &subscription.notify, trigger.origin.as_str()),
    }
}

fn of_proposal(proposal: &Proposal) -> Finding {
    let subscription = &proposal.subscription;
    let (rule, rule_index) = rules::of_proposals();
    let target = proposal.new_target().to_string();
    let text = format!(
        "{}: {} {} ({} confidence). `codesub apply` records it.",
        Untrusted(&subscription.id).sarif_message(),
        wording::moved(proposal),
        Untrusted(&target).sarif_message(),
        proposal.confidence.as_str()
    );
    Finding {
        rule_id: rule,
        rule_index,
        kind: Kind::Fail,
        level: Level::Note,
        message: Message { text },
        locations: [location(&proposal.new)],
        related_locations: related_locations(&[(proposal.old.clone(), "before")]),
        partial_fingerprints: PartialFingerprints {
            trigger: fingerprint(rule, &subscription.id, &subscription.target),
        },
        suppressions: Vec::new(),
        properties: properties(&subscription.id, &subscription.target, &subscription.notify, Origin::Diff.as_str()),
    }
}

/// `token-check (Token validation): signature changed, body changed. Why it is watched.`
fn words_of_trigger(trigger: &Trigger) -> String {
    let subscription = &trigger.subscription;
    let mut words = Untrusted(&subscription.id).sarif_message();
    if let Some(label) = subscription.label.as_deref().filter(|label| !label.is_empty()) {
        words += &format!(" ({})", Untrusted(label).sarif_message());
    }
    words += &format!(": {}.", wording::happened(trigger).join(", "));
    if let Some(used) = wording::used(trigger) {
        words += &format!(" It is {used}.");
    }
    if trigger.origin == Origin::Drift {
        words += " It was already different at the base.";
    }
    let more = [trigger.details.message.as_deref(), subscription.description.as_deref()];
    for text in more.into_iter().flatten().filter(|text| !text.trim().is_empty()) {
        // Written over several lines, it is still one paragraph here.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        words += &format!(" {}", Untrusted(&text).sarif_message());
    }
    words
}

fn invocation(report: &Report, cut: usize) -> Invocation {
    let about_the_run = report.notes.iter().filter_map(|note| match note.kind {
        NoteKind::Skipped if note.subscription_id.is_some() => Some((Level::Error, note)),
        NoteKind::Skipped => Some((Level::Warning, note)),
        NoteKind::Limit => Some((Level::Warning, note)),
        NoteKind::Duplicate | NoteKind::BodyElsewhere | NoteKind::Shadowed | NoteKind::Muted => None,
    });
    let mut notifications: Vec<Notification> = about_the_run
        .map(|(level, note)| {
            let id = note.subscription_id.as_deref().map_or(String::new(), |id| Untrusted(id).sarif_message() + ": ");
            Notification { level, message: Message { text: id + &Untrusted(&note.message).sarif_message() } }
        })
        .collect();
    if cut > 0 {
        let words = format!(
            "{cut} more results were left out: GitHub keeps {MOST_RESULTS} of a run, and 10 MB. `codesub scan --json` has all."
        );
        notifications.push(Notification { level: Level::Warning, message: Message { text: words } });
    }
    Invocation { execution_successful: !report.is_undecided(), tool_execution_notifications: notifications }
}

/// Places, numbered from 1, each with what it is.
fn related_locations(places: &[(Place, &'static str)]) -> Vec<Location> {
    let numbered = places.iter().take(MOST_RELATED).enumerate();
    numbered
        .map(|(at, (place, words))| Location { id: Some(at + 1), message: Some(text(words)), ..location(place) })
        .collect()
}

fn location(place: &Place) -> Location {
    let start_line = place.start_line.max(1);
    let artifact_location = ArtifactLocation { uri: Untrusted(&place.path).uri(), uri_base_id: "%SRCROOT%" };
    let region = Region { start_line, end_line: place.end_line.max(start_line) };
    Location { id: None, physical_location: PhysicalLocation { artifact_location, region }, message: None }
}

/// The same while lines shift; another one where the list says that it is about something else.
fn fingerprint(rule: &str, id: &str, target: &Target) -> String {
    let qualname = match target {
        Target::Construct { qualname, .. } => qualname.as_str(),
        Target::Lines { .. } => "",
    };
    let parts = [rule, id, target.path(), qualname];
    Fingerprint::of("codesub.sarif.trigger/v1", parts.map(str::as_bytes)).to_hex()
}

fn properties(id: &str, target: &Target, notify: &[String], origin: &'static str) -> Properties {
    Properties { subscription: id.to_owned(), target: target.to_string(), notify: notify.to_vec(), origin }
}

fn revision(label: &RevisionLabel) -> log::Revision {
    log::Revision { name: label.name.clone(), commit: label.commit.clone() }
}

fn text(words: &str) -> Message {
    Message { text: words.to_owned() }
}

#[cfg(test)]
mod tests;
