//! The comment: what it says, whom it mentions, and how long it gets.

use std::sync::Arc;

use super::{comment as comment_of, *};
use crate::config::{Config, Subscription, Target};
use crate::output::sample;
use crate::report::Excerpt;

/// The comment of a report of which every subscription is on the list.
fn comment(report: &Report, told: &Told) -> Draft {
    comment_of(report, told, &sample::list_of(report), &WhatElse::default())
}

fn told(keys: &[&str]) -> Told {
    keys.iter().map(|&key| key.to_owned()).collect()
}

/// The rich report with many triggers like its second one.
fn many(count: usize, change: impl Fn(usize, &mut Subscription)) -> Report {
    let mut report = sample::rich();
    let model = report.triggers[1].clone();
    report.triggers = (0..count)
        .map(|number| {
            let mut trigger = model.clone();
            let mut subscription = Subscription::clone(&model.subscription);
            subscription.id = format!("sub-{number:05}");
            change(number, &mut subscription);
            trigger.subscription = Arc::new(subscription);
            trigger
        })
        .collect();
    report
}

/// As it is sent: the marker and the body.
fn whole_length(draft: &Draft) -> usize {
    let marker = serde_json::json!({ "head": "f".repeat(64), "told": draft.told }).to_string();
    format!("<!-- codesub {marker} -->\n{}", draft.body).len()
}

#[test]
fn the_rich_report_as_a_comment() {
    insta::assert_snapshot!("rich", comment(&sample::rich(), &Told::new()).body);
}

#[test]
fn an_accepted_change_and_nothing_else() {
    let mut report = sample::rich();
    report.complete = true;
    report.triggers.retain(|trigger| trigger.acknowledged);
    report.proposals.retain(|proposal| proposal.applied);
    (report.notes, report.subscriptions_changed) = Default::default();
    insta::assert_snapshot!("accepted", comment(&report, &Told::new()).body);
}

#[test]
fn gaps_alone_are_not_worth_a_comment() {
    assert!(!super::is_worth_a_comment(&sample::gaps()));
    let mut undecided = sample::gaps();
    undecided.notes[0].subscription_id = Some("it".to_owned());
    assert!(super::is_worth_a_comment(&undecided));
    // In one that is written anyway they are told.
    let mut report = sample::gaps();
    report.triggers = sample::rich().triggers;
    let body = comment(&report, &Told::new()).body;
    assert!(body.contains("Every subscription was checked") && !body.contains("Nothing can be said"), "{body}");
}

#[test]
fn all_clear_after_something_was_told() {
    let before = told(&["token-check STRUCTURAL"]);
    let draft = comment(&sample::clean(), &before);
    insta::assert_snapshot!("all_clear", draft.body);
    assert_eq!(draft.told, before, "and it is remembered, should it come back");
    assert!(!is_worth_a_comment(&sample::clean()));
}

#[test]
fn the_summary_of_a_clean_report() {
    insta::assert_snapshot!("clean_summary", summary(&sample::clean(), 1 << 20));
}

#[test]
fn people_are_mentioned_once() {
    let first = comment(&sample::rich(), &Told::new());
    assert!(first.body.contains("| @acme/security, @acme/gateway |"), "{}", first.body);
    assert!(first.body.contains("| `data-platform@acme.example` |"));
    assert_eq!(first.told, told(&["session-ttl MISSING", "token-check STRUCTURAL"]));
    let second = comment(&sample::rich(), &first.told);
    assert!(second.body.contains("| `@acme/security`, `@acme/gateway` |"));
    assert_eq!(second.told, first.told);
    assert_eq!(comment(&sample::rich(), &second.told), second, "from then on nothing changes");
    // Another change of the same code is news.
    let other = comment(&sample::rich(), &told(&["token-check CONTENT", "session-ttl MISSING"]));
    assert!(other.body.contains("| @acme/security, @acme/gateway |") && other.body.contains("| `@acme/mobile` |"));
    assert!(!summary(&sample::rich(), 1 << 20).contains("| @acme/"));
}

#[test]
fn what_is_acknowledged_drifted_or_not_shown_mentions_nobody() {
    let mut report = sample::rich();
    report.triggers[0].acknowledged = true;
    report.triggers[1].origin = Origin::Drift;
    let draft = comment(&report, &Told::new());
    assert_eq!(draft.told, Told::new());
    assert!(!draft.body.contains("| @acme/") && draft.body.contains("| `@acme/security`, `@acme/gateway` |"));
    let report = many(5000, |number, it| it.notify = vec![format!("@acme/team-{}", number / 1000)]);
    let draft = comment(&report, &Told::new());
    let rows = draft.body.lines().filter(|line| line.starts_with("| ❌")).count();
    assert!(rows > 100 && draft.told.len() <= rows, "{rows}");
}

#[test]
fn what_is_not_on_the_trusted_list_mentions_nobody() {
    let report = sample::rich();
    let mut trusted = sample::list_of(&report);
    trusted.subscriptions.retain(|subscription| subscription.id != "token-check");
    let draft = comment_of(&report, &Told::new(), &trusted, &WhatElse::default());
    assert_eq!(draft.told, told(&["session-ttl MISSING"]));
    assert!(draft.body.contains("| `@acme/security`, `@acme/gateway` |"), "{}", draft.body);
    assert_eq!(comment_of(&report, &Told::new(), &Config::default(), &WhatElse::default()).told, Told::new());
}

