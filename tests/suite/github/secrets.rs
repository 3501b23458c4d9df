//! The token: sent to one host, in one header, and shown nowhere (SPEC 9.4).

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{Job, Shop, TOKEN};
use crate::api::{Fault, Rule, Server};
use crate::repository::{Run, pinned};

/// The part of the token that nothing else has.
const CANARY: &str = "canary0123456789";

/// Asserts that no file below a folder has the token.
fn look_through(folder: &Path) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            look_through(&path);
        } else {
            let text = String::from_utf8_lossy(&fs::read(&path).expect("a file")).into_owned();
            assert!(!text.contains(CANARY), "{}: {text}", path.display());
        }
    }
}

#[track_caller]
fn shows_nothing(job: &Job<'_>, run: &Run) {
    for text in [&run.stdout, &run.stderr] {
        assert!(!text.contains(CANARY), "{text}");
    }
    look_through(job.folder.path());
    for comment in job.comments() {
        assert!(!comment.body.contains(CANARY), "{}", comment.body);
    }
    for request in job.server.requests() {
        assert!(!request.target.contains(CANARY) && !request.body.contains(CANARY), "{request:?}");
        for (name, value) in &request.headers {
            assert!(name == "authorization" || !value.contains(CANARY), "{name}: {value}");
        }
    }
}

#[test]
fn the_token_is_shown_nowhere() {
    let shop = Shop::shared();
    let cases = [
        None,
        Some(Fault::Refuse(401, "Bad credentials")),
        Some(Fault::DropUnread),
        Some(Fault::Garbled),
        Some(Fault::Status(500)),
    ];
    for fault in cases {
        for arguments in [&[][..], &["--dry-run"], &["--require-comment"]] {
            let mut job = Job::new(&shop.fixture, &shop.heads[0]);
            job.set("RUST_LOG", "trace").set("RUST_BACKTRACE", "full");
            if let Some(fault) = &fault {
                job.server.on(Rule::every(fault.clone()));
            }
            let run = job.run(arguments).exits(1);
            shows_nothing(&job, &run);
        }
    }
    // One that cannot be put into a header.
    for odd in ["\u{fc}", "\n", "\u{1}"] {
        let mut job = Job::new(&shop.fixture, &shop.heads[0]);
        let run = job.set("GITHUB_TOKEN", &format!("{TOKEN}{odd}{TOKEN}")).run(&[]).exits(1);
        shows_nothing(&job, &run);
        assert_eq!(job.comments(), []);
        assert!(run.stdout.contains("::warning title=codesub::"), "{}", run.stdout);
    }
}

#[test]
fn a_redirect_does_not_take_the_token_along() {
    let shop = Shop::shared();
    let elsewhere = Server::start();
    for status in [301, 302, 303, 307, 308] {
        for request in 1..=4 {
            let job = Job::new(&shop.fixture, &shop.heads[0]);
            let place = format!("{}/repos/acme/shop", elsewhere.url());
            job.server.on(Rule::nth(request, Fault::Redirect(status, place)));
            let run = job.run(&[]).exits(1);
            shows_nothing(&job, &run);
        }
    }
    assert_eq!(elsewhere.requests().len(), 0, "{:?}", elsewhere.requests());
}

#[test]
fn a_proxy_is_not_told_anything() {
    let shop = Shop::shared();
    let proxy = Server::start();
    let mut job = Job::new(&shop.fixture, &shop.heads[0]);
    for name in ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] {
        job.set(name, &proxy.url());
    }
    job.run(&["--require-comment"]).exits(1).tells("Commented: ");
    assert_eq!(proxy.requests().len(), 0);
}

/// A child would inherit the environment, and the token with it: those that parse are only told how to allocate.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "strace is a program of Linux")]
fn no_child_inherits_the_environment() {
    let shop = Shop::shared();
    let job = Job::new(&shop.fixture, &shop.heads[0]);
    let mut command = Command::new("strace");
    let trace = job.path("trace");
    command.args(["--quiet=all", "-f", "-v", "-s", "512", "-e", "trace=execve,execveat", "-o"]).arg(&trace);
    command.args([env!("CARGO_BIN_EXE_codesub"), "github", "--timeout", "20"]);
    pinned(&mut command).current_dir(shop.fixture.root()).envs(&job.variables);
    Run::new(&command.output().expect("strace runs")).exits(1);
    job.only_comment(&shop.heads[0]);
    let trace = fs::read_to_string(trace).expect("a trace");
    let children: Vec<&str> = trace.lines().filter(|line| line.contains("exec")).skip(1).collect();
    assert!(!children.is_empty(), "{trace}");
    for child in children {
        let (_, environment) = child.split_once("\"parse-worker\"], [").unwrap_or_else(|| panic!("{child}"));
        let (variables, _) = environment.split_once(']').unwrap_or_else(|| panic!("{child}"));
        assert!(variables.starts_with("\"GLIBC_TUNABLES=glibc.malloc.") && !variables.contains(", "), "{child}");
    }
}
