//! Edits of `codesub.yaml` that leave everything else as its authors wrote it (SPEC 3.2).
//!
//! An edit is a set of small replacements at exact byte spans; all other bytes (comments, order, quotes, line ends)
//! are copied. YAML can be written in more ways than an editor should promise to understand, so every result is read
//! again and must say exactly what was asked for. If it does not, the text is left alone and the error says what to
//! change by hand: an edit never corrupts.
//!
//! A comment block directly above an item belongs to that item, and so do comments below it that are indented deeper
//! than its dash. They go with it on [`remove`].

mod flow;
mod items;
mod keys;
mod patch;
mod plain;
mod scalar;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use self::patch::Patches;
use super::spans::{self, Node};
use super::{Config, Subscription, Target, check_id};
use crate::error::{Error, Result};

/// What messages call the file; the functions here know only its text.
const NAME: &str = "codesub.yaml";

/// Appends a subscription to the list, in the style of the items that are there. Text without any content becomes a
/// complete file.
pub fn add(text: &str, subscription: &Subscription) -> Result<String> {
    check(subscription)?;
    let sheet = Sheet::new(text)?;
    let mut expected = match sheet.root {
        Some(_) => Config::parse(text.as_bytes(), NAME)?,
        None => Config::default(),
    };
    if expected.subscription(&subscription.id).is_some() {
        let error = Error::config(format!("the id `{}` is already used in {NAME}", subscription.id));
        return Err(error.hint("choose another with `--id`, or change that subscription with `codesub edit`"));
    }
    expected.subscriptions.push(Arc::new(subscription.clone()));
    let by_hand = || format!("add this to `subscriptions` by hand: {}", keys::flow_mapping(subscription, true));
    let patches = items::add(&sheet, subscription);
    sheet.finish(patches, &expected, by_hand)
}

/// Removes a subscription and the comments that belong to it.
pub fn remove(text: &str, id: &str) -> Result<String> {
    let sheet = Sheet::new(text)?;
    let mut expected = Config::parse(text.as_bytes(), NAME)?;
    let position = sheet.position(id)?;
    expected.subscriptions.remove(position);
    let patches = items::remove(&sheet, position);
    sheet.finish(patches, &expected, || format!("remove the subscription `{id}` by hand"))
}

/// Points one subscription elsewhere.
pub fn set_target(text: &str, id: &str, target: &Target) -> Result<String> {
    set_targets(text, &[(id, target.clone())])
}

/// Points many subscriptions elsewhere, in one pass over the text.
pub fn set_targets<I: AsRef<str>>(text: &str, targets: &[(I, Target)]) -> Result<String> {
    retarget(text, Config::parse(text.as_bytes(), NAME)?, targets, |_| {})
}

/// What [`set_targets`] does to one subscription, in whole lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineEdit {
    /// Bytes of the text, from the start of a line to the start of another or the end.
    pub old: Range<usize>,
    pub new: String,
}

/// The lines that [`set_targets`] changes in a text that says `config`, one edit for each of `targets`; edits of one line
/// are told one by one, so that two of them do not go together.
pub fn target_edits<I: AsRef<str>>(text: &str, config: &Config, targets: &[(I, Target)]) -> Result<Vec<LineEdit>> {
    plain::target_edits(text, config, targets).map_or_else(|| edits_of_any_form(text, config, targets), Ok)
}

fn edits_of_any_form<I: AsRef<str>>(text: &str, config: &Config, targets: &[(I, Target)]) -> Result<Vec<LineEdit>> {
    let mut edits = Vec::with_capacity(targets.len());
    let mark = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
    retarget(text, config.clone(), targets, |lines| {
        // Lines that cannot be told are refused as a whole below.
        let (old, new) = lines.unwrap_or_default();
        edits.push(LineEdit { old: old.start + mark..old.end + mark, new });
    })?;
    Ok(edits)
}

fn retarget<I: AsRef<str>>(
    text: &str,
    mut expected: Config,
    targets: &[(I, Target)],
    mut tell: impl FnMut(Option<(Range<usize>, String)>),
) -> Result<String> {
    let sheet = Sheet::new(text)?;
    let positions: HashMap<String, usize> =
        expected.subscriptions.iter().enumerate().map(|(at, subscription)| (subscription.id.clone(), at)).collect();
    let mut patches = Some(Patches::default());
    for (id, target) in targets {
        let position = *positions.get(id.as_ref()).ok_or_else(|| unknown(id.as_ref()))?;
        let before = expected.subscriptions[position].clone();
        Arc::make_mut(&mut expected.subscriptions[position]).target = target.clone();
        check(&expected.subscriptions[position])?;
        let more = keys::update(&sheet, &sheet.items()[position], &before, &expected.subscriptions[position]);
        tell(more.as_ref().and_then(|more| more.lines(sheet.text)));
        patches = patches.zip(more).map(|(patches, more)| patches.and(more));
    }
    sheet.finish(patches, &expected, || {
        let lines = targets.iter().take(10).map(|(id, target)| format!("`{}`: `target: {target}`", id.as_ref()));
        format!("set by hand: {}", lines.collect::<Vec<_>>().join(", "))
    })
}

