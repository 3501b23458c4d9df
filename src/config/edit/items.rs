//! Adding and removing whole subscriptions. `None` means: not in a form this editor understands.

use super::patch::Patches;
use super::{Sheet, flow, keys};
use crate::config::Subscription;
use crate::config::spans::{Content, Entry, Node, line_start, next_line, skip_gap};

pub(super) fn add(sheet: &Sheet<'_>, subscription: &Subscription) -> Option<Patches> {
    let text = sheet.text;
    let Some(root) = &sheet.root else {
        let mut patches = Patches::default();
        let mut lines = vec!["version: 1".to_owned(), "subscriptions:".to_owned()];
        lines.extend(block_item(subscription, "  ", " "));
        let lines = lines.join(sheet.newline) + sheet.newline;
        let before = if text.is_empty() || text.ends_with('\n') { "" } else { sheet.newline };
        patches.insert(text.len(), format!("{before}{lines}"));
        return Some(patches);
    };
    let Some(list) = root.get("subscriptions") else {
        if root.is_flow() {
            let part = format!("subscriptions: [{}]", keys::flow_mapping(subscription, false));
            return Some(flow::add(sheet, root, &part));
        }
        let first = root.entries().first()?;
        let indent = sheet.indent(first.key.start)?;
        let mut lines = vec![format!("{indent}subscriptions:")];
        lines.extend(block_item(subscription, &format!("{indent}  "), " "));
        let mut patches = Patches::default();
        // After trailing comments, but before a `...` that ends the document.
        let at = if skip_gap(text, root.end) == text.len() { text.len() } else { next_line(text, root.end) };
        sheet.insert_lines(&mut patches, at, &lines);
        return Some(patches);
    };
    match &list.value.content {
        Content::Sequence { items, flow: false } if !items.is_empty() => append(sheet, list, items, subscription),
        Content::Sequence { items, flow: true } if root.is_flow() || !items.is_empty() => {
            Some(flow::add(sheet, &list.value, &keys::flow_mapping(subscription, false)))
        }
        _ if root.is_flow() => {
            let mut patches = Patches::default();
            let with = format!(" [{}]", keys::flow_mapping(subscription, false));
            patches.replace(after_colon(sheet, list), list.value.end, with);
            Some(patches)
        }
        // Nothing, `[]` or `null`: the list starts here.
        _ if !text[list.value.start..list.value.end].contains(['#', '\n']) => {
            let indent = sheet.indent(list.key.start)?;
            let mut patches = Patches::default();
            patches.delete(after_colon(sheet, list), list.value.end);
            let lines = block_item(subscription, &format!("{indent}  "), " ");
            sheet.insert_lines(&mut patches, next_line(text, list.value.end), &lines);
            Some(patches)
        }
        _ => None,
    }
}

pub(super) fn remove(sheet: &Sheet<'_>, position: usize) -> Option<Patches> {
    let list = sheet.root.as_ref()?.get("subscriptions")?;
    if list.value.is_flow() {
        return Some(flow::remove(sheet, &list.value, position, &[position]));
    }
    let text = sheet.text;
    let items = list.value.items();
    let dash = dash(sheet, list, position)?;
    let indent = sheet.indent(dash)?.len();
    // Nothing above this line can belong to the item.
    let floor = match position.checked_sub(1) {
        Some(before) => next_line(text, items[before].end),
        None => next_line(text, list.key.end),
    };
    let mut start = line_start(text, dash);
    while start > floor {
        let above = line_start(text, start - 1);
        if !is_comment(&text[above..start], |column| column <= indent) {
            break;
        }
        start = above;
    }
    let end = item_end(sheet, &items[position], indent);
    // One of two blank lines around the item goes with it, and the one that set the last item apart from the others.
    if start > floor {
        let above = line_start(text, start - 1);
        let is_blank = |line: &str| line.trim().is_empty();
        let below = &text[end..next_line(text, end)];
        let was_last = position > 0 && position + 1 == items.len() && !is_comment(below, |_| true);
        if is_blank(&text[above..start]) && (was_last || is_blank(below)) {
            start = above;
        }
    }
    let mut patches = Patches::default();
    patches.delete(start, end);
    if items.len() == 1 {
        patches.insert(after_colon(sheet, list), " []".to_owned());
    }
    Some(patches)
}

/// A new item after the last one of a block list, looking like it.
fn append(sheet: &Sheet<'_>, list: &Entry, items: &[Node], subscription: &Subscription) -> Option<Patches> {
    let text = sheet.text;
    let position = items.len() - 1;
    let last = &items[position];
    let dash_at = dash(sheet, list, position)?;
    let indent = sheet.indent(dash_at)?;
    let between = &text[dash_at + 1..last.start];
    let padding = if between.bytes().all(|byte| byte == b' ') { between } else { " " };
    let mut lines = Vec::new();
    if let Some(before) = position.checked_sub(1) {
        let from = next_line(text, items[before].end);
        if text[from.min(dash_at)..dash_at].lines().any(|line| line.trim().is_empty() && !line.starts_with(indent)) {
            lines.push(String::new());
        }
    }
    if last.is_flow() {
        let spaced = text[last.start..].starts_with("{ ");
        lines.push(format!("{indent}-{padding}{}", keys::flow_mapping(subscription, spaced)));
    } else {
        lines.extend(block_item(subscription, indent, padding));
    }
    let mut patches = Patches::default();
    sheet.insert_lines(&mut patches, item_end(sheet, last, indent.len()), &lines);
    Some(patches)
}

/// The lines of a new item.
fn block_item(subscription: &Subscription, indent: &str, padding: &str) -> Vec<String> {
    let keys = keys::written(subscription, false);
    let line = |(position, (key, value)): (usize, (&str, String))| match position {
        0 => format!("{indent}-{padding}{key}: {value}"),
        _ => format!("{indent} {padding}{key}: {value}"),
    };
    keys.into_iter().enumerate().map(line).collect()
}

/// Where the item's `-` stands.
fn dash(sheet: &Sheet<'_>, list: &Entry, position: usize) -> Option<usize> {
    let at = match position.checked_sub(1) {
        Some(before) => skip_gap(sheet.text, list.value.items()[before].end),
        None => list.value.start,
    };
    (sheet.text.as_bytes().get(at) == Some(&b'-')).then_some(at)
}

/// The start of the first line that is no longer the item's: after its last line and the deeper comments below it.
fn item_end(sheet: &Sheet<'_>, item: &Node, indent: usize) -> usize {
    let text = sheet.text;
    let mut end = next_line(text, item.end);
    while end < text.len() {
        let next = next_line(text, end);
        if !is_comment(&text[end..next], |column| column > indent) {
            break;
        }
        end = next;
    }
    end
}

/// Whether the line is a comment at a column that fits.
fn is_comment(line: &str, fits: impl FnOnce(usize) -> bool) -> bool {
    let comment = line.trim_start_matches([' ', '\t']);
    comment.starts_with('#') && fits(line.len() - comment.len())
}

fn after_colon(sheet: &Sheet<'_>, entry: &Entry) -> usize {
    let colon = skip_gap(sheet.text, entry.key.end);
    if sheet.text.as_bytes().get(colon) == Some(&b':') { colon + 1 } else { entry.key.end }
}
