//! Counted constants: groups in which a constant without a value repeats the value before it.
//!
//! In Go's `const ( A = 1 << iota; B; C )` the value of `C` depends on its place and on what `A` says, not on what is
//! written beside it. So the body of a constant that repeats is a token for the repeated type and value; where the
//! value mentions the counter, the place in the group counts as well, for the first as for those that repeat it. Then a
//! constant that is put in between changes all that come after it, and only those.

use super::definitions::Part;
use super::fingerprint::digest;
use super::model::Fingerprint;
use super::stream::{Tag, encode};

/// The groups around the node that a walk is at.
#[derive(Default)]
pub(super) struct Groups {
    open: Vec<Group>,
    /// The counter as it stands in the token stream.
    counter: Vec<u8>,
}

#[derive(Default)]
struct Group {
    depth: u32,
    /// How many items have been entered.
    items: u32,
    /// The item whose type and values are kept below.
    explicit: u32,
    type_: Option<Fingerprint>,
    values: Vec<Option<Value>>,
}

#[derive(Clone, Copy)]
struct Value {
    digest: Fingerprint,
    is_counted: bool,
}

impl Groups {
    pub fn new(counter: Option<&str>) -> Self {
        let mut token = Vec::new();
        if let Some(counter) = counter {
            encode(Tag::Other, counter.as_bytes(), &mut token);
        }
        Groups { open: Vec::new(), counter: token }
    }

    pub fn begin_group(&mut self, depth: u32) {
        self.open.push(Group { depth, ..Group::default() });
    }

    pub fn end_group(&mut self, depth: u32) {
        self.open.pop_if(|group| group.depth == depth);
    }

    pub fn begin_item(&mut self) {
        if let Some(group) = self.open.last_mut() {
            group.items += 1;
        }
    }

    /// Notes the type or the value of the name at this position of the item, as it stands in the token stream. Gives
    /// back what the value means beyond its tokens: its place.
    pub fn note(&mut self, position: u32, part: Part, bytes: &[u8]) -> Option<String> {
        let is_counted = bytes.windows(self.counter.len().max(1)).any(|window| window == self.counter);
        let group = self.open.last_mut()?;
        if group.explicit != group.items {
            (group.explicit, group.type_) = (group.items, None);
            group.values.clear();
        }
        let digest = digest(bytes);
        if part != Part::Body {
            group.type_ = Some(digest);
            return None;
        }
        let position = position as usize;
        if group.values.len() <= position {
            group.values.resize(position + 1, None);
        }
        group.values[position] = Some(Value { digest, is_counted });
        is_counted.then(|| format!("at {}", group.items - 1))
    }

    /// What a name without a value repeats.
    pub fn repeated(&self, position: u32) -> Option<String> {
        let group = self.open.last()?;
        let value = group.values.get(position as usize).copied().flatten()?;
        let type_ = group.type_.map(Fingerprint::to_hex).unwrap_or_default();
        let place = if value.is_counted { format!(" at {}", group.items - 1) } else { String::new() };
        Some(format!("repeats {type_} {}{place}", value.digest))
    }
}
