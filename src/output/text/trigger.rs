//! One trigger: what happened, where, the code, who is told, and the way on.

use std::io;

use anstyle::Style;

use super::{Page, code, proposal};
use crate::config::{ChangeType, Target};
use crate::output::escape::Untrusted;
use crate::output::line::Line;
use crate::output::table::Table;
use crate::output::wording::{self, Way, Word};
use crate::report::{Candidate, MemberChange, MemberChangeType, Place, Proposal, Reason, Trigger};

/// A description is cut after this many rows.
const DESCRIPTION_ROWS: usize = 2;
/// Lists name at most this many places.
const LIST_LENGTH: usize = 6;
/// Of the places that use what is gone, so many are named.
const BROKEN_PLACES: usize = 3;

/// Writes the block of a trigger, with the proposal for the same subscription if there is one.
pub fn write(trigger: &Trigger, proposed: Option<&Proposal>, page: &mut Page<'_>) -> io::Result<()> {
    let p = page.palette;
    let (mark, style) = if trigger.blocking { ("✗ ", p.danger) } else { ("! ", p.warning) };
    page.line(&Line::new().word(style, mark).then(title(trigger, page, style)), 4)?;
    page.line(&Line::new().space(2).then(subtitle(trigger, page)), 2)?;
    if let Some(description) = &trigger.subscription.description {
        let room = (page.width - 2) * if page.verbose { 100 } else { DESCRIPTION_ROWS } - 8;
        // Written over several lines, it is still one paragraph here.
        let description = description.split_whitespace().collect::<Vec<_>>().join(" ");
        page.line(&Line::new().space(2).show(p.dim, Untrusted(&description)).cut(room), 2)?;
    }
    if let Some(message) = &trigger.details.message {
        page.line(&Line::new().space(2).show(p.plain, Untrusted(message)), 2)?;
    }
    code::write(trigger, page)?;
    members(&trigger.details.members, page)?;
    candidates(&trigger.details.candidates, page)?;
    footer(trigger, proposed, page)?;
    page.blank()
}

/// Where else it is, who is told, and the way on.
fn footer(trigger: &Trigger, proposed: Option<&Proposal>, page: &mut Page<'_>) -> io::Result<()> {
    let p = page.palette;
    let details = &trigger.details;
    let ways = wording::ways_on(trigger, proposed);
    let lists = [&details.locations, &details.twins, &details.in_index, &trigger.subscription.notify];
    let quiet = lists.iter().all(|list| list.is_empty()) && details.references.is_none();
    if !(quiet && ways.is_empty()) {
        page.blank()?;
    }
    list("  now at ", &details.locations, p.place, page)?;
    list("  the same code stands, not new, at ", &details.twins, p.place, page)?;
    if let Some(moved) = proposed.filter(|proposal| !proposal.is_only_shift()) {
        page.line(&Line::new().space(2).then(proposal::words(moved, page)), 4)?;
    }
    list("  the same code stands, in files that did not change, at ", &details.in_index, p.place, page)?;
    references(trigger, page)?;
    list("  notify ", &trigger.subscription.notify, p.plain, page)?;
    commands(&trigger.subscription.id, &ways, page)
}

/// How much refers to it, and where: of what is gone some of it, for those places are broken; everything if somebody wants
/// to know more.
fn references(trigger: &Trigger, page: &mut Page<'_>) -> io::Result<()> {
    let p = page.palette;
    let Some(words) = wording::used(trigger) else { return Ok(()) };
    page.line(&Line::new().space(2).show(p.plain, Untrusted(&words)), 4)?;
    let places = wording::used_at(trigger);
    let shown = match trigger.change_type {
        _ if page.verbose => places.len(),
        ChangeType::Missing => places.len().min(BROKEN_PLACES),
        _ => 0,
    };
    for place in &places[..shown] {
        page.line(&Line::new().space(4).show(p.place, Untrusted(place)), 6)?;
    }
    if shown > 0 && shown < places.len() {
        page.line(&Line::new().space(4).word(p.dim, "… more with --verbose"), 6)?;
    }
    Ok(())
}

/// The id and what happened: `token-check  signature changed`.
pub fn title(trigger: &Trigger, page: &Page<'_>, style: Style) -> Line {
    let p = page.palette;
    let mut line = Line::new().show(p.strong, Untrusted(&trigger.subscription.id)).space(2);
    for (at, words) in wording::happened(trigger).into_iter().enumerate() {
        line = line.word(style, if at > 0 { ", " } else { "" }).word(style, words);
    }
    line
}

/// The label and where: `Token validation · src/auth.py:42 → src/tokens.py:17`.
pub fn subtitle(trigger: &Trigger, page: &Page<'_>) -> Line {
    let p = page.palette;
    let mut line = Line::new();
    if let Some(label) = trigger.subscription.label.as_deref().filter(|label| !label.is_empty()) {
        line = line.show(p.plain, Untrusted(label)).word(p.dim, " · ");
    }
    // Of a file that was never there no line is known.
    let is_line_known = trigger.before.is_some()
        || matches!(trigger.subscription.target, Target::Lines { .. })
        || !trigger.reasons.contains(&Reason::FileNotFound);
    line = match is_line_known {
        true => place(line, &trigger.place, page),
        false => line.show(p.place, Untrusted(&trigger.place.path)),
    };
    if matches!(trigger.subscription.target, Target::Lines { .. }) && trigger.place.end_line > trigger.place.start_line
    {
        line = line.word(p.place, "-").number(p.place, trigger.place.end_line);
    }
    match &trigger.details.now {
        Some(now) if now.path != trigger.place.path => place(line.word(p.dim, " → "), now, page),
        Some(now) if now.start_line != trigger.place.start_line => {
            line.word(p.dim, " → ").number(p.place, now.start_line)
        }
        _ => line,
    }
}

