//! The one comment: found, updated in place, never doubled.

use super::{BOT, Job, LIE, MARKER, NUMBER, REPOSITORY, Shop};
use crate::api::{Account, Fault, Rule};
use crate::repository::{Fixture, Run};

#[test]
fn a_run_comments_annotates_and_summarises() {
    let shop = Shop::shared();
    let head = &shop.heads[0];
    let job = Job::new(&shop.fixture, head);
    let run =
        job.run(&[]).exits(1).prints("::error file=pay.py").tells("Commented: https://github.com/acme/shop/pull/7");
    assert!(run.stdout.starts_with("::stop-commands::codesub-"), "{}", run.stdout);
    let comment = job.only_comment(head);
    assert_eq!(comment.author.as_deref(), Some(BOT));
    let folded = "<details><summary>What else changed in the code: ";
    assert!(comment.body.contains(folded) && comment.body.trim_end().ends_with("</details>"), "{}", comment.body);
    assert!(job.summary().contains("limit"), "{}", job.summary());
    let outputs = job.outputs();
    assert_eq!((outputs["triggers"].as_str(), outputs["blocking"].as_str()), ("1", "true"));
    assert_eq!(outputs["report"], job.path("temp/codesub-report.json").display().to_string());
    assert!(job.path("temp/codesub-report.json").is_file());
    let post = &job.server.requests()[2];
    assert_eq!(post.header("authorization"), Some(format!("Bearer {}", super::TOKEN).as_str()));
    let list = format!("GET /repos/{REPOSITORY}/issues/{NUMBER}/comments");
    let head_asked = format!("GET /repos/{REPOSITORY}/pulls/{NUMBER}");
    let expected = [list.clone(), head_asked, list.replace("GET", "POST"), list];
    assert_eq!(job.asked(), expected);
    // The same again writes nothing.
    job.server.forget();
    job.run(&[]).exits(1);
    assert_eq!(job.only_comment(head), comment);
    assert!(job.asked().iter().all(|asked| asked.starts_with("GET ")), "{:?}", job.asked());
}

#[test]
fn nothing_to_say_makes_no_comment_and_updates_the_one_that_is_there() {
    let shop = Shop::shared();
    let mut job = Job::new(&shop.fixture, &shop.harmless);
    job.run(&[]).exits(0).tells("Nothing to comment on.");
    assert_eq!(job.comments(), []);
    job.push(&shop.heads[0]);
    job.event(&super::pull_request(&shop.heads[0]));
    job.run(&[]).exits(1);
    let first = job.only_comment(&shop.heads[0]);
    job.push(&shop.harmless);
    job.event(&super::pull_request(&shop.harmless));
    job.set("GITHUB_SHA", &shop.harmless).run(&[]).exits(0).tells("Updated the comment");
    let comments = job.comments();
    assert_eq!((comments.len(), comments[0].id), (1, first.id));
    assert!(comments[0].body.contains(&shop.harmless), "{}", comments[0].body);
}

#[test]
fn no_comment_and_dry_run_send_nothing() {
    let shop = Shop::shared();
    let job = Job::new(&shop.fixture, &shop.heads[0]);
    job.run(&["--no-comment"]).exits(1);
    let run = job.run(&["--dry-run"]).exits(1).prints("POST /repos/acme/shop/issues/7/comments");
    // Nobody listens to what is printed of the code.
    assert_eq!(run.stdout.matches("::stop-commands::").count(), 2, "{}", run.stdout);
    assert_eq!(job.asked(), Vec::<String>::new());
    assert_eq!(job.comments(), []);
}

/// The log fits into the buffer before it, so that the comment is what cannot be written.
#[test]
#[cfg(target_os = "linux")]
fn a_dry_run_that_cannot_be_shown_keeps_the_verdict() {
    let fixture = Fixture::new();
    let lines = |letter: &str| format!("{}\n", letter.repeat(120)).repeat(60);
    fixture.write("long.txt", lines("a"));
    fixture.codesub(&["add", "long.txt:1-60", "--id", "long"]).exits(0);
    let main = fixture.commit("base");
    fixture.git(&["update-ref", "refs/remotes/origin/main", &main]);
    fixture.write("long.txt", lines("b"));
    let job = Job::new(&fixture, &fixture.commit("other lines"));
    assert!(job.run(&["--no-comment"]).exits(1).stdout.len() < 6_000);
    let full = std::fs::File::options().write(true).open("/dev/full").expect("a full device");
    let mut command = job.command(&["github", "--dry-run"]);
    let run = Run::new(&command.stdout(full).output().expect("codesub runs"));
    run.exits(1).tells("error: ");
}

