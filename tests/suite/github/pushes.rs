//! Events without a pull request: pushes, merge queues and runs that somebody asked for.

use serde_json::{Value, json};

use super::events::{Origin, compared, obey};
use super::{Job, LIE, REPOSITORY};

const NONE: &str = "0000000000000000000000000000000000000000";

fn push(reference: &str, before: &str, after: &str) -> Value {
    json!({
        "ref": reference,
        "before": before,
        "after": after,
        "base_ref": null,
        "repository": { "full_name": REPOSITORY, "default_branch": "main" },
    })
}

fn on<'a>(mut job: Job<'a>, name: &str, event: &Value) -> Job<'a> {
    job.set("GITHUB_EVENT_NAME", name).event(event);
    job
}

/// Nobody is asked anything: there is no pull request to comment on.
#[track_caller]
fn silent(job: &Job<'_>) {
    assert_eq!(job.asked(), Vec::<String>::new());
}

#[test]
fn a_push_is_compared_with_what_was_there_before() {
    let origin = Origin::new();
    let clone = origin.checkout(&origin.head, "refs/remotes/origin/topic", 0);
    let before = origin.fixture.git(&["rev-parse", "topic^"]);
    let job = on(origin.job(&clone), "push", &push("refs/heads/topic", &before, &origin.head));
    compared(&job, job.run(&["--require-comment"]), &before, &origin.head);
    silent(&job);
}

#[test]
fn a_new_branch_is_compared_with_the_default_one() {
    let origin = Origin::new();
    let clone = origin.checkout(&origin.head, "refs/remotes/origin/topic", 0);
    let job = on(origin.job(&clone), "push", &push("refs/heads/topic", NONE, &origin.head));
    compared(&job, job.run(&[]), &origin.left_at, &origin.head);
    // The default branch itself is new: there was nothing before.
    let job = on(origin.job(&clone), "push", &push("refs/heads/main", NONE, &origin.main));
    job.run(&[]).exits(0).tells("nothing to check");
    silent(&job);
}

#[test]
fn deletions_and_tags_change_no_code() {
    let origin = Origin::new();
    let clone = origin.checkout(&origin.head, "refs/remotes/origin/topic", 1);
    for event in [
        push("refs/heads/topic", &origin.head, NONE),
        push("refs/tags/v1", NONE, &origin.head),
        push("refs/tags/v1", &origin.main, &origin.head),
    ] {
        let job = on(origin.job(&clone), "push", &event);
        job.run(&[]).exits(0).tells("This event changes no code");
        silent(&job);
        // Whoever uses the outputs finds them.
        assert_eq!((job.outputs()["triggers"].as_str(), job.outputs()["blocking"].as_str()), ("0", "false"));
    }
}

#[test]
fn a_forced_push_asks_for_the_old_commit() {
    let origin = Origin::new();
    // What was there before is another line of history, which no branch leads to any more.
    origin.fixture.git(&["checkout", "--quiet", "--detach", &origin.left_at]);
    origin.fixture.write("notes.md", "Other notes.\n");
    let gone = origin.fixture.commit("rewritten since");
    origin.fixture.git(&["checkout", "--quiet", "main"]);
    let clone = origin.checkout(&origin.head, "refs/remotes/origin/topic", 0);
    let job = on(origin.job(&clone), "push", &push("refs/heads/topic", &gone, &origin.head));
    let run = job.run(&[]);
    obey(&clone, &run, &format!("git fetch --no-tags origin {gone}"));
    run.exits(3).fails_in_a_job(&format!("the commit {gone} is not in this clone"), "after a forced push");
    compared(&job, job.run(&[]), &origin.left_at, &origin.head);
    // Gone for good: another base is all that helps.
    let job = on(origin.job(&clone), "push", &push("refs/heads/topic", LIE, &origin.head));
    job.run(&[]).exits(3).fails_in_a_job("is not in this clone", "--base origin/main");
    compared(&job, job.run(&["--base", "origin/main"]), &origin.left_at, &origin.head);
}

#[test]
fn a_shallow_push_asks_for_what_it_lacks() {
    let origin = Origin::new();
    let clone = origin.checkout(&origin.head, "refs/remotes/origin/topic", 1);
    let job = on(origin.job(&clone), "push", &push("refs/heads/topic", &origin.left_at, &origin.head));
    let run = job.run(&[]);
    obey(&clone, &run, &format!("git fetch --no-tags origin {}", origin.left_at));
    run.exits(3).fails_in_a_job("is not in this clone", "`fetch-depth: 0`");
    let run = job.run(&[]);
    if run.status == 3 {
        obey(&clone, &run, "git fetch --unshallow");
    }
    compared(&job, job.run(&[]), &origin.left_at, &origin.head);
}

#[test]
fn a_merge_queue_is_compared_with_its_base() {
    let origin = Origin::new();
    let clone = origin.checkout(&origin.merge, "refs/remotes/origin/gh-readonly-queue/main/pr-7", 0);
    let event =
        json!({ "merge_group": { "base_sha": origin.main, "head_sha": origin.merge, "base_ref": "refs/heads/main" } });
    let job = on(origin.job(&clone), "merge_group", &event);
    compared(&job, job.run(&[]), &origin.main, &origin.merge);
    silent(&job);
    let clone = origin.checkout(&origin.merge, "refs/remotes/origin/gh-readonly-queue/main/pr-7", 1);
    let job = on(origin.job(&clone), "merge_group", &event);
    let run = job.run(&[]);
    obey(&clone, &run, &format!("git fetch --no-tags origin {}", origin.main));
    run.exits(3).fails_in_a_job("is not in this clone", "fetch-depth: 0");
}

#[test]
fn whoever_asks_gets_the_branch_compared_with_the_default_one() {
    let origin = Origin::new();
    let event = json!({ "inputs": {}, "ref": "refs/heads/topic", "repository": { "default_branch": "main" } });
    let clone = origin.checkout(&origin.head, "refs/remotes/origin/topic", 0);
    for name in ["workflow_dispatch", "schedule"] {
        let job = on(origin.job(&clone), name, &event);
        compared(&job, job.run(&[]), &origin.left_at, &origin.head);
        silent(&job);
    }
    let clone = origin.checkout(&origin.head, "refs/remotes/origin/topic", 1);
    let job = on(origin.job(&clone), "workflow_dispatch", &event);
    job.run(&[]).exits(3).fails_in_a_job("the base branch `main` is not in this clone", "refs/remotes/origin/main");
}
