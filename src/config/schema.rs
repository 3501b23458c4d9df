//! The shape of `codesub.yaml`, for serde and, as a JSON schema, for editors.
//!
//! These structs only say which keys there are and what they hold; their doc comments are the descriptions in the
//! schema. What goes beyond shape (unique ids, targets that make sense) is checked when they become a
//! [`Config`](super::Config).

use std::collections::BTreeSet;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

use super::{ChangeType, Members};

/// The JSON schema (draft 2020-12) of `codesub.yaml`.
pub fn schema() -> serde_json::Value {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = generator.into_root_schema_for::<File>().to_value();
    // What it is comes first, as a reader expects.
    if let Some(object) = schema.as_object_mut() {
        for key in ["description", "title", "$schema"] {
            if let Some(value) = object.shift_remove(key) {
                object.shift_insert(0, key.to_owned(), value);
            }
        }
    }
    schema
}

/// The keys of each mapping, for messages; a test holds them against the schema.
pub(super) const FILE_KEYS: [&str; 4] = ["version", "baseline", "policy", "subscriptions"];
pub(super) const POLICY_KEYS: [&str; 2] = ["check", "pre_push"];
pub(super) const SUBSCRIPTION_KEYS: [&str; 9] =
    ["id", "target", "label", "description", "notify", "on", "trigger_on_duplicate", "members", "active"];
pub(super) const MEMBERS_KEYS: [&str; 2] = ["private", "decorators"];

/// The pieces of code a team depends on. codesub tells when one of them changes, moves or disappears.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "codesub.yaml")]
pub(super) struct File {
    /// The version of this format; always 1.
    #[schemars(extend("const" = 1))]
    #[expect(dead_code, reason = "checked before the rest is read, so that a newer file gets a clear answer")]
    pub version: u64,
    /// The default base of a scan: a branch, tag or commit, such as `origin/main`.
    pub baseline: Option<String>,
    /// Which change types block, and where.
    pub policy: Option<PolicyShape>,
    /// What is watched.
    pub subscriptions: Option<Vec<SubscriptionShape>>,
}

/// Which change types block, and where.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Policy")]
pub(super) struct PolicyShape {
    /// Change types that block a scan with `--check` and the GitHub Action. Default: all seven.
    #[schemars(with = "Option<BTreeSet<ChangeType>>")]
    pub check: Option<Vec<String>>,
    /// Change types that block a push. Default: `[missing]`.
    #[schemars(with = "Option<BTreeSet<ChangeType>>")]
    pub pre_push: Option<Vec<String>>,
}

/// One watched piece of code.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Subscription")]
pub(super) struct SubscriptionShape {
    /// Unique in this file: lower-case letters, digits, `-`, `_` and `.`; starts with a letter or a digit.
    #[schemars(length(min = 1, max = 100), regex(pattern = "^[a-z0-9][a-z0-9._-]*$"))]
    pub id: String,
    /// What is watched: `path::Qual.name` or, for lines, `path:10-20`; paths start at the repository's root.
    #[schemars(regex(pattern = "^[^/].*(::.+|:[0-9]+(-[0-9]+)?)$"))]
    pub target: String,
    /// A short name for reports.
    pub label: Option<String>,
    /// Why this is watched, and what to do when it changes.
    pub description: Option<String>,
    /// Who is told: people and teams such as `@acme/security`.
    pub notify: Option<Vec<String>>,
    /// Change types that trigger; what is left out becomes a note. Default: all seven.
    #[schemars(with = "Option<BTreeSet<ChangeType>>", length(min = 1), transform = never_null)]
    pub on: Option<Vec<String>>,
    /// Whether identical copies that appear elsewhere trigger. Default: false.
    pub trigger_on_duplicate: Option<bool>,
    /// Watch the members of a container one by one.
    #[schemars(transform = never_null)]
    pub members: Option<Members>,
    /// Whether this subscription is checked at all. Default: true.
    pub active: Option<bool>,
}

/// Most keys may be left empty, which says the same as leaving them out. For a few that would be misread.
fn never_null(schema: &mut Schema) {
    if schema.get("type").is_some_and(serde_json::Value::is_array) {
        schema.insert("type".to_owned(), "array".into());
    }
    if let Some(serde_json::Value::Array(mut either)) = schema.remove("anyOf")
        && let serde_json::Value::Object(first) = either.swap_remove(0)
    {
        first.into_iter().for_each(|(key, value)| drop(schema.insert(key, value)));
    }
}

impl JsonSchema for ChangeType {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ChangeType".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({
            "description": "One of the seven ways in which a subscription's code can change.",
            "type": "string",
            "enum": ChangeType::ALL.map(ChangeType::key),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(schema: &serde_json::Value, pointer: &str) -> Vec<String> {
        let mut keys: Vec<String> =
            schema.pointer(pointer).unwrap()["properties"].as_object().unwrap().keys().cloned().collect();
        keys.sort();
        keys
    }

    fn sorted(keys: &[&str]) -> Vec<String> {
        let mut keys: Vec<String> = keys.iter().map(|&key| key.to_owned()).collect();
        keys.sort();
        keys
    }

    #[test]
    fn the_key_lists_are_those_of_the_structs() {
        let schema = schema();
        assert_eq!(keys(&schema, ""), sorted(&FILE_KEYS));
        assert_eq!(keys(&schema, "/$defs/Policy"), sorted(&POLICY_KEYS));
        assert_eq!(keys(&schema, "/$defs/Subscription"), sorted(&SUBSCRIPTION_KEYS));
        assert_eq!(keys(&schema, "/$defs/Members"), sorted(&MEMBERS_KEYS));
    }

    #[test]
    fn accepts_and_refuses_like_the_reader() {
        let validator = jsonschema::validator_for(&schema()).unwrap();
        let cases = [
            ("{version: 1}", true),
            (
                "{version: 1, subscriptions: [{id: a, target: 'a.py::f', on: [missing], members: {private: true}}]}",
                true,
            ),
            ("{version: 1, subscriptions: [{id: a, target: 'a.py:3'}], policy: {check: [], pre_push: [lines]}}", true),
            ("{}", false),
            ("{version: 2}", false),
            ("{version: 1, extra: 1}", false),
            ("{version: 1, subscriptions: [{id: A, target: 'a.py::f'}]}", false),
            ("{version: 1, subscriptions: [{id: a}]}", false),
            ("{version: 1, subscriptions: [{id: a, target: a.py}]}", false),
            ("{version: 1, subscriptions: [{id: a, target: '/a.py::f'}]}", false),
            ("{version: 1, subscriptions: [{id: a, target: 'a.py::f', on: []}]}", false),
            ("{version: 1, subscriptions: [{id: a, target: 'a.py::f', on: null}]}", false),
            ("{version: 1, subscriptions: [{id: a, target: 'a.py::f', members: ~}]}", false),
            ("{version: 1, subscriptions: [{id: a, target: 'a.py::f', label: null, notify: }]}", true),
            ("{version: 1, subscriptions: [{id: a, target: 'a.py::f', on: [gone]}]}", false),
            ("{version: 1, subscriptions: [{id: a, target: 'a.py::f', lable: x}]}", false),
            ("{version: 1, subscriptions: [{id: a, target: 'a.py::f', members: {public: true}}]}", false),
        ];
        for (yaml, valid) in cases {
            let value: serde_json::Value = serde_yaml::from_str(yaml).unwrap();
            assert_eq!(validator.is_valid(&value), valid, "schema: {yaml}");
            assert_eq!(crate::config::Config::parse(yaml.as_bytes(), "x").is_ok(), valid, "reader: {yaml}");
        }
    }
}
