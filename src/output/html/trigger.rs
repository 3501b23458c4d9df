//! One trigger on the page: what happened, where, the code, who is told, and the way on.

use super::page::Page;
use super::{attribute_list, code, list};
use crate::output::escape::Untrusted;
use crate::output::wording::{self, Word};
use crate::report::{Candidate, MemberChange, Place, Proposal, Trigger};

/// Writes the article of a trigger, with the proposal for the same subscription if there is one.
pub fn write(trigger: &Trigger, proposed: Option<&Proposal>, page: &mut Page) {
    let subscription = &trigger.subscription;
    let (state, words) = match (trigger.acknowledged, trigger.blocking) {
        (_, true) => ("blocking", "blocks"),
        (true, false) => ("acknowledged", "acknowledged"),
        (false, false) => ("other", "does not block"),
    };
    page.markup("<article class=\"finding ").markup(state).markup("\" data-type=\"");
    page.markup(trigger.change_type.key()).markup("\" data-state=\"").markup(state);
    attribute_list(page, "\" data-notify=\"", &subscription.notify);
    let now = trigger.details.now.as_ref().map_or("", |now| now.path.as_str());
    let label = subscription.label.as_deref().filter(|label| !label.is_empty());
    let target = subscription.target.to_string();
    // What the search looks at.
    let text = [subscription.id.as_str(), label.unwrap_or_default(), &target, &trigger.place.path, now].join(" ");
    page.markup(" data-text=\"").text(Untrusted(&text)).markup("\">\n<header>\n<h3>");
    page.code(Untrusted(&subscription.id));
    page.markup(" <span class=\"what\">");
    for (at, words) in wording::happened(trigger).into_iter().enumerate() {
        page.markup(if at > 0 { ", " } else { "" }).markup(words);
    }
    page.markup("</span></h3>\n<p class=\"tags\"><span class=\"state\">").markup(words);
    page.markup("</span> <span class=\"type\">")
        .markup(trigger.change_type.as_str())
        .markup("</span></p>\n</header>\n");
    page.markup("<p class=\"where\">");
    if let Some(label) = label {
        page.markup("<span class=\"label\">").text(Untrusted(label)).markup("</span> ");
    }
    places(trigger, page);
    page.markup("</p>\n");
    if let Some(description) = subscription.description.as_deref().filter(|text| !text.trim().is_empty()) {
        // Written over several lines, it is still one paragraph here.
        let description = description.split_whitespace().collect::<Vec<_>>().join(" ");
        page.markup("<p class=\"about\">").text(Untrusted(&description)).markup("</p>\n");
    }
    if let Some(message) = &trigger.details.message {
        page.markup("<p>").text(Untrusted(message)).markup("</p>\n");
    }
    code::write(trigger, page);
    members(&trigger.details.members, page);
    candidates(&trigger.details.candidates, page);
    facts(trigger, proposed, page);
    commands(trigger, proposed, page);
    page.markup("</article>\n");
}

fn places(trigger: &Trigger, page: &mut Page) {
    let place = |page: &mut Page, place: &Place| {
        page.markup("<code>").text(Untrusted(&place.path)).markup(":").number(place.start_line);
        if place.end_line > place.start_line {
            page.markup("–").number(place.end_line);
        }
        page.markup("</code>");
    };
    place(page, &trigger.place);
    if let Some(now) = trigger.details.now.as_ref().filter(|now| **now != trigger.place) {
        page.markup(" <span class=\"to\"><span aria-hidden=\"true\">→</span><span class=\"unseen\">now</span> ");
        place(page, now);
        page.markup("</span>");
    }
}

fn members(members: &[MemberChange], page: &mut Page) {
    if members.is_empty() {
        return;
    }
    page.markup("<ul class=\"members\">\n");
    for member in members {
        page.markup("<li><span class=\"sign\" aria-hidden=\"true\">").markup(
            match wording::member_sign(member.change) {
                "-" => "−",
                sign => sign,
            },
        );
        page.markup("</span> ")
            .code(Untrusted(&member.name))
            .markup(" <span class=\"dim\">")
            .markup(member.kind.as_str());
        page.markup("</span> ").markup(wording::member_happened(member));
        if let Some(line) = member.line {
            page.markup("<span class=\"dim\">, line ").number(line).markup("</span>");
        }
        if !member.chain.is_empty() {
            page.markup("<br><span class=\"dim\">inherited from ");
            list(page, &member.chain, " → ");
            page.markup("</span>");
        }
        page.markup("</li>\n");
    }
    page.markup("</ul>\n");
}

fn candidates(candidates: &[Candidate], page: &mut Page) {
    if candidates.is_empty() {
        return;
    }
    page.markup("<p class=\"lead\">It could be</p>\n<ul class=\"members\">\n");
    for candidate in candidates {
        page.markup("<li>").code(Untrusted(&candidate.qualname)).markup(" <span class=\"dim\">at ");
        page.markup("<code>").text(Untrusted(&candidate.path)).markup(":").number(candidate.line);
        let (words, similarity) = wording::basis(candidate.tier, candidate.similarity);
        page.markup("</code>, ").markup(words);
        if let Some(thousandths) = similarity {
            // Rounded down: 99.9 % must not read as the same.
            page.markup(" ").number(thousandths / 10).markup(" %");
        }
        page.markup("</span></li>\n");
    }
    page.markup("</ul>\n");
}

/// Where else it is and who is told.
fn facts(trigger: &Trigger, proposed: Option<&Proposal>, page: &mut Page) {
    let details = &trigger.details;
    let moved = proposed.filter(|proposal| !proposal.is_only_shift());
    let notify = &trigger.subscription.notify;
    let used = wording::used(trigger);
    let lists = [&details.locations, &details.twins, &details.in_index, notify];
    if lists.iter().all(|list| list.is_empty()) && moved.is_none() && used.is_none() {
        return;
    }
    page.markup("<dl class=\"facts\">\n");
    for (words, entries) in [
        ("<dt>now at</dt><dd>", &details.locations),
        ("<dt>the same code, not new</dt><dd>", &details.twins),
        ("<dt>the same code, in files that did not change</dt><dd>", &details.in_index),
    ] {
        if !entries.is_empty() {
            page.markup(words);
            list(page, entries, ", ");
            page.markup("</dd>\n");
        }
    }
    if let Some(proposal) = moved {
        page.markup("<dt>proposal</dt><dd>");
        super::proposal::words(proposal, page);
        page.markup("</dd>\n");
    }
    if let Some(words) = used {
        page.markup("<dt>references</dt><dd>").text(Untrusted(&words));
        let places = wording::used_at(trigger);
        if !places.is_empty() {
            page.markup("<br>");
            list(page, &places, ", ");
        }
        page.markup("</dd>\n");
    }
    if !notify.is_empty() {
        page.markup("<dt>notify</dt><dd>");
        list(page, notify, ", ");
        page.markup("</dd>\n");
    }
    page.markup("</dl>\n");
}

fn commands(trigger: &Trigger, proposed: Option<&Proposal>, page: &mut Page) {
    if trigger.acknowledged {
        return;
    }
    let ways = wording::ways_on(trigger, proposed);
    if ways.is_empty() {
        return;
    }
    page.markup("<ul class=\"ways\">\n");
    for way in ways {
        page.markup("<li><code>codesub ");
        for word in way.command(&trigger.subscription.id) {
            match &word {
                Word::Own(words) => page.markup(words),
                Word::Argument(text) => page.argument(Untrusted(text)),
            };
        }
        page.markup("</code> <span class=\"dim\">").markup(way.because()).markup("</span></li>\n");
    }
    page.markup("</ul>\n");
}
