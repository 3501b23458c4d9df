//! The check of a push (SPEC 8.2), with real pushes to a real bare remote.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::repository::{Fixture, Run, pinned};

const LIST: &str = "\
version: 1
subscriptions:
  # the gateway mirrors it
  - id: token-check
    target: auth.py::validate
    label: Token validation
    description: The gateway mirrors this check.
    notify: [\"@acme/security\"]
";

const CODE: &str = "\
def validate(token, *, strict=True):
    parts = token.split('.')
    if strict and len(parts) != 3:
        raise ValueError('not a token')
    return parts


def other():
    return 1
";

const WITHOUT: &str = "\
def other():
    return 1
";

/// A clone with the hook, and the bare remote that it pushes to.
struct Pushing {
    clone: Fixture,
    remote: TempDir,
}

impl Pushing {
    /// Both have one commit with the list and its code.
    fn new() -> Self {
        Self::with_list(LIST)
    }

    fn with_list(list: &str) -> Self {
        let remote = tempfile::tempdir().expect("a temporary folder");
        let clone = Fixture::new();
        clone.git(&["init", "--quiet", "--bare", "--initial-branch=main", path_of(&remote)]);
        clone.git(&["remote", "add", "origin", path_of(&remote)]);
        clone.write("codesub.yaml", list).write("auth.py", CODE).write("doc.md", "text\n");
        clone.codesub(&["accept", "--all"]).exits(0);
        clone.commit("one");
        clone.git(&["push", "--quiet", "--set-upstream", "origin", "main"]);
        clone.git(&["remote", "set-head", "origin", "main"]);
        clone.codesub(&["hook", "install", "pre-push"]).exits(0);
        Pushing { clone, remote }
    }

    fn push(&self, arguments: &[&str]) -> Run {
        self.push_in(self.clone.root(), arguments)
    }

    fn push_in(&self, folder: &Path, arguments: &[&str]) -> Run {
        let mut command = Command::new("git");
        let output = pinned(command.arg("push").args(arguments).current_dir(folder)).output().expect("git runs");
        Run::new(&output)
    }

    /// What the remote has under a name; empty for nothing.
    fn remote_has(&self, name: &str) -> String {
        let output = Command::new("git")
            .args(["rev-parse", "--verify", "--quiet", name])
            .current_dir(self.remote.path())
            .output()
            .expect("git runs");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Asserts that a push is stopped for `token-check`, and that the remote is as it was.
    #[track_caller]
    fn is_stopped(&self, arguments: &[&str]) -> Run {
        let before = self.refs();
        let run = self.push(arguments).exits(1).tells("✗ token-check");
        assert_eq!(before, self.refs(), "something arrived");
        run
    }

    #[track_caller]
    fn passes(&self, arguments: &[&str]) -> Run {
        let run = self.push(arguments).exits(0);
        assert!(!run.stderr.contains("token-check"), "{}", run.stderr);
        run
    }

    fn refs(&self) -> String {
        let output = Command::new("git").arg("show-ref").current_dir(self.remote.path()).output().expect("git runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// A commit in which the subscribed function is gone.
    fn delete(&self) -> String {
        self.clone.write("auth.py", WITHOUT).commit("delete it")
    }

    /// `topic` is pushed with one change, then `main` with another, whatever the hook says of it; then `topic`, which is
    /// checked out, takes over what `main` has.
    fn merged(&self, on_topic: impl FnOnce(&Self), on_main: impl FnOnce(&Self)) {
        self.clone.git(&["switch", "--quiet", "--create", "topic"]);
        on_topic(self);
        self.passes(&["origin", "topic"]);
        self.clone.git(&["switch", "--quiet", "main"]);
        on_main(self);
        self.push(&["--no-verify", "--quiet", "origin", "main"]).exits(0);
        self.clone.git(&["switch", "--quiet", "topic"]);
        self.clone.git(&["merge", "--quiet", "--no-edit", "main"]);
    }

    /// A change that concerns nobody.
    fn go_on(&self) {
        self.clone.write("notes.md", "more\n").commit("go on");
    }

    /// Runs the hook as a manager of hooks does: without git's lines, with variables.
    fn hook(&self, variables: &[(&str, &str)], input: &str) -> Run {
        let mut command = self.clone.command(&["hook", "run", "pre-push", "-v", "origin", path_of(&self.remote)]);
        command.envs(variables.iter().copied()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("codesub runs");
        use std::io::Write as _;
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
        Run::new(&child.wait_with_output().expect("it ends"))
    }
}

fn path_of(folder: &TempDir) -> &str {
    folder.path().to_str().expect("a path in UTF-8")
}

#[test]
fn a_deleted_function_stops_the_push_and_nothing_arrives() {
    let it = Pushing::new();
    it.delete();
    let run = it.is_stopped(&["origin", "main"]);
    // What disappeared, why it is watched, who wants to know, and the ways on.
    for words in [
        "codesub stopped this push: subscribed code would disappear",
        "Token validation · auth.py:1",
        "The gateway mirrors this check.",
        "- def validate(token, *, strict=True):",
        "notify @acme/security",
        "codesub remove token-check",
        "codesub decide token-check --pick TARGET",
        "Restore the code",
        "git push --no-verify",
        "CODESUB_SKIP=1",
    ] {
        assert!(run.stderr.contains(words), "no {words:?} in\n{}", run.stderr);
    }
    assert_eq!(run.stdout, "", "standard output belongs to git");
}

#[test]
fn the_message_reads_well() {
    let it = Pushing::new();
    it.delete();
    let message = it.is_stopped(&["origin", "main"]).stderr;
    let message = message.split("error: failed to push").next().expect("a first part");
    insta::assert_snapshot!(message);
}

#[test]
fn a_function_that_only_moved_passes() {
    let it = Pushing::new();
    let moved = CODE.split("\n\ndef other").next().expect("the function");
    it.clone.write("auth.py", WITHOUT).write("tokens.py", moved).commit("move it");
    let run = it.push(&["origin", "main"]).exits(0).tells("the code of 1 subscription moved; ");
    assert!(!run.stderr.contains('✗'), "{}", run.stderr);
    // The command works as it is told, though the remote has the move by now. There is nothing left to say then.
    let command = run.stderr.split('`').nth(1).expect("a command").split(' ').skip(1);
    it.clone.codesub(&command.collect::<Vec<_>>()).exits(0).prints("tokens.py::validate");
    it.clone.commit("follow it");
    assert!(!it.passes(&["origin", "main"]).stderr.contains("codesub:"));
}

#[test]
fn a_change_passes_unless_the_policy_names_it_and_accepting_it_lets_it_pass() {
    let changed = CODE.replace("!= 3", "< 3");
    let it = Pushing::new();
    it.clone.write("auth.py", &changed).commit("change it");
    it.passes(&["origin", "main"]);

    let strict = LIST.replace("version: 1", "version: 1\npolicy: {pre_push: [missing, content]}");
    let it = Pushing::with_list(&strict);
    it.clone.write("auth.py", &changed).commit("change it");
    it.is_stopped(&["origin", "main"]).tells("subscribed code would change").tells("codesub accept token-check");
    it.clone.codesub(&["accept", "token-check"]).exits(0);
    it.clone.commit("accept it");
    it.passes(&["origin", "main"]);
}

#[test]
fn dropping_the_subscription_in_the_same_push_lets_it_pass() {
    let it = Pushing::new();
    it.delete();
    it.is_stopped(&["origin", "main"]);
    it.clone.codesub(&["remove", "token-check"]).exits(0);
    it.clone.commit("nobody needs it");
    it.passes(&["origin", "main"]);
}

#[test]
fn the_policy_of_the_base_holds_not_that_of_the_push() {
    let it = Pushing::new();
    it.clone.write("codesub.yaml", LIST.replace("version: 1", "version: 1\npolicy: {pre_push: []}"));
    it.delete();
    it.is_stopped(&["origin", "main"]);
}

#[test]
fn a_new_branch_is_compared_with_the_default_branch() {
    let it = Pushing::new();
    it.clone.git(&["switch", "--quiet", "--create", "topic"]);
    it.clone.write("doc.md", "more\n").commit("harmless");
    it.passes(&["origin", "topic"]);
    it.clone.git(&["switch", "--quiet", "--create", "other"]);
    it.delete();
    it.is_stopped(&["origin", "other"]);
}

#[test]
fn a_new_branch_is_compared_with_what_the_remote_is_known_to_have() {
    let it = Pushing::new();
    it.clone.git(&["remote", "set-head", "origin", "--delete"]);
    it.clone.git(&["switch", "--quiet", "--create", "topic"]);
    it.clone.write("doc.md", "more\n").commit("harmless");
    it.passes(&["origin", "topic"]);
    it.delete();
    it.clone.git(&["branch", "another"]);
    it.is_stopped(&["origin", "another"]);
    // Pushed without the check, it is there: a branch on top of it loses nothing more.
    it.push(&["--no-verify", "origin", "topic"]).exits(0);
    it.clone.git(&["switch", "--quiet", "--create", "on-top"]);
    it.clone.write("doc.md", "even more\n").commit("on top");
    it.passes(&["origin", "on-top"]);
}

#[test]
fn a_fork_that_was_never_fetched_is_compared_with_origin() {
    let it = Pushing::new();
    let fork = tempfile::tempdir().expect("a temporary folder");
    it.clone.git(&["init", "--quiet", "--bare", path_of(&fork)]);
    it.clone.git(&["remote", "add", "fork", path_of(&fork)]);
    it.delete();
    it.is_stopped(&["fork", "main"]);
    it.is_stopped(&[path_of(&fork), "main"]);
}

#[test]
fn a_fork_is_compared_with_whatever_is_known_of_other_remotes() {
    let it = Pushing::new();
    let fork = tempfile::tempdir().expect("a temporary folder");
    it.clone.git(&["init", "--quiet", "--bare", path_of(&fork)]);
    it.clone.git(&["remote", "add", "fork", path_of(&fork)]);
    it.delete();
    // No default branch is known.
    it.clone.git(&["remote", "set-head", "origin", "--delete"]);
    it.is_stopped(&["fork", "main"]);
    // Nothing is called `origin`, and there are two.
    it.clone.git(&["remote", "rename", "origin", "upstream"]);
    it.clone.git(&["remote", "set-head", "upstream", "main"]);
    it.is_stopped(&["fork", "main"]);
    it.is_stopped(&[path_of(&fork), "main"]);
}

#[test]
fn the_first_push_of_all_has_nothing_to_lose() {
    let it = Pushing::new();
    it.clone.git(&["remote", "remove", "origin"]);
    let fresh = tempfile::tempdir().expect("a temporary folder");
    it.clone.git(&["init", "--quiet", "--bare", path_of(&fresh)]);
    it.clone.git(&["remote", "add", "origin", path_of(&fresh)]);
    it.delete();
    it.clone.git(&["branch", "twin"]);
    // Nobody looked, and that is told: a bare clone knows as little of a remote that is full.
    let said = "codesub: no check of main and 1 more: this clone knows of nothing in their history that the remote has";
    it.passes(&["origin", "main", "twin"]).tells(said);
    it.clone.write("doc.md", "more\n").commit("harmless");
    assert!(!it.passes(&["origin", "main"]).stderr.contains("codesub:"));
    // Where nobody subscribed to anything there is nothing to tell.
    let other = tempfile::tempdir().expect("a temporary folder");
    it.clone.git(&["init", "--quiet", "--bare", path_of(&other)]);
    it.clone.git(&["remote", "remove", "origin"]);
    it.clone.git(&["rm", "--quiet", "codesub.yaml", "codesub.lock"]);
    it.clone.commit("without a list");
    assert!(!it.passes(&[path_of(&other), "main"]).stderr.contains("codesub:"));
}

#[test]
fn several_refs_are_all_checked_and_one_stops_them_all() {
    let it = Pushing::new();
    it.clone.git(&["branch", "good"]);
    it.clone.git(&["switch", "--quiet", "--create", "bad"]);
    it.delete();
    it.clone.git(&["branch", "worse"]);
    let run = it.is_stopped(&["origin", "main", "good", "bad", "worse"]);
    assert!(run.stderr.contains("in bad, worse\n"), "{}", run.stderr);
    assert_eq!(run.stderr.matches("✗ token-check").count(), 1, "the same loss is told once");
    it.passes(&["origin", "main", "good"]);
}

#[test]
fn deletions_and_tags_are_nothing_to_check() {
    let it = Pushing::new();
    it.push(&["--quiet", "origin", "main:refs/heads/old"]).exits(0);
    it.delete();
    it.clone.git(&["tag", "light"]);
    it.clone.git(&["tag", "--annotate", "--message", "v1", "v1"]);
    it.clone.git(&["tag", "of-a-tree", "HEAD^{tree}"]);
    it.passes(&["origin", "light", "v1", "of-a-tree"]);
    assert_ne!(it.remote_has("refs/tags/v1"), "");
    it.passes(&["origin", "--delete", "old"]);
    assert_eq!(it.remote_has("refs/heads/old"), "");
    it.passes(&["origin", "--delete", "light"]);
}

#[test]
fn a_tag_that_becomes_a_branch_is_peeled_and_checked() {
    let it = Pushing::new();
    it.delete();
    it.clone.git(&["tag", "--annotate", "--message", "v1", "v1"]);
    it.clone.git(&["tag", "--annotate", "--message", "v1 again", "again", "v1"]);
    // Git itself refuses a tag object as a branch, but the hook sees it first; for any other ref it does not.
    it.is_stopped(&["origin", "again:refs/review/1"]);
    it.clone.git(&["tag", "of-a-tree", "HEAD^{tree}"]);
    it.passes(&["origin", "of-a-tree:refs/review/2"]);
}

#[test]
fn a_forced_push_is_compared_with_where_the_histories_part() {
    let it = Pushing::new();
    it.clone.write("doc.md", "theirs\n").commit("two");
    it.passes(&["origin", "main"]);
    it.clone.git(&["reset", "--quiet", "--hard", "HEAD~1"]);
    it.clone.write("doc.md", "mine\n").commit("another two");
    it.passes(&["--force", "origin", "main"]);
    it.clone.git(&["commit", "--quiet", "--amend", "--message", "again"]);
    it.delete();
    it.is_stopped(&["--force", "origin", "main"]);
    // Going back takes nothing away that was not added after it.
    it.clone.git(&["reset", "--quiet", "--hard", "HEAD~2"]);
    it.passes(&["--force", "origin", "main"]);
}

#[test]
fn another_history_is_compared_with_what_it_replaces() {
    let it = Pushing::new();
    it.clone.git(&["switch", "--quiet", "--orphan", "fresh"]);
    it.clone.write("page.html", "<p>\n").commit("pages");
    // As a branch of its own it takes nothing away.
    it.passes(&["origin", "fresh"]);
    it.clone.write("codesub.yaml", LIST).write("auth.py", WITHOUT).commit("the list without its code");
    it.is_stopped(&["--force", "origin", "fresh:main"]);
}

#[test]
fn a_remote_id_that_is_not_here_falls_back_to_what_is_known() {
    let it = Pushing::new();
    let colleague = Fixture::new();
    colleague.git(&["remote", "add", "origin", path_of(&it.remote)]);
    colleague.git(&["pull", "--quiet", "origin", "main"]);
    colleague.write("doc.md", "theirs\n").commit("theirs");
    colleague.git(&["push", "--quiet", "origin", "HEAD:main"]);
    assert_ne!(it.remote_has("main"), it.clone.git(&["rev-parse", "origin/main"]));

    it.delete();
    it.is_stopped(&["--force", "origin", "main"]);
    it.clone.git(&["reset", "--quiet", "--hard", "HEAD~1"]);
    it.clone.write("doc.md", "mine\n").commit("mine");
    it.passes(&["--force", "origin", "main"]);
}

#[test]
fn merging_or_rebasing_onto_the_default_branch_brings_nothing_new() {
    let it = Pushing::new();
    // Somebody else got the deletion in, without accepting it.
    it.merged(Pushing::go_on, |it| drop(it.delete()));
    it.passes(&["origin", "topic"]);
    it.clone.git(&["switch", "--quiet", "--create", "rebased", "topic~1"]);
    it.clone.git(&["rebase", "--quiet", "main"]);
    it.passes(&["--force", "origin", "rebased:topic"]);
}

#[test]
fn a_merge_that_loses_the_code_itself_is_stopped() {
    let it = Pushing::new();
    it.clone.git(&["switch", "--quiet", "--create", "topic"]);
    it.clone.write("doc.md", "topic\n").commit("topic");
    it.passes(&["origin", "topic"]);
    it.clone.git(&["switch", "--quiet", "main"]);
    it.clone.write("auth.py", CODE.replace("return 1", "return 2")).commit("main goes on");
    it.passes(&["origin", "main"]);
    it.clone.git(&["switch", "--quiet", "topic"]);
    it.clone.git(&["merge", "--quiet", "--no-edit", "--no-commit", "main"]);
    it.clone.write("auth.py", WITHOUT);
    it.clone.commit("an evil merge");
    it.is_stopped(&["origin", "topic"]);
}

/// Stops a push for changes too.
fn strict() -> String {
    LIST.replace("version: 1", "version: 1\npolicy: {pre_push: [missing, content]}")
}

/// A second subscription, of the function in `late.py`.
fn subscribe_late(it: &Pushing) {
    let body = CODE.split("\n\ndef other").next().expect("the function").replace("validate", "late");
    it.clone.write("late.py", body);
    it.clone.codesub(&["add", "late.py::late", "--id", "token-check-late"]).exits(0);
    it.clone.commit("subscribe");
}

fn change_late(it: &Pushing) {
    it.clone.write("late.py", it.clone.read("late.py").replace("!= 3", "< 3")).commit("change it");
}

#[test]
fn a_base_without_the_subscription_excuses_nothing() {
    // Only the branch has it.
    let it = Pushing::with_list(&strict());
    it.merged(subscribe_late, Pushing::go_on);
    change_late(&it);
    it.is_stopped(&["origin", "topic"]).tells("✗ token-check-late  body changed");

    // Only the default branch has it, and the pushed branch has never heard of it.
    let it = Pushing::with_list(&strict());
    it.merged(Pushing::go_on, subscribe_late);
    it.clone.git(&["branch", "deleted"]);
    change_late(&it);
    it.is_stopped(&["origin", "topic"]).tells("✗ token-check-late  body changed");
    it.clone.git(&["switch", "--quiet", "deleted"]);
    it.clone.remove("late.py").commit("delete it");
    // The base that has the code shows it.
    it.is_stopped(&["origin", "deleted:topic"]).tells("│ - def late(token");
}

#[test]
fn a_default_branch_without_a_list_excuses_nothing() {
    let it = Pushing::new();
    it.clone.git(&["rm", "--quiet", "codesub.yaml", "codesub.lock"]);
    it.clone.commit("no list yet");
    it.passes(&["origin", "main"]);
    let start = |it: &Pushing| {
        it.clone.write("codesub.yaml", "version: 1\nsubscriptions: []\n");
        subscribe_late(it);
    };
    it.merged(start, Pushing::go_on);
    it.clone.remove("late.py").commit("delete it");
    it.is_stopped(&["origin", "topic"]);
}

#[test]
fn branches_that_were_merged_into_each_other_have_several_bases() {
    // Which of the two is found first depends on their dates.
    for dates in [["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"], ["2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z"]] {
        let it = Pushing::with_list(&strict());
        let redate = |date: &str| {
            let mut command = Command::new("git");
            command.args(["commit", "--quiet", "--amend", "--no-edit"]).current_dir(it.clone.root());
            assert!(pinned(&mut command).env("GIT_COMMITTER_DATE", date).status().expect("git runs").success());
        };
        it.clone.git(&["switch", "--quiet", "--create", "topic"]);
        it.clone.write("doc.md", "topic\n").commit("topic");
        redate(dates[0]);
        it.clone.git(&["tag", "topic-one"]);
        it.clone.git(&["switch", "--quiet", "main"]);
        subscribe_late(&it);
        redate(dates[1]);
        it.clone.git(&["tag", "main-one"]);
        it.clone.git(&["merge", "--quiet", "--no-edit", "topic-one"]);
        it.passes(&["origin", "main"]);
        it.clone.git(&["switch", "--quiet", "topic"]);
        it.clone.git(&["merge", "--quiet", "--no-edit", "main-one"]);
        change_late(&it);
        it.is_stopped(&["origin", "topic"]).tells("✗ token-check-late  body changed");
    }
}

#[test]
fn what_the_default_branch_made_unreadable_stops_nobody_else() {
    let it = Pushing::new();
    let spoil = |it: &Pushing| drop(it.clone.write("auth.py", [CODE.as_bytes(), b"\0"].concat()).commit("binary"));
    it.merged(Pushing::go_on, spoil);
    it.passes(&["origin", "topic"]);
}

#[test]
fn what_is_pushed_counts_not_what_is_checked_out() {
    let it = Pushing::new();
    it.clone.git(&["branch", "good"]);
    it.delete();
    it.passes(&["origin", "good"]);
    it.passes(&["origin", "HEAD~1:refs/heads/earlier"]);
    it.is_stopped(&["origin", "HEAD:refs/heads/later"]);
    // Git hands on what was typed, spaces included.
    it.is_stopped(&["origin", "HEAD^{/delete it}:refs/heads/found"]);
    it.clone.git(&["switch", "--quiet", "good"]);
    it.is_stopped(&["origin", "main"]);
    // Neither does an edit that nobody committed.
    it.clone.write("auth.py", WITHOUT).remove("codesub.yaml");
    it.clone.write("doc.md", "x\n");
    it.clone.git(&["commit", "--quiet", "--message", "harmless", "doc.md"]);
    it.passes(&["origin", "good"]);
}

#[test]
fn a_push_from_a_linked_worktree_is_checked() {
    let it = Pushing::new();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let linked = folder.path().join("linked");
    it.clone.git(&["worktree", "add", "--quiet", "-b", "topic", linked.to_str().expect("UTF-8")]);
    fs::write(linked.join("doc.md"), "linked\n").expect("a file");
    it.clone.git(&["-C", linked.to_str().expect("UTF-8"), "commit", "--quiet", "--all", "--message", "harmless"]);
    it.push_in(&linked, &["origin", "topic"]).exits(0);
    fs::write(linked.join("auth.py"), WITHOUT).expect("a file");
    it.clone.git(&["-C", linked.to_str().expect("UTF-8"), "commit", "--quiet", "--all", "--message", "delete"]);
    it.push_in(&linked, &["origin", "topic"]).exits(1).tells("✗ token-check");
    // And from a folder inside of it.
    fs::create_dir(linked.join("below")).expect("a folder");
    it.push_in(&linked.join("below"), &["origin", "topic"]).exits(1).tells("✗ token-check");
}

#[test]
fn a_thousand_refs_in_one_push() {
    let it = Pushing::new();
    let good = it.clone.git(&["rev-parse", "HEAD"]);
    let bad = it.delete();
    let commands: String =
        (0..1000).map(|at| format!("create refs/heads/b{at} {}\n", if at == 700 { &bad } else { &good })).collect();
    update_refs(&it.clone, &commands);
    let all: Vec<String> = (0..1000).map(|at| format!("b{at}")).collect();
    let mut arguments = vec!["origin"];
    arguments.extend(all.iter().map(String::as_str));
    it.is_stopped(&arguments).tells("in b700\n");
    arguments.remove(701);
    it.passes(&arguments);
    assert_eq!(it.remote_has("b999"), good);
}

fn update_refs(clone: &Fixture, commands: &str) {
    clone.write(".git/refs.txt", commands);
    let file = fs::File::open(clone.path(".git/refs.txt")).expect("a file");
    let mut command = Command::new("git");
    pinned(command.args(["update-ref", "--stdin"]).current_dir(clone.root()).stdin(file));
    assert!(command.status().expect("git runs").success());
}

#[test]
fn an_empty_standard_input_is_nothing_to_check() {
    let it = Pushing::new();
    it.delete();
    it.hook(&[], "").exits(0).tells("nothing to check");
    // As with a push of what is there already.
    it.clone.git(&["reset", "--quiet", "--hard", "HEAD~1"]);
    it.passes(&["origin", "main"]).tells("Everything up-to-date");
}

#[test]
fn input_that_is_not_from_git_stops_the_push() {
    let it = Pushing::new();
    let run = it.hook(&[], "what is this\n").exits(2);
    assert!(run.stderr.contains("error: line 1 of the standard input") && run.stderr.contains("--no-verify"));
}

#[test]
fn the_ways_past_the_check() {
    let it = Pushing::new();
    it.delete();
    it.is_stopped(&["origin", "main"]);
    it.clone.git(&["branch", "one"]);
    it.push(&["--no-verify", "origin", "one"]).exits(0);
    let mut command = Command::new("git");
    pinned(command.args(["push", "origin", "main"]).current_dir(it.clone.root())).env("CODESUB_SKIP", "1");
    Run::new(&command.output().expect("git runs")).exits(0).tells("skipped, as CODESUB_SKIP asks for");
    assert_eq!(it.remote_has("main"), it.clone.git(&["rev-parse", "HEAD"]));
}

#[test]
#[cfg(target_os = "linux")]
fn what_blocks_blocks_also_when_it_cannot_be_told() {
    let it = Pushing::new();
    let (old, new) = (it.clone.git(&["rev-parse", "HEAD"]), it.delete());
    let folder = tempfile::tempdir().expect("a temporary folder");
    let input = folder.path().join("refs");
    fs::write(&input, format!("refs/heads/main {new} refs/heads/main {old}\n")).expect("it is written");
    let mut command = it.clone.command(&["hook", "run", "pre-push", "origin", path_of(&it.remote)]);
    command.stdin(fs::File::open(&input).expect("a file"));
    command.stderr(fs::OpenOptions::new().write(true).open("/dev/full").expect("a device"));
    assert_eq!(command.status().expect("codesub runs").code(), Some(1));
}

#[test]
fn a_repository_without_a_list_hears_nothing() {
    let it = Pushing::new();
    it.clone.remove("codesub.yaml").remove("codesub.lock").commit("no list");
    it.passes(&["origin", "main"]);
    it.clone.write("auth.py", WITHOUT).commit("delete");
    let run = it.passes(&["origin", "main"]);
    // The path of the remote may have any name in it.
    let said = run.stderr.replace(path_of(&it.remote), "");
    assert!(!said.contains("codesub"), "{said}");
}

#[test]
fn a_list_that_cannot_be_read_stops_the_push() {
    let it = Pushing::new();
    it.clone.write("codesub.yaml", "version: 1\nsubscriptions: [{id: x}]\n").commit("broken");
    it.passes(&["--no-verify", "origin", "main"]);
    it.clone.write("doc.md", "x\n").commit("go on");
    let run = it.push(&["origin", "main"]).exits(1).tells("codesub cannot check this push, and stops it:");
    assert!(run.stderr.contains("error: codesub.yaml of") && run.stderr.contains("--no-verify"), "{}", run.stderr);
}

#[test]
fn what_cannot_be_examined_stops_the_push() {
    let it = Pushing::new();
    it.clone.write("auth.py", [CODE.as_bytes(), b"\0"].concat()).commit("binary");
    let before = it.refs();
    it.push(&["origin", "main"]).exits(1).tells("codesub stopped this push: it could not examine all of it");
    assert_eq!(before, it.refs());
    // The hook itself tells the three apart (SPEC 6.1).
    let (new, old) = (it.clone.git(&["rev-parse", "HEAD"]), it.clone.git(&["rev-parse", "HEAD~1"]));
    it.hook(&[], &format!("refs/heads/main {new} refs/heads/main {old}\n")).exits(3);
}

#[test]
fn a_shallow_clone_without_a_common_ancestor_cannot_tell() {
    let it = Pushing::new();
    for at in 0..3 {
        it.clone.write("doc.md", format!("{at}\n")).commit("go on");
    }
    it.clone.git(&["branch", "side", "HEAD~3"]);
    it.passes(&["origin", "main", "side"]);
    let shallow = tempfile::tempdir().expect("a temporary folder");
    let url = format!("file://{}", path_of(&it.remote));
    it.clone.git(&["clone", "--quiet", "--depth=1", "--no-single-branch", &url, path_of(&shallow)]);
    it.clone.git(&["-C", path_of(&shallow), "switch", "--quiet", "side"]);
    it.clone.git(&["-C", path_of(&shallow), "commit", "--quiet", "--allow-empty", "--message", "more"]);
    it.clone.command(&["-C", path_of(&shallow), "hook", "install", "pre-push"]).status().expect("codesub runs");
    // It goes on from a commit that the remote has.
    it.push_in(shallow.path(), &["origin", "side"]).exits(0);
    // A copy of the branch has only the default branch to be compared with, and their common history is not here.
    it.clone.git(&["-C", path_of(&shallow), "switch", "--quiet", "--create", "copy"]);
    it.clone.git(&["-C", path_of(&shallow), "commit", "--quiet", "--allow-empty", "--message", "even more"]);
    it.push_in(shallow.path(), &["origin", "copy"]).exits(1).tells("error: ").tells("--unshallow");
}

#[test]
fn one_range_in_the_environment_is_enough() {
    let it = Pushing::new();
    let old = it.clone.git(&["rev-parse", "HEAD"]);
    let new = it.delete();
    let range = [
        ("PRE_COMMIT_FROM_REF", old.as_str()),
        ("PRE_COMMIT_TO_REF", &new),
        ("PRE_COMMIT_REMOTE_BRANCH", "refs/heads/main"),
        ("PRE_COMMIT_LOCAL_BRANCH", "refs/heads/main"),
    ];
    it.hook(&range, "").exits(1).tells("✗ token-check").tells("PRE_COMMIT_TO_REF");
    // A push of a whole history comes without a range.
    it.hook(&range[2..], "").exits(1).tells("✗ token-check");
    // A name that cannot be resolved leaves the push unchecked, which is not the same as nothing to check.
    it.hook(&[("PRE_COMMIT_LOCAL_BRANCH", "no-such-branch")], "").exits(2).tells("no-such-branch");
    // What git itself says is more.
    it.hook(&range, &format!("refs/heads/main {old} refs/heads/main {old}\n")).exits(0);
}

#[test]
fn it_opens_no_connection() {
    let it = Pushing::new();
    let old = it.clone.git(&["rev-parse", "HEAD"]);
    let new = it.delete();
    it.clone.git(&["remote", "set-url", "origin", "https://203.0.113.1/nowhere.git"]);
    let run = it.hook(&[], &format!("refs/heads/main {new} refs/heads/main {old}\n"));
    run.exits(1).tells("✗ token-check");
}

#[test]
fn repositories_with_sha_256_work_and_reftable_says_what_to_do() {
    for (option, works) in [("--object-format=sha256", true), ("--ref-format=reftable", false)] {
        let (folder, remote) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let clone = Fixture::new();
        let here = |arguments: &[&str]| clone.git(&[&["-C", path_of(&folder)], arguments].concat());
        clone.git(&["init", "--quiet", option, "--initial-branch=main", path_of(&folder)]);
        clone.git(&["init", "--quiet", option, "--initial-branch=main", "--bare", path_of(&remote)]);
        here(&["remote", "add", "origin", path_of(&remote)]);
        fs::write(folder.path().join("codesub.yaml"), LIST).expect("a file");
        fs::write(folder.path().join("auth.py"), CODE).expect("a file");
        here(&["add", "."]);
        here(&["commit", "--quiet", "--message", "one"]);
        here(&["push", "--quiet", "origin", "main"]);
        clone.command(&["-C", path_of(&folder), "hook", "install", "pre-push"]).status().expect("codesub runs");
        fs::write(folder.path().join("auth.py"), WITHOUT).expect("a file");
        here(&["commit", "--quiet", "--all", "--message", "two"]);
        let mut command = Command::new("git");
        let output = pinned(command.args(["push", "origin", "main"]).current_dir(folder.path())).output();
        let words = if works { "✗ token-check" } else { "git refs migrate" };
        Run::new(&output.expect("git runs")).exits(1).tells(words);
    }
}

#[test]
fn twenty_pushes_and_merges_at_once_in_one_repository() {
    let it = Pushing::new();
    it.clone.codesub(&["hook", "install"]).exits(0);
    it.clone.git(&["config", "codesub.autoApply", "true"]);
    // What the merges bring: the function in another file.
    it.clone.git(&["switch", "--quiet", "--create", "moved"]);
    let moved = CODE.split("\n\ndef other").next().expect("the function");
    it.clone.write("auth.py", WITHOUT).write("tokens.py", moved).commit("move it");
    it.clone.git(&["switch", "--quiet", "main"]);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |number: usize| folder.path().join(format!("w{number}"));
    for number in 0..20 {
        let (branch, worktree) = (format!("b{number}"), at(number));
        it.clone.git(&["worktree", "add", "--quiet", "-b", &branch, worktree.to_str().expect("UTF-8"), "main"]);
        // Every fourth pushes a loss.
        fs::write(worktree.join("auth.py"), if number % 4 == 3 { WITHOUT } else { CODE }).expect("a file");
        fs::write(worktree.join("doc.md"), format!("{number}\n")).expect("a file");
        let arguments = ["-C", worktree.to_str().expect("UTF-8"), "commit", "--quiet", "--all", "--message", "x"];
        it.clone.git(&arguments);
    }
    let runs: Vec<(usize, std::process::Child)> = (0..20)
        .map(|number| {
            let mut command = Command::new("git");
            let branch = format!("b{number}");
            match number % 2 {
                0 => command.args(["merge", "--quiet", "--no-edit", "moved"]),
                _ => command.args(["push", "--quiet", "origin", &branch]),
            };
            pinned(command.current_dir(at(number))).stdout(Stdio::piped()).stderr(Stdio::piped());
            (number, command.spawn().expect("git runs"))
        })
        .collect();
    for (number, child) in runs {
        let run = Run::new(&child.wait_with_output().expect("git ends"));
        match number % 4 {
            3 => drop(run.exits(1).tells("✗ token-check")),
            1 => drop(run.exits(0)),
            _ => {
                run.exits(0).tells("followed");
                let list = fs::read_to_string(at(number).join("codesub.yaml")).expect("the list");
                assert_eq!(list, LIST.replace("auth.py::validate", "tokens.py::validate"));
                let mut clean = it.clone.command(&["scan", "--check", "--base", "moved"]);
                Run::new(&clean.current_dir(at(number)).output().expect("codesub runs")).exits(0);
            }
        }
        let arrived = !it.remote_has(&format!("b{number}")).is_empty();
        assert_eq!(arrived, number % 4 == 1, "b{number}");
    }
    it.clone.git(&["fsck", "--strict"]);
}

#[test]
fn a_client_with_an_empty_path_finds_the_binary_that_installed_the_hook() {
    let it = Pushing::new();
    it.delete();
    let before = it.refs();
    let git = which("git");
    let mut command = Command::new(git);
    command.args(["push", "origin", "main"]).current_dir(it.clone.root()).env_clear();
    // Git itself needs to find its own programs; the hook gets what git passes on.
    let run = Run::new(&command.env("PATH", "").output().expect("git runs")).exits(1).tells("✗ token-check");
    assert_eq!(before, it.refs(), "{}", run.stderr);
}

fn which(program: &str) -> PathBuf {
    let paths = std::env::var_os("PATH").expect("a PATH");
    std::env::split_paths(&paths).map(|folder| folder.join(program)).find(|path| path.is_file()).expect("a program")
}
