//! The brief: what a merge or a rebase did to subscriptions, in a few lines.
//!
//! It stands among the output of git, where nobody asked for it, so it says only what somebody may have to do
//! something about: one line for each open trigger and each open move, most serious first, and the command that shows
//! all. What is settled is a number. Constructs that only shifted lines are not worth one: they are found by name.

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::{Page, proposal, trigger};
use crate::output::Look;
use crate::output::escape::Untrusted;
use crate::output::line::Line;
use crate::output::style::Palette;
use crate::output::wording;
use crate::report::{Origin, Proposal, Report, Trigger};

/// Findings that get a line of their own.
const SHOWN: usize = 10;
/// People and ids that are named in a line.
const NAMED: usize = 5;

/// What is told after a merge or a rebase.
#[derive(Debug, Clone, Copy)]
pub struct Brief<'a> {
    pub report: &'a Report,
    /// `merge`, `rebase`.
    pub after: &'static str,
    /// The revision that it was compared with, as `codesub apply --base` takes it.
    pub base: &'a str,
    /// The command that shows all.
    pub whole: &'a str,
    /// Ids of the proposals that were applied just now, sorted.
    pub followed: &'a [String],
    /// Moves would have been followed, but changes that git put away have to come back first.
    pub held: bool,
}

impl Brief<'_> {
    /// Whether there is anything to tell.
    pub fn is_news(&self) -> bool {
        !(self.triggers().is_empty() && self.moves().is_empty() && !self.report.is_undecided())
    }

    /// Writes it.
    pub fn write(&self, look: &Look, out: &mut dyn Write) -> io::Result<()> {
        let mut page = Page { palette: Palette::new(look.color), width: look.columns(), verbose: look.verbose, out };
        self.title(&mut page)?;
        let triggers = self.triggers();
        let triggered: BTreeSet<&str> = triggers.iter().map(|it| it.subscription.id.as_str()).collect();
        let moves = self.moves();
        let folded = |it: &&Proposal| it.is_only_shift() && !self.is_followed(it) && !page.verbose;
        // What also changed has its new place in the line of its trigger, and what was followed is worth its own.
        let alone: Vec<&Proposal> = moves
            .iter()
            .copied()
            .filter(|it| self.is_followed(it) || !triggered.contains(it.subscription.id.as_str()))
            .collect();
        let (shifted, moved): (Vec<&Proposal>, Vec<&Proposal>) = alone.into_iter().partition(folded);
        for finding in triggers.iter().take(SHOWN) {
            changed(finding, &mut page)?;
        }
        let room = SHOWN.saturating_sub(triggers.len());
        for proposal in moved.iter().take(room) {
            self.moved(proposal, &mut page)?;
        }
        more(triggers.len().saturating_sub(SHOWN) + moved.len().saturating_sub(room), &mut page)?;
        shifts(shifted.len(), &mut page)?;
        self.closing(&moves, &mut page)
    }

    /// `codesub: this merge touched 3 subscriptions; 2 more are acknowledged`
    fn title(&self, page: &mut Page<'_>) -> io::Result<()> {
        let p = page.palette;
        let triggers = self.triggers();
        let moves = self.moves();
        let triggered = triggers.iter().map(|it| it.subscription.id.as_str());
        let touched: BTreeSet<&str> = triggered.chain(moves.iter().map(|it| it.subscription.id.as_str())).collect();
        let mut line = Line::new().word(p.strong, "codesub").word(p.plain, ": this ").word(p.plain, self.after);
        if !touched.is_empty() {
            line = line.word(p.plain, " touched ").number(p.strong, touched.len() as i128);
            line = line.word(p.plain, if touched.len() == 1 { " subscription" } else { " subscriptions" });
        } else {
            line = line.word(p.plain, " may have touched subscriptions");
        }
        let known: BTreeSet<&str> = self
            .report
            .triggers
            .iter()
            .filter(|it| it.acknowledged && it.origin == Origin::Diff)
            .map(|it| it.subscription.id.as_str())
            .filter(|id| !touched.contains(id))
            .collect();
        if !known.is_empty() {
            line = line.word(p.plain, "; ").number(p.plain, known.len() as i128);
            let words = if known.len() == 1 { " more is acknowledged" } else { " more are acknowledged" };
            line = line.word(p.plain, words);
        }
        page.line(&line, 2)
    }

    /// `→ net  moved to shop/taxes.py::net (high, exact)`
    fn moved(&self, moved: &Proposal, page: &mut Page<'_>) -> io::Result<()> {
        let p = page.palette;
        let followed = self.is_followed(moved);
        let (style, mark) = if followed { (p.good, "✓ ") } else { (p.place, "→ ") };
        let line = Line::new().word(style, mark).show(p.strong, Untrusted(&moved.subscription.id)).space(2);
        let line = line.then(proposal::words(moved, page));
        page.line(&line.word(p.plain, if followed { ", followed" } else { "" }), 4)
    }

    /// What became of the moves, what is not known, and the commands.
    fn closing(&self, moves: &[&Proposal], page: &mut Page<'_>) -> io::Result<()> {
        let p = page.palette;
        if !self.report.complete {
            let words = match self.report.is_undecided() {
                true => "not everything could be examined",
                false => "not everything could be searched for code that moved",
            };
            page.line(&Line::new().word(p.warning, "! ").word(p.plain, words), 4)?;
        }
        if !self.followed.is_empty() {
            let line = Line::new().word(p.plain, "  codesub.yaml and codesub.lock were changed; commit both");
            page.line(&line, 2)?;
        }
        if self.held {
            let line = Line::new().word(p.plain, "  not followed by itself: an autostash has to come back first");
            page.line(&line, 2)?;
        }
        let mut ways: Vec<(Line, Line)> = Vec::new();
        let because = |words| Line::new().word(p.dim, "# ").word(p.dim, words);
        let open: Vec<&str> = moves
            .iter()
            .filter(|it| !self.is_followed(it) && wording::applies_by_default(it))
            .map(|it| it.subscription.id.as_str())
            .collect();
        if !open.is_empty() {
            let mut command = Line::new().word(p.dim, "$ ").word(p.command, "codesub apply ");
            // Too many to type: without ids it takes all of them.
            for id in open.iter().filter(|_| open.len() <= NAMED) {
                command = command.argument(p.command, Untrusted(id)).space(1);
            }
            command = command.word(p.command, "--base ").argument(p.command, Untrusted(self.base));
            ways.push((command, because("to follow what moved")));
        }
        let whole = Line::new().word(p.dim, "$ ").show(p.command, Untrusted(self.whole));
        ways.push((whole, because("to see all of it")));
        trigger::pasteable(&ways, page)
    }

    /// The triggers that somebody has to look at. Drift was there before.
    fn triggers(&self) -> Vec<&Trigger> {
        wording::open_triggers(self.report, Origin::Diff)
    }

    /// The proposals that change what the list says.
    fn moves(&self) -> Vec<&Proposal> {
        let all = self.report.proposals.iter();
        all.filter(|it| !it.applied && it.new_target() != it.subscription.target).collect()
    }

    fn is_followed(&self, proposal: &Proposal) -> bool {
        self.followed.binary_search(&proposal.subscription.id).is_ok()
    }
}

