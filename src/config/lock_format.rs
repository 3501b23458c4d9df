//! The JSON shape of `codesub.lock`, kept apart from the values so that they stay free to change.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;
use std::fmt;
use std::sync::Arc;

use serde::de::{DeserializeOwned, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::lock::{Anchors, Entry, Lock, Seen, SeenConstruct, SeenMember};
use super::parse::{conflict_line, shown, too_large, utf8};
use super::{MAX_FILE_SIZE, printed, target};
use crate::error::{Error, Result};
use crate::syntax::{Fingerprint, Kind, Role};

const VERSION: u64 = 1;

const REDO: &str = "restore it from git, or delete it and run `codesub accept --all`";

/// See [`Lock::read`].
pub(super) fn read(bytes: Vec<u8>, name: &str) -> Result<Lock> {
    if bytes.len() as u64 > MAX_FILE_SIZE {
        return Err(too_large(name));
    }
    utf8(&bytes, name)?;
    let text = Arc::new(String::from_utf8(bytes).expect("because it was checked a line above"));
    printed::read(&text).map_or_else(|| parse(&text, name), Ok)
}

/// Reads a lock of any form.
pub(super) fn parse(text: &str, name: &str) -> Result<Lock> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Some(line) = conflict_line(text) {
        let error = Error::config(format!("{name}:{line}: a merge conflict is not resolved"));
        return Err(error.hint("resolve it or delete the file, then run `codesub accept --all`"));
    }
    let refuse = |error: serde_json::Error| {
        let message = error.to_string();
        let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
        Error::config(format!("{name}:{}: {}", error.line(), shown(message))).hint(REDO)
    };
    let probe: Probe = serde_json::from_str(text).map_err(refuse)?;
    match probe.version {
        Some(VERSION) => {}
        Some(version) => {
            let error =
                Error::config(format!("{name}: version {version} is not supported; this codesub reads version 1"));
            return Err(error.hint("upgrade codesub: a newer one wrote this file"));
        }
        None => return Err(Error::config(format!("{name}: the key `version` is missing")).hint(REDO)),
    }
    let shape: LockShape = serde_json::from_str(text).map_err(refuse)?;
    let mut subscriptions = BTreeMap::new();
    for (id, entry) in shape.subscriptions.0 {
        let entry = entry.into_entry().map_err(|why| {
            Error::config(format!("{name}: the entry of `{}` is damaged: {why}", shown(&id))).hint(REDO)
        })?;
        subscriptions.insert(id, entry.into());
    }
    Ok(Lock { fingerprint_version: shape.fingerprint_version, subscriptions })
}

/// Reads one entry.
pub(super) fn parse_entry(text: &str) -> Result<Entry, String> {
    let shape: EntryShape = serde_json::from_str(text).map_err(|error| error.to_string())?;
    shape.into_entry()
}

/// See [`Lock::to_json`].
pub(super) fn print(lock: &Lock) -> String {
    let subscriptions = lock.subscriptions.iter().map(|(id, entry)| (id.clone(), EntryShape::from(&**entry))).collect();
    let shape = LockShape {
        fingerprint_version: lock.fingerprint_version,
        subscriptions: Unique(subscriptions),
        version: VERSION,
    };
    let mut text = serde_json::to_string_pretty(&shape).expect("because every key is text and nothing else can fail");
    text.push('\n');
    text
}

/// Only the version: the rest of a newer file may look different.
#[derive(Deserialize)]
struct Probe {
    version: Option<u64>,
}

// The fields of the structs below stand in the order of their names: that is the order they are printed in.

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LockShape {
    fingerprint_version: u32,
    subscriptions: Unique<EntryShape>,
    version: u64,
}

/// An entry of either sort; which keys must be there is checked by [`EntryShape::into_entry`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryShape {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    anchors: Option<Anchors>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bare_interface_hash: Option<Fingerprint>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    bases: Vec<String>,
    blob: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    body_hash: Option<Fingerprint>,
    created_at: String,
    end_line: u32,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    has_parse_error: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    inherited_hash: Option<Fingerprint>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    interface_hash: Option<Fingerprint>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kind: Option<Kind>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    #[serde(default, skip_serializing_if = "Unique::is_empty")]
    members: Unique<MemberShape>,
    path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    picked: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    qualname: Option<String>,
    /// The outer level says whether the key is there: constructs without a role carry `null`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    role: Option<Option<Role>>,
    start_line: u32,
    updated_at: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MemberShape {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bare_interface_hash: Option<Fingerprint>,
    body_hash: Fingerprint,
    interface_hash: Fingerprint,
    kind: Kind,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    private: bool,
}

fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<Role>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

