//! Reading `codesub.yaml`, with messages a person can act on.
//!
//! Nearly every list is in [plain form](super::plain), and its subscriptions are read there. Of any other text, and of all
//! that is wrong, this is the reader. Three passes, each answering what the next takes for granted: the tree (what may not
//! occur at all, and where everything stands), the keys and types, then the values. Every message names the file and the
//! line; the hint lists what would have been right.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::plain;
use super::schema::{FILE_KEYS, File, MEMBERS_KEYS, POLICY_KEYS, SUBSCRIPTION_KEYS, SubscriptionShape};
use super::spans::{self, Node};
use super::{ChangeType, Config, MAX_FILE_SIZE, Policy, Subscription, Target};
use crate::error::{Error, Result};

/// The one version of the format there is.
const VERSION: &str = "1";

/// From how many bytes on memory matters more than time.
const LARGE: usize = 256 * 1024;

/// The most bytes above the subscriptions of a list in plain form; they are read in full, and count little beside it.
const MAX_HEAD: usize = 64 * 1024;

impl Config {
    /// Reads the bytes of `codesub.yaml`; `name` is what messages call the file.
    pub fn parse(bytes: &[u8], name: &str) -> Result<Config> {
        if bytes.len() as u64 > MAX_FILE_SIZE {
            return Err(too_large(name));
        }
        let text = utf8(bytes, name)?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let reader = Reader { name };
        reader.plain(text).map_or_else(|| reader.whole(text), Ok)
    }
}

/// Whether `id` can name a subscription, or what is wrong with it.
pub fn check_id(id: &str) -> Result<(), &'static str> {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_.".contains(&byte);
    match id.as_bytes() {
        [] => Err("it is empty"),
        bytes if bytes.len() > 100 => Err("it is longer than 100 characters"),
        [b'-' | b'_' | b'.', ..] => Err("it must start with a letter or a digit"),
        bytes if !bytes.iter().copied().all(allowed) => Err("use lower-case letters, digits, `-`, `_` and `.` only"),
        _ => Ok(()),
    }
}

/// The line of the first merge-conflict marker.
pub(super) fn conflict_line(text: &str) -> Option<usize> {
    let is_marker = |line: &str| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ");
    text.lines().position(is_marker).map(|before| before + 1)
}

pub(super) fn too_large(name: &str) -> Error {
    let limit = MAX_FILE_SIZE / (1024 * 1024);
    Error::config(format!("{name}: the file is larger than {limit} MiB"))
        .hint("codesub reads no more than that; take subscriptions off the list that nobody needs")
}

pub(super) fn utf8<'b>(bytes: &'b [u8], name: &str) -> Result<&'b str> {
    std::str::from_utf8(bytes).map_err(|error| {
        let offset = error.valid_up_to();
        let line = bytes[..offset].iter().filter(|&&byte| byte == b'\n').count() + 1;
        Error::config(format!("{name}:{line}: the file is not UTF-8 (byte {offset})")).hint("save it as UTF-8")
    })
}

pub(super) struct Reader<'n> {
    pub(super) name: &'n str,
}