#[test]
fn a_comment_mentions_twenty_names_at_most() {
    let report = many(40, |number, it| it.notify = vec![format!("@user-{number}"), "@Acme/All".to_owned()]);
    let draft = comment(&report, &Told::new());
    let mentioned = (0..40).filter(|number| draft.body.contains(&format!("| @user-{number}, @Acme/All |"))).count();
    assert_eq!(mentioned, 19);
    assert!(draft.body.contains("| `@user-19`, @Acme/All |"), "who is mentioned anyway costs nothing");
    assert_eq!(draft.told.len(), 40);
}

#[test]
fn what_cannot_be_remembered_mentions_nobody() {
    let long = "x".repeat(90);
    let report = many(600, |number, it| it.id = format!("{number:03}-{long}"));
    let draft = comment(&report, &Told::new());
    let mentioned = draft.body.matches("| @acme/security,").count();
    assert_eq!(mentioned, draft.told.len());
    assert!(whole_length(&draft) <= MAX_COMMENT, "{}", whole_length(&draft));
    // A marker that is full stays as it is, and what others wrote into it is forgotten.
    let full: Told = (0..600).map(|number| format!("{number:03}-{long} MISSING")).collect();
    let draft = comment(&report, &full);
    assert!(draft.told.len() > 150 && draft.told.is_subset(&full));
    assert_eq!(draft.body.matches("| @acme/security,").count(), 0);
    assert!(whole_length(&draft) <= MAX_COMMENT, "{}", whole_length(&draft));
    assert_eq!(comment(&sample::clean(), &told(&["x", "A MISSING", "a GONE", "\0 LINES", "a LINES"])).told.len(), 1);
}

#[test]
fn five_hundred_remembered_triggers_fit() {
    let report = many(500, |_, _| ());
    let before: Told = report.triggers.iter().map(key).collect();
    let draft = comment(&report, &before);
    assert_eq!(draft.told.len(), 500);
    let length = whole_length(&draft);
    assert!(length <= MAX_COMMENT && length > MAX_COMMENT - 4000, "{length}");
}

#[test]
fn thousands_of_findings_are_cut_at_an_entry_and_counted() {
    let mut report = many(5000, |_, _| ());
    report.target.commit = Some("f".repeat(40));
    let (proposal, note) = (report.proposals[1].clone(), report.notes[0].clone());
    for number in 0..5000u32 {
        let mut proposal = proposal.clone();
        let target = Target::Construct { path: format!("src/f{number}.py"), qualname: "FEES".into() };
        proposal.subscription = Arc::new(Subscription::new(format!("moved-{number}"), target));
        proposal.patch.as_mut().unwrap().line = 10 * number + 5;
        report.proposals.push(proposal);
        report.notes.push(note.clone());
    }
    let started = std::time::Instant::now();
    let draft = comment(&report, &Told::new());
    let summary = summary(&report, 1 << 20);
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
    assert!(whole_length(&draft) <= MAX_COMMENT && summary.len() <= 1 << 20);
    for (body, least) in [(&draft.body, 50), (&summary, 1000)] {
        let rows = body.lines().filter(|line| line.starts_with("| ❌")).count();
        let bullets = body.lines().filter(|line| line.starts_with("- `") && line.contains(" confidence, ")).count();
        let notes = body.lines().filter(|line| line.starts_with("- copies: ")).count();
        assert!(rows >= least && bullets >= least / 2 && notes >= least / 2, "{rows} {bullets} {notes}");
        let details = body.matches("<details><summary><code>sub-").count();
        for words in [
            format!("{} triggers, ", 5000 - rows),
            format!(" {} triggers' details, ", rows - details),
            format!(" {} proposals, ", 5004 - bullets),
            format!(" {} notes. ", 5004 - notes),
        ] {
            assert!(body.contains(&words), "{words}: {}", &body[body.find("[!NOTE]").unwrap()..][..300]);
        }
        assert_eq!(body.matches("```").count() % 2, 0);
        assert_eq!(body.matches("<details>").count(), body.matches("</details>").count());
        assert!(body.contains("`codesub scan --base 1a2b3c4d5e6f`"));
    }
}

#[test]
fn an_enormous_trigger_hides_no_other() {
    let mut report = many(8, |_, _| ());
    let lines = |letter: &str| (0..400).map(|number| format!("{letter}{number} ").repeat(2500)).collect();
    let excerpt = |letter| Excerpt { path: "x.py".into(), start_line: 1, lines: lines(letter) };
    (report.triggers[0].before, report.triggers[0].after) = (Some(excerpt("a")), Some(excerpt("b")));
    let draft = comment(&report, &Told::new());
    assert!(whole_length(&draft) <= MAX_COMMENT);
    assert_eq!(draft.body.matches("<details><summary><code>sub-").count(), 8);
    assert!(draft.body.matches("def validate_token").count() == 7 && draft.body.contains("-a0 a0 a0"));
    assert!(!draft.body.contains("[!NOTE]"));
    // Not even when nothing but it would be left.
    report.triggers[0].details.locations = vec!["\u{202e}".repeat(300); 40];
    let draft = comment(&report, &Told::new());
    assert!(whole_length(&draft) <= MAX_COMMENT);
    assert!(draft.body.matches("def validate_token").count() == 7);
}
