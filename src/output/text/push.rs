//! What stops a push: the same blocks as a scan's, and the ways on.

use std::io::{self, Write};

use super::{Page, trigger};
use crate::config::ChangeType;
use crate::output::Look;
use crate::output::escape::Untrusted;
use crate::output::line::Line;
use crate::output::style::Palette;
use crate::report::{Proposal, Trigger};

/// Longer lists of refs are cut.
const REFS: usize = 5;

/// A trigger that stops a push.
#[derive(Debug, Clone)]
pub struct Stop {
    pub trigger: Trigger,
    /// What is proposed for the same subscription.
    pub proposal: Option<Proposal>,
    /// The refs of the remote that would lose it.
    pub refs: Vec<String>,
}

/// Writes what stops a push. With `name_refs` each says which refs it concerns.
pub fn write_stops(stops: &[Stop], name_refs: bool, look: &Look, out: &mut dyn Write) -> io::Result<()> {
    let p = Palette::new(look.color);
    let mut page = Page { palette: p, width: look.columns(), verbose: look.verbose, out };
    let all_missing = stops.iter().all(|stop| stop.trigger.change_type == ChangeType::Missing);
    let would = if all_missing { "subscribed code would disappear" } else { "subscribed code would change" };
    page.line(&Line::new().word(p.danger, "codesub stopped this push: ").word(p.plain, would), 2)?;
    page.blank()?;
    for stop in stops {
        if name_refs {
            page.line(&refs(stop, &page), 2)?;
        }
        trigger::write(&stop.trigger, stop.proposal.as_ref(), &mut page)?;
    }
    page.line(&Line::new().word(p.plain, "Restore the code, or run what fits and commit it with the change."), 2)?;
    let past = Line::new().word(p.plain, "To push all the same: ").word(p.command, "git push --no-verify");
    page.line(&past.word(p.plain, ", or CODESUB_SKIP=1 in the environment."), 2)
}

/// `refs/heads/main, refs/heads/next and 3 more`
fn refs(stop: &Stop, page: &Page<'_>) -> Line {
    let p = page.palette;
    let mut line = Line::new().word(p.dim, "in ");
    for (at, name) in stop.refs.iter().take(REFS).enumerate() {
        let short = name.strip_prefix("refs/heads/").unwrap_or(name);
        line = line.word(p.dim, if at > 0 { ", " } else { "" }).show(p.place, Untrusted(short));
    }
    match stop.refs.len().saturating_sub(REFS) {
        0 => line,
        left => line.word(p.dim, " and ").number(p.dim, left as i128).word(p.dim, " more"),
    }
}
