//! The keys of one subscription: how each is written, and changing only those that differ.

use super::patch::Patches;
use super::{Sheet, flow, scalar};
use crate::config::schema::SUBSCRIPTION_KEYS;
use crate::config::spans::{Content, Entry, Node, line_end, line_start, next_line};
use crate::config::{Members, Subscription};

/// The keys a new subscription is written with, in order: `id`, `target` and what is not the default.
pub(super) fn written(subscription: &Subscription, flow: bool) -> Vec<(&'static str, String)> {
    let default = Subscription::new(&subscription.id, subscription.target.clone());
    SUBSCRIPTION_KEYS
        .into_iter()
        .map(|key| (key, value(subscription, key)))
        .filter(|(key, value_now)| matches!(*key, "id" | "target") || *value_now != value(&default, key))
        .filter_map(|(key, value)| Some((key, value.write(flow)?)))
        .collect()
}

/// The subscription as `{id: …, target: …}`.
pub(super) fn flow_mapping(subscription: &Subscription, spaced: bool) -> String {
    let keys: Vec<String> =
        written(subscription, true).into_iter().map(|(key, value)| format!("{key}: {value}")).collect();
    let keys = keys.join(", ");
    if spaced { format!("{{ {keys} }}") } else { format!("{{{keys}}}") }
}

/// Changes `item` from what `before` says to what `after` says.
pub(super) fn update(sheet: &Sheet<'_>, item: &Node, before: &Subscription, after: &Subscription) -> Option<Patches> {
    let in_flow = item.is_flow() || sheet.root.as_ref()?.get("subscriptions")?.value.is_flow();
    let mut patches = Patches::default();
    let mut removed: Vec<usize> = Vec::new();
    for key in SUBSCRIPTION_KEYS {
        let new = value(after, key);
        if new == value(before, key) {
            continue;
        }
        let position = item.entries().iter().position(|entry| entry.name == key);
        match (position, new) {
            (Some(position), Value::Absent) => removed.push(position),
            (Some(position), new) => patches = patches.and(set(sheet, &item.entries()[position], &new, in_flow)?),
            (None, new) => {
                let Some(new) = new.write(in_flow) else { continue };
                patches = patches.and(insert(sheet, item, &format!("{key}: {new}"))?);
            }
        }
    }
    for &position in &removed {
        patches = patches.and(remove(sheet, item, position, &removed)?);
    }
    Some(patches)
}

/// What a key says, apart from how it is written.
#[derive(PartialEq)]
enum Value<'s> {
    /// The default of a key that is better left out.
    Absent,
    Text(String),
    Flag(bool),
    List(Vec<&'s str>),
    Members(Members),
}

fn value<'s>(subscription: &'s Subscription, key: &str) -> Value<'s> {
    let text = |text: &Option<String>| text.clone().map_or(Value::Absent, Value::Text);
    match key {
        "id" => Value::Text(subscription.id.clone()),
        "target" => Value::Text(subscription.target.to_string()),
        "label" => text(&subscription.label),
        "description" => text(&subscription.description),
        "notify" if subscription.notify.is_empty() => Value::Absent,
        "notify" => Value::List(subscription.notify.iter().map(String::as_str).collect()),
        "on" => Value::List(subscription.on.iter().map(|change_type| change_type.key()).collect()),
        "trigger_on_duplicate" => Value::Flag(subscription.trigger_on_duplicate),
        "members" => subscription.members.map_or(Value::Absent, Value::Members),
        "active" => Value::Flag(subscription.active),
        _ => Value::Absent,
    }
}

impl Value<'_> {
    fn write(&self, flow: bool) -> Option<String> {
        Some(match self {
            Value::Absent => return None,
            Value::Text(text) => scalar::write(text, flow),
            Value::Flag(flag) => flag.to_string(),
            Value::List(texts) => {
                let texts: Vec<String> = texts.iter().map(|text| scalar::write(text, true)).collect();
                format!("[{}]", texts.join(", "))
            }
            Value::Members(Members { private, decorators }) => {
                format!("{{ private: {private}, decorators: {decorators} }}")
            }
        })
    }
}

/// Replaces a value, in the style of the one that is there.
fn set(sheet: &Sheet<'_>, entry: &Entry, new: &Value<'_>, in_flow: bool) -> Option<Patches> {
    let node = &entry.value;
    let mut patches = Patches::default();
    match (new, &node.content) {
        _ if node.is_absent() => patches.insert(node.start, format!(" {}", new.write(in_flow)?)),
        (Value::Text(text), Content::Scalar { .. }) => {
            patches.replace(node.start, node.end, scalar::write_like(node, text, in_flow));
        }
        (Value::List(texts), Content::Sequence { items, flow: false }) if !items.is_empty() => {
            let indent = sheet.indent(node.start)?;
            let lines: Vec<String> = texts.iter().map(|text| format!("- {}", scalar::write(text, false))).collect();
            patches.replace(node.start, node.end, lines.join(&format!("{}{indent}", sheet.newline)));
        }
        (Value::Members(members), Content::Mapping { entries, .. }) if entries.len() == 2 => {
            for (key, flag) in [("private", members.private), ("decorators", members.decorators)] {
                let flag_node = &node.get(key)?.value;
                // Rewriting an equal flag could only lose how it is written.
                if flag_node.text() != Some(if flag { "true" } else { "false" }) {
                    patches.replace(flag_node.start, flag_node.end, flag.to_string());
                }
            }
        }
        _ => patches.replace(node.start, node.end, new.write(in_flow)?),
    }
    Some(patches)
}

/// Adds a key after the last one.
fn insert(sheet: &Sheet<'_>, item: &Node, pair: &str) -> Option<Patches> {
    if item.is_flow() {
        return Some(flow::add(sheet, item, pair));
    }
    let text = sheet.text;
    let (first, last) = (item.entries().first()?, item.entries().last()?);
    // The column of the keys: as on a line of its own, else as wide as the dash and what stands around it.
    let indent = match sheet.indent(last.key.start) {
        Some(indent) => indent.to_owned(),
        None => text[line_start(text, first.key.start)..first.key.start].replace('-', " "),
    };
    let mut patches = Patches::default();
    sheet.insert_lines(&mut patches, next_line(text, item.end), &[format!("{indent}{pair}")]);
    Some(patches)
}

/// Removes the key at `position`, one of all those in `removed`.
fn remove(sheet: &Sheet<'_>, item: &Node, position: usize, removed: &[usize]) -> Option<Patches> {
    if item.is_flow() {
        return Some(flow::remove(sheet, item, position, removed));
    }
    let text = sheet.text;
    let entry = item.entries().get(position)?;
    let end = entry.value.end.max(entry.key.end);
    let mut patches = Patches::default();
    if sheet.indent(entry.key.start).is_some() {
        patches.delete(line_start(text, entry.key.start), next_line(text, end));
        return Some(patches);
    }
    // The key shares its line with the dash, which has to stay.
    let next = item.entries().get(position + 1)?;
    let has_comment_lines = text[line_end(text, end)..next.key.start].contains('#');
    if has_comment_lines || removed.contains(&(position + 1)) {
        let dash_end = text[..entry.key.start].trim_end_matches(' ').len();
        patches.delete(dash_end, line_end(text, end));
    } else {
        patches.delete(entry.key.start, next.key.start);
    }
    Some(patches)
}
