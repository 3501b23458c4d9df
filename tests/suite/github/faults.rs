//! Whatever fails on the way: one comment in the end, and a verdict that does not depend on it (SPEC 6.1, 9.2).

use super::{Job, Shop};
use crate::api::{Fault, Rule};

/// Every kind of trouble that can befall one request.
fn faults() -> Vec<Fault> {
    vec![
        Fault::DropUnread,
        Fault::StoreThenDrop,
        Fault::StoreThenStatus(502),
        Fault::Status(500),
        Fault::Status(503),
        Fault::RetryAfter(429, 0),
        Fault::RetryAfter(403, 1),
        Fault::LimitUntil(403, 0),
        Fault::LimitUntil(429, 3600),
        Fault::Refuse(403, "You have exceeded a secondary rate limit."),
        Fault::Refuse(401, "Bad credentials"),
        Fault::Refuse(403, "Resource not accessible by integration"),
        Fault::Refuse(404, "Not Found"),
        Fault::Refuse(422, "Validation Failed"),
        Fault::Slow(1500),
        Fault::Dribble(40),
        Fault::Garbled,
        Fault::Huge(40 << 20),
        Fault::Redirect(307, "http://127.0.0.1:1/".to_owned()),
    ]
}

/// Does something for each of many, a few at a time: most of the time they wait.
fn at_once<T: Sync>(all: &[T], each: impl Fn(&T) + Sync) {
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                while let Some(one) = all.get(next.fetch_add(1, std::sync::atomic::Ordering::SeqCst)) {
                    each(one);
                }
            });
        }
    });
}

#[test]
fn one_comment_after_any_fault_at_any_request() {
    let shop = Shop::shared();
    let mut cases = Vec::new();
    for fault in faults() {
        // Looking, asking for the head, creating, looking again; and then updating.
        for request in 1..=4 {
            cases.push((false, request, fault.clone()));
        }
        for request in 1..=3 {
            cases.push((true, request, fault.clone()));
        }
    }
    at_once(&cases, |(is_update, request, fault)| {
        let what = format!("{fault:?} at request {request}, update: {is_update}");
        let job = Job::new(&shop.fixture, &shop.heads[0]);
        if *is_update {
            job.run(&[]).exits(1);
            job.push(&shop.heads[1]);
            job.event(&super::pull_request(&shop.heads[1]));
            job.server.forget();
        }
        let head = &shop.heads[usize::from(*is_update)];
        job.server.on(Rule::nth(*request, fault.clone()));
        let run = job.hurry(&["--require-comment"]);
        assert_eq!(run.status, 1, "{what}: {}\n{}", run.stdout, run.stderr);
        assert!(job.comments().len() <= 2, "{what}");
        let was_told =
            run.stdout.contains("::notice title=codesub::") || run.stdout.contains("::warning title=codesub::");
        let is_posted = run.stderr.contains("omment");
        assert!(was_told != is_posted, "{what}: {}\n{}", run.stdout, run.stderr);
        if is_posted {
            job.only_comment(head);
        }
        job.server.forget();
        job.run(&["--require-comment"]).exits(1);
        job.only_comment(head);
        assert_eq!(job.comments().len(), 1, "{what}");
    });
}

#[test]
fn one_comment_after_any_sequence_of_faults() {
    let shop = Shop::shared();
    let kinds = faults();
    let seeds: Vec<u64> = (1..=24).collect();
    at_once(&seeds, |seed| {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut random = |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            usize::try_from(state % below as u64).expect("a small number")
        };
        let job = Job::new(&shop.fixture, &shop.heads[0]);
        let mut head = &shop.heads[0];
        for _ in 0..4 {
            head = &shop.heads[random(3)];
            job.push(head);
            job.event(&super::pull_request(head));
            job.server.forget();
            for request in 1..=12 {
                if random(3) == 0 {
                    job.server.on(Rule::nth(request, kinds[random(kinds.len())].clone()));
                }
            }
            job.hurry(&[]).exits(1);
        }
        job.server.forget();
        job.run(&[]).exits(1);
        job.only_comment(head);
        assert_eq!(job.comments().len(), 1, "seed {seed}");
    });
}

#[test]
fn the_second_post_stored_then_502_makes_no_third_comment() {
    let shop = Shop::shared();
    let job = Job::new(&shop.fixture, &shop.heads[0]);
    job.server.on(Rule::nth_of("POST", 1, Fault::Status(502)));
    job.server.on(Rule::nth_of("POST", 2, Fault::StoreThenStatus(502)));
    job.run(&["--require-comment"]).exits(1).tells("Commented: ");
    assert_eq!(job.only_comment(&shop.heads[0]).versions, 1);
    assert_eq!(job.server.requests().iter().filter(|request| request.method == "POST").count(), 2);
}

