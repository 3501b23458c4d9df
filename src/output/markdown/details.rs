//! The code and the circumstances of each trigger, folded.

use std::borrow::Cow;

use super::Limits;
use super::doc::Doc;
use super::section::Section;
use crate::output::compare::{self, Row};
use crate::output::escape::Untrusted;
use crate::output::wording;
use crate::report::{Details, Trigger};

/// Below this, nothing is worth trying.
const LEAST_ROOM: usize = 200;
/// So many in a row that do not fit, and no more are tried: rendering is not free.
const MOST_MISSES: usize = 50;
/// What one trigger may take when others need room as well.
const FAIR_SHARE: usize = 4096;

/// The details of the triggers, the most serious first, as long as they fit. One that would take more than its share is
/// shown in brief, and one that does not even fit then is left out, so that it hides no other.
pub fn write(triggers: &[&Trigger], room: usize, limits: &Limits, blank: &Doc) -> Section {
    let mut section = Section::new(blank, room);
    let mut misses = 0;
    for (at, trigger) in triggers.iter().enumerate() {
        if section.room() < LEAST_ROOM || misses == MOST_MISSES {
            section.left += triggers[at..].iter().filter(|trigger| has_details(trigger)).count();
            break;
        }
        let share = (section.room() / (triggers.len() - at)).max(FAIR_SHARE);
        let mut entry = blank.fresh();
        one(trigger, limits.code, limits.entries, &mut entry);
        if entry.len() > share.min(section.room()) {
            entry = blank.fresh();
            one(trigger, limits.brief, limits.entries / 4, &mut entry);
        }
        let fits = entry.is_empty() || section.push(&entry);
        misses = if fits { 0 } else { misses + 1 };
    }
    section
}

fn one(trigger: &Trigger, code_limits: compare::Limits, entries: usize, doc: &mut Doc) {
    let rows = compare::rows(trigger, code_limits);
    let details = &trigger.details;
    let description = description(trigger);
    if rows.is_empty() && description.is_none() && is_empty(details) {
        return;
    }
    doc.markup("<details><summary>").html_code(Untrusted(&trigger.subscription.id)).markup(": ");
    doc.words(&wording::happened(trigger)).markup("</summary>\n\n");
    for text in [description, details.message.as_deref()].into_iter().flatten() {
        doc.text(Untrusted(text)).markup("\n\n");
    }
    if !rows.is_empty() {
        code(&rows, doc);
    }
    list(details, entries, doc);
    references(trigger, entries, doc);
    if !doc.ends_with("\n\n") {
        doc.markup("\n");
    }
    doc.markup("</details>\n\n");
}

fn list(details: &Details, limit: usize, doc: &mut Doc) {
    for member in details.members.iter().take(limit) {
        // A list that begins with `+`, `-` or `~` would be one of Markdown's own, so the sign is spelled in a span.
        doc.markup("- ").code(Untrusted(wording::member_sign(member.change))).markup(" ");
        doc.code(Untrusted(&member.name)).markup(" (").markup(member.kind.as_str()).markup("): ");
        doc.markup(wording::member_happened(member));
        if !member.chain.is_empty() {
            doc.markup(", inherited from ").codes(&member.chain, limit);
        }
        doc.markup("\n");
    }
    more(details.members.len(), limit, " more member\n", " more members\n", doc);
    for candidate in details.candidates.iter().take(limit) {
        doc.markup("- it could be ").code(Untrusted(&candidate.qualname)).markup(" at ");
        doc.code(Untrusted(&format!("{}:{}", candidate.path, candidate.line)));
        let (words, similarity) = wording::basis(candidate.tier, candidate.similarity);
        doc.markup(" (").markup(words);
        if let Some(thousandths) = similarity {
            doc.markup(" ").number(usize::from(thousandths) / 10).markup(" %");
        }
        doc.markup(")\n");
    }
    more(details.candidates.len(), limit, " more place\n", " more places\n", doc);
    if !details.locations.is_empty() {
        doc.markup("- now at ").codes(&details.locations, limit).markup("\n");
    }
    if !details.twins.is_empty() {
        doc.markup("- the same code stands, not new, at ").codes(&details.twins, limit).markup("\n");
    }
    if !details.in_index.is_empty() {
        doc.markup("- the same code stands, in files that did not change, at ");
        doc.codes(&details.in_index, limit).markup("\n");
    }
}

fn references(trigger: &Trigger, limit: usize, doc: &mut Doc) {
    let Some(words) = wording::used(trigger) else { return };
    doc.markup("- ").text(Untrusted(&words));
    // The number of those that are not listed stands before them already.
    let mut places = wording::used_at(trigger);
    places.truncate(limit);
    if !places.is_empty() {
        doc.markup(": ").codes(&places, limit);
    }
    doc.markup("\n");
}

fn more(count: usize, limit: usize, one: &'static str, many: &'static str, doc: &mut Doc) {
    if count > limit {
        doc.markup("- and ").count(count - limit, one, many);
    }
}

fn code(rows: &[Row<'_>], doc: &mut Doc) {
    let lines = rows.iter().map(|row| match row {
        Row::Same { text, .. } => (" ", Cow::Borrowed(*text)),
        Row::Old { text, .. } => ("-", Cow::Borrowed(*text)),
        Row::New { text, .. } => ("+", Cow::Borrowed(*text)),
        Row::Folded(1) => ("@@ … ", Cow::Borrowed("1 unchanged line")),
        Row::Folded(lines) => ("@@ … ", Cow::Owned(format!("{lines} unchanged lines"))),
        Row::More(lines) => ("@@ … ", Cow::Owned(format!("{lines} more lines"))),
    });
    doc.fence("diff", lines).markup("\n");
}

/// Whether there is something to unfold; generous, because looking closer costs a comparison.
fn has_details(trigger: &Trigger) -> bool {
    trigger.before.is_some() || trigger.after.is_some() || description(trigger).is_some() || !is_empty(&trigger.details)
}

fn description(trigger: &Trigger) -> Option<&str> {
    trigger.subscription.description.as_deref().filter(|text| !text.is_empty())
}

fn is_empty(details: &Details) -> bool {
    let Details {
        now: _,
        now_qualname: _,
        resolution: _,
        locations,
        candidates,
        twins,
        members,
        message,
        references,
        in_index,
    } = details;
    [locations, twins, in_index].iter().all(|list| list.is_empty())
        && candidates.is_empty()
        && members.is_empty()
        && message.is_none()
        && references.is_none()
}
