//! The Action, run by act: the workflows of `examples/` as they stand there, on real events, against a server that
//! answers as GitHub does.
//!
//! act runs the steps on this machine, without containers. Three things are stood in for: the repository that `uses:`
//! names is this checkout, the release that it would download is packed here from the binary under test, and the
//! artifact of a run is a file in a folder. Everything else is what a runner would do.
//!
//! It needs what `tests/action/install` installs, so this is a target of its own: `cargo test --test action`.
#![cfg(target_os = "linux")]

#[path = "../api/mod.rs"]
mod api;
mod job;
#[path = "../suite/repository.rs"]
#[allow(dead_code, reason = "shared with the suite, which uses more of it")]
mod repository;

use job::{BOT, Job, REPOSITORY, STRANGER, TOKEN};

/// The steps that a test adds to a workflow: they see what the Action left.
const LATER: &str = r#"
      - if: always()
        env:
          OUTCOME: ${{ steps.codesub.outcome }}
          TRIGGERS: ${{ steps.codesub.outputs.triggers }}
          PROPOSALS: ${{ steps.codesub.outputs.proposals }}
          BLOCKING: ${{ steps.codesub.outputs.blocking }}
          STATUS: ${{ steps.codesub.outputs.exit-status }}
          REPORT: ${{ steps.codesub.outputs.report }}
        run: |
          echo "later: $OUTCOME triggers=$TRIGGERS proposals=$PROPOSALS blocking=$BLOCKING status=$STATUS"
          if [ -n "$REPORT" ]; then grep '"schema"' "$REPORT"; fi
"#;

/// How the examples use the Action.
const USES: &str = "- uses: OWNER/codesub@v0.1.0\n";

/// The plain example with inputs, and with a look at what the Action left.
fn plain(inputs: &[(&str, &str)]) -> String {
    let mut uses = format!("- id: codesub\n        {}", &USES[2..]);
    if !inputs.is_empty() {
        uses += "        with:\n";
    }
    for (name, value) in inputs {
        uses += &format!("          {name}: '{value}'\n");
    }
    let example = job::read("examples/workflows/codesub.yml");
    assert!(example.ends_with(USES), "the example ends with the Action");
    example.replace(USES, &uses) + LATER
}

