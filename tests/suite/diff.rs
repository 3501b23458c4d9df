//! `codesub diff` and `codesub snapshot`: the acceptance tests of the seed, by name, and what else has to hold.

#[path = "diff/compute.rs"]
mod compute;
#[path = "diff/laws.rs"]
mod laws;
#[path = "diff/modes.rs"]
mod modes;
#[path = "diff/registry.rs"]
mod registry;
#[cfg(unix)]
#[path = "diff/repositories.rs"]
mod repositories;
#[path = "diff/snapshots.rs"]
mod snapshots;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::repository::Fixture;

const SERVICE: &str = "\
import os
from lib import helper


class Service(Base):
    \"\"\"Doc.\"\"\"

    def login(self, user):
        token = self.make(user)
        return helper(token, user, os.getpid())

    def make(self, user):
        total = user.id * 3 + len(user.name)
        return total - user.offset


def compute_totals(items, rate):
    total = sum(item.price for item in items)
    return total * rate + len(items)


def old_name(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] + ordered[0]
";

/// Two commits: a member changed, a function moved to a new file, another got a new name, a file was renamed.
fn two_commits() -> Fixture {
    let fixture = Fixture::new();
    fixture.write("src/a.py", SERVICE).write("src/keep.py", "LIMIT = 3\n").write("notes.txt", "one\n");
    fixture.commit("one");
    let moved = &SERVICE
        [SERVICE.find("def compute_totals").expect("it is there")..SERVICE.find("def old_name").expect("it is there")];
    let rest = SERVICE.replace(moved, "").replace("old_name", "new_name").replace("user.id * 3", "user.id * 4");
    fixture.write("src/a.py", rest).write("src/b.py", moved.trim_end().to_owned() + "\n");
    fixture.git(&["mv", "src/keep.py", "src/kept.py"]);
    fixture.commit("two");
    fixture
}

/// The events of a diff.
fn events(fixture: &Fixture, arguments: &[&str]) -> Vec<Value> {
    let run = fixture.codesub(&[&["diff", "compute", "--compact"], arguments].concat()).exits(0);
    run.stdout.lines().map(|line| serde_json::from_str(line).expect("an event a line")).collect()
}

/// Events in short: kind, file, name, and where from.
fn short(events: &[Value]) -> Vec<String> {
    let word = |event: &Value| -> String {
        let name = [&event["after"]["name"], &event["before"]["name"], &event["to"]["name"]];
        let name = name.iter().find_map(|name| name.as_str()).unwrap_or_default().to_owned();
        let was = event["before"]["name"].as_str().filter(|was| *was != name && !event["after"]["name"].is_null());
        let parts = [
            event["kind"].as_str().unwrap_or_default().to_owned(),
            event["file"].as_str().unwrap_or_default().to_owned(),
            name,
            event["fromFile"].as_str().map(|from| format!("from {from}")).unwrap_or_default(),
            was.map(|was| format!("was {was}")).unwrap_or_default(),
        ];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    };
    events.iter().map(word).collect()
}

fn summary(fixture: &Fixture, arguments: &[&str]) -> Value {
    fixture.codesub(&[&["diff", "compute", "--json"], arguments].concat()).exits(0).json()
}

/// Every file below the local state, with its bytes. The lock says who held it last, and is no state.
fn state(fixture: &Fixture) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = files(&fixture.path(".git/codesub"));
    files.retain(|(path, _)| !path.ends_with("registry.lock"));
    files
}

fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = fs::read(&path).expect("a file");
                found.push((path, bytes));
            }
        }
    }
    found.sort();
    found
}

fn diffs(fixture: &Fixture) -> PathBuf {
    fixture.path(".git/codesub/diffs")
}
