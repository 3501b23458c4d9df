//! A report from elsewhere, as `codesub github publish` reads it (SPEC 9.5): whatever it claims, what comes of it is about
//! subscriptions of the list that is trusted, and every format holds.

use codesub::config::{Config, Subscription};
use codesub::github::second_stage;
use codesub::output::json::{self, v1};

use super::{encoders, made_report};

pub const WORDS: &[&str] = &[
    "\"schema\":",
    "\"triggers\":",
    "\"proposals\":",
    "\"notes\":",
    "\"subscription_id\":",
    "\"s0\"",
    "\"fuzz-0\"",
    "\"details\":",
    "\"members\":",
    "\"references\":",
    "\"hunks\":",
    "\"patch\":",
    "\"MISSING\"",
    "\"similarity\":",
    "\"shift\":",
    "4294967295",
    "-9223372036854775808",
    "18446744073709551615",
    "1.0",
    "null",
    "[]",
    "{}",
    "\\u202e",
    "\\u001b[2J",
    "::error::",
    "-->",
    "```",
];

pub fn seeds() -> Vec<Vec<u8>> {
    encoders::seeds()
        .iter()
        .map(|seed| {
            let mut bytes = Vec::new();
            json::write_line(&v1::Report::from(&made_report::report(seed)), &mut bytes).expect("bytes take everything");
            bytes
        })
        .collect()
}

pub fn run(data: &[u8]) {
    let Ok(claimed) = serde_json::from_slice::<v1::Report>(data) else { return };
    let (report, left_out) = second_stage::believed(claimed.clone(), &Config::default());
    assert!(report.triggers.is_empty() && report.proposals.is_empty(), "nothing is on the list");
    assert!(left_out <= claimed.triggers.len() + claimed.proposals.len() + claimed.notes.len());
    let (report, _) = second_stage::believed(claimed, &trusted());
    encoders::check(&report, &trusted(), data.len() as u8);
}

/// The list of the base branch.
fn trusted() -> Config {
    let target = || "a.py::f".parse().expect("a target");
    let mut subscriptions: Vec<Subscription> =
        (0..3).map(|number| Subscription::new(format!("fuzz-{number}"), target())).collect();
    subscriptions[0].notify = vec!["@a/b".into(), "c@example.com".into()];
    Config { subscriptions: subscriptions.into_iter().map(Into::into).collect(), ..Config::default() }
}
