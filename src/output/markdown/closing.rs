//! What comes after the findings: what is settled, notes, what was left out, and what to do now.

use super::doc::Doc;
use super::section::Section;
use crate::output::escape::Untrusted;
use crate::output::wording::{self, Way, Word};
use crate::report::{Origin, Proposal, Report, RevisionLabel, Trigger};

/// Ids in one command.
const MOST_IDS: usize = 20;
/// Triggers that need a command of their own.
const MOST_DECISIONS: usize = 5;
/// A longer target is no help in a command.
const LONGEST_TARGET: usize = 200;

/// Acknowledged triggers and applied proposals, folded.
pub fn settled(report: &Report, room: usize, blank: &Doc) -> Section {
    let mut section = Section::new(blank, room);
    let count = report.triggers.iter().filter(|trigger| trigger.acknowledged).count()
        + report.proposals.iter().filter(|proposal| proposal.applied).count();
    let head = section.head("\n</details>\n\n").markup("<details><summary>Already acknowledged or applied: ");
    head.number(count).markup("</summary>\n\n");
    let acknowledged = report.triggers.iter().filter(|trigger| trigger.acknowledged).map(|trigger| {
        let mut entry = blank.fresh();
        entry.markup("- ").code(Untrusted(&trigger.subscription.id)).markup(": ");
        entry.words(&wording::happened(trigger)).markup(", acknowledged\n");
        entry
    });
    let applied = report.proposals.iter().filter(|proposal| proposal.applied).map(|proposal| {
        let mut entry = blank.fresh();
        entry.markup("- ").code(Untrusted(&proposal.subscription.id)).markup(": ").markup(wording::moved(proposal));
        entry.markup(" ").code(Untrusted(&proposal.new_target().to_string())).markup(", applied\n");
        entry
    });
    fill(&mut section, acknowledged.chain(applied));
    section
}

/// Notes, and how the list itself changed.
pub fn notes(report: &Report, room: usize, most: usize, blank: &Doc) -> Section {
    let mut section = Section::new(blank, room);
    section.head("\n").markup("### Notes\n\n");
    let notes = report.notes.iter().map(|note| {
        let mut entry = blank.fresh();
        entry.markup("- ").markup(wording::note_heading(note.kind)).markup(": ");
        if let Some(id) = &note.subscription_id {
            entry.code(Untrusted(id)).markup(", ");
        }
        entry.text(Untrusted(&note.message));
        if !note.locations.is_empty() {
            entry.markup(" (").codes(&note.locations, most).markup(")");
        }
        entry.markup("\n");
        entry
    });
    let changes = &report.subscriptions_changed;
    let lists = [
        ("- subscriptions added: ", &changes.added),
        ("- subscriptions removed: ", &changes.removed),
        ("- subscriptions edited: ", &changes.edited),
    ];
    let lists = lists.into_iter().filter(|(_, ids)| !ids.is_empty()).map(|(words, ids)| {
        let mut entry = blank.fresh();
        entry.markup(words).codes(ids, most).markup("\n");
        entry
    });
    fill(&mut section, notes.chain(lists));
    section
}

/// Takes entries up to the first that does not fit, and counts the others.
fn fill(section: &mut Section, mut entries: impl Iterator<Item = Doc>) {
    for entry in entries.by_ref() {
        if !section.push(&entry) {
            break;
        }
    }
    section.left += entries.count();
}

/// How many of each sort there was no room for.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Left {
    pub triggers: usize,
    pub details: usize,
    pub proposals: usize,
    pub settled: usize,
    pub notes: usize,
}

/// What was left out, and where to see it.
pub fn left_out(report: &Report, left: &Left, doc: &mut Doc) {
    if *left == Left::default() {
        return;
    }
    let counts = [
        (left.triggers, " trigger", " triggers"),
        (left.details, " trigger's details", " triggers' details"),
        (left.proposals, " proposal", " proposals"),
        (left.settled, " settled finding", " settled findings"),
        (left.notes, " note", " notes"),
    ];
    doc.markup("> [!NOTE]\n> Too long to show all of it. Left out here: ");
    for (at, (count, one, many)) in counts.into_iter().filter(|(count, ..)| *count > 0).enumerate() {
        doc.markup(if at == 0 { "" } else { ", " }).count(count, one, many);
    }
    // Without the target: for a pull request that is GitHub's trial merge, which nobody else has.
    doc.markup(". The log and the summary of the run have more; on the branch, this shows everything:\n>\n> ");
    let mut command = "codesub scan".to_owned();
    if let Some(commit) = commit(&report.base) {
        command.push_str(" --base ");
        command.push_str(commit);
    }
    doc.code(Untrusted(&command)).markup("\n\n");
}

