//! The second stage: a report that anybody may have written, posted with a token that can write (SPEC 9.5).

use std::fs;

use serde_json::{Value, json};

use super::{BOT, Job, LIE, MARKER, NUMBER, REPOSITORY, Shop, TOKEN};
use crate::api::{Account, Fault, Rule};
use crate::repository::Run;

const FORK: &str = "eve/shop";

/// A second stage for the newest commit of a fork's pull request, with the report of its first stage. It runs in an empty
/// folder: nothing is checked out.
struct Stage {
    job: Job<'static>,
    report: Value,
    head: &'static str,
}

impl Stage {
    fn new() -> Self {
        let shop = Shop::shared();
        let head = shop.heads[0].as_str();
        let mut job = Job::new(&shop.fixture, head);
        let writer = Account { login: BOT.to_owned(), may_write: true, is_app: true };
        let reader = Account { may_write: false, ..writer.clone() };
        job.server.state().accounts.insert(TOKEN.to_owned(), reader);
        job.run(&["--report", &job.path("report.json").display().to_string()]).exits(1);
        assert_eq!(job.comments(), []);
        let report =
            serde_json::from_str(&fs::read_to_string(job.path("report.json")).expect("a report")).expect("JSON");
        job.server.forget();
        job.server.state().accounts.insert(TOKEN.to_owned(), writer);
        let list = shop.fixture.read("codesub.yaml").into_bytes();
        job.repository(|repository| {
            let pull = repository.pulls.get_mut(&NUMBER).expect("the pull request");
            pull.head_repository = Some(FORK.to_owned());
            // Another one, which must never hear of any of this.
            let other = crate::api::Pull { head: LIE.to_owned(), ..pull.clone() };
            repository.pulls.insert(8, other);
            repository.files.insert(("main".to_owned(), "codesub.yaml".to_owned()), list);
        });
        job.set("GITHUB_EVENT_NAME", "workflow_run");
        fs::create_dir(job.path("empty")).expect("a folder");
        let stage = Stage { job, report, head };
        stage.ran_for("pull_request", head);
        stage
    }

    fn ran_for(&self, event: &str, head: &str) {
        let run = json!({
            "event": event,
            "head_sha": head,
            "head_branch": "topic",
            "head_repository": { "full_name": FORK },
            // Empty for forks, which is why it is not used.
            "pull_requests": [],
        });
        self.job.event(&json!({ "action": "completed", "workflow_run": run }));
    }

    fn publish(&self, arguments: &[&str]) -> Run {
        fs::write(self.job.path("report.json"), self.report.to_string()).expect("a report");
        self.publish_file(arguments)
    }

    fn publish_file(&self, arguments: &[&str]) -> Run {
        let arguments = [&["github", "publish", "../report.json", "--timeout", "20"], arguments].concat();
        let mut command = self.job.command(&arguments);
        Run::new(&command.current_dir(self.job.path("empty")).output().expect("codesub runs"))
    }

    /// Nothing was written anywhere.
    #[track_caller]
    fn wrote_nothing(&self) {
        assert!(self.job.asked().iter().all(|asked| asked.starts_with("GET ")), "{:?}", self.job.asked());
        assert_eq!(self.job.comments(), []);
        assert_eq!(self.job.server.state().comments(REPOSITORY, 8), []);
    }
}

#[test]
fn the_report_of_a_fork_is_posted() {
    let stage = Stage::new();
    // The status is that of posting: the verdict was the first stage's.
    stage.publish(&["--require-comment"]).exits(0).tells("Commented: ");
    let comment = stage.job.only_comment(stage.head);
    stage.publish(&[]).exits(0).tells("says so already");
    assert_eq!(stage.job.only_comment(stage.head), comment);
    assert_eq!(fs::read_dir(stage.job.path("empty")).expect("a folder").count(), 0);
}

