//! HTML: the report as one page that needs nothing else, to be kept, sent or published as an artifact of a build.
//!
//! The verdict comes first, then what needs somebody, each with before and after side by side, then what needs nobody.
//! The page works without its script; the script adds filters, which stand in the address behind `#`, so that a
//! filtered page can be sent as a link. Colours follow the reader's system, and none of them says anything alone.
//!
//! Nothing is loaded from anywhere, and the page says so itself: its policy allows no address but the empty icon, and
//! no style or script but the two whose hashes it names. So even text that got past the encoder could not run. The
//! hashes are constants that a test compares with the files: computing them here would be one crate more in every
//! build, for a value that changes with the files alone.

mod closing;
mod code;
mod page;
mod proposal;
mod trigger;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use page::Page;

use super::Look;
use super::escape::Untrusted;
use super::wording::{self, Counts};
use crate::config::ChangeType;
use crate::report::{Origin, Proposal, Report, RevisionLabel, Trigger};

const STYLE: &str = include_str!("html/report.css");
const SCRIPT: &str = include_str!("html/report.js");

/// Everything up to the style sheet. The hashes are of [`STYLE`] and [`SCRIPT`].
const HEAD: &str = "<!doctype html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
style-src 'sha256-aRRweCAWGt/ootRbYhcXySd3jTCrZt+h7nt+sXLC0Z8='; \
script-src 'sha256-WZdM+hlaS6dXWOweg8BC+TVjBBFnfaIOPYJ04KaDSWg='; \
img-src data:; base-uri 'none'; form-action 'none'\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<meta name=\"referrer\" content=\"no-referrer\">
<meta name=\"color-scheme\" content=\"light dark\">
<link rel=\"icon\" href=\"data:,\">
";

/// Writes the page.
pub fn write(report: &Report, _look: &Look, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Page::default();
    let counts = Counts::of(report);
    page.markup(HEAD).markup("<title>codesub: ").markup(verdict(report, counts).1).markup("</title>\n<style>");
    page.markup(STYLE).markup("</style>\n</head>\n<body>\n");
    header(report, counts, &mut page);
    filters(report, &mut page);
    findings(report, &mut page);
    closing::write(report, &mut page);
    page.markup("<script>").markup(SCRIPT).markup("</script>\n</body>\n</html>\n");
    out.write_all(page.finish().as_bytes())
}

/// The mood of the page, and the verdict in words.
fn verdict(report: &Report, counts: Counts) -> (&'static str, &'static str) {
    match (!report.is_undecided(), counts) {
        (false, _) => ("incomplete", "The check is incomplete"),
        (true, Counts { blocking: 1.., .. }) => ("blocking", "Subscribed code changed"),
        (true, Counts { other: 1.., .. }) => ("other", "Subscribed code changed, and nothing blocks"),
        (true, Counts { proposals: 1.., .. }) => ("proposed", "Subscribed code moved"),
        (true, Counts { acknowledged: 1.., .. }) => ("clean", "Subscribed code changed, and somebody accepted it"),
        (true, _) => ("clean", "No subscribed code changed"),
    }
}

fn header(report: &Report, counts: Counts, page: &mut Page) {
    let (mood, words) = verdict(report, counts);
    page.markup("<header class=\"top ").markup(mood).markup("\">\n<p class=\"name\">codesub</p>\n<h1>").markup(words);
    page.markup("</h1>\n<p class=\"revisions\">");
    revision(&report.base, page);
    page.markup(" <span aria-hidden=\"true\">→</span><span class=\"unseen\">compared with</span> ");
    revision(&report.target, page);
    page.markup("</p>\n<dl class=\"counts\">\n");
    for (count, words) in counts.parts() {
        page.markup(if words == "blocking" { "<div class=\"blocking\"><dt>" } else { "<div><dt>" });
        page.markup(words).markup("</dt><dd>").number(count as u64).markup("</dd></div>\n");
    }
    page.markup("</dl>\n");
    if let Some(words) = wording::incomplete(report) {
        page.markup("<p class=\"warning\" role=\"note\"><strong>Incomplete.</strong> ").markup(words).markup("</p>\n");
    }
    page.markup("</header>\n<main>\n");
}

fn revision(label: &RevisionLabel, page: &mut Page) {
    match &label.commit {
        Some(commit) if commit.starts_with(label.name.as_str()) => {
            page.code(Untrusted(wording::short_commit(commit)));
        }
        Some(commit) => {
            page.code(Untrusted(wording::short_commit(commit))).markup(" ").text(Untrusted(&label.name));
        }
        None => {
            page.text(Untrusted(&label.name));
        }
    }
}

