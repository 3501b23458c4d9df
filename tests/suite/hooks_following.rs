//! Moves that are followed by themselves after a merge or a rebase: `codesub.autoApply` (SPEC 8.3).

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::hooks_after::{LIST, TAX, git, move_net, on_branch, repository, said, tip};
use crate::repository::{Fixture, Run, pinned};

/// With `codesub.autoApply` on.
fn following() -> Fixture {
    let fixture = repository();
    fixture.git(&["config", "codesub.autoApply", "true"]);
    fixture
}

/// The list after `net` was followed: one target differs, and not a byte more.
fn followed_list() -> String {
    LIST.replace("shop/tax.py::net", "shop/net.py::net")
}

#[test]
fn what_moved_is_followed() {
    let fixture = following();
    on_branch(&fixture, "feature", move_net);
    let old = fixture.write("other.py", "x = 1\n").commit("main goes on");
    let run = git(&fixture, &["merge", "--quiet", "--no-edit", "feature"]);
    insta::assert_snapshot!(said(&run, &old), @r"
    codesub: this merge touched 1 subscription
    ✓ net  moved to shop/net.py::net (high, exact), followed
      codesub.yaml and codesub.lock were changed; commit both
      $ codesub scan --base OLD --target HEAD  # to see all of it
    ");
    assert_eq!(fixture.read("codesub.yaml"), followed_list());
    let lock: serde_json::Value = serde_json::from_str(&fixture.read("codesub.lock")).expect("a lock");
    assert_eq!(lock["subscriptions"]["net"]["path"], "shop/net.py");
    assert_eq!(lock["subscriptions"]["rate"]["path"], "shop/tax.py");
    assert_eq!(fixture.git(&["status", "--porcelain"]), "M codesub.lock\n M codesub.yaml");
    fixture.codesub(&["scan", "--check", "--base", &old]).exits(0).prints("all unchanged");
    fixture.commit("followed");
    fixture.codesub(&["scan", "--check", "--base", &old, "--target", "HEAD"]).exits(0).prints("already applied");
    // There is nothing left to follow.
    assert_eq!(fixture.codesub(&["hook", "run", "post-merge", "0"]).exits(0).stderr, "");
}

#[test]
fn after_a_squash_and_after_a_rebase_too() {
    let fixture = following();
    on_branch(&fixture, "feature", move_net);
    let squashed = fixture.copy();
    let run = git(&squashed, &["merge", "--quiet", "--squash", "feature"]);
    run.tells("✓ net  moved to shop/net.py::net (high, exact), followed\n");
    assert_eq!(squashed.read("codesub.yaml"), followed_list());
    squashed.commit("squashed");
    squashed.codesub(&["scan", "--check", "--base", "HEAD~1"]).exits(0);

    fixture.git(&["checkout", "--quiet", "-b", "work"]);
    let old = fixture.write("own.py", "x = 1\n").commit("own");
    for backend in ["--merge", "--apply"] {
        let rebased = fixture.copy();
        let run = git(&rebased, &["rebase", "--quiet", backend, "feature"]);
        run.tells("✓ net  moved to shop/net.py::net (high, exact), followed\n");
        assert_eq!(rebased.read("codesub.yaml"), followed_list());
        rebased.codesub(&["scan", "--check", "--direct", "--base", &old]).exits(0);
    }
}

#[test]
fn the_command_line_of_git_decides_for_once() {
    let fixture = repository();
    on_branch(&fixture, "feature", move_net);
    let asked = fixture.copy();
    git(&asked, &["-c", "codesub.autoApply", "merge", "--quiet", "feature"]).tells(", followed\n");
    assert_eq!(asked.read("codesub.yaml"), followed_list());
    fixture.git(&["config", "codesub.autoApply", "true"]);
    let before = fixture.pair();
    git(&fixture, &["-c", "codesub.autoapply=no", "merge", "--quiet", "feature"]).tells("$ codesub apply net ");
    assert!(before == fixture.pair());
}

#[test]
fn only_what_is_sure_is_followed() {
    let fixture = following();
    // With another default: the body alone says that it is the same.
    on_branch(&fixture, "feature", |it| {
        move_net(it);
        it.write("shop/net.py", it.read("shop/net.py").replace("rate=RATE", "rate=7"));
    });
    let (before, old) = (fixture.pair(), tip(&fixture));
    let run = git(&fixture, &["merge", "--quiet", "feature"]);
    insta::assert_snapshot!(said(&run, &old), @r"
    codesub: this merge touched 1 subscription
    ✗ net  signature changed  shop/tax.py:4 → shop/net.py:1
      $ codesub apply net --base OLD           # to follow what moved
      $ codesub scan --base OLD --target HEAD  # to see all of it
    ");
    assert!(before == fixture.pair());
}

#[test]
fn following_accepts_nothing() {
    let fixture = following();
    // The file was renamed, and the constant in it changed.
    on_branch(&fixture, "feature", |it| {
        it.remove("shop/tax.py").write("shop/taxes.py", TAX.replace("RATE = 19", "RATE = 21"));
    });
    let old = tip(&fixture);
    let run = git(&fixture, &["merge", "--quiet", "feature"]);
    insta::assert_snapshot!(said(&run, &old), @r"
    codesub: this merge touched 2 subscriptions
    ✗ rate  value changed  shop/tax.py:1 → shop/taxes.py:1  notify @acme/billing, @acme/web
    ✓ net  file renamed, now shop/taxes.py::net (high), followed
    ✓ rate  file renamed, now shop/taxes.py::RATE (high), followed
      codesub.yaml and codesub.lock were changed; commit both
      $ codesub scan --base OLD --target HEAD  # to see all of it
    ");
    assert_eq!(fixture.read("codesub.yaml"), LIST.replace("shop/tax.py", "shop/taxes.py"));
    fixture.codesub(&["scan", "--check", "--base", &old]).exits(1).prints("✗ rate  value changed");
}

#[test]
fn line_ranges_follow_and_shifted_constructs_are_left() {
    let fixture = Fixture::new();
    fixture.write("shop/tax.py", TAX).write("proxy.conf", "a\nb\nc\nd\n");
    fixture.codesub(&["add", "shop/tax.py::net"]).exits(0);
    fixture.codesub(&["add", "proxy.conf:2-3", "--id", "proxy"]).exits(0);
    fixture.commit("base");
    crate::hooks_after::install(&fixture);
    on_branch(&fixture, "feature", |it| {
        it.write("shop/tax.py", format!("# Taxes.\n\n{TAX}")).write("proxy.conf", "0\n1\na\nb\nc\nd\n");
    });
    let asked = fixture.copy();
    let old = tip(&fixture);
    insta::assert_snapshot!(said(&git(&asked, &["merge", "--quiet", "feature"]), &old), @r"
    codesub: this merge touched 1 subscription
    → 1 subscription only shifted lines
      $ codesub apply proxy --base OLD         # to follow what moved
      $ codesub scan --base OLD --target HEAD  # to see all of it
    ");
    fixture.git(&["config", "codesub.autoApply", "true"]);
    let lock = fixture.read("codesub.lock");
    insta::assert_snapshot!(said(&git(&fixture, &["merge", "--quiet", "feature"]), &old), @r"
    codesub: this merge touched 1 subscription
    ✓ proxy  shifted to proxy.conf:4-5 (high), followed
      codesub.yaml and codesub.lock were changed; commit both
      $ codesub scan --base OLD --target HEAD  # to see all of it
    ");
    assert!(fixture.read("codesub.yaml").contains("target: proxy.conf:4-5"));
    let entry = |lock: &str, id: &str| {
        let lock: serde_json::Value = serde_json::from_str(lock).expect("a lock");
        lock["subscriptions"][id].clone()
    };
    assert_eq!(entry(&fixture.read("codesub.lock"), "proxy")["start_line"], 4);
    assert_eq!(entry(&fixture.read("codesub.lock"), "net"), entry(&lock, "net"));
}

#[test]
fn work_in_the_worktree_is_neither_touched_nor_mixed_in() {
    let fixture = following();
    on_branch(&fixture, "feature", move_net);
    // Edits elsewhere, staged and not, and in the list itself.
    let dirty = fixture.copy();
    dirty.write("own.py", "mine\n").write("staged.py", "mine too\n");
    dirty.git(&["add", "staged.py"]);
    dirty.write("codesub.yaml", format!("# my note\n{LIST}"));
    git(&dirty, &["merge", "--quiet", "feature"]).tells(", followed\n");
    assert_eq!(dirty.read("codesub.yaml"), format!("# my note\n{}", followed_list()));
    assert_eq!((dirty.read("own.py").as_str(), dirty.read("staged.py").as_str()), ("mine\n", "mine too\n"));
    assert_eq!(dirty.git(&["status", "--porcelain"]), "M codesub.lock\n M codesub.yaml\nA  staged.py\n?? own.py");

    // A list that names something else by now is right as it is.
    let other = fixture.copy();
    let list = LIST.replace("shop/tax.py::net", "shop/tax.py::gross");
    other.write("codesub.yaml", &list);
    git(&other, &["merge", "--quiet", "feature"]).tells("→ net  moved to").tells("$ codesub apply net ");
    assert_eq!(other.read("codesub.yaml"), list);

    // A list that cannot be read on disk is left alone, and the rest is still told.
    let broken = fixture.copy();
    broken.write("codesub.yaml", "nonsense");
    git(&broken, &["merge", "--quiet", "feature"]).tells("codesub: codesub.yaml").tells("→ net  moved to");
    assert_eq!(broken.read("codesub.yaml"), "nonsense");

    // The file that it moved to has edits of its own: a filter, or another hook, was at it.
    let edited = fixture.copy();
    let hook = edited.path(".git/hooks/post-merge");
    let script = fs::read_to_string(&hook).expect("a hook");
    fs::write(&hook, script.replace("exec", "echo '# more' >> shop/net.py\nexec")).expect("a hook");
    git(&edited, &["merge", "--quiet", "feature"]).tells("→ net  moved to").tells("$ codesub apply net ");
    assert_eq!(edited.read("codesub.yaml"), LIST);
}

#[test]
fn nothing_is_written_before_an_autostash_is_back() {
    let fixture = following();
    on_branch(&fixture, "feature", move_net);
    fixture.git(&["checkout", "--quiet", "-b", "work"]);
    fixture.write("own.py", "x = 1\n").commit("own");
    let list = LIST.replace("# used by the app", "# mine");
    fixture.write("codesub.yaml", &list);
    for arguments in [
        &["rebase", "--quiet", "--autostash", "feature"][..],
        &["rebase", "--quiet", "--autostash", "--apply", "feature"],
        &["merge", "--quiet", "--no-edit", "--autostash", "feature"],
    ] {
        let stashed = fixture.copy();
        // A folder that was copied looks changed to git until it has looked again.
        stashed.git(&["status"]);
        let run = git(&stashed, arguments);
        let run = run.tells("  not followed by itself: an autostash has to come back first\n");
        run.tells("$ codesub apply net ");
        assert_eq!(stashed.read("codesub.yaml"), list, "{arguments:?}: it came back");
    }
}

#[test]
fn twenty_merges_in_twenty_worktrees_at_once() {
    const COUNT: usize = 20;
    let fixture = following();
    // Not the machine's speed is asked for.
    fixture.git(&["config", "codesub.hookTimeout", "500"]);
    on_branch(&fixture, "feature", move_net);
    let folders: Vec<PathBuf> = (0..COUNT).map(|number| fixture.path(&format!("linked-{number}"))).collect();
    for (number, folder) in folders.iter().enumerate() {
        let (branch, folder) = (format!("branch-{number}"), folder.to_str().expect("a path"));
        fixture.git(&["worktree", "add", "--quiet", "-b", &branch, folder, "main"]);
        fs::write(PathBuf::from(folder).join("own.txt"), &branch).expect("a file");
        let commit = ["-C", folder, "commit", "--quiet", "--allow-empty", "--message", &branch];
        fixture.git(&commit);
    }
    let merges: Vec<_> = folders
        .iter()
        .map(|folder| {
            let mut command = Command::new("git");
            pinned(command.args(["merge", "--quiet", "--no-edit", "feature"]).current_dir(folder));
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("git runs")
        })
        .collect();
    for (number, (merge, folder)) in merges.into_iter().zip(&folders).enumerate() {
        let run = Run::new(&merge.wait_with_output().expect("it ends")).exits(0);
        let run = run.tells("✓ net  moved to shop/net.py::net (high, exact), followed\n");
        assert_eq!(run.stderr.lines().count(), 4, "{}", run.stderr);
        let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a file");
        assert_eq!(read("codesub.yaml"), followed_list());
        assert_eq!(read("own.txt"), format!("branch-{number}"));
        let folder = folder.to_str().expect("a path");
        let status = fixture.git(&["-C", folder, "status", "--porcelain"]);
        assert_eq!(status, "M codesub.lock\n M codesub.yaml\n?? own.txt");
        fixture.codesub(&["-C", folder, "scan", "--check", "--base", "ORIG_HEAD"]).exits(0).prints("all unchanged");
    }
    assert_eq!(fixture.read("codesub.yaml"), LIST, "the main worktree has merged nothing");
    let marked = fixture.read(".git/codesub/refresh-wanted");
    assert_eq!(marked.trim_end().len(), 40, "{marked}");
}