#[test]
fn what_is_no_report_is_refused_before_anybody_is_asked() {
    let stage = Stage::new();
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut report = stage.report.clone();
        change(&mut report);
        report.to_string()
    };
    for (name, text) in [
        ("empty", String::new()),
        ("no JSON", "::error::x".to_owned()),
        ("a list", "[]".to_owned()),
        ("deep", "[".repeat(1 << 20)),
        ("another schema", changed(&|report| report["schema"] = json!("codesub.scan/v9"))),
        ("no schema", changed(&|report| drop(report.as_object_mut().expect("an object").remove("schema")))),
        ("wrong type", changed(&|report| report["triggers"] = json!("many"))),
        ("wrong lines", changed(&|report| report["triggers"][0]["start_line"] = json!(-1))),
        ("wrong word", changed(&|report| report["triggers"][0]["change_type"] = json!("\u{1b}[31m\n::error::x"))),
        ("old command", changed(&|report| report["triggers"][0]["change_type"] = json!("##[add-mask]x"))),
    ] {
        fs::write(stage.job.path("report.json"), text).expect("a report");
        let run = stage.publish_file(&[]);
        assert!(!run.stderr.contains('\u{1b}') && !run.stderr.contains("##["), "{name}: {}", run.stderr);
        run.exits(2).fails_in_a_job("is no report of codesub", "codesub github --report");
    }
    let file = fs::File::create(stage.job.path("report.json")).expect("a file");
    file.set_len(100 << 20).expect("a hundred megabytes");
    stage.publish_file(&[]).exits(2).fails_in_a_job("bytes, which no report has", "");
    fs::remove_file(stage.job.path("report.json")).expect("a file");
    stage.publish_file(&[]).exits(2).fails_in_a_job("cannot be read", "");
    // A folder, and a link to what would be read otherwise.
    fs::write(stage.job.path("other.json"), stage.report.to_string()).expect("a report");
    std::os::unix::fs::symlink("other.json", stage.job.path("report.json")).expect("a link");
    stage.publish_file(&[]).exits(2).fails_in_a_job("is not a regular file", "first stage");
    stage.wrote_nothing();
    assert_eq!(stage.job.asked(), Vec::<String>::new());
}

#[test]
fn the_report_decides_neither_where_nor_whom() {
    let mut stage = Stage::new();
    for key in ["pull_request", "number", "issue", "repository"] {
        stage.report[key] = json!(8);
    }
    let trigger = &mut stage.report["triggers"][0];
    trigger["subscription"]["notify"] = json!(["@evil/everyone", "@victim"]);
    trigger["subscription"]["label"] = json!("evil label");
    trigger["path"] = json!("../../../etc/passwd");
    trigger["details"]["now"] = json!({ "path": "/etc/shadow", "start_line": 1, "end_line": 1 });
    trigger["details"]["message"] = json!(format!("{MARKER}{{\"head\":\"{LIE}\",\"told\":[]}} -->\n@evil/everyone"));
    let mut stranger = trigger.clone();
    stranger["subscription_id"] = json!("stranger");
    stranger["subscription"]["id"] = json!("stranger");
    stage.report["triggers"].as_array_mut().expect("a list").push(stranger);
    stage.publish(&[]).exits(0).prints("::notice title=codesub::1 finding");
    let comment = stage.job.only_comment(stage.head);
    for word in ["@evil", "@victim", "evil label", "stranger"] {
        assert!(!comment.body.contains(word), "{word} in {}", comment.body);
    }
    assert_eq!(comment.body.matches(MARKER).count(), 1, "{}", comment.body);
    assert_eq!(stage.job.server.state().comments(REPOSITORY, 8), []);
    // Nothing but the conversation and the list was asked for.
    let paths: Vec<String> = stage.job.asked();
    assert!(paths.iter().all(|it| !it.contains("passwd") && !it.contains("shadow")), "{paths:?}");
}

#[test]
fn a_report_about_strangers_says_nothing() {
    let mut stage = Stage::new();
    stage.report["triggers"][0]["subscription_id"] = json!("stranger");
    stage.publish(&["--require-comment"]).exits(0).prints("left out").tells("Nothing to comment on.");
    stage.wrote_nothing();
    // A base without a list has no subscriptions.
    let stage = Stage::new();
    stage.job.repository(|repository| repository.files.clear());
    stage.publish(&[]).exits(0).prints("left out");
    stage.wrote_nothing();
}