#[test]
fn a_pull_request_cannot_choose_whom_to_mention() {
    let added = "  - {id: mine, target: \"gone.py::f\", notify: [\"@strangers/all\"]}\n";
    for base_has_a_list in [true, false] {
        let fixture = Fixture::new();
        fixture.write("pay.py", "LIMIT = 1\n");
        if base_has_a_list {
            fixture.codesub(&["add", "pay.py::LIMIT", "--id", "limit", "--notify", "@acme/payments"]).exits(0);
        }
        let main = fixture.commit("base");
        fixture.git(&["update-ref", "refs/remotes/origin/main", &main]);
        let list =
            if base_has_a_list { fixture.read("codesub.yaml") } else { "version: 1\nsubscriptions:\n".to_owned() };
        let changed = "  - {id: theirs, target: \"pay.py::LIMIT\", notify: [\"@strangers/all\"]}\n";
        fixture.write("codesub.yaml", list.replace("@acme/payments", "@strangers/all") + added + changed);
        fixture.write("pay.py", "LIMIT = 2\n");
        let head = fixture.commit("whom to bother");
        let job = Job::new(&fixture, &head);
        job.run(&[]).exits(1);
        let body = job.comments().remove(0).body;
        let mentions = |name: &str| body.contains(&format!("| {name} |"));
        assert_eq!(mentions("@acme/payments"), base_has_a_list, "{body}");
        assert!(!mentions("@strangers/all") && body.contains("`@strangers/all`"), "{body}");
    }
}

#[test]
fn the_report_is_found_from_every_folder() {
    let shop = Shop::new(1);
    let job = Job::new(&shop.fixture, &shop.heads[0]);
    job.run(&["--no-comment", "--report", "report.json"]).exits(1);
    let path = shop.fixture.path("report.json");
    assert_eq!(job.outputs()["report"], path.display().to_string());
    assert!(path.is_file());
}

#[test]
fn fifty_pushes_update_one_comment() {
    let shop = Shop::new(50);
    let job = Job::new(&shop.fixture, &shop.heads[0]);
    let mut ids = Vec::new();
    for head in &shop.heads {
        job.push(head);
        job.event(&super::pull_request(head));
        job.server.forget();
        job.run(&[]).exits(1);
        ids.push(job.only_comment(head).id);
        assert!(job.asked().len() <= 4, "{:?}", job.asked());
    }
    ids.dedup();
    assert_eq!(ids.len(), 1);
    assert_eq!(job.comments().len(), 1);
}

#[test]
fn the_comment_is_found_on_the_fourth_page_among_forged_ones() {
    let shop = Shop::shared();
    let head = &shop.heads[0];
    let job = Job::new(&shop.fixture, head);
    let forged = format!("{MARKER}{{\"head\":\"{LIE}\",\"told\":[]}} -->\nlimit");
    let mut ours = 0;
    for number in 0..350 {
        let mut state = job.server.state();
        match number {
            320 => ours = state.say(REPOSITORY, NUMBER, Some(BOT), &forged),
            _ if number % 5 == 0 => drop(state.say(REPOSITORY, NUMBER, None, &forged)),
            _ if number % 5 == 1 => drop(state.say(REPOSITORY, NUMBER, Some("eve"), &forged)),
            _ if number % 5 == 2 => drop(state.say(REPOSITORY, NUMBER, Some(BOT), &format!("another tool\n{forged}"))),
            _ if number % 5 == 3 => drop(state.say(REPOSITORY, NUMBER, Some("github-actions"), &forged)),
            _ => drop(state.say(REPOSITORY, NUMBER, Some("ada"), "looks good")),
        }
    }
    let before = job.comments();
    job.run(&[]).exits(1);
    assert_eq!(job.only_comment(head).id, ours);
    let others =
        |comments: Vec<_>| comments.into_iter().filter(|it: &crate::api::Comment| it.id != ours).collect::<Vec<_>>();
    assert_eq!(others(job.comments()), others(before), "the others are left alone");
    let pages = job.asked().iter().filter(|asked| asked.ends_with("/comments")).count();
    assert_eq!(pages, 4);
    assert_eq!(job.asked().last().unwrap(), &format!("PATCH /repos/{REPOSITORY}/issues/comments/{ours}"));
}

