//! Pull requests: what each kind of checkout is compared with, and what a shallow one lacks (SPEC 9.2).

use serde_json::json;

use super::{Job, LIE, NUMBER, pull_request};
use crate::repository::{Fixture, Run};

/// A repository as it is at GitHub, with a pull request and the trial merge that GitHub makes of it. The base branch has
/// moved on since the pull request left it, and has changed another constant that is subscribed to.
pub struct Origin {
    pub fixture: Fixture,
    /// Where the pull request left the base branch.
    pub left_at: String,
    pub main: String,
    pub head: String,
    pub merge: String,
}

impl Origin {
    pub fn new() -> Self {
        let fixture = Fixture::new();
        // As GitHub does.
        fixture.git(&["config", "uploadpack.allowAnySHA1InWant", "true"]);
        fixture.write("pay.py", "LIMIT = 1\n\n\ndef pay(amount):\n    return amount < LIMIT\n");
        fixture.write("ship.py", "DAYS = 1\n\n\ndef ship(days):\n    return days < DAYS\n");
        fixture.codesub(&["add", "pay.py::LIMIT", "--id", "limit"]).exits(0);
        fixture.codesub(&["add", "ship.py::DAYS", "--id", "days"]).exits(0);
        fixture.commit("shop");
        fixture.write("README.md", "A shop.\n");
        let left_at = fixture.commit("read me");
        fixture.git(&["checkout", "--quiet", "-b", "topic"]);
        fixture.write("notes.md", "To do.\n");
        fixture.commit("notes");
        fixture.write("pay.py", "LIMIT = 2\n\n\ndef pay(amount):\n    return amount < LIMIT\n");
        let head = fixture.commit("another limit");
        fixture.git(&["checkout", "--quiet", "main"]);
        fixture.write("NEWS.md", "None.\n");
        fixture.commit("news");
        fixture.write("ship.py", "DAYS = 2\n\n\ndef ship(days):\n    return days < DAYS\n");
        let main = fixture.commit("slower");
        fixture.git(&["checkout", "--quiet", "--detach", "main"]);
        fixture.git(&["merge", "--quiet", "--no-ff", "--message", "Merge", "topic"]);
        let merge = fixture.git(&["rev-parse", "HEAD"]);
        fixture.git(&["checkout", "--quiet", "main"]);
        fixture.git(&["update-ref", &format!("refs/pull/{NUMBER}/merge"), &merge]);
        fixture.git(&["update-ref", &format!("refs/pull/{NUMBER}/head"), &head]);
        Origin { fixture, left_at, main, head, merge }
    }

    /// What actions/checkout does: one commit under one name, with so much history; 0 is all of it, and every branch.
    pub fn checkout(&self, commit: &str, name: &str, depth: u32) -> Fixture {
        let clone = Fixture::new();
        clone.git(&["remote", "add", "origin", &format!("file://{}", self.fixture.root().display())]);
        let fetch = |what: &[&str]| clone.git(&[&["fetch", "--quiet", "--no-tags", "--prune"], what].concat());
        let one = format!("+{commit}:{name}");
        if depth == 0 {
            fetch(&["origin", "+refs/heads/*:refs/remotes/origin/*"]);
            fetch(&["origin", &one]);
        } else {
            fetch(&[&format!("--depth={depth}"), "origin", &one]);
        }
        clone.git(&["checkout", "--quiet", "--force", "--detach", commit]);
        clone
    }

    pub fn checkout_merge(&self, depth: u32) -> Fixture {
        self.checkout(&self.merge, &format!("refs/remotes/pull/{NUMBER}/merge"), depth)
    }

    /// A job for the pull request.
    pub fn job<'a>(&self, clone: &'a Fixture) -> Job<'a> {
        let mut job = Job::new(clone, &self.head);
        job.set("GITHUB_SHA", &self.merge);
        job
    }
}

