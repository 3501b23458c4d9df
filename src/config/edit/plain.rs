//! New targets in a list in [plain form](crate::config::plain).
//!
//! There a target is a line, so its edit can be told without a tree of the whole list, which takes as long as a scan of
//! dozens of files where the list has thousands of items. What is told here is what the editor of every form would tell; what
//! could come out otherwise is left to that one.

use std::collections::HashMap;

use saphyr_parser::ScalarStyle;

use super::patch::Patches;
use super::{LineEdit, NAME, check, scalar};
use crate::config::parse::Reader;
use crate::config::plain::{self, Written};
use crate::config::spans::{Content, Node};
use crate::config::{Config, MAX_FILE_SIZE, Subscription, Target};

/// See [`target_edits`](super::target_edits). `None` where the list is in another form, before or afterwards, or does not
/// say what `config` does, and for everything that is an error.
pub(super) fn target_edits<I: AsRef<str>>(
    text: &str,
    config: &Config,
    targets: &[(I, Target)],
) -> Option<Vec<LineEdit>> {
    let (head, _, rest) = Reader { name: NAME }.head(text)?;
    let written = plain::targets(rest)?;
    let mut wanted: HashMap<&str, usize> = HashMap::with_capacity(targets.len());
    for (number, (id, _)) in targets.iter().enumerate() {
        if wanted.insert(id.as_ref(), number).is_some() {
            return None;
        }
    }
    let mut edits: Vec<Option<LineEdit>> = vec![None; targets.len()];
    if written.len() != config.subscriptions.len() {
        return None;
    }
    for (written, subscription) in written.iter().zip(&config.subscriptions) {
        if written.id != subscription.id {
            return None;
        }
        if let Some(&number) = wanted.get(written.id) {
            edits[number] = Some(edit(text, written, head.len(), subscription, &targets[number].1)?);
        }
    }
    let edits = edits.into_iter().collect::<Option<Vec<LineEdit>>>()?;
    let more: usize = edits.iter().map(|edit| edit.new.len()).sum();
    (text.len() as u64 + more as u64 <= MAX_FILE_SIZE).then_some(edits)
}

/// The edit of one line; `start` is where the list starts in the text.
fn edit(
    text: &str,
    written: &Written<'_>,
    start: usize,
    subscription: &Subscription,
    target: &Target,
) -> Option<LineEdit> {
    let is_as_known = written.target.parse().is_ok_and(|written: Target| written == subscription.target);
    if !is_as_known || subscription.target == *target {
        return None;
    }
    check(&Subscription { target: target.clone(), ..subscription.clone() }).ok()?;
    let node = node(text, written, start)?;
    let mut patches = Patches::default();
    patches.replace(node.start, node.end, scalar::write_like(&node, &target.to_string(), false));
    let (old, new) = patches.lines(text)?;
    let is_as_asked = plain::target_of(&new)?.parse().is_ok_and(|read: Target| read == *target);
    is_as_asked.then_some(LineEdit { old, new })
}

/// The value of the key `target`. Plain form has no escapes, so a text is as long as it is written.
fn node(text: &str, written: &Written<'_>, start: usize) -> Option<Node> {
    let key_end = start + written.at + "target:".len();
    let value = text[key_end..].trim_start_matches(' ');
    let start = text.len() - value.len();
    let (style, quotes) = match value.as_bytes().first()? {
        b'"' => (ScalarStyle::DoubleQuoted, 2),
        b'\'' => (ScalarStyle::SingleQuoted, 2),
        _ => (ScalarStyle::Plain, 0),
    };
    let content = Content::Scalar { text: written.target.to_owned(), style };
    // Nobody asks for the line.
    Some(Node { start, end: start + written.target.len() + quotes, line: 0, content })
}
