//! SARIF logs: what the standard demands and what GitHub does with them.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{MOST_RESULTS, write};
use crate::output::{Look, sample};
use crate::report::{Place, Reason, Report};

fn written(report: &Report) -> Value {
    let mut out = Vec::new();
    write(report, &Look::default(), &mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

fn results(log: &Value) -> &Vec<Value> {
    log["runs"][0]["results"].as_array().unwrap()
}

/// Every object below, with the key that holds it.
fn objects<'a>(value: &'a Value, key: &'a str, found: &mut Vec<(&'a str, &'a serde_json::Map<String, Value>)>) {
    match value {
        Value::Object(map) => {
            found.push((key, map));
            map.iter().for_each(|(key, value)| objects(value, key, found));
        }
        Value::Array(values) => values.iter().for_each(|value| objects(value, key, found)),
        _ => {}
    }
}

fn reports() -> [Report; 4] {
    let mut edges = sample::rich();
    edges.triggers[0].reasons = vec![Reason::FileDeleted];
    edges.triggers[1].details.now = Some(Place { path: "a b:c?#%/ü.py".into(), start_line: 0, end_line: 0 });
    [sample::rich(), sample::clean(), sample::gaps(), edges]
}

/// What the standard and GitHub demand, checked by hand wherever the tests run.
#[test]
fn logs_have_what_is_required() {
    for report in reports() {
        let log = written(&report);
        assert_eq!(log["version"], "2.1.0");
        let run = &log["runs"][0];
        assert!(run["automationDetails"]["id"].as_str().unwrap().ends_with('/'));
        assert_eq!(run["invocations"][0]["executionSuccessful"], !report.is_undecided());
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        for rule in rules {
            for key in ["id", "name", "shortDescription", "fullDescription", "help", "defaultConfiguration"] {
                assert!(!rule[key].is_null(), "{rule}");
            }
        }
        for result in results(&log) {
            let index = result["ruleIndex"].as_u64().unwrap() as usize;
            assert_eq!(rules[index]["id"], result["ruleId"]);
            assert!(!result["message"]["text"].as_str().unwrap().is_empty());
            assert_eq!(result["locations"].as_array().unwrap().len(), 1);
            assert_eq!(result["partialFingerprints"]["codesubTrigger/v1"].as_str().unwrap().len(), 32);
        }
        let mut found = Vec::new();
        objects(&log, "", &mut found);
        for (key, object) in found {
            if key == "region" {
                let (start, end) = (object["startLine"].as_u64().unwrap(), object["endLine"].as_u64().unwrap());
                assert!(1 <= start && start <= end, "{object:?}");
            }
            if key == "artifactLocation" {
                let uri = object["uri"].as_str().unwrap();
                assert!(!uri.starts_with('/') && !uri.contains([':', '\\', ' ', '?', '#']) && uri.is_ascii(), "{uri}");
                assert_eq!(object["uriBaseId"], "%SRCROOT%");
            }
        }
    }
}

#[test]
fn levels_and_suppressions_follow_the_verdict() {
    let report = sample::rich();
    let log = written(&report);
    for result in results(&log) {
        let id = result["properties"]["subscription"].as_str().unwrap();
        let expected = match report.triggers.iter().find(|trigger| trigger.subscription.id == id) {
            Some(trigger) if trigger.acknowledged => ("note", 1),
            Some(trigger) if trigger.blocking => ("error", 0),
            Some(_) => ("warning", 0),
            None => ("note", 0),
        };
        let suppressions = result["suppressions"].as_array().unwrap();
        assert_eq!((result["level"].as_str().unwrap(), suppressions.len()), expected, "{id}");
        assert_eq!(result["ruleId"] == "codesub/proposal", ["fee-table", "iban"].contains(&id), "{id}");
    }
    let notifications = log["runs"][0]["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
    let levels: Vec<&str> = notifications.iter().map(|it| it["level"].as_str().unwrap()).collect();
    assert_eq!(levels, ["error", "warning"]);
}

#[test]
fn fingerprints_survive_shifts_and_tell_results_apart() {
    let of = |report: &Report| -> Vec<String> {
        let log = written(report);
        results(&log).iter().map(|it| it["partialFingerprints"]["codesubTrigger/v1"].to_string()).collect()
    };
    let mut report = sample::rich();
    let before = of(&report);
    assert_eq!(before.iter().collect::<BTreeSet<_>>().len(), before.len());
    for trigger in &mut report.triggers {
        trigger.place.start_line += 7;
        trigger.place.end_line += 7;
        if let crate::config::Target::Lines { start, end, .. } =
            &mut std::sync::Arc::make_mut(&mut trigger.subscription).target
        {
            (*start, *end) = (*start + 7, *end + 7);
        }
        if let Some(now) = &mut trigger.details.now {
            now.path = "elsewhere.py".into();
        }
    }
    assert_eq!(of(&report), before);
}

#[test]
fn messages_link_and_mention_nothing() {
    let mut report = sample::rich();
    for trigger in &mut report.triggers {
        let label = "[Log in](https://evil.example) @acme/all".to_owned();
        std::sync::Arc::make_mut(&mut trigger.subscription).label = Some(label);
    }
    for result in results(&written(&report)) {
        let text = result["message"]["text"].as_str().unwrap();
        assert!(!text.contains("[Log in](") && !text.contains("@acme"), "{text}");
    }
}

#[test]
fn what_github_would_drop_is_cut_and_told() {
    let mut report = sample::rich();
    report.triggers = report.triggers.iter().cycle().take(MOST_RESULTS + 9).cloned().collect();
    let log = written(&report);
    assert_eq!(results(&log).len(), MOST_RESULTS);
    // The nine and the two proposals; of the triggers, those acknowledged come last.
    let notifications = log["runs"][0]["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
    let said = notifications.last().unwrap()["message"]["text"].as_str().unwrap();
    assert!(said.starts_with("11 more results were left out"), "{said}");
    assert_eq!(results(&log)[0]["level"], "error");
    assert_eq!(results(&log)[MOST_RESULTS - 1]["level"], "note");
    let bytes = serde_json::to_vec(&log).unwrap().len();
    assert!(bytes < 10 << 20, "{bytes} bytes, even without gzip");
}

/// GitHub takes 10 MB after compression; these texts hardly compress.
#[test]
fn logs_stay_below_what_github_takes() {
    let mut report = sample::rich();
    let model = report.triggers[0].clone();
    let mut state = 7_u64;
    report.triggers = (0..400)
        .map(|_| {
            let mut trigger = model.clone();
            let next = |_: usize| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                char::from(b'!' + (state >> 58) as u8)
            };
            let mut subscription = (*trigger.subscription).clone();
            subscription.description = Some((0..60_000).map(next).collect());
            trigger.subscription = subscription.into();
            trigger
        })
        .collect();
    let log = written(&report);
    assert!(serde_json::to_vec(&log).unwrap().len() < 10_000_000);
    assert!(results(&log).len() > 50, "{}", results(&log).len());
    let notes = log["runs"][0]["invocations"][0]["toolExecutionNotifications"].to_string();
    assert!(notes.contains("more results were left out"), "{notes:.300}");
}
