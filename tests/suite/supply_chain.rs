//! What comes into the binary from elsewhere, as far as it can be checked without a network: `deny.toml` allows the
//! licence of every crate, and every workflow asks for no more than it needs. That actions are pinned to commits is
//! checked in `action.rs`; advisories need a database and are checked in CI.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Whether an SPDX expression can be met with allowed licences. Where both `AND` and `OR` occur, each word of it has to
/// be allowed, unless it stands beside an `OR`: stricter than SPDX is, never laxer, for what we have.
fn is_met(expression: &str, allowed: &BTreeSet<&str>) -> bool {
    let expression = expression.replace(['(', ')'], "").replace(" / ", " OR ").replace('/', " OR ");
    expression.split(" AND ").all(|part| part.split(" OR ").any(|licence| allowed.contains(licence.trim())))
}

#[test]
fn every_licence_is_allowed_by_name() {
    let text = fs::read_to_string(root().join("deny.toml")).expect("deny.toml");
    let list = text.split("allow = [").nth(1).and_then(|rest| rest.split(']').next()).expect("the list");
    let allowed: BTreeSet<&str> = list.split('"').skip(1).step_by(2).collect();
    assert!(!is_met("GPL-3.0-only", &allowed) && !is_met("MIT AND GPL-3.0-only", &allowed));

    let cargo = option_env!("CARGO").unwrap_or("cargo");
    let arguments = ["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform"];
    let output = Command::new(cargo)
        .args(arguments)
        .arg("x86_64-unknown-linux-gnu")
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    assert!(packages.len() > 100);
    for package in packages {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_met(licence, &allowed), "{}: `{licence}` is not in deny.toml", package["name"]);
        let source = package["source"].as_str().unwrap_or("registry+ours");
        assert!(source.starts_with("registry+"), "{} comes from {source}", package["name"]);
    }
}

#[test]
fn workflows_have_no_permissions_but_those_a_job_names() {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in [".github/workflows", "examples/workflows"] {
        let entries = fs::read_dir(root().join(folder)).expect("a folder");
        files.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    assert!(files.len() >= 7);
    for file in files {
        let text = fs::read_to_string(&file).expect("a workflow");
        assert!(text.lines().any(|line| line == "permissions: {}"), "{}", file.display());
        let checkouts = text.matches("actions/checkout@").count();
        assert_eq!(checkouts, text.matches("persist-credentials: false").count(), "{}", file.display());
    }
}
