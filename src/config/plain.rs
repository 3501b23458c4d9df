//! The list in its plain form: what `codesub add` writes and most people write by hand.
//!
//! ```yaml
//! subscriptions:          # the last key of the file
//!   - id: token-check     # one key a line, its value on the same line
//!     target: src/auth.py::check
//!     notify: ["@acme/security", ops]
//!     members: { private: true }
//! ```
//!
//! A list of thousands is nearly all of what a scan of an ordinary commit has to read, and two YAML readers that must agree
//! ([`parse`](super::parse)) take most of the time over it. This one reads lines, and promises only one thing: what it
//! takes, those two take as well, and say the same of. It takes nothing of which that could be in doubt (a character that
//! YAML versions disagree about, an escape, a text over several lines, an anchor, a key it does not know) and nothing that
//! is wrong: such a list is read as a whole by the others, who have the words for it. What stands above the subscriptions
//! is theirs as well, unless it says nothing but the version.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use memchr::{memchr, memchr2_iter};

use super::parse::check_id;
use super::spans::{MAX_TEXT, MAX_VALUES};
use super::{ChangeType, Members, Subscription, Target};

const KEY: &str = "subscriptions:";

/// The text up to the subscriptions, with their key, and the rest; `None` when they are not in plain form for sure.
pub(super) fn split(text: &str) -> Option<(&str, &str)> {
    let start = text.match_indices(KEY).map(|(at, _)| at).find(|&at| at == 0 || text.as_bytes()[at - 1] == b'\n')?;
    let rest = &text[start + KEY.len()..];
    let rest = rest.strip_prefix('\r').unwrap_or(rest).strip_prefix('\n')?;
    Some(text.split_at(text.len() - rest.len()))
}

/// Whether a head says nothing but the version, which needs no reader; see [`split`].
pub(super) fn is_bare(head: &str) -> bool {
    let said = head.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    is_common(head) && !head.contains('\r') && said.eq(["version: 1", KEY])
}

/// Where the last line of a head starts; see [`split`].
pub(super) fn key_of(head: &str) -> usize {
    head.trim_end_matches(['\r', '\n']).len().saturating_sub(KEY.len())
}

/// The subscriptions that stand below their key; `None` when they are not in plain form, or not right.
pub(super) fn subscriptions(text: &str) -> Option<Vec<Arc<Subscription>>> {
    let mut list = List::default();
    each_item(text, |item| list.add(item))?;
    Some(list.found)
}

/// Where a subscription says what it watches.
pub(super) struct Written<'t> {
    pub id: &'t str,
    pub target: &'t str,
    /// Where `target: …` starts, in bytes.
    pub at: usize,
}

/// Where the subscriptions that stand below their key say what they watch; `None` when they are not in plain form. Whether
/// they are right is not asked: whoever has read them knows.
pub(super) fn targets(text: &str) -> Option<Vec<Written<'_>>> {
    let mut found = Vec::new();
    each_item(text, |item| {
        let (target, at) = item.target?;
        found.push(Written { id: item.id?, target, at });
        Some(())
    })?;
    Some(found)
}

/// What a line of an item says to be the target, if it is in plain form and says just that.
pub(super) fn target_of(line: &str) -> Option<&str> {
    let line = line.strip_suffix('\n').unwrap_or(line);
    let line = line.strip_suffix('\r').unwrap_or(line);
    let content = line.trim_start_matches(' ');
    let pair = content.strip_prefix("- ").map_or(content, |pair| pair.trim_start_matches(' '));
    if !is_common(line) || line.len() > MAX_TEXT || line.contains(['\r', '\n']) {
        return None;
    }
    let mut item = Item::default();
    item.read(pair, 0)?;
    item.target.map(|(target, _)| target)
}

