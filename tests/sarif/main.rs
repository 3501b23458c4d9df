//! SARIF reports of every case, held against the official schema of SARIF 2.1.0.
//!
//! The schema is not ours to keep here: `.ci/run` fetches it and names it in `CODESUB_SARIF_SCHEMA`. So this is a target
//! of its own: `CODESUB_SARIF_SCHEMA=schema.json cargo test --test sarif`.

#[path = "../suite/repository.rs"]
#[allow(dead_code, reason = "shared with the suite, which uses more of it")]
mod repository;

use std::fs;
use std::path::Path;

use repository::Fixture;
use serde_json::Value;

#[test]
fn every_case_satisfies_the_official_schema() {
    let validator = validator();
    let mut results = 0;
    for case in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")).expect("the cases") {
        let case = case.expect("a case").path();
        let mut log = scanned(&case);
        let errors: Vec<String> = validator.iter_errors(&log).map(|error| error.to_string()).collect();
        assert_eq!(errors, Vec::<String>::new(), "{}", case.display());
        let found = log["runs"][0]["results"].as_array_mut().expect("results");
        results += found.len();
        if let Some(result) = found.first_mut() {
            result["locations"][0]["physicalLocation"]["region"]["startLine"] = 0.into();
            assert!(!validator.is_valid(&log), "the schema tells right from wrong");
        }
    }
    assert!(results > 80, "the cases have findings: {results}");
}

fn validator() -> jsonschema::Validator {
    let path = std::env::var_os("CODESUB_SARIF_SCHEMA").expect("CODESUB_SARIF_SCHEMA names the schema; see .ci/run");
    let text = fs::read(&path).unwrap_or_else(|error| panic!("CODESUB_SARIF_SCHEMA, {path:?}: {error}"));
    let mut schema: Value = serde_json::from_slice(&text).expect("JSON");
    assert!(schema["title"].as_str().is_some_and(|title| title.contains("(SARIF) Version 2.1.0")));
    // Its one slip: a pattern with a bracket too many, which is no regular expression. codesub writes no language.
    for holder in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][holder]["properties"]["language"];
        language.as_object_mut().expect("a property").remove("pattern");
    }
    jsonschema::options().should_validate_formats(true).build(&schema).expect("a schema")
}

/// The report of a case: its two folders as two commits.
fn scanned(case: &Path) -> Value {
    let fixture = Fixture::new();
    let list = fs::read_to_string(case.join("codesub.yaml")).expect("a list");
    fixture.become_copy_of(&case.join("before"));
    fixture.write("codesub.yaml", &list).commit("before");
    fixture.become_copy_of(&case.join("after"));
    if !fixture.path("codesub.yaml").exists() {
        fixture.write("codesub.yaml", &list);
    }
    fixture.commit("after");
    fixture.codesub(&["scan", "--base", "HEAD~1", "--target", "HEAD", "--format", "sarif"]).json()
}