/// The controls; hidden until the script that they need is there.
fn filters(report: &Report, page: &mut Page) {
    let of_type = |wanted: ChangeType| report.triggers.iter().filter(|it| it.change_type == wanted).count();
    let (open, applied) = proposals(report);
    let proposals = open.len() + applied.len();
    if report.triggers.len() + proposals < 2 {
        return;
    }
    page.markup("<form class=\"filters\" hidden aria-label=\"Filter the findings\">\n");
    page.markup("<label class=\"search\"><span>Search</span> <input type=\"search\" name=\"q\" placeholder=\"id, label or path\" autocomplete=\"off\" spellcheck=\"false\"></label>\n");
    page.markup("<label><span>State</span> <select name=\"state\"><option value=\"\">any</option><option value=\"blocking\">blocking</option><option value=\"other\">not blocking</option><option value=\"acknowledged\">acknowledged</option><option value=\"proposed\">proposed</option><option value=\"applied\">applied</option></select></label>\n");
    let subscriptions =
        report.triggers.iter().map(|it| &it.subscription).chain(report.proposals.iter().map(|it| &it.subscription));
    let people: BTreeSet<&str> = subscriptions.flat_map(|it| &it.notify).map(String::as_str).collect();
    if !people.is_empty() {
        page.markup("<label><span>Notify</span> <select name=\"notify\"><option value=\"\">anybody</option>");
        for person in people {
            page.markup("<option>").text(Untrusted(person)).markup("</option>");
        }
        page.markup("</select></label>\n");
    }
    page.markup("<fieldset><legend class=\"unseen\">Type</legend>\n");
    let types = ChangeType::ALL.map(|it| (it.key(), it.as_str(), of_type(it)));
    for (key, words, count) in types.into_iter().chain([("proposal", "PROPOSAL", proposals)]) {
        if count > 0 {
            page.markup("<label class=\"chip\"><input type=\"checkbox\" name=\"type\" value=\"")
                .markup(key)
                .markup("\"><span>");
            page.markup(words)
                .markup(" <span class=\"count\">")
                .number(count as u64)
                .markup("</span></span></label>\n");
        }
    }
    page.markup("</fieldset>\n<p class=\"shown\"><output></output> <button type=\"reset\" hidden>Show all</button></p>\n</form>\n");
}

fn findings(report: &Report, page: &mut Page) {
    let open = report.proposals.iter().filter(|proposal| !proposal.applied);
    let proposed: BTreeMap<&str, &Proposal> = open.map(|it| (it.subscription.id.as_str(), it)).collect();
    let section = |words: &'static str, triggers: &[&Trigger], page: &mut Page| {
        if triggers.is_empty() {
            return;
        }
        page.markup("<section class=\"findings\">\n<h2>").markup(words).markup("</h2>\n");
        for trigger in triggers {
            trigger::write(trigger, proposed.get(trigger.subscription.id.as_str()).copied(), page);
        }
        page.markup("</section>\n");
    };
    section("Triggers", &wording::open_triggers(report, Origin::Diff), page);
    let (open, applied) = proposals(report);
    if !open.is_empty() {
        page.markup("<section class=\"findings\">\n<h2>Proposals</h2>\n");
        open.iter().for_each(|it| proposal::write(it, page));
        page.markup("</section>\n");
    }
    section("Drift <small>already different at the base</small>", &wording::open_triggers(report, Origin::Drift), page);
    let acknowledged: Vec<&Trigger> = report.triggers.iter().filter(|trigger| trigger.acknowledged).collect();
    if !(acknowledged.is_empty() && applied.is_empty()) {
        page.markup("<section class=\"findings\">\n<h2>Acknowledged or applied</h2>\n");
        acknowledged.iter().for_each(|it| trigger::write(it, None, page));
        applied.iter().for_each(|it| proposal::write(it, page));
        page.markup("</section>\n");
    }
    page.markup("<p class=\"nothing\" hidden>Nothing matches.</p>\n");
}

/// The proposals that have an article of their own: open ones, and applied ones. What also changed is told with its
/// trigger.
fn proposals(report: &Report) -> (Vec<&Proposal>, Vec<&Proposal>) {
    let triggered = wording::triggered(report);
    let (applied, open): (Vec<&Proposal>, Vec<&Proposal>) = report.proposals.iter().partition(|it| it.applied);
    (open.into_iter().filter(|it| !triggered.contains(it.subscription.id.as_str())).collect(), applied)
}

/// Names in code, with something between them.
fn list(page: &mut Page, entries: &[String], between: &'static str) {
    for (at, entry) in entries.iter().enumerate() {
        page.markup(if at > 0 { between } else { "" }).code(Untrusted(entry));
    }
}

/// An attribute that holds a list, with line ends between the entries, which no entry can have once it is shown.
fn attribute_list(page: &mut Page, start: &'static str, entries: &[String]) {
    page.markup(start);
    for (at, entry) in entries.iter().enumerate() {
        page.markup(if at > 0 { "&#10;" } else { "" }).text(Untrusted(entry));
    }
    page.markup("\"");
}

#[cfg(test)]
mod tests;
