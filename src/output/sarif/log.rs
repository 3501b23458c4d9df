//! The part of SARIF 2.1.0 that codesub writes, in the order in which it is written.
//!
//! Names are those of the standard. `suppressions` is written even where it is empty: as soon as one result has them,
//! the standard wants all to say whether they are suppressed.

use std::collections::BTreeMap;

use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct Log {
    #[serde(rename = "$schema")]
    pub schema: &'static str,
    pub version: &'static str,
    pub runs: [Run; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    pub tool: Tool,
    /// Ends with a slash: a category without the id of a single run.
    pub automation_details: AutomationDetails,
    pub original_uri_base_ids: BTreeMap<&'static str, BaseId>,
    pub invocations: [Invocation; 1],
    pub results: Vec<Result>,
    pub properties: RunProperties,
}

#[derive(Debug, Serialize)]
pub struct Tool {
    pub driver: Driver,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Driver {
    pub name: &'static str,
    pub version: &'static str,
    pub semantic_version: &'static str,
    pub rules: Vec<Rule>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    pub id: &'static str,
    pub name: &'static str,
    pub short_description: Message,
    pub full_description: Message,
    pub help: Help,
    pub default_configuration: Configuration,
}

#[derive(Debug, Serialize)]
pub struct Help {
    pub text: &'static str,
    pub markdown: &'static str,
}

#[derive(Debug, Serialize)]
pub struct Configuration {
    pub level: Level,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Level {
    Error,
    Warning,
    Note,
}

#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    Fail,
}

#[derive(Debug, Serialize)]
pub struct Message {
    pub text: String,
}

#[derive(Debug, Serialize)]
pub struct AutomationDetails {
    pub id: &'static str,
}

#[derive(Debug, Serialize)]
pub struct BaseId {
    pub description: Message,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Invocation {
    pub execution_successful: bool,
    pub tool_execution_notifications: Vec<Notification>,
}

#[derive(Debug, Serialize)]
pub struct Notification {
    pub level: Level,
    pub message: Message,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Result {
    pub rule_id: &'static str,
    pub rule_index: usize,
    pub kind: Kind,
    pub level: Level,
    pub message: Message,
    pub locations: [Location; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related_locations: Vec<Location>,
    pub partial_fingerprints: PartialFingerprints,
    pub suppressions: Vec<Suppression>,
    pub properties: Properties,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<usize>,
    pub physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<Message>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PhysicalLocation {
    pub artifact_location: ArtifactLocation,
    pub region: Region,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ArtifactLocation {
    pub uri: String,
    pub uri_base_id: &'static str,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Region {
    pub start_line: u32,
    pub end_line: u32,
}

#[derive(Debug, Serialize)]
pub struct PartialFingerprints {
    #[serde(rename = "codesubTrigger/v1")]
    pub trigger: String,
}

#[derive(Debug, Serialize)]
pub struct Suppression {
    pub kind: &'static str,
    pub status: Status,
    pub justification: &'static str,
}

#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Status {
    Accepted,
}

/// What the standard has no word for.
#[derive(Debug, Serialize)]
pub struct Properties {
    pub subscription: String,
    pub target: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notify: Vec<String>,
    pub origin: &'static str,
}

#[derive(Debug, Serialize)]
pub struct RunProperties {
    pub base: Revision,
    pub target: Revision,
}

#[derive(Debug, Serialize)]
pub struct Revision {
    #[serde(rename = "ref")]
    pub name: String,
    pub commit: Option<String>,
}