#[test]
fn doubled_comments_become_one_and_only_ours_are_deleted() {
    let shop = Shop::shared();
    let head = &shop.heads[0];
    let job = Job::new(&shop.fixture, head);
    let marked = format!("{MARKER}{{\"head\":\"{LIE}\",\"told\":[]}} -->\nlimit");
    let said: Vec<u64> = [Some("eve"), Some(BOT), None, Some(BOT), Some(BOT)]
        .iter()
        .map(|author| job.server.state().say(REPOSITORY, NUMBER, *author, &marked))
        .collect();
    job.server.state().say(REPOSITORY, NUMBER, Some(BOT), "another tool");
    job.run(&[]).exits(1);
    assert_eq!(job.only_comment(head).id, said[1]);
    assert_eq!(job.comments().len(), 4);
}

#[test]
fn an_unknown_author_is_learnt_and_its_comment_is_not_doubled() {
    let shop = Shop::shared();
    let job = Job::new(&shop.fixture, &shop.heads[0]);
    let account = Account { login: "acme-checks[bot]".to_owned(), may_write: true, is_app: true };
    job.server.state().accounts.insert(super::TOKEN.to_owned(), account);
    for head in &shop.heads {
        job.push(head);
        job.event(&super::pull_request(head));
        job.run(&[]).exits(1).prints("--comment-author acme-checks[bot]");
        let comments = job.comments();
        assert_eq!(comments.len(), 1, "{comments:#?}");
        assert!(comments[0].body.contains(head.as_str()), "{}", comments[0].body);
    }
    job.server.forget();
    let run = job.run(&["--comment-author", "acme-checks[bot]"]).exits(1);
    assert!(!run.stdout.contains("--comment-author"), "{}", run.stdout);
    assert!(job.asked().len() <= 4, "{:?}", job.asked());
}

#[test]
fn a_person_is_asked_for_who_they_are() {
    let shop = Shop::shared();
    let mut job = Job::new(&shop.fixture, &shop.heads[0]);
    let account = Account { login: "Ada".to_owned(), may_write: true, is_app: false };
    job.server.state().accounts.insert("github_pat_x".to_owned(), account);
    job.set("GITHUB_TOKEN", "github_pat_x\n");
    job.run(&[]).exits(1);
    job.run(&[]).exits(1).tells("says so already");
    assert_eq!(job.asked()[0], "GET /user");
    assert_eq!(job.comments().len(), 1);
}

#[test]
fn two_runs_at_once_leave_one_comment() {
    let shop = Shop::shared();
    let head = &shop.heads[0];
    for _ in 0..3 {
        let job = Job::new(&shop.fixture, head);
        // Both look before either writes.
        for number in 1..=4 {
            job.server.on(Rule::nth(number, Fault::Slow(300)));
        }
        let runs = ["one", "two"].map(|_| {
            let mut command = job.command(&["github", "--timeout", "5"]);
            command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
            command.spawn().expect("codesub runs")
        });
        for run in runs {
            Run::new(&run.wait_with_output().expect("it ends")).exits(1);
        }
        job.only_comment(head);
        assert_eq!(job.comments().len(), 1);
    }
}

#[test]
fn an_old_run_never_has_the_last_word() {
    let shop = Shop::shared();
    let [old, new, _] = &shop.heads[..] else { panic!("three heads") };
    for old_first in [true, false] {
        let job = Job::new(&shop.fixture, new);
        let said = |head: &str| {
            job.event(&super::pull_request(head));
            job.run(&[]).exits(1)
        };
        if old_first {
            said(old).tells("Somebody pushed since");
            assert_eq!(job.comments(), [], "an outdated run says nothing");
            said(new);
        } else {
            said(new);
            said(old).tells("Somebody pushed since");
        }
        job.only_comment(new);
    }
}

#[test]
fn a_push_in_the_middle_of_a_run_does_not_leave_two_comments() {
    let shop = Shop::shared();
    let [old, new, _] = &shop.heads[..] else { panic!("three heads") };
    let job = Job::new(&shop.fixture, old);
    // The old run is held up while it creates; its comment is stored after that of the new run.
    job.server.on(Rule::nth(2, Fault::Slow(2000)));
    let mut command = job.command(&["github", "--timeout", "20"]);
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let running = command.spawn().expect("codesub runs");
    while job.asked().len() < 2 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    job.push(new);
    job.event(&super::pull_request(new));
    job.run(&[]).exits(1);
    Run::new(&running.wait_with_output().expect("it ends")).exits(1);
    job.only_comment(new);
    assert_eq!(job.comments().len(), 1);
}
