//! Triggers and proposals in Markdown.

use super::{say, spans};
use crate::output::compare::{self, Limits, Row};
use crate::output::escape::{Untrusted, fenced};
use crate::output::wording;
use crate::report::{Details, Place, Proposal, Report, Trigger};

/// A table of all of them, then each one's code, folded.
pub fn triggers(triggers: &[&Trigger], body: &mut String) {
    if triggers.is_empty() {
        return;
    }
    body.push_str("| | subscription | what happened | where | notify |\n|---|---|---|---|---|\n");
    for trigger in triggers {
        let subscription = &trigger.subscription;
        let mark = if trigger.blocking { "❌" } else { "🔔" };
        say(body, format_args!("| {mark} | {}", Untrusted(&subscription.id).code_span_in_table()));
        if let Some(label) = subscription.label.as_deref().filter(|label| !label.is_empty()) {
            say(body, format_args!(" {}", Untrusted(label).markdown()));
        }
        let what = wording::happened(trigger).join(", ");
        let notify: Vec<String> = subscription.notify.iter().map(|it| Untrusted(it).code_span_in_table()).collect();
        say(body, format_args!(" | {what} | {} | {} |\n", place(trigger), notify.join(", ")));
    }
    body.push('\n');
    triggers.iter().for_each(|trigger| trigger_details(trigger, body));
}

/// Open proposals as a list, each with the line of `codesub.yaml` it would change.
pub fn proposals(report: &Report, body: &mut String) {
    let open: Vec<&Proposal> = report.proposals.iter().filter(|proposal| !proposal.applied).collect();
    if open.is_empty() {
        return;
    }
    body.push_str("### Proposals\n\n");
    let (shifted, moved): (Vec<&Proposal>, Vec<&Proposal>) =
        open.into_iter().partition(|proposal| proposal.is_only_shift());
    for proposal in moved {
        let id = Untrusted(&proposal.subscription.id).code_span();
        let target = proposal.new_target().to_string();
        let span = Untrusted(&target).code_span();
        let tier = proposal.tier.map_or(String::new(), |tier| format!(", {}", tier.as_str()));
        let confidence = proposal.confidence.as_str();
        say(body, format_args!("- {id}: {} {span} ({confidence}{tier})\n\n", wording::moved(proposal)));
        let old = proposal.subscription.target.to_string();
        let lines = [("-   target: ", Untrusted(&old)), ("+   target: ", Untrusted(&target))];
        for line in fenced("diff", lines).lines() {
            say(body, format_args!("  {line}\n"));
        }
        body.push('\n');
    }
    match shifted.len() {
        0 => {}
        1 => body.push_str("- 1 subscription only shifted lines\n\n"),
        count => say(body, format_args!("- {count} subscriptions only shifted lines\n\n")),
    }
}

fn trigger_details(trigger: &Trigger, body: &mut String) {
    let rows = compare::rows(trigger, Limits { context: 3, rows: 60, one_sided: 24 });
    let details = &trigger.details;
    let description = trigger.subscription.description.as_deref().filter(|text| !text.is_empty());
    if rows.is_empty() && description.is_none() && is_empty(details) {
        return;
    }
    // Markdown may or may not be read inside of <summary>: HTML's own escapes hold either way.
    let id = Untrusted(&trigger.subscription.id).html_in_markdown();
    let what = wording::happened(trigger).join(", ");
    say(body, format_args!("<details><summary><code>{id}</code>: {what}</summary>\n\n"));
    if let Some(description) = description {
        say(body, format_args!("{}\n\n", Untrusted(description).markdown()));
    }
    if let Some(message) = &details.message {
        say(body, format_args!("{}\n\n", Untrusted(message).markdown()));
    }
    if !rows.is_empty() {
        code(&rows, body);
    }
    for member in &details.members {
        let name = Untrusted(&member.name).code_span();
        let what = wording::member_happened(member);
        say(body, format_args!("- {} {name} ({}): {what}", sign(member.change), member.kind.as_str()));
        if !member.chain.is_empty() {
            say(body, format_args!(", inherited from {}", spans(&member.chain)));
        }
        body.push('\n');
    }
    for candidate in &details.candidates {
        let place = format!("{}:{}", candidate.path, candidate.line);
        let (name, place) = (Untrusted(&candidate.qualname).code_span(), Untrusted(&place).code_span());
        let tier = candidate.tier.as_str();
        let percent = candidate.similarity.map_or(String::new(), |thousandths| format!(" {} %", thousandths / 10));
        say(body, format_args!("- it could be {name} at {place} ({tier}{percent})\n"));
    }
    if !details.locations.is_empty() {
        say(body, format_args!("- now at {}\n", spans(&details.locations)));
    }
    if !details.twins.is_empty() {
        say(body, format_args!("- the same code stands, not new, at {}\n", spans(&details.twins)));
    }
    let gap = if body.ends_with("\n\n") { "" } else { "\n" };
    say(body, format_args!("{gap}</details>\n\n"));
}

fn is_empty(details: &Details) -> bool {
    let Details { now: _, now_qualname: _, locations, candidates, twins, members, message } = details;
    locations.is_empty() && candidates.is_empty() && twins.is_empty() && members.is_empty() && message.is_none()
}

fn code(rows: &[Row<'_>], body: &mut String) {
    let counted: Vec<String> = rows
        .iter()
        .map(|row| match row {
            Row::Folded(lines) => format!("{lines} unchanged lines"),
            Row::More(lines) => format!("{lines} more lines"),
            _ => String::new(),
        })
        .collect();
    let lines = rows.iter().zip(&counted).map(|(row, counted)| match row {
        Row::Same { text, .. } => (" ", Untrusted(text)),
        Row::Old { text, .. } => ("-", Untrusted(text)),
        Row::New { text, .. } => ("+", Untrusted(text)),
        Row::Folded(_) | Row::More(_) => ("@@ … ", Untrusted(counted)),
    });
    body.push_str(&fenced("diff", lines));
    body.push('\n');
}

/// A list that begins with `+`, `-` or `~` would be one of Markdown's own, so the sign is spelled in a span.
fn sign(change: crate::report::MemberChangeType) -> String {
    Untrusted(wording::member_sign(change)).code_span()
}

fn place(trigger: &Trigger) -> String {
    let shown = |place: &Place| {
        let text = format!("{}:{}", place.path, place.start_line);
        Untrusted(&text).code_span_in_table()
    };
    match &trigger.details.now {
        Some(now) if (&now.path, now.start_line) != (&trigger.place.path, trigger.place.start_line) => {
            format!("{} → {}", shown(&trigger.place), shown(now))
        }
        _ => shown(&trigger.place),
    }
}
