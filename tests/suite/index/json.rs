//! JSON of the index commands: each has a schema of its own, and its keys are those of docs/index.md.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::build::shop;
use super::scip_made::{Doc, index, write};

#[test]
fn every_command_has_a_schema_and_keys_that_are_documented() {
    let fixture = shop();
    let text = fixture.read("shop/prices.py");
    let scip = write(&fixture, &index([Doc::new("shop/prices.py", &text).with_error()]));
    let scip = scip.to_str().expect("a path");
    fixture.git(&["config", "codesub.scip.python.command", "false"]);
    let documents = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/index.md")).expect("docs");
    let documented = documents.split_once("## JSON").expect("a section").1;
    let mut schemas = BTreeSet::new();
    for (arguments, status) in [
        (&["build"][..], 0),
        (&["refresh"], 0),
        (&["import-scip", scip], 0),
        (&["status"], 0),
        (&["search", "price"], 0),
        (&["search", "--in", "content", "tax"], 0),
        (&["symbol", "price_of"], 0),
        (&["refs", "price_of"], 0),
        (&["map"], 0),
        (&["gate", "shop/prices.py", "shop/orders.py"], 0),
        (&["jobs", "enqueue", "--language", "python"], 0),
        (&["jobs"], 0),
        (&["jobs", "show", "1"], 0),
        (&["jobs", "run"], 4),
    ] {
        let answer = fixture.codesub(&[&["index"], arguments, &["--json"]].concat()).exits(status).json();
        let schema = answer["schema"].as_str().unwrap_or_else(|| panic!("{arguments:?} has no schema")).to_owned();
        assert!(documented.contains(&format!("`{schema}`")), "{schema} is not documented");
        let mut keys = BTreeSet::new();
        collect(&answer, &mut keys);
        for key in keys {
            assert!(
                documented.contains(&format!("`{key}`")) || documented.contains(&format!("`{key}[]`")),
                "{schema}: {key}"
            );
        }
        schemas.insert(schema);
    }
    let named = documented
        .split('`')
        .filter(|word| word.starts_with("codesub.index-") && word.ends_with("/v1") && !word.contains('…'));
    let named: BTreeSet<String> = named.map(str::to_owned).collect();
    assert_eq!(named, schemas, "what is documented is there");
}

/// All keys but `schema`, those of a scope, which are the seed's, and those that are words for reasons and states.
fn collect(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object.iter().filter(|(key, _)| *key != "schema") {
                let is_snake = key.chars().all(|c| c.is_ascii_lowercase() || c == '_');
                assert!(is_snake, "{key}");
                keys.insert(key.clone());
                let has_words = key == "scope" || value.is_object() && (key == "skipped" || key == "files");
                if !has_words {
                    collect(value, keys);
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, keys)),
        _ => {}
    }
}
