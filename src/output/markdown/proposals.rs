//! Code that moved: where to, and the edit of `codesub.yaml` that follows it.

use std::borrow::Cow;

use super::doc::Doc;
use super::patch;
use super::section::Section;
use crate::output::escape::Untrusted;
use crate::output::wording;
use crate::report::{ListPatch, Proposal, Report};

/// The open proposals, as many as fit into `room` bytes: half of it for what moved, the rest for the edits.
pub fn write(report: &Report, room: usize, blank: &Doc) -> Section {
    let open: Vec<&Proposal> = report.proposals.iter().filter(|proposal| !proposal.applied).collect();
    let (shifted, moved): (Vec<&Proposal>, Vec<&Proposal>) =
        open.into_iter().partition(|proposal| proposal.is_only_shift());
    let mut section = Section::new(blank, room);
    if moved.is_empty() && shifted.is_empty() {
        return section;
    }
    section.head("").markup("### Moved code\n\nSome of it stands elsewhere now, and the list should follow.\n\n");
    for proposal in &moved {
        let mut entry = blank.fresh();
        moved_to(proposal, &mut entry);
        if section.room() < room / 2 || !section.push(&entry) {
            break;
        }
    }
    let told = &moved[..section.shown];
    section.left = moved.len() - section.shown;
    if !shifted.is_empty() {
        let mut entry = blank.fresh();
        entry.markup("- ").count(shifted.len(), " subscription", " subscriptions").markup(" only shifted lines\n");
        section.shown += usize::from(section.add(&entry));
    }
    let mut gap = blank.fresh();
    section.add(gap.markup("\n"));
    edits(told, &shifted, &mut section, blank);
    section
}

fn moved_to(proposal: &Proposal, doc: &mut Doc) {
    doc.markup("- ").code(Untrusted(&proposal.subscription.id)).markup(": ").markup(wording::moved(proposal));
    doc.markup(" ").code(Untrusted(&proposal.new_target().to_string()));
    doc.markup(" (").markup(proposal.confidence.as_str()).markup(" confidence");
    if let Some(tier) = proposal.tier {
        match wording::basis(tier, proposal.similarity).0 {
            words if words == tier.as_str() => doc.markup(", ").markup(words).markup(" match"),
            words => doc.markup(", ").markup(words),
        };
    }
    doc.markup(")\n");
}

/// The edits: as one patch what `codesub apply` does by itself, as another what it only does when told to.
fn edits(moved: &[&Proposal], shifted: &[&Proposal], section: &mut Section, blank: &Doc) {
    let is_exact = |proposal: &Proposal| proposal.patch.as_ref().is_some_and(patch::is_exact);
    let (exact, by_hand): (Vec<&Proposal>, Vec<&Proposal>) = moved.iter().partition(|proposal| is_exact(proposal));
    let shifted = shifted.iter().copied().filter(|proposal| is_exact(proposal));
    let (sure, unsure): (Vec<&Proposal>, Vec<&Proposal>) =
        exact.into_iter().chain(shifted).partition(|proposal| wording::applies_by_default(proposal));
    let mut left =
        block("The edit, as `codesub apply` makes it (`codesub.lock` follows as well):\n\n", &sure, section, blank);
    left += block(
        "Little proves these. If they are right, `codesub apply ID --min-confidence low` makes the edit:\n\n",
        &unsure,
        section,
        blank,
    );
    let mut entry = blank.fresh();
    if !by_hand.is_empty() {
        entry.markup("There is no exact patch for these; by hand it would be:\n\n");
        let lines = by_hand.iter().flat_map(|proposal| {
            [
                ("   id: ", Cow::Borrowed(proposal.subscription.id.as_str())),
                ("-  target: ", Cow::Owned(proposal.subscription.target.to_string())),
                ("+  target: ", Cow::Owned(proposal.new_target().to_string())),
            ]
        });
        entry.fence("diff", lines).markup("\n");
        left += if section.add(&entry) { 0 } else { by_hand.len() };
    }
    if left > 0 {
        let mut entry = blank.fresh();
        entry.count(left, " more edit", " more edits").markup(" of `codesub.yaml` not shown.\n\n");
        section.add(&entry);
    }
}

/// One patch of as many edits as fit; how many do not.
fn block(words: &'static str, proposals: &[&Proposal], section: &mut Section, blank: &Doc) -> usize {
    // The fence, the file names, and the line that says how many more there are.
    let mut room = section.room().saturating_sub(words.len() + 200);
    let patches: Vec<&ListPatch> = proposals
        .iter()
        .filter_map(|proposal| proposal.patch.as_ref())
        .take_while(|it| {
            let size = patch::size(it);
            let fits = size <= room;
            room = room.saturating_sub(size);
            fits
        })
        .collect();
    if patches.is_empty() {
        return proposals.len();
    }
    let mut entry = blank.fresh();
    entry.markup(words);
    patch::write(&patches, &mut entry);
    let fits = section.add(entry.markup("\n"));
    if fits { proposals.len() - patches.len() } else { proposals.len() }
}