impl EntryShape {
    fn into_entry(self) -> Result<Entry, String> {
        if self.start_line == 0 || self.start_line > self.end_line {
            return Err(format!("lines {} to {} do not exist", self.start_line, self.end_line));
        }
        let path = target::normal_path(&self.path).map_err(|why| why.to_string())?;
        let construct_keys = [
            ("body_hash", self.body_hash.is_some()),
            ("interface_hash", self.interface_hash.is_some()),
            ("kind", self.kind.is_some()),
            ("language", self.language.is_some()),
            ("qualname", self.qualname.is_some()),
        ];
        let seen = if let Some(anchors) = self.anchors {
            let rest = [
                ("bare_interface_hash", self.bare_interface_hash.is_some()),
                ("bases", !self.bases.is_empty()),
                ("has_parse_error", self.has_parse_error),
                ("inherited_hash", self.inherited_hash.is_some()),
                ("members", !self.members.is_empty()),
                ("role", self.role.is_some()),
            ];
            if let Some((key, _)) = construct_keys.iter().chain(&rest).find(|(_, there)| *there) {
                return Err(format!("`{key}` does not go with `anchors`"));
            }
            Seen::Lines(anchors)
        } else {
            let (Some(body_hash), Some(interface_hash), Some(kind), Some(language), Some(qualname)) =
                (self.body_hash, self.interface_hash, self.kind, self.language, self.qualname)
            else {
                let missing = construct_keys.iter().find(|(_, there)| !there).map_or("anchors", |(key, _)| key);
                return Err(format!("`{missing}` is missing"));
            };
            Seen::Construct(Box::new(SeenConstruct {
                language,
                kind,
                qualname,
                role: self.role.flatten(),
                interface_hash,
                bare_interface_hash: self.bare_interface_hash.unwrap_or(interface_hash),
                body_hash,
                has_parse_error: self.has_parse_error,
                members: self.members.0.into_iter().map(|(name, member)| (name, member.into())).collect(),
                bases: self.bases,
                inherited_hash: self.inherited_hash,
            }))
        };
        Ok(Entry {
            path,
            start_line: self.start_line,
            end_line: self.end_line,
            blob: self.blob,
            seen,
            created_at: self.created_at,
            updated_at: self.updated_at,
            picked: self.picked,
        })
    }
}

impl From<&Entry> for EntryShape {
    fn from(entry: &Entry) -> Self {
        let mut shape = EntryShape {
            anchors: None,
            bare_interface_hash: None,
            bases: Vec::new(),
            inherited_hash: None,
            has_parse_error: false,
            blob: entry.blob.clone(),
            body_hash: None,
            created_at: entry.created_at.clone(),
            end_line: entry.end_line,
            interface_hash: None,
            kind: None,
            language: None,
            members: Unique::default(),
            path: entry.path.clone(),
            picked: entry.picked.clone(),
            qualname: None,
            role: None,
            start_line: entry.start_line,
            updated_at: entry.updated_at.clone(),
        };
        match &entry.seen {
            Seen::Lines(anchors) => shape.anchors = Some(anchors.clone()),
            Seen::Construct(seen) => {
                shape.bare_interface_hash = differing(seen.bare_interface_hash, seen.interface_hash);
                shape.bases = seen.bases.clone();
                shape.inherited_hash = seen.inherited_hash;
                shape.body_hash = Some(seen.body_hash);
                shape.has_parse_error = seen.has_parse_error;
                shape.interface_hash = Some(seen.interface_hash);
                shape.kind = Some(seen.kind);
                shape.language = Some(seen.language.clone());
                shape.members =
                    Unique(seen.members.iter().map(|(name, member)| (name.clone(), member.into())).collect());
                shape.qualname = Some(seen.qualname.clone());
                shape.role = Some(seen.role);
            }
        }
        shape
    }
}

impl From<&SeenMember> for MemberShape {
    fn from(member: &SeenMember) -> Self {
        MemberShape {
            bare_interface_hash: differing(member.bare_interface_hash, member.interface_hash),
            body_hash: member.body_hash,
            interface_hash: member.interface_hash,
            kind: member.kind,
            private: member.private,
        }
    }
}

impl From<MemberShape> for SeenMember {
    fn from(shape: MemberShape) -> Self {
        SeenMember {
            kind: shape.kind,
            interface_hash: shape.interface_hash,
            bare_interface_hash: shape.bare_interface_hash.unwrap_or(shape.interface_hash),
            body_hash: shape.body_hash,
            private: shape.private,
        }
    }
}

fn differing(bare: Fingerprint, whole: Fingerprint) -> Option<Fingerprint> {
    (bare != whole).then_some(bare)
}

/// A map that refuses a key written twice: a careless merge can leave two entries of one subscription.
#[derive(Serialize)]
#[serde(transparent)]
struct Unique<V>(BTreeMap<String, V>);

impl<V> Unique<V> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<V> Default for Unique<V> {
    fn default() -> Self {
        Unique(BTreeMap::new())
    }
}

impl<'de, V: DeserializeOwned> Deserialize<'de> for Unique<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read<V>(std::marker::PhantomData<V>);

        impl<'de, V: DeserializeOwned> Visitor<'de> for Read<V> {
            type Value = Unique<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
                let mut map = BTreeMap::new();
                while let Some(key) = access.next_key::<String>()? {
                    match map.entry(key) {
                        Slot::Occupied(slot) => {
                            return Err(A::Error::custom(format!("`{}` is there twice", slot.key())));
                        }
                        Slot::Vacant(slot) => slot.insert(access.next_value()?),
                    };
                }
                Ok(Unique(map))
            }
        }

        deserializer.deserialize_map(Read(std::marker::PhantomData))
    }
}
