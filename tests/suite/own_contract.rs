//! codesub watches its own contract: `codesub.yaml` at the root, and what would happen if somebody broke it.

use std::fs;
use std::path::Path;

use codesub::config::{Config, Target};
use serde_json::Value;

use crate::repository::Fixture;

const WATCHED: [&str; 8] = [
    "src/error.rs::ExitStatus",
    "src/syntax/mod.rs::FINGERPRINT_VERSION",
    "src/output/json/v1.rs::Report",
    "src/output/json/v1.rs::Trigger",
    "src/output/json/v1.rs::Proposal",
    "src/hooks/stub.rs::ID",
    "hooks/pre-push:2",
    "action.yml:",
];

/// A repository with the files that the list names, as they are here.
fn own() -> (Fixture, Config) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| fs::read(root.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let config = Config::parse(&read("codesub.yaml"), "codesub.yaml").expect("the project's own list");
    let fixture = Fixture::new();
    fixture.write("codesub.yaml", read("codesub.yaml")).write("codesub.lock", read("codesub.lock"));
    for subscription in &config.subscriptions {
        let path = subscription.target.path();
        fixture.write(path, read(path));
    }
    fixture.commit("our own contract");
    (fixture, config)
}

#[test]
fn the_contract_is_watched_and_accepted_as_it_is() {
    let (fixture, config) = own();
    let targets: Vec<String> = config.subscriptions.iter().map(|one| one.target.to_string()).collect();
    for wanted in WATCHED {
        assert!(targets.iter().any(|target| target.starts_with(wanted)), "nobody watches {wanted}");
    }
    // Every struct of the report is on the list.
    let report = fixture.read("src/output/json/v1.rs");
    for line in report.lines().filter_map(|line| line.strip_prefix("pub struct ")) {
        let name = line.split(|c: char| !c.is_alphanumeric()).next().unwrap();
        let target = Target::Construct { path: "src/output/json/v1.rs".into(), qualname: name.into() };
        assert!(config.subscriptions.iter().any(|one| one.target == target), "nobody watches {target}");
    }
    fixture.codesub(&["scan", "--base", "HEAD", "--include-drift", "--check"]).exits(0);
}

#[test]
fn whoever_breaks_it_is_told() {
    for (path, from, to, id, change) in [
        ("src/error.rs", "Findings = 1,", "Findings = 5,", "exit-status", "AGGREGATE"),
        ("src/error.rs", "ExitStatus::Usage => 4,", "ExitStatus::Usage => 0,", "exit-status-precedence", "CONTENT"),
        (
            "src/syntax/mod.rs",
            "FINGERPRINT_VERSION: u32 = 1;",
            "FINGERPRINT_VERSION: u32 = 2;",
            "fingerprint-version",
            "CONTENT",
        ),
        ("src/output/json/v1.rs", "pub triggers: ", "pub findings: ", "report-report", "AGGREGATE"),
        ("hooks/pre-push", "# codesub hook: pre-push, 1", "# codesub hook: pre-push, 2", "hook-pre-push-id", "LINES"),
        ("action.yml", "  fail-on:\n", "  fails-on:\n", "action-inputs", "LINES"),
    ] {
        let (fixture, _) = own();
        let text = fixture.read(path);
        assert_eq!(text.matches(from).count(), 1, "{path}: {from}");
        fixture.write(path, text.replace(from, to));
        let scan: Value = fixture.codesub(&["scan", "--base", "HEAD", "--check", "--json"]).exits(1).json();
        let found = scan["triggers"].as_array().unwrap().iter().find(|trigger| trigger["subscription_id"] == id);
        let found = found.unwrap_or_else(|| panic!("{id}: {scan}"));
        assert_eq!((&found["change_type"], &found["blocking"]), (&change.into(), &true.into()), "{found}");
    }
}