impl Reader<'_> {
    /// A text whose subscriptions are in [plain form](super::plain); `None` for every other, right or wrong.
    pub(super) fn plain(&self, text: &str) -> Option<Config> {
        if let Some((head, rest)) = plain::split(text)
            && plain::is_bare(head)
        {
            let subscriptions = plain::subscriptions(rest)?;
            return Some(Config { baseline: None, policy: Policy::default(), subscriptions });
        }
        let (head, root, rest) = self.head(text)?;
        let subscriptions = plain::subscriptions(rest)?;
        let head = self.read(head, root).ok()?;
        Some(Config { subscriptions, ..head })
    }

    /// What stands above the subscriptions, with its tree, and the rest; `None` where that cannot be in plain form.
    pub(super) fn head<'t>(&self, text: &'t str) -> Option<(&'t str, Node, &'t str)> {
        let (head, rest) = plain::split(text)?;
        if head.len() > MAX_HEAD {
            return None;
        }
        let root = self.tree(head).ok()?;
        // What looks like the key may be a part of something else.
        let key = root.get("subscriptions").filter(|entry| entry.key.start == plain::key_of(head))?;
        (!root.is_flow() && key.value.is_absent()).then_some((head, root, rest))
    }

    /// A text of any form.
    pub(super) fn whole(&self, text: &str) -> Result<Config> {
        self.read(text, self.tree(text)?)
    }

    fn read(&self, text: &str, root: Node) -> Result<Config> {
        self.check_version(&root)?;
        self.check_keys(&root)?;
        // A large tree is made twice: it takes as much memory as what serde_yaml makes of the text until it is done.
        let kept = (text.len() < LARGE).then_some(root);
        let file: File = serde_yaml::from_str(text).map_err(|error| self.wrong_type(&error))?;
        let root = kept.map_or_else(|| self.tree(text), Ok)?;
        self.config(file, &root)
    }

    /// The tree of the text.
    fn tree(&self, text: &str) -> Result<Node> {
        let root = spans::tree(text).map_err(|refusal| match conflict_line(text) {
            Some(line) => self.at(line, "a merge conflict is not resolved").hint("resolve it, then run codesub again"),
            None => {
                let error = self.at(refusal.line, refusal.message);
                if let Some(hint) = refusal.hint { error.hint(hint) } else { error }
            }
        })?;
        root.ok_or_else(|| {
            let error = Error::config(format!("{}: the file is empty", self.name));
            error.hint("start it with `version: 1`, or run `codesub init`")
        })
    }

    fn at(&self, line: usize, message: impl std::fmt::Display) -> Error {
        Error::config(format!("{}:{line}: {message}", self.name))
    }

    fn check_version(&self, root: &Node) -> Result<()> {
        if !matches!(root.content, spans::Content::Mapping { .. }) {
            return Err(self.at(root.line, "expected keys such as `version: 1`").hint(allowed(&FILE_KEYS)));
        }
        let Some(version) = root.get("version") else {
            let error = Error::config(format!("{}: the key `version` is missing", self.name));
            return Err(error.hint("write `version: 1` on the first line"));
        };
        match version.value.text() {
            Some(VERSION) => Ok(()),
            other => {
                let found =
                    other.filter(|text| !text.is_empty()).map_or(String::new(), |text| format!(" `{}`", shown(text)));
                let message = format!("version{found} is not supported; this codesub reads version {VERSION}");
                Err(self.at(version.key.line, message).hint("write `version: 1`, or upgrade codesub"))
            }
        }
    }

    fn check_keys(&self, root: &Node) -> Result<()> {
        self.known_keys(root, "the file", &FILE_KEYS)?;
        if let Some(policy) = root.get("policy") {
            self.known_keys(&policy.value, "`policy`", &POLICY_KEYS)?;
        }
        let Some(subscriptions) = root.get("subscriptions") else { return Ok(()) };
        for item in subscriptions.value.items() {
            self.known_keys(item, "a subscription", &SUBSCRIPTION_KEYS)?;
            for required in ["id", "target"] {
                let absent = item.get(required).is_none_or(|entry| entry.value.is_absent());
                if absent && matches!(item.content, spans::Content::Mapping { .. }) {
                    let error = self.at(item.line, format!("this subscription has no `{required}`"));
                    return Err(error.hint("every subscription needs an `id` and a `target`"));
                }
            }
            if let Some(members) = item.get("members") {
                self.known_keys(&members.value, "`members`", &MEMBERS_KEYS)?;
            }
        }
        Ok(())
    }

    fn known_keys(&self, node: &Node, place: &str, known: &[&str]) -> Result<()> {
        let Some(entry) = node.entries().iter().find(|entry| !known.contains(&entry.name.as_str())) else {
            return Ok(());
        };
        let name = shown(&entry.name);
        let message = match nearest(&entry.name, known.iter().copied()) {
            Some(near) => format!("unknown key `{name}` in {place}; did you mean `{near}`?"),
            None => format!("unknown key `{name}` in {place}"),
        };
        Err(self.at(entry.key.line, message).hint(allowed(known)))
    }

    /// Turns serde's `subscriptions[0].label: invalid type: integer `3`, expected a string at line …` into our words.
    fn wrong_type(&self, error: &serde_yaml::Error) -> Error {
        let line = error.location().map_or(1, |location| location.line());
        let text = error.to_string();
        let text = text.rsplit_once(" at line ").map_or(text.as_str(), |(text, _)| text);
        let Some((path, found)) = text.split_once("invalid type: ") else { return self.at(line, text) };
        let key = path.trim_end_matches([':', ' ']);
        let found = found.rsplit_once(", expected ").map_or(found, |(found, _)| found);
        let found = match found {
            "unit value" | "Option value" => "nothing",
            "sequence" => "a list",
            "map" => "keys with values",
            other => other,
        };
        let in_list = key.ends_with(']');
        let key = key.rsplit('.').next().unwrap_or(key);
        let key = key.split_once('[').map_or(key, |(key, _)| key);
        let (expected, hint) = match (key, in_list) {
            ("subscriptions", false) => ("a list", "write each subscription as `- id: …` and `target: …` below it"),
            ("subscriptions", true) => ("a list of subscriptions", "a subscription starts with `- id: …`"),
            ("notify", false) => ("a list", "for example `notify: [\"@acme/security\"]`"),
            ("on" | "check" | "pre_push", false) => ("a list of change types", "for example `[structural, missing]`"),
            ("trigger_on_duplicate" | "active" | "private" | "decorators", _) => {
                ("`true` or `false`", "write `true` or `false`, without quotes")
            }
            ("version", _) => ("the number 1", "write `version: 1`, without quotes"),
            ("policy", _) => ("a mapping", "for example `policy: { check: [missing] }`"),
            ("members", _) => ("a mapping", "for example `members: { private: false }`"),
            (_, true) => ("a list of texts", "put quotes around an item that looks like a number or a truth value"),
            (_, false) => ("text", "put quotes around a value that looks like a number or a truth value"),
        };
        self.at(line, format!("`{}` must be {expected}, not {}", shown(key), shown(found))).hint(hint)
    }

    fn config(&self, file: File, root: &Node) -> Result<Config> {
        let mut policy = Policy::default();
        if let (Some(shape), Some(node)) = (file.policy, root.get("policy")) {
            for (key, names, place) in
                [("check", shape.check, &mut policy.check), ("pre_push", shape.pre_push, &mut policy.pre_push)]
            {
                if let (Some(names), Some(entry)) = (names, node.value.get(key)) {
                    *place = self.change_types(&names, key, &entry.value)?;
                }
            }
        }
        let items = root.get("subscriptions").map_or(&[][..], |entry| entry.value.items());
        let shapes = file.subscriptions.unwrap_or_default();
        self.same_text(&shapes, items)?;
        let mut subscriptions = Vec::with_capacity(items.len());
        let mut seen: HashMap<String, usize> = HashMap::with_capacity(items.len());
        for (shape, item) in shapes.into_iter().zip(items) {
            let line = item.get("id").map_or(item.line, |entry| entry.value.line);
            let subscription = self.subscription(shape, item)?;
            if let Some(first) = seen.insert(subscription.id.clone(), line) {
                let error = self.at(line, format!("the id `{}` is already used on line {first}", subscription.id));
                return Err(error.hint("ids are unique: rename one of the two"));
            }
            subscriptions.push(Arc::new(subscription));
        }
        Ok(Config { baseline: file.baseline, policy, subscriptions })
    }

    /// YAML 1.1 and 1.2 disagree about a few characters, and so do the two readers used here. A file that only one of
    /// them would show a subscription of is not to be trusted.
    fn same_text(&self, shapes: &[SubscriptionShape], items: &[Node]) -> Result<()> {
        let is = |item: &Node, key, text: &str| item.get(key).and_then(|entry| entry.value.text()) == Some(text);
        let same =
            |(shape, item): (&SubscriptionShape, &Node)| is(item, "id", &shape.id) && is(item, "target", &shape.target);
        let first_difference = shapes.iter().zip(items).position(|pair| !same(pair));
        let Some(at) = first_difference.or((shapes.len() != items.len()).then_some(items.len().min(shapes.len())))
        else {
            return Ok(());
        };
        let line = items.get(at).or(items.last()).map_or(1, |item| item.line);
        let error = self.at(line, "YAML readers do not agree about this subscription");
        Err(error.hint("look for invisible characters, such as U+0085 or U+2028, and remove them"))
    }

    fn subscription(&self, shape: SubscriptionShape, item: &Node) -> Result<Subscription> {
        let line_of = |key: &str| item.get(key).map_or(item.line, |entry| entry.value.line);
        check_id(&shape.id).map_err(|why| {
            let error = self.at(line_of("id"), format!("`{}` cannot be an id: {why}", shown(&shape.id)));
            error.hint("an id is a slug of at most 100 characters, such as `token-check`")
        })?;
        let target: Target = shape.target.parse().map_err(|why| {
            let error = self.at(line_of("target"), format!("`{}` is not a target: {why}", shown(&shape.target)));
            error.hint("targets look like `src/auth.py::Auth.check`, `src/auth.py:10-20` or `src/auth.py:10`")
        })?;
        let mut subscription = Subscription::new(shape.id, target);
        if item.get("members").is_some() && shape.members.is_none() {
            let error = self.at(line_of("members"), "`members` is empty");
            return Err(error.hint("write `members: {}` for the defaults, or remove the key"));
        }
        if shape.members.is_some() && matches!(subscription.target, Target::Lines { .. }) {
            let error = self.at(line_of("members"), "`members` needs a construct, and this target is lines");
            return Err(error.hint("remove `members`, or watch the container as `path::Name`"));
        }
        if let Some(entry) = item.get("on") {
            let names = shape.on.unwrap_or_default();
            if names.is_empty() {
                let error = self.at(entry.key.line, "`on` is empty, so nothing could ever trigger");
                return Err(error.hint("list change types, remove `on` for all seven, or write `active: false`"));
            }
            subscription.on = Arc::new(self.change_types(&names, "on", &entry.value)?);
        }
        subscription.label = shape.label;
        subscription.description = shape.description;
        subscription.notify = shape.notify.unwrap_or_default();
        subscription.trigger_on_duplicate = shape.trigger_on_duplicate.unwrap_or(false);
        subscription.members = shape.members;
        subscription.active = shape.active.unwrap_or(true);
        Ok(subscription)
    }

    fn change_types(&self, names: &[String], key: &str, list: &Node) -> Result<BTreeSet<ChangeType>> {
        let mut types = BTreeSet::new();
        for (position, name) in names.iter().enumerate() {
            let change_type = ChangeType::from_key(name).ok_or_else(|| {
                let line = list.items().get(position).map_or(list.line, |item| item.line);
                let known = ChangeType::ALL.map(ChangeType::key);
                let near = nearest(name, known).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                let message = format!("unknown change type `{}` in `{key}`{near}", shown(name));
                self.at(line, message).hint(format!("change types are {}", known.join(", ")))
            })?;
            types.insert(change_type);
        }
        Ok(types)
    }
}

fn allowed(keys: &[&str]) -> String {
    format!("allowed keys: {}", keys.join(", "))
}

/// The known word that `word` is probably a misspelling of.
fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    // A hostile key of megabytes must not buy quadratic work.
    if word.len() > 64 {
        return None;
    }
    let word = word.to_lowercase().replace('-', "_");
    let distances = known.into_iter().map(|key| (strsim::damerau_levenshtein(&word, key), key));
    distances.filter(|&(distance, key)| distance <= (key.len() / 3).max(1)).min().map(|(_, key)| key)
}

/// Foreign text within a message: one line, bounded, nothing a terminal would act on.
pub(super) fn shown(text: &str) -> String {
    const LIMIT: usize = 200;
    let mut shown: String =
        text.chars().take(LIMIT).map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect();
    if text.chars().nth(LIMIT).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
