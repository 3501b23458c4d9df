//! One proposal on the page: where its code is now, and the command that follows it.

use super::attribute_list;
use super::page::Page;
use crate::output::escape::Untrusted;
use crate::output::wording;
use crate::report::{Proposal, Tier};

/// Writes the article of a proposal.
pub fn write(proposal: &Proposal, page: &mut Page) {
    let subscription = &proposal.subscription;
    let state = if proposal.applied { "applied" } else { "proposed" };
    // Only other lines: bookkeeping, which one command for all records.
    let shift = !proposal.applied && proposal.is_only_shift();
    page.markup(if shift { "<article class=\"finding shift " } else { "<article class=\"finding " })
        .markup(state)
        .markup("\" data-type=\"proposal\" data-state=\"")
        .markup(state);
    attribute_list(page, "\" data-notify=\"", &subscription.notify);
    let (old, new) = (subscription.target.to_string(), proposal.new_target().to_string());
    let label = subscription.label.as_deref().filter(|label| !label.is_empty());
    let text = [subscription.id.as_str(), label.unwrap_or_default(), &old, &new].join(" ");
    page.markup(" data-text=\"").text(Untrusted(&text)).markup("\">\n<header>\n<h3>").code(Untrusted(&subscription.id));
    page.markup(" <span class=\"what\">");
    words(proposal, page);
    page.markup("</span></h3>\n");
    if proposal.applied {
        page.markup("<p class=\"tags\"><span class=\"state\">applied</span></p>\n");
    }
    page.markup("</header>\n<p class=\"where\">");
    if let Some(label) = label {
        page.markup("<span class=\"label\">").text(Untrusted(label)).markup("</span> ");
    }
    page.markup("was ").code(Untrusted(&old)).markup("</p>\n");
    if !(proposal.applied || shift) {
        page.markup("<ul class=\"ways\">\n<li><code>codesub apply ").argument(Untrusted(&subscription.id));
        let low = if wording::applies_by_default(proposal) { "" } else { " --min-confidence low" };
        page.markup(low).markup("</code></li>\n</ul>\n");
    }
    page.markup("</article>\n");
}

/// `moved to src/new.py::name (high, exact)`
pub fn words(proposal: &Proposal, page: &mut Page) {
    let target = proposal.new_target().to_string();
    page.markup(wording::moved(proposal)).markup(" ").code(Untrusted(&target));
    page.markup(" <span class=\"dim\">(").markup(proposal.confidence.as_str()).markup(" confidence");
    if let Some(tier) = proposal.tier {
        let (words, similarity) = wording::basis(tier, proposal.similarity);
        page.markup(", ").markup(words);
        if let Some(thousandths) = similarity.filter(|_| tier == Tier::Similar) {
            page.markup(" ").number(thousandths / 10).markup(" %");
        }
    }
    page.markup(")</span>");
}