/// Asserts what was compared: only the pull request's own change is found.
#[track_caller]
pub fn compared(job: &Job<'_>, run: Run, base: &str, target: &str) {
    let run = run.exits(1);
    let text = std::fs::read_to_string(job.path("temp/codesub-report.json")).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["base"]["commit"], base, "{}", run.stdout);
    assert_eq!(report["target"]["commit"], target);
    let triggers: Vec<_> =
        report["triggers"].as_array().expect("a list").iter().map(|it| &it["subscription_id"]).collect();
    assert_eq!(triggers, ["limit"]);
    assert_eq!(job.outputs()["triggers"], "1");
}

/// Does what a hint says: runs the first `git …` in it.
#[track_caller]
pub fn obey(clone: &Fixture, run: &Run, command: &str) {
    assert!(run.stderr.contains(&format!("`{command}`")), "no `{command}` in {}", run.stderr);
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    clone.git(&words);
}

#[test]
fn a_trial_merge_needs_two_commits() {
    let origin = Origin::new();
    let clone = origin.checkout_merge(2);
    let job = origin.job(&clone);
    compared(&job, job.run(&[]), &origin.main, &origin.merge);
    // Whoever reads it knows their head, not the commit that GitHub made of it.
    let told = format!("head `{}` (`refs/pull/{NUMBER}/merge`)", &origin.merge[..7]);
    assert!(job.only_comment(&origin.head).body.contains(&told), "{:?}", job.comments());
    // All of it does no harm.
    let clone = origin.checkout_merge(0);
    let job = origin.job(&clone);
    compared(&job, job.run(&[]), &origin.main, &origin.merge);
}

#[test]
fn a_trial_merge_without_its_parents_asks_for_them() {
    let origin = Origin::new();
    let clone = origin.checkout_merge(1);
    let job = origin.job(&clone);
    let run = job.run(&[]);
    assert!(run.stderr.contains(&origin.main), "{}", run.stderr);
    run.exits(3).fails_in_a_job("is not in this clone", "`fetch-depth: 2`");
    assert_eq!(job.asked(), Vec::<String>::new());
    // As the checkout with that depth would.
    clone.git(&["fetch", "--quiet", "--no-tags", "--depth=2", "origin", &origin.merge]);
    compared(&job, job.run(&[]), &origin.main, &origin.merge);
}

#[test]
fn the_head_is_compared_with_where_it_left_the_base() {
    let origin = Origin::new();
    let clone = origin.checkout(&origin.head, "refs/remotes/origin/topic", 0);
    let job = origin.job(&clone);
    compared(&job, job.run(&[]), &origin.left_at, &origin.head);
}

#[test]
fn a_head_without_history_asks_for_the_base_and_then_for_more() {
    let origin = Origin::new();
    let clone = origin.checkout(&origin.head, "refs/remotes/origin/topic", 1);
    let job = origin.job(&clone);
    let run = job.run(&[]);
    let fetch = "git fetch --no-tags --depth=1 origin +refs/heads/main:refs/remotes/origin/main";
    obey(&clone, &run, fetch);
    run.exits(3).fails_in_a_job("the base branch `main` is not in this clone", "`fetch-depth: 0`");
    let run = job.run(&[]);
    obey(&clone, &run, "git fetch --unshallow");
    run.exits(3).fails_in_a_job("have no common ancestor here", "shallow");
    compared(&job, job.run(&[]), &origin.left_at, &origin.head);
}

#[test]
fn another_merge_that_is_checked_out_is_no_trial_merge() {
    let origin = Origin::new();
    let clone = origin.checkout_merge(0);
    // HEAD is not what the job was started for, or its second parent is not the head.
    let mut job = origin.job(&clone);
    job.set("GITHUB_SHA", LIE);
    compared(&job, job.run(&[]), &origin.left_at, &origin.head);
    let job = origin.job(&clone);
    let parent = origin.fixture.git(&["rev-parse", &format!("{}^", origin.head)]);
    job.event(&pull_request(&parent));
    job.run(&[]).exits(0);
    assert_eq!(job.outputs()["triggers"], "0");
}

