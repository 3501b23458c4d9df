//! GitHub events: whatever JSON stands at `GITHUB_EVENT_PATH`, what is read of it names commits by id.

use codesub::github::Event;

pub const WORDS: &[&str] = &[
    "\"pull_request\":",
    "\"number\":",
    "\"base\":",
    "\"head\":",
    "\"ref\":",
    "\"sha\":",
    "\"repo\":",
    "\"merge_group\":",
    "\"base_sha\":",
    "\"head_sha\":",
    "\"before\":",
    "\"after\":",
    "\"repository\":",
    "\"default_branch\":",
    "\"full_name\":",
    "\"workflow_run\":",
    "\"event\":",
    "\"head_branch\":",
    "\"head_repository\":",
    "null",
    "0000000000000000000000000000000000000000",
    "[",
    "{",
    "1e400",
    "\\ud800",
];

const NAMES: [&str; 8] = [
    "pull_request",
    "pull_request_target",
    "merge_group",
    "push",
    "workflow_dispatch",
    "schedule",
    "workflow_run",
    "issues",
];

pub fn seeds() -> Vec<Vec<u8>> {
    let (one, two, zero) = ("1".repeat(40), "ABCDEF".repeat(10) + "0000", "0".repeat(40));
    let seeds = [
        format!(
            r#"{{"pull_request":{{"number":7,"base":{{"ref":"main","sha":"{one}"}},"head":{{"ref":"x","sha":"{two}","repo":null}}}}}}"#
        ),
        format!(r#"{{"merge_group":{{"base_sha":"{one}","head_sha":"{two}"}}}}"#),
        format!(
            r#"{{"ref":"refs/heads/x","before":"{zero}","after":"{one}","repository":{{"default_branch":"main","full_name":"a/b"}}}}"#
        ),
        format!(
            r#"{{"workflow_run":{{"event":"pull_request","head_sha":"{one}","head_branch":null,"head_repository":{{"full_name":"a/b"}}}}}}"#
        ),
        r#"{"repository":null,"inputs":{}}"#.to_owned(),
    ];
    seeds.into_iter().map(String::into_bytes).collect()
}

pub fn run(data: &[u8]) {
    for name in NAMES {
        let Ok(event) = Event::parse(name, data) else { continue };
        let ids: Vec<&str> = match &event {
            Event::PullRequest(pull) | Event::PullRequestTarget(pull) => vec![&pull.head],
            Event::MergeGroup { base, head } => vec![base, head],
            Event::Push(push) => push.before.iter().chain(&push.after).map(String::as_str).collect(),
            Event::WorkflowRun(run) => vec![&run.head],
            Event::Asked { .. } => Vec::new(),
        };
        for id in ids {
            let is_id = id.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
            assert!(matches!(id.len(), 40 | 64) && is_id, "{id:?}");
        }
        assert_eq!(Event::parse(name, data).expect("as before"), event);
    }
}
