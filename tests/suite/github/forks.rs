//! Tokens that cannot write, and no token at all: no failure (SPEC 9.3).

use super::{BOT, Job, Shop, TOKEN};
use crate::api::Account;

/// Jobs whose token cannot comment, each with what it is told.
fn powerless(head: &str) -> Vec<(Job<'static>, &'static str)> {
    let shop = Shop::shared();
    let read_only = Job::new(&shop.fixture, head);
    let account = Account { login: BOT.to_owned(), may_write: false, is_app: true };
    read_only.server.state().accounts.insert(TOKEN.to_owned(), account);
    let mut absent = Job::new(&shop.fixture, head);
    absent.unset("GITHUB_TOKEN");
    let mut empty = Job::new(&shop.fixture, head);
    empty.set("GITHUB_TOKEN", "");
    vec![
        (read_only, "::notice title=codesub::The token may not comment on this pull request"),
        (absent, "::notice title=codesub::There is no GITHUB_TOKEN"),
        (empty, "::notice title=codesub::There is no GITHUB_TOKEN"),
    ]
}

#[test]
fn without_permission_everything_but_the_comment_works() {
    let shop = Shop::shared();
    for (job, notice) in powerless(&shop.heads[0]) {
        let run = job.run(&[]).exits(1).prints(notice).prints("::error file=pay.py");
        assert!(!run.stdout.contains("::warning title=codesub::"), "{}", run.stdout);
        assert_eq!(job.comments(), []);
        assert!(job.summary().contains("limit"));
        assert_eq!(job.outputs()["blocking"], "true");
        // What was found outweighs what could not be told.
        job.run(&["--require-comment"]).exits(1);
    }
}

#[test]
fn where_nothing_blocks_only_a_required_comment_fails() {
    let shop = Shop::shared();
    for (job, notice) in powerless(&shop.heads[0]) {
        job.run(&["--fail-on", "none"]).exits(0).prints(notice);
        job.run(&["--fail-on", "none", "--require-comment"]).exits(4).prints(notice);
    }
}

#[test]
fn a_fork_that_has_nothing_to_say_needs_no_permission() {
    let shop = Shop::shared();
    let (job, _) = powerless(&shop.harmless).remove(0);
    job.run(&["--require-comment"]).exits(0).tells("Nothing to comment on.");
}