/// The commands that lead on from here.
pub fn what_to_do(report: &Report, doc: &mut Doc) {
    let triggers = wording::open_triggers(report, Origin::Diff);
    let commands = commands(report, &triggers);
    if commands.is_empty() {
        return;
    }
    doc.markup("### What to do\n\n");
    doc.verbatim("sh", commands.iter().map(|line| ("", Untrusted(line))));
    doc.markup(
        "\nThen commit `codesub.lock` and `codesub.yaml` together with the change; the next run takes it from there.\n",
    );
}

fn commands(report: &Report, triggers: &[&Trigger]) -> Vec<String> {
    let open = || report.proposals.iter().filter(|proposal| !proposal.applied);
    let by_id: std::collections::HashMap<&str, &Proposal> =
        open().map(|proposal| (proposal.subscription.id.as_str(), proposal)).collect();
    let mut lines = Vec::new();
    let base = commit(&report.base).map(|commit| format!(" --base {commit}")).unwrap_or_default();
    // Lines have to be followed before they can be accepted, so this comes first.
    if open().any(wording::applies_by_default) {
        lines.push("# follow code that moved".to_owned());
        lines.push(format!("codesub apply{base}"));
    }
    let unsure: Vec<&str> = open()
        .filter(|proposal| !wording::applies_by_default(proposal))
        .map(|proposal| proposal.subscription.id.as_str())
        .collect();
    if !unsure.is_empty() {
        lines.push(comment("# if the low-confidence places are right", unsure.len()));
        lines.push(format!("codesub apply {} --min-confidence low{base}", ids(&unsure)));
    }
    let ways = |trigger: &Trigger| wording::ways_on(trigger, by_id.get(trigger.subscription.id.as_str()).copied());
    let (accepted, others): (Vec<&Trigger>, Vec<&Trigger>) =
        triggers.iter().partition(|trigger| ways(trigger).contains(&Way::Accept));
    if !accepted.is_empty() {
        lines.push(comment("# for each change that is intended", accepted.len()));
        let accepted: Vec<&str> = accepted.iter().map(|trigger| trigger.subscription.id.as_str()).collect();
        lines.push(format!("codesub accept {}", ids(&accepted)));
    }
    for trigger in others.into_iter().take(MOST_DECISIONS) {
        let is_settled_elsewhere = |way: &Way| matches!(way, Way::Apply { .. } | Way::Languages);
        for way in ways(trigger).into_iter().filter(|way| !is_settled_elsewhere(way)) {
            lines.push(format!("# {}: {}", trigger.subscription.id, way.because()));
            lines.push(format!("codesub {}", command(&way, &trigger.subscription.id)));
        }
    }
    lines
}

/// As many ids as one command should have.
fn ids(ids: &[&str]) -> String {
    ids.iter().take(MOST_IDS).map(|id| Untrusted(id).shell_argument()).collect::<Vec<_>>().join(" ")
}

fn comment(words: &str, count: usize) -> String {
    match count.saturating_sub(MOST_IDS) {
        0 => words.to_owned(),
        more => format!("{words}; {more} more are not named here"),
    }
}

fn command(way: &Way, id: &str) -> String {
    let word = |word: &Word| match word {
        Word::Own(own) => (*own).to_owned(),
        Word::Argument(text) if text.len() > LONGEST_TARGET => "TARGET".to_owned(),
        Word::Argument(text) => Untrusted(text).shell_argument(),
    };
    way.command(id).iter().map(word).collect()
}

/// A commit for a command. A report may be forged, so it has to look like one.
fn commit(label: &RevisionLabel) -> Option<&str> {
    let commit = label.commit.as_deref()?;
    let is_commit = commit.len() >= 12 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_commit.then(|| &commit[..12])
}