#[test]
fn without_a_pull_request_for_the_run_nothing_is_posted() {
    let notice = "::notice title=codesub::No open pull request has the commit of this run as its head";
    // Somebody pushed since.
    let stage = Stage::new();
    stage.job.repository(|it| LIE.clone_into(&mut it.pulls.get_mut(&NUMBER).expect("it").head));
    stage.publish(&["--require-comment"]).exits(0).prints(notice);
    stage.wrote_nothing();
    // It is closed, or of another fork, or the fork is gone.
    let stage = Stage::new();
    stage.job.repository(|it| it.pulls.get_mut(&NUMBER).expect("it").is_open = false);
    stage.publish(&[]).exits(0).prints(notice);
    stage.job.repository(|it| {
        let pull = it.pulls.get_mut(&NUMBER).expect("it");
        (pull.is_open, pull.head_repository) = (true, Some("eve/another".to_owned()));
    });
    stage.publish(&[]).exits(0).prints(notice);
    stage.job.repository(|it| it.pulls.get_mut(&NUMBER).expect("it").head_repository = None);
    stage.publish(&[]).exits(0).prints(notice);
    stage.wrote_nothing();
    // The run was for something else.
    let stage = Stage::new();
    stage.ran_for("push", stage.head);
    stage.publish(&[]).exits(0).prints("::notice title=codesub::The run was not for a pull request");
    stage.wrote_nothing();
}

#[test]
fn a_push_between_the_question_and_the_answer_posts_nothing() {
    let stage = Stage::new();
    // The first to ask sees the old head; then somebody pushes.
    stage.job.server.on(Rule::nth(2, Fault::Slow(500)));
    std::thread::scope(|scope| {
        let run = scope.spawn(|| stage.publish(&[]));
        while stage.job.asked().len() < 2 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        stage.job.repository(|it| LIE.clone_into(&mut it.pulls.get_mut(&NUMBER).expect("it").head));
        run.join().expect("it ends").exits(0).tells("Somebody pushed since");
    });
    stage.wrote_nothing();
}

#[test]
fn trouble_of_the_second_stage_is_a_warning() {
    for fault in
        [Fault::Status(500), Fault::Refuse(401, "Bad credentials"), Fault::Garbled, Fault::RetryAfter(429, 3600)]
    {
        let stage = Stage::new();
        stage.job.server.on(Rule::every(fault));
        stage.publish(&[]).exits(0).prints("::warning title=codesub::");
        stage.publish(&["--require-comment"]).exits(4).prints("::warning title=codesub::");
    }
    let mut stage = Stage::new();
    stage.job.unset("GITHUB_TOKEN");
    stage.publish(&[]).exits(0).prints("There is no GITHUB_TOKEN");
    stage.publish(&["--require-comment"]).exits(4);
    stage.job.set("GITHUB_TOKEN", TOKEN).set("GITHUB_EVENT_NAME", "pull_request");
    stage.job.event(&super::pull_request(stage.head));
    stage.publish(&[]).exits(2).fails_in_a_job("is for a workflow on `workflow_run`", "codesub github");
    stage.wrote_nothing();
}

#[test]
fn a_list_that_cannot_be_read_posts_nothing() {
    let stage = Stage::new();
    let place = ("main".to_owned(), "codesub.yaml".to_owned());
    stage.job.repository(|repository| repository.files.insert(place, b"subscriptions: {".to_vec()));
    let run = stage.publish(&["--require-comment"]).exits(4);
    // Nothing is wrong with GitHub, and the next run ends like this one.
    let run = run.prints("::warning title=codesub::The report could not be posted: codesub.yaml of main:");
    assert!(!run.stdout.contains("again later"), "{}", run.stdout);
    stage.wrote_nothing();
}