#[test]
fn the_plain_example_downloads_a_release_checks_comments_and_blocks() {
    let job = Job::new();
    job.serve_release();
    let run = job.act("pull_request", &plain(&[]));
    assert_eq!(run.status, 1, "{}", run.log);

    let comments = job.comments();
    assert_eq!(comments.len(), 1, "{comments:?}");
    assert_eq!(comments[0].author.as_deref(), Some(BOT));
    assert!(comments[0].body.contains("limit") && comments[0].body.contains("@acme/payments"), "{comments:?}");
    assert!(run.log.contains("::error file=pay.py,line=1,"), "an annotation: {}", run.log);
    assert!(run.log.contains("Summary - "), "{}", run.log);
    let summary = run.log.split("Summary - ").nth(1).expect("a summary");
    assert!(summary.contains("limit") && summary.contains("pay.py"), "{summary}");
    assert!(run.log.contains("later: failure triggers=1 proposals=0 blocking=true status=1"), "{}", run.log);
    assert!(run.log.contains(r#""schema": "codesub.scan/v1""#), "{}", run.log);

    let asked = job.trace();
    let archive = "codesub-0.1.0-x86_64-unknown-linux-gnu.tar.gz";
    if cfg!(target_arch = "x86_64") {
        let release = "https://github.com/OWNER/codesub/releases/download/v0.1.0";
        assert!(asked.contains(&format!("curl {release}/{archive}\ncurl {release}/checksums.txt\n")), "{asked}");
        let verify = format!(
            "gh attestation verify {archive} --repo OWNER/codesub --signer-workflow \
             OWNER/codesub/.github/workflows/release.yml --source-ref refs/tags/v0.1.0 --deny-self-hosted-runners\n"
        );
        assert!(asked.contains(&verify), "{asked}");
    }

    // Another run finds it again.
    let run = job.act("pull_request", &plain(&[("binary", job::CODESUB)]));
    assert_eq!(run.status, 1, "{}", run.log);
    assert_eq!(job.comments().len(), 1, "{}", run.log);
}

#[test]
fn a_token_that_may_not_write_is_a_notice_and_the_verdict_stands() {
    let job = Job::new();
    job.server.state().accounts.get_mut(TOKEN).expect("the token's account").may_write = false;
    let run = job.act("pull_request", &plain(&[("binary", job::CODESUB)]));
    assert_eq!(run.status, 1, "{}", run.log);
    assert_eq!(job.comments().len(), 0);
    assert!(run.log.contains("::notice title=codesub::The token may not comment"), "{}", run.log);
    assert!(run.log.contains("later: failure triggers=1 proposals=0 blocking=true status=1"), "{}", run.log);

    let required = plain(&[("binary", job::CODESUB), ("require-comment", "true"), ("fail-on", "none")]);
    let run = job.act("pull_request", &required);
    assert_eq!(run.status, 1, "{}", run.log);
    assert!(run.log.contains("later: failure triggers=1 proposals=0 blocking=false status=4"), "{}", run.log);
}

#[test]
fn inputs_arrive_and_are_never_more_than_values() {
    let job = Job::new();
    let inputs = [("binary", job::CODESUB), ("comment", "false"), ("fail-on", "none"), ("report", "out/report.json")];
    let run = job.act("pull_request", &plain(&inputs));
    assert_eq!(run.status, 0, "{}", run.log);
    assert!(run.log.contains("later: success triggers=1 proposals=0 blocking=false status=0"), "{}", run.log);
    assert!(job.server.requests().is_empty(), "nothing is asked without a comment");

    let owned = job.folder().join("owned");
    for hostile in ["$(touch OWNED)", "\"; touch OWNED; \"", "`touch OWNED`", "--dry-run"] {
        let hostile = hostile.replace("OWNED", &owned.display().to_string());
        for name in ["base", "fail-on", "config"] {
            let run = job.act("pull_request", &plain(&[("binary", job::CODESUB), (name, &hostile)]));
            assert!(run.log.contains("later: failure triggers= "), "{name}: {hostile}: {}", run.log);
            assert!(run.log.contains(" status=2"), "{name}: {hostile}: {}", run.log);
            assert!(!owned.exists(), "{name}: {hostile}");
        }
    }
    let run = job.act("pull_request", &plain(&[("binary", job::CODESUB), ("comment", "maybe")]));
    assert!(run.log.contains("::error title=codesub::The input comment is neither true nor false."), "{}", run.log);
    assert_eq!(job.comments().len(), 0);
}

#[test]
fn the_two_stages_for_forks_hand_the_report_over() {
    let job = Job::new();
    job.serve_release();
    job.come_from_fork();
    let run = job.act("pull_request", &job::read("examples/workflows/codesub-forks.yml"));
    assert_eq!(run.status, 1, "{}", run.log);
    assert_eq!(job.comments().len(), 0);
    assert!(job.server.requests().is_empty(), "the first stage asks nothing of GitHub");
    assert!(job.folder().join("artifacts/codesub-report.json").exists(), "{}", run.log);

    let run = job.act("workflow_run", &job::read("examples/workflows/codesub-forks-comment.yml"));
    assert_eq!(run.status, 0, "{}", run.log);
    let comments = job.comments();
    assert_eq!(comments.len(), 1, "{}", run.log);
    assert!(comments[0].body.contains("limit"), "{comments:?}");
    let head = job.server.state().repositories[REPOSITORY].pulls[&job::NUMBER].head_repository.clone();
    assert_eq!(head.as_deref(), Some(STRANGER), "it really was a fork's");
}

#[test]
fn a_merge_queue_is_checked_without_a_comment() {
    let job = Job::new();
    job.serve_release();
    let run = job.act("merge_group", &job::read("examples/workflows/codesub-merge-queue.yml"));
    assert_eq!(run.status, 1, "{}", run.log);
    assert!(run.log.contains("::error file=pay.py,line=1,"), "{}", run.log);
    assert_eq!(job.comments().len(), 0);
}

#[test]
fn our_own_workflow_runs() {
    let job = Job::new();
    job.serve_source();
    let workflow = job::read(".github/workflows/test-action.yml");
    let run = job.act_with("pull_request", &workflow, &["--job", "runners", "--matrix", "os:ubuntu-latest"]);
    assert_eq!(run.status, 0, "{}", run.log);
    assert!(run.log.contains("::error file=pay.py,"), "{}", run.log);
    assert!(job.server.requests().is_empty(), "it does not comment");

    let run = job.act_with("pull_request", &workflow, &["--job", "pull-request"]);
    // It checks the pull request with the repository's own list, and this one takes subscribed code away.
    assert_eq!(run.status, 1, "{}", run.log);
    assert!(run.log.contains("::error file=pay.py,"), "{}", run.log);
    assert_eq!(job.comments().len(), 1);
    assert!(job.trace().contains("cargo install --locked"), "{}", job.trace());
}
