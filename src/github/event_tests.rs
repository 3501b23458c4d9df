//! Events as GitHub sends them, and what is none.

use super::*;
use crate::error::ExitStatus;

const HEAD: &str = "1111111111111111111111111111111111111111";
const BASE: &str = "2222222222222222222222222222222222222222";
const ZERO: &str = "0000000000000000000000000000000000000000";

fn pull_request_event(head_repo: &str) -> String {
    format!(
        r#"{{"action": "synchronize", "number": 7, "pull_request": {{"number": 7, "title": "x",
            "base": {{"ref": "main", "sha": "{BASE}", "repo": {{"full_name": "acme/shop"}}}},
            "head": {{"ref": "topic", "sha": "{HEAD}", "repo": {head_repo}}}}}}}"#
    )
}

#[test]
fn a_pull_request_knows_its_branch_and_its_head() {
    // The repository of a fork may be gone.
    for repo in [r#"{"full_name": "acme/shop"}"#, r#"{"full_name": "eve/shop"}"#, "null"] {
        let expected = PullRequest { number: 7, base_branch: "main".into(), head: HEAD.into() };
        let json = pull_request_event(repo);
        assert_eq!(Event::parse("pull_request", json.as_bytes()).unwrap(), Event::PullRequest(expected.clone()));
        let target = Event::parse("pull_request_target", json.as_bytes()).unwrap();
        assert_eq!(target, Event::PullRequestTarget(expected.clone()));
        assert_eq!(target.pull_request(), Some(&expected));
    }
}

#[test]
fn a_push_can_begin_or_end_a_branch() {
    let push = |before: &str, after: &str| {
        let json = format!(
            r#"{{"ref": "refs/heads/x", "before": "{before}", "after": "{after}", "repository": {{"default_branch": "main"}}}}"#
        );
        match Event::parse("push", json.as_bytes()).unwrap() {
            Event::Push(push) => (push.before, push.after, push.default_branch),
            other => panic!("{other:?}"),
        }
    };
    let (head, base, main) = (Some(HEAD.to_owned()), Some(BASE.to_owned()), Some("main".to_owned()));
    assert_eq!(push(BASE, HEAD), (base.clone(), head.clone(), main.clone()));
    assert_eq!(push(ZERO, HEAD), (None, head, main.clone()));
    assert_eq!(push(BASE, ZERO), (base, None, main));
}

#[test]
fn the_other_events() {
    let json = format!(r#"{{"merge_group": {{"base_sha": "{BASE}", "head_sha": "{HEAD}"}}}}"#);
    let group = Event::MergeGroup { base: BASE.into(), head: HEAD.into() };
    assert_eq!(Event::parse("merge_group", json.as_bytes()).unwrap(), group);
    let asked = Event::Asked { default_branch: Some("trunk".into()) };
    let json = r#"{"inputs": null, "repository": {"default_branch": "trunk"}}"#;
    assert_eq!(Event::parse("workflow_dispatch", json.as_bytes()).unwrap(), asked);
    let json = format!(
        r#"{{"workflow_run": {{"event": "pull_request", "head_sha": "{HEAD}", "head_branch": "topic",
            "head_repository": {{"full_name": "eve/shop"}}, "pull_requests": []}}}}"#
    );
    let run = WorkflowRun {
        event: "pull_request".into(),
        head: HEAD.into(),
        head_repository: Some("eve/shop".into()),
        head_branch: Some("topic".into()),
    };
    assert_eq!(Event::parse("workflow_run", json.as_bytes()).unwrap(), Event::WorkflowRun(run));
}

#[test]
fn what_is_no_event_is_refused_in_words() {
    for (name, json, words) in [
        ("pull_request", "", "is not JSON"),
        ("pull_request", "[]", "is no `pull_request` event"),
        ("pull_request", r#"{"pull_request": {"number": 7}}"#, "is no `pull_request` event"),
        ("push", r#"{"ref": "refs/heads/x", "before": "--upload-pack=x", "after": ""}"#, "which is no id"),
        ("issues", "{}", "nothing to compare on the event `issues`"),
    ] {
        let error = Event::parse(name, json.as_bytes()).unwrap_err();
        assert_eq!(error.exit_status(), ExitStatus::Usage);
        assert!(error.to_string().contains(words), "{error}");
    }
}
