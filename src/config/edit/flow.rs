//! Flow style, `[a, b]` and `{a: 1, b: 2}`: parts between commas, on one line or several.

use super::Sheet;
use super::patch::Patches;
use crate::config::spans::{Content, Node, line_end, skip_gap};

/// The spans of a container's items or entries.
fn parts(container: &Node) -> Vec<(usize, usize)> {
    match &container.content {
        Content::Sequence { items, .. } => items.iter().map(|item| (item.start, item.end)).collect(),
        Content::Mapping { entries, .. } => {
            entries.iter().map(|entry| (entry.key.start, entry.value.end.max(entry.key.end))).collect()
        }
        Content::Scalar { .. } => Vec::new(),
    }
}

/// Appends a part, on a line of its own if the last one has that.
pub(super) fn add(sheet: &Sheet<'_>, container: &Node, part: &str) -> Patches {
    let text = sheet.text;
    let mut patches = Patches::default();
    let close = container.end - 1;
    let Some(&(start, end)) = parts(container).last() else {
        let inside = &text[container.start + 1..close];
        if inside.trim().is_empty() {
            patches.replace(container.start + 1, close, part.to_owned());
        } else {
            patches.insert(container.start + 1, part.to_owned());
        }
        return patches;
    };
    let comma = Some(skip_gap(text, end)).filter(|&at| text.as_bytes().get(at) == Some(&b','));
    let line_end = line_end(text, comma.unwrap_or(end));
    match sheet.indent(start) {
        Some(indent) if close > line_end => {
            if comma.is_none() {
                patches.insert(end, ",".to_owned());
            }
            let trailing = if comma.is_some() { "," } else { "" };
            patches.insert(line_end, format!("{}{indent}{part}{trailing}", sheet.newline));
        }
        _ => match comma {
            Some(comma) => patches.insert(comma + 1, format!(" {part},")),
            None => patches.insert(end, format!(", {part}")),
        },
    }
    patches
}

/// Removes a part with one of the commas around it; comments between the parts stay. `all` are the positions of all
/// parts that are being removed: one with nothing left behind it takes the comma before it.
pub(super) fn remove(sheet: &Sheet<'_>, container: &Node, position: usize, all: &[usize]) -> Patches {
    let text = sheet.text;
    let mut patches = Patches::default();
    let parts = parts(container);
    let (start, end) = parts[position];
    let has_comment = |from: usize, to: usize| text[from..to].contains('#');
    let mut delete_comma_after = |at: usize| {
        let comma = skip_gap(text, at);
        if text.as_bytes().get(comma) == Some(&b',') {
            patches.delete(comma, comma + 1);
        }
    };
    let some_follow = (position + 1..parts.len()).any(|later| !all.contains(&later));
    if some_follow {
        let (next, _) = parts[position + 1];
        if has_comment(end, next) {
            delete_comma_after(end);
            patches.delete(start, end);
        } else {
            patches.delete(start, next);
        }
    } else if let Some(before) = position.checked_sub(1) {
        let (_, before_end) = parts[before];
        if has_comment(before_end, start) {
            delete_comma_after(before_end);
            patches.delete(start, end);
        } else {
            patches.delete(before_end, end);
        }
    } else {
        delete_comma_after(end);
        patches.delete(start, end);
    }
    patches
}