/// `✗ token-check  signature changed  src/auth.py:42 → 45  notify @acme/security`
fn changed(finding: &Trigger, page: &mut Page<'_>) -> io::Result<()> {
    let p = page.palette;
    let (mark, style) = if finding.blocking { ("✗ ", p.danger) } else { ("! ", p.warning) };
    let line = Line::new().word(style, mark).then(trigger::title(finding, page, style)).space(2);
    let mut line = line.then(trigger::subtitle(finding, page));
    let notify = &finding.subscription.notify;
    for (at, name) in notify.iter().take(NAMED).enumerate() {
        line = line.word(p.dim, if at > 0 { ", " } else { "  notify " }).show(p.plain, Untrusted(name));
    }
    if notify.len() > NAMED {
        line = line.word(p.dim, " and ").number(p.dim, (notify.len() - NAMED) as i128).word(p.dim, " more");
    }
    page.line(&line, 4)
}

fn more(count: usize, page: &mut Page<'_>) -> io::Result<()> {
    if count == 0 {
        return Ok(());
    }
    let p = page.palette;
    page.line(&Line::new().word(p.plain, "  and ").number(p.strong, count as i128).word(p.plain, " more"), 2)
}

fn shifts(count: usize, page: &mut Page<'_>) -> io::Result<()> {
    if count == 0 {
        return Ok(());
    }
    let p = page.palette;
    let line = Line::new().word(p.place, "→ ").number(p.strong, count as i128);
    let words = if count == 1 { " subscription only shifted lines" } else { " subscriptions only shifted lines" };
    page.line(&line.word(p.plain, words), 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::sample;

    fn shown(brief: &Brief<'_>, look: &Look) -> String {
        let mut out = Vec::new();
        brief.write(look, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn brief<'a>(report: &'a Report, followed: &'a [String]) -> Brief<'a> {
        let whole = "codesub scan --base 1a2b3c4 --target HEAD";
        Brief { report, after: "merge", base: "1a2b3c4", whole, followed, held: false }
    }

    #[test]
    fn the_rich_report_in_a_few_lines() {
        let report = sample::rich();
        assert!(brief(&report, &[]).is_news());
        insta::assert_snapshot!(shown(&brief(&report, &[]), &Look { width: 100, ..Look::default() }));
        let colored = shown(&brief(&report, &[]), &Look { color: true, width: 100, verbose: false });
        let plain = shown(&brief(&report, &[]), &Look { width: 100, ..Look::default() });
        assert_eq!(anstream::adapter::strip_str(&colored).to_string(), plain);
    }

    #[test]
    fn nothing_is_no_news_and_neither_is_what_is_settled() {
        let mut report = sample::clean();
        assert!(!brief(&report, &[]).is_news());
        report.triggers = sample::rich().triggers.into_iter().filter(|it| it.acknowledged).collect();
        report.proposals = sample::rich().proposals.into_iter().filter(|it| it.applied).collect();
        assert!(!report.triggers.is_empty() && !report.proposals.is_empty());
        assert!(!brief(&report, &[]).is_news());
        report.complete = false;
        assert!(brief(&report, &[]).is_news());
        assert!(shown(&brief(&report, &[]), &Look::default()).contains("! not everything could be examined"));
    }

    #[test]
    fn many_findings_are_cut_and_counted() {
        let mut report = sample::clean();
        let one = sample::rich().triggers.into_iter().find(|it| !it.acknowledged).expect("an open one");
        report.triggers = vec![one; 14];
        report.proposals = sample::rich().proposals;
        let text = shown(&brief(&report, &[]), &Look { width: 200, ..Look::default() });
        assert_eq!(text.lines().filter(|line| line.starts_with(['✗', '!'])).count(), SHOWN, "{text}");
        assert!(text.contains("\n  and ") && !text.contains("and 4 more"), "moves count too: {text}");
        assert!(text.lines().count() <= SHOWN + 5, "{text}");
    }
}
