//! Before and after of a construct, side by side.
//!
//! One table: number and code of before, number and code of after. On a narrow screen the style sheet puts the two
//! sides of a row below each other. What was removed or added has a sign, so that the colour only repeats it. Where only
//! one side is left, the table has only that one.

use super::page::{Page, Part};
use crate::output::compare::{self, Limits, Row};
use crate::output::escape::Untrusted;
use crate::report::Trigger;

const LIMITS: Limits = Limits { context: 3, rows: 80, one_sided: 40 };

/// A line of one side, and the one on the other that took its place.
#[derive(Clone, Copy)]
struct Cell<'a> {
    line: u32,
    text: &'a str,
    partner: Option<&'a str>,
}

/// Writes the comparison, or nothing where there is nothing to see.
pub fn write(trigger: &Trigger, page: &mut Page) {
    let rows = compare::rows(trigger, LIMITS);
    if rows.is_empty() {
        return;
    }
    let sides = (trigger.before.is_some(), trigger.after.is_some());
    let both = sides == (true, true);
    page.markup("<div class=\"diff\"><table").markup(if both { " class=\"two\"" } else { "" });
    page.markup(" aria-label=\"Code of ").text(Untrusted(&trigger.subscription.id)).markup("\">");
    page.markup("<thead><tr>");
    if sides.0 {
        page.markup("<th scope=\"col\"><span class=\"unseen\">Line</span></th><th scope=\"col\">Before</th>");
    }
    if sides.1 {
        page.markup("<th scope=\"col\"><span class=\"unseen\">Line</span></th><th scope=\"col\">After</th>");
    }
    page.markup("</tr></thead><tbody>\n");
    let mut rest = &rows[..];
    while let Some(&row) = rest.first() {
        let is_old = |row: &&Row<'_>| matches!(row, Row::Old { .. });
        let is_new = |row: &&Row<'_>| matches!(row, Row::New { .. });
        let old = rest.iter().take_while(is_old).count();
        let new = rest[old..].iter().take_while(is_new).count();
        match row {
            Row::Same { old, new, text } => same(old, new, text, page),
            Row::Folded(lines) => {
                gap(lines, if lines == 1 { " unchanged line" } else { " unchanged lines" }, sides, page);
            }
            Row::More(lines) => gap(lines, if lines == 1 { " more line" } else { " more lines" }, sides, page),
            Row::Old { .. } | Row::New { .. } => {
                for at in 0..old.max(new) {
                    let left = (at < old).then(|| cell(rest[at])).flatten();
                    let right = (at < new).then(|| cell(rest[old + at])).flatten();
                    changed(left, right, sides, page);
                }
            }
        }
        rest = &rest[(old + new).max(1)..];
    }
    page.markup("</tbody></table></div>\n");
}

fn cell<'a>(row: Row<'a>) -> Option<Cell<'a>> {
    match row {
        Row::Old { line, text, partner } | Row::New { line, text, partner } => Some(Cell { line, text, partner }),
        Row::Same { .. } | Row::Folded(_) | Row::More(_) => None,
    }
}

fn same(old: u32, new: u32, text: &str, page: &mut Page) {
    page.markup("<tr class=\"same\"><td class=\"no\">").number(old).markup("</td><td class=\"at\"><code>");
    page.line(Untrusted(text), None, Part::Removed).markup("</code></td><td class=\"no\">");
    page.number(new).markup("</td><td class=\"at\"><code>");
    page.line(Untrusted(text), None, Part::Added).markup("</code></td></tr>\n");
}

fn changed(left: Option<Cell<'_>>, right: Option<Cell<'_>>, sides: (bool, bool), page: &mut Page) {
    page.markup("<tr>");
    if sides.0 {
        side(left, Part::Removed, page);
    }
    if sides.1 {
        side(right, Part::Added, page);
    }
    page.markup("</tr>\n");
}

fn side(cell: Option<Cell<'_>>, part: Part, page: &mut Page) {
    let Some(Cell { line, text, partner }) = cell else {
        page.markup("<td class=\"no none\"></td><td class=\"none\"></td>");
        return;
    };
    let (number, code) = match part {
        Part::Removed => (
            "<td class=\"no old\">",
            "</td><td class=\"at old\"><span class=\"sign\">−<span class=\"unseen\"> removed: </span></span><code>",
        ),
        Part::Added => (
            "<td class=\"no new\">",
            "</td><td class=\"at new\"><span class=\"sign\">+<span class=\"unseen\"> added: </span></span><code>",
        ),
    };
    page.markup(number).number(line).markup(code);
    page.line(Untrusted(text), partner.map(Untrusted), part).markup("</code></td>");
}

fn gap(lines: usize, words: &'static str, sides: (bool, bool), page: &mut Page) {
    let both = sides == (true, true);
    page.markup(if both {
        "<tr class=\"gap\"><td colspan=\"4\">… "
    } else {
        "<tr class=\"gap\"><td colspan=\"2\">… "
    });
    page.number(lines as u64).markup(words).markup("</td></tr>\n");
}
