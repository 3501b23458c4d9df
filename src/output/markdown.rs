//! Markdown: the report for pull-request comments and CI summaries.
//!
//! A verdict, a table of the triggers, each with its code folded below, then what else there is. Nobody is mentioned:
//! names to notify stand in code spans, and whoever posts the report decides whom to ping (SPEC 9.2). Text from the
//! repository passes through the Markdown encoders only.

mod findings;

use std::fmt::Write as _;
use std::io::{self, Write};

use super::Look;
use super::escape::Untrusted;
use super::wording::{self, Counts};
use crate::report::{Origin, Report, RevisionLabel};

/// Writes the report for a pull request.
pub fn write(report: &Report, _look: &Look, out: &mut dyn Write) -> io::Result<()> {
    let mut body = String::new();
    verdict(report, &mut body);
    let triggers = wording::open_triggers(report, Origin::Diff);
    findings::triggers(&triggers, &mut body);
    findings::proposals(report, &mut body);
    let drifted = wording::open_triggers(report, Origin::Drift);
    if !drifted.is_empty() {
        body.push_str("### Drift\n\nAlready different at the base.\n\n");
        findings::triggers(&drifted, &mut body);
    }
    settled(report, &mut body);
    notes(report, &mut body);
    footer(report, !triggers.is_empty(), &mut body);
    out.write_all(body.as_bytes())
}

fn verdict(report: &Report, body: &mut String) {
    let counts = Counts::of(report);
    let (mark, words) = match (report.complete, counts) {
        (false, _) => ("⚠️", "the check is incomplete"),
        (true, Counts { blocking: 1.., .. }) => ("❌", "subscribed code changed"),
        (true, Counts { other: 1.., .. }) => ("🔔", "subscribed code changed"),
        (true, Counts { proposals: 1.., .. }) => ("🧭", "subscribed code moved"),
        (true, _) if report.triggers.iter().any(|trigger| trigger.acknowledged) => {
            ("✅", "subscribed code changed, and somebody accepted it")
        }
        (true, _) => ("✅", "no subscribed code changed"),
    };
    let parts: Vec<String> = counts.parts().into_iter().map(|(count, words)| format!("{count} {words}")).collect();
    say(body, format_args!("## {mark} codesub: {words}\n\n{}.", parts.join(", ")));
    say(body, format_args!(" Base {}, target {}.\n\n", revision(&report.base), revision(&report.target)));
    if !report.complete {
        body.push_str(
            "> [!WARNING]\n> Not everything in scope could be examined, see the skipped notes below. \
             Nothing can be said about those subscriptions.\n\n",
        );
    }
}

fn settled(report: &Report, body: &mut String) {
    let acknowledged: Vec<_> = report.triggers.iter().filter(|trigger| trigger.acknowledged).collect();
    let applied: Vec<_> = report.proposals.iter().filter(|proposal| proposal.applied).collect();
    if acknowledged.is_empty() && applied.is_empty() {
        return;
    }
    let count = acknowledged.len() + applied.len();
    say(body, format_args!("<details><summary>Already acknowledged or applied: {count}</summary>\n\n"));
    for trigger in acknowledged {
        let id = Untrusted(&trigger.subscription.id).code_span();
        let what = wording::happened(trigger).join(", ");
        say(body, format_args!("- {id}: {what}, acknowledged\n"));
    }
    for proposal in applied {
        let target = proposal.new_target().to_string();
        let id = Untrusted(&proposal.subscription.id).code_span();
        say(body, format_args!("- {id}: {} {}, applied\n", wording::moved(proposal), Untrusted(&target).code_span()));
    }
    body.push_str("\n</details>\n\n");
}

fn notes(report: &Report, body: &mut String) {
    let changes = &report.subscriptions_changed;
    let lists = [("added", &changes.added), ("removed", &changes.removed), ("edited", &changes.edited)];
    if report.notes.is_empty() && lists.iter().all(|(_, ids)| ids.is_empty()) {
        return;
    }
    body.push_str("### Notes\n\n");
    for note in &report.notes {
        say(body, format_args!("- {}: ", wording::note_heading(note.kind)));
        if let Some(id) = &note.subscription_id {
            say(body, format_args!("{}, ", Untrusted(id).code_span()));
        }
        body.push_str(&Untrusted(&note.message).markdown());
        if !note.locations.is_empty() {
            say(body, format_args!(" ({})", spans(&note.locations)));
        }
        body.push('\n');
    }
    for (words, ids) in lists.into_iter().filter(|(_, ids)| !ids.is_empty()) {
        say(body, format_args!("- subscriptions {words}: {}\n", spans(ids)));
    }
    body.push('\n');
}

fn footer(report: &Report, triggered: bool, body: &mut String) {
    let mut ways = Vec::new();
    if triggered {
        ways.push("`codesub accept ID` records an intended change");
    }
    if report.proposals.iter().any(|proposal| !proposal.applied) {
        ways.push("`codesub apply` carries out proposals");
    }
    if ways.is_empty() {
        return;
    }
    say(body, format_args!("---\n\n{}. Commit the result with the change.\n", ways.join("; ")));
}

fn revision(label: &RevisionLabel) -> String {
    match &label.commit {
        Some(commit) if commit.starts_with(label.name.as_str()) => Untrusted(wording::short_commit(commit)).code_span(),
        Some(commit) => {
            let commit = Untrusted(wording::short_commit(commit)).code_span();
            format!("{commit} ({})", Untrusted(&label.name).code_span())
        }
        None => Untrusted(&label.name).code_span(),
    }
}

/// Code spans with commas.
fn spans(entries: &[String]) -> String {
    entries.iter().map(|entry| Untrusted(entry).code_span()).collect::<Vec<_>>().join(", ")
}

/// Appends; writing to a `String` cannot fail.
fn say(body: &mut String, words: std::fmt::Arguments<'_>) {
    body.write_fmt(words).expect("because a String takes whatever is written to it");
}
