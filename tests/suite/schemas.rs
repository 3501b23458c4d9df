//! The schemas in `docs/schemas/` are those of the code, and accept what codesub really reads and writes.

use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use serde_json::Value;

use crate::cases;
use crate::repository::Fixture;

#[test]
fn the_committed_schema_of_the_list_is_that_of_the_code() {
    let path = folder().join("codesub.schema.json");
    let text = format!("{:#}\n", codesub::config::schema());
    if std::env::var_os("CODESUB_BLESS").is_some() {
        fs::write(&path, &text).expect("a schema is written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == text, "{} is stale: CODESUB_BLESS=1 cargo test writes it anew", path.display());
}

#[test]
fn reports_of_every_case_are_valid() {
    let schema = committed("report.schema.json");
    let mut seen = [0; 3];
    for (case, report) in cases::reports() {
        let json: Value = serde_json::from_str(&report).expect("a report is JSON");
        validate(&schema, &json, case);
        for (count, key) in seen.iter_mut().zip(["triggers", "proposals", "notes"]) {
            *count += json[key].as_array().map_or(0, Vec::len);
        }
    }
    assert!(seen.iter().all(|count| *count > 5), "the cases show every sort of finding: {seen:?}");
    // And it refuses what is no report.
    assert!(!schema.is_valid(&serde_json::json!({ "schema": "codesub.scan/v1" })));
}

#[test]
fn the_committed_schema_of_diffs_is_that_of_the_code() {
    let path = folder().join("diff.schema.json");
    let text = format!("{:#}\n", codesub::output::diff::schema());
    if std::env::var_os("CODESUB_BLESS").is_some() {
        fs::write(&path, &text).expect("a schema is written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == text, "{} is stale: CODESUB_BLESS=1 cargo test writes it anew", path.display());
}

#[test]
fn diffs_of_every_case_are_valid() {
    let schema: Value =
        serde_json::from_str(&fs::read_to_string(folder().join("diff.schema.json")).expect("a schema")).expect("JSON");
    let part = |name: &str| {
        let part = serde_json::json!({ "$ref": format!("#/$defs/{name}"), "$defs": schema["$defs"] });
        jsonschema::validator_for(&part).expect("a schema is valid")
    };
    let (inputs, summary, event, manifest) = (part("Inputs"), part("Summary"), part("Event"), part("Manifest"));
    let mut seen = std::collections::BTreeSet::new();
    for (case, built) in cases::built() {
        let fixture = built.fixture.copy();
        let modes = "code,prose,extracted-prose,records";
        let ran = cases::run_here(&fixture, &["diff", &built.before, &built.after, "--json", "--modes", modes]);
        let (_, printed) = ran.unwrap_or_else(|error| panic!("{}: {error}", case.display()));
        let printed: Value = serde_json::from_slice(&printed).expect("JSON");
        let id = printed["diffId"].as_str().expect("an id").to_owned();
        let read = |name: &str| fixture.read(&format!(".git/codesub/diffs/{name}"));
        let json = |name: &str| serde_json::from_str::<Value>(&read(name)).expect("JSON");
        validate(&inputs, &json(&format!("{id}/inputs.json")), case);
        validate(&summary, &json(&format!("{id}/summary.json")), case);
        validate(&manifest, &json("manifest.json"), case);
        for line in read(&format!("{id}/events.jsonl")).lines() {
            let value: Value = serde_json::from_str(line).expect("JSON");
            validate(&event, &value, case);
            seen.insert(value["kind"].as_str().expect("a kind").to_owned());
        }
    }
    assert!(seen.len() >= 9, "the cases show nearly every sort of event: {seen:?}");
    assert!(!event.is_valid(&serde_json::json!({ "kind": "file.gone" })));
}

#[test]
fn lists_of_every_case_and_of_the_commands_are_valid() {
    let schema = committed("codesub.schema.json");
    for case in cases::cases() {
        for list in ["codesub.yaml", "after/codesub.yaml"] {
            if let Ok(text) = fs::read_to_string(case.join(list)) {
                validate(&schema, &yaml(&text), &case);
            }
        }
    }
    let fixture = Fixture::new();
    fixture.write("a.py", "class A:\n    x: int = 1\n\n    def f(self):\n        return self.x\n");
    fixture.codesub(&["init"]).exits(0);
    validate(&schema, &yaml(&fixture.read("codesub.yaml")), Path::new("init"));
    fixture.codesub(&["add", "a.py::A", "--members", "--private", "--no-decorators", "--label", "yes: no"]).exits(0);
    fixture
        .codesub(&["add", "a.py::A.f", "--notify", "@acme/x", "--on", "missing,lines", "--description", "# 1"])
        .exits(0);
    fixture.codesub(&["add", "a.py:1-2", "--trigger-on-duplicate"]).exits(0);
    let list = yaml(&fixture.read("codesub.yaml"));
    assert_eq!(list["subscriptions"].as_array().map(Vec::len), Some(3));
    validate(&schema, &list, Path::new("add"));
    assert!(!schema.is_valid(&serde_json::json!({ "version": 1, "subscription": [] })));
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schemas")
}

fn committed(name: &str) -> Validator {
    let text = fs::read_to_string(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    jsonschema::validator_for(&serde_json::from_str(&text).expect("a schema is JSON")).expect("a schema is valid")
}

#[track_caller]
fn validate(schema: &Validator, value: &Value, what: &Path) {
    let errors: Vec<String> =
        schema.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{}: {}", what.display(), errors.join("\n"));
}

fn yaml(text: &str) -> Value {
    serde_yaml::from_str(text).expect("a list is YAML")
}
