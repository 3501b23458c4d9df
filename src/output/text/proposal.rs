//! Proposals that stand for themselves; those of a triggered subscription are part of its trigger's block.

use std::io;

use super::Page;
use super::trigger::percent;
use crate::output::escape::Untrusted;
use crate::output::line::Line;
use crate::output::wording;
use crate::report::{Proposal, Report, Tier};

/// Writes the proposals, the folded ones in a line for all.
pub fn write_all(report: &Report, page: &mut Page<'_>) -> io::Result<()> {
    let triggered = wording::triggered(report);
    let alone = |proposal: &&Proposal| !triggered.contains(proposal.subscription.id.as_str());
    let open = || report.proposals.iter().filter(|proposal| !proposal.applied).filter(alone);
    let fold = !page.verbose;
    for proposal in open() {
        if !(fold && proposal.is_only_shift()) {
            write(proposal, page)?;
        }
    }
    let shifted = open().filter(|proposal| proposal.is_only_shift()).count();
    if fold && shifted > 0 {
        let p = page.palette;
        let words =
            if shifted == 1 { " subscription only shifted lines; " } else { " subscriptions only shifted lines; " };
        let line = Line::new().word(p.place, "→ ").number(p.strong, shifted as i128).word(p.plain, words);
        page.line(&line.word(p.command, "codesub apply").word(p.plain, " records it"), 2)?;
        page.blank()?;
    }
    Ok(())
}

fn write(proposal: &Proposal, page: &mut Page<'_>) -> io::Result<()> {
    let p = page.palette;
    let id = Untrusted(&proposal.subscription.id);
    let title = Line::new().word(p.place, "→ ").show(p.strong, id).space(2).then(words(proposal, page));
    page.line(&title, 4)?;
    let mut from = Line::new().space(2);
    if let Some(label) = proposal.subscription.label.as_deref().filter(|label| !label.is_empty()) {
        from = from.show(p.plain, Untrusted(label)).word(p.dim, " · ");
    }
    let old = proposal.subscription.target.to_string();
    page.line(&from.word(p.dim, "was ").show(p.place, Untrusted(&old)), 4)?;
    let command = Line::new().word(p.dim, "  $ ").word(p.command, "codesub apply ").argument(p.command, id);
    let low = if wording::applies_by_default(proposal) { "" } else { " --min-confidence low" };
    page.line(&command.word(p.command, low), 4)?;
    page.blank()
}

/// `moved to src/new.py::name (high, exact)`
pub fn words(proposal: &Proposal, page: &Page<'_>) -> Line {
    let p = page.palette;
    let target = proposal.new_target().to_string();
    let line = Line::new().word(p.plain, wording::moved(proposal)).space(1).show(p.place, Untrusted(&target));
    let mut line = line.word(p.dim, " (").word(p.dim, proposal.confidence.as_str());
    if let Some(tier) = proposal.tier {
        let (words, similarity) = wording::basis(tier, proposal.similarity);
        line = line.word(p.dim, ", ").word(p.dim, words);
        if let Some(similarity) = similarity.filter(|_| tier == Tier::Similar) {
            line = line.space(1).then(percent(similarity, page));
        }
    }
    line.word(p.dim, ")")
}