#[test]
fn the_privileged_event_looks_at_the_head_without_checking_it_out() {
    let origin = Origin::new();
    let clone = origin.checkout(&origin.main, "refs/remotes/origin/main", 0);
    let mut job = origin.job(&clone);
    job.set("GITHUB_EVENT_NAME", "pull_request_target").set("GITHUB_SHA", &origin.main);
    // All branches were fetched, so the head is there; that of a fork is not.
    compared(&job, job.run(&[]), &origin.left_at, &origin.head);
    assert_eq!(clone.read("pay.py").lines().next(), Some("LIMIT = 1"), "nothing is checked out");

    let clone = origin.checkout(&origin.main, "refs/remotes/origin/main", 1);
    let mut job = origin.job(&clone);
    job.set("GITHUB_EVENT_NAME", "pull_request_target").set("GITHUB_SHA", &origin.main);
    let run = job.run(&[]);
    obey(&clone, &run, "git fetch --no-tags origin refs/pull/7/head");
    run.exits(3)
        .fails_in_a_job(&format!("the commit {} is not in this clone", origin.head), "nothing has to be checked out");
    let run = job.run(&[]);
    obey(&clone, &run, "git fetch --unshallow");
    run.exits(3).fails_in_a_job("have no common ancestor here", "shallow");
    let names = clone.names();
    compared(&job, job.run(&[]), &origin.left_at, &origin.head);
    assert_eq!(clone.names(), names);
    assert_eq!(clone.git(&["status", "--porcelain"]), "");
    assert_eq!(clone.git(&["rev-parse", "HEAD"]), origin.main);
}

#[test]
fn a_base_by_name_replaces_the_events() {
    let origin = Origin::new();
    let clone = origin.checkout(&origin.head, "refs/remotes/origin/topic", 0);
    let job = origin.job(&clone);
    compared(&job, job.run(&["--base", "origin/main"]), &origin.left_at, &origin.head);
    job.run(&["--base", "nowhere"]).exits(2).fails_in_a_job("nowhere", "");
}

#[test]
fn events_that_cannot_be_read_say_so() {
    let origin = Origin::new();
    let clone = origin.checkout_merge(2);
    let mut job = origin.job(&clone);
    for (name, event, error, hint) in [
        ("pull_request", "", "is not JSON", ""),
        ("pull_request", "{\"pull_request\": {}}", "is no `pull_request` event", ""),
        ("pull_request", "\u{7}", "is not JSON", ""),
        ("issues", "{}", "nothing to compare on the event `issues`", "codesub scan --check"),
        ("iss\u{1b}[31mues", "{}", "iss\\x1b[31mues", ""),
        ("workflow_run", "{}", "is no `workflow_run` event", ""),
    ] {
        std::fs::write(job.path("event.json"), event).expect("an event");
        job.set("GITHUB_EVENT_NAME", name).run(&[]).exits(2).fails_in_a_job(error, hint);
    }
    let run = json!({ "workflow_run": { "event": "pull_request", "head_sha": origin.head } });
    job.event(&run);
    job.set("GITHUB_EVENT_NAME", "workflow_run")
        .run(&[])
        .exits(2)
        .fails_in_a_job("second stage", "codesub github publish");
    job.set("GITHUB_EVENT_PATH", "no/such/file").run(&[]).exits(2).fails_in_a_job("cannot be read", "");
    job.unset("GITHUB_EVENT_NAME").run(&[]).exits(2).fails("GITHUB_EVENT_NAME is not set", "codesub scan");
    assert_eq!(job.asked(), Vec::<String>::new());
    let mut job = origin.job(&clone);
    job.set("GITHUB_REPOSITORY", "../evil").run(&[]).exits(2);
    assert_eq!(job.asked(), Vec::<String>::new());
}