fn place(line: Line, place: &Place, page: &Page<'_>) -> Line {
    let p = page.palette;
    line.show(p.place, Untrusted(&place.path)).word(p.place, ":").number(p.place, place.start_line)
}

fn members(members: &[MemberChange], page: &mut Page<'_>) -> io::Result<()> {
    if members.is_empty() {
        return Ok(());
    }
    page.blank()?;
    let p = page.palette;
    let mut table = Table::new();
    for member in members {
        let style = match member.change {
            MemberChangeType::Added => p.new,
            MemberChangeType::Missing => p.old,
            MemberChangeType::Structural | MemberChangeType::Content => p.warning,
        };
        let name = Line::new().word(style, wording::member_sign(member.change)).space(1);
        let mut happened = Line::new().word(p.plain, wording::member_happened(member));
        if let Some(line) = member.line.filter(|_| member.chain.is_empty()) {
            happened = happened.word(p.dim, ", line ").number(p.dim, line);
        }
        table.row([
            name.show(p.strong, Untrusted(&member.name)),
            Line::new().word(p.dim, member.kind.as_str()),
            happened,
        ]);
        // The chain is long and rare: it stands on a line of its own.
        if !member.chain.is_empty() {
            table.write(2, page.width, page.out)?;
            table = Table::new();
            let mut chain = Line::new().word(p.dim, "      inherited from ");
            for (at, class) in member.chain.iter().enumerate() {
                chain = chain.word(p.dim, if at > 0 { " → " } else { "" }).show(p.place, Untrusted(class));
            }
            if let Some(line) = member.line {
                chain = chain.word(p.dim, ", line ").number(p.dim, line);
            }
            page.line(&chain, 8)?;
        }
    }
    table.write(2, page.width, page.out)
}

fn candidates(candidates: &[Candidate], page: &mut Page<'_>) -> io::Result<()> {
    if candidates.is_empty() {
        return Ok(());
    }
    page.blank()?;
    let p = page.palette;
    page.line(&Line::new().word(p.dim, "  it could be"), 2)?;
    let mut table = Table::new();
    for candidate in candidates.iter().take(LIST_LENGTH) {
        let (words, similarity) = wording::basis(candidate.tier, candidate.similarity);
        let mut evidence = Line::new().word(p.dim, words);
        if let Some(similarity) = similarity {
            evidence = evidence.space(1).then(percent(similarity, page));
        }
        let at = Line::new().show(p.place, Untrusted(&candidate.path));
        table.row([
            at.word(p.place, ":").number(p.place, candidate.line),
            Line::new().show(p.plain, Untrusted(&candidate.qualname)),
            evidence,
        ]);
    }
    table.write(4, page.width, page.out)?;
    match candidates.len().saturating_sub(LIST_LENGTH) {
        0 => Ok(()),
        left => page.line(&Line::new().word(p.dim, "    … ").number(p.dim, left as i128).word(p.dim, " more"), 4),
    }
}

/// Words and a list after them, with commas; nothing where the list is empty.
fn list(words: &'static str, entries: &[String], style: Style, page: &mut Page<'_>) -> io::Result<()> {
    if entries.is_empty() {
        return Ok(());
    }
    let p = page.palette;
    let mut line = Line::new().word(p.dim, words);
    for (at, entry) in entries.iter().take(LIST_LENGTH).enumerate() {
        line = line.word(p.dim, if at > 0 { ", " } else { "" }).show(style, Untrusted(entry));
    }
    if entries.len() > LIST_LENGTH {
        line = line.word(p.dim, " and ").number(p.dim, (entries.len() - LIST_LENGTH) as i128).word(p.dim, " more");
    }
    page.line(&line, 4)
}

/// Thousandths as a percentage, rounded down: 99.9 % must not read as the same.
pub fn percent(thousandths: u16, page: &Page<'_>) -> Line {
    Line::new().number(page.palette.dim, thousandths / 10).word(page.palette.dim, " %")
}

fn commands(id: &str, ways: &[Way], page: &mut Page<'_>) -> io::Result<()> {
    let p = page.palette;
    let lines: Vec<(Line, Line)> = ways
        .iter()
        .map(|way| (command(id, way, page), Line::new().word(p.dim, "# ").word(p.dim, way.because())))
        .collect();
    pasteable(&lines, page)
}

/// Commands, one a line, each with its reason as a shell comment, so that the whole line can be pasted. A command is
/// never cut or wrapped; where it leaves no room, its reason stands above it.
pub fn pasteable(lines: &[(Line, Line)], page: &mut Page<'_>) -> io::Result<()> {
    let column = lines.iter().map(|(command, _)| command.columns() + 4).max().unwrap_or(0);
    let aligned = lines.iter().all(|(_, reason)| column + reason.columns() <= page.width);
    for (command, reason) in lines {
        let padding = if aligned { column - command.columns() - 2 } else { 2 };
        let whole = Line::new().space(2).then(command.clone()).space(padding).then(reason.clone());
        if whole.columns() <= page.width {
            page.line(&whole, 4)?;
        } else {
            page.line(&Line::new().space(2).then(reason.clone()), 4)?;
            Line::new().space(2).then(command.clone()).write(usize::MAX, 0, page.out)?;
        }
    }
    Ok(())
}

fn command(id: &str, way: &Way, page: &Page<'_>) -> Line {
    let p = page.palette;
    let start = Line::new().word(p.dim, "$ ").word(p.command, "codesub ");
    way.command(id).iter().fold(start, |line, word| match word {
        Word::Own(words) => line.word(p.command, words),
        Word::Argument(text) => line.argument(p.command, Untrusted(text)),
    })
}