/// Calls `each` with every item of the list, one or more; `None` when it is not in plain form.
fn each_item<'t>(text: &'t str, mut each: impl FnMut(Item<'t>) -> Option<()>) -> Option<()> {
    if !is_common(text) || text.ends_with('\r') {
        return None;
    }
    let has_returns = text.contains('\r');
    // The columns of the dashes and of the keys, the same for all.
    let mut columns = None;
    let mut item: Option<Item<'_>> = None;
    let mut next = 0;
    while next < text.len() {
        let start = next;
        let rest = &text[start..];
        let line = &rest[..memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len())];
        next += line.len() + 1;
        let line = line.strip_suffix('\r').unwrap_or(line);
        let content = line.trim_start_matches(' ');
        // A return by itself ends a line as well, and with it a comment.
        if has_returns && line.contains('\r') {
            return None;
        }
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        if line.len() > MAX_TEXT {
            return None;
        }
        let indent = line.len() - content.len();
        if let Some(pair) = content.strip_prefix("- ") {
            let pair = pair.trim_start_matches(' ');
            let column = line.len() - pair.len();
            if *columns.get_or_insert((indent, column)) != (indent, column) {
                return None;
            }
            if let Some(item) = item.replace(Item::default()) {
                each(item)?;
            }
            item.as_mut()?.read(pair, start + column)?;
        } else if columns.is_some_and(|(_, column)| indent == column) {
            item.as_mut()?.read(content, start + indent)?;
        } else {
            return None;
        }
    }
    each(item?)
}

/// Whether there is nothing but what both versions of YAML take for itself, and line ends.
fn is_common(text: &str) -> bool {
    let is_ascii = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\r');
    // Without a way out in between, many bytes are looked at in one step.
    if text.bytes().fold(true, |all, byte| all & is_ascii(byte)) {
        return true;
    }
    text.chars().all(|character| match character {
        '\0'..='\x7f' => is_ascii(character as u8),
        '\u{2028}' | '\u{2029}' | '\u{feff}' => false,
        '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'.. => true,
        _ => false,
    })
}

#[derive(Default)]
struct List<'t> {
    ids: HashSet<&'t str>,
    found: Vec<Arc<Subscription>>,
    values: usize,
}

impl<'t> List<'t> {
    fn add(&mut self, item: Item<'t>) -> Option<()> {
        // The item, and a key and a value for each line; the head of the file has its share as well.
        self.values += 1 + item.values;
        let id = item.id?;
        check_id(id).ok()?;
        if self.values > MAX_VALUES / 2 || !self.ids.insert(id) {
            return None;
        }
        let target: Target = item.target?.0.parse().ok()?;
        if item.members.is_some() && matches!(target, Target::Lines { .. }) {
            return None;
        }
        let mut subscription = Subscription::new(id, target);
        subscription.label = item.label.map(str::to_owned);
        subscription.description = item.description.map(str::to_owned);
        subscription.notify = item.notify.unwrap_or_default().into_iter().map(str::to_owned).collect();
        if let Some(on) = item.on {
            subscription.on = on;
        }
        subscription.trigger_on_duplicate = item.trigger_on_duplicate.unwrap_or(false);
        subscription.members = item.members;
        subscription.active = item.active.unwrap_or(true);
        self.found.push(Arc::new(subscription));
        Some(())
    }
}

#[derive(Default)]
struct Item<'t> {
    id: Option<&'t str>,
    /// With where its key stands.
    target: Option<(&'t str, usize)>,
    label: Option<&'t str>,
    description: Option<&'t str>,
    notify: Option<Vec<&'t str>>,
    on: Option<Arc<BTreeSet<ChangeType>>>,
    trigger_on_duplicate: Option<bool>,
    members: Option<Members>,
    active: Option<bool>,
    values: usize,
}

impl<'t> Item<'t> {
    /// Reads `key: value`, which stands at `at`.
    fn read(&mut self, pair: &'t str, at: usize) -> Option<()> {
        let (key, value) = pair.split_at(pair.bytes().position(|byte| byte == b':')?);
        let mut value = Value { rest: value.strip_prefix(": ")?.trim_start_matches(' ') };
        self.values += 2;
        match key {
            "id" => once(&mut self.id, value.text()?)?,
            "target" => once(&mut self.target, (value.text()?, at))?,
            "label" => once(&mut self.label, value.text()?)?,
            "description" => once(&mut self.description, value.text()?)?,
            "notify" => {
                let texts = value.list()?;
                self.values += texts.len();
                once(&mut self.notify, texts)?;
            }
            "on" => {
                let names = value.list()?;
                self.values += names.len();
                let types = names.into_iter().map(ChangeType::from_key).collect::<Option<BTreeSet<_>>>()?;
                if types.is_empty() {
                    return None;
                }
                once(&mut self.on, Arc::new(types))?;
            }
            "trigger_on_duplicate" => once(&mut self.trigger_on_duplicate, value.flag()?)?,
            "members" => {
                self.values += 4;
                once(&mut self.members, value.members()?)?;
            }
            "active" => once(&mut self.active, value.flag()?)?,
            _ => return None,
        }
        value.is_done().then_some(())
    }
}