#[test]
fn three_failures_are_outlasted_and_more_are_a_warning() {
    let shop = Shop::shared();
    let job = Job::new(&shop.fixture, &shop.harmless);
    job.server.on(Rule { method: None, requests: 1..=3, fault: Fault::Status(500) });
    job.run(&["--require-comment"]).exits(0).tells("Nothing to comment on.");
    job.server.forget();
    job.server.on(Rule::every(Fault::Status(500)));
    job.run(&[]).exits(0).prints("::warning title=codesub::The comment could not be posted: GitHub fails (500)");
    job.run(&["--require-comment"]).exits(4).prints("::warning title=codesub::");
}

/// What each kind of trouble is called, and what the job ends with, when it lasts.
#[test]
fn lasting_trouble_warns_and_keeps_the_verdict() {
    let shop = Shop::shared();
    let cases = [
        (Fault::DropUnread, "::warning title=codesub::The comment could not be posted: GitHub cannot be reached: "),
        (Fault::StoreThenDrop, "GitHub cannot be reached: "),
        (Fault::StoreThenStatus(502), "GitHub fails (502)"),
        (Fault::RetryAfter(429, 3600), "GitHub's rate limit is used up"),
        (Fault::RetryAfter(403, u64::MAX), "GitHub's rate limit is used up"),
        (Fault::RetryAfter(403, 0), "GitHub's rate limit is used up"),
        (Fault::LimitUntil(403, 3600), "GitHub's rate limit is used up"),
        (Fault::Refuse(403, "You have exceeded a secondary rate limit."), "GitHub's rate limit is used up"),
        (Fault::Refuse(401, "Bad credentials"), "does not accept the token (401)"),
        (Fault::Refuse(403, "No\r\n::error::x%0A"), "(403): No\\r\\n::error::x%250A"),
        (Fault::Refuse(422, "Validation Failed"), "GitHub refused it (422): Validation Failed"),
        (Fault::Slow(3000), "no answer within 1 seconds"),
        (Fault::Dribble(400), "no answer within 1 seconds"),
        (Fault::Garbled, "GitHub's answer makes no sense: "),
        (Fault::Huge(40 << 20), "length limit exceeded"),
        (Fault::Redirect(301, "http://127.0.0.1:1/".to_owned()), "the API has moved (301)"),
    ];
    at_once(&cases, |(fault, words)| {
        // Megabytes take a busy machine longer than a second; what is slow by itself need not be waited for.
        let is_slow = !matches!(fault, Fault::Huge(_));
        let with = |job: &Job, arguments: &[&str]| if is_slow { job.hurry(arguments) } else { job.run(arguments) };
        let job = Job::new(&shop.fixture, &shop.heads[0]);
        job.server.on(Rule::every(fault.clone()));
        let begun = std::time::Instant::now();
        let run = with(&job, &["--require-comment"]).exits(1).prints(words);
        // What lasts is given up, and an hour's wait that is asked for is not waited; the rest is for a busy machine.
        assert!(begun.elapsed().as_secs() < 120, "{fault:?} took {:?}", begun.elapsed());
        let told: Vec<&str> = run.stdout.lines().filter(|line| line.contains("title=codesub::")).collect();
        assert_eq!(told.len(), 1, "{fault:?}: {told:?}");
        assert!(job.summary().contains("limit") && job.outputs()["triggers"] == "1");
        let job = Job::new(&shop.fixture, &shop.harmless);
        job.server.on(Rule::every(fault.clone()));
        with(&job, &[]).exits(0).prints(words);
        with(&job, &["--require-comment"]).exits(4).prints(words);
    });
}

#[test]
fn an_address_that_is_none_is_a_warning() {
    let shop = Shop::shared();
    for (url, words) in [
        ("nonsense", "GITHUB_API_URL is `nonsense`, which is no address"),
        ("localhost:1", "GITHUB_API_URL is `localhost:1`"),
        ("ftp://127.0.0.1", "GITHUB_API_URL is `ftp://127.0.0.1`"),
        ("https://user:secret@127.0.0.1", "which is no address"),
        ("http://127.0.0.1:1", "GitHub cannot be reached: "),
        ("http://codesub.invalid", "GitHub cannot be reached: "),
    ] {
        let mut job = Job::new(&shop.fixture, &shop.heads[0]);
        job.set("GITHUB_API_URL", url).hurry(&[]).exits(1).prints(words);
        let mut job = Job::new(&shop.fixture, &shop.harmless);
        job.set("GITHUB_API_URL", url).hurry(&["--require-comment"]).exits(4).prints(words);
    }
}

#[test]
fn a_server_of_ones_own_has_a_prefix() {
    let shop = Shop::shared();
    for prefix in ["/api/v3", "/r"] {
        for end in ["", "/"] {
            let mut job = Job::new(&shop.fixture, &shop.heads[0]);
            prefix.clone_into(&mut job.server.state().prefix);
            let url = format!("{}{end}", job.server.url());
            job.set("GITHUB_API_URL", &url).run(&["--require-comment"]).exits(1).tells("Commented: ");
            job.only_comment(&shop.heads[0]);
            assert!(job.asked().iter().all(|it| it.contains(&format!(" {prefix}/repos/"))), "{:?}", job.asked());
        }
    }
}
