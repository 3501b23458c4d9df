//! The hooks that run after a merge or a rebase, called by git itself (SPEC 8.3, 8.4).

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::repository::{Fixture, Run, pinned};

pub const TAX: &str = "\
RATE = 19


def net(gross, rate=RATE):
    share = gross * 100
    return round(share / (100 + rate), 2)


def gross(price, rate=RATE):
    return round(price * (100 + rate) / 100, 2)
";

pub const LIST: &str = "\
version: 1   # written by hand
subscriptions:
  # what invoices print
  - id: rate
    target: shop/tax.py::RATE   # the constant
    notify: [\"@acme/billing\", '@acme/web']

  - { id: net, target: \"shop/tax.py::net\" }   # used by the app
";

/// The list and its code on `main`, with both hooks in place.
pub fn repository() -> Fixture {
    let fixture = Fixture::new();
    fixture.write("shop/tax.py", TAX).write("codesub.yaml", LIST);
    fixture.codesub(&["accept", "--all"]).exits(0);
    fixture.commit("base");
    install(&fixture);
    fixture
}

/// Installs both hooks for real.
pub fn install(fixture: &Fixture) {
    fixture.codesub(&["hook", "install", "post-merge", "post-rewrite"]).exits(0);
}

/// `net` in a file of its own.
pub fn move_net(fixture: &Fixture) {
    let (head, rest) = TAX.split_once("def net").expect("net");
    let (net, tail) = rest.split_once("\n\n\n").expect("gross");
    fixture.write("shop/tax.py", format!("{head}{tail}")).write("shop/net.py", format!("def net{net}\n"));
}

/// Commits on a branch that starts at `main`, and goes back to `main`.
pub fn on_branch(fixture: &Fixture, branch: &str, change: impl FnOnce(&Fixture)) {
    fixture.git(&["checkout", "--quiet", "-b", branch, "main"]);
    change(fixture);
    fixture.commit(branch);
    fixture.git(&["checkout", "--quiet", "main"]);
}

/// Runs git where the hooks are; with `--quiet` all that is said comes from them.
pub fn git(fixture: &Fixture, arguments: &[&str]) -> Run {
    git_in(fixture.root(), arguments)
}

pub fn git_in(folder: &Path, arguments: &[&str]) -> Run {
    let mut command = Command::new("git");
    Run::new(&pinned(command.args(arguments).current_dir(folder)).output().expect("git runs")).exits(0)
}

/// Standard error, with the id of a commit replaced by OLD.
pub fn said(run: &Run, old: &str) -> String {
    assert!(!run.stderr.contains(old), "ids are short: {}", run.stderr);
    run.stderr.replace(&old[..7], "OLD")
}

pub fn tip(fixture: &Fixture) -> String {
    fixture.git(&["rev-parse", "HEAD"])
}

#[test]
fn a_merge_tells_what_it_brought() {
    let fixture = repository();
    on_branch(&fixture, "feature", |it| {
        move_net(it);
        it.write("shop/tax.py", it.read("shop/tax.py").replace("RATE = 19", "RATE = 21"));
    });
    let old = fixture.write("other.py", "x = 1\n").commit("main goes on");
    let before = fixture.pair();
    let run = git(&fixture, &["merge", "--quiet", "--no-edit", "feature"]);
    assert_ne!(tip(&fixture), fixture.git(&["rev-parse", "feature"]), "a true merge");
    insta::assert_snapshot!(said(&run, &old), @r"
    codesub: this merge touched 2 subscriptions
    ✗ rate  value changed  shop/tax.py:1  notify @acme/billing, @acme/web
    → net  moved to shop/net.py::net (high, exact)
      $ codesub apply net --base OLD           # to follow what moved
      $ codesub scan --base OLD --target HEAD  # to see all of it
    ");
    assert!(before == fixture.pair(), "nothing is followed unless it was asked for");
    // The hint for the index.
    assert_eq!(fixture.read(".git/codesub/refresh-wanted"), format!("{}\n", tip(&fixture)));

    // git shows both streams of a hook in one; the hook itself uses only one of them.
    let again = fixture.codesub(&["hook", "run", "post-merge", "0"]).exits(0);
    assert_eq!((again.stdout.as_str(), again.stderr.as_str()), ("", run.stderr.as_str()));

    // The commands it names do what it says.
    let show = ["scan", "--base", &old[..7], "--target", "HEAD"];
    fixture.codesub(&show).exits(0).prints("✗ rate  value changed").prints("→ net  moved to shop/net.py::net");
    fixture.codesub(&["apply", "net", "--base", &old[..7]]).exits(0).tells("Applied 1 proposal.");
}

#[test]
fn every_way_to_merge_is_told_the_same() {
    let fixture = repository();
    on_branch(&fixture, "feature", move_net);
    on_branch(&fixture, "second", |it| {
        it.write("second.py", "x = 1\n");
    });
    on_branch(&fixture, "third", |it| {
        it.write("third.py", "x = 1\n");
    });
    let old = tip(&fixture);
    let text = "\
codesub: this merge touched 1 subscription
→ net  moved to shop/net.py::net (high, exact)
  $ codesub apply net --base OLD           # to follow what moved
  $ codesub scan --base OLD --target HEAD  # to see all of it
";
    let forwarded = fixture.copy();
    assert_eq!(said(&git(&forwarded, &["merge", "--quiet", "--ff-only", "feature"]), &old), text);
    let octopus = fixture.copy();
    assert_eq!(said(&git(&octopus, &["merge", "--quiet", "--no-edit", "second", "third", "feature"]), &old), text);
    assert_eq!(octopus.git(&["rev-list", "--parents", "--max-count=1", "HEAD"]).split(' ').count(), 4, "three parents");
    let detached = fixture.copy();
    detached.git(&["checkout", "--quiet", "--detach"]);
    assert_eq!(said(&git(&detached, &["merge", "--quiet", "feature"]), &old), text);

    // A linked worktree has its own ORIG_HEAD.
    let linked = fixture.copy();
    linked.git(&["worktree", "add", "--quiet", "-b", "elsewhere", "linked", "main"]);
    git(&linked, &["merge", "--quiet", "second"]);
    assert_eq!(said(&git_in(&linked.path("linked"), &["merge", "--quiet", "feature"]), &old), text);

    // A squash merge is staged only.
    let squashed = fixture.copy();
    let run = git(&squashed, &["merge", "--quiet", "--squash", "feature"]);
    assert_eq!(said(&run, &old), text.replace("OLD --target HEAD", "OLD --staged").replace("OLD         ", "OLD    "));
    squashed.codesub(&["scan", "--base", &old[..7], "--staged"]).exits(0).prints("→ net  moved to shop/net.py::net");
    squashed.codesub(&["apply", "net", "--base", &old[..7]]).exits(0).tells("Applied 1 proposal.");

    // git does not run the hook before there is a commit.
    let waiting = fixture.copy();
    let run = git(&waiting, &["merge", "--quiet", "--no-commit", "--no-ff", "feature"]);
    assert!(!run.stderr.contains("codesub"), "{}", run.stderr);
}

#[test]
fn a_pull_from_a_remote_is_a_merge_or_a_rebase() {
    let origin = repository();
    let bare = origin.cloned(&["--bare"]);
    let clone = bare.cloned(&[]);
    install(&clone);
    let old = tip(&clone);
    on_branch(&origin, "feature", move_net);
    origin.git(&["push", "--quiet", &format!("file://{}", bare.root().display()), "feature:main"]);

    let forwarded = clone.copy();
    let run = git(&forwarded, &["pull", "--quiet", "--ff-only"]);
    assert!(said(&run, &old).contains("→ net  moved to shop/net.py::net (high, exact)\n"), "{}", run.stderr);
    // There is nothing more to pull.
    assert_eq!(git(&forwarded, &["pull", "--quiet"]).stderr, "");

    let merged = clone.copy();
    let own = merged.write("own.py", "x = 1\n").commit("own");
    let run = git(&merged, &["pull", "--quiet", "--no-rebase", "--no-edit"]);
    assert!(said(&run, &own).contains("$ codesub scan --base OLD --target HEAD "), "{}", run.stderr);

    let rebased = clone.copy();
    let own = rebased.write("own.py", "x = 1\n").commit("own");
    let run = git(&rebased, &["pull", "--quiet", "--rebase"]);
    assert!(said(&run, &own).contains("this rebase touched 1 subscription\n→ net  moved to"), "{}", run.stderr);
    assert!(said(&run, &own).contains("$ codesub scan --base OLD --target HEAD --direct "), "{}", run.stderr);
}

#[test]
fn a_rebase_is_compared_with_the_tip_from_before_it() {
    let fixture = repository();
    on_branch(&fixture, "feature", |it| {
        it.write("shop/tax.py", TAX.replace("RATE = 19", "RATE = 21"));
    });
    fixture.git(&["checkout", "--quiet", "-b", "work"]);
    fixture.write("a.py", "x = 1\n").commit("a");
    let old = fixture.write("b.py", "x = 1\n").commit("b");
    let text = "\
codesub: this rebase touched 1 subscription
✗ rate  value changed  shop/tax.py:1  notify @acme/billing, @acme/web
  $ codesub scan --base OLD --target HEAD --direct  # to see all of it
";
    for backend in ["--merge", "--apply"] {
        let rebased = fixture.copy();
        assert_eq!(said(&git(&rebased, &["rebase", "--quiet", backend, "feature"]), &old), text, "{backend}");
        rebased
            .codesub(&["scan", "--base", &old[..7], "--target", "HEAD", "--direct"])
            .exits(0)
            .prints("value changed");
    }
    // Without its last commit, which then is not among those that git tells of.
    let dropped = fixture.copy();
    dropped.git(&["config", "sequence.editor", "sed -i '/ b$/d'"]);
    let run = git(&dropped, &["rebase", "--quiet", "--interactive", "feature"]);
    assert!(!dropped.path("b.py").exists(), "the last commit was dropped");
    assert_eq!(said(&run, &old), text);
    // A step may move ORIG_HEAD.
    let moved = fixture.copy();
    let run = git(&moved, &["rebase", "--quiet", "--exec", "git reset --quiet --hard HEAD", "feature"]);
    assert!(said(&run, &old).contains(text.lines().nth(1).expect("a line")), "{}", run.stderr);
    assert!(said(&run, &old).contains("--base OLD"), "{}", run.stderr);
    // Only own commits, on the same base: nothing came in.
    let reworded = fixture.copy();
    assert_eq!(git(&reworded, &["rebase", "--quiet", "--force-rebase", "main"]).stderr, "");
}

#[test]
fn amending_a_commit_needs_no_report() {
    let fixture = repository();
    fixture.write("shop/tax.py", TAX.replace("RATE = 19", "RATE = 21"));
    assert_eq!(git(&fixture, &["commit", "--quiet", "--amend", "--all", "--no-edit"]).stderr, "");
    assert!(!fixture.path(".git/codesub/refresh-wanted").exists());
}

#[test]
fn nothing_to_say_is_not_said() {
    let fixture = repository();
    // Other code, and code that only moved down in its file.
    on_branch(&fixture, "other", |it| {
        it.write("other.py", "x = 1\n").write("shop/tax.py", format!("# Taxes.\n\n{TAX}"));
    });
    let other = fixture.copy();
    assert_eq!(git(&other, &["merge", "--quiet", "other"]).stderr, "");
    // Changed, and accepted on the same branch.
    on_branch(&fixture, "accepted", |it| {
        it.write("shop/tax.py", TAX.replace("RATE = 19", "RATE = 21"));
        it.codesub(&["accept", "rate"]).exits(0);
    });
    let accepted = fixture.copy();
    assert_eq!(git(&accepted, &["merge", "--quiet", "accepted"]).stderr, "");
    // Moved, and followed on the same branch.
    on_branch(&fixture, "followed", |it| {
        move_net(it);
        it.codesub(&["apply", "--base", "main"]).exits(0);
    });
    let followed = fixture.copy();
    assert_eq!(git(&followed, &["merge", "--quiet", "followed"]).stderr, "");
    // As asked for.
    on_branch(&fixture, "moved", move_net);
    let mut command = Command::new("git");
    let skipped = pinned(command.args(["merge", "--quiet", "moved"]).current_dir(fixture.root()))
        .env("CODESUB_SKIP", "1")
        .output();
    let skipped = Run::new(&skipped.expect("git runs")).exits(0);
    assert_eq!(skipped.stderr, "codesub: post-merge skipped, as CODESUB_SKIP asks for\n");
}

#[test]
fn a_repository_without_a_list_hears_nothing_whatever_is_wrong_with_it() {
    let fixture = Fixture::new();
    fixture.write("a.py", "x = 1\n").commit("base");
    install(&fixture);
    on_branch(&fixture, "feature", |it| {
        it.write("a.py", "x = 2\n");
    });
    let merged = fixture.copy();
    assert_eq!(git(&merged, &["merge", "--quiet", "feature"]).stderr, "");
    assert!(!merged.path(".git/codesub/refresh-wanted").exists(), "no trace is left either");
    let squashed = fixture.copy();
    assert_eq!(git(&squashed, &["merge", "--quiet", "--squash", "feature"]).stderr, "");
    // No ORIG_HEAD.
    for arguments in [&["hook", "run", "post-merge", "0"][..], &["hook", "run", "post-rewrite", "rebase"]] {
        assert_eq!(fixture.codesub(arguments).exits(0).stderr, "");
    }
    // No commit at all, and no worktree.
    assert_eq!(Fixture::new().codesub(&["hook", "run", "post-merge", "1"]).exits(0).stderr, "");
    assert_eq!(fixture.cloned(&["--bare"]).codesub(&["hook", "run", "post-merge", "0"]).exits(0).stderr, "");
}

#[test]
fn trouble_is_a_warning() {
    let fixture = repository();
    let warns = |fixture: &Fixture, arguments: &[&str], words: &str| {
        let run = fixture.codesub(arguments).exits(0).tells(words);
        assert_eq!(run.stdout, "");
        assert!(run.stderr.lines().all(|line| line.starts_with("codesub: ")), "{}", run.stderr);
        assert!(run.stderr.lines().count() <= 2, "{}", run.stderr);
    };
    let merge = ["hook", "run", "post-merge", "0"];
    warns(&fixture, &merge, "there is no ORIG_HEAD");
    warns(&fixture, &["hook", "run", "post-rewrite", "rebase"], "there is no ORIG_HEAD");
    warns(&fixture, &["hook", "run", "post-merge", "2"], "post-merge takes `0`, or `1`");
    warns(&fixture.cloned(&["--bare"]), &merge, "there is no ORIG_HEAD");
    warns(&fixture.cloned(&["--bare"]), &["hook", "run", "post-merge", "1"], "bare repository");
    fs::write(fixture.path(".git/ORIG_HEAD"), "0123456789012345678901234567890123456789\n").expect("a file");
    warns(&fixture, &merge, "0123456789012345678901234567890123456789 is missing");

    // A list that cannot be read.
    on_branch(&fixture, "broken", |it| {
        it.write("codesub.yaml", "version: 1\nsubscription: []\n");
    });
    let broken = fixture.copy();
    let run = git(&broken, &["merge", "--quiet", "broken"]).tells("codesub: codesub.yaml of HEAD");
    assert!(run.stderr.lines().count() <= 2, "{}", run.stderr);
    let squashed = fixture.copy();
    git(&squashed, &["merge", "--quiet", "--squash", "broken"]).tells("codesub: codesub.yaml of staged");

    // Settings that are not understood are none.
    on_branch(&fixture, "moved", move_net);
    fixture.git(&["config", "codesub.autoApply", "perhaps"]);
    fixture.git(&["config", "codesub.hookTimeout", "-3"]);
    let run = git(&fixture, &["merge", "--quiet", "moved"]).tells("→ net  moved to");
    let run = run.tells("codesub: `codesub.autoApply` in git's configuration is not `true` or `false`\n");
    run.tells("codesub: `codesub.hookTimeout` in git's configuration is not a whole number, 0 or more\n");
}

#[test]
fn refs_that_cannot_be_read_are_told_where_there_is_a_list() {
    let fixture = Fixture::new();
    fixture.remove(".git/HEAD");
    fs::remove_dir_all(fixture.path(".git")).expect("a folder");
    let mut command = Command::new("git");
    let init = ["init", "--quiet", "--initial-branch=main", "--ref-format=reftable"];
    let made = pinned(command.args(init).current_dir(fixture.root())).output().expect("git runs");
    if !made.status.success() {
        return; // An old git.
    }
    fixture.write("a.py", "x = 1\n").commit("base");
    install(&fixture);
    on_branch(&fixture, "feature", |it| {
        it.write("a.py", "x = 2\n");
    });
    assert_eq!(git(&fixture, &["merge", "--quiet", "feature"]).stderr, "");
    on_branch(&fixture, "list", |it| {
        it.write("codesub.yaml", "version: 1\nsubscriptions: []\n");
    });
    git(&fixture, &["merge", "--quiet", "list"]).tells("codesub: the refs of this repository are stored as reftable");
}

#[test]
fn too_long_is_given_up_and_said() {
    let fixture = repository();
    on_branch(&fixture, "feature", move_net);
    let old = tip(&fixture);
    fixture.git(&["config", "codesub.hookTimeout", "0"]);
    fixture.git(&["config", "codesub.autoApply", "true"]);
    let before = fixture.pair();
    let late = fixture.copy();
    let run = git(&late, &["merge", "--quiet", "feature"]);
    insta::assert_snapshot!(said(&run, &old), @"codesub: the merge is done; codesub needed too long, run `codesub scan --base OLD --target HEAD` yourself");
    assert!(before == late.pair(), "what is late is not followed");
    // For once, more time.
    let run = git(&fixture, &["-c", "codesub.hookTimeout=600", "merge", "--quiet", "feature"]);
    run.tells("✓ net  moved to shop/net.py::net (high, exact), followed");
}

#[test]
fn input_that_never_ends_does_not_hang_it() {
    let fixture = repository();
    let mut command = fixture.command(&["hook", "run", "post-rewrite", "amend"]);
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("codesub runs");
    // Kept open until the end.
    let input = child.stdin.take();
    assert!(child.wait().expect("it ends").success());
    drop(input);
    // Much input is read to its end.
    let mut command = fixture.command(&["hook", "run", "post-rewrite", "amend"]);
    let mut child = command.stdin(Stdio::piped()).spawn().expect("codesub runs");
    let mut input = child.stdin.take().expect("an input");
    let lines = format!("{0} {0}\n", tip(&fixture)).repeat(20_000);
    std::io::Write::write_all(&mut input, lines.as_bytes()).expect("all of it is read");
    drop(input);
    assert!(child.wait().expect("it ends").success());
}
