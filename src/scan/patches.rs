//! The edits of `codesub.yaml` behind the proposals, in whole lines.
//!
//! They are made from the target's own list, because that is the one somebody would edit. A proposal goes without where
//! the list is another file than the repository's own, where it no longer says what the proposal starts from, where it
//! is written in a form that codesub does not edit, and where two edits would change one line.

use std::collections::HashMap;
use std::ops::Range;

use super::reading::{files_on_disk, read_blob};
use super::{CONFIG_NAME, Request, Sides};
use crate::config::edit::{LineEdit, target_edits};
use crate::config::{Config, Target};
use crate::error::Result;
use crate::git::Repository;
use crate::report::{ListPatch, Proposal};

/// Lines shown above and below an edit.
const CONTEXT: usize = 3;

/// The largest patch, in bytes: a list can be one line of megabytes, which every proposal would repeat (SPEC 13.2). The
/// second stage on GitHub takes no larger one either.
const MAX_BYTES: usize = 4096;

/// Gives the open proposals their patches. The text of the target's list is read once more, and only when there is something
/// to do with it.
pub fn add(
    repository: &Repository,
    request: &Request,
    sides: &Sides,
    config: Option<&Config>,
    proposals: &mut [Proposal],
) -> Result<()> {
    let Some(config) = config else { return Ok(()) };
    if request.config.is_some() || !proposals.iter().any(|proposal| retarget(proposal).is_some()) {
        return Ok(());
    }
    let text = match files_on_disk(repository, &sides.target, request) {
        Some(files) => files.read_config_text()?,
        None => read_blob(repository, &sides.target, CONFIG_NAME)?.and_then(|bytes| String::from_utf8(bytes).ok()),
    };
    if let Some(text) = text {
        fill(&text, config, proposals);
    }
    Ok(())
}

fn fill(text: &str, config: &Config, proposals: &mut [Proposal]) {
    let listed: HashMap<&str, &Target> = config.subscriptions.iter().map(|it| (it.id.as_str(), &it.target)).collect();
    let (wanted, targets): (Vec<usize>, Vec<(String, Target)>) = proposals
        .iter()
        .enumerate()
        .filter(|(_, it)| listed.get(it.subscription.id.as_str()) == Some(&&it.subscription.target))
        .filter_map(|(at, it)| Some((at, (it.subscription.id.clone(), retarget(it)?))))
        .unzip();
    let Ok(edits) = target_edits(text, config, &targets) else { return };
    let starts: Vec<usize> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let mut lines: Vec<&str> = text.split('\n').collect();
    // What follows the last line feed is a line only if there is something in it.
    let unterminated = lines.pop_if(|last| last.is_empty()).is_none();
    let spans: Vec<Range<usize>> = edits.iter().map(|edit| numbers(edit, &starts, lines.len())).collect();
    let mut order: Vec<usize> = (0..edits.len()).collect();
    order.sort_by_key(|&at| spans[at].start);
    for (place, &at) in order.iter().enumerate() {
        let span = &spans[at];
        let above = place.checked_sub(1).map(|before| &spans[order[before]]);
        let below = order.get(place + 1).map(|&after| &spans[after]);
        let shares_a_line = above.is_some_and(|it| it.end > span.start) || below.is_some_and(|it| it.start < span.end);
        if !shares_a_line && !span.is_empty() && size(&edits[at], span, &lines) <= MAX_BYTES {
            proposals[wanted[at]].patch = Some(patch(&edits[at], span, &lines, unterminated));
        }
    }
}

/// What the proposal would write, where that differs from what is written.
fn retarget(proposal: &Proposal) -> Option<Target> {
    let target = new_target(proposal);
    (!proposal.applied && target != proposal.subscription.target).then_some(target)
}

/// The target in the full form, as `codesub apply` writes it.
pub(super) fn new_target(proposal: &Proposal) -> Target {
    let mut target = proposal.new_target();
    let full = proposal.symbol.as_ref().and_then(|symbol| symbol.qualified_name.as_ref());
    if let (Target::Construct { qualname, .. }, Some(full)) = (&mut target, full) {
        qualname.clone_from(full);
    }
    target
}