/// Makes the subscription `id` say what `subscription` says. Keys whose meaning stays are not touched, and a default
/// is only written where its key was there already.
pub fn update(text: &str, id: &str, subscription: &Subscription) -> Result<String> {
    check(subscription)?;
    let sheet = Sheet::new(text)?;
    let mut expected = Config::parse(text.as_bytes(), NAME)?;
    let position = sheet.position(id)?;
    if subscription.id != id && expected.subscription(&subscription.id).is_some() {
        let error = Error::config(format!("the id `{}` is already used in {NAME}", subscription.id));
        return Err(error.hint("ids are unique: choose another"));
    }
    let before = std::mem::replace(&mut expected.subscriptions[position], Arc::new(subscription.clone()));
    let patches = keys::update(&sheet, &sheet.items()[position], &before, subscription);
    let by_hand = || format!("make it say this by hand: {}", keys::flow_mapping(subscription, true));
    sheet.finish(patches, &expected, by_hand)
}

/// The text under edit and its tree.
struct Sheet<'t> {
    /// Without a byte order mark.
    text: &'t str,
    mark: &'t str,
    root: Option<Node>,
    /// The line break this text uses.
    newline: &'static str,
}

impl<'t> Sheet<'t> {
    fn new(whole: &'t str) -> Result<Self> {
        let text = whole.strip_prefix('\u{feff}').unwrap_or(whole);
        let mark = &whole[..whole.len() - text.len()];
        let newline = match text.find('\n') {
            Some(at) if text[..at].ends_with('\r') => "\r\n",
            _ => "\n",
        };
        let Ok(root) = spans::tree(text) else {
            // Its own message is better, as it checks more.
            Config::parse(whole.as_bytes(), NAME)?;
            return Err(Error::internal(format!("{NAME} is refused by one reader and taken by another")));
        };
        Ok(Sheet { text, mark, root, newline })
    }

    fn items(&self) -> &[Node] {
        let list = self.root.as_ref().and_then(|root| root.get("subscriptions"));
        list.map_or(&[], |entry| entry.value.items())
    }

    fn position(&self, id: &str) -> Result<usize> {
        let is_it = |item: &Node| item.get("id").and_then(|entry| entry.value.text()) == Some(id);
        self.items().iter().position(is_it).ok_or_else(|| unknown(id))
    }

    /// Whether the text has nothing but white space before `at` on its line, and what.
    fn indent(&self, at: usize) -> Option<&'t str> {
        let indent = &self.text[spans::line_start(self.text, at)..at];
        indent.bytes().all(|byte| byte == b' ' || byte == b'\t').then_some(indent)
    }

    /// Inserts whole lines at `at`, which is the start of a line or the end of the text.
    fn insert_lines(&self, patches: &mut Patches, at: usize, lines: &[String]) {
        let lines = lines.join(self.newline);
        let newline = self.newline;
        if at == 0 || self.text[..at].ends_with('\n') {
            patches.insert(at, format!("{lines}{newline}"));
        } else {
            // No line break at the end before, none after.
            patches.insert(at, format!("{newline}{lines}"));
        }
    }

    /// Carries the patches out and holds the result against what was asked for.
    fn finish(&self, patches: Option<Patches>, expected: &Config, by_hand: impl FnOnce() -> String) -> Result<String> {
        let edited = patches.and_then(|patches| patches.apply(self.text)).map(|text| format!("{}{text}", self.mark));
        match edited {
            Some(text) if Config::parse(text.as_bytes(), NAME).is_ok_and(|config| config == *expected) => Ok(text),
            _ => {
                let message = format!("{NAME} is written in a form that codesub cannot edit; nothing was changed");
                Err(Error::config(message).hint(by_hand()))
            }
        }
    }
}

fn unknown(id: &str) -> Error {
    Error::config(format!("{NAME} has no subscription `{id}`")).hint("`codesub list` shows all ids")
}

/// What could not be read back must not be written.
fn check(subscription: &Subscription) -> Result<()> {
    let id = &subscription.id;
    check_id(id).map_err(|why| Error::config(format!("`{id}` cannot be an id: {why}")))?;
    match subscription.target.to_string().parse::<Target>() {
        Ok(target) if target == subscription.target => {}
        Ok(target) => return Err(Error::config(format!("`{}` would be read as `{target:?}`", subscription.target))),
        Err(why) => return Err(Error::config(format!("`{}` is not a target: {why}", subscription.target))),
    }
    if subscription.members.is_some() && matches!(subscription.target, Target::Lines { .. }) {
        let error = Error::config(format!("`{id}`: `members` needs a construct, and this target is lines"));
        return Err(error.hint("leave `members` out, or watch the container as `path::Name`"));
    }
    if subscription.on.is_empty() {
        let error = Error::config(format!("`{id}`: `on` is empty, so nothing could ever trigger"));
        return Err(error.hint("name at least one change type"));
    }
    Ok(())
}

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