fn once<T>(place: &mut Option<T>, value: T) -> Option<()> {
    place.replace(value).is_none().then_some(())
}

/// What is left of a line.
struct Value<'t> {
    rest: &'t str,
}

impl<'t> Value<'t> {
    /// Nothing follows but a comment.
    fn is_done(&self) -> bool {
        let after = self.rest.trim_start_matches(' ');
        after.is_empty() || (after.starts_with('#') && after.len() < self.rest.len())
    }

    /// A text that is not empty, in quotes or without.
    fn text(&mut self) -> Option<&'t str> {
        if self.rest.starts_with(['"', '\'']) {
            return self.quoted();
        }
        let bytes = self.rest.as_bytes();
        let mut end = bytes.len();
        for at in memchr2_iter(b'#', b':', bytes) {
            let (before, after) = (at.checked_sub(1).map_or(b' ', |at| bytes[at]), bytes.get(at + 1));
            match bytes[at] {
                b'#' if before == b' ' => {
                    end = at;
                    break;
                }
                b':' if matches!(after, Some(b' ' | b',' | b'[' | b']' | b'{' | b'}' | b'?')) => return None,
                _ => {}
            }
        }
        let text = self.rest[..end].trim_end_matches(' ');
        let starts_well = text.starts_with(|first: char| first.is_alphanumeric() || "_./".contains(first));
        if !starts_well || text.ends_with(':') || is_nothing(text) {
            return None;
        }
        self.rest = &self.rest[text.len()..];
        Some(text)
    }

    fn quoted(&mut self) -> Option<&'t str> {
        let quote = self.rest.chars().next()?;
        let (text, rest) = self.rest[1..].split_once(quote)?;
        if text.contains('\\') && quote == '"' || rest.starts_with(quote) {
            return None;
        }
        self.rest = rest;
        Some(text)
    }

    fn flag(&mut self) -> Option<bool> {
        let (flag, rest) = match self.rest {
            text if text.starts_with("true") => (true, &text[4..]),
            text if text.starts_with("false") => (false, &text[5..]),
            _ => return None,
        };
        self.rest = rest;
        Some(flag)
    }

    /// `["@acme/security", ops]`
    fn list(&mut self) -> Option<Vec<&'t str>> {
        let mut texts = Vec::new();
        self.take("[")?;
        if self.take("]").is_some() {
            return Some(texts);
        }
        loop {
            texts.push(if self.rest.starts_with(['"', '\'']) { self.quoted()? } else { self.word()? });
            self.skip();
            match self.take(",") {
                Some(()) => {}
                None => return self.close("]", texts),
            }
        }
    }

    /// `{ private: false, decorators: true }`
    fn members(&mut self) -> Option<Members> {
        let (mut private, mut decorators) = (None, None);
        self.take("{")?;
        if self.take("}").is_some() {
            return Some(Members::default());
        }
        loop {
            let place = match self.word()? {
                "private" => &mut private,
                "decorators" => &mut decorators,
                _ => return None,
            };
            self.rest = self.rest.strip_prefix(": ")?;
            self.skip();
            once(place, self.flag()?)?;
            self.skip();
            if self.take(",").is_none() {
                let default = Members::default();
                let private = private.unwrap_or(default.private);
                let decorators = decorators.unwrap_or(default.decorators);
                return self.close("}", Members { private, decorators });
            }
        }
    }

    /// A word without quotes, as it may stand in brackets.
    fn word(&mut self) -> Option<&'t str> {
        let end = self.rest.find(|it: char| !(it.is_ascii_alphanumeric() || "_./-".contains(it)));
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        let starts_well = word.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '_');
        if !starts_well || is_nothing(word) {
            return None;
        }
        self.rest = rest;
        Some(word)
    }

    /// A bracket or comma and the spaces behind it.
    fn take(&mut self, sign: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(sign)?;
        self.skip();
        Some(())
    }

    /// The last bracket: what follows it matters.
    fn close<T>(&mut self, bracket: &str, value: T) -> Option<T> {
        self.rest = self.rest.strip_prefix(bracket)?;
        Some(value)
    }

    fn skip(&mut self) {
        self.rest = self.rest.trim_start_matches(' ');
    }
}

/// Whether a reader may take the word for no value at all.
fn is_nothing(word: &str) -> bool {
    word.eq_ignore_ascii_case("null")
}

#[cfg(test)]
#[path = "plain_tests.rs"]
mod tests;