/// The lines of an edit, counted from 0.
fn numbers(edit: &LineEdit, starts: &[usize], count: usize) -> Range<usize> {
    let line = |at: usize| starts.partition_point(|&start| start < at);
    line(edit.old.start)..line(edit.old.end).min(count)
}

/// The bytes of a patch, before it is made.
fn size(edit: &LineEdit, span: &Range<usize>, lines: &[&str]) -> usize {
    let around = span.start.saturating_sub(CONTEXT)..lines.len().min(span.end + CONTEXT);
    lines[around].iter().map(|line| line.len() + 1).sum::<usize>() + edit.new.len()
}

fn patch(edit: &LineEdit, span: &Range<usize>, lines: &[&str], unterminated: bool) -> ListPatch {
    let owned = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect::<Vec<String>>();
    let end = lines.len().min(span.end + CONTEXT);
    ListPatch {
        line: u32::try_from(span.start + 1).unwrap_or(u32::MAX),
        before: owned(&lines[span.start.saturating_sub(CONTEXT)..span.start]),
        old: owned(&lines[span.clone()]),
        new: owned(&edit.new.strip_suffix('\n').unwrap_or(&edit.new).split('\n').collect::<Vec<_>>()),
        after: owned(&lines[span.end..end]),
        unterminated: unterminated && end == lines.len(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::output::sample;

    /// The patches of a list in which everything moves from `old.py` to `new.py`.
    fn patches(text: &str) -> Vec<Option<ListPatch>> {
        let model = sample::rich().proposals.remove(1);
        let config = Config::parse(text.as_bytes(), CONFIG_NAME).unwrap();
        let moved = |subscription: Arc<crate::config::Subscription>| {
            let mut proposal = model.clone();
            proposal.subscription = subscription;
            proposal.new.path = "new.py".into();
            (proposal.patch, proposal.new_qualname) = (None, None);
            proposal
        };
        let mut proposals: Vec<Proposal> = config.subscriptions.iter().cloned().map(moved).collect();
        fill(text, &config, &mut proposals);
        proposals.into_iter().map(|proposal| proposal.patch).collect()
    }

    #[test]
    fn a_patch_has_the_lines_as_they_stand() {
        let text = "version: 1\nsubscriptions:\n  # first\n  - id: a\n    target: \"old.py::A\"  # why\n  - {id: b, target: old.py::B}";
        let [Some(first), Some(second)] = &patches(text)[..] else { panic!() };
        assert_eq!((first.line, second.line), (5, 6));
        assert_eq!(first.before, ["subscriptions:", "  # first", "  - id: a"]);
        assert_eq!(first.old, ["    target: \"old.py::A\"  # why"]);
        assert_eq!(first.new, ["    target: \"new.py::A\"  # why"]);
        assert_eq!(first.after, ["  - {id: b, target: old.py::B}"]);
        assert_eq!(second.new, ["  - {id: b, target: new.py::B}"]);
        assert!(first.unterminated && second.unterminated && second.after.is_empty());
    }

    #[test]
    fn no_patch_where_two_edits_share_a_line_or_the_list_says_something_else() {
        assert_eq!(
            patches("version: 1\nsubscriptions: [{id: a, target: old.py::A}, {id: b, target: old.py::B}]\n"),
            [None, None]
        );
        let text = "version: 1\nsubscriptions:\n  - id: fee-table\n    target: src/other.py::FEES\n";
        let mut proposals = vec![Proposal { patch: None, ..sample::rich().proposals.remove(1) }];
        let config = Config::parse(text.as_bytes(), CONFIG_NAME).expect("a list");
        fill(text, &config, &mut proposals);
        assert_eq!(proposals[0].patch, None);
        let text = text.replace("src/other", "src/fees");
        fill(&text, &Config::parse(text.as_bytes(), CONFIG_NAME).unwrap(), &mut proposals);
        assert!(proposals[0].patch.is_some());
    }
}
